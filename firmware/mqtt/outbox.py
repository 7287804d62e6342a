"""Which lines of the games a broker has not taken yet.

The journal is the outbox. Kept here, on the disk, is how far it was taken: of each game the number of the last line,
and the checksum of the record up to it. Rule kept here: a line is handed out once it is durable, in the order in which
it was played, and again after a lost connection until it was taken; it has the same key every time. A game is told from
another one of the same number by its checksums, so that a journal that was erased or put back costs nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from firmware.files.atomic import read_plain, write_whole
from firmware.mqtt.sealing import SealOf, no_seal
from scoreboard.errors import ScoreboardError
from scoreboard.journal.checksums import of_line
from scoreboard.journal.reader import JournalReader
from scoreboard.league.seal import Seal
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.record import ReplayStep, encode, replay, steps_of, steps_since
from scoreboard.rules import RulesError
from scoreboard.rules.events import AnyLine
from scoreboard.rules.history import History
from scoreboard.web.state.live import Live
from scoreboard.web.watch.past_games import yielding_gil

MOST_GAMES: Final = 64
"""Games of which it is kept how far they were taken; one that was taken up longer ago is handed out whole again."""
OpenJournal: TypeAlias = Callable[[], JournalReader]


class Upto(Struct, frozen=True, array_like=True):
    """The last line of a game that was handed out or taken, and the checksum of the record up to it."""

    number: int = 0
    checksum: int = 0


NOTHING: Final = Upto()


class Progress(Struct):
    """What a broker has taken.

    Attributes:
        turn: of the journal; all before it was taken, or is none of this broker's business.
        games: of each game how far.
    """

    turn: int
    games: dict[int, Upto]


class DueLine(NamedTuple):
    """A line that is due.

    Attributes:
        live: what it led to; of the game in play's last line, all that is shown.
        step: the line, and what it did.
        upto: its number and checksum.
        seal: of the game up to it, if that is over then.
    """

    live: Live
    step: ReplayStep
    upto: Upto
    seal: Seal | None


@dataclass(slots=True)
class Handed:
    """A line that was handed out, and whether the broker has taken it."""

    line: DueLine
    is_taken: bool = False


class Outbox:
    """The lines that are due, and how far they were taken.

    Args:
        file: keeps that; without one, the game in play is the first.
        open_journal: opens the games for reading.
        seal: seals those that are over.
    """

    def __init__(self, file: Path, open_journal: OpenJournal, seal: SealOf = no_seal) -> None:
        self._file, self._open, self._seal, self._written = file, open_journal, seal, b""
        self._taken = self._read()
        self.rewind()
        self.keep()

    def rewind(self) -> None:
        """Hand out again whatever was not taken: the connection is lost, and nobody knows what came through."""
        self._games, self._turn = dict(self._taken.games), self._taken.turn
        self._out = deque[Handed]()
        self._played: int | None = None
        self._before: tuple[int, History] | None = None

    # -- what is due

    def due(self, live: Live | None) -> Iterator[DueLine]:
        """The lines that were not handed out yet, in order; none while the disk lacks some of what was played.

        ``live`` is what is shown now; without it, all that the journal has is handed out.
        """
        if live is not None and live.held:
            return
        if live is None or live.game != self._played:
            yield from self._of_journal(live)
        if live is not None:
            yield from self._of_live(live)
            self._played = live.game

    def taken(self, line: DueLine) -> None:
        """The broker has taken it."""
        for each in self._out:
            if each.line is line:
                each.is_taken = True
        while self._out and self._out[0].is_taken:
            first = self._out.popleft().line
            self._taken.games.pop(first.live.game, None)
            self._taken.games[first.live.game] = first.upto

    def keep(self) -> None:
        """Write down how far the lines were taken, if that is not written down yet.

        A card that takes nothing has a warning of its own; lines that were taken are then sent again after a restart.
        """
        if not self._out:
            self._taken.turn = self._turn
        for game in list(self._taken.games)[:-MOST_GAMES]:
            del self._taken.games[game]
        encoded = msgspec.json.encode(self._taken)
        if encoded != self._written:
            with suppress(OSError):
                write_whole(self._file, encoded)
                self._written = encoded

    def _of_journal(self, live: Live | None) -> Iterator[DueLine]:
        """Of every game that was played since, but for the one that is played now."""
        with suppress(ScoreboardError), self._open() as journal:
            self._turn = min(self._turn, journal.last_turn() + 1)  # games were erased
            for turn, game in journal.turns_since(self._turn):
                self._turn = turn
                if live is None or game != live.game:
                    with suppress(
                        ScoreboardError, RulesError
                    ):  # what is damaged cannot be sent; what came after it can
                        yield from self._of_kept(journal, game)

    def _of_kept(self, journal: JournalReader, game: int) -> Iterator[DueLine]:
        lines = list(journal.lines(game))
        upto = self._reached(game, [line for _, line in lines])
        if upto.number < len(lines):
            steps = yielding_gil(replay(lines, journal.rulings(game)))
            yield from self._handed_out(steps, upto, lambda step: Live(game, step.after))

    def _of_live(self, live: Live) -> Iterator[DueLine]:
        """Of the game that is played now: what it has more than the last time, which is in memory."""
        history = live.history
        upto = self._games.get(live.game, NOTHING)
        if self._before is not None and (self._before[0], self._before[1].number) == (live.game, upto.number):
            if history is self._before[1]:
                return
            steps = steps_since(self._before[1], history)
        else:
            upto = self._reached(live.game, [history.setup, *(each.line for each in reversed(list(history.lines)))])
            steps = yielding_gil(steps_of(history))

        def shown(step: ReplayStep) -> Live:
            self._before = live.game, step.after
            return live if step.number == history.number else live.at(step.after)

        if upto.number == history.number:
            self._before = live.game, history
        else:
            yield from self._handed_out(steps, upto, shown)

    def _reached(self, game: int, lines: list[AnyLine]) -> Upto:
        """How far that game was handed out; nothing of it if these are not the lines that were."""
        upto = self._games.get(game, NOTHING)
        checksum = 0
        for line in lines[: upto.number]:
            checksum = of_line(encode(line), checksum)
        return upto if upto.number <= len(lines) and checksum == upto.checksum else NOTHING

    def _handed_out(
        self, steps: Iterable[ReplayStep], upto: Upto, shown: Callable[[ReplayStep], Live]
    ) -> Iterator[DueLine]:
        """Those of the steps that come after ``upto``, each as it is handed out."""
        for step in steps:
            if step.number <= upto.number:
                continue
            upto = Upto(step.number, of_line(encode(step.line), upto.checksum))
            live = shown(step)
            line = DueLine(live, step, upto, self._seal(live.game, step.after))
            self._games.pop(line.live.game, None)  # the newest is the last
            self._games[line.live.game] = upto
            self._out.append(Handed(line))
            yield line

    def _read(self) -> Progress:
        """What was kept; where nothing was, or it cannot be read, the game in play is the first."""
        try:
            kept = read_plain(self._file)
            progress = msgspec.json.decode(kept, type=Progress)
        except (OSError, *DECODE_ERRORS):
            with suppress(ScoreboardError), self._open() as journal:
                return Progress(max(1, journal.last_turn()), {})
            return Progress(1, {})
        self._written = kept
        return progress
