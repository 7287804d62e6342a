"""What can be taken back, put back and read anew, and that nothing else ever changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs
from support.scoring import (
    AMENDS,
    ASIDES,
    HIT,
    OUT,
    PLAYS,
    PLAYS_AND_AMENDS,
    REDO,
    SETUP,
    SETUPS,
    UNDO,
    VALUES,
    blue,
    lines_of,
    played,
    record,
    red,
    rolled,
    thrown,
    white,
)

from scoreboard.rules import Refused, apply, start, steps
from scoreboard.rules import history as past
from scoreboard.rules.amendments import place_of
from scoreboard.rules.chain import Stack
from scoreboard.rules.events import Amend, Die, End, Event, Expect, Hold, Press, Roll, Set, Setup
from scoreboard.rules.history import READING, Entry, History, judge
from scoreboard.rules.history import played as counted
from scoreboard.rules.state import Game


def is_step(line: Entry) -> bool:
    """Whether UNDO would take the line back, once accepted."""
    return not (isinstance(line, Press) and line.button in {"undo", "redo"})


def lines_counted(history: History) -> list[Entry]:
    """The lines that count, without the states around them."""
    return [play.line for play in counted(history)]


@given(SETUPS, PLAYS_AND_AMENDS)
def test_undo_restores_exactly_what_was_there(setup: Setup, plays: list[int | Entry]) -> None:
    """Whatever was accepted, in whichever game, UNDO brings back the state before it, to the last detail."""
    history = played(setup=setup)
    for line in lines_of(plays, setup):
        before, (history, refused) = history, judge(history, line)
        if refused is None and is_step(line):
            undone = record(history, UNDO)
            assert (before.game, before.steps) == (undone.game, undone.steps)


Numbered = tuple[int, Entry | Expect, bool]
"""A line with its number, and whether it was accepted when it was recorded."""


class ByDefinition:
    """The game that the lines make, word for word, as slow as it is plain.

    A record is a stack of steps, the accepted lines but undo and redo; each owns the lines recorded after it that are
    none. UNDO takes the top step off with what it owns, REDO puts it back, a new step empties what was taken off. The
    game is what the lines on the stack come to in order, with the amendments on the stack in force.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.lines: list[Entry | Expect] = []
        self.stack: list[list[Numbered]] = [[]]
        self.undone: list[list[Numbered]] = []

    def add(self, line: Entry | Expect) -> None:
        """One line more."""
        self.lines.append(line)
        number = len(self.lines) + 1
        match line:
            case Press(button="undo") if len(self.stack) > 1:
                self.undone.append(self.stack.pop())
            case Press(button="redo") if self.undone:
                self.stack.append(self.undone.pop())
            case _ if self.is_accepted(line):
                self.stack.append([(number, line, True)])
                self.undone = []
            case _:
                self.stack[-1].append((number, line, False))

    def is_accepted(self, line: Entry | Expect) -> bool:
        """Whether it is lawful now, and a step."""
        if isinstance(line, Amend):
            return self.can_be_said(line)
        if isinstance(line, Expect) or not is_step(line):
            return False
        try:
            apply(self.game, line)
        except Refused:
            return False
        return True

    def can_be_said(self, amend: Amend) -> bool:
        """Whether an amendment says of an earlier line what can be said of it."""
        if not 1 < amend.line <= len(self.lines):
            return False
        named, says = self.lines[amend.line - 2], [key for key, name in SAYS if getattr(amend, name) is not UNSET]
        is_event = not isinstance(named, Amend | Expect) and is_step(named)
        return says == ["add"] or (says == ["as"] and is_event) or says == [READING.get(type(named))]

    @property
    def game(self) -> Game:
        """The game now."""
        return self.judged(self.stack)[0]

    @property
    def unfit(self) -> list[int]:
        """Lines from the one that was just amended on that are refused now, and fitted once, or until now."""
        amend = self.stack[-1][0][1] if self.stack[-1] else None
        numbers = [number for step in self.stack for number, *_ in step]
        if not isinstance(amend, Amend) or amend.line not in numbers:
            return []
        _, was = self.judged(self.stack[:-1])
        _, now = self.judged(self.stack)
        before = numbers[: numbers.index(amend.line)]
        counted = [each for each, _, accepted, refused in was if not refused]
        return [
            each
            for each, place, accepted, refused in now
            if refused and place not in before and (accepted or each in counted)
        ]

    def judged(self, stack: list[list[Numbered]]) -> tuple[Game, list[tuple[int, int, bool, bool]]]:
        """The game they come to, and of each line its number, its place's, whether it was accepted and is refused."""
        game, told = start(self.setup), list[tuple[int, int, bool, bool]]()
        amends = [(number, line) for step in stack for number, line, accepted in step if accepted]
        for place, recorded, accepted in (each for step in stack for each in step):
            about = [(number, line) for number, line in amends if isinstance(line, Amend) and line.line == place]
            added = [(number, line.add, True) for number, line in about if line.add is not UNSET]
            instead = [line for _, line in about if line.add is UNSET]
            line = instead_of(recorded, instead[-1]) if instead else recorded
            for number, each, was in (*added, (place, line, accepted)):
                if each is None or isinstance(each, Amend | Expect) or not is_step(each):
                    continue
                try:
                    game, refused = apply(game, each), False
                except Refused:
                    refused = True
                told.append((number, place, was, refused))
        return game, told


