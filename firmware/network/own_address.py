"""The number by which other machines in the same network find this one."""

from __future__ import annotations

import socket
from contextlib import suppress

from firmware.devices.protocols import WEB

NO_NETWORK = "127.0.0.1"
"""Where this machine alone finds itself."""
ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): the system is asked which way it would go, and nothing is sent."""


def own_number() -> str | None:
    """This machine's address in its network; None without one."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(ELSEWHERE)
        return str(way.getsockname()[0])
    return None


def page_address(port: int, number: str) -> str:
    """Where a phone finds the page that is served on that port of the machine with that number."""
    return f"http://{number}" if port == WEB else f"http://{number}:{port}"
