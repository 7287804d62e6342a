"""Endless training batches from rendered scenes with labels (or photos labelled alike), cut as the reader cuts them.

A folder holds ``NNNNN.png`` and ``labels.jsonl``; its pictures are clean, and camera noise is drawn each time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.d10 import D10
from vision.geometry.tilt import NO_TILT
from vision.recognition.classifiers import Framing
from vision.recognition.crops import FACE_CROP, NUMERAL_CROP, TOKEN_MARGIN, TOKEN_SIZE, Crop, ImagePyramid, view_matrix
from vision.recognition.outputs import CHIP_KIND, D6_KIND, D10_KIND, HIT, NEITHER, NO_KIND, OTHER_KIND, OUT, PIPS_KIND
from vision.training.data.camera_noise import photograph, recoloured
from vision.training.data.crop_targets import (
    TokenView,
    Truth,
    cut_by_edge,
    empty_view,
    framing,
    has_upright_view,
    longer_side,
    loosely_framed,
    noisy_tilt,
    on_patch,
    part_of_print,
    random_turn,
    token_view,
    upright_crop,
)
from vision.training.data.detector_targets import MAX_SIZE, MIN_SIZE, TILE_SIZE, targets
from vision.training.data.drawn_dice import SOLID, TENS, UNKNOWN
from vision.training.data.drawn_solids import Pips
from vision.training.data.prints import AMBIGUOUS
from vision.training.data.stills import stills, view_from_label
from vision.training.runs import load as load_runs
from vision.training.runs import rendered_sets
from vision.types import Floats, Frame, Matrix

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stadium-scoreboard"
"""Where renders and folds of the cross-validation lie; they are not committed."""
HELD_OUT_EVERY = 10
"""One scene in so many is held out for calibration."""
MAX_TOKEN_SIZE = 112.0
"""Longer side in pixels of the largest token; scenes with larger ones are scaled down."""
MAX_HIDDEN = 0.35
"""Share of a top face that may be hidden by what else lies there."""
MIN_PAIR_RATIO = 1.35
"""A pair of tokens is labelled as nothing if their common box is so many times as long as the longer one."""
KIND_SHARES = {D10_KIND: 0.4, D6_KIND: 0.13, PIPS_KIND: 0.16, CHIP_KIND: 0.08, OTHER_KIND: 0.12, NO_KIND: 0.11}
UPRIGHT_KIND_SHARES = {
    NUMERAL_CROP: {D10_KIND: 0.71, D6_KIND: 0.09, PIPS_KIND: 0.13, OTHER_KIND: 0.04, NO_KIND: 0.03},
    FACE_CROP: {D10_KIND: 0.66, D6_KIND: 0.08, PIPS_KIND: 0.12, OTHER_KIND: 0.11, NO_KIND: 0.03},
}
"""Shares of the kinds in the views, whatever their shares in the scenes; of whole tokens and of upright numerals."""
FEW_PIPS = 2
"""Dice with up to so many pips are drawn twice as often as others: they are easily taken for coins."""
CONTEXT = 1.3
"""Half the side of the crop around a token, in lengths of the token."""
LABELS = {
    "d10": (None, D10_KIND),
    "d6": (None, D6_KIND),
    "pips": (SOLID, PIPS_KIND),
    "percentile": (TENS, OTHER_KIND),
    "d8": (SOLID, OTHER_KIND),
    "d12": (SOLID, OTHER_KIND),
    "d20": (SOLID, OTHER_KIND),
    "symbols": (SOLID, OTHER_KIND),
    "chip": (None, CHIP_KIND),
    "print": (NEITHER, NO_KIND),
    "other": (NEITHER, NO_KIND),
}
"""Kind in ``labels.jsonl`` -> label (None: its value) and place in KINDS."""
FOREIGN = ("symbols", "print")
"""Kinds with no numeral and no pips where others have them."""
CHIP_LABELS = {"hit": HIT, "out": OUT}


@dataclass(frozen=True)
class ViewShares:
    """How often each sort of view is drawn, as fractions.

    Attributes:
        clean: of pictures, those taken by a good camera in good light.
        natural: of pictures, those that keep their colours.
        empty: of views, those that show no token.
        pairs: of views, those that show two tokens as if they were one.
        many: of views, those that show several tokens and all between them.
        dish: of ``many``, those in a dish: beyond its round rim all is of one colour.
        hard_negatives: of ``empty``, those that show a `HardNegative`, if the scenes have any.
        wide: of views of a token, those framed together with the ground beside it, as the finder frames print.
        cut: of views of a token, those across which the picture ends.
        patch: of views of a token, those where it lies on a square patch of the ground.
        empty_cut: of ``empty``, those across which the picture ends.
        tiny: of the finder's tiles, those whose dice are too small to be found: side by side they look like one that
            is not.
    """

    clean: float = 0.55
    natural: float = 0.5
    empty: float = 0.1
    pairs: float = 0.06
    many: float = 0.04
    dish: float = 0.35
    hard_negatives: float = 0.3
    wide: float = 0.08
    cut: float = 0.12
    patch: float = 0.06
    empty_cut: float = 0.3
    tiny: float = 0.15


@dataclass(frozen=True, eq=False)
class HardNegative:
    """A false detection.

    Attributes:
        box: its left, top, right, bottom.
        within: those of the crop that the detector was run on.
    """

    box: Floats
    within: Floats


@dataclass(frozen=True, eq=False)
class LabelledScene:
    """One picture, shape (height, width, 3), its tokens, and false detections in it."""

    picture: Frame
    truths: tuple[Truth, ...]
    hard_negatives: tuple[HardNegative, ...] = ()


def render_folders(names: Sequence[str] | None = None) -> list[Path]:
    """Where the rendered sets of these names lie; those that the shipped training runs learn from if none is given."""
    return [CACHE / "renders" / name for name in (rendered_sets(load_runs()) if names is None else names)]


def records(folder: Path) -> Iterator[dict[str, Any]]:
    """The lines of ``labels.jsonl``; one that is being written is left out."""
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            return


def is_held_out(record: dict[str, Any]) -> bool:
    """Whether a scene is kept out of training, for calibration."""
    return int(record["seed"]) % HELD_OUT_EVERY == 0


def load(folder: Path, wanted: Callable[[dict[str, Any]], bool] = bool) -> list[LabelledScene]:
    """Every scene whose record is ``wanted``."""
    with ThreadPoolExecutor() as workers:
        return list(workers.map(partial(_scene, folder), filter(wanted, records(folder))))


def _scene(folder: Path, record: dict[str, Any]) -> LabelledScene:
    picture = np.asarray(cv2.imread(str(folder / record["file"])), np.uint8)
    illegible = record.get("illegible", [])  # still dice: must be detected, and never shown as nothing
    longest = max((token["size"] for token in record["tokens"] + illegible), default=MAX_TOKEN_SIZE)
    zoom = min(1.0, MAX_TOKEN_SIZE / longest)
    if zoom < 1:
        picture = np.asarray(cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    truths = (_truth(token, zoom) for token in record["tokens"])
    return LabelledScene(picture, (*truths, *(_illegible(_truth(token, zoom)) for token in illegible)))


def _truth(token: dict[str, Any], zoom: float) -> Truth:
    label, kind = LABELS[token["kind"]]
    value = token["value"]
    numeral = CHIP_LABELS.get(value, value) if label is None else label
    height = (token["height"] or 0.0) * (Pips.height if kind == PIPS_KIND else 1.0) * zoom
    if token["hidden"] > MAX_HIDDEN and label != NEITHER:
        numeral, kind = SOLID, UNKNOWN  # must be detected, but has no class
    return Truth(
        int(numeral),
        kind,
        int(value) if kind == PIPS_KIND else 0,
        (np.array(token["middle"] or (0, 0)) + 0.5) * zoom - 0.5,
        np.array(token["up"] or (0, -1)) * height,
        view_from_label(token),
        _ring(token),
        np.array(token["box"]) * zoom,
        token["kind"] in FOREIGN and token["body"] not in AMBIGUOUS,
    )


def _illegible(truth: Truth) -> Truth:
    """The truth of an illegible token: a die without a digit; of pips or a chip, no class at all."""
    kind = truth.kind if truth.kind in {D10_KIND, D6_KIND, OTHER_KIND} else UNKNOWN
    return replace(truth, label=SOLID, kind=kind, ring=(UNKNOWN, UNKNOWN))


def _ring(token: dict[str, Any]) -> tuple[int, int]:
    if token["kind"] != "d10" or token["numbering"] != "standard":
        return UNKNOWN, UNKNOWN
    die = D10()
    left, right = die.ring(die.face_of(int(token["value"])))
    return die.numbering[left], die.numbering[right]


class RenderedBatches:
    """Draws batches from scenes.

    Args:
        scenes: at least one.
        seed: of what is drawn here.
        shares: how often each sort of view is drawn; `ViewShares` as they are if None.
    """

    def __init__(self, scenes: list[LabelledScene], seed: int, shares: ViewShares | None = None) -> None:
        self._rng = np.random.default_rng(seed)
        self._shares = shares or ViewShares()
        self._scenes = scenes
        self._tokens = [(at, truth) for at, scene in enumerate(scenes) for truth in scene.truths if truth.kind >= 0]
        self._hard_negatives = [(at, negative) for at, scene in enumerate(scenes) for negative in scene.hard_negatives]
        self._chances = _cumulative_shares(self._tokens, KIND_SHARES)
        self._upright = {
            crop: [(at, truth) for at, truth in self._tokens if has_upright_view(truth, crop)]
            for crop in UPRIGHT_KIND_SHARES
        }
        self._upright_chances = {
            crop: _cumulative_shares(self._upright[crop], shown) for crop, shown in UPRIGHT_KIND_SHARES.items()
        }

    # --- whole views ---

    def token_views(self, count: int) -> list[TokenView]:
        """``count`` views as of detections."""
        return [self._token_view() for _ in range(count)]

    def _token_view(self) -> TokenView:
        at, truth = self._random_token()
        choice = self._rng.random()
        if choice < self._shares.empty:
            return (
                self._hard_negative()
                if self._hard_negatives and self._rng.random() < self._shares.hard_negatives
                else self._background(at)
            )
        if choice < self._shares.empty + self._shares.pairs and (both := _pair(truth, self._scenes[at])) is not None:
            framed = framing(self._rng, both, NO_TILT, float(self._rng.uniform(0, 2 * np.pi)))
            return empty_view(self._view(at, both, framed.matrix, TOKEN_SIZE), framed)
        if choice > 1 - self._shares.many and (seen := self._several_tokens(at)) is not None:
            return empty_view(seen)
        tilt = noisy_tilt(self._rng, truth)
        square = tilt is NO_TILT and self._rng.random() < 0.4
        turned = float(self._rng.integers(4) * np.pi / 2) if square else random_turn(self._rng, truth, tilt)
        within = None
        if self._rng.random() < self._shares.cut:
            truth, within = cut_by_edge(self._rng, truth, _bounds(self._scenes[at].picture))
        others = [other.box for other in self._scenes[at].truths if other is not truth]
        shown = part_of_print(self._rng, truth, others)
        if self._rng.random() < self._shares.wide:
            shown = loosely_framed(self._rng, truth, others)
        framed = framing(self._rng, shown, tilt, turned)
        seen = self._view(at, shown, framed.matrix, TOKEN_SIZE, within)
        if shown is truth and self._rng.random() < self._shares.patch:
            seen = self._on_patch(seen, truth, framed.matrix)
        return (
            empty_view(seen, framed)
            if truth.label == NEITHER
            else token_view(truth, framed, seen, _box(truth, framed, square=square))
        )

    def _on_patch(self, seen: Frame, truth: Truth, matrix: Matrix) -> Frame:
        size = longer_side(truth.box) * float(np.hypot(*matrix[0, :2]))
        return np.asarray(on_patch(self._rng, seen.astype(np.float32) / 255, size) * 255, np.uint8)

    def _background(self, at: int) -> TokenView:
        """A view of background, without the middle of a token."""
        scene = self._scenes[at]
        high, wide = scene.picture.shape[:2]
        side = float(np.exp(self._rng.uniform(np.log(12), np.log(min(high, wide)))))
        x, y = self._rng.uniform(0, wide), self._rng.uniform(0, high)
        for truth in scene.truths:
            middle, reach = (truth.box[:2] + truth.box[2:]) / 2, (truth.box[2:] - truth.box[:2]).max()
            if max(abs(middle - (x, y))) < side / 2 + 0.2 * reach:
                return self._token_view()
        matrix = view_matrix((x, y), side, float(self._rng.uniform(0, 2 * np.pi)), TOKEN_SIZE)
        within = _bounds(scene.picture)
        if self._rng.random() < self._shares.empty_cut:
            edge = int(self._rng.integers(4))
            within[edge] = np.clip((x, y)[edge % 2] + self._rng.uniform(-0.5, 0.5) * side, 0, within[edge % 2 + 2])
        return empty_view(self._crop(at, within, matrix, TOKEN_SIZE))

    def _hard_negative(self) -> TokenView:
        """A view of a false detection, framed and rectified like a token."""
        at, negative = self._hard_negatives[int(self._rng.integers(len(self._hard_negatives)))]
        truth = replace(self._scenes[at].truths[0], box=negative.box)
        tilt = noisy_tilt(self._rng, truth)
        framed = framing(self._rng, truth, tilt, float(self._rng.uniform(0, 2 * np.pi)))
        return empty_view(self._view(at, truth, framed.matrix, TOKEN_SIZE, negative.within), framed)

    def _several_tokens(self, at: int) -> Frame | None:
        """A view of several tokens, a tray full or a whole table; None if it has fewer than two."""
        scene = self._scenes[at]
        middles = np.array([(truth.box[:2] + truth.box[2:]) / 2 for truth in scene.truths])
        longest = max(longer_side(truth.box) for truth in scene.truths)
        centre = middles[self._rng.integers(len(middles))] + self._rng.uniform(-0.5, 0.5, 2) * longest
        side = longest * float(np.exp(self._rng.uniform(np.log(2.5), np.log(8))))
        if (np.abs(middles - centre).max(axis=1) < side / TOKEN_MARGIN / 2).sum() < 2:
            return None
        matrix = view_matrix((float(centre[0]), float(centre[1])), side, self._rng.uniform(0, 2 * np.pi), TOKEN_SIZE)
        seen = ImagePyramid(scene.picture).view(matrix, TOKEN_SIZE)
        return self.photo(self._in_dish(seen) if self._rng.random() < self._shares.dish else seen)

    def _in_dish(self, picture: Frame) -> Frame:
        """The picture in a dish: all beyond its round rim has one colour, often dark."""
        beyond = np.full_like(picture, self._rng.uniform(0, 255, 3) * self._rng.choice((0.1, 1.0)))
        middle = TOKEN_SIZE * (0.5 + self._rng.normal(0, 0.03, 2))
        reach = TOKEN_SIZE / TOKEN_MARGIN / 2 * float(np.exp(self._rng.normal(0, 0.1)))
        mask = np.zeros(picture.shape[:2], np.float32)
        cv2.circle(mask, middle.astype(int).tolist(), round(reach), 1.0, -1, cv2.LINE_AA)
        soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), float(np.exp(self._rng.uniform(-1, 1.5)))))[..., None]
        return np.asarray(beyond + (picture - beyond.astype(np.float32)) * soft, np.uint8)

    # --- upright views ---

    def upright_views(self, count: int, crop: Crop = NUMERAL_CROP) -> tuple[Frame, npt.NDArray[np.int64]]:
        """``count`` numerals, as `vision.training.data.drawn_batches.DrawnBatches.upright_views`."""
        pairs = [self._upright_view(crop) for _ in range(count)]
        return np.stack([view for view, _ in pairs]), np.array([label for _, label in pairs])

    def _upright_view(self, crop: Crop) -> tuple[Frame, int]:
        at, truth = self._upright[crop][int(np.searchsorted(self._upright_chances[crop], self._rng.random()))]
        matrix, label = upright_crop(self._rng, truth, crop)
        return self._view(at, truth, matrix, crop.size), label

    # --- detector tiles ---

    def detector_tiles(self, count: int) -> tuple[Frame, Floats, Floats]:
        """``count`` pieces of scenes, as `vision.training.data.drawn_batches.DrawnBatches.detector_tiles`."""
        parts = [self._detector_tile() for _ in range(count)]
        pictures, heats, boxes = zip(*parts, strict=True)
        return np.stack(pictures), np.stack(heats), np.stack(boxes)

    def _detector_tile(self) -> tuple[Frame, Floats, Floats]:
        at, truth = self._random_token()
        low, high = truth.box[:2], truth.box[2:]
        span = (MIN_SIZE / 4, MIN_SIZE) if self._rng.random() < self._shares.tiny else (MIN_SIZE, MAX_SIZE)
        zoom = float(np.exp(self._rng.uniform(*np.log(span)))) / float((high - low).max())
        middle = (low + high) / 2 + self._rng.uniform(-0.4, 0.4, 2) * TILE_SIZE / zoom
        turned = float(self._rng.integers(4) * np.pi / 2)
        matrix = view_matrix((float(middle[0]), float(middle[1])), TILE_SIZE / zoom, turned, TILE_SIZE)
        seen = self.photo(ImagePyramid(self._scenes[at].picture).view(matrix, TILE_SIZE))
        return seen, *targets([box for other in self._scenes[at].truths for box in _detection_target(other, matrix)])

    def _view(self, at: int, truth: Truth, matrix: Matrix, size: int, within: Floats | None = None) -> Frame:
        """``matrix``'s view of what lies around a token, in a picture that ends where ``within`` does."""
        ends = _bounds(self._scenes[at].picture) if within is None else within
        middle, reach = (truth.box[:2] + truth.box[2:]) / 2, CONTEXT * longer_side(truth.box)
        around = np.concatenate((np.maximum(middle - reach, ends[:2]), np.minimum(middle + reach, ends[2:])))
        return self._crop(at, around, matrix, size)

    def _crop(self, at: int, part: Floats, matrix: Matrix, size: int) -> Frame:
        """``matrix``'s view of a part of a scene, given by its left, top, right and bottom: its rim is repeated."""
        high, wide = self._scenes[at].picture.shape[:2]
        corner = np.minimum(part[:2].astype(int), (wide - 1, high - 1))
        end = np.maximum(np.ceil(part[2:]).astype(int), corner + 1)
        shown = self._scenes[at].picture[corner[1] : end[1], corner[0] : end[0]]
        moved = matrix.copy()
        moved[:, 2] += matrix[:, :2] @ corner
        return self.photo(ImagePyramid(np.ascontiguousarray(shown)).view(moved, size))

    def _random_token(self) -> tuple[int, Truth]:
        return self._tokens[int(np.searchsorted(self._chances, self._rng.random()))]

    def photo(self, picture: Frame) -> Frame:
        """As another camera takes the picture, in another light."""
        picture = recoloured(self._rng, picture, self._shares.natural)
        if self._rng.random() < self._shares.clean:
            return stills(self._rng, picture, 1)[0]
        lit = photograph(self._rng, picture.astype(np.float32) / 255)
        return np.asarray(lit * 255, np.uint8)


