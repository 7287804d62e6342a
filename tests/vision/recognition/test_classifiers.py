"""Detector and classifiers, with networks whose answers are known."""

from __future__ import annotations

from dataclasses import astuple
from math import inf
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.teach import portrayed

from vision import ChipReading, DiceReader, DieReading
from vision.geometry.tilt import Tilt, TiltField
from vision.recognition.classifiers import FACE_AUGMENTATIONS, SWEEP, TokenClassifier, UprightClassifier, upright_views
from vision.recognition.crops import FACE_CROP, NUMERAL_CROP, TOKEN_MARGIN, TOKEN_SIZE, Crop, ImagePyramid
from vision.recognition.detections import Bounds, Candidate, Proposal
from vision.recognition.detector import CELLS, Detector
from vision.recognition.network import OnnxNetwork
from vision.recognition.outputs import CHIP_KIND, HIT, NEITHER, NO_KIND, OUT, UprightOutputLayout
from vision.recognition.outputs import TokenOutputLayout as Channels
from vision.recognition.scores import RotationSweep

BOUNDS = Bounds(80.0, 60.0, 120.0, 100.0)
PROPOSAL = Proposal(BOUNDS, 0.8)
TOKEN = Candidate(BOUNDS, 0.8, inf, has_inner_token=False)
"""A die of 40 pixels whose middle is (100, 80)."""


class OneHotCell:
    """A finder that is sure of one cell of the picture half as large as the frame."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, ...]] = []

    def __call__(self, blob: np.ndarray) -> np.ndarray:
        """Heat in row 2, column 3, with edges 12 and 20 pixels away."""
        self.shown.append(blob.shape)
        answer = np.full((1, 5, -(-blob.shape[2] // 8), -(-blob.shape[3] // 8)), -9.0, np.float32)
        if blob.shape[2:] == (80, 100):
            answer[0, :, 2, 3] = (3.0, 12 / 32, 12 / 32, 20 / 32, 20 / 32)
        return answer


class Hot:
    """A finder that is sure of one cell of some pictures.

    Args:
        cells: size of a picture -> row and column of the cell, and how far its edges are away, in pixels there.
    """

    def __init__(self, cells: dict[tuple[int, int], tuple[int, int, float]]) -> None:
        self._cells = cells

    def __call__(self, blob: np.ndarray) -> np.ndarray:
        """Heat where it was told to be."""
        answer = np.full((1, 5, -(-blob.shape[2] // 8), -(-blob.shape[3] // 8)), -9.0, np.float32)
        if cell := self._cells.get(blob.shape[2:]):
            row, column, reach = cell
            answer[0, :, row, column] = (3.0, *[reach / 32] * 4)
        return answer


class DotReader:
    """A token classifier that takes the direction of a bright dot for up and reads 7 everywhere."""

    def __call__(self, blob: np.ndarray) -> np.ndarray:
        """The dot's direction from the middle, in each view."""
        answers = np.zeros((len(blob), Channels.CHANNELS, 1, 1), np.float32)
        answers[:, 7] = 9.0
        for view, answer in zip(blob, answers, strict=True):
            row, column = np.unravel_index(view[:3].mean(axis=0).argmax(), view.shape[1:])
            away = np.array((column - 31.5, row - 31.5))
            answer[Channels.UP, 0, 0] = away / np.hypot(*away)
            answer[Channels.LOG_HEIGHT] = np.log(0.25)
            answer[Channels.BOX, 0, 0] = np.array((-1, -1, 1, 1)) * 4 * 0.5 / TOKEN_MARGIN
        return answers


class Parrot:
    """Who sees upright numerals and always says the same digit."""

    def __init__(self, digit: int) -> None:
        self.digit = digit

    def __call__(self, blob: np.ndarray) -> np.ndarray:
        """That digit, for sure."""
        answers = np.zeros((len(blob), UprightOutputLayout.CHANNELS, 1, 1), np.float32)
        answers[:, self.digit] = 12.0
        return answers


class Torn(DotReader):
    """A token classifier to which every other view of a die looks as if it lay on its side.

    Args:
        kinds: scores of KINDS.
    """

    def __init__(self, *kinds: float) -> None:
        self._kinds = kinds

    def __call__(self, blob: np.ndarray) -> np.ndarray:
        """The dot's direction, or what is left of it."""
        answers = super().__call__(blob)
        for answer in answers[::2]:
            answer[Channels.UP, 0, 0] = answer[Channels.UP.start + 1, 0, 0], -answer[Channels.UP.start, 0, 0]
        answers[:, Channels.KINDS, 0, 0] = self._kinds
        return answers


