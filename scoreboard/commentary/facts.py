"""The facts of a line of the record: what happened, as keys and values without words.

Rule kept here: the rules are not applied a second time. A fact follows from the line and from the difference between
the states before and after it, so the play by play cannot differ from the score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoreboard.commentary import card_facts, four_dice
from scoreboard.commentary.counts import ball, double_play, foul, strike
from scoreboard.commentary.fact import Fact, Facts, fact
from scoreboard.rules.baseball import OUTS, STRIKES
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
from scoreboard.rules.state import FIRST, Answer, Choice, Dealt, Game
from scoreboard.rules.table import find_play
from scoreboard.scorebook import half_of, notation, outs_made


def facts_of(before: Game, line: Entry, after: Game) -> tuple[Fact, ...]:
    """Return the facts of ``line`` in the order of the play by play: what was done, then its consequences."""
    facts = FACTS_OF_LINE[type(line)](before, line, after)
    if _is_correction(line):
        return tuple(facts)
    return (*facts, *_noted(before, line, after), *_consequences(before, after))


def _noted(before: Game, line: Entry, after: Game) -> Facts:
    """As a scorekeeper writes it down."""
    if notes := notation(before, line, after):
        yield fact("noted", notes=notes)


def _is_correction(line: Entry) -> bool:
    return isinstance(line, Set | Amend) or (isinstance(line, Press) and line.button in {"undo", "redo"})


def _die(before: Game, die: Die, after: Game) -> Facts:
    if die.color == before.team(before.fielding).color:
        return _throw(before, die, after) if after.choice else _pitch(before, die, after)
    if die.color == before.team(before.batting).color:
        return FACTS_OF_BATTERS_DIE[before.phase](before, die, after)
    return _run(before, die, after)


def _pitch(before: Game, die: Die, after: Game) -> Facts:
    """A pitch. If it also ends the play because no runner runs, its count is in the state after it (D27, D46)."""
    yield fact("pitch", team=before.team(before.fielding).name, value=die.value)
    if after.phase == "swing":
        return
    if after.chase or _runs(before, after):
        yield from ball(after.unpitched or before)
    else:
        yield from strike(after.strikes or STRIKES)


def _chase(before: Game, die: Die, _: Game) -> Facts:
    yield fact("chase", team=before.team(before.batting).name, value=die.value)
    yield from strike((before.unpitched or before).strikes + 1)


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
        yield from foul(before)
    else:
        yield from strike(before.strikes + 1)


def _homer(before: Game, die: Die, after: Game) -> Facts:
    yield fact("swing", team=before.team(before.batting).name, value=die.value)
    if after.phase == "toss":
        yield fact("fly", zone=after.zone)
    elif _runs(before, after):
        yield fact("homerun")
    else:  # a 0
        yield from strike(before.strikes + 1)


def _run(_: Game, die: Die, after: Game) -> Facts:
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


def _chip(_: Game, chip: Chip, __: Game) -> Facts:
    yield fact("fair" if chip.face == "hit" else "caught")


def _roll(before: Game, roll: Roll, after: Game) -> Facts:
    if before.setup.rules == "four-dice":
        return four_dice.roll(before, roll, after)
    if before.dealt is not None:
        return _card_roll(before, before.dealt, roll, after)
    return _table_roll(before, roll, after)


def _card_roll(before: Game, dealt: Dealt, roll: Roll, after: Game) -> Facts:
    yield from card_facts.roll_facts(before, dealt, roll, after)
    yield from double_play(outs_made(before, after))
    yield from card_facts.worn_facts(before, dealt, after)


def _table_roll(before: Game, roll: Roll, after: Game) -> Facts:
    yield fact("roll", team=before.team(before.batting).name, values=roll.values)
    play = find_play(before.setup.rules, roll.values)
    if play:
        yield fact(f"rolled_{_outcome_name(play.name, before, after)}")
    if play is None or play.name != "no_run":  # that one ends the half-inning without a play
        yield from double_play(outs_made(before, after))


def _outcome_name(name: str, before: Game, after: Game) -> str:
    """The key of a table game's outcome: of a smaller one if its name says more than happened."""
    if name not in SMALLER_OUTCOMES:
        return name
    smaller, applies = SMALLER_OUTCOMES[name]
    return smaller if applies(before, after) else name


