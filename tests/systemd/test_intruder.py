"""Each sentence of systemd/README.md about an intruder in the scoreboard's account is tried."""

from __future__ import annotations

import ast
import os
import re
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import get_args

from support.root_box import HOSTILE, NOBODY, SHELL, a_box

from firmware.config.fallback import SET_HERE, settings
from firmware.errors import RequestError
from firmware.files.staged_replace import ASIDE, RESTORING, SETTINGS, DataPaths, Staged, finish_pending
from firmware.mqtt.secrets_kept import Secret
from firmware.network.home_wifi import asked_for, wanted
from firmware.network.privileged_requests import LONGEST, Request, ask, taken

SYSTEMD = Path(__file__).parents[2] / "systemd"
ALSA = """#!/bin/sh
id -u >"{}"
"""
"""A player that notes who has started it; some of ALSA's devices hold a command, which would run as him."""
COMMANDS = (
    ("import", "record.jsonl"), ("clean-up", "--keep", "1"), ("games",), ("games", "1", "--erase"),
    ("games", "--erase-pictures"), ("restore", "evening.zip"), ("teach", "--list"), ("network",), ("phones",),
)  # fmt: skip
"""What root may type, and touches what is the account's."""
UNIT = (SYSTEMD / "stadium.service").read_text(encoding="utf-8")


def sentences() -> list[str]:
    """The sentences of the list."""
    text = (SYSTEMD / "README.md").read_text(encoding="utf-8").partition("## What an intruder could do")[2]
    return re.findall(r"^- (He could .+)$", text, re.MULTILINE)


def lines(key: str) -> set[str]:
    """What the unit says of that."""
    return {word for value in re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE) for word in value.split()}


def test_changes_what_is_the_accounts() -> None:
    """He could read, change and delete the games, the dice, the pictures, the page's settings and the phones."""
    assert ({"stadium"}, {"stadium"}) == (lines("User"), lines("StateDirectory"))


def test_uses_the_devices() -> None:
    """He could use the camera, the sound card with its microphone, the pins and the panel."""
    assert lines("SupplementaryGroups") == {"gpio", "spi", "video", "audio"}
    assert lines("DevicePolicy") == {"closed"}


def test_speaks_on_the_network() -> None:
    """He could reach anybody on the network, and pass on the passwords of its own Wi-Fi and of an MQTT broker."""
    assert {"AF_INET", "AF_INET6"} < lines("RestrictAddressFamilies")
    brokers = {f"mqtt-{name}:/etc/stadium/mqtt-{name}" for name in get_args(Secret)}
    assert lines("LoadCredential") == {"access-point:/etc/stadium/access-point.toml", *brokers}


def test_asks_root() -> None:
    """He could ask root for the seven things above, or keep root from answering."""
    assert len(get_args(Request)) == 7
    watched = {path.stem.removeprefix("stadium-") for path in SYSTEMD.glob("stadium-*.path")}
    assert set(get_args(Request)) == watched - {"gate"}  # that one waits for a file in root's own folder


def test_replaces_the_owners_file(tmp_path: Path) -> None:
    """He could prepare a restore, so that your next `sudo stadium restore` replaces your `stadium.toml`."""
    paths = DataPaths(tmp_path / "home", tmp_path / "etc" / SETTINGS)
    staged = paths.home / RESTORING
    for folder in (staged, paths.owners.parent):
        folder.mkdir(parents=True)
    (staged / SETTINGS).write_text("[game]\ninnings = 9\n", encoding="utf-8")
    Staged("before-restore-1").write(staged / ASIDE)
    finish_pending(paths)
    assert settings(paths.home, owners=paths.owners).config.game.innings == 9


def test_writes_nowhere_else() -> None:
    """He could not write outside of `/var/lib/stadium`, `/run/stadium`, `/run/stadium-request` and his own `/tmp`."""
    assert lines("ProtectSystem") == {"strict"}
    assert lines("ReadWritePaths") == {"-/run/stadium-request"}
    assert lines("ReadOnlyPaths") == {"/run", "-/dev/mqueue", "-/proc/pressure"}
    assert lines("TemporaryFileSystem") == {"/dev/shm:mode=1777"}  # noqa: S108 - its own
    assert ({"stadium"}, {"yes"}) == (lines("RuntimeDirectory"), lines("PrivateTmp"))


def test_looks_into_no_home() -> None:
    """He could not read a home folder, or anything that only root may read."""
    assert lines("ProtectHome") == {"yes"}


