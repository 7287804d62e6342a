"""Paths in the settings: they lie where the scoreboard keeps things, and nowhere else.

Settings come from the page, the menu and backups as well as from the owner's file. A path that could lead anywhere
would show a guest the pictures of any folder. The command line is another matter: whoever types there may read those.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from firmware.config.diagnostics import ConfigMistake
from firmware.paths import unusable
from firmware.text import shortened
from scoreboard.message import message
from scoreboard.rules.visible import SEEN


def _why_none(path: str) -> str | None:
    """Why it can be no path, as with the home of an account that this computer does not have; None if it can."""
    if why := unusable(path, typed=False) or (path and not re.match(SEEN, path) and "has nothing to see in it"):
        return f"{shortened(path)!r} {why}"
    try:
        Path(path).expanduser()
    except RuntimeError:
        return f"{shortened(path)} is in nobody's home here: write the whole path"
    return None


def misplaced(values: Mapping[str, Any], keys: Iterable[str], places: Collection[Path]) -> Iterator[ConfigMistake]:
    """A mistake for each of those settings that is no path, or leads out of those folders, by a link or by ``..`` too.

    ``values`` are the settings as nested dictionaries, not checked yet: no file is opened before its path is checked.
    """
    named = " or ".join(map(str, places))
    for key in keys:
        path: Any = values
        for name in key.split("."):
            path = path.get(name) if isinstance(path, Mapping) else None
        if not isinstance(path, str) or not path:
            continue
        if not path.startswith(("/", "~")):  # it would depend on where the program was started
            mine = f"{list(places)[-1]}/mine{Path(path).suffix}"
            yield ConfigMistake(
                (key,), f"write the whole path, such as {mine}", message("setting-wrong.path", path=mine)
            )
        elif why := _why_none(path):
            yield ConfigMistake((key,), why)
        elif not _is_within(path, places):
            why = f"{shortened(path)} is not in the scoreboard's own places: have it in {named}"
            yield ConfigMistake((key,), why, message("setting-wrong.elsewhere", places=named))


def _is_within(path: str, places: Collection[Path]) -> bool:
    try:
        leads_to = Path(path).expanduser().resolve()
        return ".." not in Path(path).parts and any(leads_to.is_relative_to(place.resolve()) for place in places)
    except (OSError, RuntimeError):  # links that lead around in a circle
        return False
