"""The camera's bearings, on a drawn print seen through a pinhole."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from support.board import ABOVE, BARREL, LARGE, LENS, SMALL, homography, photograph, printed, small

from vision.errors import MarkersError
from vision.geometry.registration import Board, lens_of_view
from vision.geometry.stadium import STADIUM, lay_out

PLACES = np.array([(x, y) for x in (-150.0, 0.0, 150.0) for y in (-150.0, 0.0, 150.0)])
OBLIQUE = homography((30.0, -140.0, 680.0), (-0.2, -0.04))


def through(camera: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Where places (N, 2) on the print are seen."""
    return cv2.perspectiveTransform(places.reshape(-1, 1, 2), camera).reshape(-1, 2)


def worst(one: np.ndarray, other: np.ndarray) -> float:
    """The largest distance between two lists of points."""
    return float(np.hypot(*(one - other).T).max())


@pytest.mark.parametrize("camera", [homography(ABOVE), OBLIQUE], ids=["straight above", "oblique"])
def test_places_are_found_to_a_third_of_a_millimetre(camera: np.ndarray) -> None:
    """A point of the print is placed within 0.3 mm wherever it lies, from above and obliquely."""
    found = Board(lens=LENS).register(photograph(printed(), camera))
    assert 0.3 > worst(found.to_board(through(camera, PLACES)), PLACES)
    assert 0.3 > found.error_mm


def test_the_eye_is_where_the_camera_is() -> None:
    """With the lens known, the markers tell where the camera hangs, to within a centimetre."""
    eye = Board(lens=LENS).register(photograph(printed(), OBLIQUE)).eye
    assert 10 > np.abs(np.array(eye) - (30, -140, 680)).max()


def test_what_stands_higher_than_the_print_is_not_displaced() -> None:
    """The top of a die near the wall is placed where the die stands, not where it hides the print."""
    found = Board(lens=LENS).register(photograph(printed(), OBLIQUE))
    seen = found.to_pixels(np.array([(180.0, 180.0, 16.0)]))
    assert 0.01 > worst(found.to_board(seen, 16.0), np.array([(180.0, 180.0)]))
    assert worst(found.to_board(seen), np.array([(180.0, 180.0)])) > 4


@pytest.mark.untraced
def test_a_bent_picture_is_straightened() -> None:
    """Behind a barrel lens whose distortion is known, places are as true as behind a straight one."""
    camera = homography(ABOVE)
    found = Board(lens=BARREL).register(photograph(printed(), camera, BARREL))
    assert 0.4 > worst(found.to_board(BARREL.bend(through(camera, PLACES))), PLACES)


def test_straightening_and_bending_undo_each_other() -> None:
    """A pixel bent and straightened is the same pixel."""
    pixels = np.array([(10.0, 20.0), (1150.0, 640.0), (2290.0, 1280.0)])
    assert 0.05 > worst(BARREL.straighten(BARREL.bend(pixels)), pixels)


def test_pixels_and_places_undo_each_other() -> None:
    """A place seen and placed again is the same place."""
    found = Board(lens=BARREL).register(photograph(printed(), OBLIQUE, BARREL))
    assert 0.01 > worst(found.to_board(found.to_pixels(PLACES)), PLACES)


def test_three_markers_are_enough() -> None:
    """Hands over half of the markers do not cost the bearings."""
    found = Board(lens=LENS).register(photograph(printed(without=(0, 2, 4)), homography(ABOVE)))
    assert (1, 3, 5) == found.markers


def test_covered_markers_are_named_and_the_pose_kept() -> None:
    """With too few markers the message names those to uncover, and what was known stays."""
    board = Board(lens=LENS)
    kept = board.register(photograph(printed(), homography(ABOVE)))
    with pytest.raises(MarkersError, match="only 2 of 6 markers can be seen; uncover number 0, 1, 2, 3"):
        board.register(photograph(printed(without=(0, 1, 2, 3)), homography(ABOVE)))
    assert kept is board.registration


