"""An owner's evening in a real browser: settings, phones, and the care of the box at a simulated table."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event, Semaphore
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import PHONE, TABLET, TV, barriers, opened, small_targets, unanswered
from support.owners import Around, OwnersTable, is_done, is_over, owned, says
from support.page_table import Served, served

from firmware.files.staged_replace import DataPaths, finish_pending
from firmware.network.privileged_requests import Request
from firmware.setup.calibrating_on_page import FITS
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard.journal.store import Journal
from scoreboard.message import Message, Words
from scoreboard.rules.events import Setup, Team
from scoreboard.web.state.view import Status
from vision.enrolled.matcher import VALUES

PAST_GAME = Setup(rules="one-die", away=Team(name="Bees", color="red"), home=Team(name="Cats", color="blue"))
PAST = 3
"""Games that were played before."""
BAD = 400
"""The first status of HTTP that a browser's console complains of."""
RELOADED_AT = 6
"""The face in the middle of a die."""
pytestmark = [pytest.mark.newest, pytest.mark.untraced]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnersTable]:
    """An owner's table with past games."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    with Journal.create(tmp_path / "games.sqlite") as journal:
        for _ in range(PAST):
            journal.add([PAST_GAME])
    with owned(tmp_path) as table:
        yield table


@pytest.fixture
def stadium(table: OwnersTable) -> Iterator[Served]:
    """A stadium whose owner's phone it is."""
    with served(table) as stadium:
        yield stadium


def kept(folder: Path) -> list[int]:
    """The numbers of the past games."""
    with Journal.open_readonly(folder / "games.sqlite") as journal:
        return [each.game for each in journal.games()]


def is_open_to_all(page: Page) -> None:
    """Nothing keeps somebody out, by day and by night; nothing is wider than the phone, or too small for a finger."""
    assert [] == barriers(page)
    assert PHONE[0] >= page.evaluate("document.documentElement.scrollWidth")
    assert [] == small_targets(page)


def test_settings_that_were_typed_survive(browser: Browser, stadium: Served, tmp_path: Path) -> None:
    """Back, another page and a reload, until they are saved or dropped."""
    typed = "sessionStorage.getItem('typed settings')"
    with opened(browser, stadium, "/privacy") as page:
        page.goto(f"{stadium.address}/settings")
        page.get_by_label("Brightness").fill("55")
        page.get_by_label("Dim at night").fill("22-7")  # which would be refused
        page.evaluate("history.back()")
        page.wait_for_url("**/privacy")
        for load in (partial(page.goto, f"{stadium.address}/settings"), page.reload):
            load()
            expect(page.get_by_label("Brightness")).to_have_value("55")
            expect(page.get_by_label("Dim at night")).to_have_value("22-7")
            expect(page.get_by_role("region", name="Changes")).to_contain_text("Changes: 2")
        page.get_by_label("Dim at night").fill("22:00-07:00")
        page.get_by_role("button", name="Save").tap()
        expect(page.locator(".saved")).not_to_be_empty()
        assert page.evaluate(typed) is None
        page.get_by_label("Brightness").fill("60")
        page.get_by_role("region", name="Changes").get_by_role("button", name="Undo").tap()
        page.wait_for_function(f"{typed} === null")
    assert 55 == tomllib.loads((tmp_path / "stadium.toml").read_text())["panel"]["brightness"]


