"""A game of confirmed plays teaches what the owner's pieces look like: what is certain, and only if it is better."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import pytest
from msgspec import structs
from support.scoring import SETUP

from firmware.play.state.shown import Shown
from firmware.play.table import piece_lessons
from firmware.play.table.piece_lessons import MOST, PieceLessons, held_by
from scoreboard.rules import apply, start
from scoreboard.rules.events import Die, Set
from scoreboard.rules.state import Game
from vision.board.board_reader import PlaceLikelihood, SeenBoard
from vision.board.fitted_pieces import ConfirmedLook, FitTrial, LookTally, PieceFit
from vision.board.marked_places import MarkedPlaces, of_field
from vision.board.piece_colors import PieceColor
from vision.board.rectified import RectifiedBoard
from vision.geometry.stadium import STADIUM
from vision.tracking.board_watcher import RestedBoard

GAME = apply(start(SETUP), Set(runners=(9, 3)))
"""Red runners on 9 and 3."""
THROWN = Die(color="blue", value=4)
BOARD = RectifiedBoard(np.zeros((8, 8, 3), np.uint8), 1.0, 0.0, 0.0, (0.0, 0.0), 600.0)
BETTER = FitTrial(PieceFit(width=0.8), LookTally(80, 12, 0), LookTally(92, 0, 0))


@dataclass
class Eyes:
    """A board that is looked at, in memory."""

    colors: tuple[PieceColor, ...] = (PieceColor("red"), PieceColor("blue"))
    places: MarkedPlaces | None = field(default_factory=lambda: of_field(STADIUM))
    fit: PieceFit = field(default_factory=PieceFit)
    rested: RestedBoard | None = None
    called: dict[str, str] = field(default_factory=dict)

    def seen_as(self, team: str) -> str:
        """As the game calls it."""
        return self.called.get(team, team)

    def learn(self, fit: PieceFit) -> None:
        """Keep it."""
        self.fit = fit


@dataclass
class Taught:
    """Lessons whose fit is made up; ``looks`` are those that it was to be made from."""

    learns: bool = True
    trial: FitTrial | None = BETTER
    eyes: Eyes = field(default_factory=Eyes)
    looks: list[ConfirmedLook] = field(default_factory=list)
    kept: list[FitTrial] = field(default_factory=list)
    now: ClassVar[Taught]

    def __post_init__(self) -> None:
        """Nobody has seen the game yet."""
        Taught.now = self
        self.lessons = PieceLessons(self.eyes, self.kept.append, lambda: self.learns)

    def fitted(self, looks: tuple[ConfirmedLook, ...], *_: object) -> FitTrial | None:
        """In place of `tried_fit`."""
        self.looks += looks
        return self.trial

    def play(self, look: SeenBoard) -> None:
        """The board rests so, and a throw follows."""
        self.eyes.rested = RestedBoard(BOARD, look)
        self.show(GAME)
        self.show(GAME, THROWN)

    def show(self, game: Game, line: Die | None = None, *, another: bool = False) -> None:
        """Show a state of the game."""
        self.lessons(Shown(game, None, "", "play", line, 1, None, (), is_another=another))

    def end(self) -> None:
        """The game is over, and the lesson too."""
        self.show(structs.replace(GAME, phase="over"))
        if self.lessons.lesson is not None:
            self.lessons.lesson.join()


@pytest.fixture(autouse=True)
def _made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is fitted is what the lessons in a test say."""
    monkeypatch.setattr(piece_lessons, "tried_fit", lambda looks, *_: Taught.now.fitted(looks))


def seen(game: Game, **others: str | None) -> SeenBoard:
    """A look at a board that is as the game has it, but for some places, ``p7="red"``; None for what is not sure."""
    held = {place: others.get(f"p{place}", color) for place, color in held_by(game, str).items()}
    likely = {None: PlaceLikelihood(0.5, {}), "": PlaceLikelihood(1.0, {})}
    return SeenBoard((), None, False, {
        place: likely.get(color) or PlaceLikelihood(0.0, {str(color): 1.0}) for place, color in held.items()
    })  # fmt: skip


def test_a_throw_confirms_what_stood_where() -> None:
    """A look whose board is as the game has it, not sure everywhere; its places are labelled by the game."""
    taught = Taught()
    taught.play(seen(GAME, p14=None))
    taught.end()
    (look,) = taught.looks
    assert {3: "red", 9: "red"} == {place: color for place, color in look.held.items() if color}
    assert 23 == len(look.held)
    assert [BETTER] == taught.kept
    assert 0.8 == taught.eyes.fit.width


@pytest.mark.parametrize(
    "others",
    [{"p14": "red"}, {"p3": ""}, {"p3": "blue"}, {"p3": None, "p9": None}],
    ids=["one too many", "one missing", "of the other team", "none that is told"],
)
def test_a_board_that_is_otherwise_teaches_nothing(others: dict[str, str | None]) -> None:
    """At one place even, or where no piece bears it out."""
    taught = Taught()
    taught.play(seen(GAME, **others))
    taught.end()
    assert ([], []) == (taught.looks, taught.kept)


def test_pieces_are_learned_by_the_name_that_the_eyes_have_for_them() -> None:
    """Where the owner calls their colour otherwise."""
    taught = Taught(eyes=Eyes(called={"red": "orange"}))
    taught.play(seen(GAME, p3="orange", p9="orange"))
    taught.end()
    assert {"", "orange"} == set(taught.looks[0].held.values())


def test_a_look_teaches_once_and_of_one_game() -> None:
    """However many throws follow upon it; and the newest do."""
    taught = Taught()
    for _ in range(MOST + 3):
        taught.play(seen(GAME))
        taught.show(GAME, THROWN)
    taught.end()
    assert MOST == len(taught.looks)
    taught.looks.clear()
    taught.play(seen(GAME))
    taught.show(GAME, another=True)
    taught.end()
    assert [] == taught.looks


def test_what_is_not_better_is_not_kept() -> None:
    """Nor is anything, where nothing was found."""
    for trial in (None, FitTrial(PieceFit(width=0.8), LookTally(92, 0, 0), LookTally(91, 1, 0))):
        taught = Taught(trial=trial)
        taught.play(seen(GAME))
        taught.end()
        assert ([], 1.0, 1) == (taught.kept, taught.eyes.fit.width, len(taught.looks))


def test_nothing_is_learned_where_that_is_off() -> None:
    """By `[eyes] learn`."""
    taught = Taught(learns=False)
    taught.play(seen(GAME))
    taught.end()
    assert [] == taught.looks


@pytest.mark.usefixtures("as_at_a_table")
def test_a_lesson_that_fails_costs_itself(caplog: pytest.LogCaptureFixture) -> None:
    """It is logged, and the next game teaches."""
    taught = Taught()

    def full(_: FitTrial) -> None:
        raise OSError("no space left")

    taught.lessons = PieceLessons(taught.eyes, full, lambda: True)
    taught.play(seen(GAME))
    taught.end()
    assert "lessons of the board" in caplog.text
    taught.show(GAME, another=True)
    taught.play(seen(GAME))
    taught.end()
    assert 2 == len(taught.looks)
