"""Taught dice: the network and the prototypes read together, and corrections never do harm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from support.teach import picture, reader, taught

from vision.enrolled.matcher import (
    MOST_CORRECTIONS,
    VALUES,
    WEIGHING,
    EnrolledDice,
    EnrolledDie,
    EnrolledSample,
    Weighing,
    face_shares,
    prototypes,
    sample_of,
    sample_seen,
)
from vision.geometry.numbering import USUAL
from vision.geometry.tilt import NO_TILT, Tilt
from vision.readings import DieReading, Evidence
from vision.recognition.pose import TopFacePose
from vision.types import Frame

EVEN = Evidence((0.1,) * 10, agreed=False)
SEEDS = (3, 5, 7)
"""Of pictures that are not the one a face was taught from."""


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Every test begins and ends with a reader without enrolled dice."""
    reader().enrolled.dice = ()
    yield
    reader().enrolled.dice = ()


def read(frame: Frame) -> DieReading:
    """The one die in the picture."""
    (reading,) = reader().read(frame)
    assert isinstance(reading, DieReading)
    return reading


def hide(reading: DieReading) -> DieReading:
    """The same die, were the network at a loss."""
    return replace(reading, value=None, confidence=0.1, evidence=EVEN)


def recall(frame: Frame) -> DieReading:
    """What the memory alone makes of the die in the picture."""
    (outputs,) = reader().classify(frame)
    return reader().enrolled.refine(frame, outputs.pose, hide(read(frame)), 0.5)


def unit(*places: float) -> np.ndarray:
    """A unit vector."""
    vector = np.zeros(12, np.float32)
    vector[: len(places)] = places
    return vector / np.linalg.norm(vector)


def sample(value: int, *, corrected: bool = False) -> EnrolledSample:
    """A label with a picture of nothing."""
    return EnrolledSample(value, np.zeros((8, 8, 3), np.uint8), (4.0, 4.0), 0.0, 2.0, 4.0, 4.0, corrected)


def shown(*values: int) -> list[tuple[EnrolledSample, np.ndarray]]:
    """Faces that look nothing like each other, each shown once."""
    return [(sample(value), np.eye(12, dtype=np.float32)[value]) for value in values]


def test_unknown_die_reads_as_before() -> None:
    """With a red die taught, a blue one's reading is the very same, evidence included."""
    before = read(picture("blue", 4))
    reader().enrolled.dice = (taught("red", 3, 4),)
    after = read(picture("blue", 4))
    assert (before, before.evidence) == (after, after.evidence)


def test_a_taught_die_goes_by_the_name_its_owner_gave_it() -> None:
    """It is named by its own colour model and no longer by the palette."""
    reader().enrolled.dice = (replace(taught("red", 3, 4), name="cherry"),)
    assert ("cherry", "blue") == (read(picture("red", 4, 2)).color, read(picture("blue", 4)).color)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.untraced
def test_other_lamp_keeps_the_face_but_not_the_name(seed: int) -> None:
    """The prototypes speak, but it could be another die, so it is called as it looks; in a strange light they don't."""
    reader().enrolled.dice = (replace(taught("red", *VALUES), name="cherry"),)
    frame = picture("red", 4, seed)
    (outputs,) = reader().classify(frame)
    seen = replace(hide(read(frame)), color="red")
    alike, relit, strange = (
        reader().enrolled.refine(lit(frame, *lamp), outputs.pose, seen, 0.5) for lamp in ((1, 0.8), (1, 0.4), (3, 0.3))
    )
    assert ("cherry", "red", "red") == (alike.color, relit.color, strange.color)
    assert [4, 4] == [1 + int(np.argmax(each.evidence.posterior)) for each in (alike, relit) if each.evidence]
    assert seen.evidence == strange.evidence


