"""A whole game between simulated players, watched by every face there is, in which a device fails for a while.

Page, TV, overlay and feed are asked for over HTTP, two streams are read, a voice is heard, a terminal is written to. A
throw is the number of its picture, and is read as it fell: what is tried is not the eyes. Nothing waits for a clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import msgspec
import numpy as np
from aiohttp import ClientSession, ClientTimeout
from msgspec import UNSET, structs
from support.hang import GIVE_UP_S
from support.ports import free_port
from support.scoring import SETUP
from support.stadium import FixedClock, ManualClock

from firmware.config.schema import WebConfig
from firmware.demo import Players, ReadingTally
from firmware.devices.file_cameras import SingleStream
from firmware.devices.health import DeviceChange, Health, Heartbeat
from firmware.devices.protocols import Devices, Frame
from firmware.devices.supervisor import SupervisedButtons, SupervisedCamera, SupervisedPanel
from firmware.play.faces.announcer import Announcer
from firmware.play.faces.terminal_view import PlainLines
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.shown import Shown
from firmware.play.state.table_language import TableLanguage
from firmware.rehearsal import plugs
from firmware.service.background import BackgroundServices
from firmware.service.table_pages import TablePages
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel, SimulatedSpeaker, check_plug
from firmware.simulated.scenario import Breakable
from firmware.simulated.world.players import Throw, next_throw
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.language import language
from scoreboard.record import replay
from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.events import Chip, Die, Line, Roll, RulesName, Setup
from scoreboard.rules.history import Entry
from scoreboard.rules.state import Game
from scoreboard.session import Session
from vision.readings import ChipReading, DieReading, Reading
from vision.tracking.events import Report, Thrown
from vision.types import Box

SEED = 5
TICK_S = 0.05
BY_PHONE = 2
"""Throws that a phone enters while the camera is lost."""
PAGES = ("/", "/tv", "/games", "/overlay?style=bug", "/overlay?style=board", "/api/feed.txt", "/metrics", "/panel.png")
BOX = Box(0, 0, 9, 9)
WOKEN = None
"""In place of a picture: the plug was pulled while a picture was waited for, or the camera closed for good."""


class PluggedTable(SingleStream):
    """A table whose pictures are the numbers of its throws, below 0 where nothing lies there, and its camera's plug."""

    def __init__(self) -> None:
        self.throws: list[Throw] = []
        self.idle: Callable[[], None] = lambda: None
        self._pictures: SimpleQueue[int | None] = SimpleQueue()
        self._pulled, self._bare = False, 0

    @property
    def filming(self) -> bool:
        """Whether a throw is still to be seen."""
        return not self._pictures.empty()

    def throw(self, game: Game, rng: np.random.Generator) -> Throw:
        """Throw what the game awaits."""
        self.throws.append(next_throw(game, rng))
        self._pictures.put(len(self.throws) - 1)
        return self.throws[-1]

    def opened(self) -> PluggedTable:
        """Itself, with a bare table: what was thrown unseen lies there as if it always had."""
        check_plug("camera", pulled=self._pulled)
        with suppress(Empty):
            while True:
                self._pictures.get_nowait()
        self._bare -= 1
        self._pictures.put(self._bare)
        return self

    def frame(self) -> Frame | None:
        """The next picture."""
        number = self._pictures.get()
        check_plug("camera", pulled=self._pulled)
        if number is WOKEN:
            return None
        self._last = np.frombuffer(np.int64(number).tobytes(), np.uint8)
        return self._last

    def look(self, frame: Frame, _: Callable[[], Frame]) -> tuple[Report, ...] | None:
        """What lies there, read as it fell; over a bare table the players look whether they must throw again."""
        number = int(np.frombuffer(frame.tobytes(), np.int64)[0])
        if number < 0:
            self.idle()
            return None
        return tuple(Thrown(reading, None) for reading in _truly(self.throws[number]))

    def unplug(self) -> None:
        """Pull the plug."""
        self._pulled = True
        self._pictures.put(WOKEN)

    def plug_in(self) -> None:
        """Put it back."""
        self._pulled = False

    def close(self) -> None:
        """Let nobody wait for a picture."""
        self._pictures.put(WOKEN)


def _truly(thrown: Throw) -> tuple[Reading, ...]:
    if thrown.face is not None:
        return (ChipReading("hit" if thrown.face == "hit" else "out", 0.99, (), BOX),)
    if thrown.dice:
        return tuple(DieReading("d6", color, value, 0.99, (), BOX) for color, value in thrown.dice)
    return (DieReading("d10", thrown.color, thrown.value, 0.99, (), BOX),)


