"""What the face tells of a game, and that no two games that differ look alike."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops
from support.lab import in_the_lab
from support.scoring import SETUP

from scoreboard.display import LAYOUTS, DisplayError, Question, UnknownPanelSizeError, draw, monochrome
from scoreboard.display.diamond import Diamond
from scoreboard.display.fields import DisplayField
from scoreboard.display.panel_scene import PanelScene
from scoreboard.rules import start
from scoreboard.rules.events import Setup, Target, Team
from scoreboard.rules.state import Answer, Choice, DiamantePlay, Game, Runner

pytestmark = pytest.mark.untraced  # every part of a picture is drawn in the tests of the layouts, too

PLACES = range(1, 24)
BALLS: tuple[Target, ...] = ("Z1", "1B", "2B", "3B", "HP")

Size = tuple[int, int]
SMALL: tuple[Size, ...] = ((64, 16), (32, 8))
"""The size of most panels, and the one with the least room."""


def size_id(size: object) -> str:
    """How a test calls a panel's size."""
    assert isinstance(size, tuple)
    return "x".join(map(str, size))


every_size = pytest.mark.parametrize("size", LAYOUTS, ids=size_id)
hundreds_at_every_size = pytest.mark.parametrize(
    "size", [*SMALL, *in_the_lab(size for size in LAYOUTS if size not in SMALL)], ids=size_id
)
"""For hundreds of pictures: in `make test` where they are most likely to look alike."""
WHOLE = (0, 2, 1, 6)
"""Half as high as the runs beside it, which it would turn into 17 from 7."""

names = st.text(min_size=1, max_size=40)
setups = st.builds(
    Setup,
    rules=st.just("diamante-amateur"),
    away=st.builds(Team, name=names, color=st.sampled_from(["red", "no such colour"])),
    home=st.builds(Team, name=names, color=st.sampled_from(["blue", "black"])),
    innings=st.integers(min_value=1, max_value=99),
)
answers: st.SearchStrategy[Answer] = st.one_of(st.integers(min_value=1, max_value=24), st.sampled_from(BALLS))


@st.composite
def games(draw_: st.DrawFn) -> Game:
    """Any game that the rules could come to, and some that they could not."""
    places = draw_(st.lists(st.sampled_from(PLACES), unique=True, max_size=4))
    game = replace(
        start(draw_(setups)),
        inning=draw_(st.integers(min_value=1, max_value=999)),
        half=draw_(st.sampled_from(["top", "bottom"])),
        balls=draw_(st.integers(min_value=0, max_value=3)),
        strikes=draw_(st.integers(min_value=0, max_value=2)),
        outs=draw_(st.integers(min_value=0, max_value=3)),
        away=draw_(st.integers(min_value=0, max_value=2000)),
        home=draw_(st.integers(min_value=0, max_value=2000)),
        men=tuple(Runner(place=place) for place in places),
        ball=draw_(st.one_of(answers, st.sampled_from(["Z3", "Z9"]))),
        phase=draw_(st.sampled_from(["pitch", "swing", "homer", "toss", "run", "throw", "over"])),
        winner=draw_(st.sampled_from([None, "away", "home"])),
    )
    return with_choice(game, *draw_(st.lists(answers, max_size=4)))


def with_choice(game: Game, *options: Answer) -> Game:
    """``game`` after a throw that has these answers, the first in effect."""
    if not options:
        return game
    choice = Choice(before=game, value=9, options=options, chosen=options[0])
    return replace(game, options=options, play=DiamantePlay(choice=choice))


def moment(runners: tuple[int, ...] = (), **state: object) -> Game:
    """A game between two teams, at the moment that ``state`` says."""
    away, home = Team(name="Reds", color="red"), Team(name="Blues", color="blue")
    game = start(Setup(rules="diamante-amateur", innings=9, away=away, home=home))
    return replace(game, men=tuple(Runner(place=place) for place in runners), **state)


def one_colour(game: Game, size: Size = (64, 16), *, tick: int = 0) -> bytes:
    """The face on a panel of one colour: what is told by colour alone is lost here."""
    return monochrome(draw(game, size, tick=tick)).tobytes()


def every_page(game: Game, size: Size) -> bytes:
    """All that a panel of one colour shows in turn."""
    starts, turns = [0], LAYOUTS[size].turns(game)
    for turn in turns[:-1]:
        starts.append(starts[-1] + turn.ticks)
    return b"".join(one_colour(game, size, tick=tick) for tick in starts)


