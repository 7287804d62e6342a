"""Simulated players who show with their pieces what they mean, and how well the box follows them.

Rule kept here: they know their own intention and what the box shows, and nothing of what the camera sees. Where the box
does not stand as they mean it once their hands are gone, they press, and that is counted.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from firmware.devices.protocols import Gesture
from firmware.play.state.board_state import BoardState
from firmware.simulated.scenario import Handling, Untidiness
from firmware.simulated.world.intentions import Intention, intended, same_table, unsaid
from firmware.simulated.world.pieces import PieceMove, answer_moves, helmets_on
from firmware.simulated.world.untidy import Act, untidied
from scoreboard.language import ENGLISH
from scoreboard.message import Message, Words, message
from scoreboard.rules import Refused, apply
from scoreboard.rules.events import Amend, Ball, Call, Chip, Die, Hold, Move, Skip
from vision.geometry.stadium import PLACES

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.play.state.shown import Shown
    from firmware.simulated.camera import SimulatedCamera
    from scoreboard.rules.history import Entry
    from scoreboard.rules.state import Game

MEANING, UNTIDY, STAYING = 2, 3, 4
"""Parts of the seed, so that what is meant does not depend on what is thrown."""
MOST_PRESSES = 40
"""How often NEXT is pressed for an answer: by then it has come round several times."""
AHEAD = 2
"""How many places a helmet is moved before its die is thrown."""
READ_LINES = (Move, Ball, Skip, Hold, Call, Amend)
"""What may be read from where the pieces are."""
HINT_S = 3.0
"""How long players whose pieces are not where they belong, or who carried the Ball, look whether the box has a word
for it."""
MISPLACED: frozenset[Untidiness] = frozenset({"short", "wrong-helmet", "fallen", "beside", "child", "sleeve", "spare"})
"""After which of the ways to be untidy they put their pieces right if it has."""
NEXT_THROW_TELLS = message("board.next-throw")
"""What the box says where they need only throw on."""
Settled = Literal["settled", "looks"]
"""The box stands as it is meant to; or it is looked at for a while."""


@dataclass(slots=True)
class BoardTally:
    """How well the box followed the pieces.

    Attributes:
        plays: throws, and steals, that the law left to the players.
        by_hand: of them, those that a player had to press for.
        hints: sentences by which the box asked for a piece to be put right.
        wrong: lines read from the board that nobody meant.
        half_innings: in which somebody threw.
        notes: what happened in plays that did not go by themselves.
    """

    plays: int = 0
    by_hand: int = 0
    hints: int = 0
    wrong: int = 0
    half_innings: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def words(self) -> Message:
        """The demonstration's last line but one."""
        return message("run.board", plays=self.plays, by_hand=self.by_hand, hints=self.hints, wrong=self.wrong)

    def __str__(self) -> str:
        return ENGLISH(self.words)

    def add(self, other: BoardTally) -> None:
        """Count that game as well."""
        self.plays, self.by_hand = self.plays + other.plays, self.by_hand + other.by_hand
        self.hints, self.wrong = self.hints + other.hints, self.wrong + other.wrong
        self.half_innings += other.half_innings


