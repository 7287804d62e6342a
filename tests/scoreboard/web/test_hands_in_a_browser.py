"""RallyBird on two phones, in a real browser: each coach's secret is on his own phone alone until both are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, Response, expect
from support.browser import PHONE, barriers, throw
from support.hand_table import HandTable, hand_table
from support.hang import SEEN_S
from support.rallybird import PLAIN
from support.scoring import SETUP

from scoreboard.rules.events import Call, Set
from scoreboard.rules.four_dice import SIGNS
from scoreboard.web.http.phone import COOKIE

pytestmark = [pytest.mark.newest, pytest.mark.untraced]
GAME = structs.replace(SETUP, rules="rallybird", innings=1, deck=PLAIN)
SIGNED = structs.replace(SETUP, rules="four-dice", innings=1)
BATTERS = 2
NARROW = 320
CLICKS = """() => addEventListener("click", () => {
  document.body.dataset.clicks = 1 + Number(document.body.dataset.clicks ?? 0);
}, true)"""
"""Counts the clicks that come."""


STREAMED = """
window.streamed = "";
const { decode } = TextDecoder.prototype;
TextDecoder.prototype.decode = function(...bytes) {
  const said = decode.apply(this, bytes);
  window.streamed += said;
  return said;
};
"""
"""Keeps what the page's stream brings."""


class Heard:
    """All that the network has brought to a page, as text."""

    def __init__(self, page: Page) -> None:
        self.text = ""
        page.on("response", self._keep)

    def _keep(self, answer: Response) -> None:
        if "/api/" in answer.url and "stream" not in answer.url:
            self.text += answer.text()


@pytest.fixture(name="browser")
def browser_for_players(browser: Browser) -> Iterator[Browser]:
    """All pages of a table are closed at its end."""
    yield browser
    for context in browser.contexts:
        context.close()


def phone(browser: Browser, stadium: HandTable, name: str, faults: list[str], theme: str = "light") -> Page:
    """One of a paired player, in Spanish."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    context.add_cookies([{"name": COOKIE, "value": stadium.paired(name), "url": stadium.address}])
    context.set_default_timeout(1000 * SEEN_S)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.add_init_script(STREAMED)
    page.goto(f"{stadium.address}/?lang=es&theme={theme}")
    return page


def open_hand(page: Page, team: str) -> None:
    """Look at what a side has in hand, by its key in the dock."""
    page.locator(".dock").get_by_role("button", name=re.compile(f"^{team}:")).tap()
    page.locator(".opened").wait_for()


def sit(page: Page, team: str, *, close: bool = True) -> None:
    """Say which side this phone plays."""
    page.get_by_role("button", name="Más").tap()
    page.get_by_role("button", name="Tu jugada secreta").tap()
    page.get_by_role("button", name=f"Jugar con {team}").tap()
    expect(page.locator(".own-hand .whose")).to_contain_text(team)
    if close:
        page.get_by_role("button", name="Cerrar").tap()


def test_an_inning_on_two_phones(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last two of a half are out: cards and gloves chosen by taps, shown together, and before on no other phone."""
    monkeypatch.setattr("firmware.play.state.secret_card.SystemRandom", lambda: Random(1))  # noqa: S311 - lots for a test
    faults: list[str] = []
    with hand_table(tmp_path / "games.sqlite") as stadium:
        stadium.begin(GAME)
        stadium.submit(Set(outs=3 - BATTERS))
        ana, leo = phone(browser, stadium, "Ana", faults), phone(browser, stadium, "Leo", faults, "dark")
        heard = Heard(leo)
        open_hand(ana, "Reds")
        expect(leo.locator(".dock").get_by_role("button", name="Reds: eligiendo")).to_be_disabled()
        ana.get_by_role("button", name="Repartir las cartas").tap()
        for batter in range(BATTERS):
            play_at_bat(ana, leo, heard, batter)
        expect(leo.locator(".inning")).to_contain_text("Baja")
        expect(leo.locator(".plays-list")).to_contain_text("Fly")
        assert "por el estadio" not in leo.locator(".plays-list").inner_text()  # the box plays neither side
        open_hand(leo, "Blues")
        expect(leo.locator(".own-hand .whose")).to_contain_text("Elige en secreto")  # it bats now
        assert [] == faults


