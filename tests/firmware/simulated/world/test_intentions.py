"""Simulated players mean what the law allows, and say nothing that a die or the board says."""

from __future__ import annotations

from collections import Counter

import numpy as np

from firmware.simulated.world.intentions import intended, is_shown, same_table, unsaid
from firmware.simulated.world.players import Throw, next_throw
from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Call, Chip, Die, Event, Hold, Move, Setup, Skip, Team

SETUP = Setup(rules="diamante-major", innings=3, away=Team(name="A", color="red"), home=Team(name="B", color="blue"))
IN_PLAY: tuple[Event, ...] = (Die(color="blue", value=3), Die(color="red", value=6), Chip(face="hit"))


def rng(seed: int) -> np.random.Generator:
    """Chance, the same each time."""
    return np.random.default_rng(seed)


def after(*events: Event) -> Game:
    """The game after these lines."""
    game = start(SETUP)
    for each in events:
        game = apply(game, each)
    return game


def event(thrown: Throw) -> Event:
    """What a perfect reader makes of a throw."""
    return Chip(face=thrown.face) if thrown.face else Die(color=thrown.color, value=thrown.value or 0)


def test_a_whole_game_is_played_by_what_is_meant() -> None:
    """Every intention is lawful, and so is the die that is thrown without a word."""
    game, chance, met = start(SETUP), rng(3), Counter[str]()
    while not game.over:
        meant = intended(game, chance)
        game = game if meant is None else meant.after
        kept = unsaid(game, chance)
        met.update({"meant": meant is not None, "unsaid": kept is not game})
        game = apply(game, event(next_throw(kept, chance)))
    assert min(met.values()) > 2


def test_a_runner_goes_where_he_may() -> None:
    """With a 9 (the + helmet's 10) the batter may stop on first base or go on: mostly he does what is likeliest."""
    game = after(*IN_PLAY, Die(color="white", value=9))
    seen = Counter(meant.answer for seed in range(200) if (meant := intended(game, rng(seed))) is not None)
    assert set(game.options) == set(seen)
    assert game.options[0] == seen.most_common(1)[0][0]


def test_what_is_meant_is_what_comes_of_saying_it() -> None:
    """The game that players mean is the one in which a button says the same."""
    game = after(*IN_PLAY, Die(color="white", value=9))
    for seed in range(20):
        meant = intended(game, rng(seed))
        assert meant is not None
        assert isinstance(meant.answer, int)
        assert same_table(meant.after, apply(game, Move(to=meant.answer)))
        assert meant.is_default == (meant.answer == game.options[0])


def test_nothing_is_meant_where_the_law_leaves_nothing() -> None:
    """After a pitch with nobody on there is nothing to show."""
    assert intended(after(Die(color="blue", value=3)), rng(1)) is None


def test_a_die_says_that_a_runner_stays() -> None:
    """Where every runner may stay the fielders' die says so, and the players throw it now and then."""
    on_first = after(*IN_PLAY, Die(color="white", value=5), Die(color="blue", value=1), Call(call="steal"))
    dice = {unsaid(on_first, rng(seed)).awaits for seed in range(20)}
    assert {"white", "blue"} == dice


def test_call_that_the_board_shows_is_not_entered() -> None:
    """The Ball at home shows a steal; nothing shows a bunt."""
    assert [True, True, True, False] == [is_shown(e) for e in (Skip(), Hold(), Call(call="steal"), Call(call="bunt"))]
