"""A new game set up with a thumb: teams, helmets by dragging and by keyboard, partners, and a question before it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from msgspec import UNSET, structs
from playwright.sync_api import Browser, Page, Route, expect
from support.browser import PHONE, TABLET, TV, barriers, opened, question, small_targets
from support.page_table import Served, Table, served
from support.scoring import SETUP, blue

from scoreboard.opponent import Opponent
from scoreboard.rules.events import End, SeriesGame

pytestmark = [pytest.mark.newest, pytest.mark.untraced]


@pytest.fixture
def stadium() -> Iterator[Served]:
    """A game in which a pitch was thrown."""
    with served(Table()) as stadium:
        stadium.table.play(blue(9))
        yield stadium


def dragged(page: Page, team: str, number: int, to: int) -> None:
    """Drag a helmet by its grip to another's place, as a finger does."""
    lineup = page.get_by_role("group", name=f"Line-up: {team}")
    lineup.evaluate("each => each.scrollIntoView({ block: 'center' })")
    start, end = (lineup.locator(".grip").nth(each - 1).bounding_box() for each in (number, to))
    assert start is not None
    assert end is not None
    x, y, by = start["x"] + 9, start["y"] + 9, end["y"] - start["y"]
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(x, y + by * step / 8 + (5 if by > 0 else -5))
    page.mouse.up()


def change(page: Page) -> None:
    """Have all that may be chosen otherwise shown."""
    page.get_by_role("button", name="Change something").tap()


def test_the_game_is_begun_as_last_time_by_one_tap(browser: Browser) -> None:
    """It is said in one line what it is; nothing else is asked where no game is in play."""
    with served(Table()) as stadium, opened(browser, stadium, "/new", (360, 640)) as page:
        section = page.get_by_role("region", name="As last time")
        expect(section).to_contain_text("Amateur, 3 innings: Reds at Blues.")
        expect(page.locator(".rows")).to_be_hidden()
        play = section.get_by_role("button", name="Play ball!")
        expect(play).to_be_in_viewport(ratio=1)
        play.tap()
        page.wait_for_url(stadium.address + "/")
    assert ["Reds", "Blues"] == [each.name for each in (stadium.table.begun[0].setup.away, SETUP.home)]
    assert "diamante-amateur" == stadium.table.begun[0].setup.rules


def test_nothing_is_as_last_time_where_nothing_was_played(browser: Browser) -> None:
    """On the very first start it is a new game, whatever is changed of it."""
    with served(Table(game=1)) as stadium, opened(browser, stadium, "/new") as page:
        change(page)
        with question(page, "How many innings?") as sheet:
            sheet.get_by_role("radio", name="5", exact=True).check(force=True)
        expect(page.locator(".go .would")).to_contain_text("5 innings")
        expect(page.get_by_role("region", name="New game")).to_be_visible()
        expect(page.get_by_text("As last time")).to_have_count(1)
        expect(page.get_by_text("As last time")).to_be_hidden()


def test_a_row_says_how_its_question_is_answered(browser: Browser, stadium: Served) -> None:
    """A row for each question, and one question a sheet; the game as last time is one tap away."""
    with opened(browser, stadium, "/new") as page:
        change(page)
        row = page.locator(".rows").get_by_role("button", name="How many innings?")
        expect(row).to_contain_text("3")
        with question(page, "How many innings?") as sheet:
            expect(sheet.get_by_role("radiogroup")).to_have_count(1)
            sheet.get_by_role("radio", name="5", exact=True).check(force=True)
            expect(row).to_contain_text("5")
        expect(page.locator(".go .would")).to_contain_text("5 innings")
        expect(page.get_by_role("region", name="New game")).to_be_visible()
        page.get_by_role("button", name="As last time").tap()
        expect(row).to_contain_text("3")
        expect(page.locator(".go .would")).to_contain_text("3 innings")
        expect(page.get_by_role("region", name="As last time")).to_be_visible()


def test_who_is_home_is_one_question(browser: Browser, stadium: Served) -> None:
    """One team, the other one, or whom the dice say; the box stays with its team."""
    with opened(browser, stadium, "/new") as page:
        change(page)
        with question(page, "Does the stadium play?") as sheet:
            sheet.get_by_role("radio", name="Yes: it decides for Reds").check()
        with question(page, "Who is Home?") as sheet:
            sheet.get_by_role("radio", name="Throw the white die").check()
            expect(page.locator(".go button")).to_have_text("Throw for Home!")
            sheet.get_by_role("radio", name="Reds").check()
        expect(page.locator(".go .would")).to_contain_text("Blues at Reds")
        page.get_by_role("button", name="Play ball!").tap()
        page.get_by_role("dialog").get_by_role("button", name="Leave it").tap()
        page.wait_for_url(stadium.address + "/")
    begun = stadium.table.begun[0]
    assert ("Reds", Opponent("home", "strong"), False) == (begun.setup.home.name, begun.opponent, begun.throws_off)


