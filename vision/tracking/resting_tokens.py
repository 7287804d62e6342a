"""From readings in pixels to things that lie somewhere: in millimetres where the board is registered.

Without a board, a webcam over any table, the still frame's own pixels serve: distances are then judged by the size
of the dice themselves, and there is no tray and no dice corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry.registration import Registration
from vision.geometry.stadium import Field
from vision.readings import DieKind, DieReading, Reading
from vision.recognition.crops import Above
from vision.recognition.parameters import THRESHOLD
from vision.tracking.association import Token
from vision.tracking.foreground import Outline
from vision.tracking.resting_pose import CHIP_RADIUS, DIE_MM, is_perched, least_area, level_box, lies_level, middle_of
from vision.types import Box, Point

CHIP_HEIGHT = 3.0
HAND_MM = 60.0
"""Length from which something wide is a hand; along the picture's edge half of it is enough."""
HAND_SHARE = 0.45
"""The same where nothing is known of millimetres: a share of the picture's height."""
MARGIN = 0.75
"""What is shown to the eyes around a change, in sizes of a die: they want to see its surroundings."""
MARGIN_SHARE = 0.08
SPAN: dict[DieKind, float] = {"d10": 1.0, "d6": 1.25}
"""Longer side of a die's silhouette, in its size: a d6 shows its diagonal, or its edge."""
SMALLEST, LARGEST = 0.6, 1.6
"""How large a thing may seem, as a share of its size; a printed circle is larger."""
WHOLE = 0.8
"""Size, in those of a die, below which only a piece of one may be seen.

From straight above a d10 that lies level is 0.83 long and more; up to 45° off the vertical fewer than one in a hundred
is below 0.8. A d6 is 1 and more.
"""
WHOLE_AREA = 0.8
"""Area of an outline, in the least that a level d6 shows there, below which only a piece of one is seen.

Of 577 simulated dice on print of another colour, seen up to 45° off the vertical, none has less than 0.91, so a die may
be a little smaller than it is sold; of pieces whose pips were counted wrongly the largest had 0.76. Breadth tells less:
with a side face a piece is as broad as a die.
"""
ONE = 1.15
"""Length, in sizes of a die, up to which pieces may be of one die: there is no room for two."""
CROWD = 1.4
"""Length, in sizes of a die, from which an outline that is slim is more than one die."""
CROWD_CHIP = 1.24
"""Length, in chips, from which any outline is more than one thing; a large die has the room of a slim crowd."""
SLIM = 0.85
"""Breadth over length below which an outline is no whole chip's."""
CHIP_SLACK = 0.15
"""By how much of it the chip's radius may seem smaller or larger, that an outline may be what is seen of it."""


