"""What is installed, from where, and with whose leave."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.fake_dpkg import FakeComputer, PowerCutError, lay

from firmware.network.privileged_requests import AT_THE_BOX, ask
from firmware.update import gate, installer
from firmware.update.gate import Gate, under_trial
from firmware.update.installer import LARGEST, PRESS_S, SENT, Installer, hand_over

OURS = "ours"
"""Who signs."""


@pytest.fixture
def computer(tmp_path: Path) -> FakeComputer:
    """One on which 1.0 runs."""
    return FakeComputer(tmp_path)


def update(computer: FakeComputer) -> dict[str, Any]:
    """Have it updated; what is told then."""
    Installer(computer.places, computer.sources, computer).update()
    return dict(json.loads(computer.places.outcome.read_bytes()))


def sent(computer: FakeComputer) -> Path:
    """Where the command lays a file."""
    return computer.places.room / SENT


def press(computer: FakeComputer, word: bytes, at: float = 10.0) -> None:
    """Ask again at that second: in the menu of the box, or from a page."""

    def act(second: float) -> None:
        if second >= at and not hasattr(computer, "pressed"):
            computer.pressed = True  # type: ignore[attr-defined] # only here
            ask("update", computer.sources.requests, word)

    computer.at_the_box = act


def test_a_signed_newer_one_is_installed(computer: FakeComputer) -> None:
    """The version before is kept, its signs are noted, the gate is left to judge, and the request is gone."""
    ask("update", computer.sources.requests)
    lay(computer.sources.card, "2.0", signed_by=OURS)
    assert "trying" == update(computer)["what"]
    trial = under_trial(computer.places)
    assert trial is not None
    assert ("1.0", "2.0", ("journal", "frame", "picture"), ()) == (trial.old, trial.new, trial.signs, trial.reds)
    assert {"frame": ["video0"]} == trial.devices
    assert ("2.0", []) == (computer.version, list(computer.sources.requests.iterdir()))
    assert "Version: 1.0\n" in computer.places.package("1.0").read_text(encoding="utf-8")
    assert "Status:" not in computer.places.package("1.0").read_text(encoding="utf-8")


def test_what_is_sent_comes_first_then_the_signed_then_the_newest(computer: FakeComputer) -> None:
    """The stick and the card are looked at alike."""
    lay(computer.sources.card, "3.0")
    lay(computer.sources.card, "1.5", signed_by=OURS)
    lay(computer.sources.stick, "2.0", signed_by=OURS)
    assert "2.0" == update(computer)["version"]
    gate.forget(computer.places.trial)
    lay(sent(computer), "2.5", signed_by=OURS)
    assert "2.5" == update(computer)["version"]
    assert not sent(computer).exists()


@pytest.mark.parametrize("version", ["1.0", "0.9"])
def test_no_newer_version_is_reported(computer: FakeComputer, version: str) -> None:
    """A file that lies on the card since an earlier update is not asked about."""
    lay(computer.sources.card, version, signed_by=OURS)
    assert {"what": "none", "version": "1.0"} == update(computer)
    lay(sent(computer), "1.0", signed_by=OURS)
    assert {"what": "none", "version": "1.0"} == update(computer)


@pytest.mark.parametrize(
    ("version", "signed_by", "why"), [("2.0", "", "unsigned"), ("0.9", OURS, "older"), ("0.9", "", "unsigned")]
)
def test_one_in_doubt_needs_the_owner_at_the_box(
    computer: FakeComputer, version: str, signed_by: str, why: str
) -> None:
    """For a minute; a page that asks again is none."""
    press(computer, b"")
    file = lay(sent(computer), version, signed_by=signed_by)
    assert {"what": "refused", "why": f"unpressed-{why}", "file": file.name} == update(computer)
    assert ("1.0", None, True) == (computer.version, under_trial(computer.places), computer.time >= PRESS_S)


@pytest.mark.parametrize(("version", "signed_by"), [("2.0", ""), ("0.9", OURS)])
def test_with_the_owner_at_the_box_it_is_installed(computer: FakeComputer, version: str, signed_by: str) -> None:
    """The menu of the box says so in the request."""
    press(computer, AT_THE_BOX)
    lay(sent(computer), version, signed_by=signed_by)
    assert ("trying", version) == (update(computer)["what"], computer.version)


def test_a_press_that_is_too_late_is_none(computer: FakeComputer) -> None:
    """A minute is a minute; and a press from before it was asked for is none either."""
    ask("update", computer.sources.requests, AT_THE_BOX)
    press(computer, AT_THE_BOX, PRESS_S + 1)
    lay(sent(computer), "2.0")
    assert ("refused", "1.0") == (update(computer)["what"], computer.version)


@pytest.mark.parametrize(
    ("more", "signed_by", "name", "why"),
    [
        ("damaged", OURS, "stadium-scoreboard", "damaged"),
        ("", "somebody", "stadium-scoreboard", "signature"),
        ("", "x" * 5000, "stadium-scoreboard", "signature"),
        ("", OURS, "linux-image", "another"),
    ],
)
def test_a_bad_file_is_refused_in_a_word(
    computer: FakeComputer, more: str, signed_by: str, name: str, why: str
) -> None:
    """Nothing is installed, and no press helps."""
    press(computer, AT_THE_BOX, 0)
    file = lay(sent(computer), "2.0", signed_by=signed_by, name=name, more=more)
    assert {"what": "refused", "why": why, "file": file.name} == update(computer)
    assert ("1.0", None) == (computer.version, under_trial(computer.places))
    assert not (computer.places.room / "work").exists()


def test_what_is_handed_over_is_there_whole_or_not_at_all(
    computer: FakeComputer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plug that is pulled while it is copied leaves what lay there before, and the next one takes its place."""
    folder = sent(computer)
    hand_over(lay(computer.sources.card, "2.0", signed_by=OURS), folder)

    def cut(_: int) -> None:
        raise PowerCutError

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", cut)
        with pytest.raises(PowerCutError):
            hand_over(lay(computer.sources.card, "2.5"), folder)
    name = "stadium-scoreboard_2.0_all.deb"
    assert [name, f"{name}.minisig"] == sorted(file.name for file in folder.iterdir())
    other = lay(computer.sources.card, "2.5").rename(computer.sources.card / "other.deb")
    hand_over(other, folder)
    assert ["stadium-scoreboard.deb"] == [file.name for file in folder.iterdir()]
    assert "unpressed-unsigned" == update(computer)["why"]


