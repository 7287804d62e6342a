"""The facts of a line of the record: what happened, as keys and values without words.

Rule kept here: the rules are not applied a second time. A fact follows from the line and from the difference between
the states before and after it, so the play by play cannot differ from the score.
"""

from __future__ import annotations

from collections.abc import Callable

from scoreboard.commentary import card_facts, four_dice
from scoreboard.commentary.counts import counted, double_play
from scoreboard.commentary.fact import Fact, Facts, fact
from scoreboard.rules.diamante.board import PITCHER
from scoreboard.rules.events import (
    Amend,
    Ball,
    Call,
    Chip,
    Die,
    End,
    Hold,
    Move,
    Press,
    Roll,
    Set,
    Skip,
    says,
)
from scoreboard.rules.history import READING, Entry
from scoreboard.rules.state import Answer, Choice, Game
from scoreboard.scorebook import Happened, half_of, is_correction, notation, what_happened


def facts_of(before: Game, line: Entry, after: Game) -> tuple[Fact, ...]:
    """Return the facts of ``line`` in the order of the play by play: what was done, then its consequences."""
    if is_correction(line):
        return tuple(_corrected(line))
    happened = what_happened(before, line, after)
    facts = FACTS_OF_LINE[type(line)](before, line, after, happened)
    return (*facts, *_noted(before, line, after), *_consequences(before, after, happened))


def _noted(before: Game, line: Entry, after: Game) -> Facts:
    """As a scorekeeper writes it down."""
    if notes := notation(before, line, after):
        yield fact("noted", notes=notes)


def _corrected(line: Entry) -> Facts:
    match line:
        case Set():
            yield fact("set", changes=says(line))
        case Amend():
            yield from _amend(line)
        case Press():
            yield fact(f"press_{line.button}")


def _die(before: Game, die: Die, after: Game, happened: Happened) -> Facts:
    if die.color == before.team(before.fielding).color:
        return _throw(before, die, after) if after.choice else _pitch(before, die, after, happened)
    if die.color == before.team(before.batting).color:
        return _swing(before, die, after, happened)
    return _run(die, after)


def _pitch(before: Game, die: Die, after: Game, happened: Happened) -> Facts:
    """A pitch. If it also ends the play because no runner runs, its count is in the state after it (D27, D46)."""
    yield fact("pitch", team=before.team(before.fielding).name, value=die.value)
    yield from counted(after.unpitched or before, happened.name, strikes=after.strikes)


def _swing(before: Game, die: Die, after: Game, happened: Happened) -> Facts:
    """A swing at the pitch, or after a ball at one that was none (D15)."""
    chased = before.unpitched if before.phase == "pitch" else None
    yield fact("chase" if chased else "swing", team=before.team(before.batting).name, value=die.value)
    match happened.name:
        case "fly":
            yield fact("fly", zone=happened.zone)
        case "bunt":
            yield fact("bunt", target=after.ball)
        case "ten" | "homerun" as name:
            yield fact(name)
        case name:
            yield from counted(chased or before, name)


def _run(die: Die, after: Game) -> Facts:
    if after.choice is None:
        yield fact("run", value=die.value)
    else:
        yield from _advance(after.choice)


def _throw(before: Game, die: Die, after: Game) -> Facts:
    team = before.team(before.fielding).name
    target = after.choice.chosen if after.choice else PITCHER
    if target == PITCHER:
        yield fact("short", team=team, value=die.value)
    else:
        yield fact("throw", team=team, value=die.value, target=target)
    if after.phase == "throw":
        yield fact("throw_again")


def _chip(_: Game, __: Chip, ___: Game, happened: Happened) -> Facts:
    yield fact(happened.name)


def _roll(before: Game, roll: Roll, after: Game, happened: Happened) -> Facts:
    if before.setup.rules == "four-dice":
        yield from four_dice.roll(before, roll, after, happened)
        return
    yield fact("roll", team=before.team(before.batting).name, values=roll.values)
    if before.dealt is not None:
        yield from card_facts.compared_facts(before, before.dealt, roll)
    if happened.name:
        yield fact(f"rolled_{happened.name}")
    yield from double_play(happened)
    if before.dealt is not None:
        yield from card_facts.worn_facts(before, before.dealt, after)


def _move(before: Game, move: Move, *_: object) -> Facts:
    return _answer(before, move.to)


def _ball_to(before: Game, ball: Ball, *_: object) -> Facts:
    return _answer(before, ball.to)


