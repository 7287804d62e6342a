"""What the table is shown: the panels are lit, and the observers of the game are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PIL import Image

from firmware.devices.protocols import Devices
from firmware.messages import Message
from firmware.play.bulletin import Bulletin
from firmware.play.cover import Cover
from firmware.play.question import QuestionState
from firmware.play.reading_time import Throws
from firmware.play.shown import Kind, Watcher, shown_now
from firmware.play.throw_off import ThrowOff
from scoreboard import display
from scoreboard.commentary import CorrectedLine
from scoreboard.rules.history import Entry
from scoreboard.session import Session


@dataclass(slots=True)
class ScorerState:
    """How the table stands, besides the game.

    Attributes:
        tick: half seconds since the start.
        question: about a throw.
        throw_off: that is under way.
        cover: the screen that is open over the score.
        bulletin: the words on the panel.
        early: throws that wait until a default could be read (D32).
    """

    tick: int = 0
    question: QuestionState = field(default_factory=QuestionState)
    throw_off: ThrowOff | None = None
    cover: Cover = field(default_factory=Cover)
    bulletin: Bulletin = field(default_factory=Bulletin)
    early: Throws = field(default_factory=Throws)


class Faces:
    """The panels and the observers of a game.

    Args:
        session: the game in play.
        state: how the table stands.
        devices: the panels that are lit, and which devices are lost.
        watchers: are told whatever is shown.
        now: the loop's clock, in seconds.
    """

    def __init__(
        self,
        session: Session,
        state: ScorerState,
        devices: Devices,
        watchers: Sequence[Watcher],
        now: Callable[[], float],
    ) -> None:
        self._session, self._state = session, state
        self._devices, self._watchers, self._now = devices, watchers, now

    @property
    def text(self) -> str:
        """What the panel says instead of the score, empty for nothing; no panel tells of the sound."""
        troubles = self._devices.health.troubles
        lost = [trouble.panel for part, trouble in troubles.items() if part != "sound"]
        return self._state.bulletin.shown(self._state.tick, lost)

    def note(self, notice: Message) -> None:
        """Say this, and put it on the panel for a while."""
        self._state.bulletin.tell(notice.panel, self._state.tick, notice.ticks)
        self.show(notice.sentence, "note")

    def show(
        self,
        said: str,
        kind: Kind = "note",
        line: Entry | None = None,
        changed: tuple[CorrectedLine, ...] = (),
        *,
        is_another: bool = False,
    ) -> None:
        """Light the panels and tell the observers; the arguments are those of `Shown`."""
        self.light()
        what, question = (said, kind, line, changed), self._state.question
        history, now = self._session.history, self._now()
        shown = shown_now(history, question.asked, question.picture, what, now, is_another=is_another)
        for watcher in self._watchers:
            watcher(shown)

    def light(self) -> None:
        """Light the panels with the score, or with what covers it just now."""
        for panel in self._devices.panels:
            panel.show(self._picture(panel.size))

    def _picture(self, size: tuple[int, int]) -> Image.Image:
        """Of these the first that there is: a screen, a question, words, a throw-off, the score."""
        state, game = self._state, self._session.game
        tick, throw_off = state.tick, state.throw_off
        if state.cover.screen is not None:
            item = state.cover.screen.shown
            return display.message_picture(item.panel, size, tick=tick, ok=True, color=item.color or None)
        if (asked := state.question.asked) is not None:
            return display.draw(game, size, question=display.Question(asked.what, asked.offered), tick=tick)
        if text := self.text:
            is_default = state.early.must_wait(tick)  # written large, to be read before the next die counts (D32)
            return display.message_picture(text, size, tick=tick, color="white" if is_default else None)
        if throw_off is not None:
            return display.message_picture(throw_off.panel, size, tick=tick, color=throw_off.team.color)
        return display.draw(game, size, tick=tick)
