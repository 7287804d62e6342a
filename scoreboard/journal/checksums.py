"""Checksums that find damage which still reads as a valid line, and the reading of lines that have them.

A line's checksum is the CRC-32 of the record up to and with it, each line with its newline: what ``crc32`` makes of the
first lines of an exported file. So one number stands for a whole game, and of two that differ the line is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from scoreboard.record import decode
from scoreboard.rules.events import AnyLine, Setup

DAMAGED = "it is not as it was written"


def of_line(raw: bytes, before: int = 0) -> int:
    """The checksum of a line, without its newline, after one that has the checksum ``before``."""
    return crc32(raw + b"\n", before)


def of_game(imported: int, rulings: str | None) -> int:
    """The checksum of what is noted with a game besides its lines."""
    return crc32(f"{imported} {rulings or ''}".encode())


def of_turn(turn: int, game: int) -> int:
    """The checksum of a game's being begun or taken up."""
    return crc32(f"{turn} {game}".encode())


def of_summary(text: str, game: int) -> int:
    """The checksum of a summary of lines that have the checksum ``game``: of others it is another."""
    return crc32(text.encode(), game)


class ChecksumRow(NamedTuple):
    """A line as the journal holds it.

    Attributes:
        number: of the line.
        raw: its bytes; something else only after damage.
        checksum: None where it has none.
    """

    number: int
    raw: object
    checksum: int | None = None


class FlawError(ValueError):
    """A line of a game is not as it was written.

    Attributes:
        number: of the line.
    """

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number


def match_last_checksum(rows: Sequence[ChecksumRow], last: int, checksum: int | None) -> bool:
    """Whether the lines are those that the last checksum was made of: then no other is needed to believe them."""
    before = 0
    for expected, row in enumerate(rows, start=1):
        if row.number != expected or not isinstance(row.raw, bytes):
            return False
        before = of_line(row.raw, before)
    return (last, checksum) == (len(rows), before)


def verified(rows: Iterable[ChecksumRow], *, summed: bool, last: int = 0) -> Iterator[tuple[int, AnyLine]]:
    """Yield the lines with their numbers, each once it was found to be as it was written.

    Args:
        rows: of one game, in order.
        summed: whether each must have a checksum; else one that has none is believed if it can be read.
        last: the number of lines that there must be at the least.

    Raises:
        FlawError: at the first line that is not as it was written, or not there.
    """
    before = count = 0
    for count, row in enumerate(rows, start=1):
        line, before = _verified(count, row, before, summed=summed)
        yield count, line
    if count < last:
        raise FlawError(count + 1, "it is missing")


def _verified(expected: int, row: ChecksumRow, before: int, *, summed: bool) -> tuple[AnyLine, int]:
    if row.number != expected:
        raise FlawError(expected, "it is missing")
    if not isinstance(row.raw, bytes):
        raise FlawError(expected, DAMAGED)
    try:
        line = decode(row.raw)
    except ValueError as error:
        raise FlawError(expected, str(error)) from error
    checksum = of_line(row.raw, before)
    if row.checksum is None and summed:
        raise FlawError(expected, "its checksum is missing")
    if row.checksum not in (None, checksum):
        raise FlawError(expected, DAMAGED)
    return line, checksum


def with_one_game_line(lines: Iterable[tuple[int, AnyLine]]) -> Iterator[tuple[int, AnyLine]]:
    """Yield the lines of a game that begins with its game line and has no other.

    Raises:
        FlawError: at one that is out of place.
    """
    for number, line in lines:
        if isinstance(line, Setup) != (number == 1):
            raise FlawError(number, "There is a game line already" if number > 1 else "The game line comes first")
        yield number, line
