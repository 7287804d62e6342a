"""A home's Wi-Fi that the stadium joins: what is asked of root, what NetworkManager is given, what is in reach.

Rule kept here: nothing that anybody wrote is left to be interpreted. In a request name and password are hexadecimal.
In a profile the name is a list of numbers; the password is printable ASCII, and what a file's syntax knows of that is
escaped (`networkmanager.keyfile`). It is the password itself, and not the key that WPA2 makes of it: a radio that can
do WPA3 chooses that wherever a Wi-Fi has both, and a key of WPA2 opens no WPA3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware.devices.protocols import Lock, WifiInReach
from firmware.errors import NetworkError
from firmware.network.networkmanager import keyfile
from scoreboard.message import Words, message
from scoreboard.rules.visible import FLAG, JOINT

CONNECTION: Final = "stadium-home"
UUID: Final = "0d5d3f5e-6a0e-4f3c-9a58-1c1b6f3f2f60"
"""Always the same, so that there is never a second."""
TRIAL: Final = "stadium-home-trial"
TRIAL_UUID: Final = "c2a7f1d4-0c53-4c8e-8f66-6f6f4a3e9b17"
"""The same Wi-Fi while it is tried, in memory only."""
OUTCOME: Final = Path("/run/stadium-network/home")
"""What came of the last attempt, in one word or a sentence; below it the name of the Wi-Fi in hexadecimal."""
IN_REACH: Final = Path("/run/stadium-network/in-reach")
"""What was in reach when the stadium became a Wi-Fi itself; then its radio hears no other."""

JOINING, JOINED, FORGOTTEN, INTERRUPTED, BAD_REQUEST = "joining", "joined", "forgotten", "interrupted", "bad-request"
NOT_IN_REACH, TURNED_AWAY = "not-in-reach", "turned-away"
FAULTS: Final = (
    ("Secrets were required", "wrong-password"),
    ("could not be found", NOT_IN_REACH),
    ("No suitable device", "no-radio"),
    ("No Wi-Fi device", "no-radio"),
    ("IP configuration", "no-address"),
    ("took too long", "no-answer"),
    ("Timeout expired", "no-answer"),
    ("supplicant", TURNED_AWAY),
)
"""What of NetworkManager's answers tells which fault it was; the first that fits."""
WORDED: Final = frozenset({JOINING, JOINED, FORGOTTEN, INTERRUPTED, BAD_REQUEST, *(code for _, code in FAULTS)})
SETTLED: Final = frozenset({"", JOINED, FORGOTTEN})
"""Outcomes that are no fault, and to which nothing more will come."""

NAME_BYTES: Final = 32
PASSWORD: Final = re.compile(r"[\x20-\x7e]{8,63}")
EMOJI_JOINED: Final = re.compile(f"{JOINT}|{FLAG}")
KEY: Final = re.compile(r"[0-9A-Fa-f]{64}")
COUNTRY: Final = re.compile(r"[A-Z]{2}")
"""Of ISO 3166; the radio takes one that it does not know for none."""
COUNTRY_KEPT: Final = "stadium.country"
REQUEST: Final = re.compile(rb"((?:[0-9a-f]{2}){1,32}) ((?:[0-9a-f]{2}){8,64}|open) (seen|hidden)(?: ([A-Z]{2}))?\n")
FIELDS: Final = "IN-USE,SSID-HEX,SIGNAL,SECURITY"
LIST: Final = ("--terse", "--fields", FIELDS, "device", "wifi", "list", "--rescan")
KEPT_NAME: Final = ("--get-values", "802-11-wireless.ssid", "--escape", "no", "connection", "show", CONNECTION)
"""Asks for the name of the Wi-Fi that is kept."""
PREFERRED: Final = "10"
"""Its place among the networks that the computer knows: what an owner has chosen last goes before what the card had."""


class HomeWifi(Struct, frozen=True, kw_only=True):
    """A Wi-Fi to be joined.

    Attributes:
        name: its SSID, 1 to 32 octets.
        password: 8 to 63 characters of printable ASCII, or a key of WPA2, 64 hexadecimal digits; empty without one.
        hidden: whether it does not tell its name, so that it must be called by it.
        country: whose rules the radio is to keep, as ISO 3166 has it; empty if nobody said.
    """

    name: bytes
    password: str
    hidden: bool
    country: str = ""

    @property
    def line(self) -> bytes:
        """As it is asked for."""
        password = self.password.encode().hex() or "open"
        words = (self.name.hex(), password, "hidden" if self.hidden else "seen", self.country)
        return f"{' '.join(filter(None, words))}\n".encode()

    def profile(self, *, trial: bool) -> str:
        """NetworkManager's file of it; one that is tried is not joined again by itself.

        The country stands in it as a note, which NetworkManager keeps and does not heed: systemd/udev.rules reads it.
        NetworkManager offers WPA2, and WPA3 too if the radio can do that. Unlike in `wifi.py` there is no ``pmf``:
        frames of management are protected where both sides can. WPA3 asks for that, and a radio that can do WPA3
        chooses it where a Wi-Fi has both, so ``pmf=1`` would keep the stadium out (docs/decisions/0032-home-wifi.md).
        """
        itself = {"id": TRIAL, "uuid": TRIAL_UUID} if trial else {"id": CONNECTION, "uuid": UUID}
        when = {"autoconnect": "false"} if trial else {"autoconnect": "true", "autoconnect-priority": PREFERRED}
        ssid = "".join(f"{octet};" for octet in self.name)
        sections = {
            "connection": {**itself, "type": "wifi", **when},
            "wifi": {"mode": "infrastructure", "ssid": ssid, **({"hidden": "true"} if self.hidden else {})},
            **({"wifi-security": {"key-mgmt": "wpa-psk", "psk": self.password}} if self.password else {}),
            "ipv4": {"method": "auto"},
            "ipv6": {"method": "auto"},
            **({"user": {COUNTRY_KEPT: self.country}} if self.country else {}),
        }
        return keyfile(sections)


