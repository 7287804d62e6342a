"""The description of the interface (OpenAPI 3.1), made of the table of routes.

Rule kept here: nothing is described by hand. Addresses, parameters and statuses are the rows' own, and the shapes of
JSON are those that msgspec knows of the very types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from http import HTTPStatus
from typing import Any, Final

import msgspec
from aiohttp import web

from scoreboard.web.http.refusals import Handler
from scoreboard.web.http.routes import JSON, Answer, Fault, Parameter, Route

PATH: Final = "/api/openapi.json"
TEMPLATE: Final = "#/components/schemas/{name}"
Document = dict[str, Any]
UNDESCRIBED: Final = (None, dict)
"""Types that say no more of JSON than that it is some."""


def with_document(routes: Iterable[Route]) -> tuple[Route, ...]:
    """The routes, and the one of their description."""
    given = tuple(routes)
    answer = {200: Answer("The document.", dict)}
    table: tuple[Route, ...] = ()

    @cache
    def encoded() -> bytes:
        return msgspec.json.encode(document(table))

    async def describe(_: web.Request) -> web.Response:
        return web.Response(body=encoded(), content_type=JSON)

    handler: Handler = describe
    table = (*given, Route("GET", PATH, handler, "The description of this interface.", answer))
    return table


def document(routes: Iterable[Route]) -> Document:
    """The description of these routes."""
    rows = tuple(routes)
    types = [kind for row in rows for kind in _types(row) if kind not in UNDESCRIBED]
    schemas, components = portable(msgspec.json.schema_components([Fault, *types], ref_template=TEMPLATE))
    shapes = dict(zip(map(_key, [Fault, *types]), schemas, strict=True))
    paths: dict[str, Document] = {}
    for row in rows:
        paths.setdefault(row.path, {})[row.method.lower()] = _operation(row, shapes)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Stadium Scoreboard",
            "version": "1",
            "description": "Look at the game, play it and own the appliance. Every refusal says what to do.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"phone": {"type": "apiKey", "in": "cookie", "name": "stadium"}},
        },
    }


def portable(described: Any) -> Any:  # noqa: ANN401 - JSON
    """The same JSON with patterns as JSON Schema has them: ECMAScript's, where msgspec has Python's."""
    if isinstance(described, dict):
        return {
            key: _ecmascript(value) if key == "pattern" and isinstance(value, str) else portable(value)
            for key, value in described.items()
        }
    if isinstance(described, list | tuple):
        return [portable(each) for each in described]
    return described


def _ecmascript(pattern: str) -> str:
    """ECMAScript has no end but ``$``, and writes a character beyond the basic plane in braces."""
    return re.sub(r"\\U0*([0-9a-fA-F]+)", r"\\u{\1}", pattern).replace(r"\Z", "$")


def _key(kind: Any) -> str:  # noqa: ANN401 - any type that msgspec knows
    return repr(kind)


def _types(row: Route) -> Iterable[Any]:
    yield from (each.type for each in row.answers.values())
    yield from (each.type for each in row.parameters)
    yield row.body


def _operation(row: Route, shapes: Document) -> Document:
    described: Document = {
        "summary": row.description,
        "operationId": f"{row.method.lower()}{re.sub(r'[^a-z]+', '-', row.path.lower()).rstrip('-') or '-page'}",
        "parameters": [_parameter(each, shapes) for each in row.parameters],
        "responses": {str(code): _answer(each, shapes) for code, each in sorted(row.answers.items())},
    }
    described["responses"]["default"] = _answer(Answer("A refusal, which says what to do.", Fault), shapes)
    if row.body is not None:
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": _shape(row.body, shapes)}}}
    if row.role != "anyone":
        described |= {"security": [{"phone": []}], "x-role": row.role}
    return described


def _parameter(each: Parameter, shapes: Document) -> Document:
    place = {"name": each.name, "in": each.where, "required": each.where == "path", "description": each.description}
    pattern = {"pattern": f"^{each.pattern}$"} if each.pattern else {}
    return {**place, "schema": {**_shape(each.type, shapes), **pattern}}


def _answer(answer: Answer, shapes: Document) -> Document:
    described: Document = {"description": answer.description or HTTPStatus.OK.phrase}
    if answer.content:
        described["content"] = {answer.content: {"schema": _shape(answer.type, shapes)} if answer.type else {}}
    return described


def _shape(kind: Any, shapes: Document) -> Document:  # noqa: ANN401 - any type that msgspec knows
    return {"type": "object"} if kind is dict else shapes[_key(kind)]
