"""Commands that root starts go on as the scoreboard's account, whatever lies in its folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from support.root_box import NOBODY, ROOT, Box, a_box


@pytest.fixture
def box() -> Iterator[Box]:
    """With nothing in it yet."""
    with a_box() as made:
        yield made


def test_root_reads_and_writes_what_it_names_and_the_rest_is_the_accounts(box: Box) -> None:
    """Records and backups lie where only root may; all that is among the games is the account's."""
    for words in (("import", "record.jsonl"), ("backup", "evening.zip"), ("export", "1", "out.jsonl")):
        assert box.stadium(*words).returncode == 0
    (box.root / "evening.zip").chmod(0o600)
    restored = box.stadium("restore", "evening.zip")
    assert restored.returncode == 0, restored.stderr
    assert (box.root / "out.jsonl").read_text(encoding="utf-8").startswith('{"type":"game"')
    assert {0} == {path.stat().st_uid for path in box.root.iterdir()}
    assert {NOBODY} == {path.stat().st_uid for path in box.home.rglob("*")}
    assert "A at B" in box.stadium("games").stdout


def test_root_writes_no_file_in_a_place_that_the_account_could_move(box: Box) -> None:
    """A folder of the account's may be a link to a folder of root's by the time that it is written to."""
    assert box.stadium("import", "record.jsonl").returncode == 0
    before = box.roots()
    (box.home / "out").symlink_to(box.root)
    result = box.stadium("export", "1", box.home / "out" / "cron")
    assert (2, before) == (result.returncode, box.roots())
    assert "Permission denied" in result.stderr


def test_root_does_nothing_where_the_account_cannot_read_the_program(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says that nothing was done, and why."""
    copied = box.root / "program"
    shutil.copytree(ROOT / "firmware", copied / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setitem(box.environment, "PYTHONPATH", f"{copied}{os.pathsep}{box.environment['PYTHONPATH']}")
    result = box.stadium("games")
    assert result.returncode == 2
    assert "nothing was done: the games are the account nobody's, which cannot read" in result.stderr


def test_root_stays_root_where_nothing_is_the_accounts(box: Box) -> None:
    """They read and write what is named, wherever that lies; in the account's places as that account."""
    assert "A" in box.stadium("replay", "record.jsonl").stdout
    assert box.stadium("deck", "new", "mine.toml").returncode == 0
    assert (box.root / "mine.toml").stat().st_uid == 0
    (box.home / "out").symlink_to(box.root)
    before = box.roots()
    assert box.stadium("deck", "new", box.home / "out" / "cards.toml").returncode == 2
    assert box.stadium("deck", "new", box.home / "cards.toml").returncode == 0
    assert (before, NOBODY) == (box.roots(), (box.home / "cards.toml").stat().st_uid)


def test_root_asks_for_networks_in_reach(box: Box) -> None:
    """A command in a group works as its group does."""
    result = box.stadium("network", "join")
    assert "No Wi-Fi is heard here" in result.stdout, result.stderr


def test_root_learns_which_settings_the_account_cannot_open(box: Box) -> None:
    """Root's own settings are neither read for the scoreboard nor changed."""
    (box.root / "mine.toml").write_text("[journal]\n", encoding="utf-8")
    before = box.roots()
    for command in ("doctor", "panel"):
        result = box.stadium(command, "--config", "mine.toml")
        assert result.returncode == 2
        assert "mine.toml" in result.stderr
        assert "fault of ours" not in result.stderr
    picture = box.stadium("calibrate", "--simulate", "--yes", "--picture", "field.png")
    assert "field.png" in picture.stdout, picture.stderr
    assert before.keys() | {str(box.root / "field.png")} == box.roots().keys()


def test_root_sees_every_link_on_the_way(box: Box) -> None:
    """A link of root's into the account's folder leads where the account has it lead."""
    assert box.stadium("import", "record.jsonl").returncode == 0
    (box.root / "records").symlink_to(box.home / "out")
    (box.root / "cron").mkdir()
    (box.home / "out").symlink_to(box.root / "cron")
    before = box.roots()
    for words in (("export", "1", "records/a"), ("deck", "new", "records/b"), ("export", "1", "records/../c")):
        assert (2, before) == (box.stadium(*words).returncode, box.roots())


def test_root_writes_as_the_account_where_all_may(box: Box) -> None:
    """In a folder in which everybody may move files, a link may come at any moment."""
    shared = box.home.parent / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    assert box.stadium("deck", "new", shared / "mine.toml").returncode == 0
    assert (shared / "mine.toml").stat().st_uid == NOBODY


def test_root_writes_as_the_account_where_anybody_may_come_first(box: Box) -> None:
    """In a folder such as /tmp a name that nobody has yet may be a link by the time that it is written to."""
    shared = box.home.parent / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    assert box.stadium("import", "record.jsonl").returncode == 0
    for name, words in {"new.toml": ("deck", "new"), "out.jsonl": ("export", "1")}.items():
        assert box.stadium(*words, shared / name).returncode == 0
        assert (shared / name).stat().st_uid == NOBODY


def test_a_link_to_where_the_account_may_not_look_stands_in_nobodys_way(box: Box) -> None:
    """It is taken away as any other that lies where something is put back."""
    for words in (("import", "record.jsonl"), ("backup", "evening.zip")):
        assert box.stadium(*words).returncode == 0
    places = [box.home / name for name in (".restoring", ".restoring.part", ".restoring.done", ".before-reset")]
    for place in places:
        place.symlink_to(box.root / "evening.zip" if place == places[1] else box.root)
    before = box.roots()
    restored = box.stadium("restore", "evening.zip")
    assert (0, before) == (restored.returncode, box.roots()), restored.stderr
    assert not any(map(os.path.lexists, places))


def test_root_opens_no_record_for_the_account(box: Box) -> None:
    """What the account could have made a link to a record of root's is opened by the account."""
    (box.root / "record.jsonl").chmod(0o600)
    (box.home / "evening.jsonl").symlink_to(box.root / "record.jsonl")
    for command in ("import", "replay"):
        result = box.stadium(command, box.home / "evening.jsonl")
        assert (result.returncode, "cannot be opened by the account nobody" in result.stderr) == (2, True)
    assert box.stadium("import", "record.jsonl").returncode == 0


def test_what_root_starts_gains_no_privilege_and_has_no_home(box: Box) -> None:
    """As in the service, no program is started with a privilege; and none obeys what lies in the account's home."""
    programs = box.home.parent / "bin"
    programs.mkdir()
    (programs / "aplay").write_text(
        f"#!/bin/sh\n(grep NoNew /proc/self/status; echo $HOME) >{box.home}/seen\n", "utf-8"
    )
    (programs / "aplay").chmod(0o755)
    box.environment["PATH"] = f"{programs}{os.pathsep}{box.environment['PATH']}"
    (box.home / "set-here.toml").write_text('[sound]\ndriver = "alsa"\n', encoding="utf-8")
    box.stadium("doctor")
    assert (box.home / "seen").read_text(encoding="utf-8").split() == ["NoNewPrivs:", "1", "/nonexistent"]
