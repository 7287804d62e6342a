"""The package's bill of materials is one that other programs read, and it says what is so."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from bill import bill
from jsonschema import Draft7Validator
from referencing import Registry, Resource

ROOT = Path(__file__).parents[2]
CONTROL = (ROOT / "packaging/debian/control").read_text(encoding="utf-8")
SCHEMAS = tuple(f"{name}.SNAPSHOT.schema.json" for name in ("bom-1.6", "spdx", "jsf-0.82"))
"""CycloneDX's own, as its library ships them."""

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    """The bill of a version."""
    read: dict[str, Any] = json.loads(bill("stadium-scoreboard", "1.2.3", CONTROL, 1_700_000_000))
    return read


@pytest.fixture(scope="module")
def validator() -> Draft7Validator:
    """Judges by the schema of CycloneDX 1.6."""
    pytest.importorskip("cyclonedx", reason="cyclonedx-python-lib is not installed")
    folder = files("cyclonedx.schema") / "_res"
    read = {name: json.loads((folder / name).read_text("utf-8")) for name in SCHEMAS}
    schemas = ((f"http://cyclonedx.org/schema/{name}", Resource.from_contents(each)) for name, each in read.items())
    return Draft7Validator(read[SCHEMAS[0]], registry=Registry[Any]().with_resources(schemas))


def test_it_is_cyclonedx(made: dict[str, Any], validator: Draft7Validator) -> None:
    """The schema that CycloneDX publishes has no complaint."""
    assert [] == [error.message for error in validator.iter_errors(made)]


@pytest.mark.parametrize(
    ("key", "value"), [("bomFormat", "Other"), ("components", [{"name": "x"}]), ("serialNumber", "1")]
)
def test_the_schema_refuses_what_is_none(
    made: dict[str, Any], validator: Draft7Validator, key: str, value: object
) -> None:
    """A wrong bill would not go unseen."""
    assert list(validator.iter_errors(made | {key: value}))


def test_it_names_what_the_package_wants(made: dict[str, Any]) -> None:
    """Every Python library that the package depends on, recommends or suggests is in it, and may be left out or not."""
    wanted = dict.fromkeys(named("Recommends") + named("Suggests"), "optional")
    wanted |= dict.fromkeys(named("Depends"), "required")
    found = {properties(part)["stadium:debian:package"]: part["scope"] for part in made["components"]}
    assert {name: scope for name, scope in wanted.items() if name.startswith("python3-")} == found


def test_versions_are_those_that_are_tried(made: dict[str, Any]) -> None:
    """A library has the version that the tests run on as Debian 13's."""
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints-debian13.txt").read_text("utf-8"), re.MULTILINE))
    versions = {part["name"]: part["version"] for part in made["components"] if "version" in part}
    assert pins["aiohttp"] == versions["aiohttp"]
    assert {"picamera2", "lgpio", "spidev"} == {part["name"] for part in made["components"]} - set(versions)


def test_networks_are_known_by_their_hashes(made: dict[str, Any]) -> None:
    """Each network that is shipped is in it."""
    ours = made["metadata"]["component"]["components"]
    found = {part["name"]: part["hashes"][0]["content"] for part in ours if part["type"] == "machine-learning-model"}
    shipped = (ROOT / "vision/model").glob("*.onnx")
    assert {file.name: sha256(file.read_bytes()).hexdigest() for file in shipped} == found


def test_every_version_has_another_number(made: dict[str, Any]) -> None:
    """Two packages are never taken for one, and one is built alike twice."""
    numbers = {
        json.loads(bill("stadium-scoreboard", version, CONTROL, when))["serialNumber"]
        for version, when in (("1.2.3", 1_700_000_000), ("1.2.4", 1_700_000_000), ("1.2.3", 1_700_000_001))
    }
    assert 3 == len(numbers)
    assert made["serialNumber"] in numbers


def named(field: str) -> list[str]:
    """The packages of that field of the description."""
    found = re.search(rf"^{field}: (.*(?:\n .*)*)", CONTROL, re.MULTILINE)
    return [] if found is None else [each.split()[0] for each in found[1].split(",")]


def properties(part: Mapping[str, Any]) -> dict[str, str]:
    """What is said of a part besides."""
    return {each["name"]: each["value"] for each in part["properties"]}
