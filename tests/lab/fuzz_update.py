"""What `make lab-fuzz` reads of an update: a package and its signature, and the small files of those who judge it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from shutil import which
from typing import Final

from fuzz_files import DEEP, Target, edit, edited, fresh, written
from support.fake_dpkg import FakeComputer

from firmware.update import gate
from firmware.update.gate import NAME, Installed, System, Trial, UpdatePlaces
from firmware.update.installer import SIGNATURE, Installer
from firmware.update.outcome import press_awaited, read_outcome
from scoreboard.language import language, languages

REAL: Final = {"dpkg-deb", "minisign", "sh"}
"""Programs that look at what was handed over: those of this machine."""
AR_MAGIC, AR_NAME = b"!<arch>\n", 16
"""How a package begins; the bytes of the first name in it, behind which its time stands."""
BETWEEN: Final = b"|"
"""What is done to the package stands before it, what is done to its signature behind it."""


class PackageReader(FakeComputer):
    """A made-up computer on which this machine's programs look at packages.

    Attributes:
        installed: the bytes of what was handed to the package manager.
    """

    installed: bytes | None = None

    def run(self, *command: str) -> tuple[bool, str]:
        """Have it looked at, or made up."""
        is_real = (command[0] in REAL and "--build" not in command) or "--compare-versions" in command
        return System.run(self, *command) if is_real else super().run(*command)

    def _apt_get(self, *words: str) -> tuple[bool, str]:
        if "install" in words and Path(words[-1]).exists():
            self.installed = Path(words[-1]).read_bytes()
            self.version = "2.0"
        return True, ""


@cache
def signed() -> tuple[bytes, bytes, bytes]:
    """A small package, its signature, and the key that made it; without minisign there is none of them."""
    folder = fresh("package-made")
    control = folder / "tree/DEBIAN/control"
    control.parent.mkdir(parents=True)
    fields = {"Package": NAME, "Version": "2.0", "Architecture": "all", "Maintainer": "x <x@x.invalid>"}
    lines = "".join(f"{name}: {value}\n" for name, value in fields.items())
    control.write_text(f"{lines}Description: x\n", encoding="utf-8")
    file, key = folder / "package.deb", folder / "key"
    _run("dpkg-deb", "--root-owner-group", "-Zgzip", "--build", str(control.parents[1]), str(file))
    if which("minisign") is None:
        return file.read_bytes(), b"", b""
    _run("minisign", "-G", "-W", "-s", str(key), "-p", f"{key}.pub")
    _run("minisign", "-S", "-W", "-s", str(key), "-m", str(file))
    return file.read_bytes(), Path(f"{file}.minisig").read_bytes(), Path(f"{key}.pub").read_bytes()


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def read_package(data: bytes) -> None:
    """Have a damaged package with a damaged signature installed, while nobody stands at the box."""
    package, signature, key = signed()
    of_package, _, of_signature = data.partition(BETWEEN)
    handed, proof = edited(package, of_package), edited(signature, of_signature)
    computer = PackageReader(fresh("update"))
    (computer.sources.keys / "ours.pub").write_bytes(key)
    card = computer.sources.card / f"{NAME}_2.0_all.deb"
    card.write_bytes(handed)
    if proof:
        card.with_name(f"{card.name}{SIGNATURE}").write_bytes(proof)
    Installer(computer.places, computer.sources, computer).update()
    _worded(computer.places.outcome)
    if computer.installed is not None and (not key or computer.installed != package):
        raise AssertionError("it was installed, and nobody of ours has signed it")
    if key and (handed, proof) == (package, signature) and computer.installed is None:
        raise AssertionError("it is whole and signed, and was not installed")


def read_signs(data: bytes) -> None:
    """Judge by signs of life that the scoreboard wrote, after a trial that root did."""
    folder = fresh("signs")
    places = UpdatePlaces(folder, folder / "life.json", {})
    trial = Trial("1.0", "2.0", ("journal", "frame"), ("card",), {"frame": ["video0"]}, "t")
    places.life.write_bytes(data)
    life = gate.read_json(places.life)
    gate.missing_sign(trial, life, {})
    gate.missing_sign(trial, {**life, "version": "2.0", "token": "t", "journal": 1, "frame": 1}, {})
    places.trial.write_bytes(data)
    if (read := gate.under_trial(places)) is not None:
        gate.next_move(read, Installed("2.0", whole=True))
        gate.missing_sign(read, life, {"frame": ["video0"]})
        gate.begin(places, read)
        if gate.under_trial(places) != read:
            raise AssertionError("a trial reads otherwise than it is written")


def word_outcome(data: bytes) -> None:
    """What came of an update, in words."""
    _worded(written("outcome.json", data))


def _worded(file: Path) -> None:
    press_awaited(file)
    if (outcome := read_outcome(file)) is not None:
        for code in languages():
            if not language(code).say(outcome.words):
                raise AssertionError("an outcome has no words")


def _packages() -> Iterator[bytes]:
    package, signature, _ = signed()
    yield BETWEEN
    yield BETWEEN + edit(0, b"")
    yield edit(len(AR_MAGIC) + AR_NAME, b"9") + BETWEEN  # another time: whole, and not what was signed
    yield edit(len(package) - 9, b"\xff") + BETWEEN
    yield edit(len(package) - 90, b"") + BETWEEN + edit(0, b"")
    yield BETWEEN + edit(len(signature) // 3, b"A")


def _nested(*texts: bytes) -> tuple[bytes, ...]:
    return (*texts, b"[" * DEEP * 50, b'{"red":' * DEEP * 9)


def _signs() -> tuple[bytes, ...]:
    trial = b'{"old":"1","new":"2.0","signs":["frame"],"reds":null,"devices":{"frame":["video0"]},"token":"t",'
    begun = trial + b'"step":"trying","starts":%s,"why":""}'
    life = b'{"version":"2.0","frame":true,"journal":true,"red":["card",5],"token":"t"}'
    return _nested(life, b'{"red":5,"token":"t"}', begun % b"1", begun % b"1e999", trial + b'"starts":[]}')


UPDATE: Final[Mapping[str, Target]] = {
    "package": Target(read_package, _packages),
    "life-signs": Target(read_signs, _signs),
    "outcome": Target(
        word_outcome,
        lambda: _nested(
            b'{"what":"back","version":"2.0","before":"1.0","why":"frame"}',
            b'{"what":"press","version":"2.0","why":"older"}',
            b'{"what":"refused","why":"full","file":"a.deb"}',
        ),
    ),
}
"""By name."""
