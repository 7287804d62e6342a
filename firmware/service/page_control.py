"""What a paired phone may do, put together: pairing, the list of phones, and play.

Rule kept here: a code is shown at the box and told to nobody. Where there is no panel, the terminal shows it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from firmware.play.page_requests import PageRequests
from firmware.storage.phones_file import PhonesFile
from scoreboard.message import Words, message
from scoreboard.web import (
    Guard,
    JobAccess,
    JobRoutes,
    PageData,
    Pairing,
    PairingCode,
    PairingRoutes,
    PhoneBook,
    PictureRoutes,
    PlayRoutes,
    Route,
    SettingRoutes,
    SettingsAccess,
)


@dataclass(frozen=True, slots=True)
class OwnersAccess:
    """What an owner's phone may change: settings, long work, and ``erase`` for the pictures of throws."""

    settings: SettingsAccess
    jobs: JobAccess
    erase: Callable[[], int]


class PageControl:
    """The tables of routes for phones.

    Args:
        play: the loop's.
        kept: the phones.
        owned: what an owner may change.
        say: shows words at a box without a panel.
        now: a clock that nobody sets, in seconds.
    """

    def __init__(
        self,
        play: PageRequests,
        kept: PhonesFile,
        owned: OwnersAccess,
        say: Callable[[Words], None] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._play, self._owned, self._say = play, owned, say
        self._pairing = Pairing(now)
        self._phones = PhoneBook(kept.load(), kept.keep, time.time)
        self._guard = Guard(self._phones, now)

    def tables(self, view: PageData) -> Iterable[Iterable[Route]]:
        """The routes."""
        yield PairingRoutes(self._pairing, self._phones, self._guard, self._show).routes()
        yield PlayRoutes(view, self._play.changes, self._guard).routes()
        yield SettingRoutes(self._owned.settings, self._guard).routes()
        yield PictureRoutes(self._owned.erase, self._guard).routes()
        yield JobRoutes(self._owned.jobs, self._guard).routes()

    def open_at_box(self, *, owner: bool = False) -> None:
        """Have a code shown, from any thread; ``owner``: it makes the next phone an owner's."""
        self._play.show(lambda: self._told(self._pairing.open_at_box(owner=owner)))

    def _show(self, code: PairingCode | None) -> None:
        self._play.show(lambda: self._told(code))

    def _told(self, code: PairingCode | None) -> tuple[str, int] | None:
        """The digits, and for how many seconds more they are shown."""
        if code is None:
            return None
        if self._say is not None:
            self._say(message("pairing.code", digits=code.digits))
        return code.digits, self._pairing.seconds_left
