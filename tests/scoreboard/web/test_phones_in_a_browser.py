"""Phones in a real browser: pairing, coming back, and several at a time."""

from __future__ import annotations

import re
import socket
from contextlib import ExitStack

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, Route, expect
from support.browser import barriers, cell, opened, phone, press, stand_still, step, throw, wake
from support.page_table import Served, Table, served
from support.scoring import SETUP, blue

from scoreboard.message import message
from scoreboard.rules.events import Press, Roll
from scoreboard.web.watch.watchers import LIMITS

pytestmark = [pytest.mark.newest, pytest.mark.untraced]


def test_phone_is_paired_by_the_digits(browser: Browser, stadium: Served) -> None:
    """It may only look; the stadium shows digits; wrong ones are refused with a reason, right ones let it score."""
    with opened(browser, stadium, paired=False) as page:
        stand_still(page)
        expect(page.get_by_role("button", name="Out", exact=True)).to_have_count(0)
        page.get_by_role("link", name="Score from this phone").tap()
        page.get_by_role("button", name="Show the digits").tap()
        shown = page.get_by_role("timer")
        expect(shown).to_contain_text(re.compile("at the stadium now; [56]. s left"))
        digits = stadium.table.code
        with page.expect_response("**/api/pair/begin*"):
            page.get_by_role("button", name="Show them again").tap()
        page.clock.run_for(20_000)
        expect(shown).to_contain_text(re.compile("now; [34]. s left"))
        for set_late in ("2001-01-01", "2040-01-01"):  # as a TV's clock is, once it has found the network
            page.clock.set_system_time(set_late)
            page.clock.run_for(1_000)
            expect(shown).to_contain_text(re.compile("now; [34]. s left"))
        assert digits not in page.content()
        page.clock.run_for(60_000)
        expect(shown).to_have_text("The digits are no longer shown.")
        page.clock.resume()
        page.get_by_label("Six digits").fill(f"{(int(digits) + 1) % 10**6:06}")
        page.get_by_role("button", name="Pair", exact=True).tap()
        expect(page.get_by_role("alert")).to_contain_text("not the digits")
        page.get_by_label("Six digits").fill(f"{digits[:3]} {digits[3:]}")
        page.route("**/api/pair?*", lambda route: route.abort())
        page.get_by_role("button", name="Pair", exact=True).tap()
        page.clock.run_for(5_000)  # it is sent once more
        expect(page.get_by_role("alert")).to_contain_text("The stadium did not answer")
        page.unroute("**/api/pair?*")
        page.get_by_role("button", name="Pair", exact=True).tap()
        page.get_by_role("link", name="To the game").tap()
        expect(page.get_by_role("button", name="7", exact=True)).to_be_enabled()
    assert "" == stadium.table.code


def test_who_guesses_is_locked_out(browser: Browser, stadium: Served) -> None:
    """After five wrong codes the right one is refused too, to whoever asks from this address; it is said how to go on.

    The digits stay on the panel, for whoever asks from another one.
    """
    with (
        opened(browser, stadium, "/pair", paired=False) as page,
        opened(browser, stadium, "/pair", paired=False) as next_,
    ):
        page.get_by_role("button", name="Show the digits").tap()
        expect(page.get_by_role("timer")).to_be_visible()
        digits, alert = stadium.table.code, page.get_by_role("alert")
        for guess in range(1, 6):
            page.get_by_label("Six digits").fill(f"{(int(digits) + guess) % 10**6:06}")
            page.get_by_role("button", name="Pair", exact=True).tap()
            expect(alert).to_contain_text("Too many codes" if guess == 5 else f"{5 - guess} more")
        page.get_by_label("Six digits").fill(digits)
        page.get_by_role("button", name="Pair", exact=True).tap()
        expect(alert).to_contain_text("by the menu at the stadium")
        next_.get_by_role("button", name="Show the digits").tap()
        expect(next_.get_by_role("alert")).to_contain_text("Too many codes")
    assert digits == stadium.table.code


