"""Requests to root: a file is made for each, and systemd answers it with one unit of ours.

The scoreboard has no privilege. A file's name is the request, so an intruder in the scoreboard could ask for the
requests below and for nothing else. Rule kept here: the file is empty and never read, but for two. Of `join-wifi` root
takes one short line that it checks against one pattern (docs/decisions/0032-home-wifi.md); `update` may say one word.
"""

from __future__ import annotations

import os
import pwd
import stat
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

from firmware.errors import RequestError
from scoreboard.message import message

FOLDER = Path("/run/stadium-request")
"""Made by systemd/tmpfiles.conf; only root and the service's own account may write in it."""

Request = Literal[
    "poweroff", "update", "access-point-on", "access-point-off", "join-wifi", "forget-wifi", "look-for-wifi"
]
"""Each is the name of a path unit, ``systemd/stadium-REQUEST.path``."""

AT_THE_BOX: Final = b"box"
"""What the request to update says if it is made in the menu of the box: that an owner stands there."""
LONGEST: Final = 256
"""Bytes that a request may have at most."""
ROOT: Final = 0
ACCOUNT: Final = "stadium"
"""The service's own account, and its group."""


def ask(request: Request, folder: Path = FOLDER, line: bytes = b"") -> None:
    """Make the request's file, with ``line`` in it; RequestError if nobody listens, or this account may not ask."""
    try:
        if line:
            _lay_down(folder / request, line)
        else:
            (folder / request).touch(mode=0o600)
    except FileNotFoundError as error:
        raise RequestError(message("network.no-service", request=request)) from error
    except OSError as error:
        raise RequestError(message("network.not-allowed", request=request)) from error


def _lay_down(file: Path, line: bytes) -> None:
    """Have the file there whole or not at all, for root waits for its name; nobody but root reads it.

    Root without capabilities reads by the group, for the file is the account's; that group has no other member.
    """
    temporary = file.with_name(f".{file.name}")
    temporary.unlink(missing_ok=True)
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(handle, 0o640)
        os.write(handle, line)
    finally:
        os.close(handle)
    temporary.replace(file)


def taken(request: Request, folder: Path = FOLDER, askers: AbstractSet[int] | None = None) -> bytes:
    """What the request says, for root; it is removed before it is looked at, or a failure would be repeated for ever.

    An intruder in the scoreboard may have laid down anything under that name: a link, a pipe, a folder, a large file.

    Args:
        request: its name.
        folder: of requests.
        askers: the accounts that may ask; root and the service's own unless given.

    Raises:
        RequestError: if it is no plain, short file of its own that one of them made.
    """
    try:
        handle = os.open(folder / request, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise _refused() from error
    finally:
        remove(request, folder)
    try:
        found = os.fstat(handle)
        is_plain = stat.S_ISREG(found.st_mode) and found.st_nlink == 0  # with a second name it is another's file
        if not is_plain or found.st_uid not in (_askers() if askers is None else askers):
            raise _refused()
        line = os.read(handle, LONGEST + 1)
    finally:
        os.close(handle)
    if len(line) > LONGEST:
        raise _refused()
    return line


def remove(request: Request, folder: Path = FOLDER) -> None:
    """Take a request away, whatever has been laid down under its name."""
    file = folder / request
    try:
        file.unlink(missing_ok=True)
    except IsADirectoryError:
        with suppress(OSError):  # if there is more in it, systemd gives up after a few attempts
            file.rmdir()


def _refused() -> RequestError:
    return RequestError(message("network.home.bad-request"))


def _askers() -> AbstractSet[int]:
    with suppress(KeyError):
        return frozenset((ROOT, pwd.getpwnam(ACCOUNT).pw_uid))
    return frozenset((ROOT,))
