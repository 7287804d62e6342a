"""The menu behind OK held for two seconds: what a table may want between plays (D55), and in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from firmware.play.menus import games, opponents, score, speech, throws
from firmware.play.menus.screen import BeginThrowOff, Choice, Item, NewGame, Outcome, RunAction, Screen, item
from scoreboard.journal.listing import Listing
from scoreboard.language import languages
from scoreboard.message import message
from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.history import History

BY_HAND_CHOICES: tuple[Choice, ...] = (
    "go on", "new game", "stop", "join", "fix score", "fix throws", "throw-off", "opponent", "other game", "end game",
    "language", "panel", "new owner",
)  # fmt: skip
"""In order, where the program was started by hand: it can be stopped, and the computer is its user's."""
APPLIANCE_CHOICES: tuple[Choice, ...] = (
    "go on", "fix score", "fix throws", "new game", "throw-off", "opponent", "other game", "end game",
    "language", "panel", "join", "new owner", "own wi-fi", "home wi-fi", "shut down",
)  # fmt: skip
"""In order, where it starts with the plug: it is not stopped, for no button could start it again, but shut down."""


class Around(NamedTuple):
    """What is known besides the game: those that can be taken up again, newest first, and which language is spoken."""

    others: Sequence[Listing]
    spoken: str


class MenuEntry(NamedTuple):
    """What a choice comes to, and when it is of use."""

    opens: Callable[[History, Around], Outcome]
    is_useful: Callable[[History, Around], bool] = lambda *_: True


ENTRIES: dict[Choice, MenuEntry] = {
    "go on": MenuEntry(lambda *_: None),
    "new game": MenuEntry(lambda history, _: games.after_asking(history, NewGame())),
    "fix score": MenuEntry(
        lambda history, _: score.what_to_fix(history.game),
        lambda history, _: not history.game.over,
    ),
    "fix throws": MenuEntry(
        lambda history, _: throws.which_throw(history),
        lambda history, _: bool(throws.recent(history)),
    ),
    "throw-off": MenuEntry(
        lambda history, _: games.after_asking(history, BeginThrowOff()),
        lambda history, _: has_ten_sided_dice(history.game.setup.rules),
    ),
    "opponent": MenuEntry(
        lambda history, _: opponents.whom_to_play(history.game),
        lambda history, _: opponents.can_decide(history.game),
    ),
    "other game": MenuEntry(
        lambda _, around: games.other_games(around.others),
        lambda _, around: bool(games.known(around.others)),
    ),
    "end game": MenuEntry(
        lambda history, _: games.how_it_ends(history.game),
        lambda history, _: not history.game.over,
    ),
    "language": MenuEntry(
        lambda _, around: speech.which_language(around.spoken),
        lambda *_: len(languages()) > 1,
    ),
}
"""What is not among them is an action of the appliance, and always of use."""


def main_menu(
    choices: Sequence[Choice], history: History, others: Sequence[Listing] = (), spoken: str = "en"
) -> Screen:
    """The main menu of these choices, in order, without those of no use now.

    A panel that is strung otherwise than its settings say cannot be read, so NEXT held is what sets it right.
    """
    around = Around(others, spoken)

    def entry(choice: Choice) -> Item | None:
        said = message(f"choice.{choice.replace(' ', '-')}")
        if (comes_to := ENTRIES.get(choice)) is None:
            return item(said, partial(RunAction, choice))
        return item(said, partial(comes_to.opens, history, around)) if comes_to.is_useful(history, around) else None

    return Screen(tuple(filter(None, map(entry, choices))), held=RunAction("panel") if "panel" in choices else None)
