"""When the board is looked at, and that what lies or happens on it besides helmets is taken for none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from support.scenes import moments, streams
from support.script import ScriptedStadium
from support.shipped import see, tracker

from firmware.simulated.world.stadium import SimulatedStadium
from vision.board.ball_finder import BallSearch
from vision.board.board_reader import KnownTable, PlaceLikelihood, SeenBoard, SeenPiece
from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.board.piece_outlines import PieceOutline
from vision.geometry.registration import Board
from vision.geometry.stadium import DUGOUT_DEPTH, STADIUM
from vision.geometry.tilt import TiltField
from vision.readings import ChipReading, Reading
from vision.tracking import board_watcher
from vision.tracking.board_watcher import AGAIN_FRAMES, HAND_COMES, MORE_LOOKS, OUTLINES, BoardWatcher, TableScene
from vision.tracking.events import BoardRests, BoardSeen
from vision.tracking.table_geometry import BoardGeometry
from vision.tracking.table_state import without_value
from vision.tracking.tracker import ThrowTracker
from vision.types import Box, Frame

pytestmark = pytest.mark.untraced

PLACES = of_field(STADIUM)
TEAMS = (PieceColor("red"), PieceColor("blue"))
CALM = 4
STILL: Frame = np.zeros((4, 4, 3), np.uint8)
A_SECOND = 15
BENCHES = DUGOUT_DEPTH + 20
"""Millimetres up to which a dugout reaches."""
AT_REST_S = 2.2
"""Until all looks were taken."""


def board_with(**held: str) -> SeenBoard:
    """A board with a colour at each of these places."""
    return SeenBoard((), None, False, {name: PlaceLikelihood(0.0, {color: 1.0}) for name, color in held.items()})


class Watched:
    """A watcher whose looks are made up, frame after frame."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        registration = Board().register(ScriptedStadium(1).still(0))
        self.scene = TableScene(BoardGeometry(STADIUM, registration), 0, CALM, hand=False, tokens=())
        self.watcher = BoardWatcher(PLACES, TEAMS)
        self.shown, self.stills = board_with(), 0
        self.known: list[KnownTable] = []
        monkeypatch.setattr(board_watcher, "look_at", self.look_at)

    def look_at(self, *words: object) -> SeenBoard:
        """What is made up."""
        self.known += [word for word in words if isinstance(word, KnownTable)]
        return self.shown

    def take(self) -> Frame:
        """A still."""
        self.stills += 1
        return STILL

    def still(self, frames: int, *, hand: bool = False, begin: int = 0) -> list[int]:
        """After how many frames without a movement, of so many, the board was looked at."""
        reports = self.reports(frames, hand=hand, begin=begin)
        return [frame for frame, report in reports if isinstance(report, BoardSeen)]

    def reports(self, frames: int, *, hand: bool = False, begin: int = 0) -> list[tuple[int, BoardSeen | BoardRests]]:
        """All that was reported, each with the frames without a movement until then."""
        scenes = (replace(self.scene, frames_still=frame, hand=hand) for frame in range(begin, begin + frames))
        return [(scene.frames_still, report) for scene in scenes for report in self.watcher.watch(scene, self.take)]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    """A watcher that has seen the empty board at rest."""
    table = Watched(monkeypatch)
    table.still(60)
    return table


def test_a_board_that_is_as_before_is_looked_at_once(watched: Watched) -> None:
    """As soon as nothing moves, with one still, and not again before anything moves."""
    watched.stills = 0
    assert [CALM] == watched.still(250)
    assert 1 == watched.stills


def test_a_board_that_differs_is_looked_at_again(watched: Watched) -> None:
    """A few times, so that it can be counted how often a thing was seen; the next time it is as before."""
    watched.shown = board_with(a="red")
    assert [CALM + AGAIN_FRAMES * look for look in range(1 + MORE_LOOKS)] == watched.still(60)
    assert [CALM] == watched.still(60)


