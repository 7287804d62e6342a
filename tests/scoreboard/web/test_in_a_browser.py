"""The page in a real browser: what a family sees, taps and hears of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from msgspec import structs
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect
from support.browser import PHONE, TABLET, TV, barriers, opened, pixel, small_targets
from support.page_table import WELL, Served, Table, served
from support.pages import NUMBER
from support.scoring import SETUP, blue, red

from firmware.service.sound_files import wav
from scoreboard.record import decode
from scoreboard.rules.events import Amend, Chip, Expect, Press, Roll, Set, Setup, Team
from scoreboard.web import Device
from scoreboard.web.live import OpenQuestion

pytestmark = [pytest.mark.newest, pytest.mark.untraced]

GOLDEN = Path(__file__).parents[2] / "golden/games"
RECORDERS = """
const hear = (what) => { document.body.dataset.heard = `${document.body.dataset.heard ?? ""}${what}\\n`; };
const voices = [{ lang: "en-US", localService: true }];
const speak = (said) => said.volume && hear(`say ${said.lang} ${said.text}`);
const speech = { speaking: true, getVoices: () => voices, cancel: () => hear("cut"), speak };
SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: speech });
AudioContext = class {
  resume() {}
  suspend() {}
  createBufferSource() { return { connect() {}, start() { hear(`sound ${this.buffer}`); } }; }
  async decodeAudioData(file) { return file.byteLength; }
};
"""
"""What stands for a voice and a speaker, and writes down what is heard."""
NOTING = """new MutationObserver(() => { document.body.dataset.noted ??= document.querySelector(".told").textContent; })
  .observe(document.querySelector(".told"), { childList: true })"""
"""Writes down the first thing that an overlay tells."""
CELEBRATED = """new MutationObserver(() => {
  const text = (part) => document.querySelector(part)?.textContent;
  const [words, runs] = [text(".moment strong"), text(".team.away.scored b")];
  if (words && runs) document.body.dataset.celebrated ??= `${words}, ${runs}`;
}).observe(document.body, { childList: true, subtree: true, attributes: true })"""
"""Writes down what an overlay celebrates, and the score that it marks: both are gone after a moment."""
PARTNERS = {"away": ("Ana", "Mia"), "home": ("Leo", "Zoe")}
INNINGS = """async (game) => {
  const { fetchStates } = await import("/static/plays.js"), { inningsAt } = await import("/static/innings.js");
  const box = await (await fetch(`/api/games/${game}/box`)).json(), states = await fetchStates(game);
  const ours = inningsAt(states.filter((each) => each.cause.type !== "expect"), states.length, box);
  return ["away", "home"].map((side) => [ours[side].innings, box[side].innings]);
}"""
"""The runs by inning of each side, as the page adds them up for an earlier moment and as the box score has them."""
INNINGS_AT = """async () => {
  const { inningsAt } = await import("/static/innings.js");
  const state = (inning, half, away, home, more) => ({ inning, half, away, home, cause: null, ...more });
  const states = [state(1, "top", 0, 0), state(1, "top", 3, 0, { stands: "undone" }),
    state(1, "top", 0, 0, { cause: { button: "undo" } }), state(1, "bottom", 1, 0), state(2, "top", 1, 2),
    state(2, "top", 9, 2)];
  const { away, home } = inningsAt(states, 5, { away: { innings: [0, 0] }, home: { innings: [0, 0] } });
  return [away.innings, home.innings];
}"""
"""Both half-innings of the first end by a play that scores; nothing of what was undone counts, nor what comes later."""
LONG_NAMES = {"away": "Ñandúes Águilas Köln", "home": "Wolverhampton Wander"}
FIRST_LOAD = 80_000
"""Bytes over the wire until the page is there."""


@pytest.fixture
def stadium() -> Iterator[Served]:
    """A game at its first pitch, and a phone that may score."""
    with served(Table()) as stadium:
        yield stadium


def golden(name: str, most: int = 10_000) -> Table:
    """A table in the middle of that game, or at its end."""
    setup, *lines = (decode(raw) for raw in (GOLDEN / f"{name}.jsonl").read_bytes().splitlines())
    assert isinstance(setup, Setup)
    table = Table(setup)
    table.play(*[line for line in lines if not isinstance(line, Expect | Setup)][:most])
    return table


def picture() -> bytes:
    """A picture that a camera may have taken."""
    file = BytesIO()
    Image.new("RGB", (320, 240), "green").save(file, "JPEG")
    return file.getvalue()


def heard(page: Page) -> str:
    """What the recorders wrote down, a line each."""
    return page.locator("body").get_attribute("data-heard") or ""


def press(page: Page, name: str) -> None:
    """Tap one of the scorer's buttons."""
    page.locator(".controls").get_by_role("button", name=name, exact=True).tap()


