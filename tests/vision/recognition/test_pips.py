"""Pips are told by where they lie and what they look like; print that looks about right is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from support.fitted import FITTED
from support.outputs import BOUNDS, both, of_kind, token, upright

from vision.geometry.tilt import NO_TILT, Tilt
from vision.recognition.crops import ImagePyramid
from vision.recognition.decision import read_die
from vision.recognition.pips import PipGeometry, pip_geometry
from vision.recognition.pose import TopFacePose
from vision.training.data.pip_faces import PipStyle
from vision.types import Floats, Frame

SIZES = (13, 20, 60, 200)
"""Sides of a face in pixels; the smallest is that of a die of 26 pixels on its corner."""
STYLES = {
    "usual": PipStyle(),
    "large": PipStyle(apart=0.6, radius=0.26),
    "small": PipStyle(radius=0.13),
    "large one": PipStyle(one=2.4),
    "close rows": PipStyle(apart=0.56, rows=0.6, radius=0.19),
    "close and short rows": PipStyle(apart=0.6, rows=0.5, long=0.85, radius=0.18),
    "other diagonal": PipStyle(turned=(1, 1, 1)),
    "straight": PipStyle(two="middle", straight=True),
    "ringed": PipStyle(shape="ringed", radius=0.22),
    "hollow": PipStyle(shape="hollow", radius=0.28),
    "disc": PipStyle(shape="disc", apart=0.45, radius=0.17),
}
LOST = ("hollow", 13)
"""What a camera blurs: rings of a pixel."""
WHITE, RED, BLACK, BLUE = (225, 232, 235), (40, 35, 190), (30, 28, 30), (150, 60, 40)
THRESHOLD = FITTED.threshold


def face(
    mask: Floats, side: int, body: tuple[int, ...] = WHITE, ink: tuple[int, ...] = BLACK, angle: float = 0.3
) -> Frame:
    """A turned die whose face has this ``mask`` in ``ink``, on felt, in the middle of a picture three faces wide."""
    sheet = np.array(body) + mask[..., None] * (np.array(ink) - body)
    sheet = cv2.copyMakeBorder(sheet.astype(np.uint8), 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=body)
    zoom, size = side / mask.shape[0], 3 * side
    turn = cv2.getRotationMatrix2D((sheet.shape[1] / 2 - 0.5, sheet.shape[0] / 2 - 0.5), np.degrees(angle), zoom)
    turn[:, 2] += size / 2 - sheet.shape[0] / 2
    if zoom < 1:
        sheet = cv2.GaussianBlur(sheet, (0, 0), 0.4 / zoom)
    shown = cv2.warpAffine(sheet, turn, (size, size), borderMode=cv2.BORDER_CONSTANT, borderValue=(60, 95, 50))
    noise = np.random.default_rng(side).normal(0, 2.5, shown.shape)
    return np.clip(shown + noise, 0, 255).astype(np.uint8)


def seen(picture: Frame, side: float, tilt: Tilt = NO_TILT, off: float = 0.0) -> PipGeometry:
    """The geometry of a face in the middle of a picture, its pose ``off`` by so many sides."""
    middle = picture.shape[1] / 2 + off * side, picture.shape[0] / 2
    return pip_geometry(ImagePyramid(picture), TopFacePose(BOUNDS, middle, 0.0, 0.6 * side, tilt))


def values(geometry: PipGeometry) -> list[int]:
    """All that the face may show."""
    return [value for value in range(1, 7) if geometry.may_show(value)]


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(
    ("style", "side"), [(style, side) for style in STYLES for side in SIZES if (style, side) != LOST]
)
def test_every_arrangement_that_is_sold_is_seen(style: str, value: int, side: int) -> None:
    """Usual and close rows, either diagonal, large, ringed and hollow pips: no other value is surely shown."""
    geometry = seen(face(STYLES[style].mask(value, 128), side), side)
    assert geometry.may_show(value), geometry.explained.round(2)
    assert geometry.shown in {value, None}


@pytest.mark.parametrize(("body", "ink"), [(WHITE, RED), (BLACK, WHITE), (BLUE, (150, 60, 120)), (RED, (60, 140, 40))])
@pytest.mark.parametrize("value", range(1, 7))
def test_pips_have_any_colour(value: int, body: tuple[int, ...], ink: tuple[int, ...]) -> None:
    """Lighter or darker than the body, or of another hue alone; an Asian die's one and four are red."""
    assert values(seen(face(STYLES["usual"].mask(value, 128), 40, body, ink), 40)) == [value]


