"""What a broker costs a play: none, one that takes everything, a frozen one, one that is gone. Run by ``make bench``.

A button is pressed, and every observer has been shown the play, a publisher among them; each broker has its turn, round
after round, so that a busy machine is as busy for all. The delay is the p99 beside that without a broker. Bar: 5 ms.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from holding import verdict
from msgspec import structs

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.broker import PROGRAM, WELL, Mosquitto
from support.ports import free_port

from firmware.config.schema import shipped
from firmware.devices.protocols import Devices, Gesture, SystemClock
from firmware.mqtt.publisher import BrokerPlace, Publisher
from firmware.notice import Notice
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.shown import Observer, Shown
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.language import language
from scoreboard.session import Session

BAR_MS = 5.0
ROUNDS, PLAYS, EVERY_S = 6, 60, 0.04
GESTURES: tuple[Gesture, ...] = ("ball", "strike", "homerun", "out")
Take = Callable[[float], None]


async def played(folder: Path, port: int | None, take: Take, ready: Callable[[], None]) -> None:
    """A game by buttons, with a publisher or without; ``ready``: the broker has taken the first of it."""
    file = folder / "games.sqlite"
    buttons = SimulatedButtons()
    posted = list[float]()
    with ExitStack() as held:
        session = held.enter_context(Session(ResilientJournal.open(file), SystemClock()))
        connected = asyncio.Event()
        loop = asyncio.get_running_loop()

        def report(trouble: Notice | None) -> None:
            if trouble is None:
                loop.call_soon_threadsafe(connected.set)

        def heard(shown: Shown) -> None:
            if shown.kind == "play" and posted:
                take(1000 * (time.perf_counter() - posted.pop()))

        observers: list[Observer] = [heard]
        following = None
        options = Options(shipped().game.setup(), begin_new=True)
        if port is not None:
            config = structs.replace(shipped().mqtt, broker="127.0.0.1", port=port)
            place = BrokerPlace(config, folder / "games.mqtt", partial(Journal.open_readonly, file))
            publisher = Publisher(place, lambda: language("en"), report)
            held.callback(publisher.close)
            observers.insert(0, lambda _: publisher.show(app.live(), WELL))
        app = PlayLoop(session, Devices((SimulatedPanel(),), buttons), lambda *_: (), options, observers)
        playing = loop.create_task(app.run())
        await asyncio.sleep(0.2)
        if port is not None:
            following = loop.create_task(publisher.follow(app.live, lambda: WELL))
            if ready is not nothing:
                await connected.wait()
                await asyncio.sleep(0.2)
                ready()
        for number in range(PLAYS):
            await asyncio.sleep(EVERY_S)
            posted.append(time.perf_counter())
            buttons.press(GESTURES[number % len(GESTURES)])
        await asyncio.sleep(EVERY_S)
        if following is not None:
            following.cancel()
        app.stop()
        await playing


def nothing() -> None:
    """There is no broker to wait for."""


@contextmanager
def started(folder: Path) -> Iterator[Mosquitto]:
    """A broker while the context lasts, which ends also where it was frozen."""
    with Mosquitto(folder) as broker:
        try:
            yield broker
        finally:
            broker.thaw()


def one_round(took: dict[str, list[float]]) -> None:
    """Each kind of broker once."""
    for name, found in took.items():
        with tempfile.TemporaryDirectory() as path, started(Path(path)) as broker:
            folder = Path(path)
            ready: Callable[[], None] = {"takes all": lambda: None, "frozen": broker.freeze}.get(name, nothing)
            port = {"none": None, "gone": free_port()}.get(name, broker.port)
            asyncio.run(played(folder, port, found.append, ready))


def main() -> None:
    """Measure it, and say how busy the machine is."""
    if PROGRAM is None:
        print("mosquitto is not installed: nothing is measured")
        return
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    took: dict[str, list[float]] = {name: [] for name in ("none", "takes all", "frozen", "gone")}
    for _ in range(ROUNDS):
        one_round(took)
    cuts = {name: statistics.quantiles(found, n=100) for name, found in took.items()}
    for name, found in took.items():
        p50, p99 = cuts[name][49], cuts[name][98]
        delay = p99 - cuts["none"][98]
        kept = f", a delay of {max(0.0, delay):.1f} ms, bar {BAR_MS:g} ms: {verdict(delay, BAR_MS)}"
        beside = "" if name == "none" else kept
        print(f"press to shown, broker {name}: {len(found)} plays, p50 {p50:.1f} ms, p99 {p99:.1f} ms{beside}")


if __name__ == "__main__":
    main()
