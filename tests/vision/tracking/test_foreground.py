"""A thing lifted out of its surroundings, on drawn pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.recognition.neutral_background import on_neutral_background
from vision.tracking.foreground import EmptyTable, Outline, merged, outlines, segment
from vision.tracking.table_geometry import StillView, TableGeometry
from vision.types import Box, Frame, Points

ALL = Box(0, 0, 140, 140)
"""All of the cloth."""


def cloth() -> Frame:
    """Green cloth with a printed circle and lines."""
    frame = np.full((140, 140, 3), (70, 125, 75), np.uint8)
    cv2.circle(frame, (70, 70), 45, (235, 240, 240), 4)
    cv2.line(frame, (0, 20), (140, 60), (40, 60, 180), 5)
    return frame


def with_die(frame: Frame, *, shadow: bool = False, color: tuple[int, int, int] = (40, 30, 200)) -> Frame:
    """The same with a square die in the middle."""
    drawn = frame.copy()
    if shadow:
        dark = drawn[60:104, 60:104]
        dark[:] = (dark * 0.7).astype(np.uint8)
    cv2.rectangle(drawn, (50, 50), (89, 89), color, -1)
    return drawn


def test_unchanged_print_is_none() -> None:
    """A printed circle is no thing."""
    assert () == outlines(cloth(), cloth())


def test_die_on_print_is_found() -> None:
    """The outline is the die's, within two pixels, whatever is printed under it."""
    (found,) = outlines(with_die(cloth()), cloth())
    assert 2 >= max(abs(seen - true) for seen, true in zip(found.box, (50, 50, 40, 40), strict=True))


def test_shadow_is_no_part_of_the_die() -> None:
    """The outline ends where the die ends."""
    (found,) = outlines(with_die(cloth(), shadow=True), cloth())
    assert 93 > found.box[0] + found.box[2]


def test_the_bare_table_is_known_in_another_light() -> None:
    """In a darker room the print still is no thing, and the die still is one."""
    darker = (with_die(cloth()) * 0.7).astype(np.uint8)
    (found,) = outlines(darker, cloth())
    assert 3 >= max(abs(seen - true) for seen, true in zip(found.box, (50, 50, 40, 40), strict=True))


def grainy(frame: Frame, sigma: float, seed: int) -> Frame:
    """As a small camera takes it in the dark, its noise smoothed."""
    grain = np.random.default_rng(seed).standard_normal(frame.shape, np.float32)
    smooth = cv2.GaussianBlur(grain, (0, 0), 0.6)
    return np.asarray(np.clip(frame + smooth * (sigma / smooth.std()), 0, 255), np.uint8)


@pytest.mark.parametrize("sigma", [6, 8, 10, 12])
@pytest.mark.parametrize("seed", range(4))
def test_noise_is_no_thing_and_no_part_of_one(sigma: float, seed: int) -> None:
    """However much of it there is, the outline is the die's, and a shadow does not belong to it."""
    bare = np.asarray(np.clip(cloth() * 1.5, 0, 255), np.uint8)
    assert () == outlines(grainy(bare, sigma, seed), grainy(bare, sigma, seed + 10))
    shaded = with_die(bare, shadow=True, color=(255, 90, 45))
    (found,) = outlines(grainy(shaded, sigma, seed), grainy(bare, sigma, seed + 10))
    assert 5 >= max(abs(seen - true) for seen, true in zip(found.box, (50, 50, 40, 40), strict=True))


def test_two_things_two_outlines() -> None:
    """Things apart are distinguished."""
    both = with_die(cloth())
    cv2.rectangle(both, (105, 105), (130, 130), (190, 80, 20), -1)
    assert 2 == len(outlines(both, cloth()))


def is_one(outline: Outline) -> bool:
    """Whether it is no longer than a die of 40 pixels and its rim."""
    return outline.sides[0] < 46


def lined() -> Frame:
    """Green cloth with a white line down its middle, as wide as half a die."""
    frame = np.full((140, 140, 3), (70, 125, 75), np.uint8)
    cv2.rectangle(frame, (62, 0), (77, 139), (230, 235, 235), -1)
    return frame


