"""Who is up, on the panel: D49 and D53."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace
from PIL import Image, ImageChops

from scoreboard.display import LAYOUTS, draw, monochrome
from scoreboard.display.fonts import SLIM, SMALL, TINY, Font
from scoreboard.display.initials import player_initials
from scoreboard.rules import apply, start
from scoreboard.rules.events import Call, RulesName, Setup, Team
from scoreboard.rules.house_rules import Helmet
from scoreboard.rules.state import Choice, DiamantePlay, Dugouts, Game, Runner

Size = tuple[int, int]
HIGH = (64, 32)
LETTERS, NAMES = 0, 6
"""Half seconds from which each stays in a team's corner."""
CORNERS = {
    (64, 16): {"away": (0, 0, 14, 7), "home": (50, 0, 64, 7)},
    HIGH: {"away": (0, 0, 16, 9), "home": (48, 0, 64, 9)},
}
MINUTE = range(60)
"""Half seconds in which every page of both was there."""
every_size = pytest.mark.parametrize("size", [(64, 16), HIGH], ids=["64x16", "64x32"])
low_sizes = pytest.mark.parametrize("size", [(32, 8), (64, 8), (32, 16), (64, 16)])
"""Panels without room for the helmets beside the diamond."""


def moment(rules: RulesName = "diamante-amateur", named: bool = True, **state: object) -> Game:
    """A game of two partners against two, at the moment that ``state`` says."""
    reds = Team(name="Reds", color="red", players=("Ana", "Leo") if named else UNSET)
    blues = Team(name="Blues", color="blue", players=("Mia", "Miguel") if named else UNSET)
    return replace(start(Setup(rules=rules, innings=3, away=reds, home=blues)), **state)


def major(named: bool = False, **state: object) -> Game:
    """A game of helmets."""
    return moment("diamante-major", named, **state)


def corner(game: Game, side: str, tick: int, size: Size = (64, 16)) -> Image.Image:
    """What a panel of one colour shows above that team's runs."""
    return monochrome(draw(game, size, tick=tick)).crop(CORNERS[size][side])


def with_bases(game: Game, size: Size) -> list[int]:
    """The half seconds at which the bases are shown, and not what is due in their place."""
    layout = LAYOUTS[size]
    return [tick for tick in MINUTE if layout.fields(game, tick) == layout.pages["game"]]


def shows(picture: Image.Image, text: str, fonts: Sequence[Font] = (SLIM, SMALL, TINY)) -> bool:
    """Whether that picture is ``text``, in one of those fonts, and nothing else."""
    box = picture.getbbox()
    return box is not None and any(
        "".join(font.write(text)).replace(".", "0").replace("#", "1")
        == "".join(str(int(bool(pixel))) for pixel in picture.crop(box).convert("L").tobytes())
        for font in fonts
    )


@every_size
def test_corners_name_batter_and_pitcher(size: Size) -> None:
    """D53: above each team's runs, between plays, whoever of its players is up."""
    game = moment()
    assert (True, True) == (
        shows(corner(game, "away", NAMES, size), "ANA"),
        shows(corner(game, "home", NAMES, size), "MIA"),
    )
    later = moment(half="bottom", partners=replace(game.partners, away=1, home=1))
    assert shows(corner(later, "away", NAMES, size), "LEO")
    assert shows(corner(later, "home", NAMES, size), "MIG")


@every_size
def test_team_without_players_keeps_its_letters(size: Size) -> None:
    """D53: only Home plays with partners: Away's corner stands still."""
    game = moment()
    setup = replace(game.setup, away=Team(name="Reds", color="red"))
    half = replace(game, setup=setup)
    assert 1 == len({corner(half, "away", tick, size).tobytes() for tick in MINUTE})
    assert shows(corner(half, "home", NAMES, size), "MIA")


