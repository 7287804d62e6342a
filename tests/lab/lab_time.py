#!/usr/bin/env python3
"""`make lab-time`: a clock that is wrong, jumps, and passes every boundary, while a game is played.

The program runs as a user starts it, under libfaketime (apt), which sets the clock on the wall and leaves the monotonic
one alone, as `date --set` and a time server do. A paired phone plays a line at every moment of a list: 1970, hours
forwards and back, midnight, the end of a year, both changes of daylight saving, 2038, and years back again. After each
the line must be on the page, the phone still paired, and a stream that was opened before everything must have told of
it. Then the plug is pulled, and the box started again hours earlier: the game must be there.

At the end every timestamp of the record is compared with the one before: none may be earlier.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from itertools import pairwise
from pathlib import Path
from queue import Queue
from threading import Thread

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

from support.hang import GIVE_UP_S  # noqa: E402 - found on the path above
from support.running import PairedPhone, Running, running  # noqa: E402 - likewise
from telling import demand, tell  # noqa: E402 - beside this file

from scoreboard.journal.store import Journal  # noqa: E402 - likewise
from scoreboard.journal.timestamps import parsed  # noqa: E402 - likewise

MOMENTS = {
    "as it should be": "2026-03-28 19:00:00",
    "three hours back": "2026-03-28 16:00:00",
    "ten hours on": "2026-03-29 02:59:58",
    "summer time begins": "2026-03-29 03:00:01",
    "summer time ends": "2026-10-25 02:59:59",
    "the same hour again": "2026-10-25 02:00:00",
    "before midnight": "2026-12-30 23:59:59",
    "midnight": "2026-12-31 00:00:00",
    "the year ends": "2026-12-31 23:59:59",
    "the year begins": "2027-01-01 00:00:00",
    "1970": "1970-01-01 00:00:05",
    "2038": "2038-01-19 03:14:08",
    "years back": "2026-11-29 10:00:00",
}
"""What the clock on the wall in Madrid says, by what happens then."""
LINE = {"type": "press", "button": "out"}


def library() -> Path:
    """Where libfaketime lies; it says how it is installed."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    if not found:
        sys.exit("libfaketime is needed: sudo apt install faketime")
    return found[0]


def set_clock(file: Path, moment: str) -> None:
    """Have the clock say that, and go on from there."""
    new = file.with_suffix(".new")
    new.write_text(f"@{moment}\n", encoding="ascii")
    new.replace(file)


def streamed(scoreboard: Running) -> Queue[int]:
    """The numbers of the lines that a page is told of, as they come, until the scoreboard stops."""
    numbers = Queue[int]()
    stream = urllib.request.urlopen(f"{scoreboard.address}/api/stream", timeout=GIVE_UP_S)  # noqa: S310 - our own

    def hear() -> None:
        with stream, suppress(OSError, HTTPException):
            for line in stream:
                if line.startswith(b"data:") and isinstance(state := json.loads(line[5:]), dict) and "number" in state:
                    numbers.put(state["number"])

    Thread(target=hear, daemon=True).start()
    return numbers


def play(phone: PairedPhone, numbers: Queue[int], happens: str) -> None:
    """Play a line, and see it told."""
    number = phone.ask("/api/lines", LINE)["number"]
    demand(phone.ask("/api/state")["number"] == number, f"{happens}: the page does not show line {number}")
    while numbers.get(timeout=GIVE_UP_S) < number:
        pass
    demand(phone.ask("/api/me")["phone"]["role"] == "owner", f"{happens}: the phone is paired no more")
    demand(phone.ask("/api/games"), f"{happens}: no games are listed")


def timestamps(folder: Path) -> list[str]:
    """The record's, in its order."""
    with Journal.open_readonly(folder / "games.db") as journal:
        return [line.at for _, line in journal.lines(1) if isinstance(getattr(line, "at", None), str)]


def main() -> None:
    """Play, and look at the record."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        clock = folder / "clock"
        set_clock(clock, next(iter(MOMENTS.values())))
        os.environ |= {"LD_PRELOAD": str(library()), "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_NO_CACHE": "1"}
        os.environ |= {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "TZ": "Europe/Madrid"}
        with running(folder, "--rules", "two-dice", "--innings", "99") as scoreboard:
            phone = PairedPhone(scoreboard)
            numbers = streamed(scoreboard)
            for happens, moment in MOMENTS.items():
                set_clock(clock, moment)
                play(phone, numbers, happens)
                tell(f"ok      {moment}, {happens}")
        set_clock(clock, "2026-11-29 04:00:00")
        with running(folder) as scoreboard:
            phone.scoreboard = scoreboard
            number = phone.ask("/api/state")["number"]
            demand(number == len(MOMENTS) + 1, f"after a power cut six hours earlier line {number} is the last")
            play(phone, streamed(scoreboard), "a power cut")
            tell("ok      a power cut, and a start six hours before it")
        stamps = timestamps(folder)
    earlier = [pair for pair in pairwise(stamps) if parsed(pair[1]) < parsed(pair[0])]
    demand(len(stamps) == len(MOMENTS) + 2, f"of {len(MOMENTS) + 2} lines {len(stamps)} have a timestamp")
    demand(not earlier, f"earlier than the line before: {earlier}")
    demand(stamps[0].startswith("2026-03-28T18:00"), f"the clock was not set: the game began at {stamps[0]}")
    tell(f"clock set {len(MOMENTS) + 1} times, lines {len(stamps)}, lost 0, out of order 0")


if __name__ == "__main__":
    main()