def throw(page: Page, die: str, value: str) -> None:
    """Enter a throw by hand."""
    page.locator(".throws").get_by_role("button", name=die).tap()
    page.get_by_role("dialog").get_by_role("button", name=value, exact=True).tap()


def late(route: Route) -> None:
    """Have it done, and never answered."""
    route.fetch()


def test_page_shows_the_game_live(browser: Browser, stadium: Served) -> None:
    """Score, count, what is awaited; a play arrives by itself, is told, and is spoken to who cannot see it."""
    stadium.table.play(blue(9))
    with opened(browser, stadium) as page:
        expect(page.locator(".awaits")).to_contain_text("Swing higher than 9")
        expect(page.get_by_role("img", name="strikes: 0")).to_be_visible()
        press(page, "Strike")
        expect(page.get_by_role("img", name="strikes: 1")).to_be_visible()
        expect(page.locator(".told[aria-live=polite]")).to_contain_text("Strike")
        expect(page.locator(".plays-list li").nth(1)).to_contain_text("Strike")


def test_partners_are_named_beside_their_die(browser: Browser) -> None:
    """D53: who pitches and who bats, each for his team, and which of them throws now."""
    teams = {side: structs.replace(getattr(SETUP, side), players=names) for side, names in PARTNERS.items()}
    with served(Table(structs.replace(SETUP, **teams))) as stadium, opened(browser, stadium) as page:
        expect(page.locator(".who.due")).to_have_text(re.compile("Blues, pitcher: Leo .* throws now"))
        expect(page.locator(".who").first).to_have_text("Reds, batter: Ana")
        stadium.table.play(blue(9))
        stadium.table.tell()
        expect(page.locator(".who.due")).to_have_text(re.compile("Reds, batter: Ana .* throws now"))


def test_half_inning_by_taps(browser: Browser, stadium: Served) -> None:
    """Dice entered by hand and buttons: what is sent is lines of the record, and play moves on to the other side."""
    with opened(browser, stadium) as page:
        throw(page, "The blue die", "9")
        expect(page.locator(".plays-list")).to_contain_text("pitch 9")
        for outs in ("One out", "Two outs", "Three outs"):
            press(page, "Out")
            expect(page.locator(".told")).to_contain_text(outs)
        expect(page.locator(".inning")).to_contain_text("Bottom of 1")
    assert {"type": "die", "color": "blue", "value": 9} == stadium.table.sent[0]
    assert [{"type": "press", "button": "out"}] * 3 == stadium.table.sent[1:]


def test_tap_on_the_next_state_is_not_lost(browser: Browser, stadium: Served) -> None:
    """A play is seen before its own answer has come: the next tap counts, a second one on the same state does not.

    The page itself sends that one nowhere; the server would refuse it, too.
    """
    with opened(browser, stadium) as page:
        left: list[str] = []
        page.on("request", lambda each: left.append(each.url) if "/api/lines?" in each.url else None)
        page.route(re.compile(rf"/api/lines.*expect={NUMBER}-1\b"), late)
        page.get_by_role("button", name="Out", exact=True).wait_for()
        page.evaluate("document.querySelector('.press.out').click(); document.querySelector('.press.out').click()")
        expect(page.locator(".told")).to_contain_text("One out")
        press(page, "Out")
        expect(page.locator(".told")).to_contain_text("Two outs")
        assert 2 == len([url for url in left if "dry" not in url])
    assert [{"type": "press", "button": "out"}] * 2 == stadium.table.sent


def test_only_what_is_lawful_is_offered(browser: Browser, stadium: Served) -> None:
    """A button that the law would refuse cannot be pressed; there is nothing to redo before anything was undone."""
    with opened(browser, stadium) as page:
        expect(page.get_by_role("button", name="Redo")).to_be_disabled()
        press(page, "Ball")
        press(page, "Undo")
        expect(page.get_by_role("button", name="Redo")).to_be_enabled()


