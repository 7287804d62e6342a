"""A game's seal: the stadium that it was played at signs its record, so that nobody else can change or invent it.

Method: Ed25519 (RFC 8032) by the library *cryptography*, over a short text with the SHA-256 of the record's bytes.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct

from scoreboard.errors import ScoreboardError
from scoreboard.message import message

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class SealError(ScoreboardError, ValueError):
    """The seal is not that of the record, or not of that stadium."""


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """What a stadium says of a game of its own.

    Attributes:
        box: the stadium, by its id.
        game: the game's number in its journal.
        lines: of the record.
        sha256: of the record's bytes, in hexadecimal digits.
        key: the stadium's public key, likewise.
        signature: of all that, likewise.
    """

    box: str
    game: int
    lines: int
    sha256: str
    key: str
    signature: str


def sealed(record: bytes, box: str, game: int, key: Ed25519PrivateKey) -> Seal:
    """The seal of that record, by the stadium's private key."""
    lines, digest = record.count(b"\n"), sha256(record).hexdigest()
    signature = key.sign(_signed(box, game, lines, digest))
    return Seal(box, game, lines, digest, key.public_key().public_bytes_raw().hex(), signature.hex())


def check_seal(seal: Seal, record: bytes, key: str) -> None:
    """Check that the stadium with that public key has sealed that record.

    Raises:
        SealError: if it has not; says what is wrong.
    """
    if seal.key == key and sha256(record).hexdigest() != seal.sha256:
        raise SealError(message("league.changed"))
    check_signature(seal, key)


def check_signature(seal: Seal, key: str) -> None:
    """Check that the stadium with that public key has made that seal, whatever the record is.

    Raises:
        SealError: if it has not; says what is wrong.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if seal.key != key:
        raise SealError(message("league.other-key", box=seal.box))
    signed = _signed(seal.box, seal.game, seal.lines, seal.sha256)
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(seal.signature), signed)
    except (InvalidSignature, ValueError) as error:
        raise SealError(message("league.forged", box=seal.box)) from error


def _signed(box: str, game: int, lines: int, digest: str) -> bytes:
    return f"stadium game\n{box}\n{game}\n{lines}\n{digest}\n".encode()
