"""Long names, shortened so that who knows one knows it again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoreboard.display.fonts import HIGH, LARGE, SMALL, TINY, Font
from scoreboard.display.names import written_name

FONTS = (HIGH, LARGE, SMALL, TINY)
SIZE = (37, 14)


@pytest.mark.parametrize(
    ("name", "lines", "font"),
    [
        ("Reds", ["REDS"], HIGH),
        ("Blue Jays", ["BLUE JAYS"], SMALL),
        ("Sultanes de Monterrey", ["SULTANES", "MONTERREY"], TINY),
        ("Tecolotes de los Dos Laredos", ["TECOLOTES"], SMALL),
        ("Diablos Rojos del México", ["DIABLOS", "ROJOS"], SMALL),
        ("Alpha Bravo Charlie Delta", ["A. B. C.", "DELTA"], SMALL),
        ("Tigers-of-the-Northern-Highlands", ["TIGERS-OF"], TINY),
        ("Тигры", ["TIGRY"], HIGH),
    ],
)
def test_whole_words_go_before_letters_do(name: str, lines: list[str], font: Font) -> None:
    """Fonts step down and lines are broken first; then small words go, then all but what tells most."""
    assert tuple(map(font.write, lines)) == written_name(name, SIZE, FONTS)


@given(name=st.text(min_size=1, max_size=40), width=st.integers(11, 60), height=st.integers(5, 20))
def test_any_name_fits(name: str, width: int, height: int) -> None:
    """Whatever it is, it stays in its box, with a dark row between its lines."""
    lines = written_name(name, (width, height), (SMALL, TINY))
    assert all(len(row) <= width for line in lines for row in line)
    assert sum(map(len, lines)) + len(lines) - 1 <= height
