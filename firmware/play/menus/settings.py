"""Menus about what is spoken and how much, how bright the panel is and how loud the speaker."""

from __future__ import annotations

from functools import partial

from firmware.config.toml_edit import Changes
from firmware.devices.dial import Dial, DialName
from firmware.play.menus.screen import ChooseLanguage, Item, Screen, TurnDial, from_now_on
from scoreboard.commentary import DETAILS
from scoreboard.language import language, languages
from scoreboard.message import message


def which_language(spoken: str) -> Screen:
    """Every language, the one that is spoken first; each is named by itself, for whoever cannot read the others."""
    return Screen(tuple(map(_named, from_now_on(languages(), spoken))))


def _named(code: str) -> Item:
    name = language(code).name
    return Item(f"{name}?", f"{name}.", lambda: ChooseLanguage(code))


def how_much(name: DialName, dial: Dial) -> Screen:
    """Each level, the nearest to the present one first; it is tried as soon as it is shown."""
    now = min(dial.levels, key=lambda level: abs(level - dial.now))
    return Screen(tuple(map(partial(_level, name, dial), from_now_on(dial.levels, now))))


def changes(name: DialName, value: int) -> Changes:
    """What of the configuration is to be changed so that it says that level."""
    if name == "brightness":
        return {"panel": {"brightness": value}}
    if name == "talk":
        return {"sound": {"talk": DETAILS[value - 1]}}
    return {"sound": {"mute": False, "volume": value} if value else {"mute": True}}


def _level(name: DialName, dial: Dial, level: int) -> Item:
    turn = TurnDial(name, level)
    words = (
        # one of: dial.brightness, dial.talk, dial.volume
        message(f"dial.{name}", nth=sum(0 < each <= level for each in dial.levels)) if level else message("dial.silent")
    )
    return Item(words, words, lambda: turn, tries=turn)
