"""Two stadiums play one game through a real broker, which goes away for a while."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from unittest.mock import AsyncMock

import msgspec
import pytest
from support.broker import Listener, Mosquitto
from support.games import drawn, setup

from firmware.config.schema import shipped
from firmware.devices.protocols import Devices, SystemClock
from firmware.mqtt.house_post import HousePost
from firmware.mqtt.publisher import BrokerPlace, Publisher
from firmware.play.inputs.house_desk import HouseDesk
from firmware.play.inputs.house_meeting import OwnHouse
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.storage.away_file import AwayFile
from firmware.storage.box_key import box_key
from scoreboard.away.turns import thrower
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.language import language
from scoreboard.record import encode_all
from scoreboard.rules.events import Chip, Die, Setup
from scoreboard.rules.history import Entry
from scoreboard.session import Session
from scoreboard.web.play.away_routes import AwayStep

GAME = setup("diamante-amateur", 3)
PITCH, SWING, CAUGHT = Die(color="blue", value=5), Die(color="red", value=7), Chip(face="out")


class Stadium:
    """A stadium that plays and speaks with the broker; whatever it shows or sends wakes who waits for something."""

    def __init__(self, app: PlayLoop, session: Session, desk: HouseDesk, happened: asyncio.Event) -> None:
        self.app, self.session, self.desk, self._happened = app, session, desk, happened

    async def step(self, step: str, code: str = "") -> str:
        """Do what somebody at the page asks for; the code that is shown."""
        return (await self.app.page.step_with_house(AwayStep(step, code))).code  # type: ignore[arg-type] # a step

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until that holds."""
        while not holds():
            await self._happened.wait()
            self._happened.clear()

    async def throw(self, line: Entry) -> None:
        """Throw that, as a phone reports it."""
        await self.app.page.record_line(line, None, dry_run=False)

    @property
    def record(self) -> bytes:
        """The game's record."""
        history = self.session.history
        return encode_all([history.setup, *(each.line for each in reversed(list(history.lines)))])


@asynccontextmanager
async def stadium(folder: Path, port: int, house: str, game: Setup = GAME) -> AsyncIterator[Stadium]:
    """A stadium while it plays."""
    folder.mkdir(exist_ok=True)
    journal, happened = folder / "games.sqlite", asyncio.Event()
    config = msgspec.structs.replace(shipped().mqtt, broker="127.0.0.1", port=port, box=house, discovery="none")
    with Session(ResilientJournal.open(journal), SystemClock()) as session:
        devices = Devices((SimulatedPanel(),), SimulatedButtons())
        app = PlayLoop(
            session,
            devices,
            lambda *_: (),
            Options(game, begin_new=not session.has_game),
            [lambda _: happened.set()],
        )
        place = BrokerPlace(config, journal.with_suffix(".mqtt"), partial(Journal.open_readonly, journal))
        publisher = Publisher(place, lambda: language("en"), lambda _: None)

        def wake() -> None:
            happened.set()
            publisher.wake()

        key = box_key(journal.with_suffix(".key"))
        file = AwayFile(journal.with_suffix(".away.json"))
        desk = HouseDesk(app.scorer, session, file, OwnHouse(house, key), wake)
        app.scorer.meet(desk)
        publisher.take_commands(app.page, AsyncMock(), None, HousePost(config.base, desk, app.page.tell))
        ready = asyncio.Event()
        playing = asyncio.create_task(app.run(ready.set))
        await ready.wait()
        publisher.start()
        yield Stadium(app, session, desk, happened)
        app.stop()
        await playing
        await asyncio.to_thread(publisher.close)


def on_disk(folder: Path) -> bytes:
    """The last game's record, as the journal has it."""
    with Journal.open_readonly(folder / "games.sqlite") as journal:
        return encode_all([line for _, line in journal.lines(journal.highest())])


async def meet(attic: Stadium, cellar: Stadium) -> None:
    """Have one invite, and the other come."""
    code = await attic.step("invite")
    await cellar.step("join", code)
    await attic.until(lambda: attic.desk.state.stage == "answered")
    await attic.step("accept")
    await cellar.until(lambda: cellar.desk.state.stage == "playing")


async def test_a_broker_that_is_gone_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was thrown while no broker was there is in both journals once it is back, also over a power cut."""
    for wait in ("FIRST_WAIT_S", "LONGEST_WAIT_S"):
        monkeypatch.setattr(f"firmware.mqtt.publisher.{wait}", 0.05)
    async with AsyncExitStack() as held:
        with Mosquitto(tmp_path) as mosquitto:
            attic = await held.enter_async_context(stadium(tmp_path / "attic", mosquitto.port, "Attic"))
            async with stadium(tmp_path / "cellar", mosquitto.port, "Cellar") as cellar:
                await meet(attic, cellar)
                await attic.throw(PITCH)
                await cellar.until(lambda: cellar.session.history.number == 2)
                mosquitto.stop()
                await cellar.throw(SWING)
                assert cellar.desk.is_waiting
            mosquitto.start()
            cellar = await held.enter_async_context(stadium(tmp_path / "cellar", mosquitto.port, "Cellar"))
            await attic.until(lambda: attic.session.history.number == 3)
            await cellar.until(lambda: cellar.session.history.number == 3)
            await cellar.throw(CAUGHT)
            await attic.until(lambda: attic.session.history.number == 4)
            await cellar.until(lambda: cellar.session.history.number == 4)
            assert attic.record == cellar.record
            with Listener(mosquitto.port, ("stadium/away/+/guest",)) as listener:
                await cellar.step("leave")
                await asyncio.to_thread(listener.wait, lambda heard: heard.heard and heard.heard[-1].payload == b"")


async def test_a_whole_game_ends_the_same_in_both_journals(tmp_path: Path) -> None:
    """Each house throws what is its own to throw until the game is over; both disks have the same, byte for byte."""
    game, lots = setup("two-dice", 1), Random(5)  # noqa: S311 - no secret
    homes = tmp_path / "attic", tmp_path / "cellar"
    async with AsyncExitStack() as held:
        mosquitto = held.enter_context(Mosquitto(tmp_path))
        attic, cellar = [
            await held.enter_async_context(stadium(home, mosquitto.port, home.name.title(), game)) for home in homes
        ]
        await meet(attic, cellar)
        while not attic.session.game.over:
            number, now = attic.session.history.number, attic.session.game
            at_bat = attic if thrower(now) == attic.desk.side else cellar
            await at_bat.throw(drawn(now, lots))
            for each in (attic, cellar):
                await each.until(lambda each=each, number=number: each.session.history.number > number)
        assert cellar.session.game.over
    assert on_disk(homes[0]) == on_disk(homes[1])
    assert on_disk(homes[0]).count(b"roll") > 5
