"""The scorer at the table: what is seen and pressed goes in, lines of the journal and pictures come out.

Rule kept here: nothing is shown that is not in the journal: `Session.submit` returns only once the line is durable, and
only then is anything drawn. The scorer runs on the loop of `firmware.play.loop` and never blocks; presses reach it
through `firmware.play.inputs.button_input`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from msgspec import UNSET, structs

from firmware.devices.health import DeviceChange
from firmware.devices.protocols import Devices, Gesture
from firmware.notice import Notice, notice
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.faces.displays import Displays
from firmware.play.menus.takeover import Takeover
from firmware.play.state.game_plans import GamePlans
from firmware.play.state.options import Options
from firmware.play.state.other_house import OtherHouse
from firmware.play.state.question import Answer, Asked, Verdict, answer, spoken_thing
from firmware.play.state.scorer_state import REMINDER_TICKS, ScorerState
from firmware.play.state.shown import Observer
from firmware.play.state.throw_off import ThrowOff
from firmware.play.table import wording
from firmware.play.table.answered_throw import AnsweredThrow
from firmware.play.table.board_desk import BoardDesk
from firmware.play.table.roll_collector import RollCollector
from firmware.play.table.umpire import ask_for, is_due, judge_color, sure_throws
from firmware.storage.next_game import NextGame
from scoreboard.commentary import CorrectedLine, corrected_lines, deck_message, helmet_sum, play_by_play
from scoreboard.commentary.chances import swings_message
from scoreboard.errors import ScoreboardError
from scoreboard.message import Words, message
from scoreboard.opponent import Opponent
from scoreboard.rules import Refused, RulesError, words_of
from scoreboard.rules.events import Amend, Call, Die, Press, Set, Setup, Source
from scoreboard.rules.four_dice import SIGNS
from scoreboard.rules.history import Entry, History
from scoreboard.rules.last_inning import LAST_INNING
from scoreboard.rules.state import SHARED
from scoreboard.season.series import series_of
from scoreboard.session import Session
from vision.tracking.events import Blurred, Lifted, MarkersLost, Report, Thrown

CORRECTED = 200
"""Steps back to which corrected lines are shown again: more than any terminal shows, and quick to compute."""
OVER_TICKS = 4
"""Half seconds that the end of a game is seen before OK begins another: a double press means the first."""
GATHER_TICKS = 12
"""Half seconds after the last reports by which all dice of a roll lie still that were thrown."""
WHY_TICKS = 3
"""Half seconds that the panel says what a helmet made of a throw, where no moment does."""
NOT_NOW_TICKS = 4
"""Half seconds that the panel says that the rules refused what was pressed."""
MILLISECONDS = 1000


class Scorer:
    """Keeps the score of a session's game, asks, and has it shown; ``now`` is the loop's clock, in seconds.

    Attributes:
        state: what is known besides the game; inputs read it, and change it by the methods of this class alone.
        plans: what the next games are to be.
        over_since: the tick at which the game ended.
        running: until the menu or the options end it.
        board: follows helmets and ball.
        houses: the other house that may play along; all who need it look here.
    """

    def __init__(
        self,
        session: Session,
        devices: Devices,
        options: Options,
        observers: Sequence[Observer],
        now: Callable[[], float],
    ) -> None:
        self.state = ScorerState(opponent=options.next_game.opponent)
        self.plans, self._options = GamePlans(options), options
        self._session, self._devices, self._now = session, devices, now
        self.displays = Displays(session, self.state, devices, observers, now, options)
        self._show, self._note = self.displays.show, self.displays.note
        self._roll = RollCollector(options.colors, settled=options.settled)
        self._answered = AnsweredThrow(options.colors)
        self.board = BoardDesk(self, session, options)
        self.houses = OtherHouse()
        self._last_reports, self.over_since, self.running = 0, -OVER_TICKS, True

    def meet(self, houses: OtherHouse) -> None:
        """Let another house play along; called before the loop begins."""
        self.houses = houses

    @property
    def keeps_waiting(self) -> bool:
        """Whether what was seen is not dealt with yet, so that the camera must wait."""
        return self.state.keeps_waiting(patient=self._options.patient)

    def tick(self) -> None:
        """Half a second has passed; the game does not see it while it waits for a takeover."""
        state = self.state
        state.tick += 1
        if state.early.takeover is not None:
            return
        if state.overlay.close_untouched(state.tick):
            self._show("")
        if (early := state.early.due(state.tick, held=self.is_held)) is not None:
            self._see(replace(early, came=self._now()))
        before, state.question = state.question, state.question.at(state.tick)
        if before.phase == "hasty" and before.asked is not None and state.question is not before:
            self._ask(before.asked)
        elif before.asked is not None and not self._is_heard:
            self._leave_unanswered(before.asked)
        is_gathered = (state.tick - self._last_reports) % REMINDER_TICKS == GATHER_TICKS
        missing = self._roll.missing(self._session.game) if is_gathered and state.question.asked is None else None
        if missing is not None:
            self._note(missing)
        self.board.speak()
        self.displays.light()

    def device_changed(self, change: DeviceChange) -> None:
        """A device is lost, or back; nobody is disturbed for a broker, or a second witness."""
        if change.part in ("broker", "pixels"):
            return
        self._note(change.message)
        if change.part == "camera":
            self._forget_dice()

    def action_done(self, message: Notice) -> None:
        """Show the result of an action of the menu; UNDO takes it away."""
        self._note(message)
        self.state.panel_text.requested(message)

    def see(self, seen: FrameReports) -> None:
        """Something came to rest, or was lifted; it waits while the table reads a default (D32)."""
        others = self.board.see(seen)
        if others is not None and not self.state.early.keep(others, self.state.tick, held=self.is_held):
            self._see(others)

    # -- what inputs change besides the game

    def begin_takeover(self, takeover: Takeover) -> None:
        """Let it have the panel and the buttons; the game waits, and what is thrown."""
        self.state.early.takeover = takeover
        self.state.overlay.close()

    def end_takeover(self, result: Notice) -> None:
        """The game goes on."""
        self.state.early.takeover = None
        self._note(result)

    def play_against(self, opponent: Opponent, *, by_default: bool = False) -> None:
        """Let the box decide for that side from now on; ``by_default`` as in `GamePlans.play_against`."""
        self.state.opponent = opponent
        self.plans.play_against(opponent, by_default=by_default)

    def release_box(self) -> None:
        """A person lets the box go on in this very state."""
        self.state.box_released_at = self._session.game
        self._show("")

    def take_release(self) -> bool:
        """Whether a person let the box go on in this very state; it is asked once."""
        is_released, self.state.box_released_at = self.state.box_released_at is self._session.game, None
        return is_released

    def ignore_dice(self) -> None:
        """What lies on the table was entered by hand: it is not read again before it is lifted."""
        self._options.ignore()

    def stop(self) -> None:
        """End the run."""
        self.running = False

    # -- readings

    def _see(self, seen: FrameReports) -> None:
        others = self._answered.others(seen.reports, self.state.tick)
        if seen.reports and not others:
            return None
        before, seen = self.state.question, replace(seen, reports=others)
        self.state.question = replace(before, picture=seen)
        if self.state.throw_off is not None:
            return self._see_throw_off(self.state.throw_off, seen)
        self._last_reports = self.state.tick
        self.board.follow(sure_throws(seen.reports, self._options.colors))
        self._judge(seen)
        # While the same question is open, NEXT goes on asking about the die in its own picture.
        if before.asked is not None and self.state.question.asked is before.asked:
            self.state.question = replace(self.state.question, picture=before.picture)
        return None

    def _judge(self, seen: FrameReports) -> None:
        """Act on the reports of a frame; the first that fits: an open question, a new question, a line, advice."""
        game, asked = self._session.game, self.state.question.asked
        # 1. An open question about a thing that still lies there is answered before anything else is judged.
        waits = asked if asked is not None and self._roll.waits_for(asked, seen.reports) else None
        # 2. What was set aside was seen before this throw, so it does not lie there as it did; what waits now does.
        if any(isinstance(report, Thrown | Lifted) for report in seen.reports):
            self.state.set_aside(None if waits is None else self._rest(seen, waits))
        # 3. The throw that is awaited: unsure, it is asked about; sure, it is recorded, and the rest judged after it.
        verdict = self._roll.see(seen.reports, game) if waits is None else None
        lost = [report for report in seen.reports if isinstance(report, MarkersLost | Blurred)]  # seldom reported
        if isinstance(verdict, Asked):
            self._advise(lost)
            self.state.set_aside(self._rest(seen, verdict))
            self._ask(verdict, self._roll.why(verdict, seen.reports))
        elif verdict is not None:
            self.submit(verdict)
            rest = self._rest(seen, verdict)
            if rest is not None and not self.state.early.keep(rest, self.state.tick, held=self.is_held):
                self._see(rest)
            self._advise(lost)
        # 4. With more dice on the table than count, none counts before some are taken away.
        elif (surplus := self._roll.surplus(game)) is not None:
            self.state.close_question()
            self._note(surplus)
        # 5. On a still there was a throw, so a player must say what it showed, or what happened before it unseen.
        elif self._options.settled and game.awaits is not None:
            self.state.set_aside(seen)
            self._ask(self._roll.unseen(game), unseen=True)
        # 6. No throw: advice, where the players can do something about it.
        else:
            self._advise(seen.reports)

    def _rest(self, seen: FrameReports, judged: Verdict) -> FrameReports | None:
        """What else came to rest in that frame: hasty players throw before the die lies still."""
        others = self._roll.others(seen.reports, judged)
        return replace(seen, reports=others) if others else None

    def _advise(self, reports: Iterable[Report]) -> None:
        """Say what a player can do about what was seen, when it is no throw."""
        for report in reports:
            asked = self.state.question.asked
            if asked is not None and self._roll.lifts(report, asked, self._session.game):
                self.state.close_question()
                self._show(message("notice.lifted"))
            elif advice := wording.message_about(report, self._session.game, self._options.colors):
                self._note(advice)

    def _ask(self, asked: Asked, why: Words = "", *, unseen: bool = False, on_purpose: bool = False) -> None:
        if not self._is_heard:
            return self._leave_unanswered(asked)
        self.state.question = self.state.question.put(asked, self.state.tick, on_purpose=on_purpose)
        self.state.overlay.close_walk()
        return self._show(asked.question(why, unseen=unseen, has_buttons=self._has_buttons), "question")

    @property
    def _has_buttons(self) -> bool:
        """Whether there are buttons, and they work."""
        return self._devices.buttons is not None and not self._devices.health.lacks("buttons")

    @property
    def _is_heard(self) -> bool:
        """Whether anybody can answer a question, at the buttons or from a paired phone."""
        return self._has_buttons or self._options.has_phones()

    def _leave_unanswered(self, asked: Asked) -> None:
        """Nobody can answer it, or nobody any more: play waits for no answer that never comes."""
        self.state.close_question()
        if asked.by_hand:  # nothing was thrown
            return self._show(message("notice.left"))
        return self._note(wording.not_sure(asked))

    def _forget_dice(self) -> None:
        """What is lifted while the camera is lost is not seen, and what lies there when it is back was not thrown."""
        self._roll.forget()
        self._answered.forget()
        self.state.forget_seen()
        asked = self.state.question.asked
        if asked is not None and asked.rolled is not None:
            self.state.close_question()
            self._show(message("notice.all-again"))

    # -- answers

    def enter_by_hand(self) -> None:
        """NEXT held: ask about what is due as if it lay there unread (D56), unless a question is open already."""
        if self.state.question.asked is not None:
            return self._ask(self.state.question.asked)
        asked = self._roll.by_hand(self._session.game) if self.state.throw_off is None else ask_for(SHARED)
        if asked is None:
            return self._note(wording.nothing_due(self._session.game))
        self.state.overlay.close()
        return self._ask(replace(asked, by_hand=True), on_purpose=True)

    def answer_by(self, asked: Asked, gesture: Gesture) -> None:
        """A press answers the open question: OK takes the answer, NEXT tries another, UNDO withdraws it."""
        if gesture == "ok" and self.state.question.phase != "offered":
            self.state.question = self.state.question.pressed_early()
            return
        verdict = answer(asked, gesture)
        if isinstance(verdict, Asked):
            self._ask(verdict, on_purpose=gesture == "next")
        elif verdict is not None:
            if self.state.throw_off is not None and isinstance(verdict, Die):
                self._remember_named(verdict)
                self._thrown_off(self.state.throw_off, verdict.value)
            else:
                self.submit(verdict)
            if asked.by_hand:  # the die may lie there after all
                self._options.ignore()
        elif asked.by_hand:
            self.state.close_question()
            self._show(message("notice.left"))
        else:
            self._withdraw(asked)
        if gesture == "ok":
            self.state.question = self.state.question.answered(self.state.tick)

    def _withdraw(self, asked: Asked) -> None:
        self.state.close_question()
        self.state.set_aside(None)
        self._roll.withdraw(asked)
        self._options.ignore()
        self._show(message("notice.again", thing=spoken_thing(asked.what)))

    def answer_with(self, asked: Asked, value: Answer, by: Source = "web") -> None:
        """Answer as OK does, from afar; who names the value has read the question."""
        given = replace(asked, index=asked.choices.index(value), by=by)
        self.state.question = self.state.question.put(given, self.state.tick, on_purpose=True)
        self.answer_by(given, "ok")

    # -- the throw-off

    def begin_throw_off(self, game: NextGame | None = None) -> None:
        """Have both teams throw the white die before a new game (D6)."""
        self.plans.next = game or self.plans.next
        self.state.throw_off = ThrowOff(self.plans.named(self.plans.next.setup))
        self._answered.forget()
        self.state.close_question()
        self.state.forget_seen()
        self._note(self.state.throw_off.message)

    def _see_throw_off(self, throw_off: ThrowOff, seen: FrameReports) -> None:
        """Only the white die counts, whichever team's turn it is (D6)."""
        verdict = judge_color(SHARED, seen.readings, self._options.colors)
        if isinstance(verdict, Asked):
            self._ask(verdict)
        elif verdict is not None:
            self._thrown_off(throw_off, verdict.value)

    def _thrown_off(self, throw_off: ThrowOff, value: int) -> None:
        after = throw_off.after(value)
        self.state.close_question()
        if isinstance(after, ThrowOff):
            self.state.throw_off = after
            return self._note(after.message)
        self.state.throw_off = None
        is_turned = after.home == throw_off.setup.away
        if self.new_game(self.plans.next.turned() if is_turned else self.plans.next):
            self._note(notice("notice.is-home", team=after.home.name))
        return None

    def leave_throw_off(self, gesture: Gesture) -> None:
        """UNDO leaves it, and the game goes on; any other button shows again what is due."""
        throw_off = self.state.throw_off
        if gesture == "undo" or throw_off is None:
            self.state.throw_off = None
            return self._show(message("notice.goes-on"))
        return self._note(throw_off.message)

    # -- the game

    def begin(self) -> None:
        """Show the last game as it stood, be it over or not; go on with it, unless a new one is wanted."""
        # A tap is sent again while the box starts anew: no question has the number of one from before that.
        self.state.question = replace(self.state.question, count=int(self._now() * MILLISECONDS))
        if self._options.begin_new or not self._session.has_game:
            return self._begin_new()
        self.board.begin(resumed=True)
        self._show(message("notice.goes-on") if self._session.in_play else wording.GAME_IS_OVER)
        if self._options.until_over and not self._session.in_play:
            self._begin_new()
        return None

    def new_game(self, game: NextGame | None = None) -> bool:
        """Begin another game, without ``game`` as it was chosen last; False if this one goes on instead."""
        return self._turn_to(partial(self._begin_new, game), "notice.not-begun")

    def begin_once(self, setup: Setup, rulings: Mapping[str, object]) -> bool:
        """Begin that very game; the one after it is as it was chosen before. Returns as `new_game`."""
        return self._turn_to(partial(self._begin, setup, rulings), "notice.not-begun")

    def resume(self, number: int) -> bool:
        """Go on with an earlier game; returns as `new_game`."""

        def another() -> None:
            self._session.resume(number)
            self._forget_table()
            self._show(message("notice.game-goes-on", nth=number), is_another=True)

        return self._turn_to(another, "notice.cannot-open")

    def _begin_new(self, game: NextGame | None = None) -> None:
        chosen = self.numbered(game or self.plans.next)
        rulings = self.plans.rulings if chosen.setup.house is UNSET else {}  # else it says that itself
        self._session.new_game(self.plans.named(chosen.setup), rulings)
        if game is not None:  # what the menu said of the box since holds else
            self.state.opponent = game.opponent
            named = self.plans.offers.named
            wrote = tuple(team.name for team in (game.setup.away, game.setup.home) if team.name in named)
            self._options.keep_next(structs.replace(self._after(chosen), named=wrote))
        elif chosen.setup.series is not UNSET:
            self._options.keep_next(self._after(chosen))
        self.plans.next = self._after(chosen)
        self._has_begun()

    def numbered(self, chosen: NextGame) -> NextGame:
        """The game with its number in the series; of one that is won there is no further game (H8).

        The first game of one begins it, be it that there was one of that name before.
        """
        series = chosen.setup.series
        if series is UNSET or series.game == 1:
            return chosen
        newest = self._session.number if self._session.has_game else 0
        played = series_of(chosen.setup, newest, self._session.past)
        coming = structs.replace(series, game=1) if played is None else played.coming or UNSET
        return structs.replace(chosen, setup=structs.replace(chosen.setup, series=coming))

    def _after(self, chosen: NextGame) -> NextGame:
        """The plan for the game after that one: it goes on with the series."""
        series = chosen.setup.series
        if series is UNSET or series.game == series.best_of:
            return structs.replace(chosen, setup=structs.replace(chosen.setup, series=UNSET))
        goes_on = structs.replace(series, game=series.game + 1)
        return structs.replace(chosen, setup=structs.replace(chosen.setup, series=goes_on))

    def _begin(self, setup: Setup, rulings: Mapping[str, object]) -> None:
        self._session.new_game(setup, rulings)
        self._has_begun()

    def _has_begun(self) -> None:
        self._forget_table()
        self._show((message("play.begin"), deck_message(self._session.game)), is_another=True)

    def _turn_to(self, another: Callable[[], None], refused: str) -> bool:
        try:
            another()
        except (ScoreboardError, RulesError) as error:
            self._note(notice(refused, why=words_of(error)))
            return False
        return True

    def _forget_table(self) -> None:
        self._roll.forget()
        self._answered.forget()
        self.board.begin()
        self.state.forget_game()

    def _tell_sign(self, pitch: Entry) -> None:
        """A sign that was given in secret is on for that pitch."""
        before = self._session.game
        if (sign := self.state.hands.sign_before(pitch, before)) is not None:
            history = self._session.history
            self._session.submit(sign)
            self._show(self._worded_play(history, sign)[0], "play", sign)

    def _worded_play(self, before: History, line: Entry) -> tuple[Words, tuple[CorrectedLine, ...]]:
        """What the line did to the history ``before``, and which earlier lines read otherwise since."""
        with self.displays.words:
            after = self._session.history
            return play_by_play(before.game, line, after), corrected_lines(before, after, CORRECTED)
        return "", ()

    def submit(self, line: Entry) -> None:
        """Record the line as `record` does; a refusal is shown."""
        try:
            self.record(line)
        except Refused as refused:
            words = message("notice.refused", reason=refused.message)
            self.state.panel_text.say(words, self.state.tick, NOT_NOW_TICKS)
            self._show(words, "refused")

    def record(self, line: Entry, *, keeps_refused: bool = True) -> None:
        """Record the line, show what it made of the game, and judge what was set aside.

        Where another house plays along, it is written once both have their part in it (`write`). ``keeps_refused`` is
        `Session.submit`'s.

        Raises:
            Refused: if the line is not lawful now; nothing is shown.
        """
        self._remember_named(line)
        if self.houses.side is None:
            self._tell_sign(line)
            self.write(line, keeps_refused=keeps_refused)
            return
        self.houses.say(line)
        if self.is_held:  # it is answered all the same, and the dice are not to be read again
            self.state.close_question()
            self._roll.forget()

    def _remember_named(self, line: Entry) -> None:
        """A player names the throw that is asked about; with stills each picture is another throw."""
        asked = self.state.question.asked
        if asked is not None and not self._options.settled:
            self._answered.answer(asked, line, self.state.tick)

    @property
    def is_held(self) -> bool:
        """Whether another house has not written yet what was thrown last."""
        return self.houses.is_waiting

    def write(self, line: Entry, *, keeps_refused: bool = True) -> None:
        """Write the line, and do what `record` says."""
        history = self._session.history
        before, after = history.game, self._session.submit(line, keeps_refused=keeps_refused)
        self.board.recorded(history, line)
        # 1. The line closes the question, unless it only corrects the score; no words outlive a play.
        asked, aside = self.state.question.asked, self.state.question.aside
        is_corrected = isinstance(line, Set | Amend) or (isinstance(line, Call) and line.call == LAST_INNING)
        self.state.close_question()
        self.state.set_aside(None)
        is_sign = isinstance(line, Call) and line.call in SIGNS
        if not (is_corrected or is_sign):  # which move no dice: a sign may be said while they roll
            self._roll.forget()
        self.state.panel_text.clear()
        self.state.overlay.close_walk()
        if isinstance(line, Press) and line.button == "undo":
            self._options.ignore()  # (D55)
            self._answered.forget()
            self.state.early.waiting = None
        # 2. Now that the line is durable it is shown, and the answer that was taken by default is announced.
        self.displays.celebrate(before, line)
        why = helmet_sum(before, line, after) or ""
        if why and not self.displays.moments.are_shown:
            self.state.panel_text.say(why, self.state.tick, WHY_TICKS)
        announced = self.state.announce_default(after, self._options.default_ticks, why)
        worded, corrected = self._worded_play(history, line)
        self._show(worded, "play", line, corrected)
        if announced:
            self._show(announced)
        # 3. A question that still counts is asked again; otherwise what was set aside has its turn.
        if is_corrected and asked is not None and is_due(asked, after):
            self.state.set_aside(aside)
            self._ask(asked)
        elif aside is not None and isinstance(line, Press) == self._options.settled:
            # after the press that says what a still does not show; live, after the answer
            self._see(replace(aside, came=self._now(), waited=True))
        # 4. A card that was chosen in secret is shown once the gloves lie; not again where that is taken back.
        if isinstance(line, Call) and (card := self.state.secret.due(after)) is not None:
            self.submit(card)
        if after.over and not before.over:
            self.over_since = self.state.tick
            self.running = not self._options.until_over or self._options.stays()
            with self.displays.words:
                if swings := swings_message(self._session.history):
                    self._show(swings)
            self._show(wording.GAME_IS_OVER)
