"""A d6's numeral is read whichever way it stands, and a box's corner is no die."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import cos, inf, pi, sin

import numpy as np
import pytest
from support.fitted import FITTED

from vision.geometry.tilt import NO_TILT, Tilt
from vision.recognition import d6, gates
from vision.recognition.classifiers import SWEEP
from vision.recognition.d6 import numeral_evidence, orientation_prior
from vision.recognition.detections import Bounds, Candidate
from vision.recognition.gates import is_token
from vision.recognition.outputs import HIT
from vision.recognition.pose import PoseVotes, TopFacePose
from vision.recognition.posterior import cube_probability
from vision.recognition.scores import ClassifiedToken, RotationSweep, TokenOutputs, TokenScores, UprightScores

THRESHOLD = FITTED.threshold
d6_posterior = partial(d6.d6_posterior, parameters=FITTED)
is_nothing = partial(gates.is_nothing, parameters=FITTED)
read_d6 = partial(d6.read_d6, parameters=FITTED)
BOUNDS = Bounds(10, 20, 50, 60)
ANYWHERE = np.full(len(SWEEP), 1 / len(SWEEP))
AHEAD = np.eye(len(SWEEP))[0] * 0.99 + 0.01 / len(SWEEP)
D6_SHARES = np.array((0, 0.98, 0, 0, 0, 0.02))


def pose(tilt: Tilt = NO_TILT) -> TopFacePose:
    """How the cube lies."""
    return TopFacePose(BOUNDS, (30.0, 40.0), 0.0, 12.0, tilt)


def votes(*ups: float) -> PoseVotes:
    """Which way each view has for up, radians clockwise."""
    vectors = np.array([(12 * sin(up), -12 * cos(up)) for up in ups]).reshape(-1, 2)
    return PoseVotes(vectors, np.zeros_like(vectors))


def cube(kinds: np.ndarray = D6_SHARES, label: int = 4) -> ClassifiedToken:
    """A cube as the token classifier sees it."""
    scores = TokenScores(np.eye(13)[label], np.full(6, 1 / 6), kinds)
    return ClassifiedToken(Candidate(BOUNDS, 0.9, inf, has_inner_token=False), pose(), scores)


def seen(**digits: int) -> np.ndarray:
    """What one classifier sees all round: ``w3=5`` a 5 turned by the third way, and nothing else upright."""
    shares = np.tile(np.eye(17)[10], (len(SWEEP), 1))
    for way, digit in digits.items():
        shares[int(way[1:])] = 0.97 * np.eye(17)[digit] + 0.03 * np.eye(17)[10]
    return shares


def round_about(prior: np.ndarray = ANYWHERE, **digits: int) -> RotationSweep:
    """Both see the same."""
    return RotationSweep(seen(**digits), seen(**digits), prior)


@pytest.mark.parametrize("way", range(len(SWEEP)))
def test_a_d6_is_read_whichever_way_it_stands(way: int) -> None:
    """The token classifier does not know which way is up; where both others see a 5 upright, there is one."""
    reading = read_d6(cube(), round_about(**{f"w{way}": 5}), "red", THRESHOLD)
    assert ("d6", 5) == (reading.kind, reading.value)
    assert reading.numeral is not None
    assert np.isclose(reading.numeral.angle, SWEEP[way])


def test_two_values_upright_are_a_question() -> None:
    """Turned by a right angle it may be another numeral: nobody is told either."""
    reading = read_d6(cube(), round_about(w0=2, w3=5), "red", THRESHOLD)
    assert reading.value is None
    assert {2, 5} == {value for value, _ in reading.alternatives[:2]}


def test_the_way_that_the_whole_die_points_counts() -> None:
    """Of two values upright the one the token classifier has upright is the likelier."""
    assert d6_posterior(round_about(AHEAD, w0=2, w6=5), 1.0).argmax() == 2
    assert d6_posterior(round_about(np.roll(AHEAD, 6), w0=2, w6=5), 1.0).argmax() == 5


def test_disagreeing_classifiers_abstain() -> None:
    """Two of them are wanted, however sure one is."""
    assert read_d6(cube(), RotationSweep(seen(w0=2), seen(w0=3), ANYWHERE), "red", 0.0).value is None
    assert read_d6(cube(), RotationSweep(seen(w0=2), seen(w0=2), ANYWHERE), "red", 0.0).value == 2


def test_possible_other_die_has_no_d6_value() -> None:
    """The same numeral on a d8 would count as much, and means nothing."""
    likely, unlikely = np.array((0, 0.75, 0, 0, 0.25, 0)), np.array((0, 0.65, 0, 0, 0.35, 0))
    assert read_d6(cube(likely), round_about(w0=4), "red", THRESHOLD).value == 4
    assert read_d6(cube(unlikely), round_about(w0=4), "red", THRESHOLD).value is None


def test_a_numeral_that_is_seen_is_no_pips() -> None:
    """What may be a d6 with numerals or pips has numerals if one is seen; but it may be of another shape."""
    torn, other = np.array((0, 0.55, 0.4, 0, 0, 0.05)), np.array((0, 0.55, 0, 0, 0.45, 0))
    assert read_d6(cube(torn), round_about(w0=4), "red", THRESHOLD).value == 4
    assert read_d6(cube(torn), RotationSweep(seen(w0=4), seen(w0=8), ANYWHERE), "red", 0.0).value is None
    assert np.isclose(cube_probability(cube(torn).scores, numeral_evidence(round_about(w0=8))), 0.55)
    assert read_d6(cube(other), round_about(w0=4), "red", THRESHOLD).value is None


@pytest.mark.parametrize(("well", "value"), [(0.95, 4), (0.8, None)])
def test_value_that_no_network_sees_well_is_none(well: float, value: int | None) -> None:
    """That all other rotations look worse makes no numeral of what looks a little like one."""
    dim = well * seen(w0=4) + (1 - well) * seen()
    reading = read_d6(cube(), RotationSweep(dim, dim, ANYWHERE), "red", THRESHOLD)
    assert reading.confidence >= THRESHOLD
    assert reading.value == value


@pytest.mark.parametrize(("nothing", "value"), [(0.1, 4), (0.2, None)])
def test_possible_card_has_no_value(nothing: float, value: int | None) -> None:
    """From above a printed square with a numeral looks like a die."""
    printed = np.array((0, 1 - nothing, 0, 0, 0, nothing))
    assert read_d6(cube(printed), round_about(w0=4), "red", THRESHOLD).value == value


@pytest.mark.parametrize("digit", [0, 7, 8, 9])
def test_no_d6_shows_more_than_6(digit: int) -> None:
    """A numeral that no d6 has is a question, and the likely values are a d6's."""
    reading = read_d6(cube(), round_about(AHEAD, w0=digit), "red", 0.0)
    assert reading.value is None
    assert {value for value, _ in reading.alternatives} <= set(range(1, 7))


