"""A home's Wi-Fi: what is asked of root, what NetworkManager is given, what is in reach."""

from __future__ import annotations

import configparser
import re
import shlex
import string
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.devices.protocols import WifiInReach
from firmware.errors import NetworkError
from firmware.network.home_program import KEPT
from firmware.network.home_wifi import (
    FAULTS,
    NAME_BYTES,
    WORDED,
    HomeWifi,
    asked_for,
    fault_of,
    in_reach,
    outcome_line,
    outcome_read,
    wanted,
    worded,
)
from scoreboard.language import language

RULES = Path(__file__).parents[3] / "systemd/udev.rules"
NAMES = st.binary(min_size=1, max_size=NAME_BYTES)
TYPED = st.text(min_size=1).filter(lambda name: name.isprintable() and len(name.encode()) <= NAME_BYTES)
ASCII = "".join(chr(code) for code in range(0x20, 0x7F))
PASSWORDS = st.one_of(
    st.just(""), st.text(ASCII, min_size=8, max_size=63), st.text(string.hexdigits, min_size=64, max_size=64)
)


def parsed(profile: str) -> dict[str, dict[str, str]]:
    """A profile as a parser of such files reads it; a key or a section that comes twice is an error there."""
    keys = configparser.ConfigParser(interpolation=None)
    keys.read_string(profile)
    return {name: {key: unescaped(value) for key, value in keys[name].items()} for name in keys.sections()}


def unescaped(value: str) -> str:
    """As GLib reads a value of a key file."""
    return re.sub(r"\\(.)", lambda found: {"s": " ", "\\": "\\"}[found[1]], value)


@given(TYPED, PASSWORDS, st.booleans(), st.booleans())
@example("[x]; psk=#" * 3 + "ñ", " \\;#= [x]\\s ", False, False)  # as long as a name can be
@pytest.mark.untraced
def test_whatever_is_typed_the_profile_has_these_keys(ssid: str, password: str, hidden: bool, trial: bool) -> None:
    """No name and no password makes a key more, a key less, or another value: both come back as they were."""
    home = wanted(ssid, password, hidden=hidden)
    found = parsed(home.profile(trial=trial))
    assert ssid.encode() == bytes(int(octet) for octet in found["wifi"].pop("ssid").split(";")[:-1])
    assert {"mode": "infrastructure", **({"hidden": "true"} if hidden else {})} == found.pop("wifi")
    lock = found.pop("wifi-security", None)
    assert bool(password) == (lock is not None)
    if lock is not None:
        assert {"key-mgmt": "wpa-psk", "psk": password} == lock  # no key made of it, which would open no WPA3
    when = {"autoconnect", "type", "id", "uuid"} | (set() if trial else {"autoconnect-priority"})
    assert when == set(found.pop("connection"))
    assert {"ipv4": {"method": "auto"}, "ipv6": {"method": "auto"}} == found


@pytest.mark.parametrize(("country", "variable"), [("ES", "STADIUM_COUNTRY=ES\n"), ("", "")])
def test_country_is_set_at_each_radio_at_the_next_start(tmp_path: Path, country: str, variable: str) -> None:
    """By the system's rule for radios, which reads the country from the kept file, and never the key."""
    rules = [line for line in RULES.read_text(encoding="utf-8").splitlines() if line.startswith("ACTION")]
    imports, tells = (rule for rule in rules if "ieee80211" in rule)  # udev compares before it imports: two rules
    program, wanted_form, act = (
        re.findall(rf'{re.escape(key)}="([^"]*)"', rule)[0]
        for key, rule in (("IMPORT{program}", imports), ("ENV{STADIUM_COUNTRY}=", tells), ("RUN+", tells))
    )
    *command, file = shlex.split(program)
    here = tmp_path / "kept"
    here.write_text(wanted("Casa", "batter-up-1869", country, hidden=False).profile(trial=False), encoding="utf-8")
    assert (str(KEPT), variable) == (
        file,
        subprocess.run([*command, here], check=True, capture_output=True, text=True).stdout,
    )
    assert not country or fnmatchcase(country, wanted_form)
    assert "/usr/sbin/iw reg set $env{STADIUM_COUNTRY}" == act


@given(NAMES, PASSWORDS, st.booleans(), st.from_regex(r"([A-Z]{2})?", fullmatch=True))
def test_root_reads_what_was_asked(name: bytes, password: str, hidden: bool, country: str) -> None:
    """The line between the two round-trips for every name that a Wi-Fi can have, and is one line."""
    home = HomeWifi(name=name, password=password, hidden=hidden, country=country)
    assert (home, 1) == (asked_for(home.line), home.line.count(b"\n"))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"43617361 open seen",
        b"43617361 open seen\n\n",
        b"43617361 open seen\npsk=x\n",
        b"Casa open seen\n",
        b"436 open seen\n",
        b" open seen\n",
        b"4361\0 open seen\n",
        b"43617361 open seen\0\n",
        b"43617361 secret-12 seen\n",
        b"43617361 " + b"61" * 7 + b" seen\n",
        b"43617361 " + b"61" * 8 + b"6 seen\n",
        b"43617361 " + b"78" * 64 + b" seen\n",
        b"43617361 " + b"61" * 65 + b" seen\n",
        b"43617361 " + b"61" * 7 + b"0a seen\n",
        b"43617361 " + b"61" * 7 + b"f1 seen\n",
        b"43" * 33 + b" open seen\n",
        b"43617361 open maybe\n",
        "\uff14\uff13 open seen\n".encode(),
        b'{"ssid": "Casa"}\n',
    ],
)
def test_root_reads_nothing_else(line: bytes) -> None:
    """What does not fit the one pattern, to the last character, is no request."""
    assert asked_for(line) is None


