"""Two teams' names as the few letters that fit above their runs.

Rule kept here: teams differ by their letters, never by colour alone. Each has the three letters that its owner chose,
or how its name begins, if these differ as they are drawn, and others of it if not; names that do not differ in three
letters become A for Away and H for Home.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scoreboard.display.fonts import look_alike, plain
from scoreboard.message import message

if TYPE_CHECKING:
    from scoreboard.display.panel_scene import PanelScene

MAX_LETTERS: Final = 3
FORMS: Final = 6
"""Short forms of a name that are tried."""
VOWELS: Final = frozenset("AEIOUÁÉÍÓÚÜ")
ARTICLES: Final = frozenset({"THE", "LOS", "LAS", "EL", "LA"})
"""Words that many names begin with, and that tell no team from another."""


@lru_cache(maxsize=64)
def initials(
    away: str,
    home: str,
    most: int = MAX_LETTERS,
    spare: tuple[str, str] = ("A", "H"),
    own: tuple[str, str] = ("", ""),
) -> tuple[str, str]:
    """At most that many characters for each name, different from one another: ``Reds``, ``Blue Jays`` are RED, BLU.

    ``spare``: the letters of names that do not differ, and of one that the panel has no letters for. ``own``: those
    that the owner chose, which stay unless both are alike.
    """
    if look_alike(own):
        own = "", ""
    forms = (
        (plain(chosen)[:most],) * FORMS
        if is_writable(chosen)
        else tuple(_team_shortenings(name, most)) or (last,) * FORMS
        for name, last, chosen in zip((away, home), spare, own, strict=True)
    )
    pairs = zip(*forms, strict=True)
    return next((pair for pair in pairs if not look_alike(pair)), spare)


def team_letters(scene: PanelScene, most: int = MAX_LETTERS) -> tuple[str, str]:
    """The letters of Away and of Home, in the last resort of these words."""
    words, names = side_words(scene), (scene.game.team("away").name, scene.game.team("home").name)
    own = scene.shorts.get(names[0], ""), scene.shorts.get(names[1], "")
    return initials(*names, most, (words[0][:1], words[1][:1]), own)


def side_words(scene: PanelScene) -> tuple[str, str]:
    """AWAY and HOME in the panel's language."""
    return scene.say(message("panel.away"), "panel"), scene.say(message("panel.home"), "panel")


def player_initials(player: str, players: Sequence[str]) -> str:
    """At most three characters for one of a team's ``players``: ``ANA``, different from the others'.

    Names that do not differ in three letters become 1 and 2, in the order of the set-up.
    """
    forms = zip(*(_player_shortenings(each, number) for number, each in enumerate(players, 1)), strict=True)
    place = players.index(player)
    return next((form[place] for form in forms if not look_alike(form)), str(place + 1))


def _player_shortenings(player: str, number: int) -> Iterator[str]:
    """A player's short forms, the best first: how the name begins, then with other letters of it.

    His number for a name that the panel has no letters for.
    """
    words = _words(player) or [str(number)]
    yield words[0][:MAX_LETTERS]
    yield words[0][:2] + words[-1][:1]
    yield words[0][:2] + words[-1][-1:]
    yield words[0][:1] + words[-1][-2:]


def is_writable(name: str) -> bool:
    """Whether the panel has letters for any of that name."""
    return bool(_words(name))


def _words(name: str) -> list[str]:
    return re.findall(r"[A-ZÁÉÍÓÚÜÑ0-9]+", plain(name))


def _consonants(word: str) -> str:
    """Its first letter and its other consonants: RDB of REDBIRDS."""
    return word[0] + "".join(letter for letter in word[1:] if letter not in VOWELS)


def _team_shortenings(name: str, most: int) -> Iterator[str]:
    """A name's short forms, the best first: how it begins, the initials of its words, then with other letters of it.

    None for a name that the panel has no letters for.
    """
    words = _words(name)
    words = words[1:] if len(words) > 1 and words[0] in ARTICLES else words
    if words:
        first, last = words[0], words[-1]
        forms = (
            f"{first}{''.join(words[1:])}",
            "".join(word[0] for word in words) if len(words) > 1 else _consonants(first),
            first[0] + last[:2],
            first[0] + _consonants(last),
            first[0] + last[-2:],
            first[:2] + last[-1],
        )
        yield from (form[:most] for form in forms)
