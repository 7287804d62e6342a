"""Whether the page is still there after a change of its own settings: it could not be changed back from a phone.

Rule kept here: this is asked of what a phone changes alone; whoever writes the file may turn the page off.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Any, Final

from firmware.config.schema import WebConfig
from scoreboard.message import Words, message

PORT: Final = "web.port"
ADDRESS: Final = "web.address"


def lost_by(web: WebConfig, wanted: Mapping[str, Any]) -> Mapping[str, Words]:
    """Why the page would be lost, by the key of those ``wanted`` that loses it; empty if it stays.

    Looks the address up, so not in the loop.
    """
    if PORT in wanted and web.port == "none":
        return {PORT: message("setting-wrong.no-page")}
    if ADDRESS in wanted and web.address and not _is_here(web.address):
        return {ADDRESS: message("setting-wrong.not-here")}
    return {}


def _is_here(address: str) -> bool:
    """Whether this machine has it: a port of it can be opened."""
    try:
        family, *_, where = socket.getaddrinfo(address, 0, type=socket.SOCK_STREAM)[0]
        socket.create_server(where, family=family).close()
    except (OSError, ValueError):  # nobody's, or no address at all
        return False
    return True
