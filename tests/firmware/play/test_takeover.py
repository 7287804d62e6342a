"""The panel's wizard in the running appliance: the game waits, and nothing that is thrown is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from support.hang import GIVE_UP_S
from support.scoring import SETUP
from support.stadium import FixedClock, Sights, die
from support.strung import Player, opened, panel_config, peer, shows
from support.worded import in_words

from firmware.config.schema import load
from firmware.devices.led_layout import Boards, Chain
from firmware.devices.protocols import Devices, Frame, Gesture
from firmware.devices.restrung import RestrungPanel
from firmware.notice import notice
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.scorer_state import WaitingThrow
from firmware.play.state.shown import Shown
from firmware.setup.panel_wizard import PanelWizard, wizard
from firmware.simulated.peripherals import SimulatedButtons
from scoreboard.display import message_picture
from scoreboard.journal.store import Journal
from scoreboard.rules.events import Die
from scoreboard.session import Session

CONFIGURED = panel_config((64, 16))
TRUTH = panel_config(
    (64, 16), block_orientation=90, chain=Chain(begins="bottom-right", serpentine=True), max7219=Boards(mirrored=True)
)


class HeldSights(Sights):
    """A camera that sees the next thing when it is let."""

    def __init__(self, *sights: object) -> None:
        super().__init__(sights)  # type: ignore[arg-type] # sights, each of them
        self.let = Event()

    def frame(self) -> Frame | None:
        """Wait until it is let; None once closed."""
        self.let.wait()
        self.let.clear()
        return super().frame()

    def close(self) -> None:
        """See nothing more."""
        super().close()
        self._sights.clear()
        self.taken = 0
        self.let.set()


class Table:
    """An appliance whose panel is strung otherwise than its settings say, and somebody at it."""

    def __init__(self, session: Session, file: Path) -> None:
        self.lights, self.words = peer(TRUTH), list[str]()
        self.panel = RestrungPanel(opened(CONFIGURED, self.lights))
        self.buttons, self.camera, self.session = SimulatedButtons(), HeldSights(die("blue", 7)), session
        options = Options(SETUP, actions={"panel": wizard(self.panel, CONFIGURED, file)})
        devices = Devices((self.panel,), self.buttons, self.camera)
        self.app = PlayLoop(session, devices, self.camera.look, options, [in_words(self._hear)])

    def _hear(self, shown: Shown) -> None:
        self.words.append(str(shown.words))

    async def until(self, there: Callable[[], bool]) -> None:
        """Let the appliance work until that holds."""
        async with asyncio.timeout(GIVE_UP_S):
            while not there():  # noqa: ASYNC110 - it is the appliance's to say
                await asyncio.sleep(0)

    async def press(self, gesture: Gesture) -> None:
        """Press a button, and wait for what comes of it."""
        heard = len(self.words)
        self.buttons.press(gesture)
        await self.until(lambda: len(self.words) > heard)

    async def begin_wizard(self) -> None:
        """By the menu, whose words show the way."""
        await self.press("menu")
        while "Menu: settings." not in self.words[-1]:
            await self.press("next")
        await self.press("ok")
        while "how the panel is strung" not in self.words[-1]:
            await self.press("next")
        await self.press("ok")
        await self.until(lambda: "blinking" in self.words[-1])

    async def throw(self) -> None:
        """Throw the pitcher's die, which the camera sees."""
        self.camera.let.set()
        await self.until(lambda: self.app.camera_waits)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """The appliance at work."""
    with Session(Journal.create(tmp_path / "games.sqlite", alone=True), FixedClock()) as session:
        table = Table(session, tmp_path / "stadium.toml")
        running = asyncio.get_running_loop().create_task(table.app.run())
        await table.until(lambda: bool(table.words))
        yield table
        table.app.stop()
        await running


def thrown(table: Table) -> list[object]:
    """The dice that were recorded."""
    return [each.line for each in table.session.history.lines if isinstance(each.line, Die)]


async def test_the_panel_is_set_right_in_the_middle_of_a_game(table: Table, tmp_path: Path) -> None:
    """By the buttons; a die that is thrown meanwhile counts afterwards, and the panel can be read at once."""
    await table.begin_wizard()
    await table.throw()
    assert [] == thrown(table)
    player = Player(table.lights, (64, 16))
    while (asked := table.app.scorer.state.early.takeover) is not None:
        await table.press("ok" if player.sees_it(asked.words) else "next")
    await table.until(lambda: shows(table.lights, message_picture("PANEL READY")))
    await table.until(lambda: bool(thrown(table)))
    assert any("The panel is right now" in words for words in table.words)
    assert TRUTH.chain == load(tmp_path / "stadium.toml").panel.chain


async def test_ok_held_leaves_the_wizard(table: Table, tmp_path: Path) -> None:
    """The settings stay, no press was scored, and the die that was thrown meanwhile counts."""
    await table.begin_wizard()
    await table.throw()
    for gesture in ("run", "out", "next", "undo", "ball"):
        await table.press(gesture)  # type: ignore[arg-type] # gestures, each of them
    assert [] == list(table.session.history.lines)
    await table.press("menu")
    await table.until(lambda: bool(thrown(table)))
    assert any("stay as they were" in words for words in table.words)
    assert not (tmp_path / "stadium.toml").exists()
    assert table.panel.rearranged is None


async def test_the_wizard_begins_without_reading_the_panel(table: Table) -> None:
    """OK held, then NEXT held: the same presses whatever the menu offers now."""
    await table.press("menu")
    await table.press("by-hand")
    await table.until(lambda: "blinking" in table.words[-1])
    await table.press("menu")
    await table.press("menu")
    await table.press("next")
    await table.press("by-hand")  # back to the first, as in every list
    await table.press("by-hand")
    await table.until(lambda: "blinking" in table.words[-1])
    await table.press("menu")


def test_whatever_is_seen_meanwhile_waits() -> None:
    """Also what is no throw, for advice about it would talk over the questions."""
    waiting, seen = WaitingThrow(), FrameReports(np.zeros((2, 2, 3), np.uint8), (), 0.0)
    assert not waiting.keep(seen, 0)
    waiting.takeover = PanelWizard(CONFIGURED, lambda _: notice("wizard.left"))
    assert waiting.keep(seen, 0)
    assert waiting.due(1) is seen


async def test_no_press_is_heard_twice(table: Table) -> None:
    """A press that does nothing is not described again."""
    await table.begin_wizard()
    await table.press("run")
    assert "" == table.words[-1]
    await table.press("menu")
