#!/usr/bin/env python3
"""`make lab-update`: updates that are cut, that do not play or do not see, on a clean Debian 13 under systemd.

Each check is one line, the last line tells the figures; the exit code is 1 if any failed. It needs root, and the better
part of an hour. A cut here is the death of every process of the computer at once, at a moment drawn by lot: what the
kernel has not written yet is not lost by it, as it would be on a card (`make lab-power` is for that).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from appliance import DROP_INS, NAME, PROJECT, Appliance, build, make_key, sign
from lab_install import SIMULATED
from nspawn import Machine, make_base, missing_tools, until
from telling import count_failed, demand, needs_root, tell

OLD, NEW = str(PROJECT["version"]), "99.0"
CUTS = 20
SEED = 20261129
FAILURES = RuntimeError, ValueError, subprocess.TimeoutExpired
"""What a check raises if something is not as it should be."""
ROOM = "/var/lib/stadium-update"
UPDATE_S = 420
"""How long we wait at most for an update to be over; this machine may be busy."""
PLACES = {"card": Path("/boot/firmware"), "stick": Path("/run/stadium-stick")}
"""Where the boot partition of a card is mounted, and a stick; here they are folders, for there are no such devices."""
FORM = Path(__file__).parent / "journal_form_inside.py"
"""Tells of the journal's form, for a machine that has no sqlite3."""
CLOSED = f"rm -f {ROOM}/gate.py /etc/systemd/system/stadium-gate.service"
"""What a package's script may not do to the gate."""


class Fault(NamedTuple):
    """A version that must not stay.

    Attributes:
        file: of it that is changed, below the folder of our packages, or a script of the package.
        old, new: what in it.
        why: one of these reasons is told.
        migrates: it also writes a newer form of the journal, with one more table.
    """

    file: str
    old: str
    new: str
    why: str
    migrates: bool = False


APPLIANCE, CAMERA = "firmware/appliance.py", "firmware/play/camera/camera_thread.py"
READY = "        systemd.ready()\n"
CAME = "            came = "
READS = "            return self._read("
WRITES = "        with self._named_errors(), ExitStack() as held:\n"
TAKES = "    def frame(self) -> Frame | None:\n"
CHECKED = "        check_size(picture, self.size)\n"
NOT_PLAYING = {
    "falls at once": Fault(APPLIANCE, "limit_arenas()\n", 'raise RuntimeError("lab")\n', "falls start"),
    "is never ready": Fault(APPLIANCE, READY, "        time.sleep(3600)\n", "start"),
    "is ready, migrates, and falls": Fault(
        APPLIANCE,
        READY,
        f"{READY}        __import__('threading').Timer(3, __import__('os').abort).start()\n",
        "falls start",
        migrates=True,
    ),
    "cannot write": Fault(
        "scoreboard/journal/store.py",
        WRITES,
        f"        raise JournalGoneError(message('journal.gone', file='lab'))\n{WRITES}",
        "journal",
    ),
    "fails to install, and goes for the gate": Fault("DEBIAN/postinst", "set -e\n", f"{CLOSED}\nexit 1\n", "cut"),
}
NOT_SEEING = {
    "takes one frame": Fault(CAMERA, CAME, f"            await asyncio.Event().wait()\n{CAME}", "frame falls"),
    "loses the camera": Fault(
        "firmware/simulated/camera.py",
        TAKES,
        f"{TAKES}        from firmware.errors import DeviceLostError\n        raise DeviceLostError('lab')\n\n"
        "    def _frame(self) -> Frame | None:\n",
        "frame falls start",
    ),
    "never reads": Fault(CAMERA, READS, f"            __import__('time').sleep(3600)\n{READS}", "frame falls"),
}
DARK = {"lights nothing": Fault("firmware/devices/restrung.py", CHECKED, "        return\n", "picture")}
FAULTS = NOT_PLAYING | NOT_SEEING | DARK


