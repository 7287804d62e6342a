"""What a scorekeeper writes down."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from support.games import moments, setup
from support.rallybird import LAID, at_bat, on, rally
from support.rules import MAJOR, SETUP, play, read
from support.scoring import REDO, UNDO, record

from scoreboard.commentary import play_by_play
from scoreboard.language import ENGLISH
from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Amend, RulesName
from scoreboard.rules.history import begin
from scoreboard.scorebook import fielded, notation, notes_at_the_end, outs_made, without_number

DICE: RulesName = "dice-baseball"
MAJOR_LEAGUE: RulesName = "diamante-major"

NOTES = {
    # counted
    "set:strikes=2 roll:1123": "K",
    "set:strikes=2 roll:3312": "ꓘ",
    "set:strikes=2 call:take roll:1234": "ꓘ",
    "set:strikes=2 call:bunt roll:1235": "K",
    "set:strikes=2 roll:1235": "",
    "set:strikes=1 roll:1123": "",
    "set:balls=3 roll:2213": "BB",
    "set:balls=2 roll:2213": "",
    "roll:2221": "HBP",
    "call:bunt roll:6666": "HBP",
    "set:balls=2,runners=6 roll:1122": "WP",
    "set:balls=3,runners=6 roll:1122": "WP BB",
    "set:inning=9,half=bottom,balls=3,runners=18 roll:1122": "WP",
    "set:strikes=2,runners=6 call:hit-and-run roll:1122": "K WP",
    "call:balk": "BK",
    # hits
    "roll:1234": "1B",
    "roll:2345": "1B",
    "roll:3456": "1B",
    "roll:6651": "1B",
    "roll:6654": "1B",
    "roll:3334": "1B",
    "call:hit-and-run roll:1236": "1B",
    "roll:5566": "2B",
    "roll:4444": "HR",
    "roll:4445": "2B",
    "roll:5551": "2B",
    "roll:6661": "2B",
    "roll:2222": "2B",
    "roll:3333": "3B",
    "call:hit-and-run roll:1111": "HR",
    # outs
    "roll:1236": "G",
    "set:runners=6 roll:1236": "G DP",
    "set:runners=6,outs=2 roll:1236": "G",
    "roll:1456": "F",
    "set:runners=18 roll:1456": "F SAC",
    "set:runners=18,outs=2 roll:1456": "F",
    "set:runners=18 roll:4441": "F SAC",
    "set:runners=18 call:steal roll:4441": "F",
    "roll:3364": "IF",
    "set:runners=6 call:steal roll:3364": "IF DP",
    "roll:1112": "IF",
    "roll:3331": "IF",
    "set:runners=12+6 roll:3331": "IF TP",
    "set:runners=12+6,outs=1 roll:3331": "IF DP",
    "set:runners=12 call:steal roll:3331": "G DP",
    "set:runners=6 call:steal roll:3331": "IF",
    "set:runners=12+6 call:hit-and-run roll:3356": "IF TP",
    "roll:2266": "IF",
    "set:runners=6 roll:2266": "",
    "call:bunt roll:1236": "G B",
    "set:runners=6 call:bunt roll:1236": "SAC B",
    "set:runners=6,outs=2 call:bunt roll:1236": "G B",
    "set:runners=18 call:bunt roll:1123": "G B",
    # on the bases
    "roll:1111": "K",
    "set:runners=6 roll:1111": "K CS DP",
    "set:runners=6,outs=2 roll:1111": "K",
    "set:runners=6 call:take roll:1111": "ꓘ CS DP",
    "set:runners=6 call:steal roll:1111": "PO K",
    "set:runners=6,outs=2 call:steal roll:1111": "PO",
    "call:steal roll:1111": "K",
    "set:runners=18+6 roll:1133": "SB",
    "set:runners=18+6,strikes=2 roll:1133": "K SB",
    "set:runners=18+12 roll:1133": "",
    "set:runners=6 roll:1133 roll:1": "CS",
    "set:runners=6 roll:1133 roll:6": "SB",
    "set:runners=6 roll:2266 roll:1": "IF DP",
    "set:runners=6 roll:2266 roll:6": "1B",
    # appeals
    "call:bunt roll:3456 call:appeal roll:1": "1B",
    "call:bunt roll:3456 call:appeal roll:6": "",
    "call:bunt call:appeal roll:1": "",
    # buttons
    "set:balls=3 press:ball": "BB",
    "set:strikes=2 press:strike": "K",
    "press:homerun": "HR",
    "press:out": "",
    "press:run": "",
    "set:runners=6 roll:1133 press:out": "CS",
    "set:runners=6 roll:1133 press:run": "SB",
    "call:take": "",
    "set:outs=1": "",
}


def four(words: str) -> Game:
    """A game of four dice after those words."""
    return play(words, start(replace(SETUP, rules="four-dice")))


@pytest.mark.parametrize(("words", "notes"), NOTES.items())
@pytest.mark.untraced
def test_each_play_has_its_notes(words: str, notes: str) -> None:
    """By the list of the game, the last line of the words being the play."""
    *earlier, last = words.split()
    before = four(" ".join(earlier))
    assert notes == " ".join(notation(before, read(last), apply(before, read(last))))


OTHER_NOTES: dict[str, tuple[RulesName, str, str]] = {
    # table games
    "one-die single": ("one-die", "roll:1", "1B"),
    "one-die throw-in": ("one-die", "set:runners=6 roll:5", "DP"),
    "one-die out": ("one-die", "roll:6", ""),
    "two-dice walk": ("two-dice", "roll:44", "BB"),
    "two-dice sacrifice": ("two-dice", "set:runners=6 roll:23", "SAC"),
    "two-dice double play": ("two-dice", "set:runners=6 roll:25", "G DP"),
    "three-dice": ("three-dice", "roll:123", ""),
    "three-dice, no one": ("three-dice", "roll:234", ""),
    "dice-baseball home run": (DICE, "roll:11", "HR"),
    "dice-baseball strikeout": (DICE, "roll:24", "K"),
    "dice-baseball fly": (DICE, "roll:13", "F"),
    "dice-baseball pop-up": (DICE, "roll:15", "IF"),
    "dice-baseball ground out": (DICE, "set:runners=6 roll:35", "G"),
    "dice-baseball force-out": (DICE, "set:runners=6 roll:23", "G FC"),
    "dice-baseball force-out of nobody": (DICE, "roll:23", "G"),
    "dice-baseball sacrifice fly": (DICE, "set:runners=18 roll:56", "F SAC"),
    "dice-baseball sacrifice fly that scores nobody": (DICE, "set:runners=6 roll:56", "F"),
    "pressed home run": (DICE, "press:homerun", "HR"),
    # Diamante
    "walk": (MAJOR_LEAGUE, "set:balls=3 blue1", "BB"),
    "strike three that nobody swung at": (MAJOR_LEAGUE, "set:strikes=2 blue7", "ꓘ"),
    "strike three that was chased": (MAJOR_LEAGUE, "set:strikes=2 blue1 red3", "K"),
    "strike three swinging": (MAJOR_LEAGUE, "set:strikes=2 blue9 red7", "K"),
    "strike three told by button": (MAJOR_LEAGUE, "set:strikes=2 press:strike", "K"),
    "strike two": (MAJOR_LEAGUE, "set:strikes=1 blue7", ""),
    "pitch that skips a runner": (MAJOR_LEAGUE, "set:strikes=2,runners=6 blue1 call:steal blue7", "ꓘ"),
    "homer": (MAJOR_LEAGUE, "blue3 red9 red9", "HR"),
    "caught in left field": (MAJOR_LEAGUE, "blue3 red6 caught", "F7"),
    "caught by the shortstop": (MAJOR_LEAGUE, "blue3 red5 caught", "IF6"),
    "caught, by button": (MAJOR_LEAGUE, "blue3 red6 press:out", "F7"),
    "fair ball": (MAJOR_LEAGUE, "blue3 red6 hit", ""),
    "pressed out": (MAJOR_LEAGUE, "press:out", ""),
}
"""By game, the last line of the words being the play."""


@pytest.mark.parametrize(("rules", "words", "notes"), OTHER_NOTES.values(), ids=OTHER_NOTES)
def test_other_games_have_notes(rules: RulesName, words: str, notes: str) -> None:
    """By the same list, with the fielder's number where the law has it (D2)."""
    *earlier, last = words.split()
    before = play(" ".join(earlier), start(replace(MAJOR, rules=rules)))
    assert notes == " ".join(notation(before, read(last), apply(before, read(last))))


