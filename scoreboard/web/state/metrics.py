"""Metrics in the text format of Prometheus, version 0.0.4.

Rule kept here: this module formats what it is given; it has no registry and no state. The format is lines of
``name{label="value"} number``; see "Exposition formats" in Prometheus' documentation.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_ESCAPES: Final = str.maketrans({"\\": r"\\", "\n": r"\n", '"': r"\""})
_HELP_ESCAPES: Final = str.maketrans({"\\": r"\\", "\n": r"\n"})


@dataclass(frozen=True, slots=True)
class MetricSample:
    """One number of a metric, with its labels as (name, value); ``suffix`` belongs to the metric's name."""

    value: float
    labels: Sequence[tuple[str, str]] = ()
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric: its name, its meaning in a sentence, and its samples."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    meaning: str
    samples: Sequence[MetricSample]


@dataclass(slots=True)
class Histogram:
    """Counts values in buckets.

    Args:
        bounds: the largest value of each bucket, ascending.
    """

    bounds: Sequence[float]
    counts: list[int] = field(init=False)
    total: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self.counts = [0] * (len(self.bounds) + 1)

    def observe(self, value: float) -> None:
        """Count one value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def samples(self) -> list[MetricSample]:
        """The cumulative buckets, then the sum and the count."""
        bounds = [*map(_number, self.bounds), "+Inf"]
        upto = [sum(self.counts[: index + 1]) for index in range(len(bounds))]
        buckets = [MetricSample(count, [("le", bound)], "_bucket") for bound, count in zip(bounds, upto, strict=True)]
        return [*buckets, MetricSample(self.total, suffix="_sum"), MetricSample(upto[-1], suffix="_count")]


def text(metrics: Iterable[Metric]) -> str:
    """The metrics as text."""
    return "".join(f"{line}\n" for metric in metrics for line in _lines(metric))


def _lines(metric: Metric) -> Iterator[str]:
    yield f"# HELP {metric.name} {metric.meaning.translate(_HELP_ESCAPES)}"
    yield f"# TYPE {metric.name} {metric.kind}"
    for sample in metric.samples:
        yield f"{metric.name}{sample.suffix}{_labels(sample)} {_number(sample.value)}"


def _labels(sample: MetricSample) -> str:
    written = ",".join(f'{name}="{value.translate(_ESCAPES)}"' for name, value in sample.labels)
    return f"{{{written}}}" if written else ""


def _number(value: float) -> str:
    """Whole numbers without a fraction, others in the shortest form that reads back."""
    return str(int(value)) if value == int(value) else repr(float(value))
