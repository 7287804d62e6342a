"""The frame of the page: its files, its words, the language and the theme that are kept."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import msgspec
import pytest
from catalogues import SOURCES, catalogue
from support.pages import Board

from scoreboard.language import language, languages
from scoreboard.message import message
from scoreboard.web.league.league_page import SCRIPT
from scoreboard.web.league.league_page import VIEWS as LEAGUES_VIEWS
from scoreboard.web.pages.page_views import VIEWS, View
from scoreboard.web.pages.page_words import FAMILIES, names_in, page_words
from scoreboard.web.pages.static_files import FOLDER, modules_of, static_files

SCRIPTS = sorted(FOLDER.glob("*/*.js"))
PATHS = [view.address.format(number=3) for view in VIEWS]
LOOKED_UP = {
    *("state.half", "summary.half", "was.half", "moment.half", "half", "value"),
    *("WORDS[helmet]", "key"),
}
"""What scripts look a word up by: values that the server sends, and names that stand in the script as a family's."""
LONGEST = 380
"""Lines of a file that one still has an overview of."""
WIDEST = 120


def words_of(file: Path) -> set[str]:
    """The words that a script says by a name that it writes out."""
    return {*re.findall(r'\bt\(\s*"([^"]+)"', file.read_text(encoding="utf-8"))}


def sent(*scripts: str, code: str = "en") -> dict[str, str]:
    """The words of a page that begins with these scripts."""
    words: dict[str, str] = msgspec.json.decode(page_words(language(code), *scripts))
    return words


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_view_has_words_for_all_it_says(view: View, code: str) -> None:
    """None is missing in any language."""
    unworded = [f"page.ui.{name}" for name, wording in sent(*view.scripts, code=code).items() if not wording]
    if view.in_head and not language(code).has(f"page.nav.{view.name}", "short"):
        unworded.append(f"page.nav.{view.name}")
    assert [] == unworded, f"add these to scoreboard/language/catalogues/{code}/page.po"


def test_words_of_the_page_are_those_that_its_scripts_use() -> None:
    """Each word that a script uses belongs to a view, and the catalogue has no word for the page that no view uses."""
    used = set().union(
        *(names_in(script) for view in VIEWS for script in view.scripts),
        *(names_in(view.script) for view in LEAGUES_VIEWS),
        *(names_in(script) for script in ("pages/overlay.js", SCRIPT)),
    )
    assert {word for file in SCRIPTS for word in words_of(file)} <= used
    keys = {each.id if isinstance(each.id, str) else each.id[0] for each in catalogue(SOURCES / "en") if each.id}
    kept = {key.removeprefix("page.ui.") for key in keys if key.startswith("page.ui.")}
    assert set() == kept - used


def test_families_are_those_that_scripts_put_together() -> None:
    """A script that puts a name together has its family listed, and no other is."""
    text = "".join(file.read_text(encoding="utf-8") for file in SCRIPTS)
    made = {*re.findall(r"\bt\(`([^`$]*)\$", text)}
    assert made == FAMILIES.keys(), "list these in `FAMILIES` of scoreboard/web/pages/page_words.py"
    looked_up = {*re.findall(r"\bt\(([^\s\"`),]+)", text)}
    assert looked_up == LOOKED_UP, "write the name itself, or list what it may be in `BY_VALUE` beside `FAMILIES`"


def test_words_of_one_view_are_sent_with_it_alone() -> None:
    """What a script imports only when it is tapped has its words from the first."""
    game, care, games = (sent("pages/main.js", *each) for each in ((), ("owner/care.js",), ("watch/games.js",)))
    for word in ("job-doctor", "severity-red", "home-join"):
        assert (True, False, False) == (word in care, word in game, word in games), word
    assert (True, False) == ("erase-game" in games, "erase-game" in game)
    assert {*words_of(FOLDER / "play/amend.js"), *words_of(FOLDER / "play/own_hands.js")} <= game.keys()
    assert {"top", "bottom", "press-undo", "spot.HP"} <= game.keys()


