"""The loop: what the camera sees and what is pressed is handed to the scorer, one thing after the other.

One asyncio loop owns the session and the faces. The camera with its eyes has a thread of its own and only enqueues;
buttons call from wherever they live and only enqueue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, Literal

from firmware.devices.health import DeviceChange
from firmware.devices.protocols import Devices, Gesture
from firmware.messages import Message
from firmware.play.button_input import ButtonInput
from firmware.play.camera_thread import CameraEnded, CameraThread, FrameReports, ReadFrame
from firmware.play.menus.actions import MenuAction
from firmware.play.options import Options
from firmware.play.scorer import Scorer
from firmware.play.shown import Watcher
from firmware.play.ticks import BLINK_S
from scoreboard.session import Session

_STOP: Final = "stop"
_Item = FrameReports | CameraEnded | DeviceChange | Message | Gesture | Literal["stop"]


class App:
    """The appliance at work: `run` plays until it is stopped, the pictures end, or something fails for good."""

    def __init__(
        self, session: Session, devices: Devices, read: ReadFrame, options: Options, watchers: Sequence[Watcher] = ()
    ) -> None:
        self._devices = devices
        self._read = read
        self._film = options.film
        self._queue: asyncio.Queue[_Item] = asyncio.Queue()
        self._camera_thread: CameraThread | None = None
        self._holding = False
        self._scorer = Scorer(session, devices, options, watchers, self._time)
        self._buttons = ButtonInput(self._scorer, session, options, self._send)
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
        self._alive = self._devices.heartbeat.register("loop")
        self._next_tick = self._loop.time() + BLINK_S
        try:
            if self._devices.buttons is not None:
                self._devices.buttons.listen(self._post)
            self._scorer.begin()
            self._devices.health.listen(self._post)
            if self._devices.camera is not None:
                self._camera_thread = CameraThread(self._devices.camera, self._read, self._film, self._post)
            ready()
            await self._play()
        finally:
            self._devices.close()
            if self._camera_thread is not None:
                self._camera_thread.stop()

    def stop(self) -> None:
        """End the run as soon as what is being handled is done; safe from a signal handler."""
        self._post(_STOP)

    # -- the loop

    def _post(self, item: _Item) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, item)

    async def _play(self) -> None:
        while self._running and self._scorer.running:
            self._handle(await self._next_item())
            self._look_on()

    def _look_on(self) -> None:
        """Let the camera look on, once what it has seen is dealt with."""
        if self._holding and self._camera_thread is not None and not self._scorer.keeps_waiting:
            self._holding = False
            self._camera_thread.go_on()

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
        if self._holding:  # the camera is not hanging: we keep it waiting
            self._devices.heartbeat.beat("camera")
        self._scorer.tick()
        self._look_on()

    def _handle(self, item: _Item) -> None:
        match item:
            case "stop":
                self._running = False
            case CameraEnded():
                self._end(item.error)
            case DeviceChange():
                self._scorer.hear(item)
            case Message():
                self._scorer.put_up(item)
            case FrameReports():
                self._holding = True
                self._scorer.see(item)
            case _:
                self._buttons.press(item)

    def _end(self, error: BaseException | None) -> None:
        if error is not None:
            raise error
        self._running = False

    def _time(self) -> float:
        return self._loop.time()

    def _send(self, action: MenuAction) -> None:
        """Have an action run on a thread, for it may take seconds."""
        self._loop.run_in_executor(None, lambda: self._post(action()))
