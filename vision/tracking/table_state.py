"""The state of the table: what lies on it, and what follows from each new observation of it.

What has freshly come to rest is tested against REJECTIONS, in their order; only what none of them stops is a throw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from vision.readings import ChipReading, DieReading, Reading
from vision.tracking.association import Association, Match, Token, may_have_been
from vision.tracking.background import FOREVER
from vision.tracking.events import Cocked, Lifted, OutOfTray, Report, Thrown, Waiting
from vision.tracking.table_geometry import TableGeometry
from vision.types import Box

PERCHED_FRAMES = 14
"""Frames that a die must lie still which seems to stand on an edge: if it does, it falls over meanwhile."""
MAX_PRINT_PROBABILITY = 0.25
"""Probability of the likeliest face up to which something unsure is print, or a helmet, rather than a die."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What one still shows of a part of the table.

    Attributes:
        bystanders: tokens that lie elsewhere.
        missed: tokens that lay here and were not read, though something lies there: to be looked for again.
        clusters: boxes in the still of what is too large to be one token.
        placed: tokens that a hand was over until they lay still, or that did not tumble to where they lie.
        unsettled: tokens that have not lain still for so long that they no longer fall over.
        unfinished: tokens of which further stills may show more.
    """

    geometry: TableGeometry
    association: Association
    bystanders: tuple[Token, ...] = ()
    missed: tuple[Token, ...] = ()
    clusters: tuple[Box, ...] = ()
    placed: frozenset[Token] = frozenset()
    unsettled: frozenset[Token] = frozenset()
    unfinished: frozenset[Token] = frozenset()

    def others(self, token: Token) -> list[Token]:
        """Everything on the table but ``token``."""
        seen = [match.token for match in self.association.matches if match.token is not token]
        return [*seen, *self.bystanders, *self.missed]

    def cluster_of(self, token: Token) -> list[Token]:
        """The tokens of the cluster that ``token`` lies in; itself alone if the others are not known."""
        for cluster in self.clusters:
            if cluster.contains(self.geometry.pixel(token)):
                others = [*self.others(token), *self.association.gone]
                return [token, *(other for other in others if cluster.contains(self.geometry.pixel(other)))]
        return []


Rejection: TypeAlias = Callable[[Token, Observation], Report | None]
"""The report if players must put something right before a thrown token counts; None if nothing."""


def _chip_upon_die(token: Token, seen: Observation) -> Report | None:
    """A chip hides a die, or lies askew upon it; tokens that are gone count, for a die under a chip is not seen."""
    under = [*seen.others(token), *seen.association.gone]
    upon = [other for other in under if other.overlaps(token) and "chip" in (token.name, other.name)]
    return Waiting("chip on a die", _names(token, *upon)) if upon else None


def _touching(token: Token, seen: Observation) -> Report | None:
    close = [*(other for other in seen.others(token) if other.touches(token)), *seen.cluster_of(token)]
    return Waiting("touching", _names(token, *close)) if close else None


def _out_of_tray(token: Token, seen: Observation) -> Report | None:
    return OutOfTray(token.name, seen.geometry.place(token)) if seen.geometry.is_outside_tray(token) else None


def _leaning(token: Token, seen: Observation) -> Report | None:
    if seen.geometry.is_level(token):
        return None
    die = isinstance(token.reading, DieReading)
    return Cocked(token.name, seen.geometry.place(token)) if die else Waiting("leaning chip", ("chip",))


REJECTIONS: tuple[Rejection, ...] = (_chip_upon_die, _touching, _out_of_tray, _leaning)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows from an observation.

    Attributes:
        rejected: tokens that wait for a player to move them.
        perched: what may yet fall over, and what each was before: to be read when it has lain there for longer.
        unsure: what is not read for sure, what each was before, and what was missed: to be read again.
    """

    reports: tuple[Report, ...]
    rejected: tuple[Token, ...]
    perched: tuple[Token, ...] = ()
    unsure: tuple[Token, ...] = ()

    def reread_after(self, tokens: Iterable[Token]) -> int | None:
        """After how many still frames a blob that holds ``tokens`` is to be read again; None if it is accounted for."""
        held = set(tokens)
        if held.intersection(self.perched):
            return PERCHED_FRAMES
        if held.intersection(self.unsure):
            return 0
        return FOREVER if held.intersection(self.rejected) else None