def test_button_tells_what_it_would_do(browser: Browser, stadium: Served) -> None:
    """Reached by the keyboard it says so, and nothing is sent; Enter then does it."""
    with opened(browser, stadium, size=TABLET) as page:
        page.get_by_role("button", name="Put the score right").wait_for()
        page.get_by_role("button", name="Ball", exact=True).focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        expect(page.locator(".controls > .hint")).to_contain_text("Ball: ")
        assert [] == stadium.table.sent
        page.keyboard.press("Enter")
        expect(page.get_by_role("img", name="balls: 1")).to_be_visible()


def test_amendment_shows_what_no_longer_fits(browser: Browser, stadium: Served) -> None:
    """Tap a past throw, say what it was, see which later lines fall out, confirm: then it counts so."""
    stadium.table.play(blue(5), red(7), Chip(face="hit"))
    with opened(browser, stadium) as page:
        page.locator(".plays-list button", has_text="pitch").first.tap()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("group", name="What was it really?").get_by_role("button", name="8", exact=True).tap()
        expect(dialog.locator(".unfit")).to_contain_text("HIT! A fair ball.")
        expect(dialog.locator(".would")).to_have_text("Put right: Blues pitch 5 → 8.")
        expect(dialog.locator(".effects")).to_contain_text("Blues pitch 8.")
        stadium.tell(Press(button="out"))  # from another phone: what is shown is no longer what would be done
        dialog.get_by_role("button", name="Do it").tap()
        expect(dialog.locator(".went-on")).to_have_text("Play went on; look again.")
        expect(dialog.locator(".effects")).to_contain_text("Blues pitch 8.")
        assert [] == stadium.table.sent
        dialog.get_by_role("button", name="Do it").tap()
        expect(dialog).to_have_count(0)
        expect(page.locator(".plays-list .put-right")).to_contain_text("Blues pitch 8. put right")
        expect(page.locator(".plays-list .unfit s").last).to_have_text("HIT! A fair ball.")
        press(page, "Undo")
        expect(page.locator(".plays-list .undone s")).to_have_text("Put right: Blues pitch 5 → 8.")
        expect(page.locator(".plays-list .unfit")).to_have_count(0)
    assert [{"type": "amend", "line": 2, "value": 8}, {"type": "press", "button": "undo"}] == stadium.table.sent


def test_score_is_put_right(browser: Browser) -> None:
    """Only what was changed is sent, after it was shown what it does; helmets, hits and names, too.

    What play has overtaken meanwhile is shown anew, and what was put right can be put right itself.
    """
    table = Table(structs.replace(SETUP, rules="diamante-major"))
    table.play(Set(runners=(12,), helmets=(2,)))
    with served(table) as stadium, opened(browser, stadium) as page:
        page.get_by_role("button", name="Put the score right").tap()
        page.get_by_role("spinbutton", name="Outs").fill("1")
        stadium.tell(Press(button="strike"))  # the form shows what stood before
        page.get_by_role("button", name="See what it does").tap()
        expect(page.locator("dialog .went-on")).to_have_text("Play went on; look again.")
        expect(page.get_by_role("spinbutton", name="Strikes")).to_have_value("1")
        page.get_by_role("spinbutton", name="Outs").fill("2")
        page.get_by_role("spinbutton", name="Hits of Reds").fill("4")
        page.get_by_label("Home team's name").fill("Azules")
        page.get_by_label("Helmet of runner 1").select_option(label="Helmet 4: -")
        page.get_by_role("combobox", name=re.compile("^Runner 2")).select_option(label="Step 9, short of second base")
        page.get_by_label("Helmet of runner 2").select_option("1")
        assert [] == small_targets(page)
        page.get_by_role("button", name="See what it does").tap()
        expect(page.locator("dialog .effects")).to_contain_text("2B: helmet 4\u2212.")
        page.get_by_role("button", name="Do it").tap()
        expect(page.get_by_role("img", name="outs: 2")).to_be_visible()
        expect(page.locator("svg.field")).to_have_attribute("aria-label", re.compile("second base"))
        expect(page.locator(".line-score")).to_contain_text("Azules")
        page.locator(".plays-list button", has_text="Corrected").first.tap()
        page.get_by_role("spinbutton", name="Outs").fill("0")
        page.get_by_role("spinbutton", name="Hits of Azules").fill("3")
        page.get_by_role("button", name="See what it does").tap()
        expect(page.locator("dialog .effects")).to_contain_text("Outs 2, then 0.")
        page.get_by_role("button", name="Do it").tap()
        expect(page.get_by_role("img", name="outs: 0")).to_be_visible()
    said = {
        "type": "set",
        "outs": 2,
        "hits": {"away": 4},
        "names": {"home": "Azules"},
        "runners": [12, 9],
        "helmets": [3, 1],
    }
    mended = said | {"outs": 0, "hits": {"away": 4, "home": 3}}
    assert [said, {"type": "amend", "line": 4, "as": mended}] == stadium.table.sent


