"""What the table is shown: the panels are lit, and the observers of the game are notified.

The stages from a state to a panel: `Displays` draws what is seen, `PanelFeed` says when it is written, `RestrungPanel`
which light has which pixel, the supervisor opens what was lost, the driver makes bytes, as bright as the `Dimmer` says.

Rule kept here: each of them is a face (`scoreboard.face_guard`), whose words or picture may fail and end no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from msgspec import structs
from PIL import Image

from firmware.devices.protocols import Devices
from firmware.notice import Notice
from firmware.play.faces.idle import Rest
from firmware.play.faces.moment_player import MomentPlayer
from firmware.play.faces.panel_feed import PanelFeed
from firmware.play.menus.screen import Item
from firmware.play.menus.takeover import Takeover
from firmware.play.state.board_state import seen_on_board
from firmware.play.state.options import Options
from firmware.play.state.question import Asked
from firmware.play.state.rest_options import Night
from firmware.play.state.scorer_state import ScorerState
from firmware.play.state.secret_card import SIDES
from firmware.play.state.shown import Kind, Observer, Shown
from scoreboard import display
from scoreboard.commentary import CorrectedLine
from scoreboard.face_guard import Face
from scoreboard.message import Words, message
from scoreboard.rules.history import Entry, History
from scoreboard.rules.state import Game
from scoreboard.session import Session
from scoreboard.stats.box_score import BoxScore, box_score, runs_by_inning
from scoreboard.web.state.hands import Seats
from scoreboard.web.state.live import BoardWords, Live, OpenQuestion

WARNING_TICKS_A_SECOND = 2
"""Ticks of a warning that is scrolled, as the score blinks."""


class _Figures:
    """The runs by inning and the box score, counted once for each line: they are drawn twice a second."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._history: History | None = None
        self._box: BoxScore | None = None
        self._innings: display.Innings = ((), ())

    def __call__(self) -> display.Innings:
        self._look()
        return self._innings

    @property
    def box(self) -> BoxScore:
        """The box score."""
        self._look()
        if self._box is None:
            self._box = box_score(self._session.history)
        return self._box

    def _look(self) -> None:
        if self._history is not self._session.history:
            self._history, self._box = self._session.history, None
            self._innings = runs_by_inning(self._history)


def open_question(asked: Asked) -> OpenQuestion:
    """The question as the pages tell it; what a player enters unseen has no picture."""
    seen = OpenQuestion(asked.what, asked.choices, asked.offered, id=asked.nth)
    return structs.replace(seen, picture=None) if asked.by_hand else seen


