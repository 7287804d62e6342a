"""The `stadium` command itself: help that teaches, and errors that are lines."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import Result
from scoreboard_kit import command_line

from firmware.__main__ import SECTIONS, main
from firmware.commands import run as run_module
from firmware.config import load
from vision import THRESHOLD

README = Path(__file__).parents[2] / "README.md"


def stadium(*words: str) -> Result:
    """`stadium` with these words."""
    return command_line().invoke(main, list(words))


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_explains_itself(command: str) -> None:
    """--help tells what a command is for, in more than its name."""
    result = stadium(command, "--help")
    assert (0, True) == (result.exit_code, len(result.stdout.splitlines()) > 5)


def test_the_list_of_commands_says_what_each_is_for() -> None:
    """In sections, each command once, and no line is cut short."""
    said = stadium("--help").stdout
    sections = re.split(r"^(Play|Look after it|Look back|Build on it):\n", said, flags=re.MULTILINE)
    lines = [line for text in sections[2::2] for line in text.splitlines() if line]
    assert sorted(main.commands) == sorted(line.split()[0] for line in lines)
    assert not [line for line in lines if line.endswith("...")]


def test_the_readme_names_every_command() -> None:
    """In the order of `--help`, one line or more each."""
    named = re.findall(r"^    stadium ([a-z-]+)", README.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert [command.name for commands in SECTIONS.values() for command in commands] == list(dict.fromkeys(named))


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