@pytest.mark.parametrize(("bars", "known"), [((0.0, 1.1), (True, False)), ((1.1, 0.0), (False, True))])
def test_under_another_lamp_a_face_has_a_bar_of_its_own(
    monkeypatch: pytest.MonkeyPatch, bars: tuple[float, float], known: tuple[bool, bool]
) -> None:
    """A higher one, as it could be another die: a face that is only similar says nothing."""
    monkeypatch.setattr("vision.enrolled.matcher.texture_scores", lambda *_: None)
    memory = EnrolledDice(reader().enrolled.embedder, weighing=Weighing(familiar=bars[0], familiar_relit=bars[1]))
    memory.dice = (taught("red", *VALUES),)
    frame = picture("red", 4, 7)
    (outputs,) = reader().classify(frame)
    seen = hide(read(frame))
    refined = [memory.refine(shown, outputs.pose, seen, 0.5) for shown in (frame, lit(frame, 1, 0.4))]
    assert known == tuple(reading.evidence != seen.evidence for reading in refined)
    assert WEIGHING.familiar < WEIGHING.familiar_relit


@pytest.mark.parametrize("seed", SEEDS)
def test_under_another_lamp_its_own_numbering_is_believed(seed: int) -> None:
    """A face that is known again tells whose neighbours it has; far out of focus it is not."""
    reader().enrolled.dice = (taught("red", *VALUES),)
    frame = picture("red", 4, seed)
    (outputs,) = reader().classify(frame)
    seen, asked = hide(read(frame)), list[object]()

    def judge_again(numbering: object) -> DieReading:
        asked.append(numbering)
        return seen

    for blur in (1, 12):
        reader().enrolled.refine(lit(blurred(frame, blur), 1, 0.4), outputs.pose, seen, 0.5, judge_again)
    assert [USUAL] == asked


def blurred(frame: Frame, by: float) -> Frame:
    """Out of focus by so many pixels."""
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), by), np.uint8)


def lit(frame: Frame, other: float, red: float) -> Frame:
    """The same under a lamp with so much of red, and so much of the other colours."""
    return np.clip(frame * np.array((other, other, red)), 0, 255).astype(np.uint8)


def test_tilted_die_is_stored_rectified() -> None:
    """Whichever way it lies then, what it is held beside has the same shape."""
    frame, tilt = picture("red", 4), Tilt(np.diag((1.0, 1.5)), (0.0, 0.8))
    (outputs,) = reader().classify(frame)
    above, tilted = sample_of(frame, outputs.pose, 4), oblique(outputs.pose, tilt)
    squeezed = np.asarray(cv2.resize(frame, None, fx=1, fy=1 / 1.5, interpolation=cv2.INTER_AREA), np.uint8)
    kept, raw = sample_of(squeezed, tilted, 4), sample_of(squeezed, replace(tilted, tilt=NO_TILT), 4)
    assert (0.0, 0.8) == kept.slope
    assert (above.angle, above.height, *above.centre) == pytest.approx((kept.angle, kept.height, *kept.centre), abs=0.7)
    apart, apart_raw = (np.abs(above.picture - each.picture.astype(float)).mean() for each in (kept, raw))
    assert 3 * apart < apart_raw


def test_a_correction_is_kept_as_from_straight_above_too() -> None:
    """A reading tells how the camera looked on, so what a player corrects is kept like what the owner shows."""
    frame = picture("red", 4)
    (reading,) = reader().read(frame, tilt_field=lambda x, y: np.array(((0.2, 0.0, 0.0), (0.0, 0.24, 0.6))))  # noqa: ARG005
    assert isinstance(reading, DieReading)
    kept = sample_seen(frame, reading, 4)
    assert kept is not None
    assert kept.slope == pytest.approx((0.0, 0.6))


def oblique(pose: TopFacePose, tilt: Tilt) -> TopFacePose:
    """What is said of the same die where the camera looks on so that its picture is squeezed from top to bottom."""
    squeeze, bounds = tilt.stretch[1, 1], pose.bounds
    x, y = pose.height * np.array((np.sin(pose.angle), -np.cos(pose.angle) / squeeze))
    return replace(
        pose,
        bounds=bounds._replace(top=bounds.top / squeeze, bottom=bounds.bottom / squeeze),
        centre=(pose.centre[0], pose.centre[1] / squeeze),
        angle=float(np.arctan2(x, -y)),
        height=float(np.hypot(x, y)),
        tilt=tilt,
    )


