"""A long name as much of it as fits, so that who knows it knows it again.

Rules kept here: fonts step down and lines are broken before words go, and whole words go before letters do:
``Tecolotes de los Dos Laredos`` is TECOLOTES before it is TECOLOT. What no font has, such as an emoji, goes first, if
anything is left then. Two teams, and two partners, are never written alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import filterfalse, takewhile
from typing import TYPE_CHECKING, TypeVar

from scoreboard.display.fonts import LARGE, Font, look_alike, plain
from scoreboard.display.initials import is_writable, player_initials, side_words, team_letters
from scoreboard.display.pixels import Pattern

if TYPE_CHECKING:
    from scoreboard.display.panel_scene import PanelScene
    from scoreboard.rules.events import Side

Written = TypeVar("Written", str, tuple[Pattern, ...])
_BETWEEN_LINES = 1
"""Dark rows."""


def shown_team(scene: PanelScene, side: Side, write: Callable[[str], Written]) -> Written:
    """A team's name as ``write`` makes it fit; AWAY or HOME for one that the panel has no letters for.

    Two names that come to the same are the letters that tell them apart, and AWAY and HOME where none do.
    """
    words, letters = side_words(scene), team_letters(scene)
    names = scene.game.team("away").name, scene.game.team("home").name
    full = [name if is_writable(name) else word for name, word in zip(names, words, strict=True)]
    apart = words if letters == (words[0][:1], words[1][:1]) else letters
    forms = [[write(each) for each in named] for named in (full, apart, words)]
    return next(filterfalse(are_alike, forms), forms[-1])[side == "home"]  # with no room for a letter all are alike


def short_team(scene: PanelScene, side: Side, width: int, font: Font) -> str:
    """The same on one line."""
    return shown_team(scene, side, partial(short_name, width=width, font=font))


def shown_player(player: str, players: Sequence[str], write: Callable[[str], Written]) -> Written:
    """The name of one of a team's ``players`` as ``write`` makes it fit.

    His initials or his number where the panel has no letters for it, or the names come to the same.
    """
    is_distinct = is_writable(player) and not are_alike(map(write, players))
    return write(player if is_distinct else player_initials(player, players))


def are_alike(written: Iterable[str | tuple[Pattern, ...]]) -> bool:
    """Whether two of these look the same: texts, or texts that were drawn."""
    all_written = tuple(written)
    texts = [each for each in all_written if isinstance(each, str)]
    return look_alike(texts) or len(set(all_written)) < len(all_written)


def writable(name: str) -> str:
    """The name in the panel's letters, without what it has none for, such as an emoji; as blocks if that is all."""
    return " ".join(text for _, text in _written_words(name))


def _written_words(name: str) -> list[tuple[str, str]]:
    """The words of a name, each with what can be written of it; blocks if nothing can."""
    pairs = [(word, plain(word)) for word in name.split()]
    drawn = [(word, "".join(letter for letter in text if letter in LARGE.glyphs)) for word, text in pairs]
    return [pair for pair in drawn if pair[1]] or pairs or [("", "")]


def written_name(name: str, size: tuple[int, int], fonts: tuple[Font, ...]) -> tuple[Pattern, ...]:
    """The lines of the longest of the name's short forms that fits, in the largest of ``fonts`` in which it does."""
    for form in _forms(name):
        for font in fonts:
            lines = _lines(form, size[0], font)
            if lines and len(lines) * (font.height + _BETWEEN_LINES) - _BETWEEN_LINES <= size[1]:
                return tuple(map(font.write, lines))
    return (_cut(name, size[0], fonts),)


def short_name(name: str, width: int, font: Font) -> str:
    """The longest of the name's short forms that ``font`` writes on one line, or the beginning of it."""
    fitting = (form for form in _forms(name) if font.width(form) <= width)
    return next(fitting, None) or _beginning(name, width, font)


def _forms(name: str) -> Iterator[str]:
    """The whole name, the better forms first: without small words, what stands before them, with initials, one word."""
    words = _written_words(name)
    large = [pair for pair in words if not _is_small(pair)] or words
    yield _joined(words)
    yield _joined(large)
    if large != words and not _is_small(words[0]):
        yield _joined(takewhile(lambda pair: not _is_small(pair), words))
    *first, (_, last) = large
    yield " ".join([*(f"{_initial(text)}." for _, text in first), last])
    yield max((text for _, text in words), key=len)


def _is_small(pair: tuple[str, str]) -> bool:
    """Whether a word is one of those that go first: ``de``, ``&``."""
    word, text = pair
    return word[:1].islower() or not is_writable(text)


def _initial(text: str) -> str:
    """Its first letter, or digit; its first sign if there is none."""
    return next(filter(is_writable, text), text[:1])


def _joined(words: Iterable[tuple[str, str]]) -> str:
    return " ".join(text for _, text in words)


def _lines(text: str, width: int, font: Font) -> list[str]:
    """``text`` broken between words; nothing if a word is too wide."""
    lines = [""]
    for word in text.split():
        if font.width(f"{lines[-1]} {word}".strip()) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [line for line in lines if line] if all(font.width(line) <= width for line in lines) else []


def _cut(name: str, width: int, fonts: tuple[Font, ...]) -> Pattern:
    """The beginning of its longest word in the narrowest font."""
    *_, letters = _forms(name)
    narrowest = min(fonts, key=lambda font: font.width(letters))
    return narrowest.write(_beginning(name, width, narrowest))


def _beginning(name: str, width: int, font: Font) -> str:
    *_, letters = _forms(name)
    while font.width(letters) > width:
        letters = letters[:-1]
    return letters
