"""What a game may come to without another die: answers to the last throw, and what may be said.

Rule kept here: the law is asked and not repeated. Every line here is offered by the law (`Choice.options`, `sayable`)
and judged by the history of the game itself; what that refuses, or what makes a later line unfit, is no continuation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from msgspec import structs

from scoreboard.rules import apply, sayable
from scoreboard.rules.diamante import tags
from scoreboard.rules.events import Amend, Ball, Call, Die, Event, Hold, Move, Skip
from scoreboard.rules.history import Entry, History, judge
from scoreboard.rules.state import SKIP, Answer, Choice, Game

MOST = 64
"""Continuations that are weighed; a state has some ten."""
RECENT = 2
"""States that tell where the ball lay."""
DEPTH = 3
"""Lines of one: a call, the die that was thrown with it, and the answer to that."""
SPOKEN_ONLY = frozenset({"bunt"})
"""Calls that no piece shows."""
JOINS, KEEP_RUNNING = "run ", "keep-running"
"""How the calls begin that send a runner from a base (D40), and the one that takes up a play again (D33)."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """Lines that may come next, and what they lead to.

    Attributes:
        lines: what would be recorded; none for the game as it stands.
        history: with these lines.
        met: the state before the throw that the last line answers, or else before these lines.
        to: the answer that it gives to that throw; None where it gives none.
        rivals: all answers to that throw.
        carried: where the ball is put by hand; None where nobody carries it.
        earlier: the state in it that the pieces may still show: before the last throw, or before the fielders' throw
            that changed the sides, for nobody hurries to take helmets away then; None if that tells nothing new.
    """

    lines: tuple[Entry, ...]
    history: History
    met: Game
    to: Answer | None = None
    rivals: tuple[Answer, ...] = ()
    carried: str | int | None = None
    earlier: Game | None = None

    @property
    def game(self) -> Game:
        """The state that it leads to."""
        return self.history.game

    @property
    def balls(self) -> frozenset[str | int]:
        """Where the ball may lie: once the play is over nobody hurries to bring it back."""
        lies = self.game.ball if self.carried is None else self.carried
        return frozenset({lies, self.game.ball, self.met.ball} if self.game.phase == "pitch" else {lies})

    @property
    def lay(self) -> frozenset[str | int]:
        """Where the ball lay, or was put, in the last states: after a catch it may lie there until after the pitch."""
        states = (state.ball for state in islice(self.history.states, RECENT))
        return frozenset({self.met.ball, *states} if self.carried is None else {self.met.ball, self.carried, *states})

    @property
    def is_call(self) -> bool:
        """Whether it ends with something said."""
        return bool(self.lines) and isinstance(self.lines[-1], Call)

    @property
    def records(self) -> bool:
        """Whether anything is to be recorded: the next throw says that a runner or the ball stays (D27, D39)."""
        return any(not isinstance(line, Skip | Hold) or self.to == SKIP for line in self.lines)


def as_it_stands(history: History) -> Continuation:
    """Nothing but what is recorded, with the answer to the last throw that is in effect."""
    choice = history.game.diamante.choice
    if choice is None:
        return Continuation((), history, history.game)
    earlier = _still_shown(choice, history.game)
    return Continuation((), history, choice.before, choice.chosen, choice.options, _carried(choice), earlier)


def continuations(history: History, thrown: Die | None = None, *, restates: bool = True) -> tuple[Continuation, ...]:
    """What may come next, the nearest first, `as_it_stands` before all.

    Args:
        history: of the game.
        thrown: a die that fell since the last line and was not due: a call may have made it so.
        restates: whether the last throw may be answered otherwise.
    """
    found = [as_it_stands(history)]
    for depth in range(DEPTH):
        for each in [one for one in found if len(one.lines) == depth]:
            found += islice(_next(each, thrown, restates=restates or depth > 0), max(0, MOST - len(found)))
    return tuple(found)


def _next(each: Continuation, thrown: Die | None, *, restates: bool) -> Iterator[Continuation]:
    game, used = each.game, any(isinstance(line, Die) for line in each.lines)
    answers_last = not each.lines or isinstance(each.lines[-1], Skip | Die)
    choice = game.diamante.choice
    if choice is not None and restates and answers_last:
        yield from _answered(each, choice)
    if not each.lines:
        for line in sayable(game):
            if not (isinstance(line, Call) and line.call in SPOKEN_ONLY):
                yield from _with(each, line, game)
    if thrown is not None and not used and each.is_call:
        yield from _with(each, thrown, game)


def _answered(each: Continuation, choice: Choice) -> Iterator[Continuation]:
    for answer in choice.options:
        if answer != choice.chosen:
            yield from _with(each, _line_of(choice, answer), choice.before, answer, choice.options)


def _line_of(choice: Choice, answer: Answer) -> Event:
    if answer == SKIP:
        return Skip(by="camera")
    if choice.before.phase == "run":
        return Move(to=int(answer), by="camera")
    return Ball(to=answer, by="camera")


def _with(
    each: Continuation, line: Entry, met: Game, to: Answer | None = None, rivals: tuple[Answer, ...] = ()
) -> Iterator[Continuation]:
    """It and one line more, if the law allows that and nothing else is unfit then."""
    line = structs.replace(line, by="camera")
    judged = judge(each.history, line)
    if judged.refused is not None or judged.history.unfit:
        return
    spoken = line.add if isinstance(line, Amend) else line
    choice, carried = judged.history.game.diamante.choice, each.carried if each.lines else None
    if isinstance(spoken, Ball):
        carried = _spot(spoken.to)
    elif isinstance(spoken, Call) and spoken.call == "steal":
        carried = judged.history.game.ball
    elif isinstance(spoken, Die) and choice is not None:
        met, to, rivals = choice.before, choice.chosen, choice.options
        carried = _carried(choice) or carried
    earlier = None if choice is None or not isinstance(spoken, Ball) else _still_shown(choice, judged.history.game)
    yield Continuation((*each.lines, line), judged.history, met, to, rivals, carried, earlier)


def _still_shown(choice: Choice, game: Game) -> Game | None:
    """The state before the fielders' throw, where the sides have changed since; else None."""
    before = choice.before
    is_same_half = (before.inning, before.half) == (game.inning, game.half) and not game.over
    return None if is_same_half or before.phase != "throw" else before


