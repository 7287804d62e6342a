"""The frames of all moments, at every size and in every language."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from scoreboard.display import LAYOUTS, LayoutError, monochrome
from scoreboard.display.fonts import TINY
from scoreboard.display.letters import FAIR, pages, pages_with_icon
from scoreboard.display.moments import NAMES, SHIPPED_MOMENTS, Celebration, Happening, Name, PanelMoments, Text, frame
from scoreboard.display.moments.moment_files import animation
from scoreboard.display.moments.parts import LONGEST_S, Shot
from scoreboard.display.palette import CHALK, RED
from scoreboard.display.panel_scene import PanelScene
from scoreboard.language import language, languages
from scoreboard.message import message
from scoreboard.rules import start
from scoreboard.rules.events import Setup, Team
from scoreboard.rules.state import Game

SIZES = list(LAYOUTS)
TRACED_SIZES = [pytest.param(size, marks=[pytest.mark.untraced] * (size != (64, 16))) for size in SIZES]
"""Each takes the lines of the first."""
NAMED = ("Reds", "Tecolotes de los Dos Laredos")


def game(*, over: bool = False) -> Game:
    """A game in an extra inning; Home has just won if it is over."""
    away, home = Team(name=NAMED[0], color="red"), Team(name=NAMED[1], color="blue")
    begun = replace(start(Setup(rules="diamante-amateur", innings=3, away=away, home=home)), inning=4, half="bottom")
    return replace(begun, away=11, home=12, winner="home", phase="over") if over else begun


def moment(name: Name) -> Celebration:
    """That moment, as a play brings it."""
    key = {"hit": "hit-zone"}.get(name, name)
    sum_of = {"value": 10, "helmet": "+", "more": 1, "counts": 11} if name == "helmet" else {"digit": 3}
    return Celebration(name, Happening(message(f"moment.{key}", **sum_of), bases=4, zone=7))


def shown(name: Name, size: tuple[int, int], at: float, code: str = "en") -> Image.Image | None:
    """The frame of that moment."""
    return frame(moment(name), size, at, game(), game(over=True), language(code).say)


def times(name: Name) -> list[float]:
    """Every quarter of a second of it."""
    return [quarter / 4 for quarter in range(int(SHIPPED_MOMENTS[name].seconds * 4))]


@pytest.mark.parametrize("size", TRACED_SIZES)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.untraced
def test_a_moment_is_seen_from_beginning_to_end_and_then_over(name: Name, size: tuple[int, int]) -> None:
    """It takes one to four seconds, and lights something most of the time, on a panel of one colour, too."""
    seconds = SHIPPED_MOMENTS[name].seconds
    drawn = [shown(name, size, at) for at in times(name)]
    lit = [picture is not None and monochrome(picture).getbbox() is not None for picture in drawn]
    assert 1 <= seconds <= LONGEST_S
    assert all(picture is not None and picture.size == size for picture in drawn)
    assert sum(lit) > len(lit) / 2
    assert shown(name, size, seconds) is None
    assert shown(name, size, -0.01) is None


@pytest.mark.parametrize("size", TRACED_SIZES)
def test_no_two_moments_look_alike(size: tuple[int, int]) -> None:
    """Whoever looks up in the middle of one can tell it from every other."""
    films = {name: {picture.tobytes() for at in times(name) if (picture := shown(name, size, at))} for name in NAMES}
    assert not [(one, other) for one, other in combinations(NAMES, 2) if films[one] == films[other]]


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("size", TRACED_SIZES)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.newest
@pytest.mark.untraced
def test_the_words_of_a_moment_are_on_the_panel_whole(name: Name, size: tuple[int, int], code: str) -> None:
    """Every line of every text lies on its part of the panel, and no word is broken."""
    scene = PanelScene(game(over=True), say=language(code).say)
    for part in (part for part in SHIPPED_MOMENTS[name].parts if isinstance(part, Text)):
        room = max(1, round(size[0] * part.area[2])), size[1]
        text = part.text(Shot(moment(name).what, scene, 0.0, 0.0), room[0])
        assert text
        assert all(TINY.width(word) <= room[0] for word in text.split())
        for line in (line for page in part.laid_out(text, room)[1] for line in page):
            (x, y), rows = line.at, line.written
            assert x >= 0 <= y and x + len(rows[0]) <= room[0] and y + len(rows) <= room[1], (text, line.at)  # noqa: PT018 - one place


@pytest.mark.parametrize("code", languages())
def test_every_moment_has_panel_words_in_every_language(code: str) -> None:
    """No moment falls back to another length, or to English."""
    keys = {part.word for name in NAMES for part in SHIPPED_MOMENTS[name].parts if isinstance(part, Text) and part.word}
    messages = {moment(name).what.words.key for name in NAMES} | {
        f"moment.hit-{hit}" for hit in ("single", "double", "triple")
    }
    assert not [key for key in keys | messages | {"moment.final-tie"} if not language(code).has(key, "panel")]


@pytest.mark.parametrize(
    ("size", "text", "height"),
    [
        ((32, 8), "Double play!", 7),
        ((32, 8), "Foul", 7),
        ((64, 16), "Foul", 14),
        ((64, 32), "Out!", 21),
        ((128, 32), "Run!", 28),
        ((64, 32), "Home run!", 14),
    ],
)
def test_text_is_as_large_as_it_fits(size: tuple[int, int], text: str, height: int) -> None:
    """In the largest font that breaks no word and needs no page more."""
    assert {height} == {len(line.written) for page in pages(text, size) for line in page}


# -- what a moment shows


def letters_high(name: Name, size: tuple[int, int], code: str = "en") -> int:
    """Rows of the letters that say what happened."""
    scene = PanelScene(game(), say=language(code).say)
    (text,) = (part for part in SHIPPED_MOMENTS[name].parts if isinstance(part, Text) and not part.word)
    laid_out = text.laid_out(text.text(Shot(moment(name).what, scene, 0.0, 0.0), size[0]), size)[1]
    return min(len(line.written) for page in laid_out for line in page)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("size", SIZES)
def test_no_call_is_larger_than_home_run(size: tuple[int, int], code: str) -> None:
    """A ball has no higher letters than a home run, whose words come one after the other if need be."""
    assert letters_high("home-run", size, code) >= letters_high("ball", size, code)


def test_home_run_is_as_high_as_the_panel_has_letters() -> None:
    """28 of 32 rows."""
    assert letters_high("home-run", (128, 32)) == 28


def masses(picture: Image.Image | None, color: tuple[int, int, int]) -> int:
    """How many groups of columns have that colour."""
    assert picture is not None
    lit = [any(picture.getpixel((x, y)) == color for y in range(picture.height)) for x in range(picture.width)]
    return sum(is_lit and not before for before, is_lit in pairwise([False, *lit]))


@pytest.mark.parametrize(("name", "men"), [("double-play", 2), ("triple-play", 3)])
@pytest.mark.parametrize("size", SIZES)
def test_as_many_men_are_crossed_out_as_are_out(name: Name, men: int, size: tuple[int, int]) -> None:
    """They run first, and are crossed out in the end, each by himself."""
    batting = PanelScene(game(), say=language("en").say).color("batting")
    assert (masses(shown(name, size, 0.05), batting), masses(shown(name, size, 1.65), RED)) == (men, men)


@pytest.mark.parametrize("size", [size for size in SIZES if size[1] >= 14])
def test_a_change_of_sides_is_two_teams_that_pass_each_other(size: tuple[int, int]) -> None:
    """Those who were at bat run to the right above, the others to the left below."""
    scene = PanelScene(game(over=True), say=language("en").say)

    def left_ends(at: float) -> list[int]:
        picture = shown("side-change", size, at)
        assert picture is not None
        return [
            min(x for x in range(size[0]) for y in range(size[1]) if picture.getpixel((x, y)) == color)
            for color in (scene.color("fielding"), scene.color("batting"))
        ]

    (out, into), (farther_out, farther_in) = left_ends(0.55), left_ends(0.75)
    assert out < farther_out
    assert into > farther_in


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", ["BALL 2", "STRIKE 2", "¡TOQUE!", "¡CARRERA!", "BASE POR BOLAS", "OUT!"])
def test_an_icon_costs_words_little(text: str, size: tuple[int, int]) -> None:
    """Where it stands beside them they keep three quarters of their size and their pages, and no word is broken."""
    spot, with_icon = pages_with_icon((7, 7), text, size)
    alone = pages(text, size)
    area = [
        sum(len(line.written) * len(line.written[0]) for page in each for line in page) for each in (alone, with_icon)
    ]
    assert len(with_icon) <= len(alone)
    assert area[1] >= FAIR * area[0]
    assert sum(map(len, with_icon)) <= len(text.split())
    if spot:
        assert spot.at[0] + 7 * spot.times < min(line.at[0] for page in with_icon for line in page)


def test_a_ball_has_its_picture_beside_the_words() -> None:
    """White with red seams, on the smallest panel, too."""
    picture = shown("ball", (32, 8), 1.0)
    assert picture is not None
    assert {CHALK, RED} <= {picture.getpixel((x, y)) for x in range(8) for y in range(8)}


def test_a_picture_is_magnified_as_far_as_it_fits() -> None:
    """A man of seven rows is one of 28 on a panel of 32."""
    assert [lit_rows(shown("walk", size, 0.1)) for size in ((32, 8), (64, 16), (128, 32))] == [7, 14, 28]


def lit_rows(picture: Image.Image | None) -> int:
    """Rows from the first that is lit to the last."""
    box = None if picture is None else picture.getbbox()
    assert box is not None
    return box[3] - box[1]


# -- an owner's own


def owners(folder: Path, name: str, text: str) -> PanelMoments:
    """The moments of an owner with one of his own."""
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return PanelMoments(folder)


OWN = 'seconds = 1.0\n[[parts]]\nkind = "text"\ntext = "x"\n'
MINE = 'seconds = 1.0\n[colors]\nmine = "#00ff00"\n[[parts]]\nkind = "fill"\narrives = 0\ncolor = "mine"\n'


def test_an_owners_moment_takes_the_place_of_ours(tmp_path: Path) -> None:
    """A file in his folder that is called as ours is shown, in his colours."""
    mine = owners(tmp_path, "out", MINE)
    drawn = frame(moment("out"), (32, 8), 0.5, game(), game(), language("en").say, moments=mine)
    assert drawn is not None
    assert (0, 255, 0) == drawn.getpixel((0, 0))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("out", "seconds = 9.0\nparts = []", "seconds: write 1 to 4, not 9"),
        ("out", "seconds = true\nparts = []", "seconds: expected `float`, got `bool`"),
        ("out", "second = 1.0", "there is no such key as second; choose colors, parts, patterns, seconds, teams"),
        ("out", 'seconds = 1.0\n[[parts]]\nkind = "tex"', "parts[0].kind: there is no tex; choose border, fill"),
        ("out", OWN, "parts[0]: there is no such key as `text` (choose"),
        ("out", 'seconds = 1.0\n[[parts]]\nkind = "flash"\nrate = 9', "parts[0].rate: expected `float` <= 3.0"),
        ("out", 'seconds = 1.0\n[[parts]]\nkind = "text"\ncolor = "pnk"', "parts[0].color: there is no pnk; choose"),
        (
            "out",
            'seconds = 1.0\n[[parts]]\nkind = "sprite"\nsets = [["bal"]]',
            "there is no bal; choose ball, ball-huge",
        ),
        ("out", 'seconds = 1.0\nteams = "both"\nparts = []', "teams: there is no both; choose after, before"),
        ("out", "seconds = ", "is not TOML"),
        ("owt", MINE, "there is no such moment; choose balk, ball"),
    ],
)
def test_a_mistake_is_named_and_ours_is_shown(tmp_path: Path, name: str, text: str, expected: str) -> None:
    """File, key, and what would be right; the game goes on with the moment that ships."""
    moments = owners(tmp_path, name, text)
    (mistake,) = moments.mistakes()
    assert mistake.startswith(str(tmp_path / f"{name}.toml"))
    assert expected.casefold() in mistake.casefold()
    assert moments["out"] == SHIPPED_MOMENTS["out"]


def test_a_shipped_moment_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """Of ours there is nothing to fall back to."""
    with pytest.raises(LayoutError, match="cannot be read"):
        animation(tmp_path / "out.toml")
