"""What an owner changes on the page holds at once wherever it can: panel, pictures and eyes change during a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import time
from pathlib import Path
from typing import Any, cast

import pytest
from support.quiet import QuietTable
from support.rules import read
from support.scoring import red
from support.stadium import SETUP
from support.throws import FRAME, STILL, Reader, die, table

from firmware import throw_reader
from firmware.config.overrides import RunOptions, configured
from firmware.config.schema import Config, check, setting_keys, shipped
from firmware.config.settings_form import form, is_among
from firmware.devices.protocols import CameraSettings, Frame
from firmware.play.camera.lent_camera import CameraLoan, LentCamera
from firmware.play.faces.idle import IDLE_S, NIGHT_SHARE
from firmware.play.inputs.page_input import PageInput
from firmware.play.inputs.page_requests import PageRequests
from firmware.play.state.rest_options import RestOptions
from firmware.play.state.table_language import TableLanguage
from firmware.service.throw_keeping import ThrowKeeping
from firmware.setup.game_calibration import Calibrator
from firmware.setup.live_settings import LiveSettings
from firmware.setup.sight import Sight
from firmware.storage.next_game import NextGame, NextGameFile
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard.display.moments import SHIPPED_MOMENTS
from scoreboard.language import language

NO_OPTIONS = RunOptions(
    config_file=None, camera=None, settled=False, buttons=None, panel=None, simulate=False, seed=0, speed="max",
    save_pictures=None, lang=None, rules=None, journal=None, game=None, begin_new=False, innings=None, opponent=None,
    strength=None, headless=True, record=None, record_limit=1, port=None, fault=(), untidy=None,
)  # fmt: skip


class LockedCamera:
    """A camera that can be locked."""

    kept: CameraSettings | None = None

    def settings(self) -> CameraSettings | None:
        """How the last frame was taken."""
        return self.kept

    def keep(self, settings: CameraSettings) -> None:
        """Take every frame like this."""
        self.kept = settings


class Evening(QuietTable):
    """A game at eleven in the evening, and an owner with a phone."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, RestOptions(local_time=lambda: time(23)))
        self.camera, self.reader = LockedCamera(), Reader()
        eyes, journal = throw_reader.throw_reader(shipped()), folder / "games.sqlite"
        self.calibrator = Calibrator(shipped(), eyes, self.camera, lambda _: folder)
        self.sight = Sight(shipped(), journal, eyes, TaughtDiceStore(folder), self.calibrator, is_live=True)
        self.throws = self.sight.throws = ThrowKeeping(shipped(), journal, self.reader, lambda: None)
        self.lent = self.sight.lent = LentCamera(eyes.read, eyes.restart)
        self.keeper = self.throws.keeper(self.session)
        page, next_game = cast("PageRequests", self), NextGameFile(folder / "next", NextGame(SETUP))
        self.live = LiveSettings(
            NO_OPTIONS, self.sight, page, TableLanguage(language("en")), next_game, {}, self.celebrated
        ).by_key

    def tell(self, do: Callable[[PageInput], None]) -> None:
        """What the page tells the loop."""
        do(PageInput(self.scorer, self.session, lambda: None))

    def celebrated(self, config: Config) -> tuple[Any, tuple[()]]:
        """The moments."""
        return SHIPPED_MOMENTS if config.panel.moments else None, ()

    def change(self, key: str, value: object) -> None:
        """The owner changes one setting of the shipped configuration."""
        *tables, name = key.split(".")
        written: dict[str, Any] = {name: value}
        for each in reversed(tables):
            written = {each: written}
        self.live[next(each for each in self.live if key.startswith(each) and each != "game")](
            check(written, "stadium.toml")
        )

    def look(self) -> None:
        """The camera takes a frame."""
        self.lent.read(table(FRAME), lambda: table(STILL))

    def close(self) -> None:
        """The table is left."""
        self.keeper.close()
        self.scorer.displays.close()
        super().close()


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What each tracker of throws was made with."""
    made: list[dict[str, Any]] = []

    class Tracker:
        def __init__(self, read_dice: Any, board: object, **given: Any) -> None:  # noqa: ANN401 - a partial
            made.append({"board": board, "reads": read_dice.keywords["threshold"], **given})

        def update(self, _: Frame, __: Callable[[], Frame]) -> tuple[()]:
            return ()

    monkeypatch.setattr(throw_reader, "ThrowTracker", Tracker)
    return made


@pytest.fixture
def evening(tmp_path: Path, watched: list[dict[str, Any]]) -> Iterator[Evening]:  # noqa: ARG001 - no eyes are needed
    """A game that goes on."""
    with closing(Evening(tmp_path)) as playing:
        yield playing


def test_a_night_dims_the_panel_that_rests(evening: Evening) -> None:
    """As soon as it is set, and no more once it is taken back."""
    evening.later(IDLE_S + 1)
    seen = []
    for night in ("22:00-07:00", "", "22:00-07:00", "07:00-22:00"):
        evening.change("panel.night", night)
        seen.append(evening.devices.dimmer.share)
    assert [NIGHT_SHARE, 1.0, NIGHT_SHARE, 1.0] == seen


def test_a_clock_comes_and_goes(evening: Evening) -> None:
    """The time of day is among what a panel shows that rests, as long as it is wanted."""

    def pages() -> set[bytes]:
        return {evening.later(0.5) for _ in range(80)}

    evening.later(IDLE_S + 1)
    without = pages()
    evening.change("panel.clock", True)
    with_it = pages()
    evening.change("panel.clock", False)
    assert (1, without) == (len(with_it - without), pages())


def test_moments_begin_and_end(evening: Evening) -> None:
    """The next play is celebrated, or not; one that is being celebrated is the score at once."""
    seen = []
    for wanted in (True, False):
        evening.change("panel.moments", wanted)
        evening.scorer.submit(read("press:ball"))
        seen.append(evening.scorer.displays.moments.is_running)
        evening.change("panel.moments", False)
        seen.append(evening.scorer.displays.moments.is_running)
    assert [True, False, False, False] == seen


def test_pictures_are_kept_or_not(evening: Evening) -> None:
    """From the next throw on; what was seen while they were off is not kept later, and the limits hold, too."""
    line = red(7)
    seen = []
    for keep in (True, False, True):
        evening.change("pictures.keep", keep)
        evening.reader.next = (die("red", 7),)
        for _ in range(2):
            evening.throws.read(table(FRAME), lambda: table(STILL))
        if not keep:
            assert not list(evening.throws._sightings._film._frames)
        seen.append(len(evening.throws._sightings.taken(line, asked=False)))
    assert [1, 0, 1] == seen
    evening.change("pictures.games", 3)
    assert 3 == evening.throws.store.limits.games


def test_the_eyes_look_by_what_is_set(evening: Evening, watched: list[dict[str, Any]]) -> None:
    """With the next frame, and once: a threshold, the size of dice, the print; and a camera is locked as is written."""
    changes: tuple[tuple[str, object], ...] = (
        ("eyes.threshold", 0.9), ("eyes.die_mm", 20.0), ("camera.markers", False), ("camera.locked.focus", 1.5),
    )  # fmt: skip
    for key, value in changes:
        evening.change(key, value)
        evening.look()
        evening.look()
    first, threshold, size, prints, _ = watched
    assert (0.99, 0.9, 0.9) == (first["reads"], threshold["reads"], threshold["threshold"])
    assert (20.0, True, True) == (size["die_mm"], size["board"] is not None, prints["board"] is None)
    assert CameraSettings(focus=1.5) == evening.camera.kept


def test_a_camera_that_is_lent_is_set_when_it_is_back(evening: Evening, watched: list[dict[str, Any]]) -> None:
    """A calibration or a lesson is not disturbed."""
    is_over = False
    evening.lent.lend(CameraLoan(lambda *_: is_over))
    evening.change("camera.locked.focus", 1.5)
    evening.look()
    assert (None, 1) == (evening.camera.kept, len(watched))
    is_over = True
    evening.look()
    evening.look()
    assert (CameraSettings(focus=1.5), 2) == (evening.camera.kept, len(watched))


def test_what_is_not_at_once_is_as_it_was(evening: Evening) -> None:
    """Of a change the configuration in force has what holds by now; of the rest, what the devices were opened with."""
    both = {"camera": {"turn": 90}, "panel": {"clock": True}, "eyes": {"learn": False, "colors": {"grey": "white"}}}
    evening.live["eyes.colors"](check(both, "stadium.toml"))
    now = evening.calibrator.config
    assert (0, True, False) == (now.camera.turn, now.panel.clock, now.eyes.learn)
    assert {"grey": "white"} == now.eyes.colors == evening.throws.colors


def test_what_is_declared_to_hold_at_once_is_made_to(evening: Evening) -> None:
    """And nothing else: the page says beside each whether it needs a restart."""
    declared = {key for key, each in setting_keys().items() if each.at_once}
    made = {key for key in setting_keys() if is_among(key, evening.live.keys())}
    assert set() == declared - made, "add these to `LiveSettings.by_key` in firmware/setup/live_settings.py"
    assert set() == made - declared, "mark these `AT_ONCE` in firmware/config/schema.py"
    assert declared == {key for key, each in form(shipped()).items() if not each.restart}


@pytest.mark.parametrize(("simulate", "board", "followed"), [
    (False, "off", "off"), (True, "off", "strict"), (True, "loose", "loose"), (False, "strict", "strict"),
])  # fmt: skip
def test_a_simulated_stadiums_board_is_followed(simulate: bool, board: str, followed: str) -> None:
    """It is known to be read; an owner's own is followed once he says so."""
    config = check({"eyes": {"board": board}}, "a test")
    assert followed == configured(replace(NO_OPTIONS, simulate=simulate), config).eyes.board
