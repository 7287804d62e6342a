"""Parts of the scoreboard that hang, one at a time, while the rest goes on: systemd has to notice, and restart it.

Each is hung from outside, for the product has no hook for it (`hold_inside.py`).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from appliance import Appliance
from nspawn import until
from telling import demand

HOLD = Path(__file__).with_name("hold_inside.py")
A_FEW = 5
"""Plays into a game."""
RESTART_S = 180.0
"""When it is given up that systemd notices: many times the unit's own WatchdogSec, which is not changed."""
VISIT = "import urllib.request as u; print(u.urlopen('http://127.0.0.1/metrics', timeout=5).read().decode())"
HELD = "/run/lab-held"
_EVERY_SECOND = "-p Restart=always -p RestartSec=1 -p StartLimitIntervalSec=0"
VISITOR = f'systemd-run --quiet --unit=lab-visits {_EVERY_SECOND} python3 -c "{VISIT}"'
"""Somebody who looks at the page every second."""

Check = Callable[[Appliance], str]


def hung(stadium: Appliance, thread: str, calls: str, *, answers: bool) -> str:
    """Hang a thread before one of those calls; returns how it came back.

    Args:
        stadium: whose.
        thread: `main`, or the `busiest` of the others.
        calls: of the kernel's.
        answers: whether the page still does.
    """
    until("a few plays were made", lambda: stadium.plays > A_FEW, 300)
    pid, bitten = stadium.ready(), bites(stadium)
    shutil.copy(HOLD, stadium.machine.share)
    held = f"python3 /share/{HOLD.name} {pid} {thread} {calls} > {HELD}"
    stadium.machine.run(f"rm -f {HELD}; systemd-run --quiet --collect --unit=lab-hold sh -c '{held}'")
    until(f"the {thread} thread is held", lambda: stadium.says(f"cat {HELD}") == "held", 60)
    before = stadium.plays
    if answers:
        first, second = (frames(stadium) for _ in range(2))
        demand(first == second, f"it is not the eyes that hang: {first} frames, then {second}")
    took = until("it runs again", lambda: stadium.restarted(pid), RESTART_S)
    demand(bites(stadium) == bitten + 1, "it was not the watchdog")
    until("the game goes on", lambda: stadium.plays > before, 300)
    demand(stadium.games == 1, "it began another game")
    others = "the page answered meanwhile" if answers else "nothing else moved"
    limit = stadium.shown("stadium", "WatchdogUSec")
    return f"back after {took:.0f} s, of which the watchdog's are {limit}, {others}; {before} lines, and on"


def bites(stadium: Appliance) -> int:
    """How often the watchdog has ended it."""
    return stadium.log("stadium").count("Watchdog timeout")


def frames(stadium: Appliance) -> str:
    """How many frames were seen, as the page tells it."""
    figures = stadium.machine.run(f'python3 -c "{VISIT}"').stdout.splitlines()
    return next(line for line in figures if line.startswith("stadium_frames_total"))


CHECKS: Mapping[str, Check] = {
    "the loop hangs": partial(hung, thread="main", calls="epoll_wait", answers=False),
    "the eyes hang, and all else goes on": partial(hung, thread="busiest", calls="futex", answers=True),
    "the page hangs, as somebody comes": partial(hung, thread="main", calls="accept4", answers=False),
    "the journal hangs, before a line is on the disk": partial(
        hung, thread="main", calls="fsync,fdatasync", answers=False
    ),
}
