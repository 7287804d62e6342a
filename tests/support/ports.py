"""Ports of this machine for servers that are given one by its number."""

from __future__ import annotations

import os
import re
import socket
from itertools import count

FIRST, EACH = 10_000, 500
"""Each of pytest's workers has so many from there on: below those that a system gives to whoever asks for any."""
_worker = int(re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or 0)
_ports = count(os.getpid() % EACH)


def free_port(host: str = "127.0.0.1") -> int:
    """A port that nobody has, and that is given to nobody else before it is used; OSError if there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for _ in range(EACH):
        port = FIRST + EACH * (_worker % 40) + next(_ports) % EACH
        try:
            socket.create_server((host, port), family=family).close()
        except OSError:
            continue
        return port
    raise OSError(f"none of {EACH} ports is free at {host}")
