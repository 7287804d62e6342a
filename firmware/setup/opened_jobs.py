"""The jobs of the page, opened: those that can be done here, with what the appliance has opened before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from firmware.config.schema import Config
from firmware.devices.protocols import Network
from firmware.network.own_address import NO_NETWORK, own_number
from firmware.network.privileged_requests import FOLDER
from firmware.network.wifi import NETWORKS, SimulatedNetwork
from firmware.notice import Notice, notice
from firmware.play.camera.lent_camera import CameraLoan, GiveBack, See
from firmware.play.inputs.page_requests import PageRequests
from firmware.play.state.table_language import TableLanguage
from firmware.service.jobs import JobDesk, Work
from firmware.setup.camera_jobs import CameraJobs
from firmware.setup.sight import Sight
from scoreboard.message import Words, message
from scoreboard.rules.state import SHARED
from scoreboard.web.owner.job_types import JobDie, JobName
from vision.enrolled.matcher import VALUES


def open_jobs(
    sight: Sight,
    page: PageRequests,
    language: TableLanguage,
    others: Mapping[JobName, Work],
    hands: Callable[[Words], None],
    held: ExitStack,
) -> JobDesk:
    """Open the desk of long work.

    Args:
        sight: the camera that jobs borrow, and the dice.
        page: tells the table that the camera is lent.
        language: of the table.
        others: the work that needs no camera.
        hands: do at a simulated table what a job asks for.
        held: takes the files of jobs away.
    """
    works: dict[JobName, Work] = {**others}
    if sight.is_live:
        lend = _Lender(sight, page).lend
        works |= CameraJobs(sight.calibrator, lend, sight.taught, sight.enrolled, language, hands).works
    desk = JobDesk(works, lambda: dice_of(sight), without_camera(sight.calibrator.config))
    held.callback(desk.close)
    return desk


def network_for(config: Config, *, simulate: bool, requests: Path = FOLDER) -> Network:
    """The network of the page; on a computer that is no appliance a simulation has a made-up one at its own address."""
    if simulate and not requests.exists():
        return SimulatedNetwork(own_number() or NO_NETWORK)
    return NETWORKS[config.network.driver]()


def without_camera(config: Config) -> Mapping[JobName, Words]:
    """Why what looks through a camera cannot be done where none looks at a table: there is none, or only pictures."""
    words = message("page.job-without-camera" if config.camera.source == "none" else "page.job-with-pictures")
    return {"calibrate": words, "places": words, "teach": words}


def dice_of(sight: Sight) -> Sequence[JobDie]:
    """Those that are played with, and those that were taught."""
    game, known = sight.calibrator.config.game, {die.name: len(die.shown) for die in sight.taught.dice()}
    names = dict.fromkeys((game.away.color, game.home.color, SHARED, *known))
    return [JobDie(name, known.get(name, 0), len(VALUES)) for name in names]


class _Lender:
    """Lends the camera of the game; the table is told why no throw counts meanwhile."""

    def __init__(self, sight: Sight, page: PageRequests) -> None:
        self._sight, self._page = sight, page

    def lend(self, see: See, check: Callable[[], None], give_back: GiveBack = lambda: None) -> None:
        """Lend it until ``see`` has enough, or ``check`` raises; satisfies `camera_jobs.Lend`."""
        loan = self._sight.lent.lend(CameraLoan(see), give_back)
        self._note(notice("notice.camera-lent"))
        try:
            loan.wait(check)
        finally:
            self._note(notice("notice.camera-back"))

    def _note(self, note: Notice) -> None:
        self._page.tell(lambda page: page.note(note))
