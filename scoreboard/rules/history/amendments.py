"""An amendment as a step: what it puts in the place of the line that it names, and what that does to the lines after.

Method: what lies above the named line is judged again from the checkpoint below it, up to a checkpoint where the game
is what it was. From there on nothing changes, and all is shared with the past as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import takewhile
from typing import NamedTuple

from msgspec import UNSET, structs

from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Amend, AnyLine, Chip, Die, Roll
from scoreboard.rules.history.lines import (
    AS_RECORDED,
    READING,
    EffectiveLine,
    RecordedLine,
    Replacement,
    Replacements,
    Throw,
)
from scoreboard.rules.history.stack import Stack
from scoreboard.rules.history.steps import (
    Checkpoint,
    Invalidated,
    JudgedLine,
    Step,
    changed_verdicts,
    find_step,
    judge_steps,
    last_state,
    steps_above,
)


def amendment_step(
    steps: Stack[Step], recorded: RecordedLine, amend: Amend, named: RecordedLine, end: Checkpoint
) -> Step:
    """The amendment as a step, whose newest checkpoint has the game that it leads to.

    Args:
        steps: the stack below it.
        recorded: its line.
        amend: what that says.
        named: the line that it names.
        end: the checkpoint after the steps below it.

    Raises:
        Refused: if that cannot be said of the line that it names.
    """
    top = steps.top
    earlier = top.replacements.get(named.number, AS_RECORDED)
    replacements = {**top.replacements, named.number: _replacement(earlier, recorded.number, amend, named)}
    step = find_step(steps, named.number)
    if step is None:
        return Step(recorded, Stack(), top.replacements, (), top.checkpoints.push(end))
    rejudged = _rejudge(steps, step, named.number, replacements, end)
    return Step(recorded, Stack(), replacements, rejudged.unfit, rejudged.checkpoints)


def _replacement(earlier: Replacement, number: int, amend: Amend, named: RecordedLine) -> Replacement:
    """What takes effect in the named line's place from now on, by the amendment of that number."""
    if amend.add is not UNSET:
        return Replacement((*earlier.added, EffectiveLine(number, amend.add, accepted=True)), earlier.line)
    if amend.as_ is UNSET:
        return Replacement(earlier.added, _reread(amend, named.line))
    if named.event is None:
        raise Refused("refused.not-of-the-game", line=amend.line)
    return Replacement(earlier.added, amend.as_)


def _reread(amend: Amend, line: AnyLine) -> Throw:
    if not isinstance(line, Die | Chip | Roll):
        raise Refused("refused.no-throw", line=amend.line)
    key = READING[type(line)]
    reading = getattr(amend, key)
    if reading is UNSET:
        raise Refused("refused.needs-reading", line=amend.line, key=key)
    sides = {"sides": amend.sides} if isinstance(line, Roll) else {}
    return structs.replace(line, **{key: reading}, **sides)


class Rejudgement(NamedTuple):
    """What came of judging again: the checkpoints as they are now, the last one at the end, and what no longer fits."""

    checkpoints: Stack[Checkpoint]
    unfit: tuple[Invalidated, ...]


def _rejudge(steps: Stack[Step], named: Step, line: int, replacements: Replacements, end: Checkpoint) -> Rejudgement:
    """Judge on from the checkpoint below the named step, until all is as it was.

    The named step is the amended line, or that is attached to it; ``end`` is the checkpoint after the whole stack,
    with the game as it was.
    """
    checkpoints, ahead = steps.top.checkpoints, Stack[Checkpoint]().push(end)
    while checkpoints.top.step >= named.number:
        checkpoints, ahead = checkpoints.below, ahead.push(checkpoints.top)
    waiting, unfit = steps_above(steps, checkpoints.top.step)[::-1], list[Invalidated]()
    did_fit = _did_fit(line, waiting, ahead)
    while ahead:
        old, ahead = ahead.top, ahead.below
        game = checkpoints.top.game
        judged = tuple(judge_steps(game, _taken(waiting, old.step), replacements))
        checkpoints = checkpoints.push(old._replace(game=last_state(judged, game), changed=changed_verdicts(judged)))
        unfit += [Invalidated(line.number, line.refused) for line in judged if line.refused and did_fit(line)]
        if checkpoints.top.game == old.game:
            break
    unfit += [Invalidated(number, why) for checkpoint in ahead for number, why in checkpoint.changed if why]
    return Rejudgement(reduce(Stack.push, ahead, checkpoints), tuple(unfit))


def _taken(waiting: list[Step], up_to: int) -> Iterator[Step]:
    """Take the steps up to that number off the end of those that wait."""
    while waiting and waiting[-1].number <= up_to:
        yield waiting.pop()


def _did_fit(line: int, waiting: Iterable[Step], ahead: Iterable[Checkpoint]) -> Callable[[JudgedLine], bool]:
    """Whether a line fitted, when it was recorded or until now; of those before the amended ``line`` none is news."""
    numbers = (recorded.number for step in reversed(tuple(waiting)) for recorded in step.lines)
    before = frozenset(takewhile(lambda number: number != line, numbers))
    counted = {verdict.number for checkpoint in ahead for verdict in checkpoint.changed if verdict.refused is None}
    return lambda judged: judged.place not in before and (judged.accepted or judged.number in counted)
