"""Where pieces stand and the ball lies: told right or asked, on the simulator's boards and on others."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest
from support.pawned import BoardTally, pawn_board, tally

from firmware.simulated.rendering import bodies
from firmware.simulated.rendering.bodies import PieceShape
from firmware.simulated.world.pieces import ball_position
from firmware.simulated.world.stadium import PLAIN, HelmetSet, SimulatedStadium, spare
from firmware.simulated.world.untidy import SPARE_AT
from vision import DiceReader
from vision.board import board_reader
from vision.board.ball_finder import read_ball
from vision.board.board_reader import SURE, SURELY_EMPTY, KnownTable, SeenBoard, SeenPiece, look_at
from vision.board.hand_over import HandOver
from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.board.piece_finder import ColoredPatch
from vision.enrolled.color_model import ColorModel, body_color
from vision.geometry.registration import Board
from vision.geometry.stadium import STADIUM
from vision.readings import ChipReading
from vision.types import Box, Frame, Point

PLACES = of_field(STADIUM)
TEAMS = (PieceColor("red"), PieceColor("blue"))
pytestmark = [pytest.mark.untraced]


def looked(frame: Frame, colors: tuple[PieceColor, ...] = TEAMS, ball: ChipReading | None = None) -> SeenBoard:
    """What is seen of the stadium in a frame."""
    return look_at(frame, Board().register(frame), PLACES, colors, ball)


def carried(stadium: SimulatedStadium, moves: dict[str, Point]) -> float:
    """Let hands put helmets at places, mm; returns when the last has gone."""
    at = 0.0
    for name, place in moves.items():
        at = stadium.carry(at, name, place)
    return at


def standing(board: SeenBoard) -> dict[object, str | None]:
    """The colour at each place at which a piece is told."""
    return {piece.at: piece.color for piece in board.pieces if piece.at is not None}


def nearest(board: SeenBoard, place: Point) -> SeenPiece:
    """The piece whose foot is nearest to a place."""
    return min(board.pieces, key=lambda piece: float(np.hypot(*np.subtract(piece.foot, place))))


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_helmets_are_read_with_place_and_team(seed: int) -> None:
    """All eight of the simulator's, up to 6 mm off their places on the path or in their dugouts: place and team."""
    rng = np.random.default_rng(seed)
    stadium = SimulatedStadium(seed)
    names = [f"{side} {number}" for side in ("away", "home") for number in (1, 2, 3, 4)]
    truth: dict[object, str | None] = dict.fromkeys(names)
    moves = {}
    for name, place in zip(rng.choice(names, 5, replace=False), rng.choice(24, 5, replace=False), strict=True):
        angle, away = rng.uniform(0, 2 * np.pi), 6 * np.sqrt(rng.random())
        x, y = STADIUM.path[place] + away * np.array((np.cos(angle), np.sin(angle)))
        moves[str(name)] = float(x), float(y)
        del truth[str(name)]
        truth[int(place)] = "red" if name.startswith("away") else "blue"
    truth |= {name: "red" if str(name).startswith("away") else "blue" for name, color in truth.items() if color is None}
    board = looked(stadium.still(carried(stadium, moves) + 1))
    found = standing(board)
    assert {} == {place: color for place, color in found.items() if truth.get(place) != color}
    assert len(found) >= 7
    empty = {place for place in PLACES.standing if board.places[place].holds == ""}
    assert set() == empty & set(truth)
    assert len(empty) >= 22
    assert board.hand is False


@pytest.mark.parametrize("seed", [101, 103, 107])
def test_other_pieces_on_other_boards_are_never_read_wrongly(seed: int) -> None:
    """Pawns, pegs, cones and meeples in other light on other print: no team and no place is wrong."""
    counted = tally(*looked_at_other(seed))
    assert (0, 0, 0) == (counted.wrong_colors, counted.wrong_places, counted.wrongly_empty_or_taken)
    assert counted.missed <= 2


def looked_at_other(seed: int) -> tuple[SeenBoard, list]:
    """Another board and its truth."""
    frame, truth = pawn_board(seed)
    return looked(frame), truth


@pytest.mark.slow
def test_most_of_other_pieces_are_read() -> None:
    """At least four in five of five hundred are read, and none wrongly; the figures are printed."""
    total = BoardTally()
    for seed in range(201, 327, 2):
        total += tally(*looked_at_other(seed))
    print(total)  # noqa: T201 - figures of a lab
    assert (0, 0, 0) == (total.wrong_colors, total.wrong_places, total.wrongly_empty_or_taken)
    assert total.right >= 0.8 * total.pieces


@pytest.mark.parametrize(
    ("foot", "state"),
    [((0.0, 60.0), "placed"), ((11.0, 49.0), "between"), ((0.0, 0.0), "between"), ((-240.0, -60.0), "off")],
)
def test_a_helmet_has_a_place_only_where_it_stands_at_one(foot: Point, state: str) -> None:
    """Half way to the next place, on the grass or beside the board it has none, and its foot is told all the same."""
    stadium = SimulatedStadium(2)
    seen = nearest(looked(stadium.still(carried(stadium, {"away 1": foot}) + 1)), foot)
    assert (state, "red") == (seen.state, seen.color)
    assert (12 if state == "placed" else None) == seen.at
    assert np.hypot(*np.subtract(seen.foot, foot)) < 2.5


