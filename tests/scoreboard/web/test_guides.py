"""The guides at ``/help``: in the language of who asks, by a strict policy, and nothing but what was built."""

from __future__ import annotations

from pathlib import Path

import build_site
import pytest
from support.pages import Board

from scoreboard.language import language
from scoreboard.message import message
from scoreboard.web.http.refusals import HEADERS, POLICY


@pytest.fixture
def board(tmp_path: Path) -> Board:
    """A table whose page has a small site."""
    files = {
        "index.html": "Guides",
        "es/index.html": "Guías",
        "assets/site.css": "p {}",
        "notes.md": "#",
        "a.svg": "<svg/>",
    }
    for name, text in files.items():
        (tmp_path / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / name).write_text(text, encoding="utf-8")
    (tmp_path / "secret.html").write_text("not ours", encoding="utf-8")
    return Board(more={"guides": tmp_path / "site"})


@pytest.mark.parametrize("path", ["/help", "/help/"])
@pytest.mark.parametrize(("wanted", "shown"), [("en", "Guides"), ("es-MX,es;q=0.9", "Guías"), ("de", "Guides")])
def test_help_is_in_the_language_of_who_asks(board: Board, wanted: str, shown: str, path: str) -> None:
    """And in English where nobody has translated it; a slash at the end is no matter."""
    answer, body = board.get(path, Accept_Language=wanted)
    assert (200, "text/html", shown) == (answer.status, answer.content_type, body.decode())


def test_files_are_what_they_are(board: Board) -> None:
    """A style is a style, a drawing a drawing."""
    kinds = {name: board.get(f"/help/{name}")[0].content_type for name in ("assets/site.css", "a.svg")}
    assert {"assets/site.css": "text/css", "a.svg": "image/svg+xml"} == kinds


@pytest.mark.parametrize("path", ["../secret.html", "..%2fsecret.html", "notes.md", "assets", "nothing.html"])
def test_nothing_else_is_sent(board: Board, path: str) -> None:
    """No file outside, no folder, no kind of file that the site has not."""
    assert 404 == board.get(f"/help/{path}")[0].status


def test_no_script_within_a_page_is_run(board: Board) -> None:
    """The policy is that of every answer, but for pictures in a style sheet."""
    policy = board.get("/help/index.html")[0].headers[POLICY]
    assert HEADERS[POLICY] == policy.replace("img-src 'self' data:", "img-src 'self'") != policy


@pytest.mark.parametrize("code", ["en", "es"])
def test_without_guides_it_says_how_to_build_them(code: str) -> None:
    """A copy of the sources has none until then."""
    answer, body = Board().get(f"/help?lang={code}")
    assert (404, "text/html") == (answer.status, answer.content_type)
    assert language(code).say(message("page.no-guides")).replace("`", "`") in body.decode()


def test_scripts_of_a_built_page_become_files(tmp_path: Path) -> None:
    """What the theme writes into a page is found beside it; data and named scripts stay."""
    page = '<script>go()</script><script src="x.js"></script><script type="application/json">{}</script>'
    (tmp_path / "guide").mkdir()
    text = build_site.without_inline_scripts(page, Path("guide/page.html"), tmp_path)
    (moved,) = (tmp_path / "assets/javascripts").glob("*.js")
    assert "go()" == moved.read_text(encoding="utf-8")
    assert page.replace(">go()</script>", f' src="../assets/javascripts/{moved.name}"></script>', 1) == text


def test_a_page_that_fetches_from_elsewhere_is_noticed() -> None:
    """A script, a picture or a style of another site; a link may lead there."""
    found = build_site.FETCHED.search
    assert found('<script defer src="https://cdn.example/x.js">')
    assert found('<link rel="stylesheet" href="//fonts.example/x.css">')
    assert found('<img alt="" src="http://example.org/x.png">')
    assert not found('<a href="https://example.org"><img src="x.png"></a><link rel="stylesheet" href="site.css">')
