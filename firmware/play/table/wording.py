"""What the table is told besides the play by play.

Questions are put together in `firmware.play.state.question`, menus in `firmware.play.menus`,
plays in `scoreboard.commentary`. Rule kept here: a report of the tracker that is no throw becomes a message only if the
players can do something about it now. A die that leans in its corner is ignored; the die that is due is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isinf

from firmware.notice import Notice, notice
from firmware.play.state.question import Asked, spoken_thing
from scoreboard.message import message
from scoreboard.rules.state import CHIP, DICE, SHARED, Game
from vision.readings import DieReading
from vision.tracking.events import Blurred, CameraMoved, Cocked, MarkersLost, OutOfTray, Report, Thrown, Waiting

GAME_IS_OVER = message("notice.game-is-over")
BALK = notice("notice.balk")
CAMERA: Mapping[type[Report], Notice] = {
    Blurred: notice("notice.blurred"),
    CameraMoved: notice("notice.camera-moved"),
}


def nothing_due(game: Game) -> Notice:
    """Why no die can be entered by hand now."""
    return notice("notice.nothing-due") if game.over else notice("notice.nothing-yet", due=game.due)


def not_sure(asked: Asked) -> Notice:
    """Instead of a question, where nobody can answer it."""
    return notice("notice.unsure", thing=spoken_thing(asked.what))


def message_about(report: Report, game: Game, colors: Mapping[str, str]) -> Notice | None:
    """The message about a report; None if the players need do nothing. ``colors`` are the owner's, seen -> meant."""
    match report:
        case Cocked(name=name) | OutOfTray(name=name) if _is_due(name, game, colors):
            return _badly_thrown(report, game)
        case Waiting(why=why, names=names) if not names or any(_is_due(name, game, colors) for name in names):
            # Of a chip on a die both are named: the chip is what must be taken off.
            under = next((name for name in names if name != CHIP), game.awaits or "")
            thing = spoken_thing(colors.get(under, under) if why == "chip on a die" else game.awaits or "")
            # one of: notice.waiting.chip-on-a-die, notice.waiting.covered, notice.waiting.leaning-chip
            # one of: notice.waiting.touching
            return notice(f"notice.waiting.{why.replace(' ', '-')}", thing=thing)
        case Thrown(reading=DieReading(kind="d10", color=color), placed=False):
            return _unknown_color(colors.get(color, color), game)
        case MarkersLost():
            return _markers_lost(report)
        case Blurred() | CameraMoved():
            return CAMERA[type(report)]
    return None


def _markers_lost(report: MarkersLost) -> Notice:
    """Too few markers are seen, or they do not lie as printed."""
    if report.lost:
        seen = report.total - len(report.lost)
        return notice("notice.markers.too-few", seen=seen, total=report.total, markers=report.lost)
    if report.off_mm is None:
        return notice("notice.markers.because", why=report.message)
    if isinf(report.off_mm):
        return notice("notice.markers.far")
    return notice("notice.markers.off", mm=f"{report.off_mm:.1f}")


def too_many(lying: int, due: int) -> Notice:
    """More dice lie on the table than the game is played with."""
    return notice("notice.too-many", lying=lying, count=due, extra=lying - due)


def some_missing(seen: int, due: int) -> Notice:
    """Only some dice of a roll are seen to lie still."""
    return notice("notice.some-missing", due=due, seen=seen, count=due - seen)


def _badly_thrown(report: Cocked | OutOfTray, game: Game) -> Notice:
    """It leans, or fell out: in Four-Dice Baseball that is a balk."""
    if isinstance(report, OutOfTray) and "balk" in game.calls:
        return BALK
    key = "notice.leans" if isinstance(report, Cocked) else "notice.fell-out"
    return notice(key, thing=spoken_thing(game.awaits or ""))


def _unknown_color(name: str, game: Game) -> Notice | None:
    """A die of a colour that is not played with, while a die is due: it may be that one in another light."""
    ours = {game.setup.away.color, game.setup.home.color, SHARED}
    if name in ours or game.awaits not in ours:
        return None
    return notice("notice.whose-die", color=name, one=message("thing.one", color=game.awaits), die=game.awaits)


def _is_due(name: str, game: Game, colors: Mapping[str, str]) -> bool:
    """Whether that thing is awaited; for dice of any colour where a game is played with six-sided ones."""
    return colors.get(name, name) == game.awaits or (game.awaits == DICE and name != CHIP)
