"""Paints and grounds as Blender's shader graphs. Imports Blender; see the package's head."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.training.render.paints import Paint
from vision.training.render.random_patterns import random_pattern
from vision.training.render.shader_graph import Graph, Socket, linear
from vision.training.render.tokens import Thing


def _plain(graph: Graph, paint: Paint, where: Socket) -> Socket:
    uneven = graph.ramp(graph.noise(where, 0.3 / paint.grain), 0.2, 0.8)
    first = np.array(linear(paint.colors[0]))
    return graph.mix(uneven, tuple(first * 0.94), tuple(first))


def _speckled(graph: Graph, paint: Paint, where: Socket) -> Socket:
    color: Socket | tuple[float, ...] = linear(paint.colors[0])
    for place, (grow, reach) in enumerate(((1.0, 0.3), (1.9, 0.26))):
        flecks = graph.ramp(graph.cells(where, grow * 1.3 / paint.grain), reach, reach - 0.08)
        color = graph.mix(flecks, color, linear(paint.colors[1 + place]))
    return color


def _marbled(graph: Graph, paint: Paint, where: Socket) -> Socket:
    swirl = graph.noise(where, 0.16 / paint.grain**0.5, 3.0, 2.5)
    return graph.mix(graph.ramp(swirl, 0.4, 0.6), linear(paint.colors[0]), linear(paint.colors[1]))


def _translucent(graph: Graph, paint: Paint, where: Socket) -> Socket:
    graph.set("IOR", 1.49)
    swirl = graph.ramp(graph.noise(where, 0.12, 2.0, 1.0), 0.35, 0.7)
    first = np.array(linear(paint.colors[0]))
    return graph.mix(swirl, tuple(np.clip(first * 1.4 + 0.03, 0, 1)), tuple(first * 0.8))


def _pearl(graph: Graph, paint: Paint, where: Socket) -> Socket:
    bands = graph.noise(graph.node("ShaderNodeVectorMath", where, (1, 1, 3.5), operation="MULTIPLY"), 0.13, 3.0, 1.6)
    graph.set("Sheen Weight", 0.3)
    first, second = np.array(linear(paint.colors[0])), np.array(linear(paint.colors[1]))
    return graph.mix(graph.ramp(bands, 0.35, 0.7), tuple(first), tuple(first * 0.6 + second * 0.3 + 0.1))


def _glitter(graph: Graph, paint: Paint, where: Socket) -> Socket:
    flakes = graph.cells(where, 2.2 / paint.grain**0.4, "Color")
    chosen = graph.ramp(flakes, 0.62, 0.64)
    return graph.mix(chosen, linear(paint.colors[0]), graph.mix(0.55, flakes, linear(paint.colors[1])))


def _twotone(graph: Graph, paint: Paint, where: Socket) -> Socket:
    lean = graph.node("ShaderNodeVectorMath", where, (0.13, 0.09, 0.07), operation="DOT_PRODUCT", out="Value")
    edge = graph.math("ADD", lean, graph.noise(where, 0.15, 2.0, 1.0))
    share = graph.ramp(graph.math("SINE", edge), -0.25, 0.25)
    return graph.mix(share, linear(paint.colors[0]), linear(paint.colors[1]))


def _camouflage(graph: Graph, paint: Paint, where: Socket) -> Socket:
    patches = graph.ramp(graph.noise(where, 0.3 / paint.grain**0.5, 1.0, 0.8), 0.5, 0.52)
    lower = graph.mix(patches, linear(paint.colors[0]), linear(paint.colors[1]))
    others = graph.noise(where, 0.41 / paint.grain**0.5, 1.0, 0.5)
    return graph.mix(graph.ramp(others, 0.57, 0.59), lower, linear(paint.colors[2]))


def _crackled(graph: Graph, paint: Paint, where: Socket) -> Socket:
    scale = 0.5 / paint.grain**0.5
    edges = graph.node("ShaderNodeTexVoronoi", out="Distance", feature="DISTANCE_TO_EDGE", vector=where, scale=scale)
    return graph.mix(graph.ramp(edges, 0.03, 0.07), linear(paint.colors[1]), linear(paint.colors[0]))


def _striped(graph: Graph, paint: Paint, where: Socket) -> Socket:
    across = np.sin(np.asarray(paint.phase))
    steps = tuple((across / np.linalg.norm(across) * 3 / paint.grain**0.6).tolist())
    wave = graph.math("SINE", graph.node("ShaderNodeVectorMath", where, steps, operation="DOT_PRODUCT", out="Value"))
    return graph.mix(graph.ramp(wave, 0.1, 0.25), linear(paint.colors[0]), linear(paint.colors[1]))


def _spotted(graph: Graph, paint: Paint, where: Socket) -> Socket:
    near = graph.cells(where, 0.55 / paint.grain**0.6)
    ring = graph.mix(graph.ramp(near, 0.42, 0.46), linear(paint.colors[1]), linear(paint.colors[0]))
    return graph.mix(graph.ramp(near, 0.24, 0.28), linear(paint.colors[2]), ring)


def _nebula(graph: Graph, paint: Paint, where: Socket) -> Socket:
    clouds = graph.ramp(graph.noise(where, 0.2, 7.0, 0.7), 0.35, 0.65)
    glow = graph.ramp(graph.noise(where, 0.33, 5.0, 1.2), 0.5, 0.75)
    lower = graph.mix(clouds, linear(paint.colors[0]), linear(paint.colors[1]))
    return graph.mix(glow, lower, linear(paint.colors[2]))


def _splashed(graph: Graph, paint: Paint, where: Socket) -> Socket:
    drops = graph.ramp(graph.noise(where, 0.6 / paint.grain**0.5, 0.0), 0.6, 0.62)
    return graph.mix(drops, linear(paint.colors[0]), linear(paint.colors[1]))


def _frosted(graph: Graph, paint: Paint, where: Socket) -> Socket:
    graph.set("IOR", 1.49)
    return _plain(graph, paint, where)


def _foil(graph: Graph, paint: Paint, where: Socket) -> Socket:
    creases = graph.cells(where, 0.9 / paint.grain**0.5)
    return graph.mix(creases, linear(paint.colors[0]), linear(paint.colors[1]))


def _wooden(graph: Graph, paint: Paint, where: Socket) -> Socket:
    fibres = graph.node("ShaderNodeVectorMath", where, (0.12, 1.0, 1.0), operation="MULTIPLY")
    rings = graph.math("SINE", graph.math("MULTIPLY", graph.noise(fibres, 0.25, 3.0, 0.3), 40.0 / paint.grain**0.5))
    return graph.mix(graph.ramp(rings, -0.6, 0.8), linear(paint.colors[0]), linear(paint.colors[1]))


def _dusted(graph: Graph, paint: Paint, where: Socket) -> Socket:
    dust = graph.ramp(graph.noise(where, 2.4 / paint.grain**0.4, 1.0), 0.3, 0.75)
    return graph.mix(dust, linear(paint.colors[0]), linear(paint.colors[1]))


def _granite(graph: Graph, paint: Paint, where: Socket) -> Socket:
    coarse = graph.ramp(graph.noise(where, 1.1 / paint.grain, 6.0), 0.5, 0.53)
    fine = graph.ramp(graph.noise(where, 3.1 / paint.grain, 4.0), 0.58, 0.6)
    return graph.mix(fine, graph.mix(coarse, linear(paint.colors[0]), linear(paint.colors[1])), linear(paint.colors[2]))


def _smoke(graph: Graph, paint: Paint, where: Socket) -> Socket:
    wisps = graph.ramp(graph.noise(where, 0.14, 4.0, 3.0), 0.42, 0.62)
    graph.set("IOR", 1.5)
    graph.set("Transmission Weight", graph.between(wisps, paint.clear, 0.08))
    return graph.mix(wisps, linear(paint.colors[0]), linear(paint.colors[1]))


def _layered(graph: Graph, paint: Paint, where: Socket) -> Socket:
    bands = graph.waves(where, 0.035, 1.5)
    lower = graph.mix(graph.ramp(bands, 0.25, 0.3), linear(paint.colors[0]), linear(paint.colors[1]))
    return graph.mix(graph.ramp(bands, 0.7, 0.75), lower, linear(paint.colors[2]))


def _wax(graph: Graph, paint: Paint, where: Socket) -> Socket:
    graph.surface.subsurface_method = "BURLEY"
    graph.set("Subsurface Weight", 0.8)
    graph.set("Subsurface Radius", (1.6, 1.0, 0.7))
    graph.set("Subsurface Scale", 1.0)
    return _plain(graph, paint, where)


def _metal(graph: Graph, paint: Paint, where: Socket) -> Socket:
    lines = graph.node("ShaderNodeVectorMath", where, (0.3, 6.0, 6.0), operation="MULTIPLY")
    brushed = graph.noise(lines, 1.5, 2.0)
    first = np.array(linear(paint.colors[0]))
    return graph.mix(brushed, tuple(first * 0.7), tuple(first))


def _veined(graph: Graph, paint: Paint, where: Socket) -> Socket:
    veins = graph.waves(where, 0.06, 9.0, 3.0)
    return graph.mix(graph.ramp(veins, 0.86, 0.97), linear(paint.colors[0]), linear(paint.colors[1]))


def _terrazzo(graph: Graph, paint: Paint, where: Socket) -> Socket:
    chips = graph.cells(where, 0.75 / paint.grain**0.6, "Color")
    first = graph.mix(graph.ramp(chips, 0.5, 0.52), linear(paint.colors[0]), linear(paint.colors[1]))
    return graph.mix(graph.ramp(chips, 0.75, 0.77), first, linear(paint.colors[2]))


BODIES: dict[str, Callable[[Graph, Paint, Socket], Socket]] = {
    "plain": _plain,
    "speckled": _speckled,
    "marbled": _marbled,
    "translucent": _translucent,
    "pearl": _pearl,
    "glitter": _glitter,
    "twotone": _twotone,
    "camouflage": _camouflage,
    "crackled": _crackled,
    "striped": _striped,
    "spotted": _spotted,
    "nebula": _nebula,
    "splashed": _splashed,
    "frosted": _frosted,
    "polished": _plain,
    "foil": _foil,
    "wooden": _wooden,
    "dusted": _dusted,
    "medley": random_pattern,
    "granite": _granite,
    "smoke": _smoke,
    "layered": _layered,
    "wax": _wax,
    "metal": _metal,
    "veined": _veined,
    "terrazzo": _terrazzo,
}
METALLIC = {"metal": 0.9, "polished": 0.95, "foil": 0.75, "glitter": 0.25, "pearl": 0.2}
CLEAR = {"translucent", "frosted"}
"""Clear all through; ``smoke`` is clear where its wisps are not."""


def paint_material(thing: Thing, atlas: object | None) -> object:
    """The material of one token; ``atlas`` is Blender's image of its print."""
    paint = thing.paint
    graph = Graph(paint.family, thing.spin, thing.lift)
    where = graph.place(paint.phase)
    body = BODIES[paint.family](graph, paint, where)
    rough: object = paint.rough
    if paint.scratch:
        marks = graph.noise(graph.place(paint.phase, (0.2, 5, 0.2)), 1.2, 2.0)
        rough = graph.between(graph.ramp(marks, 0.5, 0.7), paint.rough, min(1.0, paint.rough + paint.scratch * 0.5))
    graph.set("Coat Weight", paint.coat)
    if atlas is None:
        _finish(graph, paint, body, rough)
        return graph.material
    sheet = graph.node("ShaderNodeTexImage", image=atlas)
    if np.ndim(thing.atlas) == 3:  # type: ignore[arg-type]  # in colour: not ink on a body, but all that is seen
        _finish(graph, paint, sheet, rough)
    else:
        _inked(graph, paint, body, rough, sheet)
    return graph.material


