"""Pictures on their way to a panel: a score at once, frames as fast as the panel can follow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from threading import Event, Thread
from unittest.mock import create_autospec

import pytest
from PIL import Image
from support.hang import GIVE_UP_S
from support.stadium import ManualClock

from firmware.errors import DeviceError
from firmware.play.faces.panel_feed import PanelFeed


def picture(number: int) -> Image.Image:
    """A picture that can be told from others."""
    return Image.new("RGB", (32, 8), (number, 0, 0))


class SlowPanel:
    """A panel whose wire is busy until it is told otherwise."""

    size = (32, 8)

    def __init__(self) -> None:
        self.shown: list[int] = []
        self.busy, self.free = Event(), Event()
        self.error: Exception | None = None

    def show(self, picture: Image.Image) -> None:
        """Take a picture, and be busy with it."""
        self.busy.set()
        assert self.free.wait(GIVE_UP_S)
        if self.error is not None:
            raise self.error
        self.shown.append(picture.getpixel((0, 0))[0])  # type: ignore[index] # of RGB

    def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def panel() -> SlowPanel:
    """A slow panel."""
    return SlowPanel()


@pytest.fixture
def feed(panel: SlowPanel) -> Iterator[PanelFeed]:
    """Its feed, by a clock on which nothing takes any time."""
    with closing(PanelFeed(panel, lambda: 0.0, lambda: 0.0)) as opened:
        yield opened
        panel.free.set()


def test_of_frames_that_wait_the_newest_is_shown(panel: SlowPanel, feed: PanelFeed) -> None:
    """A panel that cannot follow gets fewer frames, and never an old one after a new one."""
    feed.offer(picture(1))
    assert panel.busy.wait(GIVE_UP_S)
    for number in (2, 3, 4):
        feed.offer(picture(number))
    panel.free.set()
    feed.show(picture(9))
    assert (1, 9) == (panel.shown[0], panel.shown[-1])
    assert not {2, 3} & set(panel.shown)


def test_a_score_takes_the_place_of_frames_that_wait(panel: SlowPanel, feed: PanelFeed) -> None:
    """What was offered before a score is never seen after it."""
    feed.offer(picture(1))
    assert panel.busy.wait(GIVE_UP_S)
    scorer = Thread(target=feed.show, args=[picture(9)])
    scorer.start()
    panel.free.set()
    scorer.join(GIVE_UP_S)
    assert [1, 9] == panel.shown


def test_a_frame_from_before_a_score_is_never_seen_after_it(
    panel: SlowPanel, feed: PanelFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late the thread comes to it."""
    monkeypatch.setattr("firmware.play.faces.panel_feed.Thread", lambda **_: create_autospec(Thread))
    panel.free.set()
    feed.offer(picture(1))
    feed.show(picture(9))
    feed.write_newest()
    assert [9] == panel.shown


def test_a_score_without_frames_is_shown_before_anything_else_happens(panel: SlowPanel, feed: PanelFeed) -> None:
    """No thread is between a play and its light."""
    panel.free.set()
    feed.show(picture(5))
    assert [5] == panel.shown


def test_an_offer_returns_at_once(panel: SlowPanel, feed: PanelFeed) -> None:
    """The loop goes on while the wire is busy."""
    feed.offer(picture(1))
    assert panel.busy.wait(GIVE_UP_S)
    assert not panel.shown


def test_a_frame_that_was_much_work_is_followed_by_rest() -> None:
    """A terminal leaves the machine time for the eyes."""
    clock, panel = ManualClock(), SlowPanel()

    class Slow(SlowPanel):
        def show(self, picture: Image.Image) -> None:
            super().show(picture)
            clock.time += 0.1

    panel = Slow()
    panel.free.set()
    with closing(PanelFeed(panel, lambda: 0.0, clock.monotonic)) as feed:
        feed.offer(picture(1))
        while feed._rested == 0.0:
            panel.busy.wait(GIVE_UP_S)
        feed.offer(picture(2))
        feed.show(picture(3))
    assert [1, 3] == panel.shown


def test_a_panel_that_failed_at_a_frame_is_reported_with_the_next_score(panel: SlowPanel, feed: PanelFeed) -> None:
    """A panel without a supervisor ends the run in words, not on a thread."""
    panel.error = DeviceError("the panel is gone")
    panel.free.set()
    feed.offer(picture(1))
    assert panel.busy.wait(GIVE_UP_S)
    with pytest.raises(DeviceError, match="the panel is gone"):
        feed.show(picture(2))
