"""The menu behind OK held for two seconds: what a table may want between plays (D55), and in which order.

Rule kept here: no list is longer than seven, so what belongs together is one entry, which opens it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from firmware.config.teams import Offers
from firmware.devices.dial import Dial, DialName
from firmware.devices.protocols import Gesture
from firmware.play.menus import games, houses, opponents, score, settings, throws
from firmware.play.menus.help import what_each_does
from firmware.play.menus.screen import BeginThrowOff, Choice, FreeSides, Item, Outcome, RunAction, Screen, item
from firmware.play.menus.setting_up import SettingUp
from firmware.storage.next_game import NextGame
from scoreboard.journal.listing import Listing
from scoreboard.language import languages
from scoreboard.message import message
from scoreboard.rules import has_ten_sided_dice
from scoreboard.rules.events import Side
from scoreboard.rules.history import History
from scoreboard.rules.last_inning import may_be_last
from scoreboard.web.play.away_routes import TwoHouses

TOP = "menu"
Tree = Mapping[str, Sequence[Choice]]
"""What each entry opens that is a list, the menu itself among them, in order."""
_EVERYWHERE: dict[str, Sequence[Choice]] = {
    "fix": ("fix score", "fix throws"),
    "game": ("new game", "last inning", "throw-off", "opponent", "other game", "other house", "end game"),
    "lights": ("brightness", "panel"),
    "sound": ("loud", "talk"),
    "dice": ("teach", "calibrate"),
    "phone": ("join", "new owner", "free sides"),
    "checks": ("check", "check build"),
}
BY_HAND_CHOICES: Tree = {
    **_EVERYWHERE,
    TOP: ("go on", "game", "stop", "play", "fix", "settings", "help"),
    "settings": ("language", "lights", "sound", "dice", "phone", "checks"),
}
"""Where the program was started by hand: it can be stopped, and the computer is its user's."""
APPLIANCE_CHOICES: Tree = {
    **_EVERYWHERE,
    TOP: ("go on", "play", "fix", "game", "settings", "help", "shut down"),
    "settings": ("language", "lights", "sound", "dice", "phone", "checks", "update"),
    "phone": ("join", "new owner", "free sides", "own wi-fi", "home wi-fi"),
}
"""Where it starts with the plug: it is not stopped, for no button could start it again, but shut down."""


@dataclass(frozen=True, slots=True)
class Around:
    """What is known besides the game.

    Attributes:
        others: the games that can be taken up again, newest first.
        spoken: the language, by its code.
        offers: what a new game may be made of.
        configured: a new game as the configuration has it.
        chosen: a new game as it was chosen last.
        dials: what can be set at once, and what it is set to.
        box: the side that the box decides for.
        seated: whether a phone plays a side.
        does: what the appliance can do besides the game; None for everything.
        rulings: how the house plays the configured game, where it is otherwise than the law.
        houses: how it stands with another house; None where none can play along.
    """

    others: Sequence[Listing] = ()
    spoken: str = "en"
    offers: Offers = field(default_factory=Offers)
    configured: NextGame | None = None
    chosen: NextGame | None = None
    dials: Mapping[DialName, Dial] = field(default_factory=dict)
    box: Side | None = None
    seated: bool = False
    does: Collection[Choice] | None = None
    rulings: Mapping[str, object] = field(default_factory=dict)
    houses: TwoHouses | None = None


class MenuEntry(NamedTuple):
    """What a choice comes to, and when it is of use."""

    opens: Callable[[History, Around], Outcome]
    is_useful: Callable[[History, Around], bool] = lambda *_: True


def _new_game(history: History, around: Around) -> Screen:
    return _setting_up(history, around).screen()


def _setting_up(history: History, around: Around) -> SettingUp:
    """The next game, as it was chosen last."""
    usual = around.configured or NextGame(history.setup)
    return SettingUp(history, usual, around.offers, around.chosen or usual, around.rulings)


