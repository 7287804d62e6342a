"""The page of a league: who may look, who may keep, and what keepers change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.league import record, sent
from support.league_page import SECRET, TEXT, Client, LeaguePage

from scoreboard.language import language, languages
from scoreboard.web.league.doors import Doors, Passwords
from scoreboard.web.league.league_page import SCRIPT, VIEWS
from scoreboard.web.pages.page_words import page_words


async def post(client: Client, path: str, value: object, origin: str | None = None) -> tuple[int, Any]:
    """Post it as our own page does; the status and what is answered."""
    own = f"http://{client.host}:{client.port}"
    headers = {"Content-Type": "application/json", "Origin": origin or own}
    answer = await client.post(path, data=msgspec.json.encode(value), headers=headers)
    return answer.status, await answer.json()


async def status(client: Client, path: str) -> int:
    """What getting it comes to."""
    return int((await client.get(path)).status)


def test_anybody_looks_and_nobody_keeps(tmp_path: Path) -> None:
    """As long as there are no passwords: with none given, and with an empty one."""

    async def use(client: Client) -> None:
        assert {"may": "look", "has_keepers": False} == await (await client.get("/api/me")).json()
        for view in VIEWS:
            assert 200 == await status(client, view.address)
        assert (403, 403) == (
            await status(client, "/api/file"),
            (await post(client, "/api/let-in", {"password": "x"}))[0],
        )
        assert 403 == (await post(client, "/api/file", {"text": "", "version": ""}))[0]
        assert 403 == (await post(client, "/api/sent", {"record": "", "seal": ""}))[0]
        client.session.cookie_jar.update_cookies({"stadium": "owner-"})
        assert 403 == await status(client, "/api/file")

    LeaguePage(tmp_path).try_out(use)


def test_the_wall_tells_who_plays_and_who_is_away(tmp_path: Path) -> None:
    """Of every stadium of the league, and what is wrong, in the asked language."""

    async def use(client: Client) -> None:
        wall = await (await client.get("/api/wall?lang=es")).json()
        attic, cellar = wall["places"]
        assert (True, 4, [6]) == (attic["online"], attic["state"]["away"], attic["state"]["runners"])
        assert (False, None) == (cellar["online"], cellar["state"])
        assert ["Cellar", ""] == [each["stadium"] for each in wall["troubles"]]
        assert "no se puede leer" in wall["troubles"][0]["why"]

    LeaguePage(tmp_path).try_out(use)


def test_a_password_to_look(tmp_path: Path) -> None:
    """Nothing is told without it, but the league's name; with it one may look, and not keep."""

    async def use(client: Client) -> None:
        for path in ("/api/wall", "/api/league", "/api/league/attic/1"):
            assert 401 == await status(client, path)
        assert 403 == (await post(client, "/api/let-in", {"password": "wrong"}))[0]
        assert (200, {"may": "look", "has_keepers": True}) == await post(client, "/api/let-in", {"password": "see"})
        assert (200, 403) == (await status(client, "/api/wall"), await status(client, "/api/file"))
        assert 200 == (await post(client, "/api/let-out", {}))[0]
        assert 401 == await status(client, "/api/wall")

    LeaguePage(tmp_path, "see", "hold").try_out(use)


def test_guessing_is_shut_out(tmp_path: Path) -> None:
    """After a few wrong ones also the right one is not heard for a while."""

    async def use(client: Client) -> None:
        codes = [(await post(client, "/api/let-in", {"password": str(number)}))[0] for number in range(5)]
        assert [403] * 4 + [429] == codes
        assert 429 == (await post(client, "/api/let-in", {"password": "hold"}))[0]

    LeaguePage(tmp_path, None, "hold").try_out(use)


def test_a_changed_password_lets_nobody_stay() -> None:
    """A cookie holds for the password that it was given for."""
    old, new = (Doors(Passwords(None, keep, SECRET), lambda: 0.0) for keep in ("hold", "other"))
    role, cookie = old.let_in("hold", "a guest")
    assert "owner" == role
    known = old.holder(cookie)
    assert known is not None
    assert "owner" == known.role
    assert (None, None) == (new.holder(cookie), Doors(Passwords(None, "hold", b"another"), lambda: 0.0).holder(cookie))


def test_keepers_change_the_file(tmp_path: Path) -> None:
    """If it can be used, and nobody else has changed it meanwhile; from our own page alone."""
    page = LeaguePage(tmp_path, None, "hold")

    async def use(client: Client) -> None:
        await post(client, "/api/let-in", {"password": "hold"})
        kept = await (await client.get("/api/file")).json()
        other = TEXT.replace("Attic League", "Cellar League")
        wrong = await post(client, "/api/file", {**kept, "text": TEXT.replace('"cellar"', '"attic"')})
        assert (400, True) == (wrong[0], "two stadiums" in wrong[1]["error"])
        wrong = await post(client, "/api/file", {**kept, "text": "name = 3"})
        assert (400, True) == (wrong[0], "name" in wrong[1]["error"])
        assert 403 == (await post(client, "/api/file", {**kept, "text": other}, "http://evil.example"))[0]
        assert TEXT == page.file.read_text()
        assert 200 == (await post(client, "/api/file", {**kept, "text": other}))[0]
        assert "Cellar League" == (await (await client.get("/api/wall")).json())["name"]
        assert 412 == (await post(client, "/api/file", {**kept, "text": TEXT}))[0]

    page.try_out(use)


def test_keepers_add_games(tmp_path: Path) -> None:
    """A sealed one counts and has its box score; a forged one is named."""

    async def use(client: Client) -> None:
        await post(client, "/api/let-in", {"password": "hold"})
        good, forged = sent("attic", 1, record(1)), sent("attic", 2, record(2), by="cellar")
        for game, fault in ((good, ""), (forged, "another key")):
            answer = await post(client, "/api/sent", {"record": game.record.decode(), "seal": game.seal.decode()})
            assert (200, True) == (answer[0], fault in answer[1]["fault"] and bool(fault) == bool(answer[1]["fault"]))
        report = await (await client.get("/api/league")).json()
        assert (1, "Attic", 1) == (report["games"], report["played"][0]["stadium"], report["played"][0]["number"])
        box = await (await client.get("/api/league/attic/1")).json()
        assert report["played"][0]["score"] == f"{box['box']['away']['runs']}-{box['box']['home']['runs']}"
        assert 404 == await status(client, "/api/league/attic/2")

    LeaguePage(tmp_path, None, "hold").try_out(use)


def test_names_of_the_computer(tmp_path: Path) -> None:
    """Its own, those of a home, and no other."""

    async def use(client: Client) -> None:
        for name, code in (("league.example.org", 200), ("box.local", 200), ("evil.example", 421)):
            assert code == (await client.get("/api/wall", headers={"Host": name})).status

    LeaguePage(tmp_path).try_out(use)


@pytest.mark.parametrize("code", languages())
def test_views_have_words_for_all_they_say(code: str) -> None:
    """None is missing in any language."""
    speaks = language(code)
    for view in VIEWS:
        words = msgspec.json.decode(page_words(speaks, SCRIPT, view.script))
        assert [] == [name for name, wording in words.items() if not wording]
        assert speaks.has(f"league.nav.{view.name}", "short")


def test_a_name_is_no_markup(tmp_path: Path) -> None:
    """Whatever the league is called."""
    page = LeaguePage(tmp_path)
    page.file.write_text(TEXT.replace("Attic League", "<b>League</b>"))

    async def use(client: Client) -> None:
        assert "<b>League" not in await (await client.get("/")).text()

    page.try_out(use)
