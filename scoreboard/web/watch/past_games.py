"""The games of the journal, read on a thread of their own.

Rule kept here: the loop that plays waits for no disk. Games are read one after the other by a single thread, which lets
the loop go first after every line. The game in play is read from memory: it may have lines that no disk has taken yet.
What is made of a game is kept, so that it is made once, however many ask, until the game has a line more.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from scoreboard.errors import NoGameError, ScoreboardError
from scoreboard.face_guard import Face
from scoreboard.journal.reader import JournalReader
from scoreboard.language import Language
from scoreboard.record import ReplayStep, replay, steps_of
from scoreboard.rules import RulesError
from scoreboard.web.state.live import Live, Position
from scoreboard.web.watch.events import line_text

if TYPE_CHECKING:
    from scoreboard.rules.history import History

T = TypeVar("T")
OpenJournal = Callable[[], JournalReader]


class Missed(NamedTuple):
    """What a reader of the stream has missed.

    Attributes:
        events: of every line, in order.
        shown: what the last of them shows, if that is what is played now; else None.
    """

    events: list[bytes]
    shown: Live | None = None


NOTHING_MISSED: Final = Missed([])
MOST_KEPT: Final = 8 << 20
"""Bytes of what is kept that was made of games."""


class Made(NamedTuple):
    """What was made of a game, and of which lines: ``mark`` is the history of the game in play, or the journal's."""

    mark: object
    body: bytes


class Archive:
    """Reads games; ``open_journal`` opens the journal for reading."""

    def __init__(self, open_journal: OpenJournal) -> None:
        self._open = open_journal
        self._missed: tuple[object, Missed] | None = None
        self._made = OrderedDict[tuple[object, ...], Made]()
        self._face = Face("stream")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")

    def close(self) -> None:
        """End the thread as soon as it has read what it reads."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def on_thread(self, do: Callable[[], T]) -> T:
        """Run this on the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, do)

    async def read(self, do: Callable[[JournalReader], T]) -> T:
        """Read from the journal on the thread.

        Raises:
            ScoreboardError: if it cannot be read.
        """
        return await self.on_thread(lambda: self._read(do))

    def _read(self, do: Callable[[JournalReader], T]) -> T:
        with self._open() as journal:
            return do(journal)

    async def steps(self, game: int, live: Live | None, use: Callable[[Iterator[ReplayStep]], T]) -> T:
        """Replay a game on the thread; ``use`` makes something of its steps there.

        Raises:
            ScoreboardError, RulesError: if there is no such game, or it cannot be read.
        """
        if live is not None and live.game == game:
            return await self.on_thread(lambda: use(yielding_gil(steps_of(live.history))))
        return await self.read(lambda each: use(yielding_gil(replay(each.lines(game), each.rulings(game)))))

    async def kept(
        self, what: tuple[object, ...], game: int, live: Live | None, make: Callable[[History], bytes]
    ) -> bytes:
        """What ``make`` makes of a game on the thread, or has made before of just these lines; ``what`` names it.

        Raises:
            ScoreboardError, RulesError: if there is no such game, or it cannot be read.
        """
        key = (*what, game)

        def read() -> bytes:
            if live is not None and live.game == game:
                return self._of_these(key, live.history, lambda: make(live.history))
            with self._open() as journal:

                def replayed() -> bytes:
                    *_, last = yielding_gil(replay(journal.lines(game), journal.rulings(game)))
                    return make(last.after)

                return self._of_these(key, journal.mark(game), replayed)

        return await self.on_thread(read)

    def _of_these(self, key: tuple[object, ...], mark: object, make: Callable[[], bytes]) -> bytes:
        made = self._made.pop(key, None)
        is_same = made is not None and (made.mark is mark or (isinstance(mark, tuple) and made.mark == mark))
        if made is None or mark is None or not is_same:
            made = Made(mark, make())
        self._made[key] = made
        while sum(len(each.body) for each in self._made.values()) > MOST_KEPT:
            self._made.popitem(last=False)
        return made.body

    async def missed(self, after: Position, live: Live, language: Language) -> Missed:
        """The events of every line after that one: of its game, then of the one in play if that was begun since.

        A line that is not known, as after another journal was put in place, was not missed. Many readers that come back
        at the same moment, as after a restart, missed the same.
        """
        key = (after, Position(live.game, live.history.number), language.code)

        def events() -> Missed:
            if self._missed is None or self._missed[0] != key:
                self._missed = key, self._missed_after(after, live, language)
            return self._missed[1]

        return await self.on_thread(events)

    def _missed_after(self, after: Position, live: Live, language: Language) -> Missed:
        if after.game == live.game:
            return self._up_to(live, after.number, language)
        rest = list[bytes]()
        try:
            with self._open() as journal:
                rest = self._events(after, replay(journal.lines(after.game), journal.rulings(after.game)), language)
        except NoGameError:
            return NOTHING_MISSED
        except (ScoreboardError, RulesError):
            rest = []  # what is damaged cannot be told; what came after it can
        if live.game < after.game:  # an earlier game that was taken up again: its lines were told long ago
            return Missed(rest)
        now = self._up_to(live, 0, language)
        return now._replace(events=rest + now.events)

    def _up_to(self, live: Live, number: int, language: Language) -> Missed:
        """The events of what is played now after the line of that number; the last of them shows all that is shown."""
        last, events = live.history.number, list[bytes]()
        for step in yielding_gil(steps_of(live.history)):
            if step.number > number:
                then = live if step.number == last else live.at(step.after)
                events += self._worded(then, step, language)
        return Missed(events, live if events else None)

    def _events(self, after: Position, steps: Iterable[ReplayStep], language: Language) -> list[bytes]:
        late = (step for step in yielding_gil(steps) if step.number > after.number)
        return [text for step in late for text in self._worded(Live(after.game, step.after), step, language)]

    def _worded(self, live: Live, step: ReplayStep, language: Language) -> list[bytes]:
        """The event of a line; none where it cannot be worded, for the reader would ask for it for ever."""
        with self._face:
            return [line_text(live, step, language, late=True)]
        return []


def yielding_gil(steps: Iterable[T]) -> Iterator[T]:
    """The steps, each only once every other thread had its turn: else Python lets them wait for milliseconds."""
    for step in steps:
        time.sleep(0)
        yield step
