"""Multi-frame reading: what lies still and is hard to read is read in several stills before it is asked about.

Rules kept here: only readings of one token between which nothing moved there are combined
(`vision.recognition.frame_fusion`); there is one still a frame, so nothing waits for the networks; and after MAX_READS
the result is reported, sure or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from statistics import mode

from vision.readings import ChipReading, Reading
from vision.recognition.frame_fusion import fused, same_place
from vision.recognition.parameters import THRESHOLD
from vision.tracking.association import Token
from vision.types import Box

MAX_READS = 5
"""Frames that are read before an unsure reading is reported."""

FramesStill = Callable[[Box], int]
"""For how many frames nothing has moved at a box of the still; 0 where nothing is read."""


@dataclass(frozen=True, slots=True)
class Series:
    """The readings of one token.

    Attributes:
        since: the frame of the first of them.
        frames: the readings of each frame, the first of which is never empty; empty for one that missed it.
        count: of all readings of what lies there, also those from before it was nudged.
        combined: the readings put together; None for no more than a flicker.
    """

    since: int
    frames: tuple[tuple[Reading, ...], ...]
    count: int
    combined: Reading | None

    @property
    def complete(self) -> bool:
        """Whether no further readings are wanted."""
        return self.count >= MAX_READS


class MultiFrameReads:
    """The readings so far of what is not reported yet."""

    def __init__(self, threshold: float = THRESHOLD) -> None:
        self._threshold = threshold
        self._series: list[Series] = []
        self._missed: Counter[Token] = Counter()

    def combine(self, readings: Iterable[Reading], frame: int, frames_still: FramesStill) -> tuple[Reading, ...]:
        """The readings of frame number ``frame``, each combined with those of the same token since it lies still."""
        fresh = list(readings)
        known = [self._continued(series, fresh, frame, frames_still) for series in self._series]
        begun = [Series(frame, ((reading,),), 1, reading) for reading in fresh]
        self._series = [series for series in (*known, *begun) if series is not None]
        return tuple(series.combined for series in self._series if series.combined is not None)

    def still_missing(self, tokens: Iterable[Token]) -> tuple[Token, ...]:
        """Those to be looked for again, of ``tokens`` that seem to lie there and are not read, for MAX_READS frames."""
        self._missed = Counter({token: self._missed[token] + 1 for token in tokens})
        return tuple(token for token, frames in self._missed.items() if frames < MAX_READS)

    def is_complete(self, reading: Reading) -> bool:
        """Whether no further stills will be combined with a result of `combine`."""
        return all(series.complete for series in self._series if series.combined == reading)

    def retain(self, readings: Iterable[Reading]) -> None:
        """Go on with these alone; all else was reported."""
        wanted = list(readings)
        self._series = [series for series in self._series if series.combined in wanted]

    def _continued(self, series: Series, fresh: list[Reading], frame: int, frames_still: FramesStill) -> Series | None:
        """The series with its reading of this frame, which is taken out of ``fresh``; None if the token is gone."""
        first = series.frames[0][0]
        again = next((reading for reading in fresh if same_place(first, reading)), None)
        if again is not None:
            fresh.remove(again)
        if frames_still(first.box) >= frame - series.since:
            frames = (*series.frames, () if again is None else (again,))
            return self._combined(replace(series, frames=frames, count=series.count + 1))
        return None if again is None else Series(frame, ((again,),), series.count + 1, again)

    def _combined(self, series: Series) -> Series:
        """What is a die in one frame and the chip in another is what more of them say.

        A token that was missed now and then is left out only once it has been looked for often enough.
        """
        chip = mode(isinstance(reading, ChipReading) for frame in series.frames for reading in frame)
        alike = [tuple(one for one in frame if isinstance(one, ChipReading) == chip) for frame in series.frames]
        frames = alike if series.complete else [frame for frame in alike if frame]
        return replace(series, combined=next(iter(fused(frames, threshold=self._threshold)), None))
