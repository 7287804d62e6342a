"""What joins a home's Wi-Fi as root: what it tries, what it keeps, what it puts back, and what it never tells."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import pytest

from firmware.errors import NetworkError, StadiumError
from firmware.network import access_point, home_program, wifi
from firmware.network.access_point import OwnPlaces
from firmware.network.home_program import Places, forget, join, look
from firmware.network.home_wifi import CONNECTION, TRIAL, wanted
from firmware.network.privileged_requests import ask

ME = frozenset({os.geteuid()})
PASSWORD = "batter-up-1869"  # noqa: S105 - of no real Wi-Fi
CASA = wanted("Casa", PASSWORD, hidden=False)
EARLIER = b"[connection]\nid=stadium-home\n"
UP, UP_TRIAL = ("connection", "up", CONNECTION), ("connection", "up", TRIAL)
BEFORE = "11111111-2222-3333-4444-555555555555"


@dataclass
class Manager:
    """A NetworkManager that answers ``fails`` to what it names, and looks at the places at every command.

    ``active`` is what it is connected to, ``listed`` what it says is in reach.
    """

    places: Places
    fails: dict[tuple[str, ...], str] = field(default_factory=dict)
    active: str = ""
    listed: str = ""
    ends_at: tuple[str, ...] = ()
    asked: list[tuple[str, ...]] = field(default_factory=list)
    kept: list[bytes | None] = field(default_factory=list)

    def __call__(self, words: Sequence[str]) -> str:
        """Be asked."""
        asked = tuple(words)
        self.asked.append(asked)
        self.kept.append(self.places.kept.read_bytes() if self.places.kept.exists() else None)
        if asked == self.ends_at:
            raise SystemExit("It was interrupted.")
        if asked in self.fails:
            raise NetworkError(self.fails[asked])
        return self.listed if "list" in asked else self.active if "--active" in asked else ""


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """A computer that has its own Wi-Fi's name and password, and a request to join Casa."""
    (tmp_path / "requests").mkdir()
    own = OwnPlaces(**{each.name: tmp_path / f"own-{each.name}" for each in fields(OwnPlaces)})
    found = Places(own=own, **{name: tmp_path / name for name in ("requests", "kept", "tried", "outcome")})
    access_point.make(own.own)
    ask("join-wifi", found.requests, CASA.line)
    return found


def outcome_of(places: Places) -> str:
    """The outcome that is kept."""
    return places.outcome.read_text(encoding="utf-8").partition("\n")[0]


def test_it_is_tried_from_memory_and_then_kept(places: Places) -> None:
    """Nothing is on the card before it has let us in; then it is, for root alone, and the trial is gone."""
    manager = Manager(places)
    join(manager, places, ME)
    ways = [words for words in manager.asked if words[1] in {"load", "up", "delete"}]
    assert [("connection", "load", str(places.tried)), UP_TRIAL, ("connection", "load", str(places.kept)), UP] == ways[
        :-1
    ]
    assert ("connection", "delete", TRIAL) == ways[-1]
    assert {None} == set(manager.kept[: manager.asked.index(UP_TRIAL) + 1])
    assert (CASA.profile(trial=False).encode(), 0o600) == (places.kept.read_bytes(), places.kept.stat().st_mode & 0o777)
    assert ("joined", False, []) == (outcome_of(places), places.tried.exists(), list(places.requests.iterdir()))


def test_no_command_line_and_no_outcome_has_the_password(places: Places) -> None:
    """Neither as it was typed nor in hexadecimal; everybody may read the outcome, and the trial is root's alone."""
    modes: list[int] = []
    manager = Manager(places)

    def run(words: Sequence[str]) -> str:
        modes.extend(path.stat().st_mode & 0o777 for path in (places.tried, places.kept) if path.exists())
        return manager(words)

    join(run, places, ME)
    written = f"{manager.asked}{places.outcome.read_text(encoding='utf-8')}"
    assert (False, False, {0o600}) == (PASSWORD in written, PASSWORD.encode().hex() in written, set(modes))
    assert 0o644 == places.outcome.stat().st_mode & 0o777