class PiecePlay:
    """Moves the pieces as the players mean their throws, and puts the box right where it does not follow.

    Args:
        table: where the pieces stand.
        seed: which game.
        hands: how tidily they are moved.

    Attributes:
        meant: what is shown with the pieces now; None between plays.
        late: what is shown with the next throw only.
        tally: how well the box followed.
        board: what the faces show of the board.
    """

    def __init__(self, table: SimulatedCamera, seed: int, hands: Handling) -> None:
        self.meant: Intention | None = None
        self.tally = BoardTally()
        self._table, self._seed, self._hands = table, seed, hands
        self.late: Intention | None = None
        self._agreed: Game | None = None
        self._games = self._number = self._presses = self._drawn_after = 0
        self._habit: Untidiness | None = None
        self._is_read = self._is_late = self._is_looked_at = self._is_mended = False
        self.board: Callable[[], BoardState] = BoardState
        self._hint: Words = ""
        self._half: tuple[int, str] | None = None

    def turn_to(self, games: int) -> None:
        """Begin with another game, before which that many were played here: its lines are counted from the first."""
        self._games, self._drawn_after = games, 0
        self.meant = self.late = self._agreed = None

    def begin(self, shown: Shown) -> bool:
        """Show with the pieces what is meant by the last throw; False where nothing is, or it is shown later."""
        if self._is_owed(shown):
            return True
        if shown.number <= self._drawn_after:
            return False
        self._drawn_after = self._number = shown.number
        meant = intended(shown.game, self._rng(MEANING))
        if meant is None:
            self._agreed = None
            return False
        self.tally.plays += 1
        self._habit = self._untidiness()
        if self._habit == "short" and isinstance(meant.answer, int) and meant.answer - 1 in shown.game.options:
            self._habit = None  # that would mean something else
        self._presses = 0
        self._is_read = self._is_late = self._is_looked_at = self._is_mended = False
        if self._habit == "late" and meant.after.awaits == shown.game.awaits:
            self.late, self._agreed = meant, None
            return False
        self.meant, self._agreed = meant, meant.after
        self._table.act(self._acts(meant))
        return True

    def _acts(self, meant: Intention) -> tuple[Act, ...]:
        moves = answer_moves(self._table.stadium.field, meant)
        if self._habit is None:
            return moves
        return untidied(self._habit, moves, self._table.table(meant.before), self._rng(UNTIDY))

    def takes(self, shown: Shown) -> bool:
        """Whether this is for the hands to deal with: a play is being shown, or a line was read from the board."""
        self._count_hint()
        return self.meant is not None or is_read_from_board(shown)

    def follow(self, shown: Shown) -> Gesture | Call | Settled | None:
        """What is done about it: while hands move nothing, once a player presses the next press."""
        self._is_read |= is_read_from_board(shown)
        if self.meant is None:
            if self._agreed is not None and not same_table(shown.game, self._agreed):
                self._note(shown, "read later, and otherwise than meant")
                self.tally.wrong += 1
                self._agreed = shown.game
            return None
        if not self._presses or (shown.line is None and shown.kind != "refused"):
            return None
        return self._end(shown) if shown.kind == "refused" else self._press(shown)

    def settle(self, shown: Shown) -> Gesture | Call | Settled | None:
        """The hands are gone and all lies still: go on where the box stands as meant, and else press."""
        meant = self.meant
        self._count_hint()
        if meant is None or self._presses:
            return None
        if same_table(shown.game, meant.after):
            return self._end(shown)
        if not (self._is_looked_at or self._is_late) and (self._habit in MISPLACED or meant.before.phase == "throw"):
            self._is_looked_at = True
            return "looks"
        if self._hint == NEXT_THROW_TELLS and meant.after.awaits is not None:
            self.meant, self.late, self._agreed = None, meant, None
            return "settled"
        if self._hint and self._habit in MISPLACED and not self._is_mended:
            self._is_mended = True
            self._table.set_up(meant.after)
            return None
        self.tally.by_hand += 1
        if self._is_read:
            self.tally.wrong += 1
        self._note(shown, "read wrongly" if self._is_read else "not read")
        return self._end(shown) if self._is_late else self._press(shown)  # nobody goes back behind a throw

    def _press(self, shown: Shown) -> Gesture | Call | Settled:
        meant = self.meant
        if meant is None or same_table(shown.game, meant.after) or self._presses >= MOST_PRESSES:
            return self._end(shown)
        if meant.before.phase == "pitch":
            self.meant = None
            return Call(call="steal")
        self._presses += 1
        return "next"

    def _end(self, shown: Shown) -> Settled:
        self.meant, self._agreed, self._drawn_after = None, shown.game, shown.number
        return "settled"

    def before_throw(self, shown: Shown) -> Game:
        """The game as the players mean it when they throw; a helmet may be moved before its die is thrown."""
        half = shown.game.inning, shown.game.half
        self.tally.half_innings, self._half = self.tally.half_innings + (half != self._half), half
        if self.late is not None:
            return self.late.after
        self._number = shown.number
        game = unsaid(shown.game, self._rng(STAYING))
        due = next((man for man in game.men if man.turn == "due"), None)
        if due is not None and game.phase == "run" and self._untidiness() == "early":
            name = next(name for name, place in helmets_on(game).items() if place == due.place)
            self._table.act((PieceMove(name, (self._table.stadium.field.path[(due.place + AHEAD) % PLACES],)),))
        return game

    def _count_hint(self) -> None:
        board = self.board()
        before, self._hint = self._hint, board.hint or board.out_of_step
        self.tally.hints += bool(self._hint) and self._hint != before

    def forget(self) -> None:
        """Somebody has taken over."""
        self.meant = self.late = self._agreed = None

    def _is_owed(self, shown: Shown) -> bool:
        """Whether the box may yet read a play whose pieces were moved with the throw that it has just recorded."""
        late, self.late = self.late, None
        if late is None or not isinstance(shown.line, Die | Chip):
            return False
        self.meant, self._is_late = replace(late, after=_with(late.after, shown.line)), True
        return True

    def _untidiness(self) -> Untidiness | None:
        chance, hands = self._rng(UNTIDY), self._hands
        if not hands.untidy or chance.random() >= hands.share:
            return None
        return hands.untidy[chance.integers(len(hands.untidy))]

    def _rng(self, part: int) -> np.random.Generator:
        return np.random.default_rng([self._seed, self._number, part, self._games])

    def _note(self, shown: Shown, what: str) -> None:
        meant = self.meant
        play = "" if meant is None else f": {meant.before.phase}, meant {meant.answer} of {list(shown.game.options)}"
        hands = f"hands: {self._habit or 'tidy'}; {_seen(self.board())}"
        self.tally.notes.append(f"seed {self._seed}, line {self._number}: {what}{play}; {hands}")


def _seen(board: BoardState) -> str:
    """What the box makes of the board, in a line of the laboratory's."""
    if board.seen is None:
        return "no look at the board"
    helmets = {name: place.holds for name, place in board.seen.places.items() if place.holds != ""}
    standing = ", ".join(f"{name} {color or 'unsure'}" for name, color in helmets.items())
    words = ENGLISH(board.hint or board.out_of_step) or "nothing"
    ball = "nowhere" if board.seen.ball is None else board.seen.ball.at or "at no place"
    return f"seen: {standing}, ball {ball}; said: {words}"


def _with(game: Game, line: Entry) -> Game:
    """The game with that line; as it stands where the law refuses it."""
    with suppress(Refused):
        return game if isinstance(line, Amend) else apply(game, line)
    return game


def is_read_from_board(shown: Shown) -> bool:
    """Whether the line that is shown was read from where the pieces are."""
    return shown.line is not None and shown.line.by == "camera" and isinstance(shown.line, READ_LINES)
