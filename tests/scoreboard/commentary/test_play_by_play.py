"""What UNDO, REDO and an amendment say: the play that they are about, and what a correction would come to."""

from __future__ import annotations

import pytest
from support.scoring import SETUP, blue, record, red

from scoreboard.commentary import correction_preview, play_by_play, unfit_plays
from scoreboard.language import ENGLISH, language
from scoreboard.rules.events import Amend, Call, Chip, Press, Roll, Set, Setup, Team
from scoreboard.rules.history import Entry, History, begin

UNDO, REDO = Press(button="undo"), Press(button="redo")
OUT = Chip(face="out")
CAUGHT: tuple[Entry, ...] = (blue(3), red(7), OUT, blue(4))
"""A fly that was caught: the swing is line 3."""
TABLE_GAME = Setup(rules="two-dice", away=Team(name="Reds", color="red"), home=Team(name="Blues", color="blue"))
SENTENCES = {
    "swing": ((*CAUGHT, Amend(line=3, value=2)), "Put right: Reds swing 7 → 2."),
    "pitch": ((*CAUGHT, Amend(line=2, value=5)), "Put right: Blues pitch 3 → 5."),
    "chip": ((*CAUGHT, Amend(line=4, face="hit")), "Put right: the chip says OUT → the chip says HIT."),
    "chase": ((blue(10), red(3), Amend(line=3, value=4)), "Put right: Reds chase 3 → 4."),
    "another": ((blue(3), red(2), Amend(line=3, as_=Call(call="bunt"))), "Put right: the red die shows 2 → a bunt."),
    "again": ((*CAUGHT, Amend(line=3, value=2), Amend(line=3, value=9)), "Put right: Reds swing 2 → 9."),
    "never": ((blue(3), Amend(line=2, as_=None)), "That never was: Blues pitch 3."),
    "after all": (
        (blue(3), Amend(line=2, as_=None), Amend(line=2, value=3)),
        "It counts after all: Blues pitch 3.",
    ),
    "missed": ((blue(3), Amend(line=2, add=Press(button="ball"))), "It was missed: Ball one."),
    "of the undone": (
        (blue(3), UNDO, blue(4), Amend(line=2, value=7)),
        "Put right, but that play had been undone.",
    ),
    "undo": ((blue(3), red(7), UNDO), "Undone: Reds swing 7. A hit to zone 7, left field!"),
    "undo a set": ((Set(outs=1), UNDO), "Undone: Corrected: outs 1."),
    "undo it": ((*CAUGHT, Amend(line=3, value=2), UNDO), "Undone: Put right: Reds swing 7 → 2."),
    "redo": ((blue(3), UNDO, REDO), "Done again: Blues pitch 3."),
    "redo it": ((*CAUGHT, Amend(line=3, value=2), UNDO, REDO), "Done again: Put right: Reds swing 7 → 2."),
}


def recorded(*lines: Entry, setup: Setup = SETUP) -> tuple[History, History]:
    """The game before the last of these lines, and after it."""
    before = begin(setup)
    for line in lines[:-1]:
        before = record(before, line)
    return before, record(before, lines[-1])


@pytest.mark.parametrize(("lines", "expected"), SENTENCES.values(), ids=SENTENCES)
def test_play_that_it_is_about_is_named(lines: tuple[Entry, ...], expected: str) -> None:
    """By whose it was and what it showed, from what to what; no line has a number."""
    before, after = recorded(*lines)
    words = play_by_play(before.game, lines[-1], after)
    assert expected == ENGLISH(words)
    assert expected != language("es").say(words)


def test_roll_is_put_right() -> None:
    """Of a table game: all its dice."""
    before, after = recorded(Roll(values=(2, 5)), Amend(line=2, values=(2, 6)), setup=TABLE_GAME)
    assert "Put right: Reds roll 2 5 → 2 6." == ENGLISH(play_by_play(before.game, Amend(line=2, values=(2, 6)), after))


def test_preview_of_an_amendment_uses_the_words_of_the_game() -> None:
    """It has the amended play, outs and count, and the play that no longer counts with the rule's reason."""
    before, after = recorded(*CAUGHT, Amend(line=3, value=2))
    effect = [ENGLISH(each) for each in correction_preview(before, Amend(line=3, value=2), after)]
    assert ["Reds swing 2. Strike one.", "Outs 1, then 0."] == effect[:2]
    gone = unfit_plays(before, after)
    assert [(4, "OUT! The ball is caught. (F7) One out.")] == [(each.line, ENGLISH(each.play)) for each in gone]
    assert "chip" in ENGLISH(gone[0].reason)


def test_effect_of_an_amendment_of_what_does_not_count() -> None:
    """That it does not count then either, and that the score stays; what did not count before is not lost."""
    before, after = recorded(*CAUGHT, Amend(line=3, value=2), Amend(line=4, face="hit"))
    does_not, stays = correction_preview(before, Amend(line=4, face="hit"), after)
    assert ENGLISH(does_not).startswith("It does not count then: The chip is not tossed now.")
    assert "The score stays as it is." == ENGLISH(stays)
    assert () == unfit_plays(before, after)


def test_effect_of_undo() -> None:
    """What the table would see otherwise."""
    before, after = recorded(*CAUGHT[:3], UNDO)
    assert "Outs 1, then 0." == ENGLISH(correction_preview(before, UNDO, after)[0])
