"""How the stadium is found and joined: its name on the network, and its own access point.

Changing anything needs root and is requested (`firmware.network.privileged_requests`). Rule kept here: name and
password of the Wi-Fi are made when the stadium is installed, for this stadium alone; they are never in a log, and only
the panel, the page and an owner at a terminal show them.
"""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from firmware.devices.protocols import ADDRESS, AccessPoint, Network, NetworkStatus
from firmware.errors import NetworkError
from firmware.network.privileged_requests import FOLDER, ask
from scoreboard.message import Message, message

FILE: Final = Path("/etc/stadium/access-point.toml")
CREDENTIAL: Final = "access-point"
"""The name under which systemd hands `FILE` to the service, which could not read it."""
OUTCOME: Final = Path("/run/stadium-network/access-point")
"""The outcome of `firmware.network.access_point`: ``on``, ``off``, or why not."""
CONNECTION: Final = "stadium-access-point"
UUID: Final = "5e3cb51e-9d2c-4b53-8f0e-5d1ab0a5c6d3"
"""NetworkManager's name of the connection: always the same, so that there is never a second."""
SIMULATED_AP: Final = AccessPoint(ssid="Stadium-742", password="4827193560")  # noqa: S106 - of no real Wi-Fi


def invented(draw: Callable[[int], int]) -> AccessPoint:
    """A Wi-Fi of this stadium's own; ``draw(n)`` gives a number from 0 to n - 1.

    The password is ten digits, for a panel has no small letters: 33 bits are hours of work for a strong computer.
    """
    return AccessPoint(ssid=f"Stadium-{draw(900) + 100}", password=f"{draw(10**10):010}")


def written(own: AccessPoint) -> str:
    """The file that keeps it."""
    return (
        "# The Wi-Fi that the stadium is itself, where there is no other. Letters, digits, and . _ - are allowed.\n"
        "# After a change: sudo systemctl restart stadium\n"
        f'ssid = "{own.ssid}"\npassword = "{own.password}"\n'
    )


def known(file: Path = FILE) -> AccessPoint | None:
    """The name and password in the file; None if it is empty, missing or unreadable, NetworkError if it is faulty."""
    try:
        values: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8-sig"))
        return msgspec.convert(values, AccessPoint) if values else None
    except OSError:
        return None
    except (ValueError, msgspec.ValidationError) as error:  # what is no UTF-8, no TOML, or no Wi-Fi
        raise NetworkError(message("network.bad-file", file=str(file), why=str(error))) from error


def keyfile(own: AccessPoint) -> str:
    """The connection as NetworkManager reads it, nm-settings-keyfile(5). WPA2 only: iPhones refuse the mixed one."""
    sections = {
        "connection": {"id": CONNECTION, "uuid": UUID, "type": "wifi", "autoconnect": "false"},
        "wifi": {"mode": "ap", "band": "bg", "ssid": own.ssid},
        "wifi-security": {"key-mgmt": "wpa-psk", "proto": "rsn", "pairwise": "ccmp", "psk": own.password},
        "ipv4": {"method": "shared", "address1": f"{ADDRESS}/24"},
        "ipv6": {"method": "disabled"},
    }
    lines = ((f"[{name}]", *(f"{key}={value}" for key, value in keys.items()), "") for name, keys in sections.items())
    return "\n".join(line for section in lines for line in section)


def invitation(own: AccessPoint) -> Message:
    """How to join, in words that each fit a line of the panel, and for nothing else."""
    return message("network.invitation", ssid=own.ssid, password=own.password, address=ADDRESS)


def fqdn(answer: str) -> str:
    r"""The name in what busctl prints of Avahi's GetHostNameFqdn, such as ``s "stadium-2.local"``; else empty."""
    words = shlex.split(answer)
    return words[1] if len(words) == 2 and words[0] == "s" else ""  # noqa: PLR2004 - a type and its value


class SystemNetwork:
    """This computer's network, through Avahi and NetworkManager; a `devices.protocols.Network`.

    Name and password are in systemd's folder of ``credentials`` for the service, or in ``file``, for root.
    """

    def __init__(
        self, requests: Path = FOLDER, outcome: Path = OUTCOME, credentials: Path | None = None, file: Path = FILE
    ) -> None:
        folder = credentials or Path(os.environ.get("CREDENTIALS_DIRECTORY", "/nonexistent"))
        self._requests, self._outcome = requests, outcome
        self._places = (folder / CREDENTIAL, file)

    def status(self) -> NetworkStatus:
        """The current state; NetworkError if the file with name and password is faulty."""
        outcome = ""
        with suppress(OSError):
            outcome = self._outcome.read_text(encoding="utf-8").strip()
        outcome = outcome or "off"
        host = ADDRESS if outcome == "on" else _name()
        own = next((own for place in self._places if (own := known(place))), None)
        return NetworkStatus(page=f"http://{host}", own=own, outcome=outcome, installed=self._requests.exists())

    def access_point(self, *, on: bool) -> None:
        """Request the access point on or off; `status` has the outcome, and `ask` the errors."""
        ask("access-point-on" if on else "access-point-off", self._requests)


def _name() -> str:
    """Avahi's name for this computer now; without Avahi, the one that it would give."""
    command = ["busctl", "call", "org.freedesktop.Avahi", "/", "org.freedesktop.Avahi.Server", "GetHostNameFqdn"]
    answer = ""
    with suppress(OSError, subprocess.TimeoutExpired):
        answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=5).stdout  # noqa: S603
    return fqdn(answer) or f"{socket.gethostname().partition('.')[0]}.local"


class SimulatedNetwork:
    """A stadium without real Wi-Fi, that fails with ``fault``; satisfies `firmware.devices.protocols.Network`."""

    def __init__(self, name: str = "stadium.local", fault: str = "") -> None:
        self._name, self._fault, self._outcome = name, fault, "off"

    def status(self) -> NetworkStatus:
        """The current state."""
        host = ADDRESS if self._outcome == "on" else self._name
        return NetworkStatus(page=f"http://{host}", own=SIMULATED_AP, outcome=self._outcome, installed=True)

    def access_point(self, *, on: bool) -> None:
        """Come up, or go down."""
        self._outcome = (self._fault or "on") if on else "off"


NETWORKS: Mapping[str, Callable[[], Network]] = {"system": SystemNetwork, "simulated": SimulatedNetwork}
"""By their names in the configuration."""
