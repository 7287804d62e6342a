"""What can be taken back, put back and read anew, and that nothing else ever changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs
from scoreboard_kit import (
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
    white,
)

from scoreboard.rules import Refused, apply, start
from scoreboard.rules import history as past
from scoreboard.rules.events import Amend, Chip, Die, Expect, Hold, Press, Roll, Set, Setup
from scoreboard.rules.history import READING, Chain, Entry, History, Throw, judge
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
            assert before.steps == record(history, UNDO).steps


def by_definition(setup: Setup, lines: Sequence[Entry], told: Mapping[int, Throw]) -> Game:
    """The game that the lines make, word for word, as slow as it is plain.

    An amended line counts as if it had said so, and all that follows is judged again; UNDO takes back the last accepted
    line. ``told``: what lines say instead, by their numbers.
    """
    steps, undone = [(start(setup), dict[int, Throw]())], list[tuple[Game, dict[int, Throw]]]()
    for number, line in enumerate(lines, start=2):
        game, amended = steps[-1]
        match line:
            case Press(button="undo"):
                undone += [steps.pop()] if len(steps) > 1 else []
                continue
            case Press(button="redo"):
                steps += [undone.pop()] if undone else []
                continue
            case Amend():
                target = lines[line.line - 2] if 2 <= line.line < number else None
                said = getattr(line, READING[type(target)]) if isinstance(target, Die | Chip | Roll) else UNSET
                if said is UNSET:
                    continue
                amended = {**amended, line.line: structs.replace(target, **{READING[type(target)]: said})}
                game = by_definition(setup, lines[: number - 2], {**amended, **told})
            case _:
                try:
                    game = apply(game, told.get(number, line))
                except Refused:
                    continue
        steps, undone = [*steps, (game, amended)], []
    return steps[-1][0]


HOMERUN = Press(button="homerun")
AMENDED_AND_TAKEN_BACK = [HOMERUN, blue(7), Amend(line=3, value=3), red(5), HIT, UNDO, UNDO, UNDO, blue(1)]


REPLACED = [blue(2), red(6), OUT, blue(4), red(1), blue(10), Amend(line=3, value=1), UNDO, red(7)]


@settings(max_examples=300)
@given(SETUPS, PLAYS_AND_AMENDS)
@example(SETUP, [*AMENDED_AND_TAKEN_BACK, Amend(line=10, value=10)])
@example(SETUP, [blue(7), Amend(line=2, value=3), red(5), UNDO, UNDO, blue(2), Amend(line=7, value=3)])
@example(SETUP, [blue(7), Amend(line=2, value=3), UNDO, red(5), REDO, blue(1), Amend(line=2, value=9)])
@example(
    SETUP,
    [*REPLACED, REDO, Amend(line=4, face="hit")],
)
@example(SETUP, [blue(7), Amend(line=2, value=3), HIT, UNDO, UNDO, blue(1), Amend(line=2, value=9)])
def test_whatever_is_amended_and_taken_back_the_game_is_the_one_that_the_contract_defines(
    setup: Setup, plays: list[int | Entry]
) -> None:
    """Also where lines were played on an amendment that is out of force again, or a REDO is judged anew."""
    lines = lines_of(plays, setup)
    assert by_definition(setup, lines, {}) == played(*lines, setup=setup).game


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
    lines = [blue(2), red(3), Amend(line=3, value=5), OUT, out, out, Amend(line=3, value=1), blue(2), UNDO, UNDO]
    history = played(*lines)
    assert history.game == list(past.judged(history))[-1].after
    assert ("bottom", 0) == (history.game.half, history.game.outs)


@given(SETUPS, PLAYS_AND_AMENDS)
def test_a_refused_line_changes_nothing(setup: Setup, plays: list[int | Entry]) -> None:
    """State, steps and what could be put back are as they were; only the line's number is taken."""
    history = played(setup=setup)
    for line in lines_of(plays, setup):
        before, (history, refused) = history, judge(history, line)
        if refused is not None:
            assert (before.steps, before.undone, before.number + 1) == (history.steps, history.undone, history.number)


@given(SETUPS, PLAYS_AND_AMENDS)
def test_redo_puts_back_what_undo_took(setup: Setup, plays: list[int | Entry]) -> None:
    """REDO after UNDO is as if neither had been pressed."""
    history = played(*lines_of(plays, setup), setup=setup)
    if len(history.steps) > 1:
        again = record(record(history, UNDO), REDO)
        assert (history.steps, history.undone) == (again.steps, again.undone)


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
    assert [history.steps.top for history in whole] == [history.steps.top for history in forgetful]
    assert [history.undone for history in whole] == [history.undone for history in forgetful]
    assert all(noted == its for noted, its in zip(whole[-1].lines, forgetful[-1].lines, strict=True))


def test_of_a_long_game_few_states_are_held() -> None:
    """What was long ago is judged again should it be asked for; UNDO goes back to the beginning all the same."""
    history, count = played(), 0
    for _ in range(3 * past.HELD):
        history = record(history, Set(outs=count % 3))
        count += 1
        assert len(history.steps) <= 2 * past.HELD
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
    """After an amendment the game is that of a record which says the right thing in the first place."""
    lines = lines_of(plays, setup)
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
    """The undo after it is judged again as well, and takes it back again."""
    assert played(blue(4)).game == played(blue(3), UNDO, blue(4), Amend(line=2, value=7)).game


def test_a_long_chain_is_walked_without_recursion() -> None:
    """A game of a hundred thousand lines is counted, compared and forgotten like any other."""
    one, other = Chain[int](), Chain[int]()
    for number in range(100_000):
        one, other = one.push(number), other.push(number)
    assert one == other
    assert one != other.below
    assert 100_000 == len(one)


def test_an_empty_chain_has_nothing_to_give() -> None:
    """Asking for more than there is fails at once."""
    with pytest.raises(IndexError):
        _ = Chain[int]().push(1).below.top


def test_noting_changes_the_number_alone() -> None:
    """A noted line is counted and does nothing else."""
    old = played(blue(3))
    new = judge(old, Hold()).history
    assert History(new.lines, old.steps, old.undone) == new
    assert old.number + 1 == new.number


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
    one = Chain[int]().push(1)
    assert Chain[int]().push(1) == one
    assert Chain[int]().push(2) != one
    assert Chain[int]().push(2).push(1) != one
    assert one != Chain[int]().push(2).push(1)
    assert one != [1]
