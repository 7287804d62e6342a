"""What an owner's phone reaches, for tests in a browser: real settings, long work at a simulated table, a network."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Condition
from unittest.mock import patch

import numpy as np
from msgspec import structs
from support.hang import GIVE_UP_S
from support.page_table import Table

from firmware.config.owners_file import keep_here
from firmware.config.owners_settings import OwnersSettings, SettingsPlace
from firmware.config.schema import Config, shipped
from firmware.devices.health import Health
from firmware.network.privileged_requests import Request
from firmware.network.wifi import SimulatedNetwork
from firmware.play.camera.lent_camera import GiveBack, See
from firmware.play.state.table_language import TableLanguage
from firmware.service.jobs import JobDesk, JobTeller
from firmware.service.page_network import PageNetwork
from firmware.service.page_news import PageNews
from firmware.setup.build_check.at_the_table import BuildAtTheTable
from firmware.setup.build_check.build_session import BuildSession
from firmware.setup.build_check.on_page import BuildOnPage
from firmware.setup.build_check.part_check import BuildBench
from firmware.setup.camera_jobs import CameraJobs
from firmware.setup.doctor.machine import Machine
from firmware.setup.game_calibration import Calibrator
from firmware.setup.page_jobs import PageJobs
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.hands import SimulatedHands
from firmware.simulated.scenario import FRAMES_A_SECOND, PACES
from firmware.storage.erased_games import erase_game
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.storage.team_logos import team_logos
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from firmware.storage.version_file import Versions
from firmware.storage.walk_ups import walk_up_sounds
from firmware.throw_reader import throw_reader
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH, language
from scoreboard.message import Words
from scoreboard.web.http.guard import Guard
from scoreboard.web.http.routes import Route
from scoreboard.web.owner.erase_routes import erase_routes
from scoreboard.web.owner.home_wifi_routes import HomeWifiRoutes
from scoreboard.web.owner.job_routes import JobRoutes
from scoreboard.web.owner.job_types import JobDie, JobName, JobView
from scoreboard.web.owner.network_routes import NetworkRoutes
from scoreboard.web.owner.news_routes import news_routes
from scoreboard.web.owner.own_file_routes import LOGOS, WALK_UPS, OwnFileRoutes
from scoreboard.web.owner.setting_routes import SettingRoutes
from vision import DiceReader
from vision.enrolled.matcher import VALUES


def config() -> Config:
    """A stadium whose dice need not be told apart, so that a calibration asks for none."""
    return structs.replace(shipped(), game=structs.replace(shipped().game, rules="one-die"))


class SimulatedTable:
    """A table with hands that do what is asked, which whoever lends it looks at until that is done."""

    def __init__(self, pace: str) -> None:
        self.camera = SimulatedCamera(seed=1, fps=FRAMES_A_SECOND, pace=PACES[pace])
        self.hands = SimulatedHands(self.camera, np.random.default_rng(1))
        self.hands.watch(lambda: True)

    def lend(self, see: See, check: Callable[[], None], give_back: GiveBack = lambda: None) -> None:
        """Show its frames."""
        try:
            while (frame := self.camera.frame()) is not None:
                check()
                if see(frame, self.camera.still):
                    return
        finally:
            give_back()


@dataclass(frozen=True)
class Around:
    """What happens around an owner's table, which a test may hold up.

    Attributes:
        pace: of the simulated camera.
        do_hands: whether hands do what is asked of them; they wait for the answer.
        restart: in place of the program's own.
        request: what root is asked for.
    """

    pace: str = "4"
    do_hands: Callable[[Words], bool] = lambda _: True
    restart: Callable[[], None] = lambda: None
    request: Callable[[Request], None] = lambda _: None


@dataclass
class OwnersTable(Table):
    """A table whose jobs a test can wait for: how long their work takes hangs on the machine.

    Attributes:
        desk: has the jobs.
        changed: notified whenever a job changes.
    """

    desk: JobDesk = field(init=False)
    changed: Condition = field(default_factory=Condition)

    def until(self, name: JobName, condition: Callable[[JobView], bool]) -> None:
        """Wait until the latest job is of that name and so far; it may not end before."""

        def latest() -> JobView | None:
            return next((job for job in self.desk.jobs()[:1] if job.job == name), None)

        def is_settled() -> bool:
            job = latest()
            return job is not None and (condition(job) or is_over(job))

        with self.changed:
            assert self.changed.wait_for(is_settled, GIVE_UP_S), self.desk.jobs()
        job = self.desk.jobs()[0]
        assert condition(job), f"it is {job.state}: {ENGLISH(job.said)}"


def is_over(job: JobView) -> bool:
    """Whether nothing more comes of it."""
    return job.state in ("done", "failed")


def is_done(job: JobView) -> bool:
    """Whether it came to a good end."""
    return job.state == "done"


def says(text: str) -> Callable[[JobView], bool]:
    """Whether a job says that."""
    return lambda job: text in ENGLISH(job.said)


@contextmanager
def owned(folder: Path, around: Around = Around()) -> Iterator[OwnersTable]:
    """A table whose owner can do everything, in that folder; ``stadium.toml`` in it is the owner's file.

    Games of a ``games.sqlite`` that is there are its past ones; ``outcome`` in it is that of an update. A server that
    begins anew knows of no job.
    """
    file, journal, enrolled = folder / "stadium.toml", folder / "games.sqlite", DiceReader().enrolled
    before = enrolled.dice
    store, simulated = TaughtDiceStore(folder / "dice"), SimulatedTable(around.pace)
    calibrator = Calibrator(
        config(), throw_reader(config()), simulated.camera, lambda changes: keep_here(folder, changes, file)
    )

    def hands(asked: Words) -> None:
        if around.do_hands(asked):
            simulated.hands.do(asked)

    camera = CameraJobs(calibrator, simulated.lend, store, enrolled, TableLanguage(language("en")), hands)
    health, outcome = Health(["panel", "camera"]), folder / "outcome"
    others = PageJobs(config, file, journal, health, around.restart, request=around.request, outcome=outcome)
    settings = OwnersSettings(SettingsPlace(folder, file), {"panel.brightness": lambda _: None})
    bench = BuildBench(config(), Machine(answer=lambda _: "throttled=0x0"), has_panel=True, play=lambda: None)
    check = BuildOnPage(
        lambda: BuildAtTheTable(BuildSession(bench, time.monotonic), TableLanguage(language("en"))),
        lambda _: None,
        lambda: language("en"),
        time.sleep,
    )
    works, desks = {**others.works, **camera.works, "check-build": check.work}, ExitStack()

    def dice() -> list[JobDie]:
        known = {die.name: len(die.shown) for die in store.dice()}
        return [JobDie("red", known.get("red", 0), len(VALUES)), JobDie("blue", 3, len(VALUES))]

    erase = partial(erase_game, journal, pictures=ThrowStore(folder / "throws", UNLIMITED))
    network = PageNetwork(SimulatedNetwork(), lambda: 80)
    say = lambda asked: "" if asked[0] == "dpkg" else None  # noqa: E731
    news = PageNews(Versions("0.1.0", "0.0.9"), folder, say, outcome=outcome)

    logos = team_logos(journal)

    def more(guard: Guard) -> Iterable[Iterable[Route]]:
        yield SettingRoutes(settings, guard).routes()
        table.desk = JobDesk(works, dice, first=1)
        desks.callback(table.desk.close)
        yield JobRoutes(table.desk, guard).routes()
        yield NetworkRoutes(network, guard).routes()
        yield HomeWifiRoutes(network, guard).routes()
        yield news_routes(news, guard)
        yield erase_routes(table.view(), erase, guard)
        yield OwnFileRoutes(LOGOS, logos, guard).routes()
        yield OwnFileRoutes(WALK_UPS, walk_up_sounds(journal), guard).routes()

    change = JobTeller._change

    def changed(job: JobTeller, **what: object) -> None:
        change(job, **what)
        with table.changed:
            table.changed.notify_all()

    try:
        table = OwnersTable(more=more, journal=partial(Journal.open_readonly, journal), logos=logos.addresses)
        with patch.object(JobTeller, "_change", changed):
            yield table
    finally:
        desks.close()
        enrolled.dice = before