@pytest.mark.parametrize(
    ("listed", "outcome"),
    [("", "not-in-reach"), (" :43616661:70:WPA2\n", "not-in-reach"), (" :43617361:70:WPA2 WPA3\n", "turned-away")],
)
def test_what_is_in_reach_and_not_found_has_turned_us_away(places: Places, listed: str, outcome: str) -> None:
    """NetworkManager says that it did not find a Wi-Fi with WPA3 whose password is wrong."""
    manager = Manager(places, {UP_TRIAL: "The Wi-Fi network could not be found"}, listed=listed)
    with pytest.raises(NetworkError):
        join(manager, places, ME)
    assert outcome == outcome_of(places)


@pytest.mark.parametrize("earlier", [None, EARLIER])
@pytest.mark.parametrize("at", [UP_TRIAL, UP, ("radio", "wifi", "on")])
def test_what_fails_leaves_all_as_it_was(places: Places, at: tuple[str, ...], earlier: bytes | None) -> None:
    """The Wi-Fi that was kept before is kept, the one that the computer was in is joined again, and it is said why."""
    if earlier is not None:
        places.kept.write_bytes(earlier)
    manager = Manager(
        places, {at: "Secrets were required, but not provided"}, f"x:802-3-ethernet\n{BEFORE}:802-11-wireless\n"
    )
    with pytest.raises(NetworkError):
        join(manager, places, ME)
    assert earlier == (places.kept.read_bytes() if places.kept.exists() else None)
    assert ("connection", "up", "uuid", BEFORE) == manager.asked[-1]
    assert ("wrong-password", False) == (outcome_of(places), places.tried.exists())
    assert 0o600 == (places.kept.stat().st_mode & 0o777 if earlier and at == UP else 0o600)


def test_what_fails_leaves_the_access_point_on(places: Places) -> None:
    """Or an owner with nothing but a phone would have lost the box."""
    places.own.outcome.write_text("on\n", encoding="utf-8")
    manager = Manager(places, {UP_TRIAL: "The Wi-Fi network could not be found"}, "ap:802-11-wireless\n")
    with pytest.raises(NetworkError):
        join(manager, places, ME)
    assert ("connection", "up", wifi.CONNECTION) == manager.asked[-1]
    assert ("not-in-reach", "on\n") == (outcome_of(places), places.own.outcome.read_text(encoding="utf-8"))


def test_what_lets_us_in_ends_the_access_point(places: Places) -> None:
    """The radio is in the home's Wi-Fi then, and its page is found by name again."""
    places.own.outcome.write_text("on\n", encoding="utf-8")
    places.own.profile.touch()
    manager = Manager(places)
    join(manager, places, ME)
    assert ("connection", "delete", wifi.CONNECTION) == manager.asked[-1]
    assert ("joined", "off\n") == (outcome_of(places), places.own.outcome.read_text(encoding="utf-8"))


@pytest.mark.parametrize("at", [UP_TRIAL, UP])
def test_interrupted_it_puts_nothing_back_and_keeps_nothing_new(places: Places, at: tuple[str, ...]) -> None:
    """Who ends it wants something else of the radio; what was tried is taken away."""
    places.kept.write_bytes(EARLIER)
    places.own.outcome.write_text("on\n", encoding="utf-8")
    manager = Manager(places, ends_at=at)
    with pytest.raises(SystemExit):
        join(manager, places, ME)
    after = manager.asked[manager.asked.index(at) + 1 :]
    assert [] == [words for words in after if "up" in words]
    assert ("connection", "delete", TRIAL) == after[-1]
    assert ("interrupted", EARLIER) == (outcome_of(places), places.kept.read_bytes())


