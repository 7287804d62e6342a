"""What is due, on the panel: whose turn, which die, what number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain, groupby
from pathlib import Path

import pytest
from PIL import Image
from support.lab import in_the_lab
from support.rules import MAJOR, play

from scoreboard.commentary import open_choice
from scoreboard.display import LAYOUTS, draw, monochrome
from scoreboard.display.due import Due, Sentence, acting, is_choice_open
from scoreboard.display.fields import DisplayField, Runs
from scoreboard.display.fonts import TINY, Font
from scoreboard.display.initials import team_letters
from scoreboard.display.layout import PanelLayout
from scoreboard.display.letters import Page, Placed, pages
from scoreboard.display.lineup import between_plays
from scoreboard.display.names import short_team
from scoreboard.display.panel_scene import PanelScene
from scoreboard.language import language, languages
from scoreboard.record import read, replay
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


HAVE_A_LINE = ((64, 32), (128, 32))
"""Panels with a line of its own for what is due."""


def kind(field: DisplayField) -> str:
    """What a layout calls such a field."""
    return str(field.__struct_config__.tag)


def due_ticks(game: Game, size: tuple[int, int]) -> list[int]:
    """The half seconds at which that panel has a page for what is due."""
    return [tick for tick in range(120) if fields_of_due(LAYOUTS[size].fields(game, tick))]


def fields_of_due(fields: Iterable[DisplayField], *, choice: bool = False) -> list[Due]:
    """Those among them that say what is due, or what may be chosen."""
    parts = {"all", "choice" if choice else "due"}
    return [field for field in fields if isinstance(field, Due) and field.part in parts]


def in_layout(size: tuple[int, int], *, choice: bool = False) -> Due:
    """The field of that panel that says so."""
    (field,) = {*fields_of_due(chain.from_iterable(LAYOUTS[size].pages.values()), choice=choice)}
    return field


@pytest.mark.parametrize(("words", "side"), TURNS.items())
def test_acting_side(words: str, side: Side) -> None:
    """It is the team that pitches, swings, runs or throws."""
    assert side == acting(play(words, start(MAJOR)))


@pytest.mark.parametrize("size", LAYOUTS)
@pytest.mark.parametrize("words", TURNS)
@pytest.mark.untraced
def test_every_panel_has_a_page_for_it(words: str, size: tuple[int, int]) -> None:
    """It is there always where it has a line of its own, and else two of five seconds."""
    ticks = due_ticks(play(words, start(MAJOR)), size)
    assert (120 if size in HAVE_A_LINE else 48) == len(ticks)


def test_the_number_that_is_needed_changes_the_page() -> None:
    """BEAT 3 is not BEAT 8."""
    size = (32, 8)
    low, high = (play(words, start(MAJOR)) for words in ("blue3", "blue8"))
    shown = [[draw(game, size, tick=tick).tobytes() for tick in due_ticks(game, size)] for game in (low, high)]
    assert shown[0] != shown[1]


@pytest.mark.parametrize("size", LAYOUTS)
def test_open_choice_has_words_and_blinks(size: tuple[int, int]) -> None:
    """D55: the words name the choice, what OK keeps and what NEXT gives; what it changes blinks."""
    game = play("blue3 red6 hit white9", start(MAJOR))
    assert len(game.options) > 1
    ticks = [tick for tick in range(120) if fields_of_due(LAYOUTS[size].fields(game, tick), choice=True)]
    scene = PanelScene(game, 0, language("en").say)
    field = in_layout(size, choice=True)
    wanted = ("OK: batter gets 1st NEXT: he runs on", "OK: batter gets 1st", "OK: he gets 1st")
    texts = {line.written for pages_of in field.choice(scene) for page in pages_of for line in page}
    assert any(
        texts >= {line.written for page in pages(each, field.size, field.fonts) for line in page} for each in wanted
    )
    seen = {draw(game, size, tick=tick).tobytes() for tick in ticks}
    assert sum(map(len, field.choice(scene))) <= len(seen)
    runners = [tick for tick in range(120) if "diamond" in {kind(each) for each in LAYOUTS[size].fields(game, tick)}]
    assert any(draw(game, size, tick=tick) != draw(game, size, tick=tick + 1) for tick in runners)


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
    assert speaks.has(game.due.key, "panel")
    for page in pages(speaks.say(game.due, "panel"), (32, 8)):
        for line in page:
            assert line.at[0] >= 0 <= line.at[1]
            assert line.at[0] + len(line.written[0]) <= 32


def test_a_panel_of_one_colour_can_be_read_too() -> None:
    """The colour of a team is bright enough, and its die is named."""
    game = start(MAJOR)
    picture: Image.Image = monochrome(draw(game, (64, 16), tick=due_ticks(game, (64, 16))[0]))
    assert picture.getbbox() is not None


GAMES = sorted((Path(__file__).parents[2] / "golden" / "games").glob("*.jsonl"))
DUE_WINDOW, SCORE_WINDOW = 10, 8
"""Half seconds in which what is due, and the score, are to be read on every size: five and four seconds."""
CHOICE_WINDOWS = {(32, 8): 27, (64, 8): 24, (32, 16): 24, (64, 16): 18, (64, 32): 10, (128, 32): 10}
"""Half seconds in which all is read that OK and NEXT do, between the score and what is due where there is no line."""
OVER = 14
"""And those that the final score takes besides, where a choice may still change who won."""


OTHER_LANGUAGES = ("es", *in_the_lab(code for code in languages() if code != "es"))
"""Spanish is the longest."""


@cache
def moments() -> list[Game]:
    """A state of the golden games for everything that can be due, and all that decides which pages there are."""
    found: dict[object, Game] = {}
    for file in GAMES:
        with file.open("rb") as record:
            for step in replay(read(record, warn=print)):
                game = step.after.game
                if not game.over or is_choice_open(game):
                    kind = game.due, game.awaits, between_plays(game), is_choice_open(game)
                    has = game.up is None, game.batter is None, game.cards is None, bool(game.signs.sign_on)
                    found.setdefault((kind, has), game)
    return list(found.values())


def test_an_answer_that_names_only_a_place_says_that_it_is_the_balls() -> None:
    """BALL TO 3RD, for a man goes to a base, too."""
    say = language("en").say
    kept = {choice[0].key: say(choice[0], "panel") for game in moments() if (choice := open_choice(game))}
    assert (kept["panel.choice.ball"].split()[:2], "ball" in kept["default.man"]) == (["ball", "to"], False)


def stands_whole(line: Placed, size: tuple[int, int]) -> bool:
    """Whether that line lies within a field of that size."""
    (left, top), (width, height) = line.at, size
    return left >= 0 <= top and left + len(line.written[0]) <= width and top + len(line.written) <= height


def written(field: Due, scene: PanelScene) -> tuple[list[Page], list[Page]]:
    """The pages of what is due, and those of what may be chosen."""
    sentences = field.sentences(scene)
    dues = len(sentences) - (0 if field.part == "due" else len(field.choice(scene)))
    due, choice = ([page for each in some for page in each.pages] for some in (sentences[:dues], sentences[dues:]))
    return due, choice


Spoken = dict[Due, tuple[Sentence, ...]]
"""What each field says of a game, whenever it is seen."""


def spoken(layout: PanelLayout, scene: PanelScene) -> Spoken:
    """What that panel has to say, put into words once: each line of it stands whole."""
    found = {field: field.sentences(scene) for field in fields_of_all(layout)}
    for field, sentences in found.items():
        assert all(stands_whole(line, field.size) for each in sentences for page in each.pages for line in page)
    return found


def fields_of_all(layout: PanelLayout) -> set[Due]:
    """Every field of that panel that says what is due, or what may be chosen."""
    return {field for page in layout.pages.values() for field in page if isinstance(field, Due)}


def seen(fields: Iterable[DisplayField], scene: PanelScene, says: Spoken) -> Page | None:
    """The page of what is due or may be chosen that is seen now."""
    for field in fields:
        if isinstance(field, Due) and (sentences := says[field]):
            number, page = field.turn(scene, sentences)
            return sentences[number].pages[page]
    return None


def hidden(game: Game, size: tuple[int, int], code: str) -> list[str]:
    """What nobody could read in some window of time."""
    layout, say = LAYOUTS[size], language(code).say
    pages_seen, scores = list[Page | None](), list[bool]()
    window = CHOICE_WINDOWS[size] + (OVER if game.over else 0)
    scene = PanelScene(game, 0, say)
    says = spoken(layout, scene)
    for tick in range(4 * sum(turn.ticks for turn in layout.turns(game)) + window):
        fields = layout.fields(game, tick)
        pages_seen.append(seen(fields, PanelScene(game, tick, say, since=layout.since(game, tick)), says))
        scores.append({"away", "home"} <= {each.side for each in fields if isinstance(each, Runs)})
    due, choice = written(in_layout(size), scene)[0], written(in_layout(size, choice=True), scene)[1]
    assert len(due) > 0 or game.over
    assert len(choice) > 0 or not is_choice_open(game) or open_choice(game) is None
    starts = range(len(pages_seen) - window)
    return [
        *(f"what is due from {at}" for at in starts if not {*due} <= {*pages_seen[at : at + DUE_WINDOW]}),
        *(f"the choice from {at}" for at in starts if not {*choice} <= {*pages_seen[at : at + window]}),
        *(f"the score from {at}" for at in starts if not any(scores[at : at + SCORE_WINDOW])),
    ]


@pytest.mark.once
@pytest.mark.untraced
@pytest.mark.parametrize("code", OTHER_LANGUAGES)
@pytest.mark.parametrize("size", LAYOUTS, ids=[f"{width}x{height}" for width, height in LAYOUTS])
def test_what_is_due_and_the_score_are_always_to_be_read(size: tuple[int, int], code: str) -> None:
    """All pages of what is due stand whole in any five seconds, and the score in any four, whatever else is shown.

    While a choice is open, too: its words come between them, sentence by sentence.
    """
    assert len(moments()) > 200
    found = {game.due.key: late for game in moments() if (late := hidden(game, size, code))}
    assert found == {}


@pytest.mark.once
@pytest.mark.untraced
@pytest.mark.parametrize("code", OTHER_LANGUAGES)
@pytest.mark.parametrize("size", LAYOUTS, ids=[f"{width}x{height}" for width, height in LAYOUTS])
def test_nothing_stands_within_a_sentence(size: tuple[int, int], code: str) -> None:
    """What OK keeps, what NEXT gives and what is due are each read from the first page to the last on every panel."""
    layout, say = LAYOUTS[size], language(code).say
    for game in filter(is_choice_open, moments()):
        read: list[tuple[Due, int, int] | None] = []
        says = spoken(layout, PanelScene(game, 0, say))
        for tick in range(2 * CHOICE_WINDOWS[size]):
            scene = PanelScene(game, tick, say, since=layout.since(game, tick))
            on = next((each for each in layout.fields(game, tick) if isinstance(each, Due)), None)
            read.append(None if on is None else (on, *on.turn(scene, says[on])))
        turns = [(sentence, [*turn]) for sentence, turn in groupby(read, lambda each: each and each[:2])]
        for sentence, turn in turns[:-1]:
            if sentence is not None:
                whole = range(len(says[sentence[0]][sentence[1]].pages))
                shown = [page for page, _ in groupby(page for _, _, page in filter(None, turn))]
                assert shown == [*whole] * (len(shown) // len(whole))


@pytest.mark.parametrize("size", LAYOUTS)
def test_gloves_are_laid_while_a_card_is_picked(size: tuple[int, int]) -> None:
    """RallyBird's teams do both at once, each in its colour, on every panel."""
    game = start(Setup(rules="rallybird", away=Team(name="Reds", color="red"), home=Team(name="Blues", color="blue")))
    scene = PanelScene(game, 0, language("en").say)
    field = in_layout(size)
    card, gloves = field.sentences(scene)
    assert (card.color, gloves.color) == (scene.team_color("away"), scene.team_color("home"))
    wanted = "Blues: lay gloves", "BLU: lay gloves", "B: gloves"
    assert gloves.pages in [pages(each, field.size, field.fonts) for each in wanted]


