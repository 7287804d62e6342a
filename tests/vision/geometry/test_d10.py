"""The die's shape is a real d10's shape."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.d10 import D10, FACES, NUMBERINGS


@pytest.fixture(params=[0.85, 1.0, 1.1])
def die(request: pytest.FixtureRequest) -> D10:
    """Dice from squat to pointed."""
    return D10(pole=request.param)


def neighbours(die: D10, digit: int) -> tuple[int, int]:
    """The digits left and right of ``digit`` when its numeral stands upright."""
    face = die.face_of(digit)
    frame = die.numeral_frame(face)
    ring = [other for other in range(10) if FACES[other][0] == FACES[face][0] and other != face]
    sideways = {other: (die.numeral_frame(other).origin - frame.origin) @ frame.right for other in ring}
    near = sorted(ring, key=lambda other: np.linalg.norm(die.numeral_frame(other).origin - frame.origin))[:2]
    left, right = sorted(near, key=lambda other: sideways[other])
    return die.numbering[left], die.numbering[right]


def test_faces_are_flat(die: D10) -> None:
    """All four corners of every kite lie in one plane."""
    corners = die.vertices[np.array(FACES)]
    heights = np.einsum("fij,fj->fi", corners - corners[:, :1], die.normals)
    assert np.abs(heights).max() < 1e-12


def test_normals_point_outward(die: D10) -> None:
    """Every face lies on its outer side of the centre."""
    origins = np.array([die.numeral_frame(face).origin for face in range(10)])
    assert (np.sum(origins * die.normals, axis=1) > 0).all()


@pytest.mark.parametrize("name", NUMBERINGS)
def test_opposite_faces_sum_to_nine(name: str) -> None:
    """Faces back to back carry digits that sum to 9, as on real dice."""
    die = D10(numbering=NUMBERINGS[name])
    opposite = np.argmin(die.normals @ die.normals.T, axis=1)
    assert {9} == {die.numbering[face] + die.numbering[other] for face, other in enumerate(opposite)}


@pytest.mark.parametrize(
    ("digit", "expected"),
    [(6, (4, 2)), (0, (8, 4)), (1, (9, 7)), (3, (7, 5)), (5, (3, 9)), (8, (2, 0))],
)
def test_neighbours_are_those_of_the_photos(digit: int, expected: tuple[int, int]) -> None:
    """With a numeral upright its neighbours are the ones seen on real dice."""
    assert expected == neighbours(D10(), digit)


@pytest.mark.parametrize("face", range(10))
def test_resting_die_shows_its_face_level(die: D10, face: int) -> None:
    """A resting die looks straight up with the wanted face, numeral's top to +y."""
    rotation = die.resting(face)
    frame = die.numeral_frame(face)
    assert np.allclose([(1, 0, 0), (0, 1, 0), (0, 0, 1)], (frame.right, frame.up, frame.normal) @ rotation.T)
    lowest = (die.vertices @ rotation.T)[:, 2].min()
    assert np.isclose(-die.apothem, lowest)


@pytest.mark.parametrize("name", NUMBERINGS)
def test_numberings_have_each_digit_once(name: str) -> None:
    """No numbering misses or repeats a digit."""
    assert list(range(10)) == sorted(NUMBERINGS[name])
