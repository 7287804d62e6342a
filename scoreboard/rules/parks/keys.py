"""The keys of a park's table, each read as the throws that it stands for.

Rule kept here: no throw is left to chance or to the order of rows. Its own dice come before some of them, more of them
before fewer, and those before their sum; where two rows would hold equally, that is a fault.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias, TypeVar

from scoreboard.rules.parks.park import Park

Dice: TypeAlias = tuple[int, ...]
SIDES: Final = 6
ELSE, ANY = "else", "x"
ONE_BY_ONE = re.compile(rf"(?:\d{{1,3}}|{ANY})(?:-(?:\d{{1,3}}|{ANY}))*")
SUMS = re.compile(r"(\d{1,3})(?:\.\.(\d{1,3}))?")
Meant = TypeVar("Meant", Dice, int)


class ParkFault(NamedTuple):
    """What is wrong with a park: under which key, and why."""

    key: str
    why: str


def every_throw(park: Park) -> Iterator[Dice]:
    """All that can be thrown, the lowest die first."""
    return combinations_with_replacement(range(1, SIDES + 1), park.dice)


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
        self.faults = tuple(ParkFault(cell(key), why) for key in park.table for why in self._read(key))

    def of(self, throw: Dice) -> str | ParkFault:
        """The key of the row that the throw is in."""
        if throw in self._dice:
            return self._dice[throw]
        rows = [dice for dice in self._some if not Counter(dice) - Counter(throw)]
        best = [dice for dice in rows if len(dice) == max(map(len, rows))]
        if len({self._some[dice] for dice in best}) > 1:
            first, second = (self._some[dice] for dice in best[:2])
            return ParkFault(cell(first), f'{shown(throw)} is in "{second}" as well: give it a row of its own')
        if best:
            return self._some[best[0]]
        if (key := self._sums.get(sum(throw))) is not None:
            return key
        return ELSE if ELSE in self._park.table else ParkFault("table", f"no row has {shown(throw)}")

    def _read(self, key: str) -> Iterator[str]:
        if key == ELSE:
            return
        for part in map(str.strip, key.split(",")):
            span = SUMS.fullmatch(part)
            if ONE_BY_ONE.fullmatch(part) and (self._park.dice == 1 or span is None):
                yield from self._read_dice(key, part.split("-"))
            elif span is not None:
                yield from self._read_sums(key, int(span[1]), int(span[2] or span[1]))
            else:
                alike = shown((1,) * self._park.dice)
                yield f'"{part}" is no throw: write its dice, such as {alike}, their sum, such as 7 or 5..9, or {ELSE}'

    def _read_dice(self, key: str, faces: list[str]) -> Iterator[str]:
        fixed = tuple(sorted(int(face) for face in faces if face != ANY))
        if len(faces) != self._park.dice:
            yield f"{'-'.join(faces)} is not {self._park.dice} dice"
        elif not all(1 <= face <= SIDES for face in fixed):
            yield f"{'-'.join(faces)} cannot be thrown: a die shows 1 to {SIDES}"
        elif not fixed:
            yield f"the row of all other throws is called {ELSE}"
        else:
            yield from _put(self._some if ANY in faces else self._dice, fixed, "-".join(faces), key)

    def _read_sums(self, key: str, first: int, last: int) -> Iterator[str]:
        least, most = self._park.dice, SIDES * self._park.dice
        if not least <= first <= last <= most:
            yield f"{key} cannot be thrown: the dice add up to {least} at the least and {most} at the most"
            return
        for total in range(first, last + 1):
            yield from _put(self._sums, total, str(total), key)


def _put(known: dict[Meant, str], meant: Meant, text: str, key: str) -> Iterator[str]:
    """Note what the key stands for, unless it stands in another one, or twice in this one."""
    if meant in known:
        yield f'{text} is in "{known[meant]}" already'
    known.setdefault(meant, key)