CARDS = {
    at_bat("Single", "66"): "1B",
    at_bat("Homer", "66"): "HR",
    at_bat("Long", "66"): "1B9",
    at_bat("Take", "66"): "BB",
    at_bat("Take", "11"): "ꓘ",
    at_bat("Fly", "11"): "F7",
    at_bat("Homer", "11"): "F",
    f"set:runners=18 {at_bat('Fly', '34')}": "F7 SAC",
    f"set:runners=18 {at_bat('Squeeze', '44')}": "SAC B",
    f"set:runners=18 {at_bat('Squeeze', '11')}": "G8 B",
    f"set:runners=6 {at_bat('Ground', '21')}": "G9 FC",
    f"set:runners=6 {at_bat('Ground', '11')}": "G9 DP",
    at_bat("Ground", "11"): "G9",
    f"set:runners=6 {at_bat('Steal 2B', '66')}": "SB",
    f"set:runners=6 {at_bat('Steal 2B', '11')}": "CS",
    f"set:runners=6 {at_bat('Steal 2B', '22')}": "",
    "call:card_Fly": "",
}


@pytest.mark.parametrize(("words", "notes"), CARDS.items())
def test_cards_have_notes(words: str, notes: str) -> None:
    """An outfielder has his number where the card tests his zone alone."""
    *earlier, last = words.replace("GLOVES", LAID).split()
    before = on(" ".join(earlier), rally(""))
    assert notes == " ".join(notation(before, read(last), apply(before, read(last))))


