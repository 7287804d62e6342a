"""The loop: what is seen and pressed goes in, lines of the journal and pictures come out.

One asyncio loop owns the session and the faces. The camera with its eyes has a thread of its own and only enqueues;
buttons call from wherever they live and only enqueue. Rule kept here: nothing is shown that is not in the journal,
because `Session.submit` returns only once the line is durable, and only then is anything drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from PIL import Image

from firmware.devices import Buttons, Camera, Frame, Gesture, Panel, Speaker
from firmware.errands import Errand
from firmware.health import Change, Health
from firmware.judge import Judge
from firmware.menu import BY_HAND, Choice, Menu
from firmware.notices import SHORT, Notice, notice
from firmware.umpire import Asked, Verdict, answer
from firmware.watchdog import Pulses
from firmware.watching import Ended, Look, Seen, Watching
from scoreboard import face
from scoreboard.rules import Refused
from scoreboard.rules.events import Press, Setup
from scoreboard.rules.history import Entry
from scoreboard.rules.state import Game
from scoreboard.session import Session
from scoreboard.voice import Corrected, corrected, describe
from vision.reading import Reading
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
OVER = "The game is over. OK begins a new one; UNDO takes the last play back."

Kind = Literal["play", "question", "note", "refused"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the table has just been shown: the state, and what was said about it.

    Attributes:
        game: the state of play.
        asked: the question that is open, if one is.
        said: what happened, in one sentence; empty when a picture changed and nothing happened.
        kind: whether that sentence is a ``play``, a ``question``, a ``note``, or why something was ``refused``.
        line: the line that was journalled, when one was.
        number: the number of the record's last line.
        frame: the last picture the camera gave to the eyes, or the one that the open question is about.
        readings: what they made of it.
        corrected: earlier lines that are told otherwise since this one, an amendment or its undoing.
        took: seconds from that picture to this; None where it is not what this is about.
        waited: whether that throw lay there already when the last press was made.
    """

    game: Game
    asked: Asked | None
    said: str
    kind: Kind
    line: Entry | None
    number: int
    frame: Frame | None
    readings: tuple[Reading, ...]
    corrected: tuple[Corrected, ...] = ()
    took: float | None = None
    waited: bool = False


Watcher = Callable[[Shown], None]


@dataclass(frozen=True, slots=True)
class Devices:
    """What the loop is wired to; a stadium without a camera is scored by its buttons, and the other way round.

    Attributes:
        health: how they are, told by whoever watches over them.
        pulses: who has moved, for the watchdog.
    """

    panels: Sequence[Panel]
    buttons: Buttons | None = None
    camera: Camera | None = None
    speaker: Speaker | None = None
    health: Health = field(default_factory=Health)
    pulses: Pulses = field(default_factory=Pulses)

    def close(self) -> None:
        """Give every device back."""
        with ExitStack() as opened:  # each of them, whatever another says to that
            for device in (*self.panels, self.speaker, self.buttons, self.camera):
                if device is not None:
                    opened.callback(device.close)


