"""A value is accepted only if the classifiers agree and are sure enough."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from support.fitted import FITTED
from support.outputs import both, of_kind, token, upright

from vision.geometry.numbering import USUAL
from vision.recognition import decision, gates, posterior
from vision.recognition.detections import Bounds
from vision.recognition.gates import is_token
from vision.recognition.outputs import KINDS
from vision.recognition.scores import ClassifiedToken, TokenOutputs, UprightScores

THRESHOLD = FITTED.threshold
adjacent_face_likelihood = partial(posterior.adjacent_face_likelihood, parameters=FITTED)
digit_posterior = partial(posterior.digit_posterior, parameters=FITTED)
is_nothing = partial(gates.is_nothing, parameters=FITTED)
read_chip = partial(decision.read_chip, parameters=FITTED)
read_die = partial(decision.read_die, parameters=FITTED)


def test_two_sure_classifiers_that_agree_are_believed() -> None:
    """Agreement gives the value, with no candidates beside it."""
    reading = read_die(token(), both(upright(d7=0.98), upright(d7=0.99)), "red", THRESHOLD)
    assert (reading.value, reading.alternatives, reading.color) == (7, (), "red")


TORN = both(upright(d3=0.9, d8=0.1), upright(d3=0.8, d8=0.2))
D10_OR_D8 = token(kinds=(0.45, 0, 0, 0, 0.55, 0))
"""By its outline."""
D10_OR_NONE = token(kinds=(0.45, 0, 0, 0, 0, 0.55))
SURE_OF_4 = both(upright(d4=1.0))
READ = {
    "the face printed 0 counts ten": (token(), both(upright(d0=0.99), upright(d0=0.99)), THRESHOLD, 10),
    "disagreement is a question even at threshold 0": (
        token(),
        both(upright(d6=1.0), upright(d9=0.6, d6=0.4)),
        0.0,
        None,
    ),
    "another digit with less than half the voice of the numeral's own is no matter": (
        *(token(), both(upright(d6=0.45, d8=0.45, d3=0.1), upright(d6=1.0)), 0.0, 6),
    ),
    "another digit with more is a question": (
        *(token(), both(upright(d6=0.35, d8=0.55, d3=0.1), upright(d6=1.0)), 0.0, None),
    ),
    "a numeral whose up differs from turn to turn may be a neighbour's": (
        *(token(0.3), both(upright(d7=0.98), upright(d7=0.99)), THRESHOLD, None),
    ),
    "two half-hearted guesses make no fact": (
        *(token(), both(upright(d4=0.67, d9=0.33), upright(d4=0.6, d7=0.4)), THRESHOLD, None),
    ),
    "it is told by a low threshold": (token(), TORN, 0.5, 3),
    "and by a high one asked about": (token(), TORN, 0.9999, None),
    "no single upright digit is none, as on a percentile die": (
        *(token(), both(upright(d8=1.0), upright(askew=0.6, d8=0.4)), 0.0, None),
    ),
    "a d20 that shows a 4 is no d10": (of_kind("other", token()), SURE_OF_4, 0.0, None),
    "a cube that shows a 4 is no d10": (of_kind("d6", token()), SURE_OF_4, 0.0, None),
    "the face around the numeral says that it is a d10": (
        *(D10_OR_D8, both(upright(d4=0.99, askew=0.01), upright(d4=1.0)), THRESHOLD, 4),
    ),
    "or perhaps not": (D10_OR_D8, both(upright(d4=0.7, askew=0.3), upright(d4=1.0)), THRESHOLD, None),
    "or surely not": (D10_OR_D8, both(upright(d4=0.1, askew=0.9), upright(d4=1.0)), THRESHOLD, None),
    "a printed card shows a 4 as well as a d10": (D10_OR_NONE, SURE_OF_4, THRESHOLD, None),
    "two counts of pips are a question": (
        *(of_kind("pips", token(), p5=1.0), both(upright(p5=1.0), upright(p6=1.0)), 0.0, None),
    ),
    "a numeral that may be pips is a question": (token(), both(upright(d1=1.0), upright(d1=0.4, p1=0.6)), 0.0, None),
}


@pytest.mark.parametrize(("one", "seen", "threshold", "value"), READ.values(), ids=READ)
def test_die_is_read_or_asked_about(
    one: ClassifiedToken, seen: UprightScores, threshold: float, value: int | None
) -> None:
    """It is read if it is a die of that kind and the networks agree and are sure enough."""
    assert value == read_die(one, seen, "red", threshold).value


def test_value_by_neighbours_alone_is_withheld() -> None:
    """Where the joint odds name another digit than the numeral classifier, there is a question."""
    ring = np.where(np.arange(10) == 9, 1000.0, 0.001)
    assert read_die(token(), both(upright(d6=0.5, d9=0.3), upright(d6=0.6, d9=0.4)), "red", 0.0, ring).value is None


def test_an_unsure_reading_names_three_values_best_first() -> None:
    """The candidates are three, in falling order, the likeliest's share being the confidence."""
    reading = read_die(
        token(), both(upright(d6=0.5, d9=0.4, d5=0.1), upright(d6=0.5, d9=0.3, d8=0.2)), "red", THRESHOLD
    )
    shares = [share for _, share in reading.alternatives]
    assert reading.value is None
    assert [value for value, _ in reading.alternatives][:2] == [6, 9]
    assert (len(shares), shares[0]) == (3, reading.confidence)
    assert shares == sorted(shares, reverse=True)