def test_what_was_said_and_missed_is_added(browser: Browser, stadium: Served) -> None:
    """A button or a call that the law allowed before a past play; it is told where it counts."""
    stadium.table.play(blue(5), red(7))
    with opened(browser, stadium) as page:
        page.locator(".plays-list button", has_text="pitch").tap()
        page.get_by_role("button", name="Something before it was missed").tap()
        page.get_by_role("dialog").get_by_role("button", name="The button BALL").tap()
        expect(page.locator(".would")).to_have_text("It was missed: Ball one.")
        page.get_by_role("button", name="Do it").tap()
        expect(page.locator(".plays-list")).to_contain_text("Ball one. missed, and added")


def test_unsure_die_is_asked_about(browser: Browser, stadium: Served) -> None:
    """The likely values are big buttons, the likeliest first; who is not paired is told to wait."""
    stadium.table.asked = OpenQuestion("red", (7, 1, 4), 7, None)
    with opened(browser, stadium) as page:
        question = page.get_by_role("alertdialog", name="What does the red die show?")
        expect(question.get_by_role("button")).to_have_text(["7", "1", "4"])
        question.get_by_role("button", name="1", exact=True).tap()
        expect(question).to_be_hidden()
    assert [{"value": 1, "what": "red"}] == stadium.table.sent


def test_phone_is_paired_by_the_digits(browser: Browser, stadium: Served) -> None:
    """It may only look; the stadium shows digits; wrong ones are refused with a reason, right ones let it score."""
    with opened(browser, stadium, paired=False) as page:
        expect(page.get_by_role("button", name="Out", exact=True)).to_have_count(0)
        page.get_by_role("link", name="Score from this phone").tap()
        page.get_by_role("button", name="Show the digits").tap()
        page.get_by_label("Six digits").wait_for()
        digits, shown = stadium.table.code, page.get_by_role("timer")
        expect(shown).to_contain_text(re.compile("at the stadium now; [56]. s left"))
        page.clock.install()
        page.get_by_role("button", name="Show them again").tap()
        page.clock.run_for(20_000)
        expect(shown).to_contain_text(re.compile("now; [34]. s left"))
        assert digits not in page.content()
        page.clock.run_for(60_000)
        expect(shown).to_have_text("The digits are no longer shown.")
        page.get_by_label("Six digits").fill(f"{(int(digits) + 1) % 10**6:06}")
        page.get_by_role("button", name="Pair", exact=True).tap()
        expect(page.get_by_role("alert")).to_contain_text("not the code")
        page.get_by_label("Six digits").fill(f"{digits[:3]} {digits[3:]}")
        page.get_by_role("button", name="Pair", exact=True).tap()
        page.get_by_role("link", name="To the game").tap()
        expect(page.get_by_role("button", name="Out", exact=True)).to_be_enabled()
    assert "" == stadium.table.code


def test_who_guesses_is_locked_out(browser: Browser, stadium: Served) -> None:
    """After five wrong codes the right one is refused too, to this phone and to the next; it is said how to go on."""
    with (
        opened(browser, stadium, "/pair", paired=False) as page,
        opened(browser, stadium, "/pair", paired=False) as next_,
    ):
        page.get_by_role("button", name="Show the digits").tap()
        page.get_by_label("Six digits").wait_for()
        digits, said = stadium.table.code, page.get_by_role("alert")
        for guess in range(1, 6):
            page.get_by_label("Six digits").fill(f"{(int(digits) + guess) % 10**6:06}")
            page.get_by_role("button", name="Pair", exact=True).tap()
            expect(said).to_contain_text("Too many codes" if guess == 5 else f"{5 - guess} more")
        page.get_by_label("Six digits").fill(digits)
        page.get_by_role("button", name="Pair", exact=True).tap()
        expect(said).to_contain_text("by the menu at the box")
        next_.get_by_role("button", name="Show the digits").tap()
        expect(next_.get_by_role("alert")).to_contain_text("Too many codes")
    assert "" == stadium.table.code


