"""What the gate does with a version that was installed, and after a cut at any instant."""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.fake_dpkg import FakeComputer, PowerCutError, lay

from firmware.update import gate
from firmware.update.gate import Gate, Installed, Trial, missing_sign, next_move, under_trial

SIGNS = ("journal", "frame", "picture")
TRIAL = Trial("1.0", "2.0", SIGNS, (), {"frame": ["video0"]}, "asked")
WELL = {"version": "2.0", "frame": True, "picture": True, "journal": True, "red": [], "token": "asked"}


@pytest.fixture
def computer(tmp_path: Path) -> FakeComputer:
    """One on which 2.0 has just been installed in the place of 1.0, which is kept."""
    made = FakeComputer(tmp_path, "2.0")
    lay(made.places.package("1.0").parent, "1.0")
    lay(made.places.package("2.0").parent, "2.0")
    gate.write(made.places.look, b"asked")
    gate.write(made.places.gate, b"gate of 1.0")
    gate.begin(made.places, TRIAL)
    return made


def outcome(computer: FakeComputer) -> dict[str, Any]:
    """What is told."""
    return dict(json.loads(computer.places.outcome.read_bytes()))


def test_it_leans_on_nothing_that_it_judges() -> None:
    """It imports Python's own library alone, and is found where it is copied from."""
    tree = ast.parse(Path(gate.__file__).read_text(encoding="utf-8"))
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {str(name).partition(".")[0] for name in named} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("trial", "version", "whole", "move"),
    [
        (TRIAL, "2.0", True, "judge"),
        (Trial("1.0", "2.0", starts=3), "2.0", True, "judge"),
        (Trial("1.0", "2.0", starts=4), "2.0", True, "put-back"),
        (TRIAL, "1.0", True, "unchanged"),
        (TRIAL, "2.0", False, "put-back"),
        (TRIAL, "1.0", False, "put-back"),
        (TRIAL, "", False, "put-back"),
        (TRIAL, "3.0", True, "put-back"),
        (Trial("1.0", "2.0", step="back"), "2.0", True, "put-back"),
        (Trial("1.0", "2.0", step="back"), "1.0", False, "put-back"),
        (Trial("1.0", "2.0", step="back"), "1.0", True, "is-back"),
    ],
)
def test_the_next_move_follows_from_what_is_on_the_card(trial: Trial, version: str, whole: bool, move: str) -> None:
    """From the trial and what dpkg knows alone."""
    assert move == next_move(trial, Installed(version, whole))


@pytest.mark.parametrize(
    ("life", "missing"),
    [
        ({}, ""),
        ({"journal": False}, "journal"),
        ({"frame": False}, "frame"),
        ({"picture": False}, "picture"),
        ({"red": ["settings"]}, "red"),
        ({"red": None}, ""),
        ({"red": ["settings"], "token": "another"}, ""),
        ({"version": "1.0"}, "silent"),
    ],
)
def test_a_sign_that_the_version_before_gave_is_demanded(life: dict[str, Any], missing: str) -> None:
    """Each has its word; a check-up counts if it is the one that was asked for."""
    assert missing == missing_sign(TRIAL, WELL | life, {"frame": ["video0"]})


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_that_was_missing_before_may_be_missing(sign: str) -> None:
    """A camera or a panel that the version before had not either is no reason."""
    trial = Trial("1.0", "2.0", tuple(each for each in SIGNS if each != sign), (), {}, "asked")
    assert "" == missing_sign(trial, WELL | {sign: False}, {})


def test_a_camera_that_was_unplugged_is_no_reason() -> None:
    """The kernel does not list it any more; one that it lists must see."""
    blind = WELL | {"frame": False}
    assert ("", "frame") == (missing_sign(TRIAL, blind, {}), missing_sign(TRIAL, blind, {"frame": ["video0", "x"]}))