def test_a_board_that_is_as_it_once_was_is_looked_at_again(watched: Watched) -> None:
    """A ball is carried to and fro: neither a hand in between nor that it lay there before makes looks fewer."""
    away = board_with(a="red"), board_with()
    for number, watched.shown in enumerate(away * 3):
        assert 2 == len(watched.still(CALM + AGAIN_FRAMES + 1)), number
    assert 1 + MORE_LOOKS == 2 + len(watched.still(CALM + 2 * AGAIN_FRAMES + 1))


def test_how_pieces_look_that_stand_is_remembered(watched: Watched) -> None:
    """From look to look, so that one that lies is known by it; the oldest are forgotten."""
    outline = PieceOutline(200.0, 1.1)
    piece = SeenPiece("red", None, 6, "placed", (0.0, 0.0), 0.95, outline=outline)
    unclear = SeenPiece("red", None, None, "between", (0.0, 0.0), 0.95)
    watched.shown = replace(board_with(), pieces=(piece, unclear))
    for _ in range(2 * OUTLINES):
        watched.still(CALM + 1)
    assert ((), (outline,), OUTLINES * (outline,)) == tuple(watched.known[-number].outlines for number in (80, 79, 1))


def test_it_is_counted_for_how_long_the_board_has_rested(watched: Watched) -> None:
    """By frames: twice a second while nothing moves, whether the board is looked at or not; never while it does."""
    rests = [frame for frame, report in watched.reports(61) if isinstance(report, BoardRests)]
    assert [8, 15, 23, 30, 38, 45, 53, 60] == rests
    moving = [replace(watched.scene, frames_still=frames) for _ in range(30) for frames in range(CALM)]
    assert not any(watched.watcher.watch(scene, watched.take) for scene in moving)


def test_a_hand_is_reported_as_it_comes(watched: Watched) -> None:
    """At once and once, without a still; where it rests, and when it is gone, the board is looked at."""
    watched.stills = 0
    assert (HAND_COMES,) == watched.watcher.watch(replace(watched.scene, hand=True), watched.take)
    assert 0 == watched.stills
    assert CALM in watched.still(10, hand=True)
    assert [] == watched.still(3, begin=0)
    assert [CALM] == watched.still(9, begin=3)


def test_what_the_tracker_takes_for_a_hand_is_one(watched: Watched) -> None:
    """Though none is seen in the still: a book, a sleeve, a cat."""
    watched.watcher.watch(replace(watched.scene, hand=True), watched.take)
    (report,) = watched.watcher.watch(replace(watched.scene, hand=True, frames_still=CALM), watched.take)
    assert report.seen.hand is True


def test_what_is_no_longer_taken_for_a_hand_is_looked_at(watched: Watched) -> None:
    """A book that lies there for long becomes a part of the table, and nothing moves as it does."""
    watched.still(60, hand=True)
    assert 200 in watched.still(20, begin=200)


def test_nothing_is_looked_at_while_the_camera_moves(watched: Watched) -> None:
    """Once it stands, the board is looked at, whether anything has moved or not."""
    watched.stills = 0
    assert () == watched.watcher.watch(None, watched.take)
    assert 0 == watched.stills
    assert [200] == watched.still(20, begin=200)


def test_without_colours_nothing_is_looked_for(watched: Watched) -> None:
    """As in a game without pieces; with them it is looked at."""
    watched.watcher.colors, watched.stills = (), 0
    assert [] == watched.still(60)
    assert 0 == watched.stills
    watched.watcher.colors = TEAMS
    assert [60] == watched.still(20, begin=60)


