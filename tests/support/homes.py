"""Two stadiums at their tables, with what each would send to the other at hand."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from support.english import on_panel
from support.games import setup

from firmware.devices.protocols import Devices, SystemClock
from firmware.play.inputs.house_desk import HouseDesk
from firmware.play.inputs.house_meeting import OwnHouse
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.storage.away_file import AwayFile
from firmware.storage.box_key import box_key
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.kept_throws import GameKey, KeptThrow, KeptThrows
from scoreboard.message import Message
from scoreboard.record import encode_all
from scoreboard.rules.events import AnyLine, Setup
from scoreboard.session import Session
from scoreboard.web.play.away_routes import AwayStep, Step, TwoHouses


class Home:
    """A stadium, with its journal in that folder; `restart` opens it anew, as after a power cut.

    Attributes:
        pictures: of throws, JPEG, by line.
    """

    def __init__(self, folder: Path, house: str, begins: Setup, held: ExitStack) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.house, self._begins, self._held = folder, house, begins, held
        self.woken = 0
        self.pictures: dict[int, bytes] = {}
        self.restart(first=True)

    def restart(self, *, first: bool = False) -> None:
        """Open the journal, and what was kept beside it."""
        if not first:
            self.session.close()
        journal = self.folder / "games.sqlite"
        self.session = self._held.enter_context(Session(ResilientJournal.open(journal), SystemClock()))
        devices = Devices((SimulatedPanel(),), SimulatedButtons())
        self.app = PlayLoop(self.session, devices, lambda *_: (), Options(self._begins, begin_new=first))
        self.key = box_key(journal.with_suffix(".key"))
        file, own = AwayFile(journal.with_suffix(".away.json")), OwnHouse(self.house, self.key, KeptThrows(self._seen))
        self.desk = HouseDesk(self.app.scorer, self.session, file, own, self._wake)
        self.app.scorer.meet(self.desk)
        self.app.begin(asyncio.get_running_loop())
        self.desk.settle()

    def _seen(self, game: GameKey, line: int) -> KeptThrow | None:
        """The throw of a line of the game on the board, as this stadium's camera saw it."""
        is_game = game == GameKey.of(self.session.number, self.session.history.setup)
        return KeptThrow((), self.pictures[line]) if is_game and line in self.pictures else None

    def _wake(self) -> None:
        self.woken += 1

    def step(self, step: Step, code: str = "", number: int = 0) -> TwoHouses:
        """Do what somebody at this stadium's page asks for."""
        self.desk.step(AwayStep(step, code, number))
        return self.desk.state

    def say(self, *lines: object) -> None:
        """Throw or say these."""
        for line in lines:
            self.app.scorer.submit(line)  # type: ignore[arg-type] # lines
            self.desk.settle()

    @property
    def panel(self) -> str:
        """The item of the menu that is shown; empty while none is open."""
        screen = self.app.scorer.state.overlay.screen
        return "" if screen is None else on_panel(screen.shown.panel).upper()

    @property
    def waits(self) -> str:
        """The key of what the table is told that it waits for."""
        words = self.desk.state.waits
        return words.key if isinstance(words, Message) else ""

    @property
    def record(self) -> bytes:
        """The game's record."""
        history = self.session.history
        lines: list[AnyLine] = [history.setup, *(each.line for each in reversed(list(history.lines)))]
        return encode_all(lines)


@contextmanager
def two_homes(folder: Path, rules: str = "diamante-amateur") -> Iterator[tuple[Home, Home]]:
    """Ana's attic, which invites, and Leo's cellar."""
    with ExitStack() as held:
        attic = Home(folder / "attic", "Attic", setup(rules, 3), held)
        yield attic, Home(folder / "cellar", "Cellar", setup("two-dice", 1), held)


def exchange(*homes: Home, times: int = 6) -> None:
    """Have each hear what the broker keeps of the other."""
    for _ in range(times):
        for home in homes:
            for other in homes:
                for topic in home.desk.mail.heard if other is not home else ():
                    if letter := other.desk.mail.sent.get(topic, b""):
                        home.desk.take(topic, letter)


def met(attic: Home, cellar: Home) -> None:
    """Have the attic invite, and the cellar come."""
    code = attic.step("invite").code
    cellar.step("join", code)
    exchange(attic, cellar)
    attic.step("accept")
    exchange(attic, cellar)
