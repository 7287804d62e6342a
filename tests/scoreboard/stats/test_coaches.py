"""The coaches of RallyBird: lawful, by lot, and no worse than they need be."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from support.rallybird import LAID, at_bat, committed, on, rally
from support.rules import SETUP

from scoreboard.rules import apply, start
from scoreboard.rules.deck import house_deck
from scoreboard.rules.events import Call, Roll
from scoreboard.stats.coaches import EXPECTED, matched, next_call
from scoreboard.stats.odds import simulate


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.untraced
def test_they_play_whole_games(seed: int) -> None:
    """Every line of theirs is lawful, with all options; the same seed is the same game."""
    lots, again = Random(seed), Random(seed)  # noqa: S311 - lots for a test
    game = rally(options=("aside-3-2", "intentional-walk", "rallybird"), deck=house_deck())
    while not game.over:
        if game.awaits is None:
            call = next_call(game, lots)
            assert call == next_call(game, again)
            game = apply(game, call)
        else:
            dice = Roll(values=(lots.randint(1, 6), lots.randint(1, 6)))
            assert dice == Roll(values=(again.randint(1, 6), again.randint(1, 6)))
            game = apply(game, dice)


def test_they_set_cards_aside_first() -> None:
    """R2, R8: as many as are due, by lot; after an intentional walk four more."""
    game = rally(options=("aside-3-2", "intentional-walk"))
    lots = Random(1)  # noqa: S311 - lots for a test
    for _ in range(3):
        call = next_call(game, lots)
        assert call.call.startswith("aside ")
        game = apply(game, call)
    assert next_call(game, lots).call.startswith("card ")
    walked = on("call:intentional-walk", game)
    for _ in range(4):
        walked = apply(walked, next_call(walked, lots))
    assert next_call(walked, lots).call.startswith("card ")


def test_the_lesser_loss_is_chosen() -> None:
    """R5: of two white gloves the one that is better on its red side, of two red ones the lower."""
    lots = Random(1)  # noqa: S311 - lots for a test
    assert Call(call="flip A") == next_call(rally(at_bat("Pair", "66")), lots)
    red = f"{at_bat('Single', '66')} call:card_Homer call:gloves_A=4/3r_B=5/4_C=6_D=7_E=8_F=3 roll:66"
    lie = "call:gloves_A=6/5r_B=4/3r_C=5/4_D=7_E=8_F=3"
    assert Call(call="lose B") == next_call(rally(f"{red} call:card_Pair {lie} roll:66"), lots)


def test_there_is_nothing_to_coach_without_cards() -> None:
    """A game without cards is a mistake of the caller's."""
    with pytest.raises(ValueError, match="no cards"):
        next_call(start(SETUP), Random(1))  # noqa: S311 - lots for a test


def test_matching_pennies() -> None:
    """Each side as likely as the other; where one row is better than all others it is played."""
    rows, columns = matched(np.array([[1.0, -1.0], [-1.0, 1.0]]))
    assert pytest.approx([0.5, 0.5], abs=0.02) == rows.tolist() == columns.tolist()
    rows, _ = matched(np.array([[3.0, 2.0], [1.0, 0.0]]))
    assert rows[0] > 0.99


def test_runs_to_come_are_of_every_situation() -> None:
    """More men bring more, and more outs fewer."""
    assert 8 == len(EXPECTED)
    assert all(none > one > two for none, one, two in EXPECTED.values())


@pytest.mark.slow
def test_a_half_inning_of_the_house_set() -> None:
    """About half a run; `make lab-deck` says it more exactly."""
    reported = simulate("rallybird", halves=150, seed=2)
    assert 0.4 - 3 * reported.errors["runs"] < reported.expected["runs"] < 0.6 + 3 * reported.errors["runs"]
    assert reported.expected["runs"] < reported.expected["loaded"]


def test_a_secret_choice_is_not_theirs_to_show() -> None:
    """R10: who chose in secret shows the card; the gloves are laid all the same."""
    game = rally(committed("Pair"))
    assert next_call(game, Random(1)).call.startswith("gloves ")  # noqa: S311 - lots for a test
    assert "pitch" == on(f"{LAID} call:card_Pair_salt", game).phase
