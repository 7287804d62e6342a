"""Which moments a line of the record brings: the play itself, and then what it led to.

Rule kept here: what happened is asked of the scorebook (`what_happened`), so that a moment, the play by play and the
box score cannot differ. What only corrects, or takes something back, is no moment. What a helmet made of a throw comes
first: a red 3 that is a hit over a 3 would be a riddle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from scoreboard.commentary import helmet_sum
from scoreboard.display.moments.moment_files import Name
from scoreboard.display.moments.parts import Happening
from scoreboard.message import Words, message
from scoreboard.rules.baseball import OUTS
from scoreboard.rules.history import Entry, History
from scoreboard.rules.state import Game
from scoreboard.scorebook import (
    BASES_OF,
    STRIKE_NAMES,
    Happened,
    OnThePath,
    ended_play,
    half_of,
    is_called,
    is_correction,
    outs_at_once,
    what_happened,
)

GRAND_SLAM: Final = 4
HOME_RUN: Final = BASES_OF["HR"]
AT_ONCE: Final[Mapping[int, Name]] = {2: "double-play", 3: "triple-play"}
HITS: Final = {1: "single", 2: "double", 3: "triple"}


class Celebration(Struct, frozen=True):
    """A moment to be shown.

    Attributes:
        name: of its animation.
        what: it is about.
    """

    name: Name
    what: Happening


def moments_of(before: Game, line: Entry, history: History) -> tuple[Celebration, ...]:
    """The moments of a line that met ``before`` and led to this history, in order.

    At most what a helmet made of the throw, the play, and what that led to.
    """
    if is_correction(line):
        return ()
    after, happened = history.game, what_happened(before, line, history.game)
    why = helmet_sum(before, line, after)
    counted = None if why is None else Celebration("helmet", Happening(why))
    play = next(_plays(before, line, happened, history), None)
    led_to = _led_to(before, happened, after, play)
    return tuple(moment for moment in (counted, play, led_to) if moment is not None)


def _plays(before: Game, line: Entry, happened: Happened, history: History) -> Iterator[Celebration]:
    """What the line may be called, the most important first."""
    if happened.result == "HR":
        yield _moment("grand-slam" if happened.runs == GRAND_SLAM else "home-run", bases=HOME_RUN)
    ended = ended_play(history)
    if ended is not None:
        yield from _of_a_path(ended)
    if (outs := outs_at_once(happened)) in AT_ONCE:
        yield _moment(AT_ONCE[outs])
    if happened.result == "K":
        yield _moment("strikeout")
    if happened.outs > 0:
        yield _moment("out")
    if happened.name == "bunt" and happened.result == "IN PLAY":
        yield _moment("bunt")
    yield from _of_a_hit(before, happened)
    yield from _of_a_pitch(before, line, happened)
    if happened.runs > 0:
        yield _moment("run", bases=HOME_RUN)


def _of_a_path(path: OnThePath) -> Iterator[Celebration]:
    """What a play of several lines came to."""
    if path.outs_at_once in AT_ONCE:
        yield _moment(AT_ONCE[path.outs_at_once])
    if path.stole:
        yield _moment("steal", bases=HOME_RUN)
    if path.kind == "tag-up" and not path.outs:
        yield _moment("tag-up", bases=HOME_RUN)


def _of_a_hit(before: Game, happened: Happened) -> Iterator[Celebration]:
    if happened.result == "IN PLAY":
        zone = happened.zone or before.diamante.zone  # where the ball flew while the chip was tossed
        yield _moment("hit", "zone", bases=1, zone=zone, digit=zone)
    elif happened.result in BASES_OF:
        bases = BASES_OF[happened.result]
        yield _moment("hit", HITS.get(bases, ""), bases=bases, zone=happened.zone)
    elif happened.result in {"BB", "HBP"}:
        yield _moment("walk", bases=1)
    elif happened.stole:
        yield _moment("steal", bases=2)


def _of_a_pitch(before: Game, line: Entry, happened: Happened) -> Iterator[Celebration]:
    match happened.name:
        case "ball":
            yield _moment("ball", digit=before.balls + 1)
        case "foul":
            yield _moment("foul")
        case "balk":
            yield _moment("balk")
        case name if name == "strike" or name in STRIKE_NAMES:
            called = is_called(before, line, happened)
            yield _moment("strike-called" if called else "strike-swinging", digit=before.strikes + 1)


def _led_to(before: Game, happened: Happened, after: Game, play: Celebration | None) -> Celebration | None:
    """What the line led to: the end, another half, a run."""
    if after.over and not before.over:
        walked_off = after.winner == before.batting == "home" and happened.runs > 0 and after.outs < OUTS
        return _moment("walk-off") if walked_off else _moment("final", "" if after.winner else "tie")
    is_extra = after.inning > after.last and before.inning <= before.last
    if half_of(after) > half_of(before) or is_extra:
        return _moment("extra-innings" if is_extra else "side-change")
    is_known = play is not None and play.name in {"home-run", "grand-slam", "run"}
    return _moment("run", bases=HOME_RUN) if happened.runs > 0 and not is_known else None


def _moment(name: Name, kind: str = "", *, bases: int = 0, zone: int = 0, **values: Words) -> Celebration:
    # one of: moment.ball, moment.balk, moment.bunt, moment.double-play, moment.extra-innings, moment.final
    # one of: moment.final-tie
    # one of: moment.foul, moment.grand-slam, moment.hit-double, moment.hit-single, moment.hit-triple, moment.hit-zone
    # one of: moment.home-run, moment.k, moment.run, moment.score, moment.side-change, moment.steal
    # one of: moment.strike-called, moment.strike-swinging, moment.strikeout, moment.tag-up, moment.triple-play
    # one of: moment.walk, moment.walk-off, moment.out, moment.x
    key = f"moment.{name}-{kind}" if kind else f"moment.{name}"
    return Celebration(name, Happening(message(key, **values), bases, zone))
