"""What turns the access point on and off as root: what it asks for, what it leaves behind, and what it never tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from firmware.errors import NetworkError
from firmware.network import access_point, networkmanager, wifi
from firmware.network.access_point import OwnPlaces

ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Manager:
    """A NetworkManager that writes down what it is asked, hears ``heard``, and fails at the word ``fails_at``."""

    fails_at: str = ""
    heard: str = ""
    asked: list[tuple[str, ...]] = field(default_factory=list)

    def __call__(self, words: Sequence[str]) -> str:
        """Be asked."""
        self.asked.append(tuple(words))
        if self.fails_at and self.fails_at in words:
            raise NetworkError("No suitable device found for this connection.")
        return self.heard if "list" in words else ""


@pytest.fixture
def places(tmp_path: Path) -> OwnPlaces:
    """The folders of a computer that has its Wi-Fi's name and password, and a request for either thing."""
    found = OwnPlaces(**{each.name: tmp_path / each.name for each in fields(OwnPlaces)})
    access_point.make(found.own)
    found.requests.mkdir()
    for way in ("on", "off"):
        (found.requests / f"access-point-{way}").touch()
    return found


def test_it_is_made_once(places: OwnPlaces) -> None:
    """An upgrade leaves a family's Wi-Fi as it is."""
    before = places.own.read_text(encoding="utf-8")
    access_point.make(places.own)
    assert before == places.own.read_text(encoding="utf-8")


def test_only_root_reads_it(places: OwnPlaces) -> None:
    """Neither the file nor NetworkManager's profile can be read by anybody else."""
    access_point.turn_on(Manager(), places)
    assert [0o600, 0o600] == [file.stat().st_mode & 0o777 for file in (places.own, places.profile)]


def test_it_is_brought_up(places: OwnPlaces) -> None:
    """The radio is switched on, the connection handed over and brought up, in that order."""
    manager = Manager()
    access_point.turn_on(manager, places)
    assert ["radio", "load", "up"] == [
        next(w for w in words if w in ("radio", "load", "up")) for words in manager.asked if "list" not in words
    ]
    assert "on\n" == places.outcome.read_text(encoding="utf-8")


def test_the_password_is_on_no_command_line(places: OwnPlaces) -> None:
    """What everybody can see of a running command does not tell it."""
    manager = Manager()
    access_point.turn_on(manager, places)
    own = wifi.known(places.own)
    assert own is not None
    assert own.password not in str(manager.asked)


def test_what_is_in_reach_is_written_down_first(places: OwnPlaces) -> None:
    """As a Wi-Fi itself the radio hears no other; what it heard before can be read, and nothing heard wipes it out."""
    manager = Manager(heard=" :43617361:80:WPA2\n")
    access_point.turn_on(manager, places)
    ways = [words[1] if words[0] == "device" else words[-2] for words in manager.asked]
    assert ways.index("wifi") < ways.index("up")
    access_point.turn_on(Manager(), places)
    access_point.turn_on(Manager("list"), places)
    assert (manager.heard, "on\n") == tuple(
        file.read_text(encoding="utf-8") for file in (places.in_reach, places.outcome)
    )
    assert 0o644 == places.in_reach.stat().st_mode & 0o777


@pytest.mark.parametrize("fails_at", ["radio", "up"])
def test_failure_is_reported_once(places: OwnPlaces, fails_at: str) -> None:
    """Why it did not come up can be read, and the request is gone, or it would be tried for ever."""
    with pytest.raises(NetworkError):
        access_point.turn_on(Manager(fails_at), places)
    assert "No suitable device found for this connection.\n" == places.outcome.read_text(encoding="utf-8")
    assert not (places.requests / "access-point-on").exists()


def test_without_a_password_it_says_what_to_do(places: OwnPlaces) -> None:
    """Where the file was lost, one line tells how to have a new one."""
    places.own.unlink()
    with pytest.raises(NetworkError, match="dpkg-reconfigure"):
        access_point.turn_on(Manager(), places)


def test_every_name_leads_to_the_stadium_while_it_is_on(places: OwnPlaces) -> None:
    """A phone that looks for the internet is led to the page; off, no other network that is shared loses its names."""
    lies = [False]

    def run(_: Sequence[str]) -> str:
        lies.append(places.names.exists())
        return ""

    access_point.turn_on(run, places)
    assert (True, "address=/#/10.42.0.1" in places.names.read_text(encoding="utf-8").splitlines()) == (lies[-1], True)
    assert 0o644 == places.names.stat().st_mode & 0o777
    access_point.turn_off(run, places)
    assert not places.names.exists()


