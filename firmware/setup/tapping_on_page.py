"""Tapping from a phone where pieces stand: it shows a picture of the stadium, and the owner taps the places on it.

Rules kept here: millimetres come from the printed markers, for those alone tell when the camera was moved; and nothing
is kept before the owner has seen all places drawn over the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

import cv2
import numpy as np

from firmware import throw_reader
from firmware.config.schema import Config
from firmware.devices.protocols import Frame
from firmware.errors import ConfigError, StadiumError
from firmware.service.jobs import JobTeller, Presses
from firmware.setup.calibrating_on_page import READY, jpeg, png
from firmware.storage.board_places import board_places, has_own_places, keep_places
from scoreboard.message import Words, message
from scoreboard.web.owner.job_types import JobSpot
from vision.board.marked_places import MarkedPlaces
from vision.board.places_file import PRINTED
from vision.board.tapped_places import TAPPED_FIRST, by_name, is_diamond, moved, proposed, too_close
from vision.errors import MarkersError
from vision.geometry.registration import Registration
from vision.geometry.stadium import Area
from vision.types import Box, Point

WIDEST: Final = 1600
"""Pixels of the picture that is tapped on: two a millimetre of a whole stadium, or more."""
AROUND_MM: Final = 25.0
"""How much of the table beside the board is shown, mm."""
DISCARD: Final[Presses] = (("undo", message("job.press.discard")),)


class TappingOnPage:
    """One such job: a picture, five taps, all places to be moved, and the file.

    Attributes:
        came_to: says at the end what came of it.
    """

    def __init__(self, job: JobTeller, config: Config, hands: Callable[[Words], None]) -> None:
        board = throw_reader.board(config)
        if board is None:
            raise StadiumError(message("job.places-need-markers"))
        self._job, self._config, self._board, self._hands = job, config, board, hands
        self._seen: Registration | None = None
        self._shown = Box(0, 0, 1, 1)
        self._places: MarkedPlaces | None = None
        self.came_to: Words = message("job.places-discarded")
        self._ask(message("calibrate.ask.settle"))

    def see(self, frame: Frame, still: Callable[[], Frame]) -> bool:
        """Look at a frame, and whether all is over."""
        answer = self._job.answered()
        if self._seen is None:
            self._job.film(lambda: jpeg(frame))
            if answer is not None and answer.press == "ok":
                self._take(still())
            return False
        if answer is None:
            return False
        if answer.press == "undo":
            return True
        taps = self._on_board(self._seen, answer.taps)
        return self._keep(taps) if answer.press == "ok" else self._propose(taps)

    def _take(self, picture: Frame) -> None:
        """Find the board on the picture, and show it to be tapped on."""
        try:
            self._seen = self._board.register(picture)
        except MarkersError as error:
            counted = message("job.markers", seen=error.total - len(error.lost), all=len(self._board.field.markers))
            self._ask(message("calibrate.ask.settle"), counted)
            return
        half = self._board.field.side / 2 + AROUND_MM
        corners = self._seen.to_pixels(Area(-half, -half, half, half).corners)
        self._shown = Box.from_edges(*corners.min(axis=0), *corners.max(axis=0)).clipped(picture)
        part = picture[self._shown.slices]
        share = min(WIDEST / self._shown.width, 1.0)
        small = cv2.resize(part, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        self._job.picture(png(np.asarray(small, np.uint8)))
        self._job.ask_again(0.5, message("job.places-tap"), DISCARD)
        with suppress(ConfigError):  # a file that cannot be used is tapped again
            if has_own_places(self._config):
                self._show(board_places(self._config), message("job.places-move"))

    def _propose(self, taps: Mapping[str, Point]) -> bool:
        """Draw all places, by the first five taps, or as they are printed where there are none."""
        if taps and not (taps.keys() >= set(TAPPED_FIRST) and is_diamond(taps)):
            self._job.ask(0.5, message("job.places-no-diamond"), DISCARD)
        else:
            self._show(proposed(taps) if taps else PRINTED.places, message("job.places-move"))
        return False

    def _keep(self, taps: Mapping[str, Point]) -> bool:
        if self._places is None:
            return self._propose(taps)
        places = moved(self._places, taps)
        if (pair := too_close(places)) is not None:
            self._show(places, message("job.places-too-close", one=str(pair[0]), other=str(pair[1])))
            return False
        if self._config.camera.source == "none":
            self.came_to = message("job.places-simulated")
        else:
            self.came_to = message("calibrate.written", file=str(keep_places(places)))
        return True

    def _show(self, places: MarkedPlaces, asked: Words) -> None:
        if self._seen is not None:
            self._places = places
            self._job.mark(_spots(places, self._seen, self._shown))
            self._job.ask_again(0.8, asked, DISCARD)

    def _ask(self, *words: Words) -> None:
        self._job.ask(0.1, words, READY)
        self._hands(words[0])

    def _on_board(self, seen: Registration, taps: Mapping[str, Point]) -> dict[str, Point]:
        """Taps, as shares of the picture, in mm of the print."""
        box = self._shown
        pixels = {name: (box.x + x * box.width - 0.5, box.y + y * box.height - 0.5) for name, (x, y) in taps.items()}
        return {name: seen.place(pixel) for name, pixel in pixels.items()}


def _spots(places: MarkedPlaces, seen: Registration, shown: Box) -> tuple[JobSpot, ...]:
    """Where places are on the part of a picture that is shown."""
    spots = []
    for name, (at, radius) in by_name(places).items():
        x, y = (seen.to_pixels(np.array([at]))[0] + 0.5 - (shown.x, shown.y)) / (shown.width, shown.height)
        wide = seen.scale_at(at) * radius / shown.width
        spots.append(JobSpot(name, round(float(x), 5), round(float(y), 5), round(wide, 5)))
    return tuple(spots)