def begins(line: Placed, word: str, fonts: Iterable[Font]) -> bool:
    """Whether a line begins with that word, in one of these fonts."""
    rows = (zip(line.written, font.write(word), strict=True) for font in fonts if font.height == len(line.written))
    return any(all(row.startswith(part) for row, part in pairs) for pairs in rows)


@pytest.mark.untraced
@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("size", LAYOUTS, ids=[f"{width}x{height}" for width, height in LAYOUTS])
def test_an_order_names_its_team(size: tuple[int, int], code: str) -> None:
    """A panel of one colour has no other way to say whose turn it is: its name, its three letters, or the first one."""
    field, nameless = in_layout(size), []
    for game in {game.due.key: game for game in moments() if not game.over}.values():
        scene, side = PanelScene(game, 0, language(code).say), acting(game)
        own = short_team(scene, side, size[0] - TINY.width(":") - 1, TINY)
        names = own, *(team_letters(scene, most)[side == "home"] for most in (3, 1))
        line = field.sentences(scene)[0].pages[0][0]
        if not any(begins(line, f"{name}:", field.fonts) for name in names):
            nameless.append(game.due.key)
    assert nameless == []


def test_number_to_beat_includes_the_helmet() -> None:
    """With a + helmet 3 is beaten by a 3, and a bunt that needs 1, 3 or 5 by 2 or 4: players need not add anything."""
    due = {
        words: language("en").say(play(words, start(MAJOR)).due, "panel")
        for words in ("blue3", "blue3 call:bunt", "blue2", "blue3 red9")
    }
    assert due == {"blue3": "beat 2", "blue3 call:bunt": "2 or 4", "blue2": "beat 1", "blue3 red9": "9 or more"}
