"""A finger at the nine header pins, and an eye that sees nothing but the bytes sent to the panel.

Everything between the two is the appliance itself: gpiozero's mock pins, the gestures, the loop, the journal, the law
and the MAX7219 driver. Rule kept here: what is pressed next is decided by the LEDs alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory
from PIL import Image, ImageChops
from support.hang import GIVE_UP_S, NEVER_S
from support.max7219 import Max7219Chain
from support.menus import lists_above
from support.stadium import ManualClock
from support.worded import ENGLISH_TABLE, in_words

from firmware.config.schema import shipped
from firmware.devices.gpio_buttons import GpioButtons
from firmware.devices.protocols import Devices
from firmware.devices.spi_panels import Max7219Panel
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.shown import Observer
from firmware.play.state.table_language import TableLanguage
from scoreboard import display
from scoreboard.display.message_pictures import question_picture
from scoreboard.journal.store import Journal
from scoreboard.opponent import Opponent
from scoreboard.rules.events import Setup
from scoreboard.rules.state import Game
from scoreboard.session import Session

SIZE = (64, 16)
PINS = shipped().buttons.pins.as_dict()
HELD_S = {button: 2.1 if button == "ok" else 1.1 for button in PINS}
"""For how long a button is held that means something else then, in seconds."""
MOST = 120
"""How often NEXT is pressed for something to come up."""
TICKS = range(24)
"""Half seconds through which a picture may blink or move."""
TURNS = 8
"""How often the loop goes round until a press is dealt with."""


class Pins:
    """Nine buttons at header pins, each pressed and let go after a moment, or after long enough for a hold."""

    def __init__(self, header: MockFactory, clock: ManualClock) -> None:
        self._header, self._clock = header, clock

    def press(self, button: str, *, held: bool = False) -> None:
        """Press one."""
        self._header.pin(PINS[button]).drive_low()
        self._clock.time += HELD_S[button] if held else 0.1
        self._header.pin(PINS[button]).drive_high()
        self._clock.time += 0.1


class Finger:
    """Presses and looks.

    Args:
        header: the pins.
        chain: the LEDs.
        clock: what the buttons tell a hold by.
        session: what is played.
        speaks: the language that it reads.

    Attributes:
        presses: how often it has pressed.
        seen: every picture that the LEDs showed after a press.
    """

    def __init__(
        self,
        header: MockFactory,
        chain: Max7219Chain,
        clock: ManualClock,
        session: Session,
        speaks: TableLanguage = ENGLISH_TABLE,
    ) -> None:
        self._pins, self._chain, self._session, self._speaks = Pins(header, clock), chain, session, speaks
        self.presses = 0
        self.seen = {chain.picture().tobytes()}

    @property
    def game(self) -> Game:
        """How the game stands."""
        return self._session.game

    @property
    def brightness(self) -> set[int]:
        """How bright the LEDs are, 0 to 15; one number where they agree."""
        return self._chain.intensities()

    async def press(self, button: str, *, held: bool = False) -> None:
        """Press a button and let it go, after a moment or after long enough."""
        self._pins.press(button, held=held)
        self.presses += 1
        for _ in range(TURNS):
            await asyncio.sleep(0)
        self.seen.add(self._chain.picture().tobytes())

    def sees(self, *pictures: Image.Image) -> bool:
        """Whether the LEDs show one of these."""
        shown = self._chain.picture()
        return any(ImageChops.logical_xor(shown, display.monochrome(picture)).getbbox() is None for picture in pictures)

    def reads(self, *texts: str) -> bool:
        """Whether the LEDs ask for OK to one of these."""
        return self.sees(*(picture for text in texts for picture in _asking(text)))

    async def take(self, *texts: str) -> None:
        """NEXT until the panel says the first of these, then OK; and so on."""
        for text in texts:
            await self.take_one_of(text)

    async def take_one_of(self, *texts: str) -> None:
        """NEXT until the panel says any of these, then OK."""
        await self._walk_to(lambda: self.reads(*texts), " or ".join(texts))
        await self.press("ok")

    async def say(self, text: str) -> None:
        """NEXT with nothing to choose, and on until the panel says it, then OK."""
        await self.press("next")
        await self.take(text)

    async def menu(self, *texts: str) -> None:
        """Hold OK, and take one after another; in which list the first is need not be said."""
        await self.press("ok", held=True)
        for above in lists_above(texts[0]):
            await self._walk_to(lambda: self.reads(texts[0], above), above)  # noqa: B023 - walked at once
            if self.reads(texts[0]):
                break
            await self.press("ok")
        await self.take(*texts)

    async def fix(self, *texts: str, changes: str) -> None:
        """Put something right by the menu: the panel says what that changes, and OK makes it so."""
        await self.menu(*texts)
        assert self.reads(changes), f"The panel does not say {changes}"
        await self.press("ok")

    async def enter(self, what: str, *values: int | str) -> None:
        """Hold NEXT, walk to what lies there, and OK; of a roll one die after the other."""
        await self.press("next", held=True)
        dice = len(values) if len(values) > 1 else 0
        for nth, value in enumerate(values):
            known = tuple(int(each) for each in values[:nth])
            await self._walk_to(lambda: self.is_asked(what, value, dice, known), f"{what} {value}")  # noqa: B023 - walked at once
            await self.press("ok")

    def is_asked(self, what: str, value: int | str, dice: int = 0, known: tuple[int, ...] = ()) -> bool:
        """Whether the LEDs ask if that shows this, of so many dice, of which those before it are known."""
        asked = display.Question(what, value, dice, known if dice else ())
        return self.sees(*(question_picture(asked, SIZE, tick=tick, say=self._speaks.say) for tick in (0, 1)))

    async def _walk_to(self, there: Callable[[], bool], what: str) -> None:
        for _ in range(MOST):
            if there():
                return
            await self.press("next")
        raise AssertionError(f"The panel never says {what}")


@cache
def _asking(text: str) -> tuple[Image.Image, ...]:
    """Every picture that asks for OK to that."""
    return tuple(display.message_picture(text, SIZE, tick=tick, ok=True) for tick in TICKS)


@asynccontextmanager
async def at_the_box(
    journal: Path,
    setup: Setup,
    *,
    opponent: Opponent = Opponent(),  # noqa: B008 - a frozen value
    observers: Sequence[Observer] = (),
    speaks: TableLanguage = ENGLISH_TABLE,
    **others: Any,  # noqa: ANN401 - further options
) -> AsyncIterator[Finger]:
    """A finger at the box of an appliance without a camera, which runs while the context lasts.

    The observers read what was said as text; what ``speaks`` is the panel's language, too.
    """
    header, chain, clock = MockFactory(), Max7219Chain(SIZE), ManualClock()
    with Session(Journal.create(journal, alone=True), clock) as session:
        buttons = GpioButtons(PINS, 0.0, factory=header, clock=clock)
        brightness = others.get("dials", {}).get("brightness", 40)
        devices = Devices((Max7219Panel(SIZE, spi=chain, brightness=brightness),), buttons)
        options = Options(setup, opponent=opponent, language=speaks, **{"tick_s": NEVER_S, **others})
        heard = [in_words(observer, speaks) for observer in observers]
        app = PlayLoop(session, devices, lambda _, __: None, options, heard)
        running = asyncio.get_running_loop().create_task(app.run())
        try:
            await asyncio.sleep(0)
            async with asyncio.timeout(GIVE_UP_S):
                yield Finger(header, chain, clock, session, speaks)
        finally:
            app.stop()
            await running
