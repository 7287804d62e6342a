"""Layouts as data: what a maker may write, and what is said about a mistake."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops
from support.faces import at, pages, states, teams

from scoreboard.display import (
    LAYOUTS,
    MONO_LAYOUTS,
    LayoutError,
    PanelLayouts,
    UnknownPanelSizeError,
    draw,
    monochrome,
)
from scoreboard.display.fields import Label, Runs, TeamName
from scoreboard.display.layout import KINDS
from scoreboard.display.layout_files import SHIPPED
from scoreboard.display.lineup import Corner, Letters
from scoreboard.language import language, languages
from scoreboard.rules.state import Game, Runner

SMALL = """
[shown]
between = [{ page = "all" }]
play = [{ page = "all" }]
over = [{ page = "all" }]

[pages]
all = ["runs"]

[fields.runs]
kind = "runs"
side = "away"
at = [1, 2]
size = [11, 8]
fonts = ["bold", "narrow"]
"""
"""A layout of a maker's own, for a panel of 16 x 16."""
RUNS = '[fields.runs]\nkind = "runs"\nside = "away"\nat = [1, 2]\nsize = [11, 8]\nfonts = ["bold", "narrow"]\n'


def own(folder: Path, text: str, name: str = "16x16.toml") -> PanelLayouts:
    """Layouts with one of an owner's."""
    (folder / name).write_text(text, encoding="utf-8")
    return PanelLayouts(folder)


def page_names(game: Game, size: tuple[int, int], ticks: int) -> list[str]:
    """The page of each half second."""
    layout = LAYOUTS[size]
    named = {id(fields): name for name, fields in layout.pages.items()}
    return [named[id(layout.fields(game, tick))] for tick in range(ticks)]


def test_a_size_needs_no_code(tmp_path: Path) -> None:
    """A file in the owner's folder is a face for a panel of another size."""
    picture = draw(at(away=7), (16, 16), layouts=own(tmp_path, SMALL))
    assert ((4, 2, 9, 10), (16, 16)) == (picture.getbbox(), picture.size)


def test_the_example_of_the_page_is_a_face(tmp_path: Path) -> None:
    """What docs/panels.md shows can be copied from it."""
    page = (Path(__file__).parents[3] / "docs/panels.md").read_text(encoding="utf-8")
    example = page.partition("**A new one.**")[2].partition("A page may say")[0]
    indented = "\n".join(line[4:] for line in example.splitlines() if line.startswith("    "))
    layouts = own(tmp_path, indented)
    shown = [draw(at(away=3, home=12), (16, 16), tick=tick, layouts=layouts).tobytes() for tick in range(17)]
    assert shown[0] == shown[7] == shown[16] != shown[8]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_field_is_explained(kind: str) -> None:
    """In the table of docs/panels.md."""
    page = (Path(__file__).parents[3] / "docs/panels.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| [^|]*`{kind}`[^|]* \|", page, re.MULTILINE)


def test_layouts_are_listed(tmp_path: Path) -> None:
    """Ours, and the owner's among them."""
    layouts = own(tmp_path, SMALL)
    assert [(32, 8), (64, 8), (16, 16), (32, 16), (64, 16), (64, 32), (128, 32)] == list(layouts) == [*layouts.files]
    assert [(16, 16)] == [size for size in layouts if layouts.is_owners(size)]
    assert len(layouts) == len(LAYOUTS) + 1


def test_an_owners_layout_takes_the_place_of_ours(tmp_path: Path) -> None:
    """It may change single values of ours: colours and places here."""
    text = 'like = "64x16"\n[colors]\nchalk = "#ff80ff"\n[fields.away-runs]\nat = [2, 7]\n'
    layouts = own(tmp_path, text, "64x16.toml")
    ours, theirs = draw(at(away=7)), draw(at(away=7), layouts=layouts)
    runs = (2, 7, 13, 16)
    assert ours.crop(runs).convert("1").getbbox() == (3, 1, 8, 9)
    assert (3, 0, 8, 8) == theirs.crop(runs).convert("1").getbbox()
    assert (255, 128, 255) in {color for _, color in theirs.getcolors() or []}
    assert ImageChops.difference(ours, theirs).crop((0, 7, 2, 16)).getbbox() is None


