"""What one house tells the other: all of its part at once, again and again.

Method: a letter is not a step of a conversation but how its house stands, so one that is lost, repeated or late costs
nothing: the next says it all, and an older one is laid aside. Both records are compared by a chain of hashes: the head
after a line is the SHA-256 of the head before it and the line. A secret is told by the SHA-256 of the choice and a
salt, and later opened.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import accumulate, takewhile
from typing import Final, Literal

from msgspec import Struct

SHORT: Final = 12
"""Hexadecimal digits of a head, where all are listed."""
Why = Literal["differs", "own-name", "not-agreed", "out-of-turn", "secret", "unlawful", "told"]
"""Why a house plays no further: the records differ; the other has written a line in this house's name, one that takes
both, one that was not its turn, or another choice than it had pledged; a line is not lawful here; the other says so."""


class Stated(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of the record as it goes over.

    Attributes:
        line: its text.
        opens: of a choice that was pledged, the choice, a blank and the salt.
    """

    line: str
    opens: str = ""


class LineOffer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line that a house would have written next.

    Attributes:
        number: of the offer, each higher than the one before.
        at: how many lines the record had.
        head: of the record then.
        stated: the line.
        pledge: the other house's pledge that was known when it was thrown; empty for none.
    """

    number: int
    at: int
    head: str
    stated: Stated
    pledge: str = ""


class Pledge(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice in secret for the next throw: ``digest`` is its hash, ``at`` how many lines the record had."""

    at: int
    digest: str


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a house plays no further, and the line that it is about."""

    why: Why
    line: int


class HouseLetter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="house"):
    """How a house stands.

    Attributes:
        game: which.
        revision: how often it has changed, but for the lines.
        count: lines that it has written.
        head: after the last of them.
        base: lines that the other has, as far as is known.
        base_head: after the last of those.
        lines: those after ``base``, as many as fit.
        offer: what it would have written next.
        pledge: its own.
        agrees: the number of the other's offer that it agrees to.
        declines: that it does not.
        stop: why it plays no further.
        heads: then, of all its lines, in short.
        nudge: how often it was sent although nothing had changed.
    """

    game: str
    revision: int
    count: int
    head: str
    base: int = 0
    base_head: str = ""
    lines: tuple[Stated, ...] = ()
    offer: LineOffer | None = None
    pledge: Pledge | None = None
    agrees: int = 0
    declines: int = 0
    stop: Stop | None = None
    heads: tuple[str, ...] = ()
    nudge: int = 0

    @property
    def age(self) -> tuple[bool, int, int, int]:
        """Grows from letter to letter of a house."""
        return self.stop is not None, self.count, self.revision, self.nudge


def head_after(before: str, line: bytes) -> str:
    """The head after that line, 64 hexadecimal digits; empty before the first."""
    return sha256(before.encode() + line + b"\n").hexdigest()


def digest_of(opens: str) -> str:
    """The hash of a choice in secret."""
    return sha256(opens.encode()).hexdigest()


def common(heads: tuple[str, ...], others: tuple[str, ...]) -> int:
    """How many lines two records have in common, from the first on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(heads, others, strict=False)))


def fitting(lines: tuple[Stated, ...], most: int) -> tuple[Stated, ...]:
    """As many of the lines, from the first on, as take no more bytes than that; at least one."""
    sizes = accumulate(len(each.line.encode()) + len(each.opens) + 32 for each in lines)
    return lines[: max(1, sum(1 for _ in takewhile(lambda size: size <= most, sizes)))]
