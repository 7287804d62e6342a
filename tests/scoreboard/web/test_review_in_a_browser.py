"""The umpire's review, best moments and what is said of privacy, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import barriers, opened, unanswered
from support.page_table import Table, served
from support.pages import NUMBER
from support.scoring import blue
from support.throws import SEVEN, kept, throws

from scoreboard.kept_throws import KeptThrow
from scoreboard.record import decode
from scoreboard.rules.events import Die, Expect, Setup

pytestmark = [pytest.mark.newest, pytest.mark.untraced]

GOLDEN = Path(__file__).parents[2] / "golden/games/whole-diamante-major.jsonl"


def pitched(found: dict[int, KeptThrow]) -> Table:
    """A table at which the red die was read as a seven."""
    table = Table(throws=throws(found))
    table.play(blue(5), Die(color="red", value=7, by="camera", confidence=0.9994))
    return table


def review(page: Page) -> None:
    """Tap the swing."""
    page.locator(".plays-list button", has_text="swing").tap()
    expect(page.get_by_role("dialog")).to_contain_text("The camera read 7 and was 99.9 % sure.")


def test_play_is_reviewed_and_put_right_by_one_tap_more(browser: Browser) -> None:
    """What the camera saw, its clip when it is tapped, the clause, and a likelier value on its way to an amendment."""
    with served(pitched({3: kept(SEVEN)})) as stadium, opened(browser, stadium) as page:
        review(page)
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("img", name="As the camera saw it: the red die")).to_be_visible()
        expect(dialog.locator(".clause")).to_contain_text("D19 A swing higher than the pitch")
        dialog.get_by_role("button", name="Watch it land").tap()
        clip = dialog.get_by_role("button", name="Watch it again").get_by_role("img", include_hidden=True)
        expect(clip).to_have_attribute("src", f"/api/games/{NUMBER}/lines/3/clip?1")
        assert [] == barriers(page)
        dialog.get_by_role("group", name="Or was it").get_by_role("button", name="1 under").tap()
        expect(dialog.locator(".would")).to_be_visible()
        dialog.get_by_role("button", name="Do it").tap()
        expect(dialog).to_have_count(0)
    assert [{"type": "amend", "line": 3, "value": 1}] == stadium.table.sent


@pytest.mark.parametrize("play", ["pitch", "swing"])
def test_keys_stay_where_they_are_when_the_review_comes(browser: Browser, play: str) -> None:
    """A finger may be on one: of a throw by hand, and of one whose picture comes above the keys."""
    with served(pitched({3: kept(SEVEN)})) as stadium, opened(browser, stadium) as page:
        with unanswered(page, "**/review?*"):
            page.locator(".plays-list button", has_text=play).tap()
            asked = page.get_by_role("group", name="What was it really?")
            key = asked.get_by_role("button", name="9", exact=True)
            before = key.bounding_box()
        page.locator(".why p").first.wait_for(state="attached")
        assert before == key.bounding_box()


def test_who_is_not_paired_may_look(browser: Browser) -> None:
    """At the same review, without a button that changes anything."""
    with served(pitched({})) as stadium, opened(browser, stadium, paired=False) as page:
        review(page)
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("No picture of this throw is kept.")
        assert ["Close"] == [each.get_attribute("aria-label") for each in dialog.get_by_role("button").all()]
        assert [] == barriers(page)


def test_finished_game_offers_its_best_moments(browser: Browser) -> None:
    """Each with its clip, and the field as it was then; every line of it can be reviewed."""
    setup, *lines = (decode(raw) for raw in GOLDEN.read_bytes().splitlines())
    assert isinstance(setup, Setup)
    table = Table(setup, throws=throws(dict.fromkeys(range(2, len(lines)), kept(SEVEN))))
    table.play(*[line for line in lines if not isinstance(line, Expect | Setup)])
    with served(table) as stadium, opened(browser, stadium, f"/games/{NUMBER}") as page:
        moment = page.locator(".moments li").first
        moment.get_by_role("button", name="Watch it land").tap()
        expect(moment.locator(".film img")).to_be_visible()
        assert ["As the camera saw it: the dice", "As the camera saw it: the die"] == page.evaluate("""async () => {
            const { seen } = await import("/static/watch/footage.js");
            const roll = (values) => seen({ picture: "/panel.png" }, { type: "roll", values });
            return [roll([3, 4]), roll([3])].map((node) => node.querySelector("img").alt);
        }""")
        assert [] == barriers(page)
        sentence = moment.locator("p").inner_text()
        moment.get_by_role("button", name="Show the field at that moment").tap()
        expect(page.locator(".told")).to_contain_text(sentence[:20])
        page.get_by_role("button", name="Put this play right").tap()
        page.get_by_text("Why it counts so").tap()
        expect(page.get_by_role("dialog").locator(".clause").first).to_be_visible()


def test_owner_erases_the_pictures(browser: Browser) -> None:
    """By two taps, on a page that says what is kept, where, and how it is erased; who is no owner is told who may."""
    with served(pitched({})) as stadium:
        with opened(browser, stadium, paired=False) as page:
            page.get_by_role("link", name="Privacy").tap()
            expect(page.get_by_role("heading", name="Privacy")).to_be_visible()
            expect(page.locator("section.privacy")).to_contain_text("An owner's phone has a button here")
        with opened(browser, stadium, "/privacy") as page:
            expect(page.locator("section.privacy")).to_contain_text("home's Wi-Fi")
            page.get_by_role("button", name="Erase all pictures").tap()
            assert [] == barriers(page)
            assert 0 == stadium.table.erased
            page.get_by_role("button", name="Really erase them?").tap()
            expect(page.get_by_role("status")).to_contain_text("Erased.")
    assert 1 == stadium.table.erased