class Lost(Torn):
    """A token classifier that points to the right unless the dot is near the top of the view."""

    def __call__(self, blob: np.ndarray) -> np.ndarray:
        """The dot's direction, or the view's right."""
        answers = DotReader.__call__(self, blob)
        answers[answers[:, Channels.UP.start + 1, 0, 0] > -np.cos(np.radians(24)), Channels.UP, 0, 0] = 1, 0
        answers[:, Channels.KINDS, 0, 0] = self._kinds
        return answers


class Wordy(DotReader):
    """A token classifier that sees a chip and reads HIT where the dot is above, elsewhere nothing and OUT."""

    def __call__(self, blob: np.ndarray) -> np.ndarray:
        """By how upright the dot stands."""
        answers = super().__call__(blob)
        upright = answers[:, Channels.UP.start + 1, 0, 0] < -np.cos(np.radians(24))
        words = 9 * np.eye(Channels.LABELS.stop)
        answers[:, Channels.LABELS, 0, 0] = np.where(upright[:, None], words[HIT], words[OUT])
        answers[:, Channels.KINDS, 0, 0] = np.where(upright[:, None], 9 * np.eye(6)[CHIP_KIND], 9 * np.eye(6)[NO_KIND])
        return answers


class Up:
    """Who says one thing where a bright dot is straight above the middle of the view, and another anywhere else.

    Args:
        scores: how many there are.
        there: place of the one.
        elsewhere: of the other.
    """

    def __init__(self, scores: int, there: int, elsewhere: int) -> None:
        self._scores, self._there, self._elsewhere = scores, there, elsewhere

    def __call__(self, blob: np.ndarray) -> np.ndarray:
        """The one if the dot is within 24 degrees of straight above."""
        answers = np.zeros((len(blob), self._scores, 1, 1), np.float32)
        for view, answer in zip(blob, answers, strict=True):
            right, down = dot_in(view[:3].transpose(1, 2, 0))
            upright = down < 0 and abs(right / down) < np.tan(np.radians(24))
            answer[self._there if upright else self._elsewhere] = 12.0
        return answers


def all_round(*kinds: float, digit: int = 4) -> DiceReader:
    """A reader to which all that is seen is at TOKEN, is of such kinds, and shows a digit where the dot is its up."""
    reader = DiceReader()
    reader._token_classifier = TokenClassifier(Torn(*kinds))  # networks whose answers are known
    reader._face_classifier = UprightClassifier(Up(17, digit, 10), FACE_CROP, FACE_AUGMENTATIONS)
    reader._numeral_classifier = UprightClassifier(Up(17, digit, 10))
    reader._candidates = lambda frame: (ImagePyramid(frame), [TOKEN])  # type: ignore[method-assign]
    return reader


def dotted(angle: float) -> np.ndarray:
    """A dark frame with a bright dot 12 pixels from the token's middle, in direction ``angle``."""
    frame = np.full((160, 200, 3), 40, np.uint8)
    column, row = round(100 + 12 * np.sin(angle)), round(80 - 12 * np.cos(angle))
    frame[row - 1 : row + 2, column - 1 : column + 2] = 250
    return frame


def test_a_hot_cell_becomes_a_box_in_the_frame() -> None:
    """A peak in the half-size picture is scaled back to the frame's pixels."""
    (seen,) = Detector(OneHotCell()).find(np.zeros((160, 200, 3), np.uint8))
    assert seen.bounds == (32.0, 16.0, 96.0, 80.0)
    assert seen.score == pytest.approx(0.953, abs=1e-3)


def test_the_frame_is_shown_smaller_and_smaller() -> None:
    """The network is shown seven tenths of the frame, half of it, a quarter, and so on down."""
    network = OneHotCell()
    Detector(network).find(np.zeros((160, 200, 3), np.uint8))
    assert network.shown == [(1, 3, 113, 142), (1, 3, 80, 100), (1, 3, 40, 50), (1, 3, 20, 25)]


