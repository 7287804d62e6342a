"""Help: what each button does now, pressed and held, one after another.

Rule kept here: the law is asked whether a button would count; so help never promises what is refused.
"""

from __future__ import annotations

from firmware.play.menus.screen import Item, Screen, item
from scoreboard.message import Message, message
from scoreboard.rules import allows
from scoreboard.rules.events import Button, Press
from scoreboard.rules.state import Game, Phase

PLAYS: tuple[Button, ...] = ("ball", "strike", "out", "run", "homerun", "batter")
HELD = ("ball-held", "strike-held", "out-held", "run-held", "homerun-held", "batter-held")
IN_MENU = ("menu-ok-held", "menu-undo-held", "menu-ball-held", "menu-batter-held")
CONTROLS = ("next", "next-held", "numbers", "ok", "ok-held", *IN_MENU, "undo", "undo-held", *HELD)
OTHERWISE: dict[tuple[Phase, Button], str] = {
    ("swing", "ball"): "help.ball-after-all",
    ("swing", "strike"): "help.swinging",
    ("homer", "strike"): "help.swinging",
    ("toss", "out"): "help.chip-out",
    ("toss", "run"): "help.chip-hit",
    ("run", "out"): "help.runner-out",
    ("run", "run"): "help.runner-scores",
    ("throw", "out"): "help.runner-out",
    ("throw", "run"): "help.runner-scores",
    ("run", "batter"): "help.play-ends",
    ("throw", "batter"): "help.play-ends",
    ("low-high", "out"): "help.low",
    ("low-high", "run"): "help.high",
}
"""Where a button means something else than usual (D54)."""


def what_each_does(game: Game) -> Screen:
    """The nine buttons, as they are now."""
    due = item(message("help.due", due=game.due), lambda: None)
    plays = tuple(_item(_play(game, button)) for button in PLAYS)
    return Screen((due, *plays, *(_item(message(f"help.{control}")) for control in CONTROLS)))


def _play(game: Game, button: Button) -> Message:
    if not allows(game, Press(button=button)):
        return message("help.nothing", button=button)
    # one of: help.ball, help.ball-held, help.batter, help.batter-held, help.homerun, help.homerun-held
    # one of: help.menu-ball-held, help.menu-batter-held, help.menu-ok-held, help.menu-undo-held, help.next
    # one of: help.next-held, help.numbers, help.ok, help.ok-held, help.out, help.out-held, help.run, help.run-held
    # one of: help.strike, help.strike-held, help.undo, help.undo-held
    return message(OTHERWISE.get((game.phase, button), f"help.{button}"))


def _item(words: Message) -> Item:
    return item(words, lambda: None)