def test_odds_are_probabilities() -> None:
    """Joint odds sum to one and none is zero."""
    odds = digit_posterior(both(upright(d1=0.7, askew=0.3), upright(d1=0.2, askew=0.8)))
    assert np.isclose(odds.sum(), 1)
    assert odds.min() > 0


def test_an_askew_numeral_lowers_the_confidence() -> None:
    """A numeral classifier that sees no upright numeral supports no digit."""
    sure = read_die(token(), both(upright(d4=0.9), upright(d4=1.0)), "red", THRESHOLD).confidence
    doubtful = read_die(token(), both(upright(d4=0.9), upright(d4=0.1, askew=0.9)), "red", THRESHOLD).confidence
    assert doubtful < sure


def test_the_box_is_whole_pixels() -> None:
    """A reading's box is left, top, width and height, rounded."""
    assert read_die(token(), both(upright(d4=1.0), upright(d4=1.0)), "red", THRESHOLD).box == (10, 20, 41, 50)


def test_a_word_makes_a_chip_and_a_digit_a_die() -> None:
    """What the token classifier reads tells chip from die, and either from neither."""
    assert token(hit=0.6, d1=0.4).scores.is_chip
    assert not token(hit=0.4, d1=0.6).scores.is_chip
    assert not is_token(token(neither=0.9, d1=0.1))


@pytest.mark.parametrize(("size", "seen"), [(32, True), (28, True), (24, False)])
def test_what_is_smaller_than_any_die_is_none(size: int, seen: bool) -> None:
    """Dice are read from 32 pixels on; a weave has smaller squares, with dots that could be pips."""
    one = token(d4=1.0)
    assert seen == is_token(replace(one, pose=replace(one.pose, bounds=Bounds(10, 20, 10 + size, 40))))


@pytest.mark.parametrize(
    ("share", "beside", "value"),
    [(0.8, None, 7), (0.6, None, None), (0.6, (USUAL.left, USUAL.right), 7), (0.8, (USUAL.right, USUAL.left), None)],
)
def test_adjacent_numerals_make_a_die_a_d10(
    share: float, beside: tuple[dict[int, int], dict[int, int]] | None, value: int | None
) -> None:
    """A die that may be none is told when a d10's numbers stand beside its own, and asked about when others do."""
    seen = (None, None) if beside is None else tuple(upright(**{f"d{places[7]}": 1.0}) for places in beside)
    torn = both(upright(d7=0.5, askew=0.5), upright(d7=1.0))  # the face alone tells no kind
    assert (
        read_die(
            token(kinds=(share, 0, 0, 0, 1 - share, 0)), torn, "red", THRESHOLD, adjacent_face_likelihood(seen)
        ).value
        == value
    )


def test_nothing_need_stand_beside_pips() -> None:
    """A cube is no less a cube for showing none of a d10's neighbours."""
    ring = adjacent_face_likelihood((upright(**{f"d{USUAL.right[4]}": 1.0}), upright(**{f"d{USUAL.left[4]}": 1.0})))
    likely = replace(of_kind("pips", token(), p4=1.0).scores, kinds=np.array([0, 0, 0.8, 0, 0.2, 0]))
    assert read_die(replace(token(), scores=likely), both(upright(p4=1.0)), "white", THRESHOLD, ring).value == 4


@pytest.mark.parametrize(("hit", "face"), [(0.99, "hit"), (0.01, "out"), (0.6, None)])
def test_a_chip_is_read_or_asked_about(hit: float, face: str | None) -> None:
    """A sure chip tells its face; an unsure one names both."""
    reading = read_chip(token(hit=hit, out=1 - hit), THRESHOLD)
    assert reading.face == face
    assert len(reading.alternatives) == (0 if face else 2)


def test_a_chip_is_believed_more_than_a_softmax_says() -> None:
    """`chip_sharpness`: what twelve turns of a word leave open is less than it looks like."""
    hit, out = (np.array((0.8, 0.2)) + FITTED.smoothing) ** FITTED.chip_sharpness
    assert read_chip(token(hit=0.8, out=0.2), THRESHOLD).confidence == pytest.approx(hit / (hit + out), abs=1e-4)


@pytest.mark.parametrize(("digit", "beside"), [(6, (4, 2)), (0, (8, 4)), (1, (9, 7)), (3, (7, 5)), (5, (3, 9))])
def test_neighbours_are_those_of_real_dice(digit: int, beside: tuple[int, int]) -> None:
    """Left and right of an upright numeral stand the ones seen on photos."""
    assert beside == (USUAL.left[digit], USUAL.right[digit])