@dataclass
class TableState:
    """What lies on the table.

    Attributes:
        ignored: names of tokens that are not reported again before they have been lifted.
        unread: what seemed to lie there at the start and was unsure; it may be print. A token at or near one that may
            show the same was thrown or only pushed: that is unknown, so it is asked about.
        hidden: tokens not seen again in a cluster: they lie in there, or were lifted unseen.
    """

    tokens: list[Token] = field(default_factory=list)
    ignored: set[str] = field(default_factory=set)
    unread: list[Token] = field(default_factory=list)
    hidden: list[Token] = field(default_factory=list)

    def remove(self, tokens: list[Token], geometry: TableGeometry) -> tuple[Lifted, ...]:
        """Forget tokens that are known to be gone, and report them."""
        self.tokens = [token for token in self.tokens if token not in tokens]
        return tuple(lifted(token, geometry) for token in tokens)

    def update(self, seen: Observation) -> Outcome:
        """Remember what an observation found, and report what has happened."""
        # 1. A thrown die that seems to stand on an edge is left until it has fallen over, or stood there for long.
        perched, settled = _split(seen.association.matches, lambda match: self._may_fall(match, seen))
        # 2. An unsure throw is read again in the next stills; but if a player has to move something anyway, at once.
        stopped = any(self._is_throw(match, seen) and _rejection(match.token, seen) for match in settled)
        waiting, final = _split(settled, lambda match: not stopped and self._may_clear_up(match, seen))
        # 3. What is left is judged: the same, bumped, thrown or rejected. What lay there and is not seen was lifted.
        previous = [match.previous for match in final]
        self.tokens = [token for token in self.tokens if token not in previous]
        judged = [(match, self._judge(match, seen)) for match in final]
        verdicts = [(match.token, report) for match, report in judged]
        verdicts += [(token, self._judge_gone(token, seen)) for token in seen.association.gone]
        # 4. What was pushed to where it is rejected no longer lies as it was reported.
        pushed = [match.previous for match, report in judged if match.previous and _rejects(report)]
        reports: list[Report] = [lifted(token, seen.geometry) for token in pushed]
        reports += [report for _, report in verdicts if report is not None]
        return Outcome(
            reports=tuple(dict.fromkeys(reports)),
            rejected=tuple(token for token, report in verdicts if _rejects(report)),
            perched=_now_and_before(perched),
            unsure=() if stopped else (*_now_and_before(waiting), *seen.missed),
        )

    def _may_fall(self, match: Match, seen: Observation) -> bool:
        """Whether a thrown die seems to stand on an edge, and has not stood there long."""
        recent = self._is_throw(match, seen) and match.token in seen.unsettled
        return recent and seen.geometry.may_be_perched(match.token)

    def _may_clear_up(self, match: Match, seen: Observation) -> bool:
        """Whether further stills may make an unsure throw sure; what a hand laid down is asked about anyway.

        That it is a helmet is not believed of one still.
        """
        token = match.token
        is_asked_anyway = token in seen.placed and not _is_helmet(match, seen)
        unsure = not token.reading.is_sure and token in seen.unfinished and not is_asked_anyway
        return unsure and self._is_throw(match, seen)

    def _judge(self, match: Match, seen: Observation) -> Report | None:
        """Remember a token that was seen, and report it if it was thrown."""
        token = match.token
        if _is_helmet(match, seen):  # and becomes part of the table
            return None if match.previous is None else lifted(match.previous, seen.geometry)
        if not self._is_throw(match, seen):
            self.tokens.append(match.remembered)
            return None
        if (rejection := _rejection(token, seen)) is not None:
            return rejection
        previous = match.previous or self._taken_from_hiding(token)
        self.tokens.append(token)
        self.ignored.discard(token.name)
        return self._thrown(token, previous, seen)

    def _thrown(self, token: Token, previous: Token | None, seen: Observation) -> Thrown:
        """The report of a throw: unsure if the token may have been laid down, or be a piece, or have lain there."""
        placed = token in seen.placed
        unsure = placed or seen.geometry.may_be_fragment(token) or self._may_have_lain_there(token)
        reading = without_value(token.reading) if unsure else token.reading
        before = None if previous is None else previous.reading.box
        small = seen.geometry.seems_small(replace(token, reading=reading))
        return Thrown(reading, seen.geometry.place(token), placed, before, small)

    def _taken_from_hiding(self, token: Token) -> Token | None:
        """What ``token``, thrown just now, was where it lay hidden, and lies no more; of d6s there are many alike."""
        self.hidden = [each for each in self.hidden if each in self.tokens]
        if isinstance(token.reading, DieReading) and token.reading.kind == "d6":
            return None
        previous = next((each for each in self.hidden if each.name == token.name), None)
        if previous is not None:
            self.tokens.remove(previous)
        return previous

    def _may_have_lain_there(self, token: Token) -> bool:
        """Whether ``token`` may be one of the `unread`, which it then is no longer."""
        near = [each for each in self.unread if may_have_been(token, each)]
        self.unread = [each for each in self.unread if each not in near]
        return bool(near)

    def _is_throw(self, match: Match, seen: Observation) -> bool:
        if match.transition != "thrown" or seen.geometry.is_parked(match.token):
            return False
        unlifted = match.displacement in ("here", "near")
        return not (unlifted and match.token.name in self.ignored)

    def _judge_gone(self, token: Token, seen: Observation) -> Report | None:
        """Forget a token that is gone, and report it; not one that something else lies upon, or a cluster may hide."""
        if any(match.token.overlaps(token) for match in seen.association.matches):
            return None
        if cluster := seen.cluster_of(token):
            self.hidden.append(token)
            return Waiting("touching", _names(*cluster))
        self.tokens.remove(token)
        return lifted(token, seen.geometry)


