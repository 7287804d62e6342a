"""`hardware/parts.toml` is whole: every figure has a unit and a source, every designator is there once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from parts import parts

UNITS = {"mm", "mm2", "deg", "px", "m", "v", "a", "ma", "ohm", "uf", "awg"}
PLAIN = {"modules", "channels", "load"}
"""Figures that are plain numbers."""
HARDWARE = Path(__file__).parents[2] / "hardware"
FILE = parts()
FIGURES = [(key, name, figure) for key, part in FILE.parts.items() for name, figure in part.figures.items()]

pytestmark = pytest.mark.once


def test_every_figure_has_a_unit_and_a_source() -> None:
    """No source is kept that no figure has."""
    assert {figure.source for _, _, figure in FIGURES} == set(FILE.sources)
    assert not [(key, name) for key, name, _ in FIGURES if name.rpartition("_")[2] not in UNITS and name not in PLAIN]


def test_designators_are_as_many_as_parts_and_each_is_one_parts() -> None:
    """A mark in a drawing leads to one row of the bill of materials."""
    marks = [mark for part in FILE.parts.values() for mark in part.designators]
    assert sorted(set(marks)) == sorted(marks)
    assert not [mark for mark in marks if not re.fullmatch(r"[A-Z]{1,2}\d+", mark)]
    assert not [key for key, part in FILE.parts.items() if part.designators and len(part.designators) != part.count]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("count = 9", 'count = "nine"', "parts[...].count"),
        ("[sources]", "[sources", "line"),
        ("is = 9.0", "was = 9.0", "is"),
    ],
)
def test_a_mistake_is_named_with_its_file(tmp_path: Path, old: str, new: str, place: str) -> None:
    """And with the line or key."""
    file = tmp_path / "parts.toml"
    file.write_text((HARDWARE / "parts.toml").read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SystemExit) as error:
        parts(file)
    assert str(file) in str(error.value)
    assert place in str(error.value)
