"""Looks at a board, made up, and a table whose pieces are moved by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from msgspec import UNSET, structs
from support.rules import read
from support.stadium import FixedClock

from firmware.devices.health import Health
from firmware.devices.protocols import Devices
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.inputs.button_input import ButtonInput
from firmware.play.state.options import Options
from firmware.play.state.shown import Shown
from firmware.play.table.scorer import Scorer
from firmware.simulated.peripherals import SimulatedButtons
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH
from scoreboard.rules.events import AnyLine, Chip, Die, Event, Setup
from scoreboard.rules.state import Game
from scoreboard.session import Session
from vision.board.board_reader import PlaceLikelihood, SeenBall, SeenBoard, SeenPiece
from vision.board.marked_places import PlaceName
from vision.readings import ChipReading, DieReading
from vision.tracking.events import BoardRests, BoardSeen, Report, Thrown
from vision.types import Box

COLORS = ("red", "blue")
SURE, EMPTY = 0.96, 0.999
"""How likely a helmet is that is surely seen, and that a place is empty that surely is."""


def look(
    helmets: Mapping[int, str] | None = None,
    ball: PlaceName | None = None,
    *,
    hand: bool | None = False,
    hidden: frozenset[int] = frozenset(),
    pieces: tuple[SeenPiece, ...] = (),
) -> SeenBoard:
    """A look at a board with helmets of these colours at these places; what is ``hidden`` is not surely seen."""
    standing = helmets or {}
    places = {}
    for place in range(24):
        color = standing.get(place)
        if place in hidden or hand is not False:
            places[place] = PlaceLikelihood(0.5, dict.fromkeys(COLORS, 0.25))
        elif color is None:
            places[place] = PlaceLikelihood(EMPTY, dict.fromkeys(COLORS, (1 - EMPTY) / 2))
        else:
            taken = {each: SURE if each == color else 0.0 for each in COLORS}
            places[place] = PlaceLikelihood(1 - SURE, taken)
    lies = None if ball is None else SeenBall(ball, (0.0, 0.0), "hit", 0.99)
    return SeenBoard(pieces, lies, hand, places)


def between(color: str) -> SeenPiece:
    """A helmet that stands between two places."""
    return SeenPiece(color, None, None, "between", (0.0, 0.0), 0.95)


@dataclass
class BoardTable:
    """A table: a scorer with a journal, and pieces that stand as they were put.

    Attributes:
        helmets: what stands where.
        ball: where the ball lies.
    """

    folder: Path
    setup: Setup
    reading: str = "strict"
    looks: int = 3
    helmets: dict[int, str] = field(default_factory=dict)
    ball: PlaceName | None = "Z1"
    shown: list[Shown] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.session = Session(Journal.create(self.folder / "games.sqlite", alone=True), FixedClock())
        devices = Devices((), SimulatedButtons(), health=Health())
        options = Options(self.setup, board=lambda: self.reading)  # type: ignore[arg-type, return-value]
        self.scorer = Scorer(self.session, devices, options, (self.shown.append,), lambda: 0.0)
        self.buttons = ButtonInput(self.scorer, self.session, options, lambda _: None)
        self.scorer.begin()

    @property
    def game(self) -> Game:
        """As it stands."""
        return self.session.game

    @property
    def lines(self) -> list[AnyLine]:
        """Every line after the game line."""
        return [recorded.line for recorded in self.session.history.lines][::-1]

    @property
    def by_camera(self) -> list[AnyLine]:
        """The lines that were read from the board."""
        return [line for line in self.lines if line.by == "camera" and not isinstance(line, Die | Chip)]

    @property
    def read(self) -> list[Event]:
        """The same without their moments, and without where they came from."""
        return [structs.replace(line, at=UNSET, by=UNSET) for line in self.by_camera]  # type: ignore[misc]

    @property
    def hint(self) -> str:
        """The hint, or how board and score disagree."""
        return ENGLISH(self.scorer.state.board.hint or self.scorer.state.board.out_of_step)

    def see(self, *reports: Report) -> None:
        """A frame of which these are reported."""
        self.scorer.see(FrameReports(np.zeros((2, 2, 3), np.uint8), reports, 0.0))

    def throw(self, words: str) -> None:
        """Dice and chips fall, one after the other: ``blue3 red7 hit``."""
        for word in words.split():
            line = read(word)
            box = Box(0, 0, 40, 40)
            if isinstance(line, Die):
                self.see(Thrown(DieReading("d10", line.color, line.value, 0.99, (), box), None))
            elif isinstance(line, Chip):
                self.see(Thrown(ChipReading(line.face, 0.99, (), box), None))
            else:
                self.scorer.submit(line)

    def rest(self, looks: int | None = None) -> None:
        """All lies still, for so many looks."""
        for _ in range(self.looks if looks is None else looks):
            self.see(BoardSeen(look(self.helmets, self.ball)))

    def hand(self) -> None:
        """A hand is over the board."""
        self.see(BoardSeen(look(hand=True)))

    def put(self, color: str, *places: int, ball: PlaceName | None = "same", looks: int | None = None) -> None:
        """A hand puts a team's helmets on these places of the path, and maybe the ball, and goes."""
        self.hand()
        self.helmets = dict.fromkeys(places, color)
        if ball != "same":
            self.ball = ball
        self.rest(looks)

    def play_on(self, words: str) -> None:
        """Each throw falls, and hands tidy up after it."""
        for word in words.split():
            self.throw(word)
            self.tidy()

    def tidy(self, looks: int | None = None) -> None:
        """A hand puts everything where the score has it, and goes."""
        batting = self.game.team(self.game.batting).color
        at_plate = (0,) if self.game.waiting or any(not man.place for man in self.game.men) else ()
        self.put(batting, *self.game.runners, *at_plate, ball=self.game.ball, looks=looks)

    def wait(self, ticks: int) -> None:
        """So many half seconds pass, and the camera sees nothing move."""
        for _ in range(ticks):
            self.see(BoardRests())
            self.scorer.tick()