def helmet_pages(game: Game, size: Size) -> list[Image.Image]:
    """What a panel of one colour shows while it has a page of the helmet at bat."""
    page = LAYOUTS[size].pages["helmet"]
    return [monochrome(draw(game, size, tick=tick)) for tick in MINUTE if LAYOUTS[size].fields(game, tick) == page]


@low_sizes
def test_the_three_helmets_look_different_at_bat(size: Size) -> None:
    """D49: +, plain and - are distinguished without colours."""
    pictures = {picture.tobytes() for helmet in (0, 1, 3) for picture in helmet_pages(major(at_bat=helmet), size)}
    assert 3 == len(pictures)
    assert helmet_pages(moment(named=False), size) == []


@every_size
def test_a_helmet_never_takes_a_names_place(size: Size) -> None:
    """A cap above the runs was read as something that hides the team."""
    game = major()
    for side in ("away", "home"):
        assert 1 == len({corner(game, side, tick, size).tobytes() for tick in MINUTE})


@every_size
def test_a_sign_takes_turns_with_the_letters(size: Size) -> None:
    """STL alone above the runs was read as the name of a team."""
    game = apply(
        start(Setup(rules="four-dice", away=Team(name="Reds", color="red"), home=Team(name="Blues", color="blue"))),
        Call(call="steal"),
    )
    letters, sign = (shows(corner(game, "away", tick, size), text) for tick, text in ((0, "RED"), (6, "STL")))
    assert letters
    assert sign


@every_size
@pytest.mark.parametrize("rules", ["diamante-amateur", "diamante-major"])
def test_a_teams_letters_are_there_half_of_the_time(rules: RulesName, size: Size) -> None:
    """Who comes to the table late need not wait three seconds to see which team is which."""
    game, plain = moment(rules), moment(rules, named=False)
    shown = [corner(game, "away", tick, size).tobytes() for tick in MINUTE]
    assert 30 == shown.count(corner(plain, "away", LETTERS, size).tobytes())
    assert {shown[tick] for tick in range(6)} == {shown[tick] for tick in range(12, 18)}


@every_size
@pytest.mark.parametrize("rules", ["diamante-amateur", "diamante-major"])
def test_nothing_else_gives_way(rules: RulesName, size: Size) -> None:
    """Runners, count and inning are to be read but while what is due has their place; the score always is."""
    game = moment(rules, men=(Runner(place=18), Runner(place=7)), balls=3, strikes=2, outs=2, away=12, home=100)
    pictures = [draw(game, size, tick=tick) for tick in with_bases(game, size)]
    assert len(pictures) == {(64, 16): 36, HIGH: 60}[size]
    for box in CORNERS[size].values():
        for picture in pictures:
            picture.paste(0, box)
    assert 1 == len({picture.tobytes() for picture in pictures})


@every_size
@pytest.mark.parametrize("phase", ["swing", "toss", "run", "throw"])
@pytest.mark.untraced
def test_corners_stay_during_a_play(phase: str, size: Size) -> None:
    """What blinks then is what may be chosen."""
    game = major(named=True, phase=phase)
    assert 1 == len({draw(game, size, tick=tick).tobytes() for tick in with_bases(game, size)})


@every_size
def test_while_a_choice_is_open_the_corners_stand_still(size: Size) -> None:
    """D55: the play is over, but NEXT would still change it."""
    game = moment(men=(Runner(place=8),), options=(8, 6))
    choice = Choice(before=game, value=8, options=(8, 6), chosen=8)
    game = replace(game, play=DiamantePlay(choice=choice))
    assert 1 == len({corner(game, "away", tick, size).tobytes() for tick in MINUTE})


@every_size
def test_no_player_is_up_at_the_end(size: Size) -> None:
    """The end of a game belongs to the teams."""
    over, nameless = (major(named, phase="over", winner="home", half="bottom") for named in (True, False))
    assert all(draw(over, size, tick=tick).tobytes() == draw(nameless, size, tick=tick).tobytes() for tick in range(48))
    assert all(
        corner(over, "home", 0, size).tobytes() == corner(over, "home", tick, size).tobytes() for tick in range(48)
    )


