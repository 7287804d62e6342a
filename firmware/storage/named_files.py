"""Small files of the owner's, one for a name, in a folder beside the games: logos of teams, sounds of players.

Rules kept here: a file is called by the letters of the name in Base64, so no name is ever a path, and each file says
whose it is. What is sent is made anew by ``make`` before it is kept, whole or not at all. What is there is known from
one look at the folder; whoever asks waits for no disk.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64Error
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from firmware.files.atomic import make_folder, read_plain, write_whole
from scoreboard.errors import UnusableFileError
from scoreboard.message import message

MOST_FILES: Final = 100
"""Of one kind."""
LARGEST: Final = 512 << 10
"""Bytes of one that is kept: 256 by 256 pixels of noise are no more, nor are ten seconds of sound."""
TAG: Final = 8
"""Letters of an address that tell a file from the one before."""


class NamedFiles:
    """The files in that folder.

    Args:
        folder: in which they lie; it is made with the first.
        ending: of their names.
        address: what comes before the key in an address.
        make: makes what is kept of what was sent; raises `UnusableFileError`.
    """

    def __init__(self, folder: Path, ending: str, address: str, make: Callable[[bytes], bytes]) -> None:
        self._folder, self._ending, self._address, self._make = folder, ending, address, make
        self._tags: dict[str, str] = {}
        with suppress(OSError):
            for file in sorted(folder.glob(f"*{ending}"))[:MOST_FILES]:
                name = name_of(file.stem)
                with suppress(OSError):
                    if name is not None:
                        self._tags[name] = _tag(read_plain(file, LARGEST))

    def addresses(self) -> Mapping[str, str]:
        """Where each is found, by the name of whose it is."""
        tags = dict(self._tags)
        return {name: f"{self._address}{key_of(name)}{self._ending}?{tag}" for name, tag in tags.items()}

    def keep(self, name: str, sent: bytes) -> None:
        """Keep what was sent, in the place of what was kept before. Raises `UnusableFileError`, `OSError`."""
        if name not in self._tags and len(self._tags) >= MOST_FILES:
            raise UnusableFileError(message("page.too-many-files", count=MOST_FILES))
        made = self._make(sent)
        make_folder(self._folder)
        write_whole(self._file(name), made)
        self._tags = {**self._tags, name: _tag(made)}

    def erase(self, name: str) -> bool:
        """Erase it; whether there was one. An OSError if the disk does not let it go."""
        if name not in self._tags:
            return False
        self._file(name).unlink(missing_ok=True)
        self._tags = {other: tag for other, tag in self._tags.items() if other != name}
        return True

    def read(self, key: str) -> bytes | None:
        """The file of that key; None where there is none."""
        name = name_of(key)
        return None if name is None else self.of(name)

    def of(self, name: str) -> bytes | None:
        """The file of whoever is called so; None where there is none, or it cannot be read."""
        if name not in self._tags:
            return None
        with suppress(OSError):
            return read_plain(self._file(name), LARGEST)
        return None

    def _file(self, name: str) -> Path:
        return self._folder / f"{key_of(name)}{self._ending}"


def key_of(name: str) -> str:
    """What the file of that name is called."""
    return urlsafe_b64encode(name.encode()).decode().rstrip("=")


def name_of(key: str) -> str | None:
    """Whose file is called so; None for what we call none."""
    with suppress(NoBase64Error, UnicodeDecodeError):
        name = urlsafe_b64decode(key + "=" * (-len(key) % 4)).decode()
        return name if key_of(name) == key else None
    return None


def _tag(content: bytes) -> str:
    return sha256(content).hexdigest()[:TAG]
