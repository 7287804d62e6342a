"""A face whose words or picture fail costs itself that one event: it is logged once, and play goes on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from support.restless import Table
from support.stadium import SETUP, lines, play, presses

from firmware.devices.health import DeviceChange, Health, absent
from firmware.play.camera.camera_thread import CameraThread
from firmware.play.state.shown import Shown
from scoreboard.errors import JournalError
from scoreboard.face_guard import Face
from scoreboard.journal.store import Journal
from scoreboard.language import language
from scoreboard.message import message
from scoreboard.rules.events import Press

pytestmark = pytest.mark.usefixtures("as_at_a_table")
THREE = ("out", "strike", "ball")


def no_words(*_: object, **__: object) -> Any:  # noqa: ANN401 - it returns nothing
    """A face, or what it draws with, that fails whenever it is asked."""
    raise LookupError("no catalogue has it")


def buttons(lines: Iterable[object]) -> list[str]:
    """Those that were pressed."""
    return [line.button for line in lines if isinstance(line, Press)]


def faults(log: pytest.LogCaptureFixture) -> list[str]:
    """Which faces the log says have failed."""
    return [record.__dict__["fields"]["face"] for record in log.records if record.levelno >= logging.ERROR]


@pytest.mark.parametrize(
    ("fails", "face"),
    [
        ("firmware.play.faces.displays.display.draw", "panel"),
        ("firmware.play.faces.displays.Displays._picture", "panel"),
        ("firmware.play.table.scorer.play_by_play", "words"),
        ("firmware.play.table.scorer.corrected_lines", "words"),
        ("firmware.play.faces.moment_player.MomentPlayer.begin", "moments"),
    ],
)
def test_what_cannot_be_drawn_or_worded_ends_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fails: str, face: str
) -> None:
    """Not by one play of it is another, and the log has it once, not at every picture."""
    monkeypatch.setattr(fails, no_words)
    play(tmp_path / "games.sqlite", hand=presses(*THREE))
    assert [*THREE] == buttons(lines(tmp_path / "games.sqlite"))
    assert [face] == faults(caplog)


def test_an_observer_that_fails_is_missed_by_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Voice, page, terminal and log are told one after the other, whatever becomes of those before."""
    heard: list[Shown] = []
    evening = play(tmp_path / "games.sqlite", hand=presses(*THREE), observers=[no_words, heard.append, no_words])
    assert [shown.line for shown in evening.shown] == [shown.line for shown in heard]
    assert ["observer"] == faults(caplog)


def test_a_face_is_tried_again_at_its_next_event(tmp_path: Path) -> None:
    """It costs one event, and not the face."""
    heard: list[Shown] = []

    def stumbles(shown: Shown) -> None:
        if isinstance(shown.line, Press) and shown.line.button == "strike":
            no_words()
        heard.append(shown)

    play(tmp_path / "games.sqlite", hand=presses(*THREE), observers=[stumbles])
    assert ["out", "ball"] == buttons(shown.line for shown in heard)


def test_a_menu_that_cannot_be_worded_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the game goes on."""
    monkeypatch.setattr("firmware.play.inputs.button_input.main_menu", no_words)
    with closing(asyncio.new_event_loop()) as loop:
        table = Table(SETUP, loop)
        table.press("menu")
        table.press("strike")
    assert (None, 1) == (table.scorer.state.overlay.screen, table.session.game.strikes)


def test_a_panel_that_cannot_be_drawn_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog, which waits for the panel to move, has nothing to bite."""
    monkeypatch.setattr("firmware.play.faces.displays.display.draw", no_words)
    with closing(asyncio.new_event_loop()) as loop:
        table = Table(SETUP, loop)
        heartbeat = table.devices.heartbeat
        heartbeat.register("panel")
        table.wait(1)
    assert heartbeat.all_alive()


def test_a_journal_that_fails_is_no_face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the game itself does is never passed over in silence."""
    monkeypatch.setattr(Journal, "append", Mock(side_effect=JournalError("The disk is full")))
    with pytest.raises(JournalError, match="full"):
        play(tmp_path / "games.sqlite", hand=presses("out"))


def test_a_picture_of_the_camera_that_cannot_be_shown_is_read_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    """Terminal and page draw each frame on the way to the eyes."""
    frames = [np.zeros((2, 2, 3), np.uint8)] * 3
    seen: list[object] = []

    class Film:
        def frame(self) -> Any:  # noqa: ANN401 - a frame, or none
            return frames.pop() if frames else None

        def still(self) -> Any:  # noqa: ANN401 - likewise
            return None

        def close(self) -> None:
            """Nothing is held."""

    def read(frame: Any, _: Callable[[], Any]) -> None:  # noqa: ANN401 - a frame
        seen.append(frame)

    async def watch() -> None:
        ended = asyncio.Event()
        thread = CameraThread(Film(), read, no_words, lambda _: ended.set())  # type: ignore[arg-type] # it reports nothing
        await ended.wait()
        thread.stop()

    asyncio.run(watch())
    assert (3, ["camera picture"]) == (len(seen), faults(caplog))


def test_who_hears_of_a_lost_device_and_fails_keeps_it_from_nobody(caplog: pytest.LogCaptureFixture) -> None:
    """Neither from the others, nor is the device's own thread ended by it."""
    health, heard = Health(), list[DeviceChange]()
    report = health.reporter("camera")
    health.listen(no_words)
    health.listen(heard.append)
    report(absent("gone", "NO CAMERA"))
    report(None)
    assert [False, True] == [change.trouble is None for change in heard]
    assert ["listener of the devices"] == faults(caplog)


def test_the_end_of_the_program_is_no_fault() -> None:
    """Ctrl-C in the middle of a picture ends it."""
    with pytest.raises(KeyboardInterrupt), Face("panel"):
        raise KeyboardInterrupt


def test_each_fault_is_logged_once_and_without_what_it_says(caplog: pytest.LogCaptureFixture) -> None:
    """Its own text may hold a name."""
    face = Face("page")

    def fail(error: Exception) -> None:
        raise error

    for error in (ValueError("Ana"), ValueError("Leo"), KeyError("Ana")):
        with face:
            fail(error)
    assert ["ValueError", "KeyError"] == [record.__dict__["fields"]["error"] for record in caplog.records]
    assert not {"Ana", "Leo"} & set(caplog.text.replace("'", " ").split())


@pytest.mark.parametrize("code", ["en", "es"])
def test_message_without_an_entry_is_worded_by_its_key(code: str, caplog: pytest.LogCaptureFixture) -> None:
    """People can read it, the page answers, and the log has it once."""
    texts = [language(code).say(message(f"lost.third-{code}", part="x"), length) for length in ("sentence", "panel")]
    assert [f"lost third {code}"] * 2 == texts
    assert 1 == len(caplog.records)
