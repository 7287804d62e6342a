"""Checksums, which find damage that still reads as a valid line.

They are chained. A line's checksum is the CRC-32 of the record up to and with it, each line with its newline: the
``crc32`` of the first lines of an exported file. So the last one stands for a whole game, and the first that differs
names the damaged line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from scoreboard.message import Words, message
from scoreboard.record import decode
from scoreboard.rules.events import AnyLine, Setup

DAMAGED = message("damage.changed")


def of_line(raw: bytes, before: int = 0) -> int:
    """The checksum of a line, without its newline, after one that has the checksum ``before``."""
    return crc32(raw + b"\n", before)


def of_game(imported: int, rulings: str | None) -> int:
    """The checksum of a game's origin and house rules."""
    return crc32(f"{imported} {rulings or ''}".encode())


def of_turn(turn: int, game: int) -> int:
    """The checksum of a row of ``turns``: a game begun or resumed."""
    return crc32(f"{turn} {game}".encode())


def of_summary(text: str, game: int) -> int:
    """The checksum of a summary, seeded with that of its game's lines: it fits no other lines."""
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
        why: what is wrong with it.
    """

    def __init__(self, number: int, why: Words) -> None:
        super().__init__(why)
        self.number, self.why = number, why


def match_last_checksum(rows: Sequence[ChecksumRow], last: int, checksum: int | None) -> bool:
    """Whether the lines match the last checksum; then the others need not be compared."""
    before = 0
    for expected, row in enumerate(rows, start=1):
        if row.number != expected or not isinstance(row.raw, bytes):
            return False
        before = of_line(row.raw, before)
    return (last, checksum) == (len(rows), before)


def verified(rows: Iterable[ChecksumRow], *, summed: bool, last: int = 0) -> Iterator[tuple[int, AnyLine]]:
    """Yield the lines with their numbers, each after its checksum was compared.

    Args:
        rows: of one game, in order.
        summed: whether each must have a checksum; else a line without one is accepted if it can be decoded.
        last: the least number of lines.

    Raises:
        FlawError: at the first line that is damaged or missing.
    """
    before = count = 0
    for count, row in enumerate(rows, start=1):
        line, before = _verified(count, row, before, summed=summed)
        yield count, line
    if count < last:
        raise FlawError(count + 1, message("damage.missing"))


def _verified(expected: int, row: ChecksumRow, before: int, *, summed: bool) -> tuple[AnyLine, int]:
    if row.number != expected:
        raise FlawError(expected, message("damage.missing"))
    if not isinstance(row.raw, bytes):
        raise FlawError(expected, DAMAGED)
    try:
        line = decode(row.raw)
    except ValueError as error:
        raise FlawError(expected, str(error)) from error
    checksum = of_line(row.raw, before)
    if row.checksum is None and summed:
        raise FlawError(expected, message("damage.no-checksum"))
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
            raise FlawError(number, message(f"record.game-line-{'twice' if number > 1 else 'first'}"))
        yield number, line
