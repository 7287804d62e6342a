"""Where taught dice are kept: nothing is lost, and nothing that is damaged is deleted."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier
from unittest.mock import Mock

import pytest
from support.teach import taught

from firmware.paths import default_dice_folder
from firmware.storage.taught_dice import DiceError, TaughtDiceStore
from vision.enrolled.matcher import EnrolledDie

SERVICE = 65534
"""An account that is not root: nobody's."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where they are kept; not there yet."""
    return tmp_path / "dice"


def test_what_was_kept_is_there_again(folder: Path) -> None:
    """By another program, in the order of names."""
    TaughtDiceStore(folder).keep(taught("red", 3, 4))
    TaughtDiceStore(folder).keep(taught("blue", 3))
    assert [("blue", (3,)), ("red", (3, 4))] == [(die.name, die.shown) for die in TaughtDiceStore(folder).dice()]


def test_without_a_folder_there_are_no_dice(folder: Path) -> None:
    """Nothing was taught yet, which is no error."""
    assert () == TaughtDiceStore(folder).dice()
    assert None is TaughtDiceStore(folder).die("red")
    assert not TaughtDiceStore(folder).forget("red")


def test_a_damaged_file_is_moved_aside_and_named(folder: Path) -> None:
    """Its content stays, twice over, and the sentence says how to teach the die again."""
    reported: list[str] = []
    store = TaughtDiceStore(folder, reported.append)
    for spoilt in (b"first", b"second"):
        store.keep(taught("red", 3))
        (folder / "red.die").write_bytes(spoilt)
        assert () == store.dice()
    aside = [folder / "red.die.damaged", folder / "red.die.damaged-2"]
    assert [b"first", b"second"] == [path.read_bytes() for path in aside]
    assert all(
        str(path) in sentence and "stadium teach red" in sentence
        for path, sentence in zip(aside, reported, strict=True)
    )


def test_a_file_that_was_renamed_is_a_die_of_that_name(folder: Path) -> None:
    """What is listed can be forgotten; a name that no die can have is not taken from a file either."""
    store = TaughtDiceStore(folder)
    store.keep(taught("red", 3))
    (folder / "red.die").rename(folder / "maroon.die")
    assert ["maroon"] == [die.name for die in store.dice()]
    (folder / "maroon.die").rename(folder / "Our Red.die")
    assert ["red"] == [die.name for die in store.dice()]


def test_one_bad_die_does_not_cost_the_others(folder: Path) -> None:
    """A file from a newer version is told of, stays where it is, and the rest is read."""
    reported: list[str] = []
    store = TaughtDiceStore(folder, reported.append)
    store.keep(taught("red", 3))
    newer = (folder / "red.die").read_bytes().replace(b"stadium-die 3 ", b"stadium-die 9 ")
    (folder / "blue.die").write_bytes(newer)
    assert ["red"] == [die.name for die in store.dice()]
    assert newer == (folder / "blue.die").read_bytes()
    assert "update" in reported[0]


def test_pipe_is_no_die(folder: Path) -> None:
    """It would be for ever, before the first throw."""
    folder.mkdir()
    os.mkfifo(folder / "red.die")
    assert () == TaughtDiceStore(folder).dice()


