"""How small things came to where they lie: dice tumble, so they look otherwise from frame to frame and roll in bends.

Each blob is matched with the nearest one of the frame before, so that it has a track. What slides goes straight and
keeps its looks: the colour of its middle, and its footprint, the circle around it. What is laid or dropped comes from
no other place, or is there within a few frames. Rule kept here: a throw must be seen; else it is asked about.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

import cv2
import numpy as np
import numpy.typing as npt

from vision.tracking.background import WORKING_WIDTH, BackgroundModel, Blob
from vision.types import Frame, Point

MAX_STEP = 64
"""Working pixels that a thing may move from one frame to the next: a hard throw at eight frames a second."""
PARTING = 1.5
"""How far things that were one, say a chip and its shadow, may be apart in the next frame, in their radii."""
MAX_SIGHTINGS = 64
"""Moving frames of a track that are kept."""
FOOTPRINT_WEIGHT, BEND_WEIGHT = 0.06, 1.2
"""What the range of its footprint's logarithm, and its path's bend, count beside the steps of its colour."""
MAX_BEND = 0.25
"""Bend, in radii, from which more tells nothing: a path alone is no tumbling, for what slides may be pushed aside."""
COLOR_OFFSET = 8.0
"""Brightness that is added before dividing, so that noise in the dark is no change."""
MIDDLE = np.hypot(*np.mgrid[-2:3, -2:3]) < np.hypot(2, 2)
"""What of the five pixels by five around its middle shows a die, 0 or 1: all but the corners."""


@dataclass(frozen=True, slots=True)
class ThrowBar:
    """What a throw shows at least.

    Attributes:
        sightings: frames in which it moves: of what is dropped from a hand's height there are four.
        way: how far it comes, in the radii of its footprint.
        tumbling: how much it tumbles.
    """

    sightings: int
    way: float
    tumbling: float


OUT_OF_NOTHING = ThrowBar(5, 1.0, 0.35)
"""Where no hand was: none of 90 tiles that slid tumbled so much, and all of 178 d10s that were thrown did."""
OUT_OF_A_HAND = ThrowBar(6, 0.4, 0.15)
"""Of several dice hands hide more: 302 cubes tumbled so much, and 1,575 d10s and chips. Fewer frames tell nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A blob in one frame.

    Attributes:
        at: its middle, in working pixels.
        color: of its middle, BGR, logarithms, shape (3,).
        radius: of the smallest circle around it, in working pixels.
    """

    at: Point
    color: npt.NDArray[np.float64]
    radius: float


@dataclass(frozen=True, slots=True, eq=False)
class BlobTrack:
    """A thing as it is now, and in the frames in which it moved and was seen whole.

    It is ``from_hand`` if something large was near as it was first seen, or was one with it.
    """

    now: Sighting
    from_hand: bool
    moving: tuple[Sighting, ...] = ()

    @property
    def tumbled(self) -> bool:
        """Whether it came from elsewhere, and as dice come; True where a hand hid all but the end."""
        bar = OUT_OF_A_HAND if self.from_hand else OUT_OF_NOTHING
        if len(self.moving) < bar.sightings:
            return self.from_hand
        way = max(math.dist(each.at, self.now.at) for each in self.moving)
        return way > bar.way * self.now.radius and self._tumbling > bar.tumbling

    @property
    def _tumbling(self) -> float:
        """The mean step of its colour, the range of its footprint and how far its path bends from a straight line."""
        seen = (*self.moving, self.now)
        color = np.abs(np.diff([each.color for each in seen], axis=0)).max(axis=1).mean()
        footprint = 2 * np.ptp(np.log([each.radius for each in seen]))
        x, y = np.subtract([each.at for each in self.moving], self.moving[0].at).T
        aside = np.abs(x * y[-1] - y * x[-1]).max() / max(math.hypot(x[-1], y[-1]), 1.0)
        bend = min(aside / self.now.radius, MAX_BEND)
        return float(color + FOOTPRINT_WEIGHT * footprint + BEND_WEIGHT * bend)


class MotionTracks:
    """The tracks of all small blobs."""

    def __init__(self) -> None:
        self._tracks: dict[Blob, BlobTrack] = {}

    def update(self, blobs: Iterable[Blob], hiding: Sequence[Blob], background: BackgroundModel) -> None:
        """Take in small blobs of the frame that ``background`` has just taken in, and what may be ``hiding`` some."""
        seen = {blob: _sighting(blob, background.current) for blob in blobs}
        before = _matched(seen, self._tracks.values())
        known = {blob: before.get(blob) or BlobTrack(now, _is_near(now, hiding)) for blob, now in seen.items()}
        known.update((blob, replace(known[blob], from_hand=True)) for blob in hiding if blob in known)
        self._tracks = {blob: _continued(known[blob], blob, now, background.height) for blob, now in seen.items()}

    def tumbled(self, blob: Blob) -> bool:
        """Whether a blob of the last frame came to where it lies as dice come."""
        return blob in self._tracks and self._tracks[blob].tumbled


def _matched(seen: dict[Blob, Sighting], tracks: Iterable[BlobTrack]) -> dict[Blob, BlobTrack]:
    """Each blob's track so far, the nearest two first; none for what has just appeared.

    Blobs that were one, dice that part, share its track; where two become one, that of more motion is its own.
    """
    steps = [(math.dist(now.at, track.now.at), blob, track) for blob, now in seen.items() for track in tracks]
    steps.sort(key=itemgetter(0))
    found: dict[Blob, BlobTrack] = {}
    for step, blob, track in steps:
        reach = PARTING * (track.now.radius + seen[blob].radius) if track in found.values() else MAX_STEP
        if step <= reach and blob not in found:
            found[blob] = track
    for step, blob, track in steps:
        met = step <= track.now.radius + seen[blob].radius and track not in found.values()
        if met and len(track.moving) > len(found[blob].moving):
            found[blob] = track
    return found


def _continued(track: BlobTrack, blob: Blob, now: Sighting, height: int) -> BlobTrack:
    """The track one frame on, in a picture of that height."""
    left, top, right, bottom = blob.box.edges
    whole = min(left, top, WORKING_WIDTH - right, height - bottom) > 0
    moved = whole and not blob.frames_still
    return replace(track, now=now, moving=(*track.moving, now)[-MAX_SIGHTINGS:] if moved else track.moving)


def _is_near(now: Sighting, hiding: Iterable[Blob]) -> bool:
    edges = (blob.box.edges for blob in hiding)
    gaps = (
        (max(left - now.at[0], now.at[0] - right, 0), max(top - now.at[1], now.at[1] - bottom, 0))
        for left, top, right, bottom in edges
    )
    return any(math.hypot(*gap) <= MAX_STEP for gap in gaps)


def _sighting(blob: Blob, picture: Frame) -> Sighting:
    moments = cv2.moments(blob.mask, binaryImage=True)
    x, y = (moments[each] / moments["m00"] for each in ("m10", "m01"))
    at = blob.box.x + x, blob.box.y + y
    patch = cv2.getRectSubPix(picture, MIDDLE.shape, (round(at[0]), round(at[1])))
    _, radius = cv2.minEnclosingCircle(np.asarray(cv2.findNonZero(blob.mask)))
    return Sighting(at, np.log(patch[MIDDLE].mean(axis=0) + COLOR_OFFSET), radius)
