"""The scorer at the table: what is seen and pressed goes in, lines of the journal and pictures come out.

Rule kept here: nothing is shown that is not in the journal, because `Session.submit` returns only once the line is
durable, and only then is anything drawn. The scorer lives on the loop of `firmware.play.loop` and waits for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from msgspec import structs

from firmware.devices.health import Change
from firmware.devices.protocols import Devices, Gesture
from firmware.play import menus
from firmware.play.bulletin import Bulletin
from firmware.play.camera_thread import Seen
from firmware.play.cover import Cover
from firmware.play.lit import Lit
from firmware.play.menus import Outcome, Screen
from firmware.play.menus.actions import Errand
from firmware.play.notices import Notice, notice
from firmware.play.options import Options
from firmware.play.reading_time import Answers, Throws
from firmware.play.roll_collector import Judge
from firmware.play.shown import Kind, Watcher, shown_now
from firmware.play.throw_off import ThrowOff
from firmware.play.ticks import GATHER_TICKS, LOOK_TICKS, NOT_NOW_TICKS, REMINDER_TICKS
from firmware.play.umpire import Asked, Verdict, answer, ask_for, is_due, judge_color
from scoreboard.commentary import Corrected, corrected, default_told, describe
from scoreboard.errors import ScoreboardError
from scoreboard.rules import Refused, RulesError
from scoreboard.rules.diamante.choices import may_choose
from scoreboard.rules.events import Amend, Button, Die, Event, Press, Set, Setup
from scoreboard.rules.history import Entry, History
from scoreboard.rules.state import SHARED, Game
from scoreboard.session import Session
from vision.tracking.events import Blurred, Lifted, MarkersLost, Report, Thrown

WALKING: Final = ("ok", "next", "undo")
"""The buttons that walk through answers, whatever is asked."""
CORRECTED = 200
"""Steps back to which lines are told anew after an amendment: more than any terminal shows, and soon done."""
NOT_NOW, NOT_BEGUN, NOT_READ = "NOT NOW", "NOT BEGUN", "CANNOT OPEN IT"
"""What the panel says of what the law refused, and where another game cannot be had."""
OVER = "The game is over. OK begins a new one; UNDO takes the last play back."


class Scorer:
    """Keeps the score of a session's game, asks, and tells the faces.

    Args:
        session: the game in play.
        devices: the panels that are lit, and how the others are.
        options: how it behaves.
        watchers: are told whatever is shown.
        now: the loop's clock, in seconds.
        send: has an errand run, whose notice comes back by `put_up`.

    Attributes:
        running: until the menu or the options end it.
    """

    def __init__(
        self,
        session: Session,
        devices: Devices,
        options: Options,
        watchers: Sequence[Watcher],
        now: Callable[[], float],
        send: Callable[[Errand], None],
    ) -> None:
        self._session = session
        self._devices = devices
        self._options = options
        self._watchers = watchers
        self._now, self._send = now, send
        self._asked: Asked | None = None
        self._set_aside: Seen | None = None
        self._judge = Judge(options.colors, settled=options.settled)
        self._cover = Cover()
        self._menu_of: History | None = None
        self._throw_off: ThrowOff | None = None
        self._seen: Seen | None = None
        self._early = Throws()
        self._answers = Answers()
        self._bulletin = Bulletin()
        self._tick, self._over = 0, -LOOK_TICKS
        self._looked = 0
        self.running = True

    @property
    def keeps_waiting(self) -> bool:
        """Whether what was seen is not dealt with yet, so that the camera must wait."""
        return self._early.waiting is not None or (self._asked is not None and self._options.patient)

    def tick(self) -> None:
        """Half a second has passed."""
        self._tick += 1
        if self._cover.close_untouched(self._tick):
            self._show("", "note")
        if (early := self._early.due(self._tick)) is not None:
            self._see(early)
        if self._asked is not None and self._answers.must_ask_again(self._tick):
            self._ask(self._asked)
        if (self._tick - self._looked) % REMINDER_TICKS == GATHER_TICKS and self._asked is None:
            self._tell_missing()
        self._light()

    def hear(self, change: Change) -> None:
        """A device is lost, or back."""
        self._note(Notice(change.said, change.panel))
        if change.part == "camera":
            self._forget_dice()

    def put_up(self, notice: Notice) -> None:
        """Say what came of an errand; UNDO takes it away."""
        self._note(notice)
        self._bulletin.put_up(notice)

    def see(self, seen: Seen) -> None:
        """Something came to rest, or was lifted; it waits while the table reads what was just called (D32)."""
        if not self._early.keep(seen, self._tick):
            self._see(seen)

    # -- the eyes

    def _see(self, seen: Seen) -> None:
        if self._throw_off is not None:
            self._seen = seen
            return self._see_throw_off(self._throw_off, seen)
        earlier, self._seen, self._looked = self._seen, seen, self._tick
        game, before = self._session.game, self._asked
        waits = before if before is not None and self._judge.waits_for(before, seen.reports) else None
        if any(isinstance(report, Thrown | Lifted) for report in seen.reports):  # nothing lies there as it was seen
            self._set_aside = None if waits is None else self._rest(seen, waits)
        verdict = self._judge.see(seen.reports, game) if waits is None else None
        lost = [report for report in seen.reports if isinstance(report, MarkersLost | Blurred)]  # which are seldom said
        if isinstance(verdict, Asked):
            self._tell(lost)
            self._set_aside = self._rest(seen, verdict)
            self._ask(verdict, self._judge.why(verdict, seen.reports))
        elif verdict is not None:
            self._submit(verdict)
            if (rest := self._rest(seen, verdict)) is not None:
                self._see(rest)
            self._tell(lost)
        elif (surplus := self._judge.surplus(game)) is not None:
            self._asked = None  # none counts before some are taken away
            self._note(surplus)
        elif self._options.settled and game.awaits is not None:
            # A throw there was, so somebody must say what it showed; or what happened before it without a picture.
            self._set_aside = seen
            self._ask(self._judge.unseen(game), unseen=True)
        else:
            self._tell(seen.reports)
        if before is not None and self._asked is before:
            self._seen = earlier  # NEXT goes on asking about the die in that picture
        return None

    def _rest(self, seen: Seen, judged: Verdict) -> Seen | None:
        """What else came to rest in that look: hasty players throw before the die lies still."""
        others = self._judge.others(seen.reports, judged)
        return replace(seen, reports=others) if others else None

    def _tell(self, reports: Iterable[Report]) -> None:
        """Say what a player can do about what was seen, when it is no throw."""
        for report in reports:
            if self._asked is not None and self._judge.lifts(report, self._asked, self._session.game):
                self._asked = None
                self._show("Lifted, so it is thrown again.", "note")
            elif found := notice(report, self._session.game, self._options.colors):
                self._note(found)

    def _note(self, notice: Notice) -> None:
        self._bulletin.tell(notice.panel, self._tick, notice.ticks)
        self._show(notice.said, "note")

    def _ask(self, asked: Asked, why: str = "", *, unseen: bool = False) -> None:
        if self._devices.buttons is None or self._devices.health.lacks("buttons"):
            said = f"Not sure of the {asked.named}, so it is not scored. Throw it again."
            return self._note(Notice(said, "THROW AGAIN"))
        self._asked = asked
        self._answers.asked()
        self._cover.close_walk()
        return self._show(asked.question(why, unseen=unseen), "question")

    def _tell_missing(self) -> None:
        if (missing := self._judge.missing(self._session.game)) is not None:
            self._note(missing)

    def _forget_dice(self) -> None:
        """What is lifted while the camera is gone nobody sees, and what lies there when it is back was not thrown."""
        self._judge.forget()
        self._early.drop()
        self._set_aside = None
        if self._asked is not None and self._asked.rolled is not None:
            self._asked = None
            self._show("Throw all dice again.", "note")

    # -- the buttons

    def press(self, gesture: Gesture) -> None:
        """Somebody pressed a button, or held it."""
        game = self._session.game
        if gesture not in WALKING:
            self._cover.close_walk()
        if self._cover.screen is not None:
            self._choose(self._cover.screen, gesture)
        elif gesture == "menu":
            self._menu_of = self._session.history
            self._open(menus.main_menu(self._options.choices, self._menu_of, self._session.games()))
        elif self._asked is not None and gesture in WALKING:
            self._answer(self._asked, gesture)
        elif gesture == "by-hand":
            self._enter_by_hand(game)
        elif self._throw_off is not None:
            self._leave_throw_off(gesture)
        else:
            self._play_by_hand(gesture, game)

    def _play_by_hand(self, button: Button, game: Game) -> None:
        if button == "undo" and self._bulletin.taken_down(self._noted()):
            self._show("", "note")
        elif button == "ok" and game.over and game.choice is None:
            if self._tick - self._over >= LOOK_TICKS:
                self._turn_to(self._new_game, NOT_BEGUN)
        elif button == "next":
            self._walk(game)
        else:
            self._submit(Press(button=button, by="button"))

    def _walk(self, game: Game) -> None:
        """NEXT: the next answer to the last throw; after the last of them, or without any, what may be said (D56)."""
        choosing = game.choice is not None and may_choose(game.choice)
        if choosing:
            self._submit(Press(button="next", by="button"))
            game = self._session.game
            if game.choice is None or game.choice.met is not None or game.choice.chosen != game.choice.options[0]:
                return  # there are more answers to come
        if (screen := menus.what_may_be_said(game)) is not None:
            self._open(screen)
        elif not choosing:
            self._submit(Press(button="next", by="button"))  # which the law refuses, and says why

    def _enter_by_hand(self, game: Game) -> None:
        """NEXT held: ask about what is due as if it lay there unread (D56); what is asked about already comes first."""
        if self._asked is not None:
            return self._ask(self._asked)
        asked = self._judge.by_hand(game) if self._throw_off is None else ask_for(SHARED)
        if asked is None:
            return self._note(Notice("The game is over: nothing is thrown now.", "GAME OVER"))
        self._cover.close()
        self._answers.may_come(self._tick)
        return self._ask(replace(asked, by_hand=True))

    def _answer(self, asked: Asked, gesture: Gesture) -> None:
        if gesture == "ok" and self._answers.is_hasty(self._tick):
            return
        verdict = answer(asked, gesture)
        if isinstance(verdict, Asked):
            if gesture == "next":
                self._answers.may_come(self._tick)  # who tries another has read what is asked
            self._ask(verdict)
        elif verdict is not None:
            self._score(verdict)
            if asked.by_hand:  # the die may lie there after all
                self._options.ignore()
        elif asked.by_hand:
            self._asked = None
            self._show("Left as it was.", "note")
        else:
            self._asked = self._set_aside = None
            self._judge.withdraw(asked)
            self._options.ignore()
            self._show(f"Throw the {asked.named} again.", "note")
        if gesture == "ok":
            self._answers.given(self._tick)

    def _open(self, screen: Screen) -> None:
        self._show(self._cover.open(screen, self._tick), "note")

    def _choose(self, screen: Screen, gesture: Gesture) -> None:
        """NEXT walks on, OK takes what is shown, UNDO goes back; anything else leaves."""
        if gesture == "next" and not (screen.walk and screen.is_last and self._session.game.options):
            return self._open(screen.next())
        self._cover.close()
        if gesture == "ok":
            return self._carry_out(screen.taken())
        if gesture == "undo" and screen.above is not None:
            return self._open(screen.above)
        return self._show("", "note")

    def _carry_out(self, outcome: Outcome) -> None:
        match outcome:
            case Screen():
                self._open(outcome)
            case menus.Record(line=Amend() as amend) if self._session.history is not self._menu_of:
                self._menu_of = self._session.history  # dice fell meanwhile: it may leave others without a place now
                self._carry_out(menus.told_first(self._menu_of, amend))
            case menus.Record(line=line):
                self._submit(structs.replace(line, by="button"))
            case menus.NewGame():
                self._turn_to(self._new_game, NOT_BEGUN)
            case menus.TakeUp(number=number):
                self._turn_to(partial(self._take_up, number), NOT_READ)
            case menus.BeginThrowOff():
                self._throw_off = ThrowOff(self._options.new_game)
                self._asked = self._set_aside = None
                self._early.drop()
                self._note(self._throw_off.notice)
            case menus.RunErrand(choice="stop"):
                self.running = False
                self._show("", "note")
            case menus.RunErrand(choice=choice):
                if (errand := self._options.errands.get(choice)) is not None:
                    self._send(errand)
                self._show("", "note")
            case _:
                self._show("", "note")

    # -- who is Home

    def _see_throw_off(self, throw_off: ThrowOff, seen: Seen) -> None:
        """Only the white die counts, whoever's turn it is (D6)."""
        verdict = judge_color(SHARED, seen.readings, self._options.colors)
        if isinstance(verdict, Asked):
            self._ask(verdict)
        elif verdict is not None:
            self._thrown_off(throw_off, verdict.value)

    def _thrown_off(self, throw_off: ThrowOff, value: int) -> None:
        after, self._asked = throw_off.after(value), None
        if isinstance(after, ThrowOff):
            self._throw_off = after
            return self._note(after.notice)
        self._throw_off = None
        if self._turn_to(partial(self._new_game, after), NOT_BEGUN):
            self._note(Notice(f"{after.home.name} are Home and pitch first.", f"{after.home.name} HOME"))
        return None

    def _leave_throw_off(self, gesture: Gesture) -> None:
        """UNDO leaves it, and the game goes on; any other button is told what is due."""
        throw_off = self._throw_off
        if gesture == "undo" or throw_off is None:
            self._throw_off = None
            return self._show("The game goes on.", "note")
        return self._note(throw_off.notice)

    # -- the game

    def begin(self) -> None:
        """Show the last game as it stood, be it over or not; go on with it, unless a new one is wanted."""
        if self._options.anew or not self._session.has_game:
            return self._new_game()
        self._show("The game goes on." if self._session.in_play else OVER, "note")
        if self._options.until_over and not self._session.in_play:
            self._new_game()
        return None

    def _new_game(self, setup: Setup | None = None) -> None:
        self._session.new_game(setup or self._options.new_game, self._options.rulings)
        self._forget_table()
        self._show("Play ball!", "note", is_another=True)

    def _take_up(self, number: int) -> None:
        self._session.take_up(number)
        self._forget_table()
        self._show(f"Game {number} goes on.", "note", is_another=True)

    def _turn_to(self, another: Callable[[], None], panel: str) -> bool:
        """Leave this game for another; where that cannot be had, this one goes on and the table is told why.

        Returns:
            Whether it was left.
        """
        try:
            another()
        except (ScoreboardError, RulesError) as error:
            self._note(Notice(f"{error}. This game goes on.", panel))
            return False
        return True

    def _forget_table(self) -> None:
        """What was thrown, asked and told was of the game before."""
        self._judge.forget()
        self._early = Throws()
        self._asked = self._set_aside = self._throw_off = None
        self._cover.close()
        self._bulletin.clear()

    def _score(self, event: Event) -> None:
        """An answer: of the throw-off if that is under way, else of the game."""
        if self._throw_off is not None and isinstance(event, Die):
            self._thrown_off(self._throw_off, event.value)
        else:
            self._submit(event)

    def _submit(self, line: Entry) -> None:
        history = self._session.history
        before = history.game
        try:
            after = self._session.submit(line)
        except Refused as refused:
            self._bulletin.tell(NOT_NOW, self._tick, NOT_NOW_TICKS)
            return self._show(f"Not now: {refused}", "refused")
        asked = self._asked
        is_corrected = isinstance(line, Set | Amend)
        self._asked, set_aside, self._set_aside = None, self._set_aside, None
        if not is_corrected:  # which moves no dice
            self._judge.forget()
        self._bulletin.clear()
        self._cover.close_walk()
        if isinstance(line, Press) and line.button == "undo":
            self._options.ignore()  # (D55)
            self._early.drop()
        told = self._tell_default(after)
        self._show(describe(before, line, after), "play", line, corrected(history, self._session.history, CORRECTED))
        if told:
            self._show(told, "note")
        if is_corrected and asked is not None and is_due(asked, after):
            self._set_aside = set_aside
            self._ask(asked)
        elif set_aside is not None and isinstance(line, Press) == self._options.settled:
            # after the press that tells what a still does not show; live, after the answer
            self._see(replace(set_aside, came=self._now(), waited=True))
        if after.over and not before.over:
            self._over = self._tick
            self.running = not self._options.until_over
            self._show(OVER, "note")
        return None

    def _tell_default(self, game: Game) -> str:
        """A throw took effect with its likeliest answer: say so before the next one counts, long enough to be read.

        Returns:
            The sentence; nothing where there was no choice.
        """
        ticks = self._options.default_ticks
        told = default_told(game) if ticks else None
        self._early.wait(0 if told is None else self._tick + ticks)
        if told is None:
            return ""
        said, panel = told
        self._bulletin.tell(panel, self._tick, ticks)
        return said

    # -- the faces

    def _show(
        self,
        said: str,
        kind: Kind,
        line: Entry | None = None,
        changed: tuple[Corrected, ...] = (),
        *,
        is_another: bool = False,
    ) -> None:
        self._light()
        what = said, kind, line, changed
        shown = shown_now(self._session.history, self._asked, self._seen, what, self._now(), is_another=is_another)
        for watcher in self._watchers:
            watcher(shown)

    def _light(self) -> None:
        default = self._early.must_wait(self._tick)
        lit = Lit(
            self._cover.screen, self._asked, self._noted(), self._throw_off, self._session.game, is_default=default
        )
        for panel in self._devices.panels:
            panel.show(lit.picture(panel.size, self._tick))

    def _noted(self) -> str:
        troubles = self._devices.health.troubles
        return self._bulletin.shown(self._tick, [each.panel for part, each in troubles.items() if part != "sound"])
