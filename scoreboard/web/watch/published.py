"""What programs elsewhere are sent of a play: the line as the record has it, with what the stream says of it.

The state, the question and the condition of the devices are sent as the page's own interface has them.
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, Struct, UnsetType, structs

from scoreboard.language import Language
from scoreboard.league.seal import Seal
from scoreboard.record import ReplayStep
from scoreboard.rules.events import AnyLine
from scoreboard.web.state.celebrated import NOTHING, Celebrated, celebrated
from scoreboard.web.state.live import Live
from scoreboard.web.watch.events import sentence_of

EVENTS: Final = {
    "home-run": "home_run",
    "grand-slam": "home_run",
    "strikeout": "strikeout",
    "side-change": "side_change",
    "final": "final",
    "walk-off": "final",
}
"""The moments that lights and speakers of a house are told of, and what they are called there."""


class PublishedPlay(Celebrated, frozen=True, kw_only=True):
    """A line of the record.

    Attributes:
        key: of this very line, and no other: the box, the game, the line's number and the checksum. Whoever gets a
            message twice has its key already.
        game: its number in the journal of the box.
        number: of the line; the game line is 1.
        checksum: CRC-32 of the game's record up to and with this line, each line with its newline.
        cause: the line, as the record has it.
        told: it in one sentence, in the language of the table.
        refused: whether the law refused it; it changes nothing then.
        late: whether it comes later than it was played; it is not celebrated any more then.
        seal: of the record up to and with this line, after which the game is over, by a stadium that is of a league.
    """

    key: str
    game: int
    number: int
    checksum: int
    cause: AnyLine
    told: str
    refused: bool = False
    late: bool = False
    seal: Seal | UnsetType = UNSET


class HouseEvent(Struct, frozen=True):
    """Something to celebrate in a house.

    Attributes:
        event_type: ``home_run``, ``strikeout``, ``side_change`` or ``final``.
        told: the play in one sentence.
        team: the name of the team that it is for; empty for both.
    """

    event_type: str
    told: str
    team: str


def key_of(box: str, game: int, number: int, checksum: int) -> str:
    """The key of a line; see `PublishedPlay`."""
    return f"{box}-{game}-{number}-{checksum:08x}"


def published_play(
    box: str, live: Live, step: ReplayStep, checksum: int, language: Language, *, late: bool
) -> PublishedPlay:
    """The message about a line; ``live`` shows what it led to."""
    heard = NOTHING if late else celebrated(step, language, asked=live.asked is not None)
    return PublishedPlay(
        **structs.asdict(heard),
        key=key_of(box, live.game, step.number, checksum),
        game=live.game,
        number=step.number,
        checksum=checksum,
        cause=step.line,
        told=language.say(sentence_of(step)),
        refused=step.refused is not None,
        late=late,
    )


def house_events(play: PublishedPlay, step: ReplayStep) -> tuple[HouseEvent, ...]:
    """What a house is told of a play: nothing of a late one, and each kind once."""
    kinds = dict.fromkeys(EVENTS[each.name] for each in play.moments if each.name in EVENTS)
    before, after = step.before.game, step.after.game
    sides = {"home_run": before.batting, "strikeout": before.fielding, "final": after.winner}
    teams = {kind: sides.get(kind) for kind in kinds}
    return tuple(
        HouseEvent(kind, play.told, "" if side is None else after.team(side).name) for kind, side in teams.items()
    )
