"""What is kept of a throw that was read: its picture, the seconds before it lay still, and how it was read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from zlib import crc32

from msgspec import Struct

from scoreboard.record import encode
from scoreboard.rules.events import Setup

Value = int | str


class Likely(Struct, frozen=True):
    """A value, or a face, and its probability, 0 to 1."""

    value: Value
    likelihood: float


class SeenToken(Struct, frozen=True):
    """A die or the chip as it was read.

    Attributes:
        what: its colour, or ``chip``.
        value: that was read; None where it was not read for sure, and the players were asked.
        confidence: probability of the likeliest value, 0 to 1.
        likely: the likeliest values, best first; empty where the reader said no more than its value.
    """

    what: str
    value: Value | None
    confidence: float
    likely: tuple[Likely, ...] = ()


class KeptThrow(Struct, frozen=True):
    """A throw.

    Attributes:
        seen: its dice or the chip, in the order of the line.
        picture: of them alone, JPEG.
        clip: the seconds before they lay still, an animated WebP; empty where there is no film.
    """

    seen: tuple[SeenToken, ...]
    picture: bytes
    clip: bytes = b""


@dataclass(frozen=True, slots=True)
class GameKey:
    """A game: its number in the journal, and a sum of its game line.

    Another journal may have another game of that number, and shall not get its pictures.
    """

    number: int
    sum: int

    @classmethod
    def of(cls, number: int, setup: Setup) -> GameKey:
        """That of a game that began with this line."""
        return cls(number, crc32(encode(setup)))


@dataclass(frozen=True, slots=True)
class KeptThrows:
    """Where kept throws are looked up; both functions read a disk, so they are called on a thread.

    Attributes:
        find: the throw of a line; None where none is kept.
        lines: the lines of a game of which one is kept.
    """

    find: Callable[[GameKey, int], KeptThrow | None] = lambda _, __: None
    lines: Callable[[GameKey], frozenset[int]] = lambda _: frozenset()

    def pictures(self, game: GameKey) -> dict[int, bytes]:
        """The pictures that are kept of a game's throws, JPEG, by line."""
        found = ((line, self.find(game, line)) for line in sorted(self.lines(game)))
        return {line: throw.picture for line, throw in found if throw is not None and throw.picture}