def test_a_die_on_a_line_of_its_own_colour_is_one_thing() -> None:
    """What the line seems to cut out of it belongs to it, or it would be read by its side."""
    white = with_die(lined(), color=(230, 235, 235))
    assert 2 == len(outlines(white, lined()))
    (found,) = merged(outlines(white, lined()), is_one)
    assert 2 >= max(abs(seen - true) for seen, true in zip(found.box, (50, 50, 40, 40), strict=True))
    shown = on_neutral_background(white, [found.convex])
    assert (230, 235, 235) == tuple(shown[70, 70])


class DrawnTable(TableGeometry):
    """A table on which dice are as large as they are drawn here, and the chip as large as in `half_hidden_chip`."""

    def fits_one_die(self, hull: Points, /) -> bool:
        """As `is_one`."""
        return max(cv2.minAreaRect(hull.astype(np.float32))[1]) < 46

    def fits_chip(self, radius: float, /) -> bool:
        """A little more than its radius."""
        return radius < 34

    def may_be_chip(self, radius: float, /) -> bool:
        """Its radius, more or less."""
        return 26 < radius < 34


def test_a_die_on_a_line_of_its_colour_is_shown_whole() -> None:
    """The reader gets one picture of one die, with what the line seems to cut out of it."""
    white = with_die(lined(), color=(230, 235, 235))
    (region,) = segment(StillView(white, DrawnTable()), EmptyTable(lined()), [ALL])
    (box,) = map(region.box_in_still, region.outlines)
    assert 2 >= max(abs(seen - true) for seen, true in zip(box, (50, 50, 40, 40), strict=True))
    assert (230, 235, 235) == tuple(region.picture[70, 70])


def half_hidden_chip() -> tuple[Frame, Frame]:
    """A pale chip across a pale line, so that it seems to be two pieces; and the table without it."""
    chip = lined()
    cv2.circle(chip, (70, 70), 30, (232, 237, 237), -1)
    return chip, lined()


def test_a_chip_on_a_line_of_its_colour_is_shown_as_one_disc() -> None:
    """Its two pieces are of one disc, and no piece is taken for a smaller one."""
    chip, table = half_hidden_chip()
    (region,) = segment(StillView(chip, DrawnTable()), EmptyTable(table), [ALL])
    assert 2 == len(region.outlines)
    whole = region.completed_to_discs([])
    assert whole is not None
    (box,) = map(whole.box_in_still, whole.outlines)
    assert 2 >= max(abs(seen - true) for seen, true in zip(box, (40, 40, 61, 61), strict=True))


def test_two_dice_are_not_taken_for_pieces_of_one() -> None:
    """There is no room for a die in two that lie apart, however near."""
    both = with_die(cloth())
    cv2.rectangle(both, (102, 50), (137, 89), (190, 80, 20), -1)
    assert 2 == len(merged(outlines(both, cloth()), is_one))


def test_of_a_die_that_print_hides_the_shadow_is_kept() -> None:
    """Of white on white little but the shadow is seen: it tells where the die lies, but nothing of its edges."""
    table = np.full((140, 140, 3), (230, 235, 235), np.uint8)
    (found,) = outlines(with_die(table, shadow=True, color=(230, 235, 235)), table)
    assert found.shaded


def test_what_is_known_to_lie_there_is_no_shadow() -> None:
    """A thing beside it that is no shadow takes nothing of a white die on white print, as long as that is known."""
    table = np.full((140, 140, 3), (230, 235, 235), np.uint8)
    both = with_die(table, color=(190, 195, 195))
    cv2.rectangle(both, (90, 50), (129, 89), (40, 30, 200), -1)
    (beside,) = outlines(both, table)
    (known,) = outlines(both, table, known=[Box(50, 50, 40, 40)])
    assert (89, 50) <= (beside.box[0], known.box[0] + known.box[2] - beside.box[2]) <= (91, 91)
    assert 3 >= abs(known.box[0] - 50)