def test_an_intentional_walk_is_a_walk() -> None:
    """R8."""
    before = rally("", options=("intentional-walk",))
    assert ("BB",) == notation(before, read("call:intentional-walk"), on("call:intentional-walk", before))


PLAIN = replace(MAJOR, away=replace(MAJOR.away, lineup=("", "", "", "")))
AT_THE_END = {
    "blue2 red7 hit white6": "1B7",
    "blue2 red7 hit white9 to:9 blue1 white3": "2B7",
    "blue2 red7 hit white9 to:9 blue1 white10 to:19 blue1 ball:1B white5": "HR7",
    "blue2 red7 hit white3 blue9": "G7-3",
    "blue2 red4 hit white3 blue9": "G4-3",
    "blue2 red7 hit white9": "1B7",
    "blue2 red7 hit white9 to:9": "",
    "blue2 red7 hit white9 to:9 to:6": "1B7",
    "set:runners=6 blue2 red6 hit white1 white1 blue9 white1 blue5": "G6-4-3 DP",
    "set:runners=6 blue8 call:bunt red3 white6 white1 blue9": "SAC3U B",
    "set:runners=18 blue8 call:bunt red3 skip white1 blue9": "G3U B",
    "set:runners=6 blue8 call:bunt red3 white6 white6": "1B3",
    "set:runners=6 blue7 call:steal white6": "SB",
    "set:runners=6 blue7 call:steal white3 press:out": "CS",
    "set:runners=6 blue7 call:steal skip": "",
    "set:runners=18 blue2 red7 caught call:tag-up white6": "SAC",
    "set:runners=18 blue2 red7 caught call:tag-up white2 press:out": "DP",
    "set:runners=6,outs=2 blue7 call:steal white3 press:out": "CS",
    "blue2 red7 hit": "",
    "blue2 red7 hit white3": "",
    "blue2 red7 hit white6 blue7": "",
    "blue2 red7 hit white9 to:9 blue1 white10 to:12": "2B7",
    "blue2 red7 hit white6 call:keep-running": "",
    "blue2 red7 hit white6 call:keep-running blue3 white6": "2B7",
    "set:runners=6 blue7 call:steal skip blue7": "",
    "blue2 red7 hit white3 blue9 blue7": "",
}
"""Plays of several lines that the last of them ends, and some that it does not."""


@pytest.mark.parametrize(("words", "notes"), AT_THE_END.items())
@pytest.mark.untraced
def test_a_play_of_several_lines_has_its_notes_at_the_end(words: str, notes: str) -> None:
    """Once, and again where the last line is answered otherwise."""
    history = begin(PLAIN)
    for word in words.split():
        history = record(history, read(word))
    assert notes == " ".join(notes_at_the_end(history))


PUT_OUT = {
    # D2, D35 to D37: the ball goes from the zone to whoever covers the base
    "blue2 red6 hit white3 blue9": "G6-3",
    "blue2 red3 hit white3 blue9": "G3U",
    "set:runners=6 blue2 red5 hit white1 white6 blue9": "1B5 5-4",
    "set:runners=6 blue2 red4 hit white1 white6 blue9": "1B4 4-6",
    "set:runners=6 blue2 red9 hit white1 white6 blue9": "1B9 9-6",
    "set:runners=18+12+6 blue2 red7 hit white1 white6 white6 white6 blue9": "1B7 7-2",
    "set:runners=12+6 blue2 red5 hit white1 white6 white6 blue9": "1B5 5U",
    # D36: too low, and the pitcher has it
    "blue2 red6 hit white3 blue5 white1 blue9": "G6-1-3",
    # D41: a second throw at once
    "set:runners=6 blue2 red6 hit white1 white1 blue10 blue9": "G6-4-3 DP",
    # D46, D48: from the catcher, and from where it was caught
    "set:runners=6 blue7 call:steal white3 blue2 ball:2B white3 to:12": "CS2-6",
    "set:runners=18 blue2 red7 caught call:tag-up white2 blue9 ball:HP white4 to:24": "7-2 DP",
    # D42: carried along the path, he keeps it
    "blue2 red6 hit white9 to:9 blue9 ball:1B white1 blue4 ball:10": "1B6 6-3",
    # a button does not say who
    "blue2 red6 hit white3 press:out": "G6",
    "set:runners=6 blue7 call:steal white3 press:out": "CS",
}
"""Outs in Diamante, and who made them."""


