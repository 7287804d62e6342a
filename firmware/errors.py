"""What can go wrong in the appliance; each leaf names the cause and what to do about it."""

from __future__ import annotations


class StadiumError(Exception):
    """The root: its text is one clear line for the person at the table, and ends the program with exit code 2."""


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
