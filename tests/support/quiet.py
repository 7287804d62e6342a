"""A table at which nobody plays, whose panel is looked at as time goes by."""

from __future__ import annotations

from pathlib import Path

from support.stadium import SETUP, FixedClock, ManualClock

from firmware.devices.protocols import Devices
from firmware.play.state.options import Options
from firmware.play.state.rest_options import RestOptions
from firmware.play.table.scorer import Scorer
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.display import draw
from scoreboard.journal.store import Journal
from scoreboard.session import Session


class QuietTable:
    """A game that has begun, in a journal of that folder; ``clock`` is told what time it is."""

    def __init__(self, folder: Path, rest: RestOptions) -> None:
        self.session = Session(Journal.create(folder / "games.sqlite", alone=True), FixedClock())
        self.panel, self.clock = SimulatedPanel(), ManualClock()
        self.devices = Devices((self.panel,), SimulatedButtons())
        self.scorer = Scorer(self.session, self.devices, Options(SETUP, rest=rest), (), self.clock.monotonic)
        self.scorer.begin()

    def later(self, seconds: float) -> bytes:
        """What is seen so many seconds later."""
        self.clock.time += seconds
        self.scorer.displays.light()
        return self.panel.picture.tobytes()

    @property
    def score(self) -> bytes:
        """What the score looks like."""
        return draw(self.session.game, self.panel.size, tick=self.scorer.state.tick).tobytes()

    def close(self) -> None:
        """The table is left."""
        self.session.close()
