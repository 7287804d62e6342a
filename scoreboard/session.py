"""The game in play: lines in, state out, and the journal between the two.

Rule kept here: *nothing is shown that is not in the journal*. A line is judged, then made durable, and only then does
the session's game move; killed at any instant, the next session shows the last thing shown, or the one line after it.
A session is the one writer of its game. It belongs to the thread that opened it.

Its store is usually a `scoreboard.journal.resilient.ResilientJournal`, which holds in memory what a failing disk does
not take, and reports that for as long as it lasts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple, Protocol, Self, TypeVar

from msgspec import UNSET, structs

from scoreboard.errors import JournalError, NoGameError
from scoreboard.journal.listing import Listing
from scoreboard.journal.summary import Summary, summary_of
from scoreboard.journal.timestamps import MonotonicClock, WallClock, latest_timestamp
from scoreboard.message import message
from scoreboard.record import replay
from scoreboard.rules import Refused, ruled_setup
from scoreboard.rules.events import AnyLine, Setup
from scoreboard.rules.history.lines import Entry, Throw
from scoreboard.rules.history.undo_stack import History, begin, judge
from scoreboard.rules.state import Game

MAX_OFFERED_GAMES = 9
"""How many games can be resumed by button."""
Stampable = TypeVar("Stampable", bound=Setup | Entry)


class Store(Protocol):
    """Where a session's lines go: the journal, or a resilient one."""

    @property
    def is_held(self) -> bool:
        """Whether the disk has not taken all that was played."""

    def latest(self) -> int | None:
        """The game begun here or resumed last; None if there is none."""

    def resume(self, game: int) -> None:
        """Make that game the one in play; NoGameError if there is no such game."""

    def unfinished(self, most: int) -> tuple[Listing, ...]:
        """The newest games that are not over, at most ``most``."""

    def keep_summary(self, game: int, summary: Summary) -> None:
        """Store the summary that a list shows of a game."""

    def lines(self, game: int) -> Iterator[tuple[int, AnyLine]]:
        """A game's lines with their numbers."""

    def past(self, game: int) -> tuple[AnyLine, ...]:
        """The lines of any game; none where they cannot be read."""

    def rulings(self, game: int) -> dict[str, object]:
        """The house rules of that game that differ from the game's own."""

    def add(self, lines: Iterable[AnyLine], *, rulings: Mapping[str, object] | None = None) -> int:
        """Begin a game with these lines, and return its number."""

    def append(self, game: int, number: int, line: AnyLine) -> None:
        """Add the next line of the game in play."""

    def close(self) -> None:
        """Close it; closing twice is harmless."""


class GameInPlay(NamedTuple):
    """The game in play: its number in the journal, and its history."""

    number: int
    history: History


class Session:
    """The game in play. It goes on where the last one stopped, and keeps the journal until it is closed.

    A finished game is resumed too: it stays on the board, and can be corrected, until the next one begins.
    """

    def __init__(self, journal: Store, clock: WallClock) -> None:
        self._journal = journal
        self._current = _resumed(journal)
        self._clock = MonotonicClock(clock, None if self._current is None else latest_timestamp(self._current.history))

    def close(self) -> None:
        """Close the journal; closing twice is harmless."""
        self._keep_summary()
        self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def has_game(self) -> bool:
        """Whether any game has begun, over or not."""
        return self._current is not None

    @property
    def in_play(self) -> bool:
        """Whether a game has begun that is not over."""
        return self._current is not None and not self._current.history.game.over

    @property
    def is_held(self) -> bool:
        """Whether what is played is in memory, and not all of it on the disk."""
        return self._journal.is_held

    @property
    def number(self) -> int:
        """The number of the game in play, as `stadium games` lists it; NoGameError if there is none."""
        return self._require_game().number

    @property
    def history(self) -> History:
        """The game in play and how it came about; NoGameError if there is none."""
        return self._require_game().history

    @property
    def game(self) -> Game:
        """The state to show; NoGameError if no game has begun."""
        return self._require_game().history.game

    def new_game(self, setup: Setup, rulings: Mapping[str, object] | None = None) -> Game:
        """Begin a game. The one in play, if unfinished, stays in the journal as it is.

        Args:
            setup: the game line.
            rulings: house rules that differ from the game's own, by the names of `HouseRules`; kept in the game line.

        Raises:
            RulesError: if that game cannot be played, or there is no such ruling.
            JournalError: if it could not be made durable; the game in play is still the old one.
        """
        setup = self._stamped(ruled_setup(setup, rulings or {}))
        history = begin(setup)
        self._keep_summary()
        self._current = GameInPlay(self._journal.add([setup]), history)
        return history.game

    def games(self) -> tuple[Listing, ...]:
        """The unfinished games that can be resumed, newest first, at most nine, without the one in play."""
        current = None if self._current is None else self._current.number
        unfinished = self._journal.unfinished(MAX_OFFERED_GAMES + 1)
        return tuple(game for game in unfinished if game.game != current)[:MAX_OFFERED_GAMES]

    def past(self, number: int) -> tuple[AnyLine, ...]:
        """The lines of any game of the journal; none where they cannot be read."""
        return self._journal.past(number)

    def resume(self, number: int) -> Game:
        """Go on with that game, finished or not, imported or not. The one in play stays in the journal as it is.

        Raises:
            NoGameError: if there is no such game; the game in play is still the old one.
            GameDamagedError, MalformedError, RulesError: if it is damaged; likewise.
            JournalError: if it cannot be read now; likewise.
        """
        if self._current is not None and self._current.number == number:
            return self._current.history.game
        self._keep_summary()
        self._journal.resume(number)
        try:
            self._current = played = _resumed(self._journal)
        except Exception:
            if self._current is not None:  # so that a restart resumes it, too
                self._journal.resume(self._current.number)
            raise
        self._clock.follow(None if played is None else latest_timestamp(played.history))
        return self.game

    def _keep_summary(self) -> None:
        """Store the summary of the game that is left."""
        if self._current is not None:
            with suppress(JournalError):  # it can be computed again at any time
                self._journal.keep_summary(self._current.number, summary_of(self._current.history))

    def submit(self, line: Entry, *, keeps_refused: bool = True) -> Game:
        """Judge the line, make it durable, and return the game as it is now to be shown.

        A refused throw is journalled too, unless ``keeps_refused`` is False: an amendment of what came before may make
        it count after all. Any other refused line was a slip of the hand, and is forgotten.

        Raises:
            Refused: if the line is not lawful now; the game stays.
            JournalError: if the line could not be made durable; the game stays and the line is not recorded.
            NoGameError: if no game has begun.
        """
        game, line = self._require_game(), self._stamped(line)
        history, refused = judge(game.history, line)
        if refused is None or (keeps_refused and isinstance(line, Throw)):
            self._journal.append(game.number, history.number, line)
            self._current = GameInPlay(game.number, history)
        if refused is not None:
            raise Refused(refused)
        return history.game

    def _require_game(self) -> GameInPlay:
        if self._current is None:
            raise NoGameError(message("no-game.begun"))
        return self._current

    def _stamped(self, line: Stampable) -> Stampable:
        return structs.replace(line, at=self._clock.now()) if line.at is UNSET else line


def _resumed(journal: Store) -> GameInPlay | None:
    number = journal.latest()
    if number is None:
        return None
    *_, last = replay(journal.lines(number), journal.rulings(number))
    return GameInPlay(number, last.after)
