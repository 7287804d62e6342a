"""Text as a terminal shows it, in which letters are not all as wide."""

from __future__ import annotations

import pytest

from firmware.text import cells, columns, wrap


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Reds bat in the first", ["Reds bat", "in the", "first"]),
        ("\u6771\u4eac\u5de8\u4eba\u8ecd: a run", ["\u6771\u4eac\u5de8\u4eba", "\u8ecd: a", "run"]),
        ("Z\u0301\u0302\u0303algo bats", ["Z\u0301\u0302\u0303algo", "bats"]),
        ("a \u2068\u05d4\u05e0\u05de\u2069 b", ["a \u2068\u05d4\u05e0\u05de\u2069 b"]),
        ("\u0e01\u0e47\u0e47 x y z w v", ["\u0e01\u0e47\u0e47 x y z", "w v"]),
    ],
)
def test_lines_are_broken_by_the_cells_that_letters_take(text: str, lines: list[str]) -> None:
    """None is wider than the terminal, no letter is lost, no mark is torn off."""
    found = wrap(text, 8)
    assert "".join(text.split()) == "".join("".join(found).split())
    assert lines == found
    assert all(cells(line) <= 8 for line in found)


def test_columns_of_a_table_stand_under_each_other() -> None:
    """Beside a wide letter and beside marks, too."""
    rows = list(columns([("\u6771\u4eac", "1"), ("Z\u0301\u0302a", "2"), ("Reds", "3")]))
    assert ["\u6771\u4eac  1", "Z\u0301\u0302a    2", "Reds  3"] == rows
