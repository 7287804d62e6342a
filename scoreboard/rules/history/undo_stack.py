"""The past of a game: which of its lines count, and what taking one back or amending one does to the rest.

Rule kept here: *history is only ever added to*. Undo, redo and amendments are lines like any other; none of them
touches a line that was there before. A history is a fold of a record's lines, one and the same for a game being
played, a game resumed after a power cut and a game replayed from a file, so the three cannot disagree.

Every line counts for the numbering, the refused ones and the expectations included: the game line is 1, and `amend`
names lines by these numbers. Every accepted line but undo and redo is one *step*: what one press of UNDO takes back.

A history is a stack of steps. Beside each stand the lines that were recorded while it was on top and are no steps:
refused ones and expectations. UNDO takes the top step off, with what stands beside it, and REDO puts it back. What they
took is decided when they are recorded: no amendment judges an undone line again. The game is what the lines on the
stack come to, the refused ones among them too, with the amendments on the stack in force, judged once.

So that this stays quick however long the game is, the states of the newest steps are held, and a state is marked every
so many lines. An UNDO that reaches farther back judges on from the mark below. An amendment judges on from the mark
below the line that it names, up to a mark where the game is what it was before; from there on nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import islice, takewhile
from typing import Final, NamedTuple

from scoreboard.message import Message, message
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Amend, Expect, Press, Setup
from scoreboard.rules.history.amendments import (
    AS_RECORDED,
    READING,
    Counted,
    Entry,
    LinePosition,
    Throw,
    amended,
    counting,
    place_of,
)
from scoreboard.rules.history.stack import Stack
from scoreboard.rules.history.steps import (
    Judged,
    Mark,
    Step,
    Unfit,
    above,
    judge_steps,
    judged_again,
    last,
    otherwise,
    state_below,
    step_of,
)
from scoreboard.rules.house_rules import HouseRules
from scoreboard.rules.registry import apply, start
from scoreboard.rules.state import Game

__all__ = [
    "READING",
    "Change",
    "Counted",
    "Entry",
    "History",
    "Judged",
    "Throw",
    "begin",
    "changes",
    "judge",
    "judged",
    "latest",
    "played",
]

HELD = 64
"""Steps whose states are held at the least, and lines from one mark to the next: as many presses of UNDO take no time,
and one more judges as many lines. A state takes some 600 bytes."""


class Noted(NamedTuple):
    """A line as it was recorded, and whether it was accepted then."""

    line: Entry | Expect
    accepted: bool


@dataclass(frozen=True, slots=True)
class Undone:
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
    lines: Stack[Noted]
    steps: Stack[Step]
    states: Stack[Game] = field(compare=False)
    undone: Stack[Undone]
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
    def unfit(self) -> tuple[Unfit, ...]:
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
    step = Step(LinePosition(1, None), Stack(), {}, (), Stack[Mark]().push(Mark(0, 1, game)))
    return History(game, Stack(), Stack[Step]().push(step), Stack[Game]().push(game), Stack())


def judge(history: History, line: Entry | Expect) -> Verdict:
    """Add the line; one that is refused, or an expectation, is counted and changes nothing: the fold of a record."""
    if isinstance(line, Expect):
        return Verdict(_set_beside(history, line), None)
    try:
        accepted = _accepted(history, line)
    except Refused as refused:
        return Verdict(_set_beside(history, line), refused.message)
    return Verdict(_noted(accepted, line, accepted=True), None)


# -- looked at


def judged(history: History, newest: int | None = None) -> Iterator[Judged]:
    """Every line of the game but those that were undone, as it is judged now; none that is about other lines.

    Args:
        history: of the game.
        newest: the lines of no more than so many steps, the last ones; of all if None.
    """
    steps = tuple(islice(history.steps, newest))[::-1]
    return judge_steps(state_below(history.steps, steps[0].number), steps, history.steps.top.instead)


class Played(NamedTuple):
    """A line that counts, between the state it met and the state it led to."""

    line: Entry
    before: Game
    after: Game


def played(history: History) -> tuple[Played, ...]:
    """Every line that counts, as it is judged now: amended ones as amended, and none that was refused or undone."""
    return tuple(Played(each.line, each.before, each.after) for each in judged(history) if each.refused is None)


def latest(history: History) -> Iterator[Counted]:
    """The lines of the game as they count now, the newest first; refused ones too, and none that was undone."""
    instead = history.steps.top.instead
    for step in history.steps:
        for place in reversed(step.places):
            yield from reversed(tuple(counting(place, instead)))


class Change(NamedTuple):
    """A line as it was judged and as it is judged now; where it is not there at all, it is refused as `TAKEN_OUT`."""

    was: Judged
    now: Judged


TAKEN_OUT: Final = message("refused.taken-out")
"""Of a line that never was, says an amendment, or that no amendment adds any more."""


def changes(before: History, after: History, newest: int | None = None) -> Iterator[Change]:
    """What an amendment that was made, taken back or put back between the two did, from the line it names on.

    Args:
        before: as it was.
        after: the same with one line more.
        newest: look at no more than so many steps; at all if None.
    """
    older, newer = sorted((before.steps, after.steps), key=lambda each: each.top.number)
    amendment = newer.top.place.line
    if not isinstance(amendment, Amend) or older.top.instead == newer.top.instead:
        return
    named = step_of(older, amendment.line) or 0
    both = tuple(islice(takewhile(lambda step: step.number >= named, older), newest))[::-1]
    was, now = (state_below(each.steps, both[0].number) for each in (before, after))
    for step in both:
        old = tuple(judge_steps(was, (step,), before.steps.top.instead))
        new = tuple(judge_steps(now, (step,), after.steps.top.instead))
        was, now = last(old, was), last(new, now)
        yield from _paired(old, was, new, now)
        if was == now:
            return


def _paired(old: Sequence[Judged], was: Game, new: Sequence[Judged], now: Game) -> Iterator[Change]:
    """The lines of one step in both versions of the past, with the states that these end in."""
    olds, news = ({each.number: each for each in judged} for judged in (old, new))
    in_order = olds if len(olds) >= len(news) else news
    for number, each in {**in_order, **news, **olds}.items():
        nowhere = each._replace(refused=TAKEN_OUT)
        yield Change(
            olds.get(number, nowhere._replace(before=was, after=was)),
            news.get(number, nowhere._replace(before=now, after=now)),
        )


# -- one line more


def _accepted(history: History, line: Entry) -> History:
    """The history after the line, but for the noting of it.

    Raises:
        Refused: if it is not lawful now.
    """
    match line:
        case Press(button="undo"):
            return _undo(history)
        case Press(button="redo"):
            return _redo(history)
        case Amend():
            step = _amendment(history, history.number + 1, line)
            return _stepped(history, step, step.marks.top.game)
        case _:
            top, number, game = history.steps.top, history.number + 1, apply(history.game, line)
            marks = _marked(top.marks, number, number, game)
            return _stepped(history, Step(place_of(number, line, accepted=True), Stack(), top.instead, (), marks), game)


def _stepped(history: History, step: Step, game: Game) -> History:
    return replace(history, steps=history.steps.push(step), states=history.states.push(game), undone=Stack())


def _set_beside(history: History, line: Entry | Expect) -> History:
    """The line changes nothing; it stands where it was recorded, for an amendment may make it count."""
    top, number = history.steps.top, history.number + 1
    beside = top.beside.push(place_of(number, line, accepted=False))
    marks = _marked(top.marks, top.number, number, history.game)
    steps = history.steps.below.push(replace(top, beside=beside, marks=marks))
    return _noted(replace(history, steps=steps), line, accepted=False)


def _noted(history: History, line: Entry | Expect, *, accepted: bool) -> History:
    """The history with the line noted; every now and then all states but those of the newest steps are let go."""
    number, states = history.number + 1, history.states
    if number % HELD == 0:
        states = reduce(Stack.push, reversed(tuple(islice(states, HELD))), Stack[Game]())
    return replace(history, lines=history.lines.push(Noted(line, accepted)), number=number, states=states)


def _marked(marks: Stack[Mark], step: int, at: int, game: Game) -> Stack[Mark]:
    """The marks with one after this step, if it is time for one."""
    return marks.push(Mark(step, at, game)) if at - marks.top.at >= HELD else marks


# -- taken back, put back


def _undo(history: History) -> History:
    steps = history.steps.below
    if not steps:
        raise Refused("refused.nothing-to-undo")
    states = history.states.below or _states_of(steps)
    undone = history.undone.push(Undone(history.steps, states.top, history.game))
    return replace(history, steps=steps, states=states, undone=undone)


def _states_of(steps: Stack[Step]) -> Stack[Game]:
    """The states of the newest steps, judged on from the mark below them: never across an amendment, which has one."""
    mark, states = steps.top.marks.top, Stack[Game]().push(steps.top.marks.top.game)
    for step in above(steps, mark.step):
        states = states.push(last(tuple(judge_steps(states.top, (step,), step.instead)), states.top))
    return states


def _redo(history: History) -> History:
    if not history.undone:
        raise Refused("refused.nothing-to-redo")
    undone = history.undone.top
    steps, game = undone.steps, undone.after
    if steps.below is not history.steps:  # a line has been set beside the step below since
        step = _redone(history, undone)
        steps, game = history.steps.push(step), step.marks.top.game
    return replace(history, steps=steps, states=history.states.push(game), undone=history.undone.below)


def _redone(history: History, undone: Undone) -> Step:
    """The step as it is judged now, with what stands beside it."""
    step, top, number = undone.steps.top, history.steps.top, undone.steps.top.number
    if isinstance(step.place.line, Amend):
        again = _amendment(history, number, step.place.line)
        return _judged_on(replace(again, beside=step.beside, marks=again.marks.below), again.marks.top)
    own, mark = step.marks.top, Mark(number, history.number + 1, history.game)
    step = replace(step, instead=top.instead, marks=top.marks)
    if undone.before != history.game:
        return _judged_on(step, mark)
    same = mark._replace(game=undone.after, otherwise=own.otherwise if own.step == number else ())
    return replace(step, marks=step.marks.push(same))


def _judged_on(step: Step, mark: Mark) -> Step:
    """The step with a mark after what counts on and beside it, judged on from the game of ``mark``."""
    judged = tuple(judge_steps(mark.game, (step,), step.instead))
    after = mark._replace(game=last(judged, mark.game), otherwise=mark.otherwise + otherwise(judged))
    return replace(step, marks=step.marks.push(after))


# -- read anew


def _amendment(history: History, number: int, amend: Amend) -> Step:
    """The amendment as a step, marked with the game that it leads to.

    Raises:
        Refused: if that cannot be said of the line that it names.
    """
    steps, top, mark = history.steps, history.steps.top, Mark(number, history.number + 1, history.game)
    earlier, recorded = top.instead.get(amend.line, AS_RECORDED), _recorded(history, amend.line)
    instead = {**top.instead, amend.line: amended(earlier, number, amend, recorded)}
    place, named = LinePosition(number, amend), step_of(steps, amend.line)
    if named is None:  # it was undone, or is an UNDO or REDO itself
        return Step(place, Stack(), top.instead, (), top.marks.push(mark))
    again = judged_again(steps, named, amend.line, instead, mark)
    return Step(place, Stack(), instead, again.unfit, again.marks)


def _recorded(history: History, number: int) -> Entry | Expect:
    if number == 1:
        raise Refused("refused.game-line")
    if number > history.number:
        raise Refused("refused.no-such-line", line=number)
    return next(islice(history.lines, history.number - number, None)).line