def _no_runner_advances(before: Game, after: Game) -> bool:
    return not before.men or before.outs + outs_made(before, after) == OUTS


def _move(before: Game, move: Move, _: Game) -> Facts:
    return _answer(before, move.to)


def _ball_to(before: Game, ball: Ball, _: Game) -> Facts:
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


def _skip(_: Game, __: Skip, after: Game) -> Facts:
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


def _call(before: Game, call: Call, after: Game) -> Facts:
    if before.setup.rules == "four-dice":
        return four_dice.call(before, call)
    if before.dealt is not None:
        return card_facts.call_facts(before, call, after)
    return iter((fact("call", team=before.team(before.batting).name, call=call.call),))


def _set(_: Game, line: Set, __: Game) -> Facts:
    yield fact("set", changes=says(line))


def _amend(_: Game, line: Amend, __: Game) -> Facts:
    match says(line):
        case {"as": None}:
            yield fact("amend_away", line=line.line)
        case {"as": _}:
            yield fact("amend_as", line=line.line)
        case {"add": _}:
            yield fact("amend_add", line=line.line)
        case new:
            yield fact("amend", line=line.line, reading=next(new[key] for key in READING.values() if key in new))


def _ended(_: Game, line: End, __: Game) -> Facts:
    yield fact(line.why)


def _press(before: Game, press: Press, after: Game) -> Facts:
    decides = before.phase == "low-high" and press.button in {"out", "run"}
    return four_dice.press(before, press, after) if decides else _pressed(before, press, after)


def _pressed(before: Game, press: Press, after: Game) -> Facts:
    match press.button:
        case "ball":
            return ball(before)
        case "strike":
            return strike(before.strikes + 1)
        case "run" if before.phase == "pitch" and not before.men:
            return iter((fact("run_added"),))
        case "batter" if before.fresh or not after.fresh:
            return iter((fact("same_batter"),))
        case "next" if after.choice is not None:
            return _next(before, after.choice)
        case button:
            return iter((fact(FACTS_OF_PRESS.get((button, before.phase), f"press_{button}")),))


def _next(before: Game, choice: Choice) -> Facts:
    """What NEXT chose: another answer of the same runner or fielder, or another runner for the die."""
    same = before.choice is not None and before.choice.before == choice.before
    return _answer(before, choice.chosen) if same else _runner_of_die(choice)


def _consequences(before: Game, after: Game) -> Facts:
    if runs := _runs(before, after):
        yield fact("runs" if runs > 1 else "one_run" if runs > 0 else "runs_back", runs=abs(runs))
    if outs := outs_made(before, after):
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


def _runs(before: Game, after: Game) -> int:
    return after.away + after.home - before.away - before.home


FACTS_OF_PRESS = {("out", "toss"): "caught", ("run", "toss"): "fair"}
"""Buttons that stand for what a token on the table would have shown, by phase."""
SMALLER_OUTCOMES: Mapping[str, tuple[str, Callable[[Game, Game], bool]]] = {
    "long_single": ("single", lambda before, _: not before.men),
    "sacrifice": ("out", _no_runner_advances),
    "ground_out": ("plain_ground_out", _no_runner_advances),
    "force_out": ("plain_ground_out", lambda before, _: FIRST not in before.runners),
    "ones": ("last_ones", lambda _, after: after.over),
}
"""Outcomes of the table games that may do less than their names say: the smaller outcome, and when it applies."""
FACTS_OF_BATTERS_DIE: dict[str, Callable[[Game, Die, Game], Facts]] = {
    "pitch": _chase,
    "swing": _swing,
    "homer": _homer,
}
FACTS_OF_LINE: dict[type, Callable[[Game, Any, Game], Facts]] = {
    Die: _die,
    Chip: _chip,
    Roll: _roll,
    Move: _move,
    Skip: _skip,
    Ball: _ball_to,
    Hold: _hold,
    Call: _call,
    Press: _press,
    Set: _set,
    Amend: _amend,
    End: _ended,
}
"""The function for each kind of line."""
