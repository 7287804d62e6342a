"""A league for the tests: stadiums with keys, and games that they have sealed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from support.season import team, whole_game

from scoreboard.league.league_file import Fixture, League, LeagueBox
from scoreboard.league.seal import Seal, sealed
from scoreboard.league.verified_game import SentGame
from scoreboard.record import encode_all
from scoreboard.rules.events import AnyLine

ATTIC, CELLAR = (Ed25519PrivateKey.from_private_bytes(bytes([each] * 32)) for each in (1, 2))
KEYS = {"attic": ATTIC, "cellar": CELLAR}


def public(box: str) -> str:
    """The public key of that stadium."""
    return KEYS[box].public_key().public_bytes_raw().hex()


def league(*fixtures: Fixture, rules: Sequence[str] = ()) -> League:
    """The league of both stadiums."""
    boxes = tuple(LeagueBox(box, box.title(), public(box)) for box in KEYS)
    return League("Attic League", rules=tuple(rules), boxes=boxes, fixtures=fixtures)  # type: ignore[arg-type] # real ones


def record(number: int, away: str = "Reds", home: str = "Blues") -> list[AnyLine]:
    """The lines of a finished game that was begun on that day of January."""
    return whole_game(team(away), team(home, "blue"), number, f"2026-01-{number:02}T18:00:00Z")


def sent(box: str, number: int, lines: Sequence[AnyLine], by: str = "") -> SentGame:
    """The game as that stadium sends it; sealed ``by`` another one, if that is given."""
    raw = encode_all(lines)
    return SentGame(msgspec.json.encode(sealed(raw, box, number, KEYS[by or box])), raw, f"{box}-{number}.jsonl")


def seal_of(game: SentGame) -> Seal:
    """Its seal."""
    return msgspec.json.decode(game.seal, type=Seal)
