"""What the box chose, as a sentence for the terminal and in capitals for the panel.

Rule kept here: each begins with the box, so that nobody takes it for what the rules did, or a person.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoreboard.commentary.line_names import line_name, short_name
from scoreboard.commentary.prompts import SentenceAndPanel, answer_texts
from scoreboard.opponent import Decision
from scoreboard.rules.events import Ball, Call, Event, Hold, Move, Skip
from scoreboard.rules.state import Game, Phase

THROWS: Mapping[Phase, SentenceAndPanel] = {
    "run": ("the runner runs", "RUN"),
    "throw": ("the ball is thrown", "THROW IT"),
}
"""What it comes to that the box says nothing; a call that it does not make is not told."""


def box_words(decision: Decision) -> SentenceAndPanel | None:
    """``The box chose for Blues: he stays.`` and ``BOX: HE STAYS``; None where it chose to say nothing."""
    game = decision.game
    words = THROWS.get(game.phase) if decision.line is None else _words(game, decision.line)
    if words is None:
        return None
    return f"The box chose for {game.team(decision.side).name}: {words[0]}.", f"BOX: {words[1]}"


def waiting_words(decision: Decision) -> SentenceAndPanel:
    """What a person does before the box says that: he chooses a card, or lets it go on."""
    if decision.side == decision.game.fielding and decision.game.resume is None:
        return (
            "Choose your card: NEXT picks it here, or says that it lies on the table. Then the box lays gloves.",
            "NEXT: CARD",
        )
    return "The box waits: NEXT has it go on, or says more.", "PRESS NEXT"


def _words(game: Game, line: Event) -> SentenceAndPanel | None:
    match line:
        case Call(call=call) if call.startswith("aside "):
            return None  # which is chance
        case Call(call=call) if call.startswith("commit "):
            return "its card, in secret", "CARD CHOSEN"
        case Move(to=to) | Ball(to=to) if game.choice is not None:
            return answer_texts(game.choice, to)
        case Skip():
            return "he stays", "HE STAYS"
        case Hold():
            return "they hold the ball", "HOLD IT"
        case _:
            return line_name(line), short_name(line)
