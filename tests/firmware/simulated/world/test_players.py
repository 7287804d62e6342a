"""Simulated players throw what the game awaits."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from msgspec.structs import replace
from support.rallybird import LAID, on, rally

from firmware.devices.protocols import Buttons, Gesture
from firmware.simulated.peripherals import SimulatedButtons
from firmware.simulated.world.players import Throw, next_call, next_throw
from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Call, Chip, Die, Event, Press, Roll, Setup, Team
from scoreboard.rules.rallybird import digest_of

SETUP = Setup(
    rules="diamante-amateur", innings=3, away=Team(name="Reds", color="red"), home=Team(name="Blues", color="blue")
)


def event(thrown: Throw) -> Event:
    """What an umpire with a perfect reader makes of a throw."""
    if thrown.kind == "chip":
        assert thrown.face is not None
        return Chip(face=thrown.face)
    assert thrown.value is not None
    return Die(color=thrown.color, value=thrown.value)


def rng(seed: int) -> np.random.Generator:
    """Chance, the same each time."""
    return np.random.default_rng(seed)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.untraced
def test_the_players_play_a_whole_game(seed: int) -> None:
    """Every throw is one the law allows, and three innings come to an end."""
    game, chance, throws = start(SETUP), rng(seed), 0
    while game.awaits is not None:
        game, throws = apply(game, event(next_throw(game, chance))), throws + 1
        assert throws < 2000
    assert game.over
    assert game.winner is not None


@pytest.mark.parametrize("seed", range(4))
def test_the_players_play_four_dice(seed: int) -> None:
    """They throw four dice, or the one that is due, and put on signs now and then; nine innings come to an end."""
    game, chance, called = start(replace(SETUP, rules="four-dice", innings=9)), rng(seed), set[str]()
    while game.awaits is not None:
        if isinstance(line := next_call(game, chance), Call):
            game = apply(game, line)
            called.add(line.call)
        thrown = next_throw(game, chance)
        assert len(thrown.dice) == (1 if game.phase == "low-high" else 4)
        game = apply(game, Roll(values=tuple(value for _, value in thrown.dice)))
    assert game.over
    assert {"take", "steal"} <= called


def test_the_players_play_any_card() -> None:
    """Of those in hand each comes up about as often as another, and the gloves are entered as they lie."""
    chance, game = rng(2), rally()
    calls = Counter(line.call for _ in range(2000) if isinstance(line := next_call(game, chance), Call))
    assert {*game.calls} == {*calls}
    assert min(calls.values()) > 90
    assert next_call(on("call:card_Pair", game), chance) == Call(call="gloves A=4/3 B=5/4 C=6/5 D=7/6 E=8/7 F=3/2")


def test_nobody_says_a_card_that_was_chosen_in_secret() -> None:
    """Once the gloves lie it is shown by who chose it, as by the box that plays for one side."""
    chosen = apply(rally(), Call(call=f"commit {digest_of('Pair salt')}"))
    assert next_call(on(LAID, chosen), rng(2)) is None


def at(*events: Event) -> Game:
    """The game after these lines."""
    game = start(SETUP)
    for each in events:
        game = apply(game, each)
    return game


def throws(game: Game, number: int = 300) -> list[Throw]:
    """What the players throw, over and over from the same state."""
    chance = rng(1)
    return [next_throw(game, chance) for _ in range(number)]


def test_a_pitch_is_the_fielding_teams_die() -> None:
    """Home pitches first, with its own die and every value of it."""
    thrown = throws(at())
    assert {"blue"} == {each.color for each in thrown}
    assert set(range(1, 11)) == {each.value for each in thrown}


def test_a_die_falls_fairly() -> None:
    """Each of ten values comes up about as often as the others."""
    counts = Counter(each.value for each in throws(at(), 5000))
    assert all(400 < count < 600 for count in counts.values())


def test_the_batter_always_swings() -> None:
    """After a pitch that must be swung at the batting team's die is thrown."""
    assert {"red"} == {each.color for each in throws(at(Die(color="blue", value=5)))}


def test_now_and_then_a_batter_chases_a_ball() -> None:
    """After a ball it is mostly the next pitch, and sometimes the batter's die (D15)."""
    counts = Counter(each.color for each in throws(at(Die(color="blue", value=1)), 1000))
    assert {"red", "blue"} == set(counts)
    assert 40 < counts["red"] < 140


def test_home_chases_with_its_own_die() -> None:
    """In the bottom half it is Home that bats."""
    outs = [Press(button="out")] * 3
    counts = Counter(each.color for each in throws(at(*outs, Die(color="red", value=1)), 1000))
    assert {"red", "blue"} == set(counts)
    assert counts["blue"] < counts["red"]


def test_the_toss_is_the_chip() -> None:
    """After a hit the chip is tossed, and falls on either face."""
    thrown = throws(at(Die(color="blue", value=3), Die(color="red", value=6)))
    assert {"chip"} == {each.kind for each in thrown}
    assert {"hit", "out"} == {each.face for each in thrown}


def test_runners_throw_the_white_die() -> None:
    """On a ball in play the white die is thrown."""
    running = at(Die(color="blue", value=3), Die(color="red", value=6), Chip(face="hit"))
    assert {"white"} == {each.color for each in throws(running)}


def test_no_throws_after_the_game() -> None:
    """With the game over a throw is refused, and the reason given."""
    over = at(*[Press(button="out")] * 15, Press(button="homerun"))
    with pytest.raises(ValueError, match=r"^there is nothing to throw: the game awaits no throw$"):
        next_throw(over, rng(1))


def test_simulated_buttons_are_heard() -> None:
    """Each press is heard as the gesture it is, by each listener."""
    buttons = SimulatedButtons()
    heard: list[Gesture] = []
    buttons.press("out")
    buttons.listen(heard.append)
    buttons.press("ball")
    buttons.press("redo")
    buttons.close()
    buttons.close()
    buttons.press("strike")
    assert ["ball", "redo"] == heard


def test_simulated_buttons_are_buttons() -> None:
    """They can stand where the real ones do."""
    peer: Buttons = SimulatedButtons()
    peer.close()