@every_size
@given(tick=st.sampled_from(MINUTE))
def test_without_names_and_helmets_the_panel_is_as_ever(size: Size, tick: int) -> None:
    """In a game of one against one at the Amateur level nothing gives way to anything."""
    game = moment(named=False)
    assert all(corner(game, side, 0, size) == corner(game, side, tick, size) for side in ("away", "home"))


def test_no_two_dugouts_look_alike() -> None:
    """D49: on 64x32 who bats and who comes after can be told without colours, in every order of every line-up."""
    lineups: list[tuple[Helmet, ...]] = [("+", "", "", "-"), ("+", "+", "-", "-"), ("", "", "", "+")]
    orders, pictures = set(), set()
    for lineup in lineups:
        team = Team(name="Reds", color="red", lineup=lineup)
        for first, *others in permutations(range(4)):
            game = major(at_bat=first, dugouts=Dugouts(away=tuple(others)))
            game = replace(game, setup=replace(game.setup, away=team))
            orders.add((game.batter, game.dugout))
            pictures.add(monochrome(draw(game, HIGH)).tobytes())
    assert len(orders) == len(pictures) == 12 + 6 + 4


def test_helmets_on_the_path_leave_the_dugout() -> None:
    """D49: on 64x32 as many helmets are above the diamond as wait there, and who bats."""
    strip = (25, 0, 48, 5)
    waiting = [
        monochrome(draw(major(at_bat=1, dugouts=Dugouts(away=bench)), HIGH)).crop(strip)
        for bench in ((2, 0, 3), (2, 0), (2,), ())
    ]
    lights = [sum(map(bool, picture.convert("L").tobytes())) for picture in waiting]
    assert [12 + 12 + 9 + 5, 12 + 12 + 9, 12 + 12, 12] == lights


@pytest.mark.parametrize("half", ["top", "bottom"])
def test_dugout_and_runners_never_overlap(half: str) -> None:
    """Wherever a runner is, what he lights and what the dugout lights have no pixel in common, nor any side by side."""
    bare = moment(named=False, half=half, innings=99)
    dugout = ImageChops.difference(draw(bare, HIGH), draw(major(half=half, innings=99), HIGH)).convert("L").getbbox()
    assert dugout is not None
    for place in range(1, 24):
        runner = replace(bare, men=(Runner(place=place),), ball="3B" if place != 18 else "1B")
        assert monochrome(draw(runner, HIGH)).crop(dugout).getbbox() is None


NAMES_OF_PLAYERS = st.text(st.sampled_from("ABNaeé Ñ-'東"), min_size=1, max_size=8)


@given(players=st.lists(NAMES_OF_PLAYERS, min_size=1, max_size=2, unique=True))
def test_partners_differ_in_three_letters(players: list[str]) -> None:
    """D53: whatever their names; and what stands for one fits above the runs."""
    letters = [player_initials(player, players) for player in players]
    assert len(players) == len({TINY.write(each) for each in letters})
    assert all(0 < TINY.width(each) <= 11 for each in letters)


@pytest.mark.parametrize(
    ("players", "letters"),
    [
        (("Leonardo",), ["LEO"]),
        (("Ana", "Jo"), ["ANA", "JO"]),
        (("Mario", "Marta"), ["MAO", "MAA"]),
        (("Ana B", "Ana C"), ["ANB", "ANC"]),
        (("Ana Bob", "Ana Cob"), ["ANB", "ANC"]),
        (("東", "大"), ["1", "2"]),
        (("Ana", "🦁"), ["ANA", "2"]),
        (("Ana", "Ana"), ["1", "1"]),
    ],
)
def test_players_are_called_as_their_names_begin(players: tuple[str, ...], letters: list[str]) -> None:
    """Three letters of it, others where two begin alike, a number where no letters help."""
    assert letters == [player_initials(player, players) for player in players]
