"""The script that installs a newer scoreboard tells what came of it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "packaging/update"


@pytest.mark.parametrize(
    ("apt", "said"),
    [("exit 0", "none 1.2\n"), ('echo 1.3 >"$VERSION"', "updated 1.3\n"), ('[ "$7" = update ]', "failed\n")],
)
def test_outcome_is_told(tmp_path: Path, apt: str, said: str) -> None:
    """Nothing newer, updated, or failed in the middle."""
    programs, outcome, version = tmp_path / "bin", tmp_path / "run/outcome", tmp_path / "version"
    programs.mkdir()
    outcome.parent.mkdir()
    version.write_text("1.2\n", encoding="utf-8")
    for name, act in (("apt-get", apt), ("dpkg-query", 'cat "$VERSION"')):
        (programs / name).write_text(f"#!/bin/sh\n{act}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    places = {"STADIUM_OUTCOME": str(outcome), "STADIUM_CARD": str(tmp_path), "VERSION": str(version)}
    around = os.environ | places | {"PATH": f"{programs}:{os.environ['PATH']}"}
    subprocess.run([SCRIPT], env=around, check=False, capture_output=True)
    assert said == outcome.read_text(encoding="utf-8")
