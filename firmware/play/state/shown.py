"""What the table has just been shown: every observer of the game is notified of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from firmware.devices.protocols import Frame
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.state.question import Asked
from scoreboard.commentary import CorrectedLine
from scoreboard.message import Words
from scoreboard.rules.history import Entry
from scoreboard.rules.state import Game
from vision.readings import Reading

Kind = Literal["play", "question", "menu", "note", "refused"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the table has just been shown: the state, and what was said about it.

    Attributes:
        game: the state of play.
        asked: the question that is open, if one is.
        words: what happened; empty when a picture changed and nothing happened.
        kind: of those words; ``refused`` says why something was, ``menu`` what NEXT offers.
        line: the line that was journalled, when one was.
        number: the number of the record's last line.
        frame: the last picture that was read, or the one that the open question is about.
        readings: what was read in it.
        corrected: earlier lines that read otherwise since this one, an amendment or its undoing.
        took: seconds from that picture to this; None where it is not what this is about.
        waited: whether that throw lay there already when the last press was made.
        is_another: whether this is another game than was shown before, new or taken up again.
    """

    game: Game
    asked: Asked | None
    words: Words
    kind: Kind
    line: Entry | None
    number: int
    frame: Frame | None
    readings: tuple[Reading, ...]
    corrected: tuple[CorrectedLine, ...] = ()
    took: float | None = None
    waited: bool = False
    is_another: bool = False


class Seen(NamedTuple):
    """What was read last, and the question that is open."""

    read: FrameReports | None = None
    asked: Asked | None = None


Observer = Callable[[Shown], None]
