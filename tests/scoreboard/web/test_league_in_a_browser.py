"""A league in a browser: the wall, standings, a box score, and a keeper who dismisses a game."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, expect
from support.browser import PHONE, TV, barriers, phone, spilled
from support.league import record, sent
from support.league_page import STATE, LeaguePage

pytestmark = [pytest.mark.newest, pytest.mark.untraced]
GAMES = (sent("attic", 1, record(1)), sent("cellar", 1, record(2)), sent("cellar", 2, record(3), by="attic"))


@pytest.mark.parametrize("size", [PHONE, TV])
def test_the_wall_shows_every_stadium(browser: Browser, tmp_path: Path, size: tuple[int, int]) -> None:
    """With its game as it goes on, and who is away; nobody is shut out, and nothing is cut off."""
    page_of_league = LeaguePage(tmp_path)
    with page_of_league.served() as address, phone(browser, address, "/", size) as page:
        attic = page.locator(".tile", has=page.get_by_role("heading", name="Attic", exact=True))
        expect(attic.get_by_role("row", name="Reds")).to_contain_text("4")
        expect(attic.locator(".field")).to_be_visible()
        expect(page.get_by_role("heading", name="Cellar offline")).to_be_visible()
        expect(page.get_by_text("Cellar: it publishes what cannot be read")).to_be_visible()
        assert ([], []) == (barriers(page), spilled(page))
        page_of_league.wall.take_state("attic", msgspec.json.encode(STATE | {"away": 9}))
        expect(attic.get_by_role("row", name="Reds")).to_contain_text("9")


def test_a_password_opens_the_wall(browser: Browser, tmp_path: Path) -> None:
    """Before that the page says that it needs one; a wrong one is said to be none."""
    with LeaguePage(tmp_path, "see").served() as address, phone(browser, address) as page:
        field = page.get_by_label("Password")
        field.fill("wrong")
        page.get_by_role("button", name="Enter").tap()
        expect(page.get_by_role("alert")).to_have_text("That is not the password.")
        assert [] == barriers(page)
        field.fill("see")
        page.get_by_role("button", name="Enter").tap()
        expect(page.get_by_role("heading", name="Attic", exact=True)).to_be_visible()


def test_a_keeper_dismisses_a_game(browser: Browser, tmp_path: Path) -> None:
    """From its box score, for a reason; the standings have it no more, and everybody reads why in the file."""
    league = LeaguePage(tmp_path, None, "hold")
    with league.served(*GAMES) as address, phone(browser, address, "/keep?lang=es") as page:
        page.get_by_label("Contraseña").fill("hold")
        page.get_by_role("button", name="Entrar").tap()
        expect(page.get_by_role("textbox")).to_have_value(league.file.read_text())
        assert [] == barriers(page)
        page.get_by_role("link", name="Clasificación").tap()
        expect(page.get_by_role("region", name="Juegos que no cuentan").get_by_role("row")).to_have_count(2)
        assert ([], []) == (barriers(page), spilled(page))
        page.get_by_role("link", name="Juegos").tap()
        games = page.locator(".league-games summary")
        expect(games).to_have_count(2)
        games.nth(0).tap()
        page.get_by_label("¿Por qué no cuenta?").fill('ten "men"')
        assert [] == barriers(page)
        page.get_by_role("button", name="Descartar este juego").tap()
        expect(games).to_have_count(1)
    assert 'why = "ten \\"men\\""' in league.file.read_text()
