"""Fair dice are seldom called odd, and odd ones are found."""

from __future__ import annotations

from math import log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.season import season_games

from scoreboard.language import language
from scoreboard.season import SeasonNames, season_report
from scoreboard.season.fair_dice import ONE_IN, die_reports, evidence_against_fair
from scoreboard.season.season_game import FaceCounts

FACES = 10
THROWS, EACH = 1500, 25


def fall(lots: Random, weights: list[float]) -> list[int]:
    """How such a die falls."""
    return lots.choices(range(len(weights)), weights, k=THROWS)


def ever_odd(falls: list[int], misread: float) -> bool:
    """Whether somebody who looks again and again calls the die odd."""
    counts = [0] * FACES
    for number, face in enumerate(falls, 1):
        counts[face] += 1
        if number % EACH == 0 and evidence_against_fair(tuple(counts), misread) >= log(ONE_IN):
            return True
    return False


def test_fair_die_is_seldom_called_odd() -> None:
    """However often one looks: of 300 fair dice, a share of them misread, no more than one in a hundred by far."""
    lots = Random(7)  # noqa: S311 - dice of a test
    misread = [(1 - 0.004) / FACES + (0.004 if face == 6 else 0) for face in range(FACES)]
    odd = sum(ever_odd(fall(lots, misread), 0.004) for _ in range(300))
    assert odd <= 6  # three are expected at the very most; seven have a chance of 3 %


def test_loaded_die_is_found() -> None:
    """One that falls on a face twice as often is found within 1,500 throws."""
    lots = Random(7)  # noqa: S311 - dice of a test
    loaded = [0.8 / 9] * 9 + [0.2]
    assert all(ever_odd(fall(lots, loaded), 0.004) for _ in range(20))


@given(st.lists(st.integers(0, 300), min_size=2, max_size=10))
def test_more_misreading_excuses_more(counts: list[int]) -> None:
    """The more readings may be wrong, the less is known of the die."""
    few, many = (evidence_against_fair(tuple(counts), misread) for misread in (0.001, 0.05))
    assert many <= few + 1e-9


@given(st.lists(st.integers(0, 40), min_size=2, max_size=6), st.floats(0.001, 0.2))
def test_best_of_fair_is_the_best(counts: list[int], misread: float) -> None:
    """No die that counts as fair explains the throws better than the evidence allows for."""
    faces, throws = len(counts), sum(counts)
    lots = Random(1)  # noqa: S311 - dice of a test
    bets = evidence_against_fair(tuple(counts), misread)
    alone = evidence_against_fair((0,) * faces, misread)
    assert alone == pytest.approx(0)
    mixture = bets + _likelihood(counts, _best(counts, misread))
    for _ in range(20):
        extra = [lots.random() for _ in counts]
        fair = [(1 - misread) / faces + misread * each / sum(extra) for each in extra]
        assert mixture - _likelihood(counts, fair) >= bets - 1e-7 * (1 + throws)


def _likelihood(counts: list[int], chances: list[float]) -> float:
    return sum(count * log(chance) for count, chance in zip(counts, chances, strict=True) if count)


def _best(counts: list[int], misread: float) -> list[float]:
    """The chances of a die that counts as fair which explain the throws best, by small steps."""
    faces, steps = len(counts), 2000
    extra = [0.0] * faces
    for _ in range(steps):
        gains = [count / ((1 - misread) / faces + more) for count, more in zip(counts, extra, strict=True)]
        extra[gains.index(max(gains))] += misread / steps
    return [(1 - misread) / faces + more for more in extra]


def test_report_says_what_it_knows() -> None:
    """Too few throws say nothing; a die that falls on one face alone is odd, and the face is named."""
    few, odd = die_reports({"few": FaceCounts((5,) * 10, 0.1), "odd": FaceCounts((5,) * 9 + (400,), 0.4)})
    assert (few.verdict, few.face) == ("too-few", 0)
    assert (odd.verdict, odd.face) == ("odd", 10)


@pytest.mark.parametrize("code", ["en", "es"])
def test_report_has_every_die_of_a_season(code: str) -> None:
    """Each has its words, and none is odd after a handful of games."""
    dice = season_report(season_games(("Reds", "Blues"), ("Reds", "Blues")), SeasonNames(), language(code)).dice
    assert [each.report.die for each in dice] == ["dice"]
    assert all(each.words and each.report.verdict != "odd" for each in dice)
