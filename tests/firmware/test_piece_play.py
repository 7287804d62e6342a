"""Players who show with their pieces what they mean: the box is followed, put right, and counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace

import pytest
from msgspec.structs import replace as relined
from support.looks import look

from firmware.demo import Players
from firmware.piece_play import NEXT_THROW_TELLS, BoardTally, PiecePlay
from firmware.play.state.board_state import BoardState
from firmware.play.state.shown import Shown
from firmware.simulated.peripherals import SimulatedButtons
from firmware.simulated.scenario import TIDY, Handling, Untidiness
from firmware.simulated.world.intentions import Intention
from firmware.simulated.world.players import Throw
from firmware.simulated.world.untidy import Act, PieceTable
from scoreboard.message import Words
from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Ball, Call, Chip, Die, Event, Move, Press, Set, Setup, Team
from vision.geometry.stadium import STADIUM

SETUP = Setup(rules="diamante-major", innings=3, away=Team(name="A", color="red"), home=Team(name="B", color="blue"))
THROWN: tuple[Event, ...] = (
    Die(color="blue", value=3), Die(color="red", value=6), Chip(face="hit"), Die(color="white", value=9),
)  # fmt: skip


class Table:
    """Where hands do nothing but be counted."""

    def __init__(self) -> None:
        self.acts: list[tuple[Act, ...]] = []
        self.set_up_as: list[Game] = []
        self.stadium = SimpleNamespace(field=STADIUM)

    def act(self, acts: Sequence[Act]) -> None:
        """Keep it."""
        self.acts.append(tuple(acts))

    def set_up(self, game: Game) -> None:
        """Keep it."""
        self.set_up_as.append(game)

    def table(self, game: Game) -> PieceTable:
        """All helmets but the batter's in a row."""
        return PieceTable(STADIUM, game.batting, {}, {})


def after(*events: Event) -> Game:
    """The game after these lines."""
    game = start(SETUP)
    for each in events:
        game = apply(game, each)
    return game


def shown(game: Game, line: Event | None = None, number: int = 5) -> Shown:
    """That, and the line that made it."""
    return Shown(game, None, "", "play", line, number, None, ())


def begun(answer: int, untidy: tuple[Untidiness, ...] = (), table: Table | None = None) -> PiecePlay:
    """Players who mean that answer to the runner's die, their hands on the way."""
    for seed in range(200):
        pieces = PiecePlay(table or Table(), seed, Handling(untidy, 1.0))  # type: ignore[arg-type] # as hands need it
        is_moving = pieces.begin(shown(after(*THROWN), THROWN[-1]))
        meant = pieces.meant or pieces.late
        assert meant is not None
        assert is_moving == (pieces.meant is not None)
        if meant.answer == answer:
            return pieces
    raise AssertionError("nobody means that")


def counted(pieces: PiecePlay) -> tuple[int, int, int, int]:
    """Plays, by hand, hints, wrong."""
    tally = pieces.tally
    return tally.plays, tally.by_hand, tally.hints, tally.wrong


def test_a_play_that_the_box_follows_needs_no_press() -> None:
    """The line is read from the board before the hands have rested, and the game goes on."""
    pieces, line = begun(10), Move(to=10, by="camera")
    follows = after(*THROWN, line)
    assert pieces.follow(shown(follows, line, 6)) is None
    assert pieces.settle(shown(follows, None, 6)) == "settled"
    assert (1, 0, 0, 0) == counted(pieces)


def test_pieces_move_from_the_first_line_of_the_next_game() -> None:
    """Its lines are counted anew; what was meant in the game before is forgotten."""
    pieces, early = begun(10), shown(after(*THROWN), THROWN[-1], 4)
    assert not pieces.begin(early)
    pieces.turn_to(1)
    assert pieces.meant is None
    assert pieces.begin(early) == (pieces.meant is not None)
    assert pieces.meant or pieces.late


