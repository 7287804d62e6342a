"""Scenes of six-sided dice of every make, and of what is taken for them: dice with symbols, print, chips with words."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from vision.training.data.numerals import Rng
from vision.training.data.pip_faces import draw_pip_style
from vision.training.data.symbols import draw_logo, draw_marks
from vision.training.render.clutter import chip, printed
from vision.training.render.lettering import draw_lettering
from vision.training.render.meshes import cube, cut_ball
from vision.training.render.paints import CUBE_FAMILIES, TEST_FAMILIES, Paint, draw_paint, gold_on_pearl
from vision.training.render.scene import (
    CUBE_GROUNDS,
    MAX_PIXELS,
    TEST_GROUNDS,
    TOKEN_MM,
    Scene,
    compose,
    draw_thing,
)
from vision.training.render.tokens import DieModel, Thing, resting_die

LEAST_PX = 26.0
"""Pixels along the longer side of the smallest die."""
LOG_TOKEN_PX, TOKEN_PX = (np.log(48), 0.38), (27, 130)
"""Median and spread (of the logarithm) of token sizes, and their limits."""
KINDS = ("pips", "d6", "symbols", "print", "words", "d10", "d20", "chip", "other")
SHARES = (0.34, 0.22, 0.12, 0.17, 0.04, 0.03, 0.02, 0.03, 0.03)
CUBES = KINDS[:3]
SAME_MAKER = 0.6
"""Share of cubes that come from one of two makers of the scene, so that many are alike."""
TOUCHING = (0.25, 0.7)
"""Share of the things that touch a neighbour, least and most."""
GOLD_ON_PEARL, LOGO_FACE, ROUND_FLATS, SHARP = 0.08, 0.12, 0.2, 0.35
"""Shares of makers: golden print on pearl, a logo in place of the one or the six, round flats, sharp edges."""
CHIP_WORDS = ("DEALER", "BUST", "PASS", "ALL IN", "BLIND", "BONUS", "START", "PLAY", "HALT", "HAT", "OAT", "OUR", "SIT")


def draw_cubes(seed: int, *, test: bool) -> Scene:
    """A table of cubes, as `vision.training.render.scene.draw_scene` draws one of ten-sided dice."""
    rng = np.random.default_rng((seed, 53 if test else 52))
    size = float(np.clip(np.exp(rng.normal(*LOG_TOKEN_PX)), *TOKEN_PX))
    count = int(np.clip(rng.integers(18, 34), 4, max(4, MAX_PIXELS / (size**2 * 2.4))))
    draw = partial(_model, rng, test=test)
    makers = {kind: [draw(kind, "") for _ in range(2)] for kind in CUBES}
    things = [
        _cube(rng, draw, makers, str(kind), f"cube-{seed}-{place}", size / TOKEN_MM) if kind in CUBES
        else _next_to(rng, str(kind), f"cubes-{seed}-{place}", size / TOKEN_MM, test=test)
        for place, kind in enumerate(rng.choice(KINDS, count, p=SHARES))
    ]  # fmt: skip
    tilt = rng.uniform(0, np.radians(43)) if rng.random() < 0.8 else abs(rng.normal(0, 0.06))
    grounds = TEST_GROUNDS if test else CUBE_GROUNDS
    touching = float(rng.uniform(*TOUCHING))
    return compose(rng, seed, things, size=size, tilt=tilt, grounds=grounds, least_px=LEAST_PX, touching=touching)


def _cube(
    rng: Rng, draw: partial[DieModel], makers: dict[str, list[DieModel]], kind: str, name: str, scale: float
) -> Thing:
    same = rng.random() < SAME_MAKER
    model = replace(makers[kind][rng.integers(2)], name=name) if same else draw(kind, name)
    return resting_die(model, int(rng.integers(6)), rng.uniform(0, 2 * np.pi), scale=scale)


def _next_to(rng: Rng, kind: str, name: str, scale: float, *, test: bool) -> Thing:
    families = TEST_FAMILIES if test else CUBE_FAMILIES
    if kind in {"print", "words"}:
        make = printed if kind == "print" else partial(chip, words=CHIP_WORDS)
        return make(rng, test=test, paint=draw_paint(rng, families), scale=scale)
    return draw_thing(rng, kind, name, test=test, families=families, scale=scale)


def _model(rng: Rng, kind: str, name: str, *, test: bool) -> DieModel:
    """A cube with pips, numerals or symbols."""
    size, turns = float(rng.uniform(5, 9)), rng.integers(0, 4, 6).tolist()
    if kind == "pips" and rng.random() < 0.7:
        turns = [0] * 6  # its 2, 3 and 6 lie as their maker turns them
    shape = cut_ball(size, float(rng.uniform(1.22, 1.4)), turns) if rng.random() < ROUND_FLATS else cube(size, turns)
    overrides: dict[str, object] = {"share": float(rng.uniform(0.42, 0.8))}
    if rng.random() < 0.8:
        overrides["mark"] = "none"
    if kind == "pips":
        style = draw_pip_style(rng)
        overrides |= {"pip_style": style, "pips": style.radius}
    rounding = rng.uniform(0.01, 0.06) if rng.random() < SHARP else rng.uniform(0.08, 0.34)
    lettering = draw_lettering(rng, test=test, **overrides)
    return DieModel(kind, name, shape, _texts(rng, kind), lettering, _paint(rng, test=test), "standard", rounding)


def _texts(rng: Rng, kind: str) -> tuple[str, ...]:
    """Opposite faces sum to seven, one way round or the other; a maker's logo takes the place of the one or the six."""
    if kind == "symbols":
        return draw_marks(rng)
    texts = list("123456" if rng.random() < 0.5 else "132546")
    if rng.random() < LOGO_FACE:
        texts[int(rng.choice([0, 5, 5]))] = draw_logo(rng)
    return tuple(texts)


def _paint(rng: Rng, *, test: bool) -> Paint:
    if test or rng.random() > GOLD_ON_PEARL:
        return draw_paint(rng, TEST_FAMILIES if test else CUBE_FAMILIES)
    return gold_on_pearl(rng)
