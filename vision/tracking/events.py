"""What the tracker reports: frozen values, one for each thing that can happen on the table.

A report says what was seen; whether the game was waiting for it is decided elsewhere. ``name`` is a die's colour, or
``chip``; ``place`` is in mm, and None if no board is registered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from vision.board.board_reader import SeenBoard
from vision.readings import Reading
from vision.types import Box, Point

WaitFor = Literal["touching", "covered", "chip on a die", "leaning chip"]
"""Two tokens that touch; a hand, a cat or a book in the way; the chip over a die; a chip that does not lie flat."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A die or the chip has freshly come to rest in the tray.

    Attributes:
        reading: unsure if ``placed``. Its box is in pixels of the still.
        placed: a hand was over it until it lay still, or it did not tumble as dice do: it may not have been thrown.
        before: the box of the last `Thrown` of the same token, if it was not reported `Lifted` since: it was
            pushed onto another face, or picked up and thrown too fast to be seen.
        small: it seems smaller than a whole die, and is asked about for that, however sure the reading is.
    """

    reading: Reading
    place: Point | None
    placed: bool = False
    before: Box | None = None
    small: bool = False


@dataclass(frozen=True, slots=True)
class Lifted:
    """A token is gone from where it lay, which was ``before``; if it is unreadable now, that is reported as well."""

    name: str
    place: Point | None
    before: Box | None = None


@dataclass(frozen=True, slots=True)
class Cocked:
    """A die leans: no face is level, so it must be thrown again."""

    name: str
    place: Point | None


@dataclass(frozen=True, slots=True)
class OutOfTray:
    """A die or the chip has come to rest outside the tray and must be thrown again."""

    name: str
    place: Point | None


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something cannot be read until a player has moved it; ``names`` is empty if something hides the table."""

    why: WaitFor
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CameraMoved:
    """The camera, or the stadium under it, was bumped, and its pose was measured again."""


@dataclass(frozen=True, slots=True)
class MarkersLost:
    """The camera's pose could not be measured; the last one holds. ``message`` says why.

    Attributes:
        message: why, and what to do.
        off_mm: how far they lie from where they are printed, infinity for nowhere near; None if too few are seen.
        lost: the numbers of those that are not seen, if too few are; of ``total``.
    """

    message: str
    off_mm: float | None = None
    lost: tuple[int, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class Blurred:
    """Something came to rest in a picture that is out of focus: dice are unsure there, or not seen at all."""


@dataclass(frozen=True, slots=True)
class MarkersFound:
    """The camera's pose is known, first or after the markers were lost."""


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """What the board shows while nothing moves on it, or that a hand is over it."""

    seen: SeenBoard


@dataclass(frozen=True, slots=True)
class BoardRests:
    """The board has lain there for another half second of the camera's frames, and nothing moved over it."""


Report: TypeAlias = (
    Thrown
    | Lifted
    | Cocked
    | OutOfTray
    | Waiting
    | CameraMoved
    | Blurred
    | MarkersLost
    | MarkersFound
    | BoardSeen
    | BoardRests
)
