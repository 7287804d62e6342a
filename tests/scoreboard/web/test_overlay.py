"""The overlay of a stream, as it is sent."""

from __future__ import annotations

import pytest
from support.pages import Board

from scoreboard.web.pages.stream_overlay import STYLES


@pytest.mark.parametrize("style", STYLES)
def test_overlay_has_no_header_and_no_control(style: str) -> None:
    """It has the score alone, seen only where its script does not run; it is guarded like all, and never kept."""
    answer, body = Board().get(f"/overlay?style={style}&lang=es&theme=light")
    page = body.decode()
    assert (200, "no-store") == (answer.status, answer.headers["Cache-Control"])
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert f'<body class="overlay {style}" data-style="{style}"' in page
    assert '<html lang="es" data-theme="light">' in page
    score = "<h1><bdi>Reds</bdi>&nbsp;<b>0</b> · <bdi>Blues</bdi>&nbsp;<b>0</b></h1>"
    assert f'<main><section class="plain" hidden>{score}<p>Alta de la primera' in page
    assert ["<header", "<footer", "<a ", "<button"] == [
        each for each in ("<header", "<footer", "<a ", "<button") if each not in page
    ]


def test_overlay_without_a_style() -> None:
    """It is the box for a corner, by night; a theme that there is not is passed over."""
    page = Board(None).get("/overlay?theme=<b>")[1].decode()
    assert 'data-style="bug"' in page
    assert 'data-theme="dark"' in page


def test_error_for_an_unknown_style_lists_the_styles() -> None:
    """It is one sentence in the asked language."""
    assert 400 == Board().get("/overlay?style=clock")[0].status
    errors = [Board().json(f"/overlay?style=clock&lang={code}")["error"] for code in ("en", "es")]
    assert errors[0] != errors[1]
    assert all(style in each for each in errors for style in STYLES)
