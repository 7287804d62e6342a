"""What the table has just been shown, as the faces and everything else beside the game learn of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from firmware.devices.protocols import Frame
from firmware.play.camera_thread import FrameReports
from firmware.play.question import Asked
from scoreboard.commentary import CorrectedLine
from scoreboard.rules.history import Entry, History
from scoreboard.rules.state import Game
from vision.readings import Reading

Kind = Literal["play", "question", "note", "refused"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the table has just been shown: the state, and what was said about it.

    Attributes:
        game: the state of play.
        asked: the question that is open, if one is.
        said: what happened, in one sentence; empty when a picture changed and nothing happened.
        kind: whether that sentence is a ``play``, a ``question``, a ``note``, or why something was ``refused``.
        line: the line that was journalled, when one was.
        number: the number of the record's last line.
        frame: the last picture the camera gave to the eyes, or the one that the open question is about.
        readings: what they made of it.
        corrected: earlier lines that are told otherwise since this one, an amendment or its undoing.
        took: seconds from that picture to this; None where it is not what this is about.
        waited: whether that throw lay there already when the last press was made.
        is_another: whether this is another game than was shown before, new or taken up again.
    """

    game: Game
    asked: Asked | None
    said: str
    kind: Kind
    line: Entry | None
    number: int
    frame: Frame | None
    readings: tuple[Reading, ...]
    corrected: tuple[CorrectedLine, ...] = ()
    took: float | None = None
    waited: bool = False
    is_another: bool = False


Watcher = Callable[[Shown], None]


def shown_now(
    history: History,
    asked: Asked | None,
    seen: FrameReports | None,
    what: tuple[str, Kind, Entry | None, tuple[CorrectedLine, ...]],
    now: float,
    *,
    is_another: bool = False,
) -> Shown:
    """What is shown at this moment.

    Args:
        history: of the game in play.
        asked: the question that is open.
        seen: what the eyes made of the last picture, or of the one that is asked about.
        what: is said, of which kind, of which line, and which earlier ones are told otherwise since.
        now: on the clock that the picture came by, in seconds.
        is_another: see `Shown`.
    """
    said, kind, line, changed = what
    frame, readings = (None, ()) if seen is None else (seen.frame, seen.readings)
    told = seen if getattr(line, "by", None) == "camera" else None
    took = None if told is None else now - told.came  # its score is lit by now
    waited = told is not None and told.waited
    game, number = history.game, history.number
    return Shown(game, asked, said, kind, line, number, frame, readings, changed, took, waited, is_another=is_another)
