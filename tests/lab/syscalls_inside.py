#!/usr/bin/env python3
"""What else a phone may ask of the scoreboard, or of a league, on a machine of the lab: run there by `lab_syscalls`.

It asks for every page that the service's own description names, changes a setting, lights, a name, and a logo, and has
longer work begun. What is refused does not matter here: the calls that it takes are counted from outside.
"""

from __future__ import annotations

import json
import re
import sys
import time
import urllib.request
from contextlib import suppress

from page_inside import CARD_S, HOST, Phone, code_of_the_box

TRIES = 3
BUTTONS = ("strike", "ball", "homerun", "out", "undo", "redo")
"""Each is heard, where there is sound."""
WORKS = ("doctor", "backup", "calibrate", "teach", "update")
PNG = (
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)
"""A picture of one pixel."""


class Asker(Phone):
    """A phone that takes no for an answer."""

    def tries(self, method: str, path: str, body: object = None) -> str:
        """The answer, or why there is none."""
        why = ""
        for _ in range(TRIES):
            try:
                return self.ask(method, path, body).decode("utf-8", "replace")
            except RuntimeError as error:
                return str(error)
            except OSError as error:  # it is traced, and slow
                why = str(error)
        return why


def look_at_everything(phone: Asker) -> int:
    """Every address that can be looked at; how many there are."""
    paths = json.loads(phone.tries("GET", "/api/openapi.json"))["paths"]
    looked = [re.sub(r"\{\w+\}", "1", path) for path, methods in paths.items() if "get" in methods]
    for path in looked:
        if not path.endswith("stream"):
            phone.tries("GET", path)
    return len(looked)


def main() -> None:
    """Ask for all of it."""
    phone = Asker()
    if sys.argv[1:] == ["league"]:
        for path in ("", "api/standings", "api/games", "api/wall", "static/lib/dom.js"):
            with suppress(OSError):
                urllib.request.urlopen(f"http://{HOST}:8080/{path}", timeout=60).read()
        time.sleep(5)
        return
    phone.tries("POST", "/api/pair/begin", {})
    phone.tries("POST", "/api/pair", {"code": code_of_the_box(), "name": "Ben's phone"})
    for button in BUTTONS:
        phone.tries("POST", "/api/lines", {"type": "press", "button": button})
        time.sleep(2)
    looked = look_at_everything(phone)
    phone.tries("PUT", "/api/settings", {"panel.brightness": 3, "sound.volume": 4})
    phone.tries("POST", "/api/network/home", {"ssid": "Nowhere", "password": "batter-up"})
    for work in WORKS:
        job = phone.tries("POST", "/api/jobs", {"job": work, "dice": ["red"] if work == "teach" else []})
        time.sleep(3)
        if found := re.search(r'"id":(\d+)', job):
            phone.tries("POST", f"/api/jobs/{found[1]}", {"press": "stop"})
    with suppress(RuntimeError, OSError):
        phone.job("card", CARD_S)
    sys.stdout.write(f"looked at {looked} addresses\n")


if __name__ == "__main__":
    main()
