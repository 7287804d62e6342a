"""HTTP errors: each says in one sentence what to do, as JSON, with the headers of every answer.

Rule kept here: errors of our handlers and of aiohttp have the same form, and none names a version of the server.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

import msgspec
from aiohttp import web

HEADERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Cache-Control": "no-store",
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        "Referrer-Policy": "no-referrer",
        "Server": "stadium",
        "X-Content-Type-Options": "nosniff",
    }
)
"""With every answer: no caching, no content from elsewhere, and no version of the server."""
BODY_LIMIT: Final = 64 * 1024
"""Largest request in bytes."""
SENTENCES: Final[Mapping[int, str]] = MappingProxyType(
    {
        400: "This is no request that can be read; ask with HTTP/1.1, such as GET / and a Host.",
        404: "There is no such page; begin at /.",
        405: "That cannot be done here; this page is for looking at, so ask with GET.",
        413: f"That is too much at once; send at most {BODY_LIMIT} bytes.",
        417: "That cannot be promised; ask again without Expect.",
        500: "This page could not be made; try again, and if it stays so look into the stadium's log.",
        504: "This page took too long to make; try again.",
    }
)
"""What to do, by status."""
NOT_FOUND: Final = 404
"""The one status for which our handlers have sentences of their own."""
KEPT_HEADERS: Final = ("Allow", "Retry-After")
"""Headers of aiohttp's errors that are kept."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def refusal(
    status: int,
    said: str = "",
    headers: Mapping[str, str] = MappingProxyType({}),
    fields: Mapping[str, str] = MappingProxyType({}),
) -> web.Response:
    """An error as an answer.

    Args:
        status: of HTTP.
        said: what to do, in a sentence; by default that of the status.
        headers: to add.
        fields: what is wrong by key, where that is known.
    """
    sentence = said or SENTENCES.get(status) or f"{HTTPStatus(status).phrase}; begin at /."
    body = msgspec.json.encode({"error": sentence, "fields": dict(fields)} if fields else {"error": sentence})
    return web.Response(status=status, body=body, content_type="application/json", headers={**headers, **HEADERS})


@web.middleware
async def refuse_in_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer an error of a handler or of the router in JSON."""
    try:
        return await handler(request)
    except web.HTTPError as error:
        return as_refusal(error)


def as_refusal(error: web.HTTPError) -> web.Response:
    """An HTTP error as such an answer; its own text is kept only if a handler of ours wrote it."""
    ours = error.status == NOT_FOUND and error.text != f"{error.status}: {error.reason}"
    kept = {name: error.headers[name] for name in KEPT_HEADERS if name in error.headers}
    return refusal(error.status, (error.text or "") if ours else "", kept)
