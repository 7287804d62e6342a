"""What the box chose, as a sentence for the terminal and in a few words for the panel.

Rule kept here: each begins with the box, so that nobody takes it for what the rules did, or a person.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoreboard.commentary.names import line_name
from scoreboard.commentary.prompts import answer_name
from scoreboard.message import Message, message
from scoreboard.opponent import Decision
from scoreboard.rules.events import Ball, Call, Event, Hold, Move, Skip
from scoreboard.rules.rallybird import unrolled
from scoreboard.rules.state import Game, Phase

THROWS: Mapping[Phase, str] = {"run": "box.run", "throw": "box.throw"}
"""What it means that the box says nothing; that it makes no call is not mentioned."""


def choice_message(decision: Decision) -> Message | None:
    """``The box chose for Blues: he stays.`` and ``BOX: HE STAYS``; None where it chose to say nothing."""
    game = decision.game
    chosen = _silence(game) if decision.line is None else _choice(game, decision.line)
    return None if chosen is None else message("box.chose", team=game.team(decision.side).name, chosen=chosen)


def waiting_message(decision: Decision) -> Message:
    """What a person does before the box says that: he chooses a card, or lets it go on."""
    has_to_choose = decision.side == decision.game.fielding and unrolled(decision.game) is None
    return message("box.waits-for-card" if has_to_choose else "box.waits")


def _silence(game: Game) -> Message | None:
    return message(THROWS[game.phase]) if game.phase in THROWS else None


def _choice(game: Game, line: Event) -> Message | None:
    match line:
        case Call(call=call) if call.startswith("aside "):
            return None  # which is chance
        case Call(call=call) if call.startswith("commit "):
            return message("box.commit")
        case Move(to=to) | Ball(to=to) if game.diamante.choice is not None:
            return answer_name(game.diamante.choice, to)
        case Skip():
            return message("box.skip")
        case Hold():
            return message("box.hold")
        case _:
            return line_name(line)
