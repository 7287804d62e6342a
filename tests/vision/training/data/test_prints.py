"""What makers put on cubes, and what is no die: pips can be counted, and close views of a mark show no numeral."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.recognition.crops import FACE_CROP, NUMERAL_CROP
from vision.recognition.outputs import NEITHER, NO_NUMERAL, OTHER_KIND
from vision.training.data import distractors, prints
from vision.training.data.crop_targets import (
    Truth,
    has_upright_view,
    longer_side,
    on_patch,
    part_of_print,
    upright_crop,
)
from vision.training.data.drawn_dice import SOLID, UNKNOWN, draw_symbols
from vision.training.data.pip_faces import PipStyle, draw_pip_style
from vision.training.data.symbols import LETTERS, MARKS, draw_marks, is_symbol, symbol
from vision.types import Floats

SIDE = 160


def blobs(mask: Floats) -> int:
    """How many inked places do not touch."""
    return int(cv2.connectedComponents((mask > 0.5).astype(np.uint8))[0]) - 1


def letter(_text: str) -> Floats:
    """An L, whatever the text."""
    mask = np.zeros((60, 40), np.float32)
    mask[:, :12] = mask[-12:] = 1
    return mask


@pytest.mark.parametrize("count", range(1, 7))
def test_pips_of_every_make_can_be_counted(count: int) -> None:
    """However large, close or turned, pips neither touch nor reach the edge of the face."""
    rng = np.random.default_rng(count)
    for _ in range(80):
        mask = replace(draw_pip_style(rng), shape="dot").mask(count, SIDE)
        assert count == blobs(mask)
        assert not np.concatenate((mask[[0, -1]], mask[:, [0, -1]].T)).any()


def test_rows_of_a_six_may_lie_close() -> None:
    """Its rows lie half as far apart as the pips of its four, which stay where they are."""
    style = PipStyle(apart=0.6, radius=0.12, rows=0.5)
    four, six = (np.flatnonzero(style.mask(count, SIDE).max(axis=0) > 0.5) for count in (4, 6))
    assert np.ptp(four) - np.ptp(six) == pytest.approx(0.6 * 0.5 * SIDE, abs=2)


@pytest.mark.parametrize(("two", "places"), [("middle", {(-1, 0), (1, 0)}), ("edge", {(-1, -1), (1, -1)})])
def test_two_pips_may_lie_side_by_side(two: str, places: set[tuple[int, int]]) -> None:
    """In the middle of the face or along its edge; a quarter turn stands them upright."""
    assert places == set(PipStyle(two=two).places(2))
    assert {(-down, across) for across, down in places} == set(PipStyle(two=two, turned=(1, 0, 0)).places(2))


def test_pips_may_be_ringed_hollow_or_left_out_of_a_disc() -> None:
    """Ink from the middle outward: a dot in a ring, a ring, no ink in a disc."""
    middle, row = SIDE // 2, {}
    for shape in ("dot", "ringed", "hollow", "disc"):
        mask = PipStyle(radius=0.4, shape=shape).mask(1, SIDE)
        row[shape] = [round(float(mask[middle, middle + round(share * 0.4 * middle)])) for share in (0, 0.65, 0.9, 1.6)]
    assert {"dot": [1, 1, 1, 0], "ringed": [1, 0, 1, 0], "hollow": [0, 1, 1, 0], "disc": [0, 0, 0, 1]} == row


def test_dice_of_other_games_have_no_numeral() -> None:
    """Plus, minus and blank, suits, logos, and letters that no numeral looks like."""
    rng = np.random.default_rng(4)
    marks = {mark for _ in range(40) for mark in draw_marks(rng)}
    assert {"plus", "minus", "", "heart"} < marks
    assert all(is_symbol(mark) or mark in LETTERS for mark in marks)
    assert not set(LETTERS) & set("BDGIOQSZ")


@pytest.mark.parametrize("name", [*MARKS, "logo 1", "logo 77"])
def test_a_symbol_is_the_same_each_time(name: str) -> None:
    """Each is drawn from its name alone, and leaves no bare rim."""
    mask = symbol(name)
    symbol.cache_clear()
    assert (symbol(name) == mask).all()
    assert min(edge.max() for edge in (mask[0], mask[-1], mask[:, 0], mask[:, -1])) > 0.1


@pytest.mark.parametrize("draw", [draw for draw, _ in prints.PRINTS])
def test_a_print_fills_its_sheet(draw: object) -> None:
    """As long as was asked for, in several colours."""
    sheet = draw(np.random.default_rng(3), 96, letter)  # type: ignore[operator]
    assert 90 <= max(sheet.shape[:2]) <= 96
    assert len(np.unique(sheet.reshape(-1, 3), axis=0)) > 2


def test_print_is_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet on the table is neither die nor chip, and lies within its silhouette."""
    monkeypatch.setattr(distractors, "pick_typeface", lambda _rng, *, unseen: int(unseen))
    sprite = distractors.print_sheet(np.random.default_rng(5), 120, 0.7)
    assert NEITHER == sprite.label
    assert 0.02 < sprite.alpha.mean() < 0.5


