"""Whether a die falls as a fair one does: a test that may be looked at after every game, and still errs seldom.

Method: an e-process (Ramdas and others, "Game-theoretic statistics and safe anytime-valid inference", 2023). A mixture
of Dirichlet distributions bets against fairness. Its likelihood is divided by the best that a fair die can reach whose
faces are misread as often as the camera says. For a fair die the ratio exceeds N at any time with a chance below 1/N
(Ville's inequality). Several dice are tested at once, so each must exceed N times their number.
"""

from __future__ import annotations

from math import exp, fsum, lgamma, log
from typing import Final, Literal

from msgspec import Struct

from scoreboard.season.season_game import FaceCounts

Verdict = Literal["too-few", "fair", "odd"]
ONE_IN: Final = 100
"""Of so many boxes whose dice are all fair, one at most ever calls one of its dice odd."""
LEAST_A_FACE: Final = 10
"""Throws a face before anything is said of a die."""
CONCENTRATIONS: Final = (1.0, 4.0, 16.0, 64.0)
"""Of the Dirichlet distributions, a face: from very odd dice to nearly fair ones."""
LEAST_DOUBT: Final = 0.001
"""The chance of a misreading that is always allowed for."""


class DieReport(Struct, frozen=True, kw_only=True):
    """What is known of a die.

    Attributes:
        die: its colour; ``chip`` or ``dice`` (six-sided ones).
        throws: how many the camera read.
        counts: how often each face fell, the lowest first.
        expected: how often each face of a fair die falls in so many throws.
        misread: the share of these readings that is wrong on average.
        evidence: the ratio; 1 says nothing, and fair dice seldom exceed `ONE_IN` times the number of dice.
        verdict: what it comes to.
        face: the face that fell too often, counted from 1; 0 where none is called so.
    """

    die: str
    throws: int
    counts: tuple[int, ...]
    expected: float
    misread: float
    evidence: float
    verdict: Verdict
    face: int = 0


def die_reports(dice: dict[str, FaceCounts]) -> tuple[DieReport, ...]:
    """A report of each die, by name."""
    return tuple(_report(die, dice[die], len(dice)) for die in sorted(dice))


def evidence_against_fair(counts: tuple[int, ...], misread: float) -> float:
    """The natural logarithm of the ratio, of these counts of faces, a share ``misread`` (0 to 1) of them misread."""
    faces, throws = len(counts), sum(counts)
    bets = [_log_bet(counts, concentration) for concentration in CONCENTRATIONS]
    best = max(bets)
    mixed = best + log(fsum(exp(bet - best) for bet in bets) / len(bets))
    least = (1 - misread) / faces
    return mixed - _best_of_fair(counts, throws, least)


def _log_bet(counts: tuple[int, ...], concentration: float) -> float:
    """The likelihood of these throws under a Dirichlet distribution, as a logarithm."""
    whole = concentration * len(counts)
    return (
        lgamma(whole)
        - lgamma(whole + sum(counts))
        + fsum(lgamma(concentration + count) - lgamma(concentration) for count in counts)
    )


def _best_of_fair(counts: tuple[int, ...], throws: int, least: float) -> float:
    """The best likelihood, as a logarithm, that faces of at least that chance each can reach.

    The faces that fell seldom have just the least chance; the others share the rest as they fell.
    """
    ordered = sorted(counts)
    for low in range(len(ordered)):
        rest, room = sum(ordered[low:]), 1 - low * least
        if rest == 0 or ordered[low] * room / rest >= least:
            shared = fsum(count * log(count * room / rest) for count in ordered[low:] if count)
            return shared + sum(ordered[:low]) * log(least)
    return throws * log(least)


def _report(die: str, fell: FaceCounts, dice: int) -> DieReport:
    counts, throws = fell.counts, sum(fell.counts)
    misread = max(fell.doubt / throws, LEAST_DOUBT)
    ratio = evidence_against_fair(counts, misread)
    verdict: Verdict = "fair"
    if throws < LEAST_A_FACE * len(counts):
        verdict = "too-few"
    elif ratio >= log(ONE_IN * dice):
        verdict = "odd"
    return DieReport(
        die=die,
        throws=throws,
        counts=counts,
        expected=throws / len(counts),
        misread=misread,
        evidence=exp(min(ratio, 300.0)),
        verdict=verdict,
        face=counts.index(max(counts)) + 1 if verdict == "odd" else 0,
    )