@given(st.binary(max_size=200))
def test_no_line_that_is_none_is_taken_for_one(line: bytes) -> None:
    """Whatever is written there is either refused, or is byte for byte the line of what was read."""
    home = asked_for(line)
    assert home is None or line == home.line


def test_a_key_may_be_typed_instead_of_a_password() -> None:
    """64 hexadecimal digits, as a router's own page may show them."""
    key = "F42C6FC52DF0EBEF9EBB4B90B38A5F902E83FE1B135A70E23AED762E9710A12E"
    assert key == wanted("IEEE", key, hidden=False).password


@pytest.mark.parametrize("ssid", ["", "x" * 33, "ñ" * 17, "Casa\n", "Ca\0sa", "Casa\x1b[2J", "\ud800", "Ca\u200dsa"])
def test_impossible_wifi_name_is_refused(ssid: str) -> None:
    """Too short, too long in octets, or with characters that cannot be typed."""
    with pytest.raises(NetworkError, match="1 to 32"):
        wanted(ssid, "", hidden=False)


def test_a_wifi_may_be_called_by_an_emoji() -> None:
    """Also by one that is joined of several, as a phone may be."""
    name = "👨\u200d👩\u200d👧 Fox"
    listing = f" :{name.encode().hex().upper()}:70:WPA2"
    assert (name.encode(), [name]) == (wanted(name, "", hidden=False).name, [each.ssid for each in in_reach(listing)])


@pytest.mark.parametrize("password", ["short", "x" * 64, "x" * 65, "contraseña", "secret\nkey", "secret-\0key"])
def test_impossible_password_is_refused(password: str) -> None:
    """The sentence says how a password has to be, and does not repeat it."""
    with pytest.raises(NetworkError, match="8 to 63") as caught:
        wanted("Casa", password, hidden=False)
    assert password not in str(caught.value)


@pytest.mark.parametrize("country", ["es", "ESP", "E", "E1", "ES\n", "ÑÑ"])
def test_unknown_country_is_refused(country: str) -> None:
    """The sentence says how a country is written."""
    with pytest.raises(NetworkError, match="two capital letters"):
        wanted("Casa", "", country, hidden=False)


# -- what is in reach

LISTED = """\
 :43617361:62:WPA2
*:43617361:58:WPA1 WPA2
 :436166c3a9:31:
 :4f6669636521:90:WPA2 802.1X
 :4e657720:40:WPA3
 :4d69786564:39:WPA2 WPA3
 :4f6c64:10:WEP
 ::77:WPA2
 :4bfc636865:77:WPA2
 :1b5b324a:77:WPA2
 :zz:77:WPA2
 :43617361:much:WPA2
nonsense
"""


def test_each_name_is_listed_once_and_what_can_be_done() -> None:
    """Ours first, then the strongest; no hidden name, none that is no text, and none that would move a cursor."""
    found = in_reach(LISTED)
    assert ["Casa", "Ofice!", "New ", "Mixed", "Café", "Old"] == [each.ssid for each in found]
    assert ["password", "other", "other", "password", "open", "other"] == [each.lock for each in found]
    assert WifiInReach(ssid="Casa", signal=58, lock="password", joined=True) == found[0]


@given(st.text())
def test_whatever_is_listed_makes_a_list(listing: str) -> None:
    """Strangers choose the names of their networks, and nothing of them ends the program."""
    assert all(each.ssid.isprintable() and 0 <= each.signal <= 100 for each in in_reach(listing))


# -- what came of it


def test_every_outcome_is_worded_in_both_languages() -> None:
    """A family reads what to do."""
    for outcome in WORDED:
        sentences = [language(code).say(worded(outcome)) for code in ("en", "es")]
        assert sentences[0] != sentences[1]
        assert not any("network.home" in each for each in sentences)


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("Connection activation failed: (7) Secrets were required, but not provided.", "wrong-password"),
        ("Connection activation failed: Secrets were required, but not provided", "wrong-password"),
        ("Connection activation failed: The Wi-Fi network could not be found", "not-in-reach"),
        ("Connection activation failed: No suitable device found for this connection.", "no-radio"),
        ("Connection activation failed: 802.1X supplicant took too long to authenticate", "no-answer"),
        ("Connection activation failed: 802.1X supplicant disconnected", "turned-away"),
        ("Connection activation failed: IP configuration could not be reserved (no available address)", "no-address"),
        ("Timeout expired (45 seconds)", "no-answer"),
        ("NetworkManager is not running.", "NetworkManager is not running."),
    ],
)
def test_answer_of_networkmanager_gives_the_outcome(answer: str, outcome: str) -> None:
    """An unknown answer is passed on as it is."""
    assert outcome == fault_of(answer)


def test_every_fault_is_named_by_an_answer() -> None:
    """No fragment stands behind another that takes all its answers away."""
    assert [code for _, code in FAULTS] == [fault_of(fragment) for fragment, _ in FAULTS]


@given(st.sampled_from(sorted(WORDED)), NAMES)
def test_outcome_is_read_as_it_was_written(outcome: str, name: bytes) -> None:
    """With the name of the Wi-Fi, whatever characters it has."""
    assert (outcome, name.decode("utf-8", "replace")) == outcome_read(outcome_line(outcome, name).decode())


@pytest.mark.parametrize("text", ["", "\n", "joined\nnot hexadecimal"])
def test_an_outcome_without_a_name_is_one(text: str) -> None:
    """Where nothing was told yet, and where something else stands."""
    assert (text.partition("\n")[0], "") == outcome_read(text)
