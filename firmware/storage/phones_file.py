"""The list of paired phones on the disk, with the secret that signs their cookies: for our own account alone.

Rule kept here: a list that cannot be read never keeps anyone from playing. Its phones pair again; it is left in place
until the first of them does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import structs

from firmware.files.atomic import write_whole
from scoreboard.web.phones import PairedPhones, no_phones

SECRET_MODE = 0o600
"""Read and written by our own account alone."""


class PhonesFile:
    """The list in that file; ``warn`` is called with a sentence if it cannot be read."""

    def __init__(self, file: Path, warn: Callable[[str], None]) -> None:
        self._file, self._warn = file, warn

    def load(self) -> PairedPhones:
        """What was kept; a new list without phones if nothing was, or it cannot be read."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=PairedPhones)
        except FileNotFoundError:
            return no_phones()
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            again = "the phones must be paired again, and NEW OWNER? in the menu makes one of them the owner's"
            self._warn(f"{self._file} cannot be read ({error}); {again}")
            return structs.replace(no_phones(), owned=True)

    async def keep(self, phones: PairedPhones) -> None:
        """Write it in one step, on a thread: a card may take its time; an OSError if it does not take it."""
        await asyncio.to_thread(write_whole, self._file, msgspec.json.encode(phones), SECRET_MODE)
