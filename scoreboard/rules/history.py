"""The past of a game: which of its lines count, and what taking one back or reading one anew does to the rest.

Rule kept here: *history is only ever added to*. Undo, redo and amendments are lines like any other; none of them
touches a line that was there before. A history is a fold of a record's lines, one and the same for a game being
played, a game resumed after a power cut and a game replayed from a file, so the three cannot disagree.

Every line counts for the numbering, the refused ones and the expectations included: the game line is 1, and `amend`
names lines by these numbers. Every accepted line but undo and redo is one *step*: what one press of UNDO takes back.

The lines are held for as long as the game goes on; of the states that they led to, only those of the newest steps. An
UNDO that reaches farther back judges the record again, up to the step before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import islice
from operator import eq
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import UNSET, structs

from scoreboard.rules import HouseRules, Refused, apply, start
from scoreboard.rules.events import Amend, Chip, Die, Event, Expect, Press, Roll, Setup, Unfit
from scoreboard.rules.state import Game

T = TypeVar("T")
Entry: TypeAlias = Event | Amend
"""What can happen to a game once it has begun."""
Throw: TypeAlias = Die | Chip | Roll
"""What can be misread, and so amended."""

HELD = 64
"""Steps whose states are held at the least: as many presses of UNDO take no time. A state takes some 600 bytes."""

READING = {Die: "value", Chip: "face", Roll: "values"}
"""What an amendment says anew, for each kind of throw."""


class Chain(Generic[T]):
    """A stack that shares its past: pushing and dropping make a new chain and leave the old one as it was.

    Both take the same short time however long the chain is; tuples would be copied whole with every line.
    """

    __slots__ = ("_below", "_top")  # a game holds thousands of these: no tuple, no dictionary, no number in each

    def __init__(self, link: tuple[T, Chain[T]] | None = None) -> None:
        self._below: Chain[T] | None = None
        if link is not None:
            self._top, self._below = link

    def push(self, item: T) -> Chain[T]:
        """Return the chain with ``item`` on top."""
        return Chain((item, self))

    @property
    def top(self) -> T:
        """What was pushed last; IndexError if there is nothing."""
        if self._below is None:
            raise IndexError("The chain is empty")
        return self._top

    @property
    def below(self) -> Chain[T]:
        """The chain without its top; IndexError if there is nothing."""
        if self._below is None:
            raise IndexError("The chain is empty")
        return self._below

    def __bool__(self) -> bool:
        return self._below is not None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[T]:
        chain = self
        while chain:
            yield chain.top
            chain = chain.below

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chain) and len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]


class Noted(NamedTuple):
    """A line as it was recorded, and whether it was accepted then."""

    line: Entry | Expect
    accepted: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What one undo takes back, as the state it led to.

    Attributes:
        game: the state after the step.
        readings: the amendments in force, as the throws that count in place of those recorded, by line number.
        unfit: the lines that no longer fit, if the step is an amendment.
    """

    game: Game
    readings: Mapping[int, Throw] = field(default_factory=dict)
    unfit: tuple[Unfit, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """A game and how it came about. Make one with `begin`; `judge` makes the next."""

    lines: Chain[Noted]
    steps: Chain[Step]
    """The newest; the first one of all is the beginning of the game."""
    undone: Chain[Step]
    number: int = field(default=1, compare=False)
    """Of the last line; the game line is 1."""
    forgotten: bool = field(default=False, compare=False)
    """Whether more steps lie below, whose states are not held."""

    @property
    def game(self) -> Game:
        """The state as the table sees it now."""
        return self.steps.top.game

    @property
    def unfit(self) -> tuple[Unfit, ...]:
        """The lines that the amendment just made leaves unfit; carried until the next step."""
        return self.steps.top.unfit


class Verdict(NamedTuple):
    """What became of a line: the history with it, and why the law refused it if it did."""

    history: History
    refused: str | None


def begin(setup: Setup, house: HouseRules | None = None) -> History:
    """Begin the game that ``setup`` names, by the game's own rules unless the house plays it otherwise.

    Raises:
        RulesError: if that game cannot be played.
    """
    return History(Chain(), Chain[Step]().push(Step(start(setup, house))), Chain())


def judge(history: History, line: Entry | Expect) -> Verdict:
    """Add the line; one that is refused, or an expectation, is counted and changes nothing: the fold of a record."""
    verdict = _verdict(history, line)
    return verdict._replace(history=_forgetful(verdict.history))


class Played(NamedTuple):
    """A line that counts, between the state it met and the state it led to."""

    line: Entry
    before: Game
    after: Game


def played(history: History) -> tuple[Played, ...]:
    """Every line that counts, as it is judged now: amended ones as amended, and none that was refused or undone."""
    counted, undone = list[Played](), list[Played]()
    for line, before, after in (each[1:4] for each in judged(history) if each.refused is None):
        match line:
            case Press(button="undo"):
                undone.append(counted.pop())
            case Press(button="redo"):
                counted.append(undone.pop())
            case _:  # what lies undone below is never put back: a REDO too many was refused
                counted.append(Played(line, before, after))
    return tuple(play for play in counted if not isinstance(play.line, Amend))


class Judged(NamedTuple):
    """A line as it is judged now: its number, the states around it, and why it is refused if it is."""

    number: int
    line: Entry
    before: Game
    after: Game
    refused: str | None


def judged(history: History) -> Iterator[Judged]:
    """Every line but the expectations, undone ones and undos included, with the amendments in force."""
    again, readings, noted = _afresh(history), history.steps.top.readings, _in_order(history)
    amends = _amends_of(noted)
    for number, (recorded, accepted) in enumerate(noted, start=2):
        line, before = readings.get(number, recorded), again.game
        again, refused = _judged_again(again, Noted(line, accepted), readings, amends)
        if not isinstance(line, Expect):
            yield Judged(number, line, before, again.game, refused)


def _afresh(history: History) -> History:
    """The game as it began."""
    return begin(history.game.setup, history.game.house)


def _forgetful(history: History) -> History:
    """Let go, every now and then, of all states but those of the newest steps."""
    if history.number % HELD or len(history.steps) <= HELD:
        return history
    newest = reduce(Chain.push, reversed(list(islice(history.steps, HELD))), Chain[Step]())
    return replace(history, steps=newest, forgotten=True)


def _step_before(history: History) -> History:
    """The history when its last but one step was made, by judging the record again as far as that."""
    made, undone = [1], list[int]()
    for number, (line, accepted) in enumerate(_in_order(history), start=2):
        match line:
            case Press(button="undo") if accepted:
                undone.append(made.pop())
            case Press(button="redo") if accepted:
                made.append(undone.pop())
            case _ if accepted:  # what lies undone is never put back now
                made.append(number)
    again = _afresh(history)
    for line, _ in _in_order(history)[: made[-2] - 1]:
        again = judge(again, line).history
    return again


def _in_order(history: History) -> list[Noted]:
    """The lines after the game line, the first one first."""
    return list(history.lines)[::-1]


def _verdict(history: History, line: Entry | Expect) -> Verdict:
    """As `judge`, with every state held."""
    if isinstance(line, Expect):
        return Verdict(_noted(history, line, accepted=False), None)
    try:
        return Verdict(_noted(_judged(history, line), line, accepted=True), None)
    except Refused as refused:
        return Verdict(_noted(history, line, accepted=False), str(refused))


def _noted(history: History, line: Entry | Expect, *, accepted: bool) -> History:
    return replace(history, lines=history.lines.push(Noted(line, accepted)), number=history.number + 1)


def _judged(history: History, line: Entry) -> History:
    match line:
        case Press(button="undo"):
            return _undo(history)
        case Press(button="redo"):
            return _redo(history)
        case Amend():
            return _stepped(history, _amended(history, line))
        case _:
            return _stepped(history, Step(apply(history.game, line), history.steps.top.readings))


def _stepped(history: History, step: Step) -> History:
    return replace(history, steps=history.steps.push(step), undone=Chain())


def _undo(history: History) -> History:
    undone = history.undone.push(history.steps.top)
    if history.steps.below:
        return replace(history, steps=history.steps.below, undone=undone)
    if not history.forgotten:
        raise Refused("There is nothing left to undo")
    before = _step_before(history)
    return replace(history, steps=before.steps, undone=undone, forgotten=before.forgotten)


def _redo(history: History) -> History:
    if not history.undone:
        raise Refused("There is nothing to redo")
    return replace(history, steps=history.steps.push(history.undone.top), undone=history.undone.below)


def _amended(history: History, amend: Amend) -> Step:
    """Judge every line again as if the amended one had said what ``amend`` says; later amendments win over earlier."""
    noted = _in_order(history)
    readings = {**history.steps.top.readings, amend.line: _reread(noted, amend)}
    counted = {told.number for told in judged(history) if told.refused is None}  # some by an earlier amendment alone
    amends = _amends_of(noted)
    amends = amends._replace(in_force={**amends.in_force, amend.line: history.number + 1})
    again, unfit = _afresh(history), list[Unfit]()
    for number, (line, accepted) in enumerate(noted, start=2):
        again, refused = _judged_again(again, Noted(readings.get(number, line), accepted), readings, amends)
        if refused and (accepted or number in counted) and number >= amend.line:
            unfit.append(Unfit(line=number, why=refused))
    return Step(again.game, readings, tuple(unfit))


def _judged_again(history: History, noted: Noted, readings: Mapping[int, Throw], amends: _Amends) -> Verdict:
    """Judge the line again; of the amendments only those that were taken back are left to be judged.

    Those in force are in force from the first line on, so where they stand they are steps that change nothing. One that
    was taken back changed what was played on it, and its UNDOs must find that, or they would take back other lines.
    """
    line, accepted = noted
    if not isinstance(line, Amend):
        return _verdict(history, line)
    if not accepted:
        return Verdict(_noted(history, line, accepted=False), "It was refused")
    number, game, before = history.number + 1, history.game, _in_order(history)
    then = {**history.steps.top.readings, line.line: _reread(before, line)}
    if number in amends.taken_back:
        earlier = {at: told for at, told in then.items() if amends.in_force.get(at, 0) < number}
        game = _stood(history, before, {**readings, **earlier})
    return Verdict(_noted(_stepped(history, Step(game, then)), line, accepted=True), None)


def _stood(history: History, noted: list[Noted], readings: Mapping[int, Throw]) -> Game:
    """The game after these lines, with these throws in place of those recorded.

    What was played on an amendment that was taken back before the last of them was taken back before it, and is left
    out: to judge that as well would take twice as long for each.
    """
    again, left_out = _afresh(history), _amends_of(noted).spans
    for number, (line, accepted) in enumerate(noted, start=2):
        if number in left_out:
            continue
        if not isinstance(line, Amend):
            again = _verdict(again, readings.get(number, line)).history
        elif accepted:
            again = _stepped(again, again.steps.top)
    return again.game


class _Amends(NamedTuple):
    """What has become of a record's amendments.

    Attributes:
        taken_back: the numbers of those that are undone now.
        in_force: the amended line -> the number of its last amendment that is not undone.
        spans: the numbers of all lines from one that is undone now to the UNDO that took it back.
    """

    taken_back: Collection[int]
    in_force: Mapping[int, int]
    spans: Collection[int]


def _amends_of(noted: Iterable[Noted]) -> _Amends:
    made, undone, targets = list[int](), list[int](), dict[int, int]()
    begun, spans = dict[int, int](), list[tuple[int, range]]()
    for number, (line, accepted) in enumerate(noted, start=2):
        match line:
            case Press(button="undo") if accepted:
                undone.append(step := made.pop())
                if step in targets:
                    spans.append((step, range(begun[step], number + 1)))
            case Press(button="redo") if accepted:
                made.append(step := undone.pop())
                begun[step] = number
            case _ if accepted:
                made.append(number)
                if isinstance(line, Amend):
                    targets[number], begun[number] = line.line, number
    lost = targets.keys() - set(made)
    return _Amends(
        lost,
        {target: number for number, target in targets.items() if number not in lost},
        {number for step, span in spans if step in lost for number in span},
    )


def _reread(noted: list[Noted], amend: Amend) -> Throw:
    line = noted[amend.line - 2].line if 2 <= amend.line < len(noted) + 2 else None  # noqa: PLR2004 (after the game line)
    if not isinstance(line, Die | Chip | Roll):
        raise Refused(f"Line {amend.line} is no earlier throw of dice or chip")
    key = READING[type(line)]
    reading = getattr(amend, key)
    if reading is UNSET:
        raise Refused(f"Line {amend.line} needs a new `{key}`")
    return structs.replace(line, **{key: reading})
