"""A RallyBird table in the simulated stadium: a camera reads the dice, and all else goes by nine pins and a panel.

Sensible coaches choose cards and lay gloves by lot. A finger at the header tells what they chose, reading nothing but
the LEDs: a card openly or picked in secret, and the gloves as they lie or zone by zone. Simulated players throw, and
answer what the camera asks at the same pins.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from gpiozero.pins.mock import MockFactory
from support.english import on_panel
from support.finger import PINS, SIZE, Finger, Pins
from support.max7219 import Max7219Chain
from support.stadium import ManualClock

from firmware.config.schema import shipped
from firmware.demo import Players, ReadingTally
from firmware.devices.gpio_buttons import GpioButtons
from firmware.devices.protocols import Devices
from firmware.devices.spi_panels import Max7219Panel
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.shown import Shown
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.scenario import FRAMES_A_SECOND
from firmware.simulated.world.stadium import PIPS, SimulatedStadium
from firmware.throw_reader import throw_reader
from scoreboard.commentary import prompt
from scoreboard.journal.store import Journal
from scoreboard.rules.deck import ZONES
from scoreboard.rules.events import Call, Setup
from scoreboard.rules.rallybird import to_draw
from scoreboard.rules.state import Game
from scoreboard.session import Session
from scoreboard.stats.coaches import next_call

LONGEST_S = 600
"""When a game that does not end is given up, in seconds."""
SECRETLY, LEFT = 0.5, 0.4
"""How often a card is picked on the panel, and how often gloves are left as they lie."""


@dataclass(frozen=True, slots=True)
class Coaches:
    """Both coaches, at one header: what they chose is told until the dice are due."""

    session: Session
    finger: Finger
    lots: Random
    shown: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self) -> None:
        """Tell cards and gloves from the first picture on, to the end of the game."""
        await self.shown.wait()
        while not (game := self.session.game).over:
            if game.awaits is None:
                await self._tell(game)
            else:
                self.shown.clear()
                await self.shown.wait()

    async def _tell(self, game: Game) -> None:
        if game.phase == "gloves" and game.cards and not game.cards.choose:
            await self._lay(game)
        elif game.phase == "card" and (to_draw(game) or self.lots.random() < SECRETLY):
            await self._pick(game)
        else:
            await self.finger.say(on_panel(prompt(next_call(game, self.lots))))

    async def _pick(self, game: Game) -> None:
        """The panel deals, and sets a card aside first where one is due."""
        await self.finger.say("PICK SECRETLY?")
        await self.finger.take(f"{game.team(game.fielding).name} LOOK AWAY?")
        await self.finger.take(on_panel(prompt(next_call(self.session.game, self.lots))))

    async def _lay(self, game: Game) -> None:
        if self.lots.random() < LEFT:
            return await self.finger.say(on_panel(prompt(Call(call=game.calls[-1]))))
        await self.finger.say("MOVE GLOVES?")
        laid = dict(each.split("=") for each in next_call(game, self.lots).call.split()[1:])
        # once all lie nothing more is asked
        for zone in ZONES[: ZONES.index(max(laid)) + 1]:
            glove = laid.get(zone, "NONE")
            await self.finger.take_one_of(f"{zone}: {glove}?", f"{zone}: {_top(glove)}?")
        return None


def _top(glove: str) -> str:
    """The number that shows, of ``4/3`` or ``4/3r``."""
    white, _, red = glove.partition("/")
    return red.removesuffix("r") if glove.endswith("r") else white


def play(journal: Path, setup: Setup, seed: int) -> tuple[Game, ReadingTally]:
    """Play a game to its end; how it stands, and how the dice were read."""
    header, chain, clock = MockFactory(), Max7219Chain(SIZE), ManualClock()
    reader = throw_reader(shipped())

    async def run(session: Session) -> ReadingTally:
        loop = asyncio.get_running_loop()
        coaches = Coaches(session, Finger(header, chain, clock, session), Random(seed))  # noqa: S311 - lots for a test
        camera = SimulatedCamera(
            SimulatedStadium(seed, die_mm=shipped().eyes.die_mm, numbering=PIPS),
            fps=FRAMES_A_SECOND,
            idle=lambda: loop.call_soon_threadsafe(players.idle),  # type: ignore[arg-type] # nobody waits for it
        )
        players = Players(camera, Pins(header, clock), seed, loop.call_soon, calls=False)
        devices = Devices((Max7219Panel(SIZE, spi=chain),), GpioButtons(PINS, 0.0, factory=header, clock=clock), camera)
        options = Options(setup, patient=True, until_over=True, ignore=reader.ignore)

        def heard(_: Shown) -> None:
            coaches.shown.set()

        app = PlayLoop(session, devices, reader.read, options, [players, heard])
        telling = loop.create_task(coaches.play())
        telling.add_done_callback(lambda _: app.stop())
        await asyncio.wait_for(app.run(), LONGEST_S)
        await telling
        return players.tally

    with Session(Journal.create(journal, alone=True), clock) as session:
        tally = asyncio.run(run(session))
        return session.game, tally
