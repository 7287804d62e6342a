"""Moments on the panel: seen, never in the way, and over at once when something else comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from support.hurry import HurriedLoop
from support.lab import examples
from support.rules import read
from support.stadium import SETUP, FixedClock, ManualClock, die

from firmware.devices.health import Health, absent
from firmware.devices.protocols import Devices
from firmware.notice import Notice
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.faces.displays import Displays
from firmware.play.faces.moment_player import BREATH_S, FRAME_S
from firmware.play.loop import PlayLoop
from firmware.play.state.options import DEFAULT_TICKS, Options
from firmware.play.state.question import Asked
from firmware.play.table.scorer import WHY_TICKS, Scorer
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.display import draw, message_picture
from scoreboard.display.moments import SHIPPED_MOMENTS, PanelMoments
from scoreboard.display.moments.parts import LONGEST_S
from scoreboard.journal.store import Journal
from scoreboard.message import Words
from scoreboard.rules.events import Press, Setup
from scoreboard.session import Session
from vision.tracking.events import Thrown

BALL_S = SHIPPED_MOMENTS["ball"].seconds
MAJOR = structs.replace(SETUP, rules="diamante-major")
NO_FRAME = np.zeros((2, 2, 3), np.uint8)


@dataclass
class Table:
    """A scorer with a panel, and a clock that is told the time."""

    session: Session
    scorer: Scorer
    panel: SimulatedPanel
    clock: ManualClock
    devices: Devices

    def play(self, words: str) -> None:
        """Submit these lines."""
        for word in words.split():
            self.scorer.submit(read(word))

    def after(self, seconds: float) -> str:
        """What is seen when so many seconds have passed."""
        self.clock.time += seconds
        self.scorer.displays.light()
        return self.seen

    @property
    def seen(self) -> str:
        """Whether the score is seen now, or something else."""
        score = draw(self.session.game, self.panel.size, tick=self.scorer.state.tick)
        return "score" if score.tobytes() == self.panel.picture.tobytes() else "moment"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A game that has begun."""
    with closing(Seated(tmp_path)) as seated:
        yield seated.table


class Seated:
    """Makes a table, and clears it."""

    def __init__(
        self,
        folder: Path,
        moments: PanelMoments | None = SHIPPED_MOMENTS,
        default_ticks: int = 0,
        warning: Words = "",
        setup: Setup = SETUP,
    ) -> None:
        self._session = Session(Journal.create(folder / "games.sqlite", alone=True), FixedClock())
        panel, clock = SimulatedPanel(), ManualClock()
        devices = Devices((panel,), SimulatedButtons(), health=Health())
        options = Options(
            setup, moments=moments, default_ticks=default_ticks, warning=lambda: (warning, 0.0) if warning else None
        )
        scorer = Scorer(self._session, devices, options, (), clock.monotonic)
        scorer.begin()
        self.table = Table(self._session, scorer, panel, clock, devices)

    def close(self) -> None:
        """The game is left."""
        self.table.scorer.displays.close()
        self._session.close()


def test_a_play_is_celebrated_and_then_the_score_is_seen(table: Table) -> None:
    """The moment is lit with the play itself, and the score is hidden no longer than it takes."""
    table.play("press:ball")
    table.after(0.2)
    assert "moment" == table.seen
    assert ("moment", "score") == (table.after(BALL_S - 0.3), table.after(0.2))


def test_what_a_helmet_made_of_a_throw_is_seen_at_once_before_the_play(tmp_path: Path) -> None:
    """6+1=7 and then the strike it is over an 8, with no score between; of a helmet without a sign nothing is."""
    with closing(Seated(tmp_path, setup=MAJOR)) as seated:
        table = seated.table
        table.play("blue8 red6")
        why, strike = SHIPPED_MOMENTS["helmet"].seconds, SHIPPED_MOMENTS["strike-swinging"].seconds
        first, then = table.after(why - 0.1), table.after(0.2)
        assert ("moment", "moment") == (first, then)
        assert ("moment", "score") == (table.after(strike - 0.2), table.after(0.2))
        table.play("press:out blue3 red6")
        assert "score" == table.after(0.1)


@pytest.mark.parametrize("words", ["red6", "red8", "red9 red9"])
def test_the_score_is_hidden_for_four_seconds_at_most(words: str, tmp_path: Path) -> None:
    """However much a play is celebrated with: what a helmet made of it, the play, and what it led to."""
    with closing(Seated(tmp_path, setup=MAJOR)) as seated:
        table = seated.table
        table.play(f"set:runners=18+12+6 blue8 {words}")
        seen = [table.seen, *(table.after(0.1) for _ in range(200))]
        hidden = [len(run) for run in "".join("." if each == "score" else "#" for each in seen).split(".")]
        assert 0 < max(hidden) <= round(LONGEST_S * 10) + 1


def test_without_moments_the_panel_says_what_a_helmet_made_of_a_throw(tmp_path: Path) -> None:
    """For a moment, and then the score."""
    with closing(Seated(tmp_path, None, setup=MAJOR)) as seated:
        table = seated.table
        table.play("blue8 red6")
        assert message_picture("6+1=7", table.panel.size).tobytes() == table.panel.picture.tobytes()
        for _ in range(WHY_TICKS):
            table.scorer.tick()
        assert "score" == table.seen


def test_a_default_says_before_it_what_a_helmet_made_of_the_throw(tmp_path: Path) -> None:
    """The answer must be read at once, so the sum is read with it."""
    with closing(Seated(tmp_path, default_ticks=DEFAULT_TICKS, setup=MAJOR)) as seated:
        table = seated.table
        table.play("blue3 red6 hit white8")
        text = "8+1=9 batter gets 1st NEXT: he runs on"
        assert message_picture(text, table.panel.size, color="white").tobytes() == table.panel.picture.tobytes()