@pytest.mark.parametrize(("reach", "count"), [(32, 1), (30, 1), (20, 2)])
def test_what_is_sighted_twice_alike_is_looked_at_once(reach: float, count: int) -> None:
    """A large die is sighted in the half-size picture and in the next: twice only where it is framed otherwise."""
    finder = Detector(Hot({(80, 100): (3, 3, 32.0), (40, 50): (1, 1, reach / 2)}))
    assert count == len(finder.find(np.zeros((160, 200, 3), np.uint8)))


def test_overlap_is_the_share_of_the_smaller() -> None:
    """A box inside another is covered whole; boxes apart are not."""
    assert BOUNDS.overlap(Bounds(90, 70, 100, 80)) == pytest.approx(1)
    assert BOUNDS.overlap(Bounds(120, 60, 160, 100)) == 0


@pytest.mark.parametrize("angle", [0.0, 0.5, 1.6, 3.1, 4.4])
def test_four_turns_agree_on_which_way_is_up(angle: float) -> None:
    """Whichever way the die lies, the classifier's up is the numeral's in the frame."""
    token = TokenClassifier(DotReader()).classify(ImagePyramid(dotted(angle)), TOKEN)
    pose = token.pose
    assert abs(np.angle(np.exp(1j * (pose.angle - angle)))) < 0.15
    assert pose.centre == pytest.approx((100, 80), abs=0.01)
    assert pose.height == pytest.approx(0.25 * 40 * TOKEN_MARGIN, rel=0.01)
    assert token.scores.labels.argmax() == 7


@pytest.mark.parametrize("tilt", [0.3, 0.6, 0.78])
@pytest.mark.parametrize("angle", [0.0, 0.5, 1.6, 3.1])
def test_tilt_does_not_change_frame_coordinates(tilt: float, angle: float) -> None:
    """Up, middle and height are told in the frame's own pixels, however the views were levelled."""
    squeezed = Tilt.of(np.array(((1.0, 0.0, 0.0), (0.0, 1 / np.cos(tilt), np.tan(tilt)))))
    pose = TokenClassifier(DotReader()).classify(ImagePyramid(dotted(angle)), TOKEN, squeezed).pose
    assert abs(np.angle(np.exp(1j * (pose.angle - angle)))) < 0.2
    assert pose.centre == pytest.approx((100, 80), abs=0.01)
    assert pose.upright[1] == pytest.approx(0.25 * 40 * TOKEN_MARGIN * squeezed.margin, rel=0.05)


def dot_in(view: np.ndarray) -> np.ndarray:
    """How far right and down of a view's middle the dot is, in shares of the view."""
    row, column = np.unravel_index(view.mean(axis=2).argmax(), view.shape[:2])
    return np.array((column + 0.5, row + 0.5)) / len(view) - 0.5


@pytest.mark.parametrize("crop", [NUMERAL_CROP, FACE_CROP], ids=["close", "face"])
@pytest.mark.parametrize("angle", [0.5, 2.0, 3.9, 5.5])
def test_numeral_is_turned_by_the_classifiers_pose(angle: float, crop: Crop) -> None:
    """Whichever way the die lies, the dot is straight above the middle, as far as the crop's margin has it."""
    picture = ImagePyramid(dotted(angle))
    pose = TokenClassifier(DotReader()).classify(picture, TOKEN).pose
    (view,) = upright_views(picture, pose, crop, ((0.0, 1.0),))
    assert (crop.size, crop.size, 3) == view.shape
    assert dot_in(view) == pytest.approx((0, -12 / (crop.margin * pose.height)), abs=0.06)


def test_tilted_numeral_is_rectified_upright() -> None:
    """The levelled view, too, has the dot straight above its middle."""
    squeezed = Tilt.of(np.array(((1.0, 0.0, 0.0), (0.0, 1 / np.cos(0.6), np.tan(0.6)))))
    picture = ImagePyramid(dotted(2.0))
    pose = TokenClassifier(DotReader()).classify(picture, TOKEN, squeezed).pose
    (view,) = upright_views(picture, pose, FACE_CROP, ((0.0, 1.0),))
    assert abs(dot_in(view)[0]) < 0.06
    assert dot_in(view)[1] < -0.1


def test_first_pass_corrects_the_box() -> None:
    """A detection that is off is pulled to where the token classifier sees the silhouette."""
    (seen,) = TokenClassifier(DotReader()).detect(ImagePyramid(dotted(0.0)), [PROPOSAL])
    assert (seen.bounds.left, seen.bounds.right) == pytest.approx((80, 120), abs=1)
    assert seen.score == pytest.approx(PROPOSAL.score, abs=0.01)


