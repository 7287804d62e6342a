"""Valid names of dice: the colours that are read, the names of taught dice, and the owner's names for both.

Rule kept here: a team's colour is one that a die can have, or the team's throws would never count, without a word.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.paths import default_dice_folder
from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.state import SHARED

if TYPE_CHECKING:
    from firmware.config.schema import EyesConfig, GameConfig

COLORS = ("red", "orange", "yellow", "green", "teal", "blue", "purple", "magenta", "black", "grey", "white")
"""The colours that dice are read as: `vision.recognition.color.PALETTE`, repeated here so that nothing is loaded."""

NAMES = re.compile(r"(?!(chip|dice)$)[a-z][a-z0-9-]{0,19}")
"""What a die may be called, in its file's name and on the panel; a ``chip`` or ``dice`` would be scored as one."""
ENDING = ".die"
"""Of a taught die's file, whose name is the die's."""


def taught(folder: Path) -> frozenset[str]:
    """The names of the dice that were taught, by the files in their folder; none where it cannot be read."""
    with suppress(OSError, ValueError):
        return frozenset(path.stem for path in folder.iterdir() if path.suffix == ENDING)
    return frozenset()


def unknown_colors(game: GameConfig, eyes: EyesConfig, others: Collection[str] = ()) -> list[str]:
    """An error for each team's colour, and the runners' white, that no die can have, and for each unknown die renamed.

    In the table games a team's colour need only be one that could be taught. ``others`` are dice of other folders.
    """
    known = {*COLORS, *others, *taught(Path(eyes.dice).expanduser() if eyes.dice else default_dice_folder())}
    errors = [f"eyes.colors.{seen}: {_unknown(seen, known)}" for seen in eyes.colors if seen not in known]
    any_die = not has_ten_sided_dice(game.rules)
    for side, color in {"away": game.away.color, "home": game.home.color}.items():
        errors += [f"game.{side}.color: {why}" for why in _why_not(color, eyes, known, any_die=any_die)]
    if not any_die and eyes.colors.get(SHARED, SHARED) != SHARED and SHARED not in eyes.colors.values():
        errors.append(f"eyes.colors.{SHARED}: then no die would be the {SHARED} one, which both teams run with")
    return errors


def _why_not(color: str, eyes: EyesConfig, known: Collection[str], *, any_die: bool) -> Iterator[str]:
    """Why a team cannot play with a die of that colour, if it cannot."""
    if color != color.strip():
        yield f"a colour has no blanks around it: write {color.strip()!r}, not {color!r}"
    elif color in eyes.colors.values() or (any_die and color in eyes.colors):
        return
    elif color in eyes.colors:
        yield f"[eyes.colors] calls {color} dice {eyes.colors[color]}; write {eyes.colors[color]} here as well"
    elif not NAMES.fullmatch(color):
        yield f"a colour is written in small letters, such as red, not {color!r}"
    elif not any_die and color not in known:
        yield f"{_unknown(color, known)}, or show it yours with: stadium teach {color}"


def _unknown(color: str, known: Collection[str]) -> str:
    """That there is no such colour, which one may be meant, and which there are: those that are read come first."""
    near = get_close_matches(color, sorted(known), 1)
    meant = f"; perhaps {near[0]}" if near else ""
    names = [*(name for name in COLORS if name in known), *sorted(set(known) - set(COLORS))]
    return f"no die is ever called {color}{meant}. The eyes know {', '.join(names)}"