def test_neighbours_separate_6_from_9() -> None:
    """A numeral that is 6 or 9 is what its neighbours, 4 and 2 or 1 and 5, say it is."""
    torn = both(upright(d6=0.5, d9=0.5))
    six, nine = (
        adjacent_face_likelihood((upright(d4=1.0), upright(d2=1.0))),
        adjacent_face_likelihood((upright(d5=1.0), upright(d1=1.0))),
    )
    assert digit_posterior(torn, six).argmax() == 6
    assert digit_posterior(torn, nine).argmax() == 9


def test_a_die_numbered_otherwise_is_not_forced() -> None:
    """Two sure classifiers are believed against any neighbours."""
    ring = adjacent_face_likelihood((upright(d8=1.0), upright(d3=1.0)))
    assert read_die(token(), both(upright(d7=0.99), upright(d7=0.99)), "red", THRESHOLD, ring).value == 7


@pytest.mark.parametrize(("third", "second", "value"), [(1.0, 1.0, 4), (0.98, 0.99, None), (0.9, 0.9, None)])
def test_unusual_neighbours_need_a_clear_numeral(third: float, second: float, value: int | None) -> None:
    """On most dice a 5 stands between 3 and 9, so a 4 there is told only if nobody has any doubt of it."""
    five = adjacent_face_likelihood((upright(d3=1.0), upright(d9=1.0)))
    assert read_die(token(), both(upright(d4=third), upright(d4=second)), "red", THRESHOLD, five).value == value


def test_unseen_neighbours_say_nothing() -> None:
    """Where no neighbour is seen, or none can be read, no digit gains."""
    assert np.allclose(adjacent_face_likelihood((None, None)), 1)
    assert np.ptp(adjacent_face_likelihood((upright(askew=1.0), None))) < 1e-9


def test_pips_are_read_when_both_networks_count_them() -> None:
    """Pips need two classifiers as numerals do, but no way up."""
    reading = read_die(of_kind("pips", token(0.1), p5=0.97), both(upright(p5=0.98)), "white", THRESHOLD)
    assert ("d6", 5, None) == (reading.kind, reading.value, reading.numeral)


def test_pips_are_believed_as_they_were_measured() -> None:
    """`pip_log_weight`: classifiers that all give one count 0.7 are surer together than one, but not by much."""
    smoothed = np.array((0.7, *[0.06] * 5)) * (1 - 6 * FITTED.smoothing) + FITTED.smoothing
    odds = smoothed ** (FITTED.pip_log_weight / FITTED.temperature)
    pips = {f"p{count}": 0.7 if count == 5 else 0.06 for count in range(1, 7)}
    reading = read_die(of_kind("pips", token(0.1), **pips), both(upright(**pips)), "white", 0.0)
    assert reading.value == 5
    assert reading.confidence == pytest.approx(odds[0] / odds.sum(), abs=1e-4)


@pytest.mark.parametrize(
    ("kinds", "value"),
    [((0, 0.4, 0.6, 0, 0, 0), 5), ((0, 0, 0.6, 0, 0, 0.4), None), ((0.2, 0, 0.6, 0, 0.2, 0), None)],
)
def test_pips_that_are_seen_are_no_numeral(kinds: tuple[float, ...], value: int | None) -> None:
    """What may have pips or a numeral has pips where they are counted; what may be nothing may have them, too."""
    scores = replace(of_kind("pips", token(), p5=1.0).scores, kinds=np.array(kinds))
    counted = replace(token(), scores=scores)
    assert read_die(counted, both(upright(p5=1.0)), "white", THRESHOLD).value == value
    assert read_die(counted, both(upright(p5=1.0), upright(askew=0.9, p5=0.1)), "white", 0.0).value is None


@pytest.mark.parametrize(
    ("sure", "numeral", "blank"),
    [("d10", 0.2, True), ("d10", 0.5, False), ("other", 0.4, True), ("other", 0.6, False), ("pips", 0.0, False)],
)
def test_what_may_be_one_die_or_another_must_show_a_numeral(sure: str, numeral: float, *, blank: bool) -> None:
    """A knot in the wood shows none; a faint die that anybody could read does. Pips have a rule of their own."""
    kinds = np.full(len(KINDS), 0.14)
    kinds[KINDS.index(sure)] = 0.3
    seen = upright(d4=numeral, askew=1 - numeral)
    if sure == "pips":
        seen = upright(p4=1.0)
    face = seen if sure == "d10" else upright(askew=1.0, p4=float(sure == "pips"))
    knot = TokenOutputs(token(kinds=tuple(kinds)), both(face, seen))
    assert blank == is_nothing(knot)


def test_what_is_surely_a_die_may_show_no_numeral() -> None:
    """It is asked about: perhaps glare hides it. And a chip has none."""
    spread = (1 / len(KINDS),) * len(KINDS)
    assert not is_nothing(TokenOutputs(token(), both(upright(askew=1.0))))
    assert is_nothing(TokenOutputs(token(kinds=spread), both(upright(askew=1.0))))
    assert not is_nothing(TokenOutputs(token(kinds=spread, hit=1.0), None))