def lit(field: DisplayField, game: Game, size: Size) -> Iterator[tuple[int, int]]:
    """The pixels that this field alone lights on a panel of one colour."""
    picture = Image.new("RGB", size)
    field.paint(picture, PanelScene(game))
    shown = monochrome(picture).convert("1")
    return ((x, y) for y in range(size[1]) for x in range(size[0]) if shown.getpixel((x, y)))


def bases(game: Game, tick: int = 0) -> Image.Image:
    """The part of the panel where the bases are."""
    return draw(game, tick=tick).crop((20, 0, 37, 16))


def bars(game: Game) -> tuple[object, object]:
    """What is lit of each team's bar on a panel of one colour."""
    picture = monochrome(draw(game))
    return picture.crop((0, 8, 1, 16)).getbbox(), picture.crop((63, 8, 64, 16)).getbbox()


@given(game=games(), tick=st.integers(min_value=0, max_value=10**9), size=st.sampled_from(list(LAYOUTS)))
def test_every_game_has_a_picture(game: Game, tick: int, size: tuple[int, int]) -> None:
    """Whatever the names, the numbers and the moment, the panel gets a picture of its size."""
    picture = draw(game, size, tick=tick)
    assert ("RGB", size) == (picture.mode, picture.size)


@given(game=games(), tick=st.integers(min_value=0, max_value=100))
def test_a_picture_depends_on_nothing_but_its_arguments(game: Game, tick: int) -> None:
    """Drawing remembers nothing: the same game at the same tick is the same picture."""
    assert draw(game, tick=tick).tobytes() == draw(game, tick=tick).tobytes()


@pytest.mark.once
@hundreds_at_every_size
@pytest.mark.parametrize("side", ["away", "home"])
def test_no_two_scores_look_alike(side: str, size: Size) -> None:
    """Each team's runs can be told from the panel, up to 999."""
    assert 1000 == len({every_page(replace(moment(), **{side: runs}), size) for runs in range(1000)})


@every_size
def test_no_two_counts_look_alike(size: Size) -> None:
    """Balls, strikes and outs can be told from the panel."""
    counts = list(product(range(4), range(3), range(3)))
    pictures = {every_page(moment(balls=balls, strikes=strikes, outs=outs), size) for balls, strikes, outs in counts}
    assert len(counts) == len(pictures)


@pytest.mark.once
@hundreds_at_every_size
def test_no_two_moments_of_a_game_look_alike(size: Size) -> None:
    """Inning and half can be told from the panel, in the longest game there is."""
    played = list(product(range(1, 100), ("top", "bottom")))
    pictures = {every_page(moment(innings=99, inning=inning, half=half), size) for inning, half in played}
    assert len(played) == len(pictures)


@pytest.mark.once
@hundreds_at_every_size
def test_no_two_sets_of_runners_look_alike(size: Size) -> None:
    """Where each runner stands, on a base or between, can be told from the panel."""
    sets = [places for number in range(4) for places in combinations(PLACES, number)]
    assert len(sets) == len({every_page(moment(places), size) for places in sets})


@every_size
@pytest.mark.parametrize("taken", [(), (6, 12, 18)], ids=["bases empty", "bases full"])
def test_a_runner_a_step_short_of_a_base_does_not_touch_it(taken: tuple[int, ...], size: Size) -> None:
    """Between a runner on his way and every base, home plate too, it is dark all round."""
    (diamond,) = {each for page in LAYOUTS[size].pages.values() for each in page if isinstance(each, Diamond)}
    for place in set(PLACES) - {6, 12, 18}:
        without, with_him = (set(lit(diamond, moment(places), size)) for places in (taken, (*taken, place)))
        runner = with_him - without
        assert runner
        assert not {(x + a, y + b) for x, y in runner for a in (-1, 0, 1) for b in (-1, 0, 1)} & without


@pytest.mark.once
@hundreds_at_every_size
def test_the_ball_on_a_base_is_no_runner(size: Size) -> None:
    """A ball on a base is never mistaken for a runner, nor hidden by one."""
    sets = [places for number in range(3) for places in combinations(PLACES, number)]
    pictures = {every_page(moment(places, ball=ball, phase="throw"), size) for places in sets for ball in BALLS}
    assert len(sets) * len(BALLS) == len(pictures)


def test_extra_innings_show_an_x() -> None:
    """After the innings agreed the panel shows X, however many there are (D9)."""
    assert one_colour(moment(inning=10)) == one_colour(moment(inning=14)) != one_colour(moment(inning=9))


def test_bar_marks_the_team_at_bat() -> None:
    """Without colours one sees who bats."""
    assert (WHOLE, None) == bars(moment(half="top"))
    assert (None, WHOLE) == bars(moment(half="bottom"))


