"""Games that arrive line by line: each kept once, put together when its seal is there, verified, and kept as a game.

Rule kept here: whatever a stadium sends costs that stadium alone. A line is kept before anybody hears that it is, a
seal is looked at before what it seals, and what one stadium may have kept in a day, and at all, is bounded. What is
wrong with what it sends is said of it, and what is lacking is named until it is there.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from scoreboard.journal.checksums import of_line
from scoreboard.league.game_store import ArrivedLine, GameStore
from scoreboard.league.league_file import League
from scoreboard.league.seal import Seal, SealError, check_signature
from scoreboard.league.verified_game import MOST_LINES, SentGame, VerifiedGame, verified
from scoreboard.message import Message, message
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.record import MAX_LINE_BYTES

DAY_NS: Final = 24 * 3600 * 10**9
A_DAY: Final = 64 << 20
"""Bytes of lines and records that are kept of one stadium in a day: some thousand games."""
FORGED_A_DAY: Final = 20
"""Seals that are not its own that are kept of one stadium in a day, to be named."""
GAMES_KEPT: Final = 64
"""Games of a stadium whose lines are kept: an old one that is corrected later is sent as a file."""
LINES_KEPT: Final = 2 * MOST_LINES
"""Lines of one game, with those that another game of its number had."""
LET_GO_EVERY: Final = 4 << 20
"""Bytes of a stadium's after which its old lines are let go."""
UNKNOWN: Final = ""
"""Under which it is said that somebody publishes whom the league does not know."""


class ArrivingPlay(Struct, frozen=True):
    """What the league reads of a published play (docs/mqtt.md)."""

    game: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    number: Annotated[int, Meta(ge=1, le=MOST_LINES)]
    checksum: Annotated[int, Meta(ge=0, le=2**32 - 1)]
    cause: Raw
    seal: Raw | UnsetType = UNSET


_PLAYS: Final = msgspec.json.Decoder(ArrivingPlay)


