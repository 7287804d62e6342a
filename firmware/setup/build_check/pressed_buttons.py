"""The buttons: each is asked for by its name and pressed once; what comes tells whether it is the right one, and sound.

A contact that counts twice where one press was asked for bounces for longer than the settings take for bounce. A finger
may slip, so it is asked for once more before that is said.
"""

from __future__ import annotations

from typing import ClassVar, Final

from firmware.devices.debounce import HELD
from firmware.devices.protocols import Gesture
from firmware.notice import Notice, Severity, finding
from firmware.setup.build_check.part_check import Answer, BuildBench, BuildCheck, Offered
from scoreboard.message import Words, message

WAITS_S: Final = 20.0
"""After which a button that was asked for counts as dead."""
SETTLES_S: Final = 0.8
"""For which more is awaited after a press: what bounces comes within, and nobody presses as fast on purpose."""
OF_GESTURE: Final[dict[str, str]] = {held: name for name, (held, _) in HELD.items()}
"""Which button it is that was held."""


class PressedButtons(BuildCheck):
    """Asks for one button after the other; a person without that button's help says NEXT by a key or a phone."""

    guides: ClassVar = {"buttons": "hardware/wiring.md#buttons"}

    def __init__(self, bench: BuildBench) -> None:
        super().__init__(bench)
        self._left: list[str] = []
        self._came: list[str] = []
        self._due: float | None = None
        self._again = False
        self._faults: dict[str, list[str]] = {"stuck": [], "dead": [], "swapped": [], "bounces": []}

    @property
    def asked(self) -> str:
        """The button that is asked for; empty where none is."""
        return self._left[0] if self._left else ""

    @property
    def words(self) -> Words:
        """Which button is to be pressed."""
        if not self._left:
            return message("build.buttons.begins")
        return message("build.buttons.again" if self._again else "build.buttons.ask", button=self._left[0].upper())

    @property
    def offered(self) -> tuple[Offered, ...]:
        """That nothing happens."""
        return (Offered("next", message("build.buttons.nothing")),)

    def advance(self, now: float) -> None:
        """Begin, judge what was pressed, and go on where nothing comes."""
        if self.bench.down is None:
            driver = self.bench.config.buttons.driver
            is_chosen = driver in ("keys", "none")
            none = message("doctor.buttons.none", driver=driver) if is_chosen else message("doctor.none")
            self.findings = (finding("skipped", none, about="buttons"),)
        elif self._due is None:
            stuck = self.bench.down()
            self._faults["stuck"] += [name.upper() for name in sorted(stuck)]
            self._left = [name for name in self.bench.config.buttons.pins.as_dict() if name not in stuck]
            self._ask(now)
        elif now >= self._due:
            self._judge(now)

    def press(self, gesture: Gesture, now: float) -> None:
        """One was pressed, the right one or another."""
        if self._left and self._due is not None:
            if not self._came:
                self._due = now + SETTLES_S
            self._came.append(OF_GESTURE.get(gesture, gesture))

    def answer(self, given: Answer, now: float) -> None:
        """Nothing happens when it is pressed."""
        if given == "next" and self._left and not self._came:
            self._judge(now)

    def _judge(self, now: float) -> None:
        """What came of the button that was asked for."""
        asked, others = self._left[0], sorted(set(self._came) - {self._left[0]})
        twice = len(self._came) > 1 and not others
        if twice and not self._again:
            self._ask(now, again=True)
            return
        if not self._came:
            self._faults["dead"].append(asked.upper())
        elif others:
            came = ", ".join(other.upper() for other in others)
            self._faults["swapped"].append(f"{asked.upper()} → {came}")
        elif twice:
            self._faults["bounces"].append(asked.upper())
        self._left.pop(0)
        self._ask(now)

    def _ask(self, now: float, *, again: bool = False) -> None:
        """Ask for the next one, if there is one."""
        self._came, self._due, self._again = [], now + WAITS_S, again
        if not self._left:
            self.findings = tuple(self._found())

    def _found(self) -> list[Notice]:
        found = []
        for fault, names in self._faults.items():
            if names:
                severity: Severity = "amber" if fault == "bounces" else "red"
                # one of: build.buttons.bounces, build.buttons.dead, build.buttons.stuck, build.buttons.swapped
                ill = message(f"build.buttons.{fault}", names=tuple(names))
                # one of: build.buttons.bounces.remedy, build.buttons.dead.remedy, build.buttons.stuck.remedy
                # one of: build.buttons.swapped.remedy
                remedy = message(f"build.buttons.{fault}.remedy")
                found.append(finding(severity, ill, remedy, about="buttons"))
        return found or [finding("green", message("build.buttons.well"), about="buttons")]
