"""The play by play of every golden game, and all that is asked and named in it, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from catalogues import catalogue
from support.games import moments, setup

from scoreboard.commentary import (
    deck_message,
    default_notice,
    facts_of,
    half_inning,
    line_name,
    play_by_play,
    prompt,
    scoreline,
    who_is_up,
)
from scoreboard.display import message_picture
from scoreboard.language import ENGLISH, Length, language, languages
from scoreboard.message import Message, Words, message
from scoreboard.record import read, replay
from scoreboard.rules import RULE_SETS, Game, sayable, start
from scoreboard.rules.deck import house_deck
from scoreboard.rules.events import Expect, Setup
from scoreboard.rules.rallybird import deck_of
from scoreboard.web.pages.page import situation

GAMES = sorted((Path(__file__).parents[2] / "golden" / "games").glob("*.jsonl"))
CATALOGUES = Path(__file__).parents[3] / "scoreboard" / "language" / "catalogues"
LENGTHS: tuple[Length, ...] = ("sentence", "short", "panel", "spoken")
OTHERS = [code for code in languages() if code != "en"]
WORD = re.compile(r"[^\W\d_]{2,}")
NEVER_ALIKE = ("sentence", "spoken")
"""The lengths at which a sentence differs from the English one; on a panel a word may be the same."""
ALIKE = {"play.score", "play.noted", "when.top", "when.bottom"}
"""Messages of names, numbers and signs alone."""
PRINTED = {*ALIKE, "line.press"}
"""Those and what names a button, which is called by what is printed on it."""


def of_state(game: Game) -> Iterator[Words]:
    """All that is said of a state."""
    yield from (scoreline(game), half_inning(game), situation(game), who_is_up(game), deck_message(game))
    yield default_notice(game) or ""
    yield from (prompt(line, game.setup.rules) for line in sayable(game))


def of_golden_game(path: Path) -> Iterator[Words]:
    """All that is said in a game; what the law says is its own."""
    with path.open("rb") as record:
        for step in replay(read(record, pytest.fail)):
            if step.refused is None and not isinstance(step.line, Setup | Expect):
                yield from (
                    play_by_play(step.before.game, step.line, step.after),
                    line_name(step.line, step.before.game),
                )
                yield from of_state(step.after.game)


def of_game_by_lot(rules: str) -> Iterator[Words]:
    """The same of a game that is drawn by lot, with calls that no golden game has."""
    first = setup(rules, 3)
    before = start(first)
    for line, game in moments(first, Random(3)):  # noqa: S311 - lots for a test
        yield from (facts_of(before, line, game), line_name(line, before), *of_state(game))
        before = game


def single(words: Words) -> Iterator[Message]:
    """Every message of these words."""
    if isinstance(words, Message):
        yield words
    elif isinstance(words, tuple):
        for each in words:
            yield from single(each)


@cache
def messages() -> frozenset[Message]:
    """All that is said in all of these games."""
    games = (*map(of_golden_game, GAMES), *map(of_game_by_lot, RULE_SETS))
    return frozenset(each for words in games for part in words for each in single(part))


@cache
def names() -> frozenset[str]:
    """The words in names of teams and players, and of what a test's own set has."""
    found: set[str] = set()
    for path in GAMES:
        with path.open("rb") as record:
            first = next(iter(replay(read(record, pytest.fail)))).after.game
        teams = (first.setup.away, first.setup.home)
        found |= {name for team in teams for name in (team.name, *(team.players or ()))}
        if first.cards is not None:
            found |= {deck_of(first).name, *(card.name for card in deck_of(first).cards)}
    return frozenset(word.lower() for name in found for word in WORD.findall(name))


@cache
def vocabulary(code: str) -> frozenset[str]:
    """Every word of a language's catalogue, its placeholders apart."""
    texts = [each.string for each in catalogue(CATALOGUES / code) if each.id]
    whole = " ".join(form for text in texts for form in ([text] if isinstance(text, str) else text))
    return frozenset(word.lower() for word in WORD.findall(re.sub(r"\{.*?\}", " ", whole)))


@pytest.mark.parametrize("code", languages())
def test_everything_has_words(code: str) -> None:
    """Every message is worded at every length, by that language itself, and no value is left without its place."""
    for each in messages():
        for length in LENGTHS:
            assert not set("{}") & set(language(code).say(each, length)), each


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_reads_as_in_english(code: str) -> None:
    """No sentence is the English one, of names, numbers and signs apart."""
    for each in messages():
        if each.key not in ALIKE:
            assert [] == [each for length in NEVER_ALIKE if language(code).say(each, length) == ENGLISH(each, length)]


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.untraced
def test_no_english_word_is_left(code: str) -> None:
    """No word is one that only English has."""
    english = vocabulary("en") - vocabulary(code) - names()
    for each in messages():
        for length in LENGTHS if each.key not in PRINTED else ():
            words = {word.lower() for word in WORD.findall(language(code).say(each, length))}
            assert not words & english, (each, length)


@pytest.mark.parametrize("code", languages())
def test_notes_are_not_spoken(code: str) -> None:
    """A scorekeeper's signs are for reading."""
    noted = message("play.noted", notes=("K", "DP"))
    outs = message("play.rolled.out")
    assert language(code).say((outs, noted, outs), "spoken").count("(") == 0
    assert "  " not in language(code).say((outs, noted, outs), "spoken")
    assert "(K DP)" in language(code).say((outs, noted))


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("card", [card.name for card in house_deck().cards])
@pytest.mark.untraced
def test_every_card_fits_the_panel(code: str, card: str) -> None:
    """All letters of a question about a card of ours stand on 64 by 16 at once."""
    text = language(code).say(message("ask.card", card=card), "panel").upper()
    assert 1 == len({message_picture(text, ok=True, tick=tick).tobytes() for tick in range(0, 12, 2)})
