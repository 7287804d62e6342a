"""Paths in the settings: they lie where the scoreboard keeps things, and nowhere else.

Settings come from the page, the menu and backups as well as from the owner's file. A path that could lead anywhere
would show a guest the pictures of any folder. The command line is another matter: whoever types there may read those.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from firmware.paths import unusable
from firmware.text import shortened
from scoreboard.msgspec_errors import PLACE
from scoreboard.rules.events import SEEN

PATHS: Final = ("camera.path", "eyes.dice", "game.rallybird.deck")
"""The settings that are paths of files or folders."""


def check_path(path: str, key: str) -> None:
    """Refuse what can be no path, and the home of an account that this computer does not have, by a ValueError."""
    if why := unusable(path, typed=False) or (path and not re.match(SEEN, path) and "has nothing to see in it"):
        raise ValueError(f"{shortened(path)!r} {why}{PLACE}.{key}`")
    try:
        Path(path).expanduser()
    except RuntimeError as error:
        raise ValueError(f"{shortened(path)} is in nobody's home here: write the whole path{PLACE}.{key}`") from error


def misplaced(values: Mapping[str, Any], places: Collection[Path]) -> Iterator[str]:
    """An error for each path that leads out of those folders, by a link or by ``..`` too.

    ``values`` are the settings as nested dictionaries, not checked yet: no file is opened before its path is checked.
    """
    for key in PATHS:
        path: Any = values
        for name in key.split("."):
            path = path.get(name) if isinstance(path, Mapping) else None
        if not isinstance(path, str) or not path:
            continue
        if not path.startswith(("/", "~")):  # it would depend on where the program was started
            yield f"{key}: write the whole path, such as {list(places)[-1]}/mine{Path(path).suffix}"
        elif not _is_within(path, places):
            named = " or ".join(map(str, places))
            yield f"{key}: {shortened(path)} is not in the scoreboard's own places: have it in {named}"


def _is_within(path: str, places: Collection[Path]) -> bool:
    """Whether it is; of what can be no path, too, for `check_path` has a better word for that."""
    try:
        check_path(path, "")
    except ValueError:
        return True
    try:
        leads_to = Path(path).expanduser().resolve()
        return ".." not in Path(path).parts and any(leads_to.is_relative_to(place.resolve()) for place in places)
    except (OSError, RuntimeError):  # links that lead around in a circle
        return False
