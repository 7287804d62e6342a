"""What a button does at the table: it walks through a screen, answers a question, or is scored.

The first that is open takes the press: a screen over the score, the question about a throw, a throw-off, the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import structs

from firmware.devices.protocols import Gesture
from firmware.play import menus
from firmware.play.menus import Outcome, Screen
from firmware.play.menus.actions import MenuAction
from firmware.play.options import Options
from firmware.play.scorer import Scorer
from firmware.play.ticks import LOOK_TICKS
from scoreboard.rules.diamante.choices import may_choose
from scoreboard.rules.events import Amend, Button, Press
from scoreboard.rules.history import History
from scoreboard.rules.state import Game
from scoreboard.session import Session

WALKING: Final = ("ok", "next", "undo")
"""The buttons that walk through answers, whatever is asked."""


class ButtonInput:
    """Takes the presses of a table.

    Args:
        scorer: keeps the score of the game.
        session: the game in play.
        options: how it behaves.
        send: runs an action of the menu, whose notice comes back by `Scorer.put_up`.
    """

    def __init__(self, scorer: Scorer, session: Session, options: Options, send: Callable[[MenuAction], None]) -> None:
        self._scorer, self._session, self._options, self._send = scorer, session, options, send
        self._state, self._faces = scorer.state, scorer.faces
        self._menu_of: History | None = None

    def press(self, gesture: Gesture) -> None:
        """A button was pressed, or held."""
        game = self._session.game
        if gesture not in WALKING:
            self._state.cover.close_walk()
        if self._state.cover.screen is not None:
            self._choose(self._state.cover.screen, gesture)
        elif gesture == "menu":
            self._menu_of = self._session.history
            self._open(menus.main_menu(self._options.choices, self._menu_of, self._session.games()))
        elif self._state.question.asked is not None and gesture in WALKING:
            self._scorer.answer_by(self._state.question.asked, gesture)
        elif gesture == "by-hand":
            self._scorer.enter_by_hand()
        elif self._state.throw_off is not None:
            self._scorer.leave_throw_off(gesture)
        else:
            self._play_by_hand(gesture, game)

    def _play_by_hand(self, button: Button, game: Game) -> None:
        if button == "undo" and self._state.bulletin.taken_down(self._faces.text):
            self._faces.show("")
        elif button == "ok" and game.over and game.choice is None:
            if self._state.tick - self._scorer.over_since >= LOOK_TICKS:
                self._scorer.new_game()
        elif button == "next":
            self._walk(game)
        else:
            self._scorer.submit(Press(button=button, by="button"))

    def _walk(self, game: Game) -> None:
        """NEXT: the next answer to the last throw; after the last of them, or without any, what may be said (D56)."""
        choosing = game.choice is not None and may_choose(game.choice)
        if choosing:
            self._scorer.submit(Press(button="next", by="button"))
            game = self._session.game
            if game.choice is None or game.choice.met is not None or game.choice.chosen != game.choice.options[0]:
                return  # there are more answers to come
        if (screen := menus.what_may_be_said(game)) is not None:
            self._open(screen)
        elif not choosing:
            self._scorer.submit(Press(button="next", by="button"))  # which the law refuses, and says why

    def _open(self, screen: Screen) -> None:
        self._faces.show(self._state.cover.open(screen, self._state.tick))

    def _choose(self, screen: Screen, gesture: Gesture) -> None:
        """NEXT walks on, OK takes what is shown, UNDO goes back; anything else leaves."""
        if gesture == "next" and not (screen.walk and screen.is_last and self._session.game.options):
            return self._open(screen.next())
        self._state.cover.close()
        if gesture == "ok":
            return self._carry_out(screen.taken())
        if gesture == "undo" and screen.above is not None:
            return self._open(screen.above)
        return self._faces.show("")

    def _carry_out(self, outcome: Outcome) -> None:
        match outcome:
            case Screen():
                self._open(outcome)
            case menus.Record(line=Amend() as amend) if self._session.history is not self._menu_of:
                self._menu_of = self._session.history  # dice fell meanwhile: it may leave others without a place now
                self._carry_out(menus.told_first(self._menu_of, amend))
            case menus.Record(line=line):
                self._scorer.submit(structs.replace(line, by="button"))
            case menus.NewGame():
                self._scorer.new_game()
            case menus.ResumeGame(number=number):
                self._scorer.resume(number)
            case menus.BeginThrowOff():
                self._scorer.begin_throw_off()
            case menus.RunAction(choice="stop"):
                self._scorer.running = False
                self._faces.show("")
            case menus.RunAction(choice=choice):
                if (action := self._options.actions.get(choice)) is not None:
                    self._send(action)
                self._faces.show("")
            case _:
                self._faces.show("")
