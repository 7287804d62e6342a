"""Bodies as a camera's pixels: what they hide, how they shine, and the shadow they cast.

Rule kept here: only pixels near a thing are computed, so that a frame costs what moves in it and no more.
"""

from __future__ import annotations

import cv2
import numpy as np

from firmware.devices.protocols import Frame
from firmware.simulated.rendering.bodies import Body, Pose
from firmware.simulated.rendering.lens import SimulatedLens
from firmware.simulated.rendering.optics import GAMMA, Lamp, Picture, Pinhole, Vectors, linear
from firmware.simulated.rendering.solids import Sprite, draw

SHADOW_SAMPLES = 12
"""Points of the lamp that cast a shadow each; their mean has a soft edge."""
FLOOR = linear(80, 150, 90)
"""The colour of the light that the field reflects."""
LIGHT = np.asarray((np.arange(256) / 255) ** GAMMA, np.float32)
"""A pixel's byte as light."""
BLUR_FROM = 0.7
"""Pixels that a thing must move while the shutter is open to be blurred."""


def lay(frame: Frame, sprite: Sprite) -> None:
    """Put a sprite into a picture, cut off at its edges."""
    x, y, width, height = sprite.box
    left, top = max(x, 0), max(y, 0)
    right, bottom = min(x + width, frame.shape[1]), min(y + height, frame.shape[0])
    if left >= right or top >= bottom:
        return
    inner = np.s_[top - y : bottom - y, left - x : right - x]
    under = frame[top:bottom, left:right]
    light = LIGHT[under] * sprite.keeps[inner][..., None] + sprite.light[inner]
    np.clip(light, 0, 1, out=light)
    under[:] = cv2.convertScaleAbs(cv2.pow(light, 1 / GAMMA), alpha=255)


def drawn(body: Body, pose: Pose, lens: SimulatedLens, lamp: Lamp) -> Sprite | None:
    """A body as the camera sees it; None beside the picture."""
    solid, view = body.at(pose), lens.near(pose.place)
    _, _, width, height = view.box_around(solid.corners, margin=0)
    if width <= 0 or height <= 0:
        return None
    return draw(solid, view, lamp, FLOOR)


def shade(body: Body, pose: Pose, lens: SimulatedLens, lamp: Lamp) -> Sprite | None:
    """The shadow of a body on the field; None where there is none to see."""
    solid = body.at(pose)
    casts = [shadows_of(solid.corners, point) for point in lamp_points(lamp)]
    view = lens.near(np.array([*np.mean(casts[0][:, :2], axis=0), 0]))
    box = view.box_around(np.vstack(casts), margin=6)
    if box[2] <= 0 or box[3] <= 0:
        return None
    dark = penumbra(casts, view.zoom(box, 1))
    lost = lamp.strength * lamp.toward[2] / (lamp.strength * lamp.toward[2] + lamp.room)
    return Sprite(box, np.zeros((*dark.shape, 3), np.float32), 1 - np.float32(lost) * dark)


def penumbra(casts: list[Vectors], view: Pinhole) -> Picture:
    """How dark the field is, 0 to 1, where these shadows fall."""
    dark = np.zeros(view.size[::-1], np.float32)
    for cast in casts:
        mask = np.zeros(dark.shape, np.uint8)
        hull = cv2.convexHull(np.rint(view.project(cast) * 8).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 1, cv2.LINE_8, 3)
        dark += mask
    return np.asarray(cv2.GaussianBlur(dark / len(casts), (0, 0), 1.2), np.float32)


def shadows_of(corners: Vectors, toward: Vectors) -> Vectors:
    """Where on the field the shadows of corners fall."""
    return np.asarray(corners - np.outer(corners[:, 2] / toward[2], toward))


def lamp_points(lamp: Lamp) -> list[Vectors]:
    """Points of the lamp, spread evenly over a disc (a sunflower's seeds)."""
    side = np.cross(lamp.toward, (0, 0, 1))
    side /= np.linalg.norm(side)
    other = np.cross(lamp.toward, side)
    index = np.arange(SHADOW_SAMPLES)
    radius, angle = lamp.spread * np.sqrt((index + 0.5) / SHADOW_SAMPLES), index * 2.399963
    return [lamp.toward + r * (np.cos(a) * side + np.sin(a) * other) for r, a in zip(radius, angle, strict=True)]


def smeared(sprite: Sprite, way: Vectors) -> Sprite:
    """The sprite of a thing that moves by ``way``, shape (2,), in pixels, while the shutter is open."""
    length = float(np.linalg.norm(way))
    if length < BLUR_FROM:
        return sprite
    reach = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    ends = np.rint((np.stack((-way, way)) / 2 + reach) * 256).astype(np.int32)
    cv2.polylines(kernel, [ends], isClosed=False, color=1.0, thickness=1, lineType=cv2.LINE_8, shift=8)
    kernel /= kernel.sum()
    x, y, width, height = sprite.box
    box = (x - reach, y - reach, width + 2 * reach, height + 2 * reach)
    return Sprite(box, _smear(sprite.light, kernel, reach, 0), _smear(sprite.keeps, kernel, reach, 1))


def _smear(picture: Picture, kernel: Picture, reach: int, around: float) -> Picture:
    wide = cv2.copyMakeBorder(picture, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=[around] * 4)
    return np.asarray(cv2.filter2D(wide, -1, kernel, borderType=cv2.BORDER_REPLICATE), np.float32)
