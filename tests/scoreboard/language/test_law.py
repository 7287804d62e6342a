"""What the law says is worded in every language, however its keys are put together."""

from __future__ import annotations

from itertools import product

import pytest
from support.games import setup
from support.rules import major

from scoreboard.language import ENGLISH, language, languages
from scoreboard.message import message
from scoreboard.rules import RULE_SETS, start
from scoreboard.rules.diamante.board import COSTS, spoken_place, spoken_spot

OTHERS = [code for code in languages() if code != "en"]


@pytest.mark.parametrize("code", languages())
def test_refused_in_any_phase(code: str) -> None:
    """Why a line has no place in a phase of a game is said in each language."""
    keys = {key for rules in RULE_SETS.values() for key in rules.not_now.values()}
    assert [key for key in sorted(keys) if not language(code).has(key, "sentence")] == []


@pytest.mark.parametrize("code", OTHERS)
def test_spots_and_runners(code: str) -> None:
    """Every spot, and a runner on every place, has a name of its own, and another than in English."""
    prompts = [message("due.run", team="", runner=spoken_place(place)) for place in range(25)]
    prompts += [message("due.throw", team="", value=1, spot=spoken_spot(spot)) for spot in (*COSTS, *range(1, 24))]
    names = [language(code).say(each) for each in prompts]
    assert (len(set(prompts)), True) == (len(set(names)), set(names).isdisjoint(map(ENGLISH, prompts)))


@pytest.mark.parametrize(("code", "rules"), list(product(OTHERS, RULE_SETS)))
def test_due(code: str, rules: str) -> None:
    """No game leaves what is due in English."""
    game = start(setup(rules))
    assert language(code).say(game.due) != ENGLISH(game.due)
    assert language(code).say(RULE_SETS[rules].title)


def test_helmets_for_a_voice() -> None:
    """A voice says what is painted on a helmet."""
    due = major("blue5", "+ . . -").due
    assert language("en").say(due, "spoken").endswith("The plus helmet adds 1.")
    assert language("es").say(due, "spoken").endswith("El casco más suma 1.")
