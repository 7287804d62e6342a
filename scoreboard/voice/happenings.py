"""What a line of the record made happen, as facts without words; a language puts them into words.

Rule kept here: the law is not judged a second time. A fact is read off the line and off what changed between the
state before it and the state after it, so what is told is what was scored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from scoreboard.rules.events import (
    Amend,
    Ball,
    Call,
    Chip,
    Die,
    Hold,
    Move,
    Press,
    Roll,
    Set,
    Skip,
    says,
)
from scoreboard.rules.history import READING, Entry
from scoreboard.rules.state import Answer, Game
from scoreboard.rules.table import find_play

BALLS_TO_WALK = 4
STRIKES_TO_GO = 3
OUTS_TO_RETIRE = 3
PITCHER = "Z1"


class Fact(NamedTuple):
    """Something that happened: a language has a phrase for each ``key``, with a place for each value."""

    key: str
    values: dict[str, object]


Facts = Iterator[Fact]


def fact(key: str, **values: object) -> Fact:
    """Make a fact."""
    return Fact(key, values)


def happenings(before: Game, line: Entry, after: Game) -> tuple[Fact, ...]:
    """Return what ``line`` made happen, in the order to tell it: what was done, then what came of it."""
    done = TOLD[type(line)](before, line, after)
    came = () if _is_about_the_past(line) else _came_of_it(before, after)
    return (*done, *came)


def _is_about_the_past(line: Entry) -> bool:
    return isinstance(line, Set | Amend) or (isinstance(line, Press) and line.button in {"undo", "redo"})


def _die(before: Game, die: Die, after: Game) -> Facts:
    if die.color == before.team(before.fielding).color:
        return _throw(before, die, after) if after.choice else _pitch(_between_plays(before), die, after)
    if die.color == before.team(before.batting).color:
        return AT_BAT[before.phase](before, die, after)
    return _run(before, die, after)


def _between_plays(game: Game) -> Game:
    """Where a pitch ends the play because nobody runs: the count is clear unless the same batter is up (D27, D46)."""
    return game if game.waiting else replace(game, balls=0, strikes=0)


def _pitch(before: Game, die: Die, after: Game) -> Facts:
    yield fact("pitch", team=before.team(before.fielding).name, value=die.value)
    if after.phase == "swing":
        return
    if after.chase or _runs(before, after):
        yield from _ball(before)
    else:
        yield from _strike(before)


def _ball(before: Game) -> Facts:
    number = before.balls + 1
    if number < BALLS_TO_WALK:
        yield fact("ball", number=number)
    else:
        yield fact("walk", team=before.team(before.batting).name)


def _strike(before: Game) -> Facts:
    number = before.strikes + 1
    yield fact("strike" if number < STRIKES_TO_GO else "strikeout", number=number)


def _chase(before: Game, die: Die, _: Game) -> Facts:
    yield fact("chase", team=before.team(before.batting).name, value=die.value)
    yield from _strike(before.unpitched or before)


def _swing(before: Game, die: Die, after: Game) -> Facts:
    yield fact("swing", team=before.team(before.batting).name, value=die.value)
    counted = before.house.modified(before.batter or "", die.value)
    if after.phase == "homer":
        yield fact("ten")
    elif after.phase == "toss":
        yield fact("fly", zone=after.zone)
    elif after.phase == "run":
        yield fact("bunt", target=after.ball)
    elif _runs(before, after):
        yield fact("homerun")
    elif counted == before.pitched and not before.bunting:
        yield from _foul(before)
    else:
        yield from _strike(before)


def _foul(before: Game) -> Facts:
    yield fact("foul")
    if before.strikes + 1 < STRIKES_TO_GO:
        yield from _strike(before)


def _homer(before: Game, die: Die, after: Game) -> Facts:
    yield fact("swing", team=before.team(before.batting).name, value=die.value)
    if after.phase == "toss":
        yield fact("fly", zone=after.zone)
    elif _runs(before, after):
        yield fact("homerun")
    else:  # a 0
        yield from _strike(before)


def _run(_: Game, die: Die, after: Game) -> Facts:
    if after.choice is None:
        yield fact("run", value=die.value)
    elif after.choice.chosen == next(man.place for man in after.choice.before.men if man.turn == "due"):
        yield fact("stay", value=die.value)
    else:
        yield fact("run_to", value=die.value, place=after.choice.chosen)


def _throw(before: Game, die: Die, after: Game) -> Facts:
    team = before.team(before.fielding).name
    target = after.choice.chosen if after.choice else PITCHER
    if target == PITCHER:
        yield fact("short", team=team, value=die.value)
    else:
        yield fact("throw", team=team, value=die.value, target=target)
    if after.phase == "throw":
        yield fact("throw_again")


def _chip(_: Game, chip: Chip, __: Game) -> Facts:
    yield fact("fair" if chip.face == "hit" else "caught")


def _roll(before: Game, roll: Roll, _: Game) -> Facts:
    yield fact("roll", team=before.team(before.batting).name, values=roll.values)
    play = find_play(before.setup.rules, roll.values)
    if play:
        yield fact(f"rolled_{play.name}")


def _move(before: Game, move: Move, _: Game) -> Facts:
    return _answer(before, move.to)


def _put(before: Game, ball: Ball, _: Game) -> Facts:
    return _answer(before, ball.to)


def _answer(before: Game, answer: Answer) -> Facts:
    """Tell how the last throw is answered: as it stood, or otherwise."""
    choice = before.choice
    if choice is None or choice.chosen == answer:
        yield fact("stands")
    elif choice.before.phase == "run":
        yield fact("instead_run", place=answer)
    else:
        yield fact("instead_throw", team=before.team(before.fielding).name, target=answer)


def _skip(*_: object) -> Facts:
    yield fact("skip")


def _hold(before: Game, *_: object) -> Facts:
    yield fact("hold", team=before.team(before.fielding).name)


def _call(before: Game, call: Call, _: Game) -> Facts:
    yield fact("call", team=before.team(before.batting).name, call=call.call)


def _set(_: Game, line: Set, __: Game) -> Facts:
    yield fact("set", changes=says(line))


def _amend(_: Game, line: Amend, __: Game) -> Facts:
    new = says(line)
    yield fact("amend", line=line.line, reading=next(new[key] for key in READING.values() if key in new))


def _press(before: Game, press: Press, after: Game) -> Facts:
    match press.button:
        case "ball":
            return _ball(before)
        case "strike":
            return _strike(before)
        case "next" if after.choice is not None:
            return _answer(before, after.choice.chosen)
        case button:
            return iter((fact(PRESSED.get((button, before.phase), f"press_{button}")),))


def _came_of_it(before: Game, after: Game) -> Facts:
    if runs := _runs(before, after):
        yield fact("runs" if runs > 1 else "one_run" if runs > 0 else "runs_back", runs=abs(runs))
    if outs := _outs(before, after):
        yield from _double_play(outs)
        yield fact("outs", outs=before.outs + outs)
    if after.over and not before.over:
        yield from _end(after)
    elif (after.inning, after.half) != (before.inning, before.half):
        yield fact(after.half, inning=after.inning, team=after.team(after.batting).name)


def _double_play(outs: int) -> Facts:
    if outs > 1:
        yield fact("double_play" if outs < OUTS_TO_RETIRE else "triple_play")


def _end(after: Game) -> Facts:
    score = (after.away, after.home)
    values = {"most": max(score), "least": min(score)}
    yield fact("win", team=after.team(after.winner).name, **values) if after.winner else fact("end", **values)


def _runs(before: Game, after: Game) -> int:
    return after.away + after.home - before.away - before.home


def _outs(before: Game, after: Game) -> int:
    """How many outs the line made; negative if a choice made otherwise took one back."""
    same = (after.inning, after.half) == (before.inning, before.half)
    return (after.outs if same else OUTS_TO_RETIRE) - before.outs


PRESSED = {("out", "toss"): "caught", ("run", "toss"): "fair"}
"""Where a press says what the table would have shown."""
AT_BAT: dict[str, Callable[[Game, Die, Game], Facts]] = {"pitch": _chase, "swing": _swing, "homer": _homer}
TOLD: dict[type, Callable[[Game, Any, Game], Facts]] = {
    Die: _die,
    Chip: _chip,
    Roll: _roll,
    Move: _move,
    Skip: _skip,
    Ball: _put,
    Hold: _hold,
    Call: _call,
    Press: _press,
    Set: _set,
    Amend: _amend,
}
"""Who tells each kind of line."""