@pytest.mark.parametrize(("words", "notes"), PUT_OUT.items())
@pytest.mark.untraced
def test_an_out_has_its_assists_and_its_putout(words: str, notes: str) -> None:
    """Where the law knows where the ball went."""
    history = begin(PLAIN)
    for word in words.split():
        history = record(history, read(word))
    assert notes == " ".join(notes_at_the_end(history))


def test_who_made_an_out_is_no_kind_of_note() -> None:
    """Neither the counts of the box score nor the chart of batted balls change by it."""
    notes = ("G6-4-3", "DP", "SAC3U", "3U", "1B7", "7-2", "F8", "2B", "3B")
    assert ["G", "DP", "SAC", "", "1B", "", "F", "2B", "3B"] == [without_number(note) for note in notes]
    assert [("G", 6), ("1B", 7), ("F", 8)] == [*fielded(notes)]


def test_an_amended_play_has_the_notes_of_what_it_is_now() -> None:
    """The line that began it was misread."""
    history = begin(PLAIN)
    for word in ["blue2", "red7", "hit", "white3"]:
        history = record(history, read(word))
    amended = record(record(history, Amend(line=3, value=4)), read("blue9"))
    assert ("G4-3",) == notes_at_the_end(amended)


def test_note_stands_at_the_end_of_the_sentence() -> None:
    """The play by play has it once: not again where the result stands, nor where it is taken back and put back."""
    history = begin(PLAIN)
    for word in ["blue2", "red7", "hit"]:
        history = record(history, read(word))
    ended = record(history, read("white6"))
    assert "Run 6, to first base. (1B7)" == ENGLISH(play_by_play(history.game, read("white6"), ended))
    stands = read("to:6")
    assert "That stands." == ENGLISH(play_by_play(ended.game, stands, record(ended, stands)))
    taken, again = record(ended, UNDO), record(record(ended, UNDO), REDO)
    sentences = ENGLISH((play_by_play(ended.game, UNDO, taken), play_by_play(taken.game, REDO, again)))
    assert "Undone: Run 6, to first base. Done again: Run 6, to first base." == sentences


WALK_OFF = "set:inning=9,half=bottom"
"""A hit that wins the game."""


@pytest.mark.parametrize(
    ("rules", "words", "notes"),
    [
        ("one-die", f"{WALK_OFF},runners=18 roll:3", "1B"),
        ("two-dice", f"{WALK_OFF},runners=12 roll:12", "2B"),
        (DICE, f"{WALK_OFF},away=1,runners=18+6 roll:34", "3B"),
        (DICE, f"{WALK_OFF},runners=18 roll:11", "HR"),
        ("four-dice", f"{WALK_OFF},runners=18 roll:2222", "1B"),
        ("four-dice", f"{WALK_OFF},runners=18 roll:6661", "1B"),
        ("four-dice", f"{WALK_OFF},runners=6 roll:6661", "2B"),
        ("four-dice", f"{WALK_OFF},runners=18 roll:4444", "HR"),
    ],
)
def test_a_hit_that_wins_the_game_has_the_bases_that_the_run_took(rules: RulesName, words: str, notes: str) -> None:
    """No more, unless it is a home run."""
    *earlier, last = words.split()
    before = play(" ".join(earlier), start(replace(SETUP, rules=rules, innings=9)))
    after = apply(before, read(last))
    assert (notes, True) == (" ".join(notation(before, read(last), after)), after.over)


@pytest.mark.parametrize("seed", range(6))
def test_notes_agree_with_the_score(seed: int) -> None:
    """In whole games by lot: as many hits are noted as credited, and every out has a note."""
    first = setup("four-dice", 3)
    before = start(first)
    for line, after in moments(first, Random(seed)):  # noqa: S311 - lots for a test
        noted = set(notation(before, line, after))
        credited = after.hits.away + after.hits.home - before.hits.away - before.hits.home
        taken_back = before.signs.low_high == "appeal"
        assert taken_back or len(noted & {"1B", "2B", "3B", "HR"}) == credited
        assert taken_back or bool(outs_made(before, after)) == bool(noted & OUTS)
        before = after


OUTS = {"K", "ꓘ", "G", "F", "IF", "CS", "PO", "SAC"}
"""A sacrifice is an out, too."""
