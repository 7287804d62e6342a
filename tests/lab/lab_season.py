#!/usr/bin/env python3
"""`make lab-season`: a season of 162 games in one process: does anything grow, and is the page still quick?

`stadium run --simulate` plays game after game at top speed, with its page, into one journal. To film a game costs some
20 s of processor time an inning, so one in 27 is filmed, of one inning: simulated players throw, and the eyes read.
The others are whole games of nine innings, scored line by line from a phone, which also begins each game, as a
family's does. After each game it is noted what the process holds (memory, open files, threads) and what lies on
the disk (journal, pictures). Memory is that between two pictures: the least of some looks. Slopes are by least squares
over the second half, with their standard error: caches fill in the first. The last line has them, a game.

At the end the process is stopped and started again, which tells how long a box with a season behind it takes to show
its page. The longest game's box score and story are asked for, and a made-up game of 93 half-innings likewise.

Bars: at the end no more than 2 files and 1 thread more than half way; memory that does not surely grow by more than
0.1 MB a game; every answer within 1 s of processor time; no throw scored wrongly. The exit code is 1 if one is not
held. A season of a few games is too short to tell whether memory grows.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "bench")]

import msgspec  # noqa: E402 - found on the paths above
from holding import Memory, Slope, slope, verdict  # noqa: E402 - found on the paths above
from support.games import HALVES, long_histories, moments  # noqa: E402 - likewise
from support.running import PairedPhone, running  # noqa: E402 - likewise
from telling import tell  # noqa: E402 - beside this file

from scoreboard.journal.store import Journal  # noqa: E402 - likewise
from scoreboard.record import steps_of  # noqa: E402 - likewise
from scoreboard.rules import RULE_SETS  # noqa: E402 - likewise
from scoreboard.rules.events import RulesName, Setup  # noqa: E402 - likewise
from scoreboard.rules.house_rules import Rulings  # noqa: E402 - likewise

PLAYERS = ("--simulate", "--headless", "--speed", "max")
BEFORE = """
from firmware.appliance import Appliance
from scoreboard.web.http.guard import Pace
Appliance._stays = lambda _: True
Pace.check = lambda *_: None
"""
"""A game that is over stays until the phone begins the next: by itself it would end the program. And the phone, which
scores in no time, is not asked to slow down."""
TALLY = re.compile(r"read (\d+), asked (\d+), wrong (\d+) of (\d+) throws?")
BRIEFLY = Rulings(tie_after=1)
"""A game that is level after one extra inning is over (H3): one that is filmed could else last for hours."""
LOOKS, EVERY_S = 5, 0.2
"""How often memory is looked at after a game, and seconds from one look to the next."""
MOST_GROWTH, MOST_ANSWER_S = 0.1, 1.0
MOST_MORE = {"files": 2, "threads": 1}


@dataclass(frozen=True, slots=True)
class AfterGame:
    """What there was after a game: MB, numbers of files and threads, and kB on the disk."""

    held: float
    files: int
    threads: int
    journal: float
    pictures: float


def score(phone: PairedPhone, setup: Setup, lots: Random) -> None:
    """Begin a game and score all of it from the phone, while the simulated players rest."""
    phone.ask("/api/autopilot", {"on": False})
    phone.ask("/api/games", msgspec.to_builtins(setup))
    for line, _ in moments(setup, lots):
        phone.ask("/api/lines", msgspec.to_builtins(line))


def film(phone: PairedPhone, setup: Setup) -> None:
    """Begin a game and let the simulated players play it, before the camera."""
    phone.ask("/api/games", msgspec.to_builtins(setup))
    phone.ask("/api/autopilot", {"on": True})


def wait_until_over(phone: PairedPhone) -> dict[str, Any]:
    """The state at the end of the game."""
    while not (state := phone.ask("/api/state"))["over"]:
        time.sleep(1.0)
    return dict(state)


def after_game(pid: int, folder: Path) -> AfterGame:
    """Look at the process and at its folder."""
    proc = Path(f"/proc/{pid}")
    memory, held = Memory(proc), list[float]()
    for _ in range(LOOKS):
        held.append(memory.held())
        time.sleep(EVERY_S)
    threads = re.search(r"Threads:\s*(\d+)", (proc / "status").read_text(encoding="ascii"))
    assert threads is not None
    return AfterGame(
        min(held),
        sum(1 for _ in (proc / "fd").iterdir()),
        int(threads[1]),
        sum(path.stat().st_size for path in folder.glob("games.db*") if path.is_file()) / 1000,
        sum(path.stat().st_size for path in folder.rglob("*.pictures/*")) / 1000,
    )


def processor_s(pid: int, work: Callable[[], object]) -> float:
    """How much processor time the process takes while that is done, seconds."""

    def spent() -> float:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    before = spent()
    work()
    return spent() - before


def play(folder: Path, wanted: argparse.Namespace) -> tuple[list[AfterGame], tuple[int, int], str]:
    """Play it: what there was after each game, the lines and number of the longest, and what was said at the end."""
    options = ("--rules", wanted.rules, "--innings", "1", "--seed", str(wanted.seed))
    lots = Random(wanted.seed)  # noqa: S311 - games are drawn, no secret
    with running(folder, *options, before=BEFORE, devices=PLAYERS) as scoreboard:
        phone, seen, longest = PairedPhone(scoreboard), list[AfterGame](), (0, 0)
        line = {name: value for name, value in phone.ask("/api/state")["setup"].items() if name != "at"}
        usual = msgspec.convert(line, Setup)
        filmed = msgspec.structs.replace(usual, house=BRIEFLY)
        scored = msgspec.structs.replace(usual, innings=wanted.innings)
        for number in range(wanted.games):
            is_filmed = number % wanted.every == 0
            if not is_filmed:
                score(phone, scored, lots)
            elif number:
                film(phone, filmed)
            state = wait_until_over(phone)
            longest = max(longest, (state["number"], state["game"]))
            seen.append(after_game(scoreboard.pid, folder))
            tell(f"game {number + 1}, {'filmed' if is_filmed else 'scored'}: {state['number']} lines, {seen[-1]}")
        scoreboard.stop()
        return seen, longest, scoreboard.rest()


def growths(seen: Sequence[AfterGame]) -> dict[str, tuple[float, Slope]]:
    """By how much each figure is more at the end than half way, and its slope a game since; tells them."""
    found = dict[str, tuple[float, Slope]]()
    for field in fields(AfterGame):
        values = [getattr(each, field.name) for each in seen[len(seen) // 2 :]]
        found[field.name] = values[-1] - values[0], slope(range(len(values)), values)
        growth, error = found[field.name][1]
        tell(f"{field.name}: {values[0]:.1f} to {values[-1]:.1f}, {growth:+.4f} ± {error:.4f} a game")
    return found


def growth_faults(grown: Mapping[str, tuple[float, Slope]]) -> Iterator[str]:
    """What grows too much."""
    for name, most in MOST_MORE.items():
        if grown[name][0] > most:
            yield f"{name} grow"
    growth, error = grown["held"][1]
    if (kept := verdict(growth, MOST_GROWTH, error)) == "NOT KEPT":
        yield "memory grows"
    tell(f"memory, at most {MOST_GROWTH} MB a game: {kept}")


def slowest_answer(folder: Path, longest: tuple[int, int], rules: RulesName) -> tuple[float, float]:
    """Start again with the whole season: seconds until the page is there, and the slowest view's processor time."""
    lines, number = longest
    _, history = long_histories(rules, Random(3))  # noqa: S311 - a game is drawn, no secret
    with closing(Journal.create(folder / "games.db")) as journal:
        made_up = journal.add((step.line for step in steps_of(history)), imported=True)
    begun, slowest = time.monotonic(), 0.0
    with running(folder) as scoreboard:
        start_s = time.monotonic() - begun
        phone = PairedPhone(scoreboard)
        for game, name in ((number, f"the longest game, {lines} lines"), (made_up, f"{HALVES} half-innings")):
            for view in ("box", "story", "chances"):
                took = processor_s(scoreboard.pid, partial(phone.ask, f"/api/games/{game}/{view}"))
                tell(f"{view} of {name}: {took:.2f} s")
                slowest = max(slowest, took)
    return start_s, slowest


