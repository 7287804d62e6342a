"""Which continuation the board shows, if one may be committed.

Rule kept here: a continuation is committed where it explains all that is surely seen, leads every board that differs
from it by `MARGIN`, and cannot be extended: a helmet that is slid over a base, or a ball carried along the path, may go
on to another legal place. One that can be is committed once it was left there, or by the next throw. What is not clear
is not committed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from msgspec.structs import replace

from firmware.play.board.continuations import JOINS, KEEP_RUNNING, Continuation
from firmware.play.board.evidence import BoardEvidence, Fit
from firmware.play.board.expected_board import ExpectedBoard, expected_board
from scoreboard.rules import allows
from scoreboard.rules.diamante.board import BASES
from scoreboard.rules.events import Amend, Ball, Call, Die, Event
from scoreboard.rules.state import HOME, SKIP, Game
from vision.board.marked_places import PlaceName

MARGIN = 6.0
"""By how much the logarithm of a committed board's likelihood leads: odds of 400 to 1."""
LOOKS, LOOKS_OF_CALL, LOOKS_EXTENSIBLE, LOOKS_CONFIRMED = 2, 3, 4, 1
"""Looks that commit an answer; a call, or what was shown too late; what may be slid on, or was nudged maybe, for by
then it has been left there; and what the next throw confirms."""
STAYS = 0.02
"""How likely pieces show that a runner or the ball stays, for that is said by the next throw (D27, D39)."""
INFERRED_BY_LEAVING = ("tag-up", KEEP_RUNNING, JOINS)
"""Calls that are made by a runner who leaves his base (D33, D40, D48)."""


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """What is known of the board.

    Attributes:
        evidence: the looks at it as it lies.
        ball_from: where the ball lay before it was carried where it is; None where that was not seen.
        ball_carried: whether that was since the last line.
        batter_came: whether a helmet was put at the plate since then, which had been empty.
        fitted: whether every helmet was seen since then where the game has it.
    """

    evidence: BoardEvidence
    ball_from: PlaceName | None = None
    ball_carried: bool = False
    batter_came: bool = False
    fitted: bool = False

    def follows_ball(self, here: Continuation) -> bool:
        """Whether the ball lay where the game has it, so that where it lies now tells something."""
        return bool(here.lay & {self.ball_from, self.evidence.ball})


@dataclass(frozen=True, slots=True)
class Weighed:
    """A continuation, its board, how that fits what is seen, and the logarithm of its likelihood."""

    continuation: Continuation
    board: ExpectedBoard
    fit: Fit
    weight: float


def weigh(seen: KnownBoard, continuations: Sequence[Continuation]) -> tuple[Weighed, ...]:
    """Each with its likelihood, the likeliest first, of equals the nearest; the first is as the game stands."""
    found, follows = [], seen.follows_ball(continuations[0])
    shown = ((each, game) for each in continuations for game in (each.game, each.earlier) if game is not None)
    for each, game in shown:
        board = expected_board(game)
        if board is not None:
            fit = fit_of(seen, each, board)
            weight = seen.evidence.weight(board, each.balls if follows else (), early=fit == "early")
            stays = 0 if each.records else len(each.lines)
            comes = 2 * MARGIN if seen.batter_came and _brings_batter(each) else 0.0
            farther = 2 * MARGIN if fit == "early" and _keeps_running(each) else 0.0
            found.append(Weighed(each, board, fit, weight + stays * log(STAYS) + comes - farther))
    return tuple(sorted(found, key=lambda one: -one.weight))


def fit_of(seen: KnownBoard, each: Continuation, board: ExpectedBoard) -> Fit:
    """How far that board explains what is seen; who keeps running has stood on his base, or else was put too far."""
    fit = seen.evidence.fit(board)
    return "no" if fit == "early" and _keeps_running(each) and not seen.fitted else fit


def leader(seen: KnownBoard, continuations: Sequence[Continuation], throw: Event | None = None) -> Continuation | None:
    """The continuation that the board shows; None if that is what is recorded already, or nothing is clear.

    ``throw``: what lies there now, thrown after the helmets were moved: nothing is extended any more.
    """
    ranked = weigh(seen, continuations)
    if not ranked or seen.evidence.hand:
        return None
    first = ranked[0]
    alike = [one for one in ranked if one.weight == first.weight]
    best = min(alike, key=lambda one: _distance(one.continuation, throw))
    chosen = best.continuation
    others = [one for one in ranked if one.continuation is not chosen]
    rest = next((one for one in others if one not in alike and not _leads_to(one, chosen)), None)
    is_clear = rest is None or best.weight - rest.weight >= MARGIN
    is_alone = all(_is_farther(one.continuation, chosen, throw) for one in others if one in alike)
    if not (chosen.records and is_clear and is_alone):
        return None
    return chosen if _may_commit(seen, best, continuations, throw) else None


def _brings_batter(one: Continuation) -> bool:
    """It says that the next one bats, which the helmet that is put at the plate says."""
    return one.is_call and one.lines[-1] == Call(call="new-batter", by="camera")


def _keeps_running(one: Continuation) -> bool:
    """It says that the runners keep running; whoever goes on to another answer to his die does not need that."""
    return one.is_call and one.lines[-1] == Call(call=KEEP_RUNNING, by="camera")


