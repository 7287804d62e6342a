"""The `stadium` command itself: help that teaches, and errors that are lines."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import click
import pytest
from click.testing import Result
from support.scoring import command_line

from firmware import startup
from firmware.cli import see, start
from firmware.cli.main import COMMANDS, main
from firmware.config.schema import shipped
from firmware.files.staged_replace import DataPaths
from firmware.paths import DICE
from vision import THRESHOLD

STADIUM = [sys.executable, "-c", "from firmware.cli.start import main; main()"]
README = Path(__file__).parents[3] / "README.md"
RECORD = str(Path(__file__).parents[2] / "golden" / "games" / "manual-figures.jsonl")
HEAVY = {"PIL", "aiohttp", "asyncio", "cv2", "gpiozero", "luma", "numpy", "scoreboard.web", "tomlkit", "vision"}


def stadium(*words: str) -> Result:
    """`stadium` with these words."""
    return command_line().invoke(main, list(words))


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_explains_itself(command: str) -> None:
    """--help tells what a command is for, in more than its name."""
    result = stadium(command, "--help")
    assert (0, True) == (result.exit_code, len(result.stdout.splitlines()) > 5)


def test_the_list_of_commands_says_what_each_is_for() -> None:
    """In sections, each command once, and no line is cut short."""
    text = stadium("--help").stdout
    sections = re.split(r"^(Play|Look after it|Look back|Build on it):\n", text, flags=re.MULTILINE)
    lines = [line for section in sections[2::2] for line in section.splitlines() if line]
    assert sorted(COMMANDS) == sorted(line.split()[0] for line in lines)
    assert not [line for line in lines if line.endswith("...")]


def test_the_readme_names_every_command() -> None:
    """In the order of `--help`, one line or more each."""
    named = re.findall(r"^    stadium ([a-z-]+)", README.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert list(COMMANDS) == list(dict.fromkeys(named))


def test_version_is_the_package_s() -> None:
    """One number, kept in one place."""
    assert f"stadium {version('stadium-scoreboard')}\n" == stadium("--version").stdout


def test_a_fault_of_ours_is_no_traceback_for_a_player(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What was not foreseen is one line that asks for a report."""
    monkeypatch.delenv("STADIUM_DEBUG", raising=False)
    monkeypatch.setattr(startup, "configured", lambda *_: 1 // 0)
    result = stadium("run", "--journal", str(tmp_path / "games.sqlite"))
    assert (70, 1) == (result.exit_code, len(result.stderr.splitlines()))
    assert "ZeroDivisionError" in result.stderr


def test_a_full_disk_is_no_fault_of_ours() -> None:
    """The error says that there is no room, as with `stadium games > FILE`."""
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run([*STADIUM, "odds", "--help"], stdout=full, stderr=subprocess.PIPE, check=False)
    error = b"stadium: the answer cannot be written: No space left on device; make room, then try again\n"
    assert (2, error) == (ended.returncode, ended.stderr)


def test_a_reader_that_has_gone_is_no_failure_of_ours() -> None:
    """`stadium odds --help | head` ends in silence, as any program does whose reader has read enough."""
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run([*STADIUM, "odds", "--help"], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (141, b"") == (ended.returncode, ended.stderr)


@pytest.mark.parametrize("stopped", [KeyboardInterrupt, click.Abort])
def test_ctrl_c_is_none_of_a_commands_own_answers(
    monkeypatch: pytest.MonkeyPatch, stopped: type[BaseException], tmp_path: Path
) -> None:
    """1 is what `replay`, `calibrate` and `doctor` found."""
    monkeypatch.setattr(startup, "configured", Mock(side_effect=stopped))
    result = stadium("run", "--journal", str(tmp_path / "games.sqlite"))
    assert (130, "\nAborted!\n") == (result.exit_code, result.stderr)


@pytest.mark.parametrize("module", ["firmware.cli.main", "firmware.cli.run", "firmware.appliance"])
def test_ctrl_c_in_loading_is_quiet(module: str) -> None:
    """On a small Pi that takes seconds."""
    interrupted = "import os, signal, sys; sys.meta_path.insert(0, type('Finder', (), {'find_spec': find_spec}))"
    finder = f"def find_spec(name, *_): name == '{module}' and os.kill(os.getpid(), signal.SIGINT)"
    program = f"{finder}\n{interrupted}\nfrom firmware.cli.start import main\nsys.argv = ['stadium', 'run']\nmain()"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (-signal.SIGINT, b"") == (ended.returncode, ended.stderr)


def test_ctrl_c_once_loaded_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that what is open then is closed."""
    held = []
    loaded = SimpleNamespace(main=lambda **_: held.append(signal.getsignal(signal.SIGINT)))
    monkeypatch.setitem(sys.modules, "firmware.cli.main", loaded)
    before = signal.getsignal(signal.SIGINT)
    try:
        start.main()
    finally:
        signal.signal(signal.SIGINT, before)
    assert [signal.default_int_handler] == held


def test_traceback_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """STADIUM_DEBUG lets the error through."""
    monkeypatch.setenv("STADIUM_DEBUG", "1")
    monkeypatch.setattr(startup, "configured", lambda *_: 1 // 0)
    assert isinstance(stadium("run").exception, ZeroDivisionError)


def test_configured_threshold_is_the_measured_one() -> None:
    """The default of the configuration is the default of `stadium see`."""
    assert [THRESHOLD] * 2 == [shipped().eyes.threshold, see.THRESHOLD]


def loaded_by(*words: str) -> set[str]:
    """The large libraries and rooms that `stadium` has loaded by the time it has done what these words ask for."""
    program = f"""import sys, atexit
from firmware.cli.start import main
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
sys.argv = ["stadium", *{words!r}]
main()"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return HEAVY & set(ended.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    "words",
    [("--version",), ("--help",), ("games",), ("games", "1"), ("export", "1"), ("replay", str(RECORD))],
    ids=str,
)
@pytest.mark.newest
def test_a_light_command_loads_nothing_heavy(
    words: tuple[str, ...], place: DataPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the reader nor pictures, pins or pages: on a small Pi each of them takes seconds."""
    monkeypatch.setenv("STADIUM_HOME", str(place.home))
    assert set() == loaded_by(*words)


@pytest.mark.parametrize("command", sorted(COMMANDS))
@pytest.mark.newest
def test_a_commands_help_loads_no_more_than_the_words_need(command: str) -> None:
    """The help of `run` does not wait for the reader; the panel's sizes bring Pillow, which is quick."""
    assert set() == loaded_by(command, "--help") - {"PIL"}


def test_backup_without_taught_dice_loads_no_vision(
    place: DataPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`stadium backup` runs beside a game: only a taught die, which is read before it is packed, needs the reader."""
    monkeypatch.setenv("STADIUM_HOME", str(place.home))
    for die in (place.home / DICE).iterdir():
        die.unlink()
    assert set() == loaded_by("backup", str(tmp_path / "evening.zip")) - {"PIL"}


def test_what_a_command_loads_is_seen() -> None:
    """`stadium odds` solves linear systems, so numpy is loaded, and the tests above would tell."""
    assert {"numpy"} == loaded_by("odds", "--rules", "two-dice")
