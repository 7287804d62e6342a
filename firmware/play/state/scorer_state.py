"""What the scorer knows besides the game: the words on the panel, the open screen, a throw that waits, the question.

Times are in ticks: half seconds, as fast as a picture blinks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from firmware.devices.dial import Dial
from firmware.notice import SHORT, Notice
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.menus.screen import Screen
from firmware.play.menus.takeover import Takeover
from firmware.play.state.board_state import BoardState
from firmware.play.state.question import NUMBERS_OF_TEN, QuestionState
from firmware.play.state.secret_card import SecretCard, SecretHands
from firmware.play.state.throw_off import ThrowOff
from scoreboard.commentary import default_notice
from scoreboard.message import Words, message
from scoreboard.opponent import Opponent
from scoreboard.rules.state import Game

REMINDER_TICKS = 60
"""Between two reminders of a device that is lost."""
MENU_TICKS = 60
"""The menu stays open when no button is pressed: after a mistake the score is seen again."""
EXPLAINED_TICKS = 8
"""An item of the menu that is left standing for so long is explained."""
WALK_TICKS = 20
"""What may be said stays offered (D56): ten seconds."""


READ_TICKS = 20
"""So long the digits that pair a phone stand before a play is seen again: ten seconds, to read and type them in."""


class PanelText:
    """What the panel says instead of the score, and for how long: what has just come up, or which device is lost."""

    def __init__(self) -> None:
        self._text: Words = ""
        self._scan = ""
        self._since = 0
        self._from_menu: Words | None = None

    def say(self, text: Words, tick: int, ticks: int = SHORT, scan: str = "") -> None:
        """Show this for so many ticks, and an address to be scanned where there is room."""
        self._scan = scan
        self._text, self._since = text, tick + ticks - SHORT

    def scan(self, text: Words) -> str:
        """The address to be scanned, where that is the ``text`` shown; else empty."""
        return self._scan if self._scan and text == self._text else ""

    def requested(self, message: Notice) -> None:
        """This message was asked for from the menu: UNDO takes it away."""
        self._from_menu = message.panel

    def clear(self) -> None:
        """Show nothing more."""
        self._text = ""

    def taken_down(self, text: Words) -> bool:
        """Take down what was asked for, if that is the ``text`` shown; whether it was."""
        if self._from_menu is None or self._from_menu != text:
            return False
        self._text, self._from_menu = "", None
        return True

    def shown(self, tick: int, faults: Sequence[Words]) -> Words:
        """What is shown now, empty for the score; the ``faults`` of lost devices take turns, now and then."""
        age = tick - self._since
        if age < SHORT:
            return self._text
        return faults[age // REMINDER_TICKS % len(faults)] if faults and age % REMINDER_TICKS < SHORT else ""


class PanelCode:
    """The digits by which a phone is paired, on the panel alone: they are no words, which are on every page."""

    def __init__(self) -> None:
        self._digits, self._since, self._until = "", 0, 0

    def show(self, digits: str | None, tick: int, ticks: int) -> None:
        """Show these for so many ticks; None takes them away."""
        self._digits, self._since, self._until = digits or "", tick, tick + ticks

    def step_aside(self, tick: int) -> None:
        """A play is seen before they are seen again; in a quick game they still stand long enough to be read."""
        if tick - self._since >= READ_TICKS:
            self._since = tick + SHORT

    def has_turn(self, tick: int) -> bool:
        """Whether they go before words that take turns with them; the first turn is theirs."""
        return self.shown(tick) != "" and (tick - self._since) // SHORT % 2 == 0

    def shown(self, tick: int) -> str:
        """What is shown now; empty for nothing."""
        return self._digits if self._since <= tick < self._until else ""

    def taken_down(self, tick: int) -> bool:
        """Take them away, if they are shown; whether they were."""
        was_shown = self.shown(tick) != ""
        self._digits = "" if was_shown else self._digits
        return was_shown


class Overlay:
    """The screen that covers the score, if one is open, and how long it has not been touched."""

    def __init__(self) -> None:
        self.screen: Screen | None = None
        self._since = 0
        self._tried: tuple[Dial, int] | None = None

    def try_out(self, dial: Dial, value: int) -> None:
        """Set it so while the screen is open."""
        self._tried = dial, dial.now
        dial.now = value

    def turn_back(self) -> None:
        """Set what was tried as it was."""
        if self._tried is not None:
            dial, before = self._tried
            dial.now, self._tried = before, None

    def open(self, screen: Screen, tick: int) -> Words:
        """Open it, or its next item; returns what the terminal says: the item first, then the buttons."""
        self.screen, self._since = screen, tick
        what = screen.shown.sentence if screen.walk else message("menu.shown", said=screen.shown.sentence)
        another = message("menu.another") if len(screen.items) > 1 else ""
        return what, another, message("menu.leaves" if screen.above is None else "menu.goes-back")

    def close(self) -> None:
        """The score is seen again."""
        self.turn_back()
        self.screen = None

    def close_walk(self) -> None:
        """A throw, read or not, and any other button close what may be said (D56); the menu stays."""
        if self.screen is not None and self.screen.walk:
            self.screen = None

    def close_untouched(self, tick: int) -> bool:
        """Close it if it has not been touched for long; whether it was closed."""
        if self.screen is None or tick - self._since < (WALK_TICKS if self.screen.walk else MENU_TICKS):
            return False
        self.close()
        return True

    def explains(self, tick: int) -> Words:
        """The sentence of an item that was left standing, and which button is which number there; empty before."""
        if self.screen is None or tick - self._since < EXPLAINED_TICKS:
            return ""
        shown = self.screen.shown
        return shown.sentence if shown.numbered is None else (shown.sentence, *NUMBERS_OF_TEN)


class WaitingThrow:
    """What comes to rest while a default is announced: it counts once that could be read (D32).

    Attributes:
        takeover: what has the panel and the buttons now, instead of the game: whatever is seen waits for its end.
    """

    def __init__(self) -> None:
        self.takeover: Takeover | None = None
        self.until = 0
        """The tick at which the default has been read; 0 where there is none."""
        self.waiting: FrameReports | None = None

    def must_wait(self, tick: int) -> bool:
        """Whether a default is still announced."""
        return tick < self.until

    def keep(self, seen: FrameReports, tick: int, *, held: bool = False) -> bool:
        """Whether this must wait; if so it is kept. ``held``: another house has not written yet what was thrown."""
        if self.takeover is None and not ((held or self.must_wait(tick)) and seen.readings):
            return False
        self.waiting = seen
        return True

    def due(self, tick: int, *, held: bool = False) -> FrameReports | None:
        """What has waited long enough, once."""
        if held or self.must_wait(tick):
            return None
        seen, self.waiting = self.waiting, None
        return seen


@dataclass(slots=True)
class ScorerState:
    """The scorer's mutable state.

    Attributes:
        tick: half seconds since the start.
        board: what the faces show of the board.
        box_released_at: the game state in which a person let the box player go on.
    """

    tick: int = 0
    board: BoardState = field(default_factory=BoardState)
    question: QuestionState = field(default_factory=QuestionState)
    throw_off: ThrowOff | None = None
    overlay: Overlay = field(default_factory=Overlay)
    panel_text: PanelText = field(default_factory=PanelText)
    code: PanelCode = field(default_factory=PanelCode)
    early: WaitingThrow = field(default_factory=WaitingThrow)
    secret: SecretCard = field(default_factory=SecretCard)
    hands: SecretHands = field(default_factory=SecretHands)
    opponent: Opponent = field(default_factory=Opponent)
    box_released_at: Game | None = None

    def keeps_waiting(self, *, patient: bool) -> bool:
        """Whether what was seen is not dealt with yet, so that the camera of a ``patient`` table must wait."""
        early, is_open = self.early, self.question.asked is not None
        waits = early.waiting is not None or (is_open and patient)
        return waits and not (early.takeover is not None and early.takeover.takes_frames)

    def close_question(self) -> None:
        """It is answered, or counts no more."""
        self.question = self.question.closed()

    def set_aside(self, seen: FrameReports | None) -> None:
        """Have that judged once the question is answered, in place of what was set aside before."""
        self.question = replace(self.question, aside=seen)

    def forget_seen(self) -> None:
        """What came to rest and waits will not be judged."""
        self.early.waiting = None
        self.set_aside(None)

    def forget_game(self) -> None:
        """What was thrown, asked and shown was of the game before."""
        self.early, self.throw_off = WaitingThrow(), None
        self.close_question()
        self.set_aside(None)
        self.overlay.close()
        self.panel_text.clear()

    def announce_default(self, game: Game, ticks: int, why: Words) -> Words:
        """A throw took effect with its likeliest answer: show that until it was read; the sentence, empty for none.

        ``why`` the throw counts as another number stands before it.
        """
        default = default_notice(game) if ticks else None
        self.early.until = 0 if default is None else self.tick + ticks
        if default is None:
            return ""
        self.panel_text.say((why, default) if why else default, self.tick, ticks)
        return default
