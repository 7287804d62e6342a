"""How the stadium is found and joined: its name on the network, its own access point, and the home's Wi-Fi.

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
from msgspec import structs

from firmware.devices.protocols import ADDRESS, AccessPoint, HomeStatus, Network, NetworkStatus, WifiInReach
from firmware.errors import NetworkError
from firmware.network import home_wifi, networkmanager
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

STUBBORN: Final = "Neighbours"
"""The network in reach of a simulated stadium that no password opens."""
SIMULATED_IN_REACH: Final = (
    WifiInReach(ssid="Home", signal=82, lock="password", joined=False),
    WifiInReach(ssid=STUBBORN, signal=47, lock="password", joined=False),
    WifiInReach(ssid="Cafe", signal=31, lock="open", joined=False),
    WifiInReach(ssid="Office", signal=22, lock="other", joined=False),
)


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
    except (ValueError, RecursionError, msgspec.ValidationError) as error:  # what is no UTF-8, no TOML, or no Wi-Fi
        raise NetworkError(message("network.bad-file", file=str(file), why=str(error))) from error


def keyfile(own: AccessPoint) -> str:
    """The connection as NetworkManager reads it, nm-settings-keyfile(5). WPA2 only: iPhones refuse the mixed one.

    Frames of management go unprotected (``pmf=1`` is "disable"): a Pi's radio does not take the key that protects them
    as an access point, and would not come up.
    """
    sections = {
        "connection": {"id": CONNECTION, "uuid": UUID, "type": "wifi", "autoconnect": "false"},
        "wifi": {"mode": "ap", "band": "bg", "ssid": own.ssid},
        "wifi-security": {"key-mgmt": "wpa-psk", "proto": "rsn", "pairwise": "ccmp", "pmf": "1", "psk": own.password},
        "ipv4": {"method": "shared", "address1": f"{ADDRESS}/24"},
        "ipv6": {"method": "disabled"},
    }
    return networkmanager.keyfile(sections)


def invitation(own: AccessPoint) -> Message:
    """How to join, in words that each fit a line of the panel, and for nothing else."""
    return message("network.invitation", ssid=own.ssid, password=own.password, address=ADDRESS)


def fqdn(answer: str) -> str:
    r"""The name in what busctl prints of Avahi's GetHostNameFqdn, such as ``s "stadium-2.local"``; else empty."""
    try:
        words = shlex.split(answer)
    except ValueError:  # a quotation without an end
        return ""
    return words[1] if len(words) == 2 and words[0] == "s" else ""  # noqa: PLR2004 - a type and its value


class SystemNetwork:
    """This computer's network, through Avahi and NetworkManager; a `devices.protocols.Network`.

    Name and password are in systemd's folder of ``credentials`` for the service, or in ``file``, for root; ``told`` is
    the folder in which root tells what came of what it was asked.
    """

    def __init__(
        self,
        requests: Path = FOLDER,
        outcomes: Path = OUTCOME.parent,
        credentials: Path | None = None,
        file: Path = FILE,
    ) -> None:
        folder = credentials or Path(os.environ.get("CREDENTIALS_DIRECTORY", "/nonexistent"))
        self._requests, self._outcomes = requests, outcomes
        self._places = (folder / CREDENTIAL, file)

    def status(self) -> NetworkStatus:
        """The current state; NetworkError if the file with name and password is faulty."""
        outcome = self._read(OUTCOME).strip() or "off"
        host = ADDRESS if outcome == "on" else _name()
        own = next((own for place in self._places if (own := known(place))), None)
        return NetworkStatus(page=f"http://{host}", own=own, outcome=outcome, installed=self._requests.exists())

    def access_point(self, *, on: bool) -> None:
        """Request the access point on or off; `status` has the outcome, and `ask` the errors."""
        ask("access-point-on" if on else "access-point-off", self._requests)

    def home(self) -> HomeStatus:
        """The home's Wi-Fi, and what is in reach; nothing is where there is no NetworkManager."""
        outcome, about = home_wifi.outcome_read(self._read(home_wifi.OUTCOME))
        now = home_wifi.in_reach(networkmanager.seen((*home_wifi.LIST, "no")))
        own = self._read(OUTCOME).strip() == "on"
        earlier = home_wifi.in_reach(self._read(home_wifi.IN_REACH)) if own or not now else ()
        return HomeStatus(
            kept=networkmanager.seen(home_wifi.KEPT_NAME).removesuffix("\n"),
            outcome=outcome,
            about=about,
            in_reach=tuple(structs.replace(each, joined=False) for each in earlier) or now,
            earlier=bool(earlier),
            installed=self._requests.exists(),
        )

    def join(self, ssid: str, password: str, country: str = "") -> None:
        """Request to join a Wi-Fi; NetworkError if none is called so or no password is made so, else as `ask`."""
        hidden = all(each.ssid != ssid for each in self.home().in_reach)
        ask("join-wifi", self._requests, home_wifi.wanted(ssid, password, country, hidden=hidden).line)

    def forget(self) -> None:
        """Request that the home's Wi-Fi is forgotten."""
        ask("forget-wifi", self._requests)

    def look(self) -> None:
        """Request a look which networks are in reach."""
        ask("look-for-wifi", self._requests)

    def _read(self, file: Path) -> str:
        """What root has told in the file of that name; empty if it has told nothing."""
        with suppress(OSError):
            return (self._outcomes / file.name).read_text(encoding="utf-8", errors="replace")
        return ""


