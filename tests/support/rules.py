"""A short way to write a game down, so that a test of the rules reads as the play it is about.

Reds (red, away) bat first against Blues (blue, home). A play is words with spaces between:

    blue3 red7 white10      a die
    hit caught              the chip
    to:12 skip              the runner who has just thrown; the runner in turn
    ball:2B hold            the fielder
    press:out call:run_3B   a button; something said aloud
    roll:25                 six-sided dice
    set:outs=2,runners=12+6 a correction
    set:hits=away:3+home:2  of both teams
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec import convert
from msgspec.structs import replace

from scoreboard.language import ENGLISH
from scoreboard.rules import Game, HouseRules, Refused, apply, start
from scoreboard.rules.events import (
    Ball,
    Call,
    Chip,
    Die,
    Event,
    Hold,
    Move,
    Press,
    Roll,
    RulesName,
    Set,
    Setup,
    Skip,
    Team,
)
from scoreboard.rules.house_rules import Helmet

REDS = Team(name="Reds", color="red")
BLUES = Team(name="Blues", color="blue")
SETUP = Setup(rules="diamante-amateur", away=REDS, home=BLUES)

MAJOR = replace(SETUP, rules="diamante-major")

SINGLE = "blue2 red8 hit white6"
"""The batter hits to zone 8 and stops at first; the words for the batter's own throw come last."""


def play(words: str = "", game: Game | None = None, house: HouseRules | None = None) -> Game:
    """The game after those lines: a new one, unless it goes on from another."""
    game = game or start(SETUP, house)
    for word in words.split():
        game = apply(game, read(word))
    return game


def major(words: str = "", lineup: str = "+ . . -", house: HouseRules | None = None) -> Game:
    """The same in Major League, with that line-up for both teams; a plain helmet is a full stop."""
    helmets = convert([sign.replace(".", "") for sign in lineup.split()], tuple[Helmet, ...])
    teams = {"away": replace(REDS, lineup=helmets), "home": replace(BLUES, lineup=helmets)}
    return play(words, start(replace(MAJOR, **teams), house))


def table(rules: RulesName, words: str = "") -> Game:
    """The same in a table game."""
    return play(words, start(replace(SETUP, rules=rules)))


def helmets(game: Game) -> str:
    """Who is at bat and who waits, as in a line-up: ``+ | . . -``."""
    signs = [sign or "." for sign in (game.batter, *(game.dugout or ())) if sign is not None]
    return f"{signs[0]} | {' '.join(signs[1:])}"


def why(game: Game, word: str) -> str:
    """The reason that line is refused for; the test fails if it is not."""
    with pytest.raises(Refused) as caught:
        apply(game, read(word))
    return ENGLISH(caught.value.message)


def read(word: str) -> Event:
    """The line that a word stands for."""
    if die := re.fullmatch(r"([a-z]+?)(\d+)", word):
        return Die(color=die[1], value=int(die[2]))
    if word in PLAIN:
        return PLAIN[word]
    kind, rest = word.split(":", 1)
    return PARSERS[kind](rest)


def correction(fields: str) -> Set:
    """``outs=2,runners=12+6``."""
    named = [part.split("=") for part in fields.split(",")]
    return convert({"type": "set", **{name: _several(name, value) for name, value in named}}, Set, strict=False)


def _several(name: str, value: str) -> object:
    if name in {"hits", "names"}:
        return dict(part.split(":") for part in value.split("+"))
    return [one for one in value.split("+") if one] if name in {"runners", "helmets", "dugout"} else value


PLAIN: dict[str, Event] = {"hit": Chip(face="hit"), "caught": Chip(face="out"), "skip": Skip(), "hold": Hold()}
PARSERS: dict[str, Callable[[str], Event]] = {
    "to": lambda rest: Move(to=int(rest)),
    "ball": lambda rest: convert({"type": "ball", "to": int(rest) if rest.isdigit() else rest}, Ball),
    "press": lambda rest: convert({"type": "press", "button": rest}, Press),
    "call": lambda rest: Call(call=rest.replace("_", " ")),
    "set": correction,
    "roll": lambda rest: Roll(values=tuple(map(int, rest))),
}
