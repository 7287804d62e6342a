"""The memory of what lies on the table, and what each new look at it comes to.

What is freshly at rest is tested against OBSTACLES, in their order; only what none of them stops is a throw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from vision.readings import ChipReading, DieReading, Reading
from vision.tracking.association import Change, Found, Token, may_have_been
from vision.tracking.events import Cocked, Lifted, OutOfTray, Report, Thrown, Waiting
from vision.tracking.resting_tokens import Ground
from vision.types import Box


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a part of the table.

    Attributes:
        ground: how the still frame lies over the table.
        change: what was found there.
        bystanders: what lies elsewhere.
        missed: what lay here and was not seen, though something lies there: to be looked for again.
        crowds: boxes in the still frame of what is too large to be one thing.
        placed: whether a hand was over a token until it lay still.
        long_still: whether a token has lain still for so long that it no longer falls over.
        enough: whether more looks at a token will tell nothing more.
    """

    ground: Ground
    change: Change
    bystanders: tuple[Token, ...] = ()
    missed: tuple[Token, ...] = ()
    crowds: tuple[Box, ...] = ()
    placed: Callable[[Token], bool] = lambda _: False
    long_still: Callable[[Token], bool] = lambda _: True
    enough: Callable[[Token], bool] = lambda _: True

    def others(self, token: Token) -> list[Token]:
        """Everything on the table but ``token``."""
        found = [found.token for found in self.change.found if found.token is not token]
        return [*found, *self.bystanders, *self.missed]

    def crowd_of(self, token: Token) -> list[Token]:
        """What else lies in the same crowd as ``token``; itself alone where the others cannot be told apart."""
        for crowd in self.crowds:
            if crowd.contains(self.ground.pixel(token)):
                others = [*self.others(token), *self.change.gone]
                return [token, *(other for other in others if crowd.contains(self.ground.pixel(other)))]
        return []


Obstacle: TypeAlias = Callable[[Token, Look], Report | None]


def _chip_upon_die(token: Token, look: Look) -> Report | None:
    """A chip hides a die, or lies askew upon it; a die under a chip is as good as gone, so what lay here counts."""
    under = [*look.others(token), *look.change.gone]
    upon = [other for other in under if other.lies_upon(token) and "chip" in (token.name, other.name)]
    return Waiting("chip on a die", _names(token, *upon)) if upon else None


def _touching(token: Token, look: Look) -> Report | None:
    close = [*(other for other in look.others(token) if other.touches(token)), *look.crowd_of(token)]
    return Waiting("touching", _names(token, *close)) if close else None


def _out_of_tray(token: Token, look: Look) -> Report | None:
    return OutOfTray(token.name, look.ground.place(token)) if look.ground.is_outside(token) else None


def _askew(token: Token, look: Look) -> Report | None:
    if look.ground.is_level(token):
        return None
    die = isinstance(token.reading, DieReading)
    return Cocked(token.name, look.ground.place(token)) if die else Waiting("leaning chip", ("chip",))


