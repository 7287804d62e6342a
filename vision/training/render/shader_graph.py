"""Blender's shader graphs, wired as they are written down. Imports Blender; see the package's head."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from vision.training.render.paints import Color
from vision.types import Points

Socket = Any
"""A node's output; Blender ships no types."""


class Graph:
    """A material under construction: ``graph.node("ShaderNodeMath", 0.5, socket)`` wires as it makes."""

    def __init__(self, name: str, spin: Points | None = None, lift: float = 0.0) -> None:
        self._spin, self._lift = np.eye(3) if spin is None else spin, lift
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self._tree = self.material.node_tree
        self.surface = self._tree.nodes["Principled BSDF"]

    def node(self, kind: str, *values: object, out: int | str = 0, **named: object) -> Socket:
        """A new node; ``values`` go to its inputs in order, ``named`` to its attributes or inputs by name."""
        node = self._tree.nodes.new(kind)
        for name, value in named.items():
            if hasattr(node, name):
                setattr(node, name, value)
            else:
                self._feed(node.inputs[name.replace("_", " ").title()], value)
        for place, value in enumerate(values):
            if value is not None:
                self._feed(node.inputs[place], value)
        return node.outputs[out]

    def set(self, name: str, value: object) -> None:
        """Feed an input of the surface."""
        self._feed(self.surface.inputs[name], value)

    def _feed(self, socket: Socket, value: object) -> None:
        if isinstance(value, bpy.types.NodeSocket):
            self._tree.links.new(value, socket)
        else:
            socket.default_value = value

    def math(self, operation: str, *values: object) -> Socket:
        """Arithmetic."""
        return self.node("ShaderNodeMath", *values, operation=operation)

    def mix(self, share: object, first: object, second: object) -> Socket:
        """``first`` where ``share`` is 0."""
        node = self._tree.nodes.new("ShaderNodeMix")
        node.data_type = "RGBA"
        for place, value in ((0, share), (6, first), (7, second)):
            self._feed(node.inputs[place], value)
        return node.outputs[2]

    def between(self, share: object, first: object, second: object) -> Socket:
        """The same for plain numbers."""
        node = self._tree.nodes.new("ShaderNodeMix")
        for place, value in ((0, share), (2, first), (3, second)):
            self._feed(node.inputs[place], value)
        return node.outputs[0]

    def ramp(self, value: object, low: float, high: float) -> Socket:
        """0 below ``low``, 1 above ``high``."""
        node = self._tree.nodes.new("ShaderNodeMapRange")
        for place, given in enumerate((value, low, high, 0.0, 1.0)):
            self._feed(node.inputs[place], given)
        return node.outputs[0]

    def noise(self, where: object, scale: float, detail: float = 2.0, distortion: float = 0.0) -> Socket:
        """Smooth noise, 0 to 1."""
        node = self._tree.nodes.new("ShaderNodeTexNoise")
        for name, value in (("Vector", where), ("Scale", scale), ("Detail", detail), ("Distortion", distortion)):
            self._feed(node.inputs[name], value)
        return node.outputs[0]

    def cells(self, where: object, scale: float, out: str = "Distance") -> Socket:
        """Distance to the nearest of scattered points, or their own colours."""
        node = self._tree.nodes.new("ShaderNodeTexVoronoi")
        self._feed(node.inputs["Vector"], where)
        self._feed(node.inputs["Scale"], scale)
        return node.outputs[out]

    def waves(self, where: object, scale: float, distortion: float, detail: float = 2.0) -> Socket:
        """Bands, 0 to 1."""
        node = self._tree.nodes.new("ShaderNodeTexWave")
        for name, value in (("Vector", where), ("Scale", scale), ("Distortion", distortion), ("Detail", detail)):
            self._feed(node.inputs[name], value)
        return node.outputs[1]

    def place(self, offset: tuple[float, float, float], stretch: tuple[float, float, float] | None = None) -> Socket:
        """Where a point lies on its body's own axes, in millimetres, moved and stretched."""
        inside = self.node("ShaderNodeTexCoord", out="Object")
        node = self._tree.nodes.new("ShaderNodeMapping")
        self._feed(node.inputs["Vector"], inside)
        node.inputs["Rotation"].default_value = Matrix(self._spin.T.tolist()).to_euler("XYZ")
        node.inputs["Location"].default_value = np.asarray(offset) - self._spin.T @ (0, 0, self._lift)
        if stretch is None:
            return node.outputs[0]
        return self.node("ShaderNodeVectorMath", node.outputs[0], stretch, operation="MULTIPLY")


def linear(color: Color) -> tuple[float, float, float, float]:
    """A screen's colour as the light that it stands for."""
    value = np.asarray(color, float)
    light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    red, green, blue = light.tolist()
    return red, green, blue, 1.0