def test_a_shadow_on_what_is_known_to_lie_there_is_a_shadow() -> None:
    """It falls between a die that stands on its corner, as seen, and another; they do not touch."""
    table = np.full((140, 140, 3), (60, 140, 70), np.uint8)
    both = table.copy()
    both[30:60, 60:100] = both[30:60, 60:100] * 0.6
    cv2.fillPoly(both, [np.array([(60, 40), (80, 60), (60, 80), (40, 60)], np.int32)], (40, 30, 200))
    cv2.rectangle(both, (84, 10), (114, 36), (200, 90, 30), -1)
    alone, known = (len(outlines(both, table, known=boxes)) for boxes in ([], [Box(40, 40, 41, 41)]))
    assert (2, 2) == (alone, known)


@pytest.mark.parametrize("size", [12, 24, 40])
def test_edges_that_are_seen_are_the_things_own_however_short(size: int) -> None:
    """A die that leans looks short from above; its outline must tell so."""
    table = np.full((140, 140, 3), (70, 125, 75), np.uint8)
    still = table.copy()
    still[56 : 56 + size, 56 : 56 + size] = (table[0, 0] * 0.7).astype(np.uint8)
    cv2.rectangle(still, (50, 50), (49 + size, 49 + size), (40, 30, 200), -1)
    (found,) = outlines(still, table)
    assert not found.shaded
    assert 3 >= max(abs(seen - true) for seen, true in zip(found.box, (50, 50, size, size), strict=True))


def test_an_isolated_die_lies_on_plain_cloth() -> None:
    """Of the print nothing is left, of the die everything."""
    still = with_die(cloth())
    shown = on_neutral_background(still, [outline.convex for outline in outlines(still, cloth())])
    assert 0 == shown[:40].std(axis=(0, 1)).max()
    assert (40, 30, 200) == tuple(shown[70, 70])


def test_a_grey_die_is_not_laid_on_grey_cloth() -> None:
    """The cloth is chosen so that the die stands out."""
    still = with_die(cloth(), color=(112, 110, 108))
    shown = on_neutral_background(still, [outline.convex for outline in outlines(still, cloth())])
    assert 30 < np.abs(shown[5, 5].astype(int) - (112, 110, 108)).max()


def test_dice_that_lay_there_are_painted_over() -> None:
    """The bare table is bare even if dice lay there when it was first seen."""
    plain = np.full((140, 140, 3), (70, 125, 75), np.uint8)
    (bare,) = EmptyTable(with_die(plain), [Box(50, 50, 40, 40)]).cut(ALL)
    assert 12 > np.abs(bare.astype(int) - plain).max()


@pytest.mark.parametrize("x", [-300, -100, -45, 50, 145, 200, 500])
@pytest.mark.parametrize("y", [-300, -45, 145, 500])
def test_what_lies_beyond_the_picture_leaves_it_as_it_is(x: int, y: int) -> None:
    """A knocked camera may see a die no more: no stripe of the table is painted over in its stead."""
    (bare,) = EmptyTable(cloth(), [Box(x, y, 20, 20)]).cut(ALL)
    assert np.count_nonzero((bare != cloth()).any(axis=2)) <= 32**2 / 4


def test_part_of_the_table_can_be_learnt_again() -> None:
    """A helmet put down for good becomes part of the table, and nothing else does."""
    bare = EmptyTable(cloth())
    bare.learn(with_die(cloth()), Box(40, 40, 60, 60))
    assert () == outlines(with_die(cloth()), *bare.cut(ALL))


def test_what_is_known_under_a_die_elsewhere_stays_known() -> None:
    """Only in what is learnt are dice painted over: print that was seen there before is truer than paint."""
    bare = EmptyTable(cloth())
    bare.learn(cloth(), Box(0, 0, 30, 30), [Box(90, 60, 20, 20)])
    (last,) = bare.cut(ALL)
    assert np.array_equal(cloth(), last)


def test_print_that_a_helmet_uncovers_is_no_thing() -> None:
    """What stood there for a while and is gone again leaves the table as it was at first."""
    bare = EmptyTable(cloth())
    bare.learn(with_die(cloth()), Box(40, 40, 60, 60))
    assert () == outlines(cloth(), *bare.cut(ALL))