def test_where_the_box_does_not_follow_a_player_presses_until_it_does() -> None:
    """NEXT until the answer is the one that was meant: a play by hand, and none wrong."""
    pieces, game, presses = begun(10), after(*THROWN), 0
    then = pieces.settle(shown(game))
    while then == "next":
        game, presses = apply(game, Press(button="next")), presses + 1
        then = pieces.follow(shown(game, Press(button="next"), 5 + presses))
    assert then == "settled"
    assert (10,) == game.runners
    assert (1, 1, 0, 0) == counted(pieces)
    assert "not read: run, meant 10" in pieces.tally.notes[0]


def test_play_by_hand_is_reported_with_what_the_box_saw() -> None:
    """And with what it said, to find the cause."""
    pieces = begun(10)
    hint, seen = "a step short", look({6: "red", 12: "blue"}, "Z9", hidden=frozenset({4}))
    pieces.board = partial(BoardState, seen=seen, hint=hint)
    pieces.settle(shown(after(*THROWN)))
    assert pieces.tally.notes[0].endswith("seen: 4 unsure, 6 red, 12 blue, ball Z9; said: a step short")


def test_an_answer_that_nobody_meant_is_wrong() -> None:
    """It was read from the board, and another was meant: it is put right, and counted as wrong as well."""
    pieces, line = begun(10), Move(to=6, by="camera")
    pieces.follow(shown(after(*THROWN, line), line, 6))
    assert pieces.settle(shown(after(*THROWN, line), None, 6)) == "next"
    assert (1, 1, 0, 1) == counted(pieces)


@pytest.mark.parametrize(("place", "wrong"), [(6, 0), (10, 1)])
def test_a_line_that_comes_after_all_have_agreed_is_wrong_if_it_changes_the_game(place: int, wrong: int) -> None:
    """What the box makes of the board once nobody moves it any more."""
    pieces, late = begun(6), Move(to=place, by="camera")
    pieces.settle(shown(after(*THROWN, Move(to=6)), None, 6))
    assert pieces.takes(shown(after(*THROWN, late), late, 7))
    assert pieces.follow(shown(after(*THROWN, late), late, 7)) is None
    assert (1, 0, 0, wrong) == counted(pieces)


def test_pieces_may_be_moved_with_the_next_throw_only() -> None:
    """Then the box is right if its game after that throw is the one that was meant."""
    for is_followed in (True, False):
        pieces = begun(10, ("late",))
        meant = pieces.late
        assert isinstance(meant, Intention)
        assert pieces.before_throw(shown(after(*THROWN))) is meant.after
        die = Die(color=meant.after.awaits or "", value=2, by="camera")
        game = apply(meant.after if is_followed else after(*THROWN), die)
        assert pieces.begin(shown(game, die, 6))
        assert pieces.settle(shown(game, None, 6)) == "settled"
        assert (1, not is_followed, 0, 0) == counted(pieces)


def test_a_steal_that_is_not_seen_is_called() -> None:
    """Nobody says it as long as the board may show it."""
    on_first = after(*THROWN[:3], Die(color="white", value=5), Die(color="blue", value=1))
    pieces = next(
        each
        for each in (PiecePlay(Table(), seed, Handling()) for seed in range(50))  # type: ignore[arg-type] # as above
        if each.begin(shown(on_first, Die(color="blue", value=1)))
    )
    assert pieces.settle(shown(on_first)) == Call(call="steal")
    assert (1, 1, 0, 0) == counted(pieces)


def test_a_hint_is_counted_once() -> None:
    """As long as it stands it is the same one."""
    pieces = begun(6)
    for hint in ("", "a step short", "a step short", "", "a step short"):
        pieces.board = partial(BoardState, hint=hint)
        pieces.takes(shown(after(*THROWN)))
    assert 2 == pieces.tally.hints


@pytest.mark.parametrize("hint", ["", "a step short"])
def test_misplaced_runner_is_moved_where_the_hint_shows(hint: str) -> None:
    """Without a press, once the hint could be read; without a hint a player presses."""
    table = Table()
    pieces, game = begun(10, ("short",), table), after(*THROWN)
    assert pieces.settle(shown(game)) == "looks"
    pieces.board = partial(BoardState, hint=hint)
    assert pieces.settle(shown(game)) == (None if hint else "next")
    assert [after(*THROWN, Move(to=10)).runners] * bool(hint) == [each.runners for each in table.set_up_as]
    assert (1, not hint, bool(hint), 0) == counted(pieces)


