"""`stadium run`: what stops it says so in one clear line, and nothing is lost."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result
from scoreboard_kit import command_line

from firmware.__main__ import main
from scoreboard.journal import Journal

FILE_LIMIT = 96 * 1024
"""Bytes a file may grow to on the "full disk": enough to begin a game, too little to end it."""


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Where the games are kept."""
    return tmp_path / "games.sqlite"


def run(journal: Path, *options: str) -> Result:
    """`stadium run` with these options."""
    return command_line().invoke(main, ["run", "--journal", str(journal), *options])


def test_without_any_hardware_it_says_what_is_missing(journal: Path) -> None:
    """On a machine that is no Pi the defaults end with one line and exit code 2."""
    result = run(journal)
    assert (2, 1) == (result.exit_code, len(result.stderr.splitlines()))
    assert "panel" in result.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--camera", "nowhere"), "--camera nowhere: there is no such folder or file"),
        (("--config", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("--panel", "none", "--buttons", "gpio", "--camera", "none"), "python3-lgpio"),
        (("--panel", "none", "--buttons", "keys", "--camera", "none"), "terminal"),
        (("--panel", "none", "--buttons", "none", "--camera", "picamera2"), "python3-picamera2"),
        (("--panel", "none", "--buttons", "none", "--camera", "99"), "99"),
        (("--panel", "none", "--buttons", "none", "--camera", "none"), "neither a camera nor buttons"),
    ],
)
def test_a_missing_device_is_one_line_that_says_what_to_do(
    journal: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], told: str
) -> None:
    """Camera, configuration, pins, terminal: exit code 2, one line, no traceback."""
    for library in ("picamera2", "lgpio"):
        monkeypatch.setitem(sys.modules, library, None)
    result = run(journal, *options)
    assert (2, 1) == (result.exit_code, len(result.stderr.splitlines())), result.stderr
    assert told in result.stderr


def test_an_empty_folder_is_no_camera(journal: Path, tmp_path: Path) -> None:
    """A folder without pictures is named."""
    (tmp_path / "empty").mkdir()
    result = run(journal, "--panel", "none", "--buttons", "none", "--camera", str(tmp_path / "empty"))
    assert (2, True) == (result.exit_code, str(tmp_path / "empty") in result.stderr)


def test_a_panel_size_that_has_no_face_is_a_configuration_error(journal: Path, tmp_path: Path) -> None:
    """It is told at the start, with the sizes there are, and not when the first play is shown."""
    config = tmp_path / "stadium.toml"
    config.write_text("[panel]\nwidth = 40\n", encoding="utf-8")
    result = run(journal, "--config", str(config), "--panel", "simulated", "--camera", "none")
    assert (2, True) == (result.exit_code, "64 x 16" in result.stderr)


def test_nobody_simulates_a_table_game(journal: Path, tmp_path: Path) -> None:
    """Simulated players throw ten-sided dice; the error says what to do instead."""
    config = tmp_path / "stadium.toml"
    config.write_text('[game]\nrules = "two-dice"\n', encoding="utf-8")
    result = run(journal, "--simulate", "--config", str(config))
    assert (2, True) == (result.exit_code, "score it with the buttons" in result.stderr)


def test_a_new_game_may_be_another_than_the_configured_one(journal: Path) -> None:
    """--rules names the game; one that there is not is told with those that there are."""
    result = run(journal, "--rules", "three-dice", "--simulate")
    assert (2, True) == (result.exit_code, "no dice for three-dice" in result.stderr)
    result = run(journal, "--rules", "cricket", "--simulate")
    assert (2, True) == (result.exit_code, "two-dice" in result.stderr)


def test_a_journal_that_is_none_is_left_alone(journal: Path) -> None:
    """A file of something else is neither used nor changed."""
    journal.write_bytes(b"shopping list " * 100)
    result = run(journal, "--panel", "simulated", "--buttons", "none", "--camera", "none")
    assert (2, b"shopping list " * 100) == (result.exit_code, journal.read_bytes())


def test_on_a_full_disk_it_stops_with_one_line_and_the_game_is_whole(journal: Path) -> None:
    """What was shown before the disk was full is kept, and with room the game goes on."""

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_LIMIT, FILE_LIMIT))

    command = [sys.executable, "-m", "firmware", "run", "--simulate", "--headless", "--speed", "max", "--innings", "9"]
    command += ["--journal", str(journal)]
    full = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=little_room)
    assert (2, 1) == (full.returncode, len(full.stderr.splitlines())), full.stderr
    assert str(journal) in full.stderr
    with Journal.look(journal) as kept:
        assert len(list(kept.lines(1))) > len(full.stdout.splitlines()) / 2
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as again:
        assert again.stdout is not None
        first = again.stdout.readline()
        again.send_signal(signal.SIGTERM)
        again.stdout.read()
    assert ("The game goes on.", 0) == (first.strip()[4:], again.returncode)


def test_what_is_missing_is_told_in_the_terminal_it_was_asked_in(journal: Path, tmp_path: Path) -> None:
    """The live view takes the screen over only when everything is there: an error is not hidden behind it."""
    ours, theirs = os.openpty()
    options = ["--panel", "simulated", "--buttons", "none", "--camera", "99", "--journal", str(journal)]
    (tmp_path / "report").write_text("in the way of a recording", encoding="utf-8")
    for extra in ([], ["--simulate", "--record", str(tmp_path / "report" / "below")]):
        command = [sys.executable, "-m", "firmware", "run", *options, *extra]
        failed = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False)
        assert (2, 1) == (failed.returncode, len(failed.stderr.splitlines())), failed.stderr
    os.close(theirs)
    with pytest.raises(OSError, match="Input/output"):  # nothing was ever written to the terminal
        os.read(ours, 1)
    os.close(ours)
