"""Dice of other sizes than most: the tracker is told how large they are, and reads the same throws."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.script import ScriptedStadium
from support.shipped import WHERE_A_PI_RUNS_IT

from firmware.config.schema import Config, load
from firmware.simulated.rendering.lens import DISTORTION
from firmware.simulated.world.stadium import COMMON, PIPS, SimulatedStadium
from firmware.throw_reader import throw_reader
from vision.readings import DieReading
from vision.tracking.events import Cocked, Thrown

THROWS = (("red", 7, (60.0, 40.0)), ("blue", 10, (-150.0, -90.0)), ("white", 4, (-60.0, 150.0)))
A_SECOND = 15


def configured(folder: Path, die_mm: float) -> Config:
    """What an owner of such dice, whose camera is calibrated, has written."""
    file = folder / "stadium.toml"
    file.write_text(
        f"[eyes]\ndie_mm = {die_mm}\n[camera.lens]\ndistortion = [{DISTORTION}, 0.0, 0.0, 0.0]\n", encoding="utf-8"
    )
    return load(file)


def reported(config: Config, stadium: SimulatedStadium, until: float) -> list[object]:
    """What the appliance's eyes tell of a stadium, report by report."""
    look = throw_reader(config).read
    reports: list[object] = []
    for frame in range(round(until * A_SECOND)):
        t = 0.5 + frame / A_SECOND
        reports += look(stadium.watch(t), lambda t=t: stadium.still(t)) or ()
    return reports


@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
@pytest.mark.parametrize("die_mm", [12.0, pytest.param(16.0, marks=pytest.mark.slow), 22.0])
@pytest.mark.untraced
def test_small_and_large_dice_are_read_alike(tmp_path: Path, die_mm: float, seed: int) -> None:
    """Three throws with dice of each size come to the same three readings, each where it lies."""
    stadium = SimulatedStadium(seed, die_mm=die_mm)
    t = 1.2
    for color, value, place in THROWS:
        t = stadium.throw(t, color, value, near=place) + 0.8
    thrown = [r for r in reported(configured(tmp_path, die_mm), stadium, t) if isinstance(r, Thrown)]
    readings = [r.reading for r in thrown if isinstance(r.reading, DieReading)]
    assert [(color, value) for color, value, _ in THROWS] == [(r.color, r.value) for r in readings]
    for report, (_, _, (x, y)) in zip(thrown, THROWS, strict=True):
        assert report.place is not None
        assert 1.5 > max(abs(report.place[0] - x), abs(report.place[1] - y))


@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
@pytest.mark.parametrize("die_mm", [12.0, 22.0])
@pytest.mark.untraced
def test_leaning_die_of_another_size_is_reported(tmp_path: Path, die_mm: float, seed: int) -> None:
    """Whether a die leans is judged by its own size."""
    stadium = ScriptedStadium(seed, die_mm=die_mm)
    end = stadium.cocked(1.2, "red")
    reports = reported(configured(tmp_path, die_mm), stadium, end + 1.0)
    assert ["red"] == [r.name for r in reports if isinstance(r, Cocked)]
    assert [] == [r for r in reports if isinstance(r, Thrown)]


@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
@pytest.mark.parametrize(
    ("numbering", "die_mm", "small"),
    [
        (COMMON, 12.0, True),
        (PIPS, 12.0, True),
        (PIPS, 16.0, False),
        pytest.param(COMMON, 16.0, False, marks=pytest.mark.slow),
    ],
)
@pytest.mark.untraced
def test_dice_smaller_than_configured_are_reported(
    tmp_path: Path, numbering: str, die_mm: float, seed: int, *, small: bool
) -> None:
    """Each is asked about, so the table must learn why; of dice of the size that was said none is called small."""
    stadium = SimulatedStadium(seed, die_mm=die_mm, numbering=numbering)
    t = stadium.throw(1.2, "red", 6, near=(60.0, 40.0))
    t = stadium.throw(t + 0.8, "blue", 4, near=(-150.0, -90.0))
    thrown = [r for r in reported(configured(tmp_path, 16.0), stadium, t + 0.8) if isinstance(r, Thrown)]
    assert [(small, small)] * 2 == [(r.small, bool(r.reading.alternatives)) for r in thrown]
