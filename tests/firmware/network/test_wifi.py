"""How the stadium is found and joined, with and without a system underneath."""

from __future__ import annotations

import configparser
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware.cli.main import main
from firmware.config.schema import shipped
from firmware.errors import NetworkError, RequestError
from firmware.network import home_wifi, wifi
from firmware.network.wifi import NETWORKS, SimulatedNetwork, SystemNetwork
from scoreboard.display.fonts import LARGE
from scoreboard.language import ENGLISH

OWN = wifi.invented(lambda sides: {900: 642, 10**10: 4827193560}[sides])
PANEL_WIDTH = 64


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SystemNetwork:
    """The network of a computer whose folders are ours, and that has no Avahi."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("socket.gethostname", lambda: "picnic")
    for name in ("requests", "told"):
        (tmp_path / name).mkdir()
    return SystemNetwork(tmp_path / "requests", tmp_path / "told", tmp_path, tmp_path / "access-point.toml")


# -- the stadium's own Wi-Fi


def test_a_stadium_invents_its_own_wifi() -> None:
    """Name and password come from chance, and no two stadiums share them."""
    assert ("Stadium-742", "4827193560") == (OWN.ssid, OWN.password)


def test_an_unlucky_password_is_as_long_as_any() -> None:
    """The smallest numbers still make a name and a password that WPA2 allows."""
    own = wifi.invented(lambda _: 0)
    assert ("Stadium-100", "0" * 10) == (own.ssid, own.password)


def filed(tmp_path: Path, content: str | bytes) -> Path:
    """A file of name and password as its owner has left it."""
    file = tmp_path / "mine.toml"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def test_the_file_round_trips(tmp_path: Path) -> None:
    """What is written is read again as it was; a mark that an editor put before it is no matter."""
    text = wifi.written(OWN)
    assert [OWN, OWN] == [wifi.known(filed(tmp_path, each)) for each in (text, text.encode("utf-8-sig"))]


def test_a_file_that_says_nothing_is_no_wifi(tmp_path: Path) -> None:
    """What systemd hands over where there is no file is no Wi-Fi, and no fault."""
    assert [None, None] == [wifi.known(filed(tmp_path, text)) for text in ("", "#none")]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('ssid = "Stadium-742"', "password"),
        ('ssid = "Stadium-742"\npassword = "short"', "password"),
        ('ssid = "Stadium-742"\npassword = "x\\nmode=infrastructure"', "password"),
        ('ssid = "Stadium-742"\npassword = "4827193560\\n"', "password"),
        ('ssid = "a;b"\npassword = "4827193560"', "ssid"),
        (f'ssid = "{"s" * 33}"\npassword = "4827193560"', "ssid"),
        ('ssid = "Stadium-742"\npassword = "4827193560"\ncolour = "red"', "colour"),
        ("ssid =\n", "line 1"),
        ("# Küche".encode("latin-1"), "utf-8"),
    ],
)
def test_what_is_wrong_with_the_file_is_named(tmp_path: Path, text: str | bytes, named: str) -> None:
    """A slip of the owner's is told with the file and the key; nothing of it gets into another program's settings."""
    with pytest.raises(NetworkError) as caught:
        wifi.known(filed(tmp_path, text))
    assert (True, True) == ("mine.toml" in str(caught.value), named in str(caught.value))


def test_the_connection_is_one_that_phones_join() -> None:
    """NetworkManager is given an access point with WPA2 and our address, that never starts by itself."""
    keys = configparser.ConfigParser()
    keys.read_string(wifi.keyfile(OWN))
    assert ("ap", "Stadium-742") == (keys["wifi"]["mode"], keys["wifi"]["ssid"])
    assert ("wpa-psk", "4827193560") == (keys["wifi-security"]["key-mgmt"], keys["wifi-security"]["psk"])
    assert ("shared", "10.42.0.1/24") == (keys["ipv4"]["method"], keys["ipv4"]["address1"])
    assert "false" == keys["connection"]["autoconnect"]


def test_every_word_of_the_invitation_fits_the_panel() -> None:
    """A password is never put together from two lines, nor is a small letter to be guessed."""
    words = ENGLISH(wifi.invitation(OWN), "panel").upper().split()
    assert [] == [word for word in words if LARGE.width(word) > PANEL_WIDTH]
    assert OWN.password.isdigit()


# -- the name on the network


def test_a_second_stadium_goes_by_the_name_it_was_given() -> None:
    """Where Avahi had to call this one otherwise, its answer is what counts."""
    assert "stadium-2.local" == wifi.fqdn('s "stadium-2.local"\n')


@pytest.mark.parametrize("answer", ["", "Call failed: not there", "i 3", "s"])
def test_an_answer_that_is_no_name_is_none(answer: str) -> None:
    """What busctl says when Avahi is not there is not taken for a name."""
    assert "" == wifi.fqdn(answer)


# -- the system underneath


def test_without_avahi_the_computers_name_must_do(system: SystemNetwork) -> None:
    """The page is told under the name that most computers would find."""
    assert "http://picnic.local" == system.status().page


def test_where_nothing_was_asked_it_is_off(system: SystemNetwork) -> None:
    """A stadium that was never asked is no access point, and has no Wi-Fi of its own that we may know."""
    assert ("off", False, None) == (system.status().outcome, system.status().on, system.status().own)


def test_as_an_access_point_it_is_found_by_its_address(system: SystemNetwork, tmp_path: Path) -> None:
    """On the stadium's own Wi-Fi the page has an address that never changes."""
    (tmp_path / "told/access-point").write_text("on\n", encoding="utf-8")
    assert (True, "http://10.42.0.1") == (system.status().on, system.status().page)


