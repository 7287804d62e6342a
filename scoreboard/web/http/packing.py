"""Answers packed with gzip, where a browser takes them so and it is worth it."""

from __future__ import annotations

from typing import Final

from aiohttp import web

from scoreboard.web.http.refusals import Handler

LEAST: Final = 1024
"""Bytes below which an answer fits one packet anyway."""
PACKED: Final = ("text/", "application/json", "application/x-ndjson", "image/svg+xml")
"""Media types that packing makes smaller; pictures are packed already."""


@web.middleware
async def pack(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Pack an answer that is made whole."""
    answer = await handler(request)
    if isinstance(answer, web.Response) and _is_worth_it(answer):
        answer.headers["Vary"] = "Accept-Encoding"
        answer.enable_compression()
    return answer


def _is_worth_it(answer: web.Response) -> bool:
    """Whether it is text of some length that is not packed yet."""
    is_plain = "Content-Encoding" not in answer.headers and answer.content_type.startswith(PACKED)
    return is_plain and _length(answer) >= LEAST


def _length(answer: web.Response) -> int:
    return len(answer.body) if isinstance(answer.body, bytes) else 0