def test_a_game_has_its_own_questions(browser: Browser, stadium: Served) -> None:
    """RallyBird's ways to play it are in what is sent, and are gone with it; the white die is not thrown for Home."""
    with opened(browser, stadium, "/new") as page:
        change(page)
        with question(page, "Which game?") as sheet:
            sheet.get_by_role("radio", name="RallyBird").check()
        with question(page, "Who is Home?") as sheet:
            expect(sheet.get_by_role("radio")).to_have_count(2)
        with question(page, "Other ways to play it") as sheet:
            sheet.get_by_role("checkbox", name="The intentional walk").check()
            sheet.get_by_label("It begins with inning").select_option("1")
            expect(page.locator(".go .would")).to_contain_text("RallyBird")
            with page.expect_request(lambda each: "aside-4" in (each.post_data or "")) as asked:
                sheet.get_by_role("checkbox", name="Four cards aside").check()
        line = json.loads(asked.value.post_data or "")
        assert ("rallybird", 1, ["intentional-walk", "aside-4"]) == (line["rules"], line["first"], line["options"])
        with question(page, "Which game?") as sheet:
            sheet.get_by_role("radio", name="Major League").check()
        expect(page.locator(".rows").get_by_role("button", name="Other ways")).to_be_hidden()


def test_conflicting_choices_are_named_where_they_are_made(browser: Browser, stadium: Served) -> None:
    """The message is on the sheet, which lies over the page, and on the page; no game can be begun meanwhile."""
    with opened(browser, stadium, "/new") as page:
        change(page)
        with question(page, "Who plays?") as sheet:
            home = sheet.get_by_role("group", name="Home: ")
            home.get_by_title("Red").tap()
            expect(sheet.get_by_role("status")).to_contain_text("red")
            expect(page.locator(".go button")).to_be_disabled()
            home.get_by_title("Teal").tap()
            expect(sheet.get_by_role("status")).to_be_empty()
        expect(page.locator(".go button")).to_be_enabled()


def test_a_game_is_set_up_by_hand(browser: Browser, stadium: Served) -> None:
    """The line-up is dragged or moved by keys; all that is answered is begun; the game in play is asked about."""
    with opened(browser, stadium, "/new") as page:
        go, summary = page.locator(".go button"), page.locator(".go .would")
        change(page)
        with question(page, "Which game?") as sheet:
            sheet.get_by_role("radio", name="Major League").check()
        with question(page, "Who is Home?") as sheet:
            sheet.get_by_role("radio", name="Throw the white die").check()
        with question(page, "Who plays?") as sheet:
            home = sheet.get_by_role("group", name="Home: ")
            home.get_by_label("Name").fill("Cats")
            home.get_by_title("Teal").tap()
            sheet.get_by_role("group", name="Away").get_by_label("Team").select_option("Tigers")
        expect(summary).to_contain_text("Tigers at Cats")
        with question(page, "How many innings?") as sheet:
            sheet.get_by_role("radio", name="5", exact=True).check(force=True)
        with question(page, "Line-up") as sheet:
            dragged(page, "Tigers", 4, 1)
            cats = sheet.get_by_role("group", name="Line-up: Cats")
            cats.get_by_role("button", name="Helmet 1: later").focus()
            page.keyboard.press("Enter")
            expect(cats.get_by_role("status")).to_contain_text("bats number 2")
            cats.get_by_role("button", name="Helmet 4: ").first.tap()  # from weak to strong
        with question(page, "Partners") as sheet:
            sheet.get_by_label("Cats: up first").fill("Ana")
            sheet.get_by_label("Cats: player 2").fill("Leo")
        with question(page, "Does the stadium play?") as sheet:
            sheet.get_by_role("radio", name="Yes: it decides for Tigers").check()
            sheet.get_by_role("radio", name="Easy").check()
        with question(page, "House rules") as sheet:
            sheet.get_by_role("checkbox", name="Bunts are played").uncheck()
        go.tap()
        dialog = page.get_by_role("dialog", name="A game is in play")
        expect(dialog).to_contain_text("Reds 0, Blues 0")
        dialog.get_by_role("button", name="Keep playing it").tap()
        assert [] == stadium.table.begun
        go.tap()
        dialog.get_by_role("button", name="Leave it").tap()
        page.wait_for_url(stadium.address + "/")
        expect(page.locator(".line-score")).to_contain_text("Tigers")
    begun = stadium.table.begun[0]
    assert (("-", "+", "", ""), ("", "+", "", "+")) == (begun.setup.away.lineup, begun.setup.home.lineup)
    assert (5, "teal", ("Ana", "Leo")) == (begun.setup.innings, begun.setup.home.color, begun.setup.home.players)
    assert (Opponent("away", "easy"), True) == (begun.opponent, begun.throws_off)
    assert (UNSET, UNSET) == (begun.setup.options, begun.setup.first)
    assert stadium.table.history.game.house.bunt is False