def test_language_and_theme_are_kept(browser: Browser, stadium: Served) -> None:
    """Chosen once they hold on every page, in the script's words as in the server's."""
    with opened(browser, stadium) as page:
        page.get_by_role("link", name="Español").tap()
        page.get_by_role("link", name="Noche").tap()
        page.get_by_role("link", name="Juegos").tap()
        expect(page.get_by_role("heading", name="Juegos")).to_be_visible()
        assert ("es", "dark") == (
            page.locator("html").get_attribute("lang"),
            page.locator("html").get_attribute("data-theme"),
        )


def test_page_comes_back_after_the_server_was_gone(browser: Browser, stadium: Served) -> None:
    """It says since when it is not live; what is tapped meanwhile is not lost."""
    with opened(browser, stadium) as page:
        expect(page.locator(".awaits")).to_be_visible()
        page.wait_for_function("document.body.classList.contains('stale') === false")
        stadium.stop()
        expect(page.locator(".not-live")).to_contain_text("Not live since")
        press(page, "Ball")
        expect(page.get_by_role("alert")).to_contain_text("your tap is kept")
        stadium.start()
        expect(page.locator(".not-live")).to_be_hidden(timeout=10_000)
        expect(page.get_by_role("img", name="balls: 1")).to_be_visible()


def test_phone_that_slept_asks_for_the_whole_state(browser: Browser, stadium: Served) -> None:
    """A stream that ended in silence is not waited for: the page becomes visible, and shows what is so now."""
    with opened(browser, stadium, asleep=True) as page:
        expect(page.locator(".awaits")).to_be_visible()
        stadium.table.play(blue(9))
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator(".plays-list")).to_contain_text("pitch 9")


def test_two_phones_do_not_fight(browser: Browser, stadium: Served) -> None:
    """Who taps on what is no longer so is told, and nothing is done twice."""
    with opened(browser, stadium, asleep=True) as page:
        expect(page.get_by_role("button", name="Out", exact=True)).to_be_enabled()
        stadium.table.play(blue(9))
        press(page, "Out")
        expect(page.get_by_role("alert")).to_contain_text("Play went on meanwhile")
    assert [] == stadium.table.sent


def test_throw_that_the_camera_reads_meanwhile_is_asked_for_no_longer(browser: Browser, stadium: Served) -> None:
    """The sheet goes and it is said why; what is refused is said on the sheet, where it is seen."""
    with opened(browser, stadium) as page:
        page.get_by_role("button", name="The blue die").tap()
        page.route("**/api/lines*", lambda route: route.fulfill(status=409, json={"error": "Not so."}))
        page.get_by_role("dialog").get_by_role("button", name="7", exact=True).tap()
        expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text("Not so.")
        stadium.tell(blue(6))
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".controls .reply")).to_contain_text("That throw is in already")


def test_throw_that_another_phone_sends_is_not_sent_twice(browser: Browser) -> None:
    """A sheet is for the throw that it was opened for: what is only said leaves it open, the throw itself closes it."""
    with served(Table(structs.replace(SETUP, rules="two-dice"))) as stadium, opened(browser, stadium) as page:
        page.locator(".throws button").tap()
        pads = page.get_by_role("dialog").get_by_role("group")
        expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("The dice")
        labels = "pads => pads.map((pad) => getComputedStyle(pad, '::before').content)"
        assert ["Die 1", "Die 2"] == [content.split('"')[1] for content in pads.evaluate_all(labels)]  # for who sees
        pads.nth(0).get_by_role("button", name="3").tap()
        stadium.tell(Press(button="next"))  # refused, and nothing else
        stadium.tell(Roll(values=(3, 4)))
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".controls .reply")).to_contain_text("That throw is in already")
        page.locator(".throws button").tap()
        stadium.tell(Press(button="next", by="box"))
        expect(page.locator(".plays-list")).to_contain_text("by the box")
        for pad in (pads.nth(0), pads.nth(1)):
            pad.get_by_role("button", name="6").tap()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.get_by_role("button", name="Put the score right").tap()
        page.get_by_role("spinbutton", name="Outs").fill("2")
        stadium.tell(Roll(values=(2, 6)))
        page.get_by_role("button", name="See what").tap()
        expect(page.get_by_role("dialog").locator(".went-on")).to_have_text("Play went on; look again.")
    assert [{"type": "roll", "values": [6, 6]}] == stadium.table.sent