OBSTACLES: tuple[Obstacle, ...] = (_chip_upon_die, _touching, _out_of_tray, _askew)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a look comes to.

    Attributes:
        reports: what is to be told.
        unsettled: what cannot be accounted for until somebody moves it.
        perched: what may yet fall over, and what each was before: to be looked at when it has lain there for longer.
        unclear: what could not be read for sure, what each was before, and what was missed: to be looked at again.
    """

    reports: tuple[Report, ...]
    unsettled: tuple[Token, ...]
    perched: tuple[Token, ...] = ()
    unclear: tuple[Token, ...] = ()


@dataclass
class Lying:
    """What lies on the table.

    Attributes:
        tokens: all that is known.
        ignored: names of what is not reported again before it has been lifted.
        doubtful: what seemed to lie there when the watch began and could not be read; it may be print. What comes to
            rest at or near one, and may show the same, was thrown or only pushed: nobody knows, so it is asked about.
        hidden: what was not seen again in a crowd: it lies in there, or was lifted unseen.
    """

    tokens: list[Token] = field(default_factory=list)
    ignored: set[str] = field(default_factory=set)
    doubtful: list[Token] = field(default_factory=list)
    hidden: list[Token] = field(default_factory=list)

    def learn(self, tokens: list[Token]) -> None:
        """Take it that these lie there, thrown by nobody."""
        self.tokens = tokens

    def take(self, look: Look) -> Outcome:
        """Remember what a look found, and tell what has come to pass."""
        perched = [found for found in look.change.found if self._may_fall(found, look)]
        settled = [found for found in look.change.found if found not in perched]
        stopped = self._is_stopped(settled, look)
        unclear = [] if stopped else [found for found in settled if self._may_clear_up(found, look)]
        judged = [found for found in settled if found not in unclear]
        formers = [found.former for found in judged]
        self.tokens = [token for token in self.tokens if token not in formers]
        told = [(found, self._verdict(found, look)) for found in judged]
        toppled = [found.former for found, report in told if not isinstance(report, Thrown | None)]
        verdicts = [(found.token, report) for found, report in told]
        verdicts += [(token, self._lift(token, look)) for token in look.change.gone]
        reports: list[Report] = [lifted(former, look.ground) for former in toppled if former is not None]
        reports += [report for _, report in verdicts if report is not None]
        unsettled = tuple(token for token, report in verdicts if not isinstance(report, Thrown | Lifted | None))
        again = () if stopped else (*_now_and_before(unclear), *look.missed)
        return Outcome(tuple(dict.fromkeys(reports)), unsettled, _now_and_before(perched), again)

    def _may_fall(self, found: Found, look: Look) -> bool:
        """Whether a thrown die seems to stand on an edge, and has not stood there long."""
        thrown = self._is_throw(found, look)
        return thrown and not look.long_still(found.token) and look.ground.may_be_perched(found.token)

    def _may_clear_up(self, found: Found, look: Look) -> bool:
        """Whether a throw would be asked about that further looks may read; what a hand laid is asked about anyway."""
        token = found.token
        return bool(
            token.reading.likely and self._is_throw(found, look) and not look.placed(token) and not look.enough(token)
        )

    def _is_stopped(self, settled: Iterable[Found], look: Look) -> bool:
        """Whether the players have to move something anyway: they are told once, and at once."""
        thrown = [found.token for found in settled if self._is_throw(found, look)]
        return any(obstacle(token, look) is not None for token in thrown for obstacle in OBSTACLES)

    def _verdict(self, found: Found, look: Look) -> Report | None:
        token = found.token
        if not self._is_throw(found, look):
            self.tokens.append(found.known)
            return None
        for obstacle in OBSTACLES:
            if (report := obstacle(token, look)) is not None:
                return report
        former = found.former or self._taken_from_hiding(token)
        self.tokens.append(token)
        self.ignored.discard(token.name)
        placed = look.placed(token)
        asked = placed or look.ground.may_be_piece(token) or self._may_have_lain_there(token)
        reading = doubted(token.reading) if asked else token.reading
        before = None if former is None else former.reading.box
        return Thrown(
            reading, look.ground.place(token), placed, before, look.ground.seems_small(replace(token, reading=reading))
        )

    def _taken_from_hiding(self, token: Token) -> Token | None:
        """What ``token``, thrown just now, was where it lay hidden, and lies no more; of d6s there are many alike."""
        self.hidden = [each for each in self.hidden if each in self.tokens]
        if isinstance(token.reading, DieReading) and token.reading.kind == "d6":
            return None
        former = next((each for each in self.hidden if each.name == token.name), None)
        if former is not None:
            self.tokens.remove(former)
        return former

    def _may_have_lain_there(self, token: Token) -> bool:
        """Whether ``token`` may be one of the `doubtful`, which it then is no longer."""
        near = [each for each in self.doubtful if may_have_been(token, each)]
        self.doubtful = [each for each in self.doubtful if each not in near]
        return bool(near)

    def _is_throw(self, found: Found, look: Look) -> bool:
        if found.fate != "thrown" or look.ground.is_parked(found.token):
            return False
        unlifted = found.nearness in ("here", "near")
        return not (unlifted and found.token.name in self.ignored)

    def _lift(self, token: Token, look: Look) -> Report | None:
        if any(found.token.lies_upon(token) for found in look.change.found):
            return None
        if look.crowd_of(token):
            self.hidden.append(token)
            return Waiting("touching", _names(*look.crowd_of(token)))
        self.tokens.remove(token)
        return lifted(token, look.ground)


def lifted(token: Token, ground: Ground) -> Lifted:
    """The report that ``token`` is gone; it keeps the box that it was told with, however far it was pushed since."""
    return Lifted(token.name, ground.place(token), token.reading.box)


def doubted(reading: Reading) -> Reading:
    """The same reading, to be asked about: its value becomes the likeliest of none other."""
    if reading.likely:
        return reading
    if isinstance(reading, ChipReading):
        return replace(reading, face=None, likely=() if reading.face is None else ((reading.face, reading.confidence),))
    return replace(reading, value=None, likely=() if reading.value is None else ((reading.value, reading.confidence),))


def _now_and_before(waiting: Iterable[Found]) -> tuple[Token, ...]:
    """The things that wait, as they are now and as they were: what became of their old places is not known either."""
    return tuple(token for found in waiting for token in (found.token, found.former) if token is not None)


def _names(*tokens: Token) -> tuple[str, ...]:
    return tuple(sorted({token.name for token in tokens}))
