"""What each throw of a park comes to, looked up once for all: by the dice, and by how men stand.

Rule kept here: all that a park's words mean is decided here, before the game; what is left for the law is to move men
(`scoreboard.rules.table`). Whatever the words are, no two men come to one base: who must make room goes on, and nobody
passes the man ahead of him. What cannot be looked up is a fault, named by its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from scoreboard.message import SPARE_LANGUAGE, OwnWords
from scoreboard.rules.parks.keys import (
    ELSE,
    MOST_THROWS,
    Dice,
    ParkFault,
    TableKeys,
    cell,
    every_throw,
    number_of_throws,
    ways_to_lie,
)
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
OUT: Final = "out"
FULL: Final = (THIRD, SECOND, FIRST)
STANDS: Final[Mapping[str, Places]] = {
    "".join(str(place // FIRST) for place in reversed(places)) or EMPTY: places
    for men in range(len(FULL) + 1)
    for places in combinations(FULL, men)
}
"""All eight ways in which men stand, by the key of a cell."""
MOST_ALIKE: Final = 9
"""Names that are offered in the place of one that is not known, the likest first."""
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
        fielders: who had the ball, as ``6-4-3``; empty where that is not known.
        words: the maker's own.
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
    fielders: str
    words: OwnWords | None


Row: TypeAlias = Mapping[Places, Effect]
"""What a throw comes to, by how men stand."""


class Chart(NamedTuple):
    """A park, looked up.

    Attributes:
        park: that it is of.
        dice: how many are thrown at once.
        colors: of them; see `Park.colors`.
        rows: by the dice.
        faults: what is wrong with it; nothing, where the game can be played.
        has_batters: anybody's turn at bat ever ends by a throw; if not, nobody comes to a base either.
    """

    park: Park
    dice: int
    colors: tuple[str, ...]
    rows: Mapping[Dice, Row]
    faults: tuple[ParkFault, ...]
    has_batters: bool

    def row(self, values: Dice) -> Row | None:
        """What these dice come to, as they are read; None if no such dice are thrown."""
        return self.rows.get(values if self.colors else tuple(sorted(values)))

    def ways(self, throw: Dice) -> int:
        """In how many ways the dice may show a throw."""
        return 1 if self.colors else ways_to_lie(throw)


@lru_cache(maxsize=KEPT)
def chart_of(park: Park) -> Chart:
    """That park, looked up."""
    results = _Results(park)
    faults = [*_unworded(park), *results.faults]
    if len(set(park.colors)) < len(park.colors):
        faults.append(ParkFault("dice", "two dice of one colour could not be told apart"))
    if (throws := number_of_throws(park)) > MOST_THROWS:
        faults.append(ParkFault("dice", f"there are {throws} throws, and {MOST_THROWS} at the most can be looked up"))
        return Chart(park, park.count, park.colors, {}, tuple(faults), has_batters=False)
    keys = TableKeys(park)
    found = {} if keys.faults else {throw: keys.of(throw) for throw in every_throw(park)}
    faults += keys.faults or _without_row([key for key in found.values() if isinstance(key, ParkFault)])
    rows = {throw: results.row(key, throw) for throw, key in found.items() if not isinstance(key, ParkFault)}
    effects = (effect for row in rows.values() for effect in row.values())
    has_batters = any(effect.batter or effect.batter_out for effect in effects)
    return Chart(park, park.count, park.colors, rows, tuple(faults), has_batters)


@cache
def shipped_chart(name: str) -> Chart | None:
    """A table game of ours, looked up; None for another game."""
    return chart_of(shipped_park(name)) if name in TABLE_GAMES else None


def _unworded(park: Park) -> Iterator[ParkFault]:
    """What a maker words for one language alone must be English, which all others fall back to."""
    texts = {"title": park.title, "panel": park.panel, "about": park.about}
    texts |= {f'results["{name}"].words': result.words for name, result in park.results.items()}
    for key, worded in texts.items():
        if worded and SPARE_LANGUAGE not in worded:
            yield ParkFault(key, f"it has no {SPARE_LANGUAGE}, the English that other languages fall back to")


def _without_row(faults: Sequence[ParkFault]) -> Iterator[ParkFault]:
    """The first of the throws that are in no row, or in two alike; that there are more of them is enough to know."""
    for first in faults[:1]:
        more = f", nor have any {len(faults) - 1} others: add them" if len(faults) > 1 else ": add it"
        yield first._replace(why=f"{first.why}{more}, or {ELSE}") if first.key == "table" else first


class _Rule(NamedTuple):
    """A result with all that is not its own taken from the standard one."""

    standard: StandardResult
    runners: int
    sends: Sends
    out: OutMan | UnsetType
    runs: int
    face: int
    fielders: str
    words: OwnWords | None


class _Results:
    """The results of a park, and its cells.

    Attributes:
        faults: what is wrong with them.
    """

    def __init__(self, park: Park) -> None:
        self._park = park
        self.faults = list[ParkFault]()
        self._rules = {name: _rule(ParkResult(is_=name), each) for name, each in standard_results().items()}
        for name, own in park.results.items():
            self._add(name, own)
        self._named = {key: dict(self._stands(key)) for key in park.table}
        self._faces = tuple({rule.face for rule in self._rules.values() if rule.face})
        self._rows = dict[tuple[str, Dice], Row]()

    def row(self, key: str, throw: Dice) -> Row:
        """What that throw comes to by the row of that key: the same value for throws that come to the same."""
        runs = tuple(map(throw.count, self._faces))
        if (key, runs) not in self._rows:
            named = self._named[key].items()
            self._rows[key, runs] = {STANDS[at]: _effect(self._rules[name], STANDS[at], throw) for at, name in named}
        return self._rows[key, runs]

    def _add(self, name: str, own: ParkResult) -> None:
        where, standard = f'results["{name}"]', standard_results().get(own.is_)
        if standard is None:
            self.faults.append(ParkFault(f"{where}.is", _unknown("standard result", own.is_, standard_results())))
            return
        self._rules[name] = _rule(own, standard)
        self.faults += (ParkFault(f"{where}.{key}", f"a {own.is_} {why}") for key, why in _misfits(own, standard))
        if own.runs_for_each is not UNSET and own.runs_for_each > self._park.sides:
            self.faults.append(ParkFault(f"{where}.runs_for_each", f"a die shows 1 to {self._park.sides}"))

    def _stands(self, key: str) -> Iterator[tuple[str, str]]:
        """Each way to stand, and the name of its result."""
        row = self._park.table[key]
        stands = {ELSE: row} if isinstance(row, str) else row.named
        for under, name in stands.items():
            if name not in self._rules and name not in self._park.results:
                where = cell(key) if isinstance(row, str) else cell(key, under)
                self.faults.append(ParkFault(where, _unknown("result", name, self._rules)))
        if missing := [stand for stand in STANDS if stand not in stands and ELSE not in stands]:
            self.faults.append(ParkFault(cell(key), f"it has nothing for {', '.join(missing)}: add {ELSE}"))
        for stand in STANDS:
            if (named := stands.get(stand, stands.get(ELSE, ""))) in self._rules:
                yield stand, named


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    known = tuple(known)
    alike = get_close_matches(name, known, n=MOST_ALIKE, cutoff=0) if len(known) > MOST_ALIKE else known
    return f'unknown {what} "{name}"; one of: {", ".join(alike)}{" …" if len(known) > len(alike) else ""}'


def _misfits(own: ParkResult, standard: StandardResult) -> Iterator[tuple[str, str]]:
    """What a result says that the one it counts as does not do: no scorekeeper would call it that."""
    sends = {key: getattr(own, key) for key in ("first", "second", "third") if getattr(own, key) is not UNSET}
    men = {key: own.runners for key in ("runners",) if own.runners is not UNSET} | sends
    outs = [key for key, goal in sends.items() if goal == OUT] + ["out"] * (own.out is not UNSET)
    runs = standard.runs or standard.runs_for_each is not UNSET
    if runs or standard.side_out:
        yield from ((key, "moves nobody") for key in men)
    if standard.batter != OUT and standard.out is UNSET:
        yield from ((key, "puts nobody out") for key in outs)
    added = [key for key in ("runs", "runs_for_each") if getattr(own, key) is not UNSET]
    if not runs:
        yield from ((key, "brings no run but the men's") for key in added)
    if own.fielders is not UNSET and not standard.fielded:
        yield "fielders", "has no note that names them"


def _rule(own: ParkResult, standard: StandardResult) -> _Rule:
    """A result that names a man who is out says by that who is."""
    sends = {FIRST: own.first, SECOND: own.second, THIRD: own.third}
    return _Rule(
        standard=standard,
        runners=standard.runners if own.runners is UNSET else own.runners,
        sends=sends,
        out=standard.out if own.out is UNSET and OUT not in sends.values() else own.out,
        runs=standard.runs if own.runs is UNSET else own.runs,
        face=own.runs_for_each or standard.runs_for_each or 0,
        fielders=own.fielders or "",
        words=OwnWords(tuple(own.words.items())) if own.words else None,
    )


def _effect(rule: _Rule, men: Places, throw: Dice) -> Effect:
    standard = rule.standard
    gone = _gone(men, rule.sends, rule.out)
    for_him = rule.out is not UNSET and standard.batter in PLACE_OF
    batter = 0 if for_him and not gone else PLACE_OF.get(standard.batter, 0)
    goals = _goals(men, rule.sends, rule.runners, gone, batter)
    batter_out = standard.batter == OUT or (for_him and not gone)
    return Effect(
        name=standard.scored,
        batter=batter,
        batter_out=batter_out,
        alone=rule.out is UNSET and not rule.runners and all(each is UNSET for each in rule.sends.values()),
        holds=batter_out and all(goal in {0, place} for goal, place in zip(goals, men, strict=True)),
        goals=goals,
        outs=batter_out + goals.count(0),
        runs=rule.runs + (throw.count(rule.face) if rule.face else 0),
        hit=standard.hit,
        walked=standard.walked,
        side_out=standard.side_out,
        fielders=rule.fielders,
        words=rule.words,
    )


Sends: TypeAlias = Mapping[int, Goal | UnsetType]
"""Where the man on each base is sent, as far as his result says anything of him alone."""


def _gone(men: Places, sends: Sends, out: OutMan | UnsetType) -> frozenset[int]:
    """The places of the men who are out."""
    chain = next((FULL[-nth:] for nth in range(len(men), 0, -1) if men[-nth:] == FULL[-nth:]), ())
    leads = {"lead": men[:1], "forced": chain[:1]}
    return frozenset({place for place in men if sends[place] == OUT}.union(leads.get(str(out), ())))


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