def _cumulative_shares(things: list[tuple[int, Truth]], shown: dict[int, float]) -> Floats:
    """Cumulative share of each token in the draws, shape (tokens,), rising to 1."""
    weights = np.array([1.0 + (0 < truth.pips <= FEW_PIPS) for _, truth in things])
    kinds = np.array([truth.kind for _, truth in things])
    for kind, share in shown.items():
        of_it = kinds == kind
        weights[of_it] *= share / max(weights[of_it].sum(), 1.0)
    ends = np.cumsum(weights)
    return np.asarray(ends / ends[-1])


def _bounds(picture: Frame) -> Floats:
    """Left, top, right and bottom."""
    return np.array((0, 0, *picture.shape[1::-1]), float)


def _pair(truth: Truth, scene: LabelledScene) -> Truth | None:
    """The token and its nearest neighbour in one box; None if they lie apart, or overlap."""
    others = [other.box for other in scene.truths if other is not truth]
    low, high = truth.box[:2], truth.box[2:]
    boxes = [np.concatenate((np.minimum(low, box[:2]), np.maximum(high, box[2:]))) for box in others]
    if not boxes:
        return None
    at = int(np.argmin([longer_side(box) for box in boxes]))
    longest = max(longer_side(truth.box), longer_side(others[at]))
    return (
        replace(truth, box=boxes[at])
        if MIN_PAIR_RATIO * longest < longer_side(boxes[at]) < 2 * MIN_PAIR_RATIO * longest
        else None
    )


