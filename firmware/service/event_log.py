"""The events of a game and of the devices that are logged: throws, questions, refusals, losses and returns.

Rule kept here: a line is about a die or a device, never about a player or the name of a team.
"""

from __future__ import annotations

import logging

from firmware.devices.health import DeviceChange, is_absent
from firmware.play.state.shown import Shown
from firmware.service import log
from scoreboard.language import ENGLISH
from scoreboard.rules.events import Chip, Die, Roll


class EventLog:
    """An observer of the game and of the devices that logs what it sees."""

    def __init__(self, event: log.Log = log.event) -> None:
        self._event = event
        self._asked = False

    def __call__(self, shown: Shown) -> None:
        """Log a throw that was read, a question that was opened, and a refusal."""
        if shown.took is not None:
            self._read(shown, round(1000 * shown.took))
        if shown.asked is not None and not self._asked:
            what, offered = shown.asked.what, shown.asked.offered
            self._event("asked", f"asked about the {what}, {offered} offered", what=what, offered=offered)
        if shown.kind == "refused":
            self._event("refused", ENGLISH(shown.words))
        self._asked = shown.asked is not None

    def device(self, change: DeviceChange) -> None:
        """Log that a device was lost, or is back."""
        if change.trouble is None:
            self._event("returned", f"{change.part} returned", part=change.part)
        else:
            text = f"{change.part}: {ENGLISH(change.trouble.sentence)}"
            self._event("lost", text, logging.WARNING, part=change.part, absent=is_absent(change.trouble))

    def _read(self, shown: Shown, took_ms: int) -> None:
        match shown.line:
            case Die(color=what, value=value, confidence=sure):
                self._log_reading(what, value, sure, took_ms)
            case Chip(face=face, confidence=sure):
                self._log_reading("chip", face, sure, took_ms)
            case Roll(values=values, confidence=sure):
                self._log_reading("dice", " ".join(map(str, values)), sure, took_ms)

    def _log_reading(self, what: str, value: object, sure: object, took_ms: int) -> None:
        text = f"{what} {value} read in {took_ms} ms"
        self._event("read", text, what=what, value=value, confidence=sure, took_ms=took_ms)