def test_past_game_is_replayed(browser: Browser) -> None:
    """A slider, a step at a time, and an address that shows another the same moment."""
    with served(golden("whole-diamante-major")) as stadium, opened(browser, stadium, "/games") as page:
        page.get_by_role("link", name="Ospreys").tap()
        expect(page.locator(".finale .outcome")).to_contain_text("Winner")
        assert [] == barriers(page)
        for ours, box in page.evaluate(INNINGS, NUMBER):
            assert box == ours
        assert [[1, 0], [2, None]] == page.evaluate(INNINGS_AT)
        page.get_by_role("slider").fill("30")
        expect(page.locator(".finale")).to_be_hidden()
        expect(page.locator(".scoreboard .line-score thead")).to_contain_text("3")
        moment = page.locator(".share").get_attribute("href")
        told = page.locator(".told").inner_text()
        page.get_by_role("button", name="One step back").tap()
        assert moment != page.locator(".share").get_attribute("href")
        assert moment is not None
        assert moment.startswith(f"/games/{NUMBER}?line=")
        page.goto(stadium.address + moment)
        expect(page.locator(".told")).to_have_text(told)


@pytest.mark.parametrize(("lines", "why"), [(60, "go on with this game first"), (10_000, "This game is finished")])
def test_past_game_says_whether_it_can_be_put_right(browser: Browser, lines: int, why: str) -> None:
    """The game on the board can, from its replay; another one can be gone on with, or is finished."""
    with served(golden("whole-diamante-major", lines)) as stadium, opened(browser, stadium, f"/games/{NUMBER}") as page:
        page.get_by_role("slider").fill("30")
        page.get_by_role("button", name="Put this play right").tap()
        expect(page.get_by_role("dialog").get_by_role("group", name="What was it really?")).to_be_visible()
        answer = page.request.get(f"{stadium.address}/api/state").json()
        page.route("**/api/state*", lambda route: route.fulfill(json=answer | {"game": NUMBER + 1}))
        page.reload()
        expect(page.locator(".amends")).to_contain_text(why)
        expect(page.get_by_role("button", name="Put this play right")).to_have_count(0)
        expect(page.locator(".amends button")).to_have_count(int(lines == 60))
        assert [] == barriers(page)


def test_box_score_is_on_the_page(browser: Browser) -> None:
    """Batting and pitching of both teams, with what each head stands for; every play, for who asks for it."""
    with served(golden("whole-diamante-major")) as stadium, opened(browser, stadium) as page:
        shown = page.locator(".plays-list .play")
        expect(shown).to_have_count(60)
        page.get_by_role("button", name="Earlier plays").tap()
        expect(shown).not_to_have_count(60)
        while page.get_by_role("button", name="Earlier plays").is_visible():
            page.get_by_role("button", name="Earlier plays").tap()
        expect(shown.last).to_contain_text("Play ball")
        page.get_by_text("Box score").tap()
        expect(page.get_by_role("region", name="Ospreys: batting")).to_be_visible()
        expect(page.get_by_role("region", name="Herons: pitching")).to_be_visible()


def test_finished_game_ends_on_a_page_of_its_own(browser: Browser) -> None:
    """The score, who did most, the best plays; its address to be copied by hand; what ended it can be taken back."""
    with served(golden("whole-diamante-major")) as stadium, opened(browser, stadium) as page:
        final = page.get_by_role("region", name="Final score")
        expect(final.locator(".side.won")).to_have_text(re.compile("Herons.*5"))
        expect(final.get_by_role("region", name="Best plays").get_by_role("listitem")).to_have_count(3)
        expect(page.locator(".scoreboard")).to_be_hidden()
        page.evaluate("Object.defineProperty(navigator, 'share', { value: null })")
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: null })")  # as without a certificate
        final.get_by_role("button", name="Share this game").tap()
        expect(final.get_by_role("textbox", name="Copy this address")).to_have_value(
            f"{stadium.address}/games/{NUMBER}"
        )
        assert [] == barriers(page)
        press(page, "Undo")
        expect(final).to_be_hidden()
        expect(page.locator(".scoreboard")).to_be_visible()


def test_tv_stays_awake(browser: Browser, stadium: Served) -> None:
    """Where a browser lets a page ask for that; elsewhere it says nothing."""
    with opened(browser, stadium, "/tv", TV) as page:
        page.add_init_script(
            "Object.defineProperty(navigator, 'wakeLock', { value: "
            "{ request: async (what) => { document.body.dataset.awake = what; } } })"
        )
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-awake", "screen")


