"""A panel of your own, here the terminal: `python examples/own_panel.py RECORD` shows the last state of a game on it.

Any class with these three members satisfies `firmware.devices.protocols.Panel`; `firmware/wiring.py` opens the panels.
"""

import sys
from pathlib import Path

from PIL import Image

from firmware.devices.protocols import Panel, check_size
from scoreboard.display import draw
from scoreboard.display.terminal import half_blocks
from scoreboard.record import read, replay


class TerminalPanel:
    """A panel of printed blocks."""

    size = (64, 16)

    def show(self, picture: Image.Image) -> None:
        """Print the picture."""
        check_size(picture, self.size)
        print(half_blocks(picture, color=False))

    def close(self) -> None:
        """There is nothing to release."""


with Path(sys.argv[1]).open("rb") as record:
    *_, last = replay(read(record, warn=print))
panel: Panel = TerminalPanel()
panel.show(draw(last.after.game, panel.size))
panel.close()
