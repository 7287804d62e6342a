"""The signs by which an update is judged: lines can be written, frames come, a picture is lit, nothing must be mended.

They are in one small file of memory, read by root's gate (`firmware.update.gate`), which can ask for a check-up by
another. Rule kept here: nothing is looked at that could hold up a game, unless it is asked for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, structs

from firmware.files.atomic import read_plain, write_whole
from firmware.update.gate import LIFE, UpdatePlaces

EVERY_S: Final = 1.0
"""Seconds from one look to the next."""
FRESH_S: Final = 10.0
"""For so long a frame is a sign that the camera sees."""
LEAST: Final = 3
"""So many frames must have come: the first one does before anything was read in it."""
LONGEST_TOKEN: Final = 64


class Life(Struct, frozen=True):
    """What is told.

    Attributes:
        version: that runs.
        frame: frames have come, the last of them within the last seconds.
        picture: a picture is lit on a panel.
        journal: a line could be written when the last check-up was asked for, and all that was played is on the card.
        red: what the check-up found that must be mended; None while none was made.
        token: by which it was asked for.
    """

    version: str
    frame: bool = False
    picture: bool = False
    journal: bool = False
    red: tuple[str, ...] | None = None
    token: str = ""


@dataclass
class LifeSigns:
    """Tells the signs of life, as long as it runs in the loop.

    Attributes:
        version: that runs.
        frames: how many frames have come so far.
        is_lit: whether a picture is lit.
        can_write: writes to the journal what changes nothing; whether it was taken.
        check_up: the names of what must be mended; it runs on a thread.
        file: where the signs are told.
        look: what asks for a check-up.
        now: seconds that always grow.
    """

    version: str
    frames: Callable[[], int]
    is_lit: Callable[[], bool]
    can_write: Callable[[], bool]
    check_up: Callable[[], Sequence[str]]
    file: Path = LIFE
    look: Path = UpdatePlaces().look
    now: Callable[[], float] = time.monotonic
    _last: Life | None = field(default=None, init=False)
    _counted: tuple[int, float] = field(default=(0, float("-inf")), init=False)

    async def run(self, wait: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        """Tell them until it is cancelled; where there is no service, nobody would read them."""
        while self.file.parent.is_dir():
            await self.tell()
            await wait(EVERY_S)

    async def tell(self) -> None:
        """Look once, and tell what is otherwise than before."""
        before = self._last or Life(self.version)
        if (token := self._token()) and token != before.token:
            before = structs.replace(before, token=token, journal=self.can_write(), red=None)
            self._tell(before)
            before = structs.replace(before, red=tuple(await asyncio.to_thread(self.check_up)))
        self._tell(before)

    def _tell(self, life: Life) -> None:
        life = structs.replace(life, frame=self._sees(), picture=self.is_lit())
        if life != self._last:
            with suppress(OSError):
                write_whole(self.file, msgspec.json.encode(life))
                self._last = life

    def _token(self) -> str:
        with suppress(OSError, UnicodeDecodeError):
            return read_plain(self.look, LONGEST_TOKEN).decode("ascii")
        return ""

    def _sees(self) -> bool:
        count, since = self._counted
        if (frames := self.frames()) != count:
            since = self.now()
            self._counted = frames, since
        return frames >= LEAST and self.now() - since < FRESH_S
