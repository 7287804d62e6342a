"""The facts of a roll of Four-Dice Baseball: which row it was, and what it left open."""

from __future__ import annotations

from scoreboard.commentary.counts import ball, double_play, foul, strike
from scoreboard.commentary.fact import Facts, fact
from scoreboard.rules.baseball import OUTS
from scoreboard.rules.events import Call, Press, Roll
from scoreboard.rules.four_dice import pitch_in_doubt
from scoreboard.rules.state import SECOND, Game
from scoreboard.scorebook import outs_made, play_name, stole_freely

STRIKES_OF = frozenset({"called_strike", "swing_and_miss", "bunted_foul", "wild_swing"})
SEPARATE_OUTS = frozenset({"picked_off", "sign_off", "sign_stands"})
"""Names of what makes no double play, whatever the outs."""


def call(before: Game, line: Call) -> Facts:
    """A sign of the side at bat; a balk or an appeal of the team in the field."""
    match line.call:
        case "balk":
            yield fact("balk", team=before.team(before.fielding).name)
        case "appeal":
            yield fact("appeal", team=before.team(pitch_in_doubt(before).fielding).name)
        case sign:
            yield fact("call", team=before.team(before.batting).name, call=sign)


def roll(before: Game, line: Roll, after: Game) -> Facts:
    """The dice, and what they were."""
    at = pitch_in_doubt(before) if before.low_high == "appeal" else before
    yield fact("roll", team=before.team(at.fielding).name, values=line.values)
    yield from _play(before, line, after)


def press(before: Game, line: Press, after: Game) -> Facts:
    """A low/high die that was entered by button."""
    return _play(before, line, after)


def _play(before: Game, line: Roll | Press, after: Game) -> Facts:
    name = play_name(before, line) or ""
    yield from _named(before, name, after)
    if after.low_high == "steal" and before.phase == "pitch":
        yield fact("runners_go")
    elif name in {"ball", "swing_and_miss"} and stole_freely(before, after):
        yield fact("unthrown")
    if name not in SEPARATE_OUTS:
        yield from double_play(outs_made(before, after))


def _named(before: Game, name: str, after: Game) -> Facts:
    match name:
        case "ball":
            yield from ball(before)
        case "foul_ball":
            yield from foul(before)
        case "wild_pitch":
            yield fact("rolled_wild_pitch")
            yield from () if after.over else ball(before)
        case _ if name in STRIKES_OF:
            yield fact(f"rolled_{name}")
            yield from strike(before.strikes + 1)
        case "sign_off" if before.unsigned is not None:
            yield fact("rolled_sign_off")
            yield from _play(before.unsigned, Roll(values=before.rolled), after)
        case _:
            yield fact(f"rolled_{_smaller(before, name)}")
            if name == "picked_off" and before.men and before.outs < OUTS - 1:
                yield fact("rolled_struck_out")


def _smaller(before: Game, name: str) -> str:
    """What happened where the name says more."""
    alone = not before.men or before.outs == OUTS - 1
    match name:
        case "struck_out_and_caught" | "called_out_and_caught" if alone:
            return "struck_out"
        case "picked_off" if not before.men:
            return "struck_out"
        case "pop_up" if not before.men:
            return "pop_out"
        case "hot_shot" if SECOND not in before.runners:
            return "line_out"
    return name
