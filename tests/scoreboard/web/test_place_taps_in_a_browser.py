"""An owner taps on a picture where pieces stand on his own stadium, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route, expect
from support.browser import PHONE, barriers, opened, small_targets, spilled
from support.owners import OwnersTable, is_done, owned, says
from support.page_table import Served, served

from vision.board.places_file import PRINTED, read_places
from vision.board.tapped_places import TAPPED_FIRST, by_name
from vision.geometry.registration import Board, Registration
from vision.geometry.stadium import STADIUM

NUDGES = 20
"""Pixels by which the arrows move a place."""
SEATS = len(STADIUM.path)
"""The rings of the visitors' seats come after those of the path."""
KEEP, HERE = "Keep these places", "Tap here, at the cross"
pytestmark = [pytest.mark.newest, pytest.mark.untraced]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnersTable]:
    """An owner's table."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    with owned(tmp_path) as table:
        yield table


@pytest.fixture
def stadium(table: OwnersTable) -> Iterator[Served]:
    """A stadium whose owner's phone it is."""
    with served(table) as stadium:
        yield stadium


class Tapping:
    """A phone with the picture of the simulated stadium, once the job has begun."""

    def __init__(self, page: Page, table: OwnersTable) -> None:
        page.get_by_role("button", name="Done").tap()
        table.until("places", lambda job: len(job.pictures) == 1)
        self.page = page
        self.picture = page.get_by_role("img", name="Your stadium, with its places")
        self.asked = page.locator(".tap-asked")
        png = np.frombuffer(table.desk.jobs()[0].pictures[0], np.uint8)
        self.shown: Registration = Board().register(np.asarray(cv2.imdecode(png, cv2.IMREAD_COLOR), np.uint8))
        expect(self.asked).to_have_text("Tap the middle of home plate.")

    def tap(self, name: str) -> None:
        """About there, and then exactly, in the large picture."""
        (x, y) = self.shown.to_pixels(np.array([by_name(PRINTED.places)[name][0]]))[0]
        for is_large in (False, True):
            exactly = expect(self.asked)
            (exactly.to_contain_text if is_large else exactly.not_to_contain_text)("Now exactly")
            if not is_large:
                self.picture.scroll_into_view_if_needed()
            box = self.picture.bounding_box()
            assert box is not None
            scale, off = box["width"] / self.shown.lens.size[0], 0 if is_large else 8
            self.page.touchscreen.tap(box["x"] + (x + 0.5) * scale + off, box["y"] + (y + 0.5) * scale)

    def tap_five(self) -> None:
        """The pitcher's zone by the cross, as who has no finger does."""
        for name in TAPPED_FIRST[:-1]:
            self.tap(name)
        expect(self.asked).to_have_text("Tap the middle of the pitcher's zone.")
        self.page.get_by_role("button", name="Up", exact=True).click()
        self.page.get_by_role("button", name=HERE).click()
        expect(self.asked).to_contain_text("Now exactly, in the large picture.")
        self.page.get_by_role("button", name=HERE).click()
        expect(self.page.get_by_role("button", name=KEEP)).to_be_visible()

    def drag(self, grip: int, across: float, down: float = 0.0) -> None:
        """A ring, by so many pixels to the right and down."""
        self.picture.scroll_into_view_if_needed()
        box = self.page.locator(".grip").nth(grip).bounding_box()
        assert box is not None
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(*at)
        self.page.mouse.down()
        self.page.mouse.move(at[0] + across, at[1] + down)
        self.page.mouse.up()


def is_for_all(page: Page) -> None:
    """Nothing keeps somebody out, is wider than the screen, or too small for a finger."""
    assert ([], [], []) == (barriers(page), small_targets(page), spilled(page))