@pytest.mark.parametrize(
    ("away", "apart", "color", "is_sure"),
    [(11.0, 0.8, 0, False), (11.0, 1.0, 0, True), (14.0, 0.8, 0, True), (11.0, 0.8, 1, True)],
)
def test_of_a_piece_that_is_cut_in_two_neither_part_is_surely_one(
    away: float, apart: float, color: int, *, is_sure: bool
) -> None:
    """Two feet of one colour cannot be so near, unless nothing joins their patches, as of two pieces that lean."""
    pixels = np.zeros((0, 2))
    one = ColoredPatch(0, 1.0, STADIUM.path[12], 12.0, 14.0, 12.0, 0.6, 0.8, 0.4, 0.2, 0.0, 0.0, 0.3, pixels, 1.0)
    other = replace(one, foot=(STADIUM.path[12][0] + away, STADIUM.path[12][1]), apart=apart, color=color)
    (_, share), _ = board_reader.alone_at_places([one, other], [0.97, 0.94], PLACES)
    assert is_sure == (share >= SURE)


@pytest.mark.parametrize("shape", ["disc", "helmet", "pawn"])
def test_fallen_piece_does_not_stand_at_its_place(shape: PieceShape) -> None:
    """Once standing pieces were seen, those that lie are read as lying, or asked about; the others stand."""
    pieces = HelmetSet(("red", "blue"), shape, (PLAIN, PLAIN))
    names = [f"{side} {number}" for side in ("away", "home") for number in (1, 2, 3, 4)]
    usual = SimulatedStadium(3, helmets=pieces)
    upright = looked(usual.still(carried(usual, dict(zip(names, STADIUM.path[1::3], strict=True))) + 1)).pieces
    outlines = tuple(piece.outline for piece in upright if piece.outline is not None)
    assert len(outlines) >= 7
    stadium, at = SimulatedStadium(4, helmets=pieces), 0.0
    for place, name in enumerate(names):
        move = stadium.upset if place % 2 else stadium.carry
        at = move(at, name, STADIUM.path[3 * place])
    frame = stadium.still(at + 1)
    seen = look_at(frame, Board().register(frame), PLACES, TEAMS, known=KnownTable(outlines=2 * outlines))
    held = [seen.places[3 * place].holds for place in range(len(names))]
    assert [None] * 4 == held[1::2]
    assert {"red", "blue"} == set(held[::2])
    assert not {piece.at for piece in seen.pieces} & {3 * place for place in (1, 3, 5, 7)}


def test_a_spare_helmet_and_a_piece_of_another_colour_change_no_place() -> None:
    """Beside the path: the helmet of a team is told where it stands, the other is none."""
    stadium, bare = SimulatedStadium(3), SimulatedStadium(3)
    at = 0.0
    for color, name, place in (("blue", spare("home"), SPARE_AT), ("yellow", "yellow 1", (-60.0, 0.0))):
        stadium.stage.track(name, bodies.helmet(color))
        at = stadium.bring(at, name, place)
    board, usual = looked(stadium.still(at + 1)), looked(bare.still(at + 1))
    assert {name: place.holds for name, place in usual.places.items()} == {
        name: place.holds for name, place in board.places.items()
    }
    others = [piece for piece in board.pieces if not isinstance(piece.at, str)]
    assert [("blue", None, "between")] == [(piece.color, piece.at, piece.state) for piece in others]


def test_nothing_under_a_hand_is_read() -> None:
    """The helmet that it holds has no place; those far from it have theirs, and no place under it is empty."""
    stadium = SimulatedStadium(3)
    at = carried(stadium, {"away 1": STADIUM.path[18]})
    over = stadium.carry(at, "home 2", STADIUM.path[3]) - 0.6
    board = looked(stadium.still(over))
    assert board.hand is True
    assert "blue" not in {color for place, color in standing(board).items() if isinstance(place, int)}
    assert "red" == standing(board)[18]
    assert None is board.places[3].holds


@pytest.mark.parametrize("seed", [1, 4])
def test_a_hand_is_named(seed: int) -> None:
    """Wherever it reaches, and never once it has gone."""
    stadium = SimulatedStadium(seed)
    place = int(np.random.default_rng(seed).integers(24))
    end = stadium.carry(0.5, "away 2", STADIUM.path[place])
    assert looked(stadium.still(end - 0.6)).hand is True
    assert looked(stadium.still(end + 1)).hand is False


@pytest.mark.parametrize("seed", [31, 37])
def test_a_hand_of_any_skin_is_named(seed: int) -> None:
    """Over boards of any print; the piece that it holds has no place, and no place is empty because a hand hides it."""
    held, (frame, truth) = Board().register(pawn_board(seed)[0]), pawn_board(seed, hand=True)
    board = look_at(frame, held, PLACES, TEAMS)
    assert board.hand is True
    assert truth[0].place not in standing(board)
    assert "" != board.places[truth[0].place].holds


