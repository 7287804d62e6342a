"""The list of paired phones on the disk, with the secret that signs their cookies: for our own account alone.

Rules kept here: a list that cannot be read never keeps anyone from playing. Its phones pair again; it is left in place
until the first of them does. One that a running scoreboard has is kept again where somebody takes its file away. And a
running scoreboard and `stadium phones` never undo each other's changes: whoever writes has the folder's lock, and has
seen the newest list.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import structs

from firmware.files.atomic import alone_in, make_folder, read_plain, write_whole
from firmware.text import shortened
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.web.phones.phone_book import ListChangedError, ListLostError, PairedPhones, no_phones

SECRET_MODE = 0o600
"""Read and written by our own account alone."""


class Stamp(NamedTuple):
    """By what a file is known to be the one that was read or written."""

    inode: int
    changed_ns: int
    size: int


class PhonesFile:
    """The list in that file; ``warn`` is called with a sentence if it cannot be read."""

    def __init__(self, file: Path, warn: Callable[[str], None]) -> None:
        self._file, self._warn = file, warn
        self._seen: Stamp | None = None
        self._is_damaged = False

    def load(self) -> PairedPhones:
        """What was kept; a new list without phones if nothing was, or it cannot be read."""
        self._seen = self._stamp()
        try:
            return self._read()
        except FileNotFoundError:
            return no_phones()
        except (OSError, *DECODE_ERRORS) as error:
            again = "the phones must be paired again, and NEW OWNER? in the menu makes one of them the owner's"
            self._warn(f"{self._file} cannot be read ({shortened(str(error))}); {again}")
            return structs.replace(no_phones(), owned=True)

    def renewed(self) -> PairedPhones | None:
        """What somebody else has kept since we have read or written it; None where nobody has.

        Raises:
            ListLostError: if what we have read or written was taken away or damaged since.
        """
        stamp = self._stamp()
        if stamp == self._seen and not self._is_damaged:
            return None
        if stamp in (None, self._seen):
            raise ListLostError
        self._seen, self._is_damaged = stamp, False
        try:
            return self._read()
        except (OSError, *DECODE_ERRORS) as error:
            self._is_damaged = True
            self._warn(f"{self._file} cannot be read ({shortened(str(error))}); the phones stay as they were")
            raise ListLostError from error

    async def keep(self, phones: PairedPhones) -> None:
        """Write it in one step, on a thread: a card may take its time.

        Raises:
            OSError: if the disk does not take it.
            ListChangedError: if somebody else has changed it since we have read or written it.
        """
        await asyncio.to_thread(self.write, phones)

    def write(self, phones: PairedPhones) -> None:
        """The same at once."""
        make_folder(self._file.parent)
        with alone_in(self._file.parent):
            if self._stamp() not in (None, self._seen):
                raise ListChangedError
            write_whole(self._file, msgspec.json.encode(phones), SECRET_MODE)
            self._seen, self._is_damaged = self._stamp(), False

    def _read(self) -> PairedPhones:
        return msgspec.json.decode(read_plain(self._file), type=PairedPhones)

    def _stamp(self) -> Stamp | None:
        try:
            found = self._file.stat()
        except OSError:
            return None
        return Stamp(found.st_ino, found.st_mtime_ns, found.st_size)
