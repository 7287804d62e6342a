"""Views cut from pictures of tokens whose truth is known, with about the errors of the reader's own crops."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.tilt import NO_TILT, Tilt, up_angle
from vision.recognition.adjacent_faces import adjacent_views
from vision.recognition.classifiers import Framing
from vision.recognition.crops import FACE_CROP, NUMERAL_CROP, TOKEN_MARGIN, TOKEN_SIZE, Crop, rectified_view
from vision.recognition.detections import Bounds
from vision.recognition.outputs import (
    CHIP_KIND,
    D10_KIND,
    HIT,
    NEITHER,
    NO_KIND,
    NO_NUMERAL,
    OTHER_KIND,
    PIPS_KIND,
    UprightOutputLayout,
)
from vision.recognition.pose import TopFacePose
from vision.training.data.drawn_dice import SOLID, TENS, UNKNOWN
from vision.training.data.surfaces import Rng, blend, random_color
from vision.types import Floats, Frame, Matrix

PIPS_LABEL_OFFSET = UprightOutputLayout.PIPS.start - 1
"""Label of a close view with one pip, less one."""
UPRIGHT_SHARE = 0.5
"""Share of views of whole tokens that show a numeral upright."""
STRETCH_SPREAD, SHEAR_SPREAD = 0.12, 0.1
"""Standard deviations of stretch (logarithm) and shear of upright views, which imitate other typefaces."""
GROUND_IN_BOX = (0.5, 1.4)
"""Size of the ground, such as print, that a loose box takes in beside a token, in lengths of the token."""
MAX_OTHER_IN_BOX = 0.3
"""Largest share of another token within a loose box."""
PART_SHARE, PART_SIDE = 0.25, (0.3, 0.75)
"""Share of prints of which a square is framed, and its side in lengths of the print: the detector takes a domino's half
or a square of a board for a die."""
PATCH_SIDE = (1.05, 2.2)
"""Side of a square patch, such as a coaster, beneath a token, in lengths of the token."""
EDGE_CUT = (-0.1, 0.5)
"""How much of a token the edge of the picture cuts off, least and most, in lengths of the token."""


@dataclass(frozen=True, eq=False)
class Truth:
    """What is known of a token in a picture; lengths are pixels of that picture.

    Attributes:
        label: 0 to 9, HIT, OUT, NEITHER or TENS.
        kind: place in KINDS.
        pips: on top, 0 for none.
        middle: of the top numeral.
        head: from the numeral's foot to its head.
        above: how the camera looks on, shape (2, 3); see `vision.geometry.tilt.TiltField`.
        ring: digits left and right of the top one.
        box: left, top, right, bottom of the silhouette.
        foreign: whether what is printed there is no numeral and no pips, so that close views show none.
    """

    label: int
    kind: int
    pips: int
    middle: Floats
    head: Floats
    above: Floats
    ring: tuple[int, int]
    box: Floats
    foreign: bool = False

    @property
    def lean(self) -> float:
        """How far the camera looked on from the side: 0 from straight above, 1 at 45 degrees."""
        return float(np.hypot(*Tilt.of(self.above).slope))


@dataclass(frozen=True, eq=False)
class TokenView:
    """One view of a token with its truth, in view pixels over TOKEN_SIZE and centred: -0.5 to 0.5.

    Attributes:
        picture: shape (TOKEN_SIZE, TOKEN_SIZE, 3).
        lean: the camera's tilt as the network gets it, shape (2,).
        label, kind, pips: as in `Truth`.
        up: unit vector, shape (2,); zeros where there is none to learn.
        middle, height: of the numeral.
        box: of the silhouette; None where it is not known.
    """

    picture: Frame
    lean: tuple[float, float]
    label: int
    kind: int
    pips: int
    up: Floats
    middle: Floats
    height: float
    box: Floats | None


def noisy_tilt(rng: Rng, truth: Truth) -> Tilt:
    """The tilt with the error of a registration; or none, as if unknown, less often for steep ones."""
    if rng.random() < 0.1 + 0.55 * float(np.exp(-6 * truth.lean**2)):
        return NO_TILT
    wrong = np.eye(2) + rng.normal(0, 0.025, (2, 2))
    return Tilt.of(np.column_stack((truth.above[:, :2] @ wrong, truth.above[:, 2] + rng.normal(0, 0.03, 2))))


def random_turn(rng: Rng, truth: Truth, tilt: Tilt) -> float:
    """A random rotation, or often about that of the upright numeral: the reader uses both."""
    head = tilt.stretch @ truth.head
    if truth.kind == PIPS_KIND or not head.any() or rng.random() > UPRIGHT_SHARE:
        return float(rng.uniform(0, 2 * np.pi))
    return up_angle((float(head[0]), float(head[1]))) + float(rng.normal(0, 0.12))


def framing(rng: Rng, truth: Truth, tilt: Tilt, turn: float) -> Framing:
    """Frames the token about as well as the detector."""
    left, top, right, bottom = truth.box
    size = longer_side(truth.box)
    x, y = np.array(((left + right) / 2, (top + bottom) / 2)) + rng.normal(0, 0.05, 2) * size
    side = size * TOKEN_MARGIN * tilt.margin * np.exp(rng.normal(0, 0.1))
    return Framing(rectified_view((float(x), float(y)), float(side), turn, TOKEN_SIZE, tilt), turn, tilt)


def part_of_print(rng: Rng, truth: Truth, others: Iterable[Floats] = ()) -> Truth:
    """A square somewhere within a print, or a little beyond a narrow one; unchanged if a token is seen there.

    Args:
        rng: chooses the square.
        truth: of the print; other things stay as they are.
        others: boxes of all else in the picture.
    """
    if not truth.foreign or truth.label != NEITHER or rng.random() > PART_SHARE:
        return truth
    side = longer_side(truth.box) * rng.uniform(*PART_SIDE)
    corner = truth.box[:2] + (truth.box[2:] - truth.box[:2] - side).clip(0) * rng.uniform(0, 1, 2)
    box = np.concatenate((corner, corner + side))
    return truth if any(_share(other, box) > 0 for other in others) else replace(truth, box=box)


def on_patch(rng: Rng, picture: Floats, size: float) -> Floats:
    """The picture with a token of ``size`` pixels in its middle on a square patch: all beyond has one colour.

    Args:
        rng: chooses the patch.
        picture: shape (height, width, 3), 0 to 1.
        size: of the token.
    """
    high, wide = picture.shape[:2]
    half = size * rng.uniform(*PATCH_SIDE) / 2
    turn = float(rng.uniform(0, np.pi / 2))
    across, down = np.meshgrid(np.arange(wide) - wide / 2, np.arange(high) - high / 2)
    x = np.cos(turn) * across + np.sin(turn) * down
    y = np.cos(turn) * down - np.sin(turn) * across
    beyond = (np.maximum(np.abs(x), np.abs(y)) - half + 0.5).clip(0, 1).astype(np.float32)
    return np.asarray(blend(picture, random_color(rng, vivid=float(rng.uniform(0, 1))), beyond), np.float32)


def token_view(truth: Truth, framed: Framing, seen: Frame, box: Floats | None) -> TokenView:
    """The view ``seen`` with what is true of it."""
    head = framed.matrix[:, :2] @ truth.head
    middle = framed.matrix[:, :2] @ truth.middle + framed.matrix[:, 2]
    height = float(np.hypot(*head))
    pointed = truth.kind != PIPS_KIND and height > 1
    return TokenView(
        seen,
        framed.tilt.rotated_slope(framed.turn),
        truth.label,
        truth.kind,
        truth.pips,
        (head / height if pointed else np.zeros(2)).astype(np.float32),
        (middle / TOKEN_SIZE - 0.5).astype(np.float32),
        height / TOKEN_SIZE,
        box,
    )


def loosely_framed(rng: Rng, truth: Truth, others: Iterable[Floats]) -> Truth:
    """The token with a loose box that takes in some ground beside it; unchanged if another token lies there.

    Args:
        rng: chooses the ground.
        truth: of the token.
        others: boxes of all else in the picture.
    """
    low, high = truth.box[:2], truth.box[2:]
    half = longer_side(truth.box) * rng.uniform(*GROUND_IN_BOX) / 2
    middle = (low + high) / 2 + rng.uniform(-1, 1, 2) * ((high - low) / 2 + half / 2)
    box = np.concatenate((np.minimum(low, middle - half), np.maximum(high, middle + half)))
    return truth if any(_share(other, box) > MAX_OTHER_IN_BOX for other in others) else replace(truth, box=box)


def _share(box: Floats, within: Floats) -> float:
    """How much of a box lies within another, 0 to 1."""
    common = np.minimum(box[2:], within[2:]) - np.maximum(box[:2], within[:2])
    return float(np.prod(common.clip(0)) / max(np.prod(box[2:] - box[:2]), 1e-6))


def cut_by_edge(rng: Rng, truth: Truth, picture: Floats) -> tuple[Truth, Floats]:
    """The truth of a token that the edge of the picture cuts, and the picture's new bounds.

    Args:
        rng: chooses the edge, and how much it takes.
        truth: of the token where the picture goes on.
        picture: its left, top, right and bottom.
    """
    edge, within = int(rng.integers(4)), picture.copy()
    inward = (1, 1, -1, -1)[edge] * (truth.box[edge % 2 + 2] - truth.box[edge % 2])
    taken = truth.box[edge] + rng.uniform(*EDGE_CUT) * inward
    within[edge] = np.clip(np.round(taken), picture[edge % 2], picture[edge % 2 + 2])
    box = np.concatenate((np.maximum(truth.box[:2], within[:2]), np.minimum(truth.box[2:], within[2:])))
    ends = np.array((truth.middle - truth.head / 2, truth.middle + truth.head / 2))
    legible = (ends >= within[:2]).all() and (ends <= within[2:]).all() and truth.kind != PIPS_KIND
    if truth.label == NEITHER or legible or (box == truth.box).all():
        return replace(truth, box=box), within
    if truth.kind == CHIP_KIND:
        return truth, picture  # half a word cannot be read, and a chip without one is no chip
    return replace(truth, box=box, label=SOLID, pips=0), within


def longer_side(box: Floats) -> float:
    """The longer side of left, top, right, bottom."""
    return float((box[2:] - box[:2]).max())


def empty_view(seen: Frame, framed: Framing | None = None) -> TokenView:
    """A view labelled as nothing."""
    lean = framed.tilt.rotated_slope(framed.turn) if framed else (0.0, 0.0)
    zeros = np.zeros(2, np.float32)
    return TokenView(seen, lean, NEITHER, NO_KIND, 0, zeros, zeros, 0.0, np.zeros(4, np.float32))


def upright_crop(rng: Rng, truth: Truth, crop: Crop = NUMERAL_CROP) -> tuple[Matrix, int]:
    """The map to an upright view, shape (2, 3), and its label."""
    matrix, label = _upright_crop(rng, truth, crop)
    return _distorted(rng, matrix, crop.size), label


def _distorted(rng: Rng, matrix: Matrix, size: int) -> Matrix:
    """The view stretched and sheared, as of another typeface."""
    wider = float(np.exp(rng.normal(0, STRETCH_SPREAD)))
    drawn = np.array(((wider, float(rng.normal(0, SHEAR_SPREAD))), (0.0, 1.0)))
    moved = matrix.copy()
    moved[:, 2] -= size / 2
    return drawn @ moved + ((0, 0, size / 2),) * 2


def _upright_crop(rng: Rng, truth: Truth, crop: Crop) -> tuple[Matrix, int]:
    choice = rng.random()
    if truth.kind == PIPS_KIND or truth.foreign:  # the reader sees these in any rotation
        turned = _crop_matrix(rng, truth, crop, (float(rng.uniform(0, 2 * np.pi)), np.zeros(2)))
        return turned, NO_NUMERAL if truth.foreign else PIPS_LABEL_OFFSET + truth.pips
    if crop is NUMERAL_CROP and choice < 0.2 and truth.kind == D10_KIND and truth.ring[0] != UNKNOWN:
        matrix, label = _neighbour_crop(rng, truth)
        if matrix is not None:
            return matrix, label
    if choice > 0.86:
        return _crop_matrix(rng, truth, crop, _wrong_pose(rng)), NO_NUMERAL
    return _crop_matrix(rng, truth, crop, (0.0, np.zeros(2))), min(truth.label, NO_NUMERAL)


def _crop_matrix(rng: Rng, truth: Truth, crop: Crop, wrong_pose: tuple[float, Floats]) -> Matrix:
    """The map to a nearly upright view; ``wrong_pose`` adds radians and an offset in heights of the numeral."""
    angle, offset = wrong_pose
    tilt = noisy_tilt(rng, truth)
    x, y = tilt.stretch @ truth.head
    height = float(np.hypot(x, y))
    across = truth.middle + np.linalg.inv(tilt.stretch) @ (height * (offset + rng.normal(0, 0.08, 2)))
    side = crop.margin * height * float(np.exp(rng.normal(0, 0.13)))
    turn = up_angle((float(x), float(y))) + angle + float(rng.normal(0, 0.12))
    return rectified_view((float(across[0]), float(across[1])), side, turn, crop.size, tilt)


def _wrong_pose(rng: Rng) -> tuple[float, Floats]:
    """A pose in which nothing must be read; upside down is one, even for 0 and 8, for the face shows the direction."""
    if rng.random() < 0.7:
        return float(np.pi + rng.normal(0, 0.2)), np.zeros(2)
    angle = rng.uniform(0, 2 * np.pi)
    return float(rng.uniform(0, 2 * np.pi)), rng.uniform(0.8, 1.6) * np.array((np.cos(angle), np.sin(angle)))


def _neighbour_crop(rng: Rng, truth: Truth) -> tuple[Matrix | None, int]:
    """A view of the numeral left or right of the top one, framed as well as by the reader."""
    place = int(rng.integers(2))
    left, top, right, bottom = (
        float(edge) for edge in truth.box + rng.normal(0, 0.03, 4) * (truth.box[2] - truth.box[0])
    )
    x, y = truth.middle + rng.normal(0, 0.06, 2) * float(np.hypot(*truth.head))
    height = float(np.hypot(*truth.head)) * float(np.exp(rng.normal(0, 0.08)))
    angle = up_angle((float(truth.head[0]), float(truth.head[1]))) + float(rng.normal(0, 0.06))
    bounds = Bounds(left, top, right, bottom)
    pose = TopFacePose(bounds, (float(x), float(y)), angle, height, noisy_tilt(rng, truth))
    return adjacent_views(pose)[place], truth.ring[place]


def has_upright_view(truth: Truth, crop: Crop = NUMERAL_CROP) -> bool:
    """Whether the token has an upright view; with the face around it, a d8, d12 or d20 has one, too.

    Their numerals are like those of a d10, but their faces differ: their label is that nothing must be read.
    """
    alien = crop is FACE_CROP and truth.kind == OTHER_KIND and bool(truth.head.any())
    return alien or truth.foreign or truth.kind == PIPS_KIND or truth.label < HIT or truth.label == TENS
