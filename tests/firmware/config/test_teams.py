"""Whom a new game offers: the owner's teams and players first, and every mistake in his file is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.config.schema import check, shipped
from firmware.config.teams import PARTNERS, dice_colors, offers, shipped_offers, shipped_roster
from firmware.errors import ConfigError
from scoreboard.language import language, languages
from scoreboard.rules.events import Team

OWN = """
players = ["Ana", "Leo", "Mia"]

[[teams]]
name = "Tigres del 4.º B"
color = "orange"
lineup = ["+", "", "", "-"]
players = ["Ana"]
short = "T4B"

[[teams]]
name = "Dragons"
color = "teal"
"""


def offered(tmp_path: Path, text: str) -> object:
    """What is offered with that file beside the configuration."""
    (tmp_path / "teams.toml").write_text(text, encoding="utf-8")
    return offers(shipped(), tmp_path / "stadium.toml")


def test_the_owners_teams_come_first(tmp_path: Path) -> None:
    """One that is called as a shipped one takes its place."""
    found = offered(tmp_path, OWN)
    names = [team.name for team in found.teams]  # type: ignore[attr-defined] # what is offered
    assert ["Tigres del 4.º B", "Dragons", "Reds", "Blues"] == names[:4]
    assert (len(set(names)), ("Ana", "Leo", "Mia")) == (len(names), found.players)  # type: ignore[attr-defined]
    assert {team.name: team.color for team in found.teams}["Dragons"] == "teal"  # type: ignore[attr-defined]


def test_the_owners_names_stay(tmp_path: Path) -> None:
    """A name that he wrote is called as it stands, though one of ours is the same; the others are worded."""
    found = offered(tmp_path, OWN)
    spanish = language("es").say
    assert ["Dragons", "Lobos"] == [spanish(found.called(name)) for name in ("Dragons", "Wolves")]  # type: ignore[attr-defined] # likewise
    theirs = check({"game": {"home": {"name": "Blues"}}}, "a test")
    assert ["Rojos", "Blues"] == [spanish(shipped_offers(theirs).called(name)) for name in ("Reds", "Blues")]


def test_letters_for_the_panel_are_in_no_record(tmp_path: Path) -> None:
    """They are kept beside the team, which is what a record says of it and no more."""
    found = offered(tmp_path, OWN)
    assert found.shorts == {"Tigres del 4.º B": "T4B"}  # type: ignore[attr-defined] # likewise
    assert {type(team) for team in found.teams} == {Team}  # type: ignore[attr-defined] # likewise


def test_without_a_file_there_are_the_shipped_teams(tmp_path: Path) -> None:
    """Their names are worded in every language, their colours are those of dice, and partners are A and B."""
    found = offers(shipped(), tmp_path / "stadium.toml")
    assert (shipped_offers(shipped()), PARTNERS) == (found, found.players)
    for team in shipped_roster().teams:
        assert team.color in dice_colors(shipped())
        assert all(language(code).has(f"unnamed.{team.name}", "short") for code in languages())


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ('[[teams]]\nname = "A"\n', r"teams 1 \(A\): it lacks the key `color`"),
        (
            '[[teams]]\nname = "A"\ncolor = "tartan"\n',
            r"teams 1 \(A\).color: no die is called tartan; choose one of: red",
        ),
        ('[[teams]]\nname = "A"\ncolor = "white"\n', "no die is called white"),
        ('[[teams]]\nname = "A"\ncolor = "red"\nshort = "ABCD"\n', r"teams 1 \(A\).short: "),
        ('[[teams]]\nname = 3\ncolor = "red"\n', "teams 1.name: write a text in quotes, not a whole number"),
        ('players = "Ana"\n', "players: write a list"),
        ("captain = 1\n", "there is no such key as"),
        ("[[teams]\n", "is not TOML"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, mistake: str) -> None:
    """With the file, the team and the key."""
    with pytest.raises(ConfigError, match="teams.toml.*" + mistake):
        offered(tmp_path, text)


def test_colours_are_those_of_the_house() -> None:
    """A die that the owner renames is offered by the name that he gave it."""
    config = check({"eyes": {"colors": {"grey": "mouse"}}}, "a test")
    assert ("mouse" in dice_colors(config), "grey" in dice_colors(config)) == (True, False)
