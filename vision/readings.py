"""What vision reports: frozen values, each with a confidence.

A reading says what was seen and with what probability. What it means is decided in `firmware.play.table.umpire`.
Rule kept here: *unsure is first class*. A reader that is not sure reports no value, but `alternatives`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

from vision.geometry.tilt import NO_TILT, Tilt, TiltField
from vision.types import Box, Frame, Point, Points

DieKind = Literal["d10", "d6"]
ChipFace = Literal["hit", "out"]


@dataclass(frozen=True, slots=True)
class Numeral:
    """A top numeral in the picture, pixels; ``angle`` is of its up, in radians clockwise from the picture's up."""

    centre: Point
    angle: float
    height: float
    tilt: Tilt = NO_TILT


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one view says of a die's value, so that several can be fused (`vision.recognition.frame_fusion`).

    ``posterior`` has the probabilities of 1, 2 and so on; both upright classifiers ``agreed`` on the likeliest or not.
    """

    posterior: tuple[float, ...]
    agreed: bool


@dataclass(frozen=True, slots=True)
class DieReading:
    """A die at rest.

    Attributes:
        color: the name of its colour, such as ``red`` (see `vision.recognition.color`), or of an enrolled die.
        value: of its top face, 1 to 10 (a face printed 0 reads 10) or 1 to 6; None if unsure.
        confidence: calibrated probability, 0 to 1, of the likeliest value.
        alternatives: if unsure, the three likeliest values with their probabilities, best first; else empty.
    """

    kind: DieKind
    color: str
    value: int | None
    confidence: float
    alternatives: tuple[tuple[int, float], ...]
    box: Box
    numeral: Numeral | None = field(default=None, compare=False, repr=False)
    evidence: Evidence | None = field(default=None, compare=False, repr=False)

    @property
    def is_sure(self) -> bool:
        """Whether its value was accepted."""
        return not self.alternatives


@dataclass(frozen=True, slots=True)
class ChipReading:
    """The toss chip at rest, as a `DieReading`; ``rim`` has corners of its outline, if that is known."""

    face: ChipFace | None
    confidence: float
    alternatives: tuple[tuple[ChipFace, float], ...]
    box: Box
    rim: Points | None = field(default=None, compare=False, repr=False)

    @property
    def is_sure(self) -> bool:
        """Whether its face was accepted."""
        return not self.alternatives


Reading = DieReading | ChipReading


class PictureReader(Protocol):
    """What reads a picture: a whole still, or a mosaic of pieces cut from one."""

    def __call__(self, picture: Frame, /, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:
        """Everything at rest in ``picture``; ``tilt_field`` is the camera's tilt at each of its pixels, where known."""
