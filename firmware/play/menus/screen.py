"""What covers the score during a choice: a list of items that NEXT walks, OK takes and UNDO leaves (D55, D56).

Rule kept here: a screen is a frozen value and does nothing. OK results in an `Outcome`, and only the loop carries one
out; so every menu is data, and a test walks it without a panel or a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, TypeAlias, TypeVar

from firmware.devices.dial import DialName
from firmware.devices.protocols import NUMBERS, Gesture
from firmware.storage.next_game import NextGame
from scoreboard.message import Words, message
from scoreboard.opponent import Opponent
from scoreboard.rules.events import Side
from scoreboard.rules.history import Entry, History
from scoreboard.web.play.away_routes import AwayStep

Value = TypeVar("Value")
Choice = Literal[
    "go on", "play", "fix", "game", "settings", "help", "new game", "stop", "fix score", "fix throws", "throw-off",
    "opponent", "other game", "other house", "end game", "last inning", "language", "lights", "brightness", "panel",
    "sound", "loud", "talk", "dice", "teach", "calibrate", "checks", "check", "check build", "update",
    "phone", "join", "new owner", "free sides", "own wi-fi", "home wi-fi", "shut down",
]  # fmt: skip
"""What the main menu may offer; `firmware.play.menus.main_menu` has the order."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to choose.

    Attributes:
        panel: what the panel says, a word or two: ``OUTS 2?``.
        sentence: the same for the terminal, as a sentence.
        then: what OK results in.
        color: the panel writes it in this colour, if it has a name for it; in its usual one without.
        tries: what is set so while it is shown, so that it can be seen or heard.
        is_secret: only who stands before the panel may see it; everybody else is told what the terminal says.
        numbered: what a button that stands for a number results in; without it such a button scores.
    """

    panel: Words
    sentence: Words
    then: Callable[[], Outcome]
    color: str = ""
    tries: TurnDial | None = None
    is_secret: bool = False
    numbered: Callable[[int], Outcome] | None = None

    @property
    def public(self) -> Words:
        """What of it may be seen where the panel is not."""
        return self.sentence if self.is_secret else self.panel


def item(words: Words, then: Callable[[], Outcome], color: str = "") -> Item:
    """One thing to choose, in the same words for the panel and the terminal."""
    return Item(words, words, then, color)


@dataclass(frozen=True, slots=True)
class Screen:
    """A list of items, one of which is shown.

    Attributes:
        items: at least one.
        index: of the item that is shown.
        above: the screen that UNDO goes back to; None where it leaves.
        walk: it walks through what may be said now (D56): any other button closes it and counts.
        name: of one that is come back to with something changed: UNDO then leads where it led before.
        held: what a button held results in, while the first item is shown; others mean what they do in every list.
    """

    items: tuple[Item, ...]
    index: int = 0
    above: Screen | None = None
    walk: bool = False
    name: str = ""
    held: Mapping[Gesture, Callable[[], Outcome]] = field(default_factory=dict)

    @property
    def shown(self) -> Item:
        """The item that OK takes."""
        return self.items[self.index]

    @property
    def is_last(self) -> bool:
        """Whether NEXT goes back to the first item."""
        return self.index + 1 == len(self.items)

    def next(self, by: int = 1) -> Screen:
        """The same with its next item shown, or the one before it, round and round."""
        return replace(self, index=(self.index + by) % len(self.items))

    def taken(self) -> Outcome:
        """What OK results in; a screen that it opens leads back to this one."""
        return self._below(self.shown.then())

    def chosen(self, gesture: Gesture) -> Callable[[], Outcome] | None:
        """What a button that takes something results in: OK, one held, or one that stands for a number."""
        if gesture == "ok":
            return self.taken
        if self.index == 0 and (held := self.held.get(gesture)) is not None:
            return lambda: self._below(held())
        if self.shown.numbered is not None and gesture in NUMBERS:
            return partial(self._with_number, NUMBERS[gesture])
        return None

    def _below(self, outcome: Outcome) -> Outcome:
        """The outcome; a screen among them leads back to this one."""
        return replace(outcome, above=self._above(outcome.name)) if isinstance(outcome, Screen) else outcome

    def _with_number(self, number: int) -> Outcome:
        """What a button that stands for this number results in; this screen, where there is no such number."""
        outcome = self.shown.numbered(number) if self.shown.numbered is not None else None
        return self if outcome is None else self._below(outcome)

    def _above(self, name: str) -> Screen | None:
        """What is above a screen of that name that opens here: what was above it before, or this."""
        screen: Screen | None = self
        while name and screen is not None:
            if screen.name == name:
                return screen.above
            screen = screen.above
        return self


@dataclass(frozen=True, slots=True)
class Record:
    """This line is to be recorded, and those after it."""

    line: Entry
    more: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Confirmed:
    """This line is to be recorded, and those after it: the table was shown what they change in that history."""

    line: Entry
    history: History
    more: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Nothing:
    """A correction would change nothing, so nothing is to be recorded."""


@dataclass(frozen=True, slots=True)
class KeepOld:
    """The game in play goes on, and what was chosen for another is dropped."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A new game is to begin: that one, or the next as it was chosen last."""

    game: NextGame | None = None


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """The game of that number is to be taken up again."""

    number: int


