"""One still as all stages after segmentation see it: its picture and scale, and how it lies over the table.

`StillView` has its crops, and where each token is in it. Its geometry makes readings in pixels into tokens that lie
somewhere, and says how large things are. What belongs to one still is computed here alone, and dropped with it.

If a board is registered, places and sizes are millimetres (`BoardGeometry`). Without one, as for a webcam over any
table, they are the still's own pixels (`TableGeometry`): distances are then judged by the size of the dice themselves,
and there is no tray and no corner for dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from math import cos, dist, radians, sin

import cv2
import numpy as np

from vision.geometry.registration import Registration
from vision.geometry.sizes import CHIP_RADIUS, CHIP_THICKNESS, DIE_MM
from vision.geometry.stadium import Field
from vision.geometry.tilt import TiltField
from vision.readings import DieKind, DieReading, Reading
from vision.recognition.parameters import THRESHOLD
from vision.tracking.association import Token
from vision.tracking.background import WORKING_WIDTH, Blob
from vision.tracking.cocked import centre_height, is_level, is_perched, level_box, min_silhouette_area
from vision.types import Box, Frame, Point, Points

BLOB_MARGIN = 3.0
"""Working pixels around a blob that belong to it: a shadow's edge, half a die."""
HAND_MM = 60.0
"""Length from which something wide is a hand; along the picture's edge half of it is enough."""
MARGIN_DICE = 0.75
"""How much is shown around a change, in sizes of a die: the networks learned dice with some table around them."""
SPAN: dict[DieKind, float] = {"d10": 1.0, "d6": 1.25}
"""Longer side of a die's silhouette, in its size: a d6 shows its diagonal, or its edge."""
MIN_SIZE, MAX_SIZE = 0.6, 1.6
"""How large a token may seem, as a share of its size; a printed circle is larger."""
MIN_WHOLE_SIZE = 0.8
"""Size, in those of a die, below which only a piece of one may be seen: a level d10 is 0.83 long and more, a d6 1."""
MIN_WHOLE_AREA = 0.8
"""Area of an outline, in the least that a level d6 shows there, below which only a piece of one is seen."""
MAX_ONE_DIE = 1.15
"""Length, in sizes of a die, up to which pieces may be of one die: there is no room for two."""
MIN_CLUSTER = 1.4
"""Length, in sizes of a die, from which an outline that is slim is more than one die."""
MIN_CLUSTER_CHIPS = 1.24
"""Length, in chips, from which any outline is more than one token; a large die has the room of a slim cluster."""
SLIM = 0.8
"""Breadth over length below which an outline is no whole chip's."""
HELMET_REACH_MM = 12.0
"""How far from its place what shows of a helmet may seem to lie: its foot by 7 mm, and its top leans outward by 5."""
CHIP_TOLERANCE = 0.15
"""By how much of it the chip's radius may seem smaller or larger, if an outline is what is seen of the chip."""


