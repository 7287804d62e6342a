"""A picture of the stadium as the camera sees it, with everything that the appliance assumes drawn over it.

For a person to confirm: circles drawn must lie on circles printed. All that is drawn goes through the registration, the
lens included, so that its errors show. Rule kept here: nothing is shown by colour alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Literal

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.geometry.registration import Registration
from vision.geometry.stadium import Field, Marker
from vision.readings import DieReading, Reading
from vision.types import Box, Frame, Point, Points

HEIGHT = 1080
"""Of the picture, pixels."""
PANEL = 620
"""Width of the panel beside the view, pixels."""
LEADING, GAP = 1.34, 10
"""From line to line, in letters' sizes, and from note to note, pixels."""
FINE = 2
"""Supersampling: lines without steps."""
AROUND = 0.035
"""How much of the table to show around the field, as a share of its size."""
PATH, BASE, ZONE, WALL = (255, 255, 255), (255, 214, 64), (72, 214, 255), (255, 255, 255)
GOOD, DOUBTFUL, BAD = (96, 224, 112), (255, 184, 48), (255, 92, 92)
NIGHT, PAPER, FAINT = (16, 20, 28), (238, 242, 246), (140, 152, 168)
BASES = ("home", "1st", "2nd", "3rd")
Severity = Literal["green", "amber", "red"]
COLORS: dict[Severity, tuple[int, int, int]] = {"green": GOOD, "amber": DOUBTFUL, "red": BAD}
_Brush = ImageDraw.ImageDraw
Word = Callable[[str, str], str]
"""Words what is of a kind and has a name."""


@dataclass(frozen=True, slots=True)
class Note:
    """A line of the panel: its severity, what it is about, and one sentence."""

    severity: Severity
    about: str
    sentence: str


@dataclass(frozen=True)
class ReportImage:
    """What there is to draw; without a registration the bare view.

    ``readings`` are in pixels of the still; ``glare`` are middles and radii, mm, the largest first.
    """

    field: Field
    registration: Registration | None
    markers: Collection[int] = ()
    readings: Sequence[Reading] = ()
    glare: Sequence[tuple[Point, float]] = ()


def _as_named(_: str, name: str) -> str:
    return name


def draw_report(still: Frame, report: ReportImage, notes: Sequence[Note], title: str, word: Word = _as_named) -> Frame:
    """The view of a still (BGR) beside a panel of notes, shape (HEIGHT, any, 3), BGR.

    ``word`` words what is written in it: the kind, ``color`` or ``drawn``, and the name, such as ``red`` or ``glare``.
    """
    view = _view(still, report, word)
    sheet = Image.new("RGB", (view.width + PANEL, HEIGHT), NIGHT)
    sheet.paste(view, (0, 0))
    _Panel(sheet, view.width, word).write(title, notes)
    return np.ascontiguousarray(np.asarray(sheet, np.uint8)[..., ::-1])


