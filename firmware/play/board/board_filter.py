"""The filter between the camera's looks at the board and the game: what is committed, hinted at, or out of step.

States, by what the looks at a board at rest say: it *fits* the game, or what the law allows from here; it is *behind*,
as the game stood a few lines ago; it is *unclear*, for it shows another answer than the game has, and not which; or it
is *odd*. The last two are hinted at after `HINT_RESTS`. An odd board is *out of step* after `STEP_RESTS`, or once the
game has gone on meanwhile; then nothing is read from it until it fits again.

Rules kept here: time is that for which the camera saw the board at rest, so that one that is slow or halted makes no
hints. Buttons and page overrule the board: what a person stated, or took back, is not read again from pieces that have
not moved since. A table without helmets is never spoken to. *Loose* is learned: where the board followed no more than
`FOLLOWED` of the last `OF` throws, hints stop, and the board says no call but a steal.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from firmware.config.schema import BoardReading
from firmware.notice import Notice, notice
from firmware.play.board.continuations import Continuation, continuations, late_lines
from firmware.play.board.evidence import BoardEvidence
from firmware.play.board.expected_board import expected_board
from firmware.play.board.put_right import lines_to
from firmware.play.board.reading import LOOKS, KnownBoard, fit_of, leader
from firmware.play.board.words import because, hint_at, lies_oddly, out_of_step, put_back
from firmware.play.state.board_state import BoardState
from scoreboard.message import Words, message
from scoreboard.rules import allows, has_ten_sided_dice
from scoreboard.rules.events import Ball, Call, Chip, Die, Event, Move, Skip
from scoreboard.rules.history import Entry, History
from vision.board.board_reader import SeenBoard
from vision.board.marked_places import PlaceName

HINT_RESTS, STEP_RESTS = 4, 24
"""Half seconds at rest for which a board is odd before it is hinted at, and before it is out of step: 2 s and 12 s."""
BEHIND = 6
"""Lines that a board may be behind: people see to the dice first."""
FOLLOWED, OF = 4, 12
"""A board that followed no more than so many of so many throws belongs to a table that plays loosely."""


@dataclass(frozen=True, slots=True)
class BoardDecision:
    """Lines that the board shows, to be recorded, and why they were read so."""

    lines: tuple[Entry, ...]
    because: Words


@dataclass(frozen=True, slots=True)
class _Odd:
    """Since when the board is odd, and whether the game has gone on meanwhile."""

    since: int | None = None
    went_on: bool = False


_Stands = tuple[frozenset[tuple[PlaceName, str]], PlaceName | None]
"""What stands where, and where the ball lies."""


class BoardFilter:
    """Follows the board of a game.

    Attributes:
        state: what the faces show.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self, *, resumed: bool = False) -> None:
        """Another game, or the same after a restart: what the board shows is compared with it."""
        self.state = BoardState()
        self._seen = KnownBoard(BoardEvidence())
        self._ball_at: PlaceName | None = None
        self._found: tuple[History | None, Die | None, tuple[Continuation, ...]] = (None, None, ())
        self._thrown: Die | None = None
        self._own = self._rested = 0
        self._overruled: _Stands | None = None
        self._odd, self._must_compare, self._put_back = _Odd(), resumed, False
        self._has_helmets, self._learned_loose, self._says_loose = False, False, False
        self._followed = deque[bool](maxlen=OF)

    # -- what comes in

    def see(self, look: SeenBoard, history: History) -> None:
        """One look."""
        evidence = self._seen.evidence.after(look)
        came = self._seen.evidence.last.get(0) == "" and evidence.last.get(0, "") != ""
        seen = replace(self._seen, evidence=evidence, batter_came=self._seen.batter_came or came)
        if evidence.ball is not None and evidence.ball != self._ball_at:
            seen = replace(seen, ball_from=self._ball_at, ball_carried=True)
            self._ball_at = evidence.ball
        self._seen = seen
        self.state = replace(self.state, seen=look)
        if evidence.looks == 1:  # something has moved
            self._odd = replace(self._odd, since=None)
        board = expected_board(history.game)
        if board is not None and evidence.looks:
            self._has_helmets |= bool(evidence.places_of(board.color))
            if evidence.looks >= LOOKS and evidence.shows(board):
                self._seen = replace(self._seen, fitted=True)
            if self._overruled not in {None, self._stands}:
                self._overruled = None
        if (self.state.out_of_step or self._put_back) and self._standing(history) == "fits":
            self.step_again()  # a throw may come before the next half second

    def rest(self) -> None:
        """The board was seen at rest for another half second."""
        self._rested += not self._seen.evidence.hand

    def threw(self, throw: Event, history: History) -> None:
        """A die fell that is not due: a call that the board shows may make it so."""
        if isinstance(throw, Die) and not allows(history.game, throw):
            self._thrown = throw

    def recorded(self, before: History, line: Entry) -> None:
        """A line counts, which met that history."""
        if isinstance(line, Die | Chip):
            self._count_followed(before)
            self._overruled = None
            if self._odd.since is not None:
                self._odd = replace(self._odd, went_on=True)
        elif line.by != "camera":
            self._overruled = self._stands
        self._own = max(0, self._own - 1)
        if not self._own:
            self.state = replace(self.state, because="")
        self._thrown = None
        self._seen = replace(self._seen, ball_carried=False, batter_came=False, fitted=False)

    def _count_followed(self, before: History) -> None:
        """Whether the board followed the game until this throw; a table that rarely does plays loosely."""
        standing = self._standing(before)
        board = None if standing == "unknown" else expected_board(before.game)
        if board is None or not (board.taken or self._seen.evidence.places_of(board.color)):
            return
        self._followed.append(standing in {"fits", "unclear"})
        if len(self._followed) == OF and sum(self._followed) <= FOLLOWED and not self._learned_loose:
            self._learned_loose = self._says_loose = True

    # -- what comes out

    def decide(self, history: History, reading: BoardReading, throw: Event | None = None) -> BoardDecision | None:
        """What the board shows that is not recorded yet, if that is clear; ``throw`` lies there, to be judged next."""
        evidence = self._seen.evidence
        if reading == "off" or evidence.hand or not evidence.looks or self._overruled is not None:
            return None
        if self.state.out_of_step or self._put_back or not has_ten_sided_dice(history.game.setup.rules):
            return None
        found = self._continuations(history)
        is_loose, is_over = self._is_loose(reading), history.game.over
        allowed = found
        if is_loose:
            allowed = tuple(each for each in found if _only_answers(each) or (_is_steal(each) and self._is_shown(each)))
        if is_over:
            allowed = tuple(each for each in found if not each.lines or (_only_answers(each) and self._is_shown(each)))
        chosen = leader(self._seen, allowed, throw)
        if chosen is None and not is_loose and self._standing(history) == "odd":
            chosen = leader(self._seen, (found[0], *late_lines(history, self._thrown)))
        if chosen is None or self._may_be_late(chosen, history):
            return None
        why = because(chosen, found[0], evidence)
        self._own = len(chosen.lines) + 1
        self.state = replace(self.state, because=why, hint="")
        return BoardDecision(chosen.lines, why)

    def news(self, history: History, reading: BoardReading) -> Notice | None:
        """What the table is told now of its board, once."""
        if reading == "off":
            self.state = replace(self.state, hint="", out_of_step="")
            return None
        if self._says_loose:
            self._says_loose = False
            self.state = replace(self.state, hint="", out_of_step="")
            return notice("board.loose") if reading == "strict" else None
        standing = self._standing(history)
        if standing == "unknown" or self._is_loose(reading):
            return None
        if standing in {"odd", "unclear"}:
            self._odd = replace(self._odd, since=self._rested if self._odd.since is None else self._odd.since)
            return self._speak(history, is_unclear=standing == "unclear")
        if standing == "fits":
            self._must_compare = False
        if standing == "behind" and (self.state.out_of_step or self._put_back):
            return None
        self._odd, self._put_back = _Odd(), False
        self.state = replace(self.state, hint="", out_of_step="")
        return None

    def _speak(self, history: History, *, is_unclear: bool) -> Notice | None:
        board, evidence = expected_board(history.game), self._seen.evidence
        rested = 0 if self._odd.since is None else self._rested - self._odd.since
        if board is None or self.state.out_of_step or self._put_back:
            return None
        late = HINT_RESTS if self._odd.went_on or self._must_compare else STEP_RESTS
        if rested >= late and evidence.misfits(board) and not is_unclear:
            self.state = replace(self.state, hint="", out_of_step=out_of_step(evidence, board))
            return notice_of(self.state.out_of_step)
        words = hint_at(self.state.seen, evidence, self._continuations(history))
        hint = "" if rested < HINT_RESTS else self._unclear(history) if is_unclear else words
        if not hint or hint == self.state.hint:
            return None
        self.state = replace(self.state, hint=hint)
        return notice_of(hint)

    def _unclear(self, history: History) -> Words:
        """The pieces fit several answers: the next throw tells which, or NEXT shows them where it does not."""
        evidence, found = self._seen.evidence, self._continuations(history)
        boards = ((each, expected_board(each.game)) for each in found if each.records and evidence.ball in each.balls)
        due = [each.game.awaits for each, board in boards if board is not None and evidence.fit(board) == "exact"]
        return message("board.next-throw" if len(set(due)) == len(due) > 1 else "board.unclear")

    # -- out of step

    def put_score_right(self, history: History) -> tuple[Entry, ...] | None:
        """The board is right: the lines that make the score so; None if none do, or the board is not seen."""
        evidence = self._seen.evidence
        if evidence.hand or not evidence.looks:
            return None
        return lines_to(evidence, history, (*self._continuations(history), *late_lines(history, self._thrown)))

    def step_again(self) -> None:
        """The score was put right, and board and score agree."""
        self._odd, self._put_back = _Odd(), False
        self.state = replace(self.state, hint="", out_of_step="")

    def put_pieces_back(self, history: History) -> None:
        """The score is right: nothing is read from the board until the pieces are back."""
        board = expected_board(history.game)
        self._put_back = True
        self.state = replace(self.state, out_of_step="", hint="" if board is None else put_back(board))

    # -- how it stands

    @property
    def _stands(self) -> _Stands:
        held = self._seen.evidence.last
        return frozenset((name, state) for name, state in held.items() if state), self._ball_at

    def _is_loose(self, reading: BoardReading) -> bool:
        return reading == "loose" or self._learned_loose

    def _is_shown(self, each: Continuation) -> bool:
        """Whether all its helmets are surely seen: a table that was cleared, or is played loosely, shows few."""
        board = expected_board(each.game)
        return board is not None and self._seen.evidence.shows(board)

    def _may_be_late(self, chosen: Continuation, history: History) -> bool:
        """Whether the ball may as well have been carried there for the throw before.

        It was never where that throw's answer in effect has it; whoever throws at once carries it while the die rolls.
        """
        if chosen.carried is None or chosen.is_call or self._seen.ball_from in {None, chosen.met.ball}:
            return False
        late = (each for each in late_lines(history, self._thrown) if each.carried == chosen.carried)
        boards = (expected_board(game) for each in late for game in (each.game, each.earlier) if game is not None)
        return any(board is not None and self._seen.evidence.fit(board) == "exact" for board in boards)

    def _continuations(self, history: History) -> tuple[Continuation, ...]:
        """What may come next; the box's own answers are not restated by where its helmets are put."""
        known, thrown, found = self._found
        if known is not history or thrown is not self._thrown:
            restates = history.steps.top.recorded.line.by != "box"
            found = continuations(history, self._thrown, restates=restates)
            self._found = (history, self._thrown, found)
        return found

    def _standing(self, history: History) -> Literal["unknown", "fits", "unclear", "behind", "odd"]:
        evidence = self._seen.evidence
        if evidence.hand or not evidence.looks or not self._has_helmets or expected_board(history.game) is None:
            return "unknown"
        found = self._continuations(history)
        boards = ((each, expected_board(each.game)) for each in found)
        fits = [(each, fit_of(self._seen, each, board)) for each, board in boards if board is not None]
        if any(fit != "no" for _, fit in fits):
            if lies_oddly(self.state.seen, evidence, found[0]):
                return "odd"
            others = [each for each, fit in fits if fit == "exact" and each.records]
            is_thrown = evidence.ball in {each.carried for each in others if isinstance(each.lines[-1], Ball)}
            is_another = fits[0][1] == "no" or (is_thrown and evidence.ball not in found[0].balls)
            return "unclear" if others and is_another and self._overruled is None else "fits"
        earlier = islice(history.states, 1, 2 if self._must_compare else 1 + BEHIND)
        behind = (expected_board(game) for game in earlier)
        is_behind = any(board is not None and evidence.fit(board) == "exact" for board in behind)
        return "behind" if is_behind else "odd"


def _only_answers(each: Continuation) -> bool:
    """Answers to the last throw, which a board decides between even where people play loosely."""
    return all(isinstance(line, Move | Ball | Skip) for line in each.lines)


def _is_steal(each: Continuation) -> bool:
    """The ball is carried home, which nobody does by the way."""
    return each.lines == (Call(call="steal", by="camera"),)


def notice_of(words: Words) -> Notice:
    """The same words for terminal and panel."""
    return Notice(words, words)
