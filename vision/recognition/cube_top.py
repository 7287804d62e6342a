"""Whether the face that was read of a cube can be its top: a face in front looks the same, but lies elsewhere on it.

The top's middle is seen away from the camera, off the middle of the silhouette; that of a front face towards it, and of
a leaning die anywhere. Rule kept here: of a cube that shows another face than its top, or as large, no value is told.
"""

from __future__ import annotations

import numpy as np

from vision.geometry.tilt import NO_TILT
from vision.recognition.scores import ClassifiedToken

BELOW, SIDEWAYS = 0.06, 0.09
"""How far below and beside a silhouette's middle a top may be seen if the tilt is unknown, in sizes of that."""
OUTWARD = 0.06
"""How much farther at the picture's edge, seen from straight above: what is higher lies farther out."""
RISE, OFF = 0.27, 0.13
"""How much higher the top seems to be than the silhouette's middle, and how far from there, where the tilt is known."""
STEEPEST = 1.0
"""The tilt's tangent from which a front face is as large as the top."""


def shows_top(token: ClassifiedToken, *, from_above: bool = True) -> bool:
    """Whether the face that was read lies where the top does; ``from_above`` if an unknown camera may look down."""
    pose = token.pose
    off = (np.array(pose.centre) - pose.bounds.centre) / np.sqrt(pose.bounds.area)
    if pose.tilt is NO_TILT:
        room = from_above * OUTWARD * np.array(token.candidate.outward)
        over = off - np.clip(off, (min(room[0], 0.0), -1.0), np.maximum(room, 0.0))
        return bool(np.hypot(*(over / (SIDEWAYS, BELOW))) <= 1)
    seen_well = np.hypot(*pose.tilt.slope) < STEEPEST
    return bool(seen_well and np.hypot(*(off - pose.tilt.parallax(RISE))) <= OFF)
