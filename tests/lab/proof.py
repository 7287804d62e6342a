#!/usr/bin/env python3
"""`make lab`: the labs, a line about each, and its row in docs/proof.md.

Each lab's last line is its result, and its exit code the verdict. One that fails does not stop the others. As many run
side by side as there are cores, and one more, for most of them wait as often as they work; the longest begin first. On
a busy machine `--at-once 1` is kinder. All that a lab prints is kept in build/lab. By default all labs run that fit in
an hour together; options make some of them shorter. OPTIONS may name labs (`make lab OPTIONS="lab-time lab-law"`):
then these run, in full. `--list` shows them all. Below the rows the page has the versions that the runs had.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nspawn import BASE
from telling import tell

ROOT = Path(__file__).resolve().parents[2]
PAGE, LOGS = ROOT / "docs/proof.md", ROOT / "build/lab"
ROW, VERSIONS_ROW = re.compile(r"\| `(make lab-[^`]+)`"), re.compile(r"\| \d{4}-\d\d-\d\d \|")
NOT_RUN = "no run is recorded"
HEAD = f"""\
# What is proved, and how

The labs write this page. `make lab` runs all that fit in an hour together; it makes some of them shorter, by the
OPTIONS in their rows. `make lab OPTIONS="lab-time"` runs the lab of that name, in full.

Each row is one run: the command, what was tried, the last line that the lab printed, the minutes that it took, the day,
and the revision of this tree. Other labs ran at the same time, so minutes are no measure of speed. A run that failed
has a result that begins with **failed**, and a lab without any run the result *{NOT_RUN}*. A revision that ends in
`-dirty` had changes that were not committed, so that run cannot be repeated exactly. Nothing here was measured on a
Raspberry Pi.

| Command | What is tried | Result | Minutes | Day | Revision |
|---|---|---|---|---|---|
"""
VERSIONS_HEAD = """
## Versions

What the runs had from each of these days on; before the first day it was not recorded. The last column is the Debian on
which labs install the package. The versions of Python's libraries are in `constraints.txt` of each revision.

