"""Rendered scenes become batches whose labels are true of their views."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.geometry.tilt import Tilt
from vision.recognition.crops import FACE_CROP, NUMERAL_CROP, TOKEN_SIZE
from vision.recognition.outputs import D10_KIND, NEITHER, NO_KIND, NO_NUMERAL, OTHER_KIND, PIPS_KIND
from vision.training.data.camera_noise import recoloured
from vision.training.data.crop_targets import upright_crop
from vision.training.data.drawn_dice import SOLID, UNKNOWN, draw_pips
from vision.training.data.rendered_batches import (
    MAX_TOKEN_SIZE,
    MixedBatches,
    RenderedBatches,
    ViewShares,
    load,
    records,
)
from vision.training.data.stills import noisy_registration, stills

TOKEN: dict[str, Any] = {
    "kind": "d10",
    "value": 6,
    "box": [60, 40, 120, 100],
    "size": 60,
    "middle": [90, 70],
    "up": [0, -1],
    "height": 20,
    "above": [[0.3, 0], [0, 0.3]],
    "tilt": 0.0,
    "away": [1, 0],
    "numbering": "standard",
    "hidden": 0.0,
}


def write(folder: Path, *tokens: dict[str, Any], illegible: tuple[dict[str, Any], ...] = ()) -> Path:
    """A folder with one scene: a grey table with a white square where each token lies, its middle black."""
    picture = np.full((200, 240, 3), 90, np.uint8)
    for token in (*tokens, *illegible):
        left, top, right, bottom = token["box"]
        picture[top:bottom, left:right] = 230
        x, y = token["middle"]
        picture[y - 4 : y + 4, x - 4 : x + 4] = 0
    cv2.imwrite(str(folder / "00000.png"), picture)
    line = json.dumps({"file": "00000.png", "seed": 0, "tokens": tokens, "illegible": illegible})
    (folder / "labels.jsonl").write_text(line + "\n", encoding="utf-8")
    return folder


def test_a_label_becomes_a_truth(tmp_path: Path) -> None:
    """Digit, kind, neighbours and the numeral's way up are taken from the label."""
    (scene,) = load(write(tmp_path, TOKEN))
    (truth,) = scene.truths
    assert (6, D10_KIND, (4, 2)) == (truth.label, truth.kind, truth.ring)
    assert [0, -20] == truth.head.tolist()
    assert truth.lean == pytest.approx(0)


def test_a_large_picture_is_kept_smaller_with_its_labels(tmp_path: Path) -> None:
    """A token longer than LARGE is brought to that length, and everything said of it with it."""
    box, middle = [10, 10, 190, 190], [100, 100]
    (scene,) = load(write(tmp_path, TOKEN | {"box": box, "size": 180, "middle": middle}))
    assert scene.truths[0].box[2] - scene.truths[0].box[0] == pytest.approx(MAX_TOKEN_SIZE)
    x, y = scene.truths[0].middle.round().astype(int)
    assert scene.picture[y, x].max() < 60


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("pips", 4, (SOLID, PIPS_KIND, 4)),
        ("d20", None, (SOLID, OTHER_KIND, 0)),
        ("other", None, (NEITHER, NO_KIND, 0)),
    ],
)
def test_what_has_no_digit_has_none(tmp_path: Path, kind: str, value: int | None, expected: tuple[int, ...]) -> None:
    """Pips, other dice and things that are none are labelled so that no digit is learned of them."""
    (scene,) = load(write(tmp_path, TOKEN | {"kind": kind, "value": value}))
    truth = scene.truths[0]
    assert expected == (truth.label, truth.kind, truth.pips)


def test_a_die_numbered_otherwise_has_no_known_neighbours(tmp_path: Path) -> None:
    """Only of standard dice are the neighbours' digits known."""
    (scene,) = load(write(tmp_path, TOKEN | {"numbering": "other"}))
    assert (-1, -1) == scene.truths[0].ring