SAYS = (("value", "value"), ("face", "face"), ("values", "values"), ("as", "as_"), ("add", "add"))


def instead_of(line: Entry | Expect, amend: Amend) -> Event | None:
    """What the line counts as."""
    if amend.as_ is not UNSET:
        return amend.as_
    key = READING[type(line)]
    return structs.replace(line, **{key: getattr(amend, key)})  # type: ignore[return-value] # a throw


HOMERUN = Press(button="homerun")
AMENDED_AND_TAKEN_BACK = [HOMERUN, blue(7), Amend(line=3, value=3), red(5), HIT, UNDO, UNDO, UNDO, blue(1)]


REPLACED = [blue(2), red(6), OUT, blue(4), red(1), blue(10), Amend(line=3, value=1), UNDO, red(7)]
GREEN = Die(color="green", value=5)
PUT_BACK_ELSEWHERE = [blue(2), Amend(line=2, value=1), blue(5), UNDO, UNDO, blue(4), REDO, REDO]
"""What was refused in between counts on the amendment that is put back, and the step above it no longer fits."""
UNFIT_AT_THE_END = [blue(1), *[Press(button="strike")] * 5, blue(3), red(7), Amend(line=8, value=7)]
LINES: st.SearchStrategy[int | Entry | Expect] = st.one_of(
    VALUES, VALUES, VALUES, ASIDES, AMENDS, AMENDS, st.sampled_from((UNDO, UNDO, REDO, GREEN, Expect(outs=0)))
)
"""Plays with many a thing taken back, put back, refused and read anew between them."""