class Fickle(DotReader):
    """A token classifier to which what it sees the right way up is none, and upside down a d10.

    Args:
        sureness: score of nothing, of which a d10 has 0.
    """

    def __init__(self, sureness: float) -> None:
        self._sureness, self.views = sureness, 0

    def __call__(self, blob: np.ndarray) -> np.ndarray:
        """Told by where the dot is: above or below the middle."""
        self.views += len(blob)
        answers = super().__call__(blob)
        upright = answers[:, Channels.UP.start + 1, 0, 0] < 0
        answers[upright, NEITHER, 0, 0] = 12.0
        answers[:, Channels.KINDS.start + NO_KIND, 0, 0] = np.where(upright, self._sureness, -9.0)
        return answers


def test_doubtful_token_is_swept_again() -> None:
    """A die that half covers a printed ring is nothing in the first pass, and a die in the second."""
    (seen,) = TokenClassifier(Fickle(2.0)).detect(ImagePyramid(dotted(0.0)), [PROPOSAL])
    assert ("d10", True) == (seen.kind, seen.score > 0.9 * PROPOSAL.score)
    assert (seen.bounds.left, seen.bounds.right) == pytest.approx((80, 120), abs=1)


def test_what_is_surely_nothing_is_looked_at_once() -> None:
    """Most of what the finder points at beside dice is print, and no second look is spent on it."""
    sure, unsure = Fickle(9.0), Fickle(2.0)
    nothing, token = (TokenClassifier(one).detect(ImagePyramid(dotted(0.0)), [PROPOSAL] * 5) for one in (sure, unsure))
    assert (5, 10) == (sure.views, unsure.views)
    assert ({"none"}, {"d10"}) == ({one.kind for one in nothing}, {one.kind for one in token})


def test_what_is_taken_for_a_token_is_looked_at_once() -> None:
    """However much less it looks like one upside down."""
    witness = Fickle(2.0)
    (seen,) = TokenClassifier(witness).detect(ImagePyramid(dotted(np.pi)), [PROPOSAL])
    assert ("d10", 1) == (seen.kind, witness.views)


def test_no_detections_no_passes() -> None:
    """An empty table costs the classifiers nothing."""
    assert TokenClassifier(DotReader()).detect(ImagePyramid(dotted(0.0)), []) == []


def test_who_sees_upright_numerals_gives_probabilities() -> None:
    """Their answers are averaged to shares that sum to one."""
    picture = ImagePyramid(dotted(0.0))
    shares = UprightClassifier(Parrot(4)).classify(picture, TokenClassifier(DotReader()).classify(picture, TOKEN).pose)
    assert shares.argmax() == 4
    assert shares.sum() == pytest.approx(1)


@pytest.mark.parametrize("angle", [0.0, 0.5, 1.6, 3.1, 4.4])
def test_d6_is_read_without_a_known_up(angle: float) -> None:
    """Half of the token classifier's turns have it on its side; the others look all round and see it upright."""
    (reading,) = all_round(0, 9, 0, 0, 0, 0).read(dotted(angle), tilt_field=lambda *_: np.eye(2, 3))
    assert isinstance(reading, DieReading)
    assert ("d6", 4) == (reading.kind, reading.value)
    assert reading.numeral is not None
    assert abs(np.angle(np.exp(1j * (reading.numeral.angle - angle)))) < np.radians(24)


def test_the_turns_that_know_which_way_is_up_are_heard() -> None:
    """The ways that either half of them point are far likelier than those that none does."""
    (outputs,) = all_round(0, 9, 0, 0, 0, 0).classify(dotted(0.0))
    assert isinstance(outputs.upright, RotationSweep)
    assert outputs.upright.prior.max() > 10 * outputs.upright.prior.min()


def test_of_a_d6_all_looks_point_the_way() -> None:
    """Where all four turns have it askew and are lost, the looks in between know which way is up."""
    reader = all_round(0, 9, 0, 0, 0, 0)
    reader._token_classifier = TokenClassifier(Lost(0, 9, 0, 0, 0, 0))
    (outputs,) = reader.classify(dotted(np.radians(45)))
    assert isinstance(outputs.upright, RotationSweep)
    likeliest = outputs.pose.upright[0] + SWEEP[int(outputs.upright.prior.argmax())]
    assert abs(np.angle(np.exp(1j * (likeliest - np.radians(45))))) < np.radians(24)