@dataclass(frozen=True, slots=True)
class TableGeometry:
    """How stills lie over a table without a registered board: places and sizes are pixels of the still.

    Nothing can be judged by its size or place then, so each question is answered as for a die that lies flat in the
    tray. `BoardGeometry` answers them in millimetres.

    Attributes:
        hand_height_share: `HAND_MM`, as a share of the picture's height.
        margin_height_share: what `MARGIN_DICE` gives, likewise.
    """

    _: KW_ONLY
    hand_height_share: float = 0.45
    margin_height_share: float = 0.08

    def hand_share(self, size: tuple[int, int]) -> float:
        """Length, as a share of the width, from which something is a hand in pictures of ``size`` (width, height)."""
        return self.hand_height_share * size[1] / size[0]

    def margin_share(self, size: tuple[int, int]) -> float:
        """How much to show around a change, likewise as a share of the width."""
        return self.margin_height_share * size[1] / size[0]

    @property
    def tilt_field(self) -> TiltField | None:
        """The camera's tilt at each pixel; None if it is not known."""
        return None

    def token(self, reading: Reading, /) -> Token:
        """A reading, where it lies."""
        return Token(reading, reading.box.centre, reading.box.size)

    def pixel(self, token: Token, /) -> Point:
        """Where the middle of ``token`` is seen in the still."""
        return token.at

    def place(self, _token: Token, /) -> Point | None:
        """Where it lies, mm; None if no board is registered."""
        return None

    def is_plausible(self, _token: Token, /) -> bool:
        """Whether it is as large as such a token should be."""
        return True

    def is_outside_tray(self, _token: Token, /) -> bool:
        """Whether it lies where no throw counts."""
        return False

    def is_parked(self, _token: Token, /) -> bool:
        """Whether it is a die in the corner for dice that are not in use."""
        return False

    def may_be_helmet(self, _token: Token, /) -> bool:
        """Whether a helmet may stand where it lies."""
        return False

    def is_level(self, _token: Token, /) -> bool:
        """Whether it lies flat; True if that is not known."""
        return True

    def may_be_perched(self, _token: Token, /) -> bool:
        """Whether it is a die that may stand on an edge."""
        return False

    def may_be_fragment(self, _token: Token, /) -> bool:
        """Whether it may be a piece of a die whose rest has the print's colour."""
        return False

    def seems_small(self, _token: Token, /) -> bool:
        """Whether it is a die that is asked about for its size, however sure the value is."""
        return False

    def may_lack_pips(self, _reading: Reading, _areas: Sequence[float], /) -> bool:
        """Whether pips were counted in outlines of these areas, pixels, which may be but pieces of a die."""
        return False

    def is_piece(self, _hull: Points, /) -> bool:
        """Whether a convex outline, pixels, shape (N, 2), shows less than a whole cube does."""
        return False

    def level_box(self, reading: Reading, /) -> Box:
        """The reading's box as if the token lay level: for one whose own edges cannot be seen."""
        return reading.box

    def is_cluster(self, _hull: Points, /) -> bool:
        """Whether a convex outline, pixels, shape (N, 2), is too large to be one token."""
        return False

    def fits_one_die(self, _hull: Points, /) -> bool:
        """Whether such an outline is no longer than a die."""
        return False

    def fits_chip(self, _radius: float, /) -> bool:
        """Whether an outline with a circle of this radius around it, pixels, is no farther across than the chip."""
        return False

    def may_be_chip(self, _radius: float, /) -> bool:
        """Whether such an outline is as far across as the chip, though some of it may be missing."""
        return False


NO_BOARD = TableGeometry()