def test_reason_for_failure_is_reported(system: SystemNetwork, tmp_path: Path) -> None:
    """What NetworkManager said is what a person reads."""
    (tmp_path / "told/access-point").write_text("No suitable device found\n", encoding="utf-8")
    assert (False, "No suitable device found") == (system.status().on, system.status().outcome)


@pytest.mark.parametrize("place", ["access-point", "access-point.toml"])
def test_the_service_and_the_owner_know_the_password(system: SystemNetwork, tmp_path: Path, place: str) -> None:
    """The service is handed the file by systemd; an owner with sudo reads the file itself."""
    (tmp_path / place).write_text(wifi.written(OWN), encoding="utf-8")
    assert OWN == system.status().own


def test_request_is_an_empty_file(system: SystemNetwork, tmp_path: Path) -> None:
    """Turning it on and off lays down a request of that name, with nothing in it."""
    system.access_point(on=True)
    system.access_point(on=False)
    found = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "requests").iterdir()}
    assert {"access-point-on": "", "access-point-off": ""} == found


def test_request_without_the_service_is_refused(tmp_path: Path) -> None:
    """On a computer without the service one line says what is missing."""
    with pytest.raises(RequestError, match="not installed as a service"):
        SystemNetwork(tmp_path / "nowhere").access_point(on=True)


def test_refused_request_says_sudo(tmp_path: Path) -> None:
    """A user who may not ask reads how to."""
    (tmp_path / "file").touch()
    with pytest.raises(RequestError, match="sudo"):
        SystemNetwork(tmp_path / "file").access_point(on=True)


