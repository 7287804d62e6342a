"""A file that an owner sends from his phone: read to a bound, and what is wrong with it in words."""

from __future__ import annotations

import asyncio
from typing import Final

from aiohttp import web

from scoreboard.message import message
from scoreboard.web.http.guard import ChangeError

FILE: Final = "application/octet-stream"
"""The content type of what is sent; what it is says the file itself."""
COMES_S: Final = 60.0
"""Seconds that it may take."""


def keep_open(request: web.Request) -> None:
    """Have the connection kept though its request or its answer takes longer than others do: a file is large."""
    if (streams := getattr(request.protocol, "streams", None)) is not None:
        streams()


async def uploaded(request: web.Request, most: int) -> bytes:
    """The body, whole; `ChangeError` if it has more than ``most`` bytes, none, or does not come in time."""
    too_large = ChangeError(413, message("page.file-too-large", megabytes=most >> 20))
    if (request.content_length or 0) > most:
        raise too_large
    keep_open(request)
    body = bytearray()
    try:
        async with asyncio.timeout(COMES_S):
            async for piece in request.content.iter_chunked(1 << 16):
                body += piece
                if len(body) > most:
                    raise too_large
    except TimeoutError as error:
        raise ChangeError(408, message("page.status.408")) from error
    return bytes(body)
