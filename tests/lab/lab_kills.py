#!/usr/bin/env python3
"""`make lab-kills`: a stadium that plays is killed (kill -9) at some instant, five thousand times, and goes on.

A kill takes the program and leaves the system: what was written is there, flushed or not (`make lab-crash` is about
what is not). The stadium is the program as it is, but for its eyes (`crash_box.py`): one process starts it again and
again, as a child that plays throws, takes one back, and changes a setting, and says each time what was shown. Each
start must find all that was, or one thing more; nothing may complain. When it is killed is drawn by lot: in its start,
in a game, or at its end.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import select
import signal
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
for folder in (ROOT, ROOT / "tests"):
    sys.path.insert(0, str(folder))

from crash_box import HOME, BriefBox, Found, lighten, look, started  # noqa: E402 - found on the path above
from support.scoring import SETUP, thrown  # noqa: E402
from telling import tell  # noqa: E402

from scoreboard.rules.events import Press  # noqa: E402
from scoreboard.web.play.changes import GameAsked  # noqa: E402

KILLS = 5000
START_S = 0.5
"""Seconds that a start takes, as far as is known at first: each shows how long it does on this machine."""
LONG_GAME = 150
"""Lines of a game, after which another one is begun: a start reads all of them."""
MOST_SHOWN = 20


class LastReport(NamedTuple):
    """What a stadium reported last before its end.

    Attributes:
        shown: the game and its lines that were shown last.
        innings: that were set last.
        asked: the innings that were asked for.
    """

    shown: tuple[int, int]
    innings: int
    asked: int


class Killer:
    """Starts a stadium in a folder, kills it, and looks at the next one.

    Attributes:
        wrong: sentences about what was not as it should be.
        kills: by where it was killed: in its start, or in a game.
    """

    def __init__(self, disk: Path, seed: int) -> None:
        self._disk, self._lots = disk, random.Random(seed)  # noqa: S311 - an instant, no secret
        self.wrong, self.kills = list[str](), {"start": 0, "game": 0}
        self._last = LastReport((1, 1), 0, 0)
        self._start_s = START_S
        (disk / HOME).mkdir()

    def kill_one(self) -> None:
        """Start one, and kill it."""
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _play(self._disk, writer)
        os.close(writer)
        began = time.monotonic()
        # Half are killed in their start, the others while they play.
        wait = self._lots.uniform(0, self._start_s * 2)
        output, ready_s = _heard(reader, until=began + wait)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        output += _rest(reader)
        os.close(reader)
        if ready_s is not None:
            self._start_s += (ready_s - began - self._start_s) / 10
        elif wait > self._start_s:  # by half only: one slow start must not have all others wait
            self._start_s += (wait - self._start_s) / 2
        self._judge(output.decode().splitlines(keepends=True))

    def _judge(self, lines_read: list[str]) -> None:
        report = self._last
        whole = [line.split() for line in lines_read if line.endswith("\n")]
        self.kills["game" if whole else "start"] += 1
        for word, *rest in whole:
            if word == "found":
                game, lines, innings = map(int, rest)
                self._check(report, game, lines, innings)
                report = LastReport((game, lines), innings, innings)
            elif word == "shown":
                report = report._replace(shown=(int(rest[0]), int(rest[1])))
            elif word == "asked":
                report = report._replace(asked=int(rest[0]))
            elif word == "set":
                report = report._replace(innings=int(rest[0]))
            else:
                self.wrong.append(" ".join([word, *rest]))
        self._last = report

    def _check(self, report: LastReport, game: int, lines: int, innings: int) -> None:
        allowed = {report.shown, (report.shown[0], report.shown[1] + 1), (report.shown[0] + 1, 1)}
        if (game, lines) not in allowed:
            self.wrong.append(f"game {game} has {lines} lines, and {report.shown} was shown")
        if report.innings and innings not in (report.innings, report.asked):
            self.wrong.append(f"{innings} innings, and {report.innings} were set")

    def end(self) -> Found:
        """Start it a last time, and tell what is there."""
        return look(self._disk)


def _heard(reader: int, until: float) -> tuple[bytes, float | None]:
    """What comes until that moment, and when the first came."""
    output, first = b"", None
    while (left := until - time.monotonic()) > 0:
        if not select.select([reader], [], [], left)[0]:
            break
        if not (piece := os.read(reader, 1 << 16)):
            break
        first = first or time.monotonic()
        output += piece
    return output, first


def _rest(reader: int) -> bytes:
    output = b""
    while piece := os.read(reader, 1 << 16):
        output += piece
    return output


def _play(disk: Path, writer: int) -> None:
    """Be the stadium, until somebody kills us."""

    def say(*words: object) -> None:
        os.write(writer, (" ".join(map(str, words)) + "\n").encode())

    async def script(box: BriefBox) -> None:
        innings = box.sight.calibrator.config.game.innings
        box.on_change = lambda: shown_now(box)
        if box.complaints:
            say("complains", box.complaints)
        say("found", box.session.number, box.session.history.number, innings)
        for nth in range(10**6):
            if box.session.history.number > LONG_GAME or box.session.game.over:
                await box.app.page.begin_game(GameAsked(SETUP), None, abandon_current=True, dry_run=False)
            line = Press(button="undo") if nth % 7 == 6 else thrown(box.session.game, nth * 7 % 10 + 1)
            with contextlib.suppress(Exception):  # there may be nothing to take back
                await box.app.page.record_line(line, None, dry_run=False)
            if nth % 5 == 4:
                innings = innings % 9 + 1
                say("asked", innings)
                await box.control.owner.settings.change({"game.innings": innings})
                say("set", innings)

    def shown_now(box: BriefBox) -> None:
        if not box.session.is_held:
            say("shown", box.session.number, box.session.history.number)

    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)
    try:
        started(disk, script)
    except BaseException as fault:  # noqa: BLE001 - whatever it is, it is what the lab looks for
        say("failed", type(fault).__name__, str(fault).replace("\n", " "))
    os._exit(0)


def killed(share: tuple[int, int, float]) -> tuple[list[str], dict[str, int]]:
    """So many kills at most, with that seed, until that moment."""
    kills, seed, until = share
    with tempfile.TemporaryDirectory(prefix="stadium-kills-") as folder:
        killer = Killer(Path(folder), seed)
        while sum(killer.kills.values()) < kills and time.monotonic() < until:
            killer.kill_one()
        if complaints := killer.end()["complaints"]:
            killer.wrong.append(f"at the end: {complaints}")
        return killer.wrong, killer.kills


def main() -> None:
    """Kill as many as were asked for, so many at once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=1, help="of the instants: slices with different ones add up")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="stadiums (default: a core each)")
    parser.add_argument("--minutes", type=float, default=60, help="what has not been killed by then is left alone")
    asked = parser.parse_args()
    lighten()
    began, at_once = time.monotonic(), asked.at_once
    until = began + asked.minutes * 60
    parts = [asked.kills // at_once + (nth < asked.kills % at_once) for nth in range(at_once)]
    shares = [(part, asked.seed * at_once + nth, until) for nth, part in enumerate(parts)]
    with get_context("fork").Pool(at_once) as pool:
        outcomes = pool.map(killed, shares)
    wrong = [sentence for each, _ in outcomes for sentence in each]
    for sentence in wrong[:MOST_SHOWN]:
        tell(f"FAILED  {sentence}")
    start, game = (sum(kills[where] for _, kills in outcomes) for where in ("start", "game"))
    minutes = (time.monotonic() - began) / 60
    tell(
        f"kills: {start + game}, in a start {start}, in a game {game}, lost {len(wrong)}, seed {asked.seed}, "
        f"minutes {minutes:.1f}"
    )
    sys.exit(1 if wrong or start + game < asked.kills else 0)


if __name__ == "__main__":
    main()