ENTRIES: dict[Choice, MenuEntry] = {
    "go on": MenuEntry(lambda *_: None),
    "play": MenuEntry(
        lambda history, around: throws.what_counts_now(history.game, around.box),
        lambda history, around: throws.what_counts_now(history.game, around.box) is not None,
    ),
    "new game": MenuEntry(_new_game),
    "fix score": MenuEntry(
        lambda history, around: score.what_to_fix(history.game, around.offers),
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
    "other house": MenuEntry(
        lambda _, around: None if around.houses is None else houses.with_another_house(around.houses),
        lambda _, around: around.houses is not None,
    ),
    "end game": MenuEntry(
        lambda history, _: games.how_it_ends(history.game),
        lambda history, _: not history.game.over,
    ),
    "last inning": MenuEntry(
        lambda history, _: games.last_inning(history.game),
        lambda history, _: may_be_last(history.game),
    ),
    "language": MenuEntry(
        lambda _, around: settings.which_language(around.spoken),
        lambda *_: len(languages()) > 1,
    ),
    "brightness": MenuEntry(
        lambda _, around: settings.how_much("brightness", around.dials["brightness"]),
        lambda _, around: "brightness" in around.dials,
    ),
    "loud": MenuEntry(
        lambda _, around: settings.how_much("volume", around.dials["volume"]),
        lambda _, around: "volume" in around.dials,
    ),
    "talk": MenuEntry(
        lambda _, around: settings.how_much("talk", around.dials["talk"]),
        lambda _, around: "talk" in around.dials,
    ),
    "free sides": MenuEntry(lambda *_: FreeSides(), lambda _, around: around.seated),
    "help": MenuEntry(lambda history, _: what_each_does(history.game)),
}
"""What is not among them is an action of the appliance, or a list of its own."""
SHORT_WAYS: Mapping[Gesture, Choice] = {"ball-held": "language", "batter-held": "opponent"}
"""What a button held opens while the menu's first item is shown."""


def main_menu(choices: Tree, history: History, around: Around | None = None) -> Screen:
    """The main menu of these choices, in order, without those of no use now.

    A panel that is strung otherwise than its settings say cannot be read, so NEXT held is what sets it right. What a
    table wants most is a button held: OK help, UNDO the same game again, BALL the language, BATTER for whom the box
    plays. Help and the first item's sentence tell these (`help.IN_MENU`).
    """
    around = around or Around()
    held: dict[Gesture, Callable[[], Outcome]] = {
        "redo": lambda: _same_again(history, around),
        "menu": lambda: what_each_does(history.game),
    }
    for gesture, choice in SHORT_WAYS.items():
        if ENTRIES[choice].is_useful(history, around):
            held[gesture] = partial(ENTRIES[choice].opens, history, around)
    if "panel" in (around.does or ()):
        held["by-hand"] = lambda: RunAction("panel")
    return Screen(tuple(_items(choices, TOP, history, around)), held=held)


def _same_again(history: History, around: Around) -> Outcome:
    """The game as it was chosen last, anew."""
    return _setting_up(history, around).begin()


def put_right(history: History, gesture: Gesture) -> Screen | None:
    """What a button that scores is about, when it is held: BALL the last throws, the others what they score.

    None where there is nothing of it to put right now.
    """
    game = history.game
    if gesture == "ball-held":
        return throws.which_throw(history) if throws.recent(history) else None
    return None if game.over else score.by_button(history, gesture)


def _items(choices: Tree, name: str, history: History, around: Around) -> Iterator[Item]:
    for choice in choices[name]:
        if (found := _item(choices, choice, history, around)) is not None:
            yield found


def _item(choices: Tree, choice: Choice, history: History, around: Around) -> Item | None:
    """The choice, if it is of use; in place of a list of one thing that thing."""
    # one of: choice.update, choice.brightness, choice.calibrate, choice.check, choice.checks
    # one of: choice.check-build, choice.dice, choice.end-game, choice.fix
    # one of: choice.fix-score, choice.fix-throws, choice.free-sides, choice.game, choice.go-on, choice.help
    # one of: choice.home-wi-fi, choice.join, choice.language, choice.last-inning, choice.lights, choice.loud
    # one of: choice.new-game, choice.other-house
    # one of: choice.new-owner, choice.other-game, choice.own-wi-fi, choice.panel, choice.phone, choice.play
    # one of: choice.settings, choice.shut-down, choice.sound, choice.stop, choice.talk, choice.teach, choice.throw-off
    words = message(f"choice.{choice.replace(' ', '-')}")
    if choice in choices:
        items = tuple(_items(choices, choice, history, around))
        return item(words, partial(Screen, items)) if len(items) > 1 else next(iter(items), None)
    if (comes_to := ENTRIES.get(choice)) is not None:
        return item(words, partial(comes_to.opens, history, around)) if comes_to.is_useful(history, around) else None
    return item(words, partial(RunAction, choice)) if around.does is None or choice in around.does else None
