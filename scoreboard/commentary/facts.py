"""The facts of a line of the record: what happened, as keys and values without words.

Rule kept here: the rules are not applied a second time. A fact follows from the line and from the difference between
the states before and after it, so the play by play cannot differ from the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from scoreboard.commentary import four_dice, rallybird
from scoreboard.commentary.counts import counted, double_play, rolled, spelled
from scoreboard.commentary.names import called, changes, place, reading, target, zone
from scoreboard.message import Message, message
from scoreboard.rules.diamante.board import PITCHER, spoken_place
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
from scoreboard.rules.helmet_signs import painted
from scoreboard.rules.history import Entry
from scoreboard.rules.house_rules import Helmet
from scoreboard.rules.state import SHARED, Answer, Choice, Game
from scoreboard.scorebook import Happened, half_of, is_correction, notation, what_happened


def facts_of(before: Game, line: Entry, after: Game) -> tuple[Message, ...]:
    """Return the facts of ``line`` in the order of the play by play: what was done, then its consequences."""
    if is_correction(line):
        return tuple(_corrected(line))
    happened = what_happened(before, line, after)
    facts = FACTS_OF_LINE[type(line)](before, line, after, happened)
    return (*facts, *_notation(before, line, after), *_consequences(before, after, happened))


def _notation(before: Game, line: Entry, after: Game) -> Iterator[Message]:
    """As a scorekeeper writes it down."""
    if notes := notation(before, line, after):
        yield message("play.noted", notes=notes)


def _corrected(line: Entry) -> Iterator[Message]:
    match line:
        case Set():
            yield message("play.set", changes=changes(says(line)))
        case Amend():
            yield from _amend(line)
        case Press():
            yield message(f"play.press-{line.button}")


def _die(before: Game, die: Die, after: Game, happened: Happened) -> Iterator[Message]:
    if die.color == before.team(before.fielding).color:
        return _throw(before, die, after) if after.diamante.choice else _pitch(before, die, after, happened)
    if die.color == before.team(before.batting).color:
        return _swing(before, die, after, happened)
    return _run(before, die, after)


def _pitch(before: Game, die: Die, after: Game, happened: Happened) -> Iterator[Message]:
    """A pitch. If it also ends the play because no runner runs, its count is in the state after it (D27, D46)."""
    yield message("play.pitch", team=before.team(before.fielding).name, value=die.value)
    yield from counted(after.diamante.unpitched or before, happened.name, strikes=after.strikes)


def _swing(before: Game, die: Die, after: Game, happened: Happened) -> Iterator[Message]:
    """A swing at the pitch, or after a ball at one that was none (D15)."""
    chased = before.diamante.unpitched if before.phase == "pitch" else None
    yield message("play.chase" if chased else "play.swing", team=before.team(before.batting).name, value=die.value)
    yield from _helped(worn(before, die, after))
    match happened.name:
        case "fly":
            yield message("play.fly", zone=zone(happened.zone))
        case "bunt":
            yield message("play.bunt", target=target(after.ball))
        case "ten" | "homerun" as name:
            yield message(f"play.{name}")
        case name:
            yield from counted(chased or before, name)


def _run(before: Game, die: Die, after: Game) -> Iterator[Message]:
    if after.diamante.choice is None:
        yield message("play.run", value=die.value)
        yield from _helped(worn(before, die, after))
    else:
        yield from _advance(after.diamante.choice)


def _throw(before: Game, die: Die, after: Game) -> Iterator[Message]:
    team = before.team(before.fielding).name
    aim = after.diamante.choice.chosen if after.diamante.choice else PITCHER
    if aim == PITCHER:
        yield message("play.short", team=team, value=die.value)
    else:
        yield message("play.throw", team=team, value=die.value, target=target(aim))
    if after.phase == "throw":
        yield message("play.throw-again")


def _chip(_: Game, __: Chip, ___: Game, happened: Happened) -> Iterator[Message]:
    yield message(f"play.{happened.name}")


def _roll(before: Game, roll: Roll, after: Game, happened: Happened) -> Iterator[Message]:
    if before.setup.rules == "four-dice":
        yield from four_dice.roll(before, roll, after, happened)
        return
    yield message("play.roll", team=before.team(before.batting).name, values=roll.values)
    if before.cards is not None:
        yield from rallybird.compared_facts(before, before.cards, roll)
    if happened.name:
        yield rolled(happened.name)
    yield from double_play(happened)
    if before.cards is not None:
        yield from rallybird.worn_facts(before, before.cards, after)


def _move(before: Game, move: Move, *_: object) -> Iterator[Message]:
    return _answer(before, move.to)


def _ball_to(before: Game, ball: Ball, *_: object) -> Iterator[Message]:
    return _answer(before, ball.to)


def _answer(before: Game, answer: Answer) -> Iterator[Message]:
    """The answer to the last throw: the default stands, or another one."""
    choice = before.diamante.choice
    if choice is None or choice.chosen == answer:
        yield message("play.stands")
    elif choice.before.phase == "run":
        yield message("play.instead-run", place=place(int(answer)))
    else:  # the half-inning may have ended on the throw as it stood
        yield message("play.instead-throw", team=before.team(choice.before.fielding).name, target=target(answer))


def _skip(_: Game, __: Skip, after: Game, ___: Happened) -> Iterator[Message]:
    yield message("play.skip")
    if after.diamante.choice is not None:
        yield from _runner_of_die(after.diamante.choice)


def _runner_of_die(choice: Choice) -> Iterator[Message]:
    """Another runner is the one whose white die it was (D27), and he advances."""
    runner = next(man.place for man in choice.before.men if man.turn == "due")
    yield message("play.die-of", runner=spoken_place(runner))
    yield from _advance(choice)


def _advance(choice: Choice) -> Iterator[Message]:
    """How far the white die takes its runner."""
    start = next(man.place for man in choice.before.men if man.turn == "due")
    if choice.chosen == start:
        yield message("play.stay", value=choice.value)
    else:
        yield message("play.run-to", value=choice.value, place=place(int(choice.chosen)))
        yield from _helped(worn_running(choice))


def _helped(by: Worn | None) -> Iterator[Message]:
    """What a helmet made of the throw (D16)."""
    if by is not None:
        yield by.said("play.helmet")


def _hold(before: Game, *_: object) -> Iterator[Message]:
    yield message("play.hold", team=before.team(before.fielding).name)


def _call(before: Game, call: Call, after: Game, _: Happened) -> Iterator[Message]:
    if before.setup.rules == "four-dice":
        return four_dice.call(before, call)
    if before.cards is not None:
        return rallybird.call_facts(before, call, after)
    return iter((message("play.call", team=before.team(before.batting).name, call=called("play.call", call.call)),))


def _amend(line: Amend) -> Iterator[Message]:
    match says(line):
        case {"as": None}:
            yield message("play.amend-away", line=line.line)
        case {"as": _}:
            yield message("play.amend-as", line=line.line)
        case {"add": _}:
            yield message("play.amend-add", line=line.line)
        case new:
            yield message("play.amend", line=line.line, reading=reading(new))


def _ended(_: Game, line: End, *__: object) -> Iterator[Message]:
    yield message(f"play.{line.why}")


def _press(before: Game, press: Press, after: Game, happened: Happened) -> Iterator[Message]:
    if before.phase == "low-high" and press.button in {"out", "run"}:
        return four_dice.what_it_was(before, after, happened)
    return _pressed(before, press, after, happened)


def _pressed(before: Game, press: Press, after: Game, happened: Happened) -> Iterator[Message]:
    match press.button:
        case "ball" | "strike":
            return counted(before, happened.name)
        case "batter" if before.fresh or not after.fresh:
            return iter((message("play.same-batter"),))
        case "next" if after.diamante.choice is not None:
            return _next(before, after.diamante.choice)
        case button:
            said = {"caught": "play.caught", "fair": "play.fair", "run_added": "play.run-added"}
            return iter((message(said.get(happened.name, f"play.press-{button}")),))


def _next(before: Game, choice: Choice) -> Iterator[Message]:
    """What NEXT chose: another answer of the same runner or fielder, or another runner for the die."""
    same = before.diamante.choice is not None and before.diamante.choice.before == choice.before
    return _answer(before, choice.chosen) if same else _runner_of_die(choice)


def _consequences(before: Game, after: Game, happened: Happened) -> Iterator[Message]:
    if runs := happened.runs:
        key = "play.runs" if runs > 1 else "play.one-run" if runs > 0 else "play.runs-back"
        yield message(key, runs=spelled(abs(runs), "runs-counted"))
    if outs := happened.outs:
        key, number = ("play.outs", before.outs + outs) if outs > 0 else ("play.outs-back", after.outs)
        yield message(key, outs=message(f"outs-counted.{number}"))
    if after.over and not before.over:
        yield from _end(after)
    elif half_of(after) > half_of(before):
        yield message(f"play.{after.half}", inning=after.inning, team=after.team(after.batting).name)
    elif half_of(after) < half_of(before) or (before.over and not after.over):
        yield message("play.still", team=after.team(after.batting).name)


def _end(after: Game) -> Iterator[Message]:
    score = (after.away, after.home)
    values = {"most": max(score), "least": min(score)}
    if after.winner is None:
        yield message("play.end", **values)
    elif after.ended:
        yield message("play.win-early", team=after.team(after.winner).name)
    else:
        yield message("play.win", team=after.team(after.winner).name, **values)


FACTS_OF_LINE: dict[type, Callable[..., Iterator[Message]]] = {
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


class Worn(Struct, frozen=True):
    """A throw that a helmet changed.

    Attributes:
        helmet: what is painted on it.
        value: what the die shows.
        counts: what it counts as.
    """

    helmet: Helmet
    value: int
    counts: int

    def said(self, key: str) -> Message:
        """The message of that key, of this throw."""
        return message(key, helmet=painted(self.helmet), value=self.value, counts=self.counts)


def worn(before: Game, line: Entry, after: Game) -> Worn | None:
    """What a helmet made of a throw at bat or on the path; None where the die counts as it fell."""
    if after.diamante.choice is not None and after.diamante.choice.before.phase == "run":
        return worn_running(after.diamante.choice)
    if not isinstance(line, Die) or before.phase not in {"swing", "homer", "run"}:
        return None
    if line.color == SHARED:
        runner = next((man for man in before.men if man.turn == "due"), None)
        return None if runner is None else _worn(before, runner.helmet, line.value)
    return _worn(before, before.at_bat, line.value) if line.color == before.team(before.batting).color else None


def worn_running(choice: Choice) -> Worn | None:
    """Likewise, of the runner whose throw can still be answered otherwise."""
    runner = next(man for man in choice.before.men if man.turn == "due")
    return _worn(choice.before, runner.helmet, choice.value)


def _worn(game: Game, helmet: int, value: int) -> Worn | None:
    sign = game.sign(helmet)
    counts = game.house.modified(sign, value)
    return None if counts == value else Worn(sign, value, counts)
