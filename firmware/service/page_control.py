"""What a paired phone may do, put together: pairing, the list of phones, and play.

Rule kept here: a code is shown at the box and told to nobody. Where there is no panel, the terminal shows it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from firmware.play.inputs.page_requests import PageRequests
from firmware.service import systemd
from firmware.service.page_network import PageNetwork
from firmware.storage.phones_file import PhonesFile
from scoreboard.message import Words, message
from scoreboard.web.http.guard import ChangeError, Guard
from scoreboard.web.http.phone import Phone
from scoreboard.web.http.routes import Route
from scoreboard.web.owner.erase_routes import erase_routes
from scoreboard.web.owner.home_wifi_routes import HomeWifiRoutes
from scoreboard.web.owner.job_routes import JobRoutes
from scoreboard.web.owner.job_types import JobAccess
from scoreboard.web.owner.network_routes import NetworkRoutes
from scoreboard.web.owner.news_routes import NewsAccess, news_routes
from scoreboard.web.owner.own_file_routes import LOGOS, WALK_UPS, OwnFileRoutes, OwnFiles
from scoreboard.web.owner.season_name_routes import season_name_routes
from scoreboard.web.owner.setting_routes import SettingRoutes, SettingsAccess
from scoreboard.web.phones.pairing import Moves, Pairing, PairingCode
from scoreboard.web.phones.pairing_routes import PairingRoutes
from scoreboard.web.phones.phone_book import PhoneBook
from scoreboard.web.play.autopilot_routes import autopilot_routes
from scoreboard.web.play.away_routes import away_routes
from scoreboard.web.play.hand_routes import HandRoutes
from scoreboard.web.play.new_game import new_game_routes
from scoreboard.web.play.play_routes import PlayRoutes
from scoreboard.web.state.view import PageData
from scoreboard.web.watch.review_routes import picture_routes


@dataclass(frozen=True, slots=True)
class OwnerAccess:
    """What an owner's phone reaches.

    Attributes:
        settings: of the owner.
        jobs: long work.
        network: that the page is found on.
        erase: the pictures of throws; of how many games.
        erase_game: that game, and its pictures.
        news: of the last update.
        logos: of teams.
        walk_ups: sounds of players and teams.
    """

    settings: SettingsAccess
    jobs: JobAccess
    network: PageNetwork
    erase: Callable[[], int]
    erase_game: Callable[[int], None]
    news: NewsAccess
    logos: OwnFiles
    walk_ups: OwnFiles


class PageControl:
    """The tables of routes for phones.

    Args:
        play: the loop's.
        kept: the phones.
        owner: what an owner's phone reaches.
        say: called with the words that a box without a panel shows; a terminal then shows its drawn panel.
        now: a clock that nobody sets, in seconds.
        has_menu: whether somebody at the box could open the menu that makes an owner now.

    Attributes:
        pairing: the code of the box.
        phones: those that are paired.
        owner: what an owner's phone reaches.
    """

    def __init__(
        self,
        play: PageRequests,
        kept: PhonesFile,
        owner: OwnerAccess,
        say: Callable[[Words], None] | None = None,
        now: Callable[[], float] = time.monotonic,
        *,
        has_menu: Callable[[], bool] = lambda: True,
    ) -> None:
        self._play, self.owner, self._say = play, owner, say
        self.pairing, self._moves = Pairing(now), Moves(now)
        self.phones = PhoneBook(
            kept.load(), kept.keep, time.time, systemd.clock_is_set, has_menu=has_menu, renewed=kept.renewed
        )
        self.phones.listen(lambda phones: play.keep_sides({phone.id for phone in phones}))
        self._guard = Guard(self.phones, now)

    def tables(self, view: PageData) -> Iterable[Iterable[Route]]:
        """The routes."""
        addresses = partial(self._addresses, view)
        yield PairingRoutes(self.pairing, self.phones, self._guard, self._show, self._moves, addresses).routes()
        yield PlayRoutes(view, self._play, self._guard).routes()
        yield new_game_routes(self._play.choices, self._guard)
        yield HandRoutes(view, self._play, self._guard).routes()
        yield SettingRoutes(self.owner.settings, self._guard).routes()
        yield picture_routes(self.owner.erase, self._guard)
        yield erase_routes(view, self.owner.erase_game, self._guard)
        yield season_name_routes(view.season(), self._guard)
        yield JobRoutes(self.owner.jobs, self._guard).routes()
        yield NetworkRoutes(self.owner.network, self._guard).routes()
        yield HomeWifiRoutes(self.owner.network, self._guard).routes()
        yield news_routes(self.owner.news, self._guard)
        yield OwnFileRoutes(LOGOS, self.owner.logos, self._guard).routes()
        yield OwnFileRoutes(WALK_UPS, self.owner.walk_ups, self._guard).routes()
        yield away_routes(self._play, self._guard)
        if self._play.is_rehearsed:
            yield autopilot_routes(self._play.turn, self._guard)

    @property
    def can_score(self) -> bool:
        """Whether any phone is paired."""
        return self.phones.can_score

    def phone_of(self, cookie: str) -> Phone | None:
        """The phone whose cookie that is; None of any other."""
        return self.phones.holder(cookie)

    def open_at_box(self, *, owner: bool = False) -> None:
        """Have a code shown, from any thread; ``owner``: it makes the next phone an owner's."""
        self._play.show(lambda: self._announced(self.pairing.open_at_box(owner=owner)))

    async def _addresses(self, view: PageData) -> list[str]:
        """Where the page is found now: by its name, which stays, and by a number."""
        with suppress(ChangeError):
            network = await self.owner.network.read()
            return [network.page, *filter(None, [view.address()])]
        return [*filter(None, [view.address()])]

    def _show(self, code: PairingCode | None) -> None:
        self._play.show(lambda: self._announced(code))

    def _announced(self, code: PairingCode | None) -> tuple[str, int] | None:
        """The digits, and for how many seconds more they are shown."""
        if code is None:
            return None
        if self._say is not None:
            self._say(message("pairing.code", digits=code.digits))
        return code.digits, self.pairing.seconds_left
