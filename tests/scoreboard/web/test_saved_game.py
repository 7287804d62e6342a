"""A game as one HTML file: what it holds, and what a browser may do with it."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from msgspec import structs
from support.page_table import golden
from support.pages import NUMBER, Board
from support.scoring import SETUP, blue
from support.throws import SEVEN, kept, throws

from scoreboard.language import language
from scoreboard.rules.events import Press
from scoreboard.rules.history import History, begin, judge
from scoreboard.web.watch.saved_game import NOT_SHOWN, saved_game

ADDRESS = f"/api/games/{NUMBER}/game.html"
MARKUP = "</script><script>bad()//\"'&</style><!--"
ENGLISH = language("en")


class Elements(HTMLParser):
    """The elements of a page, each with its attributes and the text in it, as a browser finds them."""

    def __init__(self, html: bytes) -> None:
        super().__init__()
        self.found = list[tuple[str, dict[str, str | None], list[str]]]()
        self._is_open = False
        self.feed(html.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One begins."""
        self.found.append((tag, dict(attrs), []))
        self._is_open = True

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - whichever it is
        """One ends."""
        self._is_open = False

    def handle_data(self, data: str) -> None:
        """Text stands in the newest, as long as it is open."""
        if self._is_open:
            self.found[-1][2].append(data)

    def texts(self, tag: str) -> list[str]:
        """What stands in those of that name."""
        return ["".join(texts) for name, _, texts in self.found if name == tag]


def data_of(html: bytes) -> dict[str, Any]:
    """What the page shows."""
    data: dict[str, Any] = msgspec.json.decode(Elements(html).texts("script")[0])
    return data


def whole(states: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each state whole, of which the file has what is new."""
    found, state = list[dict[str, Any]](), dict[str, Any]()
    for changed in states:
        state = {key: value for key, value in (state | changed).items() if value is not None or key == "winner"}
        found.append(state)
    return found


def test_file_has_the_states_of_the_replay() -> None:
    """Line by line as the page tells them, with what was put right since, but for what no replay shows."""
    history = golden("second-thoughts").history
    _, body = Board(history).get(f"/api/games/{NUMBER}/states?told=1&lang=en")
    replayed = [msgspec.json.decode(line) for line in body.splitlines()]
    assert any(state.get("stands") == "put-right" for state in replayed)
    shown = [{key: value for key, value in state.items() if key not in NOT_SHOWN} for state in replayed]
    assert shown == whole(data_of(saved_game(history, ENGLISH))["states"])


def test_file_has_the_box_score() -> None:
    """That of the page, with the chart's zones."""
    history = golden("whole-diamante-amateur").history
    box = Board(history).json(f"/api/games/{NUMBER}/box")
    saved = data_of(saved_game(history, ENGLISH))
    assert {side: box[side] for side in ("away", "home")} == saved["box"]
    assert saved["chances"]["plays"]
    assert saved["story"]["plays"]


def sums(html: bytes) -> tuple[list[str], list[str]]:
    """The sums of the scripts and styles that a browser would run, and those that the page's policy names."""
    elements = Elements(html)
    runs = ["".join(texts) for tag, given, texts in elements.found if given.get("type") == "module" or tag == "style"]
    policy = next(str(given["content"]) for tag, given, _ in elements.found if "http-equiv" in given)
    assert "default-src 'none'; " in policy
    assert "unsafe" not in policy
    return (
        sorted(b64encode(sha256(text.encode()).digest()).decode() for text in runs),
        sorted(re.findall(r"'sha256-(.*?)'", policy)),
    )


def test_browser_may_fetch_nothing_and_run_only_its_script() -> None:
    """The policy names the sum of the one script and of the style; no element has an address to fetch."""
    html = saved_game(golden("whole-rallybird").history, ENGLISH)
    run, named = sums(html)
    assert run == named
    assert 2 == len(named)
    addresses = [
        given[key] for _, given, _ in Elements(html).found for key in ("src", "href", "srcset") if key in given
    ]
    assert ["data"] == [str(address).partition(":")[0] for address in addresses]
    assert not re.search(rb"url\((?!#)|@import|import\(", html)


def game_named(name: str) -> History:
    """A game between teams and players of that name."""
    team = structs.replace(SETUP.away, name=name, players=(name, "Leo"))
    history = begin(structs.replace(SETUP, away=team, home=structs.replace(SETUP.home, name=name)))
    for line in (blue(2), Press(button="homerun")):
        history, _ = judge(history, line)
    return history


def test_names_are_text() -> None:
    """One that would end a script, an attribute or a comment begins nothing, and reads as it was typed."""
    plain, other = (Elements(saved_game(game_named(name), ENGLISH)).found for name in ("Reds", MARKUP))
    assert [(tag, [*given]) for tag, given, _ in plain] == [(tag, [*given]) for tag, given, _ in other]
    html = saved_game(game_named(MARKUP), ENGLISH)
    assert MARKUP == data_of(html)["setup"]["away"]["name"]
    assert MARKUP in Elements(html).texts("title")[0]
    assert sums(html)[0] == sums(saved_game(game_named("Reds"), ENGLISH))[0]


def test_page_answers_with_the_file() -> None:
    """To be stored under the game's number, under the file's own policy; in the language that is asked for."""
    history = golden("second-thoughts").history
    answer, body = Board(history).get(f"{ADDRESS}?lang=es")
    assert (200, "text/html") == (answer.status, answer.content_type)
    assert f'attachment; filename="game-{NUMBER}.html"' == answer.headers["Content-Disposition"]
    assert saved_game(history, language("es")) == body
    policy = answer.headers["Content-Security-Policy"]
    assert sums(body)[1] == sorted(re.findall(r"'sha256-(.*?)'", policy))
    missing, _ = Board(history).get("/api/games/99/game.html")
    assert 404 == missing.status


@pytest.mark.parametrize(("asked", "lines"), [("", []), ("?pictures=1", ["2", "3"]), ("?pictures=0", [])])
def test_pictures_are_in_it_only_if_they_are_asked_for(asked: str, lines: list[str]) -> None:
    """The picture of each throw that is kept, and no clip."""
    seen = kept(SEVEN)
    board = Board(golden("second-thoughts").history, more={"throws": throws({2: seen, 3: seen})})
    pictures = data_of(board.get(f"{ADDRESS}{asked}")[1])["pictures"]
    assert lines == [*pictures]
    assert all(seen.picture == b64decode(each.partition("base64,")[2]) for each in pictures.values())


def test_pictures_that_were_erased_are_gone() -> None:
    """Also where the page was made before."""
    found = {2: kept(SEVEN)}
    board = Board(golden("second-thoughts").history, more={"throws": throws(found)})

    async def ask(client: Any) -> list[int]:  # noqa: ANN401 - a client of aiohttp
        before = await (await client.get(f"{ADDRESS}?pictures=1")).read()
        found.clear()
        after = await (await client.get(f"{ADDRESS}?pictures=1")).read()
        return [len(data_of(body)["pictures"]) for body in (before, after)]

    assert [1, 0] == board.visited(ask)
