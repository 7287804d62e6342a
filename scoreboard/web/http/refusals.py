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

from scoreboard.language import ENGLISH
from scoreboard.message import Words, message

POLICY: Final = "Content-Security-Policy"
UNFRAMED: Final = "frame-ancestors 'none'"
"""No page of another program shows ours within it."""
HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    POLICY: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        f"manifest-src 'self'; base-uri 'none'; form-action 'none'; {UNFRAMED}"
    ),
    "Referrer-Policy": "no-referrer",
    "Server": "stadium",
    "X-Content-Type-Options": "nosniff",
}
"""With every answer: no caching, no content from elsewhere, and no version of the server."""
BODY_LIMIT: Final = 64 * 1024
"""Largest request in bytes."""
SENTENCES: Final = frozenset({400, 404, 405, 408, 413, 417, 500, 503, 504})
"""The statuses that have a sentence of their own."""
NOT_FOUND: Final = 404
KEPT_HEADERS: Final = ("Allow", "Retry-After")
"""Headers of aiohttp's errors that are kept."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def refusal(
    status: int,
    words: Words = "",
    headers: Mapping[str, str] = MappingProxyType({}),
    fields: Mapping[str, Words] = MappingProxyType({}),
    say: Callable[[Words], str] = ENGLISH,
) -> web.Response:
    """An error as an answer.

    Args:
        status: of HTTP.
        words: what to do, in a sentence; by default that of the status.
        headers: to add.
        fields: what is wrong by key, where that is known.
        say: words it in the language of who asks.
    """
    sentence = say(words or _sentence(status))
    worded = {key: say(words) for key, words in fields.items()}
    body = msgspec.json.encode({"error": sentence, "fields": worded} if worded else {"error": sentence})
    return web.Response(status=status, body=body, content_type="application/json", headers={**headers, **HEADERS})


class NotThereError(web.HTTPNotFound):
    """There is nothing at that address now; ``words`` say what to do."""

    def __init__(self, words: Words) -> None:
        super().__init__(text=ENGLISH(words))
        self.words = words


def as_refusal(error: web.HTTPError, say: Callable[[Words], str] = ENGLISH) -> web.Response:
    """An HTTP error as such an answer; its own words are kept only if a handler of ours chose them."""
    kept = {name: error.headers[name] for name in KEPT_HEADERS if name in error.headers}
    return refusal(error.status, error.words if isinstance(error, NotThereError) else "", kept, say=say)


def _sentence(status: int) -> Words:
    if status in SENTENCES:
        # one of: page.status.400, page.status.404, page.status.405, page.status.413, page.status.417, page.status.503
        # one of: page.status.504
        return message(f"page.status.{status}", bytes=BODY_LIMIT)
    return message("page.status.other", status=HTTPStatus(status).phrase)
