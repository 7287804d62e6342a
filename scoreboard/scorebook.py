"""What a scorekeeper writes down of a line: ``K``, ``F SAC``, ``1B``, ``G DP``; so far of Four-Dice Baseball.

Rule kept here: a note is a pure function of the line and the states before and after it, so an amendment notes the play
anew. Notes follow the list of the game: a line drive to the infield is written like a pop-up, IF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from scoreboard.rules.baseball import BALLS, OUTS, STRIKES
from scoreboard.rules.events import Call, Press, Roll
from scoreboard.rules.four_dice import find_play
from scoreboard.rules.history import Entry
from scoreboard.rules.state import FIRST, SECOND, Game

Notes = tuple[str, ...]
CALLED_OUT = "ꓘ"
"""A strikeout on a strike at which the batter did not swing."""

HITS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("infield_single", "outfield_single", "sharp_single", "single", "gap_single"), "1B"),
        **dict.fromkeys(("hot_single", "hole_single", "dropped_single"), "1B"),
        **dict.fromkeys(("double", "deep_double", "wall_double", "alley_double", "ground_rule_double"), "2B"),
        "triple": "3B",
        "homerun": "HR",
    }
)
OUT_NOTES: Mapping[str, str] = MappingProxyType(
    {"grounder": "G", "fly_out": "F", "deep_fly_out": "F", "pop_out": "IF", "line_out": "IF"}
)
PLAIN: Mapping[str, str] = MappingProxyType(
    {**HITS, "hit_by_pitch": "HBP", "balk": "BK", "caught_stealing": "CS", "stolen": "SB"}
)
PRESSED: Mapping[str, str] = MappingProxyType({"ball": "ball", "strike": "swing_and_miss", "homerun": "homerun"})
"""What the buttons say of a pitch; OUT does not say how."""
LOW, HIGH = 1, 6


def notation(before: Game, line: Entry, after: Game) -> Notes:
    """The notes of that line, none where it is not worth one."""
    name = play_name(before, line)
    return () if name is None else tuple(_notes(before, name, after))


def play_name(before: Game, line: Entry) -> str | None:
    """What a line of Four-Dice Baseball was, by the name in its table; None for anything else."""
    if before.setup.rules != "four-dice":
        return None
    match line:
        case Roll(values=values):
            play = find_play(before, values)
            return None if play is None else play.name
        case Press(button="out" | "run" as button) if before.phase == "low-high":
            return play_name(before, Roll(values=(LOW if button == "out" else HIGH,)))
        case Press(button=button) if before.phase == "pitch":
            return PRESSED.get(button)
        case Call(call="balk"):
            return "balk"
    return None


def outs_made(before: Game, after: Game) -> int:
    """How many the line put out; negative if another answer took some back, even the third one."""
    if half_of(after) < half_of(before):
        return after.outs - OUTS
    return (after.outs if half_of(after) == half_of(before) else OUTS) - before.outs


def half_of(game: Game) -> tuple[int, bool]:
    """Which half-inning it is, the later the greater."""
    return game.inning, game.half == "bottom"


def stole_freely(before: Game, after: Game) -> bool:
    """The man on first took second without a throw, for one was on third."""
    moved = FIRST in before.runners and SECOND not in before.runners
    return moved and SECOND in after.runners and FIRST not in after.runners


def _notes(before: Game, name: str, after: Game) -> Iterator[str]:
    if name in PLAIN:
        yield PLAIN[name]
    elif name in COUNTED:
        yield from COUNTED[name](before, after)
        if name in {"ball", "swing_and_miss"} and stole_freely(before, after):
            yield "SB"
    else:
        yield from BATTED_OUT[name](before, after) if name in BATTED_OUT else _out(before, name, after)
        yield from {2: ("DP",), 3: ("TP",)}.get(outs_made(before, after), ()) if name != "picked_off" else ()


def _out(before: Game, name: str, after: Game) -> Iterator[str]:
    if name in OUT_NOTES:
        yield OUT_NOTES[name]
    if name.endswith("fly_out") and _runs(after) > _runs(before):
        yield "SAC"


def _walk(before: Game, _: Game) -> Notes:
    return ("BB",) if before.balls == BALLS - 1 else ()


def _strikeout(note: str) -> Callable[[Game, Game], Notes]:
    return lambda before, _: (note,) if before.strikes == STRIKES - 1 else ()


def _wild_pitch(before: Game, after: Game) -> Notes:
    return ("WP",) if after.over else ("WP", *_walk(before, after))


def _struck_out_and(note: str) -> Callable[[Game, Game], Notes]:
    return lambda before, after: (note, "CS") if outs_made(before, after) > 1 else (note,)


def _picked_off(before: Game, after: Game) -> Notes:
    batter = ("K",) if not before.men or outs_made(before, after) > 1 else ()
    return ("PO", *batter) if before.men else batter


def _bunt(before: Game, after: Game) -> Notes:
    advanced = bool(before.men) and before.outs < OUTS - 1 and before.runners != after.runners
    return ("SAC" if advanced else "G", "B")


def _sign_off(before: Game, after: Game) -> Notes:
    """The same dice without the sign."""
    again = before.unsigned
    return () if again is None else notation(again, Roll(values=before.rolled), after)


COUNTED: Mapping[str, Callable[[Game, Game], Notes]] = MappingProxyType(
    {
        "ball": _walk,
        "called_strike": _strikeout(CALLED_OUT),
        "swing_and_miss": _strikeout("K"),
        "bunted_foul": _strikeout("K"),
        "wild_pitch": _wild_pitch,
        "wild_swing": lambda before, after: (*_strikeout("K")(before, after), "WP"),
        "sign_off": _sign_off,
    }
)
BATTED_OUT: Mapping[str, Callable[[Game, Game], Notes]] = MappingProxyType(
    {
        "struck_out_and_caught": _struck_out_and("K"),
        "called_out_and_caught": _struck_out_and(CALLED_OUT),
        "picked_off": _picked_off,
        "bunt": _bunt,
        "hot_shot": lambda before, _: ("G",) if SECOND in before.runners else ("IF",),
        "pop_up": lambda before, _: () if before.men else ("IF",),
    }
)


def _runs(game: Game) -> int:
    return game.away + game.home
