"""The bill of materials of the Debian package: what it is made of and what it runs on, as CycloneDX 1.6 in JSON.

A scanner of advisories reads it, or whoever wants to know without one. It is written by hand, for the library that
would write it brings six others to whoever builds on a Pi; a test reads it by that library, against CycloneDX's schema.

Rule kept here: it says what is known when the package is built. Versions of libraries are those of Debian 13 that the
tests run on; apt may have newer ones by now. What those need in turn is not listed, and it says so.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

ROOT: Final = Path(__file__).resolve().parents[1]
SPEC: Final = "1.6"
ROOMS: Final = ("firmware", "scoreboard", "vision")
OURS: Final = "Apache-2.0"
FLOORS: Final = ROOT / "packaging/floors.toml"
TRIED: Final = ROOT / "constraints-debian13.txt"
NEEDS: Final = ("Depends", "Recommends", "Suggests")
Part = dict[str, Any]


def bill(name: str, version: str, control: str, when: int) -> bytes:
    """The bill of that package: of that version, with that description for dpkg, built at that moment."""
    made = f"pkg:deb/{name}@{version}?arch=all"
    ours, theirs = list(_ours(version)), list(_theirs(control))
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": SPEC,
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, f'{made} {when}')}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "lifecycles": [{"phase": "build"}],
            "component": {
                "type": "application",
                "bom-ref": made,
                "name": name,
                "version": version,
                "licenses": _licenses(OURS),
                "purl": made,
                "components": ours,
            },
        },
        "components": theirs,
        "dependencies": [{"ref": made, "dependsOn": [each["bom-ref"] for each in theirs]}],
        "compositions": [{"aggregate": "incomplete", "dependencies": [made]}],
    }
    return json.dumps(document, indent=1, ensure_ascii=False).encode() + b"\n"


def _ours(version: str) -> Iterator[Part]:
    """The three rooms, and the networks with their hashes."""
    for room in ROOMS:
        yield {"type": "library", "bom-ref": room, "name": room, "version": version, "licenses": _licenses(OURS)}
    for network in sorted((ROOT / "vision/model").glob("*.onnx")):
        digest = sha256(network.read_bytes()).hexdigest()
        yield {
            "type": "machine-learning-model",
            "bom-ref": network.name,
            "name": network.name,
            "version": version,
            "hashes": [{"alg": "SHA-256", "content": digest}],
            "licenses": _licenses(OURS),
        }


def _theirs(control: str) -> Iterator[Part]:
    """The libraries that the package names, by the Debian packages that have them."""
    needed = {package: field for field in NEEDS for package in _packages(control, field)}
    floors, tried = tomllib.loads(FLOORS.read_text(encoding="utf-8"))["packages"], _tried()
    for name, known in floors.items():
        if (package := known.get("debian")) not in needed:
            continue
        field, version = needed[package], tried.get(_plain(name))
        about = {"debian:package": package, "debian:field": field, "floor": known.get("floor", known.get("is"))}
        yield {
            "type": "library",
            "bom-ref": f"pkg:pypi/{_plain(name)}",
            "name": name,
            **({"version": version} if version else {}),
            "scope": "required" if field == "Depends" else "optional",
            "licenses": _licenses(known["license"]),
            "purl": f"pkg:pypi/{_plain(name)}" + (f"@{version}" if version else ""),
            "properties": [{"name": f"stadium:{key}", "value": value} for key, value in about.items() if value],
        }


def _packages(control: str, field: str) -> list[str]:
    found = re.search(rf"^{field}: (.*(?:\n .*)*)", control, re.MULTILINE)
    return [] if found is None else [each.split()[0] for each in found[1].split(",")]


def _tried() -> dict[str, str]:
    lines = TRIED.read_text(encoding="utf-8").splitlines()
    pinned = (line.partition(" ")[0].partition("==") for line in lines if "==" in line)
    return {_plain(name): version for name, _, version in pinned}


def _plain(name: str) -> str:
    """A project's name as PyPI compares it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _licenses(spdx: str) -> list[Part]:
    return [{"expression": spdx}] if " " in spdx else [{"license": {"id": spdx}}]