def test_what_needed_mending_before_is_no_reason() -> None:
    """Nor is any check-up if the one before did not end in time."""
    red = WELL | {"red": ["card"]}
    known = Trial("1.0", "2.0", SIGNS, ("card", "games"), {}, "asked")
    unknown = Trial("1.0", "2.0", SIGNS, None, {}, "asked")
    assert ["", "", "red"] == [missing_sign(each, red, {}) for each in (known, unknown, TRIAL)]


def test_a_version_that_plays_stays(computer: FakeComputer) -> None:
    """Its own gate judges the next one; both versions are kept, and what came of it is told."""
    lay(computer.places.package("0.9").parent, "0.9")
    assert Gate(computer.places, computer).pass_or_put_back()
    assert ("2.0", None) == (computer.version, under_trial(computer.places))
    assert {"what": "updated", "version": "2.0", "before": "1.0"} == outcome(computer)
    assert b"gate of 2.0" == computer.places.gate.read_bytes()
    assert b"stadium-gate.path of 2.0" == (computer.places.own_units / "stadium-gate.path").read_bytes()
    assert {"1.0", "2.0"} == {file.name.split("_")[1] for file in computer.places.room.glob("versions/*")}
    assert computer.time >= gate.STEADY_S


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ({"dead": True}, "start"),
        ({"falls": True}, "falls"),
        ({"frame": False}, "frame"),
        ({"picture": False}, "picture"),
        ({"journal": False}, "journal"),
        ({"red": ["games"]}, "red"),
        ({"version": "1.0"}, "silent"),
    ],
)
def test_a_version_that_does_not_play_is_taken_back(computer: FakeComputer, fault: dict[str, Any], why: str) -> None:
    """Within the minute, and a little; the former gate stays, and its package is gone."""
    computer.fault["2.0"] = fault
    assert Gate(computer.places, computer).pass_or_put_back()
    assert {"what": "back", "version": "2.0", "before": "1.0", "why": why} == outcome(computer)
    assert ("1.0", "installed", b"gate of 1.0") == (computer.version, computer.state, computer.places.gate.read_bytes())
    assert computer.time <= gate.PATIENCE_S + gate.STEADY_S + 5
    assert ["1.0"] == [file.name.split("_")[1] for file in computer.places.room.glob("versions/*")]


@pytest.mark.parametrize("red", ["games", 5, {"games": 1}, None])
def test_a_check_up_that_is_no_list_has_not_ended(computer: FakeComputer, red: object) -> None:
    """Whatever the scoreboard tells, the gate comes to an end, and demands what it can tell."""
    computer.fault["2.0"] = {"red": red}
    assert Gate(computer.places, computer).pass_or_put_back()
    assert ("2.0", True) == (computer.version, computer.time > gate.PATIENCE_S)
    assert "red" == missing_sign(TRIAL, WELL | {"red": [["games"], 5]}, {"frame": ["video0"]})


def lay_link(file: Path) -> None:
    """A link to signs that are well."""
    file.with_name("other.json").write_text(json.dumps(WELL), encoding="utf-8")
    file.symlink_to(file.with_name("other.json"))


def lay_deep(file: Path) -> None:
    """More brackets in brackets than Python has frames for."""
    file.write_text("[" * 100_000, encoding="utf-8")


@pytest.mark.parametrize("lay_down", [os.mkfifo, os.mkdir, lay_link, lay_deep])
def test_what_an_intruder_lays_down_says_nothing(tmp_path: Path, lay_down: Callable[[Path], None]) -> None:
    """The scoreboard may be taken over, and its folder is its own: root reads plain files there alone, and goes on."""
    lay_down(tmp_path / "life.json")
    assert {} == gate.read_json(tmp_path / "life.json")


def test_trial_stays_readable_whatever_the_scoreboard_answered(computer: FakeComputer) -> None:
    """Of long lists as much is kept as can be read again."""
    reds = gate.names(["é" * 10_000] * 10_000)
    gate.begin(computer.places, Trial("1.0", "2.0", SIGNS, reds))
    assert under_trial(computer.places) == Trial("1.0", "2.0", SIGNS, reds)


