"""What a TV, a stream and a loudspeaker give, in a real browser."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from msgspec import structs
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from support.browser import TV, barriers, opened, pixel, stand_still
from support.page_table import WELL, Served, golden, served

from firmware.service.sound_files import wav
from scoreboard.rules.events import Amend, Press, Roll
from scoreboard.web.state.live import OpenQuestion
from scoreboard.web.state.view import Device

pytestmark = [pytest.mark.newest, pytest.mark.untraced]

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


def picture() -> bytes:
    """A picture that a camera may have taken."""
    file = BytesIO()
    Image.new("RGB", (320, 240), "green").save(file, "JPEG")
    return file.getvalue()


def heard(page: Page) -> str:
    """What the recorders wrote down, a line each."""
    return page.locator("body").get_attribute("data-heard") or ""


def test_tv_stays_awake(browser: Browser, stadium: Served) -> None:
    """Where a browser lets a page ask for that; elsewhere it says nothing."""
    with opened(browser, stadium, "/tv", TV) as page:
        page.add_init_script(
            "Object.defineProperty(navigator, 'wakeLock', { value: "
            "{ request: async (what) => { document.body.dataset.awake = what; } } })"
        )
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-awake", "screen")


OVERFLOWING = """() => {
  const [top, bottom] = (({ top, bottom }) => [top, bottom])(document.querySelector(".words").getBoundingClientRect());
  return [...document.querySelector(".words").children].filter((part) => part.checkVisibility()).flatMap((part) => {
    const at = part.getBoundingClientRect();
    return at.top < top || at.bottom > bottom ? [part.className] : [];
  });
}"""
"""What is said in the middle of a TV and does not fit there."""


@pytest.mark.parametrize("size", [TV, (1280, 720)], ids=str)
def test_middle_of_a_tv_has_room_for_its_longest_words(browser: Browser, size: tuple[int, int]) -> None:
    """The last play, what is due in its longest words, and who will win, in either language."""
    with served(golden("whole-diamante-major", 87)) as stadium, opened(browser, stadium, size=size) as page:
        for spoken in ("en", "es"):
            page.goto(f"{stadium.address}/tv?lang={spoken}")
            page.locator(".words .graph").wait_for()
            assert [] == page.evaluate(OVERFLOWING)
            assert page.locator(".words .graph").evaluate("graph => graph.clientHeight") > size[1] // 20


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
        page.evaluate("scrollTo(0, document.body.scrollHeight)")  # the dock covers half of a link before that
        assert [] == barriers(page)
        section.tap()
        expect(page.get_by_role("img", name="The table as the camera sees it")).to_be_hidden()
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
        with page.expect_response("**/api/stream*"):
            stand_still(page)
        page.locator(".team.away b").get_by_text("0").wait_for()
        stadium.tell(Press(button="homerun"))
        expect(page.locator(".moment strong")).to_have_text("Home run!")
        expect(page.locator(".team.away.scored b")).to_have_text("1")
        assert "light" == page.evaluate(
            "getComputedStyle(document.documentElement).colorScheme"
        )  # dark is black in OBS
        assert (0, 0, 0, 0) == pixel(page.screenshot(omit_background=True), (960, 300))
        page.evaluate(NOTING)
        stadium.tell(Roll(values=(1, 2)))  # which is refused, and no play
        stadium.tell(Press(button="strike"))
        expect(page.locator("body")).to_have_attribute("data-noted", re.compile("^Strike one"))
        page.clock.resume()
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
        stand_still(page)
        switch = page.get_by_role("button", name="Sounds and voice on this phone")
        expect(switch).to_have_attribute("aria-pressed", "false")
        stadium.tell(Press(button="ball"))
        expect(page.get_by_role("img", name="balls: 1")).to_be_visible()
        assert "" == heard(page)
        switch.tap()
        expect(switch).to_have_attribute("aria-pressed", "true")
        stadium.tell(Press(button="strike"))
        expect(page.get_by_role("img", name="strikes: 1")).to_be_visible()
        page.clock.run_for(1)
        pop = wav("pop")
        expect(page.locator("body")).to_have_attribute("data-heard", re.compile(rf"sound {len(pop)}\n$"))
        _, on, _, call, _ = heard(page).splitlines()  # one sound: no whistle beside a voice
        assert "say en-US The sound is on." == on
        assert call == "say en-US Strike. One and one."
        stadium.tell(Amend(line=3, as_=Press(button="ball")))
        expect(page.get_by_role("img", name="balls: 2")).to_be_visible()
        page.clock.run_for(1)
        expect(page.locator("body")).to_have_attribute("data-heard", re.compile("cut\nsay en-US Corrected"))
        assert "Strike" not in heard(page).splitlines()[-1]
        page.clock.resume()
        with page.expect_response("**/api/stream*"):
            page.reload()
        expect(page.locator("#sound-hint")).to_contain_text("Tap anywhere")
        page.locator(".told").tap()
        stadium.table.asked = OpenQuestion("red", (7, 1), 7, None)
        stadium.tell()
        expect(page.locator("body")).to_have_attribute("data-heard", re.compile("red die"))
        switch.tap()
        expect(switch).to_have_attribute("aria-pressed", "false")
        stadium.table.asked = None
        stadium.tell(Press(button="ball"))
        expect(page.get_by_role("img", name="balls: 3")).to_be_visible()
        assert "cut" == heard(page).splitlines()[-1]