def wanted(ssid: str, password: str, country: str = "", *, hidden: bool) -> HomeWifi:
    """The Wi-Fi of that name and password.

    Raises:
        NetworkError: if no Wi-Fi is called so, no password is made so, or no country has such a code.
    """
    if country and not COUNTRY.fullmatch(country):
        raise NetworkError(message("network.bad-country"))
    try:
        name = ssid.encode()
    except UnicodeEncodeError as error:  # half a character, which JSON allows
        raise NetworkError(message("network.bad-name")) from error
    if not 1 <= len(name) <= NAME_BYTES or not _is_readable(ssid):
        raise NetworkError(message("network.bad-name"))
    if password and not _is_password(password):
        raise NetworkError(message("network.bad-password"))
    return HomeWifi(name=name, password=password, hidden=hidden, country=country)


def _is_password(text: str) -> bool:
    return bool(PASSWORD.fullmatch(text) or KEY.fullmatch(text))


def asked_for(line: bytes) -> HomeWifi | None:
    """What a request asks for, if it is one."""
    found = REQUEST.fullmatch(line)
    if found is None:
        return None
    name, typed, known, country = (group.decode("ascii") for group in found.groups(b""))
    password = "" if typed == "open" else bytes.fromhex(typed).decode("latin-1")
    if password and not _is_password(password):
        return None
    return HomeWifi(name=bytes.fromhex(name), password=password, hidden=known == "hidden", country=country)


def fault_of(answer: str) -> str:
    """The outcome that an answer of NetworkManager is: a word where we have one for it, else the answer."""
    return next((code for fragment, code in FAULTS if fragment in answer), answer)


def worded(outcome: str) -> Words:
    """An outcome as it is said."""
    # one of: network.home.forgotten, network.home.interrupted, network.home.joined, network.home.joining
    # one of: network.home.no-address, network.home.no-answer, network.home.no-radio, network.home.not-in-reach
    # one of: network.home.turned-away, network.home.wrong-password
    return message(f"network.home.{outcome}") if outcome in WORDED else outcome


def outcome_line(outcome: str, name: bytes) -> bytes:
    """The file of an outcome; of a sentence only the words, for it is one line."""
    return f"{' '.join(outcome.split())}\n{name.hex()}\n".encode()


def outcome_read(text: str) -> tuple[str, str]:
    """The outcome and the name that it is about; both empty where there is none."""
    outcome, _, name = text.partition("\n")
    try:
        return outcome, bytes.fromhex(name.strip()).decode("utf-8", "replace")
    except ValueError:
        return outcome, ""


def in_reach(listing: str) -> tuple[WifiInReach, ...]:
    """The networks that `nmcli` lists (`LIST`), the strongest of each name, the strongest first.

    Left out is what has no name, and a name that is no text, for it could not be said which is meant.
    """
    best: dict[str, WifiInReach] = {}
    for found in _listed(listing.splitlines()):
        other = best.get(found.ssid)
        if other is None or (found.joined, found.signal) > (other.joined, other.signal):
            best[found.ssid] = found
    return tuple(sorted(best.values(), key=lambda each: (-each.joined, -each.signal, each.ssid)))


def _listed(lines: Iterable[str]) -> Iterable[WifiInReach]:
    for line in lines:
        use, _, rest = line.partition(":")
        name, _, rest = rest.partition(":")
        signal, _, security = rest.partition(":")
        try:
            ssid = bytes.fromhex(name).decode()
            strength = min(max(int(signal), 0), 100)
        except ValueError:
            continue
        if ssid and _is_readable(ssid):
            yield WifiInReach(ssid=ssid, signal=strength, lock=lock(security), joined=use == "*")


def _is_readable(ssid: str) -> bool:
    """Whether nothing in it would move or turn what is written beside it; what joins emoji does not."""
    return EMOJI_JOINED.sub("", ssid).isprintable()


def lock(security: str) -> Lock:
    """What `nmcli` calls its security, as one of three: none, a password of WPA, or what cannot be done here.

    That is a name and password for each person (802.1X), WEP, and networks with WPA3 alone, which a Pi's own radio
    cannot do.
    """
    words = set(security.split()) - {"--"}
    if not words:
        return "open"
    return "password" if words & {"WPA1", "WPA2"} and "802.1X" not in words else "other"
