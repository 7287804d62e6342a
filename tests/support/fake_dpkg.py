"""A made-up computer for updates: dpkg, apt, minisign and systemd in memory, whose time passes only when it is waited.

A package is a file of two fields; a signature is the text of the key that made it. Any call may be the last one: the
power is cut then, and whatever dpkg was at is half done.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from firmware.update.gate import NAME, System, UpdatePlaces
from firmware.update.installer import Sources


class PowerCutError(BaseException):
    """The plug is pulled."""


class FakeComputer(System):
    """The system's programs.

    Attributes:
        version, state: of the scoreboard, as dpkg has it.
        works: the versions that start, write, see and light; of the others `fault` says what they do.
        calls: every command so far.
        haste: how much faster than it is waited for time passes.
        cut_at: the call at which the power is cut; -1 for never.
        at_the_box: called as time passes.
    """

    def __init__(self, folder: Path, version: str = "1.0") -> None:
        self.version, self.state, self.fault = version, "installed", dict[str, dict[str, Any]]()
        self.places = UpdatePlaces(
            folder / "room", folder / "life.json", {"frame": str(folder / "video"), "picture": str(folder / "spi")},
            folder / "usr/gate.py", folder / "usr/units", folder / "etc/units",
        )  # fmt: skip
        self.sources = Sources(
            folder / "card", folder / "stick", folder / "keys", folder / "archives", folder / "info",
            folder / "requests", frozenset((0, 1000)),
        )  # fmt: skip
        for each in (self.sources.card, self.sources.keys, self.sources.requests, self.sources.info):
            each.mkdir()
        (folder / "video").mkdir()
        (folder / "video/video0").touch()
        self.places.shipped_units.mkdir(parents=True)
        self.places.own_units.mkdir(parents=True)
        for unit in ("stadium-gate.service", "stadium-gate.path"):
            (self.places.shipped_units / unit).write_text(f"{unit} of {version}", encoding="utf-8")
        self.places.shipped.write_text(f"gate of {version}", encoding="utf-8")
        (self.sources.keys / "ours.pub").write_text("ours", encoding="utf-8")
        self.calls, self.cut_at, self.time = list[tuple[str, ...]](), -1, 0.0
        self.haste = 1
        self.at_the_box: Callable[[float], None] = lambda _: None
        self.falls, self.broken_installs, self.fails_to_unpack = 0, 0, False
        self.live()

    def run(self, *command: str) -> tuple[bool, str]:
        """Do what that command would."""
        self.calls.append(command)
        is_cut = len(self.calls) == self.cut_at
        if is_cut and command[0] in {"dpkg", "apt-get"} and "install" in command[-2] + command[1]:
            self.state = "half-installed"
        if is_cut:
            raise PowerCutError
        name = command[0].replace("-", "_")
        done: tuple[bool, str] = getattr(self, f"_{name}")(*command[1:])
        self.live()
        return done

    def now(self) -> float:
        """Made-up seconds."""
        return self.time

    def wait(self, seconds: float) -> None:
        """Let them pass."""
        self.time += seconds * self.haste
        self.at_the_box(self.time)
        self.live()

    def live(self) -> None:
        """The scoreboard tells of itself, if it does."""
        fault = self.fault.get(self.version, {})
        token = self.places.look.read_text(encoding="utf-8") if self.places.look.exists() else ""
        signs = {"version": self.version, "frame": True, "picture": True, "journal": True, "red": [], "token": token}
        if self.state != "installed" or fault.get("dead"):
            self.places.life.unlink(missing_ok=True)
        else:
            self.places.life.write_text(json.dumps(signs | fault), encoding="utf-8")

    # -- the commands

    def _dpkg(self, *words: str) -> tuple[bool, str]:
        if words[0] == "--compare-versions":
            one, other = ([int(part) for part in re.findall(r"\d+", word)] for word in (words[1], words[3]))
            return one > other, ""
        if "--install" in words:
            return self._installed(Path(words[-1])), ""
        if words[0] == "--configure" and self.state == "half-configured":
            self.state = "installed"
        return True, ""

    def _installed(self, package: Path) -> bool:
        if self.broken_installs > 0:
            self.broken_installs -= 1
            return False
        self.version, self.state = fields_of(package)["Version"], "installed"
        for unit in self.places.shipped_units.iterdir():
            unit.write_text(f"{unit.name} of {self.version}", encoding="utf-8")
        self.places.shipped.write_text(f"gate of {self.version}", encoding="utf-8")
        return True

    def _apt_get(self, *words: str) -> tuple[bool, str]:
        package = Path(words[-1])
        if "install" not in words or not package.exists():
            return True, ""
        if self.fails_to_unpack:
            return False, ""
        return self._installed(package), ""

    def _apt_cache(self, *_: str) -> tuple[bool, str]:
        return True, "x:\n  Candidate: (none)\n"

    def _dpkg_query(self, *words: str) -> tuple[bool, str]:
        if words[0] == "--status":
            return True, f"Package: {NAME}\nStatus: install ok installed\nVersion: {self.version}\n"
        if words[0] == "--listfiles":
            return True, f"/.\n{self.places.shipped}\n"
        is_short = words[1] == "--showformat=${Version}"
        return True, self.version if is_short else f"{self.version} {self.state} ok"

    def _dpkg_deb(self, *words: str) -> tuple[bool, str]:
        if "--build" in words:
            made = Path(words[-2]) / "DEBIAN/control"
            Path(words[-1]).write_text(made.read_text(encoding="utf-8"), encoding="utf-8")
            return True, ""
        fields = fields_of(Path(words[1]))
        return words[2] in fields, fields.get(words[2], "")

    def _sh(self, *words: str) -> tuple[bool, str]:
        return b"damaged" not in Path(words[-1]).read_bytes(), ""

    def _minisign(self, *words: str) -> tuple[bool, str]:
        given = dict(pairwise(words))
        return Path(given["-p"]).read_bytes() == Path(given["-x"]).read_bytes(), ""

    def _systemctl(self, *words: str) -> tuple[bool, str]:
        if words[0] == "is-active":
            return False, "inactive\n"
        if words[0] != "show":
            return True, ""
        fault = self.fault.get(self.version, {})
        state = "activating" if fault.get("dead") or self.state != "installed" else "active"
        if fault.get("falls"):
            self.falls += 1
        falls, process = (self.falls // 3, self.falls) if fault.get("falls") else (0, 7)
        return True, f"ActiveState={state}\nMainPID={process}\nNRestarts={falls}\n"


def fields_of(package: Path) -> dict[str, str]:
    """The fields of a made-up package."""
    text = package.read_bytes().decode("utf-8", "replace")
    return dict(re.findall(r"^(\w+): (.*)$", text, re.MULTILINE))


def lay(folder: Path, version: str, *, signed_by: str = "", name: str = NAME, more: str = "") -> Path:
    """Lay a made-up package into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{NAME}_{version}_all.deb"
    file.write_text(f"Package: {name}\nVersion: {version}\n{more}", encoding="utf-8")
    if signed_by:
        file.with_name(f"{file.name}.minisig").write_text(signed_by, encoding="utf-8")
    return file
