"""Everybody who watches the game live: what the table is shown is written to each as soon as it changes.

Rule kept here: nobody is waited for. An event is handed to the system at once, or to the few kilobytes that a
connection may hold; a reader that lets more than that wait is dropped. There is no queue besides, and no task wakes for
an event. An event that cannot be worded is left out (`scoreboard.face_guard`). And no guest keeps others out: where all
places are taken a paired phone gets one, and so does a guest who has fewer than another; the newest reader of the guest
who has most gives it up.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass

from scoreboard.face_guard import Face
from scoreboard.language import Language
from scoreboard.record import steps_of, steps_since
from scoreboard.web.state.live import Live, Position
from scoreboard.web.state.view import Device, PageData
from scoreboard.web.watch.events import PING, Event, of_crowd, of_health, of_line, of_state

RECENT = 128
"""Lines whose events are held for readers that were away for a moment."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many may watch, and how.

    Attributes:
        streams: at once.
        each: of one machine, or of a paired phone.
        waiting: bytes that a reader may leave unread, besides what the system holds; twice as many as asyncio lets
            wait where somebody waits for them.
        ping_s: seconds between two comments: a reader who hears nothing for twice as long knows that we are silent.
        look_s: seconds after which a change is told that nobody told of, such as words that left the panel.
        catch_up_s: seconds in which a reader takes all that it missed.
    """

    streams: int = 100
    each: int = 12
    waiting: int = 160 * 1024
    ping_s: float = 2.0
    look_s: float = 0.5
    catch_up_s: float = 30.0


LIMITS = Limits()
"""Those of an appliance at a table: half a hundred phones, and room for as many again."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads.

    Attributes:
        name: the id of a paired phone, or else the address of a machine.
        guest: all that may be one guest, as `guest_of` has it; empty for a phone that is paired.
    """

    name: str
    guest: str = ""


class Watcher:
    """A stream's other end: once `begin` is called, it was sent everything until now."""

    def __init__(
        self, reader: Reader, transport: asyncio.Transport, language: Language, *, chunked: bool, waiting: int
    ) -> None:
        self.reader, self._transport, self._language = reader, transport, language
        self._chunked, self._waiting = chunked, waiting
        self._is_begun = False
        self.gone = asyncio.get_running_loop().create_future()

    def begin(self) -> None:
        """From now on it may be sent something."""
        self._is_begun = True

    def tell(self, event: Event) -> None:
        """Send an event, worded in the reader's language."""
        self.send(event.text(self._language))

    def send(self, text: bytes) -> None:
        """Send this, or drop a reader who does not read."""
        if self._transport.is_closing():
            self.leave()
        elif self._transport.get_write_buffer_size() > self._waiting:
            self._transport.abort()
            self.leave()
        else:
            self._transport.write(b"%x\r\n%b\r\n" % (len(text), text) if self._chunked else text)

    def push_out(self) -> None:
        """Let the reader go, who is told why: somebody else needs the place."""
        if self._is_begun and not self.gone.done():
            self.tell(of_crowd())
        self.leave()

    def look(self) -> None:
        """Let the reader go if it has gone."""
        if self._transport.is_closing():
            self.leave()

    def leave(self) -> None:
        """Let the reader go."""
        if not self.gone.done():
            self.gone.set_result(None)


