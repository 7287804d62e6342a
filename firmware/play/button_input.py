"""What a button does at the table: it walks through a screen, answers a question, or is scored.

The first of these that is open takes the press: a takeover, a screen over the score, the question about a throw, a
throw-off, the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import structs

from firmware.devices.protocols import Gesture
from firmware.notice import notice
from firmware.play.menus.actions import MenuAction
from firmware.play.menus.coaching import pick
from firmware.play.menus.main_menu import main_menu
from firmware.play.menus.opponents import opponent_set
from firmware.play.menus.screen import (
    BeginThrowOff,
    ChooseLanguage,
    ChooseOpponent,
    DealCards,
    LetBox,
    NewGame,
    Outcome,
    PickCard,
    Record,
    ResumeGame,
    RunAction,
    Screen,
)
from firmware.play.menus.throws import confirm_unfit, what_may_be_said
from firmware.play.options import Options
from firmware.play.scorer import OVER_TICKS, Scorer
from firmware.play.secret_card import drawn
from firmware.play.takeover import Takeover
from scoreboard.language import language
from scoreboard.rules.diamante.choices import may_choose
from scoreboard.rules.events import Amend, Button, Press
from scoreboard.rules.history import History
from scoreboard.rules.state import Game
from scoreboard.session import Session

WALKING: Final = ("ok", "next", "undo")
"""The buttons that walk through answers, whatever is asked."""


class ButtonInput:
    """Takes the presses of a table; ``run_action`` runs an action of the menu, whose result goes to the scorer."""

    def __init__(
        self, scorer: Scorer, session: Session, options: Options, run_action: Callable[[MenuAction], None]
    ) -> None:
        self._scorer, self._session, self._options, self._run_action = scorer, session, options, run_action
        self._state, self._displays = scorer.state, scorer.displays
        self._menu_of: History | None = None

    def press(self, gesture: Gesture) -> None:
        """A button was pressed, or held."""
        if self._state.early.takeover is not None:
            return self._press_over(self._state.early.takeover, gesture)
        if gesture not in WALKING:
            self._state.overlay.close_walk()
        if self._state.overlay.screen is not None:
            self._choose(self._state.overlay.screen, gesture)
        elif gesture == "menu":
            self._menu_of = self._session.history
            spoken = self._options.language.now.code
            self._open(main_menu(self._options.choices, self._menu_of, self._session.games(), spoken))
        elif self._state.question.asked is not None and gesture in WALKING:
            self._scorer.answer_by(self._state.question.asked, gesture)
        elif gesture == "by-hand":
            self._scorer.enter_by_hand()
        elif self._state.throw_off is not None:
            self._scorer.leave_throw_off(gesture)
        else:
            self._play_by_hand(gesture, self._session.game)
        return None

    def tick(self) -> None:
        """Half a second has passed; the game does not see it while it waits."""
        if self._state.early.takeover is None:
            return self._scorer.tick()
        self._state.tick += 1
        return self._displays.light()

    def hand_over(self, takeover: Takeover) -> None:
        """Let it have the panel and the buttons until it is over; the game waits, and what is thrown."""
        self._state.early.takeover = takeover
        self._state.overlay.close()
        self._displays.show(takeover.said)

    def _press_over(self, takeover: Takeover, gesture: Gesture) -> None:
        before = takeover.said
        takeover.press(gesture)
        if takeover.result is None:
            return self._displays.show(takeover.said if takeover.said != before else "")
        self._state.early.takeover = None
        return self._displays.note(takeover.result)

    def _play_by_hand(self, button: Button, game: Game) -> None:
        if button == "undo" and self._taken_down():
            self._displays.show("")
        elif button == "ok" and game.over and game.choice is None:
            if self._state.tick - self._scorer.over_since >= OVER_TICKS:
                self._scorer.new_game()
        elif button == "next":
            self._walk(game)
        else:
            self._scorer.submit(Press(button=button, by="button"))

    def _taken_down(self) -> bool:
        """Whether UNDO takes away what was asked for and covers the score."""
        is_code = self._state.code.taken_down(self._state.tick)
        return self._state.panel_text.taken_down(self._displays.text) or is_code

    def _walk(self, game: Game) -> None:
        """NEXT: the next answer to the last throw; after the last of them, or without any, what may be said (D56)."""
        choosing = game.choice is not None and may_choose(game.choice)
        if choosing:
            self._scorer.submit(Press(button="next", by="button"))
            game = self._session.game
            if game.choice is None or game.choice.met is not None or game.choice.chosen != game.choice.options[0]:
                return  # there are more answers to come
        if (screen := what_may_be_said(game, self._state.opponent.side)) is not None:
            self._open(screen)
        elif not choosing:
            self._scorer.submit(Press(button="next", by="button"))  # which the rules refuse, with a reason

    def _open(self, screen: Screen) -> None:
        self._displays.show(self._state.overlay.open(screen, self._state.tick), "menu")

    def _choose(self, screen: Screen, gesture: Gesture) -> None:
        """NEXT walks on, OK takes what is shown, UNDO goes back, NEXT held may do something; anything else leaves."""
        if gesture == "next" and not (screen.walk and screen.is_last and self._session.game.options):
            return self._open(screen.next())
        self._state.overlay.close()
        if gesture == "ok":
            return self._carry_out(screen.taken())
        if gesture == "by-hand" and screen.held is not None:
            return self._carry_out(screen.held)
        if gesture == "undo" and screen.above is not None:
            return self._open(screen.above)
        return self._displays.show("")

    def _carry_out(self, outcome: Outcome) -> None:
        match outcome:
            case Screen():
                self._open(outcome)
            case Record(line=Amend() as amend) if self._session.history is not self._menu_of:
                self._menu_of = self._session.history  # dice fell meanwhile: it may leave others without a place now
                self._carry_out(confirm_unfit(self._menu_of, amend))
            case Record(line=line):
                self._scorer.submit(structs.replace(line, by="button"))
            case NewGame():
                self._scorer.new_game()
            case ResumeGame(number=number):
                self._scorer.resume(number)
            case BeginThrowOff():
                self._scorer.begin_throw_off()
            case RunAction(choice=choice):
                self._scorer.running &= choice != "stop"
                if (action := self._options.actions.get(choice)) is not None:
                    self._run_action(action)
                self._displays.show("")
            case _:
                self._set(outcome)

    def _set(self, outcome: Outcome) -> None:
        """Play otherwise from now on, until the program ends."""
        match outcome:
            case ChooseOpponent(opponent=opponent):
                self._state.opponent = opponent
                self._displays.note(opponent_set(opponent, self._session.game))
            case ChooseLanguage(code=code):
                self._options.language.now = language(code)
                self._displays.note(notice("menu.speaks"))
            case _:
                self._choose_card(outcome)

    def _choose_card(self, outcome: Outcome) -> None:
        match outcome:
            case DealCards():
                for line in drawn(self._session.game):
                    self._scorer.submit(line)
                self._carry_out(pick(self._session.game, self._state.opponent.side))
            case PickCard(name=name):
                self._scorer.submit(self._state.secret.choose(name))
            case LetBox():
                self._state.let_go_on = self._session.game
                self._displays.show("")
            case _:
                self._displays.show("")
