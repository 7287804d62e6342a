"""What the eyes report: frozen values, each with a confidence.

A reading says what was seen and how sure the eyes are. It never says what it means: that is the umpire's business.
Rule kept here: *unsure is first class*. A reader that is not sure reports no value and names the likely ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from vision.geometry.tilt import NO_TILT, Tilt
from vision.types import Box, Point

DieKind = Literal["d10", "d6"]
ChipFace = Literal["hit", "out"]


@dataclass(frozen=True, slots=True)
class Numeral:
    """How a top numeral lies in the frame.

    Attributes:
        centre: x, y in pixels.
        angle: of its up, in radians clockwise from the frame's up.
        height: in pixels.
        tilt: of the camera there, as far as it is known.
    """

    centre: Point
    angle: float
    height: float
    tilt: Tilt = NO_TILT


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that one view says of a die's value, so that several can be fused (`vision.recognition.frame_fusion`).

    Attributes:
        posterior: calibrated probabilities of the values 1, 2 and so on.
        agreed: whether both classifiers that see the top face named the likeliest.
    """

    posterior: tuple[float, ...]
    agreed: bool


@dataclass(frozen=True, slots=True)
class DieReading:
    """A die at rest.

    Attributes:
        kind: the die's shape.
        color: the name of its colour, such as ``red`` (see ``vision.recognition.color``).
        value: what its top face counts, 1 to 10 (a face printed 0 reads 10) or 1 to 6; None when the eyes are not sure.
        confidence: calibrated probability, 0 to 1, of the likeliest value.
        alternatives: the likeliest values with their probabilities, best first; three when unsure, empty when sure.
        box: where it lies in the frame.
        numeral: how its top numeral lies, where that is known; no part of what is told, so not compared.
        evidence: what the value rests on, where that is known; likewise.
    """

    kind: DieKind
    color: str
    value: int | None
    confidence: float
    alternatives: tuple[tuple[int, float], ...]
    box: Box
    numeral: Numeral | None = field(default=None, compare=False, repr=False)
    evidence: Evidence | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ChipReading:
    """The toss chip at rest.

    Attributes:
        face: the face that lies up; None when the eyes are not sure.
        confidence: calibrated probability, 0 to 1, of the likelier face.
        alternatives: both faces with their probabilities, best first, when unsure; empty when sure.
        box: where it lies in the frame.
        rim: corners of its outline in the frame, shape (N, 2), where that is known; no part of what is told, so not
            compared.
    """

    face: ChipFace | None
    confidence: float
    alternatives: tuple[tuple[ChipFace, float], ...]
    box: Box
    rim: npt.NDArray[np.float64] | None = field(default=None, compare=False, repr=False)


Reading = DieReading | ChipReading