def test_runs_nothing_outside() -> None:
    """He could not run a program outside of these limits: he has no right to do so, and cannot log in."""
    assert re.search(r'^u stadium - ".*" /nonexistent$', (SYSTEMD / "sysusers.conf").read_text("utf-8"), re.MULTILINE)
    rules = (SYSTEMD / "polkit.rules").read_text("utf-8")
    assert 'if (subject.user === "stadium") return polkit.Result.NO;' in rules


def test_gains_no_privilege() -> None:
    """He could not gain a privilege, or start a program that has one."""
    assert ({"yes"}, set(), set()) == (
        lines("NoNewPrivileges"),
        lines("CapabilityBoundingSet"),
        lines("AmbientCapabilities"),
    )
    assert "~@privileged" in lines("SystemCallFilter")


def test_lays_nothing_in_roots_way() -> None:
    """He could not use a link, a pipe or a folder to make root read, write or give away a file."""
    folders = {".restoring.part": "", ".restoring": "", "games.pictures": "", "old-games": "", "dice": ""}
    files = {
        "games.sqlite": "games", "games.sqlite.lock": "shadow", "games.sqlite-shm": "shadow", "letter": "shadow",
        "calibration.png": "shadow",
    }  # fmt: skip
    with a_box() as box:
        for _ in range(2):  # the first is there to be packed away
            assert box.stadium("import", "record.jsonl").returncode == 0
        assert box.stadium("backup", "evening.zip").returncode == 0
        begun = box.home / ".restoring"
        begun.mkdir()
        os.mkfifo(begun / "aside")  # that nobody will ever write into
        for each in (begun, begun / "aside"):
            os.chown(each, NOBODY, NOBODY)
        assert "was not put back" in box.stadium("restore", "evening.zip").stderr
        (box.root / "shadow").write_bytes(b"secret")
        (box.root / "games").write_bytes((box.home / "games.sqlite").read_bytes())
        before = box.roots()
        for traps in (folders, files):  # a link in place of the lock keeps commands from all others
            for name, target in traps.items():
                (box.home / name).unlink(missing_ok=True)
                (box.home / name).symlink_to(box.root / target)
            for words in COMMANDS:
                box.stadium(*words)
            box.stadium("backup", box.home.parent / "held.zip")
        assert before == box.roots()
        held = box.home.parent / "held.zip"
        assert not held.exists() or "letter" not in zipfile.ZipFile(held).namelist()


def test_runs_no_command_by_a_setting() -> None:
    """He could not use a setting to make root run a command: root follows none, and none holds a command."""
    with a_box() as box:
        who, programs = box.home / "who", box.home.parent / "bin"
        programs.mkdir()
        (programs / "aplay").write_text(ALSA.format(who), encoding="utf-8")
        (programs / "aplay").chmod(0o755)
        box.environment["PATH"] = f"{programs}{os.pathsep}{box.environment['PATH']}"
        (box.home / SET_HERE).write_text('[sound]\ndriver = "alsa"\ndevice = "null"\n', encoding="utf-8")
        box.stadium("doctor")
        assert who.read_text(encoding="utf-8") == f"{NOBODY}\n"
        who.unlink()
        (box.home / SET_HERE).write_text(SHELL.format(who), encoding="utf-8")
        result = box.stadium("doctor")
        assert "none ([sound] driver is none)" in result.stdout
        assert not who.exists()


def test_tells_root_one_line(tmp_path: Path) -> None:
    """He could not send root more than one line, and that must fit one pattern."""
    line = wanted("Casa de Ana", "a password", hidden=False).line
    ask("join-wifi", tmp_path, line)
    assert asked_for(taken("join-wifi", tmp_path, {os.geteuid()})) is not None
    assert len(line) < LONGEST
    for hostile in (*HOSTILE, f"{line.decode()}\n", line.decode() * 2, "x" * (LONGEST + 1)):
        (tmp_path / "join-wifi").write_bytes(hostile.encode())
        with suppress(RequestError):
            assert asked_for(taken("join-wifi", tmp_path, {os.geteuid()})) is None


def test_every_sentence_is_tried() -> None:
    """The list in the README, the tests above, and the lab's checks from within the service, in the same order."""
    tried = [each.__doc__ for name, each in globals().items() if name.startswith("test_")]
    assert sentences() == tried[:-1]
    lab = ast.parse((Path(__file__).parents[1] / "lab" / "intruder.py").read_text(encoding="utf-8"))
    found = [ast.get_docstring(each) or "" for each in lab.body if isinstance(each, ast.FunctionDef)]
    assert sentences() == [each for each in found if each.startswith("He could")]
