"""The players of a simulated game, and the honest count of how the reader did."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

import numpy as np
import pytest
from msgspec import structs
from support.hang import GIVE_UP_S, NEVER_S
from support.lab import in_the_lab
from support.stadium import SETUP, FixedClock, lines

from firmware.demo import Players, ReadingTally
from firmware.devices.file_cameras import SingleStream
from firmware.devices.protocols import Devices, Frame
from firmware.piece_play import PiecePlay
from firmware.play.loop import PlayLoop
from firmware.play.state.options import Options
from firmware.play.state.shown import Shown
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from firmware.simulated.scenario import TIDY, Handling
from firmware.simulated.world.players import Throw, next_throw
from firmware.simulated.world.stadium import SimulatedStadium
from firmware.simulated.world.untidy import PieceTable
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.rules.events import RulesName, Setup
from scoreboard.rules.state import Game
from scoreboard.session import Session
from vision.readings import ChipReading, DieReading, Reading
from vision.tracking.events import Report, Thrown
from vision.types import Box

MAJOR = structs.replace(SETUP, rules="diamante-major")
BOX = Box(0, 0, 9, 9)
Reads = Callable[[int, Throw], tuple[Reading, ...]]


class NumberedTable(SingleStream):
    """A table whose pictures are only the numbers of its throws."""

    filming = False

    def __init__(self) -> None:
        self.throws: list[Throw] = []
        self._pictures: SimpleQueue[Frame | None] = SimpleQueue()

    def throw(self, game: Game, rng: np.random.Generator) -> Throw:
        """Keep what was thrown and show its number."""
        self.throws.append(next_throw(game, rng))
        self._pictures.put(np.frombuffer(np.int64(len(self.throws) - 1).tobytes(), np.uint8))
        return self.throws[-1]

    def frame(self) -> Frame | None:
        """Wait for the next throw and return its picture; None once the table is closed."""
        self._last = self._pictures.get()
        return self._last

    def close(self) -> None:
        """There are no more throws."""
        self._pictures.put(None)


def truly(thrown: Throw, value: int | None = None) -> tuple[Reading, ...]:
    """The throw read for sure, as it is or as ``value``."""
    if thrown.face is not None:
        return (ChipReading(thrown.face, 0.99, (), BOX),)
    if thrown.dice:
        return tuple(DieReading("d6", color, value, 0.99, (), BOX) for color, value in thrown.dice)
    return (DieReading("d10", thrown.color, value or thrown.value, 0.99, (), BOX),)


def a_game(
    folder: Path,
    reader: Reads,
    seed: int = 1,
    setup: Setup = SETUP,
    refused: Callable[[str], None] = lambda _: None,
    *,
    tick_s: float = NEVER_S,
) -> tuple[ReadingTally, NumberedTable]:
    """A simulated game to its end, seen through this reader."""
    table, buttons = NumberedTable(), SimulatedButtons()

    def look(frame: Frame, _: Callable[[], Frame]) -> tuple[Report, ...]:
        number = int(np.frombuffer(frame.tobytes(), np.int64)[0])
        return tuple(Thrown(reading, None) for reading in reader(number, table.throws[number]))

    def hear(shown: Shown) -> None:
        if shown.kind == "refused":
            refused(shown.words)

    async def play() -> ReadingTally:
        loop = asyncio.get_running_loop()
        players = Players(table, buttons, seed, loop.call_soon)
        options = Options(setup, settled=True, patient=True, until_over=True, tick_s=tick_s)
        devices = Devices((SimulatedPanel((64, 16)),), buttons, table)
        await asyncio.wait_for(PlayLoop(session, devices, look, options, [players, hear]).run(), GIVE_UP_S)
        return players.tally

    with Session(ResilientJournal.open(folder / "games.sqlite"), FixedClock()) as session:
        return asyncio.run(play()), table


def test_good_reader_reads_every_throw(tmp_path: Path) -> None:
    """Every throw counts as read when every one was."""
    tally, table = a_game(tmp_path, lambda _, thrown: truly(thrown))
    assert ReadingTally(throws=len(table.throws), read=len(table.throws)) == tally


def test_a_misread_throw_counts_as_wrong(tmp_path: Path) -> None:
    """A value scored other than thrown is wrong, every time."""
    misread = []

    def reader(number: int, thrown: Throw) -> tuple[Reading, ...]:
        if number % 5 == 0 and thrown.value is not None:
            misread.append(number)
            return truly(thrown, value=thrown.value % 10 + 1)
        return truly(thrown)

    tally, table = a_game(tmp_path, reader)
    assert (len(misread), 0, len(table.throws)) == (tally.wrong, tally.asked, tally.throws)
    assert misread


class HandTable(NumberedTable):
    """A table whose hands move nothing, and are gone at once: ``idle`` is called soon after."""

    def __init__(self) -> None:
        super().__init__()
        self.stadium, self.set_up = SimulatedStadium(1), self.act
        self.idle: Callable[[], None] = lambda: None

    def act(self, _: object) -> None:
        """All lies still again."""
        asyncio.get_running_loop().call_soon(self.idle)

    def film(self, _: float) -> None:
        """Nothing more is to be seen."""
        self.act(None)

    def table(self, game: Game) -> PieceTable:
        """All wait in the dugout."""
        return PieceTable(self.stadium.field, game.batting, {}, {})


@pytest.mark.parametrize("hands", [TIDY, Handling(("short", "child"), 0.5)])
def test_what_the_board_does_not_tell_is_pressed(tmp_path: Path, hands: Handling) -> None:
    """A whole game under a camera that sees no pieces: what is meant otherwise is put right by hand."""
    buttons, games = SimulatedButtons(), list[Game]()

    async def play(session: Session) -> Players:
        loop = asyncio.get_running_loop()
        table = HandTable()
        players = Players(table, buttons, 4, loop.call_soon)
        table.idle = players.idle
        players.pieces = PiecePlay(table, 4, hands)

        def look(frame: Frame, _: Callable[[], Frame]) -> tuple[Report, ...]:
            thrown = table.throws[int(np.frombuffer(frame.tobytes(), np.int64)[0])]
            return tuple(Thrown(reading, None) for reading in truly(thrown))

        options = Options(MAJOR, settled=True, patient=True, until_over=True)
        devices = Devices((SimulatedPanel((64, 16)),), buttons, table)
        watchers = [players, lambda shown: games.append(shown.game)]
        await asyncio.wait_for(PlayLoop(session, devices, look, options, watchers).run(), GIVE_UP_S)
        return players

    with Session(ResilientJournal.open(tmp_path / "games.sqlite"), FixedClock()) as session:
        players = asyncio.run(play(session))
    assert games[-1].over
    assert players.pieces is not None
    assert (players.tally.throws, 0) == (players.tally.read, players.tally.wrong)
    board = players.pieces.tally
    assert (0, len(board.notes)) == (board.wrong, board.by_hand)
    assert board.plays > board.by_hand > 2
    assert 6 <= board.half_innings


NIMBLE_S = 0.0005
"""A tick of players who read a question within no time, so that no answer of theirs is taken for one given in haste."""


@pytest.mark.untraced
def test_unsure_throw_is_asked_and_the_truth_entered(tmp_path: Path) -> None:
    """Whatever the reader guesses, what is scored is what was thrown."""
    unsure = []

    def reader(number: int, thrown: Throw) -> tuple[Reading, ...]:
        if number % 4 == 0 and thrown.value is not None:
            unsure.append(number)
            return (DieReading("d10", thrown.color, None, 0.4, ((thrown.value % 10 + 1, 0.4),), BOX),)
        return truly(thrown)

    tally, table = a_game(tmp_path, reader, tick_s=NIMBLE_S)
    assert (0, len(unsure), len(table.throws)) == (tally.wrong, tally.asked, tally.throws)
    assert unsure


@pytest.mark.parametrize("color", ["grey", "nothing"])
def test_a_throw_that_is_not_recognised_counts_as_asked(tmp_path: Path, color: str) -> None:
    """A die of a colour nobody plays with, or none at all, is entered by hand."""

    def reader(number: int, thrown: Throw) -> tuple[Reading, ...]:
        if number % 6:
            return truly(thrown)
        return () if color == "nothing" else (DieReading("d10", color, 3, 0.99, (), BOX),)

    tally, table = a_game(tmp_path, reader, tick_s=NIMBLE_S)
    assert (0, len(range(0, tally.throws, 6)), tally.throws) == (tally.wrong, tally.asked, tally.read + tally.asked)
    assert len(table.throws) == tally.throws


@pytest.mark.once
def test_another_seed_is_another_game(tmp_path: Path) -> None:
    """The seed alone decides what is thrown."""
    games = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        (tmp_path / name).mkdir()
        games.append(a_game(tmp_path / name, lambda _, thrown: truly(thrown), seed)[1].throws)
    assert (True, False) == (games[0] == games[1], games[0] == games[2])


def test_the_account_is_one_line() -> None:
    """The demonstration's last line, as its readers expect it."""
    assert "read 5, asked 2, wrong 1 of 8 throws" == str(ReadingTally(throws=8, read=5, asked=2, wrong=1))


