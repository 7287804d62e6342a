"""The question about a throw that was not read for sure, or that a player enters by hand.

NEXT offers the next answer, OK takes the one that is offered, UNDO withdraws the question; a throw, a lifted die or any
other button may close it too. Rules kept here: every change of `QuestionState`, one frozen value, is a row of
`TRANSITIONS`, and a change without a row raises; and a question that follows an answer must be read before OK answers
it. Until then it is *unread*, and OK makes it *hasty*, so that it is asked again once it could be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, get_args

from msgspec import UNSET, structs

from firmware.devices.protocols import NUMBERS, Gesture
from firmware.play.camera.camera_thread import FrameReports
from scoreboard.message import Message, Words, message
from scoreboard.rules.events import USUAL_SIDES, Chip, Die, Event, Roll, Source
from scoreboard.rules.state import CHIP, DICE

OFFERED_TICKS, LISTED_TICKS = 6, 12
"""Half seconds that the panel shows an answer to be entered by hand, and then in turns which button is which number."""
READ_TICKS = 2
"""Half seconds that a question which follows an answer is seen before OK answers it: a double press means the first."""
Answer = int | str
EVERY_VALUE: tuple[Answer, ...] = tuple(range(1, 11))
EVERY_SIDE: tuple[Answer, ...] = tuple(range(1, 7))
EVERY_FACE: tuple[Answer, ...] = ("hit", "out")
STEPS: Final[Mapping[Gesture, int]] = {"next": 1, "by-hand": -1}
"""How far a button walks through answers: NEXT on, and held back."""
SIX = len(EVERY_SIDE)
NUMBERS_OF_TEN: Final = (message("asked.numbers"), message("asked.numbers-held"))
"""Lists of which button is which number: 1 to 6, and 7 to 10."""
UnsureDie = tuple[str, tuple[Answer, ...]]
"""A die to be asked about: its colour, and every answer, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: the players say what a throw shows, and play waits.

    Attributes:
        what: the die's colour, or ``chip``; ``dice`` for one of several that were not seen.
        choices: every answer there is, the likeliest first.
        index: of the one being offered.
        rolled: the dice of the same roll that are known; None where one die, or the chip, is all there is.
        later: the dice that are asked about after this one.
        by_hand: it was not seen: a player enters it (D56).
        by: who answers it.
        sides: of each die of the roll.
        nth: which of all questions that were put it is; 0 while it has not been put.
    """

    what: str
    choices: tuple[Answer, ...]
    index: int = 0
    rolled: tuple[int, ...] | None = None
    later: tuple[UnsureDie, ...] = ()
    by_hand: bool = False
    by: Source = "button"
    sides: int = USUAL_SIDES
    nth: int = field(default=0, compare=False)

    @property
    def dice(self) -> int:
        """Of how many dice this is one that nobody saw; 0 for a die alone, or one that has a colour."""
        several = 0 if self.rolled is None else len(self.rolled) + 1 + len(self.later)
        return several if self.what == DICE and several > 1 else 0

    @property
    def offered(self) -> Answer:
        """The answer that OK would accept."""
        return self.choices[self.index]

    def question(self, why: Words = "", *, unseen: bool = False, has_buttons: bool = True) -> Words:
        """The question, and how it is answered: at a box without buttons from a phone.

        ``why`` it is put if that is not plain, ``unseen`` if no picture shows it.
        """
        asked = message("asked.unseen" if unseen else "asked.is-it", thing=spoken_thing(self.what), face=self.offered)
        if not has_buttons:
            return asked, why, message("asked.phone")
        return asked, why, message("asked.keys-by-hand" if self.by_hand else "asked.keys")

    def next(self, by: int = 1) -> Asked:
        """The question with its next answer offered, or the one before it, round and round."""
        return replace(self, index=(self.index + by) % len(self.choices))

    @property
    def numbers(self) -> tuple[Message, ...]:
        """Lists of which button is which number; empty where none is."""
        if not self.by_hand or self.what == CHIP:
            return ()
        return NUMBERS_OF_TEN if len(self.choices) > SIX else NUMBERS_OF_TEN[:1]

    def numbered(self, gesture: Gesture) -> int | None:
        """Which answer that button stands for, of a die that a player enters; None where it stands for none."""
        number = NUMBERS.get(gesture) if self.by_hand else None
        return number if number in self.choices else None

    def answered(self) -> Verdict:
        """What the offered answer makes: an event, given by a hand and not the camera; or the roll's next question."""
        if self.rolled is None:
            return structs.replace(event_of(self.what, self.offered), by=self.by)
        verdict = roll_or_question((*self.rolled, int(self.offered)), self.later, self.sides)
        if isinstance(verdict, Asked):
            return replace(verdict, by_hand=self.by_hand)
        return structs.replace(verdict, by=self.by)


Verdict = Event | Asked
"""The result of a reading that counts."""


def answer(asked: Asked, gesture: Gesture) -> Verdict | None:
    """The event that OK accepts, or the question with its next answer for NEXT; None if the press withdraws it (D55).

    UNDO asks for a new throw. While a die is entered by hand, the button that stands for its number is the answer. Any
    other button scores the play by hand.
    """
    if gesture == "ok":
        return asked.answered()
    if gesture in STEPS:
        return asked.next(STEPS[gesture])
    number = asked.numbered(gesture)
    if number is None:
        return None
    return replace(asked, index=asked.choices.index(number)).answered()


