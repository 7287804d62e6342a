"""What the table is shown: the panels are lit, and the observers of the game are notified."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image

from firmware.devices.protocols import Devices
from firmware.notice import Notice
from firmware.play.menus.screen import Item
from firmware.play.scorer_state import ScorerState
from firmware.play.shown import Kind, Observer, Shown
from firmware.play.table_language import TableLanguage
from scoreboard import display
from scoreboard.commentary import CorrectedLine
from scoreboard.message import Words
from scoreboard.rules.history import Entry
from scoreboard.session import Session


class Displays:
    """The panels and the observers of a game; ``now`` is the loop's clock, in seconds."""

    def __init__(
        self,
        session: Session,
        state: ScorerState,
        devices: Devices,
        observers: Sequence[Observer],
        now: Callable[[], float],
        language: TableLanguage,
    ) -> None:
        self._session, self._state = session, state
        self._devices, self._observers, self._now = devices, observers, now
        self._language = language

    @property
    def text(self) -> Words:
        """What the panel says instead of the score, empty for nothing; a fault of the sound is on no panel."""
        troubles = self._devices.health.troubles
        lost = [trouble.panel for part, trouble in troubles.items() if part != "sound"]
        return self._state.panel_text.shown(self._state.tick, lost)

    def note(self, message: Notice) -> None:
        """Say this, and put it on the panel for a while."""
        self._state.panel_text.say(message.panel, self._state.tick, message.ticks)
        self.show(message.sentence, "note")

    def show(
        self,
        said: Words,
        kind: Kind = "note",
        line: Entry | None = None,
        corrected: tuple[CorrectedLine, ...] = (),
        *,
        is_another: bool = False,
    ) -> None:
        """Light the panels and notify the observers; the arguments are those of `Shown`."""
        self.light()
        history, question = self._session.history, self._state.question
        seen = question.picture
        scored = seen if getattr(line, "by", None) == "camera" else None
        shown = Shown(
            history.game,
            question.asked,
            said,
            kind,
            line,
            history.number,
            frame=None if seen is None else seen.frame,
            readings=() if seen is None else seen.readings,
            corrected=corrected,
            took=None if scored is None else self._now() - scored.came,  # its score is lit by now
            waited=scored is not None and scored.waited,
            is_another=is_another,
        )
        for observer in self._observers:
            observer(shown)

    def light(self) -> None:
        """Light the panels with the score, or with what covers it just now."""
        for panel in self._devices.panels:
            panel.show(self._picture(panel.size))

    def _item_picture(self, item: Item, size: tuple[int, int]) -> Image.Image:
        """An item of the menu; its sentence once it was left standing."""
        tick = self._state.tick
        if explained := self._language.sentence(self._state.overlay.explains(tick)):
            return display.message_picture(explained, size, tick=tick)
        said = self._language.on_panel(item.panel)
        return display.message_picture(said, size, tick=tick, ok=True, color=item.color or None)

    def _picture(self, size: tuple[int, int]) -> Image.Image:
        """Of these the first that there is: a takeover, a screen, a question, words, a throw-off, the score."""
        state, game, tick = self._state, self._session.game, self._state.tick
        if state.early.takeover is not None:
            return state.early.takeover.picture(size, tick)
        on_panel = self._language.on_panel
        if state.overlay.screen is not None:
            return self._item_picture(state.overlay.screen.shown, size)
        if (asked := state.question.asked) is not None:
            question = display.Question(asked.what, asked.offered)
            return display.draw(game, size, question=question, tick=tick, say=self._language.say)
        if text := self.text:
            is_default = state.early.must_wait(tick)  # written large, to be read before the next die counts (D32)
            return display.message_picture(on_panel(text), size, tick=tick, color="white" if is_default else None)
        if (off := state.throw_off) is not None:
            return display.message_picture(on_panel(off.message.panel), size, tick=tick, color=off.team.color)
        return display.draw(game, size, tick=tick, say=self._language.say)