def test_an_owners_diamond_needs_no_places_between_bases(tmp_path: Path) -> None:
    """Without them a runner on his way is drawn a pixel outward of his place, as it was before there were any."""
    diamond = """
        kind = "diamond"
        at = [0, 0]
        size = [16, 16]
        reach = [6, 6]
        plate = "dot"
        empty = "dot"
        taken = "dot"
        runner = "dot"
        ball = "dot"
        [patterns]
        dot = ["#"]
    """
    layouts = own(tmp_path, SMALL.replace(RUNS, f"[fields.runs]\n{diamond}"))
    without, with_him = (
        monochrome(draw(at(runners=places), (16, 16), layouts=layouts)).convert("L") for places in ((), (3,))
    )
    changed = ImageChops.difference(without, with_him).getbbox()
    assert changed == (12, 12, 13, 13)  # his place is 11, 11


def test_a_theme_has_colours_for_all_sizes(tmp_path: Path) -> None:
    """And a layout's own colours go before it."""
    (tmp_path / "theme.toml").write_text('[colors]\namber = "#00ff00"\nchalk = "#ff80ff"\n', encoding="utf-8")
    layouts = own(tmp_path, 'like = "64x16"\n[colors]\nchalk = "#ffffff"\n', "64x16.toml")
    colors = [
        {color for _, color in draw(at(), size, layouts=layouts).getcolors() or []} for size in ((64, 16), (64, 32))
    ]
    assert [(255, 255, 255) in each for each in colors] == [True, False]
    assert [(255, 128, 255) in each for each in colors] == [False, True]
    assert all((0, 255, 0) in each for each in colors)


@pytest.mark.parametrize(
    ("was", "becomes", "expected"),
    [
        ('"runs"]', '"run"]', "pages.all: there is no run; choose runs"),
        ('page = "all" }]\nplay', 'page = "al" }]\nplay', "shown.between: there is no al; choose all"),
        ('page = "all" }]\nplay', 'page = "all", ticks = 0 }]\nplay', "shown.between[0].ticks: Expected `int` >= 1"),
        ("over = ", "ovr = ", "shown: there is no such key as `ovr` (choose between, choice, over, play, steady)"),
        ('over = [{ page = "all" }]', "over = []", "shown.over: Expected `array` of length >= 1"),
        ('kind = "runs"', 'kind = "rums"', "fields.runs.kind: there is no rums; choose bar, bases, corner"),
        ('kind = "runs"', "", "fields.runs.kind: there is no None; choose bar, bases, corner"),
        ('side = "away"', 'side = "left"', "fields.runs.side: Invalid enum value 'left' (choose away, home)"),
        ('side = "away"\n', "", "fields.runs: it lacks the key `side`"),
        ("at = [1, 2]", "at = [1]", "(write [x, y], pixels from the panel's top left"),
        ("at = [1, 2]", "at = [6, 2]", "fields.runs: at [6, 2] with the size [11, 8] it leaves the panel of 16 x 16"),
        ('"bold", "narrow"', '"bald"', "fields.runs.fonts: there is no bald; choose bold, high, huge, large"),
        ("at = [1, 2]", "at = [1, 2]\npitch = 3", "fields.runs: there is no such key as `pitch` (choose align,"),
        ("at = [1, 2]", 'at = [1, 2]\ncolor = "puce"', "fields.runs.color: there is no puce; choose amber, away"),
        (RUNS, "[fields]\nruns = 3\n", "fields.runs: write a table, [fields.runs]"),
        ("[fields.runs]", "[colors]\npuce = 3\n[fields.runs]", "colors.puce: 3 is no colour; write red, green"),
        ("[fields.runs]", '[colors]\npuce = "#400000"\n[fields.runs]', "colors.puce: #400000 is too dark"),
        ("[fields.runs]", '[colors]\nghost = "#ffffff"\n[fields.runs]', "colors.ghost: #ffffff is too bright"),
        ("[fields.runs]", '[patterns]\nx = "#"\n[fields.runs]', "patterns.x: write rows of # and ."),
        ("[fields.runs]", '[patterns]\nx = ["##", "#"]\n[fields.runs]', "patterns.x: the row '#': all rows have"),
        ("[fields.runs]", '[patterns]\nx = [""]\n[fields.runs]', "patterns.x: the row '': all rows have"),
        ("[shown]", 'like = "16x9"\n[shown]', "like: there is no 16x9; choose 128x32, 32x16"),
        ("[shown]", "[show]\nx = 1\n[shown]", "there is no such key as show; choose colors, fields"),
        ("[pages]", "[pages", "is not TOML"),
        (RUNS, RUNS.replace('"runs"', '"label"').replace('side = "away"', 'word = "panel.nothing"'),
         "fields.runs: no language has the word panel.nothing; write a `text`"),
        (RUNS, '[fields.runs]\nkind = "label"\nat = [1, 2]\nsize = [9, 9]\nfonts = ["tiny"]\n',
         "fields.runs: a label has either a `word` or a `text`"),
        (RUNS, '[fields.runs]\nkind = "half"\nhalf = "top"\nat = [1, 2]\nsize = [9, 9]\npattern = "up"\n',
         "fields.runs.pattern: there is no up"),
    ],
)  # fmt: skip
def test_a_mistake_is_named(tmp_path: Path, was: str, becomes: str, expected: str) -> None:
    """With file and key, and what would be right."""
    assert was in SMALL
    with pytest.raises(LayoutError) as caught:
        own(tmp_path, SMALL.replace(was, becomes, 1))[16, 16]
    assert expected in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path / '16x16.toml'}: ")


