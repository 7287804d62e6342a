"""The language that a browser asks for."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from math import isfinite
from typing import Final

from aiohttp import web

from scoreboard.language import Language, language, languages

LANGUAGE_COOKIE: Final = "lang"
"""Keeps what was chosen on the page."""


def language_of(request: web.Request) -> Language:
    """The language that the address asks for, or else the one that was chosen on the page, or else the browser."""
    chosen = request.query.get("lang") or request.cookies.get(LANGUAGE_COOKIE)
    return asked_for(chosen or request.headers.get("Accept-Language", ""))


@lru_cache
def asked_for(wanted: str) -> Language:
    """The language most wanted in an ``Accept-Language`` such as ``es-MX,es;q=0.9`` (RFC 9110, 12.5.4), or English."""
    weighed = [_weighed(part) for part in wanted.replace(" ", "").lower().split(",")]
    codes = [code for code, weight in sorted(weighed, key=lambda each: -each[1]) if weight > 0]
    known = languages()
    return language(next((code for code in codes if code in known), "en"))


def _weighed(part: str) -> tuple[str, float]:
    """A language without its region, and how much it is wanted; not at all where that cannot be read."""
    code, _, weight = part.partition(";q=")
    with suppress(ValueError):
        wanted = float(weight or 1)
        return code.partition("-")[0], wanted if isfinite(wanted) else 0.0
    return code, 0.0
