"""The page that the labs write, and the list of them."""

from __future__ import annotations

import os
import re
import sqlite3
import sys
from pathlib import Path

import pytest
from support.hang import GIVE_UP_S

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lab"))

from proof import (  # noqa: E402 - a program, found in its own folder
    LABS,
    PAGE,
    Result,
    chosen,
    longest_first,
    main,
    rows,
    summary,
    versions,
    with_rows,
)

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
    assert [FIRST.command, SECOND.command] == list(rows(page))
    assert "| lost 0 | 1.5 |" in rows(page)[FIRST.command]
    assert "| **failed**: lost 1 | 0.5 |" in rows(page)[SECOND.command]
    assert "well" not in rows(page)[SECOND.command]


def test_a_shorter_run_leaves_the_row_of_the_full_one() -> None:
    """Whoever reads the page sees both; named, a lab is run in full."""
    (full,) = chosen(["lab-law"])
    shorter = next(lab for lab in LABS if lab.name == full.name)
    page = with_rows("", [Result(full, True, "5000 games", 60.0)])
    page = with_rows(page, [Result(shorter, True, "1000 games", 12.0)])
    assert ["make lab-law", f'make lab-law OPTIONS="{shorter.options}"'] == list(rows(page))


def test_lab_without_any_run_has_a_row() -> None:
    """Until it is run."""
    page = with_rows("", [Result(FIRST, True, "lost 0", 60.0)])
    missing = [line for line in page.splitlines() if "| no run is recorded |" in line]
    assert [f"| `make {lab.name}` | {lab.tries} | no run is recorded |  |  |  |" for lab in LABS[1:]] == missing
    page = with_rows(page, [Result(SECOND, False, "lost 1", 60.0)])
    assert len(LABS) - 2 == page.count("| no run is recorded |")


def test_versions_are_on_the_page_from_the_day_on_which_they_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run with the same ones as before adds no row, and a page that is only laid out anew has no run."""
    page = with_rows("", ())
    for day, python in (("2026-12-01", "3.13.5"), ("2026-12-02", "3.13.5"), ("2026-12-03", "3.13.7")):
        monkeypatch.setattr("proof.today", lambda day=day: day)
        monkeypatch.setattr(
            "proof.versions", lambda python=python: ("Debian 13", "6.12", python, "3.46", "10.0", "13.8")
        )
        page = with_rows(with_rows(page, [Result(FIRST, True, "lost 0", 60.0)]), ())
    assert [
        "| 2026-12-01 | Debian 13 | 6.12 | 3.13.5 | 3.46 | 10.0 | 13.8 |",
        "| 2026-12-03 | Debian 13 | 6.12 | 3.13.7 | 3.46 | 10.0 | 13.8 |",
    ] == page.splitlines()[-2:]
    assert "2026-12-02" not in page


def test_versions_are_those_of_this_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """QEMU and the Debian that labs install on name their own, or there is none; of the kernel's no build's name."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("proof.platform.release", lambda: "6.12.41-built-here")
    monkeypatch.setattr("proof.BASE", tmp_path)
    assert ("none", "none") == versions.__wrapped__()[-2:]
    qemu = tmp_path / "qemu-system-x86_64"
    qemu.write_text("#!/bin/sh\necho 'QEMU emulator version 10.0.3 (Debian 1:10.0.3)'\n", encoding="utf-8")
    qemu.chmod(0o755)
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/debian_version").write_text("13.8\n", encoding="utf-8")
    *_, kernel, python, sqlite, emulator, debian = versions.__wrapped__()
    assert ("6.12.41", sys.version.split()[0], "10.0.3", "13.8") == (kernel, python, emulator, debian)
    assert sqlite3.sqlite_version == sqlite


def test_the_longest_lab_begins_first() -> None:
    """By the minutes of its last run; of one that was never run nothing is known, and it goes before all."""
    third = LABS[2]
    page = with_rows("", [Result(FIRST, True, "a | b | c", 60.0), Result(third, True, "lost 0", 600.0)])
    assert [SECOND, third, FIRST] == longest_first(LABS[:3], page)


def test_a_failed_lab_is_one_clear_line() -> None:
    """It names where all of it can be read."""
    assert f"FAILED  {FIRST.name}, 30 s: lost 1 (all of it: build/lab/{FIRST.name}.log)" == summary(
        Result(FIRST, False, "lost 1", 30.4)
    )


def test_two_run_side_by_side_and_both_have_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first ends only once the second has begun; it fails, and the second has its row all the same."""
    met, make = tmp_path / "met", tmp_path / "bin/make"
    make.parent.mkdir()
    os.mkfifo(met)
    first = f"timeout {GIVE_UP_S:.0f} cat {met}; echo lost 1; exit 1"
    make.write_text(f'#!/bin/sh\ncase "$*" in *lab-time*) {first} ;; esac\necho and > {met}; echo lost 0\n', "utf-8")
    make.chmod(0o755)
    monkeypatch.setenv("PATH", f"{make.parent}:{os.environ['PATH']}")
    for name, value in {"ROOT": tmp_path, "PAGE": tmp_path / "proof.md", "LOGS": tmp_path / "logs"}.items():
        monkeypatch.setattr(f"proof.{name}", value)
    monkeypatch.setattr("proof.revision", lambda: "abc")
    monkeypatch.setattr("sys.argv", ["proof.py", "lab-time", "lab-law"])
    with pytest.raises(SystemExit) as ended:
        main()
    page = rows((tmp_path / "proof.md").read_text(encoding="utf-8"))
    assert ended.value.code == 1
    assert "**failed**: lost 1" in page["make lab-time"]
    assert "| lost 0 |" in page["make lab-law"]
    assert "1 passed, 1 failed" in capsys.readouterr().out


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
