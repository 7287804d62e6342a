"""The loop: what the camera sees and what is pressed is handed to the scorer, one thing after the other.

One asyncio loop owns the session and the displays. The camera and the reader have a thread of their own, and buttons
call from any thread: both only enqueue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal

from firmware.devices.health import DeviceChange
from firmware.devices.protocols import Devices, Gesture
from firmware.notice import Notice
from firmware.play.camera.camera_thread import CameraEnded, CameraThread, FrameReports, ReadFrame
from firmware.play.inputs.autopilot import Autopilot
from firmware.play.inputs.box_player import BoxPlayer
from firmware.play.inputs.button_input import ButtonInput
from firmware.play.inputs.game_clock import GameClock
from firmware.play.inputs.hand_desk import HandDesk
from firmware.play.inputs.page_input import PageInput
from firmware.play.inputs.page_requests import PageRequest, PageRequests
from firmware.play.menus.actions import MenuAction
from firmware.play.menus.takeover import Takeover
from firmware.play.state.options import Options
from firmware.play.state.shown import Observer, Seen
from firmware.play.table.scorer import Scorer
from scoreboard.face_guard import Face
from scoreboard.session import Session
from scoreboard.web.state.live import Live
from vision.tracking.events import Lifted

if TYPE_CHECKING:
    from PIL import Image

_STOP: Final = "stop"
_Item = FrameReports | CameraEnded | DeviceChange | Notice | Takeover | PageRequest | Gesture | Literal["stop"]


class PlayLoop:
    """The appliance at work: `run` plays until it is stopped, the pictures end, or something fails for good.

    Attributes:
        scorer: what is handed everything.
        page: what phones ask of it.
        camera_waits: the camera has handed over what it saw, and waits until that is dealt with.
    """

    def __init__(
        self,
        session: Session,
        devices: Devices,
        read: ReadFrame,
        options: Options,
        observers: Sequence[Observer] = (),
        *,
        autopilot: Autopilot | None = None,
    ) -> None:
        self._devices, self._read, self._on_frame = devices, read, options.on_frame
        self._tick_s = options.tick_s
        self._queue: asyncio.Queue[_Item] = asyncio.Queue()
        self._camera_thread: CameraThread | None = None
        self.camera_waits = False
        self._asks_language = options.asks_language and not session.has_game and devices.buttons is not None
        now = lambda: self._loop.time()  # noqa: E731, PLW0108 - there is no loop yet
        self.scorer = Scorer(session, devices, options, observers, now)
        self._displays = self.scorer.displays
        self._buttons = ButtonInput(self.scorer, session, options, self._run_action)
        self._box = BoxPlayer(self.scorer, session, options.worth)
        self._clock = GameClock(self.scorer, session, now)
        self._hands = HandDesk(self.scorer, session)
        self._autopilot = autopilot
        self.page = PageRequests(PageInput(self.scorer, session, self.live), self._hands, self.post, autopilot)
        self._actions = Face("action of the menu")
        self._running = True

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Play until something ends it.

        Args:
            ready: called once the score is lit and every device listens.

        Raises:
            StadiumError: if a device without a supervisor fails, such as a folder of pictures.
            ScoreboardError: if the journal can no longer be written; the state shown is still what it holds.
        """
        self._alive = self._devices.heartbeat.register("loop")
        try:
            self.begin(asyncio.get_running_loop())
            self.page.open()
            self._devices.health.listen(self.post)
            if self._devices.camera is not None:
                self._camera_thread = CameraThread(self._devices.camera, self._read, self._on_frame, self.post)
            ready()
            await self._play()
        finally:
            self._displays.close()
            self.page.close()
            self._devices.close()
            if self._camera_thread is not None:
                self._camera_thread.stop()

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Light the score and listen to the buttons; from now on `take` and `tick` do what `run` has them do."""
        self._loop, self._next_tick = loop, loop.time() + self._tick_s
        if self._devices.buttons is not None:
            self._devices.buttons.listen(self.post)
        self.scorer.begin()
        if self._asks_language:
            self._buttons.ask_language()
        self._box.play()

    def take(self, item: _Item) -> None:
        """Do what an item of the queue says, and what comes of it by itself."""
        self._handle(item)
        self._follow_up()
        if isinstance(item, PageRequest):
            item.reply()
        self._resume_camera()

    def tick(self) -> None:
        """What is done as often as something blinks."""
        self._next_tick = self._loop.time() + self._tick_s
        if self.camera_waits:  # the camera does not hang: it is kept waiting
            self._devices.heartbeat.beat("camera")
        self._buttons.tick()
        self._clock.tick()
        self.scorer.houses.tick()
        self._follow_up()
        self._resume_camera()

    def live(self) -> Live | None:
        """What the table is shown now, for the pages; None before the first game."""
        live = self.scorer.displays.live()
        if live is None:
            return None
        live = replace(live, house=self.scorer.houses.words)
        if self._autopilot is None:
            return live
        return replace(live, autopilot=self._autopilot.on, not_by_itself=self._autopilot.why_not)

    def picture(self, size: tuple[int, int]) -> Image.Image | None:
        """What a panel of that size shows now, for the pages; see `Displays.public_picture`."""
        return self.scorer.displays.public_picture(size)

    def seen(self) -> Seen:
        """What was read last, and the question that is open, for the pages."""
        question = self.scorer.state.question
        return Seen(question.picture, question.asked)

    def stop(self) -> None:
        """End the run as soon as what is being handled is done, whatever waits; safe from a signal handler."""
        self._running = False
        self.post(_STOP)  # which wakes it

    # -- the loop

    def post(self, item: _Item) -> None:
        """Put it last in the queue; from any thread. Where nobody plays any more, nobody takes it."""
        with suppress(RuntimeError):  # the loop is closed: a card may vanish while the program ends
            self._loop.call_soon_threadsafe(self._queue.put_nowait, item)

    async def _play(self) -> None:
        while self._running and self.scorer.running:
            self.take(await self._next_item())
            await asyncio.sleep(0)  # pages have their turn, however many items wait

    def _follow_up(self) -> None:
        """What comes of it by itself: secrets that are told now, and what the box decides, which may tell another."""
        self._hands.settle()
        self._box.play()
        self._hands.settle()
        self.scorer.houses.settle()

    def _resume_camera(self) -> None:
        """Let the camera go on once its last reports are dealt with."""
        if self.camera_waits and not self.scorer.keeps_waiting:
            self.camera_waits = False
            if self._camera_thread is not None:
                self._camera_thread.go_on()

    async def _next_item(self) -> _Item:
        """The next item; blinking goes on meanwhile, however many there are, and a moment while there is none."""
        while True:
            self._alive()
            if self._loop.time() >= self._next_tick:
                self.tick()
            if self._loop.time() >= self._displays.moments.next_frame and self._queue.empty():
                self._displays.animate()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(min(self._next_tick, self._displays.moments.next_frame)):
                    return await self._queue.get()

    def _handle(self, item: _Item) -> None:
        match item:
            case "stop":
                pass
            case CameraEnded():
                if item.error is not None:
                    raise item.error
                self._running = False
            case DeviceChange():
                self.scorer.device_changed(item)
            case Notice():
                self.scorer.action_done(item)
            case PageRequest():
                item.carry_out()
            case Takeover():
                self._buttons.hand_over(item)
            case FrameReports():
                self.camera_waits = True
                if item.readings or any(isinstance(report, Lifted) for report in item.reports):
                    self._displays.wake()
                self.scorer.see(item)
            case _:
                self._displays.interrupt()
                self._buttons.press(item)

    def _run_action(self, action: MenuAction) -> None:
        """Run an action on a thread, for it may take seconds."""

        def run() -> None:
            with self._actions:
                self.post(action())

        self._loop.run_in_executor(None, run)
