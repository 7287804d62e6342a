"""Scenes of the simulated stadium: how its camera is handed to a tracker, and what is told of it in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import cv2
import numpy as np

from firmware.simulated.world.stadium import SimulatedStadium
from vision.readings import DieReading, Reading
from vision.tracking.events import (
    Blurred,
    BoardSeen,
    CameraMoved,
    Cocked,
    Lifted,
    MarkersFound,
    MarkersLost,
    OutOfTray,
    Report,
    Thrown,
    Waiting,
)
from vision.tracking.tracker import ThrowTracker
from vision.types import Frame

Filter = Callable[[Frame, float], Frame]
"""What lies between the stadium and its camera: a frame of either stream and its second -> the frame that is seen."""
BEGIN_S = 0.5
"""When the watching begins."""
CAMERA: dict[type, str] = {
    Blurred: "blurred",
    BoardSeen: "board seen",
    CameraMoved: "camera moved",
    MarkersFound: "bearings found",
    MarkersLost: "bearings lost",
}


def clear(frame: Frame, _: float) -> Frame:
    """Nothing lies between."""
    return frame


def streams(stadium: SimulatedStadium, t: float, through: Filter = clear) -> tuple[Frame, Callable[[], Frame]]:
    """The small stream's frame at ``t`` seconds, and what takes the large stream's."""
    return through(stadium.watch(t), t), lambda: through(stadium.still(t), t)


def moments(end: float, a_second: float, begin: float = BEGIN_S) -> Iterator[float]:
    """The times of the frames, in seconds."""
    return (begin + frame / a_second for frame in range(round((end - begin) * a_second)))


def reports(
    stadium: SimulatedStadium, tracker: ThrowTracker, times: Iterable[float], through: Filter = clear
) -> Iterator[Report]:
    """Everything that a tracker reports, in order."""
    for t in times:
        yield from tracker.update(*streams(stadium, t, through))


def reported(
    stadium: SimulatedStadium, tracker: ThrowTracker, times: Iterable[float], through: Filter = clear
) -> list[str]:
    """The same in words."""
    return [words(report) for report in reports(stadium, tracker, times, through)]


def words(report: Report) -> str:
    """A report as one would say it."""
    match report:
        case Thrown():
            name, value = _read(report.reading)
            return f"{name} set down?" if report.placed else f"{name} {value}"
        case Lifted() | OutOfTray() | Cocked():
            return f"{report.name} {type(report).__name__}"
        case Waiting():
            return report.why
    return CAMERA[type(report)]


def _read(reading: Reading) -> tuple[str, int | str | None]:
    return (reading.color, reading.value) if isinstance(reading, DieReading) else ("chip", reading.face)


def hunts(begin: float) -> Filter:
    """A lens that looks for its focus for a second."""
    return lambda frame, t: hunting(frame, 0.015 * float(np.sin(np.pi * np.clip(t - begin, 0, 1))))


def hunting(frame: Frame, by: float) -> Frame:
    """What a lens shows that looks for its focus: larger by that share, and blurred."""
    high, wide = frame.shape[:2]
    about = cv2.getRotationMatrix2D((wide / 2 - 0.5, high / 2 - 0.5), 0, 1 + by)
    larger = cv2.warpAffine(frame, about, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(larger, (0, 0), 0.1 + 200 * by * wide / 2304), np.uint8)
