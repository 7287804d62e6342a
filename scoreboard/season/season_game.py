"""What a season needs of one finished game: made from its history once, and kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import UNSET, Struct

from scoreboard.record import ReplayStep
from scoreboard.rules.events import Chip, Die, Roll, SeriesGame, Side
from scoreboard.rules.history import History, JudgedPlays, newest_lines
from scoreboard.stats.box_score import BoxScore, TeamBox, box_score

FACES: Final = {"chip": 2, "dice": 6}
"""The sides of what is thrown and is no ten-sided die."""
D10_FACES: Final = 10
UNKNOWN_DOUBT: Final = 0.01
"""The chance that a reading is wrong, where the camera's confidence was not recorded."""
OTHER: Final[dict[Side, Side]] = {"away": "home", "home": "away"}


class FaceCounts(Struct, frozen=True):
    """How one kind of die fell, as the camera read it.

    Attributes:
        counts: how often each face, the lowest first; of the chip HIT and OUT.
        doubt: how many of these readings are wrong on average, by the camera's own confidence.
    """

    counts: tuple[int, ...]
    doubt: float


class SeasonGame(Struct, frozen=True, omit_defaults=True):
    """A finished game.

    Attributes:
        game: its number in the journal.
        begun: ISO 8601 in UTC; None if not recorded.
        rules: the name of the game that was played.
        winner: the side that won; None for a tie, or a game that was called off.
        box: its box score.
        dice: how the dice fell, by a die's colour; ``chip`` and ``dice`` (six-sided ones) likewise.
        series: of which series it is a game, if it is (H8).
    """

    game: int
    begun: str | None
    rules: str
    winner: Side | None
    box: BoxScore
    dice: dict[str, FaceCounts] = {}
    series: SeriesGame | None = None

    def team(self, side: Side) -> TeamBox:
        """The box of that side."""
        return self.box.away if side == "away" else self.box.home

    @property
    def year(self) -> str:
        """The year in which it was begun; empty if not recorded."""
        return (self.begun or "")[:4]


def season_game(number: int, steps: Iterable[ReplayStep]) -> SeasonGame | None:
    """The game of a record that is replayed, for a season; None while it is not over."""
    judged = JudgedPlays()
    for step in steps:
        judged.add(step.before, step.after)
    history = step.after
    game = history.game
    if not game.over:
        return None
    return SeasonGame(
        game=number,
        begun=None if game.setup.at is UNSET else game.setup.at,
        rules=game.setup.game_name,
        winner=game.winner,
        box=box_score(history, judged.of(history)),
        dice=_dice(history),
        series=game.setup.series or None,
    )


def _dice(history: History) -> dict[str, FaceCounts]:
    """What the camera read, as corrected since; a throw that was entered by hand says nothing of the die."""
    counts, doubts = dict[str, list[int]](), defaultdict[str, float](float)
    confidences = _confidences(history)
    for effective in newest_lines(history):
        if effective.number not in confidences:
            continue
        for die, faces, face in _faces(effective.line):
            counts.setdefault(die, [0] * faces)[face] += 1
            doubts[die] += 1 - confidences[effective.number]
    return {die: FaceCounts(tuple(counts[die]), round(doubts[die], 6)) for die in sorted(counts)}


def _confidences(history: History) -> dict[int, float]:
    """How sure the camera was of each throw that it read, by the line's number."""
    read = dict[int, float]()
    for step in history.steps:
        for recorded in step.lines:
            line = recorded.line
            if isinstance(line, Die | Chip | Roll) and line.by == "camera":
                read[recorded.number] = 1 - UNKNOWN_DOUBT if line.confidence is UNSET else line.confidence
    return read


def _faces(line: object) -> Iterator[tuple[str, int, int]]:
    """What was thrown: its name, how many faces it has, and which fell, counted from 0."""
    match line:
        case Die(color=color, value=value):
            yield color, D10_FACES, value - 1
        case Chip(face=face):
            yield "chip", FACES["chip"], int(face == "out")
        case Roll(values=values):
            for value in values:
                yield "dice", FACES["dice"], value - 1