@dataclass
class Watched:
    """What came of it.

    Attributes:
        game: how it ended.
        lines: of the record, without their times.
        states: what each stream told, by its language: the data of its events, with their names.
        pages: the statuses of all that was asked for while the device was lost.
        during: the state, the condition and the feed as they were answered then.
        feed: the values for tickers at the end.
        heard: every sentence that was spoken.
        written: every line of the terminal.
        changes: what became of the device.
        replayed: how the journal, read a second time, says that it ended.
    """

    tally: ReadingTally
    states: dict[str, list[tuple[str, Any]]] = field(default_factory=lambda: {"en": [], "es": []})
    pages: dict[str, int] = field(default_factory=dict)
    during: list[Any] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    changes: list[DeviceChange] = field(default_factory=list)
    lines: list[Entry] = field(default_factory=list)
    feed: Any = None
    game: Game | None = None
    replayed: Game | None = None

    def events(self, code: str, name: str) -> list[Any]:
        """What one of the streams told, of that name."""
        return [data for event, data in self.states[code] if event == name]


@dataclass(frozen=True)
class Fault:
    """A device that fails once the record has so many lines; 0: it is missing from the start."""

    part: Breakable
    at_line: int


class _Evening:
    """One game, and everybody who watches it."""

    def __init__(self, session: Session, setup: Setup, fault: Fault | None) -> None:
        self.fault = fault
        self.table, self.clock, self.health = PluggedTable(), ManualClock(), Health()
        self.buttons, self.panel = SimulatedButtons(), SimulatedPanel((64, 16))
        self.speaker = SimulatedSpeaker(self.health.reporter("sound"))
        loop = asyncio.get_running_loop()
        players = Players(self.table, self.buttons, SEED, loop.call_soon)
        self.table.idle = lambda: loop.call_soon_threadsafe(players.idle)
        self.watched = Watched(players.tally)
        self.speaker.listener = self.watched.heard.append
        self.health.listen(lambda change: loop.call_soon_threadsafe(self._changed, change))
        self._turn, self._session, self._is_planted, self._is_done = asyncio.Condition(), session, False, False
        tick = Heartbeat().register("camera")
        camera = SupervisedCamera(
            self.table.opened, self.health.reporter("camera"), self.clock, tick=tick, wait=self._wait
        )
        lights = SupervisedPanel(self.panel.opened, self.panel.size, self.health.reporter("panel"), self.clock)
        keys = SupervisedButtons(lambda: self.buttons, self.health.reporter("buttons"), self.clock)
        self.back = asyncio.Event()
        devices = Devices((lights,), keys, camera, self.speaker, health=self.health)
        web = WebConfig(port=1, address="127.0.0.1")
        self.background = BackgroundServices(devices, structs.replace(web, port=free_port()), _no_page)
        speaks = TableLanguage(language("en"))
        observers = [
            *self.background.observers,
            PlainLines(speaks, self.watched.written.append),
            Announcer(self.speaker, speaks),
            players,
            self._see,
        ]
        options = Options(
            setup, settled=True, patient=True, until_over=True, stays=lambda: not self._is_done, tick_s=TICK_S,
            has_phones=lambda: True,
        )  # fmt: skip
        self.app = PlayLoop(session, devices, self.table.look, options, observers)
        self.plugs = plugs(self.table, self.panel, self.buttons, self.speaker)
        if fault is not None and not fault.at_line:
            self._fail(fault)

    def _wait(self, _: float) -> None:
        """What the camera's thread does while it is lost: until somebody has repaired it."""
        asyncio.run_coroutine_threadsafe(self.back.wait(), self.app._loop).result()
        self.clock.time += 100

    def _see(self, shown: Shown) -> None:
        """Something is shown: the device fails at its line, and whoever waits looks again."""
        if self.fault is not None and shown.number >= self.fault.at_line:
            self._fail(self.fault)
        self.look_again()

    def _fail(self, fault: Fault) -> None:
        if not self._is_planted:
            self._is_planted = True
            self.plugs[fault.part][0]()

    def _changed(self, change: DeviceChange) -> None:
        self.watched.changes.append(change)
        self.look_again()

    def look_again(self) -> None:
        """Let whoever waits look whether it has come."""

        async def turn() -> None:
            async with self._turn:
                self._turn.notify_all()

        self._notifying = asyncio.get_running_loop().create_task(turn())

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for that."""
        async with self._turn:
            await self._turn.wait_for(condition)

    # -- who watches

    async def read(self, http: ClientSession, code: str) -> None:
        """Read the stream to its end."""
        async with http.get(f"/api/stream?lang={code}") as answer:
            with suppress(asyncio.IncompleteReadError):
                while block := await answer.content.readuntil(b"\n\n"):
                    fields = dict(line.split(": ", 1) for line in block.decode().strip().split("\n") if ": " in line)
                    if "event" in fields:
                        self.watched.states[code].append((fields["event"], msgspec.json.decode(fields["data"])))
                        self.look_again()

    async def watch(self) -> None:
        """From the first line to the last, and what is asked for meanwhile."""
        watched = self.watched
        async with ClientSession(f"http://127.0.0.1:{self.background.port}", timeout=ClientTimeout(GIVE_UP_S)) as http:
            streams = [asyncio.create_task(self.read(http, code)) for code in watched.states]
            if self.fault is not None:
                await self.until(lambda: any(change.trouble for change in watched.changes))
                await self._look_around(http, self.fault.part)
                self.plugs[self.fault.part][1]()
                self.back.set()
                self.clock.time += 100
                await self.until(lambda: watched.changes[-1].trouble is None)
            await self.until(lambda: self._session.game.over and self._has_all_ended_well())
            watched.feed = await (await http.get("/api/feed.json")).json()
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)

    def _has_all_ended_well(self) -> bool:
        """The end of the game, and that all is well."""
        events = self.watched.events
        is_over = all(events(code, "state") and events(code, "state")[-1]["over"] for code in self.watched.states)
        return is_over and all(
            data[-1]["status"] == "ok" for code in self.watched.states if (data := events(code, "health"))
        )

    async def _look_around(self, http: ClientSession, part: Breakable) -> None:
        """While it is lost: all pages, and with the camera a phone that says what was thrown."""
        watched = self.watched
        await self.until(lambda: all(self._shows_trouble(code, part) for code in watched.states))
        for path in PAGES:
            async with http.get(path) as answer:
                watched.pages[path] = answer.status
        for path in ("/api/state", "/health", "/api/feed.json"):
            async with http.get(path) as answer:
                watched.during.append((answer.status, await answer.json()))
        if part != "camera":
            return
        for number in range(BY_PHONE):
            await self.until(lambda: self._session.game.over or self._session.game.awaits is not None)
            if not self._session.game.over:
                rng = np.random.default_rng([SEED, number])
                await self.app.page.record_line(_line(next_throw(self._session.game, rng)), None, dry_run=False)

    def _shows_trouble(self, code: str, part: str) -> bool:
        """Whether that stream has told that the device is in trouble, and what the stadium says of it."""
        events = self.watched.events
        is_lost = any(data["devices"][part]["status"] != "ok" for data in events(code, "health"))
        return is_lost and any(data["notice"] for data in events(code, "state"))

    async def play(self) -> Watched:
        """The evening."""
        ready = asyncio.Event()
        async with self.background.running(TablePages(self.app, self.background, self.panel.size)):
            running = asyncio.create_task(self.app.run(ready.set))
            watching = asyncio.create_task(self.watch())
            try:
                await asyncio.wait_for(
                    asyncio.wait([running, watching], return_when=asyncio.FIRST_COMPLETED), GIVE_UP_S
                )
                if running.done():  # it ended before all was seen, and says why
                    running.result()
                watching.cancel() if running.done() else watching.result()
            finally:
                self._is_done = True
                self.back.set()
                watching.cancel()
                self.app.stop()
                await asyncio.gather(running, watching, return_exceptions=True)
        return self.watched


def _line(thrown: Throw) -> Line:
    if thrown.face is not None:
        return Chip(face="hit" if thrown.face == "hit" else "out")
    if thrown.dice:
        return Roll(values=tuple(value for _, value in thrown.dice))
    assert thrown.value is not None
    return Die(color=thrown.color, value=thrown.value)


def _no_page(why: str) -> None:
    raise AssertionError(why)


def watched_game(folder: Path, rules: RulesName, fault: Fault | None = None) -> Watched:
    """A game of that kind to its end."""
    journal = folder / "games.sqlite"
    setup = structs.replace(SETUP, rules=rules, innings=1 if has_ten_sided_dice(rules) or rules == "rallybird" else 3)
    with Session(ResilientJournal.open(journal), FixedClock()) as session:

        async def evening() -> Watched:
            return await _Evening(session, setup, fault).play()

        watched = asyncio.run(evening())
        watched.game = session.game
        watched.lines = [_timeless(recorded.line) for recorded in session.history.lines][::-1]
    with Journal.open_readonly(journal) as kept:
        *_, last = replay(kept.lines(1), kept.rulings(1))
        watched.replayed = last.after.game
    return watched


def _timeless(line: Entry) -> Entry:
    return structs.replace(line, at=UNSET, confidence=UNSET)


def moments_of(lines: int) -> Iterator[int]:
    """At the beginning of a game, in its middle, and just before its end."""
    yield from (2, lines // 2, lines - 1)