def test_views_show_what_their_labels_say(tmp_path: Path) -> None:
    """In a view of a whole token its numeral's middle, which is black here, is where the label says."""
    source = RenderedBatches(load(write(tmp_path, TOKEN)), 1, ViewShares(natural=1.0))
    views = [one for one in source.token_views(40) if one.kind == D10_KIND]
    assert len(views) > 30
    for view in views:
        x, y = ((view.middle + 0.5) * TOKEN_SIZE).round().astype(int)
        assert (TOKEN_SIZE, TOKEN_SIZE, 3) == view.picture.shape
        assert view.picture[y, x].mean() < view.picture[TOKEN_SIZE // 2].mean() + 40


def test_every_other_view_shows_its_numeral_upright(tmp_path: Path) -> None:
    """The reader looks at a die turned any way first and upright then, and so are views cut."""
    source = RenderedBatches(load(write(tmp_path, TOKEN | {"up": [0.6, 0.8]})), seed=6)
    ups = np.array([one.up for one in source.token_views(200) if one.kind == D10_KIND])
    assert 0.3 < (ups[:, 1] < -0.9).mean() < 0.7
    assert (ups[:, 1] > 0.5).any()


def test_what_is_rare_in_the_scenes_is_shown_oftener(tmp_path: Path) -> None:
    """One die with pips makes a fifth of the views of dice, however many d10s lie beside it."""
    pips = TOKEN | {"kind": "pips", "value": 3, "box": [150, 120, 190, 160], "middle": [170, 140]}
    source = RenderedBatches(load(write(tmp_path, *[TOKEN] * 30, pips)), seed=7)
    kinds = [one.kind for one in source.token_views(300) if one.kind in {D10_KIND, PIPS_KIND}]
    assert 0.12 < np.mean([kind == PIPS_KIND for kind in kinds]) < 0.28


def test_ace_is_shown_twice_as_often(tmp_path: Path) -> None:
    """An ace is the more easily taken for a coin."""
    ace, six = (TOKEN | {"kind": "pips", "value": value} for value in (1, 6))
    beside = {"box": [150, 120, 190, 160], "middle": [170, 140]}
    source = RenderedBatches(load(write(tmp_path, ace, six | beside)), 7, ViewShares(cut=0.0))
    pips = [one.pips for one in source.token_views(900) if one.kind == PIPS_KIND]
    assert 0.6 < np.mean([count == 1 for count in pips]) < 0.73


def test_the_face_of_another_die_is_shown_as_none_of_ours(tmp_path: Path) -> None:
    """Who sees the face around a numeral learns that nothing is to be read of a d20's; who sees it alone cannot."""
    icosahedron = TOKEN | {"kind": "d20", "value": None, "box": [150, 120, 190, 160], "middle": [170, 140]}
    source = RenderedBatches(load(write(tmp_path, icosahedron, TOKEN)), seed=5)
    alone = RenderedBatches(load(write(tmp_path, TOKEN)), seed=5)
    faces, fewer = (set_of.upright_views(400, FACE_CROP)[1] == NO_NUMERAL for set_of in (source, alone))
    assert fewer.mean() + 0.06 < faces.mean() < fewer.mean() + 0.2
    assert (source.upright_views(200, NUMERAL_CROP)[1] == alone.upright_views(200, NUMERAL_CROP)[1]).all()


def test_several_tokens_in_one_view_are_none(tmp_path: Path) -> None:
    """A table as a whole is no token; with one token on it, the view is of that."""
    shares = ViewShares(empty=0.0, pairs=0.0, many=1.0, cut=0.0)
    other = TOKEN | {"box": [150, 120, 190, 160], "middle": [170, 140]}
    several, lone = (
        RenderedBatches(load(write(tmp_path, TOKEN, *more)), 9, shares).token_views(60) for more in ([other], [])
    )
    assert sum(one.label == NEITHER for one in several) > 20
    assert all(one.label == TOKEN["value"] for one in lone)


def test_several_tokens_in_a_dish_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round dish of dice is no token either: beyond its rim there is one colour, within it they lie."""
    monkeypatch.setattr(RenderedBatches, "photo", lambda _, picture: picture)
    other = TOKEN | {"box": [150, 120, 190, 160], "middle": [170, 140]}
    views = RenderedBatches(
        load(write(tmp_path, TOKEN, other)), 9, ViewShares(empty=0.0, pairs=0.0, many=1.0, dish=1.0)
    ).token_views(60)
    dishes = [one.picture for one in views if one.label == NEITHER]
    corners = [np.ptp(one[[0, 0, -1, -1], [0, -1, 0, -1]].astype(int), axis=0).max() for one in dishes]
    assert np.mean([spread <= 2 for spread in corners]) > 0.8
    assert np.mean([one[16:48, 16:48].std() > 2 for one in dishes]) > 0.8


@pytest.mark.parametrize(
    ("kind", "known"), [("d10", D10_KIND), ("pips", UNKNOWN), ("chip", UNKNOWN), ("d20", OTHER_KIND)]
)
def test_unreadable_die_is_a_die_without_a_digit(tmp_path: Path, kind: str, known: int) -> None:
    """It is to be found and named a d10, and no digit is learned of it, upright or not."""
    drowned = TOKEN | {"kind": kind, "value": "hit" if kind == "chip" else 3}
    (scene,) = load(write(tmp_path, illegible=(drowned,)))
    assert [(SOLID, known)] == [(truth.label, truth.kind) for truth in scene.truths]


def test_unreadable_die_is_not_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view of no token looks past it."""
    monkeypatch.setattr(RenderedBatches, "photo", lambda _, picture: picture)
    legible = TOKEN | {"box": [4, 4, 24, 24], "size": 20, "middle": [14, 14]}
    drowned = TOKEN | {"box": [90, 60, 210, 180], "size": 120, "middle": [150, 120]}
    source = RenderedBatches(
        load(write(tmp_path, legible, illegible=(drowned,))), 4, ViewShares(empty=0.6, pairs=0.0, many=0.0)
    )
    none = [one.picture for one in source.token_views(300) if one.label == NEITHER]
    assert len(none) > 40
    assert all(picture[16:48, 16:48].min() > 60 for picture in none), "the black middle of a die is in a view of none"


def test_a_picture_in_other_colours_has_the_same_contrasts() -> None:
    """Channels change places, and dark and light; how far two colours lie apart does not change."""
    rng = np.random.default_rng(8)
    picture = rng.integers(0, 256, (6, 6, 3)).astype(np.uint8)
    gaps = np.linalg.norm(picture[0].astype(float) - picture[1], axis=1)
    others = [recoloured(rng, picture, 0.5) for _ in range(40)]
    assert 10 < sum(np.array_equal(other, picture) for other in others) < 35
    for other in others:
        assert np.linalg.norm(other[0].astype(float) - other[1], axis=1) == pytest.approx(gaps)


def test_a_close_view_is_drawn_out_about_its_middle(tmp_path: Path) -> None:
    """Whatever a numeral is stretched and slanted by, its middle stays near the view's."""
    (scene,) = load(write(tmp_path, TOKEN))
    rng = np.random.default_rng(9)
    cuts = [upright_crop(rng, scene.truths[0]) for _ in range(60)]
    upright = [matrix for matrix, label in cuts if label == 6]
    assert len(upright) > 20
    middles = np.array([matrix[:, :2] @ (90, 70) + matrix[:, 2] for matrix in upright])
    assert np.abs(middles - NUMERAL_CROP.size / 2).max() < NUMERAL_CROP.size / 4
    shapes = np.array([matrix[:, :2] / np.sqrt(abs(np.linalg.det(matrix[:, :2]))) for matrix in upright])
    assert np.abs(shapes @ shapes.transpose(0, 2, 1) - np.eye(2)).max() > 0.2


def test_box_is_given_only_where_known(tmp_path: Path) -> None:
    """Quarter turns keep an upright box upright; of other turns no box is claimed."""
    source = RenderedBatches(load(write(tmp_path, TOKEN)), 2, ViewShares(cut=0.0, wide=0.0))
    boxes = [one.box for one in source.token_views(60) if one.kind == D10_KIND]
    assert any(box is None for box in boxes)
    known = [box for box in boxes if box is not None]
    assert known
    assert all(0.5 < box[2] - box[0] < 1 for box in known)


def test_close_views_and_tiles_have_their_shapes(tmp_path: Path) -> None:
    """A mixture of two sources delivers as much as is asked for."""
    scenes = RenderedBatches(load(write(tmp_path, TOKEN)), seed=3)
    mixed = MixedBatches((scenes, 0.5), (scenes, 0.5))
    views, labels = mixed.upright_views(8)
    pictures, heats, boxes = mixed.detector_tiles(4)
    assert ((8, NUMERAL_CROP.size, NUMERAL_CROP.size, 3), (8,)) == (views.shape, labels.shape)
    assert (4, 4, 4) == (len(pictures), len(heats), len(boxes))
    assert heats.max() == pytest.approx(1)


def test_uncompressed_frames_keep_each_pixels_color() -> None:
    """In one light, red and green stripes a pixel wide lie farther apart than after JPEG, which halves the colours."""
    stripes = np.tile(np.array(((0, 60, 200), (0, 160, 0)), np.uint8), (32, 16, 1))

    def apart(*, jpeg: bool) -> float:
        frame = stills(np.random.default_rng(3), stripes, 1, jpeg=jpeg)[0].astype(float)
        redness = frame[..., 2] - frame[..., 1]
        return float(abs(redness[:, ::2].mean() - redness[:, 1::2].mean()))

    assert apart(jpeg=True) < 0.7 * apart(jpeg=False)


def test_a_line_that_is_being_written_is_left_out(tmp_path: Path) -> None:
    """While renders are still being made, what is whole can be used."""
    folder = write(tmp_path, TOKEN)
    with (folder / "labels.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"file": "00001.png", "se')
    assert [0] == [record["seed"] for record in records(folder)]


def test_still_frames_differ_by_noise_alone() -> None:
    """Frames of one throw show the same scene in the same light, and no two are equal."""
    picture = np.full((40, 60, 3), 120, np.uint8)
    picture[10:30, 20:40] = 220
    frames = stills(np.random.default_rng(4), picture, 3)
    gaps = [float(np.abs(frames[0].astype(float) - other).mean()) for other in frames[1:]]
    assert all(0 < gap < 8 for gap in gaps)
    assert np.ptp([frame.mean() for frame in frames]) < 2


def test_a_registration_is_nearly_right() -> None:
    """What it tells of a place is the nearest token's own tilt, a few per cent off."""
    tilted = TOKEN | {"box": [160, 40, 220, 100], "above": [[0.3, 0], [0, 0.42]], "tilt": np.pi / 4, "away": [0, -1]}
    above = noisy_registration(np.random.default_rng(5), [TOKEN, tilted])
    assert np.abs(above(95, 70) - ((0.3, 0, 0), (0, 0.3, 0))).max() < 0.03
    assert np.abs(above(185, 70) - ((0.3, 0, 0), (0, 0.42, -1))).max() < 0.05


def test_a_drawn_die_shows_its_top_away_from_the_camera() -> None:
    """Of drawn dice seen from the side the top's marks lie beyond the silhouette's middle, as the lean has it."""
    sprites = [draw_pips(np.random.default_rng(seed), 160, 0.66) for seed in range(12)]
    tilted = [sprite for sprite in sprites if np.hypot(*sprite.above[:, 2]) > 0.3]
    assert len(tilted) > 2
    for sprite in tilted:
        rows, columns = np.nonzero(sprite.alpha > 0.5)
        beyond = np.subtract(sprite.middle, ((columns.min() + columns.max()) / 2, (rows.min() + rows.max()) / 2))
        assert beyond @ Tilt.of(sprite.above).slope > 0


def test_hidden_print_is_not_to_be_found(tmp_path: Path) -> None:
    """A die that others hide is still a die; a sheet is none, and its close views show no numeral unless it may."""
    print_, label = (TOKEN | {"kind": "print", "value": None, "body": body} for body in ("domino", "label"))
    hidden_die = TOKEN | {"hidden": 0.9}
    (scene,) = load(write(tmp_path, print_ | {"hidden": 0.9}, label, hidden_die))
    assert [NEITHER, NEITHER, SOLID] == [truth.label for truth in scene.truths]
    assert [True, False, False] == [truth.foreign for truth in scene.truths]
