"""Figures as Prometheus reads them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoreboard.web.state.metrics import (
    Histogram,
    Metric,
    MetricSample,
    text,
)

LINE = re.compile(
    r"# HELP [a-z_]+ [^\n]*|# TYPE [a-z_]+ (counter|gauge|histogram)|"
    r'[a-z_]+(\{[a-z_]+="([^"\\\n]|\\\\|\\"|\\n)*"(,[a-z_]+="([^"\\\n]|\\\\|\\"|\\n)*")*\})? -?[0-9.e+-]+'
)
"""A line of the text format, as its grammar has it."""


def test_metric_has_help_type_numbers() -> None:
    """In that order, as the format wants it."""
    metric = Metric("up", "gauge", "Whether.", [MetricSample(True, [("device", "camera")]), MetricSample(0.5)])
    assert '# HELP up Whether.\n# TYPE up gauge\nup{device="camera"} 1\nup 0.5\n' == text([metric])


@given(value=st.text(max_size=20), number=st.floats(allow_nan=False, allow_infinity=False))
def test_whatever_a_label_says_the_line_holds(value: str, number: float) -> None:
    """Quotes, backslashes and line ends cannot break out of their label; every line is one of the format's."""
    value = "".join(letter for letter in value if letter.isprintable() or letter == "\n")
    written = text([Metric("m", "gauge", value, [MetricSample(number, [("l", value), ("k", "v")])])])
    assert written.endswith("\n")
    assert 3 == len(written[:-1].split("\n"))
    assert [] == [line for line in written[:-1].split("\n") if not LINE.fullmatch(line)]
    assert number == float(written.rsplit(" ", 1)[1])


def test_a_histogram_counts_up_to_each_bound() -> None:
    """Each bucket holds all that fits into it, the last one everything; sum and count follow."""
    histogram = Histogram((0.1, 1.0))
    for value in (0.05, 0.1, 0.5, 7):
        histogram.observe(value)
    written = text([Metric("t", "histogram", "Time.", histogram.samples())]).splitlines()[2:]
    assert [
        't_bucket{le="0.1"} 2',
        't_bucket{le="1"} 3',
        't_bucket{le="+Inf"} 4',
        "t_sum 7.65",
        "t_count 4",
    ] == written


@pytest.mark.parametrize(("value", "written"), [(3, "3"), (3.0, "3"), (True, "1"), (0.25, "0.25"), (-2, "-2")])
def test_numbers_are_short(value: float, written: str) -> None:
    """Whole ones without a fraction."""
    assert f"m {written}" == text([Metric("m", "gauge", "M.", [MetricSample(value)])]).splitlines()[-1]