def test_only_the_game_that_was_shown_is_begun(browser: Browser, stadium: Served) -> None:
    """What is chosen otherwise must be shown before it can be begun; a game in play is left only as it was shown."""
    with opened(browser, stadium, "/new") as page:
        go = page.locator(".go button")
        expect(go).to_be_enabled()
        change(page)
        with question(page, "Who plays?") as sheet:
            name = sheet.get_by_role("group", name="Home: ").get_by_label("Name")
            page.route("**/api/games?*dry=1*", lambda _: None)
            name.fill("Cats")
            expect(go).to_be_disabled()
            page.unroute("**/api/games?*dry=1*")
            name.fill("Lynxes")
        expect(page.locator(".go .would")).to_contain_text("Lynxes")
        go.tap()
        page.get_by_role("dialog").wait_for()
        stadium.tell(blue(9))
        page.get_by_role("button", name="Leave it").tap()
        expect(page.locator(".go .would")).to_contain_text("overtaken")
    assert [] == stadium.table.begun


def test_a_game_is_played_again_with_the_sides_swapped(browser: Browser, stadium: Served) -> None:
    """It is ended by hand, after it was said what that does; then one tap plays on, from its own page, too."""
    with opened(browser, stadium, "/new") as page:
        page.get_by_role("button", name="End this game now").tap()
        page.get_by_role("button", name="Reds win").tap()
        page.get_by_role("button", name="Do it").wait_for()
        stadium.tell(blue(9))  # play goes on meanwhile
        page.get_by_role("button", name="Do it").tap()
        expect(page.locator("dialog .went-on")).to_have_text("Play went on; look again.")
        page.get_by_role("button", name="Do it").tap()
        page.wait_for_url(stadium.address + "/")
        assert [{"type": "end", "why": "forfeit", "winner": "away"}] == stadium.table.sent
        page.goto(f"{stadium.address}/games/{stadium.table.game}")
        page.get_by_role("button", name="Play again: Blues at home").wait_for()
        page.goto(stadium.address)
        page.get_by_role("button", name="sides swapped").tap()
        expect(page.get_by_role("rowheader").first).to_contain_text("Blues")
    assert ("Blues", "Reds") == (stadium.table.begun[0].setup.away.name, stadium.table.begun[0].setup.home.name)


def test_a_game_that_was_left_is_played_on(browser: Browser, stadium: Served) -> None:
    """From the list, once the game in play may be left; one that is over is not."""
    begun = {"teams": ["Owls", "Cats"], "score": [3, 1], "inning": 2, "half": "top", "over": False}
    now = {"teams": ["Reds", "Blues"], "score": [0, 0], "inning": 1, "half": "top", "over": False}
    listed = [{"game": 3, "summary": begun}, {"game": 4, "summary": {**begun, "over": True}},
              {"game": 7, "summary": now, "in_play": True}]  # fmt: skip
    with opened(browser, stadium, "/pair") as page:
        page.route("**/api/games?*", lambda route: route.fulfill(json=listed))
        page.get_by_role("link", name="Games").tap()
        expect(page.get_by_role("button", name="Play on")).to_have_count(1)
        page.route("**/api/state?*", lambda route: route.abort())  # which game is left cannot be said
        page.get_by_role("button", name="Play on: Owls 3, Cats 1").tap()
        expect(page.locator(".games .reply")).to_contain_text("did not answer")
        page.unroute("**/api/state?*")
        page.get_by_role("button", name="Play on: Owls 3, Cats 1").tap()
        page.get_by_role("dialog").get_by_role("button", name="Leave it").tap()
        page.wait_for_url(stadium.address + "/")
    assert [{"resume": 3}] == stadium.table.sent


def test_a_game_that_is_on_the_board_is_gone_to(browser: Browser, stadium: Served) -> None:
    """Where the answer was lost after a game was brought back, and where somebody else brought it back."""
    begun = {"teams": ["Owls", "Cats"], "score": [3, 1], "inning": 2, "half": "top", "over": False}
    stadium.tell(End(why="forfeit", winner="away"))

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    with opened(browser, stadium, "/pair") as page:
        page.route("**/api/games?*", lambda route: route.fulfill(json=[{"game": 3, "summary": begun}]))
        page.route("**/resume?*", lose, times=1)
        for _ in ("brought back", "there already"):
            page.get_by_role("link", name="Games").tap()
            page.get_by_role("button", name="Play on: Owls 3, Cats 1").tap()
            page.wait_for_url(stadium.address + "/")
    assert [{"resume": 3}] == [each for each in stadium.table.sent if "resume" in each]


