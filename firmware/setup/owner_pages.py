"""The page's part of the composition root: phones, settings and jobs, from what the appliance has opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

from firmware.config.overrides import RunOptions
from firmware.config.owners_settings import OwnersSettings, SettingsPlace
from firmware.config.schema import Config
from firmware.console.streams import warn
from firmware.devices.dial import Dial, DialName
from firmware.devices.health import Health
from firmware.devices.protocols import Network
from firmware.network.own_address import NO_NETWORK, own_number
from firmware.network.privileged_requests import FOLDER
from firmware.network.wifi import NETWORKS, SimulatedNetwork
from firmware.notice import Notice, notice
from firmware.paths import PHONES, home
from firmware.play.camera.lent_camera import CameraLoan, GiveBack, LentCamera, See
from firmware.play.inputs.autopilot import Autopilot
from firmware.play.inputs.page_requests import PageRequests
from firmware.play.state.table_language import TableLanguage
from firmware.service.jobs import JobDesk, Work
from firmware.service.metrics import DISTRIBUTION
from firmware.service.page_control import OwnerAccess, PageControl
from firmware.service.page_network import PageNetwork
from firmware.service.page_news import PageNews
from firmware.service.throw_keeping import ThrowKeeping
from firmware.setup.camera_jobs import CameraJobs, Lend
from firmware.setup.game_calibration import Calibrator
from firmware.setup.kept_settings import written_file
from firmware.setup.page_jobs import PageJobs
from firmware.setup.live_settings import applied_at_once
from firmware.storage.erased_games import erase_game
from firmware.storage.next_game import NextGameFile
from firmware.storage.phones_file import PhonesFile
from firmware.storage.taught_dice import TaughtDiceStore
from firmware.storage.version_file import ENDING, noted
from scoreboard.display.moments import PanelMoments
from scoreboard.message import Words, message
from scoreboard.rules.state import SHARED
from scoreboard.web.owner.job_types import JobDie, JobName
from vision.enrolled.matcher import VALUES, EnrolledDice


@dataclass(frozen=True)
class PageParts:
    """What the page works with.

    Attributes:
        config: the configuration at the start.
        calibrator: calibrates the camera.
        overrides: the command line's, which were laid over it.
        play: the loop's requests.
        journal: the games.
        health: of the devices.
        store: the taught dice.
        enrolled: those that the reader of throws knows.
        language: of the table.
        camera: of the game; None where there is none.
        restart: ends the program in a moment, to start again.
        next_game: keeps what the menu chooses for the next game.
        dials: what is turned while the appliance runs.
        port: that the page is served on; None where it is not, or not yet.
        throws: keeps their pictures.
        celebrated: what plays are celebrated with by a configuration, and what is wrong with it.
        see_anew: has the camera look anew, as the calibrator's configuration says.
        autopilot: of a demonstration; None where people play.
        hands: do at a simulated table what a job asks for.
        has_buttons: whether the box has any that a person presses.
        restored: what the start had to tell of a backup that was to be put back.
    """

    config: Config
    calibrator: Calibrator
    overrides: RunOptions
    play: PageRequests
    journal: Path
    health: Health
    store: TaughtDiceStore
    enrolled: EnrolledDice
    language: TableLanguage
    camera: LentCamera | None
    restart: Callable[[], None]
    next_game: NextGameFile
    dials: Mapping[DialName, Dial]
    port: Callable[[], int | None]
    throws: ThrowKeeping
    celebrated: Callable[[Config], tuple[PanelMoments | None, Sequence[Notice]]]
    see_anew: Callable[[], None]
    autopilot: Autopilot | None = None
    hands: Callable[[Words], None] = lambda _: None
    has_buttons: bool = True
    restored: Sequence[Notice] = ()

    @property
    def file(self) -> Path | None:
        """Where settings are written."""
        return written_file(self.overrides, self.journal)


def page_control(parts: PageParts, say: Callable[[Words], None] | None, held: ExitStack) -> PageControl:
    """Put it together; ``say`` is `PageControl`'s, ``held`` takes the files of jobs away."""
    desk = JobDesk(_works(parts), partial(_dice, parts), without_camera(parts.config))
    held.callback(desk.close)
    for each in parts.restored:
        desk.remember("restore", each)
    settings = OwnersSettings(SettingsPlace(home(), parts.file), applied_at_once(parts))
    network = PageNetwork(network_for(parts.config, simulate=parts.overrides.simulate), parts.port)
    phones = PhonesFile(parts.journal.with_suffix(PHONES), warn)
    news = PageNews(noted(parts.journal.with_suffix(ENDING), version(DISTRIBUTION)))
    erase = partial(erase_game, parts.journal, pictures=parts.throws.store)
    owner = OwnerAccess(settings, desk, network, parts.throws.store.erase, erase, news)
    has_menu = lambda: parts.has_buttons and not parts.health.lacks("buttons")  # noqa: E731 - as the buttons are then
    control = PageControl(parts.play, phones, owner, say, has_menu=has_menu)
    control.autopilot = parts.autopilot
    return control


def network_for(config: Config, *, simulate: bool, requests: Path = FOLDER) -> Network:
    """The network of the page; on a computer that is no appliance a simulation has a made-up one at its own address."""
    if simulate and not requests.exists():
        return SimulatedNetwork(own_number() or NO_NETWORK)
    return NETWORKS[config.network.driver]()


def _works(parts: PageParts) -> Mapping[JobName, Work]:
    """The jobs that can be done here."""
    others = PageJobs(
        lambda: parts.calibrator.config, parts.overrides.config_file, parts.journal, parts.health, parts.restart,
        is_simulated=parts.overrides.simulate,
    ).works  # fmt: skip
    if (lend := _lender(parts)) is None:
        return others
    borrowing = CameraJobs(parts.calibrator, lend, parts.store, parts.enrolled, parts.language, parts.hands)
    return {**others, **borrowing.works}


def without_camera(config: Config) -> Mapping[JobName, Words]:
    """Why what looks through a camera cannot be done where none looks at a table: there is none, or only pictures."""
    said = message("page.job-without-camera" if config.camera.source == "none" else "page.job-with-pictures")
    return {"calibrate": said, "teach": said}


def _lender(parts: PageParts) -> Lend | None:
    """What lends the camera, if there is one; the table is told why no throw counts meanwhile."""
    if (camera := parts.camera) is None:
        return None

    def lend(see: See, check: Callable[[], None], give_back: GiveBack = lambda: None) -> None:
        loan = camera.lend(CameraLoan(see), give_back)
        parts.play.tell(lambda page: page.note(notice("notice.camera-lent")))
        try:
            loan.wait(check)
        finally:
            parts.play.tell(lambda page: page.note(notice("notice.camera-back")))

    return lend


def _dice(parts: PageParts) -> list[JobDie]:
    """Those that are played with, and those that were taught."""
    game, known = parts.calibrator.config.game, {die.name: len(die.shown) for die in parts.store.dice()}
    names = dict.fromkeys((game.away.color, game.home.color, SHARED, *known))
    return [JobDie(name, known.get(name, 0), len(VALUES)) for name in names]
