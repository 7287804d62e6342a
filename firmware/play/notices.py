"""Reports of the watcher that are no throw -> what the table is told, if anything.

Rule kept here: a report is told only to those who can do something about it. A die that leans in its corner, or dice
that touch while the game waits for the chip, are nobody's business; the die that is due is, and one that may be it.
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware.messages import Message
from firmware.play.question import called
from scoreboard.rules.state import CHIP, DICE, SHARED, Game
from vision.readings import DieReading
from vision.tracking.events import Blurred, CameraMoved, Cocked, MarkersLost, OutOfTray, Report, Thrown, Waiting

WAITING = {
    "touching": "The {thing} touches something. Move them apart.",
    "covered": "Something is in the way. Take it away so that the camera sees the stadium.",
    "chip on a die": "The chip lies on the {thing}. Take it off.",
    "leaning chip": "The chip leans. Toss it again.",
}
CAMERA: Mapping[type[Report], Message] = {
    Blurred: Message("The picture is blurred. Wipe the lens, and see to the camera's focus.", "BLURRED"),
    CameraMoved: Message("The camera was knocked. It has found the stadium again.", "CAMERA OK"),
}


def notice(report: Report, game: Game, colors: Mapping[str, str]) -> Message | None:
    """What the table is told of a report; None where nobody need do anything.

    Args:
        report: of the watcher.
        game: the state of play.
        colors: the owner's names for colours, seen -> meant.
    """
    match report:
        case Cocked(name=name) | OutOfTray(name=name):
            return _again(report, game) if _due(name, game, colors) else None
        case Waiting(why=why, names=names):
            concerned = not names or any(_due(name, game, colors) for name in names)
            return Message(WAITING[why].format(thing=called(game.awaits or "")), "MOVE IT") if concerned else None
        case Thrown(reading=DieReading(kind="d10", color=color), placed=False):
            return _whose(colors.get(color, color), game)
        case MarkersLost(message=message):
            return Message(message, "MARKERS?")
        case Blurred() | CameraMoved():
            return CAMERA[type(report)]
    return None


def _again(report: Cocked | OutOfTray, game: Game) -> Message:
    what = "leans" if isinstance(report, Cocked) else "fell out of the stadium"
    return Message(f"The {called(game.awaits or '')} {what}. Throw it again.", "THROW AGAIN")


def _whose(name: str, game: Game) -> Message | None:
    """About a die of a colour that nobody here plays with, while a die is due: it may be that one in another light."""
    ours = {game.setup.away.color, game.setup.home.color, SHARED}
    if name in ours or game.awaits not in ours:
        return None
    said = f"That die looks {name}, and nobody here plays with that. If it is the {game.awaits} one, throw it again,"
    return Message(f"{said} or teach it: stadium teach {game.awaits}.", "WHOSE DIE?")


def _due(name: str, game: Game, colors: Mapping[str, str]) -> bool:
    """Whether somebody waits for that thing; for dice of any colour where a game is played with six-sided ones."""
    return colors.get(name, name) == game.awaits or (game.awaits == DICE and name != CHIP)
