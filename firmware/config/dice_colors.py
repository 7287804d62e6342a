"""Valid names of dice: the colours that are read, the names of taught dice, and the owner's names for both.

Rule kept here: a team's colour is one that a die can have, or the team's throws would never count, without a word.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from firmware.config.diagnostics import ConfigMistake
from firmware.paths import default_dice_folder
from scoreboard.message import message
from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.events import RulesName, Side
from scoreboard.rules.state import SHARED

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


def known_dice(folder: str, others: Collection[str] = ()) -> frozenset[str]:
    """Every name that a die can have: colours, what was taught into the folder, empty for the usual one, ``others``."""
    return taught(Path(folder).expanduser() if folder else default_dice_folder()).union(COLORS, others)


def unknown_colors(
    rules: RulesName, teams: Mapping[Side, str], called: Mapping[str, str], known: Collection[str]
) -> list[ConfigMistake]:
    """A mistake for each team's colour, and the runners' white, that no die can have, and for each unknown die renamed.

    In the table games a team's colour need only be one that could be taught.

    Args:
        rules: of the game.
        teams: the colour of each.
        called: what the owner calls dice, by what they are known as.
        known: every name that a die can have.
    """
    mistakes = [_unknown(f"eyes.colors.{seen}", seen, known) for seen in called if seen not in known]
    any_die = not has_ten_sided_dice(rules)
    for side, color in teams.items():
        mistakes += _mistakes_in(f"game.{side}.color", color, called, known, any_die=any_die)
    if not any_die and called.get(SHARED, SHARED) != SHARED and SHARED not in called.values():
        why = f"then no die would be the {SHARED} one, which both teams run with"
        mistakes.append(ConfigMistake((f"eyes.colors.{SHARED}",), why))
    return mistakes


def _mistakes_in(
    key: str, color: str, called: Mapping[str, str], known: Collection[str], *, any_die: bool
) -> Iterator[ConfigMistake]:
    """Why a team cannot play with a die of that colour, if it cannot; ``key`` is the setting."""
    if color != color.strip():
        why = f"a colour has no blanks around it: write {color.strip()!r}, not {color!r}"
        yield ConfigMistake((key,), why, message("setting-wrong.blanks"))
    elif color in called.values() or (any_die and color in called):
        return
    elif color in called:
        meant = called[color]
        why = f"[eyes.colors] calls {color} dice {meant}; write {meant} here as well"
        yield ConfigMistake((key,), why, message("setting-wrong.called", color=color, meant=meant))
    elif not NAMES.fullmatch(color):
        why = f"a colour is written in small letters, such as red, not {color!r}"
        yield ConfigMistake((key,), why, message("setting-wrong.small"))
    elif not any_die and color not in known:
        yield _unknown(key, color, known, f", or show it yours with: stadium teach {color}")


def _unknown(key: str, color: str, known: Collection[str], advice: str = "") -> ConfigMistake:
    """That there is no such colour, which one may be meant, and which there are: those that are read come first."""
    near = get_close_matches(color, sorted(known), 1)
    meant = f"; perhaps {near[0]}" if near else ""
    names = ", ".join([*(name for name in COLORS if name in known), *sorted(set(known) - set(COLORS))])
    why = f"no die is ever called {color}{meant}. The eyes know {names}{advice}"
    return ConfigMistake((key,), why, message("setting-wrong.color", color=color, colors=names))
