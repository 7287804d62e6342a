"""One table of routes: what the server answers and what its OpenAPI document says of it are the same rows.

Rule kept here: a route is added to an application by `add` alone, so there is none that the document does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final, Literal

from aiohttp import web
from msgspec import UNSET, Struct, UnsetType

from scoreboard.web.http.refusals import Handler

JSON: Final = "application/json"
JPEG: Final = "image/jpeg"
NUMBER: Final = "[0-9]{1,18}"
"""A number in an address, as large as SQLite has them."""
Role = Literal["anyone", "scorer", "owner"]


class Fault(Struct, frozen=True):
    """Every answer that is not as asked for.

    Attributes:
        error: one sentence that says what to do.
        fields: what is wrong by key, where several things were sent.
    """

    error: str
    fields: dict[str, str] | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value in the address or in a header.

    Attributes:
        name: as it is written there.
        description: what it does, in a sentence.
        where: it stands.
        type: of its value.
        pattern: that a value in the path must match; any word if empty.
    """

    name: str
    description: str
    where: Literal["path", "query", "header"] = "query"
    type: Any = str
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes back.

    Attributes:
        description: when it does, in a sentence.
        type: of the JSON; None for something else, or nothing.
        content: its media type; empty for an answer without a body.
    """

    description: str
    type: Any = None
    content: str = JSON


@dataclass(frozen=True, slots=True)
class Route:
    """A row of the table.

    Attributes:
        method: of HTTP; ``HEAD`` comes with ``GET``.
        path: with its parameters in braces.
        handler: makes the answer.
        description: what it is for, in a sentence.
        answers: by status.
        parameters: that it takes.
        body: the type of the JSON that is sent to it, if any is.
        role: who may ask.
    """

    method: str
    path: str
    handler: Handler
    description: str
    answers: Mapping[int, Answer] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()
    body: Any = None
    role: Role = "anyone"


LANGUAGE: Final = (
    Parameter("lang", "The language of what is said: en or es."),
    Parameter("Accept-Language", "The same, as a browser asks; the address comes first.", "header"),
)
"""Where a language may be asked for."""


def refused(*codes: int, why: str = "") -> dict[int, Answer]:
    """Rows for answers that are refusals."""
    return {code: Answer(why or HTTPStatus(code).phrase, Fault) for code in codes}


def add(app: web.Application, routes: Iterable[Route]) -> None:
    """Have the application answer these."""
    for route in routes:
        patterns = {each.name: each.pattern for each in route.parameters if each.where == "path" and each.pattern}
        path = re.sub(r"{(\w+)}", lambda found: _with_pattern(found[1], patterns), route.path)  # noqa: B023 - called at once
        app.router.add_route(route.method, path, route.handler)
        if route.method == "GET":
            app.router.add_route("HEAD", path, route.handler)


def _with_pattern(name: str, patterns: Mapping[str, str]) -> str:
    return f"{{{name}:{patterns[name]}}}" if name in patterns else f"{{{name}}}"