def test_a_9_that_points_up_is_no_6() -> None:
    """What is perhaps a d10 and shows a 9 the right way up is not told as the 6 that it is upside down."""
    perhaps = np.array((0.2, 0.75, 0, 0, 0.05, 0))
    assert read_d6(cube(perhaps), round_about(AHEAD, w0=9, w6=6), "red", 0.5).value is None
    assert read_d6(cube(), round_about(ANYWHERE, w0=9, w6=6), "red", 0.5).value == 6


def test_a_numeral_is_turned_as_from_straight_above() -> None:
    """Seen by a tilted camera, a numeral turned in the picture is a little higher or lower."""
    tilted = pose(Tilt.from_slope((0.3, -0.6)))
    angle, height = tilted.upright
    for by in SWEEP:
        there, tall = tilted.turned(by).upright
        assert abs((there - angle - by + pi) % (2 * pi) - pi) < 1e-9
        assert np.isclose(tall, height)


def test_rotations_are_as_likely_as_views_that_point_there() -> None:
    """Three views that point up and one that points right make up the likeliest, and right likelier than left."""
    likely = orientation_prior(pose(), votes(0, 0, 0, pi / 2))
    assert np.isclose(likely.sum(), 1)
    assert likely.argmax() == 0
    assert likely[3] > likely[9] > 0


def test_rotations_are_counted_as_from_straight_above() -> None:
    """Views that point where a tilted numeral's up is seen point at it."""
    tilted = pose(Tilt.from_slope((0.5, -0.8))).turned(SWEEP[2])
    there = votes(tilted.angle)
    assert np.allclose(orientation_prior(tilted, there), orientation_prior(pose(), votes(0.0)))
    assert np.allclose(orientation_prior(replace(tilted, angle=0.0), there), orientation_prior(pose(), votes(SWEEP[2])))


def test_symmetric_numeral_is_turned_as_the_die_is() -> None:
    """A 1 may be upright twice; the way that the token classifier has for up is the numeral's."""
    reading = read_d6(cube(), round_about(np.roll(AHEAD, 6), w0=1, w6=1), "red", THRESHOLD)
    assert reading.value == 1
    assert reading.numeral is not None
    assert np.isclose(reading.numeral.angle, pi)


@pytest.mark.parametrize(
    ("kinds", "digits", "corner"),
    [
        ((0.0, 0.8, 0.0, 0.0, 0.0, 0.2), {}, False),
        ((0.2, 0.3, 0.2, 0.0, 0.1, 0.2), {}, True),
        ((0.2, 0.3, 0.2, 0.0, 0.1, 0.2), {"w7": 4}, False),
        ((0.2, 0.3, 0.2, 0.0, 0.1, 0.2), {"w7": 8}, True),
    ],
)
def test_a_cube_is_a_d6_for_sure_or_has_a_numeral(
    kinds: tuple[float, ...], digits: dict[str, int], corner: bool
) -> None:
    """What may have numerals, may have pips, neither for sure, and shows none, is the corner of a box."""
    one = cube(np.array(kinds))
    assert is_token(one)
    assert corner == is_nothing(TokenOutputs(one, round_about(**digits)))


@pytest.mark.parametrize(("face", "close", "corner"), [(13, 13, False), (13, 12, True), (10, 13, True)])
def test_a_cube_with_pips_shows_them(face: int, close: int, corner: bool) -> None:
    """Pips that both see upright make a die of what may be a corner."""
    one = cube(np.array((0.2, 0.2, 0.3, 0.0, 0.1, 0.2)))
    assert corner == is_nothing(TokenOutputs(one, UprightScores(np.eye(17)[face], np.eye(17)[close])))


def test_a_chip_is_no_corner() -> None:
    """However little of a d6 is seen in a chip, it stays one."""
    assert not is_nothing(TokenOutputs(cube(np.array((0, 0.1, 0, 0.9, 0, 0)), HIT), None))
