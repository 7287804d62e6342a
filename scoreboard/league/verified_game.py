"""A game that was sent in, verified: its seal is its stadium's, and its record replays to an end.

Rule kept here: nothing that was sent in is believed, and one bad game costs no other. It runs in several processes.
"""

from __future__ import annotations

from io import BytesIO

import msgspec
from msgspec import Struct

from scoreboard.errors import ScoreboardError
from scoreboard.league.league_file import League
from scoreboard.league.seal import Seal, check_seal
from scoreboard.message import Message, message
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.record import read, replay
from scoreboard.rules.errors import RulesError, words_of
from scoreboard.season import SeasonGame, season_game

MOST_LINES = 20_000
"""Of a record; one of 93 half-innings has some 5,000."""


class NotCountedError(ScoreboardError):
    """The game is sound, and does not count all the same."""


class SentGame(Struct, frozen=True):
    """What a stadium sends in.

    Attributes:
        seal: as JSON, as it came.
        record: the record's bytes, likewise.
        named: where it came from, as a file's name.
    """

    seal: bytes
    record: bytes
    named: str = ""


class VerifiedGame(Struct, frozen=True):
    """What the league makes of it.

    Attributes:
        box: the stadium that says it is its own; empty if not even that can be read.
        number: of the game there.
        lines: of its record.
        game: what it came to; None if it does not count.
        fault: why it does not count; None if it does.
        sent: as it came.
    """

    box: str
    number: int
    lines: int
    game: SeasonGame | None
    fault: Message | None
    sent: SentGame


def verified(sent: SentGame, league: League) -> VerifiedGame:
    """The game, verified."""
    try:
        seal = msgspec.json.decode(sent.seal, type=Seal)
    except DECODE_ERRORS:
        return VerifiedGame("", 0, 0, None, message("league.no-seal", file=sent.named), sent)
    game, fault = None, None
    try:
        game = _replayed(seal, sent.record, league)
    except ScoreboardError as error:
        fault = message("league.fault", why=error.words)
    except RulesError as error:
        fault = message("league.fault", why=words_of(error))
    return VerifiedGame(seal.box, seal.game, seal.lines, game, fault, sent)


def _replayed(seal: Seal, record: bytes, league: League) -> SeasonGame:
    """The game; ScoreboardError or RulesError says why it does not count."""
    key = league.key_of(seal.box)
    if key is None:
        raise NotCountedError(message("league.no-such-box", box=seal.box))
    check_seal(seal, record, key)
    if not 0 < seal.lines <= MOST_LINES:
        raise NotCountedError(message("league.too-long", most=MOST_LINES))
    game = season_game(seal.game, replay(read(BytesIO(record), lambda _: None)))
    if game is None:
        raise NotCountedError(message("league.unfinished"))
    if league.rules and game.rules not in league.rules:
        raise NotCountedError(message("league.other-rules", rules=game.rules))
    return game
