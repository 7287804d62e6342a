"""Two houses in memory, and a wire between them that loses, repeats and delays letters."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

import msgspec
from msgspec import UNSET, structs
from support.games import drawn

from scoreboard.away.guest import Guest
from scoreboard.away.house_letters import HouseLetter
from scoreboard.away.keeper import Keeper
from scoreboard.away.kept_part import KeptPart, Lost
from scoreboard.away.part import HousePart
from scoreboard.away.turns import is_out_of_turn, sayer
from scoreboard.record import encode_all
from scoreboard.rules import Refused, in_secret
from scoreboard.rules.events import Press, Setup, Side
from scoreboard.rules.history import Entry, History, begin, judge

SALT: Final = "0123456789abcdef"
OTHER: Final[dict[Side, Side]] = {"away": "home", "home": "away"}
FAULTS: Final = ("lost", "repeated", "late")


class PaperInMemory:
    """A journal, and what is kept beside it, as a disk has them after a power cut."""

    def __init__(self, setup: Setup) -> None:
        self.history: History = begin(setup)
        self.kept = b""
        self.lost: list[Lost] = []

    def write(self, line: Entry) -> None:
        """Write it, or refuse."""
        history, refused = judge(self.history, line)
        if refused is not None:
            raise Refused(refused)
        self.history = history

    def keep(self, kept: KeptPart) -> None:
        """Keep it."""
        self.kept = msgspec.json.encode(kept)

    def lose(self, lost: Lost) -> None:
        """Be told that a line does not count after all."""
        self.lost.append(lost)

    @property
    def lines(self) -> list[Entry]:
        """What the record has after the game line."""
        return [each.line for each in reversed(list(self.history.lines))]  # type: ignore[misc] # no game line, no expectation

    @property
    def record(self) -> bytes:
        """The record."""
        return encode_all([self.history.setup, *self.lines])


class HouseInMemory:
    """A house; `play` plays its side by lot.

    Attributes:
        marks: what it has said or thrown, each marked with a confidence of its own.
    """

    def __init__(self, role: type[HousePart], side: Side, setup: Setup) -> None:
        self._role, self.side, self.paper = role, side, PaperInMemory(setup)
        self.marks: set[float] = set()
        self._begin(KeptPart("game", side))
        self.sent = 0

    def _begin(self, kept: KeptPart) -> None:
        self.part = self._role(self.paper, kept)

    def letter(self) -> bytes:
        """What it sends now; what must not be forgotten is kept first."""
        self.paper.keep(self.part.kept)
        self.sent += 1
        return msgspec.json.encode(self.part.letter(self.sent))

    def receive(self, letter: bytes) -> None:
        """A letter of the other came."""
        self.part.receive(msgspec.json.decode(letter, type=HouseLetter))

    def crash(self) -> None:
        """The power is cut, and comes back."""
        self._begin(
            msgspec.json.decode(self.paper.kept, type=KeptPart) if self.paper.kept else KeptPart("game", self.side)
        )

    def say(self, line: Entry) -> None:
        """Say or throw that; Refused where it is not this house's to say now."""
        mark = (len(self.marks) + (self.side == "home") / 2 + 1) / 10_000
        self.part.say(structs.replace(line, confidence=mark))
        self.marks.add(mark)

    def play(self, lots: Random) -> None:
        """Do something as people do: answer, choose a sign, throw, call, or take back."""
        part, game = self.part, self.paper.history.game
        if part.asked is not None:
            return part.answer(part.asked.number, agrees=lots.random() < 0.7)
        if part.is_waiting or game.over:
            return None
        line: Entry = Press(button=lots.choice(("undo", "redo"))) if lots.random() < 0.03 else drawn(game, lots)
        if in_secret.signs(game) and self.side == game.batting and lots.random() < 0.5:
            return part.pledge(f"{lots.choice(in_secret.signs(game))} {SALT}")
        if (
            sayer(game, line) in {self.side, None}
            and not is_out_of_turn(game, line)
            and not judge(self.paper.history, line).refused
        ):
            try:
                self.say(line)
            except Refused:  # a sign, which is pledged
                return None
        return None


@dataclass
class Wire:
    """Takes letters to one house; of so many in a hundred each is lost, repeated or late."""

    lots: Random
    percent: int
    flying: list[bytes] = field(default_factory=list)
    late: list[bytes] = field(default_factory=list)
    faults: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FAULTS, 0))

    def send(self, letter: bytes) -> None:
        """A letter sets out."""
        fault = self.lots.choice(FAULTS) if self.lots.randrange(100) < self.percent else ""
        if fault:
            self.faults[fault] += 1
        if fault == "late":
            self.late.append(letter)
        elif fault != "lost":
            self.flying += [letter] * (2 if fault == "repeated" else 1)

    def deliver(self, to: HouseInMemory) -> None:
        """Some letters arrive; a late one after those that were sent after it."""
        while self.flying and self.lots.random() < 0.8:
            to.receive(self.flying.pop(0))
        if self.late and self.lots.random() < 0.2:
            to.receive(self.late.pop(self.lots.randrange(len(self.late))))


@dataclass
class TwoHouses:
    """Two houses, and the wires to them."""

    keeper: HouseInMemory
    guest: HouseInMemory
    wires: dict[str, Wire]

    @property
    def both(self) -> tuple[HouseInMemory, HouseInMemory]:
        """The keeper and the guest."""
        return self.keeper, self.guest

    @property
    def is_over(self) -> bool:
        """Whether the game is, and both know that both have it whole."""
        return all(each.paper.history.game.over and each.part.in_step for each in self.both)

    def exchange(self, times: int = 4) -> None:
        """Let them tell each other how they stand."""
        for _ in range(times):
            self.guest.receive(self.keeper.letter())
            self.keeper.receive(self.guest.letter())


def two_houses(setup: Setup, keeper: Side = "home", percent: int = 0, lots: Random | None = None) -> TwoHouses:
    """Two houses that have begun a game; the keeper plays that side."""
    wires = {name: Wire(lots or Random(0), percent) for name in ("keeper", "guest")}  # noqa: S311 - no secret
    return TwoHouses(HouseInMemory(Keeper, keeper, setup), HouseInMemory(Guest, OTHER[keeper], setup), wires)


def played(setup: Setup, seed: int, percent: int, crashes: float = 0) -> TwoHouses:
    """A whole game, drawn by lot; ``crashes`` of every step one house loses its power."""
    lots = Random(seed)  # noqa: S311 - no secret
    houses = two_houses(setup, lots.choice(("away", "home")), percent, lots)
    for _ in range(MOST_STEPS):
        house, wire, other = lots.choice(
            (
                (houses.keeper, houses.wires["keeper"], houses.wires["guest"]),
                (houses.guest, houses.wires["guest"], houses.wires["keeper"]),
            )
        )
        if lots.random() < crashes:
            house.crash()
        house.play(lots)
        other.send(house.letter())
        wire.deliver(house)
        if houses.is_over:
            return houses
    raise AssertionError(f"not over: {[each.part.kept.stop for each in houses.both]}")


MOST_STEPS: Final = 40_000
"""After which a game is stuck."""


def marks(lines: list[Entry]) -> list[float]:
    """Of lines that a house has said, which it was."""
    return [line.confidence for line in lines if line.confidence is not UNSET]
