"""What is heard and shown of a line: the box's own words, sounds and moments."""

from __future__ import annotations

import pytest
from support.pages import Board
from support.scoring import SETUP, blue, red

from scoreboard.commentary import sounds
from scoreboard.language import language
from scoreboard.record import steps_of
from scoreboard.rules.events import Amend, Chip, Press, Roll, Set
from scoreboard.rules.history import begin, judge
from scoreboard.web.state.celebrated import Celebrated, celebrated


def last(*lines: object, code: str = "en", asked: bool = False) -> Celebrated:
    """What the last of these lines is celebrated with."""
    history = begin(SETUP)
    for line in lines:
        history = judge(history, line).history  # type: ignore[arg-type] # a line of the record
    return celebrated([*steps_of(history)][-1], language(code), asked=asked)


def test_play_is_called_and_what_is_due() -> None:
    """As the box's voice says it: the call, then the prompt; a question that is open comes before the prompt."""
    assert last(Press(button="strike")).spoken == "Strike one."
    assert last(blue(9)).spoken == "Beat 9."
    assert "Beat" not in last(blue(9), asked=True).spoken


def test_sounds_are_the_boxes_own() -> None:
    """The table of the commentary, and no other; the umpire's call is by itself, for a voice says it."""
    game = begin(SETUP)
    after = judge(game, Press(button="homerun")).history
    heard = last(Press(button="homerun"))
    assert sounds(game.game, Press(button="homerun"), after.game) == heard.sounds
    assert ("crack" in heard.sounds, "") == (True, heard.call)
    strike = last(Press(button="strike"))
    assert (("pop",), "strike") == (strike.sounds, strike.call)


def test_moments_are_the_panels_own() -> None:
    """A home run with its words as on the panel, in the asked language; a side change after the last out."""
    assert [("home-run", "HOME RUN!")] == [
        (each.name, each.said.upper()) for each in last(Press(button="homerun")).moments
    ]
    assert "jonrón" in last(Press(button="homerun"), code="es").moments[0].said.casefold()
    names = [each.name for each in last(*[Press(button="out")] * 3).moments]
    assert ["out", "side-change"] == names


def test_moment_of_a_hit_names_its_zone() -> None:
    """The zone is known since the batter's die; the chip only shows that nobody caught the ball."""
    assert [("hit", "Hit to 7")] == [(each.name, each.said) for each in last(blue(6), red(7), Chip(face="hit")).moments]


def test_correction_is_called_as_the_new_value_and_score() -> None:
    """Never the old sentence again, and nothing is celebrated or played."""
    heard = last(blue(9), Amend(line=2, value=5))
    assert heard.spoken == "Corrected: 5. Beat 5."
    assert () == heard.moments
    assert "3 to 0, Reds" in last(Set(away=3)).spoken


def test_refusal_is_spoken_with_its_sound() -> None:
    """Nothing is celebrated."""
    heard = last(Roll(values=(1, 2)))
    assert (("no",), ()) == (heard.sounds, heard.moments)
    assert heard.spoken


@pytest.mark.parametrize("code", ["en", "es"])
def test_beginning_of_a_game_is_spoken(code: str) -> None:
    """The text has no marks that a voice would spell out."""
    heard = last(code=code)
    assert heard.spoken
    assert not {*"()*_/"} & {*heard.spoken}


def test_spanish_is_written_for_a_spanish_voice() -> None:
    """English words of baseball as a Spanish voice must read them."""
    assert "straik" in last(Press(button="strike"), code="es").spoken.casefold()


def test_sound_that_is_not_there() -> None:
    """An appliance without sounds says where names are found."""
    board = Board()
    board.play(red(10))
    assert "sounds" in board.json("/api/sounds/crack.wav")["error"]