def nmcli(folder: Path, monkeypatch: pytest.MonkeyPatch, listed: str = "", kept: str = "") -> None:
    """A NetworkManager that hears and keeps these, on an empty computer."""
    cases = f"*'--rescan no') printf '{listed}' ;; *'show stadium-home') printf '{kept}' ;;"
    (file := folder / "nmcli").write_text(f'#!/bin/sh\ncase "$*" in {cases} esac\n', encoding="utf-8")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_the_homes_wifi_is_what_networkmanager_says(
    system: SystemNetwork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it keeps, what it hears, and what root has told of the last attempt."""
    nmcli(tmp_path, monkeypatch, "*:43617361:70:WPA2\\n", "Casa: de Ana\\n")
    (tmp_path / "told/home").write_text("joined\n43617361\n", encoding="utf-8")
    home = system.home()
    assert ("Casa: de Ana", "joined", "Casa", False) == (home.kept, home.outcome, home.about, home.earlier)
    assert [("Casa", True)] == [(each.ssid, each.joined) for each in home.in_reach]


def test_as_an_access_point_it_lists_what_it_heard_before(
    system: SystemNetwork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its radio hears no other then; it is in none of them."""
    nmcli(tmp_path, monkeypatch, "*:5374616469756d:100:WPA2\\n")
    (tmp_path / "told/access-point").write_text("on\n", encoding="utf-8")
    (tmp_path / "told/in-reach").write_text("*:43617361:70:WPA2\n", encoding="utf-8")
    home = system.home()
    assert ([("Casa", False)], True) == ([(each.ssid, each.joined) for each in home.in_reach], home.earlier)


def test_what_is_asked_of_root_is_one_line(
    system: SystemNetwork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key and no password; one that is heard need not be called by its name, one that is not must be."""
    nmcli(tmp_path, monkeypatch, " :43617361:70:WPA2\\n")
    asked = []
    for name in ("Casa", "Hidden"):
        system.join(name, "batter-up-1869")
        asked.append((tmp_path / "requests/join-wifi").read_bytes())
    assert [
        home_wifi.wanted("Casa", "batter-up-1869", hidden=False).line,
        home_wifi.wanted("Hidden", "batter-up-1869", hidden=True).line,
    ] == asked
    assert [False, False] == [b"batter" in line for line in asked]
    system.forget()
    system.look()
    assert {"join-wifi", "forget-wifi", "look-for-wifi"} == {path.name for path in (tmp_path / "requests").iterdir()}


# -- its simulated peer


def test_the_simulated_network_does_as_it_is_asked() -> None:
    """It comes up, is found by its address, and goes down again."""
    here = SimulatedNetwork()
    here.access_point(on=True)
    assert (True, "http://10.42.0.1") == (here.status().on, here.status().page)
    here.access_point(on=False)
    assert ("off", "http://stadium.local") == (here.status().outcome, here.status().page)


def test_simulated_network_fails_on_request() -> None:
    """A fault of the radio can be played through without one."""
    here = SimulatedNetwork(fault="No suitable device found")
    here.access_point(on=True)
    assert (False, "No suitable device found") == (here.status().on, here.status().outcome)


# -- the command


def printed(tmp_path: Path, *words: str, typed: str = "") -> str:
    """What `stadium network` prints on a simulated network."""
    file = tmp_path / "stadium.toml"
    file.write_text('[network]\ndriver = "simulated"\n', encoding="utf-8")
    result = CliRunner().invoke(main, ["network", "--config", str(file), *words], input=typed)
    assert 0 == result.exit_code, result.output
    return result.output


def test_command_says_how_to_join(tmp_path: Path) -> None:
    """One look tells the page's address, and the Wi-Fi with its password."""
    output = printed(tmp_path)
    assert all(word in output for word in ("http://stadium.local", "Stadium-742", "4827193560", "http://10.42.0.1"))


def test_command_prints_the_same_json(tmp_path: Path) -> None:
    """--json is the standing, word for word."""
    assert {"page": "http://stadium.local", "outcome": "off"}.items() <= json.loads(printed(tmp_path, "--json")).items()


def test_the_command_says_what_to_do_after_asking(tmp_path: Path) -> None:
    """What is asked for takes a moment, and the line tells how to see it."""
    assert "stadium network" in printed(tmp_path, "--access-point", "on")


def test_json_is_json(tmp_path: Path) -> None:
    """--json is JSON then, too."""
    assert {"asked_for": "off"} == json.loads(printed(tmp_path, "--access-point", "off", "--json"))


def test_the_command_lists_and_joins_and_forgets(tmp_path: Path) -> None:
    """Without a name what is in reach; with one the password comes from the terminal, or a line, and is not shown."""
    assert all(word in printed(tmp_path, "join") for word in ("82 %  Home", "Cafe  (no password)", "not possible"))
    output = printed(tmp_path, "join", "Home", typed="batter-up-1869\n")
    assert ("Asked for: joining Home", False) == (output[:23], "batter" in output)
    assert "stadium network" in printed(tmp_path, "forget")
    assert "Home's Wi-Fi: none" in printed(tmp_path)
    assert {"kept": "", "outcome": ""}.items() <= json.loads(printed(tmp_path, "--json"))["home"].items()


def test_the_command_says_how_the_last_attempt_went(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: SystemNetwork
) -> None:
    """By name and in words; where nothing is heard a name can be given all the same."""
    (tmp_path / "told/home").write_text("wrong-password\n43617361\n", encoding="utf-8")
    monkeypatch.setitem(NETWORKS, "system", lambda: system)
    output = CliRunner().invoke(main, ["network"]).output
    assert "Last attempt: Casa: The password is wrong." in output
    assert "can be given all the same" in CliRunner().invoke(main, ["network", "join"]).output


def test_the_name_that_was_asked_for_moves_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: SystemNetwork
) -> None:
    """Whoever has taken over the account may ask to join what is called anything."""
    name = "x\x1b]52;c;aWQ=\x07\x9b2J"
    (tmp_path / "told/home").write_text(f"wrong-password\n{name.encode().hex()}\n", encoding="utf-8")
    monkeypatch.setitem(NETWORKS, "system", lambda: system)
    output = CliRunner().invoke(main, ["network"]).output
    assert r"Last attempt: x\x1b]52;c;aWQ=\x07\x9b2J: The password is wrong." in output


def test_page_is_announced_with_its_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no service is installed the page is on the port of [web], and there is no Wi-Fi whose password to ask."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("socket.gethostname", lambda: "picnic")
    monkeypatch.setitem(NETWORKS, "system", lambda: SystemNetwork(tmp_path / "nowhere", tmp_path, tmp_path, tmp_path))
    (file := tmp_path / "stadium.toml").write_text("[web]\nport = 8123\n", encoding="utf-8")
    output = CliRunner().invoke(main, ["network", "--config", str(file)]).output
    assert (True, False) == ("http://picnic.local:8123\n" in output, "password" in output)


def test_no_page_has_no_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs are told null, people why."""
    monkeypatch.setitem(NETWORKS, "system", lambda: SystemNetwork(tmp_path / "nowhere", tmp_path, tmp_path, tmp_path))
    (file := tmp_path / "stadium.toml").write_text('[web]\nport = "none"\n', encoding="utf-8")
    words = ["network", "--config", str(file)]
    assert "[web] port is none" in CliRunner().invoke(main, words).output
    assert None is json.loads(CliRunner().invoke(main, [*words, "--json"]).output)["page"]


def test_the_systems_network_is_the_default() -> None:
    """Out of the box the stadium asks the computer it runs on."""
    assert "system" == shipped().network.driver
