"""Everything that a panel says in words: the menus of all games as they are walked, and what no menu has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from string import Formatter
from typing import NamedTuple

from catalogues import catalogue
from msgspec import UNSET
from msgspec.structs import replace
from PIL import Image
from support.games import moments
from support.rallybird import PLAIN

from firmware.config.schema import shipped
from firmware.config.teams import Offers, shipped_offers
from firmware.devices.dial import Dial, DialName
from firmware.play.menus.confirming import confirm
from firmware.play.menus.main_menu import APPLIANCE_CHOICES, BY_HAND_CHOICES, Around, main_menu
from firmware.play.menus.screen import Item, Outcome, Record, Screen
from firmware.storage.next_game import NextGame
from scoreboard.commentary import default_notice
from scoreboard.display import letters, list_picture, message_picture
from scoreboard.display.fonts import TINY
from scoreboard.display.names import short_name
from scoreboard.display.palette import CHALK
from scoreboard.display.pixels import stamp
from scoreboard.display.text_layout import Size
from scoreboard.journal.listing import Listing
from scoreboard.journal.summary import Summary
from scoreboard.language import language
from scoreboard.language.catalogue import CATALOGUES
from scoreboard.message import Message, Words, message
from scoreboard.rules import RULE_SETS
from scoreboard.rules.deck import house_deck
from scoreboard.rules.events import Amend, RulesName, Set, Setup, Team
from scoreboard.rules.history import History, begin, judge
from scoreboard.web.play.away_routes import TwoHouses

TEAMS = Team(name="Reds", color="red"), Team(name="Tecolotes", color="turquoise")
PLAYERS = ("Ana", "Guadalupe")
LINES = 240
"""Of a game drawn by lot."""
APART = 11
"""Lines between two moments whose menu is walked."""
OPENED = 3
"""Items of a kind that are opened."""
DUE = message("due.throw-or-hold", value=7)
WHO = short_name(TEAMS[1].name, 32 - TINY.width(":") - 1, TINY)
"""The team whose turn it is, as the smallest panel has room for it."""
LONGEST = {
    "color": "turquoise", "face": "hit", "team": "Tecolotes", "winner": "Tecolotes", "batting": "Tecolotes",
    "value": 10, "nth": 12, "digit": 10, "n": 12, "count": 3, "seconds": 10, "known": 10, "total": 10,
    "more": 1, "counts": 11,
    "greens": 14, "ambers": 2, "reds": 3, "runs_away": 12, "runs_home": 10, "ssid": "Stadium", "password": "K7mq2xw4",
    "address": "10.42.0.1", "first": "NEXT", "base": "2B", "strength": "manager", "aways": 12, "homes": 10,
    "who": WHO, "due": DUE, "what": DUE, "button": "homerun", "to": "2B",
    "man": message("default.batter"), "chosen": message("default.skip"),
    "otherwise": message("default.out"), "why": message("not-saved.read-only"), "card": "Grounder middle",
    "player": "Guadalupe", "at": "2B", "was": 9, "now": 10, "zone": "F", "gloves": ("A5", "F3"), "sign": "-",
    "runners": ("1B", "2B", "3B"), "helmets": ("1+", "4-"), "helmet": "4-", "faces": ("1", "3", "5"),
    "line": message("line.die", color="turquoise", value=10), "digits": 808080, "answer": message("default.skip"),
    "corner": "bottom-right",
    "stadium": "Abuela Guadalupe", "page": "stadium-2.local", "letters": "MWXK", "code": "MWXK QVNR",
}  # fmt: skip
"""What the values are in a message that no menu and no game says here: long ones that there are."""
PARTS = (
    "line", "target", "path", "at", "spot", "on-base", "card", "glove", "default", "rules", "family", "option", "deck",
    "idle", "panel", "over", "row", "change.due", "not-saved",
)  # fmt: skip
"""Families of words that are shown within others, or by fields of their own."""

BY_PAGES = ("due.", "moment.")
"""What is written as large as it fits, page after page."""
ASKED = (
    "ask.",
    "choice.",
    "menu.",
    "new.",
    "set.",
    "calibrate.ask.settle",
    "calibrate.ask.dice",
    "teach.doubtful",
    "teach.which",
    "correction",
)
"""What OK accepts."""
LISTS = ("asked.numbers",)
"""What is a list, of which no entry is broken."""
LARGELY = ("default.", "throw-off.")
"""What is written in large letters of one colour."""


def played(rules: RulesName) -> Iterator[History]:
    """A game of these rules, line by line."""
    home = replace(TEAMS[1], players=PLAYERS) if rules.startswith("diamante") else TEAMS[1]
    rally = ("intentional-walk", "rallybird") if rules == "rallybird" else UNSET
    setup = Setup(rules=rules, innings=3, away=TEAMS[0], home=home, options=rally)
    history = begin(setup)
    yield history
    for line, _ in islice(moments(setup, Random(7)), LINES):  # noqa: S311 - lots for a test
        history = judge(history, line).history
        yield history


def around(history: History) -> Around:
    """What is known besides: everything that may be offered is."""
    found = Listing(
        312,
        imported=False,
        summary=Summary(40, None, ("Reds", "Blues"), (12, 10), 4, "top", over=False, rules="one-die"),
    )
    offers = Offers(shipped_offers(shipped()).teams, PLAYERS, (PLAIN, house_deck()))
    dials: dict[DialName, Dial] = {"brightness": Dial(8, (1, 8, 16)), "volume": Dial(50, (0, 50, 100))}
    usual = NextGame(history.setup)
    return Around((found,), "es", offers, usual, usual, dials, houses=TwoHouses("none", "Attic"))


def items(history: History) -> Iterator[Item]:
    """The items of the menu at that moment, and the questions before a correction: some of each kind are opened."""
    known = around(history)
    waiting: list[Outcome] = [main_menu(tree, history, known) for tree in (APPLIANCE_CHOICES, BY_HAND_CHOICES)]
    opened = Counter[str]()
    while waiting:
        screen = waiting.pop()
        if isinstance(screen, Record) and isinstance(screen.line, Set | Amend):
            screen = confirm(history, screen.line)
        for each in screen.items if isinstance(screen, Screen) else ():
            yield each
            key = key_of(each.panel)
            opened[key] += 1
            if opened[key] <= OPENED:
                waiting.append(each.then())


def key_of(words: Words) -> str:
    """The key of a message, that of the last one where several are said."""
    return words.key if isinstance(words, Message) else key_of(words[-1]) if isinstance(words, tuple) else "name"


@cache
def walked() -> dict[str, tuple[Words, ...]]:
    """By key what the menus of all games say, and what games say is due or was taken."""
    found: dict[str, dict[Words, None]] = {}  # an ordered set
    for rules in RULE_SETS:
        for number, history in enumerate(played(rules)):
            labels = [item.panel for item in items(history)] if number % APART == 0 else []
            due = "" if history.game.over else message("due.who", who=WHO, what=history.game.due)
            for words in (*labels, due, default_notice(history.game) or ""):
                if words:
                    key = "correction" if isinstance(words, tuple) else _inner(words)
                    found.setdefault(key, {})[words] = None
    return {key: tuple(each) for key, each in found.items()}


def _inner(words: Words) -> str:
    if isinstance(words, Message) and words.key == "due.who":
        return key_of(words.value("what"))
    return key_of(words)


def filled(key: str) -> Message:
    """A message with the longest values that there are."""
    wording = language("en").wording(key, "panel", 3) or ""
    return message(key, **{name: LONGEST[name] for _, name, _, _ in Formatter().parse(wording) if name})


@cache
def on_panels() -> dict[str, tuple[Words, ...]]:
    """Whatever stands on a panel, by key: what was walked, and all other messages that have words for it."""
    count = message("change.count", was="3-2", now="2-2")
    found: dict[str, tuple[Words, ...]] = {**walked(), "correction.count": ((count, message("change.ok")),)}
    for key in panel_keys():
        if key not in found and key.partition(".")[0] not in PARTS and key != "due.who":
            found[key] = (filled(key),)
    return found


def panel_keys() -> list[str]:
    """All messages that have words for a panel, in the catalogue's order."""
    each = [entry for entry in catalogue(CATALOGUES / "en") if entry.id and entry.context == "panel"]
    return [entry.id if isinstance(entry.id, str) else entry.id[0] for entry in each]