| From | System | Linux | Python | SQLite | QEMU | Debian inside |
|---|---|---|---|---|---|---|
"""


class Lab(NamedTuple):
    """A lab.

    Attributes:
        name: of its make target.
        tries: what it tries, for the page.
        options: that make it shorter where it is not named.
        is_long: it runs only where it is named.
        needs_root: it boots systems or mounts disks of its own.
    """

    name: str
    tries: str
    options: str = ""
    is_long: bool = False
    needs_root: bool = False

    @property
    def command(self) -> str:
        """What somebody types to run it alone in the same way."""
        return f"make {self.name}" + (f' OPTIONS="{self.options}"' if self.options else "")


LABS = (
    Lab("lab-time", "a clock that starts in 1970, jumps, and passes every boundary in mid-game"),
    Lab(
        "lab-crash",
        "a power cut in an evening's writes: every prefix of them, and reorderings up to the next flush, all where they"
        " are few and a sample where they are many; the stadium is started on each disk. apt and dpkg are made up, so"
        " what dpkg unpacks is not tried",
        "--pieces 16 --pairs 20 --drawn 5 --cut-starts 1",
        needs_root=True,
    ),
    Lab(
        "lab-card",
        "a card of Imager's installs the scoreboard, from its first start to a game",
        is_long=True,
        needs_root=True,
    ),
    Lab("lab-image", "the disk of make image starts a PC, to a game on the page", is_long=True, needs_root=True),
    Lab("lab-image-arm64", "the same disk for arm64, on an emulated processor", is_long=True, needs_root=True),
    Lab("lab-bad-card", "a card that fails at each write of an evening", "--only play", needs_root=True),
    Lab("lab-kills", "a stadium that plays is killed at random, and goes on", "--kills 100"),
    Lab("lab-law", "random games of every kind, judged by the law and by a second one", "--games 300"),
    Lab("lab-fuzz", "made-up bytes for all that reads what others wrote", "--minutes 1"),
    Lab("lab-houses", "games between two houses, every tenth message lost, repeated or late", is_long=True),
    Lab("lab-season", "a season in one process: does anything grow?", is_long=True),
    Lab("lab-install", "the package's whole life under a real systemd", is_long=True, needs_root=True),
    Lab("lab-watchdogs", "one part of the installed scoreboard after the other hangs", needs_root=True),
    Lab("lab-machine", "a computer with pins, camera and panel: played, hung, its kernel crashed", needs_root=True),
    Lab("lab-cuts", "such a computer loses its power in mid-game", "--cuts 10", needs_root=True),
    Lab(
        "lab-wifi",
        "its own Wi-Fi and a home's, on simulated radios: joined, refused, cut",
        is_long=True,
        needs_root=True,
    ),
    Lab("lab-update", "updates that are cut, do not play or do not see", is_long=True, needs_root=True),
    Lab("lab-power", "disks that fill up, turn read-only and lose their power", needs_root=True),
    Lab("lab-camera", "our camera on picamera2's real class", needs_root=True),
    Lab("lab-syscalls", "which system calls the services make, for their filters", is_long=True, needs_root=True),
    Lab("lab-arm64", "the package on an emulated arm64 Debian 13, beside amd64", is_long=True, needs_root=True),
    Lab("lab-mutants", "the law broken on purpose, in every small way", is_long=True),
    Lab("lab-play", "a day and a night of simulated play", is_long=True),
    Lab("lab-cubes", "throws of two to four six-sided dice", is_long=True),
    Lab("lab-board", "helmets and ball on the simulated board", is_long=True),
    Lab("lab-guides", "the guides at /help, searched in a browser under the page's policy", is_long=True),
    Lab("lab-mqtt", "a thousand stadiums at one broker, connections cut by lot", is_long=True),
    Lab("lab-league", "stadiums in a league that is killed every 5 s", is_long=True),
    Lab("lab-api", "made-up requests to the page", is_long=True),
    Lab("lab-chadwick", "event files, read by Chadwick", is_long=True),
    Lab("lab-soak", "an hour of a simulated game: memory, and whether it grows", is_long=True, needs_root=True),
    Lab(
        "lab-busy", "all tests, four times as many at once as there are cores: none may fail by the clock", is_long=True
    ),
)


class Result(NamedTuple):
    """What a run came to."""

    lab: Lab
    ok: bool
    line: str
    seconds: float

    @property
    def row(self) -> str:
        """Its row of the page."""
        line = self.line.replace("|", "\\|")
        verdict = line if self.ok else f"**failed**: {line}"
        return row_of(self.lab, verdict, f"{self.seconds / 60:.1f}", today(), revision())


def row_of(lab: Lab, *cells: str) -> str:
    """A lab's row of the page: its command, what it tries, and these cells."""
    return f"| {' | '.join((f'`{lab.command}`', lab.tries, *cells))} |"


def today() -> str:
    """The day, in UTC."""
    return datetime.now(UTC).date().isoformat()


@cache
def revision() -> str:
    """Of this tree, with "-dirty" if anything in it but the page is changed."""

    def git(*command: str) -> str:
        return subprocess.run(["git", *command], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()

    is_dirty = git("status", "--porcelain", "--untracked-files=no", "--", ".", f":!{PAGE.relative_to(ROOT)}")
    return git("rev-parse", "--short", "HEAD") + "-dirty" * bool(is_dirty)


@cache
def versions() -> tuple[str, ...]:
    """Of the system, the kernel, Python, SQLite, QEMU, and the Debian that labs install on; "none" if it is missing."""
    qemu, debian = shutil.which("qemu-system-x86_64"), BASE / "etc/debian_version"
    printed = subprocess.run([qemu, "--version"], check=True, capture_output=True, text=True).stdout if qemu else ""
    found = re.search(r"version (\S+)", printed)
    return (
        platform.freedesktop_os_release()["PRETTY_NAME"],
        platform.release().partition("-")[0],
        platform.python_version(),
        sqlite3.sqlite_version,
        found[1] if found else "none",
        debian.read_text(encoding="utf-8").strip() if debian.exists() else "none",
    )


def run(lab: Lab) -> Result:
    """Run it, and keep all that it prints."""
    tell(f"begins  {lab.command}: {lab.tries}")
    LOGS.mkdir(parents=True, exist_ok=True)
    log, begun = LOGS / f"{lab.name}.log", time.monotonic()
    command = ["make", "--no-print-directory", lab.name, f"OPTIONS={lab.options}"]
    with log.open("w", encoding="utf-8") as output:
        code = subprocess.run(command, cwd=ROOT, check=False, stdout=output, stderr=subprocess.STDOUT).returncode
    printed = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines()]
    lines = [line for line in printed if line and not line.startswith("make")] or ["it printed nothing"]
    return Result(lab, code == 0, lines[-1], time.monotonic() - begun)