def test_browser_without_cookies_takes_no_place(browser: Browser, stadium: Served) -> None:
    """The page says that the cookie was not kept. A phone with the name of a paired one says whether it is that one."""

    def without_cookie(route: Route) -> None:
        answer = route.fetch()
        route.request.frame.page.context.clear_cookies()
        route.fulfill(status=answer.status, content_type="application/json", body=answer.body())

    def pair(page: Page) -> None:
        with page.expect_response("**/api/pair/begin*"):  # the time that is left may be that of the digits before
            page.get_by_role("button", name="Show").tap()
        expect(page.get_by_role("timer")).to_contain_text("left")
        page.get_by_label("Six digits").fill(stadium.table.code)
        page.get_by_label("What is this phone called?").fill("Ana")
        page.get_by_role("button", name="Pair", exact=True).tap()

    with opened(browser, stadium, "/pair", paired=False) as page:
        page.route("**/api/pair?*", without_cookie)
        pair(page)
        expect(page.get_by_role("alert")).to_contain_text("has not kept the stadium's cookie")
        assert ((), 1) == (stadium.kept.waiting, len(stadium.kept.phones))
        page.unroute("**/api/pair?*")
        pair(page)
        page.get_by_role("button", name="Yes, it is that one: keep score and change settings").tap()
        expect(page.get_by_role("alert")).to_contain_text("NEW OWNER?")
        assert [] == barriers(page)
        page.get_by_role("button", name="No, it is another one").tap()
        expect(page.get_by_text("This phone may keep score.")).to_be_visible()
        assert ["owner", "scorer"] == [phone.role for phone in stadium.kept.phones]


def test_phone_is_taken_along_to_another_address(browser: Browser, stadium: Served) -> None:
    """By one tap it is the same phone there, and an owner's still; the way is used once."""
    with opened(browser, stadium, "/pair") as page:
        link = page.get_by_role("link", name="localhost")
        way = str(link.get_attribute("href"))
        assert [] == barriers(page)
        link.tap()
        page.wait_for_url("http://localhost:*/**")
        expect(page.get_by_text("It is the owner's")).to_be_visible()
        assert "/pair" == page.evaluate("location.pathname + location.hash")
        page.get_by_role("link", name="To the game").tap()
        expect(page.get_by_role("button", name="7", exact=True)).to_be_enabled()
        assert "localhost" == page.evaluate("location.hostname")
    with phone(browser, "about:", "blank") as page:
        page.goto(way)
        expect(page.get_by_text("has been used, or is too old")).to_be_visible()
    assert 1 == len(stadium.kept.phones)


def test_language_and_theme_are_kept(browser: Browser, stadium: Served) -> None:
    """Chosen once they hold on every page, in the script's words as in the server's."""
    with opened(browser, stadium) as page:
        page.get_by_role("link", name="Español").tap()
        page.get_by_role("link", name="Noche").tap()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.get_by_role("link", name="Juegos").tap()
        expect(page.get_by_role("heading", name="Juegos")).to_be_visible()
        assert ("es", "dark") == (
            page.locator("html").get_attribute("lang"),
            page.locator("html").get_attribute("data-theme"),
        )


def test_page_comes_back_after_the_server_was_gone(browser: Browser, stadium: Served) -> None:
    """It says since when it is not live; what is tapped meanwhile is not lost."""
    with opened(browser, stadium) as page:
        stand_still(page)  # a tap is not kept for ever
        page.locator(".dock .pad button").first.wait_for()
        page.wait_for_function("document.body.classList.contains('stale') === false")
        stadium.stop()
        expect(page.locator(".not-live")).to_contain_text("Not live since")
        throw(page, "9")
        expect(page.get_by_role("alert")).to_contain_text("your tap is kept")
        stadium.start()
        page.clock.resume()
        expect(page.locator(".not-live")).to_be_hidden()
        expect(page.locator(".told")).to_contain_text("pitch 9")