def _answer(before: Game, answer: Answer) -> Facts:
    """The answer to the last throw: the default stands, or another one."""
    choice = before.choice
    if choice is None or choice.chosen == answer:
        yield fact("stands")
    elif choice.before.phase == "run":
        yield fact("instead_run", place=answer)
    else:  # the half-inning may have ended on the throw as it stood
        yield fact("instead_throw", team=before.team(choice.before.fielding).name, target=answer)


def _skip(_: Game, __: Skip, after: Game, ___: Happened) -> Facts:
    yield fact("skip")
    if after.choice is not None:
        yield from _runner_of_die(after.choice)


def _runner_of_die(choice: Choice) -> Facts:
    """Another runner is the one whose white die it was (D27), and he advances."""
    runner = next(man.place for man in choice.before.men if man.turn == "due")
    yield fact("die_of", runner=runner)
    yield from _advance(choice)


def _advance(choice: Choice) -> Facts:
    """How far the white die takes its runner."""
    place = next(man.place for man in choice.before.men if man.turn == "due")
    if choice.chosen == place:
        yield fact("stay", value=choice.value)
    else:
        yield fact("run_to", value=choice.value, place=choice.chosen)


def _hold(before: Game, *_: object) -> Facts:
    yield fact("hold", team=before.team(before.fielding).name)


def _call(before: Game, call: Call, after: Game, _: Happened) -> Facts:
    if before.setup.rules == "four-dice":
        return four_dice.call(before, call)
    if before.dealt is not None:
        return card_facts.call_facts(before, call, after)
    return iter((fact("call", team=before.team(before.batting).name, call=call.call),))


def _amend(line: Amend) -> Facts:
    match says(line):
        case {"as": None}:
            yield fact("amend_away", line=line.line)
        case {"as": _}:
            yield fact("amend_as", line=line.line)
        case {"add": _}:
            yield fact("amend_add", line=line.line)
        case new:
            yield fact("amend", line=line.line, reading=next(new[key] for key in READING.values() if key in new))


def _ended(_: Game, line: End, *__: object) -> Facts:
    yield fact(line.why)


def _press(before: Game, press: Press, after: Game, happened: Happened) -> Facts:
    if before.phase == "low-high" and press.button in {"out", "run"}:
        return four_dice.what_it_was(before, after, happened)
    return _pressed(before, press, after, happened)


def _pressed(before: Game, press: Press, after: Game, happened: Happened) -> Facts:
    match press.button:
        case "ball" | "strike":
            return counted(before, happened.name)
        case "batter" if before.fresh or not after.fresh:
            return iter((fact("same_batter"),))
        case "next" if after.choice is not None:
            return _next(before, after.choice)
        case button:
            said = {"caught": "caught", "fair": "fair", "run_added": "run_added"}
            return iter((fact(said.get(happened.name, f"press_{button}")),))


def _next(before: Game, choice: Choice) -> Facts:
    """What NEXT chose: another answer of the same runner or fielder, or another runner for the die."""
    same = before.choice is not None and before.choice.before == choice.before
    return _answer(before, choice.chosen) if same else _runner_of_die(choice)


def _consequences(before: Game, after: Game, happened: Happened) -> Facts:
    if runs := happened.runs:
        yield fact("runs" if runs > 1 else "one_run" if runs > 0 else "runs_back", runs=abs(runs))
    if outs := happened.outs:
        yield fact("outs", outs=before.outs + outs) if outs > 0 else fact("outs_back", outs=after.outs)
    if after.over and not before.over:
        yield from _end(after)
    elif half_of(after) > half_of(before):
        yield fact(after.half, inning=after.inning, team=after.team(after.batting).name)
    elif half_of(after) < half_of(before) or (before.over and not after.over):
        yield fact("still", team=after.team(after.batting).name)


def _end(after: Game) -> Facts:
    score = (after.away, after.home)
    values = {"most": max(score), "least": min(score)}
    if after.winner is None:
        yield fact("end", **values)
    elif after.ended:
        yield fact("win_early", team=after.team(after.winner).name)
    else:
        yield fact("win", team=after.team(after.winner).name, **values)


FACTS_OF_LINE: dict[type, Callable[..., Facts]] = {
    Die: _die,
    Chip: _chip,
    Roll: _roll,
    Move: _move,
    Skip: _skip,
    Ball: _ball_to,
    Hold: _hold,
    Call: _call,
    Press: _press,
    End: _ended,
}
"""The function for each kind of line that is played."""
