"""What an owner's phone reaches, for tests in a browser: real settings, long work at a simulated table, a network."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import numpy as np
from msgspec import structs
from support.page_table import Table

from firmware.config.owners_file import keep_here
from firmware.config.owners_settings import OwnersSettings, SettingsPlace
from firmware.config.schema import Config, shipped
from firmware.devices.health import Health
from firmware.network.wifi import SimulatedNetwork
from firmware.play.lent_camera import CameraLoan, GiveBack, LentCamera, See
from firmware.play.table_language import TableLanguage
from firmware.service.jobs import JobDesk
from firmware.service.page_network import PageNetwork
from firmware.setup.camera_jobs import CameraJobs
from firmware.setup.game_calibration import Calibrator
from firmware.setup.page_jobs import PageJobs
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.hands import SimulatedHands
from firmware.simulated.scenario import PACES
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.throw_reader import throw_reader
from scoreboard.language import language
from scoreboard.message import message
from scoreboard.web import Guard, JobDie, JobRoutes, NetworkRoutes, Route, SettingRoutes
from vision import DiceReader


def config() -> Config:
    """A stadium whose dice need not be told apart, so that a calibration asks for none."""
    return structs.replace(shipped(), game=structs.replace(shipped().game, rules="one-die"))


class FilmedTable:
    """A simulated table whose camera is there to be lent, as that of a simulated game is: hands do what is asked."""

    def __init__(self) -> None:
        self.camera = SimulatedCamera(seed=0, pace=PACES["4"])
        self.hands = SimulatedHands(self.camera, np.random.default_rng(0))
        self._lent = LentCamera(lambda *_: None, lambda: None)
        self.hands.watch(lambda: self._lent.is_lent)
        self._filming = Thread(target=self._film)
        self._filming.start()

    def lend(self, see: See, check: Callable[[], None], give_back: GiveBack = lambda: None) -> None:
        """Lend the camera, and wait until that is over."""
        loan = self._lent.lend(CameraLoan(see), give_back)
        self.hands.do(message("notice.camera-lent"))
        loan.wait(check)

    def close(self) -> None:
        """End the film."""
        self.camera.close()
        self._filming.join()

    def _film(self) -> None:
        while (frame := self.camera.frame()) is not None:
            self._lent.read(frame, self.camera.still)


@contextmanager
def owned(folder: Path) -> Iterator[Table]:
    """A table whose owner can do everything, in that folder; ``stadium.toml`` in it is the owner's file."""
    file, enrolled = folder / "stadium.toml", DiceReader().enrolled
    before = enrolled.dice
    store, filmed = TaughtDiceStore(folder / "dice"), FilmedTable()
    calibrator = Calibrator(
        config(), throw_reader(config()), filmed.camera, lambda changes: keep_here(folder, changes, file)
    )
    spoken = TableLanguage(language("en"))
    camera = CameraJobs(calibrator, filmed.lend, store, enrolled, spoken, filmed.hands.do)
    others = PageJobs(config(), file, folder / "games.sqlite", Health(["panel", "camera"]), lambda: None)
    settings = OwnersSettings(SettingsPlace(folder, file), {"panel.brightness": lambda _: None})
    desk = JobDesk({**others.works, **camera.works}, lambda: [JobDie("red", 0, 10), JobDie("blue", 3, 10)])
    network = PageNetwork(SimulatedNetwork(), 80)

    def more(guard: Guard) -> Iterable[Iterable[Route]]:
        yield SettingRoutes(settings.access, guard).routes()
        yield JobRoutes(desk.access, guard).routes()
        yield NetworkRoutes(network.access, guard).routes()

    try:
        yield Table(more=more)
    finally:
        filmed.close()
        desk.close()
        enrolled.dice = before
