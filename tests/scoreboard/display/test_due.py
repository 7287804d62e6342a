"""What is due, on the panel: whose turn, which die, what number."""

from __future__ import annotations

import pytest
from PIL import Image
from support.rules import MAJOR, play

from scoreboard.display import LAYOUTS, draw, monochrome
from scoreboard.display.due import Due, acting
from scoreboard.display.letters import pages
from scoreboard.language import language, languages
from scoreboard.rules import RULE_SETS, start
from scoreboard.rules.events import Setup, Side, Team
from scoreboard.rules.state import Game

TURNS: dict[str, Side] = {
    "": "home",
    "blue3": "away",
    "blue3 red6": "away",
    "blue3 red6 hit": "away",
    "blue3 red6 hit white4": "home",
    "set:half=bottom": "away",
}


def due_ticks(game: Game, size: tuple[int, int]) -> list[int]:
    """The half seconds at which that panel has a page for what is due."""
    layout = LAYOUTS[size]
    return [tick for tick in range(120) if any(isinstance(field, Due) for field in layout.fields(game, tick))]


@pytest.mark.parametrize(("words", "side"), TURNS.items())
def test_it_is_told_whose_turn_it_is(words: str, side: Side) -> None:
    """The team that pitches, swings, runs or throws."""
    assert side == acting(play(words, start(MAJOR)))


@pytest.mark.parametrize("size", LAYOUTS)
@pytest.mark.parametrize("words", TURNS)
@pytest.mark.untraced
def test_every_panel_has_a_page_for_it(words: str, size: tuple[int, int]) -> None:
    """It is there within fifteen seconds, and not for longer than the score."""
    ticks = due_ticks(play(words, start(MAJOR)), size)
    assert ticks
    assert min(ticks) <= 30
    assert len(ticks) <= 60


def test_the_number_that_is_needed_changes_the_page() -> None:
    """BEAT 3 is not BEAT 8."""
    size = (32, 8)
    low, high = (play(words, start(MAJOR)) for words in ("blue3", "blue8"))
    shown = [[draw(game, size, tick=tick).tobytes() for tick in due_ticks(game, size)] for game in (low, high)]
    assert shown[0] != shown[1]


def test_an_open_choice_is_not_hidden() -> None:
    """D55: what NEXT would change blinks, and nothing takes its turn meanwhile."""
    game = play("blue3 red6 hit white9", start(MAJOR))
    assert len(game.options) > 1
    assert not [size for size in LAYOUTS if due_ticks(game, size)]


def test_nothing_is_due_at_the_end() -> None:
    """A game that is over waits for nobody."""
    game = play("set:inning=9,half=bottom,away=1,home=1 press:homerun", start(MAJOR))
    assert game.over
    assert not [size for size in LAYOUTS if due_ticks(game, size)]


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("rules", RULE_SETS)
def test_it_is_worded_for_panels_in_every_game(rules: str, code: str) -> None:
    """The first thing that is due has words of a panel's own length, which stand whole on the smallest."""
    teams = Team(name="Reds", color="red"), Team(name="Blues", color="blue")
    game = start(Setup(rules=rules, away=teams[0], home=teams[1]))  # type: ignore[arg-type] # each is one
    speaks = language(code)
    assert speaks.has(game.said.key, "panel")
    for page in pages(speaks.say(game.said, "panel"), (32, 8)):
        for line in page:
            assert line.at[0] >= 0 <= line.at[1]
            assert line.at[0] + len(line.written[0]) <= 32


def test_a_panel_of_one_colour_can_be_read_too() -> None:
    """The colour of a team is bright enough, and its die is named."""
    game = start(MAJOR)
    picture: Image.Image = monochrome(draw(game, (64, 16), tick=due_ticks(game, (64, 16))[0]))
    assert picture.getbbox() is not None
