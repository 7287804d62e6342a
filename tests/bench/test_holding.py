"""The verdicts of `make lab-soak` say what they claim, and no more."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest
from bench.holding import Memory, Moment, report_lines, settled, slope, verdict

STATUS = """Name:\tstadium
VmHWM:\t  180000 kB
RssAnon:\t  100000 kB
RssFile:\t   50000 kB
RssShmem:\t    9000 kB
Threads:\t8
"""


def moments(growth: float, count: int = 30) -> list[Moment]:
    """A game at four times its pace, a minute of the clock each, that holds so much more in an hour of play."""
    hours = [minute / 60 for minute in range(count)]
    return [Moment(hour, 4 * hour, round(600 * hour), 140 + 4 * hour * growth, 160.0) for hour in hours]


def test_a_slope_is_found_with_its_error() -> None:
    """A straight line has none; one look more or less than it is told as an error."""
    assert (2.0, 0.0) == pytest.approx(slope([0.0, 1.0, 2.0, 3.0], [5.0, 7.0, 9.0, 11.0]), abs=1e-9)
    assert 0.4243 == pytest.approx(slope([0.0, 1.0, 2.0, 3.0], [5.0, 8.0, 8.0, 11.0]).error, abs=1e-3)


def test_too_few_moments_say_nothing_of_a_slope() -> None:
    """Through two points there is always a line, and none of it is known."""
    assert inf == slope([0.0, 1.0], [5.0, 7.0]).error


@pytest.mark.parametrize(
    ("figure", "error", "expected"),
    [(0.5, 0.2, "kept"), (1.5, 0.2, "NOT KEPT"), (0.8, 0.2, "too short to tell"), (1.1, 0.2, "too short to tell")],
)
def test_a_verdict_is_sure_or_says_that_it_is_not(figure: float, error: float, expected: str) -> None:
    """A bar is kept, or is not, only where two errors lie between it and the figure."""
    assert expected == verdict(figure, 1.0, error)


def test_growth_is_given_by_stadium_hour_and_by_clock() -> None:
    """At four times the pace an hour of the clock sees four hours of play; it is play that the bar is about."""
    lines = list(report_lines(moments(0.5), 50.0))
    assert "a game in play: 116.0 min of it in 29.0 min, 290 throws" == lines[0]
    assert "growth in an hour of play: +0.50 ± 0.00 MB, bar 1 MB: kept" == lines[3]
    assert "growth in an hour of the clock: +2.00 ± 0.00 MB" == lines[4]
    assert "both after a warm-up of 10.0 min and 100 throws, by least squares" == lines[5]


def test_too_fast_growth_is_reported() -> None:
    """A leak of 1.5 MB an hour breaks the bar of 1 MB, and the most that was held breaks its own."""
    lines = list(report_lines(moments(1.5), 50.0))
    assert lines[3].endswith("bar 1 MB: NOT KEPT")
    assert lines[1].endswith("160.0 MB, bar 170 MB: kept")


def test_the_warm_up_is_not_held_against_a_slope() -> None:
    """What is taken once, in the first third, is no growth."""
    assert 20 == len(settled(moments(0.0)))


def test_kernel_resets_its_peak(tmp_path: Path) -> None:
    """Own pages and files' count; what is shared with the process that draws does not, neither held nor at most."""
    (tmp_path / "status").write_text(STATUS, encoding="ascii")
    memory = Memory(tmp_path)
    assert (153.6, 51.2) == pytest.approx((memory.held(), memory.files()))
    assert 175.104 == pytest.approx(memory.most())
    assert "5" == (tmp_path / "clear_refs").read_text(encoding="ascii")