def test_nothing_moves_where_nothing_happened(table: Table) -> None:
    """A line without a moment leaves the score where it is."""
    table.play("set:balls=2")
    assert "score" == table.seen


def test_the_score_is_seen_between_two_moments(table: Table) -> None:
    """A strikeout and the change of sides: the score stands between them, and after them."""
    table.play("set:strikes=2,outs=2 press:strike")
    first, then = (SHIPPED_MOMENTS[name].seconds for name in ("strikeout", "side-change"))
    seen = [table.after(first - 0.2), table.after(0.3), table.after(BREATH_S), table.after(then)]
    assert ["moment", "score", "moment", "score"] == seen


def test_moments_can_be_off(tmp_path: Path) -> None:
    """Then every play shows the score at once."""
    with closing(Seated(tmp_path, None)) as seated:
        seated.table.play("press:ball")
        assert "score" == seated.table.after(0.2)


def covers() -> dict[str, Callable[[Table], None]]:
    """Everything that a moment yields to."""

    def fault(table: Table) -> None:
        table.devices.health.reporter("camera")(absent("gone", "NO CAMERA"))
        table.scorer.state.tick += 60
        table.scorer.tick()

    def question(table: Table) -> None:
        asked = Asked("blue", (7, 4))
        table.scorer.state.question = table.scorer.state.question.put(asked, 0, on_purpose=True)
        table.scorer.displays.light()

    def screen(table: Table) -> None:
        from firmware.play.menus.main_menu import main_menu

        table.scorer.state.overlay.open(main_menu(), 0)
        table.scorer.displays.light()

    return {
        "a press": lambda table: table.scorer.displays.interrupt(),
        "a play without a moment": lambda table: table.play("set:outs=1"),
        "an undo": lambda table: table.play("press:undo"),
        "a notice": lambda table: table.scorer.displays.note(Notice("Throw again.", "THROW AGAIN")),
        "a question": question,
        "a fault": fault,
        "a throw-off": lambda table: table.scorer.begin_throw_off(),
        "another game": lambda table: table.scorer.new_game() and None,
    }


@pytest.mark.parametrize("comes", covers())
def test_a_moment_yields_at_once(table: Table, comes: str) -> None:
    """Whatever comes ends it, and it does not come back."""
    table.play("press:ball")
    assert "moment" == table.after(0.2)
    covers()[comes](table)
    assert not table.scorer.displays.moments.is_running


def test_a_refusal_is_read_at_once(table: Table) -> None:
    """Who presses what cannot be sees that, and no moment."""
    table.play("press:ball")
    table.scorer.submit(Press(button="redo"))
    assert not table.scorer.displays.moments.is_running


def test_the_next_play_has_its_own_moment(table: Table) -> None:
    """A foul right after a ball is what is seen."""
    table.play("press:ball")
    table.after(0.5)
    table.play("press:strike")
    assert "moment" == table.after(SHIPPED_MOMENTS["strike-swinging"].seconds - 0.1)
    assert "score" == table.after(0.2)


def test_a_default_that_must_be_read_is_not_hidden(tmp_path: Path) -> None:
    """The answer that a throw took by default stands before the next throw counts (D32), and no moment over it."""
    with closing(Seated(tmp_path, default_ticks=DEFAULT_TICKS)) as seated:
        seated.table.play("blue3 red7 hit white9")
        assert seated.table.scorer.state.early.must_wait(seated.table.scorer.state.tick)
        assert not seated.table.scorer.displays.moments.is_running


def test_a_warning_stands_over_a_moment(tmp_path: Path) -> None:
    """A card that takes nothing is more than a home run, and ends no moment."""
    with closing(Seated(tmp_path, warning="NOT SAVED")) as seated:
        seated.table.play("press:homerun")
        seated.table.after(0.2)
        assert seated.table.scorer.displays.moments.is_running
        assert message_picture("NOT SAVED").tobytes() == seated.table.panel.picture.tobytes()


@settings(deadline=None, max_examples=examples(20))
@given(into=st.floats(0, BALL_S + 1), value=st.integers(1, 10))
def test_a_reading_during_a_moment_counts_at_once(
    into: float, value: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whenever it comes, it is scored before anything else happens."""
    with closing(Seated(tmp_path_factory.mktemp("games"))) as seated:
        table = seated.table
        table.play("press:ball")
        table.after(into)
        number = table.session.history.number
        table.scorer.see(
            FrameReports(NO_FRAME, tuple(Thrown(each, None) for each in die("blue", value)), table.clock.time)
        )
        assert number + 1 == table.session.history.number
        assert not table.scorer.keeps_waiting


def test_the_loop_draws_frames_only_while_a_moment_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """About twenty-five a second, and none before and after."""
    buttons, drawn = SimulatedButtons(), list[float]()
    with closing(HurriedLoop()) as loop, Session(Journal.create(tmp_path / "games.sqlite"), FixedClock()) as session:
        app = PlayLoop(session, Devices((SimulatedPanel(),), buttons), _unread, Options(SETUP, moments=SHIPPED_MOMENTS))
        animate = Displays.animate

        def counted(displays: Displays) -> None:
            drawn.append(loop.time())
            animate(displays)

        monkeypatch.setattr(Displays, "animate", counted)
        loop.call_later(2, buttons.press, "ball")
        loop.call_later(6, app.stop)
        loop.run_until_complete(app.run())
    assert 2 <= min(drawn)
    assert max(drawn) <= 2 + BALL_S + 2 * FRAME_S
    assert BALL_S / FRAME_S == pytest.approx(len(drawn), abs=3)


def _unread(*_: object) -> tuple[()]:
    return ()