@pytest.mark.parametrize("tilt_field", [None, lambda *_: np.eye(2, 3)], ids=["anyhow", "straight"])
@pytest.mark.parametrize(("digit", "count"), [(4, 1), (8, 0)])
def test_the_corner_of_a_box_is_no_die(digit: int, count: int, tilt_field: TiltField | None) -> None:
    """What may be a cube of either kind is seen if a numeral of a d6 stands on it, and else left out."""
    reader = all_round(1.0, 1.5, 1.0, 0.0, 0.0, 1.0, digit=digit)
    assert len(reader.read(dotted(0.5), tilt_field=tilt_field)) == count


def test_a_chips_word_is_read_all_round() -> None:
    """A word that none of four turns sets upright is read in one of twelve."""
    picture = ImagePyramid(dotted(np.radians(30)))
    token = TokenClassifier(DotReader()).classify(picture, TOKEN)
    scores, _ = TokenClassifier(Up(34, HIT, NEITHER)).sweep(picture, token)
    assert scores.labels[HIT] == pytest.approx(1 / 12, abs=0.01)


def test_chip_is_known_by_its_upright_views() -> None:
    """All four turns have the word askew, misread it and see no token; so do ten of twelve, which count for less."""
    reader, frame = DiceReader(), dotted(np.radians(45))
    reader._token_classifier = TokenClassifier(Wordy())
    reader._candidates = lambda frame: (ImagePyramid(frame), [TOKEN])  # type: ignore[method-assign]
    (outputs,) = reader.classify(frame)
    assert outputs.scores.labels[HIT] > 0.8
    assert outputs.scores.kinds[CHIP_KIND] > 0.8
    assert [reading.alternatives[0][0] for reading in reader.read(frame) if isinstance(reading, ChipReading)] == ["hit"]


def test_a_lesson_takes_what_it_is_shown_for_a_d10() -> None:
    """A taught die that looks like a d6 and as if it lay on its side is turned till its numeral stands upright."""
    reader = all_round(0, 9, 0, 0, 0, 0, digit=8)
    frame = dotted(1.6)
    (outputs,) = reader.classify(frame)
    sample = portrayed(reader, frame, outputs, 8)
    assert abs(np.angle(np.exp(1j * (sample.angle - 1.6)))) < np.radians(24)


@pytest.mark.parametrize("liar", ["_face_classifier", "_numeral_classifier"])
@pytest.mark.parametrize("lie", [0, 3, 6, 9])
def test_false_classifier_is_noticed(photos: Path, lie: int, liar: str) -> None:
    """Planted fault: when one of those that see the numeral upright names another digit, nothing is told."""
    reader = DiceReader()
    setattr(reader, liar, UprightClassifier(Parrot(lie)))
    frame = np.asarray(cv2.imread(str(photos / "d10" / "burks_4.jpg")), np.uint8)
    assert [reading.value for reading in reader.read(frame)] == [None]


def test_views_are_as_large_as_the_networks_want() -> None:
    """The token classifier's network is handed views of 64 pixels, in colour and with two planes of lean."""
    seen = []

    def network(blob: np.ndarray) -> np.ndarray:
        seen.append(blob.shape)
        return DotReader()(blob)

    TokenClassifier(network).classify(ImagePyramid(dotted(0.0)), TOKEN)
    assert seen == [(4, 5, TOKEN_SIZE, TOKEN_SIZE)]


def test_a_large_picture_is_searched_in_bands_as_if_at_once() -> None:
    """What the finder answers does not depend on how many rows it is shown at a time."""
    rng = np.random.default_rng(3)
    spots = rng.integers(0, 256, (40, 24, 3)).astype(np.uint8)
    frame = np.asarray(cv2.resize(spots, (480, 1000), interpolation=cv2.INTER_CUBIC), np.uint8)
    whole, bands = (Detector(OnnxNetwork("finder"), cells).find(frame) for cells in (CELLS, 0))
    assert whole
    for one, other in zip(sorted(map(astuple, whole)), sorted(map(astuple, bands)), strict=True):
        assert (*one[0], one[1]) == pytest.approx((*other[0], other[1]), abs=1e-3)
