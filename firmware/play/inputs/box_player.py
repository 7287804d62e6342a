"""The box decides for one side, and a person throws all the dice.

Rule kept here: the box speaks by lines of the record like any player, marked as the box's, and tells the table of each
choice that it made: in a sentence and on the panel. What a person takes back stays back: one UNDO takes the throw, and
what the box said of it, and the box speaks again after the next line, or once it is let go on. Its cards are chosen in
secret, as a person's are, and nobody can work them out beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom

from msgspec import structs

from firmware.notice import SHORT, Notice
from firmware.play.table.scorer import Scorer
from scoreboard.commentary.box import choice_message, waiting_message
from scoreboard.message import Message
from scoreboard.opponent import Decision, asks_first, decide, decides_in
from scoreboard.opponent.worth import Worth, is_solved
from scoreboard.rules.events import Call, Press, Side
from scoreboard.rules.history import Entry, History
from scoreboard.rules.state import Game
from scoreboard.session import Session

MOST_IN_A_ROW = 30
"""Lines that the box says one after the other: more than any play needs."""
GLOVES_TICKS = 20
"""Half seconds that the panel shows the box's gloves: time to lay them."""


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
            if self._session.game is self._looked_at and self._session.game is not self._scorer.state.box_released_at:
                return
            if not self._says_something():
                return

    def _takes_part(self) -> bool:
        """Whether there is a side to decide for; where nobody decides anything its lines are no decisions."""
        state, rules = self._scorer.state, self._session.game.setup.rules
        return (
            state.opponent.side is not None and not state.throw_off and not state.early.takeover and decides_in(rules)
        )

    def _says_something(self) -> bool:
        """Look at the state as it is; whether a line came of it."""
        history, state = self._session.history, self._scorer.state
        side, self._looked_at = state.opponent.side, history.game
        is_released = self._scorer.take_release()
        if side is None:
            return False
        line = history.lines.top.line if history.lines else None
        if not is_released and isinstance(line, Press) and line.button in {"undo", "redo"}:
            return line.button == "undo" and self._takes_back(history, side)
        if (card := shown_card(history.game, side, line)) is not None:
            self._say(card)
        decision = self._decided(history, side)
        if decision is None:
            return False
        if not is_released and decision.line is not None and asks_first(decision.game, side, decision.line):
            if state.overlay.screen is None:
                with self._scorer.displays.words:
                    self._scorer.displays.note(_notice(waiting_message(decision)))
            return False
        return self._tell(self._hidden(decision))

    def _decided(self, history: History, side: Side) -> Decision | None:
        game, strength = history.game, self._scorer.state.opponent.strength
        same = f"{self._session.number}.{history.number}"
        lots = Random(same) if game.cards is None else SystemRandom()  # noqa: S311 - the same line, the same choice
        worth = self._worth() if strength == "strong" and is_solved(game) else None
        return decide(game, side, strength, lots, worth)

    def _hidden(self, decision: Decision) -> Decision:
        """A card is only committed to; the scorer shows it once the gloves lie (R10)."""
        word, _, name = decision.line.call.partition(" ") if isinstance(decision.line, Call) else ("", "", "")
        return decision._replace(line=self._scorer.state.secret.choose(name)) if word == "card" else decision

    def _takes_back(self, history: History, side: Side) -> bool:
        """UNDO took what the box said of a throw: take the throw, too; not where the box had been let go on."""
        undone = history.undone.top.steps.top.recorded.line
        follows = getattr(undone, "by", None) == "box" and not asks_first(history.game, side, undone)
        return follows and bool(history.steps.below) and self._submitted(Press(button="undo", by="box"))

    def _tell(self, decision: Decision) -> bool:
        is_recorded = decision.line is not None and self._submitted(structs.replace(decision.line, by="box"))
        if is_recorded == (decision.line is not None):
            self._say(decision)
        return is_recorded

    def _say(self, decision: Decision) -> None:
        laid = isinstance(decision.line, Call) and decision.line.call.startswith("gloves ")
        with self._scorer.displays.words:
            if (words := choice_message(decision)) is not None:
                self._scorer.displays.note(_notice(words, GLOVES_TICKS if laid else SHORT))

    def _submitted(self, line: Entry) -> bool:
        before = self._session.history
        self._scorer.submit(line)
        return self._session.history is not before


def _notice(words: Message, ticks: int = SHORT) -> Notice:
    return Notice(words, words, ticks=ticks)


def shown_card(game: Game, side: Side, line: object) -> Decision | None:
    """The box's card, if that line has just shown it."""
    card = game.cards.card if game.cards else None
    if card is None or side != game.batting or game.phase != "pitch":
        return None
    is_shown = isinstance(line, Call) and line.by == "box" and line.call.startswith("card ")
    return Decision(game, side, Call(call=f"card {card.name}")) if is_shown else None