def test_a_bad_file_hides_no_good_one(computer: FakeComputer) -> None:
    """On the card; if there is no other, the bad one is told of."""
    lay(computer.sources.card, "3.0", signed_by="somebody")
    assert "signature" == update(computer)["why"]
    lay(computer.sources.card, "2.0", signed_by=OURS)
    assert "2.0" == update(computer)["version"]


def test_a_file_is_looked_at_on_a_copy(computer: FakeComputer, tmp_path: Path) -> None:
    """A link on a stick leads nowhere, and a huge file is not even copied."""
    (tmp_path / "secret").write_text("Package: stadium-scoreboard\nVersion: 9.0\n", encoding="utf-8")
    computer.sources.stick.mkdir()
    (computer.sources.stick / "stadium-scoreboard_9.0_all.deb").symlink_to(tmp_path / "secret")
    assert ("refused", "damaged") == (update(computer)["what"], update(computer)["why"])
    (computer.sources.stick / "stadium-scoreboard_9.0_all.deb").unlink()
    with (computer.sources.stick / "stadium-scoreboard_8.0_all.deb").open("wb") as huge:
        huge.truncate(LARGEST + 1)
    assert "large" == update(computer)["why"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_full_card_is_reported(computer: FakeComputer, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Wherever it is noticed before anything is installed, nothing is lost."""

    def full(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    lay(computer.sources.card, "2.0", signed_by=OURS)
    for where in ("_copy", "remake"):
        with monkeypatch.context() as patched:
            patched.setattr(installer, where, full)
            assert ("refused", "full", "1.0") == (update(computer)["what"], update(computer)["why"], computer.version)
    assert under_trial(computer.places) is None


def test_while_a_version_is_tried_none_is_installed(computer: FakeComputer) -> None:
    """What comes of that one is told first."""
    lay(computer.sources.card, "2.0", signed_by=OURS)
    update(computer)
    lay(computer.sources.card, "3.0", signed_by=OURS)
    assert ("trying", "2.0", "2.0") == (update(computer)["what"], update(computer)["version"], computer.version)


def test_a_version_that_tells_nothing_may_be_replaced_by_any_that_starts(computer: FakeComputer) -> None:
    """The update may be the cure: no sign is demanded that there was not."""
    computer.fault["1.0"] = {"dead": True}
    lay(computer.sources.card, "2.0", signed_by=OURS)
    update(computer)
    trial = under_trial(computer.places)
    assert trial is not None
    assert ((), None) == (trial.signs, trial.reds)


def test_a_version_that_was_just_started_is_waited_for(computer: FakeComputer) -> None:
    """Its camera takes a moment; what it shows by then is demanded of the next one."""
    computer.fault["1.0"] = {"frame": False}

    def sees(second: float) -> None:
        if second > 10:
            computer.fault["1.0"] = {}

    computer.at_the_box = sees
    lay(computer.sources.card, "2.0", signed_by=OURS)
    update(computer)
    trial = under_trial(computer.places)
    assert trial is not None
    assert ("journal", "frame", "picture") == trial.signs


@pytest.mark.parametrize("fault", [{}, {"frame": False}])
def test_a_cut_at_any_instant_of_an_update_leaves_a_version_that_works(tmp_path: Path, fault: dict[str, Any]) -> None:
    """At each command of the installer and of the gate, in turn: at the next start the gate sees to it by itself."""
    ended = set[str]()
    for cut_at in range(1, 200):
        folder = tmp_path / str(cut_at)
        folder.mkdir()
        computer = FakeComputer(folder)
        computer.fault["2.0"], computer.cut_at, computer.haste = fault, cut_at, 10
        lay(computer.sources.card, "2.0", signed_by=OURS)
        try:
            update(computer)
            Gate(computer.places, computer).pass_or_put_back()
            break
        except PowerCutError:
            assert Gate(computer.places, computer).pass_or_put_back()
        assert ("installed", None) == (computer.state, under_trial(computer.places))
        ended.add(computer.version)
    else:
        pytest.fail("the update never ends")
    assert ended == ({"1.0", "2.0"} if not fault else {"1.0"})


@given(content=st.binary(max_size=400), signature=st.binary(max_size=200), name=st.sampled_from(("", "_2.0_all", "_x")))
def test_no_file_is_a_fault_of_ours(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, signature: bytes, name: str
) -> None:
    """Whatever lies on a stick: it is refused in a word that is known, or there is nothing newer."""
    computer = FakeComputer(tmp_path_factory.mktemp("stick"))
    computer.sources.stick.mkdir()
    file = computer.sources.stick / f"stadium-scoreboard{name}.deb"
    file.write_bytes(content)
    file.with_name(f"{file.name}.minisig").write_bytes(signature)
    assert update(computer)["what"] in {"refused", "none"}
    assert ("1.0", None) == (computer.version, under_trial(computer.places))
