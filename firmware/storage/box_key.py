"""Who this stadium is: its id, and the key by which it seals its games, in files beside them.

Both are found from the journal, or from any file beside it of the same name. Rule kept here: the key never leaves the
box, and its own account alone can read it. Both are in no backup, so another card is another stadium with another key,
which the league is given once.
"""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from firmware.errors import StadiumError
from firmware.files.atomic import make_folder, read_plain, write_whole
from firmware.paths import BOX_KEY, MQTT
from scoreboard.errors import why_and_remedy
from scoreboard.message import Words, message

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SECRET_MODE = 0o600
"""Read and written by our own account alone."""
_IS_ID: Final = re.compile(r"[0-9a-f]{12}").fullmatch


class BoxKeyError(StadiumError):
    """There is no key, and none can be made; ``words`` say what to do."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)


class BoxKey(NamedTuple):
    """A stadium's key.

    Attributes:
        box: the stadium's id.
        private: what it seals with.
        public: what its seals are checked with, in hexadecimal digits.
    """

    box: str
    private: Ed25519PrivateKey
    public: str


def box_id(journal: Path) -> str:
    """The id of this stadium, which is made the first time, and kept. OSError if the disk takes it not."""
    file = journal.with_suffix(MQTT) / "box"
    with suppress(OSError, UnicodeDecodeError):
        if _IS_ID(known := read_plain(file).decode()):
            return known
    made = secrets.token_hex(6)
    make_folder(file.parent)
    write_whole(file, made.encode())
    return made


def box_key(journal: Path, named: str = "") -> BoxKey:
    """The key of this stadium, which is made the first time; ``named`` is what its owner calls it at a broker.

    Raises:
        BoxKeyError: if it cannot be read or kept, or the library *cryptography* is missing.
    """
    file = journal.with_suffix(BOX_KEY)
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError as error:
        raise BoxKeyError(message("league.no-cryptography")) from error
    try:
        raw = _kept(file) or _made(file, Ed25519PrivateKey.generate().private_bytes_raw())
        private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(raw))
        box = named or box_id(journal)
    except (OSError, ValueError) as error:
        why = why_and_remedy(error) if isinstance(error, OSError) else str(error)
        raise BoxKeyError(message("league.no-key", file=str(file), why=why)) from error
    return BoxKey(box, private, private.public_key().public_bytes_raw().hex())


def has_key(journal: Path) -> bool:
    """Whether this stadium has made a key: it is of no league before."""
    return journal.with_suffix(BOX_KEY).exists()


def _kept(file: Path) -> str:
    return read_plain(file).decode().strip() if file.exists() else ""


def _made(file: Path, key: bytes) -> str:
    make_folder(file.parent)
    write_whole(file, key.hex().encode(), SECRET_MODE)
    return key.hex()
