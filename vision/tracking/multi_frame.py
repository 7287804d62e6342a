"""Several looks at what lies still and is hard to read, before anybody is asked about it.

Rules kept here: only looks at one thing between which nothing moved there are put together
(`vision.recognition.frame_fusion`); there is one look a frame, so nothing waits for the eyes; and after MOST_LOOKS it
is told, sure or not.
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

MOST_LOOKS = 5
"""Frames that are read before a doubt is told."""

Rested = Callable[[Box], int]
"""For how many frames nothing has moved at a box of the still frame; 0 where nothing is looked at."""


@dataclass(frozen=True, slots=True)
class Series:
    """The looks at one thing.

    Attributes:
        since: the frame of the first of them.
        frames: what each look told of it, the first of which is never empty; empty for one that missed it.
        count: of all looks at what lies there, also those from before it was nudged.
        said: what the looks say together; None for no more than a flicker.
    """

    since: int
    frames: tuple[tuple[Reading, ...], ...]
    count: int
    said: Reading | None

    @property
    def first(self) -> Reading:
        """As it was seen at first."""
        return self.frames[0][0]

    @property
    def complete(self) -> bool:
        """Whether no more looks are wanted."""
        return self.count >= MOST_LOOKS


class Looks:
    """What has been seen so far of what is not told yet.

    Args:
        threshold: probability, 0 to 1, from which a value is told rather than asked about.
    """

    def __init__(self, threshold: float = THRESHOLD) -> None:
        self._threshold = threshold
        self._all: list[Series] = []
        self._missed: Counter[Token] = Counter()

    def put_together(self, readings: Iterable[Reading], frame: int, rested: Rested) -> tuple[Reading, ...]:
        """This look's readings, each with what was seen of the same thing since it lies still; boxes as they come.

        Args:
            readings: what is told of the frame's still.
            frame: its number.
            rested: since when things lie still.
        """
        fresh = list(readings)
        known = [self._continued(series, fresh, frame, rested) for series in self._all]
        begun = [Series(frame, ((reading,),), 1, reading) for reading in fresh]
        self._all = [series for series in (*known, *begun) if series is not None]
        return tuple(series.said for series in self._all if series.said is not None)

    def missed(self, tokens: Iterable[Token]) -> tuple[Token, ...]:
        """Those to be looked for again, of what lay there, still seems to lie there, and is not seen.

        What MOST_LOOKS looks in a row have missed is gone.
        """
        self._missed = Counter({token: self._missed[token] + 1 for token in tokens})
        return tuple(token for token, looks in self._missed.items() if looks < MOST_LOOKS)

    def enough(self, reading: Reading) -> bool:
        """Whether what `put_together` made of a thing is all that will be known of it."""
        return all(series.complete for series in self._all if series.said == reading)

    def keep(self, readings: Iterable[Reading]) -> None:
        """Go on with these alone; all else was told."""
        wanted = list(readings)
        self._all = [series for series in self._all if series.said in wanted]

    def _continued(self, series: Series, fresh: list[Reading], frame: int, rested: Rested) -> Series | None:
        """The series with its look of this frame, which is taken out of ``fresh``; None if the thing is gone."""
        again = next((reading for reading in fresh if same_place(series.first, reading)), None)
        if again is not None:
            fresh.remove(again)
        if rested(series.first.box) >= frame - series.since:
            frames = (*series.frames, () if again is None else (again,))
            return self._weighed(replace(series, frames=frames, count=series.count + 1))
        return None if again is None else Series(frame, ((again,),), series.count + 1, again)

    def _weighed(self, series: Series) -> Series:
        """What is a die in one frame and the chip in another is what more of them say.

        A thing that was missed now and then is left out only once it has been looked for often enough.
        """
        chip = mode(isinstance(reading, ChipReading) for frame in series.frames for reading in frame)
        told = [tuple(one for one in frame if isinstance(one, ChipReading) == chip) for frame in series.frames]
        frames = told if series.complete else [frame for frame in told if frame]
        return replace(series, said=next(iter(fused(frames, threshold=self._threshold)), None))