def test_scripts_name_modules_that_are_there() -> None:
    """Each import, from our own folder and no other host; no file is longer than one can see through."""
    for file in SCRIPTS:
        text = file.read_text(encoding="utf-8")
        named = re.findall(r'(?:from |import\()"(\.{1,2}/.*?)"', text)
        assert len(named) == len(re.findall(r'(?:from |import\()"', text))
        assert {(file.parent / each).resolve() for each in named} <= {*SCRIPTS}
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|https?://(?!www\.w3\.org)", text
        )
        assert len(text.splitlines()) <= LONGEST


@pytest.mark.parametrize(
    "file", sorted(path for path in FOLDER.glob("*/*") if path.suffix in {".js", ".css"}), ids=lambda path: path.name
)
def test_no_line_is_too_wide(file: Path) -> None:
    """As wide as ours in Python; the formatter breaks no comment and no long word."""
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [] == [number for number, line in enumerate(lines, 1) if len(line) > WIDEST]


def test_every_module_is_announced() -> None:
    """So that a phone fetches them at once, and not one after the other; what only another view needs is not."""
    for path, scripts in (
        ("/", ["pages/main.js"]),
        ("/new", ["pages/main.js", "play/new_game.js"]),
        ("/settings", ["pages/main.js", "owner/settings.js"]),
        ("/overlay", ["pages/overlay.js"]),
    ):
        page = Board().get(path)[1].decode()
        needed = {name for script in scripts for name in modules_of(script)} | {*scripts[1:]}
        assert needed == {*re.findall(r'modulepreload" href="/static/(.*?)"', page)}, path
    assert {"watch/board.js", "watch/ballpark.js"} <= {*modules_of("pages/main.js")}
    later = {
        *("pages/overlay.js", "play/new_game.js", "watch/games.js", "owner/settings.js", "watch/review.js"),
        "watch/best.js",
    }
    assert later <= static_files().keys()
    assert modules_of("pages/main.js").isdisjoint(later)


def test_a_views_own_style_is_announced() -> None:
    """That of its name, and no other view's; an owner's have one."""
    for path, more in (
        ("/", ["play/dock.css"]),
        ("/tv", []),
        ("/new", ["play/new_game.css"]),
        ("/settings", ["owner/owner.css"]),
        ("/settings/care", ["owner/owner.css"]),
    ):
        assert ["pages/page.css", *more] == re.findall(
            r'stylesheet" href="/static/(.*?)"', Board().get(path)[1].decode()
        )


def uncommented(written: bytes) -> bytes:
    """A script or a style sheet whose comments are empty lines."""
    lines, is_inside = list[bytes](), False
    for line in written.split(b"\n"):
        code = line.strip()
        begins, ends = code.startswith(b"/*"), code.find(b"*/")
        is_comment = is_inside or code.startswith(b"//") or (begins and ends in {-1, len(code) - 2})
        is_inside = (is_inside or begins) and ends == -1
        lines.append(b"" if is_comment else line)
    return b"\n".join(lines)


@pytest.mark.parametrize("name", sorted(static_files()))
def test_file_is_sent_once(name: str) -> None:
    """Packed but for pictures, with its type and a tag; a browser that has it is told so, and may get it plain.

    Comments stay behind; all else is sent as it is written, each line at its number, for an error's sake.
    """
    answer, body = Board().get(f"/static/{name}")
    written = (FOLDER / name).read_bytes()
    assert (200, uncommented(written) if name.endswith((".css", ".js")) else written) == (answer.status, body)
    tag = answer.headers["ETag"]
    again, nothing = Board().get(f"/static/{name}", If_None_Match=tag)
    assert (304, b"") == (again.status, nothing)
    plain, _ = Board().get(f"/static/{name}", Accept_Encoding="identity")
    assert "Content-Encoding" not in plain.headers
    packed = static_files()[name].packed
    assert static_files()[name].plain == gzip.decompress(packed) if packed else name.endswith(".png")


