"""When the board is looked at: once a hand comes over it, and a few times once everything on it has come to rest.

Rule kept here: nothing is computed that the tracker knows already. What moves, whether a hand is there, where the dice
lie and where the chip was read are the tracker's; the still is that which it has read, where it has read one. The board
itself is judged as it stands (`vision.board.board_reader`), and never by what has changed on it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from vision.board.ball_finder import BallSearch
from vision.board.board_reader import KnownTable, SeenBoard, look_at
from vision.board.marked_places import MarkedPlaces
from vision.board.piece_colors import PieceColor
from vision.board.piece_finder import LyingThing
from vision.board.piece_outlines import PieceOutline
from vision.board.piece_signs import with_signs
from vision.board.rectified import RectifiedBoard, rectified
from vision.geometry.sizes import CHIP_RADIUS, CHIP_THICKNESS
from vision.geometry.stadium import PLACES
from vision.readings import ChipReading, DieReading
from vision.tracking.association import Token
from vision.tracking.events import BoardRests, BoardSeen
from vision.tracking.table_geometry import BoardGeometry, StillView
from vision.types import Frame

AGAIN_FRAMES = 5
"""Frames from one look to the next, a third of a second."""
MORE_LOOKS = 4
"""So often a board is looked at again that differs from what the look before showed, whatever moved in between."""
OUTLINES = 40
"""Of the pieces that were seen last, by which others are judged."""
PATH = range(PLACES)
"""The places at which a helmet's sign is read: in a dugout it tells nothing."""
HAND_COMES = BoardSeen(SeenBoard((), None, True, {}))
RESTS = BoardRests()
A_SECOND = 15
"""Frames; half of them and a half are counted in turn."""


@dataclass(frozen=True, slots=True, eq=False)
class TableScene:
    """What the tracker knows of the table after a frame.

    Attributes:
        geometry: how the camera sees the board.
        frames_still: frames since anything moved over it.
        calm_frames: frames for which nothing may move.
        hand: whether a hand, or what is as large, is over it.
        tokens: the dice and the chip that lie there, those that are to be read again or moved among them.
    """

    geometry: BoardGeometry
    frames_still: int
    calm_frames: int
    hand: bool
    tokens: tuple[Token, ...]


Signature: TypeAlias = tuple[object, ...]
"""What a look is compared by with another: what stands where, not how surely, nor to the millimetre."""
_Next: TypeAlias = Literal["look", "rest"]
_Search: TypeAlias = Literal["find discs", "read a disc", "none"]


@dataclass(frozen=True, slots=True, eq=False)
class RestedBoard:
    """A board at rest, from above, and what was seen of it."""

    board: RectifiedBoard
    seen: SeenBoard