def event_of(what: str, answer: Answer) -> Event:
    """The event that an answer makes, given by a hand and not by the camera."""
    if what == CHIP:
        return Chip(face="hit" if answer == "hit" else "out", by="button")
    return Die(color=what, value=int(answer), by="button")


def roll_or_question(rolled: tuple[int, ...], unsure: Iterable[UnsureDie], sides: int = USUAL_SIDES) -> Verdict:
    """The question about the first unsure die; the roll where there is none."""
    asked = tuple(unsure)
    if not asked:
        return Roll(values=rolled, sides=UNSET if sides == USUAL_SIDES else sides, by="button")
    (what, choices), *later = asked
    return Asked(what, choices, rolled=rolled, later=tuple(later), sides=sides)


def spoken_thing(what: str) -> Message:
    """What a game awaits, as one says it of a single thing."""
    return message(f"thing.{what}") if what in {CHIP, DICE} else message("thing.colored", color=what)


Phase = Literal["none", "unread", "offered", "hasty"]
"""No question is open; it is shown too shortly to be answered; OK answers it; OK came before it could be read."""
Trigger = Literal["put", "put early", "read", "ok early", "answered", "close"]
"""A question is put, or put so soon after an answer that it must be read first; it could be read by now; OK came too
early; OK answered, so that what is asked now must be read; the question is resolved, withdrawn or overtaken."""

PHASES: tuple[Phase, ...] = get_args(Phase)
TRANSITIONS: Final[Mapping[tuple[Phase, Trigger], Phase]] = {
    **{(phase, "put"): "offered" for phase in PHASES},
    **{(phase, "close"): "none" for phase in PHASES},
    ("none", "put early"): "unread",
    ("none", "answered"): "none",
    ("unread", "put early"): "unread",
    ("unread", "read"): "offered",
    ("unread", "ok early"): "hasty",
    ("offered", "answered"): "unread",
    ("hasty", "put early"): "unread",
    ("hasty", "read"): "offered",
    ("hasty", "ok early"): "hasty",
}


@dataclass(frozen=True, slots=True)
class QuestionState:
    """The state of the question at the table.

    Attributes:
        phase: whether a question is open, and whether OK answers it.
        asked: the question; None in the phase *none*, and only there.
        picture: the last that was read; while a question stays open, that in which its throw was seen.
        aside: what came to rest together with the throw that is asked about; judged once the answer is recorded.
        readable_at: the tick from which OK answers a question.
        since: the tick at which it was put, or another answer was offered.
        count: of the questions that were put so far.
    """

    phase: Phase = "none"
    asked: Asked | None = None
    picture: FrameReports | None = None
    aside: FrameReports | None = None
    readable_at: int = 0
    since: int = field(default=0, compare=False)
    count: int = field(default=0, compare=False)

    @property
    def open(self) -> int:
        """Which question is open; 0 for none."""
        return 0 if self.asked is None else self.asked.nth

    def put(self, asked: Asked, tick: int, *, on_purpose: bool = False) -> QuestionState:
        """With that question open; one that a player opened or stepped through ``on_purpose`` has been read.

        It is counted once: with another answer offered, or shown again, it is the same.
        """
        count = self.count + (asked.nth == 0)
        readable_at = tick if on_purpose else self.readable_at
        phase = TRANSITIONS[self.phase, "put early" if tick < readable_at else "put"]
        put = asked if asked.nth else replace(asked, nth=count)
        return replace(self, phase=phase, asked=put, readable_at=readable_at, since=tick, count=count)

    def numbers(self, tick: int) -> tuple[Message, float] | None:
        """A list of which button is which number, and the share of its time that is over; None while it has no turn."""
        lists = () if self.asked is None else self.asked.numbers
        turn, since = divmod(tick - self.since, OFFERED_TICKS + LISTED_TICKS)
        if not lists or since < OFFERED_TICKS:
            return None
        return lists[turn % len(lists)], (since - OFFERED_TICKS) / LISTED_TICKS

    def at(self, tick: int) -> QuestionState:
        """At that tick: a question that could be read by now is offered."""
        if self.phase not in ("unread", "hasty") or tick < self.readable_at:
            return self
        return replace(self, phase=TRANSITIONS[self.phase, "read"])

    def pressed_early(self) -> QuestionState:
        """OK came before the question could be read."""
        return replace(self, phase=TRANSITIONS[self.phase, "ok early"])

    def answered(self, tick: int) -> QuestionState:
        """OK gave an answer just now: a question that is open now came up after it, and must be read first."""
        after = replace(self, phase=TRANSITIONS[self.phase, "answered"], readable_at=tick + READ_TICKS)
        return after.at(tick)  # at once where nothing has to be read

    def closed(self) -> QuestionState:
        """Without a question: it is resolved, withdrawn or overtaken."""
        return replace(self, phase=TRANSITIONS[self.phase, "close"], asked=None)
