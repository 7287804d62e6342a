"""Hands pictures to a panel: the score at once, and frames of a moment as fast as the panel can follow.

Rule kept here: a frame never keeps the loop waiting. It is written on a thread, one that has not been written yet gives
way to a newer one, and for as long as the last frame kept the processor busy no other is begun: a wire that is slow
takes no time from the eyes, a terminal that is drawn does. A score waits only for the frame that is on the wire then.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Lock, Thread

from PIL import Image

from firmware.devices.protocols import Panel


class PanelFeed:
    """The pictures of one panel.

    Args:
        panel: the panel.
        now: the loop's clock, in seconds.
        busy: for how long this thread has kept the processor busy, in seconds.
    """

    def __init__(
        self, panel: Panel, now: Callable[[], float] = time.monotonic, busy: Callable[[], float] = time.thread_time
    ) -> None:
        self._panel, self._now, self._busy = panel, now, busy
        self.size = panel.size
        self._wire = Lock()
        self._asked, self._closed = Event(), False
        self._newest: Image.Image | None = None
        self._rested = 0.0
        self._failed: Exception | None = None
        self._thread: Thread | None = None

    def show(self, picture: Image.Image) -> None:
        """Light the panel with this now; a frame that still waits is out of date.

        Raises:
            StadiumError: if a panel without a supervisor fails, or failed at a frame; the next picture is tried again.
        """
        with self._wire:
            self._newest, failed, self._failed = None, self._failed, None
            if failed is not None:
                raise failed
            self._panel.show(picture)

    def offer(self, picture: Image.Image) -> None:
        """Light the panel with this frame as soon as it can, unless a newer one comes before."""
        if self._now() < self._rested:
            return
        self._newest = picture
        self._asked.set()
        if self._thread is None:
            self._thread = Thread(target=self._work, name="panel", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Write no more frames; the panel itself is left open."""
        self._closed = True
        self._asked.set()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while self._asked.wait() and not self._closed:
            self._asked.clear()
            self.write_newest()

    def write_newest(self) -> None:
        """Write the frame that waits, if one still does."""
        with self._wire:
            picture, self._newest = self._newest, None
            if picture is not None and self._failed is None:
                self._write(picture)

    def _write(self, picture: Image.Image) -> None:
        began = self._busy()
        try:
            self._panel.show(picture)
        except Exception as error:  # noqa: BLE001 - raised where the loop hears of it
            self._failed = error
        self._rested = self._now() + self._busy() - began
