"""What confirmed plays teach of the owner's own pieces, as corrections do of taught dice.

A throw confirms the plays before it: if by then the board was as the game has it, what stood where is known, for the
places that were not told for sure as well. After the game the looks teach (`vision.board.fitted_pieces`), beside the
game and never in its way. Rule kept here: a board that contradicts the game at any place teaches nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Final, Protocol

from firmware.play.board.expected_board import PATH, expected_board
from firmware.play.state.shown import Shown
from scoreboard.face_guard import Face
from scoreboard.rules.events import Chip, Die
from scoreboard.rules.state import Game
from vision.board.board_reader import SeenBoard
from vision.board.fitted_pieces import ConfirmedLook, FitTrial, PieceFit, tried_fit
from vision.board.marked_places import MarkedPlaces, PlaceName
from vision.board.piece_colors import PieceColor
from vision.tracking.board_watcher import RestedBoard

MOST: Final = 24
"""Looks of a game that teach, the newest: a sixth of a megabyte each."""


class LearningEyes(Protocol):
    """What looks at the board, and is taught."""

    colors: tuple[PieceColor, ...]
    places: MarkedPlaces | None
    fit: PieceFit

    @property
    def rested(self) -> RestedBoard | None:
        """The last look at a board at rest."""

    def seen_as(self, team: str) -> str:
        """What the eyes call a team's colour."""

    def learn(self, fit: PieceFit) -> None:
        """Look for pieces as they were learned."""


class PieceLessons:
    """An observer of the game that teaches ``eyes``; ``keep`` is called with what was learned, on a thread of its own.

    ``learns`` says whether anything is to be learned now.

    Attributes:
        lesson: the last one.
    """

    def __init__(self, eyes: LearningEyes, keep: Callable[[FitTrial], None], learns: Callable[[], bool]) -> None:
        self._eyes, self._keep, self._learns = eyes, keep, learns
        self._game: Game | None = None
        self._known: RestedBoard | None = None
        self._looks = deque[ConfirmedLook](maxlen=MOST)
        self._guard = Face("lessons of the board")
        self.lesson: Thread | None = None

    def __call__(self, shown: Shown) -> None:
        """Take in what was shown."""
        before, self._game = self._game, shown.game
        if shown.is_another or before is None:
            self._looks.clear()
        elif isinstance(shown.line, Die | Chip) and self._learns():
            self._confirm(before)
        if shown.game.over and self._looks:
            self.lesson = Thread(target=self._teach, args=(tuple(self._looks),), name="pieces", daemon=True)
            self._looks.clear()
            self.lesson.start()

    def _confirm(self, game: Game) -> None:
        rested = self._eyes.rested
        if rested is None or rested is self._known:
            return
        self._known = rested
        held = held_by(game, self._eyes.seen_as)
        if held and fits(rested.seen, held):
            self._looks.append(ConfirmedLook.of(rested.board, rested.seen, held))

    def _teach(self, looks: tuple[ConfirmedLook, ...]) -> None:
        with self._guard:
            if (places := self._eyes.places) is not None:
                trial = tried_fit(looks, places, self._eyes.colors, self._eyes.fit)
                if trial is not None and trial.is_better:
                    self._eyes.learn(trial.fit)
                    self._keep(trial)


def held_by(game: Game, seen_as: Callable[[str], str]) -> Mapping[PlaceName, str]:
    """What stands at each place of the path by the game, the colour or nothing; empty for a game without helmets."""
    board = expected_board(game)
    return {} if board is None else {place: seen_as(board.color) if place in board.taken else "" for place in PATH}


def fits(seen: SeenBoard, held: Mapping[PlaceName, str]) -> bool:
    """Whether a look contradicts that at no place, and bears a piece of it out at one."""
    states = [(seen.places[name].holds, color) for name, color in held.items() if name in seen.places]
    return all(holds in {None, color} for holds, color in states) and any(color and holds for holds, color in states)
