"""Reading a still at the blobs that have come to rest: which tokens lie there, and how they came.

Each step is one function, in the order of `StillReader.observe`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from vision.readings import PictureReader, Reading
from vision.recognition.parameters import THRESHOLD
from vision.tracking.association import Association, Token, associate
from vision.tracking.background import Blob
from vision.tracking.motion import MotionTracks
from vision.tracking.multi_frame import MultiFrameReads
from vision.tracking.region_reader import RegionReadings, read_regions
from vision.tracking.table_geometry import StillView
from vision.tracking.table_model import TableModel
from vision.tracking.table_state import PERCHED_FRAMES, Observation

SET_DOWN_FRAMES = 2
"""Frames between a hand's leaving and a die's rest up to which the die has not rolled by itself."""

Seen = Mapping[Token, Sequence[Blob]]
"""Tokens that a still shows, each with the blobs that it lies in."""


class StillReader:
    """Reads stills, and remembers the readings that are not reported yet."""

    def __init__(self, read: PictureReader, threshold: float = THRESHOLD) -> None:
        self._read = read
        self._reads = MultiFrameReads(threshold)

    def whole(self, view: StillView) -> tuple[Reading, ...]:
        """Everything in a still, as the single-picture reader reads it."""
        return self._read(view.picture, tilt_field=view.geometry.tilt_field)

    def retain(self, tokens: Iterable[Token]) -> None:
        """Go on with the readings of these alone; all else was reported."""
        self._reads.retain(token.reading for token in tokens)

    def observe(self, view: StillView, table: TableModel, motion: MotionTracks) -> Observation:
        """What a still shows at its blobs: read, combined with earlier stills, matched with what lay there."""
        known = table.state.tokens
        touched = [token for token in known if view.blobs_over(token)]
        # 1. What is new there is read.
        new = self._read_new(view, table, touched)
        # 2. It is combined with what was read before, and what is no token is left out.
        seen = self._tokens(view, new.readings, table.frames)
        # 3. Tokens are matched with those that lay there, by place and name.
        association = associate(touched, seen)
        # 4. Those that were not read, though something lies in their place, are missed and not gone.
        missed = self._missed(view, association, new)
        # 5. How the others came to rest. In the frame in which the whole picture is absorbed there is no second chance:
        #    nothing is left to fall over or to become clearer.
        last_chance = table.is_absorbed
        return Observation(
            view.geometry,
            replace(association, gone=tuple(token for token in association.gone if token not in missed)),
            bystanders=tuple(token for token in known if token not in touched),
            missed=missed,
            clusters=new.clusters,
            placed=_placed(association, seen, motion),
            unsettled=frozenset() if last_chance else _unsettled(seen),
            unfinished=frozenset() if last_chance else self._unfinished(seen),
        )

    def _read_new(self, view: StillView, table: TableModel, touched: Sequence[Token]) -> RegionReadings:
        """Around each blob, and around each known token at one, or some would be seen cut in two."""
        boxes = view.boxes(touched)
        crops = [*map(view.crop_around_blob, view.blobs), *map(view.crop_around, boxes)]
        return read_regions(self._read, view, table.empty, crops, boxes)

    def _tokens(self, view: StillView, readings: Iterable[Reading], frame: int) -> Seen:
        """What lies at a blob and has a token's size, by all readings since which it has not moved."""
        combined = self._reads.combine(readings, frame, view.frames_still)
        over = {token: view.blobs_over(token) for token in map(view.geometry.token, combined)}
        return {token: blobs for token, blobs in over.items() if blobs and view.geometry.is_plausible(token)}

    def _missed(self, view: StillView, association: Association, new: RegionReadings) -> tuple[Token, ...]:
        lay = [(token, view.geometry.pixel(token)) for token in association.unexplained]
        unread = [token for token, at in lay if any(thing.contains(at) for thing in new.things)]
        return self._reads.still_missing(unread)

    def _unfinished(self, seen: Seen) -> frozenset[Token]:
        """Tokens of which further stills may show more."""
        return frozenset(token for token in seen if not self._reads.is_complete(token.reading))


def _placed(association: Association, seen: Seen, motion: MotionTracks) -> frozenset[Token]:
    """Tokens that a hand was over until they lay still, or that neither turned nor tumbled."""
    turned = {match.token for match in association.matches if match.turned}
    rolled = {token for token, blobs in seen.items() if token in turned or any(map(motion.tumbled, blobs))}
    return frozenset(
        token for token in seen if token not in rolled or _frames_since_hand(seen[token]) <= SET_DOWN_FRAMES
    )


def _frames_since_hand(blobs: Iterable[Blob]) -> int:
    """From a hand's leaving to the rest of what lies there."""
    return min(blob.frames_uncovered - blob.frames_still for blob in blobs)


def _unsettled(seen: Seen) -> frozenset[Token]:
    """Tokens that have not lain still for so long that they no longer fall over."""
    return frozenset(
        token for token, blobs in seen.items() if min(blob.frames_still for blob in blobs) < PERCHED_FRAMES
    )
