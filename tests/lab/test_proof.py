"""The page that the labs write, and the list of them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lab"))

from proof import LABS, PAGE, Result, chosen, rows, told, with_rows  # noqa: E402 - a program, found in its own folder

FIRST, SECOND = LABS[:2]


def test_every_lab_can_be_made() -> None:
    """Under the name that the page gives."""
    targets = set(re.findall(r"^(lab-[a-z0-9-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {lab.name for lab in LABS} <= targets


def test_a_run_takes_the_place_of_the_one_before() -> None:
    """The other rows stay; they are in the order of the labs, whichever was run first."""
    page = with_rows("", [Result(SECOND, True, "all | well", 60.0)])
    page = with_rows(page, [Result(FIRST, True, "lost 0", 90.0)])
    page = with_rows(page, [Result(SECOND, False, "lost 1", 30.0)])
    assert [FIRST.name, SECOND.name] == list(rows(page))
    assert "| lost 0 | 1.5 |" in rows(page)[FIRST.name]
    assert "| **failed**: lost 1 | 0.5 |" in rows(page)[SECOND.name]
    assert "all" not in rows(page)[SECOND.name]


def test_a_failed_lab_is_one_clear_line() -> None:
    """It names where all of it can be read."""
    assert f"FAILED  {FIRST.name}, 30 s: lost 1 (all of it: build/lab/{FIRST.name}.log)" == told(
        Result(FIRST, False, "lost 1", 30.4)
    )


def test_what_needs_root_is_not_begun_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says how to begin it; long ones run only where they are named."""
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert not any(lab.needs_root or lab.is_long for lab in chosen(()))
    assert "sudo make lab" in capsys.readouterr().out
    assert ["lab-season"] == [lab.name for lab in chosen(["lab-season"])]


def test_the_page_has_rows_of_labs_alone() -> None:
    """Nobody writes there by hand."""
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_rows(page, ())
