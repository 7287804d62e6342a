"""What a button does at the table: it walks through a screen, answers a question, or is scored.

The first of these that is open takes the press: a takeover, a screen over the score, the question about a throw, a
throw-off, the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, get_args

from msgspec import structs

from firmware.config.toml_edit import Changes
from firmware.devices.protocols import Gesture
from firmware.notice import Notice, notice
from firmware.play.menus.actions import MenuAction
from firmware.play.menus.coaching import pick
from firmware.play.menus.confirming import confirm
from firmware.play.menus.help import PLAYS
from firmware.play.menus.houses import asked_here, with_another_house
from firmware.play.menus.main_menu import Around, main_menu, put_right
from firmware.play.menus.opponents import opponent_set
from firmware.play.menus.out_of_step import which_is_right
from firmware.play.menus.screen import (
    BeginThrowOff,
    ChooseLanguage,
    ChooseOpponent,
    Confirmed,
    DealCards,
    FreeSides,
    KeepOld,
    LetBox,
    NewGame,
    Nothing,
    Outcome,
    PickCard,
    Record,
    Rename,
    ResumeGame,
    RunAction,
    Screen,
    SettleBoard,
    StepWithHouse,
    TurnDial,
)
from firmware.play.menus.settings import changes, which_language
from firmware.play.menus.takeover import Takeover
from firmware.play.menus.throws import what_counts_now, whose_die
from firmware.play.state.options import Options
from firmware.play.state.question import STEPS
from firmware.play.state.secret_card import drawn
from firmware.play.table.scorer import OVER_TICKS, Scorer
from scoreboard.commentary import next_puts_out
from scoreboard.face_guard import Face
from scoreboard.language import language
from scoreboard.message import Words
from scoreboard.rules.diamante.choices import may_choose
from scoreboard.rules.events import Amend, Button, NamesSet, Press, Set
from scoreboard.rules.state import Game
from scoreboard.session import Session
from scoreboard.web.play.away_routes import AwayStep
from scoreboard.web.play.changes import NotNowError

WALKING: Final = ("ok", "next", "undo")
"""The buttons that walk through answers, whatever is asked."""
ANSWERING: Final = frozenset((*WALKING, *STEPS))
"""Those that answer a question: NEXT held walks back."""
PLAYED: Final[Mapping[Gesture, Button]] = {button: button for button in get_args(Button)}
"""What is played: a button pressed, and not held; but REDO."""
HELD_SCORING: Final[frozenset[Gesture]] = frozenset(
    ("ball-held", "strike-held", "out-held", "run-held", "homerun-held", "batter-held")
)
"""Each of the buttons that score, held: what it scores is put right."""
SCORING: Final[frozenset[Gesture]] = frozenset((*PLAYS, *HELD_SCORING))
"""The buttons that score, pressed or held: none is lost in an open menu."""
CLOSED_TICKS = 3
"""Half seconds that the panel says that a press closed the menu, and counts."""


class ButtonInput:
    """Takes the presses of a table; ``run_action`` runs an action of the menu, whose result goes to the scorer."""

    def __init__(
        self, scorer: Scorer, session: Session, options: Options, run_action: Callable[[MenuAction], None]
    ) -> None:
        self._scorer, self._session, self._options, self._run_action = scorer, session, options, run_action
        self._state, self._displays = scorer.state, scorer.displays
        self._asked: Words = ""
        self._menu = Face("menu")

    def press(self, gesture: Gesture) -> None:
        """A button was pressed, or held."""
        if self._state.early.takeover is not None:
            return self._press_over(self._state.early.takeover, gesture)
        if gesture not in WALKING:
            self._state.overlay.close_walk()
        screen = self._state.overlay.screen
        if screen is not None and (gesture not in SCORING or screen.chosen(gesture) is not None):
            self._choose(screen, gesture)
        elif screen is not None:
            self._leave_and_play(gesture)
        elif gesture == "menu":
            with self._menu:
                self._open(main_menu(self._options.choices, self._session.history, self._around()))
        elif self._state.question.asked is not None and (gesture in ANSWERING or self._is_a_number(gesture)):
            self._scorer.answer_by(self._state.question.asked, gesture)
        elif gesture == "by-hand":
            self._scorer.enter_by_hand()
        elif self._state.throw_off is not None:
            self._scorer.leave_throw_off(gesture)
        elif (button := PLAYED.get(gesture)) is not None:
            self._play_by_hand(button, self._session.game)
        else:
            self._put_right(gesture)
        return None

    def ask_language(self) -> None:
        """The first thing that a new box asks: each language names itself."""
        with self._menu:
            self._open(which_language(self._options.language.now.code))

    def _is_a_number(self, gesture: Gesture) -> bool:
        """Whether that button stands for a number of the die that is entered by hand."""
        asked = self._state.question.asked
        return asked is not None and asked.numbered(gesture) is not None

    def _leave_and_play(self, gesture: Gesture) -> None:
        """A button that scores closes the menu and counts, and the panel says so."""
        self._state.overlay.close()
        before = self._session.history
        self.press(gesture)
        if self._session.history is not before and gesture in PLAYS:
            self._displays.note(notice("menu.closed", ticks=CLOSED_TICKS, button=gesture))

    def _put_right(self, gesture: Gesture) -> None:
        """A button that scores was held: what it scores is put right, or entered as a result."""
        with self._menu:
            if (screen := put_right(self._session.history, gesture)) is not None:
                return self._open(screen)
            return self._displays.note(notice("menu.nothing-to-fix"))

    def tick(self) -> None:
        """Half a second has passed; the game does not see it while it waits."""
        self._scorer.tick()
        takeover = self._state.early.takeover
        if takeover is None:
            return None
        if takeover.result is not None:  # it came with a picture
            return self._scorer.end_takeover(takeover.result)
        return self._say_what_is_new(takeover)

    def hand_over(self, takeover: Takeover) -> None:
        """Let it have the panel and the buttons until it is over; the game waits, and what is thrown."""
        self._scorer.begin_takeover(takeover)
        self._asked = ""
        self._say_what_is_new(takeover)

    def _press_over(self, takeover: Takeover, gesture: Gesture) -> None:
        takeover.press(gesture)
        if takeover.result is not None:
            return self._scorer.end_takeover(takeover.result)
        if takeover.words == self._asked:
            return self._displays.show("")
        return self._say_what_is_new(takeover)

    def _say_what_is_new(self, takeover: Takeover) -> None:
        """What it asks now, once: a picture may have changed that, too."""
        if takeover.words == self._asked:
            return self._displays.light()
        self._asked = takeover.words
        return self._displays.show(self._asked)

    def _around(self) -> Around:
        options, plans, state = self._options, self._scorer.plans, self._state
        return Around(
            self._session.games(),
            options.language.now.code,
            plans.offers,
            plans.configured,
            plans.next,
            options.dials,
            state.opponent.side,
            bool(state.hands.seats),
            {*options.actions, "stop"},
            plans.rulings,
            self._scorer.houses.state if self._scorer.houses.can_play else None,
        )

    def _play_by_hand(self, button: Button, game: Game) -> None:
        if button == "undo" and self._taken_down():
            self._displays.show("")
        elif button == "ok" and game.over and game.diamante.choice is None:
            if self._state.tick - self._scorer.over_since >= OVER_TICKS:
                self._scorer.new_game()
        elif button == "ok" and game.diamante.choice is None:  # nothing to confirm: the score is read out
            self._displays.show("")
        elif button == "next":
            self._walk(game)
        else:
            self._scorer.submit(Press(button=button, by="button"))

    def _taken_down(self) -> bool:
        """Whether UNDO takes away what was asked for and covers the score."""
        is_code = self._state.code.taken_down(self._state.tick)
        return self._state.panel_text.taken_down(self._displays.text) or is_code

    def _walk(self, game: Game) -> None:
        """NEXT: the next answer to the last throw; after the last of them, or without any, what may be said (D56).

        An answer that puts out another man than the one it is about is asked about first.
        """
        asked = asked_here(self._scorer.houses.state, what_counts_now(game, self._state.opponent.side))
        if asked is not None:
            return self._open(asked)
        choice = game.diamante.choice
        if choice is not None and next_puts_out(game):
            return self._open(whose_die(game, choice, self._state.opponent.side))
        choosing = choice is not None and may_choose(choice)
        if choosing:
            self._scorer.submit(Press(button="next", by="button"))
            game = self._session.game
            choice = game.diamante.choice
            if choice is None or choice.met is not None or choice.chosen != choice.options[0]:
                return None  # there are more answers to come
        screen = what_counts_now(game, self._state.opponent.side)
        if self._state.board.out_of_step:
            self._open(which_is_right(screen))
        elif screen is not None:
            self._open(screen)
        elif not choosing:
            self._scorer.submit(Press(button="next", by="button"))  # which the rules refuse, with a reason
        return None

    def _open(self, screen: Screen) -> None:
        self._turn_back(screen.shown.tries)
        self._displays.show(self._state.overlay.open(screen, self._state.tick), "menu")

    def _turn_back(self, tries: TurnDial | None = None) -> None:
        """Set what was only tried as it was, or as is tried now."""
        self._state.overlay.turn_back()
        if tries is not None:
            self._state.overlay.try_out(self._options.dials[tries.dial], tries.value)

    def _choose(self, screen: Screen, gesture: Gesture) -> None:
        """NEXT walks on, OK takes what is shown, UNDO goes back, NEXT held may do something; anything else leaves."""
        if gesture == "next" and not (screen.walk and screen.is_last and self._session.game.options):
            return self._open(screen.next())
        chosen = screen.chosen(gesture)
        if gesture == "by-hand" and chosen is None:
            return self._open(screen.next(STEPS[gesture]))
        self._state.overlay.close()
        if chosen is not None:
            return self._carry_out(self._taken(screen, chosen))
        if gesture == "undo" and screen.above is not None:
            return self._open(screen.above)
        return self._displays.show("")

    def _taken(self, screen: Screen, taken: Callable[[], Outcome]) -> Outcome:
        """What OK or a number results in; nothing, where that cannot be worded."""
        with self._menu:
            return self._confirmed(screen, taken())
        return Nothing()

    def _confirmed(self, screen: Screen, outcome: Outcome) -> Outcome:
        """What it results in; before a correction the table is shown what it changes, as the game stands now."""
        history, above = self._session.history, screen
        match outcome:
            case Confirmed(line=line, history=judged, more=more):
                if judged is history:
                    return Record(line, more)
                outcome, above = confirm(history, line, more), screen.above or screen  # dice fell meanwhile
            case Record(line=Set() | Amend() as line, more=()):
                outcome = confirm(history, line)
            case Rename(side=side, name=name):
                worded = self._options.language.sentence(self._scorer.plans.offers.called(name))
                outcome = confirm(history, Set(names=NamesSet(**{side: worded}), by="button"))
            case other:
                return other
        if isinstance(outcome, Confirmed):  # the law refuses it
            return Record(outcome.line)
        return replace(outcome, above=above) if isinstance(outcome, Screen) else outcome

    def _carry_out(self, outcome: Outcome) -> None:
        match outcome:
            case Screen():
                self._open(outcome)
            case Record(line=line, more=more):
                for each in (line, *more):
                    self._scorer.submit(structs.replace(each, by="button"))
            case Nothing() | KeepOld():
                self._displays.note(notice("change.none" if isinstance(outcome, Nothing) else "menu.kept"))
            case NewGame(game=game):
                self._scorer.new_game(game)
            case RunAction(choice=choice):
                if choice == "stop":
                    self._scorer.stop()
                if (action := self._options.actions.get(choice)) is not None:
                    self._run_action(action)
                self._displays.show("")
            case _:
                self._set(outcome)

    def _set(self, outcome: Outcome) -> None:
        """Play otherwise from now on."""
        match outcome:
            case ResumeGame(number=number):
                self._scorer.resume(number)
            case BeginThrowOff(game=game):
                self._scorer.begin_throw_off(game)
            case ChooseOpponent(opponent=opponent):
                self._scorer.play_against(opponent)
                self._displays.note(opponent_set(opponent, self._session.game))
            case ChooseLanguage(code=code):
                self._options.language.speak(language(code))
                self._keep({"game": {"language": code}}, notice("menu.speaks"))
            case TurnDial(dial=dial, value=value):
                self._options.dials[dial].now = value
                self._keep(changes(dial, value), notice("dial.set"))
            case _:
                self._choose_card(outcome)

    def _step_with_house(self, asked: AwayStep) -> None:
        """Do it, and show what there is to be told or waited for then."""
        houses = self._scorer.houses
        try:
            houses.step(asked)
        except NotNowError as error:
            return self._displays.note(notice("houses.lost", why=error.words))
        if houses.state.stage in {"inviting", "joining"}:
            return self._open(with_another_house(houses.state))
        return self._displays.show("")

    def _keep(self, changed: Changes, done: Notice) -> None:
        """Have it kept for the next start, which may take a moment, and say so."""
        self._displays.note(done)
        self._run_action(lambda: self._options.keep(changed) or done)

    def _choose_card(self, outcome: Outcome) -> None:
        match outcome:
            case DealCards():
                for line in drawn(self._session.game):
                    self._scorer.submit(line)
                self._carry_out(pick(self._session.game, self._state.opponent.side))
            case PickCard(name=name):
                self._scorer.submit(self._state.secret.choose(name))
            case FreeSides():
                self._state.hands.clear()
                self._displays.note(notice("secret.freed"))
            case LetBox():
                self._scorer.release_box()
            case StepWithHouse(asked=asked):
                self._step_with_house(asked)
            case SettleBoard(right=right):
                if not self._scorer.board.settle(right, by="button"):
                    self._displays.note(notice("board.not-now"))
            case _:
                self._displays.show("")
