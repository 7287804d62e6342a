"""What is called of a line, for who cannot see the score."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace
from support.scoring import SETUP, UNDO

from scoreboard.commentary import standing
from scoreboard.commentary.voice import DETAILS, Announcement, Detail, announcement, detail_length, speakable
from scoreboard.language import language
from scoreboard.message import Words, message
from scoreboard.rules import apply, start
from scoreboard.rules.events import Amend, Call, Die, NamesSet, Press, Set
from scoreboard.rules.history import Entry, begin, judge
from scoreboard.rules.state import FIRST, THIRD, Game, Runner

GAME = start(SETUP)
ON_CORNERS = replace(GAME, men=(Runner(place=THIRD), Runner(place=FIRST)), outs=1, balls=2, strikes=1, away=3)


def spoken(announced: Announcement | Words, code: str = "en", detail: Detail = "all") -> str:
    """As it is said in that language, the rest after the call."""
    words = (announced.call, announced.rest) if isinstance(announced, Announcement) else announced
    text = language(code).say(words, detail_length(detail))
    return " ".join(text.split())


def call(before: Game, line: Entry, code: str = "en", detail: Detail = "all") -> str:
    """What is called of a line, without what is due then."""
    announced = announcement(before, line, apply(before, line), asked=True, detail=detail)
    return spoken(announced, code=code, detail=detail)


def put_right(lines: Iterable[Entry], detail: Detail) -> str:
    """What is called of the last of these lines, a correction."""
    before = history = begin(SETUP)
    for line in lines:
        before, history = history, judge(history, line).history
    return spoken(announcement(before.game, line, history.game, asked=False, detail=detail), detail=detail)


def test_a_play_is_called_without_a_scorekeepers_notes() -> None:
    """Marks such as (K) are for reading."""
    strikes = replace(GAME, strikes=2, met=True, fresh=False)
    assert "Strike three, the batter is out! One out." == call(strikes, Press(button="strike"))


def test_the_score_is_called_when_it_changes_or_the_side_does() -> None:
    """Runs, and a new half-inning; then who is on base."""
    assert call(ON_CORNERS, Press(button="run")).endswith("Reds 4, Blues 0.")
    assert call(replace(ON_CORNERS, outs=2), Press(button="out")).endswith("Blues come to bat. Reds 3, Blues 0.")


def test_runners_are_called_with_each_new_batter() -> None:
    """Nearest to home last, as one counts the bases."""
    heard = call(replace(ON_CORNERS, fresh=False), Press(button="out"))
    assert "Out! Two outs. Runners on first base and third base." == heard
    assert call(GAME, Press(button="ball")) == "Ball one."


STANDING = {
    "en": "Top of inning 1: Reds bat. One out. Two and one. Runners on first base and third base.",
    "es": "Alta de la entrada 1: batea Reds. Un out. Dos y uno. Corredores en primera base",
}


@pytest.mark.parametrize("code", STANDING)
def test_how_a_game_stands(code: str) -> None:
    """All that the panel shows, in one breath."""
    assert spoken(standing(ON_CORNERS), code=code).startswith(f"Reds 3, Blues 0. {STANDING[code]}")


def test_batter_is_announced() -> None:
    """By name in a game of partners, and with the helmet where a game has helmets."""
    partners = replace(SETUP, rules="diamante-major", away=replace(SETUP.away, players=("Ana", "Bo")))
    heard = spoken(standing(start(partners)))
    assert ("Ana bats" in heard, "helmet" in heard) == (True, True)


def test_the_dugout_is_not_called_with_each_batter() -> None:
    """Who bats is; who waits is heard by asking how the game stands."""
    game = start(replace(SETUP, rules="diamante-major"))
    assert call(replace(game, fresh=False), Press(button="out")).startswith("Out! One out. At bat: ")
    assert ("dugout" in spoken(standing(game)), "dugout" in call(replace(game, fresh=False), Press(button="out"))) == (
        True,
        False,
    )


def test_a_finished_game_is_its_score() -> None:
    """Nothing else is left to say."""
    assert "Reds 3, Blues 0." == spoken(standing(replace(ON_CORNERS, phase="over")))


STANDS = "Reds 0, Blues 0. Top of inning 1: Reds bat. Nobody out."


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([Press(button="homerun"), UNDO], f"Undone. {STANDS}"),
        ([Die(color="blue", value=9), Amend(line=2, value=7)], "Corrected: 7. Reds 0, Blues 0."),
        ([Press(button="homerun"), Amend(line=2, as_=None)], "Corrected: that did not happen. Reds 0, Blues 0."),
        (
            [Press(button="homerun"), Amend(line=2, as_=Press(button="out"))],
            "Corrected: the button out. Reds 0, Blues 0.",
        ),
        ([Set(outs=2)], "Corrected. Reds 0, Blues 0. Top of inning 1: Reds bat. Two outs."),
        ([Set(runners=(12,))], f"Corrected. {STANDS} A runner on second base."),
        ([Set(names=NamesSet(away="Foxes"))], "Corrected. Foxes 0, Blues 0."),
        ([Set(innings=5)], "Corrected: innings 5. Reds 0, Blues 0."),
    ],
)
def test_a_correction_is_the_new_value_and_the_new_score(lines: list[Entry], expected: str) -> None:
    """The sentence that was wrong is not said again."""
    heard = put_right(lines, "all")
    assert heard.startswith(expected)
    assert "Home run" not in heard


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([Press(button="homerun"), UNDO], "Taken back. No score."),
        ([Press(button="ball"), Press(button="ball"), UNDO], "Taken back. One and oh."),
        ([*[Press(button="out")] * 3, UNDO], "Taken back. Top of the first. Two outs."),
        ([Set(outs=2)], "Corrected. Two outs."),
        ([Set(runners=(12,))], "Corrected. A man on second."),
        ([Set(runners=(12,)), UNDO], "Taken back. Nobody on."),
        ([Set(runners=(18, 12, 6))], "Corrected. Bases loaded."),
        ([Set(balls=3, strikes=2)], "Corrected. Full count."),
        ([Die(color="blue", value=9), Die(color="red", value=3), UNDO], "Taken back. Oh and oh. Beat 9."),
    ],
)
@pytest.mark.parametrize("detail", ["calls", "plays"])
def test_broadcaster_calls_of_a_correction_what_is_otherwise(lines: list[Entry], expected: str, detail: Detail) -> None:
    """And what stands as it stood is not said."""
    heard = put_right(lines, detail)
    assert heard == (expected.removesuffix(" Beat 9.") if detail == "calls" else expected)


@pytest.mark.parametrize(
    ("detail", "expected"),
    [
        ("calls", "Ball one."),
        ("plays", "Ball. One and two."),
        ("all", "Blues pitch 1. Ball one. One and two. Blues, pitch."),
    ],
)
def test_announcement_of_a_pitch_at_each_detail(detail: Detail, expected: str) -> None:
    """The umpire calls it, a broadcaster adds the count; the most detail has the die and the turn too."""
    before = replace(GAME, strikes=2, fresh=False)
    line = Die(color="blue", value=1)
    heard = announcement(before, line, apply(before, line), asked=False, detail=detail)
    assert expected == spoken(heard, detail=detail)


ON_FIRST = replace(GAME, men=(Runner(place=FIRST),), away=2, home=2)
WORDED = {
    "count": (replace(GAME, balls=1, strikes=1), Press(button="ball"), "Ball. Two and one.", "Bola. Dos y uno."),
    "full count": (
        replace(GAME, balls=3, strikes=1),
        Press(button="strike"),
        "Strike. Full count.",
        "straik. Cuenta llena.",
    ),
    "first ball": (GAME, Press(button="ball"), "Ball one.", "Bola uno."),
    "strikeout": (replace(GAME, strikes=2), Press(button="strike"), "Strike three! One out.", "¡Ponche! Un aut."),
    "walk": (replace(GAME, balls=3), Press(button="ball"), "Ball four!", "¡Base por bolas!"),
    "out": (ON_FIRST, Press(button="out"), "One out.", "Un aut."),
    "third out": (
        replace(ON_FIRST, outs=2),
        Press(button="out"),
        "Three outs. Blues bat, nobody out. Tied at 2.",
        "Tres auts. Batea Blues, sin auts. Empate a 2.",
    ),
    "third out of who leads": (
        replace(ON_FIRST, outs=2, away=3),
        Press(button="out"),
        "Three outs. Blues bat, nobody out. 3 to 2, Reds.",
        "Tres auts. Batea Blues, sin auts. 3 a 2, Reds.",
    ),
    "third out of who is behind": (
        replace(ON_FIRST, outs=2, home=3),
        Press(button="out"),
        "Three outs. Blues bat, nobody out. 3 to 2.",
        "Tres auts. Batea Blues, sin auts. 3 a 2.",
    ),
    "run": (ON_FIRST, Press(button="run"), "A run scores, 3 to 2.", "¡Entra una, 3 a 2!"),
    "run of who is behind": (
        replace(ON_FIRST, home=5),
        Press(button="run"),
        "A run scores, down 5 to 3.",
        "¡Entra una, 3 a 5!",
    ),
    "home run": (GAME, Press(button="homerun"), "Home run! 1 to 0.", "¡Jonrón! 1 a 0."),
    "end": (
        replace(GAME, inning=9, half="bottom"),
        Press(button="homerun"),
        "Home run! Game over: Blues win 1 to 0!",
        "¡Jonrón! Se acabó el juego: ¡victoria de Blues, 1 a 0!",
    ),
}
"""A game, what happens in it, and how an English and a Spanish broadcaster say it."""


@pytest.mark.parametrize("case", WORDED)
def test_play_in_a_broadcasters_words(case: str) -> None:
    """The score only if it changed, the outs only if they changed, and every name once."""
    before, line, english, spanish = WORDED[case]
    announced = {
        code: announcement(before, line, apply(before, line), asked=False, detail="plays") for code in ("en", "es")
    }
    assert english == spoken(announced["en"], detail="plays")
    assert spanish == speakable(spoken(announced["es"], "es", "plays"), language("es").say(message("voice.spellings")))


def test_foul_that_leaves_the_count_is_only_a_foul() -> None:
    """Two strikes stay two."""
    before = apply(replace(GAME, balls=1, strikes=2), Die(color="blue", value=5))
    line = next(Die(color="red", value=value) for value in range(1, 11) if _is_foul(before, value))
    assert call(before, line, detail="plays") == "Foul."


def _is_foul(before: Game, value: int) -> bool:
    after = apply(before, Die(color="red", value=value))
    return (after.balls, after.strikes, after.phase) == (1, 2, "pitch")


@pytest.mark.parametrize(
    ("detail", "expected"),
    [("plays", "Beat 3. Plus 1."), ("all", "Reds, swing higher than 3. The plus helmet adds 1.")],
)
def test_who_is_due_is_named_for_who_cannot_look(detail: Detail, expected: str) -> None:
    """A broadcaster leaves out the team; anybody sees who bats."""
    away = replace(SETUP.away, lineup=("+", "+", "+", "+"))
    game, line = start(replace(SETUP, rules="diamante-major", away=away)), Die(color="blue", value=3)
    heard = announcement(game, line, apply(game, line), asked=False, detail=detail)
    assert spoken(heard, detail=detail).endswith(expected)


def test_each_level_says_more() -> None:
    """As many words as the one before it, or more."""
    lengths = [len(call(replace(ON_CORNERS, outs=2), Press(button="out"), detail=detail).split()) for detail in DETAILS]
    assert sorted(lengths) == lengths


@pytest.mark.parametrize("detail", ["plays", "all"])
def test_call_that_the_prompt_repeats_is_left_out(detail: Detail) -> None:
    """The bunt is heard once: the prompt that asks for the throw names it."""
    pitched = apply(start(replace(SETUP, rules="diamante-major")), Die(color="blue", value=4))
    line = Call(call="bunt")
    heard = announcement(pitched, line, apply(pitched, line), asked=False, detail=detail)
    assert spoken(heard, detail=detail).casefold().count("bunt") == 1


def test_helmet_is_named_once() -> None:
    """What it made of this throw; what it will make of the next one is shown."""
    away = replace(SETUP.away, lineup=("+", "+", "+", "+"))
    pitched = apply(start(replace(SETUP, rules="diamante-major", away=away)), Die(color="blue", value=3))
    line = Die(color="red", value=9)
    heard = announcement(pitched, line, apply(pitched, line), asked=False, detail="all")
    assert spoken(heard).count("plus helmet") == 1
