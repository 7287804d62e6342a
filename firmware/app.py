"""The loop: what is seen and pressed goes in, lines of the journal and pictures come out.

One asyncio loop owns the session and the faces. The camera with its eyes has a thread of its own and only enqueues;
buttons call from wherever they live and only enqueue. Rule kept here: nothing is shown that is not in the journal,
because `Session.submit` returns only once the line is durable, and only then is anything drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, Literal

from PIL import Image

from firmware.devices import Buttons, Camera, Frame, Gesture, Panel
from firmware.judge import Judge
from firmware.menu import Menu
from firmware.notices import Notice, notice
from firmware.umpire import Asked, answer
from scoreboard import face
from scoreboard.rules import Refused
from scoreboard.rules.events import Press, Setup
from scoreboard.rules.history import Entry
from scoreboard.rules.state import Game
from scoreboard.session import Session
from scoreboard.voice import describe
from vision.reading import Reading
from vision.reports import Lifted, Report, Thrown

BLINK_S = 0.5
"""How long a blinking picture stays, in seconds: two changes a second, slow enough for the eye."""

NOTICE_TICKS = 8
"""How many blinks a notice stays on the panel."""
OVER = "The game is over. OK begins a new one; UNDO takes the last play back."

Kind = Literal["play", "question", "note"]

Look = Callable[[Frame, Callable[[], Frame]], tuple[Report, ...] | None]
"""What the eyes make of a frame, and of the still of its moment if they ask for it: None where nothing happened."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the table has just been shown: the state, and what was said about it.

    Attributes:
        game: the state of play.
        asked: the question that is open, if one is.
        said: what happened, in one sentence; empty when a picture changed and nothing happened.
        kind: whether that sentence is a ``play``, a ``question`` or a ``note``.
        line: the line that was journalled, when one was.
        number: the number of the record's last line.
        frame: the last picture the camera gave to the eyes.
        readings: what they made of it.
    """

    game: Game
    asked: Asked | None
    said: str
    kind: Kind
    line: Entry | None
    number: int
    frame: Frame | None
    readings: tuple[Reading, ...]


Watcher = Callable[[Shown], None]


@dataclass(frozen=True, slots=True)
class Devices:
    """What the loop is wired to; a stadium without a camera is scored by its buttons, and the other way round."""

    panels: Sequence[Panel]
    buttons: Buttons | None = None
    camera: Camera | None = None

    def close(self) -> None:
        """Give every device back."""
        for device in (self.camera, self.buttons, *self.panels):
            if device is not None:
                device.close()


@dataclass(frozen=True, slots=True)
class Options:
    """How the loop behaves.

    Attributes:
        new_game: the first line of a game begun from the menu, or when none is in play.
        colors: the owner's names for the colours of dice, seen -> meant.
        settled: every frame is a throw at rest, and one that shows nothing is asked about.
        patient: the camera waits while a question is open, as pictures in a folder can and a live table cannot.
        ignore: called with the name of a die, or ``chip``, whose throw was undone: it is not to be read again before
            somebody has lifted it (D55).
        film: is shown every frame that is watched, as a live view wants it.
        until_over: end with the game, as a demonstration does.
        anew: begin a new game even if one is in play.
    """

    new_game: Setup
    colors: Mapping[str, str] = field(default_factory=dict)
    settled: bool = False
    patient: bool = False
    ignore: Callable[[str], None] = lambda _: None
    film: Callable[[Frame], None] = lambda _: None
    until_over: bool = False
    anew: bool = False


@dataclass(frozen=True, slots=True)
class _Seen:
    frame: Frame
    reports: tuple[Report, ...]

    @property
    def readings(self) -> tuple[Reading, ...]:
        return tuple(report.reading for report in self.reports if isinstance(report, Thrown))


class _Still:
    """Takes a camera's still when it is first asked for, and keeps it: to be shown, and not to be taken twice."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self.picture: Frame | None = None

    def __call__(self) -> Frame:
        if self.picture is None:
            self.picture = self._camera.still()
        return self.picture


@dataclass(frozen=True, slots=True)
class _Failed:
    error: BaseException


_STOP: Final = "stop"
_Item = _Seen | _Failed | Gesture | Literal["stop"]