@dataclass(frozen=True, slots=True)
class Options:
    """How the loop behaves.

    Attributes:
        new_game: the first line of a game begun from the menu, or when none is in play.
        rulings: in what the house plays such a game otherwise.
        colors: the owner's names for the colours of dice, seen -> meant.
        settled: every frame is a throw at rest, and one that shows nothing is asked about.
        patient: the camera waits while a question is open, as pictures in a folder can and a live table cannot.
        ignore: called when a throw was undone: what lies there is not to be read again before somebody has lifted it
            (D55).
        film: is shown every frame that is watched, as a live view wants it.
        choices: what the menu offers.
        errands: what those choices do that are not the game's own.
        until_over: end with the game, as a demonstration does.
        anew: begin a new game even if one is in play.
    """

    new_game: Setup
    rulings: Mapping[str, object] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=dict)
    settled: bool = False
    patient: bool = False
    ignore: Callable[[], None] = lambda: None
    film: Callable[[Frame], None] = lambda _: None
    choices: tuple[Choice, ...] = BY_HAND
    errands: Mapping[Choice, Errand] = field(default_factory=dict)
    until_over: bool = False
    anew: bool = False


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
        self._menu: Menu | None = None
        self._seen: Seen | None = None
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
            waits = self._asked is not None and self._options.patient
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
        if self._menu is not None and self._tick - self._opened >= MENU_TICKS:
            self._menu = None
            self._show("", "note")
        if self._hasty and self._tick >= self._read and self._asked is not None:
            self._ask(self._asked, f"Is the {self._asked.named} {self._asked.offered}?")
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
                self._see(item)
            case _:
                self._press(item)

    def _forget_dice(self) -> None:
        """What is lifted while the camera is gone nobody sees, and what lies there when it is back was not thrown."""
        self._judge.forget()
        self._set_aside = None
        if self._asked is not None and self._asked.rolled is not None:
            self._asked = None
            self._show("Throw all dice again.", "note")

    def _end(self, error: BaseException | None) -> None:
        if error is not None:
            raise error
        self._running = False

    # -- the eyes

    def _see(self, seen: Seen) -> None:
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
            why = self._judge.why(verdict, seen.reports)
            self._ask(verdict, f"Is the {verdict.named} {verdict.offered}?{why}")
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
            self._ask(asked := self._judge.unseen(game), f"The {asked.named} cannot be seen. Is it {asked.offered}?")
        else:
            self._tell(seen.reports)
        if before is not None and self._asked is before:
            self._seen = earlier  # NEXT goes on asking about the die in that picture

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

    def _ask(self, asked: Asked, question: str) -> None:
        if self._devices.buttons is None or self._devices.health.lacks("buttons"):
            said = f"Not sure of the {asked.named}, so it is not scored. Throw it again."
            return self._note(Notice(said, "THROW AGAIN"))
        self._asked, self._hasty = asked, False
        return self._show(f"{question} OK says yes, NEXT tries another, UNDO throws again.", "question")

    # -- the buttons

    def _press(self, gesture: Gesture) -> None:
        if self._menu is not None:
            self._choose(self._menu, gesture)
        elif gesture == "menu":
            self._open(Menu(self._options.choices))
        elif self._asked is not None and gesture in ("ok", "next", "undo"):
            self._answer(self._asked, gesture)
        elif gesture == "undo" and self._put_up is not None and self._noted() == self._put_up.panel:
            self._notice, self._put_up = "", None  # what was asked for from the menu covers the score
            self._show("", "note")
        elif gesture == "ok" and self._session.game.over and self._session.game.choice is None:
            if self._tick - self._over >= LOOK_TICKS:
                self._new_game()
        else:
            self._submit(Press(button=gesture, by="button"))

    def _answer(self, asked: Asked, gesture: Gesture) -> None:
        if gesture == "ok" and self._tick < self._read:
            self._hasty = True  # nobody can have read it yet: it is asked again
            return
        verdict = answer(asked, gesture)
        if isinstance(verdict, Asked):
            self._ask(verdict, f"Is the {verdict.named} {verdict.offered}?")
        elif verdict is not None:
            self._submit(verdict)
        else:
            self._asked = self._set_aside = None
            self._judge.withdraw(asked)
            self._options.ignore()
            self._show(f"Throw the {asked.named} again.", "note")
        if gesture == "ok":
            self._read = self._tick + READ_TICKS

    def _open(self, menu: Menu) -> None:
        self._menu, self._opened = menu, self._tick
        self._show(f"Menu: {menu.offered}. OK takes it, NEXT shows another, UNDO leaves.", "note")

    def _choose(self, menu: Menu, gesture: Gesture) -> None:
        if gesture == "next":
            return self._open(menu.next())
        self._menu = None
        if gesture == "ok" and menu.offered == "new game":
            self._asked = self._set_aside = None
            self._new_game()
        elif gesture == "ok" and (errand := self._options.errands.get(menu.offered)) is not None:
            self._loop.run_in_executor(None, lambda: self._post(errand()))
        self._running = not (gesture == "ok" and menu.offered == "stop")
        return self._show("", "note")

    # -- the game

    def _begin(self) -> None:
        """Show the last game as it stood, be it over or not; go on with it, unless a new one is wanted."""
        if self._options.anew or not self._session.has_game:
            return self._new_game()
        self._show("The game goes on." if self._session.in_play else OVER, "note")
        if self._options.until_over and not self._session.in_play:
            self._new_game()
        return None

    def _new_game(self) -> None:
        self._judge.forget()
        self._session.new_game(self._options.new_game, self._options.rulings)
        self._show("Play ball!", "note")

    def _submit(self, line: Entry) -> None:
        history = self._session.history
        before = history.game
        try:
            after = self._session.submit(line)
        except Refused as refused:
            return self._show(f"Not now: {refused}", "refused")
        self._asked, set_aside, self._set_aside = None, self._set_aside, None
        self._judge.forget()
        self._notice = ""
        if isinstance(line, Press) and line.button == "undo":
            self._options.ignore()  # (D55)
        self._show(describe(before, line, after), "play", line, corrected(history, self._session.history))
        if set_aside is not None and isinstance(line, Press) == self._options.settled:
            # after the press that tells what a still does not show; live, after the answer
            self._see(replace(set_aside, came=self._loop.time(), waited=True))
        if after.over:
            self._over = self._tick
            self._running = not self._options.until_over
            self._show(OVER, "note")
        return None

    # -- the faces

    def _show(self, said: str, kind: Kind, line: Entry | None = None, changed: tuple[Corrected, ...] = ()) -> None:
        self._light()
        history = self._session.history
        frame, readings = (None, ()) if self._seen is None else (self._seen.frame, self._seen.readings)
        told = self._seen if getattr(line, "by", None) == "camera" else None
        took = None if told is None else self._loop.time() - told.came  # its score is lit by now
        waited = told is not None and told.waited
        shown = Shown(
            history.game, self._asked, said, kind, line, history.number, frame, readings, changed, took, waited
        )
        for watcher in self._watchers:
            watcher(shown)

    def _light(self) -> None:
        for panel in self._devices.panels:
            panel.show(self._picture(panel.size))

    def _picture(self, size: tuple[int, int]) -> Image.Image:
        if self._menu is not None:
            return face.message(f"{self._menu.offered}?", size)
        if self._asked is None and (text := self._noted()):
            return face.message(text, size, tick=self._tick)
        question = None if self._asked is None else face.Question(self._asked.what, self._asked.offered)
        return face.draw(self._session.game, size, question=question, tick=self._tick)

    def _noted(self) -> str:
        """What the panel says instead of the score for a moment: what has just come up, or what is still amiss."""
        age = self._tick - self._noticed
        if age < SHORT:
            return self._notice
        amiss = [trouble.panel for part, trouble in self._devices.health.troubles.items() if part != "sound"]
        return amiss[age // REMINDER_TICKS % len(amiss)] if amiss and age % REMINDER_TICKS < SHORT else ""
