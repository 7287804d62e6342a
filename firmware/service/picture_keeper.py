"""Keeps the pictures of every throw that the camera scored, or that players were asked about.

Rules kept here: the loop that plays only hands over what was seen; a thread encodes and writes it.
Of too many at once some are dropped, and a disk that takes no more is logged once: no play waits, and no game fails.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Full, Queue
from typing import Final

from firmware.play.state.question import Asked
from firmware.play.state.shown import Shown
from firmware.play.table.sightings import SeenThrow, Sightings, Throw
from firmware.service import log
from firmware.service.throw_pictures import kept
from firmware.storage.throw_store import ThrowStore
from scoreboard.errors import why_and_remedy
from scoreboard.kept_throws import GameKey
from scoreboard.language import ENGLISH
from scoreboard.rules.events import Chip, Die, Roll

MOST_WAITING: Final = 4
"""Throws that wait for the thread: half a megabyte each."""
LAST_S: Final = 2.0
"""Seconds that the end of the program waits for what is still to be written."""
Job = tuple[GameKey, int, Sequence[SeenThrow]]


class PictureKeeper:
    """An observer of the game.

    Args:
        sightings: what was seen.
        store: where it is kept.
        game: which game is played now.
        report: called once with the reason if the disk takes no pictures.
    """

    def __init__(
        self,
        sightings: Sightings,
        store: ThrowStore,
        game: Callable[[], GameKey],
        report: Callable[[OSError], None] | None = None,
    ) -> None:
        self._sightings, self._store, self._game = sightings, store, game
        self._report = report or _log_unkept
        self._asked: Asked | None = None
        self._queue: Queue[Job | None] = Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._work, name="pictures", daemon=True)
        self._thread.start()

    def __call__(self, shown: Shown) -> None:
        """Take in what was shown: of a throw that was scored its pictures are kept."""
        asked, self._asked = self._asked, shown.asked
        line = shown.line
        if shown.kind != "play" or not isinstance(line, Die | Chip | Roll):
            return
        is_answer = asked is not None and not asked.by_hand and line.by in {"button", "web"}
        if line.by == "camera" or is_answer:
            self._keep(line, shown.number, asked=is_answer)

    def close(self) -> None:
        """Write what waits, for a moment, and end the thread."""
        with suppress(Full):
            self._queue.put(None, timeout=LAST_S)
        self._thread.join(LAST_S)

    def _keep(self, line: Throw, number: int, *, asked: bool) -> None:
        if seen := self._sightings.taken(line, asked=asked):
            with suppress(Full):  # the thread is busy: the game goes on without
                self._queue.put_nowait((self._game(), number, seen))

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            game, number, seen = job
            try:
                self._store.keep(game, number, kept(seen))
            except OSError as error:
                self._report_once(error)
            except Exception:  # a picture that cannot be encoded is a fault of ours, and ends no game
                logging.getLogger(__name__).exception("a picture could not be kept")

    def _report_once(self, error: OSError) -> None:
        report, self._report = self._report, lambda _: None
        report(error)


def _log_unkept(error: OSError) -> None:
    text = f"the pictures of throws cannot be kept ({ENGLISH(why_and_remedy(error))}); the game goes on without them"
    log.event("pictures", text, logging.WARNING)