def summary(result: Result) -> str:
    """One clear line about it."""
    where = "" if result.ok else f" (all of it: {LOGS.relative_to(ROOT)}/{result.lab.name}.log)"
    return f"{'ok    ' if result.ok else 'FAILED'}  {result.lab.name}, {result.seconds:.0f} s: {result.line}{where}"


def rows(page: str) -> dict[str, str]:
    """The rows of the page that are of a run, by command."""
    of_labs = {found[1]: line for line in page.splitlines() if (found := ROW.match(line))}
    return {command: line for command, line in of_labs.items() if f" | {NOT_RUN} | " not in line}


def with_rows(page: str, results: Sequence[Result]) -> str:
    """The page with the rows of these, in the order of the labs; commands that were not run keep theirs.

    A lab without any run has a row that says so. If these results come of other versions than those before, the table
    of versions gets one more row.
    """
    kept = rows(page) | {each.lab.command: each.row for each in results}
    lines = list[str]()
    for lab in LABS:
        commands = sorted(command for command in kept if command.split()[1] == lab.name)
        lines += [kept[command] for command in commands] or [row_of(lab._replace(options=""), NOT_RUN, "", "", "")]
    of_versions = [line for line in page.splitlines() if VERSIONS_ROW.match(line)]
    newest = f" | {' | '.join(versions())} |"
    if results and not (of_versions and of_versions[-1].endswith(newest)):
        of_versions.append(f"| {today()}{newest}")
    return HEAD + "".join(f"{line}\n" for line in lines) + VERSIONS_HEAD + "".join(f"{line}\n" for line in of_versions)


def longest_first(labs: Iterable[Lab], page: str) -> list[Lab]:
    """In the order in which they end soonest together, by the minutes that the page has of each; the unknown first."""
    of_page = rows(page)

    def minutes(lab: Lab) -> float:
        row = of_page.get(lab.command)
        return math.inf if row is None else float(row.split(" | ")[-3])

    return sorted(labs, key=minutes, reverse=True)


def chosen(names: Iterable[str]) -> Iterator[Lab]:
    """The labs of those names in full, or all that are not long; those that cannot run here are named."""
    named = set(names)
    for lab in LABS:
        if lab.name in named or (not named and not lab.is_long):
            if lab.needs_root and os.geteuid() != 0:
                tell(f"not run  {lab.name}: it needs root (sudo make lab)")
            else:
                yield lab._replace(options="") if named else lab


def main() -> None:
    """Run them."""
    parser = argparse.ArgumentParser(prog="make lab", description=__doc__)
    parser.add_argument("labs", nargs="*", metavar="LAB", choices=[[], *(lab.name for lab in LABS)])
    parser.add_argument("--list", action="store_true", help="show all labs and what each tries")
    at_once = (os.cpu_count() or 1) + 1
    parser.add_argument(
        "--at-once", type=int, default=at_once, help=f"labs that run side by side (default: {at_once}, for these cores)"
    )
    wanted = parser.parse_args()
    if wanted.list:
        for lab in LABS:
            tell(f"{lab.name:13} {lab.tries}{' (only where it is named)' * lab.is_long}")
        return
    results, _ = list[Result](), revision()
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    with ThreadPoolExecutor(wanted.at_once) as places:
        runs = [places.submit(run, lab) for lab in longest_first(chosen(wanted.labs), page)]
        try:
            for each in as_completed(runs):
                results.append(each.result())
                tell(summary(results[-1]))
        except KeyboardInterrupt:
            places.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            # Not earlier: the page is part of the package, so each row would have the labs make their disks again.
            PAGE.write_text(with_rows(PAGE.read_text(encoding="utf-8") if PAGE.exists() else "", results), "utf-8")
    failed = sum(not each.ok for each in results)
    tell(f"{len(results) - failed} passed, {failed} failed; {PAGE.relative_to(ROOT)} is written")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
