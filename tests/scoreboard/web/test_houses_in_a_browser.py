"""Playing with another house, in a real browser: from the invitation to a throw that both do not agree about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from support.browser import TV, barriers, opened, small_targets, spilled
from support.page_table import Served, Table, served

from scoreboard.message import message
from scoreboard.web.http.guard import Guard
from scoreboard.web.play.away_routes import AwayStep, HouseQuestion, TwoHouses, away_routes

pytestmark = [pytest.mark.newest, pytest.mark.untraced]
NARROW = (320, 640)
ALONE = TwoHouses("none", "Attic")
INVITING = TwoHouses("inviting", "Attic", code="K7MQXW4N")
ANSWERED = INVITING._replace(stage="answered", house="Abuela Guadalupe", check="XKQ7")
WAITING = TwoHouses(
    "playing", "Attic", "Abuela Guadalupe", "K7MQXW4N", side="home",
    waits=message("houses.turn", stadium="Abuela Guadalupe"),
)  # fmt: skip
ASKED = WAITING._replace(
    waits=message("houses.asked", stadium="Abuela Guadalupe"),
    asked=HouseQuestion(
        5,
        (
            message("houses.wants-misread", nth=12, line=message("line.die", color="blue", value=5)),
            message("houses.with-it"),
            message("change.score-stays"),
        ),
    ),
    picture="here",
)
ASKS = WAITING._replace(waits=message("houses.asks", stadium="Abuela Guadalupe"), asks=True, picture="awaited")
STOPPED = WAITING._replace(
    stage="stopped", waits=message("houses.stop-differs", stadium="Abuela Guadalupe", nth=57), common=56
)
STAGES = {
    "alone": ALONE,
    "inviting": INVITING,
    "answered": ANSWERED,
    "joining": INVITING._replace(stage="joining"),
    "asking": ANSWERED._replace(stage="asking"),
    "waiting": WAITING,
    "asked": ASKED,
    "no picture": ASKED._replace(picture="forged"),
    "asks": ASKS,
    "stopped": STOPPED,
    "aside": WAITING._replace(stage="aside", waits=""),
    "off": TwoHouses("none", ""),
}


class Houses:
    """How it stands with the other house; what a phone asks for is kept, and leads on as it is told to."""

    def __init__(self) -> None:
        self.state, self.steps = ALONE, list[AwayStep]()
        self.next = ALONE
        file = BytesIO()
        Image.radial_gradient("L").resize((96, 96)).convert("RGB").save(file, "JPEG")
        self.jpeg = file.getvalue()

    def other_house(self) -> TwoHouses:
        """How it stands."""
        return self.state

    def disputed_picture(self) -> bytes:
        """The throw that is asked about."""
        return self.jpeg

    async def step_with_house(self, asked: AwayStep) -> TwoHouses:
        """Keep what is asked for, and go on."""
        self.steps.append(asked)
        self.state = self.next
        return self.state


@contextmanager
def stadium() -> Iterator[tuple[Served, Houses]]:
    """A stadium whose phones may play with another house."""
    houses = Houses()

    def routes(guard: Guard) -> list[object]:
        return [away_routes(houses, guard)]

    with served(Table(more=routes)) as served_table:  # type: ignore[arg-type] # rows
        yield served_table, houses


def tap(page: Page, houses: Houses, words: str, leads_to: TwoHouses) -> None:
    """Tap the button of those words, which leads there."""
    houses.next = leads_to
    page.get_by_role("button", name=words, exact=True).tap()


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("Invite another house", "Play", "Agree", "Leave this game")),
        ("es", ("Invitar a otra casa", "Jugar", "De acuerdo", "Dejar este partido")),
    ],
)
def test_a_phone_plays_with_another_house(browser: Browser, lang: str, words: tuple[str, ...]) -> None:
    """It invites, reads the code, says yes, sees the throw that is disputed beside the question, agrees, and leaves."""
    with stadium() as (table, houses), opened(browser, table, f"/houses?lang={lang}", NARROW) as page:
        tap(page, houses, words[0], INVITING)
        expect(page.locator(".house-code")).to_have_text("K7MQ XW4N")
        houses.state = ANSWERED
        page.reload()
        expect(page.locator("b.house-code")).to_have_text("XKQ7")
        tap(page, houses, words[1], ASKED)
        picture = page.locator(".house-picture")
        expect(picture).to_be_visible()
        expect(picture).to_have_js_property("naturalWidth", 96)
        box, question = picture.bounding_box(), page.locator(".buttons").bounding_box()
        assert box is not None
        assert question is not None
        assert box["y"] + box["height"] <= question["y"], "the throw is seen before the answer is given"
        tap(page, houses, words[2], WAITING)
        expect(picture).to_have_count(0)
        tap(page, houses, words[3], ALONE)
        page.locator("dialog .main").tap()
        expect(page.get_by_role("button", name=words[0])).to_be_visible()
        assert [
            AwayStep("invite"),
            AwayStep("accept"),
            AwayStep("agree", number=5),
            AwayStep("leave"),
        ] == houses.steps


def test_a_code_is_typed_as_it_is_read_aloud(browser: Browser) -> None:
    """Blanks and small letters are no fault; it goes over as it was typed."""
    with stadium() as (table, houses), opened(browser, table, "/houses", NARROW) as page:
        page.locator("input[name=code]").fill("k7mq xw4n")
        tap(page, houses, "Join", STAGES["joining"])
        expect(page.locator(".house-steps")).to_contain_text("K7MQ XW4N")
        assert [AwayStep("join", "k7mq xw4n")] == houses.steps


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_stage_can_be_read_and_touched(browser: Browser, lang: str) -> None:
    """On a narrow phone and on a TV, by day and by night: nothing spills, nothing is too small, nobody is kept out."""
    with stadium() as (table, houses), opened(browser, table, f"/houses?lang={lang}", NARROW) as page:
        for name, houses.state in STAGES.items():
            page.reload()
            expect(page.locator(".house-steps > *").first).to_be_visible()
            for size in (NARROW, TV):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                assert [] == small_targets(page, ".houses-part"), name
                assert [] == spilled(page, ".houses-part"), name
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            if lang == "en" and name in {"alone", "asked", "stopped"}:
                assert [] == barriers(page, within=".houses-part"), name
        houses.state = STAGES["no picture"]
        page.reload()
        expect(page.locator(".hint")).to_contain_text("Abuela Guadalupe")
        expect(page.locator(".house-picture")).to_have_count(0)


def test_a_stranger_is_shown_the_way(browser: Browser) -> None:
    """A phone that is not paired sees no throw and no code, and is told how to score."""
    with stadium() as (table, houses), opened(browser, table, "/houses", NARROW, paired=False) as page:
        houses.state = ASKED
        expect(page.locator(".house-steps a[href='/pair']")).to_be_visible()
        assert 401 == page.request.get(f"{table.address}/api/houses/picture").status
