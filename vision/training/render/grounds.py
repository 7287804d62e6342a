"""What the tokens lie on, as Blender's shaders. Imports Blender; see the package's head."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.training.render.printed_boards import SHEET_MM, board, cluttered_board, squares_board
from vision.training.render.scene import GroundSurface, Scene
from vision.training.render.shader_graph import Graph, Socket, linear

BOARD_PX = 1200
BOARDS = {"printed": board, "marked": cluttered_board, "squares": squares_board}


def ground_material(scene: Scene, image: Callable[..., object]) -> object:
    """The material of the table."""
    ground = scene.ground
    graph = Graph(ground.family)
    where = graph.place((ground.seed % 97, ground.seed % 89, 0))
    if ground.family in BOARDS:
        _printed(graph, ground, image)
    else:
        GROUNDS[ground.family](graph, ground, where)
    return graph.material


def _shades(ground: GroundSurface) -> tuple[tuple[float, ...], tuple[float, ...]]:
    return linear(ground.colors[0]), linear(ground.colors[1])


def _felt(graph: Graph, ground: GroundSurface, where: Socket) -> None:
    fuzz = graph.noise(where, 2.5, 3.0)
    first = np.array(linear(ground.colors[0]))
    patches = graph.noise(where, 0.15, 2.0)
    tone = graph.mix(graph.ramp(patches, 0.3, 0.7), tuple(first), tuple(first * 0.82))
    graph.set("Base Color", graph.mix(graph.ramp(fuzz, 0.3, 0.75), tone, tuple(np.clip(first * 1.25 + 0.01, 0, 1))))
    graph.set("Roughness", 1.0)
    graph.set("Specular IOR Level", 0.1)


def _wood(graph: Graph, ground: GroundSurface, where: Socket) -> None:
    cos, sin = float(np.cos(ground.turn)), float(np.sin(ground.turn))
    along = graph.node("ShaderNodeVectorMath", where, (cos, sin, 0), operation="DOT_PRODUCT", out="Value")
    across = graph.node("ShaderNodeVectorMath", where, (-sin, cos, 0), operation="DOT_PRODUCT", out="Value")
    grain = graph.node("ShaderNodeCombineXYZ", graph.math("MULTIPLY", along, 0.06), across, 0.0)
    rings = graph.ramp(graph.noise(grain, 0.12 * 8 / ground.grain, 5.0, 1.2), 0.35, 0.68)
    fibre = graph.noise(grain, 1.6, 2.0)
    dark = np.array(linear(ground.colors[0])) * (0.45, 0.38, 0.3, 1)
    tone = graph.mix(rings, linear(ground.colors[0]), tuple(dark))
    graph.set("Base Color", graph.mix(graph.math("MULTIPLY", graph.ramp(fibre, 0.45, 0.75), 0.5), tone, tuple(dark)))
    graph.set("Roughness", ground.rough)


def _cloth(graph: Graph, ground: GroundSurface, where: Socket) -> None:
    pitch = 3.0 / ground.grain
    split = graph.node("ShaderNodeSeparateXYZ", graph.node("ShaderNodeVectorRotate", where, None, None, ground.turn))
    threads = [graph.math("SINE", graph.math("MULTIPLY", split.node.outputs[axis], pitch * np.pi)) for axis in (0, 1)]
    weave = graph.ramp(graph.math("MULTIPLY", *threads), -0.7, 0.9)
    first, second = _shades(ground)
    checks = graph.node("ShaderNodeTexChecker", where, first, second, 0.018 * ground.grain)
    tone = checks if ground.seed % 3 == 0 else first
    graph.set("Base Color", graph.mix(graph.math("MULTIPLY", weave, 0.4), tone, (0.01, 0.01, 0.01, 1)))
    graph.set("Roughness", 1.0)
    graph.set("Specular IOR Level", 0.1)


def _paper(graph: Graph, ground: GroundSurface, where: Socket) -> None:
    fibre = graph.noise(where, 0.8, 4.0)
    first = np.array(linear(ground.colors[0]))
    graph.set("Base Color", graph.mix(fibre, tuple(first), tuple(first * 0.9)))
    graph.set("Roughness", 0.9)


def _plastic(graph: Graph, ground: GroundSurface, where: Socket) -> None:
    first = np.array(linear(ground.colors[0]))
    wipe = graph.noise(where, 0.03, 3.0)
    graph.set("Base Color", graph.mix(wipe, tuple(first), tuple(first * 0.85)))
    graph.set("Roughness", graph.between(wipe, ground.rough * 0.6, ground.rough))


def _tray(graph: Graph, ground: GroundSurface, where: Socket) -> None:
    dust = graph.ramp(graph.cells(where, 0.25), 0.07, 0.03)
    first = np.array(linear(ground.colors[0]))
    graph.set("Base Color", graph.mix(graph.math("MULTIPLY", dust, 0.5), tuple(first), (0.5, 0.5, 0.5, 1)))
    graph.set("Roughness", ground.rough)


def _leather(graph: Graph, ground: GroundSurface, where: Socket) -> None:
    pores = graph.cells(where, 1.2 / ground.grain**0.3)
    first = np.array(linear(ground.colors[0]))
    graph.set("Base Color", graph.mix(graph.ramp(pores, 0.1, 0.6), tuple(first * (0.5, 0.5, 0.5, 1)), tuple(first)))
    graph.set("Roughness", 0.45)


def _stone(graph: Graph, ground: GroundSurface, where: Socket) -> None:
    veins = graph.waves(where, 0.004 * ground.grain, 12.0, 4.0)
    first, second = _shades(ground)
    graph.set("Base Color", graph.mix(graph.ramp(veins, 0.8, 1.0), first, second))
    graph.set("Roughness", ground.rough * 0.5)


def _cork(graph: Graph, ground: GroundSurface, where: Socket) -> None:
    crumbs = graph.cells(where, 0.6, "Color")
    first = np.array(linear(ground.colors[0]))
    graph.set("Base Color", graph.mix(crumbs, tuple(first), tuple(first * (0.4, 0.35, 0.3, 1))))
    graph.set("Roughness", 0.95)


def _printed(graph: Graph, ground: GroundSurface, image: Callable[..., object]) -> None:
    """A printed board, repeated like wallpaper where it ends."""
    sheet = image("board", BOARDS[ground.family](np.random.default_rng(ground.seed), BOARD_PX))
    where = graph.place((SHEET_MM / 2, SHEET_MM / 2, 0), (1 / SHEET_MM, 1 / SHEET_MM, 1))
    graph.set("Base Color", graph.node("ShaderNodeTexImage", where, image=sheet, extension="MIRROR"))
    graph.set("Roughness", ground.rough)


GROUNDS: dict[str, Callable[[Graph, GroundSurface, Socket], None]] = {
    "felt": _felt,
    "wood": _wood,
    "cloth": _cloth,
    "paper": _paper,
    "plastic": _plastic,
    "tray": _tray,
    "leather": _leather,
    "stone": _stone,
    "cork": _cork,
}