@dataclass(frozen=True, slots=True)
class Ground:
    """How one size of still frames lies over the table.

    Attributes:
        size: width and height of a still frame, pixels.
        field: what is printed.
        registration: how the camera sees it, where that is known.
        die_mm: across a die.
    """

    size: tuple[int, int]
    field: Field
    registration: Registration | None
    die_mm: float = DIE_MM

    @property
    def hand_share(self) -> float:
        """Length, as a share of the picture's width, from which something is a hand."""
        return HAND_SHARE * self.size[1] / self.size[0] if self.registration is None else HAND_MM * self._share_of_mm

    @property
    def margin_share(self) -> float:
        """What to show around a change, as a share of the picture's width."""
        if self.registration is None:
            return MARGIN_SHARE * self.size[1] / self.size[0]
        return MARGIN * self.die_mm * self._share_of_mm

    @property
    def _share_of_mm(self) -> float:
        seen = self.registration
        return 0.0 if seen is None else seen.scale_at((0.0, 0.0)) / seen.lens.size[0]

    @property
    def above(self) -> Above | None:
        """What undoes the camera's tilt at a die, where that is known: in the plane of a d10's top face."""
        seen, height = self.registration, 2 * middle_of("d10", self.die_mm)
        return None if seen is None else lambda x, y: seen.above((x, y), height)

    def token(self, reading: Reading) -> Token:
        """What was read, where it lies."""
        box = reading.box
        if self.registration is None:
            return Token(reading, box.centre, box.size)
        at = self.registration.place(box.centre, self._height(reading))
        return Token(reading, at, box.size / self.registration.scale_at(at))

    def pixel(self, token: Token) -> Point:
        """Where the middle of ``token`` is seen in the still frame."""
        if self.registration is None:
            return token.at
        x, y = self.registration.to_pixels(np.array([(*token.at, self._height(token.reading))]))[0]
        return float(x), float(y)

    def place(self, token: Token) -> Point | None:
        """Where ``token`` lies, mm; None where no board is registered."""
        return None if self.registration is None else token.at

    def is_plausible(self, token: Token) -> bool:
        """Whether ``token`` is as large as it should be, where that can be told."""
        read = token.reading
        size = self.die_mm * SPAN[read.kind] if isinstance(read, DieReading) else 2 * CHIP_RADIUS
        return self.registration is None or SMALLEST * size < token.size < LARGEST * size

    def may_be_piece(self, token: Token) -> bool:
        """Whether ``token`` may be a piece of a die whose rest is of the print's colour, where that can be told."""
        die = isinstance(token.reading, DieReading)
        return die and self.registration is not None and token.size < WHOLE * self.die_mm

    def seems_small(self, token: Token) -> bool:
        """Whether ``token`` is a die that is asked about for its size, however sure the eyes are of it.

        Of one with pips its outline tells (`may_lack_pips`); an ace may also have been taken for a coin.
        """
        read = token.reading
        if self.registration is None or not isinstance(read, DieReading) or read.value is not None:
            return False
        pips = read.kind == "d6" and read.numeral is None and any(value > 1 for value, _ in read.likely[:1])
        return (pips and read.confidence >= THRESHOLD) or self.may_be_piece(token)

    def may_lack_pips(self, reading: Reading, own: Sequence[Outline]) -> bool:
        """Whether ``reading`` counts pips, and its outlines may show but a piece of the die, or its shadow.

        A die whose middle lies in no outline is seen in pieces.
        """
        pips = isinstance(reading, DieReading) and reading.kind == "d6" and reading.numeral is None
        if not pips or self.registration is None:
            return False
        least = WHOLE_AREA * least_area(self.token(reading).at, self.registration, self.die_mm)
        return not own or any(outline.shaded or outline.area < least for outline in own)

    def is_crowd(self, outline: Outline) -> bool:
        """Whether an outline is too long for a die and too slim for the chip, or too long for both."""
        if self.registration is None:
            return False
        long, short = (side / self.registration.scale_at((0.0, 0.0)) for side in outline.sides)
        many = CROWD * self.die_mm
        return long > max(CROWD_CHIP * 2 * CHIP_RADIUS, many) or (long > many and short < SLIM * long)

    def may_be_chip(self, outline: Outline) -> bool:
        """Whether an outline is as far across as the chip, where that can be told, though some of it may be missing."""
        return self.fits_chip(outline) and self._chips(outline) > 1 - CHIP_SLACK

    def fits_chip(self, outline: Outline) -> bool:
        """Whether an outline is no farther across than the chip, where that can be told."""
        return self.registration is not None and self._chips(outline) < 1 + CHIP_SLACK

    def _chips(self, outline: Outline) -> float:
        """How far across an outline is, in chips."""
        seen = self.registration
        return 0.0 if seen is None else outline.radius / seen.scale_at((0.0, 0.0)) / CHIP_RADIUS

    def is_one(self, outline: Outline) -> bool:
        """Whether an outline is no longer than a die, where that can be told."""
        if self.registration is None:
            return False
        return outline.sides[0] / self.registration.scale_at((0.0, 0.0)) < ONE * self.die_mm

    def level_box(self, reading: Reading) -> Box:
        """The box of what was read as if it lay level, where that can be told: if its own edges cannot."""
        if self.registration is None or not isinstance(reading, DieReading):
            return reading.box
        return level_box(reading, self.token(reading).at, self.registration, self.die_mm)

    def is_outside(self, token: Token) -> bool:
        """Whether ``token`` lies outside the tray."""
        return self.registration is not None and not self.field.tray.holds(token.at)

    def is_level(self, token: Token) -> bool:
        """Whether ``token`` lies flat on the print, as far as can be told."""
        return self.registration is None or lies_level(token.reading, token.at, self.registration, self.die_mm)

    def may_be_perched(self, token: Token) -> bool:
        """Whether ``token`` is a die that may stand on an edge, where that can be told."""
        seen = self.registration
        return seen is not None and is_perched(token.reading, token.at, seen, self.die_mm)

    def is_parked(self, token: Token) -> bool:
        """Whether ``token`` is a die in the corner for dice that nobody throws."""
        die = isinstance(token.reading, DieReading)
        return die and self.registration is not None and self.field.dice_corner.holds(token.at)

    def _height(self, reading: Reading) -> float:
        return middle_of(reading.kind, self.die_mm) if isinstance(reading, DieReading) else CHIP_HEIGHT
