"""The stream of what the table is shown, as server-sent events (HTML, 9.2).

Rule kept here: every line that a reader missed is sent once and in order, then the state as it is now where the last of
them has not told it, then whatever changes. A reader who does not take it in time is dropped.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web

from scoreboard.face_guard import Face
from scoreboard.language import ENGLISH, Language
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guests import guest_of, machine
from scoreboard.web.http.phone import COOKIE
from scoreboard.web.http.refusals import refusal
from scoreboard.web.http.routes import LANGUAGE, NUMBER, Answer, Parameter, Route, refused
from scoreboard.web.state.live import Live, Position
from scoreboard.web.state.view import PageData
from scoreboard.web.watch.events import CROWDED, Event
from scoreboard.web.watch.past_games import NOTHING_MISSED, Archive, Missed
from scoreboard.web.watch.watchers import Reader, Watcher, Watchers

EVENT_STREAM: Final = "text/event-stream"
RETRY: Final = b"retry: 2000\n\n"
"""After how many milliseconds a browser asks again when the stream ends; also what sends the headers off."""
MARK: Final = re.compile(f"({NUMBER})-({NUMBER})")
"""The number of an event: the game's and the line's."""
EVENTS: Final = "Events: `state`, `health`, and `crowded` as the last one where somebody else needs the place."
CATCHING_UP: Final = 8
"""Readers at once that are sent what they missed; others wait until it is their turn."""


class Stream:
    """The handler."""

    def __init__(self, view: PageData, archive: Archive, watchers: Watchers) -> None:
        self._view, self._archive, self._watchers = view, archive, watchers
        self._turns, self._face = asyncio.Semaphore(CATCHING_UP), Face("stream")

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Send events for as long as the reader reads them."""
        if (transport := request.transport) is None:  # who asked has gone
            return refusal(400)
        watcher = Watcher(
            self._reader(request),
            transport,
            language_of(request),
            chunked=request.version >= (1, 1),
            waiting=self._watchers.limits.waiting,
        )
        if not self._watchers.enter(watcher):
            return refusal(503, CROWDED, {"Retry-After": "10"}, say=language_of(request).say)
        try:
            return await self._answer(request, watcher, transport)
        finally:
            self._watchers.leave(watcher)

    def _reader(self, request: web.Request) -> Reader:
        """A phone that is paired, or a guest."""
        phone = self._view.phone_of(request.cookies.get(COOKIE, ""))
        if phone is not None:
            return Reader(phone.id)
        return Reader(machine(request.remote), guest_of(request.remote))

    async def _answer(self, request: web.Request, watcher: Watcher, transport: asyncio.Transport) -> web.StreamResponse:
        answer = web.StreamResponse(headers={"Content-Type": EVENT_STREAM})
        if request.version >= (1, 1):
            answer.enable_chunked_encoding()
        answer.force_close()
        await answer.prepare(request)
        if request.method == "HEAD":
            return answer
        try:
            async with asyncio.timeout(self._watchers.limits.catch_up_s):
                await answer.write(RETRY)
                shown = await self._catch_up(answer, _after(request), language_of(request))
        except (TimeoutError, ConnectionError):
            transport.abort()
            return answer
        watcher.begin()
        if watcher.gone.done():  # somebody else has needed the place meanwhile
            return answer
        async with self._watching(watcher, shown):
            await watcher.gone
        return answer

    async def _catch_up(self, answer: web.StreamResponse, after: Position | None, language: Language) -> Live | None:
        """Send every line after that one, those too that are added meanwhile; what the last of them has shown."""
        shown = None
        while after is not None and after != (now := self._watchers.position) and now is not None:
            missed = await self._missed(after, language)
            for text in missed.events:
                await answer.write(text)
            after, shown = now, missed.shown
        return shown

    async def _missed(self, after: Position, language: Language) -> Missed:
        events = self._watchers.recent(after)
        if events is not None:
            return Missed(list(self._worded(events, language)), events[-1].live if events else None)
        live = self._view.live()
        async with self._turns:
            return NOTHING_MISSED if live is None else await self._archive.missed(after, live, language)

    def _worded(self, events: Iterable[Event], language: Language) -> Iterator[bytes]:
        """Each of these; without those that cannot be worded, for the reader would ask for them for ever."""
        for event in events:
            with self._face:
                yield event.text(language)

    @asynccontextmanager
    async def _watching(self, watcher: Watcher, shown: Live | None) -> AsyncIterator[None]:
        self._watchers.add(watcher, shown)
        try:
            yield
        finally:
            self._watchers.remove(watcher)


def _after(request: web.Request) -> Position | None:
    """The line that the reader has seen last; None for one that cannot be read, as for one who has seen nothing."""
    mark = MARK.fullmatch(request.headers.get("Last-Event-ID") or request.query.get("after", ""))
    return None if mark is None else Position(int(mark[1]), int(mark[2]))


def routes(stream: Stream) -> tuple[Route, ...]:
    """The row of the table."""
    after = "The number of the last event seen, as <game>-<line>: every line after it is sent first."
    return (
        Route(
            "GET", "/api/stream", stream.stream, "What the table is shown, as it changes.",
            {200: Answer(EVENTS, content=EVENT_STREAM), **refused(503, why=ENGLISH(CROWDED))},
            (*LANGUAGE, Parameter("after", after), Parameter("Last-Event-ID", after, "header")),
        ),
    )  # fmt: skip
