"""Nothing is skipped in silence: in CI a skip is a failure, unless the short list allows it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SKIPPED = """
import pytest

def test_that_is_skipped():
    pytest.skip("the moon is not full")
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A small suite with our conftest, in which one test is skipped."""
    shutil.copy(TESTS / "conftest.py", tmp_path)
    (tmp_path / "support").mkdir()
    for needed in ("hang.py", "lab.py", "untraced.py"):
        shutil.copy(TESTS / "support" / needed, tmp_path / "support")
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    (tmp_path / "allowed_skips.txt").write_text("# nothing is allowed\n", encoding="utf-8")
    (tmp_path / "test_moon.py").write_text(SKIPPED, encoding="utf-8")
    return tmp_path


def run(suite: Path, ci: str) -> subprocess.CompletedProcess[str]:
    """Run the small suite by itself."""
    command = [sys.executable, "-m", "pytest", "-ra", "--rootdir", ".", "-p", "no:cacheprovider", "."]
    environment = {"CI": ci, "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, cwd=suite, env=environment, capture_output=True, text=True, check=False)


def test_a_skip_prints_its_reason(suite: Path) -> None:
    """At a desk a skipped test is no failure, and says why it was skipped."""
    result = run(suite, ci="")
    assert (0, True) == (result.returncode, "the moon is not full" in result.stdout)


def test_a_skip_fails_in_ci(suite: Path) -> None:
    """In CI the same skip fails, with its reason."""
    result = run(suite, ci="true")
    assert (1, True) == (result.returncode, "the moon is not full" in result.stdout)


@pytest.mark.parametrize(
    ("line", "code"),
    [("test_moon.py::test_that_is_skipped", 0), ("test_m*n.py::*", 0), ("test_m*n.py", 1), ("test_moon.py::test", 1)],
)
def test_an_allowed_skip_does_not_fail_in_ci(suite: Path, line: str, code: int) -> None:
    """A test that stands in the short list, or is meant by a pattern in it, may be skipped in CI too."""
    (suite / "allowed_skips.txt").write_text(f"{line}  # no sky\n", encoding="utf-8")
    assert code == run(suite, ci="true").returncode