def _is_carried_to_base(one: Continuation) -> bool:
    """A ball that lies on a base was thrown there, whether it could have been carried there or not (D42)."""
    return isinstance(one.to, int) and one.met.phase == "throw" and one.to in BASES.values()


def _distance(one: Continuation, throw: Event | None) -> tuple[int, bool, bool]:
    """Of continuations with the same board the nearest: the fewest lines, and the one whose die lies there now."""
    is_due = isinstance(throw, Die) and one.game.awaits == throw.color
    return len(one.lines), throw is not None and not is_due, _is_carried_to_base(one)


def _is_farther(one: Continuation, chosen: Continuation, throw: Event | None) -> bool:
    """Whether that takes more lines to the same board, or another die, or comes to the same by a longer way."""
    far, near = _distance(one, throw), _distance(chosen, throw)
    return far[:2] > near[:2] or (far > near and _comes_to_the_same(one.game, chosen.game))


def _comes_to_the_same(one: Game, other: Game) -> bool:
    """Whether both stand alike, but for how that came about."""
    return replace(one, play=other.play, options=other.options, calls=other.calls, due=other.due) == other


def _leads_to(one: Weighed, chosen: Continuation) -> bool:
    """A call that the die was thrown for which came with it: a runner who seems to have left early has thrown."""
    lines = one.continuation.lines
    return one.fit == "early" and bool(lines) and chosen.lines[: len(lines)] == lines


def _may_commit(seen: KnownBoard, best: Weighed, others: Sequence[Continuation], throw: Event | None) -> bool:
    chosen, here = best.continuation, others[0]
    if seen.evidence.looks < _looks_needed(chosen, here, throw) or not _explains(seen, best, here):
        return False
    if chosen.carried is not None and not _was_carried(seen, chosen, here):
        return False
    if _brings_batter(chosen):
        return seen.batter_came and seen.evidence.seen_at(0) == best.board.color
    return throw is not None or seen.evidence.looks >= LOOKS_EXTENSIBLE or not extensible(chosen)


def _explains(seen: KnownBoard, best: Weighed, here: Continuation) -> bool:
    """Whether it explains all that is seen, and what is not as the score has it is surely seen: the ball, or places."""
    if best.fit != "exact":
        return best.fit == "early" and _by_leaving(seen, best)
    if isinstance(best.continuation.lines[-1], Ball):
        return True  # the ball is the sign, and `_was_carried` has seen it
    now = expected_board(here.game)
    differing = best.board.taken ^ (now.taken if now is not None else frozenset())
    return all(seen.evidence.seen_at(place) is not None for place in differing)


def _was_carried(seen: KnownBoard, chosen: Continuation, here: Continuation) -> bool:
    """Whether the ball lies there, and was carried there from where it was; for a call since the last throw."""
    came_from = seen.ball_from in {chosen.met.ball, *here.lay}
    is_in_time = seen.ball_carried or not isinstance(chosen.lines[0], Call)
    return came_from and is_in_time and seen.evidence.ball == chosen.carried


def _looks_needed(chosen: Continuation, here: Continuation, throw: Event | None) -> int:
    """More for a call than for an answer, unless the throw that lies there is lawful only after that call."""
    if not any(isinstance(line, Call | Die | Amend) for line in chosen.lines):
        return LOOKS if throw is None else LOOKS_CONFIRMED
    if throw is not None and not allows(here.game, throw) and allows(chosen.game, throw):
        return LOOKS_CONFIRMED
    return LOOKS_OF_CALL


def _by_leaving(seen: KnownBoard, best: Weighed) -> bool:
    """A call that sends runners: one of them, and no other, has left and stands on his way, and the ball lies still."""
    line, evidence = best.continuation.lines[-1], seen.evidence
    if not isinstance(line, Call) or not line.call.startswith(INFERRED_BY_LEAVING):
        return False
    if _keeps_running(best.continuation) and evidence.looks < LOOKS_EXTENSIBLE:
        return False
    left = evidence.left_early(best.board)
    lies = evidence.ball is None or evidence.ball in best.continuation.balls
    return lies and len(left) == 1 and all(to < HOME for to in left.values())


def extensible(chosen: Continuation) -> bool:
    """Whether the helmet, or the ball, may be on its way to another answer to the same throw that lies farther on."""
    if chosen.to is None or chosen.to == SKIP:
        return False
    if chosen.met.phase == "run":
        start = next((man.place for man in chosen.met.men if man.turn == "due"), 0)
        ends = [to for to in chosen.rivals if isinstance(to, int)]
        at = int(chosen.to)
        return any((to > at) if at > start else (to < at < start) for to in ends if to != at)
    ball = chosen.met.ball
    lay = BASES.get(ball) if isinstance(ball, str) else ball
    if not isinstance(chosen.to, int) or lay is None:
        return False
    way, steps = _carried(lay, chosen.to)
    carried = (_carried(lay, to) for to in chosen.rivals if isinstance(to, int) and to != chosen.to)
    return any(each[0] == way and each[1] > steps for each in carried)


def _carried(start: int, to: int) -> tuple[int, int]:
    """Which way along the ring of the path, and how far, by the shorter way."""
    on = (to - start) % HOME
    return (1, on) if on <= HOME // 2 else (-1, HOME - on)