@pytest.mark.parametrize(("hint", "then"), [(NEXT_THROW_TELLS, "settled"), ("", "next")])
def test_who_carried_the_ball_throws_on_where_the_next_throw_tells(hint: Words, then: str) -> None:
    """A 10 was thrown to first or carried there: without a press where the box says so, and by the next line right."""
    lines = (Set(runners=(18,)), Die(color="blue", value=1), Call(call="steal"), Die(color="white", value=3))
    thrown = after(*lines, Die(color="blue", value=10))
    carried = apply(thrown, Ball(to=6))
    pieces = begun(10)
    pieces.tally = BoardTally(plays=1)
    pieces.meant = Intention(after(*lines), 6, carried, is_default=False)
    assert pieces.settle(shown(thrown)) == "looks"
    pieces.board = partial(BoardState, hint=hint)
    assert pieces.settle(shown(thrown)) == then
    if then == "settled":
        assert pieces.before_throw(shown(thrown)) is carried
        die = Die(color="white", value=2, by="camera")
        assert pieces.begin(shown(apply(carried, die), die, 8))
        assert pieces.settle(shown(apply(carried, die), None, 8)) == "settled"
    assert (1, not hint, bool(hint), 0) == counted(pieces)


def test_whoever_takes_over_is_not_disturbed() -> None:
    """Hands that were on the way press nothing more."""
    pieces = begun(6)
    pieces.forget()
    assert pieces.settle(shown(after(*THROWN))) is None
    assert not pieces.takes(shown(after(*THROWN)))


def test_half_innings_are_counted() -> None:
    """Each in which somebody threw, once."""
    pieces = begun(6)
    pieces.forget()
    for game in (after(*THROWN[:1]), after(*THROWN), after(*[Press(button="out")] * 3)):
        pieces.before_throw(shown(game))
    total = BoardTally(1, 1, 1, 1)
    total.add(pieces.tally)
    assert (2, 2, 1, 1, 1) == (total.half_innings, total.plays, total.by_hand, total.hints, total.wrong)


def test_the_tally_is_words() -> None:
    """The last line but one of a simulated game."""
    assert "plays 9, by hand 2, hints 1, wrong 0" == str(BoardTally(9, 2, 1, 0))


def test_a_played_line_is_not_one_of_the_boards() -> None:
    """The die's own line is for the players who threw it."""
    pieces = begun(6)
    pieces.forget()
    die = relined(THROWN[-1], by="camera")
    assert not pieces.takes(shown(after(*THROWN), die))


class ThrowingTable(Table):
    """Where all lies still, and throws are counted."""

    filming = False

    def __init__(self) -> None:
        super().__init__()
        self.throws = 0

    def throw(self, game: Game, _: object) -> Throw:
        """Count it."""
        self.throws += 1
        return Throw("die", game.awaits or "", 5)


@pytest.mark.parametrize("is_noted", [True, False])
@pytest.mark.parametrize("is_at_rest", [True, False])
def test_players_who_waited_for_another_house_play_on(*, is_noted: bool, is_at_rest: bool) -> None:
    """Their line was on its way, with a notice or without one; all came to rest meanwhile, or does so later."""
    for seed in range(200):
        table, waits = ThrowingTable(), SimpleNamespace(on=False)
        players = Players(table, SimulatedButtons(), seed, lambda do: do(), calls=False)  # type: ignore[arg-type] # likewise
        players.pieces = PiecePlay(table, seed, TIDY)  # type: ignore[arg-type] # likewise
        players.waits = partial(getattr, waits, "on")
        players(shown(after(*THROWN), THROWN[-1]))
        meant = players.pieces.meant
        assert meant is not None
        if not meant.is_default:
            break
    assert isinstance(meant.answer, int)
    waits.on = True
    if is_noted:
        players(shown(after(*THROWN)))
    table.filming = not is_at_rest
    players.idle()
    waits.on = False
    players(shown(meant.after, Move(to=meant.answer, by="camera"), 6))
    if not is_at_rest:
        assert table.throws == 0
        table.filming = False
        players.idle()
    assert table.throws == 1
