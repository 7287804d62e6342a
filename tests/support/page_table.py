"""A table that is played by phones alone, served over real HTTP on a port of its own, for tests in a browser.

The server is the appliance's own, with its streams, its guard and its pairing; only the loop, the disk and the devices
behind it are left out. A thread serves it, so that a test may drive a browser meanwhile.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from aiohttp import web
from support.pages import NUMBER, GivenData
from support.ports import free_port
from support.scoring import SETUP
from support.stadium import ManualClock

from firmware.config.schema import shipped
from firmware.config.teams import shipped_offers
from firmware.play.inputs.page_new_game import Chosen, new_game_choices
from firmware.play.state.game_plans import GamePlans
from firmware.play.state.options import Options
from firmware.service.http import stop_accepting
from firmware.service.sound_files import sound_file
from scoreboard.journal.reader import JournalReader
from scoreboard.kept_throws import KeptThrows
from scoreboard.language import Language
from scoreboard.message import Words
from scoreboard.opponent import Opponent
from scoreboard.record import decode, encode
from scoreboard.rules import RulesError, words_of
from scoreboard.rules.events import Expect, Setup
from scoreboard.rules.history import Entry, begin, judge
from scoreboard.season.season_book import SeasonBook
from scoreboard.web.app import make_app
from scoreboard.web.http.guard import Guard
from scoreboard.web.http.routes import Route
from scoreboard.web.phones.pairing import (
    Moves,
    Pairing,
    PairingCode,
)
from scoreboard.web.phones.pairing_routes import PairingRoutes
from scoreboard.web.phones.phone_book import PairedPhones, PhoneBook, no_phones
from scoreboard.web.play.autopilot_routes import autopilot_routes
from scoreboard.web.play.changes import GameAsked, NotNowError, OvertakenError, Standing
from scoreboard.web.play.new_game import NewGameChoices, new_game_routes
from scoreboard.web.play.play_routes import PlayRoutes
from scoreboard.web.state.live import NOTHING_OF_BOARD, BoardWords, Live, OpenQuestion, Position
from scoreboard.web.state.view import (
    Device,
    PageData,
    Status,
)
from scoreboard.web.watch.review_routes import picture_routes
from scoreboard.web.watch.watchers import LIMITS, Limits

WELL = Status(status="ok", version="1.2.3", uptime_s=3600, devices={"camera": Device("ok")})
TURNS = 3
"""Of the loop, in which what was cancelled gives its socket back."""
T = TypeVar("T")
GOLDEN = Path(__file__).parents[1] / "golden/games"


@dataclass
class Table:
    """What is played, who watches, and what phones have asked for.

    Attributes:
        asked: the question that is open.
        code: the digits that the panel shows.
        sent: what phones have recorded or answered, as JSON has it.
        health: of the devices.
        seen: the camera's picture.
        begun: the games that they have begun.
        game: its number in the journal.
        more: makes the routes of what an owner's phone reaches.
        throws: their pictures.
        erased: how often they were erased.
        has_camera: whether there is one.
        journal: of the past games, in which there is none of the one that is played.
        book: what the season has of them.
        autopilot: whether simulated players throw; None where there are none.
        not_by_itself: why they cannot.
        board: what is said of helmets and ball.
        logos: where those of teams are found.
        guides: the folder of the guides as a site, if they are here.
    """

    setup: Setup = SETUP
    asked: OpenQuestion | None = None
    code: str = ""
    sent: list[object] = field(default_factory=list)
    health: Status = WELL
    seen: bytes | None = None
    begun: list[GameAsked] = field(default_factory=list)
    game: int = NUMBER
    more: Callable[[Guard], Iterable[Iterable[Route]]] = lambda _: ()
    throws: KeptThrows = PageData.throws
    erased: int = 0
    has_camera: bool = True
    journal: Callable[[], JournalReader] = GivenData().journal
    book: SeasonBook = field(default_factory=SeasonBook)
    autopilot: bool | None = None
    not_by_itself: Words = ""
    board: BoardWords = NOTHING_OF_BOARD
    logos: Callable[[], Mapping[str, str]] = GivenData().logos
    guides: Path | None = None
    listeners: list[Callable[[], None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.history = begin(self.setup)

    def play(self, *lines: Entry) -> None:
        """Record these, refused or not; nobody who watches is told."""
        for line in lines:
            self.history, _ = judge(self.history, line)

    def tell(self) -> None:
        """Whoever watches is told."""
        for listener in self.listeners:
            listener()

    def live(self) -> Live:
        """What the table is shown."""
        fields = {"autopilot": self.autopilot, "not_by_itself": self.not_by_itself, "board": self.board}
        return Live(self.game, self.history, self.asked, **fields)  # type: ignore[arg-type]

    def view(self) -> PageData:
        """As the pages have it."""
        return GivenData(
            live=self.live,
            status=lambda: self.health,
            journal=self.journal,
            season=lambda: self.book,
            listen=self.listeners.append,
            camera=self.camera,
            sound=sound_file,
            throws=self.throws,
            has_camera=self.has_camera,
            logos=self.logos,
            guides=self.guides,
        )

    async def camera(self) -> bytes | None:
        """What the camera sees."""
        return self.seen

    # -- what phones change

    async def turn(self, on: bool) -> None:
        """Have simulated players throw, or rest."""
        self.autopilot = on
        self.tell()

    async def record_line(self, line: Entry, expected: Position | None, *, dry_run: bool) -> Standing:
        """Record a line."""
        self._check(expected)
        after, refused = judge(self.history, line)
        if refused is not None:
            raise NotNowError(refused)
        if not dry_run:
            self.history = after
            self.sent.append(msgspec.json.decode(encode(line)))
            self.tell()
        return Standing(self.live(), after if dry_run else None)

    async def settle_board(self, right: str, expected: Position | None) -> Standing:
        """Say which is right, board or score."""
        self._check(expected)
        self.sent.append({"right": right})
        self.board = NOTHING_OF_BOARD
        self.tell()
        return Standing(self.live())

    async def answer_question(self, value: int | str, what: str | None, expected: Position | None) -> Standing:
        """Answer the question."""
        self._check(expected)
        self.sent.append({"value": value, "what": what})
        self.asked = None
        self.tell()
        return Standing(self.live())

    async def begin_game(
        self, request: GameAsked, expected: Position | None, *, abandon_current: bool, dry_run: bool
    ) -> Standing:
        """Begin another game."""
        self._check(expected)
        self._check_free(abandon_current=abandon_current)
        try:
            history = begin(request.setup)
        except RulesError as error:
            raise NotNowError(words_of(error)) from error
        if not dry_run:
            self.history, self.game = history, self.game + 1
            self.begun.append(request)
            self.tell()
        return Standing(self.live(), history if dry_run else None)

    async def resume_game(self, game: int, expected: Position | None, *, abandon_current: bool) -> Standing:
        """Go on with an earlier game."""
        self._check(expected)
        self._check_free(abandon_current=abandon_current)
        self.sent.append({"resume": game})
        self.game = game
        return Standing(self.live())

    def choices(self, speaks: Language) -> NewGameChoices:
        """What the menu offers."""
        options = Options(self.setup, offers=shipped_offers(shipped()))
        plans = GamePlans(options)
        return new_game_choices(Chosen(plans, Opponent(), plans.next, "", self.history, self.game), speaks)

    def _check_free(self, *, abandon_current: bool) -> None:
        if not (self.history.game.over or abandon_current):
            raise NotNowError("a game is in play")

    def _check(self, expected: Position | None) -> None:
        question = 0 if self.asked is None else self.asked.id
        if expected is not None and not expected.holds(self.game, self.history.number, question):
            raise OvertakenError("overtaken")

    def erase(self) -> int:
        """Erase the pictures."""
        self.erased += 1
        return 2

    def show(self, code: PairingCode | None) -> None:
        """Show the digits on the panel."""
        self.code = "" if code is None else code.digits


class Served:
    """A table that is being served.

    Attributes:
        address: of its pages.
        cookie: of a phone that is paired.
        kept: the list of phones, as it was kept last.
        clock: by which a code, and a phone's way to another address, are too old; it stands still.
    """

    def __init__(self, table: Table, loop: asyncio.AbstractEventLoop, limits: Limits) -> None:
        self.table, self._loop, self._limits = table, loop, limits
        self.kept, self.clock = no_phones(), ManualClock()
        self._phones = PhoneBook(self.kept, self._keep, time.time)
        self._port = free_port()
        self.start()
        self.address = f"http://127.0.0.1:{self._port}"
        self.cookie = self.pair("Ana", owner=True)

    def pair(self, name: str, *, owner: bool) -> str:
        """The cookie of another phone."""
        cookie = self._phones.cookie(self._do(self._phones.add(name, owner=owner)))
        self._do(self._phones.meet(cookie))
        return cookie

    def forget(self, name: str) -> None:
        """Take the phone of that name off the list."""
        for phone in self._phones.phones:
            if phone.name == name:
                self._do(self._phones.revoke(phone))

    def start(self) -> None:
        """Begin to serve, after `stop` on the same port."""
        self._do(self._start())

    def stop(self) -> None:
        """Stop the server, as while the appliance is updated."""
        self.table.listeners.clear()
        self._do(self._stop())

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Have the server do nothing while the context lasts, as a process that is stopped: no connection ends."""
        thaw = threading.Event()
        self._loop.call_soon_threadsafe(thaw.wait)
        try:
            yield
        finally:
            thaw.set()

    def tell(self, *lines: Entry) -> None:
        """Play these, and tell whoever watches of all that has changed."""
        self._do(self._tell(lines))

    async def _tell(self, lines: tuple[Entry, ...]) -> None:
        for line in lines:
            self.table.play(line)
        self.table.tell()

    def finish(self) -> None:
        """End what still runs in the loop, such as the answer to a phone that is gone."""
        self._do(self._finish())

    async def _keep(self, paired: PairedPhones) -> None:
        self.kept = paired

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _stop(self) -> None:
        if self._listening.fileno() >= 0:  # it is stopped again at the end
            await stop_accepting(self._listening)
        await self._runner.cleanup()

    async def _finish(self) -> None:
        for _ in range(TURNS):
            rest = asyncio.all_tasks() - {asyncio.current_task()}
            for task in rest:
                task.cancel()
            await asyncio.gather(*rest, return_exceptions=True)
            await asyncio.sleep(0)

    async def _addresses(self) -> list[str]:
        """That by which it is served, and another one."""
        return [self.address, f"http://localhost:{self._port}"]

    async def _start(self) -> None:
        guard, view, now = Guard(self._phones, time.monotonic), self.table.view(), self.clock.monotonic
        pairing = PairingRoutes(Pairing(now), self._phones, guard, self.table.show, Moves(now), self._addresses)
        play, new = PlayRoutes(view, self.table, guard), new_game_routes(self.table.choices, guard)
        pictures = picture_routes(self.table.erase, guard)
        turns = autopilot_routes(self.table.turn, guard)
        tables = (pairing.routes(), play.routes(), new, pictures, turns)
        app = make_app(view, *tables, *self.table.more(guard), limits=self._limits)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        self._listening = socket.create_server(("127.0.0.1", self._port))
        await web.SockSite(self._runner, self._listening).start()


@contextmanager
def served(table: Table, limits: Limits = LIMITS) -> Iterator[Served]:
    """Serve the table while the context lasts."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        stadium = Served(table, loop, limits)
        try:
            yield stadium
        finally:  # also after a test that fails: the next one would be told of its sockets
            stadium.stop()
            stadium.finish()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def golden(name: str, most: int = 10_000) -> Table:
    """A table in the middle of that game, or at its end."""
    setup, *lines = (decode(raw) for raw in (GOLDEN / f"{name}.jsonl").read_bytes().splitlines())
    assert isinstance(setup, Setup)
    table = Table(setup)
    table.play(*[line for line in lines if not isinstance(line, Expect | Setup)][:most])
    return table
