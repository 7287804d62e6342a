"""The description of the interface is that of the routes that there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from aiohttp import web
from msgspec import Struct
from support.pages import Board, Client

from scoreboard.web.app import make_app
from scoreboard.web.http.routes import (
    Answer,
    Parameter,
    Route,
)

HIDDEN = {"HEAD"}
"""Comes with GET, and needs no description."""


class Example(Struct):
    """A body and an answer."""

    value: int


async def nothing(_: web.Request) -> web.Response:
    """Answer."""
    return web.Response()


MORE = Route(
    "POST", "/api/more/{name}", nothing, "Does more.", {200: Answer("Done.", Example)},
    (Parameter("name", "Of it.", "path"),), body=Example, role="scorer",
)  # fmt: skip


@pytest.fixture
def document() -> Any:  # noqa: ANN401 - JSON
    """As it is served, with a route of another table."""

    async def visit(client: Client) -> Any:  # noqa: ANN401 - JSON
        return await (await client.get("/api/openapi.json")).json()

    return Board().visited(visit, routes=(MORE,))


def routes() -> set[tuple[str, str]]:
    """Every route of the application, with the method."""
    app = make_app(Board().data(), (MORE,))
    named = {(route.method, str(route.resource and route.resource.canonical)) for route in app.router.routes()}
    return {(method, path) for method, path in named if method not in HIDDEN}


def test_document_and_routes_are_the_same(document: Any) -> None:  # noqa: ANN401 - JSON
    """Every route is described, and nothing else is."""
    described = {(method.upper(), path) for path, ways in document["paths"].items() for method in ways}
    assert routes() == described


def test_parameters_of_an_address_are_described(document: Any) -> None:  # noqa: ANN401 - JSON
    """Each by its name, and no other."""
    for path, ways in document["paths"].items():
        for way in ways.values():
            named = {each["name"] for each in way["parameters"] if each["in"] == "path"}
            assert set(re.findall(r"{(\w+)}", path)) == named


def test_names_of_operations_differ(document: Any) -> None:  # noqa: ANN401 - JSON
    """A client that is made of the document has a function for each."""
    names = [way["operationId"] for ways in document["paths"].values() for way in ways.values()]
    assert sorted(set(names)) == sorted(names)


def test_every_reference_leads_somewhere(document: Any) -> None:  # noqa: ANN401 - JSON
    """To a shape in the document."""
    references = set(re.findall(r"'\$ref': '#/components/schemas/([^']+)'", str(document)))
    assert references
    assert references <= set(document["components"]["schemas"])


def test_body_and_role_are_described(document: Any) -> None:  # noqa: ANN401 - JSON
    """Of a route that changes something."""
    way = document["paths"]["/api/more/{name}"]["post"]
    assert "#/components/schemas/Example" == way["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    assert ("scorer", [{"phone": []}]) == (way["x-role"], way["security"])
    assert "security" not in document["paths"]["/api/state"]["get"]


def test_it_is_of_version_3_1(document: Any) -> None:  # noqa: ANN401 - JSON
    """Whose shapes are JSON Schema, as msgspec writes them."""
    assert "3.1.0" == document["openapi"]


def patterns(described: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    """Every one in it."""
    if isinstance(described, dict):
        yield from (value for key, value in described.items() if key == "pattern" and isinstance(value, str))
    for each in described.values() if isinstance(described, dict) else described if isinstance(described, list) else ():
        yield from patterns(each)


def test_patterns_are_ecmascripts(document: Any) -> None:  # noqa: ANN401 - JSON
    """Python's own marks mean nothing to who reads JSON Schema: there ``$`` is the end, and braces hold a character."""
    found = set(patterns(document))
    assert "^[0-9]{1,18}$" in found, "numbers in addresses"
    assert any("\\u{e0000}-\\u{e0fff}" in each for each in found), "names"
    assert [] == [each for each in found if "\\Z" in each or "\\U" in each]