@pytest.mark.parametrize("size", [(360, 640), pytest.param(PHONE, marks=pytest.mark.slow)], ids=str)
def test_five_taps_and_what_is_off_is_moved(
    browser: Browser, stadium: Served, table: OwnersTable, tmp_path: Path, size: tuple[int, int]
) -> None:
    """By a finger, by the cross, by dragging and by the arrows; the five can be tapped again."""
    with opened(browser, stadium, "/settings/care", size) as page:
        page.get_by_role("button", name="Tap the places").tap()
        phone = Tapping(page, table)
        is_for_all(page)
        phone.tap_five()
        page.get_by_role("button", name="Tap the five again").tap()
        expect(phone.asked).to_have_text("Tap the middle of home plate.")
        phone.tap_five()
        page.get_by_label("Place to move").select_option(label="third base")
        for _ in range(NUDGES):
            page.get_by_role("button", name="To the right").click()
        is_for_all(page)
        phone.drag(12, 10.0)
        phone.drag(SEATS + 3, 0.0, 12.0)
        page.get_by_role("button", name=KEEP).tap()
        table.until("places", is_done)
    places = read_places(tmp_path / "places.toml").places.standing
    nudged = NUDGES / phone.shown.scale_at(STADIUM.path[18])
    assert (STADIUM.path[18][0] + nudged, STADIUM.path[18][1]) == pytest.approx(places[18], abs=0.6)
    assert places[12][0] > STADIUM.path[12][0] + 5
    first, *between, last = (np.array(places[f"away {number}"]) for number in (1, 2, 3, 4))
    assert last[1] < first[1] - 5
    for number, seat in enumerate(between, 1):
        assert first + (last - first) * number / 3 == pytest.approx(seat, abs=0.3)
    for number in (0, 3, 6, 21):
        assert STADIUM.path[number] == pytest.approx(places[number], abs=0.6), number


def test_a_live_picture_that_comes_late_moves_nothing(browser: Browser, stadium: Served, table: OwnersTable) -> None:
    """A finger is on the picture that is tapped: nothing comes above it any more."""
    held = list[Route]()
    with opened(browser, stadium, "/settings/care") as page:
        page.route("**/live?*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright asks for a function
        page.get_by_role("button", name="Tap the places").tap()
        with page.expect_request("**/live?*"):
            expect(page.get_by_role("button", name="Done")).to_be_visible()
        phone = Tapping(page, table)
        expect(phone.picture).to_be_visible()
        before = phone.picture.bounding_box()
        with page.expect_response("**/live?*"):
            held[-1].fulfill(body=table.desk.jobs()[0].pictures[0], content_type="image/png")
        page.evaluate("() => document.querySelector('.live-picture').decode()")
        assert before == phone.picture.bounding_box()


def test_as_printed_and_what_cannot_be_kept(browser: Browser, stadium: Served, table: OwnersTable) -> None:
    """No tap is needed for the printed places, also after the five; two on one spot are told."""
    with opened(browser, stadium, "/settings/care") as page:
        page.get_by_role("button", name="Tap the places").tap()
        phone = Tapping(page, table)
        for _ in range(2):
            page.get_by_role("button", name="As printed").tap()
            expect(page.get_by_role("button", name=KEEP)).to_be_visible()
            page.get_by_role("button", name="Tap the five again").tap()
            expect(phone.asked).to_have_text("Tap the middle of home plate.")
        page.get_by_role("button", name="As printed").tap()
        x, y = np.diff(phone.shown.to_pixels(np.array([STADIUM.path[6], STADIUM.path[7]])), axis=0)[0]
        box = phone.picture.bounding_box()
        assert box is not None
        scale = box["width"] / phone.shown.lens.size[0]
        phone.drag(6, x * scale, y * scale)
        page.get_by_role("button", name=KEEP).tap()
        table.until("places", says("less than a centimetre apart"))
        page.get_by_role("button", name="It does not fit: keep nothing").tap()
        table.until("places", is_done)
        expect(page.locator(".job-said")).to_have_text("The places stay as they were.")