def _view(still: Frame, report: ReportImage, word: Word) -> Image.Image:
    window = _window(still, report)
    zoom = HEIGHT / window.height
    size = round(window.width * zoom) * FINE, HEIGHT * FINE
    cut = Image.fromarray(np.ascontiguousarray(still[window.slices][..., ::-1]))
    canvas = cut.resize(size, Image.Resampling.LANCZOS)
    pen = _Pen(ImageDraw.Draw(canvas), report.registration, (window.x, window.y), zoom * FINE, word)
    if report.registration is not None:
        pen.stadium(report)
    for reading in report.readings:
        pen.token(reading)
    return canvas.resize((size[0] // FINE, size[1] // FINE), Image.Resampling.LANCZOS)


def _window(still: Frame, report: ReportImage) -> Box:
    """What is shown: the field and a little of the table."""
    height, width = still.shape[:2]
    if report.registration is None:
        return Box(0, 0, width, height)
    seen = report.registration.to_pixels(_along(report.field.tray.corners))
    pad = AROUND * float(np.ptp(seen, axis=0).max())
    left, top = np.maximum(np.floor(seen.min(axis=0) - pad), 0).astype(int)
    right, bottom = np.minimum(np.ceil(seen.max(axis=0) + pad), (width, height)).astype(int)
    return Box.from_edges(left, top, max(right, left + 1), max(bottom, top + 1))


def _along(corners: Points, steps: int = 12) -> Points:
    """Points along a closed outline, for behind a lens straight lines are none."""
    share = np.linspace(0, 1, steps, endpoint=False)[:, None]
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    return np.vstack([start + share * (end - start) for start, end in sides])


def _ring(centre: Point, radius: float) -> Points:
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    return np.column_stack((np.cos(angle), np.sin(angle))) * radius + centre


class _Pen:
    """Draws in millimetres of the stadium, or in pixels of the still."""

    def __init__(
        self, brush: _Brush, registration: Registration | None, corner: tuple[int, int], zoom: float, word: Word
    ) -> None:
        self._brush, self._registration, self._worded = brush, registration, word
        self._corner, self._zoom = np.array(corner), zoom

    def stadium(self, report: ReportImage) -> None:
        """All that is printed, where the appliance assumes it."""
        field = report.field
        self._line(_along(field.tray.corners), WALL, 2.0)
        self._dashes(_along(field.dice_corner.corners, 40), FAINT)
        corner = field.dice_corner
        self._word(
            self._worded("drawn", "dice-corner"),
            ((corner.left + corner.right) / 2, (corner.bottom + corner.top) / 2),
            FAINT,
            15,
        )
        self._line(np.array(field.path), PATH, 1.2)
        for place in field.path:
            self._line(_ring(place, 2.4 * field.side / 450), PATH, 2.0)
        for zone in field.zones:
            self._line(_ring(zone.centre, zone.radius), ZONE, 3.0)
            (x, y), off = zone.centre, 0.62 * zone.radius
            self._word(str(zone.number), (x - off, y + off), ZONE, 22)
        self._bases(field)
        for seats in field.dugouts.values():
            for seat in seats:
                self._line(_ring(seat, 10 * field.side / 450), PATH, 1.4)
        for marker in field.markers:
            self._marker(marker, seen=marker.number in report.markers)
        for place, radius in report.glare:
            self._dashes(_ring(place, radius), BAD)
        for place, _ in report.glare[:1]:
            self._word(self._worded("drawn", "glare"), place, BAD, 20)

    def _bases(self, field: Field) -> None:
        reach = 15 * field.side / 450
        for name, (x, y) in zip(BASES, field.bases, strict=True):
            self._line(np.array([(x - reach, y), (x, y + reach), (x + reach, y), (x, y - reach)]), BASE, 3.0)
            self._word(self._worded("drawn", name), (x, y - 1.65 * reach), BASE, 20)

    def _marker(self, marker: Marker, *, seen: bool) -> None:
        if seen:
            self._line(_along(marker.corners), GOOD, 4.0)
            self._word(f"{marker.number}", marker.centre, GOOD, 26)
        else:
            self._dashes(_along(marker.corners, 30), BAD)
            self._word(f"{marker.number}?", marker.centre, BAD, 26)

    def token(self, reading: Reading) -> None:
        """A die or the chip with its value, in pixels of the still."""
        color = GOOD if reading.is_sure else DOUBTFUL
        corners = (np.reshape(reading.box.edges, (2, 2)) - self._corner) * self._zoom
        self._brush.rectangle((*corners[0], *corners[1]), outline=color, width=round(3 * FINE))
        self._text(
            self._caption(reading), (float(corners.mean(axis=0)[0]), float(corners[0, 1]) - 15 * FINE), color, 20
        )

    def _pixels(self, places: Points) -> list[tuple[float, float]]:
        if self._registration is None:
            return []
        seen = (self._registration.to_pixels(places) - self._corner + 0.5) * self._zoom
        return [(float(x), float(y)) for x, y in seen]

    def _line(self, places: Points, color: tuple[int, int, int], wide: float) -> None:
        """A closed line with a dark rim, so that it shows on any print."""
        points = self._pixels(places)
        closed = [*points, points[0], points[1]]
        self._brush.line(closed, fill=NIGHT, width=round((wide + 1.6) * FINE), joint="curve")
        self._brush.line(closed, fill=color, width=round(wide * FINE), joint="curve")

    def _dashes(self, places: Points, color: tuple[int, int, int]) -> None:
        points = self._pixels(places)
        for start, end in zip(points[::4], points[2::4], strict=False):
            self._brush.line((start, end), fill=color, width=round(3 * FINE))

    def _word(self, word: str, place: Point, color: tuple[int, int, int], size: int) -> None:
        for at in self._pixels(np.array([place])):
            self._text(word, at, color, size)

    def _text(self, word: str, at: tuple[float, float], color: tuple[int, int, int], size: int) -> None:
        font = ImageFont.load_default(size * FINE)
        self._brush.text(at, _plain(word), fill=color, font=font, anchor="mm", stroke_width=3 * FINE, stroke_fill=NIGHT)

    def _caption(self, reading: Reading) -> str:
        if not isinstance(reading, DieReading):
            return self._worded("drawn", "chip")
        return f"{self._worded('color', reading.color)} {reading.value if reading.value is not None else '?'}"


def _plain(text: str) -> str:
    """Without accents and the like, which Pillow's own font has not."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")


class _Panel:
    """The notes beside the view, one below the other."""

    def __init__(self, sheet: Image.Image, left: int, word: Word) -> None:
        self._brush, self._left, self._top, self._worded = ImageDraw.Draw(sheet), left + 36, 40, word

    def write(self, title: str, notes: Sequence[Note]) -> None:
        """The title, each note with its sign, what must be fixed first, and the key to the lines in the view."""
        self._say(_LabelLine(title, PAPER, 34), 0)
        self._top += 12
        ordered = sorted(notes, key=lambda note: list(COLORS).index(note.severity), reverse=True)
        terse = sum(_height(_lines(note, terse=False)) for note in ordered) > HEIGHT - _KEY_HEIGHT - self._top
        for note in ordered:
            self._note(note, terse=terse)
        self._key()

    def _note(self, note: Note, *, terse: bool) -> None:
        top, lines = self._top, _lines(note, terse=terse)
        self._sign(note.severity, top + 14)
        for line in lines:
            self._say(line, 44)
        self._top = top + _height(lines)

    def _sign(self, severity: Severity, y: int) -> None:
        """A tick, an exclamation mark or a cross on a disc, drawn: not every font has them."""
        color, x = COLORS[severity], self._left + 14
        self._brush.ellipse((x - 13, y - 13, x + 13, y + 13), fill=color)
        for stroke in _STROKES[severity]:
            self._brush.line([(x + dx, y + dy) for dx, dy in stroke], fill=NIGHT, width=4, joint="curve")

    def _say(self, line: _LabelLine, indent: int) -> None:
        font = ImageFont.load_default(line.size)
        self._brush.text((self._left + indent, self._top), _plain(line.text), fill=line.color, font=font)
        self._top += round(line.size * LEADING)

    def _key(self) -> None:
        self._top = HEIGHT - _KEY_HEIGHT
        for color, name in _KEY:
            self._brush.line((self._left, self._top + 12, self._left + 28, self._top + 12), fill=color, width=4)
            self._say(_LabelLine(self._worded("drawn", name), FAINT, 18), 44)


@dataclass(frozen=True, slots=True)
class _LabelLine:
    """A line of the panel, its size in pixels."""

    text: str
    color: tuple[int, int, int]
    size: int


def _lines(note: Note, *, terse: bool) -> list[_LabelLine]:
    """Green notes are small, and only named if there is little room."""
    color = COLORS[note.severity]
    if note.severity != "green":
        return [_LabelLine(note.about, color, 23), *(_LabelLine(line, PAPER, 19) for line in wrap(note.sentence, 56))]
    small = [] if terse else wrap(note.sentence, 66)
    return [_LabelLine(note.about, color, 18), *(_LabelLine(line, FAINT, 16) for line in small)]


def _height(lines: Sequence[_LabelLine]) -> int:
    """Of a note and the gap below it, pixels."""
    return sum(round(line.size * LEADING) for line in lines) + GAP


_STROKES: dict[Severity, tuple[tuple[tuple[int, int], ...], ...]] = {
    "green": (((-6, 0), (-2, 5), (6, -5)),),
    "amber": (((0, -7), (0, 2)), ((0, 5), (0, 8))),
    "red": (((-5, -5), (5, 5)), ((-5, 5), (5, -5))),
}
"""A severity's sign, so that green and red need not be told apart."""
_KEY = (
    (BASE, "key-bases"),
    (ZONE, "key-zones"),
    (PATH, "key-path"),
    (GOOD, "key-seen"),
    (BAD, "key-unseen"),
)
_KEY_HEIGHT = 24 * len(_KEY) + 36