def season(folder: Path, wanted: argparse.Namespace) -> list[str]:
    """Play it, look at it; what is not as it should be."""
    seen, longest, printed = play(folder, wanted)
    grown = growths(seen)
    faults = list(growth_faults(grown))
    tally = TALLY.search(printed)
    assert tally is not None, printed
    read, asked, wrong, throws = map(int, tally.groups())
    start_s, slowest = slowest_answer(folder, longest, wanted.rules)
    faults += [f"{wrong} throws are scored wrongly"] * bool(wrong)
    faults += [f"an answer takes {slowest:.1f} s"] * (slowest > MOST_ANSWER_S)
    slopes = {name: f"{found.growth:+.3f} ± {found.error:.3f}" for name, (_, found) in grown.items()}
    tell(
        f"games {wanted.games}, one in {wanted.every} filmed; throws {throws}, read {read}, asked {asked},"
        f" wrong {wrong}; a game of the second half adds memory {slopes['held']} MB, journal {slopes['journal']} kB,"
        f" pictures {slopes['pictures']} kB; files and threads there {grown['files'][0]:+d} and"
        f" {grown['threads'][0]:+d}; start with all of them {start_s:.1f} s, slowest answer {slowest:.2f} s"
    )
    return faults


def main() -> None:
    """Play a season, and say what it came to."""
    parser = argparse.ArgumentParser(prog="make lab-season", description=__doc__)
    parser.add_argument("--games", type=int, default=162)
    parser.add_argument("--rules", choices=list(RULE_SETS), default="two-dice")
    parser.add_argument("--every", type=int, default=27, help="one game in so many is filmed, of one inning")
    parser.add_argument("--innings", type=int, default=9, help="of each game that is scored from the phone")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sys.exit("; ".join(season(Path(folder), wanted)) or None)


if __name__ == "__main__":
    main()
