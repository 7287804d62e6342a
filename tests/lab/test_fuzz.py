"""What `make lab-fuzz` begins from, and what has ended it, is read without atheris: errors of ours alone come of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from fuzz_files import edit, edited
from fuzz_inside import TARGETS, control_file, reading, superfluous
from fuzz_network import PAGES

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True, scope="module")
def ended() -> Iterator[None]:
    """What runs behind pages ends with the tests."""
    yield
    for page in PAGES.values():
        page.close()


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_are_read(name: str) -> None:
    """Whole, cut, nested too deep, or with what once was a crash: each is read, or refused in words for people."""
    read = reading(name)
    seeds = list(TARGETS[name].seeds())
    for seed in seeds:
        read(seed)
    assert seeds


def test_an_error_that_is_not_ours_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a library raises ends a target."""

    def fail(_: bytes) -> None:
        raise KeyError("of a library")

    monkeypatch.setitem(TARGETS, "record", TARGETS["record"]._replace(read=fail))
    with pytest.raises(KeyError):
        reading("record")(b"")


def test_an_input_that_reaches_nothing_of_its_own_is_superfluous(tmp_path: Path) -> None:
    """Smaller ones are kept first; one that ended the program before it was noted stays."""
    inputs = [tmp_path / name for name in ("long", "other", "short", "ended")]
    for path, content in zip(inputs, (b"four", b"six...", b"2.", b""), strict=True):
        path.write_bytes(content)
    control = control_file(inputs)
    assert ["4", "0", *map(str, inputs)] == control.splitlines()
    control += "STARTED 0 4\nFT 0 11 12\nCOV 0 1\nSTARTED 1 6\nFT 1 11 12 13\nSTARTED 2 2\nFT 2 12 11\nSTARTED 3 0\n"
    assert inputs[:1] == superfluous(inputs, control)


def test_edits_overwrite_and_cut() -> None:
    """An edit has a place, a length and bytes; one of no length cuts the rest off."""
    assert b"abXYef" == edited(b"abcdef", edit(2, b"XY"))
    assert b"ab" == edited(b"abcdef", edit(2, b""))
