"""The steps of the undo stack, and how their lines are judged again.

Rule kept here: a step never changes; the next stack shares all that stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from scoreboard.message import Message
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Event
from scoreboard.rules.history.lines import RecordedLine, Replacements, effective_lines
from scoreboard.rules.history.stack import Stack
from scoreboard.rules.registry import apply
from scoreboard.rules.state import Game


class ChangedVerdict(NamedTuple):
    """A line that is judged otherwise now than when it was recorded: why it is refused, or None if it counts now."""

    number: int
    refused: Message | None


class Invalidated(NamedTuple):
    """A line that no longer fits since an earlier one was amended, and the law's reason."""

    line: int
    why: Message


class Checkpoint(NamedTuple):
    """A state from which to judge on.

    Attributes:
        step: the number of the step after which it is, and after all that is attached to that; 0 for the beginning.
        line: the number of the record's last line when it was made.
        game: the state.
        changed: the verdicts that have changed since the checkpoint below.
    """

    step: int
    line: int
    game: Game
    changed: tuple[ChangedVerdict, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What one UNDO takes back.

    Attributes:
        recorded: its line; the game line's is at the bottom of the stack.
        attached: the lines recorded while it was on top that are no steps, the newest on top.
        replacements: what the amendments up to it put in the place of lines.
        unfit: the lines that no longer fit, if it is an amendment.
        checkpoints: those up to it, the newest on top, with its replacements in force.
    """

    recorded: RecordedLine
    attached: Stack[RecordedLine]
    replacements: Replacements
    unfit: tuple[Invalidated, ...]
    checkpoints: Stack[Checkpoint] = field(compare=False)

    @property
    def number(self) -> int:
        """Of its line. A step's number is higher than that of any step below it."""
        return self.recorded.number

    @property
    def lines(self) -> Sequence[RecordedLine]:
        """Its own and the attached ones, in the order of the record."""
        return (self.recorded, *reversed(tuple(self.attached))) if self.attached else (self.recorded,)


class JudgedLine(NamedTuple):
    """A line as it is judged now, with the states around it.

    Attributes:
        number: its own; of one that was added, the number of the amendment that added it.
        line: what it says now.
        before: the state it met.
        after: the state it led to.
        refused: why it is refused, if it is.
        accepted: it was when it was recorded, or added.
        place: the number of the line in whose place it takes effect.
    """

    number: int
    line: Event
    before: Game
    after: Game
    refused: Message | None
    accepted: bool
    place: int


def judge_steps(game: Game, steps: Iterable[Step], replacements: Replacements) -> Iterator[JudgedLine]:
    """The effective lines of these steps, the first one first, judged one after the other."""
    for step in steps:
        for recorded in step.lines:
            for number, event, accepted in effective_lines(recorded, replacements):
                before, refused = game, None
                try:
                    game = apply(game, event)
                except Refused as refusal:
                    refused = _shared(refusal.message)
                yield JudgedLine(number, event, before, game, refused, accepted, recorded.number)


@lru_cache(maxsize=512)
def _shared(message: Message) -> Message:
    """The same message as an equal one before: lines that no longer fit need not keep it once each."""
    return message


def last_state(judged: Sequence[JudgedLine], before: Game) -> Game:
    """The state after these lines, of which the first met ``before``."""
    return judged[-1].after if judged else before


def changed_verdicts(judged: Iterable[JudgedLine]) -> tuple[ChangedVerdict, ...]:
    """Of those lines that are judged otherwise now."""
    return tuple(
        ChangedVerdict(line.number, line.refused) for line in judged if line.accepted != (line.refused is None)
    )


def steps_above(steps: Stack[Step], number: int) -> list[Step]:
    """The steps with a higher number, the first one first."""
    return list(takewhile(lambda step: step.number > number, steps))[::-1]


def find_step(steps: Stack[Step], number: int) -> Step | None:
    """The step that is that line, or to which it is attached; None if it was undone, or is an UNDO or REDO."""
    for step in steps:
        if step.number == number or (step.attached and any(line.number == number for line in step.attached)):
            return step
    return None


def state_before(steps: Stack[Step], number: int) -> Game:
    """The state that the step of that number met, with the replacements on top in force."""
    checkpoints = steps.top.checkpoints
    while checkpoints.top.step >= number:
        checkpoints = checkpoints.below
    game = checkpoints.top.game
    between = takewhile(lambda step: step.number < number, steps_above(steps, checkpoints.top.step))
    return last_state(tuple(judge_steps(game, between, steps.top.replacements)), game)