@pytest.mark.parametrize(
    "value", [pytest.param(value, marks=[pytest.mark.slow] * (value % 3 != 1)) for value in VALUES]
)
def test_the_prototypes_alone_know_the_face_again(value: int) -> None:
    """Each face shown once is the likeliest in another picture, in another light, even were the network at a loss."""
    reader().enrolled.dice = (taught("red", *VALUES),)
    tilted = recall(picture("red", value, 7))
    assert value == (tilted.value or tilted.alternatives[0][0])


def test_a_value_needs_two_that_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where classifiers disagree and the prototypes name a third value, none is told, whatever its probability.

    The specks, which may be the second to name it, are left out.
    """
    monkeypatch.setattr("vision.enrolled.matcher.texture_scores", lambda *_: None)
    reader().enrolled.dice = (taught("red", *VALUES),)
    frame = picture("red", 4, 7)
    (outputs,) = reader().classify(frame)
    torn = Evidence(tuple(0.9999 if value == 8 else 1e-5 for value in VALUES), agreed=False)
    tilted = reader().enrolled.refine(frame, outputs.pose, replace(read(frame), evidence=torn), 0.9)
    assert tilted.value is None


def fitting(value: int, how_well: float = 0.75) -> np.ndarray:
    """Pictures of faces that all lie over what is seen a little, and one that does so better."""
    return np.where(np.arange(1, 11) == value, how_well, 0.6)


@pytest.mark.parametrize(("fits", "shown", "value"), [
    (fitting(4), VALUES, 4),
    (fitting(6), VALUES, None),
    (fitting(4), (4, 6, 8), None),
    (fitting(4, 0.95), (4, 6, 8), 4),
])  # fmt: skip
def test_a_picture_seconds_a_value_or_stands_out(
    monkeypatch: pytest.MonkeyPatch, fits: np.ndarray, shown: tuple[int, ...], value: int | None
) -> None:
    """Classifiers hold an 8 likeliest, prototypes a 4; the picture is the second to name that, once all were shown.

    Before, and what nobody else names, it names only if it stands out.
    """
    monkeypatch.setattr("vision.enrolled.matcher.texture_scores", lambda *_: fits)
    reader().enrolled.dice = (taught("red", *shown),)
    frame = picture("red", 4, 7)
    (outputs,) = reader().classify(frame)
    torn = Evidence(tuple({4: 0.3, 8: 0.4}.get(each, 0.3 / 8) for each in VALUES), agreed=False)
    tilted = reader().enrolled.refine(frame, outputs.pose, replace(read(frame), evidence=torn), 0.9)
    assert tilted.value == value


def test_texture_confirms_only_what_resembles_a_face(monkeypatch: pytest.MonkeyPatch) -> None:
    """A side face that is seen larger than the top one has a picture, too, and networks may name it."""
    frame = picture("red", 4, 7)
    (outputs,) = reader().classify(frame)
    likely = Evidence(tuple(0.91 if each == 8 else 0.01 for each in VALUES), agreed=False)
    unsure = replace(read(frame), value=None, evidence=likely)
    enrolled = EnrolledDice(reader().enrolled.embedder, weighing=Weighing(familiar=1.1))
    enrolled.dice = (taught("red", *VALUES),)
    for fit, value in ((0.75, None), (0.95, 8)):
        monkeypatch.setattr("vision.enrolled.matcher.texture_scores", lambda *_, fit=fit: fitting(8, fit))
        assert enrolled.refine(frame, outputs.pose, unsure, 0.9).value == value


def test_unshown_face_gets_the_second_best_share() -> None:
    """It gets the share of the second best, here the middling one too, so that half a lesson does no harm."""
    vectors = prototypes(shown(1, 2, 3))
    shares = face_shares(vectors @ unit(0, 1, 0.2), vectors)
    assert shares[0] > shares[9] == shares[5] >= shares[2]


def test_unshown_face_may_be_like_the_next_best() -> None:
    """An 8 that was left out looks like the 6 and the 3: with nine faces shown nothing speaks against it."""
    vectors = prototypes(shown(*VALUES[:-1]))
    shares = face_shares(vectors @ unit(0, 1, 0.9), vectors)
    assert shares[0] > shares[9] == shares[1] > 100 * shares[2]


def test_clear_view_separates_faces_more() -> None:
    """A 7 that is lettered much like the 1 is known from it where it is seen well, and is not where it is not."""
    vectors = np.array([unit(0, 1), unit(0, 1, 0.3)])
    clear, blurred = (face_shares(vectors @ unit(0, 1, 0.0, off), vectors)[0] for off in (0.05, 1.0))
    assert clear > 0.95
    assert 0.5 < blurred < 0.8


def test_a_wrong_correction_changes_nothing() -> None:
    """A picture of a 3 that a slip of the finger called a 4 looks like the 3 that was shown, and is not believed."""
    slip = [(sample(4, corrected=True), unit(0, 0, 0, 1, 0.3))] * MOST_CORRECTIONS
    before = prototypes(shown(*VALUES))
    assert np.array_equal(before, prototypes(shown(*VALUES) + slip))


def test_a_right_correction_draws_the_prototype_nearer() -> None:
    """A new look at the face is known better afterwards."""
    look = unit(0, 0, 0, 0, 1, 0.9)
    before, after = prototypes(shown(*VALUES)), prototypes([*shown(*VALUES), (sample(4, corrected=True), look)])
    assert before[3] @ look < after[3] @ look


def test_corrections_never_outweigh_what_was_shown() -> None:
    """Even five that look like nothing that was ever shown leave the prototype within 20 degrees of it."""
    strange = [(sample(4, corrected=True), unit(*[0] * 11, 1))] * MOST_CORRECTIONS
    swayed = prototypes(shown(*VALUES) + strange)
    assert swayed[3] @ prototypes(shown(*VALUES))[3] > np.cos(np.radians(20))


def test_unshown_face_is_not_learnt_later() -> None:
    """Nothing firm is there to check them against."""
    late = (sample(9, corrected=True), unit(*[0] * 9, 1))
    assert not prototypes([*shown(1, 2), late])[8].any()


def test_only_the_last_corrections_are_kept() -> None:
    """The oldest goes first, and what was shown stays."""
    die = EnrolledDie("red", (sample(4),))
    late = [sample(4, corrected=True) for _ in range(MOST_CORRECTIONS + 3)]
    for each in late:
        die = die.with_sample(each)
    assert (sample(4).value, late[3:]) == (die.samples[0].value, list(die.samples[1:]))


def test_face_shown_again_replaces_it() -> None:
    """There is one picture a face, the last one."""
    again = sample(4)
    assert (again,) == EnrolledDie("red", (sample(4),)).with_sample(again).samples


def test_another_networks_embeddings_are_recomputed() -> None:
    """A die taught before an update reads like one taught after it."""
    die = taught("red", 3, 4)
    old = replace(die, prototypes=np.zeros((10, 7), np.float32), network="another")
    made = reader().enrolled.refreshed(old)
    assert (die.network, True) == (made.network, np.allclose(die.prototypes, made.prototypes, atol=1e-3))


@pytest.mark.newest
@pytest.mark.untraced
def test_poison_does_not_make_a_well_read_die_bad() -> None:
    """With five wrong corrections on each of its faces a die reads as it did."""
    die = taught("red", *VALUES)
    reader().enrolled.dice = (die,)
    frames = [picture("red", value, 3) for value in VALUES]
    before = [read(frame).value for frame in frames]
    for value, frame in zip(VALUES, frames, strict=True):
        slip = sample_seen(frame, read(frame), value % 10 + 1)
        assert slip is not None
        for _ in range(MOST_CORRECTIONS):
            die = die.with_sample(slip)
    reader().enrolled.dice = (die,)
    assert list(VALUES) == before == [read(frame).value for frame in frames]