def play_at_bat(ana: Page, leo: Page, heard: Heard, batter: int) -> None:
    """Ana plays a card against Leo's gloves; the dice are entered on his phone."""
    if batter:
        open_hand(ana, "Reds")
    else:
        assert [] == barriers(ana)
    traffic = before(leo, heard)
    ana.locator(".pick", has_text="Fly").tap()
    expect(ana.locator(".dock").get_by_role("button", name="Reds: elegido")).to_be_visible()
    expect(ana.locator(".pick")).to_have_count(0)  # it covers itself
    for page in (ana, leo):
        expect(page.locator(".dock .due")).to_have_text(re.compile("^Blues: "))  # who has still to choose
    expect(leo.locator(".table-top .back.card")).to_be_visible()
    assert_secret(traffic, before(leo, heard), leo)
    open_hand(leo, "Blues")
    if not batter:
        assert [] == barriers(leo)
        for place in ("F", "away", "F", "A"):
            leo.locator(f"[data-place={place}]").tap()
        expect(leo.locator("[data-place=A]")).to_contain_text("9")
    leo.get_by_role("button", name="Ponerlos así").tap()
    for page in (ana, leo):
        expect(page.locator(".table-top .face")).to_contain_text("Fly")
        expect(page.locator(".table-top .zone-a .glove b")).to_have_text("9")
    if not batter:
        assert [] == barriers(leo)
    throw(leo, "1", "1")
    expect(leo.locator(".dock .die-row")).to_have_count(0)


def before(page: Page, heard: Heard) -> tuple[str, str]:
    """What has come to a phone by stream, and by everything else, so far."""
    streamed: str = page.evaluate("window.streamed")
    return streamed, heard.text


def assert_secret(then: tuple[str, str], now: tuple[str, str], page: Page) -> None:
    """What has come since tells that a card was chosen, and of no card more than of another."""
    streamed, answered = (later[len(earlier) :] for earlier, later in zip(then, now, strict=True))
    assert '"chosen":["away"]' in streamed
    names = {card.name: (streamed + answered).count(f'"card {card.name}"') for card in PLAIN.cards}
    assert names["Fly"] == max(names.values())
    assert len({count for count in names.values() if count}) == 1
    assert '"chosen":"card' not in streamed + answered
    assert "Fly" not in page.locator(".table-top").inner_html() + page.locator(".dock").inner_html()
    assert 0 == page.locator(".own-hand").count()


def test_a_card_is_shown_at_once_where_the_gloves_lie(browser: Browser, tmp_path: Path) -> None:
    """They were laid aloud: its sheet asks for the card that is shown, and for no secret."""
    faults: list[str] = []
    with hand_table(tmp_path / "games.sqlite") as stadium:
        stadium.begin(GAME)
        stadium.submit(Call(call="gloves A=4 B=5 C=6 D=7 E=8 F=3"))
        ana = phone(browser, stadium, "Ana", faults)
        open_hand(ana, "Reds")
        expect(ana.get_by_role("dialog", name="Reds: muestra la carta")).to_contain_text("se ve enseguida")
        expect(ana.get_by_role("dialog")).not_to_contain_text("secreto")
        assert [] == faults


