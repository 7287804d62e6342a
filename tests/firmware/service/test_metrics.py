"""What the appliance counts of itself."""

from __future__ import annotations

import weakref
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.stadium import NEW_GAME, ManualClock, chip, die, play, presses, unsure

from firmware.devices.health import Health, absent
from firmware.service import pi_status
from firmware.service.metrics import Metrics
from scoreboard.web.state.metrics import Metric


@pytest.fixture
def metrics() -> Metrics:
    """Those of an appliance without a device."""
    return Metrics(Health(), ManualClock().monotonic)


def figures(metrics: Metrics) -> dict[str, float]:
    """Every number by its name."""
    return {f"{m.name}{s.suffix}{dict(s.labels) or ''}": s.value for m in metrics.collect() for s in m.samples}


def test_readings_and_questions_are_counted_apart(tmp_path: Path, metrics: Metrics) -> None:
    """A throw is read or asked about; the time each reading took is in the histogram."""
    presses = iter(["next", "ok"])
    sights = [die("blue", 3), unsure("red", 9, 7), chip("out")]
    for shown in play(tmp_path / "games.sqlite", sights, lambda s: next(presses) if s.asked else None).shown:
        metrics(shown)
    figures_now = figures(metrics)
    counted = [
        figures_now[f"stadium_{name}"] for name in ("readings_total", "questions_total", "latency_seconds_count")
    ]
    assert [2, 1, 2] == counted
    assert metrics.game is not None


def test_a_new_game_has_no_last_play(tmp_path: Path, metrics: Metrics) -> None:
    """The page does not tell the old game's end beneath the new one's score."""
    gestures = iter(["ball", *NEW_GAME])
    figures_now = []
    for shown in play(tmp_path / "games.sqlite", hand=presses(*gestures)).shown:
        metrics(shown)
        figures_now.append(metrics.last)
    assert (["Ball one."], "") == ([text for text in dict.fromkeys(figures_now) if text], figures_now[-1])


def test_the_version_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands in a file on the card, and every visitor is told it: status and figures have it from memory."""
    reads: list[str] = []
    monkeypatch.setattr("firmware.service.metrics.version", lambda name: reads.append(name) or "1.2.3")
    metrics = Metrics(Health(), ManualClock().monotonic)
    figures_now = {metrics.status().version for _ in range(3)}
    figures(metrics)
    assert ({"1.2.3"}, 1) == (figures_now, len(reads))


def test_frames_are_counted(metrics: Metrics) -> None:
    """Each frame watched is one."""
    for _ in range(3):
        metrics.film(np.zeros((2, 2, 3), np.uint8))
    assert 3 == figures(metrics)["stadium_frames_total"]


def test_devices_are_up_or_down() -> None:
    """Each device that is configured is a figure of its own, and a line of the status."""
    health = Health(["panel"])
    health.reporter("camera")(absent("check its plug", "NO CAMERA"))
    metrics = Metrics(health, ManualClock().monotonic)
    figures_now = figures(metrics)
    assert [True, False] == [figures_now[f"stadium_device_up{{'device': '{name}'}}"] for name in ("panel", "camera")]
    status = metrics.status()
    assert "degraded" == status.status
    assert ("check its plug", "ok") == (status.devices["camera"].said, status.devices["panel"].status)


def test_disk_refusals_are_counted_by_the_journal() -> None:
    """The figure is the journal's own, asked for when a visitor looks."""
    refused = [0]
    metrics = Metrics(Health(), ManualClock().monotonic, lambda: refused[0])
    refused[0] = 3
    assert 3 == figures(metrics)["stadium_journal_errors_total"]


def test_uptime_since_the_start() -> None:
    """Whole seconds on the status."""
    clock = ManualClock()
    metrics = Metrics(Health(), clock.monotonic)
    clock.time += 61.5
    assert (61, 61.5) == (metrics.status().uptime_s, figures(metrics)["stadium_uptime_seconds"])


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A Pi's /sys, as its kernel lays it out."""
    thermal = tmp_path / "class/thermal/thermal_zone0"
    thermal.mkdir(parents=True)
    (thermal / "temp").write_text("48312\n", encoding="ascii")
    for number, name in enumerate(("cpu_thermal", "rpi_volt")):
        monitor = tmp_path / f"class/hwmon/hwmon{number}"
        monitor.mkdir(parents=True)
        (monitor / "name").write_text(f"{name}\n", encoding="ascii")
    (tmp_path / "class/hwmon/hwmon1/in0_lcrit_alarm").write_text("1\n", encoding="ascii")
    return tmp_path


def test_pi_reports_temperature_and_supply(pi: Path) -> None:
    """In degrees, and whether the firmware's alarm for a weak supply is on."""
    assert (48.312, True) == (pi_status.temperature(pi), pi_status.undervoltage(pi))
    (pi / "class/hwmon/hwmon1/in0_lcrit_alarm").write_text("0\n", encoding="ascii")
    assert pi_status.undervoltage(pi) is False


def test_unknown_figures_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No figure is made up where there is no sensor."""
    monkeypatch.setattr(pi_status.temperature, "__defaults__", (tmp_path,))
    monkeypatch.setattr(pi_status.undervoltage, "__defaults__", (tmp_path,))
    names = {metric.name for metric in Metrics(Health(), ManualClock().monotonic).collect()}
    assert set() == names & {"stadium_temperature_celsius", "stadium_undervoltage"}


def test_a_pis_vitals_are_figures(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the sensors are there, they are told."""
    monkeypatch.setattr(pi_status.temperature, "__defaults__", (pi,))
    monkeypatch.setattr(pi_status.undervoltage, "__defaults__", (pi,))
    figures_now = figures(Metrics(Health(), ManualClock().monotonic))
    assert (48.312, True) == (figures_now["stadium_temperature_celsius"], figures_now["stadium_undervoltage"])


def test_every_metric_says_what_it_means() -> None:
    """In a sentence, and with a name of ours."""
    metrics: list[Metric] = list(Metrics(Health(), ManualClock().monotonic).collect())
    assert [] == [m for m in metrics if not m.meaning.endswith(".") or not m.name.startswith("stadium_")]


def test_no_meter_keeps_a_picture(tmp_path: Path, metrics: Metrics) -> None:
    """A picture is 9 MB, and many things are seen of which nothing is shown: it must not wait for the next that is."""
    (*_, shown) = play(tmp_path / "games.sqlite", [die("blue", 3)]).shown
    picture = np.zeros((2, 2, 3), np.uint8)
    held = weakref.ref(picture)
    metrics(replace(shown, frame=picture))
    del picture
    assert held() is None
