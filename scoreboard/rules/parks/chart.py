"""What each throw of a park comes to, looked up once for all: by the dice, and by how men stand.

Rule kept here: all that a park's words mean is decided here, before the game; what is left for the law is to move men
(`scoreboard.rules.table`). Whatever the words are, no two men come to one base: who must make room goes on, and nobody
passes the man ahead of him. What cannot be looked up is a fault, named by its key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from scoreboard.rules.parks.keys import ELSE, Dice, ParkFault, TableKeys, cell, every_throw
from scoreboard.rules.parks.park import (
    TABLE_GAMES,
    Goal,
    OutMan,
    Park,
    ParkResult,
    StandardResult,
    shipped_park,
    standard_results,
)
from scoreboard.rules.places import FIRST, HOME, SECOND, THIRD

Places: TypeAlias = tuple[int, ...]
"""The bases on which men stand, by their places, most advanced first."""
PLACE_OF: Final[Mapping[str, int]] = {"first": FIRST, "second": SECOND, "third": THIRD, "home": HOME}
EMPTY: Final = "empty"
FULL: Final = (THIRD, SECOND, FIRST)
STANDS: Final[Mapping[str, Places]] = {
    "".join(str(place // FIRST) for place in reversed(places)) or EMPTY: places
    for men in range(len(FULL) + 1)
    for places in combinations(FULL, men)
}
"""All eight ways in which men stand, by the key of a cell."""
KEPT: Final = 64
"""Parks that are kept looked up."""


class Effect(Struct, frozen=True, kw_only=True, gc=False):
    """What a throw comes to where men stand in one of the eight ways.

    Attributes:
        name: of the play in `scoreboard.scorebook`.
        batter: where the batter comes to, `FIRST` to `HOME`; 0 for no base.
        batter_out: he is out.
        alone: nothing is said of anybody but the batter.
        holds: the batter is out, and everybody else who is safe stays where he is.
        goals: where each man comes to, most advanced first; 0 for one who is out.
        outs: how many are put out.
        runs: that score besides.
        hit: the batter has a hit.
        walked: he was given first.
        side_out: the half-inning is over.
    """

    name: str
    batter: int
    batter_out: bool
    alone: bool
    holds: bool
    goals: Places
    outs: int
    runs: int
    hit: bool
    walked: bool
    side_out: bool


Row: TypeAlias = Mapping[Places, Effect]
"""What a throw comes to, by how men stand."""


class Chart(NamedTuple):
    """A park, looked up.

    Attributes:
        dice: how many are thrown at once.
        rows: by the dice, the lowest first.
        faults: what is wrong with it; nothing, where the game can be played.
        has_batters: anybody's turn at bat ever ends by a throw; if not, nobody comes to a base either.
    """

    dice: int
    rows: Mapping[Dice, Row]
    faults: tuple[ParkFault, ...]
    has_batters: bool


@lru_cache(maxsize=KEPT)
def chart_of(park: Park) -> Chart:
    """That park, looked up."""
    keys, cells = TableKeys(park), _Cells(park)
    rows, faults = dict[Dice, Row](), [*keys.faults]
    for throw in every_throw(park):
        key = keys.of(throw)
        if isinstance(key, ParkFault):
            faults.append(key)
        elif row := cells.row(key, throw):
            rows[throw] = row
    effects = (effect for row in rows.values() for effect in row.values())
    has_batters = any(effect.batter or effect.batter_out for effect in effects)
    return Chart(park.dice, rows, tuple(dict.fromkeys((*faults, *cells.faults))), has_batters)


@cache
def shipped_chart(name: str) -> Chart | None:
    """A table game of ours, looked up; None for another game."""
    return chart_of(shipped_park(name)) if name in TABLE_GAMES else None


class _Cells:
    """The cells of a table, looked up.

    Attributes:
        faults: what is wrong with them, and with the results.
    """

    def __init__(self, park: Park) -> None:
        self._park, standard = park, standard_results()
        self.faults = list[ParkFault]()
        self._results = {name: (ParkResult(is_=name), result) for name, result in standard.items()}
        for name, own in park.results.items():
            if own.is_ in standard:
                self._results[name] = (own, standard[own.is_])
            else:
                self.faults.append(ParkFault(f'results["{name}"].is', _unknown("standard result", own.is_, standard)))
        self._named = {key: dict(self._read(key)) for key in park.table}

    def row(self, key: str, throw: Dice) -> Row:
        """What that throw comes to by the row of that key; nothing, where that has a fault."""
        return {
            STANDS[stand]: _effect(*self._results[name], STANDS[stand], throw)
            for stand, name in self._named[key].items()
        }

    def _read(self, key: str) -> Iterator[tuple[str, str]]:
        """Each way to stand, and the name of its result."""
        row = self._park.table[key]
        stands = {ELSE: row} if isinstance(row, str) else row
        for stand in stands:
            if stand not in {*STANDS, ELSE}:
                self.faults.append(ParkFault(cell(key, stand), _unknown("way to stand", stand, (*STANDS, ELSE))))
        for stand in STANDS:
            under = stand if stand in stands else ELSE
            name = stands.get(under)
            if name is None:
                self.faults.append(ParkFault(cell(key), f"it says nothing for {stand}: add it, or {ELSE}"))
            elif name in self._results:
                yield stand, name
            elif name not in self._park.results:
                where = cell(key) if isinstance(row, str) else cell(key, under)
                self.faults.append(ParkFault(where, _unknown("result", name, self._results)))


def _unknown(what: str, name: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    return f'unknown {what} "{name}"; one of: {", ".join(known)}'


def _effect(own: ParkResult, standard: StandardResult, men: Places, throw: Dice) -> Effect:
    sends = {FIRST: own.first, SECOND: own.second, THIRD: own.third}
    runners = standard.runners if own.runners is UNSET else own.runners
    out = standard.out if own.out is UNSET else own.out
    face = standard.runs_for_each if own.runs_for_each is UNSET else own.runs_for_each
    runs = (standard.runs if own.runs is UNSET else own.runs) + (0 if face is UNSET else throw.count(face))
    gone = _gone(men, sends, out)
    for_him = out is not UNSET and standard.batter in PLACE_OF
    batter = 0 if for_him and not gone else PLACE_OF.get(standard.batter, 0)
    goals = _goals(men, sends, runners, gone, batter)
    batter_out = standard.batter == "out" or (for_him and not gone)
    return Effect(
        name=standard.scored,
        batter=batter,
        batter_out=batter_out,
        alone=out is UNSET and not runners and all(each is UNSET for each in sends.values()),
        holds=batter_out and not runs and all(goal in {0, place} for goal, place in zip(goals, men, strict=True)),
        goals=goals,
        outs=batter_out + goals.count(0),
        runs=runs,
        hit=standard.hit,
        walked=standard.walked,
        side_out=standard.side_out,
    )


Sends: TypeAlias = Mapping[int, Goal | UnsetType]
"""Where the man on each base is sent, as far as his result says anything of him alone."""


def _gone(men: Places, sends: Sends, out: OutMan | UnsetType) -> frozenset[int]:
    """The places of the men who are out."""
    chain = next((FULL[-nth:] for nth in range(len(men), 0, -1) if men[-nth:] == FULL[-nth:]), ())
    leads = {"lead": men[:1], "forced": chain[:1]}
    return frozenset({place for place in men if sends[place] == "out"}.union(leads.get(str(out), ())))


def _goals(men: Places, sends: Sends, runners: int, gone: frozenset[int], batter: int) -> tuple[int, ...]:
    """Where each man comes to: as his result has it, but as far as he must, and never past the man ahead."""
    least, behind = dict[int, int](), batter
    for place in reversed(men):
        if place not in gone:
            behind = least[place] = min(HOME, max(place, behind + FIRST))
    goals, ahead = list[int](), HOME
    for place in men:
        if place in gone:
            goals.append(0)
            continue
        free = HOME if ahead == HOME else ahead - FIRST
        ahead = max(least[place], min(_sent(place, sends[place], runners), free))
        goals.append(ahead)
    return tuple(goals)


def _sent(place: int, sends: Goal | UnsetType, runners: int) -> int:
    """Where a man is sent: never back."""
    if sends is UNSET:
        return min(place + runners * FIRST, HOME)
    return max(place, PLACE_OF.get(sends, place))
