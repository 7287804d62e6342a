"""Two names as letters that tell the teams apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoreboard.display.fonts import TINY
from scoreboard.display.initials import initials

NAMES = st.text(min_size=1, max_size=40)


@pytest.mark.parametrize(
    ("away", "home", "shown"),
    [
        ("Reds", "Blues", ("RED", "BLU")),
        ("Reds", "Rockets", ("RED", "ROC")),
        ("Blue Jays", "Blues", ("BJ", "BLS")),
        ("The Reds", "Los Azules", ("RED", "AZU")),
        ("Reds", "Robins", ("RED", "ROB")),
        ("Reds", "Rebels", ("RED", "REB")),
        ("Red Sox", "Red Stars", ("RSO", "RST")),
        ("76ers", "Éclairs", ("76E", "ÉCL")),
        ("New York City Gulls", "Old Boys", ("NEW", "OLD")),
        ("Reds", "REDS", ("A", "H")),
        ("東京", "大阪", ("A", "H")),
        ("\u0301", "Reds", ("A", "RED")),
        ("Reds", "大阪", ("RED", "H")),
        ("東京", "Ants", ("A", "ANT")),
        ("Тигры", "Αετοί", ("TIG", "AET")),
        ("롯데 자이언츠", "ヨミウリ", ("ROS", "YOM")),
    ],
)
def test_teams_have_three_letters(away: str, home: str, shown: tuple[str, str]) -> None:
    """How their names begin where that differs, initials and other letters where it does not."""
    assert shown == initials(away, home)


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        (("RDS", ""), ("RDS", "RED")),
        (("", "RED"), ("RDS", "RED")),
        (("X", "X"), ("RDS", "RDB")),
        (("東", ""), ("RDS", "RDB")),
    ],
)
def test_an_owners_letters_go_before_ours(own: tuple[str, str], shown: tuple[str, str]) -> None:
    """The other team's are made to differ from them; two that are alike tell nothing, nor do those without letters."""
    assert shown == initials("Reds", "Redbirds", own=own)


@given(away=NAMES, home=NAMES)
def test_no_two_teams_are_written_alike(away: str, home: str) -> None:
    """Whatever they are called, the teams are distinguished without their colours, in the room there is."""
    left, right = map(TINY.write, initials(away, home))
    assert left != right
    assert 11 >= max(len(left[0]), len(right[0]))
