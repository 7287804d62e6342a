"""Random lawful games on a table of helmets: a tidy one is read right, a noisy one never wrong, rubbish not at all."""

# ruff: noqa: S311 - lots are no secret

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from support.looks import BoardTable, look
from support.scoring import SETUP, SHORT_MAJOR

from firmware.play.board.continuations import continuations
from firmware.play.board.evidence import BoardEvidence
from firmware.play.board.expected_board import PATH, expected_board
from scoreboard.rules import apply
from scoreboard.rules.events import Ball, Event, Move, Setup, Skip
from scoreboard.rules.state import CHIP, SKIP, Answer, Game
from vision.tracking.events import BoardSeen

THROWS = 40
SETUPS = {"amateur": SETUP, "major": SHORT_MAJOR}


def throw_due(game: Game, rng: Random) -> str:
    """A throw of what is due, at random; hits are more likely than in a game."""
    if game.awaits == CHIP:
        return "caught" if rng.random() < 0.2 else "hit"
    value = rng.choice((2, 3, 8, 9)) if game.phase == "pitch" else rng.randint(1, 10)
    return f"{game.awaits}{value}"


def thrown_at(table: BoardTable, rng: Random) -> Iterator[Game]:
    """The game after each of some random throws, until it is over."""
    for _ in range(THROWS):
        if table.game.over:
            return
        table.throw(throw_due(table.game, rng))
        yield table.game


def answered(game: Game, answer: Answer) -> tuple[Event, Game]:
    """The line that says so, and what it leads to."""
    choice = game.diamante.choice
    assert choice is not None
    line: Event = Skip() if answer == SKIP else Ball(to=answer)
    if choice.before.phase == "run" and isinstance(answer, int):
        line = Move(to=answer)
    return line, apply(game, line)


def meant(game: Game, rng: Random) -> Game:
    """What the players mean, of all that the law allows after the last throw."""
    choice = game.diamante.choice
    if choice is None or len(choice.options) < 2 or rng.random() < 0.2:
        return game
    return answered(game, rng.choice(choice.options))[1]


def put_as(table: BoardTable, thrown: Game, wanted: Game) -> None:
    """Hands put the pieces as they belong in that state; the ball first where it was thrown."""
    board = expected_board(wanted)
    choice = wanted.diamante.choice
    if board is None:
        return
    ball = wanted.ball
    if choice is not None and choice.before.phase == "throw" and thrown.diamante.choice is not None:
        names = {6: "1B", 12: "2B", 18: "3B", 24: "HP"}
        ball = choice.chosen if isinstance(choice.chosen, str) else names.get(choice.chosen, choice.chosen)
    table.put(board.color, *board.taken, *((0,) if board.plate else ()), ball=ball)


def alike(one: Game, other: Game) -> bool:
    """Whether both have the same runners, and are at the same."""
    return (one.runners, one.phase, one.outs, one.away, one.home) == (
        other.runners,
        other.phase,
        other.outs,
        other.away,
        other.home,
    )


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", SETUPS)
def test_a_tidy_table_is_always_read_right(name: str, seed: int, tmp_path: Path) -> None:
    """Whatever the players mean, their pieces say it, at once or by the next throw."""
    answers, by_camera = play_tidily(SETUPS[name], Random(seed), tmp_path)
    assert 0 < by_camera <= answers


def play_tidily(setup: Setup, rng: Random, folder: Path) -> tuple[int, int]:
    """How many throws meant another answer than the default, and lines were read; asserts that each was read right."""
    table, answers = BoardTable(folder, setup), 0
    with closing(table.session):
        table.tidy()
        for thrown in thrown_at(table, rng):
            wanted = meant(thrown, rng)
            put_as(table, thrown, wanted)
            if not alike(table.game, wanted) and not wanted.over:
                table.throw(throw_due(wanted, rng))
                before = table.session.history.states.below.top
                assert alike(before, wanted), (thrown.diamante.choice, wanted.runners, before.runners)
            if table.game.over or wanted.over:
                break
            table.tidy()
            answers += wanted is not thrown
            assert "refused" not in {shown.kind for shown in table.shown}
        return answers, len(table.by_camera)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", SETUPS)
def test_noisy_looks_give_what_is_meant_or_the_default(name: str, seed: int, tmp_path: Path) -> None:
    """Places that are not surely seen, one look that errs, pieces that come late: never a third answer."""
    rng, table = Random(seed), BoardTable(tmp_path, SETUPS[name])
    with closing(table.session):
        for thrown in thrown_at(table, rng):
            wanted = meant(thrown, rng)
            board = expected_board(wanted)
            table.hand()
            for _ in range(6):
                if board is not None:
                    noisy_look(table, dict.fromkeys(board.taken, board.color), wanted.ball, rng)
            assert alike(table.game, thrown) or alike(table.game, wanted)
            assert "refused" not in {shown.kind for shown in table.shown}


def noisy_look(table: BoardTable, helmets: dict[int, str], ball: str | int, rng: Random) -> None:
    """A look at those helmets with some noise."""
    hidden = frozenset(place for place in PATH if rng.random() < 0.1)
    seen = dict(helmets)
    if rng.random() < 0.1:
        seen[rng.choice(PATH)] = rng.choice(("red", "blue"))
    hand = rng.random() < 0.1
    table.see(BoardSeen(look(seen, ball if rng.random() < 0.8 else None, hand=hand, hidden=hidden)))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", SETUPS)
def test_rubbish_is_never_recorded(name: str, seed: int, tmp_path: Path) -> None:
    """Helmets anywhere, as a playing child puts them: nothing that the law does not explain is read."""
    rng, table = Random(seed), BoardTable(tmp_path, SETUPS[name])
    with closing(table.session):
        for _ in thrown_at(table, rng):
            helmets = {rng.choice(PATH): rng.choice(("red", "blue")) for _ in range(rng.randint(0, 5))}
            seen = look(helmets, rng.choice(("Z1", "HP", "1B", "2B", "3B", 9, None)))
            evidence = BoardEvidence().after(seen)
            explained = (expected_board(each.game) for each in continuations(table.session.history))
            if any(board is not None and evidence.fit(board) != "no" for board in explained):
                continue
            before = len(table.by_camera)
            for _ in range(8):
                table.see(BoardSeen(seen))
                table.wait(2)
            late = table.by_camera[before:]
            assert [] == late
