"""`stadium deck`: cards and gloves of RallyBird from a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result
from support.scoring import command_line

from firmware.cli.main import main
from firmware.config.decks import load_deck
from firmware.errors import ConfigError
from scoreboard.rules.deck import house_deck, house_text


def deck(*words: str) -> Result:
    """`stadium deck` with these words."""
    return command_line().invoke(main, ["deck", *words])


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """An owner's file, begun with our set and called otherwise."""
    file = tmp_path / "mine.toml"
    file.write_text(house_text().replace('"House set (ours)"', '"Mine"'), encoding="utf-8")
    return file


def changed(file: Path, was: str, now: str) -> None:
    """One slip of the pen."""
    text = file.read_text(encoding="utf-8")
    assert was in text
    file.write_text(text.replace(was, now, 1), encoding="utf-8")


def test_a_new_file_is_our_set(tmp_path: Path) -> None:
    """With its comments, and it can be played with; one that is there is not touched."""
    file = tmp_path / "mine.toml"
    made = deck("new", str(file))
    assert (0, house_text()) == (made.exit_code, file.read_text(encoding="utf-8"))
    assert house_deck() == load_deck(file)
    again = deck("new", str(file))
    assert (2, f"stadium: {file} is there already; name another file.\n") == (again.exit_code, again.stderr)
    assert house_text() == deck("new").stdout


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Such as a folder that is not there."""
    failed = deck("new", str(tmp_path / "nowhere" / "mine.toml"))
    assert (2, 1) == (failed.exit_code, len(failed.stderr.splitlines()))
    assert "cannot be written" in failed.stderr


def test_check_lists_the_set(mine: Path) -> None:
    """Its name, the numbers, and every card with its results; the shipped set is named as such."""
    listing = deck("check", str(mine)).stdout
    assert "Mine: 17 cards, 7 gloves." in listing
    assert "Printed on the board: A 2, B 4, C 4, D 4, E 3, F 4." in listing
    assert "5/4 with the icon, 4/6 with the icon, 6/4" in listing
    assert "Take the pitch   CC, on 2nd BB  first" in listing
    assert all(card.name in listing for card in house_deck().cards)
    changed(mine, '"Mine"', '"House set (ours)"')
    assert deck("check", str(mine)).stdout.startswith("House set (ours): ")


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ("white = 5", "white = 13", "tiles 1.white: Expected `int` <= 12"),
        ("white = 5", 'white = "5"', "tiles 1.white: write a whole number, not a text in quotes"),
        ("red = 4\nicon", "icon", "tiles 1: it lacks the key `red`"),
        ("icon = true", "ikon = true", "tiles 1: there is no such key as `ikon`"),
        ("icon = true", "icon = false", "tiles: Exactly 2 tiles have the icon"),
        ("A = 2", "G = 2", "zones: there is no such key as `G`"),
        ("A = 2\n", "", "zones: it lacks the key `A`"),
        ('kind = "ground"', 'kind = "grounder"', "cards 1 (Infield left).kind: Invalid enum value 'grounder'; choose"),
        ('tests = ["A", "B"]', "tests = []", "cards 1 (Infield left).tests: Expected `array` of length >= 1"),
        ('tests = ["A", "B"]', 'tests = ["A", "X"]', "cards 1 (Infield left).tests[1]: Invalid enum value 'X'"),
        ('batter = "out"', 'batter = "home run"', "cards 1 (Infield left).less.batter: Invalid enum value 'home run'"),
        ('"Infield left"', '"Infield right"', "cards: Two cards are called Infield right"),
        ('"Infield left"', '" Infield"', "of words with one blank between them"),
        ('kind = "steal"', 'kind = "air"', "The batter waits in each result of a card of the kind"),
        ('name = "Mine"', 'nom = "Mine"', "there is no such key as `nom`"),
        ('name = "Mine"', "name = Mine", "is not TOML: Invalid value (at line 6, column 8)"),
    ],
)
def test_a_mistake_is_named_by_its_key(mine: Path, was: str, now: str, message: str) -> None:
    """With the file, and a card by its name; in one line, without a traceback."""
    changed(mine, was, now)
    result = deck("check", str(mine))
    assert (2, 1) == (result.exit_code, len(result.stderr.splitlines()))
    assert result.stderr.startswith(f"stadium: {mine}: ")
    assert message in result.stderr
    assert result.stderr.endswith("Mend it and start again.\n")


def test_several_mistakes_are_named_at_once(mine: Path) -> None:
    """One of each part."""
    changed(mine, "white = 5", "white = 13")
    changed(mine, "A = 2", "A = 0")
    errors = deck("check", str(mine)).stderr
    assert "zones.A: " in errors
    assert "tiles 1.white: " in errors


def test_a_changed_set_is_not_ours(mine: Path) -> None:
    """Under our name it would say that it is."""
    changed(mine, '"Mine"', '"House set (ours)"')
    changed(mine, "white = 5", "white = 6")
    assert "name: this is not our set any more, so give it a name of its own" in deck("check", str(mine)).stderr


def test_a_set_has_cards_to_swing(mine: Path) -> None:
    """Eight may be out of play at once, and one must be left that can always be played."""
    text = mine.read_text(encoding="utf-8")
    head, *cards = text.split("[[cards]]")
    mine.write_text("[[cards]]".join((head, *cards[6:])), encoding="utf-8")
    assert "At least 9 cards are neither a steal nor a take" in deck("check", str(mine)).stderr


def test_a_file_that_is_not_there() -> None:
    """The error says what to do about it."""
    error = deck("check", "/nowhere/mine.toml").stderr
    assert "cannot be read (No such file or directory). Name another file, or begin one with: stadium deck new" in error
    with pytest.raises(ConfigError):
        load_deck(Path("/nowhere"))
