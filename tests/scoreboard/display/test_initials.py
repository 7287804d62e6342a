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
        ("Reds", "Blues", ("R", "B")),
        ("Blue Jays", "Blues", ("BJ", "B")),
        ("Reds", "Robins", ("RE", "RO")),
        ("Reds", "Rebels", ("RED", "REB")),
        ("Red Sox", "Red Stars", ("RSO", "RST")),
        ("76ers", "Éclairs", ("7", "É")),
        ("New York City Gulls", "Old Boys", ("NYC", "OB")),
        ("Reds", "REDS", ("A", "H")),
        ("東京", "大阪", ("A", "H")),
        ("\u0301", "Reds", ("A", "R")),
        ("Reds", "大阪", ("R", "H")),
        ("東京", "Ants", ("A", "AN")),
        ("Тигры", "Αετοί", ("T", "A")),
        ("롯데 자이언츠", "ヨミウリ", ("RJ", "Y")),
    ],
)
def test_teams_have_the_fewest_distinct_letters(away: str, home: str, shown: tuple[str, str]) -> None:
    """Initials where they differ, more letters where they do not."""
    assert shown == initials(away, home)


@given(away=NAMES, home=NAMES)
def test_no_two_teams_are_written_alike(away: str, home: str) -> None:
    """Whatever they are called, the teams are distinguished without their colours, in the room there is."""
    left, right = map(TINY.write, initials(away, home))
    assert left != right
    assert 11 >= max(len(left[0]), len(right[0]))