class Lab(NamedTuple):
    """The computer, what signs, and what has happened so far."""

    stadium: Appliance
    lots: random.Random
    cuts: Counter[str]

    def package(self, name: str) -> str:
        """Where the computer sees a package of ours."""
        return f"/share/{name}.deb"

    @property
    def outcome(self) -> dict[str, Any]:
        """What it tells of the last update."""
        text = self.stadium.says(f"cat {ROOM}/outcome.json")
        return dict(json.loads(text)) if text else {}

    @property
    def is_over(self) -> bool:
        """Whether nothing is installed or tried any more."""
        units = self.stadium.says("systemctl is-active stadium-update.service stadium-gate.service").split()
        return not self.stadium.says(f"ls {ROOM}/trial.json") and set(units) <= {"inactive", "failed"}

    def lay_down(self, name: str) -> None:
        """Do what `sudo stadium update FILE` does, without waiting."""
        sent = f"{ROOM}/sent/{NAME}.deb"
        files = f"cp /share/{name}.deb {sent} && cp /share/{name}.deb.minisig {sent}.minisig"
        self.stadium.machine.run(f"rm -f {ROOM}/outcome.json; mkdir -p {ROOM}/sent && {files}")
        self.stadium.machine.run("touch /run/stadium-request/update")

    def asked(self, name: str, more: str = "") -> str:
        """What the command says; ``more`` is run meanwhile."""
        ran = self.stadium.machine.run(
            f"{more} stadium update {self.package(name)} 2>&1", check=False, timeout=UPDATE_S
        )
        return f"{ran.returncode} {ran.stdout}"

    def be_old(self) -> None:
        """Have the old version again, by hand."""
        if self.stadium.version != OLD:
            self.stadium.machine.run(f"dpkg --install {self.package('old')}")
        self.stadium.ready()

    def check_works(self, plays: int) -> str:
        """Which of the two versions is there, whole and playing, with all that was played."""
        stadium = self.stadium
        stadium.ready()
        demand(stadium.version in {OLD, NEW}, f"installed is {stadium.version}")
        broken = stadium.says(f"dpkg --audit; dpkg --verify {NAME}")
        demand(not broken, broken)
        demand(stadium.plays >= plays and stadium.games == 1, f"{plays} lines before, {stadium.plays} now")
        return stadium.version


def main() -> None:
    """Run every check, in order."""
    parser = argparse.ArgumentParser(prog="make lab-update", description=__doc__)
    parser.add_argument("--cuts", type=int, default=CUTS, help="updates that are cut (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=SEED, help="of the moments of the cuts")
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORDS", help="checks whose names have one of these")
    asked = parser.parse_args()
    needs_root("lab-update", "This boots a system of its own")
    if hint := missing_tools():
        sys.exit(hint)
    if shutil.which("minisign") is None:
        sys.exit("This needs: sudo apt install minisign")
    make_base(tell)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        make_packages(folder)
        shutil.copy(FORM, folder)
        with Machine(folder, "lab-update") as first:
            tell("Fetching what the package wants ...")
            first.fetch(["/share/old.deb"])
            lab = Lab(Appliance(first), random.Random(asked.seed), Counter())  # noqa: S311 - lots
            failed = [count_failed({"installed": partial(installs, lab)}, *FAILURES)]
            with Machine(folder, "lab-update-cut", first.root) as second, ThreadPoolExecutor() as both:
                labs = (lab, lab._replace(stadium=Appliance(second)))
                checks = {
                    name: check
                    for name, check in checks_of(labs[0]).items()
                    if any(words in name for words in asked.only)
                }
                failed += both.map(count_checks, labs, (checks, cuts_of(labs[1], asked.cuts)))
    where = ", ".join(f"{count} {phase}" for phase, count in sorted(lab.cuts.items()))
    among = [sum(taken_back(name) in checks for name in faults) for faults in (NOT_PLAYING, NOT_SEEING, DARK)]
    tell(
        f"{lab.cuts.total()} of {asked.cuts} updates cut at random moments left a version that plays ({where});"
        f" of all {1 + len(checks) + asked.cuts} checks, {among[0]} with versions that do not play, {among[1]} that do"
        f" not see and {among[2]} that stays dark among them, {sum(failed)} failed;"
        f" {(time.monotonic() - began) / 60:.0f} min, lot {asked.seed}."
    )
    sys.exit(1 if sum(failed) else 0)


def count_checks(lab: Lab, checks: dict[str, Callable[[], str]]) -> int:
    """Switch the computer on and make these checks; how many failed."""
    if not checks:
        return 0
    lab.stadium.machine.boot()
    return count_failed(checks, *FAILURES)


def checks_of(lab: Lab) -> dict[str, Callable[[], str]]:
    """What is made on the one computer, in order."""
    checks: dict[str, Callable[[], str]] = {name: partial(check, lab) for name, check in CHECKS.items()}
    checks |= {f"found on the {name}": partial(is_found, lab, place) for name, place in PLACES.items()}
    checks |= {taken_back(name): partial(is_taken_back, lab, name) for name in FAULTS}
    return checks | {"without a camera": partial(stays_without_a_camera, lab)}


def taken_back(fault: str) -> str:
    """The name of the check of a version that must not stay."""
    return f"taken back: one that {fault}"


def cuts_of(lab: Lab, cuts: int) -> dict[str, Callable[[], str]]:
    """What is made on the other one meanwhile."""
    return {f"cut {number}": partial(survives_a_cut, lab) for number in range(1, cuts + 1)}


# -- packages


def make_packages(folder: Path) -> None:
    """The old version, the new one, and those that must not stay, all signed; one that is not, one by somebody else."""
    ours, others = make_key(folder), make_key(folder, "other")
    for name, version in (("old", OLD), ("new", NEW)):
        build(folder, version, ours)
        (folder / f"{NAME}_{version}_all.deb").rename(folder / f"{name}.deb")
    for name, fault in FAULTS.items():
        plant(folder, fault, named(name))
    for name in ("unsigned", "foreign"):
        shutil.copy(folder / "new.deb", folder / f"{name}.deb")
    (folder / "damaged.deb").write_bytes((folder / "new.deb").read_bytes()[:-100_000])
    for name in ("old", "new", *map(named, FAULTS)):
        sign(folder / f"{name}.deb", ours)
    sign(folder / "foreign.deb", others)


def named(fault: str) -> str:
    """The name of the file of a version that must not stay."""
    return "".join(letter if letter.isalpha() else "-" for letter in fault)


def plant(folder: Path, fault: Fault, name: str) -> None:
    """Make the new version with a fault in it."""
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place) / "tree"
        subprocess.run(["dpkg-deb", "--raw-extract", str(folder / "new.deb"), str(tree)], check=True)
        rooms = tree / f"usr/share/{NAME}"
        change(tree / fault.file if fault.file.startswith("DEBIAN") else rooms / fault.file, fault.old, fault.new)
        if fault.migrates:
            tables = rooms / "scoreboard/journal/tables.py"
            change(tables, "SCHEMA_VERSION = 3", "SCHEMA_VERSION = 4")
            change(tables, '"checksums"}\n', '"checksums", 4: "ratings"}\n')
            change(
                tables,
                '    3: (\n        f"CREATE',
                '    4: ("CREATE TABLE ratings (x) STRICT".replace("x", "x INTEGER"),),\n    3: (\n        f"CREATE',
            )
            change(tables, '{SCHEMA_VERSION}",\n    )', '{header(4, 3)}",\n    )')
        # what dpkg finds damage by
        shipped = sorted(file for file in tree.rglob("*") if file.is_file() and tree / "DEBIAN" not in file.parents)
        digests = (hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest() for file in shipped)
        sums = "".join(f"{digest}  {file.relative_to(tree)}\n" for digest, file in zip(digests, shipped, strict=True))
        (tree / "DEBIAN/md5sums").write_text(sums, encoding="utf-8")
        command = ["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", str(tree), str(folder / f"{name}.deb")]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def change(file: Path, old: str, new: str) -> None:
    """Change one place of a file. RuntimeError if it is not there."""
    text = file.read_text(encoding="utf-8")
    demand(old in text, f"{file.name} has no {old!r}")
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