def test_page_without_a_place_on_the_stream_asks_for_the_state(browser: Browser, stadium: Served) -> None:
    """It shows each play all the same, and says nothing of it: others of its address have all the streams."""
    port = int(stadium.address.rpartition(":")[2])
    with ExitStack() as held:
        for _ in range(LIMITS.each):
            reader = held.enter_context(socket.create_connection(("127.0.0.1", port)))
            reader.sendall(b"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert b" 200 " in reader.recv(64)
        with opened(browser, stadium, paired=False) as page:
            expect(page.locator(".awaits")).to_be_visible()
            stadium.tell(Press(button="ball"))
            expect(page.get_by_role("img", name="balls: 1")).to_be_visible()
            expect(page.locator(".not-live")).to_be_hidden()
            stadium.tell(Press(button="ball"))
            expect(page.get_by_role("img", name="balls: 2")).to_be_visible()
            expect(page.locator(".not-live")).to_be_hidden()


def test_phone_that_slept_asks_for_the_whole_state(browser: Browser, stadium: Served) -> None:
    """A stream that ended in silence is not waited for: the page becomes visible, and shows what is so now."""
    with opened(browser, stadium, asleep=True) as page:
        expect(page.locator(".awaits")).to_be_visible()
        stadium.table.play(blue(9))
        wake(page)
        expect(page.locator(".plays-list")).to_contain_text("pitch 9")


def test_two_phones_do_not_fight(browser: Browser, stadium: Served) -> None:
    """Who taps on what is no longer so is told, and nothing is done twice."""
    with opened(browser, stadium, asleep=True) as page:
        expect(page.get_by_role("button", name="7", exact=True)).to_be_enabled()
        stadium.table.play(blue(9))
        press(page, "Out")
        expect(page.get_by_role("alert")).to_contain_text("Play went on meanwhile")
    assert [] == stadium.table.sent


def test_throw_that_the_camera_reads_meanwhile_is_asked_for_no_longer(browser: Browser, stadium: Served) -> None:
    """A finger that was on its key by then scores nothing, and it is said why; so is what is refused."""
    with opened(browser, stadium) as page:
        page.route("**/api/lines*", lambda route: route.fulfill(status=409, json={"error": "Not so."}))
        throw(page, "7")
        reply = page.locator(".dock .reply")
        expect(reply).to_have_text("Not so.")
        page.unroute("**/api/lines*")
        seven = page.locator(".pad").get_by_role("button", name="7")
        expect(seven).to_be_enabled()  # a finger that has just tapped may bounce
        seven.hover()
        page.mouse.down()
        stadium.tell(blue(6))
        expect(page.locator(".dock .due")).to_contain_text("beat 6")
        page.mouse.up()
        expect(reply).to_contain_text("That throw is in already")
        stadium.tell(Press(button="strike"))
        expect(page.get_by_role("img", name="strikes: 1")).to_be_visible()
        expect(reply).to_be_empty()  # it was about the throw before
    assert [] == stadium.table.sent


def test_throw_that_another_phone_sends_is_not_sent_twice(browser: Browser) -> None:
    """Dice that were tapped are for the throw that was due: what is only said leaves them, the throw does not."""
    with served(Table(structs.replace(SETUP, rules="two-dice"))) as stadium, opened(browser, stadium) as page:
        pads, picked = page.locator(".pad").get_by_role("group"), page.locator(".pad [aria-pressed=true]")
        expect(pads).to_have_count(2)
        throw(page, "3")
        stadium.tell(Press(button="next"))  # refused, and nothing else
        expect(picked).to_have_text("3")
        stadium.tell(Roll(values=(3, 4)))
        expect(picked).to_have_count(0)
        expect(page.locator(".dock .reply")).to_contain_text("That throw is in already")
        stadium.tell(Press(button="next", by="box"))
        expect(page.locator(".plays-list")).to_contain_text("by the stadium")
        throw(page, "6", "6")
        expect(page.locator(".told")).to_contain_text("6 6")
        page.get_by_role("button", name="Put the score right").tap()
        cell(page, "Outs").tap()
        stadium.tell(Roll(values=(2, 6)))
        step(page, "Outs", 1)
        expect(page.get_by_role("dialog").locator(".went-on")).to_have_text("Play went on; look again.")
    assert [{"type": "roll", "values": [6, 6]}] == stadium.table.sent


def test_a_demonstration_is_taken_over_and_let_go_on(browser: Browser, stadium: Served) -> None:
    """One tap each; who throws is said, also why nobody does in new colours; who only looks on is offered neither."""
    stadium.table.autopilot = True
    with opened(browser, stadium) as page, opened(browser, stadium, paired=False) as guest:
        expect(page.locator(".autopilot")).to_contain_text("This game plays itself.")
        page.get_by_role("button", name="Take over").tap()
        expect(page.locator(".autopilot")).to_contain_text("You throw")
        assert stadium.table.autopilot is False
        page.get_by_role("button", name="Let it play on").tap()
        expect(page.get_by_role("button", name="Take over")).to_be_visible()
        assert stadium.table.autopilot is True
        expect(guest.locator(".awaits")).to_be_visible()
        expect(guest.get_by_role("button", name="Take over")).to_have_count(0)
        stadium.table.autopilot, stadium.table.not_by_itself = None, message("page.no-autopilot")
        stadium.tell()
        expect(page.locator(".autopilot")).to_contain_text("This game does not play itself: the simulated")
        expect(page.get_by_role("button", name="Take over")).to_be_hidden()
        page.locator(".autopilot").get_by_role("button", name="Close").tap()
        expect(page.locator(".autopilot")).to_be_hidden()
        page.reload()
        expect(page.locator(".dock .pad button").first).to_be_visible()
        expect(page.locator(".autopilot")).to_be_hidden()  # it has been read
