"""The token classifier is shown false detections, and tokens that the edge of the picture cuts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.recognition.crops import TOKEN_SIZE
from vision.recognition.detections import Bounds, Proposal
from vision.recognition.detector import Detector
from vision.recognition.network import OnnxNetwork
from vision.recognition.outputs import CHIP_KIND, D10_KIND, HIT, NEITHER, NO_KIND, PIPS_KIND
from vision.training.data.crop_targets import Truth, cut_by_edge, loosely_framed
from vision.training.data.drawn_dice import SOLID, UNKNOWN
from vision.training.data.hard_negatives import mine, mine_all
from vision.training.data.rendered_batches import HardNegative, LabelledScene, RenderedBatches, ViewShares
from vision.types import Frame

PICTURE = np.array((0.0, 0.0, 240.0, 200.0))
DIE = Truth(
    6,
    D10_KIND,
    0,
    np.array((90.0, 70.0)),
    np.array((0.0, -20.0)),
    np.eye(2, 3),
    (UNKNOWN, UNKNOWN),
    np.array((60.0, 40.0, 120.0, 100.0)),
)


class Takes(Detector):
    """A finder that takes the same places of the scene for tokens, whatever part of it is shown."""

    def __init__(self, *boxes: tuple[float, float, float, float]) -> None:
        self._boxes = boxes

    def find(self, frame: Frame) -> list[Proposal]:
        """The same, however large the frame."""
        assert frame.ndim == 3
        return [Proposal(Bounds(*box), 0.9) for box in self._boxes]


def scene(*truths: Truth, hard_negatives: tuple[HardNegative, ...] = ()) -> LabelledScene:
    """A grey table that is black from the column 180 on."""
    picture = np.full((200, 240, 3), 90, np.uint8)
    picture[:, 180:] = 0
    return LabelledScene(picture, truths or (DIE,), hard_negatives)


def checked(step: int) -> LabelledScene:
    """A table of black and white squares, with a die in a corner of it."""
    rows, columns = np.mgrid[:200, :240] // step
    return LabelledScene(np.repeat((rows + columns) % 2 * 255, 3).reshape(200, 240, 3).astype(np.uint8), (DIE,))


def test_what_is_clear_of_every_token_is_a_lure() -> None:
    """Half a die is none; a thing that lies there and is no token is one, and so is the bare table."""
    coin = replace(DIE, label=NEITHER, kind=NO_KIND, box=np.array((150.0, 140.0, 180.0, 170.0)))
    finder = Takes((90, 40, 120, 100), (150, 140, 180, 170), (4, 4, 30, 30))
    (found,) = mine([scene(DIE, coin)], finder, seed=1, cut=0.0)
    assert {(150, 140, 180, 170), (4, 4, 30, 30)} == {tuple(negative.box) for negative in found.hard_negatives}


def test_negatives_keep_their_place_in_the_scene() -> None:
    """Parts of a scene are shown, so that it finds things at edges too; places are told in the whole scene."""
    negatives = [
        negative
        for many in mine([scene()] * 20, Takes((130, 120, 140, 130)), seed=3)
        for negative in many.hard_negatives
    ]
    for negative in negatives:
        assert (130, 120) == tuple(negative.box[:2] - negative.within[:2])
        assert (negative.within[:2] >= 0).all()
        assert (negative.within[2:] <= PICTURE[2:]).all()
    assert len({tuple(negative.within) for negative in negatives}) > 10


def test_parallel_scenes_keep_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    """Which process baits a scene changes nothing."""
    scenes = [scene(DIE), checked(9), checked(31)]
    found = list(mine_all(scenes, seed=4, chunk=2))
    finder = Detector(OnnxNetwork("finder"))
    alone = [*mine(scenes[:2], finder, (4, 0)), *mine(scenes[2:], finder, (4, 1))]
    assert [one.picture is other.picture for one, other in zip(found, scenes, strict=True)] == [True] * 3
    assert [[tuple(negative.box) for negative in one.hard_negatives] for one in found] == [
        [tuple(negative.box) for negative in one.hard_negatives] for one in alone
    ]
    assert any(one.hard_negatives for one in found)
    assert "in 3 of 3 scenes" in capsys.readouterr().out


def test_negative_ends_where_its_picture_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies beyond the edge of the part that the finder saw is not in the view."""
    monkeypatch.setattr(RenderedBatches, "photo", lambda _, picture: picture)
    box = np.array((140.0, 150.0, 180.0, 190.0))
    for within, darkest in ((PICTURE, 0), (np.array((0.0, 0.0, 180.0, 200.0)), 90)):
        views = RenderedBatches(
            [scene(hard_negatives=(HardNegative(box, within),))], 2, ViewShares(empty=1.0, hard_negatives=1.0)
        ).token_views(20)
        assert {(NEITHER, NO_KIND)} == {(view.label, view.kind) for view in views}
        assert all(view.picture.shape == (TOKEN_SIZE, TOKEN_SIZE, 3) for view in views)
        assert darkest == min(view.picture.min() for view in views)


