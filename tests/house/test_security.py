"""SECURITY.md promises what is so: what it leans on is there, and its figures are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from build_deb import FILES

from firmware import paths
from firmware.storage.kept_files import is_left_out
from scoreboard.web.phones import pairing

ROOT = Path(__file__).parents[2]
PROMISES = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())

pytestmark = pytest.mark.once


def test_every_lab_that_it_names_exists() -> None:
    """A promise names how it is tried."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    labs = set(re.findall(r"make (lab-[a-z-]+)", PROMISES))
    assert {"lab-api", "lab-fuzz", "lab-install"} <= labs
    assert [] == [lab for lab in labs if f"\n{lab}: " not in makefile]


def test_every_file_that_it_names_exists() -> None:
    """Links, and paths of ours."""
    named = {
        *re.findall(r"\]\(([^)#:]+)\)", PROMISES),
        *re.findall(r"`((?:packaging|tests|systemd)/[\w./-]+)`", PROMISES),
    }
    assert len(named) > 3
    assert [] == [name for name in named if not (ROOT / name).exists()]


def test_secrets_are_in_no_backup() -> None:
    """The files that it says are in none are left out of it, and it calls them as they are called."""
    for ending in (paths.PHONES, paths.BOX_KEY):
        assert f"`/var/lib/stadium/games{ending}`" in PROMISES
        assert is_left_out(f"games{ending}")


def test_figures_are_those_of_the_code() -> None:
    """How long digits hold, and how many wrong ones are taken."""
    assert (60.0, 5) == (pairing.CODE_S, pairing.MOST_WRONG)
    assert "They hold for a minute, five wrong ones shut out an address" in PROMISES
    an_evening = pairing.ALL_WRONG + 5 * 4
    assert 10**6 / an_evening > 12_000


def test_it_lies_beside_the_manuals() -> None:
    """Whoever has the package has it."""
    assert FILES["SECURITY.md"].name == "SECURITY.md"