def test_the_bar_ends_under_the_winner() -> None:
    """When the game is over the bar is the winner's, whoever batted last."""
    assert (WHOLE, None) == bars(moment(phase="over", winner="away", half="bottom"))
    assert (None, WHOLE) == bars(moment(phase="over", winner="home", half="top"))


def test_the_arrows_run_toward_the_winner() -> None:
    """At the end one arrow after the other lights, the one nearest the winner last."""
    over = moment(phase="over", winner="home", half="bottom")
    reach = [monochrome(draw(over, tick=tick)).crop((13, 9, 51, 16)).getbbox() for tick in range(4)]
    assert [(4, 0, 8, 7), (4, 0, 18, 7), (4, 0, 28, 7), (4, 0, 8, 7)] == reach


def test_the_runner_who_may_go_elsewhere_blinks() -> None:
    """While NEXT would place him elsewhere he is dark every other half second, and the others are not (D55)."""
    game = with_choice(moment((12, 8)), 8, 6)
    assert bases(moment((12, 8))).tobytes() == bases(game).tobytes()
    assert bases(moment((12,))).tobytes() == bases(game, tick=1).tobytes()
    assert [bases(game, tick=tick).tobytes() for tick in (0, 1)] == [
        bases(game, tick=tick).tobytes() for tick in (2, 3)
    ]


def test_the_ball_that_may_go_elsewhere_blinks_with_its_base() -> None:
    """While NEXT would throw it elsewhere, the ball and the base it was thrown to are dark every other half second."""
    game = with_choice(moment((12, 8)), "2B", "1B")
    second_base, the_rest = (25, 0, 30, 5), (20, 7, 37, 16)
    assert bases(moment((12, 8), ball="2B")).tobytes() == bases(game).tobytes()
    assert monochrome(draw(game, tick=1)).crop(second_base).getbbox() is None
    assert bases(game).crop(the_rest).tobytes() == bases(game, tick=1).crop(the_rest).tobytes()


def test_a_throw_home_blinks_at_home() -> None:
    """A fielder's choice of home plate is seen there, though nobody stands on it."""
    game = with_choice(moment((20,)), "HP", "3B")
    assert [True, False] == [
        monochrome(draw(game, tick=tick)).crop((27, 14, 30, 16)).getbbox() is not None for tick in (0, 1)
    ]


def test_home_plate_blinks_for_a_runner_who_may_have_stopped() -> None:
    """A run scored on a default is still a choice, and is seen to be one."""
    game = with_choice(moment(home=1, half="bottom"), 24, 18)
    difference = ImageChops.difference(
        monochrome(bases(game)).convert("L"), monochrome(bases(game, tick=1)).convert("L")
    )
    assert (7, 14, 10, 16) == difference.getbbox()


def test_without_a_choice_nothing_blinks() -> None:
    """A game under way stands still on the panel, so that what does blink is seen."""
    game = moment((18, 8), ball="2B", balls=2)
    assert draw(game, tick=0).tobytes() == draw(game, tick=1).tobytes()


def test_a_game_won_on_a_default_can_still_be_restated() -> None:
    """No panel says that it is over as long as NEXT would change it (D32)."""
    won = with_choice(moment((12,), phase="over", winner="home", half="bottom"), 24, 18)
    final = replace(won, options=(), play=DiamantePlay())
    for size, layout in LAYOUTS.items():
        end = {turn.page for turn in layout.shown.over} - {"score", "score-away", "score-home"}
        assert end & {turn.page for turn in layout.turns(final)}, size
        assert not end & {turn.page for turn in layout.turns(won)}, size


def test_a_question_takes_the_panel() -> None:
    """While a die is asked about the panel shows nothing else, whatever the score."""
    question = Question("red", 6)
    assert draw(moment(), question=question).tobytes() == draw(moment(away=5), question=question).tobytes()


def test_a_panel_without_a_layout_is_named() -> None:
    """A size that no face fits says which do."""
    with pytest.raises(
        UnknownPanelSizeError, match="no face for a panel of 40x16: choose 32x8, 64x8, 32x16, 64x16, 64x32, 128x32"
    ) as caught:
        draw(moment(), (40, 16))
    assert isinstance(caught.value, DisplayError)


@every_size
def test_a_tie_is_written_in_turn_with_final(size: Size) -> None:
    """H3: not where a game was called with nobody as its winner, though the score be level."""
    tie = replace(start(SETUP), phase="over", away=4, home=4)
    called = replace(tie, ended="called")
    seen = [{draw(game, size, tick=tick).tobytes() for tick in range(80)} for game in (tie, called)]
    assert 1 == len(seen[0] - seen[1])
    assert not seen[1] - seen[0]