class Arrivals:
    """What arrives.

    Args:
        store: keeps it.
        league: by now.
        now_ns: the time, in nanoseconds since 1970.

    Attributes:
        troubles: what is wrong with what a stadium sends, the last that was, by its id.
    """

    def __init__(self, store: GameStore, league: Callable[[], League], now_ns: Callable[[], int]) -> None:
        self._store, self._league, self._now_ns = store, league, now_ns
        self._waiting = list[ArrivedLine]()
        self._forged = list[VerifiedGame]()
        self._day, self._bytes, self._forgeries = 0, Counter[str](), Counter[str]()
        self._since_let_go = Counter[str]()
        self._sealed = {(each.box, each.game) for each in store.sealed()}
        self._due = deque(sorted(self._sealed))
        self.troubles = dict[str, Message]()

    def take(self, box: str, payload: bytes) -> None:
        """A play of that stadium arrived; nothing is kept before `keep`."""
        if (key := self._league().key_of(box)) is None:
            self.troubles[UNKNOWN] = message("league.no-such-box", box=box[:40])
            return
        try:
            play = _PLAYS.decode(payload)
            line = bytes(play.cause)
        except DECODE_ERRORS:
            self.name_unreadable(box)
            return
        if len(line) >= MAX_LINE_BYTES or b"\n" in line:
            self.name_unreadable(box)
        elif self._may_keep(box, len(line)):
            seal = b"" if play.seal is UNSET else bytes(play.seal)
            if seal and not self._is_its_own(box, play, seal, key):
                seal = b""
            self._waiting.append(ArrivedLine(box, play.game, play.number, play.checksum, line, seal))

    def keep(self) -> None:
        """Keep what arrived; when this returns it is on the disk. `LeagueStoreError` if it cannot be kept."""
        if self._waiting:
            self._store.keep_lines(self._waiting, self._now_ns())
        if self._forged:
            self._store.keep(self._forged)
        for each in self._waiting:
            game = each.box, each.game
            if each.seal:
                self._sealed.add(game)
            if game in self._sealed and game not in self._due:
                self._due.append(game)
            self._since_let_go[each.box] += len(each.line)
        self._waiting.clear()
        self._forged.clear()
        self._let_go()

    @property
    def has_due(self) -> bool:
        """Whether a game may be whole."""
        return bool(self._due)

    def judge(self) -> None:
        """Verify one of the games that may be whole, if there is one. `LeagueStoreError` if it cannot be kept."""
        if not self._due:
            return
        game = self._due.popleft()
        judged = [self._is_judged(line) for line in self._store.sealed_of(*game)]
        if all(judged):
            self._sealed.discard(game)

    def name_unreadable(self, box: str) -> None:
        """Say of that stadium that it sends what cannot be read."""
        self.troubles[box] = message("league.unreadable-line")

    def judge_again(self) -> None:
        """Verify those again that did not count, for the league's file has changed."""
        league = self._league()
        faulty = [each for each in self._store.games() if each.fault is not None and each.sent.record]
        self._store.keep([verified(each.sent, league) for each in faulty])

    def _is_judged(self, line: ArrivedLine) -> bool:
        """Whether the game up to that seal is verified now; it is not while lines are lacking."""
        if self._store.longest(line.box, line.game) < line.number:  # else it came as a file
            record = record_of(self._store, line)
            if not isinstance(record, bytes) or not self._may_keep(line.box, len(record)):
                return False
            self._store.keep([verified(SentGame(line.seal, record), self._league())])
        self._store.judged(line)
        return True

    def _let_go(self) -> None:
        """Let go the old lines of stadiums that have sent many since the last time."""
        for box in [box for box, size in self._since_let_go.items() if size > LET_GO_EVERY]:
            self._store.let_go(box, GAMES_KEPT, LINES_KEPT)
            del self._since_let_go[box]
            self._sealed = {(each.box, each.game) for each in self._store.sealed()}

    def _may_keep(self, box: str, size: int) -> bool:
        day = self._now_ns() // DAY_NS
        if day != self._day:
            self._day, self._bytes, self._forgeries = day, Counter(), Counter()
            self._due = deque(sorted(self._sealed))
        if self._bytes[box] + size > A_DAY:
            self.troubles[box] = message("league.too-much")
            return False
        self._bytes[box] += size
        return True

    def _is_its_own(self, box: str, play: ArrivingPlay, raw: bytes, key: str) -> bool:
        """Whether the stadium has made that seal of that game; else it is named."""
        fault = None
        try:
            seal = msgspec.json.decode(raw, type=Seal)
            if (seal.box, seal.game, seal.lines) != (box, play.game, play.number):
                fault = message("league.forged", box=box)
            else:
                check_signature(seal, key)
        except DECODE_ERRORS:
            fault = message("league.forged", box=box)
        except SealError as error:
            fault = error.words if isinstance(error.words, Message) else message("league.forged", box=box)
        if fault is not None and self._forgeries[box] < FORGED_A_DAY:
            self._forgeries[box] += 1
            self._forged.append(VerifiedGame(box, play.game, play.number, None, fault, SentGame(raw, b"", "")))
        return fault is None


def record_of(store: GameStore, last: ArrivedLine) -> bytes | Message:
    """The record up to and with that line; what is lacking, where it is not whole.

    Each line's checksum says which one comes before it, so that two games of one number are kept apart.
    """
    by_number: dict[int, list[ArrivedLine]] = {}
    for line in store.lines(last.box, last.game, last.number):
        by_number.setdefault(line.number, []).append(line)
    found, line = [last.line], last
    while line.number > 1:
        before = next(
            (each for each in by_number.get(line.number - 1, ()) if of_line(line.line, each.checksum) == line.checksum),
            None,
        )
        if before is None:
            return _lacking(by_number, line.number)
        found.append(before.line)
        line = before
    if of_line(line.line) != line.checksum:
        return message("league.lacking-line", first=1)
    return b"".join(each + b"\n" for each in reversed(found))


def unassembled(store: GameStore) -> Iterator[VerifiedGame]:
    """The games whose seal is there and whose lines are not, each with what it lacks."""
    for line in store.sealed():
        lacks = record_of(store, line)
        if isinstance(lacks, Message) and store.longest(line.box, line.game) < line.number:
            yield VerifiedGame(line.box, line.game, line.number, None, lacks, SentGame(line.seal, b"", ""))


def _lacking(there: dict[int, list[ArrivedLine]], number: int) -> Message:
    """Of the lines before that number those that are not there."""
    lacking = [each for each in range(1, number) if each not in there] or [number - 1]
    first, last = lacking[0], lacking[-1]
    if first == last:
        return message("league.lacking-line", first=first)
    return message("league.lacking-lines", first=first, last=last)
