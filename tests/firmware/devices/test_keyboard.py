"""Keys as buttons, through a real pseudo-terminal."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.hang import GIVE_UP_S
from support.scoring import command_line

from firmware.cli.main import main
from firmware.devices.keyboard import HELP, KEYS, Keyboard
from firmware.devices.protocols import Gesture
from firmware.errors import DeviceError
from scoreboard.language import ENGLISH


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Where a player types, and what the program reads."""
    typist, program = os.openpty()
    yield typist, program
    os.close(typist)
    os.close(program)


def typed(keys: str, typist: int, program: int) -> list[Gesture]:
    """The gestures heard when these keys are typed; the last key must be one that is a button."""

    async def listen() -> list[Gesture]:
        heard: list[Gesture] = []
        enough = asyncio.Event()

        def hear(gesture: Gesture) -> None:
            heard.append(gesture)
            if gesture == KEYS[keys[-1]]:
                enough.set()

        keyboard = Keyboard(program)
        keyboard.listen(hear)
        os.write(typist, keys.encode())
        await asyncio.wait_for(enough.wait(), GIVE_UP_S)
        keyboard.close()
        keyboard.close()
        return heard

    return asyncio.run(listen())


def test_every_key_is_its_button(terminal: tuple[int, int]) -> None:
    """All nine buttons and both held ones can be typed."""
    assert list(KEYS.values()) == typed("".join(KEYS), *terminal)


def test_other_keys_and_capitals_do_no_harm(terminal: tuple[int, int]) -> None:
    """A key that is no button is nothing; a capital is its letter."""
    assert ["ball", "undo"] == typed("B?ßxu", *terminal)


@pytest.mark.parametrize("keys", ["\x1b[B", "\x1b[H", "\x1bOP", "\x1b[1;5C", "\x1b[15~", "\x1bOR", "\x1bh", "\x1bOH"])
def test_arrows_and_function_keys_score_nothing(terminal: tuple[int, int], keys: str) -> None:
    """A terminal sends letters for them: Home is no home run."""
    assert ["undo"] == typed(f"{keys}u", *terminal)


def test_the_terminal_is_given_back_as_it_was(terminal: tuple[int, int]) -> None:
    """Line mode and echo are on again after the game."""
    before = termios.tcgetattr(terminal[1])
    typed("u", *terminal)
    assert before == termios.tcgetattr(terminal[1])


def test_every_key_is_listed_in_the_help() -> None:
    """In the help of `stadium run` and in the manual, with its button."""
    listed = ENGLISH(HELP)
    printed = [item.split() for item in listed.split(" · ")]
    assert list(KEYS.items()) == [("\n" if key == "Enter" else key, button) for key, button in printed]
    help_text = command_line().invoke(main, ["run", "--help"]).stdout
    manual = (Path(__file__).parents[3] / "docs" / "owners.md").read_text(encoding="utf-8")
    assert (True, True) == (listed in " ".join(help_text.split()), listed in manual)


@pytest.mark.newest
def test_a_dumb_terminal_gets_plain_lines_and_the_keys_once(tmp_path: Path, terminal: tuple[int, int]) -> None:
    """No other screen and no colours, where the terminal knows neither."""
    typist, program = terminal
    options = ["--panel", "simulated", "--buttons", "keys", "--camera", "none", "--port", "0"]
    command = [sys.executable, "-m", "firmware", "run", *options, "--journal", str(tmp_path / "games.sqlite")]
    surroundings = os.environ | {"TERM": "dumb"}
    with subprocess.Popen(command, stdin=program, stdout=program, stderr=subprocess.PIPE, env=surroundings) as run:
        printed = b""
        while b"Play ball!" not in printed and b"\x1b" not in printed and run.poll() is None:
            printed += os.read(typist, 4096)
        run.kill()
    assert (1, False) == (printed.decode().count(ENGLISH(HELP)), b"\x1b" in printed)


def test_without_a_terminal_there_is_no_keyboard() -> None:
    """A pipe is no keyboard, and is told so in one line."""
    reader, writer = os.pipe()
    with pytest.raises(DeviceError, match="terminal"):
        Keyboard(reader)
    os.close(reader)
    os.close(writer)
