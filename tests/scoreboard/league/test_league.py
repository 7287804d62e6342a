"""A league counts what stadiums have sealed and what replays to an end, and names everything else."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from support.league import league, public, record, seal_of, sent
from support.parks import example_park
from support.season import team, whole_game

from scoreboard.language import language
from scoreboard.league.league_file import EXAMPLE, Fixture, LeagueFileError, read_league
from scoreboard.league.league_report import fault_named, league_report
from scoreboard.league.verified_game import SentGame, verified
from scoreboard.rules.events import PARK, Press

ENGLISH = language("en")
GOOD = sent("attic", 1, record(1))


@dataclass(frozen=True)
class Bad:
    """A game that must not count, and a part of what is said of it."""

    game: SentGame
    fault: str


def _resealed(**changes: object) -> SentGame:
    return replace(GOOD, seal=msgspec.json.encode(replace(seal_of(GOOD), **changes)))


BAD = {
    "a byte changed": Bad(replace(GOOD, record=GOOD.record.replace(b"Reds", b"Rods")), "changed after"),
    "cut off": Bad(replace(GOOD, record=GOOD.record[:-20]), "changed after"),
    "sealed by another": Bad(sent("attic", 1, record(1), by="cellar"), "another key"),
    "another's key named": Bad(
        replace(
            sent("attic", 1, record(1), by="cellar"),
            seal=msgspec.json.encode(replace(seal_of(sent("attic", 1, record(1), by="cellar")), key=public("attic"))),
        ),
        "not made by attic",
    ),
    "another number": Bad(_resealed(game=2), "not made by attic"),
    "no such stadium": Bad(_resealed(box="loft"), "no stadium loft"),
    "no signature": Bad(_resealed(signature="zz"), "not made by attic"),
    "no seal": Bad(replace(GOOD, seal=b"{"), "cannot be read"),
    "not over": Bad(sent("attic", 1, record(1)[:4]), "not over"),
    "no record": Bad(sent("attic", 1, []), "no more than 20000"),
    "no game line": Bad(sent("attic", 1, record(1)[1:]), "game line"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_game_is_named_and_not_counted(name: str) -> None:
    """Whatever is wrong with it, and the good one counts all the same."""
    bad = verified(BAD[name].game, league())
    assert bad.game is None
    assert BAD[name].fault in fault_named(bad, ENGLISH)
    report = league_report(league(), [bad, verified(GOOD, league())], ENGLISH)
    assert report.games == 1
    table = report.table("not-counted")
    assert table is not None
    assert len(table.rows) == 1


def test_order_makes_no_difference() -> None:
    """Standings are a proof: the same games in any order come to the same."""
    games = [
        verified(sent(*each), league())
        for each in (("attic", 1, record(1)), ("cellar", 1, record(2, "Blues", "Reds")), ("attic", 2, record(3)))
    ]
    reports = {msgspec.json.encode(league_report(league(), each, ENGLISH)) for each in permutations(games)}
    assert len(reports) == 1


def test_game_counts_once() -> None:
    """Sent twice, or sent again with lines that came later: the longer record counts."""
    longer = sent("attic", 1, [*record(1), Press(button="ball")])
    for games in permutations([verified(GOOD, league()), verified(GOOD, league()), verified(longer, league())]):
        assert league_report(league(), games, ENGLISH).games == 1


def test_forged_game_replaces_none() -> None:
    """A longer record that somebody else has sealed leaves the stadium's own where it is."""
    forged = verified(sent("attic", 1, [*record(1), Press(button="ball")], by="cellar"), league())
    assert league_report(league(), [forged, verified(GOOD, league())], ENGLISH).games == 1


def test_fixtures_take_their_games() -> None:
    """Each the first game of its two teams on its day or later; a game that fulfils none does not count."""
    second = Fixture("2026-01-02", "Reds", "Blues")
    played = league(second, second, Fixture("2026-01-01", "Reds", "Owls"))
    games = [verified(sent("attic", number, record(number)), played) for number in (1, 2, 5, 6)]
    report = league_report(played, games, ENGLISH)
    assert report.games == 2
    fixtures = report.table("fixtures")
    assert fixtures is not None
    assert [bool(row["score"]) for row in fixtures.rows] == [False, True, True]


def test_league_of_one_kind_of_game() -> None:
    """Another game does not count there."""
    bad = verified(GOOD, league(rules=["diamante-amateur"]))
    assert "does not play Two Dice" in fault_named(bad, ENGLISH)


def test_game_of_a_maker_s_own_counts() -> None:
    """It is listed by the name that its file gives, and a league may be of it alone."""
    lines = whole_game(team("Reds"), team("Blues", "blue"), 3, "2026-01-03T18:00:00Z", PARK)
    for wanted in ((), (example_park().name,)):
        played = league(rules=wanted)
        game = verified(sent("attic", 3, lines), played)
        assert game.fault is None
        (listed,) = league_report(played, [game], ENGLISH).played
        assert example_park().name == listed.rules


def test_example_can_be_read(tmp_path: Path) -> None:
    """The file that a league begins with."""
    (tmp_path / "league.toml").write_text(EXAMPLE)
    assert read_league(tmp_path / "league.toml").name == "Attic League"


ONE_BOX = f"[[boxes]]\nid = 'x'\nname = 'A'\nkey = '{'0' * 64}'\n"
TWICE = f"name = 'A'\n{ONE_BOX}{ONE_BOX}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('name = "A"\n[[boxes]]\nid = "x y"\nname = "A"\nkey = "00"\n', "boxes[0].id"),
        ('name = "A"\nboxs = []\n', "boxs"),
        ('name = "A"\nrules = ["two-dise"]\n', "two-dice"),
        ("name = ", "cannot be read"),
        (TWICE, "two stadiums"),
    ],
)
def test_mistake_in_the_file_is_named(tmp_path: Path, text: str, expected: str) -> None:
    """By the file and the key."""
    file = tmp_path / "league.toml"
    file.write_text(text)
    with pytest.raises(LeagueFileError, match=r"league\.toml") as error:
        read_league(file)
    assert expected in str(error.value)


def test_missing_file_says_how_to_begin(tmp_path: Path) -> None:
    """With a command."""
    with pytest.raises(LeagueFileError, match="stadium league new"):
        read_league(tmp_path / "league.toml")
