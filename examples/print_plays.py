"""Print each play of a running scoreboard by an observer of one's own: `python examples/print_plays.py`.

An observer is called with everything that the table is shown. This one also presses the buttons: the visitors are out,
and the home team hits a home run.
"""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.devices.protocols import Devices, SystemClock
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.shown import Shown
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH
from scoreboard.rules.events import Setup, Team
from scoreboard.session import Session

buttons = SimulatedButtons()
without_camera = Devices((SimulatedPanel(),), buttons)


def observe(shown: Shown) -> None:
    """Print what happened, and press the next button."""
    print(shown.number, ENGLISH(shown.words))
    buttons.press("out" if shown.game.half == "top" else "homerun")


away, home = Team(name="Reds", color="red"), Team(name="Blues", color="blue")
options = Options(Setup(rules="two-dice", away=away, home=home, innings=1), until_over=True)
with TemporaryDirectory() as folder, Session(Journal.create(Path(folder) / "games.sqlite"), SystemClock()) as session:
    asyncio.run(PlayLoop(session, without_camera, lambda *_: None, options, [observe]).run())
