"""A letter with its house's signature, so that nobody else at the broker can play along.

Method: Ed25519 (RFC 8032) by the library *cryptography*, over the letter's bytes. A code of eight letters, which one
family tells the other, is a hash of the inviting house's key: whoever has it knows whose invitation is the right one.
The inviting house in turn is shown four letters of both keys, which the other house shows too.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta, Struct

from scoreboard.away.house_letters import Count, HouseLetter
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.rules.events import Side
from scoreboard.rules.visible import Name

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that are not taken for one another."""
CODE_LETTERS, CHECK_LETTERS, GAME_DIGITS = 8, 4, 16
MOST_SEALED: Final = 60 << 10
"""Bytes of a sealed letter."""
Key = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Invitation(Struct, frozen=True, forbid_unknown_fields=True, tag="invitation"):
    """A house would play with whoever has its code.

    Attributes:
        house: its name.
        nonce: drawn for this invitation.
        setup: the game line.
        side: the team that it plays itself.
    """

    house: Name
    nonce: str
    setup: str
    side: Side


class Reply(Struct, frozen=True, forbid_unknown_fields=True, tag="reply"):
    """A house would take up an invitation."""

    house: Name


class ThrowPicture(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="picture"):
    """What a house has seen of the throw that both speak about.

    Attributes:
        game: which, as both houses call it.
        line: the number of the throw's line.
        head: of the record, after the newest line.
        jpeg: the picture; empty where this house has none.
    """

    game: str
    line: Count
    head: str
    jpeg: bytes = b""


AnyLetter: TypeAlias = Invitation | Reply | HouseLetter | ThrowPicture


class Sealed(Struct, frozen=True, forbid_unknown_fields=True):
    """A letter's text, the public key of its house, and its signature, both in hexadecimal digits."""

    letter: str
    key: Key
    signature: str


class Unsealed(Struct, frozen=True):
    """A letter, and the key of the house that has signed it."""

    letter: AnyLetter
    key: str


def sealed(letter: AnyLetter, key: Ed25519PrivateKey, topic: str) -> bytes:
    """The letter, signed for that topic: it counts nowhere else."""
    text = msgspec.json.encode(letter)
    public = key.public_key().public_bytes_raw().hex()
    return msgspec.json.encode(Sealed(text.decode(), public, key.sign(_signed(topic, text)).hex()))


def unsealed(raw: bytes, topic: str) -> Unsealed | None:
    """The letter and its key; None where it is none, or not signed by that key for that topic."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        came = msgspec.json.decode(raw, type=Sealed)
        text = came.letter.encode()
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(came.key)).verify(
            bytes.fromhex(came.signature), _signed(topic, text)
        )
        return Unsealed(msgspec.json.decode(text, type=AnyLetter), came.key)
    except (InvalidSignature, ValueError, *DECODE_ERRORS):
        return None


def _signed(topic: str, text: bytes) -> bytes:
    return b"stadium house\n" + topic.encode() + b"\n" + text


def code_of(key: str, nonce: str) -> str:
    """The code by which that house's invitation is found and known."""
    return _letters(f"code {key} {nonce}", CODE_LETTERS)


def check_of(host: str, guest: str, nonce: str) -> str:
    """What both houses show, so that the right two have found each other."""
    return _letters(f"check {host} {guest} {nonce}", CHECK_LETTERS)


def game_of(host: str, guest: str, nonce: str) -> str:
    """What both houses call their game."""
    return sha256(f"game {host} {guest} {nonce}".encode()).hexdigest()[:GAME_DIGITS]


def goes_on_as(game: str, head: str) -> str:
    """What they call the game that goes on from what both have in common."""
    return sha256(f"common {game} {head}".encode()).hexdigest()[:GAME_DIGITS]


def _letters(text: str, count: int) -> str:
    return "".join(ALPHABET[each % len(ALPHABET)] for each in sha256(text.encode()).digest()[:count])
