"""What table and page are told of a game with another house."""

from __future__ import annotations

from msgspec import UNSET

from scoreboard.away.house_letters import LineOffer
from scoreboard.away.part import HousePart
from scoreboard.away.turns import thrower
from scoreboard.commentary import consequences, line_name
from scoreboard.commentary.corrections import correction_preview
from scoreboard.message import Message, Words, message
from scoreboard.rules import Game
from scoreboard.rules.events import Amend, Chip, Die, End, Expect, Press, Roll, Set, Setup
from scoreboard.rules.history import Entry, History, judge
from scoreboard.web.play.away_routes import HouseQuestion


def waits_for(house: str, part: HousePart, board: Game) -> Words:
    """What the table waits for of the house of that name; empty where it is this one's turn."""
    if (stop := part.kept.stop) is not None:
        # one of: houses.stop-differs, houses.stop-not-agreed, houses.stop-out-of-turn, houses.stop-own-name
        # one of: houses.stop-secret, houses.stop-told, houses.stop-unlawful
        return message(f"houses.stop-{stop.why}", stadium=house, nth=stop.line)
    if part.asked is not None:
        return message("houses.asked", stadium=house)
    if part.asks is not None:
        return message("houses.asks", stadium=house)
    if part.is_waiting:
        return message("houses.sending", stadium=house)
    return message("houses.turn", stadium=house) if thrower(board) not in {None, part.kept.side} else ""


def question_of(offer: LineOffer, history: History) -> HouseQuestion:
    """What the other house would correct, in words, and what would come of it."""
    line = offer.stated.entry
    if line is None:
        return HouseQuestion(offer.number, message("houses.wants-set"))
    after, refused = judge(history, line)
    effects = consequences(history.game, after.game) or (message("change.score-stays"),)
    with_it = message("houses.with-it")
    comes_to = () if refused is not None else (with_it, *correction_preview(history, line, after))
    return HouseQuestion(offer.number, (_wanted(line, history), *comes_to), effects)


def _wanted(line: Entry, history: History) -> Message:
    match line:
        case Amend(line=number, as_=as_, add=add) if as_ is UNSET and add is UNSET:
            if (misread := _recorded(history, number)) is not None:
                return message("houses.wants-misread", nth=number, line=line_name(misread))
        case Press(button="undo" | "redo" as button):
            # one of: houses.wants-redo, houses.wants-undo
            return message(f"houses.wants-{button}")
        case Press(button=button):
            return message("houses.wants-press", button=button)
        case End():
            return message("houses.wants-end")
        case Set():
            return message("houses.wants-set")
    return message("houses.wants-line", nth=line.line if isinstance(line, Amend) else history.number)


def disputed_throw(part: HousePart, history: History) -> int:
    """The number of the throw that either house would correct, or undo; 0 for none."""
    offer = part.asked or part.asks
    number = 0
    match None if offer is None else offer.stated.entry:
        case Amend(line=amended, add=add) if add is UNSET:
            number = amended
        case Press(button="undo"):
            number = history.steps.top.number
    return number if isinstance(_recorded(history, number), Die | Chip | Roll) else 0


def _recorded(history: History, number: int) -> Entry | None:
    """The line of that number; None where there is none that goes on with the game."""
    line = next((each.line for each in history.lines if each.number == number), None)
    return None if isinstance(line, Setup | Expect) else line
