"""A series is won by whoever cannot be caught (H8)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.scoring import SETUP, CountingClock
from support.season import season_games

from scoreboard.journal.store import Journal
from scoreboard.rules.events import End, SeriesGame, Side
from scoreboard.season import SeasonGame, SeasonNames
from scoreboard.season.series import GameSeries, all_series, series_of
from scoreboard.session import Session

NAMES = SeasonNames()
(PLAYED,) = season_games(("Reds", "Blues"), players=False)


def game(number: int, won_by: str, best_of: int = 5, name: str = "Attic Cup") -> SeasonGame:
    """A game of a series; the Reds are away in every other one. ``won_by``: R, B, or T for a tie."""
    away = "R" if number % 2 else "B"
    sides = (PLAYED.box.away, PLAYED.box.home)
    reds, blues = (replace(box, name=team) for box, team in zip(sides, ("Reds", "Blues"), strict=True))
    box = replace(PLAYED.box, away=reds if away == "R" else blues, home=blues if away == "R" else reds)
    winner = None if won_by == "T" else ("away" if won_by == away else "home")
    return replace(PLAYED, box=box, winner=winner, series=SeriesGame(name=name, game=number, best_of=best_of))


def series(results: str, best_of: int = 5) -> GameSeries:
    """The series after these results."""
    (only,) = all_series([game(number, each, best_of) for number, each in enumerate(results, 1)], NAMES)
    return only


@pytest.mark.parametrize(
    ("results", "best_of", "winner"),
    [
        ("R", 1, "Reds"),
        ("RR", 5, None),
        ("RRR", 5, "Reds"),
        ("RBRB", 5, None),
        ("RBRBB", 5, "Blues"),
        ("RRB", 5, None),
        ("TTTR", 5, None),
        ("TTTRT", 5, "Reds"),
        ("RTTT", 5, None),
        ("RT", 2, "Reds"),
        ("RB", 2, None),
    ],
)
def test_winner_cannot_be_caught(results: str, best_of: int, winner: str | None) -> None:
    """Not before that, and a tie is a game that nobody can win any more."""
    assert series(results, best_of).winner == winner


def test_series_begins_again() -> None:
    """Another one of the same name is one of its own, and so is one of other teams."""
    games: Sequence[SeasonGame] = [game(1, "R", 3), game(2, "R", 3), game(1, "B", 3), game(1, "R", 3, "Cellar Cup")]
    found = list(all_series(games, NAMES))
    assert [(each.name, each.played, each.winner) for each in found] == [
        ("Attic Cup", 2, "Reds"),
        ("Attic Cup", 1, None),
        ("Cellar Cup", 1, None),
    ]


def test_game_of_no_series() -> None:
    """It stands in none."""
    assert list(all_series([replace(PLAYED, series=None)], NAMES)) == []


def test_row_says_who_leads() -> None:
    """With the score of the series."""
    row = series("RBR").row()
    assert (row["leader"], row["series-score"], row["follower"], row["series-winner"]) == ("Reds", "2-1", "Blues", None)


@pytest.mark.parametrize(
    ("results", "coming", "words"),
    [
        ("R", 2, "Reds 1, Blues 0"),
        ("RBT", 4, "Blues 1, Reds 1"),
        ("RRR", None, "Reds 3, Blues 0"),
        ("TTTTT", None, "Blues 0, Reds 0"),
    ],
)
def test_no_further_game_of_one_that_is_won_or_played_out(results: str, coming: int | None, words: str) -> None:
    """The next one has its number."""
    found = series(results)
    assert (coming, words) == (found.coming and found.coming.game, found.words)


def test_the_games_of_a_series_are_found_in_the_journal(tmp_path: Path) -> None:
    """Whoever is at home; no other game, none that is not over, and of two of one name the last that began."""
    with Session(Journal.create(tmp_path / "games.sqlite", alone=True), CountingClock()) as session:

        def played(number: int, winner: Side | None, *, turned: bool = False) -> str:
            teams = {"away": SETUP.home, "home": SETUP.away} if turned else {}
            setup = replace(SETUP, series=SeriesGame(name="Attic Cup", game=number, best_of=5), **teams)
            session.new_game(setup)
            if winner is not None:
                session.submit(End(why="forfeit", winner=winner))
            found = series_of(setup, session.number, session.past)
            return "" if found is None else found.words

        assert ["", "Reds 1, Blues 0"] == [played(1, None), played(1, "away")]
        session.new_game(SETUP)
        session.submit(End(why="forfeit", winner="home"))
        assert series_of(SETUP, session.number, session.past) is None
        assert "Blues 1, Reds 1" == played(2, "away", turned=True)
        assert "Blues 1, Reds 1" == played(3, None)
        assert "Reds 2, Blues 1" == played(3, "away")
        assert "Blues 1, Reds 0" == played(1, "home")
