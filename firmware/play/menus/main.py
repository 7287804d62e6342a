"""The menu behind OK held for two seconds: what a table may want between plays (D55)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from firmware.play.menus import games, score, throws
from firmware.play.menus.screen import BeginThrowOff, Choice, Item, Outcome, RunAction, Screen
from scoreboard.journal.listing import Listing
from scoreboard.rules.history import History

GAME: tuple[Choice, ...] = ("fix score", "fix throws", "throw-off", "other game", "end game")
"""What is about the game alone."""
BY_HAND: tuple[Choice, ...] = ("go on", "new game", "stop", "join", *GAME)
"""Where somebody has started the program: it can be stopped, and the computer is theirs."""
APPLIANCE: tuple[Choice, ...] = ("go on", "fix score", "fix throws", "new game", *GAME[2:])
APPLIANCE += ("join", "own wi-fi", "home wi-fi", "shut down")
"""Where it starts with the plug: it is not stopped, which nobody could undo, but shut down."""


class _Given(NamedTuple):
    """What the menu is made from."""

    history: History
    others: Sequence[Listing]


def main_menu(choices: Sequence[Choice], history: History, others: Sequence[Listing] = ()) -> Screen:
    """The main menu, without what there is nothing to do in now.

    Args:
        choices: what it offers, in order.
        history: of the game in play.
        others: the games that can be taken up again, the newest first.
    """
    given = _Given(history, others)
    useful = (choice for choice in choices if _is_useful(choice, given))
    return Screen(tuple(Item(f"{choice}?", f"{choice}. {SAID[choice]}", _then(choice, given)) for choice in useful))


def _is_useful(choice: Choice, given: _Given) -> bool:
    return choice not in USEFUL or USEFUL[choice](given)


def _then(choice: Choice, given: _Given) -> Callable[[], Outcome]:
    make = THEN.get(choice)
    return (lambda: RunAction(choice)) if make is None else lambda: make(given)


def _over(given: _Given) -> bool:
    return given.history.game.over


SAID: dict[Choice, str] = {
    "go on": "Close the menu and go on.",
    "new game": "Begin another game.",
    "stop": "Stop the scoreboard.",
    "fix score": "Put the score, the outs, the count or the runners right.",
    "fix throws": "Walk back through the last throws and put one right.",
    "throw-off": "Throw the white die for who is Home.",
    "other game": "Take up another game again.",
    "end game": "End this game now.",
    "join": "How to open the page on a phone.",
    "own wi-fi": "Make a Wi-Fi of the stadium's own.",
    "home wi-fi": "Go back to the Wi-Fi at home.",
    "shut down": "Shut the scoreboard down.",
}
USEFUL: dict[Choice, Callable[[_Given], bool]] = {
    "fix score": lambda given: not _over(given),
    "fix throws": lambda given: bool(throws.recent(given.history)),
    "throw-off": lambda given: score.has_dice_of_teams(given.history.game),
    "other game": lambda given: bool(games.known(given.others)),
    "end game": lambda given: not _over(given),
}
"""When a choice is of use; the others always are."""
THEN: dict[Choice, Callable[[_Given], Outcome]] = {
    "go on": lambda _: None,
    "new game": lambda given: games.new_game(given.history),
    "fix score": lambda given: score.what_to_fix(given.history.game),
    "fix throws": lambda given: throws.which_throw(given.history),
    "throw-off": lambda given: games.after_asking(given.history, BeginThrowOff()),
    "other game": lambda given: games.other_games(given.others),
    "end game": lambda given: games.how_it_ends(given.history.game),
}
"""What a choice of the game comes to; the others are actions of the appliance."""