# -- checks


def installs(lab: Lab) -> str:
    """The version that all begins with; it plays a simulated game."""
    lab.stadium.machine.boot()
    lab.stadium.prepare("simulated", SIMULATED)
    lab.stadium.apt(f"install {lab.package('old')}")
    lab.stadium.ready()
    gate = lab.stadium.says(f"stat -c %a:%U {ROOM}/gate.py")
    lab.stadium.machine.pull_the_plug()
    return f"{OLD}, its gate {gate}"


def is_updated(lab: Lab) -> str:
    """A signed newer one is installed by one command, and stays."""
    plays, began = lab.stadium.plays, time.monotonic()
    output = lab.asked("new")
    demand(output.startswith("0 ") and lab.check_works(plays) == NEW, output)
    took = time.monotonic() - began
    lab.stadium.ready()
    return f"{OLD} to {NEW} in {took:.0f} s; {output.splitlines()[-1]}"


def refuses_an_older(lab: Lab) -> str:
    """An older one is not installed by the command alone, or by the page that asks for it again."""
    output = lab.asked("old", "(sleep 5; touch /run/stadium-request/update) &")
    demand(not output.startswith("0 ") and lab.stadium.version == NEW, output)
    until("it is over", lambda: lab.is_over, UPDATE_S)
    return output.splitlines()[-1]


def takes_an_older_at_the_box(lab: Lab) -> str:
    """With the menu of the box it is."""
    request = "/run/stadium-request"
    box = f"printf box > {request}/.box && chown stadium: {request}/.box && mv {request}/.box {request}/update"
    output = lab.asked("old", f"(while ! grep -q press {ROOM}/outcome.json; do sleep 1; done; sleep 2; {box}) &")
    demand(output.startswith("0 ") and lab.check_works(0) == OLD, output)
    return output.splitlines()[-1]


def refuses(lab: Lab) -> str:
    """What is not signed, not signed by us, or cut short is not installed; what does not fit on the card neither."""
    results = []
    for name in ("unsigned", "foreign", "damaged"):
        output = lab.asked(name)
        demand(not output.startswith("0 ") and lab.stadium.version == OLD, output)
        results.append(f"{name}: {output.splitlines()[-1]}")
    work = f"{ROOM}/work"
    lab.stadium.machine.run(f"mkdir -p {work} && mount -t tmpfs -o size=2m tmpfs {work}")
    output = lab.asked("new")
    lab.stadium.machine.run(f"umount {work}")
    demand(not output.startswith("0 ") and lab.stadium.version == OLD, output)
    lab.check_works(0)
    return "; ".join((*results, f"full: {output.splitlines()[-1]}"))