def _finish(graph: Graph, paint: Paint, body: object, rough: object) -> None:
    graph.set("Base Color", body)
    graph.set("Roughness", rough)
    graph.set("Metallic", METALLIC.get(paint.family, 0.0))
    if paint.family in CLEAR:
        graph.set("Transmission Weight", paint.clear)


def _inked(graph: Graph, paint: Paint, body: object, rough: object, ink: Socket) -> None:
    dull = 0.35 if paint.metal_ink else 0.5
    graph.set("Base Color", graph.mix(ink, body, linear(paint.ink)))
    graph.set("Roughness", graph.between(ink, rough, dull))
    graph.set("Metallic", graph.between(ink, METALLIC.get(paint.family, 0.0), paint.metal_ink))
    if paint.clear:
        through: object = paint.clear
        links = graph.surface.inputs["Transmission Weight"].links
        if links:
            through = links[0].from_socket
        graph.set("Transmission Weight", graph.between(ink, through, 0.0))
    if paint.depth:
        node = graph.node("ShaderNodeBump", None, paint.depth)
        node.node.inputs["Strength"].default_value = min(1.0, paint.depth * 2)
        node.node.inputs["Distance"].default_value = paint.depth
        node.node.invert = True
        graph._feed(node.node.inputs["Height"], ink)  # noqa: SLF001  # the graph's own wiring
        graph.set("Normal", node)
