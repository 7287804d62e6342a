#!/usr/bin/env python3
"""`make imager-list`: a list for Raspberry Pi Imager with the one system that the scoreboard runs on.

Imager shows what such a list has (App options, Content repository). The entry is Raspberry Pi's own: its address, sizes
and hash are read from Raspberry Pi's list, so that none of them can be out of date here. It is found by what it is: a
64-bit Raspberry Pi OS Lite whose settings cloud-init or rpi-preseed puts into force.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError

LIST: Final = "https://downloads.raspberrypi.com/os_list_imagingutility_v4.json"
NAME: Final = "Stadium Scoreboard"
WHAT: Final = "Raspberry Pi OS Lite (64-bit). Write it, then make the card: make card BOOTFS=…"
IMAGE: Final = re.compile(r"/[^/]*raspios[^/]*arm64[^/]*lite[^/]*$")
FORMATS: Final = ("cloudinit-rpi", "rpi-preseed")
NEEDED: Final = ("url", "extract_size", "extract_sha256", "image_download_size", "release_date", "icon")
LARGEST: Final = 16 << 20
Entry = dict[str, Any]


class ListError(Exception):
    """A list has nothing for us; says why."""


def entries(items: object) -> Iterator[Entry]:
    """Every system of a list, those in its groups too."""
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict):
            yield item
            yield from entries(item.get("subitems"))


def our_list(text: str) -> Entry:
    """The list for Imager, from the text of Raspberry Pi's.

    Raises:
        ListError: if that is no list, or has no system that is fit.
    """
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ListError(f"it is no JSON: {error}") from error
    found = [each for each in entries(whole.get("os_list") if isinstance(whole, dict) else None) if _is_fit(each)]
    if not found:
        raise ListError("it has no 64-bit Raspberry Pi OS Lite of version 13 or later; is it Raspberry Pi's own list?")
    newest = max(found, key=lambda each: str(each["release_date"]))
    return {"os_list": [newest | {"name": NAME, "description": WHAT}]}


def _is_fit(entry: Entry) -> bool:
    return (
        all(entry.get(key) for key in NEEDED)
        and IMAGE.search(str(entry["url"])) is not None
        and entry.get("init_format") in FORMATS
    )


def read(source: str) -> str:
    """The text of a list, from a file or an address. OSError if it cannot be read."""
    if source.startswith(("http://", "https://")):
        with urllib.request.urlopen(source, timeout=30) as answer:  # noqa: S310 - by these two alone
            return str(answer.read(LARGEST).decode("utf-8"))
    return Path(source).read_text(encoding="utf-8")


def main(words: Sequence[str] | None = None) -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(prog="make imager-list", description=__doc__)
    parser.add_argument(
        "source", nargs="?", default=LIST, metavar="LIST", help="Raspberry Pi's list: a file or address"
    )
    parser.add_argument("--out", type=Path, default=Path("dist/stadium-imager.json"), help="the file that is written")
    given = parser.parse_args(words)
    try:
        ours = our_list(read(given.source))
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(json.dumps(ours, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except (ListError, URLError, UnicodeDecodeError) as error:
        sys.exit(f"make imager-list: {given.source}: {getattr(error, 'reason', error)}")
    except HTTPException as error:
        sys.exit(f"make imager-list: {given.source}: it answers with no list: {type(error).__name__} {error}")
    except OSError as error:
        sys.exit(f"make imager-list: {error.filename or given.source}: {error.strerror or error}")
    entry = ours["os_list"][0]
    sys.stdout.write(f"{given.out}: {entry['url']}, of {entry['release_date']}\n")


if __name__ == "__main__":
    main()
