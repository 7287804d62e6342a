"""Untidy hands do to the pieces what their name says, and pieces go the way that the law knows."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from firmware.errors import ConfigError
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.scenario import GRADES, TIDY, Untidiness, hands
from firmware.simulated.world.intentions import Intention
from firmware.simulated.world.pieces import PieceMove, answer_moves, helmets_on
from firmware.simulated.world.stadium import HelmetSet, SimulatedStadium
from firmware.simulated.world.untidy import Act, Knock, PieceTable, RestingHand, untidied
from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Ball, Chip, Die, Event, Move, Setup, Team
from vision.geometry.stadium import STADIUM

SETUP = Setup(rules="diamante-major", innings=3, away=Team(name="A", color="red"), home=Team(name="B", color="blue"))
IN_PLAY: tuple[Event, ...] = (Die(color="blue", value=3), Die(color="red", value=6), Chip(face="hit"))
RUN = PieceMove("away 1", (STADIUM.path[1], STADIUM.path[2], STADIUM.path[3]), "slides")
THROW = PieceMove("chip", (STADIUM.path[6],))
TABLE = PieceTable(
    STADIUM,
    "away",
    {"away 1": STADIUM.path[0], "away 2": STADIUM.path[12]},
    {"away 3": STADIUM.dugouts["away"][2], "away 4": STADIUM.dugouts["away"][3]},
)


def after(*events: Event) -> Game:
    """The game after these lines."""
    game = start(SETUP)
    for each in events:
        game = apply(game, each)
    return game


def done(name: Untidiness, move: PieceMove = RUN) -> tuple[Act, ...]:
    """What hands do that are untidy so."""
    return untidied(name, (move,), TABLE, np.random.default_rng(1))


@pytest.mark.parametrize("name", get_args(Untidiness))
def test_every_untidiness_changes_something(name: Untidiness) -> None:
    """Where it is about a piece, and not about when it is moved."""
    acts = {done(name), done(name, THROW)}
    assert (acts == {(RUN,), (THROW,)}) == (name in {"early", "late"})


def test_a_step_short_is_one_place_less() -> None:
    """The helmet is left on the place before the one that was meant."""
    (move,) = done("short")
    assert isinstance(move, PieceMove)
    assert STADIUM.path[2] == move.end


def test_the_wrong_helmet_goes_to_the_right_place() -> None:
    """Another one of the team stands where the runner should."""
    (move,) = done("wrong-helmet")
    assert isinstance(move, PieceMove)
    assert ("away 3", RUN.end) == (move.name, move.end)


def test_hands_and_knocks_are_no_moves() -> None:
    """Fingers rest for half a minute, and a knock moves the whole board."""
    assert [RestingHand, Knock] == [type(done(name)[-1]) for name in ("fingers", "knocked")]


def test_a_grade_or_names_are_read() -> None:
    """What nobody knows is refused, with what there is."""
    assert [TIDY, GRADES["hard"], ("short", "child")] == [hands(None), hands("hard"), hands("short,child").untidy]
    with pytest.raises(ConfigError, match=r"--untidy neat: there is nothing of that name; it is one of usual, loose, "):
        hands("short,neat")
    with pytest.raises(ConfigError, match="--untidy : there is nothing of that name"):
        hands("short,")


def test_a_runner_slides_past_every_place() -> None:
    """By a 9 of the + helmet, that is 10: from the plate past first base, and no runner's helmet is left behind."""
    thrown = after(*IN_PLAY, Die(color="white", value=9))
    choice = thrown.diamante.choice
    assert choice is not None
    (move,) = answer_moves(STADIUM, Intention(choice.before, 10, apply(thrown, Move(to=10)), is_default=False))
    assert ("away 1", STADIUM.path[1:11], "slides") == (move.name, move.way, move.hand)


def test_who_is_put_out_leaves_the_path() -> None:
    """The Ball goes to first base, and the batter who is pushed there sits down."""
    thrown = after(*IN_PLAY, Die(color="white", value=2), Die(color="blue", value=9))
    choice = thrown.diamante.choice
    assert choice is not None
    ball, out = answer_moves(STADIUM, Intention(choice.before, "1B", apply(thrown, Ball(to="1B")), is_default=True))
    assert ["chip", "away 1"] == [ball.name, out.name]
    assert STADIUM.dugouts["away"][0] == out.end


def test_hands_do_what_they_are_asked() -> None:
    """A slid helmet is on its way between places, and a fallen one lies until it is set upright."""
    camera = SimulatedCamera(SimulatedStadium(1, helmets=HelmetSet(shape="pawn", signs=(("+", "", "", "-"),) * 2)))
    begun = camera.until
    camera.act((PieceMove("away 1", STADIUM.path[:4], "slides"), PieceMove("away 2", (STADIUM.path[12],), "upsets")))
    gone = camera.until
    camera.act((PieceMove("away 2", (STADIUM.path[12],)),))
    poses = [camera.stadium.where("away 1", t) for t in np.arange(begun, gone, 0.02)]
    slid = np.array([pose.place[:2] for pose in poses if pose is not None and not pose.place[2]])
    assert all(np.hypot(*(slid - place).T).min() < 1 for place in STADIUM.path[:4])
    lies, stands = (camera.stadium.where("away 2", t) for t in (gone, camera.until))
    assert lies is not None
    assert stands is not None
    assert [False, True] == [bool(pose.turn[2, 2] == 1) for pose in (lies, stands)]


def test_helmets_stay_within_a_hands_aim() -> None:
    """Up to so many mm off, and not always the same."""
    camera = SimulatedCamera(SimulatedStadium(1))
    camera.aim(3.0)
    off = []
    for _ in range(12):
        camera.act((PieceMove("away 1", (STADIUM.path[6],)),))
        pose = camera.stadium.where("away 1", camera.until)
        assert pose is not None
        off.append(float(np.hypot(*(pose.place[:2] - STADIUM.path[6]))))
    assert 1 < max(off) <= 3
    assert 6 < len(set(off))


def test_the_table_knows_who_waits() -> None:
    """Of the side at bat, where each helmet is."""
    camera, game = SimulatedCamera(SimulatedStadium(1)), after(*IN_PLAY)
    table = camera.table(game)
    assert {"away 1"} == table.standing.keys() == helmets_on(game).keys()
    assert {"away 2", "away 3", "away 4"} == table.waiting.keys()


def test_pieces_are_put_where_they_belong() -> None:
    """Whatever was done to them before: all that does not stand as the game does, and nothing else, is moved."""
    camera, game = SimulatedCamera(SimulatedStadium(1)), after(*IN_PLAY, Die(color="white", value=5))
    camera.act((PieceMove("away 2", (STADIUM.path[13],)), PieceMove("away 1", (STADIUM.path[6],), "slides")))
    before = len(camera.stadium.stage.visits)
    camera.set_up(game)
    assert {"away 1": 6, "away 2": 0} == helmets_on(game)
    for name, place in helmets_on(game).items():
        pose = camera.stadium.where(name, camera.until)
        assert pose is not None
        assert np.allclose(STADIUM.path[place], pose.place[:2])
    assert before + 1 == len(camera.stadium.stage.visits)
