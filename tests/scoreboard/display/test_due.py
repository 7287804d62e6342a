"""What is due, on the panel: whose turn, which die, what number."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from pathlib import Path

import pytest
from PIL import Image
from support.rules import MAJOR, play

from scoreboard.commentary import open_choice
from scoreboard.display import LAYOUTS, draw, monochrome
from scoreboard.display.due import Due, acting, is_choice_open
from scoreboard.display.fields import DisplayField, Runs
from scoreboard.display.letters import Placed, pages
from scoreboard.display.lineup import between_plays
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


LAST_CHOICE = 22
"""Half seconds in which a choice that may still change who won is read there, in turns with the final score."""


def kind(field: DisplayField) -> str:
    """What a layout calls such a field."""
    return str(field.__struct_config__.tag)


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
def test_an_open_choice_is_said_and_seen(size: tuple[int, int]) -> None:
    """D55: what it is about, what OK keeps and what NEXT gives are words, and what it changes blinks."""
    game = play("blue3 red6 hit white9", start(MAJOR))
    assert len(game.options) > 1
    ticks = due_ticks(game, size)
    scene = PanelScene(game, 0, language("en").say)
    (field,) = {field for page in LAYOUTS[size].pages.values() for field in page if isinstance(field, Due)}
    wanted = ("OK: batter takes 1st NEXT: he runs", "OK: batter takes 1st", "batter takes 1st")
    told = {line.written for pages_of in field.choice(scene) for page in pages_of for line in page}
    assert any(
        told >= {line.written for page in pages(each, field.size, field.fonts) for line in page} for each in wanted
    )
    seen = {draw(game, size, tick=tick).tobytes() for tick in ticks}
    assert len(field.choice(scene)) < len(seen)
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
"""Half seconds in which what is due, and the score, are to be read: five and four seconds."""
CHOICE_WINDOWS = {(32, 8): 30, (64, 8): 24, (32, 16): 24, (64, 16): 22}
"""Half seconds in which what is due and what may be chosen are, while a choice is open: more words, on small panels."""


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


def pages_of_due(fields: tuple[DisplayField, ...], scene: PanelScene) -> tuple[int, int | None]:
    """How many pages what is due and may be chosen has, and which is seen now; none where it is not shown."""
    for field in fields:
        if isinstance(field, Due):
            sentences = field.sentences(scene)
            written = [(number, page) for number, each in enumerate(sentences) for page in range(len(each.pages))]
            assert all(stands_whole(line, field.size) for each in sentences for page in each.pages for line in page)
            return len(written), written.index(field.turn(scene, sentences))
    return 0, None


def hidden(game: Game, size: tuple[int, int], code: str) -> list[str]:
    """What nobody could read in some window of time."""
    layout, say = LAYOUTS[size], language(code).say
    due, scores = list[tuple[int, int | None]](), list[bool]()
    window = (
        DUE_WINDOW if not is_choice_open(game) else CHOICE_WINDOWS.get(size, LAST_CHOICE if game.over else DUE_WINDOW)
    )
    for tick in range(4 * sum(turn.ticks for turn in layout.turns(game)) + window):
        fields = layout.fields(game, tick)
        due.append(pages_of_due(fields, PanelScene(game, tick, say, since=layout.since(game, tick))))
        scores.append({"away", "home"} <= {field.side for field in fields if isinstance(field, Runs)})
    starts = range(len(due) - window)
    wanted = {*range(max(pages for pages, _ in due))} or {0}
    late = [at for at in starts if not wanted <= {page for _, page in due[at : at + window]}]
    scoreless = [at for at in starts if not any(scores[at : at + SCORE_WINDOW])]
    return [f"what is due from {at}" for at in late] + [f"the score from {at}" for at in scoreless]


@pytest.mark.once
@pytest.mark.untraced
@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("size", LAYOUTS, ids=[f"{width}x{height}" for width, height in LAYOUTS])
def test_what_is_due_and_the_score_are_always_to_be_read(size: tuple[int, int], code: str) -> None:
    """All pages of what is due stand whole in any five seconds, and the score in any four, whatever else is shown.

    While a choice is open its words are among them, and take longer on small panels; the score does not.
    """
    assert len(moments()) > 200
    found = {game.due.key: seen for game in moments() if (seen := hidden(game, size, code))}
    assert found == {}


@pytest.mark.once
@pytest.mark.untraced
@pytest.mark.parametrize("code", languages())
def test_the_score_never_stands_within_a_sentence(code: str) -> None:
    """On the smallest panel each of OK's, of NEXT's and of what is due is read from its first page to its last."""
    layout, say = LAYOUTS[32, 8], language(code).say
    for game in filter(is_choice_open, moments()):
        (field,) = layout.pages["due"]
        assert isinstance(field, Due)
        read: list[tuple[int, int] | None] = []
        for tick in range(2 * sum(turn.ticks for turn in layout.turns(game))):
            scene = PanelScene(game, tick, say, since=layout.since(game, tick))
            is_due = field in layout.fields(game, tick)
            read.append(field.turn(scene, field.sentences(scene)) if is_due else None)
        turns = [[*turn] for shown, turn in groupby(read, lambda each: each is not None) if shown]
        assert all((turn[0][1], len({number for number, _ in turn})) == (0, 1) for turn in turns)
        whole = [len(field.sentences(PanelScene(game, 0, say))[turn[0][0]].pages) for turn in turns]
        assert [len({*turn}) for turn in turns] == whole


@pytest.mark.parametrize("size", [size for size in LAYOUTS if size != (32, 8)])
def test_gloves_are_laid_while_a_card_is_picked(size: tuple[int, int]) -> None:
    """RallyBird's teams do both at once, each in its colour, on every panel with room for two pages."""
    game = start(Setup(rules="rallybird", away=Team(name="Reds", color="red"), home=Team(name="Blues", color="blue")))
    scene = PanelScene(game, 0, language("en").say)
    (field,) = {field for page in LAYOUTS[size].pages.values() for field in page if isinstance(field, Due)}
    card, gloves = field.sentences(scene)
    assert (card.color, gloves.color) == (scene.team_color("away"), scene.team_color("home"))
    (page,) = pages("LAY GLOVES", field.size, field.fonts)
    assert {line.written for line in page} == {line.written for each in gloves.pages for line in each}


def test_a_helmet_is_in_the_number_that_is_told() -> None:
    """With a + helmet 3 is beaten by a 3, and a bunt that must come to 1, 3 or 5 by 2 or 4: no sum is left to do."""
    said = {
        words: language("en").say(play(words, start(MAJOR)).due, "panel")
        for words in ("blue3", "blue3 call:bunt", "blue2", "blue3 red9")
    }
    assert said == {"blue3": "beat 2", "blue3 call:bunt": "2 or 4", "blue2": "beat 1", "blue3 red9": "9 or more"}
