#!/usr/bin/env python3
"""`make lab-api`: requests made up from the OpenAPI document, without a cookie and with an owner's, for ten minutes.

schemathesis makes them up: right ones, wrong ones, and every limit that the document names. They go to a scoreboard of
its own, started as a user would. Nothing may be answered 5xx or otherwise than documented, nothing may hang, and
without a cookie nothing may change. The stream does not end by itself, so it is left out; its tests try it. The pace
that every phone is held to is off, or it alone would answer most requests; and an owner's wish that the stadium start
again is answered and no more, or nobody would answer the next one. Afterwards the scoreboard still plays, ends when
told to, and its journal opens.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

from telling import count_failed, tell

HERE = Path(__file__).resolve().parents[2]
PYTHON, STADIUM = HERE / ".venv/bin/python", HERE / ".venv/bin/stadium"
SCHEMATHESIS = HERE / ".venv-api/bin/schemathesis"
UNPACED = """
from firmware.appliance import Appliance
from firmware.cli.start import main
from scoreboard.web.http import guard
guard.EACH_S = 0.0
Appliance._restart = lambda _: None
main()
"""
"""Begins the scoreboard without the pace of changes, and without starting again: nobody would answer meanwhile."""
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
ANSWER_S = 10
"""Seconds within which every answer is there: a bound, far above what any takes."""
START_S = 60
MOST_CHARACTERS = 6_000
"""Characters of what went wrong."""
_DIGITS = re.compile(r"\b(\d{6})\b")


class LabError(Exception):
    """Something is not as it should be."""


class Scoreboard:
    """A scoreboard that runs, and what it keeps in its folder."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.address = folder, f"http://127.0.0.1:{port}"
        self.output, self.journal, self.config = folder / "output", folder / "games.db", folder / "stadium.toml"
        self.config.write_text('[game]\nrules = "diamante-major"\n', encoding="utf-8")
        devices = ("--camera", "none", "--buttons", "mock", "--panel", "none", "--headless")
        files = ("--config", str(self.config), "--journal", str(self.journal), "--port", str(port))
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [PYTHON, "-c", UNPACED, "run", *devices, *files], stdout=output, stderr=subprocess.STDOUT
            )

    def wait(self) -> None:
        """Until the page answers."""
        until = time.monotonic() + START_S
        while time.monotonic() < until:
            try:
                self.ask("/health")
            except OSError:
                time.sleep(0.2)
            else:
                return
        raise LabError(f"no answer from the page: {self.output.read_text()}")

    def ask(self, path: str, body: object = None, cookie: str = "") -> HTTPResponse:
        """Ask as our page does."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data)  # noqa: S310 - our own
        for name, value in headers(self.address, cookie).items():
            request.add_header(name, value)
        return urllib.request.urlopen(request, timeout=ANSWER_S)  # type: ignore[no-any-return]  # noqa: S310

    def get(self, path: str, cookie: str = "") -> Any:  # noqa: ANN401 - JSON
        """What is answered, as JSON."""
        return json.load(self.ask(path, cookie=cookie))

    def pair(self) -> str:
        """Pair a phone by the digits that the terminal shows; its cookie."""
        self.ask("/api/pair/begin", {})
        until = time.monotonic() + ANSWER_S
        while time.monotonic() < until:
            if digits := _DIGITS.findall(self.output.read_text()):
                paired = self.ask("/api/pair", {"code": digits[-1], "name": "Lab"})
                return str(paired.headers["Set-Cookie"]).partition(";")[0]
            time.sleep(0.2)
        raise LabError("no digits were shown")

    def kept(self) -> dict[str, object]:
        """What nobody without a cookie may change."""
        files = {path.name: path.read_bytes() for path in sorted(self.folder.iterdir()) if is_kept(path)}
        return {**files, "games": self.get("/api/games"), "state": self.get("/api/state")["number"]}

    def memory_mb(self) -> float:
        """Of its process."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


def is_kept(path: Path) -> bool:
    """Whether a phone could have changed it; the journal is asked for by the page."""
    return path.is_file() and path.suffix in {".toml", ".json", ".phones"}


