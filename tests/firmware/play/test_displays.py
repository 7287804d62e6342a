"""The panels of a game in play: drawn by the owner's layouts, with the line score of the game so far."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from support.scoring import SETUP

from firmware.devices.protocols import Devices, SystemClock
from firmware.play.displays import Displays
from firmware.play.options import Options
from firmware.play.scorer_state import ScorerState
from scoreboard.display import LAYOUTS, PanelLayouts, draw
from scoreboard.journal.store import Journal
from scoreboard.rules.events import Press
from scoreboard.session import Session

LINE_TICK = 14
"""A half second at which 128 x 32 has its line score."""


class Shelf:
    """A panel that keeps what it shows."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.shown = Image.new("RGB", size)

    def show(self, picture: Image.Image) -> None:
        """Keep it."""
        self.shown = picture

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A game with a home run."""
    with Session(Journal.create(tmp_path / "games.sqlite", alone=True), SystemClock()) as opened:
        opened.new_game(SETUP)
        opened.submit(Press(button="homerun"))
        yield opened


def lit(session: Session, size: tuple[int, int], tick: int = 0, layouts: PanelLayouts = LAYOUTS) -> Image.Image:
    """What such a panel shows at that half second."""
    panel = Shelf(size)
    displays = Displays(
        session, ScorerState(tick=tick), Devices((panel,)), (), lambda: 0.0, Options(SETUP, layouts=layouts)
    )
    displays.light()
    return panel.shown


@pytest.mark.parametrize("size", LAYOUTS)
def test_every_size_of_panel_is_lit(session: Session, size: tuple[int, int]) -> None:
    """With the face of that size."""
    assert draw(session.game, size).tobytes() == lit(session, size).tobytes()


def test_the_line_score_follows_every_line(session: Session) -> None:
    """Runs stand in their innings, and a correction changes them at once."""
    panel = Shelf((128, 32))
    displays = Displays(session, ScorerState(tick=LINE_TICK), Devices((panel,)), (), lambda: 0.0, Options(SETUP))
    for runs in (1, 2):
        displays.light()
        expected = draw(session.game, (128, 32), tick=LINE_TICK, innings=lambda runs=runs: ((runs,), ()))  # type: ignore[misc] # bound now
        assert expected.tobytes() == panel.shown.tobytes()
        session.submit(Press(button="homerun"))


def test_an_owners_layout_is_used(session: Session, tmp_path: Path) -> None:
    """A theme, here."""
    (tmp_path / "theme.toml").write_text('[colors]\nchalk = "#ff80ff"\n', encoding="utf-8")
    picture = lit(session, (64, 16), layouts=PanelLayouts(tmp_path))
    assert (255, 128, 255) in {color for _, color in picture.getcolors() or []}
