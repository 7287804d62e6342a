"""Four-Dice Baseball solved for the win, and the file of it that the box has.

Rule kept here: it is a game of two in turn without secrets, so it is worked out backwards, exactly: from the last
bottom half up to the first top half, and in each half from the greatest lead down. With one lead a half-inning is an
absorbing Markov chain (`sign_chain`); policy iteration finds the sign that wins most often in each state. Level after
the last inning another one is played, which is worth what it is worth itself: that is a fixed point.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final, NamedTuple, TypeAlias
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

import numpy as np
import numpy.typing as npt

from scoreboard.rules.options import Option
from scoreboard.rules.state import SECOND
from scoreboard.stats.sign_chain import MOST_AT_ONCE, ROWS, PitchState, Policy, Reals, SignChain
from scoreboard.stats.sign_wins import FINE, INNINGS, MOST_AHEAD, PLAYED

LEADS: Final = 2 * MOST_AHEAD + 1
SETTLED: Final = 1e-9
BETTER: Final = 1e-12
"""What a sign must win more often than another to be better."""

Worths: TypeAlias = Reals
"""By lead of the side at bat (from `-MOST_AHEAD` on) and state, its chance to win."""


class BattingSide(NamedTuple):
    """How a side bats: its pitches, and the state in which its half-innings begin."""

    chain: SignChain
    start: PitchState


class HalfSolved(NamedTuple):
    """A half-inning, for the side at bat: its chances to win and its best signs, both by lead and state."""

    worths: Worths
    signs: npt.NDArray[np.int64]


class InningSolved(NamedTuple):
    """Both halves of an inning."""

    top: HalfSolved
    bottom: HalfSolved


def solved(away: BattingSide, home: BattingSide, innings: int = INNINGS) -> list[InningSolved]:
    """The last inning, the one before it, and so on."""
    found = [_last(away, home)]
    while len(found) < innings:
        bottom = half_solved(home.chain, 1 - _begins(found[-1].top, away))
        found.append(InningSolved(half_solved(away.chain, 1 - _begins(bottom, home)), bottom))
    return found


def _last(away: BattingSide, home: BattingSide) -> InningSolved:
    """The last inning, after which level teams play another."""
    leads = np.arange(-MOST_AHEAD, MOST_AHEAD + 1)
    level = 1 / 2
    while True:
        bottom = half_solved(home.chain, np.where(leads > 0, 1.0, np.where(leads == 0, level, 0.0)), is_last=True)
        top = half_solved(away.chain, 1 - _begins(bottom, home))
        then = 1 - float(_begins(top, away)[MOST_AHEAD])
        if abs(then - level) < SETTLED:
            return InningSolved(top, bottom)
        level = then


def _begins(half: HalfSolved, side: BattingSide) -> Reals:
    """What each lead of the other side leaves the one at bat when its half-inning begins."""
    return np.asarray(half.worths[::-1, ROWS[side.start]])


def half_solved(chain: SignChain, ended: Reals, *, is_last: bool = False) -> HalfSolved:
    """A half-inning, if each lead of the side at bat is worth ``ended`` once it is over; a lead ends the last one."""
    states = chain.lawful.shape[1]
    worths, signs = np.zeros((LEADS, states)), np.zeros((LEADS, states), np.int64)
    policy = chain.best()
    for lead in reversed(range(LEADS)):
        if is_last and lead > MOST_AHEAD:
            worths[lead] = 1.0
            continue
        runs = np.minimum(lead + np.arange(MOST_AT_ONCE + 1), LEADS - 1)
        scored = chain.chances[..., -1].transpose(0, 2, 1) @ ended[runs]
        scored += sum(chain.chances[:, more, :, :-1] @ worths[runs[more]] for more in range(1, MOST_AT_ONCE + 1))
        policy = _best(chain, np.where(chain.lawful, scored, -np.inf), policy)
        worths[lead], signs[lead] = _worth(chain, scored, policy), policy
    return HalfSolved(worths, signs)


def _best(chain: SignChain, scored: Reals, policy: Policy) -> Policy:
    """The signs that win most often with one lead, what follows another being known."""
    stays = chain.chances[:, 0, :, :-1]
    while True:
        each = scored + stays @ _worth(chain, scored, policy)
        now = np.take_along_axis(each, policy[None], 0)[0]
        better = np.where(each.max(axis=0) > now + BETTER, each.argmax(axis=0), policy)
        if (better == policy).all():
            return policy
        policy = better


def _worth(chain: SignChain, scored: Reals, policy: Policy) -> Reals:
    rows = np.arange(len(policy))
    stays = np.eye(len(policy)) - chain.chances[policy, 0, rows, :-1]
    return np.asarray(np.linalg.solve(stays, scored[policy, rows]))


def made() -> bytes:
    """The file, made anew: some minutes' work."""
    written = BytesIO()
    with ZipFile(written, "w", ZIP_LZMA) as file:
        for options in PLAYED:
            for name, array in _packed(options).items():
                np.save(array_file := BytesIO(), array)
                info = ZipInfo(f"{name}-{'-'.join(options)}.npy")  # with one date: the same law gives the same file
                info.compress_type = ZIP_LZMA
                file.writestr(info, array_file.getvalue())
    return written.getvalue()


def _packed(options: tuple[Option, ...]) -> dict[str, npt.NDArray[np.int16] | npt.NDArray[np.uint8]]:
    home = BattingSide(SignChain(tuple(option for option in options if option != "hard")), PitchState(0, ()))
    away = BattingSide(SignChain(options), PitchState(0, (SECOND,))) if "hard" in options else home
    found = solved(away, home)
    worths = np.rint(np.array([[half.worths for half in inning] for inning in found]) * FINE).astype(np.int32)
    signs = np.array([[half.signs for half in inning] for inning in found]).astype(np.uint8)
    differences = np.diff(np.diff(worths, axis=2, prepend=0), axis=2, prepend=0)
    return {"worths": differences.astype(np.int16), "signs": signs}
