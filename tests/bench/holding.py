"""What a process holds over time, and what may be said of it: the verdicts of `make bench` and `make lab-soak`.

A picture to read from is 9 MB and comes and goes, so one look at memory is luck. Of each moment, some seconds long, the
most is what the process takes, as the kernel notes it between two looks; the least is what it holds, and what may grow.
Rule kept here: a slope is told with its error, and where that is too large for the bar, that is the verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

HELD_BAR, GROWTH_BAR = 170.0, 1.0
"""MB; MB in an hour of play."""
SURE = 2.0
"""Standard errors between a figure and its bar from which the bar is kept, or is not."""
FEWEST = 3
"""Moments without which nothing can be said of a slope."""
KINDS = ("RssAnon", "RssFile")
"""What is counted, of the kernel's kinds: its own, and what it uses of files, such as libraries. RssShmem is not: here
that is the picture shared with the process that draws, and on a Pi the driver's own memory."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A few seconds.

    Attributes:
        clock_h: hours since the start, on the clock.
        play_h: hours that the stadium has been filmed, at its own pace.
        throws: read or asked about since the start.
        least: the least that was held, MB.
        most: the most, likewise.
    """

    clock_h: float
    play_h: float
    throws: int
    least: float
    most: float

    def __str__(self) -> str:
        return f"{60 * self.clock_h:6.1f} min, {self.throws} throws: {self.least:.1f} to {self.most:.1f} MB"


class Slope(NamedTuple):
    """MB in an hour, and its standard error."""

    growth: float
    error: float

    def __str__(self) -> str:
        return f"{self.growth:+.2f} ± {self.error:.2f} MB"


class Memory:
    """This process's memory, as the kernel counts it.

    Args:
        proc: where it tells so.
    """

    def __init__(self, proc: Path = Path("/proc/self")) -> None:
        self._proc = proc

    def held(self) -> float:
        """What is held now, MB; pages of libraries that other programs use too are counted whole."""
        status = self._status()
        return sum(status[kind] for kind in KINDS)

    def files(self) -> float:
        """What of it are pages of libraries and other files: shared with whoever uses them too, MB."""
        return self._status()["RssFile"]

    def most(self) -> float:
        """The most that was held since this was last asked, MB."""
        status = self._status()
        (self._proc / "clear_refs").write_text("5", encoding="ascii")  # proc(5): the peak begins anew
        return status["VmHWM"] - status["RssShmem"]

    def _status(self) -> dict[str, float]:
        lines = (self._proc / "status").read_text(encoding="ascii").splitlines()
        words = [line.split() for line in lines if line.endswith(" kB")]
        return {name.rstrip(":"): int(kilobytes) * 1024 / 1e6 for name, kilobytes, _ in words}


def slope(hours: Sequence[float], held: Sequence[float]) -> Slope:
    """Growth by least squares.

    Args:
        hours: when.
        held: MB, then.
    """
    if len(hours) < FEWEST or np.ptp(hours) == 0:
        return Slope(0.0, inf)
    (growth, start), left = np.polyfit(hours, held, 1), len(hours) - 2
    misses = np.asarray(held) - (growth * np.asarray(hours) + start)
    spread = float(np.square(hours - np.mean(hours)).sum())
    return Slope(float(growth), sqrt(float(np.square(misses).sum()) / left / spread))


def settled(moments: Sequence[Moment]) -> Sequence[Moment]:
    """All but the first third, which is the warm-up."""
    return moments[len(moments) // 3 :]


def verdict(figure: float, bar: float, error: float = 0.0) -> str:
    """Whether a bar is kept, as far as that can be told."""
    if figure + SURE * error <= bar:
        return "kept"
    return "NOT KEPT" if figure - SURE * error > bar else "too short to tell"


def report_lines(moments: Sequence[Moment], files: float) -> Iterable[str]:
    """The verdicts on a game in play, a line each.

    Args:
        moments: of it.
        files: what is held of files at the end, MB.
    """
    last, after = moments[-1], settled(moments)
    most, held = max(moment.most for moment in moments), [moment.least for moment in after]
    play, clock = slope([each.play_h for each in after], held), slope([each.clock_h for each in after], held)
    yield f"a game in play: {60 * last.play_h:.1f} min of it in {60 * last.clock_h:.1f} min, {last.throws} throws"
    yield f"memory at most: {most:.1f} MB, bar {HELD_BAR:g} MB: {verdict(most, HELD_BAR)}"
    yield f"held at the end: {last.least:.1f} MB between two pictures, {files:.1f} MB of that libraries and other files"
    kept = verdict(play.growth, GROWTH_BAR, play.error)
    yield f"growth in an hour of play: {play}, bar {GROWTH_BAR:g} MB: {kept}"
    yield f"growth in an hour of the clock: {clock}"
    yield f"both after a warm-up of {60 * after[0].clock_h:.1f} min and {after[0].throws} throws, by least squares"