class Watchers:
    """All of them; what they are told comes from ``view``."""

    def __init__(self, view: PageData, limits: Limits) -> None:
        self._view, self.limits = view, limits
        self._face = Face("stream")
        self._watching = dict[Watcher, None]()
        self._places = dict[Watcher, None]()
        self._live: Live | None = None
        self._devices: dict[str, Device] = {}
        self._recent = deque[tuple[Position, Event]](maxlen=RECENT)
        self._timer: asyncio.TimerHandle | None = None
        self._ping_at = 0.0

    # -- who watches

    def enter(self, watcher: Watcher) -> bool:
        """Take a place; False if there is none."""
        own = sum(each.reader.name == watcher.reader.name for each in self._places)
        if own >= self.limits.each or (
            len(self._places) >= self.limits.streams and not self._make_room(watcher.reader)
        ):
            return False
        self._places[watcher] = None
        return True

    def leave(self, watcher: Watcher) -> None:
        """Give the place back; harmless where that is done."""
        self._places.pop(watcher, None)

    def _make_room(self, reader: Reader) -> bool:
        """Push out a reader for this one: a guest, or for want of one of a phone that has more than this would have."""
        guests = [each for each in self._places if each.reader.guest]
        others = guests if guests or reader.guest else list(self._places)
        counts = Counter(each.reader.guest or each.reader.name for each in reversed(others))
        if not counts:
            return False
        greediest, most = counts.most_common(1)[0]
        if counts[reader.guest or reader.name] + 1 >= most and (reader.guest or not guests):
            return False
        out = next(each for each in reversed(others) if greediest in (each.reader.guest, each.reader.name))
        self.leave(out)
        out.push_out()
        return True

    def add(self, watcher: Watcher, shown: Live | None = None) -> None:
        """Tell this reader what is shown now, unless that is ``shown`` already, and from now on whatever changes."""
        self.refresh()
        with self._face:
            if self._live is not None and (shown is None or not self._live.shows(shown)):
                watcher.tell(of_state(self._live))
        with self._face:
            if (status := self._view.status()).status != "ok":
                watcher.tell(of_health(status))
        self._watching[watcher] = None
        if self._timer is None:
            self._look_again()

    def remove(self, watcher: Watcher) -> None:
        """Tell this one no more; harmless where that is done."""
        self._watching.pop(watcher, None)

    def close(self) -> None:
        """Let everybody go."""
        for watcher in tuple(self._watching):
            watcher.leave()
        if self._timer is not None:
            self._timer.cancel()

    # -- what they are told

    @property
    def position(self) -> Position | None:
        """The line that was told last."""
        self.refresh()
        return None if self._live is None else Position(self._live.game, self._live.history.number)

    def recent(self, after: Position) -> list[Event] | None:
        """The events after that line; None where not all of them are held."""
        held = list(self._recent)
        places = [place for place, _ in held]
        if after in places:
            return [event for _, event in held[len(places) - places[::-1].index(after) :]]
        return None

    def refresh(self) -> None:
        """Tell what has changed since the last time."""
        with self._face:
            before, self._live = self._live, self._view.live()
            if self._live is not None and (before is None or not self._live.shows(before)):
                self._tell(list(self._news(before, self._live)))
        with self._face:
            devices = dict(self._view.status().devices)
            if devices != self._devices:
                self._devices = devices
                self._tell([of_health(self._view.status())])

    def _news(self, before: Live | None, live: Live) -> Iterator[Event]:
        """An event for each new line; one without a line where something else has changed."""
        is_same = before is not None and before.game == live.game and before.history.number <= live.history.number
        if is_same and before is not None and before.history.number < live.history.number:
            steps = list(steps_since(before.history, live.history))
        elif not is_same and live.history.number == 1:
            steps = list(steps_of(live.history))
        else:
            yield of_state(live)
            steps = []
        for step in steps:
            is_last = step.number == live.history.number
            event = of_line(live if is_last else live.at(step.after), step)
            self._recent.append((Position(live.game, step.number), event))
            yield event

    def _tell(self, events: list[Event]) -> None:
        for watcher in tuple(self._watching):
            for event in events:
                with self._face:
                    watcher.tell(event)

    def _look_again(self) -> None:
        """Look for what nobody told of, and let the readers know now and then that the stream lives."""
        self._timer = None
        if not self._watching:
            return
        loop = asyncio.get_running_loop()
        self.refresh()
        for watcher in tuple(self._watching):
            watcher.look()
        if loop.time() >= self._ping_at:
            self._ping_at = loop.time() + self.limits.ping_s
            for watcher in tuple(self._watching):
                watcher.send(PING)
        self._timer = loop.call_later(self.limits.look_s, self._look_again)
