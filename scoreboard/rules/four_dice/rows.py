"""Which row of the table a roll is in: quads, else trips, else two pairs, else one pair, else a series, else junk.

Rule kept here: each of the 1,296 rolls is in exactly one row, whichever die shows which number. The last die of three
threes or fours is part of the row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Final, Literal, TypeAlias

Dice: TypeAlias = tuple[int, ...]
Row = Literal[
    "junk 11", "junk 12-14", "junk 15", "junk 16-17", "1234", "2345", "3456",
    "ones to 10", "ones", "twos to 10", "twos", "pair 9-10", "pair 11-12", "pair 13-15", "pair 16", "pair 17",
    "pair 18-20", "pair 21", "1122", "11xx", "22xx", "2266", "4466", "5566",
    "111x", "222x", "333x low", "333x high", "444x low", "444x high", "555x", "666x", "1111", "2222", "3333", "homers",
]  # fmt: skip
"""A row by its dice. ``to 10`` and ``9-10`` are the pairs that a bunt does not bring a man home on."""

HIGH = 4
"""A low/high die of this much or more is high."""
DICE: Final = 4
LIGHT, TOP_PAIR = 10, 21

JUNK: Mapping[int, Row] = {
    11: "junk 11",
    15: "junk 15",
    **dict.fromkeys((12, 13, 14), "junk 12-14"),
    **dict.fromkeys((16, 17), "junk 16-17"),
}
SERIES: Mapping[Dice, Row] = {(1, 2, 3, 4): "1234", (2, 3, 4, 5): "2345", (3, 4, 5, 6): "3456"}
PAIRS: Mapping[int, Row] = {
    **dict.fromkeys((9, 10), "pair 9-10"),
    **dict.fromkeys((11, 12), "pair 11-12"),
    **dict.fromkeys((13, 14, 15), "pair 13-15"),
    16: "pair 16",
    17: "pair 17",
    **dict.fromkeys((18, 19, 20), "pair 18-20"),
    21: "pair 21",
}
"""Pairs of threes to sixes, and the two pairs that have no row of their own, by their total."""
TWO_PAIRS: Mapping[Dice, Row] = {
    (1, 1, 2, 2): "1122",
    **{(1, 1, high, high): "11xx" for high in (3, 4, 5, 6)},
    **{(2, 2, high, high): "22xx" for high in (3, 4, 5)},
    (2, 2, 6, 6): "2266",
    (4, 4, 6, 6): "4466",
    (5, 5, 6, 6): "5566",
}
TRIPS: Mapping[int, tuple[Row, Row]] = {
    1: ("111x", "111x"),
    2: ("222x", "222x"),
    3: ("333x low", "333x high"),
    4: ("444x low", "444x high"),
    5: ("555x", "555x"),
    6: ("666x", "666x"),
}
"""Three of a kind, by whether the last die is high."""
QUADS: Mapping[int, Row] = {1: "1111", 2: "2222", 3: "3333", **dict.fromkeys((4, 5, 6), "homers")}


def _row(dice: Dice, more: int) -> Row:
    """The row of these dice, the lowest first; a pair of threes or better counts ``more``."""
    of_a_kind = Counter(dice).most_common()
    (face, most), *others = of_a_kind
    if most == DICE:
        return QUADS[face]
    if most == DICE - 1:
        return TRIPS[face][others[0][0] >= HIGH]
    if most == 1:
        return SERIES.get(dice) or JUNK[sum(dice)]
    if len(of_a_kind) == 2:  # noqa: PLR2004 - two pairs
        return TWO_PAIRS.get(dice) or PAIRS[sum(dice)]
    return _pair(face, sum(dice), more)


def _pair(face: int, total: int, more: int) -> Row:
    match face:
        case 1:
            return "ones to 10" if total <= LIGHT else "ones"
        case 2:
            return "twos to 10" if total <= LIGHT else "twos"
        case _:
            return PAIRS[min(total + more, TOP_PAIR)]


def _rows(more: int) -> Mapping[Dice, Row]:
    rolls = combinations_with_replacement(range(1, 7), DICE)
    return {dice: _row(dice, more) for dice in rolls}


ROWS, HARD_ROWS = _rows(0), _rows(1)
"""Every roll's row, the lowest die first; and likewise for the opponent in the hard game."""
