"""The board besides the dice: looked at as configured, in the teams' colours, and never at a throw's cost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec import structs
from support.scoring import SETUP

from firmware import board_eyes
from firmware.board_eyes import BoardEyes, colors_on_board
from firmware.config.schema import Config, check, shipped
from firmware.devices.protocols import Frame
from firmware.errors import DeviceLostError, StadiumError
from scoreboard.message import message
from scoreboard.rules import start
from vision.board.fitted_pieces import PieceFit
from vision.board.piece_colors import PieceColor
from vision.enrolled.color_model import ColorModel
from vision.tracking.board_watcher import HAND_COMES

NAVY, LEARNED = (ColorModel.of([np.array(color)]) for color in ((20.0, 10.0, -30.0), (50.0, 30.0, 12.0)))
STILL: Frame = np.zeros((4, 4, 3), np.uint8)


class Watching:
    """In place of a watcher: reports that a hand comes, or fails."""

    last: Any

    def __init__(self, places: object, **options: object) -> None:
        self.places, self.options, self.fault = places, options, None
        self.colors: tuple[PieceColor, ...] = ()
        self.rested = None
        Watching.last = self

    def watch(self, _scene: object, _take: object) -> tuple[object, ...]:
        """The report of every frame."""
        if self.fault is not None:
            raise self.fault
        return (HAND_COMES,)


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> BoardEyes:
    """What was learned of red; a die called navy was taught."""
    monkeypatch.setattr(board_eyes, "BoardWatcher", Watching)
    taught = SimpleNamespace(name="navy", color_model=NAVY)
    reader: Any = SimpleNamespace(enrolled=SimpleNamespace(dice=(taught,)))
    return BoardEyes(reader, PieceFit({"red": LEARNED}, 0.8))


def configured(**of_eyes: object) -> Config:
    """The shipped configuration, but for the eyes, which follow the board."""
    return check({"eyes": {"board": "strict", **of_eyes}}, "a test")


def watched(eyes: BoardEyes) -> int:
    """How many reports of a frame there are."""
    return len(eyes.watch(lambda: None, lambda: STILL))


def test_pieces_are_looked_for_in_the_teams_colours(eyes: BoardEyes) -> None:
    """As the eyes name them, as a die was taught, and as was learned; whatever is restarted in between."""
    eyes.restart(configured(), lambda *_, **__: ())
    assert 0 == watched(eyes)
    eyes.follow(("red", "navy"), {})
    assert (PieceColor("red", None, LEARNED), PieceColor("navy", NAVY)) == Watching.last.colors
    assert 1 == watched(eyes)
    eyes.restart(configured(), lambda *_, **__: ())
    assert 1 == watched(eyes)
    assert Watching.last.places.piece == pytest.approx(0.8 * eyes.places.piece)
    eyes.follow((), {})
    assert 0 == watched(eyes)


def test_pieces_are_looked_for_by_the_names_that_the_eyes_have(eyes: BoardEyes) -> None:
    """Where the owner calls a colour otherwise; with one that nobody knows nothing is looked for."""
    eyes.restart(configured(), lambda *_, **__: ())
    eyes.follow(("blue", "red"), {"teal": "blue"})
    assert (PieceColor("teal"), PieceColor("red", None, LEARNED)) == Watching.last.colors
    assert ("teal", "red") == (eyes.seen_as("blue"), eyes.seen_as("red"))
    eyes.follow(("blue", "mauve"), {"teal": "blue"})
    assert () == Watching.last.colors


def test_what_was_learned_counts_where_learning_is_on(eyes: BoardEyes) -> None:
    """And what is learned counts with the next frame."""
    eyes.follow(("red",), {})
    eyes.restart(configured(learn=False), lambda *_, **__: ())
    assert ((PieceColor("red"),), False) == (Watching.last.colors, Watching.last.options["keeps_boards"])
    eyes.restart(configured(), lambda *_, **__: ())
    eyes.learn(PieceFit({"red": NAVY}))
    assert ((PieceColor("red", None, NAVY),), True) == (Watching.last.colors, Watching.last.options["keeps_boards"])


@pytest.mark.parametrize("off", [{"eyes": {"board": "off"}}, {"camera": {"markers": False}}])
def test_a_board_that_is_off_is_not_looked_at(eyes: BoardEyes, off: dict[str, Any]) -> None:
    """Nor one without markers."""
    eyes.follow(("red", "blue"), {})
    eyes.restart(check(off, "a test"), lambda *_, **__: ())
    assert (0, None) == (watched(eyes), eyes.places)


@pytest.mark.usefixtures("as_at_a_table")
def test_what_fails_costs_no_throw(
    eyes: BoardEyes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A look is logged once, a lost camera not at all; places that cannot be read leave the board unseen."""
    eyes.follow(("red",), {})
    eyes.restart(configured(), lambda *_, **__: ())
    Watching.last.fault = DeviceLostError(message("camera.cable"))
    assert (0, "") == (watched(eyes), caplog.text)
    Watching.last.fault = ValueError("a look")
    assert [0, 0] == [watched(eyes), watched(eyes)]
    assert 1 == caplog.text.count("(board: ValueError")

    def unusable(_: Config) -> None:
        raise StadiumError(message("camera.cable"))

    monkeypatch.setattr(board_eyes, "board_places", unusable)
    eyes.restart(configured(), lambda *_, **__: ())
    assert 0 == watched(eyes)
    assert "(board: StadiumError" in caplog.text


def test_a_game_without_helmets_has_no_colours() -> None:
    """A table game is played beside the stadium."""
    assert ("red", "blue") == colors_on_board(start(SETUP))
    assert () == colors_on_board(start(structs.replace(SETUP, rules="two-dice")))


def test_board_is_not_read_before_its_owner_allows_it(eyes: BoardEyes) -> None:
    """As shipped; a simulated stadium's is known (`tests/firmware/config/test_overrides.py`)."""
    eyes.follow(("red",), {})
    eyes.restart(shipped(), lambda *_, **__: ())
    assert 0 == watched(eyes)
