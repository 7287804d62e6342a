"""Two teams' names as the few letters that fit above their runs.

Rule kept here: teams differ by their letters, never by colour alone. Each has the fewest letters that differ as they
are drawn; names that do not differ in three letters become A for Away and H for Home.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from scoreboard.display.fonts import TINY, plain
from scoreboard.message import message

if TYPE_CHECKING:
    from scoreboard.display.panel_scene import PanelScene

MAX_LETTERS: Final = 3


def initials(away: str, home: str, most: int = MAX_LETTERS, spare: tuple[str, str] = ("A", "H")) -> tuple[str, str]:
    """At most that many characters for each name, different from one another: ``Reds``, ``Blue Jays`` are R, BJ.

    ``spare``: the letters of names that do not differ, and of one that the panel has no letters for.
    """
    forms = (
        tuple(_team_shortenings(name, most)) or (letter,) * 6 for name, letter in zip((away, home), spare, strict=True)
    )
    pairs = zip(*forms, strict=True)
    return next((pair for pair in pairs if TINY.write(pair[0]) != TINY.write(pair[1])), spare)


def team_letters(scene: PanelScene, most: int = MAX_LETTERS) -> tuple[str, str]:
    """The letters of Away and of Home, in the last resort of these words."""
    away, home = side_words(scene)
    return initials(scene.game.team("away").name, scene.game.team("home").name, most, (away[:1], home[:1]))


def side_words(scene: PanelScene) -> tuple[str, str]:
    """AWAY and HOME in the panel's language."""
    return scene.say(message("panel.away"), "panel"), scene.say(message("panel.home"), "panel")


def player_initials(player: str, players: Sequence[str]) -> str:
    """At most three characters for one of a team's ``players``: ``ANA``, different from the others'.

    Names that do not differ in three letters become 1 and 2, in the order of the set-up.
    """
    forms = zip(*(_player_shortenings(each, number) for number, each in enumerate(players, 1)), strict=True)
    place = players.index(player)
    return next((form[place] for form in forms if len({*map(TINY.write, form)}) == len(form)), str(place + 1))


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


def _team_shortenings(name: str, most: int) -> Iterator[str]:
    """A name's short forms, the best first: the initials, then the first word's letters, then the last word's.

    None for a name that the panel has no letters for.
    """
    words = _words(name)
    if words:
        first = "".join(word[0] for word in words)[:MAX_LETTERS]
        forms = (
            first,
            words[0][:2],
            words[0][:MAX_LETTERS],
            first[:1] + words[-1][: MAX_LETTERS - 1],
            first[:1] + words[-1][-2:],
            first[:1] + words[-1][-1:],
        )
        yield from (form[:most] for form in forms)