def _mapped_box(truth: Truth, matrix: Matrix) -> Floats:
    """Left, top, right, bottom of the silhouette after a map that turns by quarters only."""
    ends = np.array((truth.box[:2], truth.box[2:])) @ matrix[:, :2].T + matrix[:, 2]
    return np.concatenate((ends.min(axis=0), ends.max(axis=0))).astype(np.float32)


def _box(truth: Truth, framed: Framing, *, square: bool) -> Floats | None:
    if not square:
        return None
    return np.asarray(_mapped_box(truth, framed.matrix) / np.float32(TOKEN_SIZE) - np.float32(0.5))


def _detection_target(truth: Truth, matrix: Matrix) -> list[Floats]:
    """The silhouette in a tile, where the finder must find it."""
    box = _mapped_box(truth, matrix)
    inside = np.clip(box, 0, TILE_SIZE)
    shown = np.prod(inside[2:] - inside[:2]) > 0.6 * np.prod(box[2:] - box[:2])
    fits = MIN_SIZE <= (box[2:] - box[:2]).max() <= MAX_SIZE
    return [inside] if truth.label != NEITHER and shown and fits else []


class MixedBatches:
    """Batches mixed from several sources, each with its share."""

    def __init__(self, *sources: tuple[Any, float]) -> None:
        self._sources = sources

    def token_views(self, count: int) -> list[TokenView]:
        """As `vision.training.networks.fit.BatchSource`."""
        return [one for source, share in self._sources for one in source.token_views(round(count * share))]

    def upright_views(self, count: int, crop: Crop = NUMERAL_CROP) -> tuple[Frame, npt.NDArray[np.int64]]:
        """As `vision.training.networks.fit.BatchSource`."""
        parts = [source.upright_views(round(count * share), crop) for source, share in self._sources]
        return np.concatenate([views for views, _ in parts]), np.concatenate([labels for _, labels in parts])

    def detector_tiles(self, count: int) -> tuple[Frame, Floats, Floats]:
        """As `vision.training.networks.fit.BatchSource`."""
        parts = [source.detector_tiles(round(count * share)) for source, share in self._sources]
        pictures, heats, boxes = zip(*parts, strict=True)
        return np.concatenate(pictures), np.concatenate(heats), np.concatenate(boxes)