def test_camera_is_looked_at_on_demand(browser: Browser, stadium: Served) -> None:
    """Nothing is loaded before it is opened or after it is closed; a camera that is off is told with what to do."""
    asked = list[str]()
    with opened(browser, stadium) as page:
        page.on("request", lambda request: asked.append(request.url) if "camera.jpg" in request.url else None)
        section = page.get_by_text("What the camera sees")
        expect(page.get_by_role("img", name="balls: 0")).to_be_visible()
        assert [] == asked
        section.tap()
        expect(page.locator(".camera .amiss")).to_contain_text("Look whether the camera's cable")
        stadium.table.seen = picture()
        stadium.table.health = structs.replace(WELL, devices={"camera": Device("degraded", "It is dark.")})
        stadium.tell(Press(button="ball"))
        expect(page.get_by_role("img", name="The table as the camera sees it")).to_be_visible()
        expect(page.locator(".camera .amiss")).to_have_text("The camera: It is dark.")
        assert [] == barriers(page)
        section.tap()
        before = len(asked)
        for balls in (2, 3):
            stadium.tell(Press(button="ball"))
            expect(page.get_by_role("img", name=f"balls: {balls}")).to_be_visible()
        stadium.tell(Press(button="strike"))
        expect(page.get_by_role("img", name="strikes: 1")).to_be_visible()
        assert len(asked) - before <= 1  # one may have been on its way


def test_overlay_shows_plays_on_nothing(browser: Browser, stadium: Served) -> None:
    """A home run is celebrated; what is beside it is clear; no error is shown while the server is away."""
    with opened(browser, stadium, "/overlay?style=bar", size=(1920, 1080), paired=False) as page:
        page.locator(".team.away b").get_by_text("0").wait_for()
        page.evaluate(CELEBRATED)
        stadium.tell(Press(button="homerun"))
        expect(page.locator("body")).to_have_attribute("data-celebrated", "Home run!, 1")
        assert "light" == page.evaluate(
            "getComputedStyle(document.documentElement).colorScheme"
        )  # dark is black in OBS
        assert (0, 0, 0, 0) == pixel(page.screenshot(omit_background=True), (960, 300))
        page.evaluate(NOTING)
        stadium.tell(Roll(values=(1, 2)))  # which is refused, and no play
        stadium.tell(Press(button="strike"))
        expect(page.locator("body")).to_have_attribute("data-noted", re.compile("^Strike one"))
        assert [] == barriers(page)
        stadium.stop()
        expect(page.locator("body.stale .team.away b")).to_have_text("1")
        stadium.table.play(Press(button="homerun"))
        stadium.start()
        expect(page.locator("body:not(.stale) .team.away b")).to_have_text("2")
        assert 0 == page.locator("button, a, header").count()


def test_phone_lets_the_game_be_heard(browser: Browser, stadium: Served) -> None:
    """Once it is switched on: the box's sounds and sentence of each play, the last one cut; kept over a reload."""
    with opened(browser, stadium) as page:
        page.add_init_script(RECORDERS)
        page.reload()
        switch = page.get_by_role("button", name="Sounds and voice on this phone")
        expect(switch).to_have_attribute("aria-pressed", "false")
        stadium.tell(Press(button="ball"))
        expect(page.get_by_role("img", name="balls: 1")).to_be_visible()
        assert "" == heard(page)
        switch.tap()
        stadium.tell(Press(button="strike"))
        pop = wav("pop")
        expect(page.locator("body")).to_have_attribute("data-heard", re.compile(rf"sound {len(pop)}\n$"))
        _, on, _, call, _ = heard(page).splitlines()  # one sound: no whistle beside a voice
        assert "say en-US The sound is on." == on
        assert re.match("say en-US Strike one.*Blue", call)
        stadium.tell(Amend(line=3, as_=Press(button="ball")))
        expect(page.locator("body")).to_have_attribute("data-heard", re.compile("cut\nsay en-US Corrected"))
        assert "Strike" not in heard(page).splitlines()[-1]
        page.reload()
        expect(page.locator("#sound-hint")).to_contain_text("Tap anywhere")
        page.locator(".told").tap()
        stadium.table.asked = OpenQuestion("red", (7, 1), 7, None)
        stadium.tell()
        expect(page.locator("body")).to_have_attribute("data-heard", re.compile("red die"))
        switch.tap()
        stadium.table.asked = None
        stadium.tell(Press(button="ball"))
        expect(page.get_by_role("img", name="balls: 3")).to_be_visible()
        assert "cut" == heard(page).splitlines()[-1]


