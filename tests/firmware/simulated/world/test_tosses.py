"""Recorded tosses fly like dice, and any face of a real die can come up."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from firmware.simulated.rendering.bodies import Pose, chip, d10
from firmware.simulated.rendering.glyphs import numeral, word
from firmware.simulated.rendering.solids import DrawnSolid, Facet
from firmware.simulated.world.tosses import FILE, Kind, flip, recorded, symmetry
from vision.geometry.d10 import D10, NUMBERINGS
from vision.geometry.stadium import SIDE

VALUES = range(1, 11)
KINDS: tuple[Kind, ...] = get_args(Kind)


def landed(value: int, numbering: str = "common", toss: int = 0) -> DrawnSolid:
    """A die at the end of a toss, relabelled so that ``value`` comes up."""
    shape, track = D10(numbering=NUMBERINGS[numbering]), recorded("die")[toss]
    turn = track.turns[-1] @ symmetry(shape, shape.face_of(value % 10), 0)
    return d10("red", numbering=numbering).at(Pose(track.places[-1], turn))


def digit(facet: Facet) -> int:
    """What is printed on a face."""
    return next(number for number in range(10) if facet.print is numeral(number))


def top(solid: DrawnSolid) -> Facet:
    """The face that looks most upward."""
    return max(solid.facets, key=lambda facet: float(facet.normal[2]))


def neighbour(solid: DrawnSolid, facet: Facet, way: int) -> int:
    """The numeral to the right (1) or left (-1) of a face's own, the faces round its pole alone."""
    assert facet.frame is not None
    pole, right = facet.corners[0], facet.frame[1]
    ring = [each for each in solid.facets if each is not facet and np.allclose(pole, each.corners[0])]
    return digit(max(ring, key=lambda each: way * float((each.corners.mean(axis=0) - facet.frame[0]) @ right)))  # type: ignore[index] # asserted


def test_the_recording_is_small() -> None:
    """Hundreds of tosses ship in less than a megabyte."""
    assert FILE.stat().st_size < 1_000_000
    assert 300 <= len(recorded("die"))
    assert 50 <= len(recorded("chip"))


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("numbering", NUMBERINGS)
@pytest.mark.parametrize("toss", [0, 17])
@pytest.mark.untraced
def test_any_value_can_come_up(value: int, numbering: str, toss: int) -> None:
    """Relabelled, a toss ends with the wanted numeral level on top."""
    face = top(landed(value, numbering, toss))
    assert value % 10 == digit(face)
    assert np.allclose((0, 0, 1), face.normal)


@pytest.mark.parametrize("value", VALUES)
def test_relabelling_keeps_a_real_numbering(value: int) -> None:
    """Whatever came up, opposite faces sum to 9, and a 6 has 4 on its left and 2 on its right, as real dice do."""
    solid = landed(value, toss=5)
    for face in solid.facets:
        opposite = next(each for each in solid.facets if np.allclose(-face.normal, each.normal))
        assert 9 == digit(face) + digit(opposite)
    six = next(face for face in solid.facets if digit(face) == 6)
    assert (4, 2) == (neighbour(solid, six, -1), neighbour(solid, six, 1))


@pytest.mark.parametrize("onto", range(10))
def test_a_relabelled_die_has_the_same_shape(onto: int) -> None:
    """The rotation that brings a face to another's place moves every corner onto a corner."""
    shape = D10()
    turned = shape.vertices @ symmetry(shape, 3, onto).T
    distances = np.linalg.norm(turned[:, None] - shape.vertices, axis=2)
    assert np.allclose(0, distances.min(axis=1))
    assert np.allclose(shape.normals[onto], symmetry(shape, 3, onto) @ shape.normals[3])


def test_the_chip_falls_on_either_face() -> None:
    """A toss ends with HIT up, and turned over with OUT up."""
    track = recorded("chip")[3]
    for turn, face in ((track.turns[-1], "HIT"), (track.turns[-1] @ flip(), "OUT")):
        assert top(chip().at(Pose(track.places[-1], turn))).print is word(face)


@pytest.mark.parametrize("kind", ["die", "stray"])
def test_dice_fly_above_the_board_and_end_on_it(kind: Kind) -> None:
    """No die sinks into the board by a millimetre, and each ends with a whole face on it."""
    corners = 8 * D10().vertices
    for toss in recorded(kind):
        lowest = (toss.places[:, None] + np.einsum("vj,fij->fvi", corners, toss.turns))[..., 2].min(axis=1)
        assert -1 < lowest.min()
        assert abs(lowest[-1]) < 0.05


def test_tosses_end_where_they_should() -> None:
    """Dice and chips stay inside the field; strays end beside it."""
    ends = {kind: np.array([np.abs(toss.places[-1, :2]).max() for toss in recorded(kind)]) for kind in KINDS}
    assert ends["die"].max() < SIDE / 2
    assert ends["chip"].max() < SIDE / 2
    assert SIDE / 2 < ends["stray"].min()


@pytest.mark.parametrize("kind", KINDS)
def test_things_tumble(kind: Kind) -> None:
    """In flight every toss turns by more than a quarter, and moves by centimetres."""
    for toss in recorded(kind):
        assert min(np.trace(toss.turns[0].T @ turn) for turn in toss.turns) < 1.1
        assert 20 < np.linalg.norm(toss.places - toss.places[0], axis=1).max()
