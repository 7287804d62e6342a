"""How two houses find each other: the invitation, its answer, and the game that they begin.

The code of an invitation is a hash of the inviting house's key, so nobody else can answer to it; the game that the host
begins must be that of its invitation.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import UNSET, structs

from firmware.storage.away_file import AwayGame
from scoreboard.away.house_letters import HouseLetter
from scoreboard.away.part import HousePart
from scoreboard.away.sealed_letter import Invitation, Reply, check_of, code_of, game_of
from scoreboard.errors import ScoreboardError
from scoreboard.kept_throws import KeptThrows
from scoreboard.record import decode
from scoreboard.rules import RulesError, ruled_setup
from scoreboard.rules.events import Setup, Side
from scoreboard.web.play.away_routes import Stage, TwoHouses

if TYPE_CHECKING:
    from firmware.storage.box_key import BoxKey

OTHER: Final[Mapping[Side, Side]] = {"away": "home", "home": "away"}
PICTURE: Final = "/picture"
"""After the topic of a house, what that of its picture goes on with."""


@dataclass(frozen=True, slots=True)
class HouseMail:
    """What is to be sent and heard.

    Attributes:
        sent: topic, without what all topics begin with -> what the broker is to keep there.
        heard: the topics that are listened to.
    """

    sent: Mapping[str, bytes]
    heard: tuple[str, ...] = ()


class OwnHouse(NamedTuple):
    """This house: what it is called, its stadium's key, and the pictures of its throws."""

    name: str
    key: BoxKey
    throws: KeptThrows = KeptThrows()


def topics_of(game: AwayGame | None) -> tuple[str, str]:
    """Where this house writes, and the other; empty without a game."""
    if game is None:
        return "", ""
    host, guest = (f"{game.code}/{each}" for each in ("host", "guest"))
    return (host, guest) if game.is_host else (guest, host)


def greeting(game: AwayGame, name: str) -> Invitation | Reply | None:
    """What a house of that name tells the other before the game begins."""
    if game.game:
        return None
    if game.is_host:
        return Invitation(name, game.nonce, game.setup, game.side)
    return Reply(name) if game.peer else None


def answered(game: AwayGame, letter: Invitation, key: str) -> AwayGame | None:
    """What a house that has the code makes of the invitation; None where it is another, or of no game."""
    if code_of(key, letter.nonce) != game.code or game.peer:
        return None
    with suppress(ValueError):
        setup_of(letter.setup)
        return structs.replace(
            game, nonce=letter.nonce, setup=letter.setup, side=OTHER[letter.side], peer=key, house=letter.house
        )
    return None


def begun(game: AwayGame, letter: HouseLetter, own_key: str) -> Setup | None:
    """The game line with which the host has begun; None where it has not, or another game than it invited to."""
    if not game.peer or letter.game != game_of(game.peer, own_key, game.nonce) or letter.base or not letter.lines:
        return None
    with suppress(ValueError):
        setup = setup_of(letter.lines[0].line)
        is_same = structs.replace(setup, at=UNSET) == structs.replace(setup_of(game.setup), at=UNSET)
        return setup if is_same else None
    return None


def how_they_met(game: AwayGame, part: HousePart | None, own: OwnHouse) -> TwoHouses:
    """How far both houses are; of an invitation that is answered the game has who has answered."""
    hosts = (own.key.public, game.peer) if game.is_host else (game.peer, own.key.public)
    check = check_of(*hosts, game.nonce) if game.peer and not game.game else ""
    return TwoHouses(_stage(game, part), own.name, game.house, game.code, check)


def _stage(game: AwayGame, part: HousePart | None) -> Stage:
    if game.game:
        return "aside" if part is None else "playing" if part.kept.stop is None else "stopped"
    if game.is_host:
        return "answered" if game.peer else "inviting"
    return "asking" if game.peer else "joining"


def setup_of(text: str) -> Setup:
    """The game line in that text; a ValueError where it is none, or no such game can be played."""
    line = decode(text.encode())
    if isinstance(line, Setup):
        with suppress(RulesError, ScoreboardError):
            return ruled_setup(line, {})
    raise ValueError(text[:80])
