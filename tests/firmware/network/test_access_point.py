"""What turns the access point on and off as root: what it asks for, what it leaves behind, and what it never tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import Mock

import pytest

from firmware.errors import NetworkError
from firmware.network import access_point, networkmanager, wifi


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
def places(tmp_path: Path) -> dict[str, Path]:
    """The folders of a computer that has its Wi-Fi's name and password, and a request for either thing."""
    found = {name: tmp_path / name for name in ("file", "profile", "requests", "outcome", "in_reach")}
    access_point.make(found["file"])
    found["requests"].mkdir()
    for way in ("on", "off"):
        (found["requests"] / f"access-point-{way}").touch()
    return found


def without_file(places: dict[str, Path]) -> dict[str, Path]:
    """The places that going off needs."""
    return {name: path for name, path in places.items() if name not in {"file", "in_reach"}}


def test_it_is_made_once(places: dict[str, Path]) -> None:
    """An upgrade leaves a family's Wi-Fi as it is."""
    before = places["file"].read_text(encoding="utf-8")
    access_point.make(places["file"])
    assert before == places["file"].read_text(encoding="utf-8")


def test_only_root_reads_it(places: dict[str, Path]) -> None:
    """Neither the file nor NetworkManager's profile can be read by anybody else."""
    access_point.turn_on(Manager(), **places)
    assert [0o600, 0o600] == [places[name].stat().st_mode & 0o777 for name in ("file", "profile")]


def test_it_is_brought_up(places: dict[str, Path]) -> None:
    """The radio is switched on, the connection handed over and brought up, in that order."""
    manager = Manager()
    access_point.turn_on(manager, **places)
    assert ["radio", "load", "up"] == [
        next(w for w in words if w in ("radio", "load", "up")) for words in manager.asked if "list" not in words
    ]
    assert "on\n" == places["outcome"].read_text(encoding="utf-8")


def test_the_password_is_on_no_command_line(places: dict[str, Path]) -> None:
    """What everybody can see of a running command does not tell it."""
    manager = Manager()
    access_point.turn_on(manager, **places)
    own = wifi.known(places["file"])
    assert own is not None
    assert own.password not in str(manager.asked)


def test_what_is_in_reach_is_written_down_first(places: dict[str, Path]) -> None:
    """As a Wi-Fi itself the radio hears no other; what it heard before can be read, and nothing heard wipes it out."""
    manager = Manager(heard=" :43617361:80:WPA2\n")
    access_point.turn_on(manager, **places)
    ways = [words[1] if words[0] == "device" else words[-2] for words in manager.asked]
    assert ways.index("wifi") < ways.index("up")
    access_point.turn_on(Manager(), **places)
    access_point.turn_on(Manager("list"), **places)
    assert (manager.heard, "on\n") == tuple(
        places[name].read_text(encoding="utf-8") for name in ("in_reach", "outcome")
    )
    assert 0o644 == places["in_reach"].stat().st_mode & 0o777


@pytest.mark.parametrize("fails_at", ["radio", "up"])
def test_failure_is_reported_once(places: dict[str, Path], fails_at: str) -> None:
    """Why it did not come up can be read, and the request is gone, or it would be tried for ever."""
    with pytest.raises(NetworkError):
        access_point.turn_on(Manager(fails_at), **places)
    assert "No suitable device found for this connection.\n" == places["outcome"].read_text(encoding="utf-8")
    assert not (places["requests"] / "access-point-on").exists()


def test_without_a_password_it_says_what_to_do(places: dict[str, Path]) -> None:
    """Where the file was lost, one line tells how to have a new one."""
    places["file"].unlink()
    with pytest.raises(NetworkError, match="dpkg-reconfigure"):
        access_point.turn_on(Manager(), **places)


def test_it_is_taken_down(places: dict[str, Path]) -> None:
    """Off, the connection is gone, and so is the request."""
    access_point.turn_on(Manager(), **places)
    manager = Manager()
    access_point.turn_off(manager, **without_file(places))
    assert [("connection", "delete", wifi.CONNECTION)] == manager.asked
    assert "off\n" == places["outcome"].read_text(encoding="utf-8")
    assert not (places["requests"] / "access-point-off").exists()


def test_what_was_never_up_is_simply_off(places: dict[str, Path]) -> None:
    """A connection that is not there is no fault."""
    manager = Manager()
    access_point.turn_off(manager, **without_file(places))
    assert ([], "off\n") == (manager.asked, places["outcome"].read_text(encoding="utf-8"))


def test_everybody_may_read_how_it_went(places: dict[str, Path]) -> None:
    """The service, which is not root, can tell a family."""
    access_point.turn_on(Manager(), **places)
    assert 0o644 == places["outcome"].stat().st_mode & 0o777


def test_nmcli_itself_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What NetworkManager answers is what is told, without its "Error:"."""
    nmcli = tmp_path / "nmcli"
    said = "echo 'Warning: a psk' >&2\necho 'Error: no such' >&2\necho radio >&2\necho 'Hint: use journalctl' >&2"
    nmcli.write_text(f"#!/bin/sh\n{said}\nexit 4\n", encoding="utf-8")
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


def test_the_program_ends_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes into the journal is a sentence and an exit code, no traceback."""
    monkeypatch.setattr(access_point, "turn_on", Mock(side_effect=NetworkError("No suitable device found.")))
    with pytest.raises(SystemExit, match="The access point: No suitable device found"):
        access_point.main(["on"])
