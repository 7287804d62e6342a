"""The intervals and diagrams of `make bench-vision` say what they claim."""

from __future__ import annotations

import pytest
from bench.counting import Count, figures, reliability, table, wilson


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (201, 210, 0.9205, 0.9773), (0, 0, 0.0, 1.0)],
)
def test_intervals_are_wilsons(count: int, total: int, low: float, high: float) -> None:
    """They agree with published tables, and nothing seen says nothing."""
    assert (low, high) == pytest.approx(wilson(count, total), abs=2e-4)


def test_every_look_is_counted_once() -> None:
    """Right, unsure, wrong and missed add up to all looks."""
    count = Count()
    for read, found in ((3, True), (None, True), (4, True), (None, False)):
        count.note(3, read, found=found)
    assert Count(1, 1, 1, 1) == count
    assert 4 == (count + Count()).total


def test_a_verdict_is_what_most_frames_say() -> None:
    """A block is right when most of its frames are, and loudly wrong when most are."""
    assert "right" == Count(right=11, unsure=9).verdict
    assert "WRONG" == Count(right=4, wrong=6).verdict
    assert "unsure" == Count(right=9, unsure=6, missed=5).verdict


def test_table_has_a_sum() -> None:
    """The last line counts all."""
    lines = list(table({"one": Count(right=3), "two": Count(wrong=1)}))
    assert 4 == len(lines)
    assert lines[-1].split()[:6] == ["all", "4", "3", "0", "1", "0"]


def test_figures_have_shares_and_intervals() -> None:
    """Of each outcome the count, its share and what that may really be, in per cent; of none at all, no division."""
    head, counted, none = figures({("d10", "0-20"): Count(right=10), ("print", "35 on"): Count()})
    assert ["told,", "asked,", "wrong,", "missed,"] == [word for word in head.split() if word.endswith(",")]
    assert counted.split()[:6] == ["d10", "0-20", "10", "10", "100.00", "(72.25-100.00)"]
    assert none.split()[:6] == ["print", "35", "on", "0", "0", "0.00"]


def test_honest_confidences_have_no_calibration_error() -> None:
    """Of looks told to be 80 % sure four in five are right: the error is nought; all wrong, it is 80 %."""
    honest = list(reliability([(0.8, True)] * 4 + [(0.8, False)]))
    boasting = list(reliability([(0.8, False)] * 5))
    assert "error 0.00 %" in honest[-1]
    assert "error 80.00 %" in boasting[-1]
