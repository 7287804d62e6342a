"""How the loop behaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from firmware.devices.protocols import Frame
from firmware.play.menus import BY_HAND, Choice
from firmware.play.menus.actions import MenuAction
from scoreboard.rules.events import Setup


@dataclass(frozen=True, slots=True)
class Options:
    """How the loop behaves.

    Attributes:
        new_game: the first line of a game begun from the menu, or when none is in play.
        rulings: in what the house plays such a game otherwise.
        colors: the owner's names for the colours of dice, seen -> meant.
        settled: every frame is a throw at rest, and one that shows nothing is asked about.
        patient: the camera waits while a question is open, as pictures in a folder can and a live table cannot.
        ignore: called when a throw was undone: what lies there is not to be read again before somebody has lifted it
            (D55).
        film: is shown every frame that is watched, as a live view wants it.
        choices: what the menu offers.
        actions: what those choices do that are not the game's own.
        default_ticks: how many blinks a default that was just taken is told before the next throw counts.
        until_over: end with the game, as a demonstration does.
        anew: begin a new game even if one is in play.
    """

    new_game: Setup
    rulings: Mapping[str, object] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=dict)
    settled: bool = False
    patient: bool = False
    ignore: Callable[[], None] = lambda: None
    film: Callable[[Frame], None] = lambda _: None
    choices: tuple[Choice, ...] = BY_HAND
    actions: Mapping[Choice, MenuAction] = field(default_factory=dict)
    default_ticks: int = 0
    until_over: bool = False
    anew: bool = False
