"""The oldest versions that are accepted stand in one list, with a day and a reason, and everywhere else as there."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from importlib.metadata import distributions
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FLOORS = tomllib.loads((ROOT / "packaging/floors.toml").read_text(encoding="utf-8"))
TOOLS = {"dev"}
"""Extras of which no floor is explained: they run on nobody's box, and read what we wrote."""
DEBIAN_12_PYTHON = "3.11.2"
CONTROL = (ROOT / "packaging/debian/control").read_text(encoding="utf-8")

pytestmark = pytest.mark.once


def bounds(floor: dict[str, Any]) -> str:
    """What pyproject.toml says of a library with that row."""
    if "is" in floor:
        return f"=={floor['is']}"
    return ",".join(f"{sign}{floor[key]}" for sign, key in ((">=", "floor"), ("<", "below")) if key in floor)


def test_every_floor_is_explained() -> None:
    """What is needed at run time, for an extra or to build has a row, with the same bounds; nothing else has one."""
    project = PROJECT["project"]
    extras = (needs for extra, needs in project["optional-dependencies"].items() if extra not in TOOLS)
    needed = chain(project["dependencies"], *extras, PROJECT["build-system"]["requires"])
    asked = dict(re.fullmatch(r"([\w.-]+)(.*)", each).groups() for each in needed)  # type: ignore[union-attr]
    assert {name: bounds(row) for name, row in FLOORS["packages"].items()} == asked


def test_tools_want_no_less() -> None:
    """Where the tests need a library that has a floor, it is the same one."""
    tools = (re.match(r"([\w.-]+)(?:\[.*\])?(.*)", each) for each in PROJECT["project"]["optional-dependencies"]["dev"])
    asked = {found[1]: found[2] for found in tools if found is not None}
    both = asked.keys() & FLOORS["packages"].keys()
    assert {name: bounds(FLOORS["packages"][name]) for name in both} == {name: asked[name] for name in both}
    assert "cryptography" in both


def test_oldest_python_is_the_same_everywhere() -> None:
    """Of the project and of its Debian package."""
    oldest = FLOORS["python"]["floor"]
    assert PROJECT["project"]["requires-python"].startswith(f">={oldest},")
    assert f"python3 (>= {oldest}~)" in CONTROL


def test_a_fresh_debian_12_takes_the_newest() -> None:
    """Of all that is installed to develop, nothing wants a newer Python than Debian 12's."""
    wants = {each.metadata["Name"]: each.metadata["Requires-Python"] for each in distributions()}
    assert {} == {name: want for name, want in wants.items() if want and DEBIAN_12_PYTHON not in SpecifierSet(want)}
    assert "numpy" in wants


def test_debian_13_is_no_older_than_a_floor() -> None:
    """What the tests run on as Debian 13's would be accepted."""
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints-debian13.txt").read_text("utf-8"), re.MULTILINE))
    pinned = {name.replace("_", "-"): version for name, version in pins.items()}
    floors = {name: row["floor"] for name, row in FLOORS["packages"].items() if "floor" in row and name in pinned}
    assert [] == [name for name, floor in floors.items() if numbers(pinned[name]) < numbers(floor)]
    assert "aiohttp" in floors


def test_the_package_asks_for_the_same() -> None:
    """Where the package's own description has a version, it is the floor."""
    asked = dict(re.findall(r"(python3-[\w.-]+) \(>= (?:1:)?([\d.]+)\)", CONTROL))
    rows = {row["debian"]: row["floor"] for row in FLOORS["packages"].values() if "debian" in row and "floor" in row}
    assert [] == [name for name, version in asked.items() if numbers(version) > numbers(rows[name])]
    assert len(asked) > 5


def test_there_is_a_day_and_a_reason() -> None:
    """The list says of when it is, and why each floor is where it is."""
    assert date(2026, 11, 1) <= date.fromisoformat(FLOORS["on"])
    assert [] == [name for name, row in FLOORS["packages"].items() if len(row["why"]) < 12 or not row["license"]]


def numbers(version: str) -> tuple[int, ...]:
    """A version that can be compared."""
    return tuple(int(number) for number in re.findall(r"\d+", version))
