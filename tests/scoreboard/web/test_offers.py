"""What the page's controls offer is what the law allows, no more and no less."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from support.games import moments, setup
from support.scoring import SETUP, blue, red, white

from scoreboard.language import language
from scoreboard.record import decode, encode
from scoreboard.rules import RULE_SETS, ruled_setup
from scoreboard.rules.events import Call, Chip, Die, Expect, Press, Roll, Set, Setup
from scoreboard.rules.history import History, begin, judge
from scoreboard.web.state.offers import BUTTONS, offers

ENGLISH, SPANISH = language("en"), language("es")
RUN = Call(call="run 1B")


def after(*lines: Die | Chip | Set) -> History:
    """A game after these lines."""
    history = begin(SETUP)
    for line in lines:
        history, refused = judge(history, line)
        assert refused is None
    return history


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_whatever_is_offered_is_accepted(rules: str) -> None:
    """In every game: each answer, call, throw and button; and whatever answer or call the state names is offered."""
    first = ruled_setup(setup(rules, 2), {})
    history = begin(first)
    for line, _ in moments(first, Random(7)):  # noqa: S311 - lots for a test, not for a secret
        offered = offers(history, ENGLISH)
        lines = [each.line for each in (*offered.answers, *offered.calls)]
        refused = [each for each in lines if judge(history, each)[1] is not None]
        pressed = tuple(each for each in BUTTONS if judge(history, Press(button=each))[1] is None)
        assert ([], pressed) == (refused, offered.buttons)
        assert {*history.game.options} - {"skip"} <= {getattr(each.line, "to", "skip") for each in offered.answers}
        assert set(history.game.calls) <= {getattr(each, "call", "") for each in lines}
        assert (history.game.awaits is None) == (not offered.throws)
        history = judge(history, line).history if not isinstance(line, Setup | Expect) else history


def test_throw_that_is_due_is_offered() -> None:
    """The die by its colour, the chip, or how many dice; after a ball the batter's die too, a swing at it (D15)."""
    assert [("blue", 0, 10)] == [(each.what, each.dice, each.faces) for each in offers(after(), ENGLISH).throws]
    chased = after(blue(1))
    assert chased.game.chase
    assert {"blue", "red"} == {each.what for each in offers(chased, ENGLISH).throws}
    assert ["chip"] == [each.what for each in offers(after(blue(5), red(7)), ENGLISH).throws]
    dice = offers(begin(msgspec.structs.replace(SETUP, rules="two-dice")), ENGLISH)
    assert ["The dice"] == [each.said for each in dice.throws]
    assert [("dice", 2, 6), 2] == [*((each.what, each.dice, each.faces) for each in dice.throws), dice.dice]
    assert judge(begin(msgspec.structs.replace(SETUP, rules="two-dice")), Roll(values=(1, 1)))[1] is None


def test_offers_are_worded_in_the_asked_language() -> None:
    """As on a key of the dock: short, with a capital."""
    names = [offers(after(), each).throws[0].said for each in (ENGLISH, SPANISH)]
    assert ["The blue die", "El dado azul"] == names
    two_on = after(Set(runners=(6,)), blue(5), red(7), Chip(face="hit"), white(3), white(6), blue(1))
    ran = [[each.said for each in offers(two_on, speaks).calls if each.line == RUN] for speaks in (ENGLISH, SPANISH)]
    assert [["Man on 1st runs"], ["Corre el de 1B"]] == ran


def test_gloves_are_offered_in_words() -> None:
    """As few words as a panel's, A4 B5, say nothing on a button, nor to who hears it."""
    offered = offers(begin(setup("rallybird")), language("en"))
    laid = [each for each in offered.calls if isinstance(each.line, Call) and each.line.call.startswith("gloves")]
    (sentence,) = (each.said for each in laid)
    assert sentence.startswith("The gloves lie like this: A ")


def test_cards_are_offered_by_their_whole_names() -> None:
    """A panel's letters, such as `Rola izq`, are for a panel; and a sign that is on is marked."""
    cards = offers(begin(setup("rallybird")), SPANISH).calls
    assert all(each.seldom for each in cards)
    assert "Rola izquierda" in [each.said for each in cards]
    signed = judge(begin(setup("four-dice")), Call(call="bunt")).history
    assert ["Toque"] == [each.said for each in offers(signed, SPANISH).calls if each.chosen]


def test_answers_are_lines_of_the_record() -> None:
    """Each can be sent back as it came; the one in effect is marked."""
    history = after(blue(5), red(7), Chip(face="hit"), Die(color="white", value=8))
    answers = offers(history, ENGLISH).answers
    assert [history.game.options[0]] == [history.game.options[at] for at, each in enumerate(answers) if each.chosen]
    for each in answers:
        assert each.line == decode(encode(each.line))
