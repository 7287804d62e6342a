"""What holds in every game, lawful lines and unlawful ones mixed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.games import setup
from support.lab import examples
from support.rules import MAJOR, SETUP, read

from scoreboard.language import ENGLISH
from scoreboard.rules import RULE_SETS, Game, Refused, apply, dice_due, start
from scoreboard.rules.diamante.choices import may_state_skip
from scoreboard.rules.events import Ball, Call, Chip, Die, End, Event, Face, Move, Press, Roll, Set, Setup, Skip
from scoreboard.rules.four_dice import SIGNS
from scoreboard.rules.state import SKIP

BUTTONS = ("ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo", "redo")
CALLS = (
    *("keep-running", "run_1B", "run_2B", "run_3B", "new-batter", "bunt", "steal", "tag-up"),
    *("card_Bunt", "aside_Bunt", "rallybird", "flip_A", "lose_A", "intentional-walk"),
)
TARGETS = ("1B", "2B", "3B", "HP", "Z1", "5", "9", "15", "24")
SETS = (
    "runners=6",
    "runners=18+12+6",
    "runners=9+20",
    "outs=2",
    "balls=3,strikes=2",
    "inning=3,half=bottom",
    "home=2",
    "innings=5",
)
MORE_SETS = ("hits=away:3", "names=home:Jays", "at_bat=2", "dugout=3+1", "runners=12+6,helmets=3+0", "runners=")
WORDS = (
    *("skip", "hold", "green4", "hit", "caught"),
    *(f"press:{button}" for button in BUTTONS),
    *(f"call:{call}" for call in (*CALLS, *SIGNS, "balk", "appeal")),
    *(f"ball:{target}" for target in TARGETS),
    *(f"set:{fields}" for fields in (*SETS, *MORE_SETS)),
    *(f"to:{place}" for place in range(25)),
    *(f"{color}{value}" for color in ("red", "blue", "white") for value in (1, 5, 8, 10)),
)
ENDS = (End(why="forfeit", winner="away"), End(why="called", winner=None))
ANYTHING: tuple[Event, ...] = (*(read(word) for word in WORDS), Roll(values=(1, 6)), *ENDS)

awaited = st.integers(1, 10)
"""The number on the die that is due; the chip falls by whether it is even."""
GAMES = (rules for rules in RULE_SETS if not rules.startswith("diamante"))
SETUPS = (SETUP, MAJOR, *(setup(rules, 2) if rules == "rallybird" else replace(SETUP, rules=rules) for rules in GAMES))
setups = st.sampled_from(SETUPS)
lines = st.lists(st.one_of(awaited, awaited, awaited, st.sampled_from(ANYTHING)), max_size=60)


def due(game: Game, number: int) -> Event:
    """The throw that the game awaits."""
    if game.awaits == "dice":
        return Roll(values=tuple((number + at * (number // 2)) % 6 + 1 for at in range(dice_due(game))))
    if game.cards and game.calls:
        return Call(call=game.calls[number % len(game.calls)])
    face: Face = "out" if number % 2 else "hit"
    return Chip(face=face) if game.awaits == "chip" else Die(color=game.awaits or "white", value=number)


def answers_or_corrects(game: Game, event: Event) -> bool:
    """It says that the last throw, or the board, was meant otherwise."""
    chases = isinstance(event, Die) and game.chase and event.color == game.team(game.batting).color
    skips = isinstance(event, Skip) and may_state_skip(game)
    return chases or skips or isinstance(event, Move | Ball | Set) or event == Press(button="next")


def check(game: Game) -> None:
    """What every state keeps to."""
    assert game.outs in ({3, 0, 1, 2} if game.over else {0, 1, 2})
    assert game.balls in range(4)
    assert game.strikes in range(3)
    assert sorted({man.place for man in game.men}, reverse=True) == [man.place for man in game.men]
    assert all(0 < place < 24 for place in game.runners)
    assert game.over == (game.winner is not None or game.ended == "called")
    no_runner_in_turn = game.phase == "run" and all(man.turn != "due" for man in game.men)
    assert (game.over or no_runner_in_turn or game.phase in {"card", "gloves"}) == (game.awaits is None)
    assert game.phase not in {"pitch", "swing", "homer", "toss"} or all(man.turn == "idle" for man in game.men)
    assert game.phase not in {"run", "throw"} or game.men
    assert len(game.options) != 1
    assert SKIP not in game.options[:-1]
    assert game.diamante.choice is None or game.diamante.choice.before.diamante.choice is None
    assert ENGLISH(game.due).endswith((".", "?", "!"))


def one_place_for_each_helmet(game: Game) -> bool:
    """Every helmet of the side at bat is on the path, at the plate or in the dugout, and in one of them only (D49)."""
    plate = [game.at_bat] if game.waiting and game.outs < 3 else []
    path = [man.helmet for man in game.men]
    return [0, 1, 2, 3] == sorted([*path, *plate, *game.bench])


def after(game: Game, event: Event) -> Game:
    """The game after the event if it is lawful, checked on the way; else the same game."""
    try:
        later = apply(game, event)
    except Refused:
        return game
    assert later == apply(game, event)
    check(later)
    if not answers_or_corrects(game, event):
        assert later.away >= game.away
        assert later.home >= game.home
    return later


@pytest.mark.once
@settings(max_examples=examples(150))
@given(setups, lines)
def test_no_line_breaks_a_game(setup: Setup, reported: list[int | Event]) -> None:
    """Any lines in any order are lawful or refused, the same way each time, and leave a state that makes sense."""
    game = start(setup)
    for line in reported:
        game = after(game, due(game, line) if isinstance(line, int) else line)


@pytest.mark.once
@settings(max_examples=examples(60))
@given(setups, lines, st.sampled_from(ANYTHING))
def test_a_line_never_changes_the_state_it_met(setup: Setup, reported: list[int | Event], last: Event) -> None:
    """`apply` is pure: the value it was given, held elsewhere for undo, stays what it was."""
    game = start(setup)
    for line in reported:
        game = after(game, due(game, line) if isinstance(line, int) else line)
    copy = repr(game)
    after(game, last)
    assert copy == repr(game)


@pytest.mark.once
@settings(max_examples=examples(60))
@given(setups, lines)
def test_every_offered_answer_is_lawful(setup: Setup, reported: list[int | Event]) -> None:
    """Each of the options may be stated, and stating one leaves the same options to choose from (D32, D35)."""
    game = start(setup)
    for line in reported:
        game = after(game, due(game, line) if isinstance(line, int) else line)
        for option in game.options:
            running = game.diamante.choice and game.diamante.choice.before.phase == "run"
            answer = read(f"to:{option}" if running else f"ball:{option}") if option != SKIP else read(SKIP)
            assert option == SKIP or game.options == apply(game, answer).options
            assert option == SKIP or apply(game, answer)


@pytest.mark.once
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.rules)
@pytest.mark.parametrize("seed", range(12))
def test_a_game_played_sensibly_ends(seed: int, setup: Setup) -> None:
    """Thrown honestly, with a skip or a hold now and then, a three-inning game comes to an end."""
    dice = Random(seed)  # noqa: S311 - lots for a test, not for a secret
    game = start(setup)
    for _ in range(3000):
        event = due(game, dice.randint(1, 10)) if dice.random() < 0.9 else dice.choice((read("skip"), read("hold")))
        called = Call(call=dice.choice(game.calls)) if game.calls and dice.random() < 0.2 else event
        game = after(game, called)
        assert one_place_for_each_helmet(game)
        if game.over:
            break
    assert game.over
