"""A record with its heads: after each line the SHA-256 of the head before it and the line.

Two houses that have the same head after a line have the same lines up to it.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import accumulate, islice, takewhile
from typing import Final

from scoreboard.away.house_letters import Stated
from scoreboard.record import encode
from scoreboard.rules.events import AnyLine
from scoreboard.rules.history import History

SHORT: Final = 12
"""Hexadecimal digits of a head, where all are listed."""
MOST_BYTES: Final = 24 << 10
"""Of a letter's lines: a letter is no larger than a broker takes as a rule."""


class HashedRecord:
    """The lines as they go over.

    Attributes:
        texts: of all lines, the game line first.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._heads: list[str] = []

    def follow(self, history: History) -> None:
        """Add what was written since."""
        if not self.texts:
            self._add(history.setup)
        for recorded in reversed(list(islice(history.lines, history.number - self.count))):
            self._add(recorded.line)

    def _add(self, line: AnyLine) -> None:
        raw = encode(line)
        self._heads.append(sha256(self.head(self.count).encode() + raw + b"\n").hexdigest())
        self.texts.append(raw.decode())

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self.texts)

    def head(self, count: int) -> str:
        """The head after that many lines, 64 hexadecimal digits; empty before the first."""
        return self._heads[count - 1] if count else ""

    @property
    def short(self) -> tuple[str, ...]:
        """All heads, in short."""
        return tuple(head[:SHORT] for head in self._heads)

    def after(self, base: int, opened: dict[int, str]) -> tuple[Stated, ...]:
        """The lines after that many, as many as fit into a letter and at least one; ``opened`` as in `KeptPart`."""
        lines = [Stated(text, opened.get(number, "")) for number, text in enumerate(self.texts, 1) if number > base]
        sizes = accumulate(len(each.line.encode()) + len(each.opens) + 32 for each in lines)
        return tuple(lines[: max(1, sum(1 for _ in takewhile(lambda size: size <= MOST_BYTES, sizes)))])

    def common(self, others: tuple[str, ...]) -> int:
        """How many lines it has in common with a record of these heads, in short, from the first on."""
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self.short, others, strict=False)))
