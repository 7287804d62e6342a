"""Endless training batches of sprites pasted on grounds, with camera noise, cut as the reader cuts them."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.tilt import NO_TILT
from vision.recognition.classifiers import Framing
from vision.recognition.crops import FACE_CROP, NUMERAL_CROP, TOKEN_MARGIN, TOKEN_SIZE, Crop, ImagePyramid, view_matrix
from vision.recognition.outputs import HIT, NEITHER
from vision.training.data.camera_noise import photograph
from vision.training.data.crop_targets import (
    TokenView,
    Truth,
    empty_view,
    framing,
    has_upright_view,
    longer_side,
    noisy_tilt,
    on_patch,
    part_of_print,
    random_turn,
    token_view,
    upright_crop,
)
from vision.training.data.detector_targets import MAX_SIZE, MIN_SIZE, TILE_SIZE, extent, targets
from vision.training.data.sprite_cache import GROUND_SIZE, SPRITE_SIZE, SpriteCache
from vision.training.data.surfaces import Rng, blend, random_color
from vision.types import Floats, Frame, Matrix

TRAY_SHARE = 0.2
PATCH_SHARE = 0.06
"""Share of views where the token lies on a square patch of the ground."""


class DrawnBatches:
    """Draws batches from a sprite cache.

    Args:
        sprites: to paste.
        seed: of everything drawn here.
        trays: share of the detector's tiles with a tray or a lamp's round shine on them.
    """

    def __init__(self, sprites: SpriteCache, seed: int, trays: float = TRAY_SHARE) -> None:
        self._sprites, self._trays = sprites, trays
        self._rng = np.random.default_rng(seed)
        self._tokens, self._clutter = sprites.of(tokens=True), sprites.of(tokens=False)
        self._dice = np.flatnonzero(sprites.labels < HIT)
        self._truths = [_truth(sprites, index) for index in range(len(sprites.labels))]
        self._upright = {
            crop: [index for index, truth in enumerate(self._truths) if has_upright_view(truth, crop)]
            for crop in (NUMERAL_CROP, FACE_CROP)
        }

    # --- whole views ---

    def token_views(self, count: int) -> list[TokenView]:
        """``count`` views as of detections."""
        return [self._token_view() for _ in range(count)]

    def _token_view(self) -> TokenView:
        choice = self._rng.random()
        if choice < 0.03:
            return empty_view(self.photo(self._background(TOKEN_SIZE)))
        if choice < 0.04:
            return empty_view(self._several_tokens())
        if choice < 0.07:
            return empty_view(self.photo(self._checked_square()))
        index = int(self._rng.choice(self._tokens if choice < 0.85 else self._clutter))
        if choice < 0.11:
            return empty_view(self.photo(self._scene(index, self._misframing(index), TOKEN_SIZE)[0]))
        truth = self._truths[index]
        tilt = noisy_tilt(self._rng, truth)
        shown = part_of_print(self._rng, truth)
        framed = framing(self._rng, shown, tilt, random_turn(self._rng, truth, tilt))
        picture, alpha = self._scene(index, framed.matrix, TOKEN_SIZE)
        if self._rng.random() < PATCH_SHARE:
            picture = on_patch(self._rng, picture, longer_side(shown.box) * float(np.hypot(*framed.matrix[0, :2])))
        seen = self.photo(picture)
        return (
            empty_view(seen, framed) if truth.label == NEITHER else token_view(truth, framed, seen, _box(framed, alpha))
        )

    def _several_tokens(self) -> Frame:
        """A tile with several tokens, shown as if it were one."""
        while True:
            picture, heat, _ = self._detector_tile()
            if (heat > 0.99).sum() > 1:
                return np.asarray(cv2.resize(picture, (TOKEN_SIZE, TOKEN_SIZE), interpolation=cv2.INTER_AREA), np.uint8)

    def _checked_square(self) -> Floats:
        """A square of a checked cloth and its neighbours: as square as a die, with a weave like pips."""
        angle = self._rng.uniform(0, np.pi / 2)
        step = TOKEN_SIZE / TOKEN_MARGIN / (np.cos(angle) + np.sin(angle)) * np.exp(self._rng.normal(0, 0.1))
        spots = np.arange(TOKEN_SIZE) - TOKEN_SIZE / 2 + self._rng.normal(0, 0.05) * step
        down, across = np.meshgrid(spots + self._rng.normal(0, 0.05) * step, spots, indexing="ij")
        rows = (down * np.cos(angle) - across * np.sin(angle)) / step + 0.5
        columns = (across * np.cos(angle) + down * np.sin(angle)) / step + 0.5
        checks = ((np.floor(rows) + np.floor(columns)) % 2).astype(np.float32)
        threads = 2 * np.pi * self._rng.uniform(2, 9)
        weave = 1 + self._rng.uniform(0, 0.35) * np.sin(threads * rows) * np.sin(threads * columns)
        picture = blend(self._background(TOKEN_SIZE), random_color(self._rng), checks * self._rng.uniform(0.3, 1))
        return np.asarray(np.clip(picture * weave[..., None], 0, 1), np.float32)

    def _misframing(self, index: int) -> Matrix:
        """A matrix that shows a part of the sprite, or a corner of it, or a speck: a proposal that is none."""
        left, top, right, bottom = self._sprites.boxes[index]
        longer = max(right - left, bottom - top)
        middle = np.array(((left + right) / 2, (top + bottom) / 2))
        choice = self._rng.integers(3)
        stretch = (self._rng.uniform(0.2, 0.42), self._rng.uniform(2.4, 4), 1.0)[choice]
        centre = middle + _direction(self._rng) * longer * (self._rng.uniform(0.7, 1.1) if choice > 1 else 0)
        side = float(longer * TOKEN_MARGIN * stretch)
        return view_matrix((float(centre[0]), float(centre[1])), side, self._rng.uniform(0, 2 * np.pi), TOKEN_SIZE)

    # --- upright views ---

    def upright_views(self, count: int, crop: Crop = NUMERAL_CROP) -> tuple[Frame, npt.NDArray[np.int64]]:
        """``count`` numerals nearly upright (their digit), or far from it or of two digits (10), or pips (from 11)."""
        pairs = [self._upright_view(crop) for _ in range(count)]
        return np.stack([view for view, _ in pairs]), np.array([label for _, label in pairs])

    def _upright_view(self, crop: Crop) -> tuple[Frame, int]:
        index = int(self._rng.choice(self._upright[crop]))
        matrix, label = upright_crop(self._rng, self._truths[index], crop)
        return self.photo(self._scene(index, matrix, crop.size)[0]), label

    # --- detector tiles ---

    def detector_tiles(self, count: int) -> tuple[Frame, Floats, Floats]:
        """``count`` scenes (N, S, S, 3), their heat (N, C, C) and boxes (N, 4, C, C; 0 where none), C cells a side."""
        parts = [self._detector_tile() for _ in range(count)]
        pictures, heats, boxes = zip(*parts, strict=True)
        return np.stack(pictures), np.stack(heats), np.stack(boxes)

    def _detector_tile(self) -> tuple[Frame, Floats, Floats]:
        picture = self._background(TILE_SIZE)
        if self._rng.random() < self._trays:
            self._on_tray(picture)
        found: list[Floats] = []
        placed: list[tuple[Floats, float]] = []
        for _ in range(self._rng.choice([0, 1, 1, 2, 3, 4, 6])):
            size = self._token_size()
            where = self._rng.uniform(0, TILE_SIZE, 2).astype(np.float32)
            if all(np.hypot(*(where - other)) > 0.47 * (size + reach) for other, reach in placed):
                placed.append((where, size))
                found += self._paste_random(picture, where, size)
        heat, boxes = targets(found)
        return self.photo(picture), heat, boxes

    def _on_tray(self, picture: Floats) -> None:
        """A round or square tray, or a lamp's round shine: what lies on it is to be found, not it."""
        size = picture.shape[0]
        mask = np.zeros((size, size), np.float32)
        middle, reach = self._rng.uniform(0.2, 0.8, 2) * size, self._rng.uniform(0.25, 0.9) * size
        if self._rng.random() < 0.7:
            cv2.circle(mask, middle.astype(int).tolist(), round(reach), 1.0, -1, cv2.LINE_AA)
        else:
            corners = cv2.boxPoints((middle.tolist(), (2 * reach, 2 * reach), float(self._rng.uniform(0, 90))))
            cv2.fillConvexPoly(mask, corners.astype(np.int32), 1.0, cv2.LINE_AA)
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), float(np.exp(self._rng.uniform(-1, 2)))), np.float32)
        if self._rng.random() < 0.5:
            picture *= 1 - np.float32(self._rng.uniform(0.3, 0.95)) * (1 - mask[..., None])
        else:
            picture += (self._background(size) - picture) * mask[..., None]

    def _paste_random(self, picture: Floats, where: Floats, size: float) -> list[Floats]:
        """Paste something ``size`` pixels long and return its extent where the finder must find it."""
        token = bool(self._rng.random() < 0.7)
        index = int(self._rng.choice(self._tokens if token else self._clutter))
        alpha = self._paste(picture, index, self._placing(index, where, size))
        wanted = token and MIN_SIZE <= size <= MAX_SIZE and alpha.sum() > 0.3 * size**2
        return [extent(alpha)] if wanted else []

    def _token_size(self) -> float:
        if self._rng.random() < 0.85:
            return float(np.exp(self._rng.uniform(np.log(MIN_SIZE), np.log(MAX_SIZE))))
        return float(self._rng.choice([self._rng.uniform(3, 7), self._rng.uniform(130, 400)]))

    def _placing(self, index: int, where: Floats, size: float) -> Matrix:
        left, top, right, bottom = self._sprites.boxes[index]
        zoom = size / max(right - left, bottom - top)
        matrix = view_matrix(
            (SPRITE_SIZE / 2, SPRITE_SIZE / 2), TILE_SIZE / zoom, self._rng.uniform(0, 2 * np.pi), TILE_SIZE
        )
        matrix[:, 2] += where - TILE_SIZE / 2
        return matrix

    # --- whole frames, for the VLM baseline ---

    def frame(self, size: int) -> tuple[Frame, int, tuple[float, float, float, float]]:
        """A square frame with one die of a third to two thirds of it, its digit, and its left, top, right, bottom."""
        index = int(self._rng.choice(self._dice))
        where = self._rng.uniform(0.42, 0.58, 2).astype(np.float32) * TILE_SIZE
        matrix = self._placing(index, where, TILE_SIZE * self._rng.uniform(0.33, 0.66))
        matrix *= size / TILE_SIZE
        picture, alpha = self._scene(index, matrix, size)
        left, top, right, bottom = (float(edge) for edge in extent(alpha))
        return self.photo(picture), int(self._sprites.labels[index]), (left, top, right, bottom)

    # --- scenes ---

    def _scene(self, index: int, matrix: Matrix, size: int) -> tuple[Floats, Floats]:
        picture = self._background(size)
        if self._rng.random() < 0.2:
            self._add_neighbour(picture, matrix)
        return picture, self._paste(picture, index, matrix)

    def _add_neighbour(self, picture: Floats, matrix: Matrix) -> None:
        """Another thing that touches or nearly touches the token."""
        zoom = float(np.hypot(*matrix[0, :2]))
        other = matrix.copy()
        other[:, 2] += _direction(self._rng) * zoom * SPRITE_SIZE * self._rng.uniform(0.6, 0.9)
        self._paste(picture, int(self._rng.integers(len(self._sprites.labels))), other)

    def _background(self, size: int) -> Floats:
        ground = self._sprites.grounds[self._rng.integers(len(self._sprites.grounds))]
        side = GROUND_SIZE * self._rng.uniform(0.3, 0.7)
        centre = (
            float(self._rng.uniform(0.35, 0.65) * GROUND_SIZE),
            float(self._rng.uniform(0.35, 0.65) * GROUND_SIZE),
        )
        matrix = view_matrix(centre, side, self._rng.uniform(0, 2 * np.pi), size)
        taken = cv2.warpAffine(ground, matrix, (size, size), borderMode=cv2.BORDER_REFLECT_101)
        return np.asarray(taken, np.float32) / 255

    def _paste(self, picture: Floats, index: int, matrix: Matrix) -> Floats:
        size = picture.shape[0]
        zoom = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
        layers = ImagePyramid(self._sprites.pictures[index]).view(matrix, size)  # a clear rim, so repeats show nothing
        alpha = layers[..., 3] / np.float32(255)
        self._shadow(picture, alpha, zoom * SPRITE_SIZE)
        picture += (layers[..., :3] / np.float32(255) - picture) * alpha[..., None]
        return alpha

    def _shadow(self, picture: Floats, alpha: Floats, reach: float) -> None:
        if self._rng.random() < 0.25:
            return
        shift = (_direction(self._rng) * reach * self._rng.uniform(0, 0.12)).round().astype(int)
        soft = cv2.GaussianBlur(alpha, (0, 0), max(0.3, reach * float(self._rng.uniform(0.01, 0.08))))
        fallen = np.roll(np.asarray(soft, np.float32), shift.tolist(), (0, 1))
        picture *= 1 - np.float32(self._rng.uniform(0, 0.7)) * fallen[..., None]

    def photo(self, picture: Floats) -> Frame:
        """As a camera takes the picture."""
        return np.asarray(photograph(self._rng, picture) * 255, np.uint8)


def _truth(sprites: SpriteCache, index: int) -> Truth:
    pose = sprites.poses[index]
    left, right = (int(digit) for digit in sprites.rings[index])
    label, kind, pips = (int(column[index]) for column in (sprites.labels, sprites.kinds, sprites.pips))
    return Truth(
        label,
        kind,
        pips,
        pose[:2],
        pose[2:4] * pose[4],
        sprites.aboves[index],
        (left, right),
        sprites.boxes[index],
        bool(sprites.foreign[index]),
    )


def _box(framed: Framing, alpha: Floats) -> Floats | None:
    """The silhouette in the view; asked for only of views that are not levelled."""
    if framed.tilt is not NO_TILT:
        return None
    return np.asarray(extent(alpha) / np.float32(TOKEN_SIZE) - np.float32(0.5))


def _direction(rng: Rng) -> Floats:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array((np.cos(angle), np.sin(angle)), np.float32)
