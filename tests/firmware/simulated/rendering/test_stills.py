"""Drawn throws show what was thrown, as a camera above a table would see it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from support.stills import CLOTHS, CROWDED_MM, chip, die, draw_throw, lamp, overhead, scatter

from firmware.devices.protocols import Frame
from firmware.simulated.rendering.glyphs import Coverage, numeral, word
from firmware.simulated.rendering.solids import DIE_RADIUS, PAINTS
from vision.geometry.sizes import CHIP_RADIUS

SEEDS = (*range(3), *(pytest.param(seed, marks=pytest.mark.newest) for seed in range(3, 12)))


def drawn(seed: int, *dice: tuple[str, int], **knobs: object) -> Frame:
    """A picture from a seed."""
    return draw_throw(np.random.default_rng(seed), dice, **knobs)  # type: ignore[arg-type]  # knobs go by name


def hued(frame: Frame, hue: int) -> Frame:
    """Where a picture is strongly of a hue (OpenCV's, 0 to 179), as 0 and 1."""
    hsv = cv2.cvtColor(frame, cv2.COLOR_BGR2HSV).astype(int)
    near = np.abs((hsv[..., 0] - hue + 90) % 180 - 90) < 12
    return np.asarray(near & (hsv[..., 1] > 150) & (hsv[..., 2] > 60), np.uint8)


@pytest.mark.parametrize("value", range(1, 11))
def test_the_thrown_value_lies_on_top(value: int) -> None:
    """The face that looks straight up carries the thrown value's numeral; ten is a 0 (D4)."""
    solid = die("red", value, (0, 0), turn=0.7)
    top = max(solid.facets, key=lambda facet: float(facet.normal[2]))
    assert np.allclose((0, 0, 1), top.normal)
    assert top.print is numeral(value % 10)


@pytest.mark.parametrize("value", range(1, 11))
def test_a_die_rests_on_the_table(value: int) -> None:
    """No corner is below the table, and one whole face lies on it."""
    heights = die("red", value, (3, 4), turn=2).corners[:, 2]
    assert np.isclose(0, heights.min())
    assert 4 <= int(np.isclose(0, heights).sum())


@pytest.mark.parametrize("seed", SEEDS)
def test_numerals_are_not_mirrored(seed: int) -> None:
    """Seen by any camera, a numeral's right is clockwise of its up, as in print."""
    view = overhead(np.random.default_rng(seed), (640, 480), 8.0)
    for solid in (die("blue", 1 + seed % 10, (5, -4), turn=seed), chip("hit", (5, -4), turn=seed)):
        top = max(solid.facets, key=lambda facet: float(facet.normal[2]))
        assert top.frame is not None
        middle, right, up = view.project(
            np.stack((top.frame[0], top.frame[0] + top.frame[1], top.frame[0] + top.frame[2]))
        )
        turning = np.cross((*(right - middle), 0), (*(up - middle), 0))[2]
        assert turning < 0  # pixels count downward


@pytest.mark.parametrize(("color", "hue"), [("red", 0), ("blue", 108), ("yellow", 25), ("magenta", 155)])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.untraced
def test_one_die_of_the_thrown_colour_lies_there(color: str, hue: int, seed: int) -> None:
    """Exactly one thing of that colour is in the picture, whole, and 85 to 200 pixels long."""
    frame = drawn(seed, (color, 1 + seed % 10))
    mask = cv2.morphologyEx(hued(frame, hue), cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    blobs = [blob for blob in stats[1:].tolist() if blob[cv2.CC_STAT_AREA] > 500]
    assert 1 == len(blobs)
    x, y, width, height, _ = blobs[0]
    assert 85 <= max(width, height) <= 200
    assert x > 0
    assert y > 0
    assert x + width < 640
    assert y + height < 480


def test_the_same_seed_draws_the_same_picture() -> None:
    """Chance is handed in: one generator state, one picture."""
    assert np.array_equal(drawn(7, ("red", 3)), drawn(7, ("red", 3)))
    assert not np.array_equal(drawn(7, ("red", 3)), drawn(8, ("red", 3)))


def test_another_value_is_another_picture() -> None:
    """Thrown in the same place and light, a 3 and a 4 differ where the die lies."""
    difference = cv2.absdiff(drawn(7, ("red", 3)), drawn(7, ("red", 4)))
    assert 1000 < int((difference.max(axis=2) > 60).sum())


@pytest.mark.parametrize("size", [(640, 480), (320, 240), (1280, 720)])
def test_a_picture_has_the_size_asked_for(size: tuple[int, int]) -> None:
    """Width and height come out as they went in, in three bytes a pixel."""
    frame = drawn(1, ("white", 5), size=size, die_px=60)
    assert (size[1], size[0], 3) == frame.shape
    assert frame.dtype == np.uint8


def test_an_empty_table_is_only_felt() -> None:
    """With nothing thrown there is nothing but cloth, of the colour asked for."""
    blue, green, red = drawn(1, cloth="green").reshape(-1, 3).mean(axis=0)
    assert green > 1.5 * blue
    assert green > 1.5 * red
    blue, green, red = drawn(1, cloth="wine").reshape(-1, 3).mean(axis=0)
    assert red > 1.5 * green


@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize("color", PAINTS)
@pytest.mark.untraced
def test_every_die_is_drawn_on_every_cloth(cloth: str, color: str) -> None:
    """No pair of colours is missing, and the die changes the picture."""
    knobs = {"cloth": cloth, "size": (200, 160), "die_px": 80}
    assert 500 < int((cv2.absdiff(drawn(3, (color, 2), **knobs), drawn(3, **knobs)).max(axis=2) > 25).sum())


def test_a_shadow_falls_away_from_the_lamp() -> None:
    """The felt behind the die, seen from the lamp, is darker than the felt before it."""
    rng = np.random.default_rng(5)
    view, light = overhead(rng, (640, 480), 10.0), lamp(rng)
    frame = draw_throw(np.random.default_rng(5), [("white", 4)], die_px=10.0 * 2 * DIE_RADIUS)
    x, y, *_ = cv2.boundingRect(np.asarray(frame.min(axis=2) > 150, np.uint8))
    assert x > 0
    assert y > 0
    middle = np.argwhere(frame.min(axis=2) > 150).mean(axis=0)[::-1]
    away = view.project(np.array([(0.0, 0, 0), light.toward * (1, 1, 0)]))
    step = 95 * (away[1] - away[0]) / np.linalg.norm(away[1] - away[0])
    before, behind = (patch(frame, middle + sign * step) for sign in (1, -1))
    assert behind < 0.8 * before


def patch(frame: Frame, at: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """How bright a picture is near a point."""
    x, y = (round(float(each)) for each in at)
    return float(frame[y - 6 : y + 7, x - 6 : x + 7].mean())


@pytest.mark.parametrize("seed", SEEDS)
def test_things_do_not_touch(seed: int) -> None:
    """Two dice and the chip lie apart."""
    solids = scatter(np.random.default_rng(seed), [("red", 1), ("blue", 2)], "hit", (100, 75))
    middles = [solid.corners.mean(axis=0)[:2] for solid in solids]
    radii = [DIE_RADIUS, DIE_RADIUS, CHIP_RADIUS]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert np.linalg.norm(middles[a] - middles[b]) > radii[a] + radii[b] + CROWDED_MM - 1e-6


def test_crowded_table_is_refused() -> None:
    """If more lies there than fits; the error says what to do."""
    with pytest.raises(ValueError, match=r"^9 things do not fit on .* mm; draw them smaller"):
        drawn(1, *[("red", 1)] * 9, die_px=180)


def test_hit_and_out_differ() -> None:
    """The chip's two faces can be told apart, in the same place and light."""
    difference = cv2.absdiff(drawn(2, chip="hit"), drawn(2, chip="out"))
    assert 1000 < int((difference.max(axis=2) > 60).sum())


def test_a_chip_is_larger_than_a_die() -> None:
    """A 25 mm token beside a 16 mm die."""
    assert 25 == 2 * CHIP_RADIUS
    assert 16 == 2 * DIE_RADIUS


def inked(print_: Coverage, top: float, bottom: float) -> float:
    """How much ink there is between two heights of a print, 0 its upper edge and 1 its lower."""
    return float(print_[int(top * 256) : int(bottom * 256)].sum())


@pytest.mark.parametrize("digit", range(10))
def test_only_six_and_nine_are_underlined(digit: int) -> None:
    """Below a 6 and a 9 there is a line, so that they can be told apart; below no other."""
    assert (digit in {6, 9}) == (inked(numeral(digit), 0.86, 1) > 0)


def test_all_numerals_differ() -> None:
    """No two numerals look alike, turned upside down or not."""
    prints = [turned for digit in range(10) for turned in _both_ways(digit)]
    for one in range(len(prints)):
        for other in range(one):
            assert 400 < float(np.abs(prints[one] - prints[other]).sum()) or one // 2 == other // 2


def _both_ways(digit: int) -> tuple[Coverage, Coverage]:
    return numeral(digit), numeral(digit)[::-1, ::-1]


def test_words_stay_inside_their_ring() -> None:
    """HIT and OUT fit on the chip: between the letters and the ring there is bare token."""
    offsets = (np.arange(256) - 127.5) / 256
    radius = np.hypot(*np.meshgrid(offsets, offsets))
    for letters in ("HIT", "OUT"):
        assert word(letters)[(radius > 0.41) & (radius < 0.43)].max() == 0
        assert word(letters)[radius < 0.41].sum() > 1000