def test_the_power_may_go_at_any_command(places: Places) -> None:
    """What is on the card is what was there before, until the new one has let us in; then it is the new one, whole."""
    places.kept.write_bytes(EARLIER)
    manager = Manager(places)
    join(manager, places, ME)
    states = [kept for kept, _ in zip(manager.kept, manager.asked, strict=True)]
    changed = states.index(CASA.profile(trial=False).encode())
    assert [EARLIER] * changed + [CASA.profile(trial=False).encode()] * (len(states) - changed) == states
    assert manager.asked.index(UP_TRIAL) < changed


@pytest.mark.parametrize(("country", "kept"), [("ES", ["ES"]), ("", [])])
def test_the_radio_keeps_the_rules_of_the_country(places: Places, country: str, kept: list[str]) -> None:
    """Before it looks for the Wi-Fi, which may be on a channel that is not everywhere; where nobody said, none."""
    ask("join-wifi", places.requests, wanted("Casa", PASSWORD, country, hidden=False).line)
    manager, countries = Manager(places), list[str]()

    def keep(code: str) -> None:
        assert UP_TRIAL not in manager.asked
        countries.append(code)

    join(manager, places, ME, keep)
    assert kept == countries


def test_card_that_cannot_be_written_is_the_outcome(places: Places) -> None:
    """The box stays where it was, and the outcome is the reason."""
    places.kept.mkdir()
    with pytest.raises(NetworkError, match="directory"):
        join(Manager(places), places, ME)
    assert "Is a directory" == outcome_of(places)


@pytest.mark.parametrize("line", [b"Casa\nhidden=true\n", b"4361 open seen\n[connection]\n", b"\0" * 200, b"0" * 1000])
def test_a_made_up_request_comes_to_nothing(places: Places, line: bytes) -> None:
    """NetworkManager is not even asked, and it is not tried again."""
    (places.requests / "join-wifi").write_bytes(line)
    manager = Manager(places)
    with pytest.raises(StadiumError):
        join(manager, places, ME)
    assert ([], "bad-request", []) == (manager.asked, outcome_of(places), list(places.requests.iterdir()))


def test_a_request_of_another_account_comes_to_nothing(places: Places) -> None:
    """Only the service and root may have the computer join anything."""
    manager = Manager(places)
    with pytest.raises(StadiumError):
        join(manager, places, frozenset({os.geteuid() + 1}))
    assert ([], "bad-request") == (manager.asked, outcome_of(places))


@pytest.mark.parametrize("fails", [{}, {("connection", "delete", CONNECTION): "NetworkManager is not running."}])
def test_what_is_forgotten_is_deleted(places: Places, fails: dict[tuple[str, ...], str]) -> None:
    """Whether NetworkManager answers or not; and there may have been nothing."""
    (places.requests / "forget-wifi").touch()
    places.kept.write_bytes(EARLIER)
    manager, later = Manager(places, fails), Manager(places)
    forget(manager, places)
    assert ([("connection", "delete", CONNECTION)], False) == (manager.asked, places.kept.exists())
    assert ("forgotten", False) == (outcome_of(places), (places.requests / "forget-wifi").exists())
    forget(later, places)
    assert [] == later.asked


def test_a_look_is_only_a_look(places: Places) -> None:
    """A radio that cannot is no fault."""
    (places.requests / "look-for-wifi").touch()
    rescan = ("device", "wifi", "rescan")
    manager = Manager(places, {rescan: "Scanning not allowed"})
    look(manager, places)
    assert ([rescan], False) == (manager.asked, (places.requests / "look-for-wifi").exists())


def fail() -> None:
    """Not work."""
    raise NetworkError("It is not in reach.")


def be_ended() -> None:
    """Be asked by systemd to end."""
    os.kill(os.getpid(), signal.SIGTERM)


@pytest.mark.parametrize(("act", "error"), [(fail, "The home's Wi-Fi: It is not in reach"), (be_ended, "interrupted")])
def test_the_program_ends_with_one_line(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None], error: str) -> None:
    """What goes into the journal is a sentence and an exit code, no traceback."""
    monkeypatch.setattr(home_program, "join", act)
    before = signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(SystemExit, match=error):
            home_program.main(["join"])
    finally:
        signal.signal(signal.SIGTERM, before)
