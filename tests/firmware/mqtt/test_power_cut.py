"""A stadium whose plug is pulled while it plays and sends: every line arrives, in order, each under one key."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support.broker import Listener, Mosquitto, records

from scoreboard.journal.store import Journal
from scoreboard.record import encode

TESTS = Path(__file__).parents[2]
PLAYS = """
import sys
from pathlib import Path
from random import Random
from support.broker import PublishedTable
from support.games import drawn
from scoreboard.rules import Refused

folder, port, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
lots = Random(seed)
with PublishedTable(folder, port) as table:
    if not table.session.has_game:
        table.begin(innings=9)
    table.show()
    table.publisher.start()
    table.wait_until_well()
    while sys.stdin.readline():
        try:
            table.session.submit(drawn(table.session.game, lots))
        except Refused:
            pass
        table.show()
        print(table.session.history.number, flush=True)
"""
CUTS, LINES = 2, 12
"""How often the plug is pulled, and how many lines are tried before each."""


def test_nothing_is_lost_and_nothing_comes_twice(tmp_path: Path) -> None:
    """Whatever was on its way then: what the listener has, once it lays known keys aside, is the record."""
    with Mosquitto(tmp_path) as broker, Listener(broker.port) as listener:
        for seed in range(CUTS + 1):
            command = [sys.executable, "-c", PLAYS, str(tmp_path), str(broker.port), str(seed)]
            with subprocess.Popen(command, cwd=TESTS, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as stadium:
                assert stadium.stdin is not None
                assert stadium.stdout is not None
                for _ in range(LINES):
                    stadium.stdin.write(b"\n")
                    stadium.stdin.flush()
                    assert stadium.stdout.readline()
                if seed < CUTS:
                    stadium.kill()
                else:
                    wait_for_all(listener, record(tmp_path))
                    stadium.stdin.close()
        assert {1: record(tmp_path)} == records(listener.of("play"))


def record(folder: Path) -> list[bytes]:
    """The lines of the game, as the journal has them."""
    with Journal.open_readonly(folder / "games.sqlite") as journal:
        return [encode(line) for _, line in journal.lines(1)]


def wait_for_all(listener: Listener, lines: list[bytes]) -> None:
    """Wait until that many have come."""
    listener.wait(lambda heard: len(records(heard.of("play")).get(1, ())) >= len(lines))
