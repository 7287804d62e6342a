"""What is seen of a game's board besides its dice: the watcher, as configured, and what was learned of the pieces.

Rule kept here: what fails here ends a look, is logged once, and costs no throw.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress

from firmware.config.schema import Config
from firmware.errors import DeviceLostError
from firmware.storage.board_places import board_places
from scoreboard.face_guard import Face
from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.state import Game
from vision import DiceReader
from vision.board.ball_finder import BallSearch
from vision.board.fitted_pieces import PieceFit
from vision.board.marked_places import MarkedPlaces
from vision.board.piece_colors import PieceColor
from vision.readings import PictureReader
from vision.recognition.color import PALETTE
from vision.tracking.board_watcher import BoardWatcher, RestedBoard, TableScene
from vision.tracking.events import BoardRests, BoardSeen
from vision.tracking.tracker import TakeStill


class BoardEyes:
    """Looks at the board on the camera's thread; all but `restart` and `watch` is called on others.

    Args:
        reader: knows the taught dice, whose colours pieces may have.
        fit: what was learned of the pieces; None where nothing is to be learned.

    Attributes:
        colors: of the pieces that are looked for, without what was learned.
        places: of the board, likewise; None while it is not looked at.
        fit: what was learned.
    """

    def __init__(self, reader: DiceReader, fit: PieceFit | None = None) -> None:
        self._reader, self._learns = reader, fit is not None
        self.fit = fit or PieceFit()
        self.colors: tuple[PieceColor, ...] = ()
        self.places: MarkedPlaces | None = None
        self._watcher: BoardWatcher | None = None
        self._uses_fit, self._seen_as = False, dict[str, str]()
        self._guard = Face("board")

    @property
    def rested(self) -> RestedBoard | None:
        """The last look at a board at rest, from which the pieces may be learned."""
        return None if self._watcher is None else self._watcher.rested

    def restart(self, config: Config, read: PictureReader) -> None:
        """Look as configured; ``read`` reads the chip."""
        self._watcher = self.places = None
        if config.eyes.board == "off" or not config.camera.markers:
            return
        with self._guard:
            self.places = board_places(config)
            self._uses_fit = config.eyes.learn
            keeps = self._learns and config.eyes.learn
            self._watcher = BoardWatcher(self.places, search=BallSearch(read), keeps_boards=keeps)
            self._apply()

    def watch(self, scene: Callable[[], TableScene | None], take: TakeStill) -> tuple[BoardSeen | BoardRests, ...]:
        """What is to be reported of the board after a frame."""
        if self._watcher is not None and self._watcher.colors:
            with self._guard, suppress(DeviceLostError):  # reported already, by the camera's supervisor
                return self._watcher.watch(scene(), take)
        return ()

    def follow(self, teams: Collection[str], called: Mapping[str, str]) -> None:
        """Look for pieces in these colours from the next frame on; ``called`` are the owner's names, seen -> meant.

        Where one is not known, the board is not looked at: that team's places would seem empty.
        """
        self._seen_as = {meant: seen for seen, meant in called.items()}
        known = tuple(self._named(map(self.seen_as, teams)))
        colors = known if len(known) == len(teams) else ()
        if colors != self.colors:
            self.colors = colors
            self._apply()

    def learn(self, fit: PieceFit) -> None:
        """Look for pieces as they were learned from the next frame on."""
        self.fit = fit
        self._apply()

    def _apply(self) -> None:
        fit = self.fit if self._uses_fit else PieceFit()
        if self._watcher is not None and self.places is not None:
            self._watcher.places = fit.places(self.places)
            self._watcher.colors = tuple(map(fit.learned, self.colors))

    def seen_as(self, team: str) -> str:
        """What the eyes call a team's colour."""
        return self._seen_as.get(team, team)

    def _named(self, names: Iterable[str]) -> Iterator[PieceColor]:
        """Colours that the eyes name, or those of dice that were taught by these names."""
        taught = {die.name: die for die in self._reader.enrolled.dice}
        for name in names:
            if name in PALETTE or name in taught:
                yield PieceColor(name, None if name in PALETTE else taught[name].color_model)


def colors_on_board(game: Game) -> tuple[str, ...]:
    """The colours of the teams whose helmets are on the stadium; none in a game that is played without any."""
    return (game.setup.away.color, game.setup.home.color) if has_ten_sided_dice(game.setup.rules) else ()
