"""What the tests of phones are made of: a table that plays, and phones that ask its page over HTTP."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import ClientSession, CookieJar, TCPConnector
from aiohttp.test_utils import TestServer
from support.hang import GIVE_UP_S, NEVER_S
from support.pages import GivenData
from support.scoring import SETUP
from support.stadium import FixedClock, ManualClock, Sights

from firmware.config.owners_settings import OwnersSettings, SettingsPlace
from firmware.config.schema import Config
from firmware.devices.health import Health
from firmware.devices.protocols import Devices, Network
from firmware.network.wifi import SimulatedNetwork
from firmware.paths import PHONES, throw_pictures
from firmware.play.inputs.autopilot import Autopilot
from firmware.play.inputs.page_requests import PageRequest
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.shown import Shown
from firmware.play.table.scorer import Scorer
from firmware.service.jobs import JobDesk, Work
from firmware.service.page_control import OwnerAccess, PageControl
from firmware.service.page_network import PageNetwork
from firmware.service.page_news import PageNews
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.storage.erased_games import erase_game
from firmware.storage.phones_file import PhonesFile
from firmware.storage.team_logos import team_logos
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from firmware.storage.version_file import Versions
from firmware.storage.walk_ups import walk_up_sounds
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.session import Session
from scoreboard.web.app import make_app
from scoreboard.web.owner.job_types import JobName
from scoreboard.web.phones.pairing import Pairing
from scoreboard.web.state.view import Status

WELL = Status(status="ok", version="1", uptime_s=1, devices={})
JSON = "application/json"


@dataclass
class Phone:
    """A phone with its cookies."""

    session: ClientSession
    origin: str
    cookie: str = ""
    tag: str = ""

    async def ask(
        self, path: str, body: object = None, method: str = "", *, raw: bytes | None = None, **headers: str | None
    ) -> tuple[int, Any]:
        """Ask as our page does: with its own origin, and JSON; headers of None are left out."""
        sent = {"Origin": self.origin, "Content-Type": JSON}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}  # type: ignore[misc] # those of None
        data = msgspec.json.encode(body) if raw is None else raw
        method = method or ("GET" if body is raw is None else "POST")
        kept = {name: value for name, value in sent.items() if value is not None}
        skipped = ["Content-Type"] if sent["Content-Type"] is None else []
        async with self.session.request(
            method, self.origin + path, data=None if method == "GET" else data, headers=kept, skip_auto_headers=skipped
        ) as answer:
            self.cookie = answer.headers.get("Set-Cookie", self.cookie)
            self.tag = answer.headers.get("ETag", self.tag)
            text = await answer.read()
            is_json = answer.content_type == JSON and text
            return answer.status, msgspec.json.decode(text) if is_json else text


@dataclass
class Table:
    """A table that plays."""

    app: PlayLoop
    control: PageControl
    session: Session
    server: TestServer
    panel: SimulatedPanel
    pressed: SimulatedButtons
    clock: ManualClock
    folder: Path
    shown: list[Shown] = field(default_factory=list)
    phones: list[Phone] = field(default_factory=list)
    erased: list[str] | None = field(default_factory=list)

    def erase(self) -> int:
        """Erase the pictures; a disk that cannot be written, without a list."""
        if self.erased is None:
            raise OSError(errno.EROFS, "Read-only file system")
        self.erased.append("erased")
        return 2

    def phone(self, number: str = "127.0.0.1") -> Phone:
        """Another one, not paired, that asks from that address."""
        session = ClientSession(connector=TCPConnector(local_addr=(number, 0)), cookie_jar=CookieJar(unsafe=True))
        phone = Phone(session, str(self.server.make_url("")).rstrip("/"))
        self.phones.append(phone)
        return phone

    async def turn(self) -> None:
        """Wait until the loop has done all that it was given so far."""
        done = asyncio.Event()
        self.app.post(PageRequest(done.set))
        await done.wait()

    @property
    def scorer(self) -> Scorer:
        """Who scores at it."""
        return self.app.scorer

    @property
    def pairing(self) -> Pairing:
        """The code of the box, and who may ask for one."""
        return self.control.pairing

    @property
    def digits(self) -> str:
        """The code that is shown."""
        code = self.pairing.code
        assert code is not None
        return code.digits

    async def paired(self, name: str = "Ana") -> Phone:
        """A phone that has been paired at the box; as the page does, it asks then who it is."""
        phone = self.phone()
        self.pairing.open_at_box()
        code, _ = await phone.ask("/api/pair", {"code": self.digits, "name": name})
        assert 200 == code
        assert (await phone.ask("/api/me"))[1]["paired"]
        return phone


@asynccontextmanager
async def playing(
    journal: Path,
    sights: Sequence[Any] = (),
    say: Callable[[object], None] | None = None,
    apply: Mapping[str, Callable[[Config], None]] | None = None,
    works: Mapping[JobName, Work] | None = None,
    *,
    autopilot: Autopilot | None = None,
    **options: Any,  # noqa: ANN401 - those of the loop
) -> AsyncIterator[Table]:
    """A table while the context lasts; nothing blinks, and no half second passes, unless ``tick_s`` says so."""
    panel, pressed, clock, camera = SimulatedPanel((64, 16)), SimulatedButtons(), ManualClock(), Sights(sights)
    devices = Devices((panel,), pressed, camera if sights else None, health=Health())
    shown: list[Shown] = []
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        network: Network = options.pop("network", SimulatedNetwork())
        number: str | None = options.pop("number", None)
        versions: Versions = options.pop("versions", Versions("0.1.0"))
        asked = Options(SETUP, **{"tick_s": NEVER_S, **options})
        app = PlayLoop(session, devices, camera.look, asked, [shown.append], autopilot=autopilot)
        phones, owners = PhonesFile(journal.with_suffix(PHONES), lambda _: None), journal.with_name("stadium.toml")
        settings = OwnersSettings(SettingsPlace(journal.parent, None, owners), apply or {})
        desk, folder = JobDesk(works or {}, first=1), journal.parent
        erase = lambda: table.erase()  # noqa: E731, PLW0108 - there is no table yet
        gone = partial(erase_game, journal, pictures=ThrowStore(throw_pictures(journal), UNLIMITED))
        news = PageNews(versions, folder, lambda asked: "" if asked[0] == "dpkg" else None)
        reached = OwnerAccess(
            settings,
            desk,
            PageNetwork(network, lambda: 8080),
            erase,
            gone,
            news,
            team_logos(journal),
            walk_up_sounds(journal),
        )
        control = PageControl(app.page, phones, reached, say, clock.monotonic)
        address = lambda: None if number is None else f"http://{number}:8080"  # noqa: E731 - of one line
        view = GivenData(live=app.live, status=lambda: WELL, address=address)
        server, ready = TestServer(make_app(view, *control.tables(view))), asyncio.Event()
        await server.start_server()
        run = asyncio.create_task(app.run(ready.set))
        await asyncio.wait_for(ready.wait(), GIVE_UP_S)
        table = Table(app, control, session, server, panel, pressed, clock, journal.parent, shown)
        try:
            yield table
        finally:
            app.stop()
            await asyncio.wait_for(run, GIVE_UP_S)
            for phone in table.phones:
                await phone.session.close()
            await server.close()
            desk.close()
