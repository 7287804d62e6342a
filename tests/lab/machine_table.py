"""The game on the lab's virtual machine: what its journal has, what its panel must show of it, and its buttons."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from virtual_machine import PATIENCE_S, SIZE, TappedPanel, VirtualMachine, drawn

from scoreboard.display import MONO_LAYOUTS, draw, monochrome
from scoreboard.record import decode, replay
from scoreboard.rules.events import AnyLine, Button, Press
from scoreboard.rules.history import History
from scoreboard.stats.box_score import runs_by_inning

ROOT = Path(__file__).resolve().parents[2]
PINS: dict[str, int] = tomllib.loads((ROOT / "firmware/stadium.toml").read_text(encoding="utf-8"))["buttons"]["pins"]
JOURNAL = "/var/lib/stadium/games.sqlite"
LOOK_S = 15.0
"""For which the panel is looked at before the disk is asked again."""
TICKS = 24
"""Half seconds of a score that are drawn: in so many all that blinks and takes turns has had its turn."""
_READ = (
    f"import sqlite3; asked = sqlite3.connect('file:{JOURNAL}?mode=ro', uri=True).execute("  # noqa: S608 - no input
    "'select line from lines where game = (select max(game) from games) order by number'); "
    "print('\\n'.join(line for line, in asked))"
)


@dataclass(frozen=True)
class Table:
    """Who plays at the machine."""

    machine: VirtualMachine

    @property
    def panel(self) -> TappedPanel:
        """The panel's LEDs."""
        return self.machine.panel

    def lines(self) -> list[AnyLine]:
        """The lines of the game in play, as they are on the disk."""
        printed = self.machine.run(f'python3 -c "{_READ}"', check=False).stdout
        return [decode(line.encode()) for line in printed.splitlines()]

    @property
    def restarts(self) -> int:
        """How often systemd has started the scoreboard again."""
        return int(self.machine.says("systemctl show --property=NRestarts --value stadium") or 0)

    def press(self, *buttons: str, wait: bool = True) -> None:
        """Press buttons one after the other, by their names in stadium.toml; with ``wait`` until the last is up."""
        self.machine.press(*(PINS[button] for button in buttons), wait=wait)

    def play(self, button: Button) -> None:
        """Press a button, and wait until that is on the disk."""
        presses = sum(isinstance(line, Press) for line in self.lines())
        self.press(button)
        self.await_lines(lambda lines: sum(isinstance(line, Press) for line in lines) > presses)

    def await_lines(self, there: Callable[[list[AnyLine]], bool]) -> None:
        """Wait until such lines are on the disk; the panel tells when to look."""
        while not there(self.lines()):
            self.panel.wait(lambda _: True, self.panel.count)

    def begin(self) -> None:
        """Answer what a new box asks, with OK, until a game is on."""
        self.panel.wait(any)
        while not self.lines():
            self.press("ok")

    def score(self, patience_s: float = PATIENCE_S) -> list[AnyLine]:
        """Wait until the panel shows the game as it is on the disk; returns its lines.

        Raises:
            RuntimeError: if it does not.
        """
        deadline, lines = time.monotonic() + patience_s, []
        while time.monotonic() < deadline:
            since, lines = self.panel.count, self.lines()
            shown = pictures(history_of(lines)) if lines else set()
            with suppress(RuntimeError):  # somebody has played on meanwhile
                self.panel.wait(lambda picture: picture in shown, since, LOOK_S)  # noqa: B023 - called at once
                return lines
        raise RuntimeError(f"{len(lines)} lines are on the disk; the panel shows\n{drawn(self.panel.picture)}")


def history_of(lines: Sequence[AnyLine]) -> History:
    """What a game's lines come to."""
    *_, last = replay(enumerate(lines, 1))
    return last.after


def histories(lines: Sequence[AnyLine]) -> list[History]:
    """What a game's lines come to, one after another."""
    return [step.after for step in replay(enumerate(lines, 1))]


def pictures(history: History) -> set[bytes]:
    """What a panel may show of a game that nothing covers."""

    def picture(tick: int) -> bytes:
        innings = runs_by_inning(history)
        drawn = draw(history.game, SIZE, tick=tick, innings=lambda: innings, layouts=MONO_LAYOUTS)
        return monochrome(drawn).tobytes()

    return {picture(tick) for tick in range(TICKS)}
