"""What a scorekeeper writes down of a line: ``K``, ``F SAC``, ``1B``, ``G DP``; so far of Four-Dice Baseball.

Rule kept here: notes follow the list of the game. A line drive to the infield is written like a pop-up, IF.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from scoreboard.rules.events import Roll
from scoreboard.rules.history import Entry
from scoreboard.rules.state import Game
from scoreboard.scorebook.happened import WILD, Happened, what_happened

Notes = tuple[str, ...]
CALLED_OUT = "ꓘ"
"""A strikeout on a strike at which the batter did not swing."""
CALLED = frozenset({"called_strike", "called_out", "called_out_and_caught"})
OUT_NOTES: Mapping[str, str] = MappingProxyType(
    {"grounder": "G", "hot_shot": "G", "fly_out": "F", "deep_fly_out": "F", "pop_out": "IF", "line_out": "IF"}
)
NOTED_RESULTS = frozenset({"1B", "2B", "3B", "HR", "BB", "HBP"})
AT_ONCE: Mapping[int, str] = MappingProxyType({2: "DP", 3: "TP"})
SEPARATE_OUTS = frozenset({"picked_off", "sign_off", "sign_stands", "no_run"})
"""Names of what makes no double play, whatever the outs."""


def notation(before: Game, line: Entry, after: Game) -> Notes:
    """The notes of that line, none where it is not worth one."""
    if before.setup.rules != "four-dice":
        return ()
    happened = what_happened(before, line, after)
    if happened.name == "sign_off" and before.unsigned is not None:
        return notation(before.unsigned, Roll(values=before.rolled), after)
    return tuple(_notes(happened))


def outs_at_once(happened: Happened) -> int:
    """How many one play put out."""
    return 1 if happened.name in SEPARATE_OUTS else happened.outs


def _notes(happened: Happened) -> Iterator[str]:
    name, result = happened.name, happened.result
    wild = name in WILD
    if name == "picked_off":
        yield "PO"
    if wild and result != "K":
        yield "WP"
    if name == "balk":
        yield "BK"
    if result in NOTED_RESULTS:
        yield result
    if result == "K":
        yield CALLED_OUT if name in CALLED else "K"
    if wild and result == "K":
        yield "WP"
    yield from _of_an_out(happened)
    if happened.caught:
        yield "CS"
    if happened.stole:
        yield "SB"
    yield from (AT_ONCE[outs] for outs in [outs_at_once(happened)] if outs in AT_ONCE)


def _of_an_out(happened: Happened) -> Iterator[str]:
    """How it was batted, and whether it was a sacrifice."""
    name, result = happened.name, happened.result
    if name == "bunt":
        yield "SAC" if result == "SAC" else "G"
        yield "B"
    elif name in OUT_NOTES:
        yield OUT_NOTES[name]
    if result == "SF":
        yield "SAC"