def test_markers_in_a_line_replace_no_bearings() -> None:
    """They tell next to nothing of how the print is tilted about their line; with nothing better they must do."""
    column = tuple(marker.number for marker in STADIUM.markers if marker.centre[0] > 0)
    board = Board(lens=LENS)
    photo = photograph(printed(without=column), homography(ABOVE))
    first = board.register(photo)
    assert 3 == len(first.markers)
    with pytest.raises(MarkersError, match="uncover number"):
        board.register(photo)
    assert first is board.registration
    assert 6 == len(board.register(photograph(printed(), homography(ABOVE))).markers)


def test_markers_that_do_not_lie_as_printed_are_not_believed() -> None:
    """A print of another size, or a bent one, is refused rather than trusted."""
    bent = printed()
    bent[: bent.shape[0] // 2] = np.roll(bent, 40, axis=1)[: bent.shape[0] // 2]
    with pytest.raises(MarkersError, match="lay the print flat"):
        Board(lens=LENS).register(photograph(bent, homography(ABOVE)))


def test_a_nudged_camera_is_noticed_in_the_small_picture() -> None:
    """A camera knocked by two degrees drifts by more than a hundredth of the picture; an untouched one does not."""
    board = Board(lens=LENS)
    board.register(photograph(printed(), homography(ABOVE)))
    assert 0.001 > drift(board, homography(ABOVE))
    assert 0.01 < drift(board, homography(ABOVE, (0.0, 0.035)))


def drift(board: Board, camera: np.ndarray) -> float:
    """How far the small stream's markers lie from where ``board`` expects them."""
    watch = small(photograph(printed(), camera))
    return board.drift(board.markers_in(watch), watch.shape[1]) or 0.0


def test_without_bearings_there_is_no_drift() -> None:
    """Before the first registration nothing can have moved."""
    assert None is Board().drift({}, 640)


def test_foreign_markers_are_left_alone() -> None:
    """A marker of the same family that is not the stadium's is no marker."""
    picture = np.full((300, 300, 3), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    picture[80:220, 80:220] = cv2.aruco.generateImageMarker(dictionary, 17, 140)[..., None]
    assert {} == Board().markers_in(picture)


def test_a_stadium_of_another_size_is_another_field() -> None:
    """A print half as large gives places half as far from the middle."""
    field = lay_out(225.0)
    camera = homography((0.0, 0.0, 400.0))
    found = Board(field, LENS).register(photograph(printed(field), camera, field=field))
    assert 0.3 > worst(found.to_board(through(camera, PLACES / 2)), PLACES / 2)


def test_a_lens_serves_both_streams() -> None:
    """The same lens over the small stream sees the same place at the same share of the picture."""
    ratio = LARGE[0] / SMALL[0]
    assert 0.01 > abs(LENS.scaled(SMALL).focal[0] * ratio - LENS.focal[0])
    assert (319.5, 179.5) == lens_of_view(SMALL).middle


def test_the_base_path_has_24_places_and_four_bases() -> None:
    """D1: home is 0, first base 6, second 12, third 18."""
    assert 24 == len(STADIUM.path)
    assert (STADIUM.path[0], STADIUM.path[6], STADIUM.path[12], STADIUM.path[18]) == STADIUM.bases


def test_zone_two_is_home_plate() -> None:
    """D2: zone 2 is home plate itself."""
    assert STADIUM.path[0] == STADIUM.zones[1].centre


def test_nothing_printed_lies_over_a_marker() -> None:
    """Helmets, the Ball and parked dice never hide a marker."""
    stands = [place for dugout in STADIUM.dugouts.values() for place in dugout] + list(STADIUM.path)
    stands += [zone.centre for zone in STADIUM.zones]
    for marker in STADIUM.markers:
        assert min(np.hypot(*(np.array(stands) - marker.centre).T)) > marker.side
        assert not STADIUM.dice_corner.holds(marker.centre, marker.side / 2)
        assert STADIUM.tray.holds(marker.centre, -marker.side / 2)
