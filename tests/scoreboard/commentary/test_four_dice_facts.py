"""Four-Dice Baseball, told play by play and asked about."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from support.english import on_panel
from support.games import moments, setup
from support.rules import SETUP, play, read

from scoreboard.commentary import facts_of, line_name, prompt, sounds
from scoreboard.commentary.counts import roll_name
from scoreboard.language import ENGLISH, language
from scoreboard.rules import Game, apply, sayable, start
from scoreboard.rules.events import Call, Roll
from scoreboard.rules.four_dice import PLAYS, SIGNS

SENTENCES = {
    "roll:1123": "A swing and a miss. Strike one.",
    "roll:3312": "The batter watches it. Strike one.",
    "set:strikes=2 roll:3312": "The batter watches it. Strike three, the batter is out! (ꓘ) One out.",
    "roll:2213": "Ball one.",
    "set:balls=3 roll:2213": "Ball four: Reds take first base. (BB)",
    "roll:1235": "Foul ball. Strike one.",
    "set:strikes=2 roll:1235": "Foul ball.",
    "call:bunt roll:1235": "Bunted foul. Strike one.",
    "set:runners=6 roll:1122": "A wild pitch! Ball one. (WP)",
    "set:inning=9,half=bottom,runners=18 roll:1122": (
        "A wild pitch! (WP) One run scores! Game over: Blues win 1 to 0!"
    ),
    "set:runners=6 call:hit-and-run roll:1122": "A swing at a wild pitch! Strike one. (WP)",
    "set:runners=6 roll:1236": "A ground ball! Double play! (G DP) Two outs.",
    "set:runners=18 roll:1456": "A fly ball, caught! (F SAC) One run scores! One out.",
    "set:runners=6 roll:1133": "A swing and a miss. Strike one. The runners go!",
    "set:runners=18+6 roll:1133": "A swing and a miss. Strike one. The runner steals second, and nobody throws. (SB)",
    "set:runners=6 roll:1133 roll:2": "Caught stealing! (CS) One out.",
    "set:runners=6 roll:1133 roll:5": "A stolen base! (SB)",
    "set:runners=6 roll:1133 press:out": "Caught stealing! (CS) One out.",
    "set:runners=6 roll:1133 press:run": "A stolen base! (SB)",
    "set:runners=6 roll:2266": "A pop-up!",
    "roll:2266": "A pop-up, caught! (IF) One out.",
    "set:runners=6 roll:2266 roll:1": "A pop-up, caught! Double play! (IF DP) Two outs.",
    "set:runners=6 roll:2266 roll:4": "It drops in: a single! (1B)",
    "set:runners=12+6 roll:3331": "A line drive, caught! Triple play! (IF TP) Three outs. Blues come to bat.",
    "set:runners=12 call:steal roll:3331": "A hot shot: out at third, out at first! Double play! (G DP) Two outs.",
    "set:runners=6 call:steal roll:3331": "A line drive, caught! (IF) One out.",
    "roll:1111": "Struck out! (K) One out.",
    "set:runners=6 roll:1111": "Struck out, and the lead runner is caught! Double play! (K CS DP) Two outs.",
    "set:runners=6 call:steal roll:1111": "The lead runner is picked off! Struck out! (PO K) Two outs.",
    "set:runners=6,outs=2 call:steal roll:1111": ("The lead runner is picked off! (PO) Three outs. Blues come to bat."),
    "call:bunt roll:3456 call:appeal roll:1": "The sign does not count. A sharp single! (1B) Nobody out.",
    "call:bunt roll:3456 call:appeal roll:6": "The sign counts.",
    "call:bunt call:appeal roll:1": "The sign does not count.",
    "call:hit-and-run": "Reds call: hit and run.",
    "call:balk": "A balk by Blues! Nobody moves. (BK)",
    "call:take call:appeal": "Blues appeal: was the sign said in time?",
}


def four(words: str = "") -> Game:
    """A game of four dice after those words."""
    return play(words, start(replace(SETUP, rules="four-dice")))


@pytest.mark.parametrize(("words", "sentence"), SENTENCES.items())
def test_each_play_has_its_sentence(words: str, sentence: str) -> None:
    """What was rolled, which play it is, the scorekeeper's note, and what came of it."""
    *earlier, last = words.split()
    before, line = four(" ".join(earlier)), read(last)
    rolled = f"{before.team(before.fielding).name} roll {' '.join(last.removeprefix('roll:'))}. "
    assert (rolled if isinstance(line, Roll) else "") + sentence == ENGLISH(facts_of(before, line, apply(before, line)))


def test_every_row_has_a_phrase() -> None:
    """Whatever the table names can be told, of balls and fouls apart, which are counted."""
    names = {play.name for sign in SIGNS for play in PLAYS[sign].values()} - {"ball", "foul_ball"}
    assert [] == [name for name in names if not language("en").has(roll_name(name).key, "sentence")]


@pytest.mark.parametrize(
    ("roll", "heard"),
    [
        ("3456", ("crack", "safe", "murmur")),
        ("6666", ("crack", "homerun", "groan")),
        ("1236", ("crack", "out", "cheer")),
        ("2213", ("pop", "ball")),
    ],
)
def test_plays_are_heard(roll: str, heard: tuple[str, ...]) -> None:
    """A hit, a home run and an out of the visitors, and a ball."""
    game, line = four(), read(f"roll:{roll}")
    assert heard == sounds(game, line, apply(game, line))


def test_each_call_has_a_question_of_its_own() -> None:
    """As a sentence, and in capitals for the panel; what was called has a name."""
    for _, game in moments(setup("four-dice", innings=3), Random(1)):  # noqa: S311 - lots for a test
        asked = [(ENGLISH(prompt(event, "four-dice")), on_panel(prompt(event, "four-dice"))) for event in sayable(game)]
        assert len(set(asked)) == len(asked)
        assert all("? OK: " in sentence for sentence, _ in asked)
    assert ("HIT AND RUN", "a hit and run") == (
        on_panel(line_name(Call(call="hit-and-run"))),
        ENGLISH(line_name(Call(call="hit-and-run"))),
    )
    assert ["NO SIGN?", "BALK?"] == [on_panel(prompt(Call(call=call))) for call in ("no-sign", "balk")]
    assert ["a take", "no sign", "a balk", "an appeal"] == [
        ENGLISH(line_name(Call(call=call))) for call in ("take", "no-sign", "balk", "appeal")
    ]


def test_steal_means_another_thing_in_each_game() -> None:
    """A sign for the next pitch, or a play of its own."""
    steal = Call(call="steal")
    assert prompt(steal, "diamante-major") == prompt(steal) != prompt(steal, "four-dice")


def test_the_die_that_is_due_has_words_for_the_panel() -> None:
    """One die, and what it decides."""
    assert "1 DIE: STEAL" == on_panel(four("set:runners=6 roll:1133").due)
    assert "1 DIE: POP-UP" == on_panel(four("set:runners=6 roll:2266").due)
    assert "1 DIE: APPEAL" == on_panel(four("call:take call:appeal").due)
