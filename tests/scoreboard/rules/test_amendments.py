"""What an amendment makes of a line, and which lines no longer fit then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from support.scoring import (
    HIT,
    OUT,
    PLAYS,
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
)

from scoreboard.rules import Refused, start
from scoreboard.rules import history as past
from scoreboard.rules.events import Amend, Die, End, Expect, Hold, Press, Roll, Set, Setup
from scoreboard.rules.history import Entry


def test_undone_second_amendment_leaves_the_first() -> None:
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
    assert history.game == list(past.judged_lines(history))[-1].after
    assert ("bottom", 0) == (history.game.half, history.game.outs)


@given(SETUPS, PLAYS, st.data())
@pytest.mark.untraced
def test_an_amended_throw_counts_as_if_it_had_been_so(
    setup: Setup, plays: list[int | Entry], data: st.DataObject
) -> None:
    """Where nothing was taken back, the game is that of a record which says the right thing in the first place."""
    lines = lines_of([play for play in plays if play not in (UNDO, REDO)], setup)
    throws = [(at, line) for at, line in enumerate(lines) if isinstance(line, Die | Roll)]
    if throws:
        (at, throw), value = data.draw(st.sampled_from(throws)), data.draw(VALUES)
        says = {"value": value} if isinstance(throw, Die) else {"values": rolled(start(setup), value).values}
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


def test_line_that_fitted_by_an_amendment_is_named_by_the_next() -> None:
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


def test_unfit_lines_before_the_amended_one_are_old_news() -> None:
    """A swing that an earlier amendment left without a place was named then; a toss amended after it is named now."""
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
def test_line_added_before_an_undone_one_has_no_effect(line: int) -> None:
    """It has no place in the game any more, and no more has the UNDO that took it back, or the REDO."""
    lines = (blue(3), red(7), UNDO, REDO, UNDO, blue(1))
    history = record(played(*lines), Amend(line=line, add=red(2)))
    assert played(*lines).game == history.game


def test_added_line_is_named_too() -> None:
    """One that does not fit is named by its amendment: it has no number of its own."""
    history = played(blue(3), Amend(line=2, add=HIT))
    assert [3] == [unfit.line for unfit in history.unfit]
    assert played(blue(3)).game == history.game


def test_a_line_that_is_struck_out_is_not_named() -> None:
    """It was meant so; what followed on it is named."""
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
    """A face is read again like a number."""
    hit = (blue(3), red(7))
    assert played(*hit, OUT).game == played(*hit, HIT, Amend(line=4, face="out")).game


def test_an_undone_amendment_is_out_of_force() -> None:
    """A later amendment of another line does not bring it back."""
    history = played(blue(3), Amend(line=2, value=7), UNDO, red(8), Amend(line=5, value=2))
    assert played(blue(3), red(2)).game == history.game


def test_undone_throw_can_be_amended() -> None:
    """What an UNDO took back was settled then."""
    assert played(blue(4)).game == played(blue(3), UNDO, blue(4), Amend(line=2, value=7)).game


def test_an_amended_line_that_does_not_fit_is_named() -> None:
    """Two dice amended to one: the very line that was amended no longer fits."""
    history = played(Roll(values=(2, 5)), Amend(line=2, values=(3,)), setup=structs.replace(SETUP, rules="two-dice"))
    assert [2] == [unfit.line for unfit in history.unfit]
