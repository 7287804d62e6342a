"""What an owner's own pieces look like is learned from looks of which it is known what stood where."""

from __future__ import annotations

import numpy as np
import pytest

from firmware.simulated.rendering import bodies
from firmware.simulated.rendering.optics import linear
from firmware.simulated.rendering.solids import SolidPaint
from firmware.simulated.world.stadium import SimulatedStadium
from vision.board.board_reader import look_at
from vision.board.fitted_pieces import FEWEST_LOOKS, ConfirmedLook, FitTrial, LookTally, PieceFit, tally_of, tried_fit
from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.board.rectified import rectified
from vision.geometry.registration import Board
from vision.geometry.stadium import STADIUM

pytestmark = pytest.mark.untraced

PLACES = of_field(STADIUM)
TEAMS = (PieceColor("red"), PieceColor("blue"))
FADED = SolidPaint(linear(118, 118, 184), linear(240, 240, 240))
"""Half of its shades are too pale to have a name."""


def look(seed: int) -> ConfirmedLook:
    """Four helmets of the visitors and one of the home team at places of the path, and what is known of them."""
    rng, stadium, at = np.random.default_rng(seed), SimulatedStadium(seed), 0.0
    held = dict.fromkeys(range(1, len(STADIUM.path)), "")
    names = ("away 1", "away 2", "away 3", "away 4", "home 1")
    for name, place in zip(names, rng.choice(np.arange(1, len(STADIUM.path)), len(names), replace=False), strict=True):
        at = stadium.carry(at, name, STADIUM.path[place])
        held[int(place)] = "red" if name.startswith("away") else "blue"
    still = stadium.still(at + 1)
    registration = Board().register(still)
    seen = look_at(still, registration, PLACES, TEAMS)
    return ConfirmedLook.of(rectified(still, registration, PLACES.area), seen, held)


@pytest.fixture(scope="module")
def trial(faded: tuple[ConfirmedLook, ...]) -> FitTrial:
    """What they teach."""
    found = tried_fit(faded, PLACES, TEAMS, PieceFit())
    assert found is not None
    return found


@pytest.fixture(scope="module")
def faded() -> tuple[ConfirmedLook, ...]:
    """Looks at pieces whose red is a faded one."""
    with pytest.MonkeyPatch.context() as painted:
        painted.setitem(bodies.PAINTS, "red", FADED)
        bodies.helmet.cache_clear()
        looks = tuple(look(seed) for seed in range(FEWEST_LOOKS))
    bodies.helmet.cache_clear()
    return looks


def test_faded_red_is_read_after_learning(faded: tuple[ConfirmedLook, ...], trial: FitTrial) -> None:
    """More places are read than before, in looks that it was not fitted to, and none wrongly."""
    assert trial.is_better
    assert 0 == trial.before.wrong == trial.after.wrong
    assert trial.before.asked > trial.after.asked
    assert trial.after == tally_of(faded[1::2], PLACES, TEAMS, trial.fit)


def test_what_is_learned_changes_nothing_else(trial: FitTrial) -> None:
    """Of pieces in a plain red as many are told as by its name alone."""
    plain = (look(21),)
    assert tally_of(plain, PLACES, TEAMS, PieceFit()) == tally_of(plain, PLACES, TEAMS, trial.fit)


def test_nothing_is_learned_of_few_looks(faded: tuple[ConfirmedLook, ...]) -> None:
    """Half of them would be too few to fit to."""
    assert None is tried_fit(faded[1:], PLACES, TEAMS, PieceFit())


def test_nothing_is_learned_from_looks_that_are_read_already() -> None:
    """A fit that is only as good as the one before does not replace it."""
    assert None is tried_fit([look(31)] * FEWEST_LOOKS, PLACES, TEAMS, PieceFit())


@pytest.mark.parametrize(
    ("after", "better"),
    [((91, 0, 0), True), ((90, 2, 0), False), ((92, 0, 1), False), ((80, 12, 0), False)],
)
def test_better_is_more_and_nothing_wrong(after: tuple[int, int, int], better: bool) -> None:
    """Of 92 places of which 90 were told."""
    assert better is LookTally(*after).is_better(LookTally(90, 2, 0))