class Displays:
    """The panels, drawn as ``options`` say, and the observers; ``now`` is the loop's clock, in seconds.

    Attributes:
        observers: whoever hears of every play.
        moments: what is celebrated now.
        words: whoever words a play for all of them words it as this face.
    """

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
        self._layouts, self._innings, self._warning = options.layouts, _Figures(session), options.warning
        self._devices, self.observers, self._now = devices, observers, now
        self._shorts = options.offers.shorts
        self._watching, self._lit, self._celebrated = Face("observer"), Face("panel"), Face("moments")
        self.words = Face("words")
        self._language = options.language
        self._feeds = [PanelFeed(panel, now) for panel in devices.panels]
        self.moments = MomentPlayer(now, options.moments)
        self._rest = Rest(now, options.rest)

    @property
    def text(self) -> Words:
        """What the panel says instead of the score, empty for nothing; a fault of the sound is on no panel."""
        troubles = self._devices.health.troubles
        lost = [trouble.panel for part, trouble in troubles.items() if part not in ("sound", "pixels")]
        return self._state.panel_text.shown(self._state.tick, lost)

    @property
    def _text_or_code(self) -> Words:
        """The text, or the code that pairs a phone; where there are both, as an address with a code, they take turns.

        A code is no text: that is told on the page, and then anyone on the network could pair.
        """
        text, tick = self.text, self._state.tick
        code = self._state.code
        is_code = code.has_turn(tick) if text else code.shown(tick) != ""
        return message("pairing.code", digits=code.shown(tick)) if is_code else text

    @property
    def covering_words(self) -> Words:
        """What the panel says instead of the score or a question, for the pages: nothing that is chosen in secret.

        A page has room for a device that has just been lost beside what covers that on the panel.
        """
        state, lost = self._state, self._just_lost
        if state.early.takeover is not None:
            words = self._gone(state.early.takeover) or state.early.takeover.words
            return (lost, words) if lost and words != lost else words
        if state.overlay.screen is not None:
            words = state.overlay.screen.shown.public
            return (lost, words) if lost else words
        if state.question.asked is not None:
            return lost
        return self.text or ("" if state.throw_off is None else state.throw_off.message.panel)

    def live(self) -> Live | None:
        """What the table is shown now, for the pages; None before the first game."""
        if not self._session.has_game:
            return None
        session, asked = self._session, self._state.question.asked
        question = None if asked is None else open_question(asked)
        off, hands, board = self._state.throw_off, self._state.hands, self._state.board
        throw_off = "" if off is None else off.message.sentence
        seats = Seats(*(tuple(side for side in SIDES if side in each) for each in (hands.seats, hands.chosen)))
        return Live(
            session.number,
            session.history,
            question,
            self.covering_words,
            session.is_held,
            throw_off,
            seats=seats,
            shorts=self._shorts,
            board=BoardWords(board.hint, board.out_of_step, board.because, seen_on_board(board.seen)),
        )

    def note(self, message: Notice) -> None:
        """Say this, and put it on the panel for a while."""
        self._state.panel_text.say(message.panel, self._state.tick, message.ticks, message.scan)
        self.show(message.sentence, "note")

    def show(
        self,
        words: Words,
        kind: Kind = "note",
        line: Entry | None = None,
        corrected: tuple[CorrectedLine, ...] = (),
        *,
        is_another: bool = False,
    ) -> None:
        """Light the panels and notify the observers; the arguments are those of `Shown`."""
        if is_another:
            self.moments.end()
        if kind == "play":
            self._state.code.step_aside(self._state.tick)
        self.light()
        history, question = self._session.history, self._state.question
        seen = question.picture
        scored = seen if getattr(line, "by", None) == "camera" else None
        shown = Shown(
            history.game,
            question.asked,
            words,
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
        for observer in self.observers:
            with self._watching:
                observer(shown)

    def celebrate(self, before: Game, line: Entry) -> None:
        """A line was played: its moments begin."""
        with self._celebrated:
            self.moments.begin(before, line, self._session.history)

    def light(self) -> None:
        """Light the panels with the score, or with what covers it just now; that ends a moment."""
        if self._is_covered:
            self.moments.end()
        self._devices.dimmer.share = self._rest.brightness
        for feed in self._feeds:
            with self._lit:
                feed.show(self._panel_picture(feed.size))
                continue
            self._devices.heartbeat.beat("panel")  # it fails and does not hang: the watchdog has nothing to bite

    def animate(self) -> None:
        """Draw the frame of a moment that is due, or the score after its last one."""
        self.moments.step()
        if not self.moments.is_running:
            return self.light()
        for feed in self._feeds:
            with self._lit:
                feed.offer(self._panel_picture(feed.size))
        return None

    def interrupt(self) -> None:
        """Somebody presses: a moment ends at once."""
        self.wake()
        if self.moments.is_running:
            self.moments.end()
            self.light()

    def public_picture(self, size: tuple[int, int]) -> Image.Image | None:
        """What a panel of that size shows now, without what only who stands before it may see.

        That is the code that pairs a phone, and a card that is chosen in secret.
        """
        return self._picture(size, self.text, public=True) if self._session.has_game else None

    def wake(self) -> None:
        """Somebody threw or pressed: a panel that rests shows the score at once."""
        rested = self._rest.seconds >= 0
        self._rest.touch()
        if rested:
            self.light()

    def set_idle_mode(self, *, clock: bool, night: Night | None) -> None:
        """Rest like this from now on, with the time of day or without, and dimmed in those hours."""
        self._rest.options = replace(self._rest.options, clock=clock, night=night)
        self.light()

    def close(self) -> None:
        """Draw no more frames."""
        for feed in self._feeds:
            feed.close()

    @property
    def _just_lost(self) -> Words:
        """What the panel would say now of a device that is lost; empty for nothing."""
        text = self.text
        return text if any(text == trouble.panel for trouble in self._devices.health.troubles.values()) else ""

    def _gone(self, takeover: Takeover) -> Words:
        """That the camera is lost which it looks through, so that nobody waits for a picture in vain."""
        trouble = self._devices.health.troubles.get("camera") if takeover.takes_frames else None
        return "" if trouble is None else trouble.panel

    @property
    def _is_covered(self) -> bool:
        """Whether something is to be read or answered."""
        state = self._state
        is_open = state.overlay.screen is not None or state.question.asked is not None
        is_taken = state.early.takeover is not None or state.throw_off is not None
        return is_open or is_taken or bool(self._text_or_code)

    def _panel_picture(self, size: tuple[int, int]) -> Image.Image:
        """A warning, or what it stands over; pages have it in words."""
        if (due := self._warning()) is None:
            return self._picture(size, self._text_or_code)
        words, since = due
        tick = int(since * WARNING_TICKS_A_SECOND)
        return display.message_picture(self._language.on_panel(words), size, tick=tick)

    def _item_picture(self, item: Item, size: tuple[int, int], *, public: bool) -> Image.Image:
        """An item of the menu; its sentence once it was left standing."""
        tick = self._state.tick
        if explained := self._language.sentence(self._state.overlay.explains(tick)):
            return display.message_picture(explained, size, tick=tick)
        words = self._language.on_panel(item.public if public else item.panel)
        return display.message_picture(words, size, tick=tick, ok=True, color=item.color or None)

    def _picture(self, size: tuple[int, int], text: Words, *, public: bool = False) -> Image.Image:
        """Of these the first: a takeover, a screen, a question, words, a throw-off, rest, a moment, the score."""
        state, tick, on_panel = self._state, self._state.tick, self._language.on_panel
        if (takeover := state.early.takeover) is not None:
            gone = on_panel(self._gone(takeover))
            return display.message_picture(gone, size, tick=tick) if gone else takeover.picture(size, tick)
        if state.overlay.screen is not None:
            return self._item_picture(state.overlay.screen.shown, size, public=public)
        if state.question.asked is not None:
            return self._question_picture(state.question.asked, size)
        if text:
            return self._text_picture(text, size)
        if (off := state.throw_off) is not None:
            return display.message_picture(on_panel(off.message.panel), size, tick=tick, color=off.team.color)
        return self._uncovered(size)

    def _question_picture(self, asked: Asked, size: tuple[int, int]) -> Image.Image:
        """The answer that is offered, in turns with which button is which number."""
        tick = self._state.tick
        if (numbers := self._state.question.numbers(tick)) is not None:
            listed, share = numbers
            return display.list_picture(self._language.on_panel(listed).split(", "), size, share=share)
        question = display.Question(asked.what, asked.offered, asked.dice, asked.rolled or ())
        say, layouts = self._language.say, self._layouts
        return display.draw(self._session.game, size, question=question, tick=tick, say=say, layouts=layouts)

    def _text_picture(self, text: Words, size: tuple[int, int]) -> Image.Image:
        """The words, beside an address to be scanned where there is one, and room for it."""
        tick, words = self._state.tick, self._language.on_panel(text)
        if (scan := self._state.panel_text.scan(text)) and (code := display.scan_picture(scan, words, size, tick=tick)):
            return code
        is_default = self._state.early.must_wait(tick)  # written large, to be read before the next die counts (D32)
        return display.message_picture(words, size, tick=tick, color="white" if is_default else None)

    def _uncovered(self, size: tuple[int, int]) -> Image.Image:
        """What is seen while there is nothing to read or to answer."""
        if self._rest.seconds >= 0:
            return self._resting(size)
        return self.moments.picture(size, self._language.say) or self._score(size)

    def _resting(self, size: tuple[int, int]) -> Image.Image:
        """The page that is due while nobody plays."""
        game, say, colors = self._session.game, self._language.say, self._layouts[size].colors
        scene = display.PanelScene(game, self._state.tick, say, self._innings, colors, shorts=self._shorts)
        score = partial(self._score, size)
        shown = display.idle_pages(scene, self._innings.box, size, score, self._rest.options.written)
        return display.page_at(shown, self._rest.seconds)

    def _score(self, size: tuple[int, int]) -> Image.Image:
        game, tick, say = self._session.game, self._state.tick, self._language.say
        innings, layouts, shorts = self._innings, self._layouts, self._shorts
        return display.draw(game, size, tick=tick, say=say, innings=innings, layouts=layouts, shorts=shorts)
