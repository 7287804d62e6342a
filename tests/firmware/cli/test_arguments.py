"""What is given on the command line: every path that every command takes, and whatever else is too much to repeat."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path

import click
import pytest
from click.testing import Result
from support.scoring import command_line

from firmware.cli.arguments import FileOf, PathOf, RecordSource
from firmware.cli.main import COMMANDS, main

OTHERWISE: dict[str, list[str]] = {
    "run": ["--simulate", "--headless", "--innings", "1"],
    "record-video": ["--simulate", "--headless", "--innings", "1"],
    "teach": ["red", "--simulate"],
    "calibrate": ["--camera", "none", "--yes"],
    "export": ["1"],
    "doctor": ["--simulate"],
}
"""What else a command is given, so that it comes as far as the path without hardware."""
LONG = 100_000
IMPOSSIBLE = {"a NUL": "a\0b", "blank": "  ", "empty": "", "a long name": "x" * 300, "a long path": "x/" * 2100}
"""What no file can be called."""
ODD = {
    "no text": os.fsdecode(b"no\xff"),
    "a bell": "a\x07b",
    "a colour for the terminal": "\x1b[31m",
    "nowhere": "no/such/place",
}


def command(name: str) -> click.Command:
    """The command of that name."""
    found = main.get_command(click.Context(main), name)
    assert found is not None
    return found


def paths() -> Iterator[tuple[str, str]]:
    """Each command with each of its parameters that takes a path."""
    for name in COMMANDS:
        for param in command(name).params:
            if isinstance(param.type, click.Path | click.File | RecordSource):
                yield name, param.opts[0]


TAKEN = list(paths())


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games and dice of their own."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is really played, and nobody has to look at the doctor's pattern."""
    monkeypatch.setattr("firmware.setup.doctor.devices.PATTERN_S", 0)

    def not_played(_: asyncio.Runner, evening: Coroutine[object, object, object]) -> None:
        evening.close()

    monkeypatch.setattr(asyncio.Runner, "run", not_played)


def given(name: str, option: str, value: str) -> Result:
    """Give a command a path."""
    others = list(OTHERWISE.get(name, []))
    if option in others:
        at = others.index(option)
        del others[at : at + 2]
    words = [*others, option, value] if option.startswith("-") else [*others, value]
    return command_line().invoke(main, [name, *words])


def is_explained(result: Result) -> bool:
    """Whether nothing went wrong that we did not foresee, and whatever was said can be printed and read."""
    lines = (result.stdout + result.stderr).splitlines()
    fault = "a fault of ours" in result.stderr or not isinstance(result.exception, SystemExit | type(None))
    return not fault and all(line.isprintable() and len(line) < 1000 for line in lines)


def test_every_path_is_looked_at() -> None:
    """No command takes one in a way of its own."""
    types = {(name, option): param_type(name, option) for name, option in TAKEN}
    assert {} == {at: kind for at, kind in types.items() if not isinstance(kind, PathOf | FileOf | RecordSource)}
    assert len(TAKEN) > 20


def param_type(name: str, option: str) -> click.ParamType:
    """What a parameter takes."""
    return next(param.type for param in command(name).params if param.opts[0] == option)


