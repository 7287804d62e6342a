"""The facts of a roll of Four-Dice Baseball: which row it was, and what it left open."""

from __future__ import annotations

from collections.abc import Iterator

from scoreboard.commentary.counts import double_play_facts, pitch_facts, roll_name
from scoreboard.commentary.names import call_name
from scoreboard.message import Message, message
from scoreboard.rules.events import Call, Roll
from scoreboard.rules.four_dice import pitch_in_doubt
from scoreboard.rules.state import Game
from scoreboard.scorebook import STRIKE_NAMES, Happened, is_full, what_happened


def call_facts(before: Game, line: Call) -> Iterator[Message]:
    """A sign of the side at bat; a balk or an appeal of the team in the field."""
    match line.call:
        case "balk":
            yield message("play.balk", team=before.team(before.fielding).name)
            if not before.men:
                yield message("play.rolled.no-steal")
        case "appeal":
            yield message("play.appeal", team=before.team(pitch_in_doubt(before).fielding).name)
        case sign:
            yield message("play.call", team=before.team(before.batting).name, call=call_name("play.call", sign))


def roll_facts(before: Game, line: Roll, after: Game, happened: Happened) -> Iterator[Message]:
    """The dice, and what they were."""
    at = pitch_in_doubt(before) if before.signs.low_high == "appeal" else before
    yield message("play.roll", team=before.team(at.fielding).name, values=line.values)
    yield from play_facts(before, after, happened)


def play_facts(before: Game, after: Game, happened: Happened) -> Iterator[Message]:
    """A pitch, or a low/high die."""
    yield from _named(before, happened, after)
    if after.signs.low_high == "steal" and before.phase == "pitch":
        yield message("play.runners-go")
    elif happened.name != "stolen" and happened.stole:
        yield message("play.unthrown")
    yield from double_play_facts(happened)


def _named(before: Game, happened: Happened, after: Game) -> Iterator[Message]:
    name, result = happened.name, happened.result
    match name:
        case "ball" | "walk" | "foul":
            yield from pitch_facts(before, name)
        case "wild_pitch":
            yield roll_name("wild-pitch")
            yield from (
                ()
                if after.over or is_full(before, after)
                else pitch_facts(before, "walk" if result == "BB" else "ball")
            )
        case _ if name in STRIKE_NAMES:
            yield roll_name(name)
            yield from pitch_facts(before, "strikeout" if result == "K" else "strike")
        case "sign_off" if before.signs.unsigned is not None:
            yield roll_name("sign-off")
            again = what_happened(before.signs.unsigned, Roll(values=before.signs.rolled), after)
            yield from play_facts(before.signs.unsigned, after, again)
        case _:
            yield roll_name(name)
            if name == "picked_off" and result == "K":
                yield roll_name("struck-out")
