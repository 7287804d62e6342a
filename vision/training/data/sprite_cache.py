"""The sprite cache: sprites and grounds are drawn once and pasted in every batch, for drawing is slow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.recognition.outputs import NEITHER
from vision.training.data.distractors import draw_chip, draw_clutter, draw_flat_pips, print_sheet
from vision.training.data.drawn_dice import DieSprite, draw_d6, draw_d10, draw_other, draw_pips, draw_symbols
from vision.training.data.surfaces import Rng, ground
from vision.types import Frame

SPRITE_SIZE = 160
TOKEN_SHARE = 0.66
GROUND_SIZE = 192
SPRITES_PER_JOB = 250
"""Sprites of one job of a process."""


@dataclass(frozen=True)
class SpriteCache:
    """Many sprites.

    Attributes:
        pictures: BGRA, shape (N, SIZE, SIZE, 4).
        labels: shape (N,).
        poses: x, y of the numeral's middle, x, y of its up, its height; shape (N, 5), in sprite pixels.
        boxes: left, top, right, bottom of the silhouette, shape (N, 4).
        kinds: places in KINDS, shape (N,).
        pips: 1 to 6, or 0, shape (N,).
        aboves: how the camera looked on, shape (N, 2, 3).
        rings: digits left and right of the top one, shape (N, 2).
        foreign: whether what is printed is no numeral and no pips, shape (N,).
        grounds: BGR, shape (M, GROUND, GROUND, 3).
    """

    pictures: Frame
    labels: npt.NDArray[np.int64]
    poses: npt.NDArray[np.float32]
    boxes: npt.NDArray[np.float32]
    kinds: npt.NDArray[np.int64]
    pips: npt.NDArray[np.int64]
    aboves: npt.NDArray[np.float32]
    rings: npt.NDArray[np.int64]
    foreign: npt.NDArray[np.bool_]
    grounds: Frame

    def of(self, *, tokens: bool) -> npt.NDArray[np.int64]:
        """Places of the tokens, or of the clutter."""
        return np.flatnonzero((self.labels != NEITHER) == tokens)


def draw_sprites(seed: int, count: int, *, unseen: bool, workers: int = 2) -> SpriteCache:
    """Draw ``count`` sprites (see MIXTURE) and a third as many grounds; the same ones for the same seed."""
    jobs = [(seed, chunk, unseen, SPRITES_PER_JOB) for chunk in range(-(-count // SPRITES_PER_JOB))]
    with get_context("spawn").Pool(workers) as pool:  # a fork would copy OpenCV's threads half alive
        parts = pool.map(drawn_chunk, jobs, chunksize=1)
    return SpriteCache(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def drawn_chunk(job: tuple[int, int, bool, int]) -> tuple[npt.NDArray[np.generic], ...]:
    """One part of the cache, by its seed, its number, whether it is unseen, and how many it has."""
    seed, chunk, unseen, count = job
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, chunk))
    sprites = [_sprite(rng, unseen=unseen) for _ in range(count)]
    grounds = [(ground(rng, GROUND_SIZE) * 255).astype(np.uint8) for _ in range(count // 3)]
    return (
        np.stack([_bytes(sprite) for sprite in sprites]),
        np.array([sprite.label for sprite in sprites]),
        np.array([(*sprite.middle, *sprite.up, sprite.height) for sprite in sprites], np.float32),
        np.array([_box(sprite) for sprite in sprites], np.float32),
        np.array([sprite.kind for sprite in sprites]),
        np.array([sprite.pips for sprite in sprites]),
        np.array([sprite.above for sprite in sprites], np.float32),
        np.array([sprite.ring for sprite in sprites]),
        np.array([sprite.foreign for sprite in sprites]),
        np.stack(grounds),
    )


Draw: TypeAlias = Callable[[Rng, bool], DieSprite]
SPRITE_KINDS: tuple[tuple[float, Draw], ...] = (
    (0.41, lambda rng, unseen: draw_d10(rng, SPRITE_SIZE, TOKEN_SHARE, unseen=unseen)),
    (0.04, lambda rng, unseen: draw_d10(rng, SPRITE_SIZE, TOKEN_SHARE, unseen=unseen, tens=True)),
    (0.08, lambda rng, unseen: draw_d6(rng, SPRITE_SIZE, TOKEN_SHARE, unseen=unseen)),
    (0.10, lambda rng, _: draw_pips(rng, SPRITE_SIZE, TOKEN_SHARE)),
    (0.06, lambda rng, _: draw_flat_pips(rng, SPRITE_SIZE, TOKEN_SHARE)),
    (0.07, lambda rng, unseen: draw_other(rng, SPRITE_SIZE, TOKEN_SHARE, unseen=unseen)),
    (0.07, lambda rng, unseen: draw_chip(rng, SPRITE_SIZE, TOKEN_SHARE, unseen=unseen)),
    (0.04, lambda rng, unseen: draw_symbols(rng, SPRITE_SIZE, TOKEN_SHARE, unseen=unseen)),
    (0.07, lambda rng, _: print_sheet(rng, SPRITE_SIZE, TOKEN_SHARE * rng.uniform(0.6, 1.1))),
    (0.06, lambda rng, _: draw_clutter(rng, SPRITE_SIZE, TOKEN_SHARE * rng.uniform(0.6, 1.1))),
)
"""The share of each kind of sprite, and the function that draws it."""


def _sprite(rng: Rng, *, unseen: bool) -> DieSprite:
    draw = SPRITE_KINDS[int(rng.choice(len(SPRITE_KINDS), p=[share for share, _ in SPRITE_KINDS]))][1]
    return draw(rng, unseen)


def _bytes(sprite: DieSprite) -> Frame:
    layers = np.dstack((np.clip(sprite.picture, 0, 1), sprite.alpha))
    return np.asarray(layers * 255, np.uint8)


def _box(sprite: DieSprite) -> tuple[int, int, int, int]:
    solid = sprite.alpha > 0.5
    rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
    if not rows.size:
        return (0, 0, SPRITE_SIZE, SPRITE_SIZE)
    return (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
