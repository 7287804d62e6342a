"""The one program of ours that runs as root: it turns the stadium's access point on and off.

It is started by stadium-access-point-on.service and -off.service, and when the package is installed. Rule kept here:
it takes no input with the request. Name and password come from a file that only root can write, and its outcome is one
word or one sentence, in the journal and in a file that all may read.
"""

from __future__ import annotations

import secrets
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from firmware.errors import NetworkError, StadiumError
from firmware.files.atomic import write_whole
from firmware.network.privileged_requests import FOLDER
from firmware.network.wifi import CONNECTION, FILE, OUTCOME, invented, keyfile, known, written

PROFILE: Final = Path(f"/run/NetworkManager/system-connections/{CONNECTION}.nmconnection")
"""NetworkManager's file; gone at the next start, as the access point is."""
SECRET, OPEN = 0o600, 0o644
"""Permissions of the password's files, and of the outcome."""

Run = Callable[[Sequence[str]], None]
"""Runs `nmcli` with these words, or a test's double."""


def main(arguments: Sequence[str]) -> None:
    """Do what the one word in ``arguments`` says, and exit 1 if that fails."""
    acts: dict[str, Callable[[], None]] = {"make": make, "on": turn_on, "off": turn_off}
    try:
        acts[arguments[0]]()
    except StadiumError as error:
        sys.exit(f"The access point: {error}")


def make(file: Path = FILE) -> None:
    """Invent a name and a password for this stadium, unless it has them."""
    if not file.exists():
        write_whole(file, written(invented(secrets.randbelow)).encode(), SECRET)


def turn_on(
    run: Run | None = None, file: Path = FILE, profile: Path = PROFILE, requests: Path = FOLDER, outcome: Path = OUTCOME
) -> None:
    """Bring the connection up; NetworkError if there is no name and password, or NetworkManager cannot."""

    def bring_up() -> None:
        own = known(file)
        if own is None:
            raise NetworkError("it has no name and password: sudo dpkg-reconfigure stadium-scoreboard")
        write_whole(profile, keyfile(own).encode(), SECRET)
        for words in (("radio", "wifi", "on"), ("connection", "load", str(profile)), ("connection", "up", CONNECTION)):
            (run or nmcli)(words)

    _carried_out("on", bring_up, requests, outcome)


def turn_off(run: Run | None = None, profile: Path = PROFILE, requests: Path = FOLDER, outcome: Path = OUTCOME) -> None:
    """Delete the connection, so that the computer joins a known Wi-Fi again; NetworkError if NetworkManager cannot."""

    def take_down() -> None:
        if profile.exists():
            (run or nmcli)(("connection", "delete", CONNECTION))

    _carried_out("off", take_down, requests, outcome)


def nmcli(words: Sequence[str]) -> None:
    """Command NetworkManager, for 30 seconds at most; NetworkError with its answer if it fails."""
    command = ["nmcli", "--wait", "30", *words]
    try:
        subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    except FileNotFoundError as error:
        raise NetworkError("NetworkManager is not here: sudo apt install network-manager") from error
    except subprocess.CalledProcessError as error:
        answer = " ".join(error.stderr.split()).removeprefix("Error: ")
        raise NetworkError(answer or f"nmcli ended with {error.returncode}") from error


def _carried_out(way: str, act: Callable[[], None], requests: Path, outcome: Path) -> None:
    """Do it and write the outcome; the request is removed first, or a failure would be repeated for ever."""
    (requests / f"access-point-{way}").unlink(missing_ok=True)
    try:
        act()
    except NetworkError as error:
        write_whole(outcome, f"{error}\n".encode(), OPEN)
        raise
    write_whole(outcome, f"{way}\n".encode(), OPEN)
