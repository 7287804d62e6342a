"""Bodies with random patterns, as of makers that no family of paints imitates. Imports Blender; see the package's head.

Rule kept here: nothing that the test's bodies are made of (waves, cells of a colour each, clouds that let light
through or not, subsurface scattering, brushed metal), or the test would measure what was trained on. One exception:
granite is cut from noise, and other noise can look like it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.training.data.numerals import Rng
from vision.training.render.paints import Paint
from vision.training.render.shader_graph import Graph, Socket, linear

LAYER_COUNTS = (1, 2, 2, 3)
"""How many patterns lie over one another."""
MIN_REPEATS, MAX_REPEATS = 0.08, 1.6
"""Repeats of a pattern in a millimetre, at least and at most."""


def random_pattern(graph: Graph, paint: Paint, where: Socket) -> Socket:
    """The colour of a body on which one to three patterns lie, all drawn from the paint's phase."""
    rng = np.random.default_rng([int(offset * 1e6) for offset in paint.phase])
    color: Socket | tuple[float, ...] = linear(paint.colors[0])
    for layer in range(int(rng.choice(LAYER_COUNTS))):
        pattern = PATTERNS[int(rng.integers(len(PATTERNS)))]
        share = pattern(graph, rng, _bent(graph, rng, where))
        if rng.random() < 0.25:  # only here and there
            share = graph.math("MULTIPLY", share, _noise(graph, rng, where))
        color = graph.mix(share, color, linear(paint.colors[1 + layer % 2]))
    if rng.random() < 0.2:
        graph.set("Sheen Weight", float(rng.uniform(0.1, 0.6)))
    return color


def _bent(graph: Graph, rng: Rng, where: Socket) -> Socket:
    """The same place on a body that was stretched, and now and then stirred."""
    stretch = tuple(np.exp(rng.normal(0, 0.5, 3)).tolist())
    stretched = graph.node("ShaderNodeVectorMath", where, stretch, operation="MULTIPLY")
    if rng.random() < 0.5:
        return stretched
    stir = graph.node("ShaderNodeTexNoise", out=1, vector=stretched, scale=float(np.exp(rng.uniform(-2.5, -0.5))))
    reach = tuple([float(np.exp(rng.uniform(-0.5, 1.8)))] * 3)
    return graph.node("ShaderNodeVectorMath", stir, reach, stretched, operation="MULTIPLY_ADD")


def _scale(rng: Rng) -> float:
    return float(np.exp(rng.uniform(np.log(MIN_REPEATS), np.log(MAX_REPEATS))))


def _cut(graph: Graph, rng: Rng, value: Socket, middle: float, spread: float) -> Socket:
    """The share of a layer where a pattern has a value: a sharp edge or a soft one, at any height of it."""
    edge = middle + float(rng.uniform(-1, 1)) * spread
    soft = spread * float(np.exp(rng.uniform(np.log(0.03), np.log(1.5))))
    low, high = edge - soft / 2, edge + soft / 2
    return graph.ramp(value, *((low, high) if rng.random() < 0.5 else (high, low)))


def _noise(graph: Graph, rng: Rng, where: Socket) -> Socket:
    """Rolling, ridged or terraced noise."""
    kind = str(rng.choice(["MULTIFRACTAL", "RIDGED_MULTIFRACTAL", "HYBRID_MULTIFRACTAL", "HETERO_TERRAIN"]))
    value = graph.node(
        "ShaderNodeTexNoise", noise_type=kind, normalize=True, vector=where, scale=_scale(rng),
        detail=float(rng.uniform(0, 5)), roughness=float(rng.uniform(0.3, 0.8)), distortion=float(rng.uniform(0, 1)),
    )  # fmt: skip
    middle, spread = {
        "MULTIFRACTAL": (1.0, 0.25), "RIDGED_MULTIFRACTAL": (1.2, 0.5),
        "HYBRID_MULTIFRACTAL": (1.0, 0.4), "HETERO_TERRAIN": (1.0, 0.5),
    }[kind]  # fmt: skip
    return _cut(graph, rng, value, middle, spread)


def _points(graph: Graph, rng: Rng, where: Socket) -> Socket:
    """Near scattered points, or far from two of them, by one measure or another: diamonds, squares, stars, webs."""
    feature = str(rng.choice(["F1", "F2", "SMOOTH_F1", "DISTANCE_TO_EDGE"]))
    metric = str(rng.choice(["MANHATTAN", "CHEBYCHEV", "MINKOWSKI"]))
    more = {} if feature == "DISTANCE_TO_EDGE" else {"distance": metric}
    value = graph.node(
        "ShaderNodeTexVoronoi", out="Distance", feature=feature, vector=where, scale=0.6 * _scale(rng),
        randomness=float(rng.uniform(0.2, 1)), **more,
    )  # fmt: skip
    middle = {"F1": 0.45, "F2": 0.8, "SMOOTH_F1": 0.4, "DISTANCE_TO_EDGE": 0.08}[feature]
    return _cut(graph, rng, value, middle, 0.5 * middle)


def _magic(graph: Graph, rng: Rng, where: Socket) -> Socket:
    """Rippling colours, of which one is looked at."""
    node = graph.node(
        "ShaderNodeTexMagic", turbulence_depth=int(rng.integers(1, 5)), vector=where, scale=_scale(rng),
        distortion=float(rng.uniform(0.5, 2)),
    )  # fmt: skip
    return _cut(graph, rng, graph.node("ShaderNodeSeparateColor", node, out=int(rng.integers(3))), 0.5, 0.3)


def _checks(graph: Graph, rng: Rng, where: Socket) -> Socket:
    """Blocks in turn."""
    return graph.node("ShaderNodeTexChecker", out=1, vector=where, scale=_scale(rng))


def _woven(graph: Graph, rng: Rng, where: Socket) -> Socket:
    """Short strokes all in one direction, or in none (Gabor's noise)."""
    value = graph.node(
        "ShaderNodeTexGabor", out="Value", vector=where, scale=_scale(rng), frequency=float(rng.uniform(1, 3)),
        anisotropy=float(rng.uniform(0, 1)),
    )  # fmt: skip
    return _cut(graph, rng, value, 0.5, 0.2)


def _folds(graph: Graph, rng: Rng, where: Socket) -> Socket:
    """Level lines of a smooth landscape."""
    heights = graph.node("ShaderNodeTexNoise", vector=where, scale=0.4 * _scale(rng), detail=float(rng.uniform(0, 2)))
    lines = graph.math("PINGPONG", heights, 1 / float(rng.uniform(4, 24)))
    return _cut(graph, rng, graph.math("MULTIPLY", lines, 10.0), 0.4, 0.3)


PATTERNS: tuple[Callable[[Graph, Rng, Socket], Socket], ...] = (
    _noise, _noise, _noise, _points, _points, _magic, _checks, _woven, _folds,
)  # fmt: skip
"""What may lie on a body, noise the oftenest."""
