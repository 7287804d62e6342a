"""What turns the stadium's access point on and off, as root.

It is started by stadium-access-point-on.service and -off.service, and when the package is installed. Rule kept here:
it takes no input with the request. Name and password come from a file that only root can write, and its outcome is one
word or one sentence, in the journal and in a file that all may read.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.devices.protocols import ADDRESS
from firmware.errors import NetworkError, StadiumError
from firmware.files.atomic import write_whole
from firmware.network.home_wifi import IN_REACH, LIST
from firmware.network.networkmanager import Run, nmcli
from firmware.network.privileged_requests import FOLDER, Request, remove
from firmware.network.wifi import CONNECTION, FILE, OUTCOME, invented, keyfile, known, written

PROFILE: Final = Path(f"/run/NetworkManager/system-connections/{CONNECTION}.nmconnection")
"""NetworkManager's file; gone at the next start, as the access point is."""
NAMES: Final = Path("/etc/NetworkManager/dnsmasq-shared.d/stadium.conf")
"""What NetworkManager's name server reads besides, while the access point is on; systemd removes it at each start."""
EVERY_NAME: Final = (
    "# While the stadium is a Wi-Fi itself, every name leads to it: so a phone that looks for the internet finds the\n"
    "# scoreboard's page. The second line answers, with nothing, who asks for an address of IPv6.\n"
    f"address=/#/{ADDRESS}\nlocal=/#/\n"
)
SECRET, OPEN = 0o600, 0o644
"""Permissions of the password's files, and of all others."""


@dataclass(frozen=True)
class OwnPlaces:
    """Where everything is; a test has others.

    Attributes:
        own: name and password.
        profile: NetworkManager's file.
        names: what its name server answers.
        requests: the folder of requests.
        outcome: whether it is on, or why not.
        in_reach: what was in reach before.
    """

    own: Path = FILE
    profile: Path = PROFILE
    names: Path = NAMES
    requests: Path = FOLDER
    outcome: Path = OUTCOME
    in_reach: Path = IN_REACH


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


def turn_on(run: Run = nmcli, places: OwnPlaces | None = None, *, listens: bool = True) -> None:
    """Bring the connection up; NetworkError if there is no name and password, or NetworkManager cannot.

    What else is in reach is written down first, if the radio ``listens``: then it will hear no other.
    """
    places = places or OwnPlaces()

    def bring_up() -> None:
        own = known(places.own)
        if own is None:
            raise NetworkError("it has no name and password: sudo dpkg-reconfigure stadium-scoreboard")
        run(("radio", "wifi", "on"))
        if listens:
            _write_down(run, places.in_reach)
        with suppress(OSError):  # without it a phone finds no page by itself, and joins all the same
            write_whole(places.names, EVERY_NAME.encode(), OPEN)
        write_whole(places.profile, keyfile(own).encode(), SECRET)
        try:
            for words in (("connection", "load", str(places.profile)), ("connection", "up", CONNECTION)):
                run(words)
        except NetworkError:  # another connection of theirs may be shared, where names must lead where they do
            _forget_names(places)
            raise

    _carried_out("access-point-on", "on", bring_up, places)


def turn_off(run: Run = nmcli, places: OwnPlaces | None = None) -> None:
    """Delete the connection, so that the computer joins a known Wi-Fi again; NetworkError if NetworkManager cannot."""
    places = places or OwnPlaces()

    def take_down() -> None:
        _forget_names(places)
        if places.profile.exists():
            run(("connection", "delete", CONNECTION))

    _carried_out("access-point-off", "off", take_down, places)


def _forget_names(places: OwnPlaces) -> None:
    with suppress(OSError):
        places.names.unlink(missing_ok=True)


def _write_down(run: Run, in_reach: Path) -> None:
    """What is in reach, as it is listed; if nothing is, what was there stays."""
    with suppress(NetworkError):
        listed = run((*LIST, "auto"))
        if listed.strip():
            write_whole(in_reach, listed.encode(), OPEN)


def _carried_out(request: Request, done: str, act: Callable[[], None], places: OwnPlaces) -> None:
    """Do it and write the outcome; the request is removed first, or a failure would be repeated for ever."""
    remove(request, places.requests)
    try:
        act()
    except NetworkError as error:
        write_whole(places.outcome, f"{error}\n".encode(), OPEN)
        raise
    write_whole(places.outcome, f"{done}\n".encode(), OPEN)