@pytest.mark.usefixtures("unplayed")
@pytest.mark.parametrize(("name", "option"), TAKEN)
@pytest.mark.parametrize("value", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_no_file_can_be_called_is_refused(name: str, option: str, value: str) -> None:
    """By the option that it was given to, in one line, before anything is opened."""
    result = given(name, option, value)
    assert (2, True) == (result.exit_code, is_explained(result)), result.output
    assert result.stderr.splitlines()[-1].startswith("Error: Invalid value for ")


@pytest.mark.usefixtures("unplayed")
@pytest.mark.parametrize(("name", "option"), TAKEN)
@pytest.mark.parametrize("value", ODD.values(), ids=ODD)
@pytest.mark.untraced
@pytest.mark.newest
def test_an_odd_path_is_no_fault_of_ours(name: str, option: str, value: str) -> None:
    """One that is no text, moves the cursor, or is nowhere: it is used, or told of so that it can be read."""
    result = given(name, option, value)
    assert (True, True) == (result.exit_code in (0, 1, 2), is_explained(result)), result.output


@pytest.mark.usefixtures("unplayed")
@pytest.mark.parametrize(("name", "option"), TAKEN)
@pytest.mark.parametrize("value", ["folder", "file"])
def test_a_folder_for_a_file_is_no_fault_of_ours(tmp_path: Path, name: str, option: str, value: str) -> None:
    """Nor a file for a folder, or one that holds something else."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"\0something else")
    result = given(name, option, value)
    assert (True, True) == (result.exit_code in (0, 1, 2), is_explained(result)), result.output


@pytest.mark.usefixtures("unplayed")
def test_color_of_any_die_is_no_teams(tmp_path: Path) -> None:
    """A table game's team may have a colour unknown to the reader; with --rules for another game it is refused."""
    (tmp_path / "gray.toml").write_text('[game]\nrules = "one-die"\n[game.home]\ncolor = "gray"\n', encoding="utf-8")
    words = ["run", "--headless", "--config", "gray.toml", "--camera", "none", "--panel", "none", "--port", "0"]
    words += ["--buttons", "mock"]  # the simulated stadium has no gray die, whatever the game
    played, refused = (
        command_line().invoke(main, [*words, "--rules", game]) for game in ("two-dice", "diamante-major")
    )
    assert (0, 2) == (played.exit_code, refused.exit_code)
    assert "game.home.color: no die is ever called gray; perhaps grey" in refused.stderr


@pytest.mark.usefixtures("unplayed")
@pytest.mark.parametrize("name", ["games", "doctor", "clean-up", "network", "run", "teach", "calibrate"])
@pytest.mark.parametrize("folder", ["~nobody-we-know/games", "x" * 300, "  ", "x/" * 2100])
@pytest.mark.parametrize("variable", ["STADIUM_HOME", "XDG_DATA_HOME"])
def test_games_lie_in_a_folder_that_can_be(
    monkeypatch: pytest.MonkeyPatch, name: str, folder: str, variable: str
) -> None:
    """What the environment names and no folder can be called is one line that says where to name another."""
    monkeypatch.delenv("STADIUM_HOME")
    monkeypatch.setenv(variable, folder)
    result = command_line().invoke(main, [name, *OTHERWISE.get(name, [])])
    assert (2, True, 1) == (result.exit_code, is_explained(result), len(result.stderr.splitlines())), result.output
    assert result.stderr.rstrip().endswith("name another folder in STADIUM_HOME")


REPEATED: dict[str, Callable[[str], list[str]]] = {
    "a command": lambda long: [f"a{long}"],
    "an option": lambda long: [f"--{long}"],
    "a command's option": lambda long: ["games", f"--{long}"],
    "a choice": lambda long: ["run", "--rules", long],
    "a number": lambda long: ["games", long],
    "a range": lambda long: ["calibrate", "--height", long],
    "a die": lambda long: ["teach", long],
    "a die to forget": lambda long: ["teach", "--forget", long],
    "a fault": lambda long: ["run", "--simulate", "--fault", long],
    "an untidiness": lambda long: ["run", "--simulate", "--untidy", long],
    "a ruling": lambda long: ["replay", "-", "--house", long],
    "a ruling's name": lambda long: ["replay", "-", "--house", f"{long}=1"],
}


@pytest.mark.parametrize("words", REPEATED.values(), ids=REPEATED)
@pytest.mark.parametrize("letter", ["x", "\x1b", "ä"])
def test_what_is_wrong_is_not_repeated_whole(words: Callable[[str], list[str]], letter: str) -> None:
    """A hundred thousand letters, or such as move the cursor, are told in short and so that they can be printed."""
    result = command_line().invoke(main, words(letter * LONG))
    assert (2, True) == (result.exit_code, is_explained(result)), result.output[:2000]