@pytest.mark.parametrize("value", [4, 5, 6])
def test_pips_stay_alike_on_two_colours(value: int) -> None:
    """Ink is the same on both halves of a die of two colours, though it stands out from them in two ways."""
    mask = STYLES["usual"].mask(value, 128)
    halves = np.where(np.arange(128)[:, None, None] < 64, WHITE, (60, 60, 200))
    sheet = (halves + mask[..., None] * (np.array(BLACK) - halves)).astype(np.uint8)
    assert seen(cv2.copyMakeBorder(sheet, 128, 128, 128, 128, cv2.BORDER_CONSTANT), 128).explained.argmax() == value - 1


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("known", [True, False])
def test_pips_are_seen_from_the_side(value: int, *, known: bool) -> None:
    """From 40 degrees a face is a quarter shorter, whether the tilt is known or not."""
    picture = face(STYLES["usual"].mask(value, 128), 60)
    flat = cv2.resize(picture, None, fx=1.0, fy=0.77, interpolation=cv2.INTER_AREA)
    geometry = seen(flat, 60, Tilt.from_slope((0.0, -0.84)) if known else NO_TILT)
    assert geometry.explained.argmax() == value - 1
    assert geometry.may_show(value)


def test_a_known_tilt_helps() -> None:
    """As from straight above, pips that seen from the side run together are round and apart."""
    flat = cv2.resize(face(STYLES["large"].mask(6, 128), 100), None, fx=1.0, fy=0.68, interpolation=cv2.INTER_AREA)
    assert seen(flat, 100).shown is None
    assert seen(flat, 100, Tilt.from_slope((0.0, -1.08))).shown == 6


def test_many_pips_may_be_oval() -> None:
    """From the side of an unknown camera, five ovals explain a face as well as circles do from above."""
    flat = cv2.resize(face(STYLES["large"].mask(5, 128), 100), None, fx=1.0, fy=0.6, interpolation=cv2.INTER_AREA)
    assert seen(flat, 100).explained[4] > 0.85


@pytest.mark.parametrize("value", [4, 5, 6])
def test_pips_far_apart_are_not_left_out(value: int) -> None:
    """A model without the outer pips is no explanation, though the middle of the face is even."""
    assert seen(face(PipStyle(apart=0.68, radius=0.14).mask(value, 128), 60), 60).shown == value


@pytest.mark.parametrize("value", range(1, 7))
def test_a_pose_may_be_a_little_off(value: int) -> None:
    """The networks place a face's middle to a tenth of its side."""
    assert values(seen(face(STYLES["usual"].mask(value, 128), 60), 60, off=0.1)) == [value]


def written(*lines: str, scale: float = 0.75) -> Floats:
    """Lines of text on a face, ink 0 to 1."""
    mask = np.zeros((128, 128), np.uint8)
    for place, line in enumerate(lines):
        (wide, high), _ = cv2.getTextSize(line, cv2.FONT_HERSHEY_SIMPLEX, scale, 3)
        down = 64 + high / 2 + (place - (len(lines) - 1) / 2) * 36
        cv2.putText(mask, line, (round(64 - wide / 2), round(down)), cv2.FONT_HERSHEY_SIMPLEX, scale, 255, 3)
    return np.asarray(mask / 255, np.float32)


def marked(draw: Callable[[Floats], object]) -> Floats:
    """What ``draw`` draws on a face."""
    mask = np.zeros((128, 128), np.float32)
    draw(mask)
    return mask


