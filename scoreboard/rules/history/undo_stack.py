"""A history: the undo stack with what was recorded, and one line more.

Rule kept here: a history never changes. The next one shares all that stays.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import islice
from typing import Any, Final, NamedTuple

from scoreboard.message import Message
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Amend, Expect, Press, Setup
from scoreboard.rules.history.amendments import amendment_step
from scoreboard.rules.history.lines import Entry, RecordedLine
from scoreboard.rules.history.stack import Stack
from scoreboard.rules.history.steps import (
    Checkpoint,
    Invalidated,
    Step,
    changed_verdicts,
    judge_steps,
    last_state,
    steps_above,
)
from scoreboard.rules.house_rules import HouseRules
from scoreboard.rules.registry import apply, start
from scoreboard.rules.state import Game

CHECKPOINT_EVERY = 64
"""Lines from one checkpoint to the next, and newest states that are held at the least: as many presses of UNDO judge
nothing, and one more judges as many lines. A state takes some 600 bytes."""
NOTHING: Final = Stack[Any]()
"""Shared: most steps have nothing attached, and most histories nothing undone."""


@dataclass(frozen=True, slots=True)
class UndoneStep:
    """A step that was taken back: the stack with it on top, and the states before and after it."""

    steps: Stack[Step]
    before: Game
    after: Game


@dataclass(frozen=True, slots=True)
class History:
    """A game and how it came about. Make one with `begin`; `judge` makes the next.

    Attributes:
        beginning: the state before the first line.
        lines: every line after the game line, as it was recorded, the newest on top.
        steps: those that count, the newest on top; the game line is at the bottom.
        states: those after the newest steps, as each left the game; at least one.
        undone: what can be put back, the next on top.
        number: of the last line; the game line is 1.
    """

    beginning: Game
    lines: Stack[RecordedLine]
    steps: Stack[Step]
    states: Stack[Game] = field(compare=False)
    undone: Stack[UndoneStep]
    number: int = field(default=1, compare=False)

    @property
    def setup(self) -> Setup:
        """The game line, whatever has been put right in it since."""
        return self.beginning.setup

    @property
    def game(self) -> Game:
        """The state as the table sees it now."""
        return self.states.top

    @property
    def unfit(self) -> tuple[Invalidated, ...]:
        """The lines that the amendment just made leaves unfit; carried until the next step."""
        return self.steps.top.unfit


class Verdict(NamedTuple):
    """What became of a line: the history with it, and why the law refused it if it did."""

    history: History
    refused: Message | None


def begin(setup: Setup, house: HouseRules | None = None) -> History:
    """Begin the game that ``setup`` names, by the game's own rules unless the house plays it otherwise.

    Raises:
        RulesError: if that game cannot be played.
    """
    game = start(setup, house)
    checkpoints = Stack[Checkpoint]().push(Checkpoint(0, 1, game))
    step = Step(RecordedLine(1, setup, accepted=True), NOTHING, {}, (), checkpoints)
    return History(game, NOTHING, Stack[Step]().push(step), Stack[Game]().push(game), NOTHING)


def judge(history: History, line: Entry | Expect) -> Verdict:
    """Add the line; one that is refused, or an expectation, is recorded and changes nothing: the fold of a record."""
    refused = None
    if not isinstance(line, Expect):
        try:
            return Verdict(_accept(history, line), None)
        except Refused as refusal:
            refused = refusal.message
    recorded = RecordedLine(history.number + 1, line, accepted=False)
    return Verdict(_attach(history, recorded), refused)


def _accept(history: History, line: Entry) -> History:
    """The history with the line; Refused if it is not lawful now."""
    recorded = RecordedLine(history.number + 1, line, accepted=True)
    match line:
        case Press(button="undo"):
            return _undo(history, recorded)
        case Press(button="redo"):
            return _redo(history, recorded)
        case Amend():
            return _amend(history, recorded, line)
    game, top, number = apply(history.game, line), history.steps.top, recorded.number
    checkpoints = _checkpoints(top, number, number, game)
    return _push(history, Step(recorded, NOTHING, top.replacements, (), checkpoints), game)


def _push(history: History, step: Step, game: Game) -> History:
    """A step more; nothing can be put back any more."""
    return _record(history, step.recorded, history.steps.push(step), history.states.push(game), NOTHING)


def _attach(history: History, recorded: RecordedLine) -> History:
    """The line changes nothing; it stands where it was recorded, for an amendment may make it count."""
    top = history.steps.top
    checkpoints = _checkpoints(top, top.number, recorded.number, history.game)
    attached = replace(top, attached=top.attached.push(recorded), checkpoints=checkpoints)
    return _record(history, recorded, history.steps.below.push(attached), history.states, history.undone)


def _checkpoints(top: Step, step: int, line: int, game: Game) -> Stack[Checkpoint]:
    """Those of the top step, and one after that step and line if it is time for one."""
    checkpoints = top.checkpoints
    is_due = line - checkpoints.top.line >= CHECKPOINT_EVERY
    return checkpoints.push(Checkpoint(step, line, game)) if is_due else checkpoints


def _record(
    history: History, recorded: RecordedLine, steps: Stack[Step], states: Stack[Game], undone: Stack[UndoneStep]
) -> History:
    """The history a line longer; every now and then all states but those of the newest steps are let go."""
    if recorded.number % CHECKPOINT_EVERY == 0:
        states = reduce(Stack.push, reversed(tuple(islice(states, CHECKPOINT_EVERY))), Stack[Game]())
    return History(history.beginning, history.lines.push(recorded), steps, states, undone, recorded.number)


def _amend(history: History, recorded: RecordedLine, amend: Amend) -> History:
    end = Checkpoint(recorded.number, recorded.number, history.game)
    named = _named(history, amend)
    step = amendment_step(history.steps, recorded, amend, named, end)
    return _push(history, step, step.checkpoints.top.game)


def _named(history: History, amend: Amend) -> RecordedLine:
    """The line that the amendment names."""
    if amend.line == 1:
        raise Refused("refused.game-line")
    if amend.line > history.number:
        raise Refused("refused.no-such-line", line=amend.line)
    return next(islice(history.lines, history.number - amend.line, None))


def _undo(history: History, recorded: RecordedLine) -> History:
    steps = history.steps.below
    if not steps:
        raise Refused("refused.nothing-to-undo")
    states = history.states.below or _judged_states(steps)
    undone = history.undone.push(UndoneStep(history.steps, states.top, history.game))
    return _record(history, recorded, steps, states, undone)


def _judged_states(steps: Stack[Step]) -> Stack[Game]:
    """The states of the newest steps, from the newest checkpoint on: never across an amendment, which has one."""
    checkpoint = steps.top.checkpoints.top
    states = Stack[Game]().push(checkpoint.game)
    for step in steps_above(steps, checkpoint.step):
        states = states.push(last_state(tuple(judge_steps(states.top, (step,), step.replacements)), states.top))
    return states


def _redo(history: History, recorded: RecordedLine) -> History:
    if not history.undone:
        raise Refused("refused.nothing-to-redo")
    undone = history.undone.top
    steps, game = undone.steps, undone.after
    if steps.below is not history.steps:  # a line has been attached to the step below since
        step = _redone(history, undone)
        steps, game = history.steps.push(step), step.checkpoints.top.game
    return _record(history, recorded, steps, history.states.push(game), history.undone.below)


def _redone(history: History, undone: UndoneStep) -> Step:
    """The step as it is judged now, with the lines attached to it."""
    step, top = undone.steps.top, history.steps.top
    end = Checkpoint(step.number, history.number + 1, history.game)
    amend = step.recorded.line
    if isinstance(amend, Amend):
        again = amendment_step(history.steps, step.recorded, amend, _named(history, amend), end)
        own = again.checkpoints
        return _judged_from(own.top, replace(again, attached=step.attached, checkpoints=own.below))
    newest = step.checkpoints.top
    step = replace(step, replacements=top.replacements, checkpoints=top.checkpoints)
    if undone.before != history.game:
        return _judged_from(end, step)
    changed = newest.changed if newest.step == step.number else ()
    return replace(step, checkpoints=step.checkpoints.push(end._replace(game=undone.after, changed=changed)))


def _judged_from(start: Checkpoint, step: Step) -> Step:
    """The step with a checkpoint after its lines, judged on from the game of ``start``."""
    judged = tuple(judge_steps(start.game, (step,), step.replacements))
    end = start._replace(game=last_state(judged, start.game), changed=start.changed + changed_verdicts(judged))
    return replace(step, checkpoints=step.checkpoints.push(end))
