"""What is true of a picture, token by token, in the form that training, tests and enrolment read.

A line of ``labels.jsonl`` is one picture. Its ``tokens`` and ``illegible`` are lists of labels; lengths are pixels.

``kind``: d10, d6, pips, percentile, d8, d12, d20, symbols (a cube with neither on top), chip, print or other.
``value``: what is on top: 0 to 9 of a d10, 1 to 6 of d6 and pips, hit or out; else null.
``box``, ``size``: left, top, right, bottom of the silhouette; its longer side.
``middle``, ``up``, ``height``: of the top numeral: centre, unit vector to its head as seen, height.
``above``: 2 x 2: pixel steps at the top face to level millimetres seen straight from above, y down.
``tilt``, ``away``: radians between ray and vertical; unit vector, as seen, away from the camera's foot.
``numbering``, ``underlined``, ``ink``, ``body``, ``font``, ``die``: what it is; one physical die has one name.
``touches``, ``hidden``: whether it leans on a neighbour; the share of its top face that others hide.
``contrast``, ``grain``: of the numeral's ink and of the body, as measured in the picture (`legible`).

In the sets ``teach`` and ``lesson`` a picture's ``taught`` says that its die is enrolled from it. ``recipe`` is the
version of the renderer.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from vision.training.render.camera import RenderCamera
from vision.training.render.scene import PlacedThing, Scene
from vision.types import Points

Label: TypeAlias = dict[str, object]


def scene_labels(scene: Scene) -> list[Label]:
    """One label a token, in the order of ``scene.placed``."""
    return [_label(scene, place) for place in range(len(scene.placed))]


def _label(scene: Scene, place: int) -> Label:
    token, camera = scene.placed[place], scene.camera
    pixels = camera.project(token.thing.mesh.points + token.offset)
    low, high = pixels.min(axis=0), pixels.max(axis=0)
    return {
        "kind": token.thing.kind,
        "value": token.thing.value,
        "box": [*_rounded(low, 1), *_rounded(high, 1)],
        "size": round(float((high - low).max()), 1),
        **_top(token, camera),
        **token.thing.labels,
        "die": token.thing.die,
        "touches": token.touches,
        "hidden": hidden(scene, place),
    }


def _top(token: PlacedThing, camera: RenderCamera) -> Label:
    middle, up, height = _numeral(token)
    ends = camera.project(np.array([middle - up * height / 2, middle + up * height / 2]))
    arrow = ends[1] - ends[0]
    length = float(np.linalg.norm(arrow))
    return {
        "middle": _rounded(camera.project(middle[None])[0], 2),
        "up": _rounded(arrow / max(length, 1e-9), 5),
        "height": round(length, 2),
        "above": [_rounded(row, 6) for row in camera.above(middle)],
        "tilt": round(camera.tilt(middle), 5),
        "away": _rounded(camera.away(middle), 5),
    }


def _numeral(token: PlacedThing) -> tuple[Points, Points, float]:
    """World middle, up and height of the top numeral; a thing without one has its highest point and no height."""
    top = token.thing.top
    if top is not None:
        return top.middle + token.offset, top.up, top.height
    highest = token.thing.mesh.points[:, 2].max()
    return np.array((*token.place, highest)), np.array((0.0, 1.0, 0.0)), 1.0


def _rounded(values: Points, digits: int) -> list[float]:
    return [round(float(value), digits) for value in values]


# --- what stands in the way ---


def hidden(scene: Scene, place: int) -> float:
    """Share of a token's top face that others hide from the camera; 0 for what has no top face."""
    token = scene.placed[place]
    if token.thing.top is None:
        return 0.0
    spots = _spots(token.thing.top.outline) + token.offset
    covered = np.zeros(len(spots), bool)
    for other in scene.placed[:place] + scene.placed[place + 1 :]:
        covered |= _blocked(scene.camera.position, spots, other)
    return round(float(covered.mean()), 2)


def _spots(outline: Points) -> Points:
    """Points spread over a convex face, shape (N, 3)."""
    middle = outline.mean(axis=0)
    rings = [middle + (outline - middle) * share for share in (0.3, 0.6, 0.9)]
    halves = [(ring + np.roll(ring, 1, axis=0)) / 2 for ring in rings]
    return np.vstack((middle[None], *rings, *halves))


def _blocked(eye: Points, spots: Points, other: PlacedThing) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which of the lines from ``eye`` to ``spots`` pass through a convex body."""
    normals, offsets = other.thing.planes
    start, arms = eye - other.offset, spots - eye
    toward, room = arms @ normals.T, offsets - normals @ start
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = room / toward
    enter = np.where(toward < 0, cut, -np.inf).max(axis=1)
    leave = np.where(toward > 0, cut, np.inf).min(axis=1)
    outside = ((toward == 0) & (room < 0)).any(axis=1)
    return np.asarray((enter < np.minimum(leave, 1 - 1e-4)) & (leave > 0) & ~outside)
