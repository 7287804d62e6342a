"""What can go wrong in the appliance; each leaf names the cause and what to do about it."""

from __future__ import annotations

from scoreboard.language import ENGLISH
from scoreboard.message import Words


class StadiumError(Exception):
    """The root: its words are one clear line for the person at the table, and it ends the program with exit code 2.

    As text it is in English, for the log and the command line; faces word it in the language of the table.
    """

    def __init__(self, words: Words = "") -> None:
        super().__init__(words)
        self.words = words

    def __str__(self) -> str:
        return ENGLISH(self.words)


class ConfigError(StadiumError, ValueError):
    """The configuration cannot be used; names the file and the key."""


class DeviceError(StadiumError, OSError):
    """A device is missing or has failed; says which, and what to do."""


class DeviceLostError(DeviceError):
    """A device that is watched over has just failed; it was reported, and is asked for again. Nothing need be done."""


class NetworkError(StadiumError, OSError):
    """The network does not do what was asked of it; says why, and what to do."""


class RequestError(StadiumError, OSError):
    """What needs root cannot be asked for here; says why, and what to do."""
