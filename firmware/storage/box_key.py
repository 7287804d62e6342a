"""The key by which a stadium seals its games, in a file beside them that its own account alone can read.

Rule kept here: the key never leaves the box. It is in no backup, so another card has another key, which the league is
given once.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from firmware.errors import StadiumError
from firmware.files.atomic import make_folder, read_plain, write_whole
from scoreboard.errors import why_and_remedy
from scoreboard.message import Words, message

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SECRET_MODE = 0o600
"""Read and written by our own account alone."""
ID_DIGITS = 12


class BoxKeyError(StadiumError):
    """There is no key, and none can be made; ``words`` say what to do."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)


class BoxKey(NamedTuple):
    """A stadium's key.

    Attributes:
        box: the stadium's id, which follows from the key.
        private: what it seals with.
        public: what its seals are checked with, in hexadecimal digits.
    """

    box: str
    private: Ed25519PrivateKey
    public: str


def box_key(file: Path) -> BoxKey:
    """The key in that file, which is made the first time.

    Raises:
        BoxKeyError: if it cannot be read or kept, or the library *cryptography* is missing.
    """
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError as error:
        raise BoxKeyError(message("league.no-cryptography")) from error
    try:
        raw = _kept(file) or _made(file, Ed25519PrivateKey.generate().private_bytes_raw())
        private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(raw))
    except (OSError, ValueError) as error:
        why = why_and_remedy(error) if isinstance(error, OSError) else str(error)
        raise BoxKeyError(message("league.no-key", file=str(file), why=why)) from error
    public = private.public_key().public_bytes_raw()
    return BoxKey(sha256(public).hexdigest()[:ID_DIGITS], private, public.hex())


def _kept(file: Path) -> str:
    return read_plain(file).decode().strip() if file.exists() else ""


def _made(file: Path, key: bytes) -> str:
    make_folder(file.parent)
    write_whole(file, key.hex().encode(), SECRET_MODE)
    return key.hex()