@pytest.mark.parametrize("fails_at", ["load", "up"])
def test_names_lead_elsewhere_again_where_it_does_not_come_up(places: OwnPlaces, fails_at: str) -> None:
    """Another network that is shared would lose its names."""
    with pytest.raises(NetworkError):
        access_point.turn_on(Manager(fails_at=fails_at), places)
    assert not places.names.exists()


def test_without_a_name_server_it_comes_up_all_the_same(places: OwnPlaces, tmp_path: Path) -> None:
    """Where NetworkManager's folder cannot be written, phones join, and type the page's number."""
    access_point.turn_on(Manager(), replace(places, names=tmp_path / "nowhere" / "stadium.conf"))
    assert "on\n" == places.outcome.read_text(encoding="utf-8")


def test_no_start_finds_names_of_before() -> None:
    """The profile is gone with the power; what leads every name here goes at the next start."""
    lines = (ROOT / "systemd/tmpfiles.conf").read_text(encoding="utf-8").splitlines()
    assert f"r! {access_point.NAMES}" in lines


def test_it_is_taken_down(places: OwnPlaces) -> None:
    """Off, the connection is gone, and so is the request."""
    access_point.turn_on(Manager(), places)
    manager = Manager()
    access_point.turn_off(manager, places)
    assert [("connection", "delete", wifi.CONNECTION)] == manager.asked
    assert "off\n" == places.outcome.read_text(encoding="utf-8")
    assert not (places.requests / "access-point-off").exists()


def test_what_was_never_up_is_simply_off(places: OwnPlaces) -> None:
    """A connection that is not there is no fault."""
    manager = Manager()
    access_point.turn_off(manager, places)
    assert ([], "off\n") == (manager.asked, places.outcome.read_text(encoding="utf-8"))


def test_everybody_may_read_how_it_went(places: OwnPlaces) -> None:
    """The service, which is not root, can tell a family."""
    access_point.turn_on(Manager(), places)
    assert 0o644 == places.outcome.stat().st_mode & 0o777


def test_nmcli_itself_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is NetworkManager's answer, without its "Error:"."""
    nmcli = tmp_path / "nmcli"
    script = "echo 'Warning: a psk' >&2\necho 'Error: no such' >&2\necho radio >&2\necho 'Hint: use journalctl' >&2"
    nmcli.write_text(f"#!/bin/sh\n{script}\nexit 4\n", encoding="utf-8")
    nmcli.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(NetworkError, match=r"^no such radio$"):
        networkmanager.nmcli(["radio"])
    assert "" == networkmanager.seen(["radio"])


def test_networkmanager_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line tells what is missing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NetworkError, match="apt install network-manager"):
        networkmanager.nmcli(["radio"])
    assert "" == networkmanager.seen(["radio"])


def test_country_is_set_at_every_radio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The supplicant has an interface for each; without a supplicant nothing happens."""
    busctl, log = tmp_path / "busctl", tmp_path / "log"
    path = "/fi/w1/wpa_supplicant1/Interfaces"
    busctl.write_text(
        f'#!/bin/sh\necho "$@" >> {log}\n[ $1 = set-property ] || echo \'ao 2 "{path}/0" "{path}/12"\'\n',
        encoding="utf-8",
    )
    busctl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    networkmanager.keep_rules_of("ES")
    set_to = [line.split() for line in log.read_text(encoding="utf-8").splitlines()[1:]]
    assert [(f"{path}/{number}", "Country", "s", "ES") for number in (0, 12)] == [
        (words[2], *words[4:]) for words in set_to
    ]
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    networkmanager.keep_rules_of("ES")
    assert 3 == len(log.read_text(encoding="utf-8").splitlines())


def test_the_program_ends_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes into the journal is a sentence and an exit code, no traceback."""
    monkeypatch.setattr(access_point, "turn_on", Mock(side_effect=NetworkError("No suitable device found.")))
    with pytest.raises(SystemExit, match="The access point: No suitable device found"):
        access_point.main(["on"])
