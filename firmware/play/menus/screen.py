"""What covers the score during a choice: a list of items that NEXT walks, OK takes and UNDO leaves (D55, D56).

Rule kept here: a screen is a frozen value and does nothing. OK results in an `Outcome`, and only the loop carries one
out; so every menu is data, and a test walks it without a panel or a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeVar

from scoreboard.message import Message, Words, message
from scoreboard.opponent import Opponent
from scoreboard.rules.history import Entry

Value = TypeVar("Value")
Choice = Literal[
    "go on", "new game", "stop", "fix score", "fix throws", "throw-off", "opponent", "other game", "end game",
    "language", "panel", "join", "new owner", "own wi-fi", "home wi-fi", "shut down",
]  # fmt: skip
"""What the main menu may offer; `firmware.play.menus.main_menu` has the order."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to choose.

    Attributes:
        panel: what the panel says, a word or two: ``OUTS 2?``.
        said: the same for the terminal, as a sentence.
        then: what OK results in.
        color: the panel writes it in this colour, if it has a name for it; in its usual one without.
    """

    panel: Words
    said: Words
    then: Callable[[], Outcome]
    color: str = ""


def item(said: Message, then: Callable[[], Outcome], color: str = "") -> Item:
    """One thing to choose, which is one message for the panel and the terminal."""
    return Item(said, said, then, color)


@dataclass(frozen=True, slots=True)
class Screen:
    """A list of items, one of which is shown.

    Attributes:
        items: at least one.
        index: of the item that is shown.
        above: the screen that UNDO goes back to; None where it leaves.
        walk: it walks through what may be said now (D56): any other button closes it and counts.
        held: what NEXT held results in, for whoever cannot read what NEXT shows; None where it leaves.
    """

    items: tuple[Item, ...]
    index: int = 0
    above: Screen | None = None
    walk: bool = False
    held: RunAction | None = None

    @property
    def shown(self) -> Item:
        """The item that OK takes."""
        return self.items[self.index]

    @property
    def is_last(self) -> bool:
        """Whether NEXT goes back to the first item."""
        return self.index + 1 == len(self.items)

    def next(self) -> Screen:
        """The same with its next item shown, round and round."""
        return replace(self, index=(self.index + 1) % len(self.items))

    def taken(self) -> Outcome:
        """What OK results in; a screen that it opens leads back to this one."""
        outcome = self.shown.then()
        return replace(outcome, above=self) if isinstance(outcome, Screen) else outcome


@dataclass(frozen=True, slots=True)
class Record:
    """This line is to be recorded."""

    line: Entry


@dataclass(frozen=True, slots=True)
class NewGame:
    """A new game is to begin, as the configuration has it."""


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """The game of that number is to be taken up again."""

    number: int


@dataclass(frozen=True, slots=True)
class BeginThrowOff:
    """Both teams are to throw the white die for who is Home (D6)."""


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
class LetBox:
    """The box may say now what it decides."""


Outcome: TypeAlias = (
    Screen | Record | NewGame | ResumeGame | BeginThrowOff | DealCards | PickCard | ChooseOpponent | ChooseLanguage
    | LetBox | RunAction | None
)  # fmt: skip
"""What OK results in; None leaves."""


def values(key: str, choices: Iterable[tuple[int, Callable[[], Outcome]]], color: str = "", **said: Words) -> Screen:
    """A screen of numbers, ``OUTS 0?``, ``OUTS 1?`` and so on; ``choices`` are each number and what OK results in."""
    return Screen(tuple(item(message(key, nth=number, **said), then, color) for number, then in choices))


def from_now_on(values: Iterable[Value], now: Value) -> tuple[Value, ...]:
    """The values in order, beginning with the one that holds now: NEXT counts up and then round."""
    every = tuple(values)
    at = every.index(now) if now in every else 0
    return every[at:] + every[:at]
