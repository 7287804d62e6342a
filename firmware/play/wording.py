"""The wording of what the table is told besides the play by play: each message as a sentence and as words for a panel.

``THROW AGAIN`` is `throw_again`. Questions are worded in `firmware.play.question`, menus in `firmware.play.menus`,
plays in `scoreboard.commentary`. Rule kept here: a report of the tracker that is no throw becomes a message only if the
players can do something about it now. A die that leans in its corner is ignored; the die that is due is not.
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware.notice import Notice
from firmware.play.question import Asked, called
from scoreboard.language import ENGLISH
from scoreboard.rules.state import CHIP, DICE, SHARED, Game
from vision.readings import DieReading
from vision.tracking.events import Blurred, CameraMoved, Cocked, MarkersLost, OutOfTray, Report, Thrown, Waiting

NOT_NOW, NOT_BEGUN, CANNOT_OPEN = "NOT NOW", "NOT BEGUN", "CANNOT OPEN IT"
"""What the panel says of what the rules refused, and where another game cannot be had."""
GAME_IS_OVER = "The game is over. OK begins a new one; UNDO takes the last play back."
NOTHING_DUE = Notice("The game is over: nothing is thrown now.", "GAME OVER")
BALK = Notice("A die fell off the table: a balk. NEXT shows it, OK calls it; then throw all four again.", "BALK?")
WAITING = {
    "touching": "The {thing} touches something. Move them apart.",
    "covered": "Something is in the way. Take it away so that the camera sees the stadium.",
    "chip on a die": "The chip lies on the {thing}. Take it off.",
    "leaning chip": "The chip leans. Toss it again.",
}
CAMERA: Mapping[type[Report], Notice] = {
    Blurred: Notice("The picture is blurred. Wipe the lens, and see to the camera's focus.", "BLURRED"),
    CameraMoved: Notice("The camera was knocked. It has found the stadium again.", "CAMERA OK"),
}


def nothing_due(game: Game) -> Notice:
    """Why no die can be entered by hand now."""
    return NOTHING_DUE if game.over else Notice(f"Nothing is thrown yet. {ENGLISH(game.said)}", NOT_NOW)


def throw_again(why: str) -> Notice:
    """A throw that does not count, such as one that was unsure where no button can answer."""
    return Notice(f"{why}. Throw it again.", "THROW AGAIN")


def not_sure(asked: Asked) -> Notice:
    """Instead of a question, where no button can answer it."""
    return throw_again(f"Not sure of the {called(asked.what)}, so it is not scored")


def message_about(report: Report, game: Game, colors: Mapping[str, str]) -> Notice | None:
    """The message about a report; None if the players need do nothing. ``colors`` are the owner's, seen -> meant."""
    match report:
        case Cocked(name=name) | OutOfTray(name=name) if _is_due(name, game, colors):
            return _badly_thrown(report, game)
        case Waiting(why=why, names=names) if not names or any(_is_due(name, game, colors) for name in names):
            # Of a chip on a die both are named: the chip is what must be taken off.
            under = next((name for name in names if name != CHIP), game.awaits or "")
            thing = called(colors.get(under, under) if why == "chip on a die" else game.awaits or "")
            return Notice(WAITING[why].format(thing=thing), "MOVE IT")
        case Thrown(reading=DieReading(kind="d10", color=color), placed=False):
            return _unknown_color(colors.get(color, color), game)
        case MarkersLost(message=message):
            return Notice(message, "MARKERS?")
        case Blurred() | CameraMoved():
            return CAMERA[type(report)]
    return None


def too_many(lying: int, due: int) -> Notice:
    """More dice lie on the table than the game is played with."""
    counts, panel = ("1 counts", "1 DIE!") if due == 1 else (f"{due} count", f"{due} DICE!")
    return Notice(f"{lying} dice were thrown and {counts}. Take {lying - due} away.", panel)


def some_missing(seen: int, due: int) -> Notice:
    """Only some dice of a roll are seen to lie still."""
    one = due - seen == 1
    dice = "the other die" if one else f"the other {due - seen} dice"
    panel = "1 MORE DIE" if one else f"{due - seen} MORE DICE"
    return Notice(f"{due} dice count, and {seen} can be seen. Throw {dice} again.", panel)


def _badly_thrown(report: Cocked | OutOfTray, game: Game) -> Notice:
    """It leans, or fell out: in Four-Dice Baseball that is a balk."""
    if isinstance(report, OutOfTray) and "balk" in game.calls:
        return BALK
    what = "leans" if isinstance(report, Cocked) else "fell out of the stadium"
    return throw_again(f"The {called(game.awaits or '')} {what}")


def _unknown_color(name: str, game: Game) -> Notice | None:
    """A die of a colour that is not played with, while a die is due: it may be that one in another light."""
    ours = {game.setup.away.color, game.setup.home.color, SHARED}
    if name in ours or game.awaits not in ours:
        return None
    said = f"That die looks {name}, and nobody here plays with that. If it is the {game.awaits} one, throw it again,"
    return Notice(f"{said} or teach it: stadium teach {game.awaits}.", "WHOSE DIE?")


def _is_due(name: str, game: Game, colors: Mapping[str, str]) -> bool:
    """Whether that thing is awaited; for dice of any colour where a game is played with six-sided ones."""
    return colors.get(name, name) == game.awaits or (game.awaits == DICE and name != CHIP)