@settings(max_examples=300, deadline=None)
@given(SETUPS, st.lists(LINES, max_size=40), st.integers(1, 5))
@example(SETUP, [*AMENDED_AND_TAKEN_BACK, Amend(line=10, value=10)], 64)
@example(SETUP, [blue(7), Amend(line=2, value=3), red(5), UNDO, UNDO, blue(2), Amend(line=7, value=3)], 64)
@example(SETUP, [blue(7), Amend(line=2, value=3), UNDO, red(5), REDO, blue(1), Amend(line=2, value=9)], 64)
@example(SETUP, [*REPLACED, REDO, Amend(line=4, face="hit")], 64)
@example(SETUP, [blue(7), Amend(line=2, value=3), HIT, UNDO, UNDO, blue(1), Amend(line=2, value=9)], 64)
@example(SETUP, [*PUT_BACK_ELSEWHERE, Amend(line=2, value=1)], 1)
@example(SETUP, [*PUT_BACK_ELSEWHERE, UNDO, GREEN, REDO, Amend(line=2, value=1)], 1)
@example(SETUP, [*UNFIT_AT_THE_END, UNDO, GREEN, REDO, Amend(line=2, value=10)], 6)
def test_whatever_is_amended_and_taken_back_the_game_is_the_one_that_is_defined(
    setup: Setup, plays: list[int | Entry | Expect], held: int
) -> None:
    """After every line, however few states are held: the game, what is refused, and what no longer fits."""
    history, defined = played(setup=setup), ByDefinition(setup)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(past, "HELD", held)
        for play in plays:
            line = thrown(history.game, play) if isinstance(play, int) else play
            history = judge(history, line).history
            defined.add(line)
            assert defined.game == history.game
            assert defined.unfit == [unfit.line for unfit in history.unfit]
            assert defined.game == [history.beginning, *(each.after for each in past.judged(history))][-1]
        newest = list(past.judged(history, 3))
        assert newest == list(past.judged(history))[len(list(past.judged(history))) - len(newest) :]


def test_many_amendments_taken_back_at_once_cost_next_to_nothing() -> None:
    """Who tries a reading out and takes it back, again and again, is not made to wait longer each time."""
    pitches = [blue(7)] * 24
    slips = [line for number in range(2, 26) for line in (Amend(line=number, value=9), UNDO)]
    history = played(*pitches, *slips, Amend(line=2, value=1))
    assert played(blue(1), *pitches[1:]).game == history.game
    for number in range(2, 26):  # with a play on each, too
        history = played_on(history, Amend(line=number, value=9), Press(button="ball"), UNDO, UNDO)
    assert played(blue(1), *pitches[1:]).game == played_on(history, Amend(line=2, value=1)).game


def played_on(history: History, *lines: Entry) -> History:
    """The history with these lines, refused or not."""
    for line in lines:
        history = judge(history, line).history
    return history


def test_a_second_amendment_of_a_line_that_was_taken_back_leaves_the_first() -> None:
    """What was played on it goes with it, and nothing else: the lines as they are judged end where the game stands."""
    out = Press(button="out")
    lines: list[Entry] = [
        blue(2),
        red(3),
        Amend(line=3, value=5),
        OUT,
        out,
        out,
        Amend(line=3, value=1),
        blue(2),
        UNDO,
        UNDO,
    ]
    history = played(*lines)
    assert history.game == list(past.judged(history))[-1].after
    assert ("bottom", 0) == (history.game.half, history.game.outs)


@given(SETUPS, PLAYS_AND_AMENDS)
def test_a_refused_line_changes_nothing(setup: Setup, plays: list[int | Entry]) -> None:
    """State, steps and what could be put back are as they were; it is numbered, and stands beside the last step."""
    history = played(setup=setup)
    for line in lines_of(plays, setup):
        before, (history, refused) = history, judge(history, line)
        if refused is not None:
            beside = before.steps.top.beside.push(place_of(history.number, line, accepted=False))
            assert (before.game, before.undone, before.number + 1) == (history.game, history.undone, history.number)
            assert before.steps.below.push(replace(before.steps.top, beside=beside)) == history.steps


@given(SETUPS, PLAYS_AND_AMENDS)
def test_redo_puts_back_what_undo_took(setup: Setup, plays: list[int | Entry]) -> None:
    """REDO after UNDO is as if neither had been pressed."""
    history = played(*lines_of(plays, setup), setup=setup)
    if len(history.steps) > 1:
        again = record(record(history, UNDO), REDO)
        assert (history.game, history.steps, history.undone) == (again.game, again.steps, again.undone)


