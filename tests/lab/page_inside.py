#!/usr/bin/env python3
"""What a phone at the table does, on a machine of the lab: run there by `lab_install`, as root, with Python alone.

It looks at every file of the page in both languages, has a code shown, reads it where a box without a panel says it,
pairs, and has four jobs done. One JSON object of what was found is printed; what is not as it should be raises.
"""

from __future__ import annotations

import http.client
import io
import json
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

HOST = "127.0.0.1"
STATIC = Path("/usr/share/stadium-scoreboard/scoreboard/web/static")
SPANISH = Path("/usr/share/stadium-scoreboard/scoreboard/language/catalogues/es.mo")
PHONES = Path("/var/lib/stadium/simulated.phones")
PATIENCE_S, CARD_S = 60.0, 600.0


class Phone:
    """Speaks HTTP to the page, and keeps its cookie."""

    def __init__(self) -> None:
        self.cookie = ""

    def ask(self, method: str, path: str, body: object = None) -> bytes:
        """The answer's body; RuntimeError unless it is 2xx. What is sent as bytes is a zip."""
        connection = http.client.HTTPConnection(HOST, timeout=20)
        kind = "application/zip" if isinstance(body, bytes) else "application/json"
        headers = {"Cookie": self.cookie, "Origin": f"http://{HOST}", "Content-Type": kind}
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body)
        connection.request(method, path, sent, headers)
        answer = connection.getresponse()
        body_read = answer.read()
        if answer.status // 100 != 2:
            raise RuntimeError(f"{method} {path} is answered {answer.status}: {body_read[:300]!r}")
        if (cookie := answer.getheader("Set-Cookie")) is not None:
            self.cookie = cookie.partition(";")[0]
        return body_read

    def job(self, name: str, patience_s: float = PATIENCE_S) -> dict[str, object]:
        """Have a job done, and wait for its end."""
        begun = json.loads(self.ask("POST", "/api/jobs", {"job": name}))
        job = dict[str, object]()

        def has_ended() -> bool:
            job.update(json.loads(self.ask("GET", f"/api/jobs/{begun['id']}")))
            return job["state"] in {"done", "failed"}

        wait_until(f"{name} ends", has_ended, patience_s)
        if job["state"] == "failed":
            raise RuntimeError(f"{name} failed: {job}")
        return job


def wait_until(what: str, happened: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
    """Wait for it; RuntimeError if it does not happen."""
    ends = time.monotonic() + patience_s
    while not happened():
        if time.monotonic() > ends:
            raise RuntimeError(f"waited {patience_s:.0f} s in vain until {what}")
        time.sleep(0.2)


def printed(*command: str) -> str:
    """What a program of the system prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def process_of_the_box() -> str:
    """The number of the service's process."""
    return printed("systemctl", "show", "stadium", "--property=MainPID", "--value")


def is_answered() -> bool:
    """Whether the page answers anybody."""
    try:
        return bool(Phone().ask("GET", "/health"))
    except (OSError, RuntimeError):
        return False


def code_of_the_box() -> str:
    """The newest code in the log; the appliance says it there, for it has no panel here."""
    codes = list[str]()

    def is_shown() -> bool:
        log = printed("journalctl", "--unit=stadium", "--output=cat", "--no-pager")
        codes.extend(re.findall(r"To pair a phone, type (\d{6}) on it", log))
        return bool(codes)

    wait_until("a code is shown", is_shown)
    return codes[-1]


def main() -> None:
    """Do all of it, in order."""
    phone, found = Phone(), dict[str, object]()
    files = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())
    found["files"] = sum(bool(phone.ask("GET", f"/static/{name}")) for name in files)
    for spoken in ("en", "es"):
        if f'lang="{spoken}"'.encode() not in phone.ask("GET", f"/?lang={spoken}"):
            raise RuntimeError(f"the page is not in {spoken}")
    found["es.mo"] = SPANISH.stat().st_size
    phone.ask("POST", "/api/pair/begin", {})
    paired = json.loads(phone.ask("POST", "/api/pair", {"code": code_of_the_box(), "name": "Ana's phone"}))
    found["paired"] = paired
    state = PHONES.stat()
    found["phones"] = f"{state.st_mode & 0o777:o} {PHONES.owner()}"
    home, news = (json.loads(phone.ask("GET", f"/api/{path}")) for path in ("network/home", "news"))
    found["home"] = f"{len(home['found'])} in reach, {home['state']}; news of {news['version']}"
    if home["why_not"]:
        raise RuntimeError(f"no Wi-Fi can be joined: {home['why_not']}")
    doctor = phone.job("doctor")
    found["doctor"] = len(doctor["findings"])  # type: ignore[arg-type] # a list
    backup = phone.job("backup")
    kept = phone.ask("GET", str(backup["file"]))
    with zipfile.ZipFile(io.BytesIO(kept)) as archive:
        found["backup"] = len(archive.namelist())
    card = phone.job("card", CARD_S)
    with zipfile.ZipFile(io.BytesIO(phone.ask("GET", str(card["file"])))) as archive:
        found["card"] = sum(name.endswith(".deb") for name in archive.namelist())
    process = process_of_the_box()
    inside = list(Path(f"/proc/{process}/root/var/tmp").glob("stadium-*"))
    outside = list(Path("/var/tmp").glob("stadium-*"))  # noqa: S108 - where the service has made it
    found["jobs"] = f"{len(inside)} folder inside, {len(outside)} outside, {inside[0].stat().st_mode & 0o777:o}"
    if found["phones"] != "600 stadium" or len(inside) != 1 or outside:
        raise RuntimeError(f"not as it should be: {found}")
    phone.ask("POST", "/api/jobs", kept)
    wait_until("the backup is put back", lambda: bool([*PHONES.parent.glob("before-restore*")]))
    wait_until("it plays again", lambda: process_of_the_box() not in {"0", process} and is_answered())
    found["restored"] = [path.name for path in PHONES.parent.glob("before-restore*")]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