def headers(address: str, cookie: str) -> dict[str, str]:
    """As a browser sends them."""
    return {"Origin": address, "Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}


@contextmanager
def running(port: int) -> Iterator[Scoreboard]:
    """A scoreboard while the context lasts."""
    with tempfile.TemporaryDirectory() as folder:
        scoreboard = Scoreboard(Path(folder), port)
        try:
            scoreboard.wait()
            yield scoreboard
        finally:
            scoreboard.process.kill()
            scoreboard.process.wait()


def requests(scoreboard: Scoreboard, minutes: float, seed: int, cookie: str = "") -> str:
    """Make them up and send them; the count, or LabError with what went wrong."""
    given = [f"--header={name}: {value}" for name, value in headers(scoreboard.address, cookie).items()]
    own = ["--exclude-path=/api/phones/{id}"] if cookie else []  # else it would revoke itself
    command = [SCHEMATHESIS, "run", f"{scoreboard.address}/api/openapi.json", *given, *own]
    command += [f"--checks={CHECKS}", "--exclude-path=/api/stream", f"--request-timeout={ANSWER_S}"]
    command += [f"--max-time={minutes * 60:.0f}", f"--seed={seed}", "--continue-on-failure"]
    command += ["--no-color", "--warnings=off"]
    made = subprocess.run(command, capture_output=True, text=True, check=False, cwd=scoreboard.folder)
    if made.returncode != 0:
        raise LabError(made.stdout[-MOST_CHARACTERS:] + made.stderr[-2000:])
    summary = made.stdout.partition("SUMMARY")[2] or made.stdout
    lines = [line.strip(" =") for line in summary.splitlines()]
    return " · ".join(line for line in lines if line)


def without_cookie(scoreboard: Scoreboard, minutes: float, seed: int) -> str:
    """Nothing is kept otherwise afterwards."""
    before = scoreboard.kept()
    count = requests(scoreboard, minutes, seed)
    after = scoreboard.kept()
    if changed := [name for name in before.keys() | after.keys() if before.get(name) != after.get(name)]:
        raise LabError(f"changed without a cookie: {', '.join(changed)}")
    return count


def with_cookie(scoreboard: Scoreboard, minutes: float, seed: int, cookie: str) -> str:
    """An owner's phone, which is still one afterwards."""
    count = requests(scoreboard, minutes, seed, cookie)
    role = (scoreboard.get("/api/me", cookie)["phone"] or {}).get("role")
    if role != "owner":
        raise LabError(f"the phone is {role!r} now")
    return count


def ends(scoreboard: Scoreboard, before_mb: float) -> str:
    """It ends when told to, and its journal opens."""
    after_mb, games = scoreboard.memory_mb(), len(scoreboard.get("/api/games"))
    scoreboard.process.send_signal(signal.SIGTERM)
    if code := scoreboard.process.wait(START_S):
        raise LabError(f"it ended with {code}: {scoreboard.output.read_text()[-2000:]}")
    if "Traceback" in (log := scoreboard.output.read_text()):
        raise LabError(log[-4000:])
    listed = subprocess.run(
        [STADIUM, "games", "--journal", scoreboard.journal], capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        raise LabError(listed.stderr)
    return f"{games} games, memory {before_mb:.0f} -> {after_mb:.0f} MB"


def main() -> None:
    """Ask without a cookie, ask with one, and end it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=10.0, help="for both rounds together (default: 10)")
    asked.add_argument("--seed", type=int, default=1, help="of what is made up (default: 1)")
    asked.add_argument("--port", type=int, default=8917, help="of the page that is asked (default: 8917)")
    given = asked.parse_args()
    with running(given.port) as scoreboard:
        tell(f"Asking for {given.minutes:g} minutes ...")
        before_mb, half = scoreboard.memory_mb(), given.minutes / 2
        cookie = scoreboard.pair()  # first of all: wrong codes shut this address out for a while
        checks = {
            "without a cookie": lambda: without_cookie(scoreboard, half, given.seed),
            "with an owner's": lambda: with_cookie(scoreboard, half, given.seed, cookie),
            "ends well": lambda: ends(scoreboard, before_mb),
        }
        sys.exit(min(count_failed(checks, LabError, OSError, subprocess.TimeoutExpired), 1))


if __name__ == "__main__":
    main()