def test_a_board_that_looks_like_skin_is_read_where_no_hand_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its colour alone that cannot be said, and no place is told then."""
    hidden = np.zeros((816, 816), np.uint8)
    monkeypatch.setattr(board_reader, "hand_over", lambda *_: HandOver(None, hidden))
    stadium = SimulatedStadium(3)
    frame = stadium.still(carried(stadium, {"away 1": STADIUM.path[18]}) + 1)
    registration = Board().register(frame)
    open_board = look_at(frame, registration, PLACES, TEAMS)
    assert (None, None) == (open_board.hand, open_board.places[18].holds)
    known = look_at(frame, registration, PLACES, TEAMS, known=KnownTable(hand=False))
    assert (False, "red") == (known.hand, known.places[18].holds)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    """The networks, loaded once."""
    return DiceReader()


@pytest.mark.parametrize(
    ("place", "at", "state", "face"),
    [
        ((0.0, 165.0), "Z8", "placed", "hit"),
        ((0.0, -35.0), "Z1", "placed", "out"),
        ((95.0, -35.0), "1B", "placed", "out"),
        (ball_position(STADIUM, "HP"), "HP", "placed", "hit"),
        (ball_position(STADIUM, 4), 4, "placed", "hit"),
        ((180.0, 0.0), None, "between", "out"),
        ((-242.0, -30.0), None, "off", "out"),
    ],
)
def test_the_ball_lies_in_a_zone_at_a_base_or_step_with_the_pitcher_at_home_or_at_none(
    reader: DiceReader, place: Point, at: object, state: str, face: Literal["hit", "out"]
) -> None:
    """By the middle of the chip, over whatever print; on the grass and off the board it lies at none."""
    stadium = SimulatedStadium(4)
    end = stadium.carry(stadium.toss(0.0, face), "chip", place)
    frame = stadium.still(end + 1)
    ball = looked(frame, ball=read_ball(reader.read, frame, Board().register(frame), PLACES.area)).ball
    assert ball is not None
    assert (at, state, face) == (ball.at, ball.state, ball.face)
    assert np.hypot(*np.subtract(ball.centre, place)) < 4


def test_the_ball_is_in_a_hand_while_one_is_at_it(reader: DiceReader) -> None:
    """It has no place then, though its face is seen."""
    stadium = SimulatedStadium(4)
    end = stadium.carry(stadium.toss(0.0, "hit"), "chip", STADIUM.zones[7].centre)
    frame = stadium.still(end + 1)
    registration = Board().register(frame)
    chip = read_ball(reader.read, frame, registration, PLACES.area)
    held = stadium.still(stadium.rest_hand(end + 2, STADIUM.zones[7].centre, 3.0) - 1.5)
    ball = looked(held, ball=chip).ball
    assert ball is not None
    assert (None, "hand", "hit") == (ball.at, ball.state, ball.face)


@pytest.mark.parametrize("seed", [1, 3])
def test_no_ball_is_seen_where_there_is_none(reader: DiceReader, seed: int) -> None:
    """Whatever discs are printed, and whatever stands on them."""
    frame, _ = pawn_board(seed)
    assert None is read_ball(reader.read, frame, Board().register(frame), PLACES.area)


def test_a_taught_colour_is_known() -> None:
    """The colour model of dice serves for pieces: one is taught from a picture, and found in another."""
    stadium = SimulatedStadium(5)
    frame = stadium.still(1)
    (x, y) = stadium.pixels(np.array([(*STADIUM.dugouts["away"][0], 8.0)]))[0]
    taught = ColorModel.of([body_color(frame, Box(round(x) - 12, round(y) - 12, 24, 24))])
    board = looked(
        stadium.still(carried(stadium, {"away 1": STADIUM.path[9]}) + 1), (PieceColor("ours", taught), TEAMS[1])
    )
    assert "ours" == standing(board)[9]


def test_print_in_a_teams_colour_is_no_piece() -> None:
    """The dugouts' benches are red and blue, and empty seats on them are told as empty or asked."""
    stadium = SimulatedStadium(6)
    at = carried(stadium, {f"away {number}": STADIUM.path[number * 5] for number in (1, 2, 3, 4)})
    board = looked(stadium.still(at + 1))
    assert {5, 10, 15, 20} == {place for place, color in standing(board).items() if color == "red"}
    assert {""} == {board.places[f"away {number}"].holds for number in (1, 2, 3, 4)}


def test_what_is_below_the_operating_point_is_asked() -> None:
    """A place holds a colour, or is empty, from that likelihood on."""
    board = looked(SimulatedStadium(7).still(1))
    for likelihood in board.places.values():
        surest = max(likelihood.taken.values())
        assert (likelihood.holds is not None) == (surest >= SURE or likelihood.empty >= SURELY_EMPTY)
