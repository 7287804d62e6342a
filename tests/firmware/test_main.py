"""The `stadium` command itself: help that teaches, and errors that are lines."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import Result
from scoreboard_kit import command_line

from firmware.__main__ import main
from firmware.commands import run as run_module
from firmware.config import load
from vision import THRESHOLD


def stadium(*words: str) -> Result:
    """`stadium` with these words."""
    return command_line().invoke(main, list(words))


@pytest.mark.parametrize("command", ["run", "record-video", "see", "replay", "games", "export", "import"])
def test_every_command_explains_itself(command: str) -> None:
    """--help tells what a command is for, in more than its name."""
    result = stadium(command, "--help")
    assert (0, True) == (result.exit_code, len(result.stdout.splitlines()) > 5)


def test_the_version_is_the_distributions() -> None:
    """One number, kept in one place."""
    assert f"stadium {version('stadium-scoreboard')}\n" == stadium("--version").stdout


def test_a_fault_of_ours_is_no_traceback_for_a_player(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What nobody foresaw is one line that asks for a report."""
    monkeypatch.delenv("STADIUM_DEBUG", raising=False)
    monkeypatch.setattr(run_module, "configured", lambda *_: 1 // 0)
    result = stadium("run", "--journal", str(tmp_path / "games.sqlite"))
    assert (70, 1) == (result.exit_code, len(result.stderr.splitlines()))
    assert "ZeroDivisionError" in result.stderr


def test_a_developer_gets_the_traceback_by_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """STADIUM_DEBUG lets the error through."""
    monkeypatch.setenv("STADIUM_DEBUG", "1")
    monkeypatch.setattr(run_module, "configured", lambda *_: 1 // 0)
    assert isinstance(stadium("run").exception, ZeroDivisionError)


def test_the_configured_threshold_is_the_one_the_eyes_were_measured_with() -> None:
    """The default of the configuration is the default of `stadium see`."""
    assert THRESHOLD == load().eyes.threshold