@pytest.mark.parametrize(
    ("raw", "expected"),
    [(b"\xff", "is not text in UTF-8 (byte 0)"), (None, "cannot be read (Is a directory)")],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, raw: bytes | None, expected: str) -> None:
    """Whatever is the matter with it."""
    file = tmp_path / "16x16.toml"
    file.mkdir() if raw is None else file.write_bytes(raw)
    with pytest.raises(LayoutError, match=r"16x16\.toml") as caught:
        PanelLayouts(tmp_path)[16, 16]
    assert expected in str(caught.value)


@pytest.mark.parametrize("text", ["colors = 3", "[colors]\n[fields]\n", "[colors]\namber = 'red'"])
def test_a_mistake_in_a_theme_is_named(tmp_path: Path, text: str) -> None:
    """It has colours and nothing else."""
    (tmp_path / "theme.toml").write_text(text, encoding="utf-8")
    with pytest.raises(LayoutError, match=r"theme\.toml: "):
        PanelLayouts(tmp_path)[64, 16]


def test_no_owners_folder_is_no_mistake(tmp_path: Path) -> None:
    """Most owners have none."""
    layouts = PanelLayouts(tmp_path / "none")
    assert list(LAYOUTS) == list(layouts)
    assert layouts[64, 16] == LAYOUTS[64, 16]
    with pytest.raises(UnknownPanelSizeError):
        layouts[16, 16]


@pytest.mark.parametrize("file", sorted(SHIPPED.glob("*.toml")), ids=lambda file: file.stem)
def test_every_word_of_ours_is_in_every_language(file: Path) -> None:
    """And fits its place in one of its fonts."""
    width, height = map(int, file.stem.split("x"))
    for page in LAYOUTS[width, height].pages.values():
        for field in page:
            if isinstance(field, Label) and field.word:
                for code in languages():
                    assert language(code).has(field.word, "panel")