def test_owner_changes_settings(browser: Browser, stadium: Served, tmp_path: Path) -> None:
    """A wrong value is refused beside its field and nothing is lost; of right ones only what was changed is written."""
    file = tmp_path / "stadium.toml"
    with opened(browser, stadium, "/settings") as page:
        search = page.get_by_label("Search")
        search.fill("team home")
        page.get_by_label("Home team", exact=True).fill("Herons")
        search.fill("room for games")
        page.get_by_label("Room for games").fill("64")
        search.fill("")
        page.get_by_label("Brightness").fill("90")
        page.get_by_label("Dim at night").fill("22-7")
        page.get_by_role("button", name="Save").tap()
        wrong = page.locator("[data-key='panel.night'] .wrong")
        expect(wrong).to_have_text("write two times of the day, such as 22:00-07:00, or nothing")
        expect(page.get_by_label("Dim at night")).to_be_focused()
        assert not file.exists()
        is_open_to_all(page)
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
        assert [] == barriers(page)
        for width, height in (TABLET, TV, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            assert [] == small_targets(page)
        page.get_by_label("Dim at night").fill("22:00-07:00")
        page.get_by_role("button", name="Save").tap()
        expect(page.locator(".saved")).to_contain_text("it holds for: Room for games")
        expect(page.get_by_role("region", name="Changes")).to_be_hidden()
        written = tomllib.loads(file.read_text(encoding="utf-8"))
        panel = {"brightness": 90, "night": "22:00-07:00"}
        assert {"game": {"home": {"name": "Herons"}}, "journal": {"limit_mb": 64}, "panel": panel} == written
        row = page.locator("[data-key='panel.night']")
        row.get_by_role("button", name="Back to usual").tap()
        page.get_by_role("button", name="Save").tap()
        expect(page.locator(".saved")).to_have_text("Saved.")
        assert "night" not in tomllib.loads(file.read_text(encoding="utf-8"))["panel"]
        page.get_by_role("link", name="Español").tap()
        expect(page.get_by_label("Brillo")).to_have_value("90")


def test_what_another_phone_changed_is_not_overwritten(browser: Browser, stadium: Served, tmp_path: Path) -> None:
    """Beside the field it says what the other one set; what only the other one changed is nobody's question."""
    with opened(browser, stadium, "/settings") as page:
        page.get_by_label("Volume").fill("9")
        (tmp_path / "stadium.toml").write_text("[sound]\nvolume = 3\n", encoding="utf-8")
        page.get_by_role("button", name="Save").tap()
        expect(page.locator("[data-key='sound.volume'] .wrong")).to_contain_text("Somebody else has set this to 3")
        page.get_by_role("button", name="Undo").tap()
        expect(page.get_by_label("Volume")).to_have_value("3")
        (tmp_path / "stadium.toml").write_text("[sound]\nvolume = 4\n", encoding="utf-8")
        page.get_by_label("Silence").check()
        page.get_by_role("button", name="Save").tap()
        expect(page.locator(".saved")).to_have_text("Saved.")
        expect(page.get_by_label("Volume")).to_have_value("4")


def test_owner_keeps_the_list_of_phones(browser: Browser, stadium: Served, tmp_path: Path) -> None:
    """A phone is given another name; the last owner stays one until there is another, and then may be one no more.

    A past game is erased by an owner, who is asked first, and by no scorer.
    """
    with opened(browser, stadium, "/settings/phones") as page:
        page.goto(f"{stadium.address}/games")
        games, sheet = page.locator(".games-list > li"), page.get_by_role("dialog", name="Erase this game")
        expect(games).to_have_count(1 + PAST)
        erase = games.nth(PAST).get_by_role("button", name="Erase this game: Bees 0, Cats 0.")
        expect(erase).to_be_hidden()
        games.nth(PAST).get_by_label("More: Bees 0, Cats 0").tap()
        for answer, left in (("Keep this game", PAST), ("Erase this game", PAST - 1)):
            erase.tap()
            expect(sheet).to_contain_text("gone for good")
            sheet.get_by_role("button", name=answer).tap()
            expect(sheet).to_have_count(0)
            expect(games).to_have_count(1 + left)
        assert [2, 3] == kept(tmp_path)
        page.goto(f"{stadium.address}/settings/phones")
        name = page.get_by_role("textbox")
        name.fill("Ana's tablet")
        name.blur()
        expect(page.locator(".who")).to_contain_text("Ana's tablet")
        expect(page.locator(".who")).to_contain_text("this phone")
        is_open_to_all(page)
        page.get_by_label("What it may do").select_option("scorer")
        expect(page.locator("[role=alert]", has_text="NEW OWNER?")).to_be_visible()
        expect(page.get_by_label("What it may do")).to_have_value("owner")
        stadium.pair("Leo", owner=True)
        page.reload()
        page.locator(".mine").get_by_label("What it may do").select_option("scorer")
        expect(page.get_by_role("heading", name="Settings")).to_be_visible()
        expect(page.get_by_text("Only an owner's phone may change this")).to_be_visible()
        page.goto(f"{stadium.address}/games")
        expect(games).to_have_count(PAST)
        expect(page.get_by_role("button", name="Erase")).to_have_count(0)
        refused = page.request.delete(f"{stadium.address}/api/games/2", headers={"Origin": stadium.address})
        assert (403, [2, 3]) == (refused.status, kept(tmp_path))


def test_owner_cares_for_the_box(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor's findings, the worst first; a calibration on the live picture, kept; a face of a die taught.

    It survives a reload, and a second phone sees it go on.
    """
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))

    def until_a_face_is_known(_: Words) -> bool:  # then they rest, however late the page shows it
        job = table.desk.jobs()[0]
        return job.job != "teach" or not job.pictures

    with (
        owned(tmp_path, Around(do_hands=until_a_face_is_known)) as table,
        served(table) as stadium,
        opened(browser, stadium, "/settings/care") as page,
        opened(browser, stadium, "/settings/care") as other,
    ):
        page.get_by_role("button", name="Look everything over").tap()
        done = page.locator(".job[data-state=done]")
        table.until("doctor", is_done)
        expect(done).to_be_visible()
        kinds = page.locator(".findings li").evaluate_all("nodes => nodes.map((node) => node.className)")
        assert sorted(kinds, key=["red", "amber", "skipped", "green"].index) == kinds
        page.get_by_role("button", name="Calibrate").tap()
        expect(page.get_by_role("img", name="What the camera sees now")).to_be_visible()
        table.until("calibrate", says(seen := "6 of 6 markers are seen"))
        expect(page.locator(".job-said")).to_contain_text(seen)
        other.reload()
        other.get_by_role("button", name="Done").tap()
        page.reload()
        table.until("calibrate", lambda job: job.presses == FITS)
        expect(page.get_by_role("button", name="It fits: keep it")).to_be_visible()
        expect(page.locator(".findings")).to_contain_text("all 6 markers are seen")
        page.get_by_role("button", name="It fits: keep it").tap()
        table.until("calibrate", is_done)
        expect(done).to_be_visible()
        is_open_to_all(page)
        assert "lens" in tomllib.loads((tmp_path / "stadium.toml").read_text(encoding="utf-8"))["camera"]
        page.get_by_label("red").check()
        page.get_by_role("button", name="Teach", exact=True).tap()
        expect(page.get_by_role("heading", name="Now: Teach dice")).to_be_visible()
        table.until("teach", lambda job: len(job.pictures) == 1)
        expect(page.locator(".pictures img")).to_have_count(1)
        page.get_by_role("button", name="Stop").tap()
        table.until("teach", is_over)
        expect(page.locator(".job-said")).to_have_text("It was stopped.")
        assert any((tmp_path / "dice").iterdir())


@pytest.mark.slow
def test_owner_teaches_a_die_to_its_end(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page leads face by face, and a reload in the middle keeps it; at the end the die is kept, and said so.

    That there was no picture of the camera's yet is no fault for the console.
    """
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    may_lay, refused = Semaphore(0), list[str]()

    def once_it_is_seen(asked: Words) -> bool:
        return not (isinstance(asked, Message) and asked.key == "teach.put-up") or may_lay.acquire()

    with (
        owned(tmp_path, Around("max", once_it_is_seen)) as table,
        served(table) as stadium,
        opened(browser, stadium, "/settings/care") as page,
    ):
        page.on("response", lambda answer: refused.append(answer.url) if answer.status >= BAD else None)
        page.get_by_label("red").check()
        page.get_by_role("button", name="Teach", exact=True).tap()
        for known, face in enumerate(VALUES):
            if face == RELOADED_AT:
                page.reload()
            table.until("teach", says(asked := f"Put red {face} up"))
            expect(page.locator(".job-said")).to_contain_text(asked)
            expect(page.get_by_role("progressbar")).to_have_js_property("value", known / len(VALUES))
            expect(page.locator(".pictures img")).to_have_count(known)
            may_lay.release()
        table.until("teach", is_done)
        expect(page.locator(".job[data-state=done] .job-said")).to_have_text(
            "1 die has been taught; the game knows it now."
        )
        expect(page.locator(".pictures img")).to_have_count(len(VALUES))
        page.reload()
        expect(page.locator(".tick", has_text="red")).to_contain_text("10 of 10 faces known")
    taught = TaughtDiceStore(tmp_path / "dice").die("red")
    assert taught is not None
    assert (set(VALUES), []) == (set(taught.shown), refused)


def test_owner_backs_up_and_restores(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The backup is fetched by its link; it is sent back once that is confirmed, and put back by a restart.

    A reload in the middle finds it again.
    """
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path / "home"))
    (home := tmp_path / "home").mkdir()
    Journal.create(home / "games.sqlite").close()
    go_on = Event()

    def restart() -> None:
        go_on.wait()

    with (
        owned(home, Around(restart=restart)) as table,
        served(table) as stadium,
        opened(browser, stadium, "/settings/care") as page,
    ):
        done, message = page.locator(".job[data-state=done]"), page.locator(".job-said")
        page.get_by_role("button", name="Make a backup").tap()
        table.until("backup", is_done)
        with page.expect_download() as fetched:
            page.get_by_role("link", name="Save the file").tap()
        fetched.value.save_as(file := tmp_path / "kept.zip")
        assert "games.sqlite" in ZipFile(file).namelist()
        with Journal.create(home / "games.sqlite") as journal:
            journal.add([PAST_GAME])
        assert [1] == kept(home)
        expect(done).to_be_visible()
        card, sheet = page.get_by_role("region", name="Put a backup back"), page.get_by_role("dialog")
        card.get_by_role("button", name="Put it back").tap()
        expect(card.get_by_role("alert")).to_have_text("Choose the file first.")
        card.get_by_label("The file").set_input_files(file)
        for answer in ("Close", "Put it back"):
            card.get_by_role("button", name="Put it back").tap()
            expect(sheet).to_contain_text("replaced by those in kept.zip")
            sheet.get_by_role("button", name=answer).tap()
            expect(sheet).to_have_count(0)
        for _ in range(2):
            expect(page.locator(".job[data-state=running]")).to_contain_text("The backup is checked")
            expect(page.get_by_role("progressbar")).to_have_js_property("value", 0.1)
            page.reload()
        go_on.set()
        table.until("restore", is_done)
        expect(message).to_contain_text("will be put back; the scoreboard starts again now.")
        finish_pending(DataPaths(home, tmp_path / "owners.toml"))
        assert [] == kept(home)
        table.health = Status(status="ok", version="1.2.3", uptime_s=0, devices={})
        expect(message).to_have_text("The stadium is back.")


def test_owner_updates(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is on offer is told first; it is asked for, which a reload finds again; then what is new is told.

    An update that has installed something ends the server that was asked.
    """
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    (tmp_path / "stadium-scoreboard_0.2.0_all.deb").touch()
    asked = list[Request]()
    with (
        owned(tmp_path, Around(request=asked.append)) as table,
        served(table) as stadium,
        opened(browser, stadium, "/settings/care") as page,
    ):
        card, job = page.get_by_role("region", name="Update", exact=True), page.locator(".job")
        for outcome, text in (
            ({"what": "none", "version": "0.1.0"}, "Nothing newer than 0.1.0 was found."),
            ({"what": "failed", "version": "0.2.0"}, "The update failed"),
        ):
            expect(card).to_contain_text("Version 0.2.0 is on offer.")
            card.get_by_role("button").tap()
            expect(job).to_have_attribute("data-state", "running")
            page.reload()
            expect(job).to_have_attribute("data-state", "running")
            (tmp_path / "outcome").write_text(json.dumps(outcome), encoding="utf-8")
            table.until("update", is_over)
            expect(job.locator(".job-said")).to_contain_text(text)
        card.get_by_role("button").tap()
        expect(job).to_have_attribute("data-state", "running")
        table.until("update", lambda _: ["update"] * 3 == asked)
        stadium.stop()
        table.health = Status(status="ok", version="0.2.0", uptime_s=0, devices={})
        (tmp_path / "stadium-scoreboard_0.2.0_all.deb").unlink()  # it is what runs now, and not on offer any more
        stadium.start()
        expect(job.locator(".job-said")).to_contain_text("0.2.0")
        expect(job.get_by_role("listitem").last).to_have_text("After an update this list tells what is new.")


def test_phone_forgotten_during_a_job_is_asked_to_pair_again(
    browser: Browser, stadium: Served, table: OwnersTable
) -> None:
    """It stops asking for the job. The job goes on, and another owner's phone can end it."""
    with opened(browser, stadium, "/settings/care") as page:
        page.get_by_role("button", name="Calibrate").tap()
        expect(page.get_by_role("button", name="Stop")).to_be_visible()
        stadium.cookie = stadium.pair("Leo", owner=True)
        stadium.forget("Ana")
        expect(page.get_by_role("link", name="Pair this phone")).to_be_visible()
        expect(page.locator(".job")).to_have_count(0)
        with opened(browser, stadium, "/settings/care") as other:
            other.get_by_role("button", name="Stop").tap()
            table.until("calibrate", is_over)
            expect(other.locator(".job-said")).to_have_text("It was stopped.")


def test_owner_has_the_box_join_the_homes_wifi(browser: Browser, stadium: Served, tmp_path: Path) -> None:
    """A wrong password is said and nothing is lost; joined, the box is in it; it can be forgotten.

    On the same page stands what the last update has brought, and which version is on offer.
    """
    (tmp_path / "stadium-scoreboard_0.2.0_all.deb").touch()
    with opened(browser, stadium, "/settings/care") as page:
        card = page.get_by_role("region", name="Your home's Wi-Fi")
        update = page.get_by_role("region", name="Update")
        expect(update).to_contain_text("Version 0.2.0 is on offer.")
        update.get_by_text("What is new in 0.1.0 (before: 0.0.9)").tap()  # folded, for what is on offer comes first
        expect(update.get_by_role("listitem").last).to_have_text("After an update this list tells what is new.")
        expect(card.get_by_label("Office")).to_be_disabled()
        card.get_by_label("Neighbours").check()
        expect(card).to_contain_text("This phone loses the stadium for a moment")
        password = card.get_by_label("Password of the Wi-Fi")
        password.fill("batter-up-1869")
        card.get_by_label("Show the password").check()
        expect(password).to_have_attribute("type", "text")
        is_open_to_all(page)
        join = card.get_by_role("button", name="Join")
        with unanswered(page, "**/api/network/home?*"):
            join.tap()
            expect(card.get_by_role("status")).to_contain_text("Neighbours: the stadium is joining it")
        expect(card.get_by_role("alert")).to_have_text("Neighbours: The password is wrong.")
        expect(card.get_by_label("Neighbours")).to_be_checked()
        card.get_by_label("Another name").check()
        card.get_by_label("Name of the Wi-Fi").fill("Nowhere")
        password.fill("short")
        join.tap()
        expect(card.get_by_role("alert")).to_contain_text("8 to 63 letters")
        card.get_by_label("Home").check()
        password.fill("batter-up-1869")
        join.tap()
        expect(card.get_by_role("status")).to_contain_text("Home: The stadium is in it")
        expect(card).to_contain_text("The stadium joins Home by itself.")
        card.get_by_label("Cafe").check()
        expect(password).to_be_hidden()
        card.get_by_role("button", name="Forget this Wi-Fi").tap()
        page.get_by_role("dialog").get_by_role("button", name="Forget this Wi-Fi").tap()
        expect(card.get_by_role("status")).to_have_text("The Wi-Fi is forgotten.")
        is_open_to_all(page)


def test_owner_checks_what_was_built(browser: Browser, stadium: Served) -> None:
    """The phone asks, the owner says what the panel shows, and each fault leads to the guide that says how."""
    with opened(browser, stadium, "/settings/care") as page:
        page.get_by_role("button", name="Check the build").tap()
        job = page.locator(".job")
        expect(job).to_contain_text("top left corner?")
        is_open_to_all(page)
        job.get_by_role("button", name="another corner").tap()
        expect(job).to_contain_text("top right corner?")
        job.get_by_role("button", name="yes").tap()
        expect(job).to_contain_text("two notes")
        job.get_by_role("button", name="yes").tap()
        expect(job).to_contain_text("Something must be mended first")
        guide = job.get_by_role("link", name="How that is done")
        expect(guide).to_have_attribute("href", "/help/hardware/wiring.html#led-panel")
        expect(job.get_by_role("link", name="file")).to_be_visible()
        is_open_to_all(page)