@dataclass(frozen=True, slots=True)
class BoardGeometry(TableGeometry):
    """How stills lie over a registered board: places and sizes are millimetres."""

    field: Field
    registration: Registration
    die_mm: float = DIE_MM

    def hand_share(self, _size: tuple[int, int]) -> float:
        """By `HAND_MM`."""
        return HAND_MM * self._share_of_mm

    def margin_share(self, _size: tuple[int, int]) -> float:
        """By `MARGIN_DICE`."""
        return MARGIN_DICE * self.die_mm * self._share_of_mm

    @property
    def tilt_field(self) -> TiltField | None:
        """In the plane of a d10's top face."""
        seen, height = self.registration, 2 * centre_height("d10", self.die_mm)
        return lambda x, y: seen.tilt_at((x, y), height)

    def token(self, reading: Reading, /) -> Token:
        """On the ray through the middle of its box, as high as the middle of such a thing."""
        at = self.registration.place(reading.box.centre, self._height(reading))
        return Token(reading, at, reading.box.size / self.registration.scale_at(at))

    def pixel(self, token: Token, /) -> Point:
        """The inverse of `token`."""
        x, y = self.registration.to_pixels(np.array([(*token.at, self._height(token.reading))]))[0]
        return float(x), float(y)

    def place(self, token: Token, /) -> Point | None:
        """Where it is known to lie."""
        return token.at

    def is_plausible(self, token: Token, /) -> bool:
        """By its length; a printed circle is larger."""
        read = token.reading
        size = self.die_mm * SPAN[read.kind] if isinstance(read, DieReading) else 2 * CHIP_RADIUS
        return MIN_SIZE * size < token.size < MAX_SIZE * size

    def is_outside_tray(self, token: Token, /) -> bool:
        """By its middle."""
        return not self.field.tray.holds(token.at)

    def is_parked(self, token: Token, /) -> bool:
        """By its middle; the chip never is."""
        return isinstance(token.reading, DieReading) and self.field.dice_corner.holds(token.at)

    def may_be_helmet(self, token: Token, /) -> bool:
        """On the base path, or in a dugout."""
        places = (*self.field.path, *(seat for seats in self.field.dugouts.values() for seat in seats))
        return any(dist(token.at, place) <= HELMET_REACH_MM for place in places)

    def is_level(self, token: Token, /) -> bool:
        """By `vision.tracking.cocked`."""
        return is_level(token.reading, token.at, self.registration, self.die_mm)

    def may_be_perched(self, token: Token, /) -> bool:
        """By `vision.tracking.cocked`."""
        return is_perched(token.reading, token.at, self.registration, self.die_mm)

    def may_be_fragment(self, token: Token, /) -> bool:
        """By its length."""
        return isinstance(token.reading, DieReading) and token.size < MIN_WHOLE_SIZE * self.die_mm

    def seems_small(self, token: Token, /) -> bool:
        """By its length; a die with pips by its outline (`may_lack_pips`): an ace may also be taken for a coin."""
        read = token.reading
        if not isinstance(read, DieReading) or read.value is not None:
            return False
        pips = read.kind == "d6" and read.numeral is None and any(value > 1 for value, _ in read.alternatives[:1])
        return (pips and read.confidence >= THRESHOLD) or self.may_be_fragment(token)

    def may_lack_pips(self, reading: Reading, areas: Sequence[float], /) -> bool:
        """By the least area that a level die shows there; one whose middle lies in no outline is seen in pieces."""
        if not isinstance(reading, DieReading) or reading.kind != "d6" or reading.numeral is not None:
            return False
        return not areas or min(areas) < self._least_area(self.token(reading).at)

    def is_piece(self, hull: Points, /) -> bool:
        """By the least area that a level d6 shows there; a d10 seems a piece of one."""
        x, y = (hull.min(axis=0) + hull.max(axis=0)) / 2
        at = self.registration.place((float(x), float(y)), self.die_mm / 2)
        return cv2.contourArea(hull.astype(np.float32)) < self._least_area(at)

    def level_box(self, reading: Reading, /) -> Box:
        """By how its numeral lies."""
        if not isinstance(reading, DieReading):
            return reading.box
        return level_box(reading, self.token(reading).at, self.registration, self.die_mm)

    def is_cluster(self, hull: Points, /) -> bool:
        """Too long for a die and too slim for the chip, or too long for both."""
        long, short, die_long = self._sides(hull)
        is_slim = short < SLIM * long and die_long > MIN_CLUSTER * self.die_mm
        return is_slim or long > max(MIN_CLUSTER_CHIPS * 2 * CHIP_RADIUS, MIN_CLUSTER * self.die_mm)

    def fits_one_die(self, hull: Points, /) -> bool:
        """A little more than a die is long."""
        return self._sides(hull)[2] < MAX_ONE_DIE * self.die_mm

    def fits_chip(self, radius: float, /) -> bool:
        """A little more than the chip's radius."""
        return radius / self._scale < (1 + CHIP_TOLERANCE) * CHIP_RADIUS

    def may_be_chip(self, radius: float, /) -> bool:
        """The chip's radius, more or less."""
        return self.fits_chip(radius) and radius / self._scale > (1 - CHIP_TOLERANCE) * CHIP_RADIUS

    def _least_area(self, at: Point) -> float:
        return MIN_WHOLE_AREA * min_silhouette_area(at, self.registration, self.die_mm)

    def _sides(self, hull: Points) -> tuple[float, float, float]:
        """The longer and the shorter side of the smallest box around an outline, mm; and the former without its height.

        A die that lies far from the camera's foot shows a side beside its top, and seems longer by that.
        """
        middle = self.die_mm / 2
        flat = self.registration.to_board(hull, middle).astype(np.float32)
        at, sides, angle = cv2.minAreaRect(flat)
        axes = np.array(((cos(radians(angle)), sin(radians(angle))), (-sin(radians(angle)), cos(radians(angle)))))
        outward = (np.array(at) - self.registration.eye[:2]) / (self.registration.eye[2] - middle)
        short, long = sorted(zip(sides, np.abs(axes @ outward), strict=True))
        return long[0], short[0], long[0] - self.die_mm * float(long[1])

    @property
    def _scale(self) -> float:
        """Pixels a millimetre in the middle of the field."""
        return self.registration.scale_at((0.0, 0.0))

    @property
    def _share_of_mm(self) -> float:
        """A millimetre in the middle of the field, as a share of the picture's width."""
        return self._scale / self.registration.lens.size[0]

    def _height(self, reading: Reading) -> float:
        """Of the token's middle, mm above the print."""
        return centre_height(reading.kind, self.die_mm) if isinstance(reading, DieReading) else CHIP_THICKNESS


