"""The loop: what is seen and pressed goes in, lines of the journal and pictures come out.

One asyncio loop owns the session and the faces. The camera with its eyes has a thread of its own and only enqueues;
buttons call from wherever they live and only enqueue. Rule kept here: nothing is shown that is not in the journal,
because `Session.submit` returns only once the line is durable, and only then is anything drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Literal

from msgspec import structs
from PIL import Image

from firmware.devices import Gesture
from firmware.health import Change
from firmware.judge import Judge
from firmware.menus import (
    BeginThrowOff,
    NewGame,
    Outcome,
    Record,
    RunErrand,
    Screen,
    TakeUp,
    main_menu,
    told_first,
    what_may_be_said,
)
from firmware.notices import SHORT, Notice, notice
from firmware.options import Devices, Options
from firmware.shown import Kind, Shown, Watcher
from firmware.throw_off import ThrowOff
from firmware.umpire import Asked, Verdict, answer, ask_for, is_due, judge_color
from firmware.watching import Ended, Look, Seen, Watching
from scoreboard import face
from scoreboard.errors import ScoreboardError
from scoreboard.rules import Refused, RulesError
from scoreboard.rules.diamante.choices import may_choose
from scoreboard.rules.events import Amend, Button, Die, Event, Press, Set, Setup
from scoreboard.rules.history import Entry, History
from scoreboard.rules.state import SHARED, Game
from scoreboard.session import Session
from scoreboard.voice import Corrected, corrected, default_told, describe
from vision.reports import Blurred, Lifted, MarkersLost, Report, Thrown

BLINK_S = 0.5
"""How long a blinking picture stays, in seconds: two changes a second, slow enough for the eye."""

REMINDER_TICKS = 60
"""How many blinks pass between two reminders of a device that is lost."""
LOOK_TICKS = 4
"""How many blinks the end of a game is looked at before OK begins another: whoever presses twice means the first."""
READ_TICKS = 2
"""How many blinks a question that follows an answer is looked at before OK answers it, too: for the same reason."""
GATHER_TICKS = 12
"""How many blinks dice of one roll are waited for after the last look: by then all that were thrown lie still."""
MENU_TICKS = 60
"""How many blinks the menu stays open when nobody presses a button: who opened it by mistake sees the score again."""
WALK_TICKS = 20
"""How many blinks what may be said stays offered (D56): ten seconds."""
DEFAULT_TICKS = 4
"""How many blinks a default that was just taken is told before the next die counts: two seconds, to be read (D32)."""
WALKING: Final = ("ok", "next", "undo")
"""The buttons that walk through answers, whatever is asked."""
CORRECTED = 200
"""Steps back to which lines are told anew after an amendment: more than any terminal shows, and soon done."""
NOT_NOW, NOT_NOW_TICKS = "NOT NOW", 4
"""What the panel says of what the law refused, and for how many blinks."""
NOT_BEGUN, NOT_READ = "NOT BEGUN", "CANNOT OPEN IT"
"""What the panel says where another game cannot be had."""
OVER = "The game is over. OK begins a new one; UNDO takes the last play back."

_STOP: Final = "stop"
_Item = Seen | Ended | Change | Notice | Gesture | Literal["stop"]


class App:
    """The appliance at work: `run` plays until it is stopped, the pictures end, or something fails for good."""

    def __init__(
        self, session: Session, devices: Devices, look: Look, options: Options, watchers: Sequence[Watcher] = ()
    ) -> None:
        self._session = session
        self._devices = devices
        self._look = look
        self._options = options
        self._watchers = watchers
        self._queue: asyncio.Queue[_Item] = asyncio.Queue()
        self._watching: Watching | None = None
        self._holding = False
        self._asked: Asked | None = None
        self._set_aside: Seen | None = None
        self._judge = Judge(options.colors, settled=options.settled)
        self._screen: Screen | None = None
        self._menu_of: History | None = None
        self._throw_off: ThrowOff | None = None
        self._seen: Seen | None = None
        self._early: Seen | None = None
        self._early_until = 0
        self._tick, self._over = 0, -LOOK_TICKS
        self._looked = self._opened = 0
        self._read, self._hasty = 0, False
        self._notice, self._noticed = "", 0
        self._put_up: Notice | None = None
        self._running = True

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Play until something ends it.

        Args:
            ready: called once the score is lit and every device listens.

        Raises:
            StadiumError: if a device fails that nobody watches over, such as a folder of pictures.
            ScoreboardError: if the journal can no longer be written; the state shown is still what it holds.
        """
        self._loop = asyncio.get_running_loop()
        self._alive = self._devices.pulses.pulse("loop")
        self._next_tick = self._loop.time() + BLINK_S
        try:
            if self._devices.buttons is not None:
                self._devices.buttons.listen(self._post)
            self._begin()
            self._devices.health.listen(self._post)
            if self._devices.camera is not None:
                self._watching = Watching(self._devices.camera, self._look, self._options.film, self._post)
            ready()
            await self._play()
        finally:
            self._devices.close()
            if self._watching is not None:
                self._watching.stop()

    def stop(self) -> None:
        """End the run as soon as what is being handled is done; safe from a signal handler."""
        self._post(_STOP)

    # -- the loop

    def _post(self, item: _Item) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, item)

    async def _play(self) -> None:
        while self._running:
            self._handle(await self._next_item())
            self._look_on()

    def _look_on(self) -> None:
        """Let the camera look on, once what it has seen is dealt with."""
        waits = self._early is not None or (self._asked is not None and self._options.patient)
        if self._holding and self._watching is not None and not waits:
            self._holding = False
            self._watching.go_on()

    async def _next_item(self) -> _Item:
        """What happens next; blinking goes on meanwhile, however much or little happens."""
        while True:
            self._alive()
            if self._loop.time() >= self._next_tick:
                self._blink()
            try:
                async with asyncio.timeout_at(self._next_tick):
                    return await self._queue.get()
            except TimeoutError:
                continue

    def _blink(self) -> None:
        self._next_tick = self._loop.time() + BLINK_S
        self._tick += 1
        if self._holding:  # the camera is not hanging: we keep it waiting
            self._devices.pulses.tick("camera")
        if self._screen is not None and self._tick - self._opened >= (WALK_TICKS if self._screen.walk else MENU_TICKS):
            self._screen = None
            self._show("", "note")
        if self._early is not None and self._tick >= self._early_until:
            early, self._early = self._early, None
            self._see(early)
            self._look_on()
        if self._hasty and self._tick >= self._read and self._asked is not None:
            self._ask(self._asked)
        if (self._tick - self._looked) % REMINDER_TICKS == GATHER_TICKS and self._asked is None:
            self._tell_missing()
        self._light()

    def _tell_missing(self) -> None:
        if (missing := self._judge.missing(self._session.game)) is not None:
            self._note(missing)

    def _handle(self, item: _Item) -> None:
        match item:
            case "stop":
                self._running = False
            case Ended():
                self._end(item.error)
            case Change():
                self._note(Notice(item.said, item.panel))
                if item.part == "camera":
                    self._forget_dice()
            case Notice():
                self._note(item)
                self._put_up = item
            case Seen():
                self._holding = True
                if self._tick < self._early_until and item.readings:  # the table reads what was just called (D32)
                    self._early = item
                else:
                    self._see(item)
            case _:
                self._press(item)

    def _forget_dice(self) -> None:
        """What is lifted while the camera is gone nobody sees, and what lies there when it is back was not thrown."""
        self._judge.forget()
        self._set_aside = self._early = None
        if self._asked is not None and self._asked.rolled is not None:
            self._asked = None
            self._show("Throw all dice again.", "note")

    def _end(self, error: BaseException | None) -> None:
        if error is not None:
            raise error
        self._running = False

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
            self._close_walk()
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
        self._notice, self._noticed = notice.panel, self._tick + notice.ticks - SHORT
        self._show(notice.said, "note")

    def _ask(self, asked: Asked, why: str = "", *, unseen: bool = False) -> None:
        if self._devices.buttons is None or self._devices.health.lacks("buttons"):
            said = f"Not sure of the {asked.named}, so it is not scored. Throw it again."
            return self._note(Notice(said, "THROW AGAIN"))
        self._asked, self._hasty = asked, False
        question = f"Is the {asked.named} {asked.offered}?{why}"
        if unseen:
            question = f"The {asked.named} cannot be seen. Is it {asked.offered}?"
        leaves = "UNDO leaves" if asked.by_hand else "UNDO throws again"
        return self._show(f"{question} OK says yes, NEXT tries another, {leaves}.", "question")

    # -- the buttons

    def _press(self, gesture: Gesture) -> None:
        game = self._session.game
        if gesture not in WALKING:
            self._close_walk()
        if self._screen is not None:
            self._choose(self._screen, gesture)
        elif gesture == "menu":
            self._menu_of = self._session.history
            self._open(main_menu(self._options.choices, self._menu_of, self._session.games()))
        elif self._asked is not None and gesture in WALKING:
            self._answer(self._asked, gesture)
        elif gesture == "by-hand":
            self._enter_by_hand(game)
        elif self._throw_off is not None:
            self._leave_throw_off(gesture)
        else:
            self._play_by_hand(gesture, game)

    def _play_by_hand(self, button: Button, game: Game) -> None:
        if button == "undo" and self._put_up is not None and self._noted() == self._put_up.panel:
            self._notice, self._put_up = "", None  # what was asked for from the menu covers the score
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
        if (screen := what_may_be_said(game)) is not None:
            self._open(screen)
        elif not choosing:
            self._submit(Press(button="next", by="button"))  # which the law refuses, and says why

    def _enter_by_hand(self, game: Game) -> None:
        """NEXT held: ask about what is due as if it lay there unread (D56); what is asked about already comes first."""
        if self._asked is not None:
            return self._ask(self._asked)
        if self._throw_off is not None:
            asked: Asked | None = ask_for(SHARED)
        else:
            asked = None if game.over else self._judge.by_hand(game)
        if asked is None:
            return self._note(Notice("The game is over: nothing is thrown now.", "GAME OVER"))
        self._screen, self._read = None, self._tick  # it was opened on purpose
        return self._ask(replace(asked, by_hand=True))

    def _answer(self, asked: Asked, gesture: Gesture) -> None:
        if gesture == "ok" and self._tick < self._read:
            self._hasty = True  # nobody can have read it yet: it is asked again
            return
        verdict = answer(asked, gesture)
        if isinstance(verdict, Asked):
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
            self._read = self._tick + READ_TICKS

    def _open(self, screen: Screen) -> None:
        self._screen, self._opened = screen, self._tick
        leaves = "UNDO leaves" if screen.above is None else "UNDO goes back"
        what = screen.shown.said if screen.walk else f"Menu: {screen.shown.said} OK takes it,"
        self._show(f"{what} NEXT shows another, {leaves}.", "note")

    def _close_walk(self) -> None:
        """A throw, read or not, and any other button close what may be said (D56); the menu stays."""
        if self._screen is not None and self._screen.walk:
            self._screen = None

    def _choose(self, screen: Screen, gesture: Gesture) -> None:
        """NEXT walks on, OK takes what is shown, UNDO goes back; anything else leaves."""
        if gesture == "next" and not (screen.walk and screen.is_last and self._session.game.options):
            return self._open(screen.next())
        self._screen = screen.above if gesture == "undo" else None
        if gesture == "ok":
            return self._carry_out(screen.taken())
        if self._screen is not None:
            return self._open(self._screen)
        return self._show("", "note")

    def _carry_out(self, outcome: Outcome) -> None:
        match outcome:
            case Screen():
                self._open(outcome)
            case Record(line=Amend() as amend) if self._session.history is not self._menu_of:
                self._menu_of = self._session.history  # dice fell meanwhile: it may leave others without a place now
                self._carry_out(told_first(self._menu_of, amend))
            case Record(line=line):
                self._submit(structs.replace(line, by="button"))
            case NewGame():
                self._turn_to(self._new_game, NOT_BEGUN)
            case TakeUp(number=number):
                self._turn_to(partial(self._take_up, number), NOT_READ)
            case BeginThrowOff():
                self._throw_off = ThrowOff(self._options.new_game)
                self._asked = self._set_aside = self._early = None
                self._note(Notice(self._throw_off.said, self._throw_off.panel))
            case RunErrand(choice="stop"):
                self._running = False
                self._show("", "note")
            case RunErrand(choice=choice):
                if (errand := self._options.errands.get(choice)) is not None:
                    self._loop.run_in_executor(None, lambda: self._post(errand()))
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
            return self._note(Notice(after.said, after.panel))
        self._throw_off = None
        self._note(Notice(f"{after.home.name} are Home and pitch first.", f"{after.home.name} HOME"))
        return self._turn_to(partial(self._new_game, after), NOT_BEGUN)

    def _leave_throw_off(self, gesture: Gesture) -> None:
        """UNDO leaves it, and the game goes on; any other button is told what is due."""
        throw_off = self._throw_off
        if gesture == "undo" or throw_off is None:
            self._throw_off = None
            return self._show("The game goes on.", "note")
        return self._note(Notice(throw_off.said, throw_off.panel))

    # -- the game

    def _begin(self) -> None:
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

    def _turn_to(self, another: Callable[[], None], panel: str) -> None:
        """Leave this game for another; where that cannot be had, this one goes on and the table is told why."""
        try:
            another()
        except (ScoreboardError, RulesError) as error:
            self._note(Notice(f"{error}. This game goes on.", panel))

    def _forget_table(self) -> None:
        """What was thrown, asked and told was of the game before."""
        self._judge.forget()
        self._asked = self._set_aside = self._early = self._screen = self._throw_off = None
        self._notice, self._early_until = "", 0

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
            self._notice, self._noticed = NOT_NOW, self._tick + NOT_NOW_TICKS - SHORT
            return self._show(f"Not now: {refused}", "refused")
        asked = self._asked
        is_corrected = isinstance(line, Set | Amend)
        self._asked, set_aside, self._set_aside = None, self._set_aside, None
        if not is_corrected:  # which moves no dice
            self._judge.forget()
        self._notice = ""
        self._close_walk()
        if isinstance(line, Press) and line.button == "undo":
            self._options.ignore()  # (D55)
            self._early = None
        told = self._tell_default(after)
        self._show(describe(before, line, after), "play", line, corrected(history, self._session.history, CORRECTED))
        if told:
            self._show(told, "note")
        if is_corrected and asked is not None and is_due(asked, after):
            self._set_aside = set_aside
            self._ask(asked)
        elif set_aside is not None and isinstance(line, Press) == self._options.settled:
            # after the press that tells what a still does not show; live, after the answer
            self._see(replace(set_aside, came=self._loop.time(), waited=True))
        if after.over and not before.over:
            self._over = self._tick
            self._running = not self._options.until_over
            self._show(OVER, "note")
        return None

    def _tell_default(self, game: Game) -> str:
        """A throw took effect with its likeliest answer: say so before the next one counts, long enough to be read.

        Returns:
            The sentence; nothing where there was no choice.
        """
        self._early_until, ticks = 0, self._options.default_ticks
        told = default_told(game) if ticks else None
        if told is None:
            return ""
        said, self._notice = told
        self._early_until, self._noticed = self._tick + ticks, self._tick + ticks - SHORT
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
        history = self._session.history
        frame, readings = (None, ()) if self._seen is None else (self._seen.frame, self._seen.readings)
        told = self._seen if getattr(line, "by", None) == "camera" else None
        took = None if told is None else self._loop.time() - told.came  # its score is lit by now
        waited = told is not None and told.waited
        game, number = history.game, history.number
        shown = Shown(
            game, self._asked, said, kind, line, number, frame, readings, changed, took, waited, is_another=is_another
        )
        for watcher in self._watchers:
            watcher(shown)

    def _light(self) -> None:
        for panel in self._devices.panels:
            panel.show(self._picture(panel.size))

    def _picture(self, size: tuple[int, int]) -> Image.Image:
        if self._screen is not None:
            item = self._screen.shown
            return face.message(item.panel, size, tick=self._tick, ok=True, color=item.color or None)
        if self._asked is None and (text := self._noted()):
            whole = "white" if self._tick < self._early_until else None  # a default is read before the next die counts
            return face.message(text, size, tick=self._tick, color=whole)
        if self._asked is None and self._throw_off is not None:
            return face.message(self._throw_off.panel, size, tick=self._tick, color=self._throw_off.team.color)
        question = None if self._asked is None else face.Question(self._asked.what, self._asked.offered)
        return face.draw(self._session.game, size, question=question, tick=self._tick)

    def _noted(self) -> str:
        """What the panel says instead of the score for a moment: what has just come up, or what is still amiss."""
        age = self._tick - self._noticed
        if age < SHORT:
            return self._notice
        amiss = [trouble.panel for part, trouble in self._devices.health.troubles.items() if part != "sound"]
        return amiss[age // REMINDER_TICKS % len(amiss)] if amiss and age % REMINDER_TICKS < SHORT else ""