class Shown(NamedTuple):
    """A text as a panel shows it."""

    text: str
    pages: tuple[Image.Image, ...]


def every_text(size: Size, code: str, most: int = 2) -> Iterator[tuple[str, Shown]]:
    """The key of whatever stands on a panel, and how it looks: the texts with the most pages of each key."""
    say = language(code).say
    for key, messages in on_panels().items():
        texts = sorted({say(words, "panel").upper() for words in messages}, key=lambda text: (-len(text), text))
        for text in texts[:most]:
            yield key, Shown(text, _pages(key, text, size))


@cache
def _pages(key: str, text: str, size: Size) -> tuple[Image.Image, ...]:
    return tuple(_drawn(key, text, size))


def _drawn(key: str, text: str, size: Size) -> Iterator[Image.Image]:
    if key.startswith(BY_PAGES):
        for page in letters.pages(text, size, tuple(font for font in letters.LADDER if font.height <= size[1])):
            picture = Image.new("RGB", size)
            for line in page:
                stamp(picture, line.written, line.at, CHALK)
            yield picture
        return
    if key.startswith(LISTS):
        entries = text.split(", ")
        shares = (number / len(entries) for number in range(len(entries)))
        every = [list_picture(entries, size, share=share) for share in shares]
        yield from {picture.tobytes(): picture for picture in every}.values()
        return
    is_asked = key in walked() or key.startswith(ASKED)
    color = "white" if key.startswith(LARGELY) else None
    first = b""
    for number in range(LINES):
        picture = message_picture(text, size, tick=3 * number + number % 2, ok=is_asked and color is None, color=color)
        if number and picture.tobytes() == first:
            return
        first = first or picture.tobytes()
        yield picture