def test_names_are_text(browser: Browser) -> None:
    """A team that is called like markup is called so, and runs nothing."""
    away = Team(name="<img src=x onerror=alert(1)>", color="red")
    with served(Table(structs.replace(SETUP, away=away))) as stadium, opened(browser, stadium) as page:
        expect(page.locator(".line-score")).to_contain_text("<img src=x")
        assert 0 == page.locator(".line-score img").count()


@pytest.mark.parametrize("path", ["/", "/tv", "/games", f"/games/{NUMBER}", "/pair"])
def test_nobody_is_kept_out(browser: Browser, path: str) -> None:
    """WCAG 2.2 AA by axe-core, in both themes; the dialogs too."""
    table = golden("whole-diamante-major", 90)
    table.asked = OpenQuestion("red", (7, 1, 4), 7, None) if path == "/" else None
    size = TV if path == "/tv" else PHONE
    with served(table) as stadium, opened(browser, stadium, f"{path}?theme=light", size) as page:
        for theme in ("light", "dark"):
            if theme == "dark":
                page.goto(f"{stadium.address}{path}?theme={theme}")
            page.locator("main :is(.plays-list, .games-list, .pair) >> nth=0").wait_for()
            assert [] == barriers(page)
            assert [] == small_targets(page)
            if path == "/":
                page.locator(".plays-list button").first.tap()
                assert [] == barriers(page)
                page.get_by_role("button", name="Close").tap()
                page.get_by_role("button", name="Put the score right").tap()
                assert [] == barriers(page)


@pytest.mark.parametrize("path", ["/", "/tv", f"/games/{NUMBER}"])
def test_nothing_is_wider_than_the_screen(browser: Browser, path: str) -> None:
    """No page is scrolled sideways, not on the narrowest phone either (WCAG 1.4.10)."""
    with served(golden("whole-diamante-major", 90)) as stadium, opened(browser, stadium, path, TABLET) as page:
        for width, height in (TABLET, PHONE, (320, 640)):
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            page.locator(".plays-list li").nth(3).wait_for()
            assert width >= page.evaluate("document.documentElement.scrollWidth")


def test_long_game_of_long_names_fits_a_phone(browser: Browser) -> None:
    """The runs and the inning in play are in sight, the others scrolled to, and no name is broken letter by letter."""
    teams = {side: structs.replace(getattr(SETUP, side), name=name) for side, name in LONG_NAMES.items()}
    table = Table(structs.replace(SETUP, innings=9, **teams))
    table.play(*[Press(button="out")] * 9 * 6, Press(button="homerun"))
    with served(table) as stadium, opened(browser, stadium) as page:
        page.locator(".line-score .now").wait_for()
        assert PHONE[0] >= page.evaluate("document.documentElement.scrollWidth")
        for seen in (".line-score .now", ".line-score .runs >> nth=0"):
            expect(page.locator(seen)).to_be_in_viewport(ratio=1)
        assert page.locator(".line-score tbody tr").first.evaluate("row => row.clientHeight") < 4 * page.evaluate(
            "parseFloat(getComputedStyle(document.querySelector('.line-score tbody th')).fontSize)"
        )
        assert 0 == page.get_by_role("region", name="Line score").evaluate("scores => scores.tabIndex")
        assert [] == barriers(page)


def test_first_load_is_small(browser: Browser) -> None:
    """All that comes over the wire until a whole game is on the page; it can then be put on a home screen."""
    with served(golden("whole-diamante-major")) as stadium:
        page = browser.new_page()
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.send("Page.enable")
        loaded = list[int]()
        wire.on("Network.dataReceived", lambda event: loaded.append(event["encodedDataLength"]))
        page.goto(stadium.address)
        page.locator(".plays-list li").nth(3).wait_for()
        total, found = sum(loaded), wire.send("Page.getAppManifest")
        assert (f"{stadium.address}/manifest.webmanifest?lang=en", []) == (found["url"], found["errors"])
        faults = wire.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert ["in-incognito"] == [each["errorId"] for each in faults]  # as every test is
        page.close()
    assert 5_000 < total < FIRST_LOAD