def test_who_is_not_paired_is_led_to_pairing(browser: Browser, stadium: Served) -> None:
    """With the code of the page's address, for the next guest."""
    with opened(browser, stadium, "/new", paired=False) as page:
        page.get_by_role("link", name="Score from this phone").tap()
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
        expect(page.locator(".scan img")).not_to_have_js_property("naturalWidth", 0)


def test_a_name_of_one_long_word_makes_no_page_wider_than_a_phone(browser: Browser) -> None:
    """Forty letters without a blank are a name; one in angle brackets is told as it is written."""
    names = {"away": "W" * 40, "home": "<img src=x onerror=document.title=1>"}
    sides = {side: structs.replace(getattr(SETUP, side), name=name) for side, name in names.items()}
    with served(Table(structs.replace(SETUP, rules="diamante-major", **sides))) as stadium:
        for path in ("/new", "/"):
            with opened(browser, stadium, path) as page:
                expect(page.get_by_text(names["away"]).first).to_be_attached()
                expect(page.get_by_text(names["home"]).first).to_be_attached()
                assert PHONE[0] >= page.evaluate("document.documentElement.scrollWidth")
                assert 0 == page.locator("main img[src=x]").count()


QUESTIONS = ("Which game?", "Who plays?", "Does the stadium play?", "Line-up", "House rules")
"""Of a new game, each in a sheet of its own."""


def test_nobody_is_kept_out_of_a_new_game(browser: Browser) -> None:
    """WCAG 2.2 AA by axe-core, in both themes; nothing is wider than the narrowest phone, its sheets neither."""
    with served(Table(structs.replace(SETUP, rules="diamante-major"))) as stadium:
        stadium.table.play(blue(9))
        for theme, size in (("light", (320, 640)), ("dark", PHONE), ("light", TABLET)):
            with opened(browser, stadium, f"/new?theme={theme}", size) as page:
                change(page)
                assert [] == barriers(page, themes=(theme,))
                for title in QUESTIONS:
                    with question(page, title):  # `test_every_sheet_in_a_browser` has axe-core look at it
                        assert [] == small_targets(page)
                        assert size[0] >= page.evaluate("document.documentElement.scrollWidth")
        stadium.table.play(End(why="called", winner=None))
        with opened(browser, stadium) as page:
            page.locator(".pad.offered button").nth(2).wait_for()
            assert [] == barriers(page)
        with opened(browser, stadium, "/tv", TV) as page:
            page.get_by_role("img", name="QR code").wait_for()
            assert [] == barriers(page)


@pytest.mark.slow  # on a phone `test_every_sheet_in_a_browser` shows it
@pytest.mark.parametrize("size", [(320, 640), TABLET])
def test_nobody_is_kept_out_of_its_questions_in_other_windows(browser: Browser, size: tuple[int, int]) -> None:
    """WCAG 2.2 AA by axe-core, in both themes, on the narrowest phone and on a tablet."""
    with served(Table(structs.replace(SETUP, rules="diamante-major"))) as stadium:
        stadium.table.play(blue(9))
        with opened(browser, stadium, "/new", size) as page:
            change(page)
            for title in QUESTIONS:
                with question(page, title):
                    assert [] == barriers(page, within="dialog[open]")


def test_house_rules_and_a_series_are_picked(browser: Browser, stadium: Served) -> None:
    """A rule that does nothing without another is shown with it (H1, H2); what is not played is not sent."""
    with opened(browser, stadium, "/new") as page:
        change(page)
        with question(page, "House rules") as sheet:
            start = sheet.get_by_label("Mercy counts from this inning on")
            expect(start).to_be_hidden()
            sheet.get_by_label("Mercy: the game is over").select_option("10 runs ahead")
            expect(start).to_be_visible()
            sheet.get_by_label("Most runs in one turn at bat").select_option("5 runs")
            sheet.get_by_label("Most runs in one turn at bat").select_option("No limit")
        with question(page, "Series") as sheet:
            sheet.get_by_label("Its name").fill("Attic Cup")
            sheet.get_by_label("How many games").select_option("Best of 5")
        expect(page.locator(".rows").get_by_role("button", name="Series")).to_contain_text("Attic Cup")
        page.get_by_role("button", name="Play ball!").tap()
        page.get_by_role("dialog").get_by_role("button", name="Leave it").tap()
        page.wait_for_url(stadium.address + "/")
    setup = stadium.table.begun[0].setup
    assert (10, UNSET, UNSET) == (setup.house.mercy, setup.house.cap, setup.house.tie_after)
    assert SeriesGame(name="Attic Cup", game=1, best_of=5) == setup.series
