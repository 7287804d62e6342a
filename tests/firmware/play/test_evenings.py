"""Evenings by lot at a live camera: what is scored lies there as it was thrown, or was answered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from random import Random
from unittest.mock import create_autospec

import numpy as np
import pytest
from support.lab import in_the_lab
from support.stadium import SETUP, FixedClock

from firmware.devices.health import DeviceChange, absent
from firmware.devices.protocols import Devices, Gesture
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.question import READ_TICKS, Answer
from firmware.play.table.umpire import name_of
from firmware.simulated.peripherals import SimulatedButtons
from scoreboard.journal.store import Journal
from scoreboard.record import replay
from scoreboard.rules.events import Chip, Die
from scoreboard.session import Session
from vision.readings import ChipReading, DieReading, Reading
from vision.tracking.events import Lifted, Report, Thrown
from vision.types import Box

GESTURES: tuple[Gesture, ...] = ("ok", "next", "undo", "redo", "menu", "ball", "strike", "out", "run", "batter")
THINGS = ("red", "blue", "white", "chip")
Readings = tuple[str, Answer, str]
"""What a line says was thrown: the thing, what it shows, and who said so."""


class Party:
    """A table, and the appliance that watches it. `unscored` are the sure throws that may still count, by name."""

    def __init__(self, session: Session, lots: Random, loop: asyncio.AbstractEventLoop) -> None:
        self.session, self.lots = session, lots
        self.lying: dict[str, Reading] = {}
        self.unscored: dict[str, Answer] = {}
        self.app = PlayLoop(session, Devices((), SimulatedButtons()), lambda *_: None, Options(SETUP, begin_new=True))
        self.scorer = self.app.scorer
        self.app.begin(loop)

    def go_on(self) -> None:
        """Something happens: mostly what the game waits for, or a press."""
        session, asked, menu = self.session, self.scorer.state.question.asked, self.scorer.state.overlay.screen
        state = self.scorer.state
        state.tick += READ_TICKS  # nobody is in haste
        state.question = state.question.at(state.tick)
        before = session.history.number
        what = self.lots.choice(("look", "look", "look", "press", "press", "camera"))
        seen = FrameReports(np.zeros((2, 2, 3), np.uint8), self.look() if what == "look" else (), 0.0)
        gesture = self.lots.choice(("ok", *GESTURES)) if what == "press" else None
        if what == "camera":
            self.unscored.clear()
        self.app.take(
            DeviceChange("camera", absent("it is gone", "NO CAMERA")) if what == "camera" else gesture or seen
        )
        reported = list(self.reported(since=before))
        answers = [(asked.what, asked.offered)] if asked is not None and menu is None and gesture == "ok" else []
        assert answers == [(name, shown) for name, shown, by in reported if by == "button"]
        assert all(shown == self.unscored.pop(name) for name, shown, by in reported if by == "camera")
        assert self.scorer.state.question.asked is None or self.scorer.state.question.asked.what in self.lying
        if asked is not None and not answers:
            assert not reported or asked.what in [name_of(reading, {}) for reading in seen.readings]

    def look(self) -> tuple[Report, ...]:
        """Some things are picked up, and most of them thrown; what is due more often than others."""
        due = self.session.game.awaits
        names = [name for name in THINGS if self.lots.random() < (2 / 3 if name == due else 1 / 4)]
        reports: list[Report] = [Lifted(name, None, self.lying.pop(name).box) for name in names if name in self.lying]
        for name in names:
            self.unscored.pop(name, None)
            if self.lots.random() < 5 / 6:
                self.lying[name] = self.thrown(name, sure=self.lots.random() < 1 / 2)
                reports.append(Thrown(self.lying[name], None))
        return tuple(reports)

    def thrown(self, name: str, *, sure: bool) -> Reading:
        """The thing as it comes to rest."""
        if name == "chip":
            face = self.lots.choice(("hit", "out"))
            self.unscored |= {name: face} if sure else {}
            return ChipReading(face if sure else None, 0.9, () if sure else ((face, 0.6),), Box(0, 0, 60, 60))
        value = self.lots.choice((1, 10, self.lots.randint(1, 10)))
        self.unscored |= {name: value} if sure else {}
        return DieReading("d10", name, value if sure else None, 0.9, () if sure else ((value, 0.6),), Box(0, 0, 40, 40))

    def reported(self, since: int) -> Iterator[Readings]:
        """The throws that were scored since that line, the first one first; none of a new game."""
        latest = list(self.session.history.lines)[: max(0, self.session.history.number - since)]
        for line in [each.line for each in reversed(latest) if each.accepted]:
            if isinstance(line, Die | Chip):
                yield *(("chip", line.face) if isinstance(line, Chip) else (line.color, line.value)), str(line.by)


@pytest.mark.once
@pytest.mark.parametrize("evening", [*range(30), *in_the_lab(range(30, 100))])
def test_each_throw_counts_once_as_read_or_answered(evening: int) -> None:
    """Whatever is thrown, lifted, pressed and lost, in whichever order; and the record tells the same game."""
    journal = create_autospec(Journal, instance=True)
    journal.latest.return_value = None
    with closing(asyncio.new_event_loop()) as loop, Session(journal, FixedClock()) as session:
        party = Party(session, Random(evening), loop)  # noqa: S311 - lots for a test
        for _ in range(100):
            party.go_on()
        lines = (session.game.setup, *[recorded.line for recorded in session.history.lines][::-1])
        *_, last = replay(enumerate(lines, start=1))
        assert last.after == session.history