def _name() -> str:
    """Avahi's name for this computer now; without Avahi, the one that it would give."""
    command = ["busctl", "call", "org.freedesktop.Avahi", "/", "org.freedesktop.Avahi.Server", "GetHostNameFqdn"]
    answer = ""
    with suppress(OSError, subprocess.TimeoutExpired):
        answer = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, check=False, timeout=networkmanager.LOOK_S
        ).stdout
    return fqdn(answer) or f"{socket.gethostname().partition('.')[0]}.local"


class SimulatedNetwork:
    """A stadium without real Wi-Fi, that fails with ``fault``; satisfies `firmware.devices.protocols.Network`.

    Joining takes until it is looked at for the second time. Every password is right but that of ``STUBBORN``.
    """

    def __init__(self, name: str = "stadium.local", fault: str = "") -> None:
        self._name, self._fault, self._outcome = name, fault, "off"
        self._kept, self._home, self._about, self._comes, self._looks = "", "", "", "", 0

    def status(self) -> NetworkStatus:
        """The current state."""
        host = ADDRESS if self._outcome == "on" else self._name
        return NetworkStatus(page=f"http://{host}", own=SIMULATED_AP, outcome=self._outcome, installed=True)

    def access_point(self, *, on: bool) -> None:
        """Come up, or go down; an attempt to join ends."""
        self._outcome = (self._fault or "on") if on else "off"
        if self._home == home_wifi.JOINING:
            self._home = home_wifi.INTERRUPTED

    def home(self) -> HomeStatus:
        """The home's Wi-Fi, and what is in reach."""
        self._looks += 1
        if self._home == home_wifi.JOINING and self._looks > 1:
            self._home = self._comes
            if self._home == home_wifi.JOINED:
                self._kept, self._outcome = self._about, "off"
        joined = "" if self._outcome == "on" else self._kept
        heard = tuple(structs.replace(each, joined=each.ssid == joined) for each in SIMULATED_IN_REACH)
        earlier = self._outcome == "on"
        return HomeStatus(
            kept=self._kept, outcome=self._home, about=self._about, in_reach=heard, earlier=earlier, installed=True
        )

    def join(self, ssid: str, password: str, country: str = "") -> None:
        """Begin to join it; NetworkError as with the real one."""
        home_wifi.wanted(ssid, password, country, hidden=False)
        found = next((each for each in SIMULATED_IN_REACH if each.ssid == ssid), None)
        if found is None:
            self._comes = "not-in-reach"
        elif found.lock == "other" or (found.lock == "password" and (not password or ssid == STUBBORN)):
            self._comes = "wrong-password"
        else:
            self._comes = home_wifi.JOINED
        self._home, self._about, self._looks = home_wifi.JOINING, ssid, 0

    def forget(self) -> None:
        """Forget it."""
        self._kept, self._home, self._about = "", home_wifi.FORGOTTEN, ""

    def look(self) -> None:
        """Nothing comes or goes here."""


NETWORKS: Mapping[str, Callable[[], Network]] = {"system": SystemNetwork, "simulated": SimulatedNetwork}
"""By their names in the configuration."""
