"""The menu behind OK held for two seconds: what a table may want between plays (D55), and in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from firmware.play.menus import games, opponents, score, throws
from firmware.play.menus.screen import BeginThrowOff, Choice, Item, NewGame, Outcome, RunAction, Screen
from scoreboard.journal.listing import Listing
from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.history import History

BY_HAND_CHOICES: tuple[Choice, ...] = (
    "go on", "new game", "stop", "join", "fix score", "fix throws", "throw-off", "opponent", "other game", "end game",
)  # fmt: skip
"""In order, where the program was started by hand: it can be stopped, and the computer is its user's."""
APPLIANCE_CHOICES: tuple[Choice, ...] = (
    "go on", "fix score", "fix throws", "new game", "throw-off", "opponent", "other game", "end game",
    "join", "own wi-fi", "home wi-fi", "shut down",
)  # fmt: skip
"""In order, where it starts with the plug: it is not stopped, for no button could start it again, but shut down."""
Others = Sequence[Listing]
"""The games that can be taken up again, the newest first."""


class MenuEntry(NamedTuple):
    """What a choice says, what it comes to (by itself an action of the appliance), and when it is of use."""

    said: str
    opens: Callable[[History, Others], Outcome] | None = None
    is_useful: Callable[[History, Others], bool] = lambda *_: True


ENTRIES: dict[Choice, MenuEntry] = {
    "go on": MenuEntry("Close the menu and go on.", lambda *_: None),
    "new game": MenuEntry("Begin another game.", lambda history, _: games.after_asking(history, NewGame())),
    "stop": MenuEntry("Stop the scoreboard."),
    "fix score": MenuEntry(
        "Put the score, the outs, the count or the runners right.",
        lambda history, _: score.what_to_fix(history.game),
        lambda history, _: not history.game.over,
    ),
    "fix throws": MenuEntry(
        "Walk back through the last throws and put one right.",
        lambda history, _: throws.which_throw(history),
        lambda history, _: bool(throws.recent(history)),
    ),
    "throw-off": MenuEntry(
        "Throw the white die for who is Home.",
        lambda history, _: games.after_asking(history, BeginThrowOff()),
        lambda history, _: has_ten_sided_dice(history.game.setup.rules),
    ),
    "opponent": MenuEntry(
        "Let the box decide for one side, or for none.",
        lambda history, _: opponents.whom_to_play(history.game),
        lambda history, _: opponents.can_decide(history.game),
    ),
    "other game": MenuEntry(
        "Take up another game again.",
        lambda _, others: games.other_games(others),
        lambda _, others: bool(games.known(others)),
    ),
    "end game": MenuEntry(
        "End this game now.",
        lambda history, _: games.how_it_ends(history.game),
        lambda history, _: not history.game.over,
    ),
    "join": MenuEntry("How to open the page on a phone."),
    "own wi-fi": MenuEntry("Make a Wi-Fi of the stadium's own."),
    "home wi-fi": MenuEntry("Go back to the Wi-Fi at home."),
    "shut down": MenuEntry("Shut the scoreboard down."),
}


def main_menu(choices: Sequence[Choice], history: History, others: Others = ()) -> Screen:
    """The main menu of these choices, in order, without those of no use now."""

    def item(choice: Choice, entry: MenuEntry) -> Item:
        then: Callable[[], Outcome] = partial(RunAction, choice)
        if entry.opens is not None:
            then = partial(entry.opens, history, others)
        return Item(f"{choice}?", f"{choice}. {entry.said}", then)

    return Screen(tuple(item(each, ENTRIES[each]) for each in choices if ENTRIES[each].is_useful(history, others)))
