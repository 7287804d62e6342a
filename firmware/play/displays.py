"""What the table is shown: the panels are lit, and the observers of the game are notified."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs
from PIL import Image

from firmware.devices.protocols import Devices
from firmware.notice import SHORT, Notice
from firmware.play.options import Options
from firmware.play.question import Asked
from firmware.play.scorer_state import ScorerState
from firmware.play.shown import Kind, Observer, Shown
from scoreboard import display
from scoreboard.commentary import CorrectedLine
from scoreboard.message import Words, message
from scoreboard.rules.history import Entry, History
from scoreboard.session import Session
from scoreboard.stats.box_score import runs_by_inning
from scoreboard.web import Live, OpenQuestion


class _LineScore:
    """The runs by inning, counted once for each line: a panel that shows them is drawn twice a second."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._history: History | None = None
        self._innings: display.Innings = ((), ())

    def __call__(self) -> display.Innings:
        if self._history is not self._session.history:
            self._history = self._session.history
            self._innings = runs_by_inning(self._history)
        return self._innings


def open_question(asked: Asked) -> OpenQuestion:
    """The question as the pages tell it; what a player enters unseen has no picture."""
    seen = OpenQuestion(asked.what, asked.choices, asked.offered)
    return structs.replace(seen, picture=None) if asked.by_hand else seen


class Displays:
    """The panels, drawn as ``options`` say, and the observers; ``now`` is the loop's clock, in seconds."""

    def __init__(
        self,
        session: Session,
        state: ScorerState,
        devices: Devices,
        observers: Sequence[Observer],
        now: Callable[[], float],
        options: Options,
    ) -> None:
        self._session, self._state = session, state
        self._layouts, self._innings = options.layouts, _LineScore(session)
        self._devices, self._observers, self._now = devices, observers, now
        self._language = options.language

    @property
    def text(self) -> Words:
        """What the panel says instead of the score, empty for nothing; a fault of the sound is on no panel."""
        troubles = self._devices.health.troubles
        lost = [trouble.panel for part, trouble in troubles.items() if part != "sound"]
        return self._state.panel_text.shown(self._state.tick, lost)

    @property
    def _text_or_code(self) -> Words:
        """The text, or the code that pairs a phone; where there are both, as an address with a code, they take turns.

        A code is no text: that is told on the page, and then anyone on the network could pair.
        """
        text, tick = self.text, self._state.tick
        code = self._state.code.shown(tick)
        return message("pairing.code", digits=code) if code and (not text or tick // SHORT % 2) else text

    @property
    def instead(self) -> Words:
        """What the panel says instead of the score, words or a screen; empty for the score or an open question."""
        state = self._state
        if state.early.takeover is not None:
            return state.early.takeover.said
        if state.overlay.screen is not None:
            return state.overlay.screen.shown.panel
        if state.question.asked is not None:
            return ""
        return self.text or ("" if state.throw_off is None else state.throw_off.message.panel)

    def live(self, *, held: bool) -> Live | None:
        """What the table is shown now, for the pages; ``held`` says that play is not on the disk yet."""
        if not self._session.has_game:
            return None
        session, asked = self._session, self._state.question.asked
        question = None if asked is None else open_question(asked)
        return Live(session.number, session.history, question, self.instead, held)

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
        if kind == "play":
            self._state.code.step_aside(self._state.tick)
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
            panel.show(self._picture(panel.size, self._text_or_code))

    def public_picture(self, size: tuple[int, int]) -> Image.Image | None:
        """What a panel of that size shows now, without the code that pairs a phone: only who is there may see that."""
        return self._picture(size, self.text) if self._session.has_game else None

    def _picture(self, size: tuple[int, int], text: Words) -> Image.Image:
        """Of these the first there is: a takeover, a screen, a question, words, a throw-off, the score."""
        state, game, tick = self._state, self._session.game, self._state.tick
        if state.early.takeover is not None:
            return state.early.takeover.picture(size, tick)
        on_panel = self._language.on_panel
        if state.overlay.screen is not None:
            item = state.overlay.screen.shown
            return display.message_picture(on_panel(item.panel), size, tick=tick, ok=True, color=item.color or None)
        if (asked := state.question.asked) is not None:
            question = display.Question(asked.what, asked.offered)
            return display.draw(game, size, question=question, tick=tick, say=self._language.say, layouts=self._layouts)
        if text:
            is_default = state.early.must_wait(tick)  # written large, to be read before the next die counts (D32)
            return display.message_picture(on_panel(text), size, tick=tick, color="white" if is_default else None)
        if (off := state.throw_off) is not None:
            return display.message_picture(on_panel(off.message.panel), size, tick=tick, color=off.team.color)
        say = self._language.say
        return display.draw(game, size, tick=tick, say=say, innings=self._innings, layouts=self._layouts)
