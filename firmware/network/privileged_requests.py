"""Requests to root: an empty file is made for each, and systemd answers it with one unit of ours.

The scoreboard has no privilege. A file has no arguments, so an intruder in the scoreboard could ask for the requests
below and for nothing else. Rule kept here: the file is never read; its name is the request.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from firmware.errors import RequestError
from scoreboard.message import message

FOLDER = Path("/run/stadium-request")
"""Made by systemd/tmpfiles.conf; only root and the service's own account may write in it."""

Request = Literal["poweroff", "update", "access-point-on", "access-point-off"]
"""Each is the name of a path unit, ``systemd/stadium-REQUEST.path``."""


def ask(request: Request, folder: Path = FOLDER) -> None:
    """Make the request's file; RequestError if no service is installed, or this account may ask for nothing."""
    try:
        (folder / request).touch(mode=0o600)
    except FileNotFoundError as error:
        raise RequestError(message("network.no-service", request=request)) from error
    except OSError as error:
        raise RequestError(message("network.not-allowed", request=request)) from error
