"""D56: whatever may be said in any of the games can be said with NEXT and OK, and by the menu's PLAY?."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from support.games import moments, setup
from support.menus import panels

from firmware.play.menus.main_menu import BY_HAND_CHOICES, Around, main_menu
from firmware.play.menus.screen import Record, Screen
from firmware.play.menus.throws import what_counts_now
from scoreboard.rules import RULE_SETS, Game, allows, sayable
from scoreboard.rules.aloud import SpokenCall
from scoreboard.rules.events import Call, Hold, RulesName, Skip
from scoreboard.rules.history import begin
from scoreboard.rules.state import SKIP

WORDS = (
    "bunt", "steal", "tag-up", "keep-running", "run 1B", "run 2B", "run 3B", "new-batter", "take", "hit-and-run",
    "no-sign", "balk", "appeal", "intentional-walk", "rallybird",
)  # fmt: skip
"""What is called in any game, cards and gloves besides."""
CHOSEN = {"gloves": "MOVE GLOVES?", "aside": "PICK SECRETLY?", "card": "PICK SECRETLY?"}
"""Where a whole list of things may be said: the entry that chooses among them."""
MOMENTS = 200
"""Of each game."""


def by_button(game: Game) -> tuple[list[object], list[str]]:
    """The lines that NEXT and OK record one after the other, and what the panel says."""
    screen = what_counts_now(game)
    if screen is None:
        return [], []
    records = [outcome.line for item in screen.items if isinstance(outcome := item.then(), Record)]
    return [*records, *((Skip(),) if SKIP in game.options else ())], panels(screen)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.untraced
def test_every_allowed_call_has_a_button(rules: RulesName) -> None:
    """Every call of every game is tried at moments of a game that is drawn by lot."""
    pool: dict[SpokenCall, None] = dict.fromkeys((Skip(), Hold(), *(Call(call=word) for word in WORDS)))
    asked = 0
    for _, game in islice(moments(setup(rules, innings=3), Random(7)), MOMENTS):  # noqa: S311 - lots for a test
        pool |= dict.fromkeys(sayable(game))
        offered, shown = by_button(game)
        for line in pool:
            word = line.call.partition(" ")[0] if isinstance(line, Call) else ""
            if line not in offered and allows(game, line) and not (line == Skip() and SKIP in game.options):
                is_laid = word == "gloves" and game.cards is not None and game.cards.placed  # UNDO takes that back
                assert is_laid or CHOSEN.get(word) in shown, (line, shown, game)
            asked += 1
    assert asked > MOMENTS


def test_the_menu_says_the_same() -> None:
    """PLAY? opens what NEXT walks through, for whoever does not know of that."""
    history = begin(setup("four-dice"))
    menu = main_menu(BY_HAND_CHOICES, history, Around())
    play = next(item for item, panel in zip(menu.items, panels(menu), strict=True) if panel == "PLAY?").then()
    assert isinstance(play, Screen)
    assert panels(what_counts_now(history.game)) == panels(play)
    table = main_menu(BY_HAND_CHOICES, begin(setup("two-dice")), Around())
    assert "PLAY?" not in panels(table)