def test_version_that_was_never_installed_is_reported(computer: FakeComputer) -> None:
    """The package manager refused it: the version before has played on."""
    computer.version = "1.0"
    assert Gate(computer.places, computer).pass_or_put_back()
    assert ("failed", None) == (outcome(computer)["what"], under_trial(computer.places))


def test_a_stubborn_package_manager_is_asked_again(computer: FakeComputer) -> None:
    """Another one may be at work; at last it is said that a person has to do it, and the next start tries again."""
    computer.state, computer.broken_installs = "half-installed", 2
    assert Gate(computer.places, computer).pass_or_put_back()
    assert ("1.0", "back") == (computer.version, outcome(computer)["what"])


def test_what_cannot_be_put_back_is_tried_again_at_the_next_start(computer: FakeComputer) -> None:
    """The trial stays, so that stadium-gate.path starts the gate again."""
    computer.state, computer.broken_installs = "half-installed", 99
    assert not Gate(computer.places, computer).pass_or_put_back()
    assert "stuck" == outcome(computer)["what"]
    computer.broken_installs = 0
    assert Gate(computer.places, computer).pass_or_put_back()
    assert ("1.0", "back", "cut") == (computer.version, outcome(computer)["what"], outcome(computer)["why"])


@pytest.mark.parametrize("fault", [{}, {"dead": True}, {"frame": False}])
@pytest.mark.parametrize("state", ["installed", "half-installed", "half-configured", "unpacked"])
def test_a_cut_at_any_instant_leaves_a_version_that_works(tmp_path: Path, fault: dict[str, Any], state: str) -> None:
    """At each command that the gate gives, in turn: switched on again, the gate comes to its end by itself."""
    for cut_at in range(1, 100):
        folder = tmp_path / str(cut_at)
        folder.mkdir()
        computer = FakeComputer(folder, "2.0")
        computer.fault["2.0"], computer.state, computer.cut_at, computer.haste = fault, state, cut_at, 10
        lay(computer.places.package("1.0").parent, "1.0")
        lay(computer.places.package("2.0").parent, "2.0")
        gate.begin(computer.places, TRIAL)
        try:
            Gate(computer.places, computer).pass_or_put_back()
            break
        except PowerCutError:
            assert Gate(computer.places, computer).pass_or_put_back()
        assert (True, None) == (Gate(computer.places, computer).installed().whole, under_trial(computer.places))
        assert computer.version == ("2.0" if not fault and state == "installed" else "1.0")
    else:
        pytest.fail("the gate never ends")
    assert cut_at > 3


def test_a_version_that_stops_the_computer_is_taken_back(computer: FakeComputer) -> None:
    """After three starts in which it was not judged to the end."""
    for _ in range(gate.MOST_STARTS):
        computer.calls, computer.cut_at = [], 5
        with pytest.raises(PowerCutError):
            Gate(computer.places, computer).pass_or_put_back()
    computer.cut_at = -1
    assert Gate(computer.places, computer).pass_or_put_back()
    assert ("1.0", "restarts") == (computer.version, outcome(computer)["why"])


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"old": 1}', b"\xff\xff", b'{"old":"1.0","new":"2.0","more":1}']
)
def test_a_trial_that_nobody_can_read_is_ended(computer: FakeComputer, content: bytes) -> None:
    """Such as one of another version's form: what dpkg was at is finished."""
    computer.places.trial.write_bytes(content)
    assert Gate(computer.places, computer).pass_or_put_back()
    assert not computer.places.trial.exists()
    assert "2.0" == computer.version


def test_packages_scripts_adopt_the_gate_only_when_nothing_is_tried(computer: FakeComputer) -> None:
    """So the version that is judged never brings its judge; on removal all goes."""
    assert 0 == gate.main(["adopt"], computer.places, computer)
    assert b"gate of 1.0" == computer.places.gate.read_bytes()
    gate.forget(computer.places.trial)
    assert 0 == gate.main(["adopt"], computer.places, computer)
    assert b"gate of 2.0" == computer.places.gate.read_bytes()
    assert 0 == gate.main(["abandon"], computer.places, computer)
    assert (False, []) == (computer.places.room.exists(), list(computer.places.own_units.iterdir()))