@dataclass(frozen=True, slots=True, eq=False)
class StillView:
    """One still, how it lies over the table, and the blobs of the frame that have come to rest and are to be read."""

    picture: Frame
    geometry: TableGeometry
    blobs: tuple[Blob, ...] = ()

    @property
    def zoom(self) -> float:
        """Pixels of the still a pixel of the small stream, at its working width."""
        width: int = self.picture.shape[1]
        return width / WORKING_WIDTH

    def box_of(self, token: Token) -> Box:
        """Where it is seen in the still."""
        (x, y), (_, _, width, height) = self.geometry.pixel(token), token.reading.box
        return Box(int(x - width / 2), int(y - height / 2), width, height)

    def boxes(self, tokens: Iterable[Token]) -> list[Box]:
        """Where each is seen in the still."""
        return [self.box_of(token) for token in tokens]

    def crop_around_blob(self, blob: Blob) -> Box:
        """What of the still is shown of a blob: it may reach out of the picture."""
        left, top, right, bottom = self._edges(blob, self._margin_share * WORKING_WIDTH)
        return Box.from_edges(left, top, int(right) + 1, int(bottom) + 1)

    def crop_around(self, box: Box) -> Box:
        """What of the still is shown of what lies in ``box``."""
        return box.expanded(round(self._margin_share * self.picture.shape[1]))

    def in_still(self, box: Box) -> Box:
        """Where a box of the small stream lies in the still."""
        return Box(*(round(side * self.zoom) for side in box))

    def in_stream(self, box: Box) -> Box:
        """Where a box of the still lies in the small stream."""
        return Box(*(round(side / self.zoom) for side in box))

    def tokens_under(self, blob: Blob, tokens: Iterable[Token]) -> list[Token]:
        """Those whose middle lies in the blob, or just beside it."""
        return [token for token in tokens if self._covers(blob, self.geometry.pixel(token))]

    def blobs_over(self, token: Token) -> list[Blob]:
        """Those of the ``blobs`` in or just beside which the middle of ``token`` lies."""
        return self._blobs_at(self.geometry.pixel(token))

    def frames_still(self, box: Box) -> int:
        """Frames since anything moved in the ``blobs`` at a box of the still; 0 if there is none."""
        return min((blob.frames_still for blob in self._blobs_at(box.centre)), default=0)

    def _blobs_at(self, pixel: Point) -> list[Blob]:
        return [blob for blob in self.blobs if self._covers(blob, pixel)]

    def _covers(self, blob: Blob, pixel: Point) -> bool:
        left, top, right, bottom = self._edges(blob, BLOB_MARGIN)
        return left <= pixel[0] <= right and top <= pixel[1] <= bottom

    def _edges(self, blob: Blob, margin: float) -> tuple[float, float, float, float]:
        """Left, top, right, bottom in the still of a blob with so many working pixels around it."""
        (left, top, right, bottom), zoom = blob.box.edges, self.zoom
        return (left - margin) * zoom, (top - margin) * zoom, (right + margin) * zoom, (bottom + margin) * zoom

    @property
    def _margin_share(self) -> float:
        height, width = self.picture.shape[:2]
        return self.geometry.margin_share((width, height))
