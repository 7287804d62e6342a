"""A panel that nobody plays at: what it shows, how bright it is, and what wakes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from support.hurry import HurriedLoop
from support.max7219 import Max7219Chain
from support.quiet import QuietTable
from support.rules import read
from support.stadium import SETUP, FixedClock, die

from firmware.config.schema import check
from firmware.devices.dimmer import Dimmer
from firmware.devices.protocols import Devices
from firmware.devices.spi_panels import Max7219Panel
from firmware.devices.ws2812_panel import levels
from firmware.errors import ConfigError
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.faces.idle import IDLE_S, NIGHT_SHARE
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.rest_options import Night, RestOptions, night_of
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.journal.store import Journal
from scoreboard.session import Session
from vision.tracking.events import MarkersLost, Thrown

NIGHT = Night(time(22), time(7))


class Quiet(QuietTable):
    """A table at which nobody plays, at that time of day."""

    def __init__(self, folder: Path, at: time = time(12), night: Night | None = None, *, clock: bool = False) -> None:
        super().__init__(folder, RestOptions(clock, night, lambda: at))


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[Quiet]:
    """A table at noon."""
    with closing(Quiet(tmp_path)) as table:
        yield table


def test_after_some_minutes_the_figures_of_the_game_are_seen(quiet: Quiet) -> None:
    """The score, then the line score and each team's figures, and the score again."""
    quiet.scorer.submit(read("press:ball"))
    assert quiet.later(IDLE_S - 1) == quiet.score
    seen = [quiet.later(1) for _ in range(60)]
    assert len(set(seen)) >= 4
    assert 2 <= seen.count(quiet.score) < 40


def test_whoever_acts_sees_the_score_at_once(quiet: Quiet) -> None:
    """A press or a throw wakes the panel, and it stays awake for minutes."""
    quiet.later(IDLE_S + 14)
    assert quiet.panel.picture.tobytes() != quiet.score
    quiet.scorer.displays.wake()
    assert quiet.panel.picture.tobytes() == quiet.score
    assert quiet.later(IDLE_S - 1) == quiet.score


def test_the_clock_is_seen_where_it_is_wanted(tmp_path: Path) -> None:
    """A page more, with the time of day at the table."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with closing(Quiet(tmp_path / "a")) as plain, closing(Quiet(tmp_path / "b", clock=True)) as clocked:
        without = {plain.later(IDLE_S if not second else 1) for second in range(90)}
        with_it = {clocked.later(IDLE_S if not second else 1) for second in range(90)}
    assert 1 == len(with_it - without)


@pytest.mark.parametrize(("at", "share"), [(time(23), NIGHT_SHARE), (time(6, 59), NIGHT_SHARE), (time(7), 1.0)])
def test_it_is_dimmed_at_night(tmp_path: Path, at: time, share: float) -> None:
    """From one time of day to another, over midnight."""
    with closing(Quiet(tmp_path, at, NIGHT)) as table:
        table.later(IDLE_S + 1)
        assert share == table.devices.dimmer.share


def test_a_game_that_is_played_is_never_dimmed(tmp_path: Path) -> None:
    """Until some minutes after the last throw or press, and again with the next one."""
    with closing(Quiet(tmp_path, time(23), NIGHT)) as table:
        table.later(IDLE_S - 1)
        assert 1.0 == table.devices.dimmer.share
        table.later(2)
        table.scorer.displays.wake()
        assert 1.0 == table.devices.dimmer.share


@pytest.mark.untraced
def test_a_press_wakes_the_loop(tmp_path: Path) -> None:
    """Through the loop itself: the press counts and the panel is bright."""
    buttons, devices = SimulatedButtons(), list[Devices]()
    rest = RestOptions(night=Night(time(0), time(23, 59)), local_time=lambda: time(12))
    shares = list[float]()
    with closing(HurriedLoop()) as loop, Session(Journal.create(tmp_path / "games.sqlite"), FixedClock()) as session:
        devices.append(Devices((SimulatedPanel(),), buttons))
        app = PlayLoop(session, devices[0], lambda *_: (), Options(SETUP, rest=rest))
        loop.call_later(IDLE_S + 2, lambda: shares.append(devices[0].dimmer.share))
        loop.call_later(IDLE_S + 3, buttons.press, "ball")
        loop.call_later(IDLE_S + 4, lambda: shares.append(devices[0].dimmer.share))
        loop.call_later(IDLE_S + 5, app.stop)
        loop.run_until_complete(app.run())
        assert 1 == session.game.balls
    assert [NIGHT_SHARE, 1.0] == shares


def test_a_throw_wakes_the_loop(tmp_path: Path) -> None:
    """What comes to rest on the table is a sign that somebody plays; what a camera says of itself is none."""
    rest, shares = RestOptions(night=Night(time(0), time(23, 59)), local_time=lambda: time(12)), list[float]()
    with closing(HurriedLoop()) as loop, Session(Journal.create(tmp_path / "games.sqlite"), FixedClock()) as session:
        devices = Devices((SimulatedPanel(),), SimulatedButtons())
        app = PlayLoop(session, devices, lambda *_: (), Options(SETUP, rest=rest))
        lost, threw = (MarkersLost("the markers are hidden"),), tuple(Thrown(each, None) for each in die("white", 4))
        for second, reports in ((3, lost), (6, threw)):
            loop.call_later(IDLE_S + second, app.post, FrameReports(np.zeros((2, 2, 3), np.uint8), reports, 0.0))
            loop.call_later(IDLE_S + second + 1, lambda: shares.append(devices.dimmer.share))
        loop.call_later(IDLE_S + 8, app.stop)
        loop.run_until_complete(app.run())
    assert [NIGHT_SHARE, 1.0] == shares


# -- settings and drivers


def test_night_is_written_as_two_times_of_day() -> None:
    """Empty for none."""
    assert (NIGHT, None) == (night_of("22:00-07:00"), night_of(""))


@pytest.mark.parametrize("night", ["22-7", "24:00-07:00", "22:00-07:60", "22:00"])
def test_another_night_is_a_mistake_with_its_name(night: str) -> None:
    """And the shipped comment says what to write."""
    with pytest.raises(ConfigError, match=r"panel\.night.*22:00-07:00"):
        check({"panel": {"night": night}}, "mine.toml")


def test_a_chain_of_one_colour_is_dimmed() -> None:
    """Its chips take a lower step with the next picture."""
    wire, dimmer = Max7219Chain((32, 8)), Dimmer()
    panel = Max7219Panel((32, 8), brightness=160, spi=wire, dimmer=dimmer)
    panel.show(Image.new("1", (32, 8), 1))
    assert {10} == wire.intensities()
    dimmer.share = NIGHT_SHARE
    panel.show(Image.new("1", (32, 8), 1))
    assert {2} == wire.intensities()


@pytest.mark.parametrize(("brightness", "dimmed"), [(40, 10), (2, 1), (1, 1), (0, 0)])
def test_what_is_lit_at_all_stays_lit(brightness: int, dimmed: int) -> None:
    """A panel at its lowest is not put out by the night; one that is off stays off."""
    assert dimmed == Dimmer(0.25).of(brightness)
    assert dimmed == max(levels(Dimmer(0.25).of(brightness)))
