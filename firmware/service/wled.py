"""Lights that run WLED celebrate with the stadium: by their own HTTP interface (https://kno.wled.ge/interfaces/json-api).

Rule kept here: the game's loop only puts down what is shown. A thread of its own asks the lights how they are, has them
celebrate, and has them be so again; lights that are gone, slow or something else cost a celebration, and nothing more.
"""

from __future__ import annotations

import http.client
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Full, Queue
from threading import Event, Thread
from typing import Any, Final

import msgspec

from firmware.service import log
from scoreboard.display.moments import Name, moments_of
from scoreboard.display.palette import panel_color
from scoreboard.face_guard import Face
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.record import steps_since
from scoreboard.rules.events import Expect, Setup
from scoreboard.web.state.live import Live

ANSWERS_S: Final = 2.0
"""Seconds that the lights have to answer."""
LARGEST: Final = 64 << 10
"""Bytes of an answer that are read."""
BLINK, CHASE, SOLID = 1, 28, 0
"""Effects of WLED, whose numbers never change (https://kno.wled.ge/features/effects)."""
CELEBRATED: Final[Mapping[Name, tuple[int, float]]] = {
    "home-run": (CHASE, 4.0),
    "grand-slam": (CHASE, 6.0),
    "walk-off": (CHASE, 6.0),
    "final": (SOLID, 6.0),
    "strikeout": (BLINK, 2.0),
    "double-play": (BLINK, 2.0),
    "triple-play": (BLINK, 3.0),
    "side-change": (SOLID, 2.0),
}
"""The moments that lights celebrate: the effect, and for how many seconds."""
Post = Callable[[str, str, bytes | None], bytes]
"""Asks the lights: method, path, body -> body of the answer."""


class WledLights:
    """A face; ``address`` is that of the lights, with a port if it is not 80."""

    def __init__(self, address: str, post: Post | None = None) -> None:
        self._address, self._ask = address, post or self._asked
        self._before: Live | None = None
        self._plays: Queue[tuple[Live, Live] | None] = Queue(4)
        self._face, self._closing, self._is_lost = Face("lights"), Event(), False
        self._thread = Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    def show(self, live: Live | None) -> None:
        """Put down what is shown now; called in the loop. Lights that are behind miss it."""
        before, self._before = self._before, live
        if before is None or live is None or before.game != live.game or before.history.number >= live.history.number:
            return
        with suppress(Full):
            self._plays.put_nowait((before, live))

    def close(self) -> None:
        """Leave the lights as they were."""
        self._closing.set()
        with suppress(Full):
            self._plays.put_nowait(None)
        self._thread.join(2 * ANSWERS_S)

    def _run(self) -> None:
        while not self._closing.is_set() and (play := self._plays.get()) is not None:
            with self._face:
                self._celebrate(*play)

    def _celebrate(self, before: Live, after: Live) -> None:
        """The last moment of these lines that lights celebrate."""
        steps = [each for each in steps_since(before.history, after.history) if each.refused is None]
        moments = [
            (CELEBRATED[moment.name], step)
            for step in steps
            if not isinstance(step.line, Setup | Expect)
            for moment in moments_of(step.before.game, step.line, step.after)
            if moment.name in CELEBRATED
        ]
        if not moments:
            return
        (effect, seconds), step = moments[-1]
        game = step.before.game
        color = panel_color(game.team(game.batting).color)
        try:
            self._light(effect, seconds, color)
        except (OSError, http.client.HTTPException, *DECODE_ERRORS) as error:
            if not self._is_lost:
                log.event("lights", f"the lights do not answer: {type(error).__name__}", logging.WARNING)
            self._is_lost = True
        else:
            self._is_lost = False

    def _light(self, effect: int, seconds: float, color: tuple[int, int, int]) -> None:
        before = msgspec.json.decode(self._ask("GET", "/json/state", None), type=LightState)
        celebrates = {"on": True, "tt": 0, "seg": [{"fx": effect, "sx": 200, "col": [color]}]}
        self._ask("POST", "/json/state", msgspec.json.encode(celebrates))
        self._closing.wait(seconds)
        self._ask("POST", "/json/state", msgspec.json.encode(before))

    def _asked(self, method: str, path: str, body: bytes | None) -> bytes:
        """What they answer. Raises what a network raises."""
        line = http.client.HTTPConnection(self._address, timeout=ANSWERS_S)
        try:
            line.request(method, path, body, {"Content-Type": "application/json"})
            return line.getresponse().read(LARGEST)
        finally:
            line.close()


class LightState(msgspec.Struct):
    """How lights are: all that they are told to be again."""

    on: bool = False
    bri: int = 128
    seg: list[dict[str, Any]] = []