class App:
    """The appliance at work: `run` plays until it is stopped, the pictures end, or a device fails."""

    def __init__(
        self, session: Session, devices: Devices, look: Look, options: Options, watchers: Sequence[Watcher] = ()
    ) -> None:
        self._session = session
        self._devices = devices
        self._look = look
        self._options = options
        self._watchers = watchers
        self._queue: asyncio.Queue[_Item] = asyncio.Queue()
        self._dealt_with = asyncio.Event()
        self._holding = False
        self._asked: Asked | None = None
        self._set_aside: _Seen | None = None
        self._judge = Judge(options.colors, settled=options.settled)
        self._menu: Menu | None = None
        self._seen: _Seen | None = None
        self._tick = 0
        self._notice, self._noticed = "", 0
        self._running = True

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Play until something ends it.

        Args:
            ready: called once the score is lit and every device listens.

        Raises:
            StadiumError: if a device fails.
            ScoreboardError: if the journal can no longer be written; the state shown is still what it holds.
        """
        self._loop = asyncio.get_running_loop()
        eyes = ThreadPoolExecutor(1, thread_name_prefix="eyes")
        watching = None
        try:
            if self._devices.buttons is not None:
                self._devices.buttons.listen(self._post)
            self._begin()
            watching = self._start_watching(eyes)
            ready()
            await self._play()
        finally:
            self._devices.close()
            if watching is not None:
                watching.cancel()
            eyes.shutdown(wait=True)

    def stop(self) -> None:
        """End the run as soon as what is being handled is done; safe from a signal handler."""
        self._post(_STOP)

    # -- the loop

    def _post(self, item: _Item) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, item)

    async def _play(self) -> None:
        while self._running:
            self._handle(await self._next_item())
            if self._holding and not (self._asked is not None and self._options.patient):
                self._holding = False
                self._dealt_with.set()

    async def _next_item(self) -> _Item:
        while True:
            try:
                async with asyncio.timeout(BLINK_S):
                    return await self._queue.get()
            except TimeoutError:
                self._tick += 1
                self._light()

    def _handle(self, item: _Item) -> None:
        match item:
            case "stop":
                self._running = False
            case _Failed(error=error):
                raise error
            case _Seen():
                self._holding = True
                self._see(item)
            case _:
                self._press(item)

    # -- the eyes

    def _start_watching(self, eyes: ThreadPoolExecutor) -> asyncio.Task[None] | None:
        if self._devices.camera is None:
            return None
        watching = self._loop.create_task(self._watch(self._devices.camera, eyes))
        watching.add_done_callback(self._watched)
        return watching

    async def _watch(self, camera: Camera, eyes: ThreadPoolExecutor) -> None:
        """Enqueue what is seen; between two things seen, wait until the table has dealt with the first."""
        while (frame := await self._loop.run_in_executor(eyes, camera.frame)) is not None:
            self._options.film(frame)
            still = _Still(camera)
            reports = await self._loop.run_in_executor(eyes, self._look, frame, still)
            if reports is not None:
                self._dealt_with.clear()
                self._queue.put_nowait(_Seen(frame if still.picture is None else still.picture, reports))
                await self._dealt_with.wait()

    def _watched(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            error = task.exception()
            self._queue.put_nowait(_STOP if error is None else _Failed(error))

    def _see(self, seen: _Seen) -> None:
        self._seen = seen
        game = self._session.game
        verdict = self._judge.see(seen.reports, game)
        if isinstance(verdict, Asked):
            self._ask(verdict, f"Is the {verdict.named} {verdict.offered}?")
        elif verdict is not None:
            self._submit(verdict)
        elif self._options.settled and game.awaits is not None:
            # A throw there was, so somebody must say what it showed; or what happened before it without a picture.
            self._set_aside = seen
            self._ask(asked := self._judge.unseen(game), f"The {asked.named} cannot be seen. Is it {asked.offered}?")
        elif (surplus := self._judge.surplus(game)) is not None:
            self._note(surplus)
        else:
            self._tell(seen.reports)

    def _tell(self, reports: Iterable[Report]) -> None:
        """Say what a player can do about what was seen, when it is no throw."""
        for report in reports:
            if isinstance(report, Lifted) and self._asked is not None and self._meant(report.name) == self._asked.what:
                self._asked = None
                self._show("Lifted, so it is thrown again.", "note")
            elif found := notice(report, self._session.game, self._options.colors):
                self._note(found)

    def _note(self, noted: Notice) -> None:
        self._notice, self._noticed = noted.panel, self._tick
        self._show(noted.said, "note")

    def _meant(self, name: str) -> str:
        return self._options.colors.get(name, name)

    def _ask(self, asked: Asked, question: str) -> None:
        if self._devices.buttons is None:
            return self._show(f"Not sure of the {asked.named}, so it is not scored. Throw it again.", "note")
        self._asked = asked
        return self._show(f"{question} OK says yes, NEXT tries another, UNDO throws again.", "question")

    # -- the buttons

    def _press(self, gesture: Gesture) -> None:
        if self._menu is not None:
            self._choose(self._menu, gesture)
        elif gesture == "menu":
            self._open(Menu())
        elif self._asked is not None and gesture in ("ok", "next", "undo"):
            self._answer(self._asked, gesture)
        elif gesture == "ok" and self._session.game.over and self._session.game.choice is None:
            self._new_game()
        else:
            self._submit(Press(button=gesture, by="button"))

    def _answer(self, asked: Asked, gesture: Gesture) -> None:
        verdict = answer(asked, gesture)
        if isinstance(verdict, Asked):
            self._ask(verdict, f"Is the {verdict.named} {verdict.offered}?")
        elif verdict is not None:
            self._submit(verdict)
        else:
            self._asked = self._set_aside = None
            self._judge.withdraw()
            self._ignore(asked.what)
            self._show(f"Throw the {asked.named} again.", "note")

    def _open(self, menu: Menu) -> None:
        self._menu = menu
        self._show(f"Menu: {menu.offered}. OK takes it, NEXT shows another, UNDO leaves.", "note")

    def _choose(self, menu: Menu, gesture: Gesture) -> None:
        if gesture == "next":
            return self._open(menu.next())
        self._menu = None
        if gesture == "ok" and menu.offered == "new game":
            self._asked = self._set_aside = None
            self._new_game()
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
        self._session.new_game(self._options.new_game)
        self._show("Play ball!", "note")

    def _submit(self, line: Entry) -> None:
        before = self._session.game
        try:
            after = self._session.submit(line)
        except Refused as refused:
            return self._show(f"Not now: {refused}", "note")
        self._asked, set_aside, self._set_aside = None, self._set_aside, None
        self._judge.forget()
        self._notice = ""
        if isinstance(line, Press) and line.button == "undo":
            self._ignore(after.awaits)
        self._show(describe(before, line, after), "play", line)
        if set_aside is not None and isinstance(line, Press):
            self._see(set_aside)
        if after.over:
            self._running = not self._options.until_over
            self._show(OVER, "note")
        return None

    def _ignore(self, name: str | None) -> None:
        """The throw that is due again lies there still: it counts once somebody has lifted it (D55)."""
        for seen in {name, *(seen for seen, meant in self._options.colors.items() if meant == name)} - {None}:
            self._options.ignore(str(seen))

    # -- the faces

    def _show(self, said: str, kind: Kind, line: Entry | None = None) -> None:
        self._light()
        history = self._session.history
        frame, readings = (None, ()) if self._seen is None else (self._seen.frame, self._seen.readings)
        shown = Shown(history.game, self._asked, said, kind, line, history.number, frame, readings)
        for watcher in self._watchers:
            watcher(shown)

    def _light(self) -> None:
        for panel in self._devices.panels:
            panel.show(self._picture(panel.size))

    def _picture(self, size: tuple[int, int]) -> Image.Image:
        if self._menu is not None:
            return face.message(f"{self._menu.offered}?", size)
        if self._notice and self._asked is None and self._tick - self._noticed < NOTICE_TICKS:
            return face.message(self._notice, size, tick=self._tick)
        question = None if self._asked is None else face.Question(self._asked.what, self._asked.offered)
        return face.draw(self._session.game, size, question=question, tick=self._tick)