def test_a_picture_ends_across_a_token_at_any_of_its_sides() -> None:
    """It takes at most half of it, and the box that is left is what lies within."""
    rng = np.random.default_rng(4)
    cut = [cut_by_edge(rng, DIE, PICTURE) for _ in range(200)]
    for truth, within in cut:
        assert (within[:2] <= truth.box[:2]).all()
        assert (truth.box[2:] <= within[2:]).all()
        assert np.prod(truth.box[2:] - truth.box[:2]) >= 0.48 * 60 * 60
    assert {0, 1, 2, 3} == {int(edge) for truth, _ in cut for edge in np.flatnonzero(abs(truth.box - DIE.box) > 15)}


def test_of_a_numeral_that_is_cut_no_digit_is_learned() -> None:
    """Where the edge runs through the numeral it is a die without a digit; where it misses it, the digit stands."""
    rng = np.random.default_rng(5)
    for truth, within in (cut_by_edge(rng, DIE, PICTURE) for _ in range(200)):
        cut = (within[:2] > (90, 60)).any() or (within[2:] < (90, 80)).any()
        assert (SOLID if cut else 6, D10_KIND) == (truth.label, truth.kind)


@pytest.mark.parametrize("kind", [PIPS_KIND, CHIP_KIND])
def test_cut_pips_teach_no_number_and_cut_words_no_chip(kind: int) -> None:
    """A cut die with pips is one still, with nobody knows how many; half a word is not shown as a word."""
    rng = np.random.default_rng(6)
    whole = replace(DIE, kind=kind, label=SOLID if kind == PIPS_KIND else HIT, pips=3 * (kind == PIPS_KIND))
    for truth, within in (cut_by_edge(rng, whole, PICTURE) for _ in range(200)):
        untouched = (truth.box == DIE.box).all()
        assert kind == truth.kind
        if kind == PIPS_KIND:
            assert (3 if untouched else 0) == truth.pips
        else:
            assert HIT == truth.label
            assert (within[:2] <= (90, 60)).all()
            assert (within[2:] >= (90, 80)).all()


def test_a_token_is_framed_together_with_the_ground_beside_it() -> None:
    """As the finder frames a die and print that it half covers: the box grows, and what is true of it stands."""
    rng = np.random.default_rng(7)
    framed = [loosely_framed(rng, DIE, []) for _ in range(200)]
    sizes = [np.ptp(truth.box.reshape(2, 2), axis=0).max() / 60 for truth in framed]
    assert (min(sizes) >= 1, max(sizes) > 1.5) == (True, True)
    for truth in framed:
        assert (truth.box[:2] <= DIE.box[:2]).all()
        assert (truth.box[2:] >= DIE.box[2:]).all()
        assert (truth.label, truth.kind) == (DIE.label, DIE.kind)


def test_no_token_is_framed_together_with_another() -> None:
    """That is shown as none: two that touch are not one."""
    rng = np.random.default_rng(8)
    beside = np.array((125.0, 40.0, 185.0, 100.0))
    framed = [loosely_framed(rng, DIE, [beside]) for _ in range(200)]
    assert max(truth.box[2] for truth in framed) < 125 + 0.35 * 60
    assert min(truth.box[0] for truth in framed) < 40


def test_some_rendered_views_are_loosely_framed() -> None:
    """In them the die is smaller, and its box is its own."""
    sizes = {}
    for share in (0.0, 1.0):
        source = RenderedBatches([scene()], 3, ViewShares(empty=0.0, cut=0.0, many=0.0, wide=share))
        boxes = [one.box for one in source.token_views(120) if one.box is not None]
        sizes[share] = np.mean([np.ptp(box.reshape(2, 2), axis=0).max() for box in boxes])
    assert sizes[1.0] < 0.85 * sizes[0.0]