def test_signs_of_four_dice_on_two_phones(browser: Browser, tmp_path: Path) -> None:
    """Each coach gives a sign in private while his side bats; nothing tells of it before the pitch, but that it is."""
    faults: list[str] = []
    with hand_table(tmp_path / "games.sqlite") as stadium:
        stadium.begin(SIGNED)
        phones = {"away": phone(browser, stadium, "Ana", faults), "home": phone(browser, stadium, "Leo", faults)}
        heard = {side: Heard(page) for side, page in phones.items()}
        for side, team in (("away", "Reds"), ("home", "Blues")):
            sit(phones[side], team)
        for bats, fields, half in (("away", "home", "top"), ("home", "away", "bottom")):
            if half == "bottom":
                stadium.submit(Set(half=half))
            coach, other = phones[bats], phones[fields]
            team = "Reds" if bats == "away" else "Blues"
            expect(other.locator(".dock").get_by_role("button", name=f"{team}: eligiendo")).to_be_disabled()
            open_hand(coach, team)
            expect(coach.locator(".hand.due")).to_be_visible()
            assert [] == barriers(coach)
            traffic, lines = before(other, heard[fields]), recorded(stadium)
            coach.locator(".pick", has_text="Dejar pasar").tap()
            expect(coach.locator(".dock").get_by_role("button", name=f"{team}: elegido")).to_be_visible()
            expect(coach.locator(".pick")).to_have_count(0)  # it covers itself
            expect(other.locator(".table-top .back")).to_be_visible()
            state = other.evaluate("fetch('/api/state').then((answer) => answer.json())")
            assert ([bats], lines) == (state["hands"]["chosen"], recorded(stadium))
            assert_no_sign(traffic, before(other, heard[fields]), other)
            throw(other, "1", "2", "3", "6")
            for page in (coach, other):
                expect(page.locator(".table-top .face.sign")).to_have_text(
                    "Reds: dejarla pasar." if bats == "away" else "Blues: dejarla pasar."
                )
            assert [*lines, "take", "roll"] == recorded(stadium)
        assert [] == faults


def recorded(stadium: HandTable) -> list[str]:
    """The record in short: what was called, or which kind of line it is."""
    lines = [recorded.line for recorded in stadium.table.session.history.lines][::-1]
    return [str(getattr(line, "call", None) or type(line).__name__.lower()) for line in lines]


def assert_no_sign(then: tuple[str, str], now: tuple[str, str], page: Page) -> None:
    """What has come since tells of no sign more than of another, and nothing that is shown does."""
    streamed, answered = (later[len(earlier) :] for earlier, later in zip(then, now, strict=True))
    names = {sign: (streamed + answered).count(f'"{sign}"') for sign in SIGNS}
    assert len({count for count in names.values() if count}) <= 1, names
    shown = page.locator(".table-top").inner_html() + page.locator(".dock").inner_html()
    assert "pasar" not in shown.lower()


def test_a_hand_is_covered_unless_it_is_wanted(browser: Browser, tmp_path: Path) -> None:
    """Held it is a peek, hidden it covers itself; handed round, one side's hand covers the other's."""
    faults: list[str] = []
    with hand_table(tmp_path / "games.sqlite") as stadium:
        stadium.begin(GAME)
        ana = phone(browser, stadium, "Ana", faults)
        sit(ana, "Blues", close=False)
        ana.get_by_text("Quién juega").tap()
        ana.get_by_role("button", name="Jugar también con Reds").tap()
        opened = ana.locator(".opened")
        away, home = ana.locator(".eye").nth(0), ana.locator(".eye").nth(1)
        ana.set_viewport_size({"width": NARROW, "height": 640})
        expect(away).to_be_visible()
        home.dispatch_event("pointerdown")
        expect(ana.locator(".lay-on").first).to_be_visible()
        ana.evaluate("() => { Date.now = ((now) => () => now() + 1000)(Date.now); }")
        assert NARROW >= ana.evaluate("document.documentElement.scrollWidth")
        home.dispatch_event("pointerup")
        expect(opened).to_have_count(0)
        ana.evaluate(CLICKS)
        away.tap()
        expect(ana.get_by_role("button", name="Repartir")).to_be_visible()
        home.tap()
        expect(ana.locator("body")).to_have_attribute(
            "data-clicks", "2"
        )  # which a busy machine gives later than the tap
        expect(opened).to_have_count(1)
        home.focus()
        ana.keyboard.press("Enter")
        expect(opened).to_have_count(0)
        away.tap()
        expect(opened).to_have_count(1)
        stadium.submit(Set(outs=1))
        expect(opened).to_have_count(0)
        expect(ana.locator(".own-hand .reply")).to_contain_text("El juego siguió")
        away.tap()
        ana.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
        ana.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(opened).to_have_count(0)
        assert [] == faults
