"""Pictures to send on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs
from PIL import ImageChops
from support.scoring import SETUP, played

from scoreboard.display import SHAPES, PanelScene, Shape, share_picture
from scoreboard.rules.events import End, Press, Team
from scoreboard.rules.state import Game

SIZES: dict[Shape, tuple[int, int]] = {"square": (1080, 1080), "wide": (1200, 630)}
NAMES = (
    "Reds",
    "Los Ñandúes",
    "Ἀθῆναι",
    "東京ジャイアンツ",
    "🦅🦅🦅",
    "Вікторія Київ",
    "W" * 40,
    "\u202e<b>&",
    "הפועל",
)
INNINGS = (0, 1, None), (2, 0, None)


def game_of(name: str, *presses: str) -> Game:
    """A game in which Away are called that."""
    setup = structs.replace(SETUP, away=Team(name=name, color="red"))
    return played(*(Press(button=press) for press in presses), setup=setup).game  # type: ignore[arg-type]


def scene(game: Game) -> PanelScene:
    """With runs by inning."""
    return PanelScene(game, innings=lambda: INNINGS)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_written_in_either_shape(shape: Shape, name: str) -> None:
    """By the panel's own fonts, whatever the script; long words and long sentences stay on the picture."""
    for caption in (f"{name} win!", "A hit to zone 9! " * 60):
        assert SIZES[shape] == share_picture(scene(game_of(name, "homerun")), shape, name, caption).size


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "change",
    [
        lambda game: structs.replace(game, away=game.away + 1),
        lambda game: structs.replace(game, outs=1),
        lambda game: structs.replace(game, men=()),
    ],
    ids=["runs", "outs", "bases"],
)
def test_what_stands_is_seen(shape: Shape, change: Callable[[Game], Game]) -> None:
    """Runs, outs and who is on base, each by itself."""
    game = played(Press(button="run"), Press(button="ball")).game
    walked = played(*[Press(button="ball")] * 4).game
    assert walked.runners
    here = walked if game.runners == () else game
    one, other = (share_picture(scene(each), shape, "Top of 1", "A walk.") for each in (here, change(here)))
    assert ImageChops.difference(one, other).getbbox() is not None


def test_end_is_another_picture() -> None:
    """The winner is framed, and the innings stand below."""
    over = played(Press(button="homerun"), End(why="called", winner="away")).game
    wide, narrow = (share_picture(PanelScene(over, innings=lambda given=given: given), "square", "Final score", "")
                    for given in (INNINGS, ((3,), (0,))))  # fmt: skip
    assert ImageChops.difference(wide, narrow).getbbox() is not None
    lost = structs.replace(over, winner="home")
    assert ImageChops.difference(
        share_picture(scene(lost), "wide", "", ""), share_picture(scene(over), "wide", "", "")
    ).getbbox()
