"""What the camera sees of helmets and ball on the page: drawn where the score has it otherwise, said, and settled."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import PHONE, TV, barriers, opened, small_targets, spilled
from support.page_table import Served

from scoreboard.rules.events import Set
from scoreboard.web.state.live import NOTHING_OF_BOARD, BoardWords, SeenHelmet, SeenOnBoard

pytestmark = [pytest.mark.newest, pytest.mark.untraced]
HINT = "Runner stands one step short of where the 7 takes him."
APART = "Board and score disagree. Runners on the board: first base. In the score: second base."
MIDDLES = """(name) => [...document.querySelectorAll(`svg.field ${name}`)].map((node) => node.style.transform)"""


def red(*places: int) -> tuple[SeenHelmet, ...]:
    """Helmets of the visitors, who bat."""
    return tuple(SeenHelmet("red", place) for place in places)


def shows(stadium: Served, board: BoardWords) -> None:
    """The table sees that now, and whoever watches is told."""
    stadium.table.board = board
    stadium.tell()


def seen_of(page: Page) -> tuple[int, int, int]:
    """How many helmets are drawn as seen, as not seen, and how many lines lead from one to another."""
    return (
        page.locator("svg.field .ghost:not(.ball-seen)").count(),
        page.locator("svg.field .unseen-man").count(),
        page.locator("svg.field .way").count(),
    )


def test_where_he_is_seen_is_drawn_beside_where_the_score_has_him(browser: Browser, stadium: Served) -> None:
    """What agrees is not drawn twice; of what cannot be told nothing is drawn, nor under a hand."""
    stadium.table.play(Set(runners=(18, 12)))
    with opened(browser, stadium) as page:
        page.emulate_media(reduced_motion="reduce")
        shows(stadium, BoardWords(HINT, seen=SeenOnBoard(red(18, 11), ball="Z1")))
        hint = page.locator(".seen-said")
        expect(hint).to_have_text(HINT)
        assert (1, 1, 0) == seen_of(page)  # a step is too near for a line
        assert page.evaluate(MIDDLES, ".unseen-man") == page.evaluate(MIDDLES, ".runners .man")[1:]
        shows(stadium, BoardWords("far", seen=SeenOnBoard(red(18, 6), ball="Z7")))
        expect(hint).to_have_text("far")
        assert (1, 1, 1) == seen_of(page)
        expect(page.locator("svg.field .ball-seen")).to_have_count(1)
        shows(stadium, BoardWords("unsure", seen=SeenOnBoard(red(18), (12,), "Z1")))
        expect(hint).to_have_text("unsure")
        assert (0, 0, 0) == seen_of(page)
        shows(stadium, BoardWords("stranger", seen=SeenOnBoard((*red(18, 12), SeenHelmet("blue", 3)))))
        expect(hint).to_have_text("stranger")
        assert (1, 0, 0) == seen_of(page)
        expect(page.locator("svg.field .ghost[data-color=blue]")).to_have_count(1)
        shows(stadium, BoardWords("a hand"))
        expect(hint).to_have_text("a hand")
        assert (0, 0, 0) == seen_of(page)
        shows(stadium, BoardWords(because="Read from the board.", seen=SeenOnBoard(red(18, 12), ball="Z1")))
        expect(page.locator(".seen-board .hint")).to_have_text("Read from the board.")
        expect(hint).to_be_empty()


@pytest.mark.parametrize("spoken", ["en", "es"])
@pytest.mark.parametrize("right", ["board", "score"])
def test_who_scores_says_which_is_right(browser: Browser, stadium: Served, right: str, spoken: str) -> None:
    """One question with two answers; closed it can be opened again, and it goes when it is settled."""
    stadium.table.play(Set(runners=(12,)))
    stadium.table.board = BoardWords(out_of_step=APART, seen=SeenOnBoard(red(6), ball="Z1"))
    names = {
        "en": {"board": "The board is right", "score": "The score is right", "which": "Board and score disagree"},
        "es": {"board": "El campo está bien", "score": "La pizarra está bien", "which": "El campo y la pizarra"},
    }[spoken]
    with opened(browser, stadium, f"/?lang={spoken}") as page:
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text(APART)
        expect(sheet.locator("svg.field .way")).to_have_count(1)
        if right == "board":  # it is one sheet, whatever is answered
            assert ([], []) == (barriers(page), small_targets(page))
        sheet.locator(".close").tap()
        expect(sheet).to_be_hidden()
        page.get_by_role("button", name=names["which"]).tap()
        sheet.get_by_role("button", name=names[right]).tap()
        expect(sheet).to_be_hidden()
        expect(page.locator(".seen-said")).to_be_empty()
    assert [{"right": right}] == stadium.table.sent


def test_settled_elsewhere_the_question_goes(browser: Browser, stadium: Served) -> None:
    """By the buttons, or because the helmets were put right."""
    with opened(browser, stadium) as page:
        shows(stadium, BoardWords(out_of_step=APART, seen=SeenOnBoard(red(6))))
        expect(page.get_by_role("dialog")).to_be_visible()
        shows(stadium, NOTHING_OF_BOARD)
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(("path", "size"), [("/", PHONE), ("/", (360, 640)), ("/", (1280, 800)), ("/tv", TV)], ids=str)
def test_viewer_sees_the_hint_and_no_question(
    browser: Browser, stadium: Served, path: str, size: tuple[int, int]
) -> None:
    """By day and by night, from the smallest phone to a TV; nothing is wider than the screen."""
    stadium.table.play(Set(runners=(18, 12)))
    stadium.table.board = BoardWords(out_of_step=APART, seen=SeenOnBoard(red(18, 6), ball="Z7"))
    with opened(browser, stadium, path, size, paired=False) as page:
        expect(page.locator(".seen-said")).to_have_text(APART)
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name="Board and score disagree")).to_be_hidden()
        assert ([], []) == (barriers(page), spilled(page))
        expect(page.locator(".seen-key")).to_be_visible()