def test_small_panels_turn_their_pages() -> None:
    """The score and what is due come again before each of the others."""
    between, play = page_names(at(), (32, 8), 60), page_names(at(phase="run"), (32, 8), 40)
    steady = ["score-away"] * 2 + ["score-home"] * 2 + ["due"] * 4
    others = [name for page in ("bases", "count") for name in (*steady, *[page] * 2)]
    assert others == between[:20] == between[20:40] == between[40:]
    assert [*steady, *["diamond"] * 2, *steady, *["count"] * 2] == play[:20] == play[20:]


def test_the_score_of_the_smallest_panel_has_three_letters_of_each_team() -> None:
    """In turns, while the runs stay where they are; with hundreds of runs there is room for one letter of each."""
    turns = [LAYOUTS[32, 8].fields(at(away=12, home=3), tick) for tick in (0, 2)]
    letters = [{(each.side, each.most) for each in page if isinstance(each, Letters)} for page in turns]
    runs = [{each for each in page if isinstance(each, Runs)} for page in turns]
    assert ([{("away", 3)}, {("home", 3)}], 1) == (letters, len({frozenset(each) for each in runs}))
    (most,) = {each.most for each in LAYOUTS[32, 8].fields(at(away=100), 0) if isinstance(each, Letters)}
    assert 1 == most


def test_a_page_is_there_when_it_has_something_to_say() -> None:
    """Helmets, partners, signs and cards have a page on 32 x 8 where there are any, and no page else."""
    games = states()
    pages = {
        name: {*page_names(games[name], (32, 8), 80)} - {"score-away", "score-home", "bases", "due"}
        for name in ("first pitch", "partners", "helmets", "sign", "card is due")
    }
    assert pages == {
        "first pitch": {"count"},
        "partners": {"count", "batter"},
        "helmets": {"count", "helmet"},
        "sign": {"count", "sign"},
        "card is due": {"cards"},
    }


def test_a_runner_between_bases_is_never_hidden() -> None:
    """Whatever is awaited, a panel that shows bases alone gives way to a diamond."""
    game = at(runners=(8,))
    assert "diamond" in page_names(game, (64, 8), 30)
    assert "diamond" not in page_names(replace(game, men=(Runner(place=6),)), (64, 8), 30)


@pytest.mark.parametrize("size", LAYOUTS)
def test_every_moment_shows_the_score(size: tuple[int, int]) -> None:
    """Within eight seconds, whatever else there is to see."""
    for game in states().values():
        fields = [LAYOUTS[size].fields(game, tick) for tick in range(16)]
        assert any(type(field).__name__ == "Runs" for page in fields for field in page)


def test_words_are_in_the_owners_language() -> None:
    """FINAL is that in Spanish too; a team without letters is LOCAL there."""
    game = states()["no letters for it"]
    spanish = language("es").say
    assert draw(game, (128, 32)).tobytes() != draw(game, (128, 32), say=spanish).tobytes()
    english, other = (draw(teams("東京", "大阪"), (32, 8), say=say) for say in (language("en").say, spanish))
    assert english.tobytes() != other.tobytes()


def test_a_team_of_names_has_them_in_full_on_the_largest() -> None:
    """Names, batter and pitcher, and by turns what is due and the line score."""
    game = states()["partners"]
    shown = pages(game, (128, 32))
    assert 3 == len(shown)
    assert all(isinstance(picture, Image.Image) for picture in shown.values())


@pytest.mark.parametrize("size", [(64, 32), (128, 32)])
def test_names_are_chalk_on_a_dim_block_and_inverted_in_one_colour(size: tuple[int, int]) -> None:
    """Of 36 letters all were read in colour so, and 33 dark on a bright block."""
    fields = [
        {field.block for field in layouts[size].fields(at(), 0) if isinstance(field, Corner | TeamName)}
        for layouts in (LAYOUTS, MONO_LAYOUTS)
    ]
    assert [{"dim"}, {"lit"}] == fields
    lit = [
        sum(map(bool, monochrome(draw(at(), size, layouts=each)).crop((0, 0, 16, 9)).convert("L").tobytes()))
        for each in (LAYOUTS, MONO_LAYOUTS)
    ]
    assert lit[0] < 16 * 9 // 2 < lit[1]