def _carried(choice: Choice) -> str | int | None:
    """Where the answer in effect has the ball put; None where a runner answers."""
    return _spot(choice.chosen) if choice.before.phase == "throw" else None


def _spot(to: Answer) -> str | int:
    """What the game calls the place that the ball is put at."""
    return tags.spot(to) if isinstance(to, int) else to


def late_lines(history: History, thrown: Die | None = None) -> tuple[Continuation, ...]:
    """What was shown too late: an answer to the throw before the last one, or that a runner was called to run.

    Whoever throws at once moves his helmet while the die rolls. Each is added before the last throw (`Amend`), which
    must still count then, and may be answered otherwise itself. ``thrown`` was not due, and may count after a call.
    """
    last = history.steps.top.recorded
    states = tuple(islice(history.states, 2))
    if not isinstance(last.line, Die) or len(states) < 2:  # noqa: PLR2004 - this state and the one before
        return ()
    here, before, found = as_it_stands(history), states[1], list[Continuation]()
    choice = before.diamante.choice
    if choice is not None and not choice.stated:
        for answer in choice.options:
            if answer != choice.chosen:
                line = _line_of(choice, answer)
                late = _with(here, Amend(line=last.number, add=line), choice.before, answer, choice.options)
                found += (replace(each, earlier=apply(before, line)) for each in late)
    for call in sayable(before):
        if isinstance(call, Call) and call.call.startswith((JOINS, KEEP_RUNNING)):
            sent = tuple(_with(here, Amend(line=last.number, add=structs.replace(call, by="camera")), before))
            found += sent if call.call != KEEP_RUNNING else ()
            found += (ran for each in sent if thrown is not None for ran in _with(each, thrown, each.game))
    for each in tuple(found):
        again = each.game.diamante.choice
        if again is not None:
            found += islice(_answered(each, again), max(0, MOST - len(found)))
    return tuple(found)
