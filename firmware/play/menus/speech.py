"""The menu about what is spoken: each language is named by itself, for whoever cannot read the others."""

from __future__ import annotations

from firmware.play.menus.screen import ChooseLanguage, Item, Screen, from_now_on
from scoreboard.language import language, languages


def which_language(spoken: str) -> Screen:
    """Every language, the one that is spoken first."""
    return Screen(tuple(map(_named, from_now_on(languages(), spoken))))


def _named(code: str) -> Item:
    name = language(code).name
    return Item(f"{name}?", f"{name}.", lambda: ChooseLanguage(code))