@dataclass(frozen=True, slots=True)
class BeginThrowOff:
    """Both teams are to throw the white die for who is Home (D6) in that game, or the next as it was chosen last."""

    game: NextGame | None = None


@dataclass(frozen=True, slots=True)
class DealCards:
    """Chance takes cards out of play, and the side at bat picks one of the others (RallyBird)."""


@dataclass(frozen=True, slots=True)
class PickCard:
    """That card is chosen in secret."""

    name: str


@dataclass(frozen=True, slots=True)
class RunAction:
    """Something besides the game."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class ChooseOpponent:
    """The box is to decide for that side from now on, or for none."""

    opponent: Opponent


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    """The language of that code is to be spoken."""

    code: str


@dataclass(frozen=True, slots=True)
class TurnDial:
    """How bright the panel, or how loud the speaker, is to be from now on."""

    dial: DialName
    value: int


@dataclass(frozen=True, slots=True)
class Rename:
    """A team is really called so; a name that its owner did not give is worded in the table's language first."""

    side: Side
    name: str


@dataclass(frozen=True, slots=True)
class FreeSides:
    """No phone plays a side any more."""


@dataclass(frozen=True, slots=True)
class LetBox:
    """The box may say now what it decides."""


@dataclass(frozen=True, slots=True)
class SettleBoard:
    """Board and score disagree, and that one is right."""

    right: Literal["board", "score"]


@dataclass(frozen=True, slots=True)
class StepWithHouse:
    """That is to be done in a game with another house."""

    asked: AwayStep


Outcome: TypeAlias = (
    Screen | Record | Confirmed | Nothing | KeepOld | NewGame | ResumeGame | BeginThrowOff | DealCards | PickCard
    | ChooseOpponent | ChooseLanguage | TurnDial | Rename | LetBox | FreeSides | RunAction | SettleBoard
    | StepWithHouse | None
)  # fmt: skip
"""What OK results in; None leaves."""


def values(key: str, choices: Iterable[tuple[int, Callable[[], Outcome]]], color: str = "", **others: Words) -> Screen:
    """A screen of numbers, ``OUTS 0?``, ``OUTS 1?`` and so on; ``choices`` are each number and what OK results in."""
    return Screen(tuple(item(message(key, nth=number, **others), then, color) for number, then in choices))


def from_now_on(values: Iterable[Value], now: Value) -> tuple[Value, ...]:
    """The values in order, beginning with the one that holds now: NEXT counts up and then round."""
    every = tuple(values)
    at = every.index(now) if now in every else 0
    return every[at:] + every[:at]