def test_the_plug_pulled_while_keeping_leaves_the_old_die(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new content takes the old one's place only once it is whole and on the disk."""
    store = TaughtDiceStore(folder)
    store.keep(taught("red", 3))
    before = (folder / "red.die").read_bytes()
    monkeypatch.setattr(os, "fsync", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        store.keep(taught("red", 3, 4))
    assert before == (folder / "red.die").read_bytes()


def test_concurrent_changes_of_a_die_lose_nothing(folder: Path) -> None:
    """Eight at once, each adding a face to what it read: all are there."""
    TaughtDiceStore(folder).keep(taught("red", 1))
    together = Barrier(8)

    def add(value: int) -> None:
        together.wait()
        TaughtDiceStore(folder).change("red", lambda die: die and die.with_sample(taught("red", value).samples[0]))

    with ThreadPoolExecutor(8) as crew:
        list(crew.map(add, range(2, 10)))
    die = TaughtDiceStore(folder).die("red")
    assert (*range(1, 10),) == (die and die.shown)


def test_a_die_is_not_forgotten_while_it_is_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or what was read before would be written back after it: whoever forgets would wait."""
    store, lock = TaughtDiceStore(folder), fcntl.flock
    store.keep(taught("red", 1))

    def how(die: EnrolledDie | None) -> EnrolledDie | None:
        with monkeypatch.context() as patched:
            patched.setattr(fcntl, "flock", lambda folder, kind: lock(folder, kind | fcntl.LOCK_NB))
            with pytest.raises(DiceError, match="cannot be erased: Resource temporarily unavailable"):
                store.forget("red")
        return die and die.with_sample(taught("red", 2).samples[0])

    store.change("red", how)
    assert store.forget("red")
    assert [] == list(folder.iterdir())


def test_what_is_changed_into_nothing_is_left(folder: Path) -> None:
    """No die of that name, or nothing new about it: no file is written."""
    store = TaughtDiceStore(folder)
    assert (None, []) == (store.change("red", lambda die: die), list(folder.iterdir()))
    store.keep(taught("red", 3))
    before = (folder / "red.die").stat().st_ino
    store.change("red", lambda die: die)
    assert before == (folder / "red.die").stat().st_ino


def test_forgotten_die_is_gone(folder: Path) -> None:
    """Every picture of a forgotten die is gone."""
    store = TaughtDiceStore(folder)
    store.keep(taught("red", 3))
    assert (True, False, []) == (store.forget("red"), store.forget("red"), list(folder.iterdir()))


def test_a_forgotten_die_leaves_nothing_that_went_wrong(folder: Path) -> None:
    """Every picture: what was damaged, what a pulled plug left half written; and what is another die's stays."""
    store = TaughtDiceStore(folder)
    store.keep(taught("red", 3))
    for name in ("red.die.damaged", "red.die.damaged-2", ".red.die.x3_k9a0q", "red-2.die", "red.die.mine"):
        (folder / "red.die").with_name(name).write_bytes(b"pictures")
    assert store.forget("red")
    assert {"red-2.die", "red.die.mine"} == {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("name", ["", "../red", "Red", "red.die", "a" * 21, "red\n", "-red", "chip", "dice"])
def test_foreign_file_names_are_refused(folder: Path, name: str) -> None:
    """A die's name never leads out of the folder."""
    verbs: list[Callable[[str], object]] = [TaughtDiceStore(folder).die, TaughtDiceStore(folder).forget]
    for verb in verbs:
        with pytest.raises(DiceError, match="cannot be called"):
            verb(name)


def test_impossible_folder(tmp_path: Path) -> None:
    """It is named, with what to do about it."""
    (tmp_path / "dice").write_text("in the way", encoding="utf-8")
    with pytest.raises(DiceError, match="name another place"):
        TaughtDiceStore(tmp_path / "dice").keep(taught("red", 3))


def test_the_usual_place_is_beside_the_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Under the service's state folder when it is one."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    assert tmp_path / "dice" == default_dice_folder()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files that are another's")
def test_a_folder_that_may_not_be_read_is_not_an_empty_one() -> None:
    """Its dice are not called untaught, and whoever asks for one reads what to do; no fault of ours is reported."""
    reported: list[str] = []
    with TemporaryDirectory() as home:
        store = TaughtDiceStore(Path(home) / "dice", reported.append)
        store.keep(taught("red", 3))
        Path(home).chmod(0o755)
        (Path(home) / "dice").chmod(0o700)
        os.seteuid(SERVICE)
        try:
            assert () == store.dice()
            with pytest.raises(DiceError, match="the right to"):
                store.die("red")
        finally:
            os.seteuid(0)
    assert [True] == ["cannot be read" in sentence for sentence in reported]
