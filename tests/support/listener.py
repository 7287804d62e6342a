"""A player who sees nothing: it hears the speaker's sentences and presses the nine header pins.

What a sentence means it knows from the catalogues alone, so that it understands every language. Rule kept here: what is
pressed next is decided by what was heard since the last press.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter

import numpy as np
from gpiozero.pins.mock import MockFactory
from support.finger import MOST, PINS, TURNS, Pins
from support.hang import GIVE_UP_S
from support.stadium import ManualClock

from firmware.devices.dial import Dial
from firmware.devices.gpio_buttons import GpioButtons
from firmware.devices.protocols import Devices
from firmware.play.faces.announcer import Announcer, how_much_talk
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.table_language import TableLanguage
from firmware.simulated.peripherals import SimulatedSpeaker
from scoreboard.commentary import speakable
from scoreboard.journal.store import Journal
from scoreboard.language import Language, language
from scoreboard.message import message
from scoreboard.rules.events import Setup
from scoreboard.rules.state import Game
from scoreboard.session import Session

DUE = ("due.pitch", "due.swing", "due.bunt", "due.homer", "due.run", "due.run-or-skip", "due.throw", "due.throw-any",
       "due.throw-or-hold", "due.throw-any-or-hold", "due.toss")  # fmt: skip
"""Sentences that ask for a throw."""
OVER = ("play.win", "play.end")
WORDS = {"face": r"[^\s.?!]+", "most": r"\d+", "least": r"\d+"}
"""Values that have no blank in them; of all others nothing is known but that they are short of a sentence."""
THROWS = 300
"""More than any game of one inning needs."""


@cache
def pattern(spoken: Language, key: str) -> re.Pattern[str]:
    """What a message sounds like, with a group for each of its values."""
    wording, names = spoken.wording(key, "spoken") or "", list[str]()
    text = ""
    for literal, name, _, _ in Formatter().parse(wording):
        text += literal
        if name is not None:
            text += f" {9000 + len(names)} "
            names.append(name)
    heard = re.escape(speakable(text, spoken.say(message("voice.spellings"))))
    for number, name in enumerate(names):
        group = f" ?(?P<{name}>{WORDS.get(name, '[^:;?!]+?')}) ?"
        before, after = re.split(rf"(?:\\ )?{9000 + number}(?:\\ )?", heard)
        heard = before + group + after
    return re.compile(heard)


class Listener:
    """Hears and presses.

    Args:
        header: the pins.
        clock: what the buttons tell a hold by.
        speaker: what it hears.
        spoken: the language that it understands.
        seed: of its dice.
    """

    def __init__(
        self, header: MockFactory, clock: ManualClock, speaker: SimulatedSpeaker, spoken: Language, seed: int
    ) -> None:
        self._pins, self._speaker, self._language = Pins(header, clock), speaker, spoken
        self._chance = np.random.default_rng(seed)
        self._heard = list[str]()
        self.everything = list[str]()
        speaker.listener = self._listen

    def _listen(self, text: str) -> None:
        self._heard.append(text)
        self.everything.append(text)

    async def press(self, button: str, *, held: bool = False) -> None:
        """Forget what was heard, press, and listen."""
        self._heard.clear()
        self._pins.press(button, held=held)
        for _ in range(TURNS):
            await asyncio.sleep(0)

    def hears(self, key: str) -> Mapping[str, str] | None:
        """The values of that message, if it was said since the last press."""
        found = pattern(self._language, key).search(" ".join(self._heard))
        return None if found is None else found.groupdict()

    async def throw(self) -> None:
        """Throw what was asked for, and tell by NEXT held what it shows."""
        is_chip = self.hears("due.toss") is not None
        await self.tell(self._face() if is_chip else str(self._chance.integers(1, 11)))

    def _face(self) -> str:
        face = ("hit", "out")[self._chance.integers(2)]
        name = self._language.say(message(f"face.{face}"), "spoken")
        return speakable(name, self._language.say(message("voice.spellings")))

    async def tell(self, shown: str) -> None:
        """NEXT held, NEXT until that is offered, then OK."""
        await self.press("next", held=True)
        for _ in range(MOST):
            asked = self.hears("asked.is-it")
            assert asked is not None, f"nothing is asked: {self._heard}"
            if asked["face"] == shown:
                return await self.press("ok")
            await self.press("next")
        raise AssertionError(f"{shown} is never offered")

    async def say(self, key: str, *, held: bool = False, button: str = "next") -> None:
        """Walk with NEXT until that is said, then OK."""
        await self.press(button, held=held)
        for _ in range(MOST):
            if self.hears(key) is not None:
                return await self.press("ok")
            await self.press("next")
        raise AssertionError(f"{key} is never said")

    async def play(self) -> None:
        """Throw what is due, and answer what is asked, until the game is over."""
        for _ in range(THROWS):
            if any(self.hears(key) is not None for key in OVER):
                return
            if any(self.hears(key) is not None for key in DUE):
                await self.throw()
            else:
                assert self.hears("due.call-runner") is not None, f"nothing to do: {self._heard}"
                await self.say("ask.new-batter")
        raise AssertionError("the game never ends")


def listened(
    journal: Path, setup: Setup, code: str, seed: int, script: Callable[[Listener], Awaitable[None]]
) -> tuple[Game, Listener]:
    """Run the appliance with neither camera nor panel while the script listens and presses."""
    header, clock, speaker = MockFactory(), ManualClock(), SimulatedSpeaker()
    spoken = TableLanguage(language(code))
    listener = Listener(header, clock, speaker, spoken.now, seed)

    async def run(session: Session) -> None:
        devices = Devices((), GpioButtons(PINS, 0.0, factory=header, clock=clock), speaker=speaker)
        options = Options(setup, language=spoken)
        app = PlayLoop(
            session, devices, lambda _, __: None, options, [Announcer(speaker, spoken, Dial(how_much_talk("all")))]
        )
        running = asyncio.get_running_loop().create_task(app.run())
        try:
            await asyncio.sleep(0)
            await asyncio.wait_for(script(listener), GIVE_UP_S)
        finally:
            app.stop()
            await running

    with Session(Journal.create(journal, alone=True), clock) as session:
        asyncio.run(run(session))
        return session.game, listener
