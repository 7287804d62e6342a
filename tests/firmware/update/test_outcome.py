"""What came of an update is told in words."""

from __future__ import annotations

import json
import os
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from firmware.startup import taken_back
from firmware.update import gate
from firmware.update.gate import Trial, UpdatePlaces
from firmware.update.installer import Doubt, Refusal
from firmware.update.outcome import UpdateOutcome, What, moment, outcomes, press_awaited, read_outcome
from scoreboard.language import language

WHYS = [
    *product(["back"], get_args(gate.Why)),
    *product(["refused"], get_args(Refusal)),
    *product(["press"], get_args(Doubt)),
    *((what, "") for what in get_args(What)),
]


@pytest.mark.parametrize(("what", "why"), WHYS)
def test_every_outcome_has_words(tmp_path: Path, what: str, why: str) -> None:
    """As root's programs tell them, in both languages, with the versions in it where they matter."""
    places = UpdatePlaces(room=tmp_path)
    gate.tell(places, what, why=why, version="2.0", before="1.0", file="x.deb")
    found = read_outcome(places.outcome)
    assert found is not None
    english, spanish = (language(code).say(found.words) for code in ("en", "es"))
    assert english != spanish
    assert "update." not in english + spanish
    assert (what in {"press", "trying"}) != found.is_over


@pytest.mark.parametrize("content", [b"", b"{}", b'{"what":"x"}', b"[1]", b"\xff", b"x" * 5000, b'{"a":' + b"[" * 4000])
def test_what_is_not_known_is_nothing(tmp_path: Path, content: bytes) -> None:
    """A file of another version's form, one that is nested too deep, or none."""
    (tmp_path / "outcome.json").write_bytes(content)
    assert [None, None] == [read_outcome(tmp_path / name) for name in ("outcome.json", "none")]


def test_an_update_is_followed_until_it_is_over(tmp_path: Path) -> None:
    """The outcome of an earlier one is not reported again."""
    file, contents = (
        tmp_path / "outcome.json",
        [b'{"what":"trying","version":"2"}', b'{"what":"updated","version":"2"}'],
    )
    file.write_bytes(b'{"what":"none","version":"1"}')
    os.utime(file, ns=(1, 1))
    found = list(outcomes(file, moment(file), lambda _: file.write_bytes(contents.pop(0))))
    assert [None, "trying", "updated"] == [None if each is None else each.what for each in found]


def test_a_press_is_asked_for_while_it_is_waited_for(tmp_path: Path) -> None:
    """After a minute, or a cut, nobody waits any more; nor with a clock that was set back."""
    file = tmp_path / "outcome.json"
    assert press_awaited(file) is None
    file.write_bytes(json.dumps({"what": "press", "why": "older", "version": "1.0"}).encode())
    os.utime(file, (100, 100))
    asked = [press_awaited(file, lambda at=at: at) for at in (99, 101, 159, 161)]
    assert [False, True, True, False] == [each is not None for each in asked]
    file.write_bytes(b'{"what":"trying","version":"1"}')
    os.utime(file, (100, 100))
    assert press_awaited(file, lambda: 101) is None


def test_the_version_before_tells_that_it_is_back(tmp_path: Path) -> None:
    """When it is started in the place of the other, and not at every later start."""
    places = UpdatePlaces(room=tmp_path)
    gate.tell(places, "back", version="2.0", before="1.0", why="frame")
    assert () == taken_back(places)
    gate.begin(places, Trial("1.0", "2.0", step="back", why="frame"))
    (notice,) = taken_back(places)
    assert "no picture came from the camera" in language("en").say(notice.sentence)
    gate.tell(places, "trying", version="2.0", before="1.0")
    assert () == taken_back(places)


def test_a_lone_outcome_has_words() -> None:
    """Without a reason one is given that is not wrong."""
    assert "did not start" in language("en").say(UpdateOutcome("back", "2.0", "1.0").words)
