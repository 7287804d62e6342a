"""The box decides for one side, and a person throws all the dice.

Rule kept here: the box speaks by lines of the record like any player, marked as the box's, and tells the table of each
choice that it made: in a sentence and on the panel. What a person takes back stays back: one UNDO takes the throw, and
what the box said of it, and the box speaks again after the next line.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec import structs

from firmware.message import Message
from firmware.play.scorer import Scorer
from scoreboard.commentary.box_words import box_words
from scoreboard.opponent import Decision, decide, decides_in
from scoreboard.opponent.worth import Worth, is_solved
from scoreboard.rules.events import Press
from scoreboard.rules.history import Entry, History
from scoreboard.rules.state import Game
from scoreboard.session import Session

MOST_IN_A_ROW = 30
"""Lines that the box says one after the other: more than any play needs."""


class BoxPlayer:
    """Plays for the side that `ScorerState.opponent` names; ``worth`` is what moments are worth, once that is known."""

    def __init__(self, scorer: Scorer, session: Session, worth: Callable[[], Worth | None]) -> None:
        self._scorer, self._session, self._worth = scorer, session, worth
        self._looked_at: Game | None = None

    def play(self) -> None:
        """Decide whatever is there to decide since the last line; each state is looked at once."""
        for _ in range(MOST_IN_A_ROW):
            if not self._takes_part():
                self._looked_at = None
                return
            if self._session.game is self._looked_at or not self._says_something():
                return

    def _takes_part(self) -> bool:
        """Whether there is a side to decide for; in games that the box cannot play its lines are no decisions."""
        state, rules = self._scorer.state, self._session.game.setup.rules
        return state.opponent.side is not None and state.throw_off is None and decides_in(rules)

    def _says_something(self) -> bool:
        """Look at the state as it is; whether a line came of it."""
        history, self._looked_at = self._session.history, self._session.game
        line = history.lines.top.line if history.lines else None
        if isinstance(line, Press) and line.button in {"undo", "redo"}:
            return line.button == "undo" and self._takes_back(history)
        decision = self._decided(history)
        return decision is not None and self._tell(decision)

    def _decided(self, history: History) -> Decision | None:
        game, (side, strength) = history.game, self._scorer.state.opponent
        if side is None:
            return None
        lots = Random(f"{self._session.number}.{history.number}")  # noqa: S311 - the same line, the same choice
        worth = self._worth() if strength == "strong" and is_solved(game) else None
        return decide(game, side, strength, lots, worth)

    def _takes_back(self, history: History) -> bool:
        """UNDO took what the box said of a throw: take the throw, too."""
        undone = history.undone.top.steps.top.place.line
        return getattr(undone, "by", None) == "box" and self._submitted(Press(button="undo", by="box"))

    def _tell(self, decision: Decision) -> bool:
        said = decision.line is not None and self._submitted(structs.replace(decision.line, by="box"))
        words = box_words(decision)
        if words is not None and said == (decision.line is not None):
            self._scorer.displays.note(Message(*words))
        return said

    def _submitted(self, line: Entry) -> bool:
        before = self._session.history
        self._scorer.submit(line)
        return self._session.history is not before
