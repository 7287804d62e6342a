"""The facts of a roll of Four-Dice Baseball: which row it was, and what it left open."""

from __future__ import annotations

from scoreboard.commentary.counts import counted, double_play
from scoreboard.commentary.fact import Facts, fact
from scoreboard.rules.events import Call, Roll
from scoreboard.rules.four_dice import pitch_in_doubt
from scoreboard.rules.state import Game
from scoreboard.scorebook import STRIKE_NAMES, Happened, what_happened


def call(before: Game, line: Call) -> Facts:
    """A sign of the side at bat; a balk or an appeal of the team in the field."""
    match line.call:
        case "balk":
            yield fact("balk", team=before.team(before.fielding).name)
        case "appeal":
            yield fact("appeal", team=before.team(pitch_in_doubt(before).fielding).name)
        case sign:
            yield fact("call", team=before.team(before.batting).name, call=sign)


def roll(before: Game, line: Roll, after: Game, happened: Happened) -> Facts:
    """The dice, and what they were."""
    at = pitch_in_doubt(before) if before.low_high == "appeal" else before
    yield fact("roll", team=before.team(at.fielding).name, values=line.values)
    yield from what_it_was(before, after, happened)


def what_it_was(before: Game, after: Game, happened: Happened) -> Facts:
    """A pitch, or a low/high die."""
    yield from _named(before, happened, after)
    if after.low_high == "steal" and before.phase == "pitch":
        yield fact("runners_go")
    elif happened.name != "stolen" and happened.stole:
        yield fact("unthrown")
    yield from double_play(happened)


def _named(before: Game, happened: Happened, after: Game) -> Facts:
    name, result = happened.name, happened.result
    match name:
        case "ball" | "walk" | "foul":
            yield from counted(before, name)
        case "wild_pitch":
            yield fact("rolled_wild_pitch")
            yield from () if after.over else counted(before, "walk" if result == "BB" else "ball")
        case _ if name in STRIKE_NAMES:
            yield fact(f"rolled_{name}")
            yield from counted(before, "strikeout" if result == "K" else "strike")
        case "sign_off" if before.unsigned is not None:
            yield fact("rolled_sign_off")
            again = what_happened(before.unsigned, Roll(values=before.rolled), after)
            yield from what_it_was(before.unsigned, after, again)
        case _:
            yield fact(f"rolled_{name}")
            if name == "picked_off" and result == "K":
                yield fact("rolled_struck_out")