class BoardWatcher:
    """Looks at a board while it is watched; ``places`` are its own, mm.

    The chip is where the tracker has read it. One that it does not know, as after a start or on a zone's print, is
    looked for with ``search`` once the board was looked at: a disc a frame, in the frames that have no look. Where it
    is found the board is looked at as often as if something had moved, for then it tells something new.

    Attributes:
        colors: of the pieces; nothing is looked for while there are none. As ``places`` it may be set from any thread.
        rested: the last look at a board at rest, where ``keeps_boards``.
    """

    def __init__(
        self,
        places: MarkedPlaces,
        colors: Sequence[PieceColor] = (),
        search: BallSearch | None = None,
        *,
        keeps_boards: bool = False,
    ) -> None:
        self.places, self.colors = places, tuple(colors)
        self.rested: RestedBoard | None = None
        self._search, self._keeps_boards = search, keeps_boards
        self._next: _Next = "look"
        self._search_next: _Search = "none"
        self._was_searched = False
        self._wait = self._looks = self._alike = 0
        self._had_hand = False
        self._shown: Signature = ()
        self._outlines = deque[PieceOutline](maxlen=OUTLINES)

    def watch(self, scene: TableScene | None, take: Callable[[], Frame]) -> tuple[BoardSeen | BoardRests, ...]:
        """What is to be reported after a frame; ``take`` takes its still.

        ``scene`` is None while the camera moves, or no board is known.
        """
        if scene is None or not self.colors:
            self._wait_for_rest()
            return ()
        had_hand, self._had_hand = self._had_hand, scene.hand
        if had_hand != scene.hand or scene.frames_still < scene.calm_frames:
            self._wait_for_rest()
        if scene.hand and not had_hand:
            return (HAND_COMES,)
        if scene.frames_still < scene.calm_frames:
            return ()
        self._wait -= 1
        rests = (RESTS,) if scene.frames_still * 2 % A_SECOND in {0, 1} else ()
        if self._wait < 0 and self._next == "look":
            self._next = "rest"  # what fails is not tried again before something moves
            return (self._look(scene, take()), *rests)
        if self._search is not None:
            self._go_on_searching(self._search, scene, take)
        return rests

    def _wait_for_rest(self) -> None:
        """Look once nothing moves any more."""
        self._next, self._wait, self._looks = "look", 0, 0
        self._search_next, self._was_searched = "none", False

    def _go_on_searching(self, search: BallSearch, scene: TableScene, take: Callable[[], Frame]) -> None:
        now, self._search_next = self._search_next, "none"  # likewise
        match now:
            case "find discs":
                search.begin(take(), scene.geometry.registration, self.places.area)
                self._search_next = "read a disc"
            case "read a disc" if search.is_on:
                if search.step() is None:
                    self._search_next = "read a disc"
                else:
                    self._next, self._looks = "look", 0

    def _look(self, scene: TableScene, still: Frame) -> BoardSeen:
        ball = _ball(scene.tokens, StillView(still, scene.geometry))
        if ball is None and self._search is not None:
            ball = self._search.found_again(still)
        things = tuple(_thing(token, scene.geometry.die_mm) for token in scene.tokens)
        registration = scene.geometry.registration
        known = KnownTable(things, scene.hand, tuple(self._outlines))
        seen = look_at(still, registration, self.places, self.colors, ball, known)
        self._outlines += [piece.outline for piece in seen.pieces if piece.outline is not None]
        seen = with_signs(seen, still, registration, self.colors, PATH)
        seen = replace(seen, hand=True) if scene.hand else seen
        self._looks += 1
        if seen.hand is False:
            shows = _signature(seen)
            self._alike = self._alike + 1 if shows == self._shown else 1
            self._shown = shows
        if self._looks <= MORE_LOOKS and (seen.hand is not False or self._alike <= MORE_LOOKS):
            self._next, self._wait = "look", AGAIN_FRAMES - 1
        elif self._keeps_boards and seen.hand is False:
            board = rectified(still, registration, self.places.area)
            self.rested = RestedBoard(board, seen)
        if ball is None and seen.hand is False and not self._was_searched:
            self._search_next, self._was_searched = "find discs", True
        return BoardSeen(seen)


def _ball(tokens: Sequence[Token], view: StillView) -> ChipReading | None:
    """The chip as it was read, where it lies in the still."""
    chips = ((token, token.reading) for token in tokens)
    return next((replace(chip, box=view.box_of(token)) for token, chip in chips if isinstance(chip, ChipReading)), None)


def _thing(token: Token, die_mm: float) -> LyingThing:
    if isinstance(token.reading, DieReading):
        return LyingThing(token.at, die_mm, die_mm)
    return LyingThing(token.at, 2 * CHIP_RADIUS, CHIP_THICKNESS)


def _signature(seen: SeenBoard) -> Signature:
    pieces = tuple((piece.at, piece.color) for piece in seen.pieces if piece.at is not None)
    held = tuple((name, place.holds) for name, place in seen.places.items())
    return None if seen.ball is None else seen.ball.at, tuple(sorted(pieces, key=str)), held
