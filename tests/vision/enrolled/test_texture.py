"""Specks: a camouflage die's faces are distinguished without reading them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from support.teach import picture, reader, taught

from vision.enrolled.matcher import VALUES, EnrolledDie, EnrolledSample, sample_of
from vision.enrolled.texture import RISE, correlations, patches
from vision.geometry.tilt import Tilt
from vision.readings import DieReading, Evidence
from vision.recognition.detections import Bounds
from vision.recognition.pose import TopFacePose
from vision.types import Box, Frame

SIZE, DIE = 120, 60
EVEN = Evidence((0.1,) * 10, agreed=False)


def camouflage(face: int) -> Frame:
    """A die covered with patches of two colours, as this face has them, on plain cloth."""
    rng = np.random.default_rng(face)
    spots = cv2.resize(rng.standard_normal((9, 9)).astype(np.float32), (DIE, DIE), interpolation=cv2.INTER_CUBIC)
    frame = np.full((SIZE, SIZE, 3), (70, 110, 60), np.uint8)
    edge = (SIZE - DIE) // 2
    frame[edge : edge + DIE, edge : edge + DIE] = np.where(spots[..., None] > 0, (40, 150, 230), (110, 50, 60))
    return frame


def thrown(face: int, *, turn: float = 77.0, light: float = 0.7) -> Frame:
    """The same face turned, in another light, a little off the middle, with a sensor's noise."""
    matrix = cv2.getRotationMatrix2D((SIZE / 2, SIZE / 2), turn, 1.0)
    matrix[:, 2] += (3, -2)
    turned = cv2.warpAffine(camouflage(face), matrix, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(face).normal(0, 6, turned.shape)
    return np.clip(turned * light * np.array((1.1, 1.0, 0.9)) + noise, 0, 255).astype(np.uint8)


def there() -> TopFacePose:
    """Where the die lies; its numeral was not made out."""
    edge = (SIZE - DIE) / 2
    bounds = Bounds(edge, edge, SIZE - edge, SIZE - edge)
    return TopFacePose(bounds, (SIZE / 2, SIZE / 2), 0.0, 15.0, consistency=0.1)


def die() -> EnrolledDie:
    """Taught all ten faces."""
    samples: list[EnrolledSample] = [sample_of(camouflage(value), there(), value) for value in VALUES]
    return reader().enrolled.refreshed(EnrolledDie("camouflage", tuple(samples)))


def read(frame: Frame, evidence: Evidence = EVEN) -> DieReading:
    """What the memory makes of a die that the networks cannot read."""
    edge = (SIZE - DIE) // 2
    lost = DieReading("d10", "orange", None, 0.1, ((1, 0.1),), Box(edge, edge, DIE, DIE), None, evidence)
    return reader().enrolled.refine(frame, there(), lost, 0.9)


@pytest.mark.parametrize("turn", [0.0, 77.0, 200.0])
@pytest.mark.parametrize("light", [0.7, 1.1])
def test_face_is_found_by_its_texture_at_any_turn(turn: float, light: float) -> None:
    """Turned, in another light and a little aside it fits its own picture best."""
    faces = np.stack([patches(camouflage(value), there()) for value in VALUES])
    for value in (1, 6, 9):
        assert value == 1 + int(correlations(thrown(value, turn=turn, light=light), there(), faces).argmax())


def gleaming(face: int, gleam: float) -> Frame:
    """Faint specks on a die whose middle is brighter or darker than its rim."""
    rows, columns = np.mgrid[:SIZE, :SIZE] - SIZE / 2
    light = 130 + gleam * np.exp(-(rows**2 + columns**2) / (2 * 14**2))
    return np.clip(light[..., None] + (camouflage(face).astype(np.float64) - 100) / 10, 0, 255).astype(np.uint8)


def test_gleams_and_shades_count_for_nothing_beside_specks() -> None:
    """Two faces were shown, one with a gleam and one shaded, and each is seen lit as the other was."""
    faces = np.stack([patches(gleaming(1, 60), there()), patches(gleaming(2, -60), there())])
    seen = [int(correlations(frame, there(), faces).argmax()) for frame in (gleaming(1, -60), gleaming(2, 60))]
    assert seen == [0, 1]


@pytest.mark.debian13
def test_texture_is_found_on_a_tilted_die() -> None:
    """Its top face is squeezed, and off the middle of the silhouette, and both are undone."""
    tilt = Tilt(np.diag((1.0, 1.4)), (0.0, 0.9))
    oblique, faces = replace(there(), tilt=tilt), np.stack([patches(camouflage(value), there()) for value in VALUES])
    middle = np.array((SIZE / 2, SIZE / 2))
    for value in (1, 6, 9):
        matrix = np.linalg.inv(tilt.stretch)
        off = middle + tilt.parallax(RISE * DIE) - matrix @ middle
        frame = cv2.warpAffine(
            thrown(value), np.column_stack((matrix, off)), (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE
        )
        fits, raw = (correlations(np.asarray(frame, np.uint8), reported, faces) for reported in (oblique, there()))
        assert value == 1 + int(fits.argmax())
        assert fits[value - 1] > 0.85 > raw[value - 1]


@pytest.mark.debian13
def test_enrolled_die_is_read_by_texture() -> None:
    """Most faces are told, none wrongly, with the name that the owner gave."""
    reader().enrolled.dice = (die(),)
    reported = [read(thrown(value)) for value in VALUES]
    reader().enrolled.dice = ()
    assert {"camouflage"} == {each.color for each in reported}
    assert all(each.value in (None, value) for value, each in zip(VALUES, reported, strict=True))
    assert 9 <= sum(each.value is not None for each in reported)


@pytest.mark.debian13
def test_specks_speak_under_a_lamp_of_another_colour_too() -> None:
    """The face is told, but the die is called as it looks, for it may be another."""
    reader().enrolled.dice = (die(),)
    reported = read(np.clip(thrown(7) * np.array((2.0, 1.0, 0.6)), 0, 255).astype(np.uint8))
    reader().enrolled.dice = ()
    assert (7, "orange") == (reported.value, reported.color)


def test_specks_that_were_never_shown_name_no_face() -> None:
    """A strange pattern fits none of them well and far better than the next, so nothing is told."""
    reader().enrolled.dice = (die(),)
    reported = read(thrown(77))
    reader().enrolled.dice = ()
    assert reported.value is None


@pytest.mark.debian13
def test_a_face_that_was_not_shown_is_not_taken_for_another() -> None:
    """With three faces known, a fourth is not told to be one of them."""
    known = die()
    reader().enrolled.dice = (replace(known, samples=known.samples[:3], network=""),)
    reported = read(thrown(9))
    reader().enrolled.dice = ()
    assert reported.value is None


@pytest.mark.debian13
def test_single_face_is_not_found_in_every_blur() -> None:
    """A die of which only the first face was shown has nine that are asked about, as if it were not enrolled."""
    reader().enrolled.dice = (taught("red", 1),)
    frames = [cv2.GaussianBlur(picture("red", value), (0, 0), 5.0) for value in VALUES[1:]]
    reported = [
        each.value for frame in frames for each in reader().read(np.asarray(frame, np.uint8)) if each.kind == "d10"
    ]
    reader().enrolled.dice = ()
    assert 5 <= len(reported)
    assert 1 not in reported


@pytest.mark.debian13
def test_texture_does_not_overrule_sure_networks() -> None:
    """Where both speak clearly against each other nothing is told."""
    reader().enrolled.dice = (die(),)
    sure = Evidence(tuple(0.999999 if value == 3 else 1e-7 for value in VALUES), agreed=False)
    reported = read(thrown(6), sure)
    reader().enrolled.dice = ()
    assert reported.value != 3
