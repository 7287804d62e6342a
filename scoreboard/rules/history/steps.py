"""What a game's past is made of, and how it is judged: lines in their places, step upon step, and marks on the way.

Rule kept here: a step never changes. What amendments make of the lines below them is judged again, from a mark below
the first line that is touched to a mark where the game is what it was; all else is shared with the past as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import takewhile
from typing import NamedTuple

from scoreboard.message import Message
from scoreboard.rules.errors import Refused
from scoreboard.rules.history.amendments import Entry, InForce, LinePosition, counting
from scoreboard.rules.history.stack import Stack
from scoreboard.rules.registry import apply
from scoreboard.rules.state import Game


class Otherwise(NamedTuple):
    """A line that is judged otherwise now than when it was recorded: why it is refused, or None if it counts now."""

    number: int
    why: Message | None


class Unfit(NamedTuple):
    """A line that no longer fits since an earlier one was amended, and the law's reason."""

    line: int
    why: Message


class Mark(NamedTuple):
    """A state from which to judge on.

    Attributes:
        step: the number of the step after which it is, and after all that stands beside that; 0 for the beginning.
        at: the number of the record's last line when it was made.
        game: the state.
        otherwise: the lines since the mark below that are judged otherwise now.
    """

    step: int
    at: int
    game: Game
    otherwise: tuple[Otherwise, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What one undo takes back.

    Attributes:
        place: of its line; the game line's is at the bottom of the stack.
        beside: the lines recorded while it was on top that are no steps, the newest on top.
        instead: the amendments in force on it.
        unfit: the lines that no longer fit, if it is an amendment.
        marks: the states marked up to it, the newest on top, as the amendments in force have them.
    """

    place: LinePosition
    beside: Stack[LinePosition]
    instead: InForce
    unfit: tuple[Unfit, ...]
    marks: Stack[Mark] = field(compare=False)

    @property
    def number(self) -> int:
        """Of its line. A step's number is higher than that of any step below it."""
        return self.place.number

    @property
    def places(self) -> Sequence[LinePosition]:
        """Its own, and those of the lines beside it, in the order of the record."""
        return (self.place, *reversed(tuple(self.beside))) if self.beside else (self.place,)


class Judged(NamedTuple):
    """A line as it is judged now, with the states around it.

    Attributes:
        number: its own; of one that was added, the number of the amendment that added it.
        line: what it says now.
        before: the state it met.
        after: the state it led to.
        refused: why it is refused, if it is.
        accepted: it was when it was recorded, or added.
        place: the number of the line in whose place it counts.
    """

    number: int
    line: Entry
    before: Game
    after: Game
    refused: Message | None
    accepted: bool
    place: int


def judge_steps(game: Game, steps: Iterable[Step], instead: InForce) -> Iterator[Judged]:
    """What counts on these steps and beside them, the first one first, judged one after the other."""
    for step in steps:
        for place in step.places:
            for number, line, accepted in counting(place, instead):
                before, refused = game, None
                try:
                    game = apply(game, line)
                except Refused as why:
                    refused = _once(why.message)
                yield Judged(number, line, before, game, refused, accepted, place.number)


def last(judged: Sequence[Judged], game: Game) -> Game:
    """The state after these lines; ``game`` if there are none."""
    return judged[-1].after if judged else game


def otherwise(judged: Iterable[Judged]) -> tuple[Otherwise, ...]:
    """Those that are judged otherwise now."""
    return tuple(Otherwise(each.number, each.refused) for each in judged if each.accepted != (each.refused is None))


def above(steps: Stack[Step], number: int) -> list[Step]:
    """The steps with a higher number, the first one first."""
    return list(takewhile(lambda step: step.number > number, steps))[::-1]


def step_of(steps: Iterable[Step], number: int) -> int | None:
    """The number of the step that is that line or beside which it stands; None if it stands nowhere."""
    for step in steps:
        if step.place.number == number or (step.beside and any(place.number == number for place in step.beside)):
            return step.number
    return None


def state_below(steps: Stack[Step], number: int) -> Game:
    """The state that the step of that number met, with the amendments in force on top."""
    marks = steps.top.marks
    while marks.top.step >= number:
        marks = marks.below
    between = takewhile(lambda step: step.number < number, above(steps, marks.top.step))
    return last(tuple(judge_steps(marks.top.game, between, steps.top.instead)), marks.top.game)


class Again(NamedTuple):
    """What an amendment comes to: the marks as they are now, the last one its own, and what no longer fits."""

    marks: Stack[Mark]
    unfit: tuple[Unfit, ...]


def judged_again(steps: Stack[Step], named: int, line: int, instead: InForce, end: Mark) -> Again:
    """Judge on from the mark below the line that an amendment names, until all is as it was.

    Args:
        steps: the stack below the amendment.
        named: the number of the step that the line is, or stands beside.
        line: its number.
        instead: the amendments in force now.
        end: the amendment's own mark, with the game as it was.
    """
    marks, ends = steps.top.marks, Stack[Mark]().push(end)
    while marks.top.step >= named:
        marks, ends = marks.below, ends.push(marks.top)
    waiting, unfit = above(steps, marks.top.step)[::-1], list[Unfit]()
    fits = _fits(line, waiting, ends)
    while ends:
        end, ends = ends.top, ends.below
        judged = tuple(judge_steps(marks.top.game, _taken(waiting, end.step), instead))
        marks = marks.push(end._replace(game=last(judged, marks.top.game), otherwise=otherwise(judged)))
        unfit += [Unfit(line=each.number, why=each.refused) for each in judged if each.refused and fits(each)]
        if marks.top.game == end.game:
            break
    unfit += [Unfit(line=number, why=why) for mark in ends for number, why in mark.otherwise if why]
    return Again(reduce(Stack.push, ends, marks), tuple(unfit))


def _taken(waiting: list[Step], up_to: int) -> Iterator[Step]:
    """Take the steps up to that number off the end of those that wait."""
    while waiting and waiting[-1].number <= up_to:
        yield waiting.pop()


def _fits(line: int, waiting: Iterable[Step], marks: Iterable[Mark]) -> Callable[[Judged], bool]:
    """Whether a line fitted, when it was recorded or until now; nothing before the amended ``line`` is asked about."""
    places = (place.number for step in reversed(tuple(waiting)) for place in step.places)
    before = frozenset(takewhile(lambda number: number != line, places))
    counted = {each.number for mark in marks for each in mark.otherwise if each.why is None}
    return lambda each: each.place not in before and (each.accepted or each.number in counted)


@lru_cache(maxsize=512)
def _once(said: Message) -> Message:
    """The message as it was made before, if it was: lines that no longer fit need not keep it once each."""
    return said