def lifted(token: Token, geometry: TableGeometry) -> Lifted:
    """The report that ``token`` is gone, with the box that it was reported with, however far it was pushed since."""
    return Lifted(token.name, geometry.place(token), token.reading.box)


def without_value(reading: Reading) -> Reading:
    """The same reading, unsure: its value becomes the only alternative."""
    if not reading.is_sure:
        return reading
    if isinstance(reading, ChipReading):
        faces = () if reading.face is None else ((reading.face, reading.confidence),)
        return replace(reading, face=None, alternatives=faces)
    values = () if reading.value is None else ((reading.value, reading.confidence),)
    return replace(reading, value=None, alternatives=values)


def _is_helmet(match: Match, seen: Observation) -> bool:
    """Whether what seems to be a d10 is a helmet of that colour.

    It was set down and did not roll, none of its faces can be read, and it stands where helmets do, or while the die
    of its colour lies elsewhere.
    """
    token, reading = match.token, match.token.reading
    if match.displacement in ("here", "near") or token not in seen.placed:
        return False
    if not isinstance(reading, DieReading) or reading.kind != "d10" or reading.confidence > MAX_PRINT_PROBABILITY:
        return False
    return seen.geometry.may_be_helmet(token) or any(other.name == token.name for other in seen.others(token))


def _rejection(token: Token, seen: Observation) -> Report | None:
    return next((report for reject in REJECTIONS if (report := reject(token, seen)) is not None), None)


def _rejects(report: Report | None) -> bool:
    """Whether a player has to move something before what the report is about counts."""
    return not isinstance(report, Thrown | Lifted | None)


def _split(matches: Iterable[Match], is_one: Callable[[Match], bool]) -> tuple[list[Match], list[Match]]:
    """Those that are ``is_one``, and the others."""
    chosen, others = list[Match](), list[Match]()
    for match in matches:
        (chosen if is_one(match) else others).append(match)
    return chosen, others


def _now_and_before(waiting: Iterable[Match]) -> tuple[Token, ...]:
    """The tokens that wait, as they are now and as they were: what became of their old places is not known either."""
    return tuple(token for match in waiting for token in (match.token, match.previous) if token is not None)


def _names(*tokens: Token) -> tuple[str, ...]:
    return tuple(sorted({token.name for token in tokens}))
