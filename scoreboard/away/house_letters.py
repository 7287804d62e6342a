"""What one house tells the other: all of its part at once, again and again.

Method: a letter is not a step of a conversation but how its house stands, so one that is lost, repeated or late costs
nothing: the next says it all, and an older one is laid aside. Both records are compared by their heads, see
`HashedRecord`. A secret is told by the SHA-256 of the choice and a salt, and later opened.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, structs

from scoreboard.record import decode
from scoreboard.rules import Game
from scoreboard.rules.events import Call, Expect, Setup
from scoreboard.rules.four_dice import SIGNS
from scoreboard.rules.history import Entry
from scoreboard.rules.state import SignPlay

Count = Annotated[int, Meta(ge=0)]
"""Of lines, offers or changes."""
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

    @property
    def entry(self) -> Entry | None:
        """The line; None where it is none that goes on with a game."""
        try:
            line = decode(self.line.encode())
        except ValueError:
            return None
        return None if isinstance(line, Setup | Expect) else line

    def opens_pledge(self, digest: str) -> bool:
        """Whether the line is the choice that was pledged by that hash."""
        line = self.entry
        is_choice = isinstance(line, Call) and line.call == self.opens.rpartition(" ")[0]
        return bool(digest) and is_choice and digest_of(self.opens) == digest


class LineOffer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line that a house would have written next.

    Attributes:
        number: of the offer, each higher than the one before.
        at: how many lines the record had.
        head: of the record then.
        stated: the line.
        pledge: the other house's pledge that was known when it was thrown; empty for none.
    """

    number: Count
    at: Count
    head: str
    stated: Stated
    pledge: str = ""


class Pledge(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice in secret for the next throw: ``digest`` is its hash, ``at`` how many lines the record had."""

    at: Count
    digest: str


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a house plays no further, and the line that it is about."""

    why: Why
    line: Count


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
    revision: Count
    count: Count
    head: str
    base: Count = 0
    base_head: str = ""
    lines: tuple[Stated, ...] = ()
    offer: LineOffer | None = None
    pledge: Pledge | None = None
    agrees: Count = 0
    declines: Count = 0
    stop: Stop | None = None
    heads: tuple[str, ...] = ()
    nudge: Count = 0

    @property
    def age(self) -> tuple[bool, int, int, int]:
        """Grows from letter to letter of a house."""
        return self.stop is not None, self.count, self.revision, self.nudge


def digest_of(opens: str) -> str:
    """The hash of a choice in secret."""
    return sha256(opens.encode()).hexdigest()


def is_same(line: Entry, other: Entry) -> bool:
    """Whether both say the same; when it was is the keeper's to say."""
    return structs.replace(line, at=UNSET) == structs.replace(other, at=UNSET)


def is_sign(game: Game, line: Entry) -> bool:
    """Whether the line puts a sign on or off, which is always pledged first between two houses."""
    return isinstance(line, Call) and isinstance(game.play, SignPlay) and line.call in SIGNS
