"""The keys of a park's table, each read as the throws that it stands for.

Rule kept here: no throw is left to chance or to the order of rows. Its own dice come before some of them, more of them
before fewer, and those before their sum; where two rows would hold equally, that is a fault.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Final, NamedTuple, TypeAlias, TypeVar

from scoreboard.rules.parks.park import Park

Dice: TypeAlias = tuple[int, ...]
"""What the dice show: the lowest first, or in the order of their colours where it matters which shows what."""
ELSE, ANY = "else", "x"
UNKNOWN: Final = 0
"""Of some dice, in the order of their colours, one that may show anything."""
ONE_BY_ONE = re.compile(rf"(?:\d{{1,3}}|{ANY})(?:-(?:\d{{1,3}}|{ANY}))*")
SUMS = re.compile(r"(\d{1,3})(?:\.\.(\d{1,3}))?")
MOST_THROWS: Final = 5000
"""That are told apart."""
MOST_SOME: Final = 60
"""Rows of some dice: every throw is held against each of them."""
Meant = TypeVar("Meant", Dice, int)


class ParkFault(NamedTuple):
    """What is wrong with a park: under which key, and why."""

    key: str
    why: str


def number_of_throws(park: Park) -> int:
    """How many throws are told apart."""
    return int(park.sides**park.count) if park.colors else comb(park.sides + park.count - 1, park.count)


def every_throw(park: Park) -> Iterator[Dice]:
    """All of them."""
    faces = range(1, park.sides + 1)
    return product(faces, repeat=park.count) if park.colors else combinations_with_replacement(faces, park.count)


def ways_to_lie(throw: Dice) -> int:
    """In how many ways the dice may show this, where it does not matter which shows what."""
    return factorial(len(throw)) // prod(map(factorial, Counter(throw).values()))


def shown(throw: Dice) -> str:
    """The throw as a key says it."""
    return "-".join(map(str, throw))


def cell(*keys: str) -> str:
    """How a fault names a cell."""
    return "table" + "".join(f'["{key}"]' for key in keys)


class TableKeys:
    """What the keys stand for.

    Attributes:
        faults: what is wrong with them.
    """

    def __init__(self, park: Park) -> None:
        self._park = park
        self._dice = dict[Dice, str]()
        self._some = dict[Dice, str]()
        self._sums = dict[int, str]()
        faults = [ParkFault(cell(key), why) for key in park.table for why in self._read(key)]
        if len(self._some) > MOST_SOME:
            faults.append(ParkFault("table", f"at most {MOST_SOME} rows may have an {ANY}, and {len(self._some)} have"))
        self.faults = tuple(faults)

    def of(self, throw: Dice) -> str | ParkFault:
        """The key of the row that the throw is in."""
        if throw in self._dice:
            return self._dice[throw]
        rows = [some for some in self._some if self._has(throw, some)]
        best = [some for some in rows if _known(some) == max(map(_known, rows))]
        if len({self._some[some] for some in best}) > 1:
            first, second = (self._some[some] for some in best[:2])
            return ParkFault(cell(first), f'{shown(throw)} is in "{second}" as well: give it a row of its own')
        if best:
            return self._some[best[0]]
        if (key := self._sums.get(sum(throw))) is not None:
            return key
        return ELSE if ELSE in self._park.table else ParkFault("table", f"no row has {shown(throw)}")

    def _has(self, throw: Dice, some: Dice) -> bool:
        if self._park.colors:
            return all(face in {UNKNOWN, die} for face, die in zip(some, throw, strict=True))
        return not Counter(some) - Counter(throw)

    def _read(self, key: str) -> Iterator[str]:
        if key == ELSE:
            return
        for part in map(str.strip, key.split(",")):
            span = SUMS.fullmatch(part)
            if ONE_BY_ONE.fullmatch(part) and (self._park.count == 1 or span is None):
                yield from self._read_dice(key, part)
            elif span is not None:
                yield from self._read_sums(key, part, int(span[1]), int(span[2] or span[1]))
            else:
                alike = shown((1,) * self._park.count)
                yield f'"{part}" is no throw: write its dice, such as {alike}, their sum, such as 7 or 5..9, or {ELSE}'

    def _read_dice(self, key: str, part: str) -> Iterator[str]:
        faces = [UNKNOWN if face == ANY else int(face) for face in part.split("-")]
        known = [face for face in faces if face]
        if len(faces) != self._park.count:
            yield f"{part} is not {self._park.count} dice"
        elif "0" in part.split("-") or not all(1 <= face <= self._park.sides for face in known):
            yield f"{part} cannot be thrown: a die shows 1 to {self._park.sides}"
        elif not known:
            yield f"the row of all other throws is called {ELSE}"
        else:
            meant = tuple(faces) if self._park.colors else tuple(sorted(known))
            yield from _put(self._some if UNKNOWN in faces else self._dice, meant, part, key)

    def _read_sums(self, key: str, part: str, first: int, last: int) -> Iterator[str]:
        least, most = self._park.count, self._park.sides * self._park.count
        if not least <= first <= last <= most:
            yield f"{part} cannot be thrown: the dice add up to {least} at the least and {most} at the most"
            return
        for total in range(first, last + 1):
            yield from _put(self._sums, total, str(total), key)


def _known(some: Dice) -> int:
    """How many of the dice a row names."""
    return len(some) - some.count(UNKNOWN)


def _put(known: dict[Meant, str], meant: Meant, text: str, key: str) -> Iterator[str]:
    """Note what the key stands for, unless it stands in another one, or twice in this one."""
    if meant in known:
        yield f'{text} is in "{known[meant]}" already'
    known.setdefault(meant, key)
