"""What may be done through a broker, where the owner says so: the same as by the page's own requests, by the same gate.

Rules kept here: a command is decoded, judged and carried out as the request of a phone is, each in its turn of the loop
and no more of them than of phones; lines that come of it say ``by: mqtt``. One that the broker had kept is old, and is
left alone. What came of a command is published, in the language of the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from time import monotonic
from typing import Any, Final, Literal

from msgspec import UNSET, Struct

from firmware.mqtt.link import Received
from firmware.mqtt.topics import CommandName
from firmware.play.inputs.page_requests import PageRequests
from scoreboard.face_guard import Face
from scoreboard.language import Language
from scoreboard.web.http.guard import ChangeError, Pace, read_as
from scoreboard.web.owner.setting_routes import SettingChanges, SettingsAccess
from scoreboard.web.play.changes import GameAsked, Standing
from scoreboard.web.play.play_routes import AnswerRequest, entry_of, position_of, setup_of

Role = Literal["none", "scorer", "owner"]
ALLOWED: Final[Mapping[Role, tuple[CommandName, ...]]] = {
    "none": (),
    "scorer": ("line", "answer", "game"),
    "owner": ("line", "answer", "game", "settings"),
}
"""What each role may do."""
EXPECT, END = "expect", "end"
"""User properties of a command, as the page's requests have them in their address."""
DONE: Final = 200


class CommandAnswer(Struct, frozen=True, omit_defaults=True):
    """What came of a command.

    Attributes:
        command: which it was.
        status: 200 where it was done, else the status that a phone's request would have got.
        error: why it was not, and what to do.
        expect: where play is by now, as a later command may name it.
    """

    command: CommandName
    status: int = DONE
    error: str = ""
    expect: str = ""


Answered = Callable[[CommandAnswer, bytes], None]
"""Is handed what came of a command, and the correlation data that it had, from any thread."""


class CommandDesk:
    """Carries commands out.

    Args:
        role: of whoever may write to the broker.
        play: the loop's.
        settings: the owner's.
        language: that answers are worded in, by now.
        answered: is handed the answers.
    """

    def __init__(
        self,
        role: Role,
        play: PageRequests,
        settings: SettingsAccess,
        language: Callable[[], Language],
        answered: Answered,
    ) -> None:
        self._play, self._settings, self._language, self._answered = play, settings, language, answered
        self.allowed = ALLOWED[role]
        self._loop, self._pace, self._face = asyncio.get_running_loop(), Pace(monotonic), Face("command")
        self._works: Mapping[CommandName, Callable[[Received], Awaitable[Standing | None]]] = {
            "line": self._line,
            "answer": self._answer,
            "game": self._game,
            "settings": self._set,
        }

    def take(self, name: CommandName, came: Received) -> None:
        """Have it carried out, in the loop; called on the thread that speaks with the broker."""
        if came.retain or name not in self.allowed:
            return
        try:
            self._pace.check("broker")  # so that a flood costs this thread alone
        except ChangeError as error:
            self._refused(name, came, error)
            return
        work = asyncio.run_coroutine_threadsafe(self._carry_out(name, came), self._loop)
        work.add_done_callback(self._check)

    def _check(self, work: Future[None]) -> None:
        """Log what failed in it; the loop's end is no failure."""
        if not work.cancelled():
            with self._face:
                work.result()

    async def _carry_out(self, name: CommandName, came: Received) -> None:
        try:
            standing = await self._works[name](came)
        except ChangeError as error:
            self._refused(name, came, error)
        else:
            live = None if standing is None else standing.live
            expect = "" if live is None else f"{live.game}-{live.history.number}"
            self._answered(CommandAnswer(name, expect=expect), came.correlation)

    def _refused(self, name: CommandName, came: Received, error: ChangeError) -> None:
        self._answered(CommandAnswer(name, error.status, self._language().say(error.words)), came.correlation)

    # -- the commands

    async def _line(self, came: Received) -> Standing:
        line = entry_of(came.payload)
        return await self._play.record_line(line, position_of(came.properties.get(EXPECT)), dry_run=False, by="mqtt")

    async def _answer(self, came: Received) -> Standing:
        given = read_as(came.payload, AnswerRequest)
        what = None if given.what is UNSET else given.what
        expected = position_of(came.properties.get(EXPECT))
        return await self._play.answer_question(given.value, what, expected, by="mqtt")

    async def _game(self, came: Received) -> Standing:
        asked, expected = GameAsked(setup_of(came.payload)), position_of(came.properties.get(EXPECT))
        leaves = came.properties.get(END) == "1"
        return await self._play.begin_game(asked, expected, abandon_current=leaves, dry_run=False, by="mqtt")

    async def _set(self, came: Received) -> None:
        wanted: dict[str, Any] = read_as(came.payload, SettingChanges)
        await self._settings.change(wanted, None)
