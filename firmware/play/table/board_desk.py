"""What becomes of looks at the board: lines that go before the next throw, hints, and which is right.

Rule kept here: the board only adds to what the table does. Nothing is read from it while a question is open, in a
throw-off, or while something else has the panel; and no throw waits for it. A filter that fails costs the board that
one look; what it decided is recorded outside of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, Protocol

from msgspec import structs

from firmware.notice import notice
from firmware.play.board.board_filter import BoardFilter, notice_of
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.faces.displays import Displays
from firmware.play.menus.out_of_step import which_is_right
from firmware.play.state.options import Options
from firmware.play.state.scorer_state import ScorerState
from scoreboard.face_guard import Face
from scoreboard.rules.events import Event, Source
from scoreboard.rules.history import Entry, History
from scoreboard.session import Session
from vision.tracking.events import BoardRests, BoardSeen

SHOWN_AT_ONCE = 3
"""Lines, one upon the other, that a board may show at once: a call, and where two runners went."""


class ScoredTable(Protocol):
    """The scorer, as far as the board needs it."""

    state: ScorerState
    displays: Displays

    @property
    def is_held(self) -> bool:
        """Whether another house has not written yet what was recorded here."""

    def submit(self, line: Entry) -> None:
        """Record the line; a refusal is shown."""


class BoardDesk:
    """Follows the board of a table as ``options`` say."""

    def __init__(self, table: ScoredTable, session: Session, options: Options) -> None:
        self._table, self._session, self._reading = table, session, options.board
        self._filter, self._guard = BoardFilter(), Face("board")

    def begin(self, *, resumed: bool = False) -> None:
        """Another game, or after a restart the same: its board is compared with the journal."""
        self._filter.begin(resumed=resumed)
        self._table.state.board = self._filter.state

    def see(self, seen: FrameReports) -> FrameReports | None:
        """What the board shows is no throw and no advice; returns the rest, None where there is nothing else."""
        others = tuple(report for report in seen.reports if not isinstance(report, BoardSeen | BoardRests))
        if len(others) == len(seen.reports):
            return seen
        for report in seen.reports:
            if isinstance(report, BoardSeen):
                with self._guard:
                    self._filter.see(report.seen, self._session.history)
                self.follow()
            elif isinstance(report, BoardRests):
                with self._guard:
                    self._filter.rest()
                self.speak()
        return replace(seen, reports=others) if others else None

    def follow(self, throws: Sequence[Event] = ()) -> None:
        """Record what the board shows, before the ``throws`` that lie there are judged; the law may refuse it.

        A line that another house has yet to write would be read again.
        """
        table, state, before = self._table, self._table.state, self._table.state.board
        with self._guard:
            for throw in throws:
                self._filter.threw(throw, self._session.history)
        if state.question.asked is None and state.throw_off is None and state.early.takeover is None:
            for _ in range(SHOWN_AT_ONCE):
                decision = None
                with self._guard:
                    if not table.is_held:
                        decision = self._filter.decide(self._session.history, self._reading(), *throws[:1])
                if decision is None:
                    break
                for line in decision.lines:
                    table.submit(line)
                table.displays.show(decision.because)
        state.board = self._filter.state
        if before.out_of_step and not state.board.out_of_step:
            table.displays.show("")

    def recorded(self, before: History, line: Entry) -> None:
        """A line counts, which met that history."""
        with self._guard:
            self._filter.recorded(before, line)
        self._table.state.board = self._filter.state

    def speak(self) -> None:
        """Say what stands oddly, or that it does no more, and ask which is right, once the panel is free."""
        state, displays, before = self._table.state, self._table.displays, self._table.state.board
        if state.early.takeover is not None:
            return
        news = None
        with self._guard:
            news = self._filter.news(self._session.history, self._reading())
        state.board = self._filter.state
        if news is not None:
            displays.note(news)
            if state.board.out_of_step and state.overlay.screen is None and state.question.asked is None:
                displays.show(state.overlay.open(which_is_right(), state.tick), "menu")
        elif (before.hint, before.out_of_step) != (state.board.hint, state.board.out_of_step):
            displays.show("")

    def settle(self, right: Literal["board", "score"], by: Source) -> bool:
        """Board and score disagree, and a person says which is right; False if the score cannot be put right now."""
        lines: tuple[Entry, ...] | None = () if right == "score" else None
        if lines is None:
            with self._guard:
                lines = self._filter.put_score_right(self._session.history)
        if lines is None:
            return False
        for line in lines:
            self._table.submit(structs.replace(line, by=by))
        if right == "board":
            self._filter.step_again()
        else:
            self._filter.put_pieces_back(self._session.history)
        self._table.state.board = self._filter.state
        self._table.displays.note(notice("board.settled") if right == "board" else notice_of(self._filter.state.hint))
        return True
