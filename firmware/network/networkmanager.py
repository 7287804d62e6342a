"""NetworkManager, spoken to by its own program: commanded as root, looked at as anybody; and its supplicant.

Rule kept here: no secret stands on a command line, where everybody on the computer could read it.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from firmware.errors import NetworkError
from firmware.text import shortened

Run = Callable[[Sequence[str]], str]
"""Runs `nmcli` with these words and gives what it prints, or a test's double."""
UP_S = 45
"""So many seconds NetworkManager has for what it is told; a wrong password is told after some 20."""
LOOK_S = 5


def nmcli(words: Sequence[str]) -> str:
    """Command NetworkManager; what it prints. NetworkError with its answer if it fails."""
    command = ["nmcli", "--wait", str(UP_S), *words]
    try:
        return subprocess.run(  # noqa: S603 - our own words
            command, capture_output=True, text=True, errors="replace", check=True, env=_plainly()
        ).stdout
    except FileNotFoundError as error:
        raise NetworkError("NetworkManager is not here: sudo apt install network-manager") from error
    except subprocess.CalledProcessError as error:
        answer = " ".join(error.stderr.split()).rpartition("Error: ")[2].partition(" Hint: ")[0]
        raise NetworkError(shortened(answer) or f"nmcli ended with {error.returncode}") from error


def seen(words: Sequence[str]) -> str:
    """What `nmcli` prints to somebody without any right; empty if it prints nothing, or is not here."""
    command = ["nmcli", *words]
    with suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(  # noqa: S603 - our own words
            command, capture_output=True, text=True, errors="replace", check=True, timeout=LOOK_S, env=_plainly()
        ).stdout
    return ""


def keep_rules_of(country: str) -> None:
    """Have the radios keep the rules of that country, as long as they are on; it is told to each over D-Bus.

    Without a supplicant, or with another one, nothing changes: a radio then goes by what the networks around it say.
    """
    supplicant, path = "fi.w1.wpa_supplicant1", "/fi/w1/wpa_supplicant1"
    listed = _busctl("get-property", supplicant, path, supplicant, "Interfaces")
    for radio in re.findall(rf"{path}/Interfaces/[0-9]+", listed):
        _busctl("set-property", supplicant, radio, f"{supplicant}.Interface", "Country", "s", country)


def _busctl(*words: str) -> str:
    with suppress(OSError, subprocess.SubprocessError):
        command = ["busctl", *words]
        return subprocess.run(  # noqa: S603 - our own words, and two letters
            command, capture_output=True, text=True, errors="replace", check=True, timeout=LOOK_S, env=_plainly()
        ).stdout
    return ""


def keyfile(sections: Mapping[str, Mapping[str, str]]) -> str:
    """A connection as NetworkManager reads it, nm-settings-keyfile(5); the values are of one line."""
    lines = (
        (f"[{name}]", *(f"{key}={_escaped(value)}" for key, value in keys.items()), "")
        for name, keys in sections.items()
    )
    return "\n".join(line for section in lines for line in section)


def _escaped(value: str) -> str:
    """As GLib's key files have it: of a text in one line only the backslash means something, and blanks at its ends."""
    return value.replace("\\", r"\\").replace(" ", r"\s")


def _plainly() -> Mapping[str, str]:
    """An environment in which it answers in the words that we know."""
    return os.environ | {"LC_ALL": "C.UTF-8"}