def is_found(lab: Lab, place: Path) -> str:
    """A newer one that lies there is found when the scoreboard asks, as it does for the menu and the page."""
    lab.be_old()
    plays, file = lab.stadium.plays, place / f"{NAME}_{NEW}_all.deb"
    files = f"cp {lab.package('new')} {file} && cp {lab.package('new')}.minisig {file}.minisig"
    lab.stadium.machine.run(f"rm -f {ROOM}/outcome.json; mkdir -p {place} && {files}")
    lab.stadium.asks("update")
    took = until("it has passed", lambda: lab.stadium.updated == ("updated", NEW), UPDATE_S)
    lab.stadium.machine.run(f"rm -r {place}")
    demand(lab.check_works(plays) == NEW, lab.outcome)
    return f"{OLD} to {NEW} in {took:.0f} s"


def is_taken_back(lab: Lab, name: str) -> str:
    """A version that must not stay is gone by itself, and the one before plays on with every game."""
    lab.be_old()
    until("the old one sees", lambda: '"frame":true' in lab.stadium.says("cat /run/stadium/life.json"), UPDATE_S)
    plays, began = lab.stadium.plays, time.monotonic()
    lab.lay_down(named(name))
    until("something is told", lambda: bool(lab.outcome) and lab.is_over, UPDATE_S)
    took, outcome = time.monotonic() - began, lab.outcome
    demand(lab.check_works(plays) == OLD, f"installed is {lab.stadium.version}")
    demand(outcome["what"] == "back" and outcome["why"] in FAULTS[name].why.split(), outcome)
    gate = lab.stadium.says(f"ls {ROOM}/gate.py /etc/systemd/system/stadium-gate.service").split()
    demand(len(gate) == len(("program", "unit")), f"of the gate there is {gate}")
    more = ""
    if FAULTS[name].migrates:
        found = lab.stadium.machine.run(f"python3 /share/{FORM.name}").stdout.split()
        demand(found == ["1", str(4 | 3 << 16)], f"the journal was not migrated: {found}")
        more = ", the journal stays of the newer form"
    return f"{outcome['why']}, after {took:.0f} s{more}"


def survives_a_cut(lab: Lab) -> str:
    """Every process dies at some moment of an update; switched on again, one of the two versions plays."""
    lab.be_old()
    plays = lab.stadium.plays
    after = lab.lots.uniform(0, 45)
    lab.lay_down("new")
    time.sleep(after)
    lab.stadium.machine.pull_the_plug()
    phase = phase_of(lab.stadium.machine.root)
    lab.stadium.machine.boot()
    took = until("it is over", lambda: lab.is_over, UPDATE_S)
    version = lab.check_works(plays)
    lab.cuts[phase] += 1
    lab.stadium.machine.run(f"rm -rf {ROOM}/sent")
    return f"after {after:.1f} s, {phase}: {version} plays, {took:.0f} s after it was switched on; {lab.outcome}"


def phase_of(root: Path) -> str:
    """How far the update had come, by what lies on the disk."""
    status = (root / "var/lib/dpkg/status").read_text(encoding="utf-8").split(f"Package: {NAME}\n")[1]
    journals = [file.name for file in (root / "var/lib/dpkg/updates").iterdir() if file.name.isdigit()]
    if not (root / f"{ROOM[1:]}/trial.json").exists():
        return "before or after it was tried"
    if journals or "Status: install ok installed" not in status[:200]:
        return "while dpkg was at work"
    return "while it was judged" if f"Version: {NEW}" in status[:2000] else "before dpkg was at work"


def stays_without_a_camera(lab: Lab) -> str:
    """Without camera, panel and network, before and after, a new version stays all the same."""
    lab.be_old()
    lab.stadium.machine.run(f"rm {DROP_INS}/simulated.conf && systemctl daemon-reload && systemctl restart stadium")
    lab.stadium.ready()
    lab.lay_down("new")
    until("something is told", lambda: bool(lab.outcome) and lab.is_over, UPDATE_S)
    demand(lab.outcome["what"] == "updated" and lab.stadium.version == NEW, lab.outcome)
    return f"{lab.stadium.says('cat /run/stadium/life.json')}"


CHECKS: dict[str, Callable[[Lab], str]] = {
    "a newer one is installed": is_updated,
    "an older one is refused": refuses_an_older,
    "an older one is installed from the box": takes_an_older_at_the_box,
    "what is not ours is refused": refuses,
}

if __name__ == "__main__":
    main()