@given(SETUPS, PLAYS_AND_AMENDS, st.integers(1, 5), st.integers(0, 45))
@example(SETUP, [blue(3), Amend(line=2, value=4), UNDO, red(7), UNDO, Amend(line=2, value=5)], 1, 0)
def test_undo_reaches_back_beyond_the_states_that_are_held(
    setup: Setup, plays: list[int | Entry], held: int, presses: int
) -> None:
    """However few states are held, every line is judged as if all of them were."""
    lines = [*lines_of(plays, setup), *[UNDO] * presses, *[REDO] * (presses // 2), *[UNDO] * 3]
    whole = [played(setup=setup)]
    forgetful = whole[:]
    with pytest.MonkeyPatch.context() as patch:
        for histories, most in ((whole, 1000), (forgetful, held)):
            patch.setattr(past, "HELD", most)
            for line in lines:
                histories.append(judge(histories[-1], line).history)
    assert [history.game for history in whole] == [history.game for history in forgetful]
    assert [history.steps for history in whole] == [history.steps for history in forgetful]
    assert [history.undone for history in whole] == [history.undone for history in forgetful]
    assert all(noted == its for noted, its in zip(whole[-1].lines, forgetful[-1].lines, strict=True))


def test_of_a_long_game_few_states_are_held() -> None:
    """What was long ago is judged again should it be asked for; UNDO goes back to the beginning all the same."""
    history, count = played(), 0
    for _ in range(3 * past.HELD):
        history = record(history, Set(outs=count % 3))
        count += 1
        assert len(history.states) <= 2 * past.HELD
        assert len(history.steps.top.marks) <= 1 + count / past.HELD
    while count:
        history, count = record(history, UNDO), count - 1
        assert (count - 1) % 3 == history.game.outs or count == 0
    assert played().game == history.game
    with pytest.raises(Refused, match="nothing left to undo"):
        record(history, UNDO)


@given(SETUPS, PLAYS_AND_AMENDS)
def test_undo_reaches_back_to_the_start(setup: Setup, plays: list[int | Entry]) -> None:
    """Pressed often enough, UNDO takes back the whole game, across half-innings."""
    history = played(*lines_of(plays, setup), setup=setup)
    while len(history.steps) > 1:
        history = record(history, UNDO)
    assert played(setup=setup).game == history.game


def test_undo_takes_back_the_choice_before_its_throw() -> None:
    """A choice stated after a throw goes first, the throw itself with the next press (D55)."""
    throw = (blue(3), red(7), HIT, white(3), blue(4), white(9))
    stated = played(*throw, Press(button="next"))
    assert played(*throw).game == record(stated, UNDO).game
    assert played(*throw[:-1]).game == record(record(stated, UNDO), UNDO).game


def test_undo_steps_over_what_was_refused() -> None:
    """Refused lines and expectations are no steps: UNDO takes back the last accepted line."""
    history = played(blue(3), Hold(), Expect(outs=0), UNDO)
    assert played().game == history.game


@pytest.mark.parametrize("line", [UNDO, REDO])
def test_nothing_left_is_refused(line: Press) -> None:
    """With nothing to take back or put back, the press is refused."""
    with pytest.raises(Refused, match="nothing"):
        record(played(), line)


def test_something_new_ends_redo() -> None:
    """Once a line is recorded, what was undone before it is gone."""
    with pytest.raises(Refused, match="nothing to redo"):
        record(played(blue(3), UNDO, blue(4)), REDO)


def test_a_refused_line_does_not_end_redo() -> None:
    """A line that changes nothing leaves REDO possible."""
    assert played(blue(3)).game == played(blue(3), UNDO, Hold(), REDO).game


def test_a_set_is_one_step() -> None:
    """However much a correction states, one UNDO takes it back."""
    assert played(blue(1)).game == played(blue(1), Set(outs=2, away=4, balls=0), UNDO).game


def test_every_line_has_its_number() -> None:
    """The game line is 1; refused lines, expectations and undo count like any other."""
    assert 6 == played(blue(3), Hold(), Expect(outs=0), UNDO, REDO).number


def test_recording_leaves_the_old_history_alone() -> None:
    """A history that somebody holds on to never changes."""
    old = played(blue(3))
    held = (old.number, old.game)
    record(old, red(5))
    record(old, UNDO)
    assert held == (old.number, old.game)


@given(SETUPS, PLAYS, st.data())
def test_an_amended_throw_counts_as_if_it_had_been_so(
    setup: Setup, plays: list[int | Entry], data: st.DataObject
) -> None:
    """Where nothing was taken back, the game is that of a record which says the right thing in the first place."""
    lines = lines_of([play for play in plays if play not in (UNDO, REDO)], setup)
    throws = [(at, line) for at, line in enumerate(lines) if isinstance(line, Die | Roll)]
    if throws:
        (at, throw), value = data.draw(st.sampled_from(throws)), data.draw(VALUES)
        says = {"value": value} if isinstance(throw, Die) else {"values": rolled(setup.rules, value).values}
        right = [*lines[:at], structs.replace(throw, **says), *lines[at + 1 :]]
        amended = played(*lines, Amend(line=at + 2, **says), setup=setup)
        assert played(*right, setup=setup).game == amended.game


def test_a_line_refused_before_may_fit_now() -> None:
    """A ball misread as a pitch to swing at: the next pitch was refused then, and counts now."""
    history = played(blue(2), blue(5))
    assert 0 == history.game.balls
    assert played(blue(1), blue(5)).game == record(history, Amend(line=2, value=1)).game


def test_what_no_longer_fits_is_named() -> None:
    """A pitch that turns out a called strike leaves the swing and the toss without a place."""
    history = record(played(blue(3), red(7), HIT), Amend(line=2, value=7))
    assert [3, 4] == [unfit.line for unfit in history.unfit]
    assert played(blue(7)).game == history.game


def test_what_never_fitted_is_not_named() -> None:
    """A line refused when it was recorded is no news when it is refused again."""
    history = record(played(blue(3), Hold(), red(7)), Amend(line=2, value=7))
    assert [4] == [unfit.line for unfit in history.unfit]


def test_only_what_follows_the_amended_line_is_named() -> None:
    """What an earlier amendment left without a place was named then."""
    history = played(blue(3), red(7), Amend(line=2, value=7), blue(3), red(8), Amend(line=5, value=7))
    assert [6] == [unfit.line for unfit in history.unfit]


def test_a_refused_amendment_is_no_step_when_judged_again() -> None:
    """An undo after it takes back the same line the second time."""
    history = played(blue(1), blue(1), Amend(line=99, value=1), UNDO, Amend(line=2, value=7))
    assert played(blue(7)).game == history.game


def test_what_only_an_amendment_let_count_is_named_when_the_next_one_does_not() -> None:
    """A swing was refused after a strike, counted once the pitch was amended, and no longer fits when it is again."""
    history = record(played(blue(7), red(8)), Amend(line=2, value=5))
    assert () == history.unfit
    history = record(history, Amend(line=2, value=7))
    assert [3] == [unfit.line for unfit in history.unfit]


def test_unfit_lines_are_named_until_the_next_step() -> None:
    """The state after the amendment names them, also past a refused line; the next step has its own."""
    history = played(blue(3), red(7), Amend(line=2, value=7), Hold())
    assert [3] == [unfit.line for unfit in history.unfit]
    assert () == record(history, blue(2)).unfit
    assert history.unfit == record(record(history, blue(2)), UNDO).unfit


def test_what_stands_before_the_amended_line_is_not_named_again() -> None:
    """A swing that an earlier amendment left without a place was named then; a toss read anew after it is named now."""
    history = played(blue(3), red(7), HIT, Amend(line=2, value=7))
    assert [4] == [unfit.line for unfit in record(history, Amend(line=4, face="out")).unfit]


def test_what_was_refused_counts_in_its_order() -> None:
    """Of two lines refused one after the other, the first is judged first when both may count."""
    history = record(played(blue(2), blue(1), blue(3)), Amend(line=2, value=1))
    assert played(blue(1), blue(1), blue(3)).game == history.game


@pytest.mark.parametrize(
    ("amend", "right"),
    [
        (Amend(line=3, as_=Press(button="ball")), [blue(3), Press(button="ball"), HIT]),
        (Amend(line=3, as_=None), [blue(3), HIT]),
        (Amend(line=3, add=Press(button="strike")), [blue(3), Press(button="strike"), red(7), HIT]),
        (Amend(line=4, as_=Press(button="out")), [blue(3), red(7), Press(button="out")]),
        (Amend(line=2, add=Set(outs=2)), [Set(outs=2), blue(3), red(7), HIT]),
        (Amend(line=4, as_=End(why="called", winner=None)), [blue(3), red(7), End(why="called", winner=None)]),
    ],
    ids=["another-line", "never-was", "missed", "chip-as-press", "missed-at-first", "end"],
)
def test_a_line_may_count_as_another_or_as_none_or_be_added(amend: Amend, right: list[Entry]) -> None:
    """The game is that of a record which has the right line in its place."""
    assert played(*right).game == record(played(blue(3), red(7), HIT), amend).game


@pytest.mark.parametrize("line", [blue(3), Press(button="ball"), Hold()], ids=["accepted", "press", "refused"])
def test_of_what_is_said_of_a_line_the_last_counts(line: Entry) -> None:
    """A line struck out may count as another again, or as it was misread."""
    history = played(line, Amend(line=2, as_=None), Amend(line=2, as_=blue(7)))
    assert played(blue(7)).game == history.game
    if isinstance(line, Die):
        assert played(blue(1)).game == record(history, Amend(line=2, value=1)).game


def test_what_was_missed_is_added_in_order() -> None:
    """Lines added before one line come in the order of their amendments, whatever else is said of that line."""
    history = played(blue(3), Amend(line=2, add=blue(1)), Amend(line=2, as_=blue(7)), Amend(line=2, add=red(2)))
    assert played(blue(1), red(2), blue(7)).game == history.game


def test_a_line_may_be_added_before_what_is_no_step() -> None:
    """Before an expectation, a refused line or an amendment, it counts where that was recorded."""
    for amend in (Amend(line=3, add=red(7)), Amend(line=4, add=red(7)), Amend(line=5, add=red(7))):
        history = played(blue(3), Expect(outs=0), Hold(), Amend(line=2, value=4), HIT, amend)
        assert played(blue(4), red(7), HIT).game == history.game


@pytest.mark.parametrize("line", [3, 4, 5])
def test_before_what_was_taken_back_a_line_is_added_without_effect(line: int) -> None:
    """It has no place in the game any more, and no more has the UNDO that took it back, or the REDO."""
    lines = (blue(3), red(7), UNDO, REDO, UNDO, blue(1))
    history = record(played(*lines), Amend(line=line, add=red(2)))
    assert played(*lines).game == history.game


def test_an_added_line_that_does_not_fit_is_named_by_its_amendment() -> None:
    """It has no number of its own."""
    history = played(blue(3), Amend(line=2, add=HIT))
    assert [3] == [unfit.line for unfit in history.unfit]
    assert played(blue(3)).game == history.game


def test_a_line_that_is_struck_out_is_not_named() -> None:
    """Somebody meant it so; what followed on it is named."""
    history = record(played(blue(3), red(7), HIT), Amend(line=3, as_=None))
    assert [4] == [unfit.line for unfit in history.unfit]


@pytest.mark.parametrize(
    "amend",
    [Amend(line=line, as_=says) for line in (1, 4, 5, 6, 7, 99) for says in (None, blue(3))]
    + [Amend(line=line, add=blue(3)) for line in (1, 7, 99)],
)
def test_only_a_line_of_the_game_counts_as_another(amend: Amend) -> None:
    """The game line, an amendment, UNDO, REDO and an expectation are none, nor is a line that is yet to come."""
    with pytest.raises(Refused):
        record(played(blue(3), Amend(line=2, value=4), UNDO, REDO, Expect(outs=0)), amend)


class Judging:
    """Counts the lines that the law judges."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.lines = 0
        for module in (past, steps):
            patch.setattr(module, "apply", self.apply)

    def apply(self, game: Game, event: Event) -> Game:
        """As the law does."""
        self.lines += 1
        return apply(game, event)

    def of(self, history: History, line: Entry) -> tuple[History, int]:
        """The history with the line, and how many lines were judged for it."""
        self.lines = 0
        return record(history, line), self.lines


LONG = [blue(1), *[line for _ in range(400) for line in (Press(button="strike"), GREEN, UNDO, REDO, Set(outs=0))]]
"""A long game in which nothing is ever decided."""


def test_undo_judges_no_more_than_lie_between_two_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most presses judge nothing at all, and none judges many lines however long the game is; so does REDO."""
    judging, history, judged = Judging(monkeypatch), played(*LONG, Amend(line=2, value=10)), list[int]()
    while len(history.steps) > 1:
        history, lines = judging.of(history, UNDO)
        judged.append(lines)
    assert max(judged) <= past.HELD
    assert sum(judged) <= len(LONG)
    while history.undone:
        history, lines = judging.of(history, REDO)
        assert 0 == lines


def test_undo_and_redo_beside_many_refused_lines_judge_none_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much was refused on a step, and though something was in between, it need not be judged again."""
    judging, history = Judging(monkeypatch), played(blue(3), *[Hold()] * 300)
    for _ in range(3):
        history, undone = judging.of(history, UNDO)
        history, redone = judging.of(judge(history, GREEN).history, REDO)
        assert (0, 0) == (undone, redone)


def test_an_amendment_judges_from_the_line_it_names_until_all_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Near the end of a long game and near its beginning alike few lines are judged, if the game comes to the same."""
    judging, history = Judging(monkeypatch), played(*LONG)
    for line in (2, 1000, history.number - 4):
        amended, lines = judging.of(history, Amend(line=line, add=Press(button="ball")))
        assert lines <= 3 * past.HELD
        assert (history.game, 0) == (judging.of(amended, UNDO)[0].game, judging.lines)


def test_the_newest_lines_come_first() -> None:
    """Walked back, the lines are those that count now: amended, added, refused too, and none that was taken back."""
    lines = (blue(3), GREEN, red(2), blue(5), UNDO, Amend(line=2, value=4), Amend(line=4, add=red(1)), blue(1))
    assert [(9, blue(1)), (4, red(2)), (8, red(1)), (3, GREEN), (2, blue(4))] == [
        (each.number, each.line) for each in past.latest(played(*lines))
    ]


@pytest.mark.parametrize(
    "amend",
    [
        Amend(line=1, value=3),
        Amend(line=4, value=3),
        Amend(line=5, value=3),
        Amend(line=6, value=3),
        Amend(line=99, value=3),
        Amend(line=2, face="hit"),
        Amend(line=2, values=(3,)),
        Amend(line=3, value=3),
    ],
    ids=["game-line", "press", "expect", "itself", "later", "die-by-face", "die-by-values", "chip-by-value"],
)
def test_an_amendment_must_fit_an_earlier_throw(amend: Amend) -> None:
    """It names a die, chip or roll line before it and says the kind of thing that line says, or is refused."""
    with pytest.raises(Refused):
        record(played(blue(3), HIT, Press(button="ball"), Expect(outs=0)), amend)


def test_a_line_may_be_amended_again() -> None:
    """Of two amendments of one line the later counts."""
    assert played(blue(1)).game == played(blue(3), Amend(line=2, value=7), Amend(line=2, value=1)).game


def test_amendments_of_different_lines_add_up() -> None:
    """A later amendment does not undo an earlier one of another line."""
    history = played(blue(3), red(2), blue(3), Amend(line=2, value=7), Amend(line=4, value=1))
    assert played(blue(7), red(2), blue(1)).game == history.game


def test_a_chip_may_be_amended() -> None:
    """A face is read anew like a number."""
    hit = (blue(3), red(7))
    assert played(*hit, OUT).game == played(*hit, HIT, Amend(line=4, face="out")).game


def test_an_undone_amendment_is_out_of_force() -> None:
    """A later amendment of another line does not bring it back."""
    history = played(blue(3), Amend(line=2, value=7), UNDO, red(8), Amend(line=5, value=2))
    assert played(blue(3), red(2)).game == history.game


def test_an_undone_throw_may_be_amended_without_effect() -> None:
    """What an UNDO took back was settled then."""
    assert played(blue(4)).game == played(blue(3), UNDO, blue(4), Amend(line=2, value=7)).game


def test_a_long_chain_is_walked_without_recursion() -> None:
    """A game of a hundred thousand lines is counted, compared and forgotten like any other."""
    one, other = Stack[int](), Stack[int]()
    for number in range(100_000):
        one, other = one.push(number), other.push(number)
    assert one == other
    assert one != other.below
    assert 100_000 == len(one)


def test_an_empty_chain_has_nothing_to_give() -> None:
    """Asking for more than there is fails at once."""
    with pytest.raises(IndexError):
        _ = Stack[int]().push(1).below.top


def test_noting_changes_the_number_alone() -> None:
    """An expectation is counted, stands where it was recorded, and does nothing else."""
    old = played(blue(3))
    new = judge(old, Expect(outs=1)).history
    assert (old.game, old.undone, old.number + 1) == (new.game, new.undone, new.number)
    assert [step.number for step in old.steps] == [step.number for step in new.steps]


@given(SETUPS, PLAYS_AND_AMENDS)
def test_the_lines_that_count_lead_to_the_game_as_it_stands(setup: Setup, plays: list[int | Entry]) -> None:
    """Without what was refused, undone or misread, each line begins where the one before it ended."""
    history = played(*lines_of(plays, setup), setup=setup)
    plays_now = counted(history)
    states = [played(setup=setup).game, *(play.after for play in plays_now)]
    assert [play.before for play in plays_now] == states[:-1]
    assert history.game == states[-1]


def test_what_was_refused_or_expected_does_not_count() -> None:
    """Neither is among the lines that made the game."""
    history = played(blue(3), Hold(), Expect(outs=0), Amend(line=99, value=1), red(2))
    assert [blue(3), red(2)] == lines_counted(history)


def test_what_was_undone_does_not_count_until_it_is_put_back() -> None:
    """An undone line is not among them, put back it is, and something new stands in its place."""
    undone = played(blue(3), red(2), UNDO)
    assert [blue(3)] == lines_counted(undone)
    assert [blue(3), red(2)] == lines_counted(record(undone, REDO))
    assert [blue(3), red(7)] == lines_counted(record(undone, red(7)))


def test_a_line_redone_later_is_the_one_undone_last() -> None:
    """What something new has replaced does not come back with it."""
    assert [blue(3), red(7)] == lines_counted(played(blue(3), red(2), UNDO, red(7), UNDO, REDO))


def test_an_amended_line_counts_as_amended() -> None:
    """The amendment itself is no line of the game."""
    assert [blue(4)] == lines_counted(played(blue(3), Amend(line=2, value=4)))


def test_an_amended_line_that_does_not_fit_is_named() -> None:
    """Two dice amended to one: the very line that was amended no longer fits."""
    history = played(Roll(values=(2, 5)), Amend(line=2, values=(3,)), setup=structs.replace(SETUP, rules="two-dice"))
    assert [2] == [unfit.line for unfit in history.unfit]


def test_chains_are_equal_where_every_item_is() -> None:
    """Another item, one item more below, or something that is no chain at all makes the difference."""
    one = Stack[int]().push(1)
    assert Stack[int]().push(1) == one
    assert Stack[int]().push(2) != one
    assert Stack[int]().push(2).push(1) != one
    assert one != Stack[int]().push(2).push(1)
    assert one != [1]