@pytest.mark.parametrize("seed", [0, *in_the_lab((1, 2, 3))])
def test_the_coaches_call_by_button_what_may_be_called(tmp_path: Path, seed: int) -> None:
    """Bunts, steals, tag-ups, men and throws held back: none is refused, and every throw is still read."""
    refused = list[str]()
    tally, _ = a_game(tmp_path, lambda _, thrown: truly(thrown), seed, MAJOR, refused.append)
    assert ([], tally.throws) == (refused, tally.read)


@pytest.mark.once
def test_coaches_use_every_call(tmp_path: Path) -> None:
    """In a few games each call comes up, and so does a man who stays and a ball that is held."""
    calls, all_there_is = set[str](), {"bunt", "steal", "tag-up", "keep-running", "new-batter", "Skip", "Hold"}
    for seed in range(12):
        if all_there_is <= calls:
            break
        (tmp_path / str(seed)).mkdir()
        a_game(tmp_path / str(seed), lambda _, thrown: truly(thrown), seed, MAJOR)
        calls |= {getattr(line, "call", type(line).__name__) for line in lines(tmp_path / str(seed) / "games.sqlite")}
    assert all_there_is <= calls


@pytest.mark.untraced
@pytest.mark.parametrize("seed", [0, *in_the_lab((1, 2, 3))])
@pytest.mark.parametrize("rules", ["four-dice", "rallybird"])
def test_games_of_six_sided_dice_are_called_and_read_to_their_end(tmp_path: Path, rules: RulesName, seed: int) -> None:
    """Signs, cards and gloves are told by NEXT and OK, none is refused, and every roll of dice is read."""
    refused, setup = list[str](), structs.replace(SETUP, rules=rules, innings=9 if rules == "four-dice" else 3)
    tally, _ = a_game(tmp_path, lambda _, thrown: truly(thrown), seed, setup, refused.append)
    assert ([], tally.throws) == (refused, tally.read)
