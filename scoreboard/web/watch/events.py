"""The events of the stream, as `text/event-stream` has them (HTML, 9.2): lines of text, and a blank one at the end.

Rule kept here: an event is worded and encoded once for each language, however many read it, and not at all where nobody
does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec import structs

from scoreboard.commentary import deck_message, play_by_play
from scoreboard.language import Language
from scoreboard.message import Words, message
from scoreboard.record import ReplayStep
from scoreboard.rules.events import Expect, Setup
from scoreboard.web.state.celebrated import NOTHING, celebrated
from scoreboard.web.state.live import Live, state
from scoreboard.web.state.view import Status

CROWDED: Final = message("page.many-watch")
"""Why nobody may watch any more."""
PING = b": still here\n\n"
"""A comment, by which a reader knows that the stream lives."""
_NOTHING = structs.asdict(NOTHING)
_encoder = msgspec.json.Encoder()


@dataclass(slots=True)
class Event:
    """An event that everybody gets in a language of their own.

    Attributes:
        make: encodes it.
        live: what it shows; None of devices.
    """

    make: Callable[[Language], bytes]
    live: Live | None = None
    _made: dict[str, bytes] = field(default_factory=dict)

    def text(self, language: Language) -> bytes:
        """The event in that language."""
        if language.code not in self._made:
            self._made[language.code] = self.make(language)
        return self._made[language.code]


def of_line(live: Live, step: ReplayStep) -> Event:
    """A line of the record, and the state that it led to."""
    return Event(lambda language: line_text(live, step, language), live)


def of_state(live: Live) -> Event:
    """The state that is shown, without a line."""
    data = {"cause": None, "told": "", **_NOTHING}
    return Event(lambda language: _state(live, {**state(live, language), **data}), live)


def of_health(status: Status) -> Event:
    """The condition of the devices."""
    return Event(lambda language: _event("health", worded(status, language)))


def of_crowd() -> Event:
    """The last one for a reader whose place somebody else needs: why the stream ends."""
    return Event(lambda language: _event("crowded", {"error": language.say(CROWDED)}))


def line_text(live: Live, step: ReplayStep, language: Language, *, late: bool = False) -> bytes:
    """A line of the record as the event of a stream; one that comes ``late`` is told, but not celebrated any more."""
    data = {"cause": step.line, "told": language.say(sentence_of(step))}
    heard = _NOTHING if late else structs.asdict(celebrated(step, language, asked=live.asked is not None))
    return _state(live, {**state(live, language, step.refused), **data, **heard})


def worded(status: Status, language: Language) -> Status:
    """The condition of the appliance in that language."""
    devices = {name: structs.replace(each, said=language.say(each.said)) for name, each in status.devices.items()}
    return structs.replace(status, devices=devices)


def sentence_of(step: ReplayStep) -> Words:
    """What a line did, in a sentence."""
    if step.refused is not None:
        return message("notice.refused", reason=step.refused)
    if isinstance(step.line, Setup):
        return message("play.begin"), deck_message(step.after.game)
    return "" if isinstance(step.line, Expect) else play_by_play(step.before.game, step.line, step.after)


def _state(live: Live, data: object) -> bytes:
    return _event("state", data, f"id: {live.game}-{live.history.number}\n")


def _event(name: str, data: object, mark: str = "") -> bytes:
    return f"event: {name}\n{mark}data: ".encode() + _encoder.encode(data) + b"\n\n"