def test_a_look_that_fails_is_not_tried_again_before_something_moves(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would cost every frame as much."""

    def fails(*_: object) -> SeenBoard:
        raise ValueError("a look fails")

    with monkeypatch.context() as failing:
        failing.setattr(board_watcher, "look_at", fails)
        with pytest.raises(ValueError, match="a look fails"):
            watched.still(60)
        assert [] == watched.still(60, begin=CALM + 1)
    assert [CALM] == watched.still(60)


class Look(NamedTuple):
    """A look at a stadium, and its second."""

    at: float
    seen: SeenBoard

    @property
    def standing(self) -> dict[object, str | None]:
        """The colour at each place of the base path at which a piece is told."""
        return {piece.at: piece.color for piece in self.seen.pieces if isinstance(piece.at, int)}

    @property
    def on_the_grass(self) -> int:
        """The pieces that are seen at no place and in no dugout, though the field is there."""
        return sum(piece.at is None and piece.foot[1] > BENCHES for piece in self.seen.pieces)


def looks(stadium: ScriptedStadium, end: float, eyes: ThrowTracker | None = None) -> tuple[Look, ...]:
    """Every look from half a second on until all has been at rest for long."""
    eyes, watcher, found = eyes or tracker(), BoardWatcher(PLACES, TEAMS), list[Look]()
    for t in moments(end + AT_REST_S, A_SECOND):
        frame, take = streams(stadium, t)
        eyes.update(frame, take)
        reports = watcher.watch(eyes.scene, take)
        found += [Look(t, report.seen) for report in reports if isinstance(report, BoardSeen)]
    return tuple(found)


def test_helmets_and_ball_are_seen_once_hands_have_gone() -> None:
    """A hand comes, helmets move, the tossed chip is carried to a zone: all looks after that agree."""
    stadium = ScriptedStadium(5)
    t = stadium.toss(1.0, "hit", near=(60.0, -60.0)) + 1
    t = stadium.carry(t, "away 1", STADIUM.path[6])
    t = stadium.carry(t, "chip", (0.0, 165.0))
    seen = looks(stadium, t)
    assert HAND_COMES.seen in [look.seen for look in seen]
    last = [look for look in seen if look.at > t]
    assert len(last) > MORE_LOOKS
    assert [{6: "red"}] * len(last) == [look.standing for look in last]
    assert {("Z8", "hit")} == {(look.seen.ball.at, look.seen.ball.face) for look in last if look.seen.ball}
    assert all(look.seen.ball and look.seen.hand is False for look in last)


def test_a_ball_that_lay_there_before_the_start_is_looked_for() -> None:
    """A disc a frame between looks, and then looks enough; where it is found it is known again without being read."""
    stadium, reads = ScriptedStadium(5), list[Frame]()
    begin = stadium.carry(stadium.toss(0.0, "out"), "chip", (68.0, 78.0)) + 1

    def read(picture: Frame, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:
        reads.append(picture)
        return see()(picture, tilt_field=tilt_field)

    registration = Board().register(stadium.still(begin))
    scene = TableScene(BoardGeometry(STADIUM, registration), 0, CALM, hand=False, tokens=())
    watcher, found, last = BoardWatcher(PLACES, TEAMS, BallSearch(read)), list[SeenBoard](), 0
    still = stadium.still(begin)
    for frame in range(CALM, 80):
        reports = watcher.watch(replace(scene, frames_still=frame), lambda: still)
        found += [report.seen for report in reports if isinstance(report, BoardSeen)]
        assert len(reads) <= last + 1
        last = len(reads)
    assert [None, "Z4"] == [found[0].ball, found[-1].ball and found[-1].ball.at]
    assert len([look for look in found if look.ball]) > MORE_LOOKS  # as after a move, for now it tells something
    watcher.watch(scene, lambda: still)
    (report,) = watcher.watch(replace(scene, frames_still=CALM), lambda: still)
    assert (found[-1].ball, last) == (report.seen.ball, len(reads))
    bare = SimulatedStadium(5).still(1)
    watcher.watch(scene, lambda: bare)
    (report,) = watcher.watch(replace(scene, frames_still=CALM), lambda: bare)
    assert None is report.seen.ball


@pytest.mark.parametrize("unsure", [(), (ChipReading(None, 0.5, (("out", 0.5),), Box(0, 0, 40, 40)),)])
def test_print_that_was_read_once_is_not_read_again(unsure: tuple[Reading, ...]) -> None:
    """A chip that is laid on it is, and so is all that may be a chip."""
    stadium = ScriptedStadium(5)
    end = stadium.carry(stadium.toss(2.0, "out"), "chip", STADIUM.zones[0].centre) + 1
    registration = Board().register(stadium.still(1.0))
    search = BallSearch(lambda *_, **__: unsure)

    def discs(at: float) -> int:
        search.begin(stadium.still(at), registration, PLACES.area)
        count = 0
        while search.is_on:
            assert search.step() is None
            count += 1
        return count

    first, same, again, laid = discs(1.0), discs(1.0), discs(1.5), discs(end)
    if unsure:
        assert 1 < first == same
    else:
        assert 0 == same <= again < first / 2
        assert 0 < laid < first


def test_dice_in_the_teams_colours_are_no_helmets() -> None:
    """One rests at a place between two helmets, another on the grass, and then lies in the dice corner."""
    stadium = ScriptedStadium(5)
    t = stadium.carry(1.0, "away 1", STADIUM.path[7])
    t = stadium.carry(t, "away 2", STADIUM.path[9])
    stadium.throw(t, "blue", 3, near=(-20.0, 10.0))
    thrown = stadium.throw(t, "red", 7, near=STADIUM.path[8])
    seen = looks(stadium, stadium.park(thrown + 1.0, "blue"))
    rested = next(look for look in seen if look.at > thrown)
    for look in (rested, seen[-1]):
        assert {7: "red", 9: "red"} == look.standing
        assert look.seen.places[8].holds in {None, ""}
        assert 0 == look.on_the_grass


def test_a_die_that_is_still_read_is_no_helmet() -> None:
    """One that rests at a place and is not read for sure in its first stills."""
    stadium = ScriptedStadium(5)
    end = stadium.throw(1.0, "red", 7, near=STADIUM.path[8])

    def unsure(picture: Frame, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:
        return tuple(without_value(reading) for reading in see()(picture, tilt_field=tilt_field))

    eyes = ThrowTracker(unsure, Board())
    seen = looks(stadium, end, eyes)
    assert [{}] * len(seen) == [look.standing for look in seen]
    assert any(look.at > end for look in seen)


def test_no_place_under_a_resting_hand_is_empty() -> None:
    """What it holds has no place, and neither its old nor its new one is surely empty."""
    stadium = ScriptedStadium(5)
    t = stadium.carry(1.0, "away 1", STADIUM.path[9])
    stadium.hand(t + 1.0, STADIUM.path[9], 2.0)
    resting = [look for look in looks(stadium, t + 1.6)[1:] if t + 1.5 < look.at < t + 2.9]
    assert resting
    assert all(look.seen.hand for look in resting)
    assert "" not in {look.seen.places[9].holds for look in resting if look.seen.places}


@pytest.mark.parametrize(
    "happens",
    [
        pytest.param(lambda s, t: s.cover_marker(t, 4, 6.0) - 5.0, marks=pytest.mark.newest, id="a marker covered"),
        pytest.param(lambda s, t: s.bump_camera(t, 25, 12, 0.6) + 1.5, marks=pytest.mark.debian13, id="camera bumped"),
        pytest.param(lambda s, t: s.lights(t, 1.6) + 0.5, marks=pytest.mark.newest, id="lights on"),
        pytest.param(lambda s, t: s.lights(t, 0.5) + 0.5, marks=pytest.mark.debian13, id="lights off"),
    ],
)
def test_helmets_are_read_whatever_happens(happens: Callable[[ScriptedStadium, float], float]) -> None:
    """In other light, from another place, with a marker covered: a look has them where they were."""
    stadium = ScriptedStadium(5)
    t = stadium.carry(1.0, "away 1", STADIUM.path[6])
    t = stadium.carry(t, "home 1", STADIUM.path[14]) + 0.5
    seen = looks(stadium, happens(stadium, t))
    assert t + 0.2 < seen[-1].at
    assert {6: "red", 14: "blue"} == seen[-1].standing
    wrong = [look for look in seen if look.at > t and look.standing.items() - {(6, "red"), (14, "blue")}]
    assert [] == wrong


def test_a_look_is_a_report() -> None:
    """As every other."""
    assert BoardSeen(SeenBoard((), None, True, {})) == HAND_COMES