THINGS = {
    "prize": written("DOUBLE", "WORD", "SCORE", scale=0.8),
    "prize in two lines": written("WORD", "x 3", scale=1.0),
    "letter": written("W", scale=3.0),
    "plus": marked(lambda mask: (mask[52:76, 24:104].fill(1), mask[24:104, 52:76].fill(1))),
    "minus": marked(lambda mask: mask[52:76, 24:104].fill(1)),
    "stripes": np.tile(np.repeat(np.array([0, 1], np.float32), 16), 4)[None].repeat(128, axis=0),
    "checks": (np.indices((128, 128)) // 21).sum(axis=0).astype(np.float32) % 2,
    "dot at the edge": marked(lambda mask: cv2.circle(mask, (64, 110), 12, 1.0, -1)),
    "dot in a frame": marked(
        lambda mask: (cv2.circle(mask, (64, 64), 10, 1.0, -1), cv2.rectangle(mask, (34, 34), (94, 94), 1.0, 8))
    ),
    "six squares unlike each other": marked(
        lambda mask: [
            cv2.rectangle(mask, (x - w, y - h), (x + w, y + h), 1.0, -1)
            for (x, y), (w, h) in zip(
                [(32, 32), (32, 64), (32, 96), (96, 32), (96, 64), (96, 96)],
                [(20, 4), (4, 12), (16, 8), (6, 6), (22, 3), (10, 12)],
                strict=True,
            )
        ]
    ),
}


@pytest.mark.parametrize("side", [26, 60, 200])
@pytest.mark.parametrize("name", THINGS)
def test_print_shows_no_pips(name: str, side: int) -> None:
    """Words in lines, letters, Fudge marks, cloth, a dot where none belongs: no value's pips explain them."""
    geometry = seen(face(THINGS[name], side), side)
    assert values(geometry) == [], geometry.explained.round(2)


def test_faint_pips_are_left_to_the_networks() -> None:
    """What is hardly more than the camera's noise speaks against no value whose pips may be there."""
    body = np.array(WHITE)
    faint = face(STYLES["usual"].mask(2, 128), 40, ink=tuple((body - 3).tolist()))
    shown = seen(faint, 40)
    assert shown.may_show(2)
    assert not replace(shown, grain=0.0).may_show(2)


def geometry(**explained: float) -> PipGeometry:
    """``p5=0.9``: what five pips explain."""
    return PipGeometry(np.array([explained.get(f"p{value}", 0.0) for value in range(1, 7)]), 0.0)


def judged(shares: dict[str, float], shown: PipGeometry | None) -> tuple[int | None, int]:
    """The value that is read, None if it is asked about, and the likeliest."""
    scores = replace(both(upright(**shares)), geometry=shown)
    reading = read_die(of_kind("pips", token(), **shares), scores, "white", THRESHOLD, parameters=FITTED)
    assert reading.evidence is not None
    return reading.value, int(np.argmax(reading.evidence.posterior)) + 1


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        (None, 6),
        (geometry(p6=0.9), 6),
        (geometry(p6=0.72), 6),
        (geometry(p6=0.65), None),
        (geometry(), None),
        (geometry(p6=0.6, p4=0.9), None),
        (geometry(p6=0.86, p4=0.9), 6),
    ],
)
def test_a_six_without_six_pips_is_asked_about(shown: PipGeometry | None, value: int | None) -> None:
    """However sure the networks are: print and patterned squares look to them like a six."""
    assert judged({"p6": 0.999}, shown) == (value, 6)


def test_an_ace_has_to_explain_more() -> None:
    """Any blob is a dot."""
    assert judged({"p1": 0.999}, geometry(p1=0.7)) == (None, 1)
    assert judged({"p1": 0.999}, geometry(p1=0.8)) == (1, 1)


def test_close_rows_that_are_surely_seen_are_a_six() -> None:
    """To the networks a six whose rows lie close is a five; its six dots make it likelier, if not always told."""
    torn, mistaken = {"p5": 0.55, "p6": 0.4, "p4": 0.05}, {"p5": 0.8, "p6": 0.15, "p4": 0.05}
    assert judged(torn, geometry(p6=0.92, p4=0.5)) == (6, 6)
    assert judged(torn, geometry(p6=0.8, p4=0.75)) == (None, 5)
    assert judged(torn, geometry(p6=0.7)) == judged(torn, None) == (None, 5)
    assert judged(mistaken, geometry(p6=0.92, p4=0.5)) == (None, 6)


def test_what_is_left_of_a_six_tells_nothing() -> None:
    """Two or four dots may be seen where others are worn or in a gleam; networks that differ are believed no more."""
    torn = {"p2": 0.5, "p6": 0.45, "p4": 0.05}
    assert judged(torn, geometry(p2=0.95)) == (None, 2)