@pytest.mark.parametrize(
    "path",
    ["/static/pages/nothing.js", "/static/pages/..%2fpage.py", "/static/", "/static/pages/page.py", "/static/main.js"],
)
def test_nothing_else_is_sent(path: str) -> None:
    """No file but those of the folder."""
    assert 404 == Board().get(path)[0].status


@pytest.mark.parametrize("code", languages())
def test_person_at_a_wrong_address_is_shown_a_page(code: str) -> None:
    """In his own words, with the way to the game; a program, and whoever asks for what is no page, get JSON."""
    answer, body = Board().get(f"/nowhere?lang={code}&theme=dark", Accept="text/html,*/*")
    assert (404, "text/html") == (answer.status, answer.content_type)
    shown = body.decode()
    assert f'<html lang="{code}" data-theme="dark">' in shown
    assert f"<h1>{language(code).say(message('page.no-such-page'))}</h1>" in shown
    assert '<a class="main" href="/">' in shown
    for path, accept in (("/nowhere", "*/*"), ("/api/games/9/story", "text/html"), ("/api/nowhere", "text/html")):
        assert "application/json" == Board().get(path, Accept=accept)[0].content_type


def test_foot_has_nothing_for_programs() -> None:
    """What is raw JSON or figures is no page for a family; an owner's care leads there."""
    for path in PATHS:
        foot = Board().get(path)[1].decode().partition("<footer>")[2]
        links = re.findall(r'href="([^"]+)"', foot)
        assert ["/help", "/pair", "/privacy"] == [each for each in links if not each.startswith("?")]
    care = (FOLDER / "owner/care.js").read_text(encoding="utf-8")
    assert all(f'"{each}"' in care for each in ("/health", "/metrics", "/api/openapi.json"))


def test_head_shows_where_one_is() -> None:
    """A game that is replayed is one of the games, and a phone's list is of the settings."""
    for path, of in (("/games/3", "/games"), ("/settings/phones", "/settings"), ("/tv", "/tv")):
        assert [of] == re.findall(r'href="([^"]+)" aria-current="page"', Board().get(path)[1].decode())


@pytest.mark.parametrize("path", PATHS)
def test_every_view_has_an_address(path: str) -> None:
    """It can be kept, sent and printed, and says the score without a script; that of privacy says what it is about."""
    page = Board().get(path)[1].decode()
    assert ("<h1>Privacy</h1>" if path == "/privacy" else "<h1><bdi>Reds</bdi>&nbsp;<b>0</b>") in page
    assert '<script type="module" src="/static/pages/main.js">' in page


def test_game_of_a_replay_is_a_number() -> None:
    """Nothing else in its address comes into the page."""
    assert 404 == Board().get('/games/"><b>')[0].status
    assert 'data-game="3"' in Board().get("/games/3")[1].decode()


def test_chosen_language_and_theme_are_kept() -> None:
    """In a cookie that no script reads; without one the browser's language holds, and the device's theme."""
    answer, _ = Board().get("/?lang=es&theme=dark")
    assert {"lang": "es", "theme": "dark"} == {name: each.value for name, each in answer.cookies.items()}
    assert all(each["httponly"] and each["samesite"] == "Lax" for each in answer.cookies.values())
    later = Board().get("/", Cookie="lang=es; theme=dark")[1].decode()
    assert '<html lang="es" data-theme="dark">' in later
    assert "Jugadas" not in Board().get("/", Cookie="lang=xx; theme=<b>")[1].decode()
    assert '<html lang="en" data-theme="auto">' in Board().get("/", Cookie="lang=xx; theme=<b>")[1].decode()
    assert "dice" not in Board().json("/api/state", Cookie="lang=es")["said"]
