"""What NEXT walks and OK takes besides the game itself: the menu, corrections, and what may be said."""

from firmware.play.menus.main import APPLIANCE, BY_HAND, main_menu
from firmware.play.menus.screen import (
    BeginThrowOff,
    Choice,
    Item,
    NewGame,
    Outcome,
    Record,
    ResumeGame,
    RunAction,
    Screen,
)
from firmware.play.menus.throws import told_first
from firmware.play.menus.walk import what_may_be_said

__all__ = [
    "APPLIANCE",
    "BY_HAND",
    "BeginThrowOff",
    "Choice",
    "Item",
    "NewGame",
    "Outcome",
    "Record",
    "ResumeGame",
    "RunAction",
    "Screen",
    "main_menu",
    "told_first",
    "what_may_be_said",
]