def test_a_close_view_of_a_mark_shows_no_numeral() -> None:
    """A plus is never shown as a digit, in either close view; a d20 has no such view of its numeral alone."""
    rng = np.random.default_rng(6)
    truth = _marked(rng)
    assert truth.foreign
    for crop in (NUMERAL_CROP, FACE_CROP):
        assert has_upright_view(truth, crop)
        assert {NO_NUMERAL} == {upright_crop(rng, truth, crop)[1] for _ in range(20)}
    assert not has_upright_view(replace(truth, foreign=False), NUMERAL_CROP)


def test_a_close_view_of_a_mark_is_turned_any_way() -> None:
    """The reader sees a cube's mark in twelve rotations, so none of them may be new."""
    rng = np.random.default_rng(7)
    truth = _marked(rng)
    ups = np.array([upright_crop(rng, truth, FACE_CROP)[0][:, :2] @ truth.head for _ in range(80)])
    assert (np.abs(np.arctan2(ups[:, 0], -ups[:, 1])) < np.pi / 4).mean() < 0.5


def test_print_is_shown_in_parts_too() -> None:
    """The detector takes half a domino for a die; a cube with marks is one, and so is what lies on the print."""
    rng = np.random.default_rng(8)
    die = _marked(rng)
    sheet = replace(die, label=NEITHER)
    assert {id(die.box)} == {id(part_of_print(rng, die).box) for _ in range(20)}
    assert {id(die.box)} == {id(part_of_print(rng, sheet, [die.box]).box) for _ in range(20)}
    parts = [part_of_print(rng, sheet).box for _ in range(80)]
    within = [box for box in parts if box is not die.box]
    assert 8 < len(within) < 40
    assert max(longer_side(box) for box in within) < 0.8 * longer_side(die.box)
    assert all((box[:2] >= die.box[:2]).all() and (box[2:] <= die.box[2:]).all() for box in within)


def test_a_square_patch_ends_beyond_the_token() -> None:
    """What lies within the token's own circle stays, whatever the patch's turn; all beyond the patch has one colour."""
    rng = np.random.default_rng(9)
    picture = rng.uniform(0, 1, (64, 64, 3)).astype(np.float32)
    reach = np.hypot(*(np.indices((64, 64)) - 32))
    for _ in range(20):
        shown = on_patch(rng, picture, 24)
        assert (shown == picture)[reach < 11].all()
        beyond = (shown != picture).any(axis=2) & (reach > 40)
        assert (shown[beyond] == shown[0, 0]).all()
        assert beyond.sum() > 100


def _marked(rng: np.random.Generator) -> Truth:
    sprite = draw_symbols(rng, 120, 0.7)
    assert (SOLID, OTHER_KIND) == (sprite.label, sprite.kind)
    head = np.array(sprite.up) * sprite.height
    return Truth(
        SOLID, OTHER_KIND, 0, np.array(sprite.middle), head, sprite.above, (UNKNOWN, UNKNOWN),
        np.array((20.0, 20, 100, 100)), sprite.foreign,
    )  # fmt: skip
