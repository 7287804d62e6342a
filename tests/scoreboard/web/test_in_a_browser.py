"""The page in a real browser: what a family sees, taps and hears of the game."""

from __future__ import annotations

import re

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Route, expect
from support.browser import TABLET, cell, opened, press, small_targets, stand_still, step, throw, wake
from support.page_table import Served, Table, served
from support.pages import NUMBER
from support.scoring import SETUP, blue, red, white

from scoreboard.rules.diamante.board import BASE_NAMES, zone_name
from scoreboard.rules.events import Chip, Press, Set
from scoreboard.rules.state import HOME
from scoreboard.web.state.live import OpenQuestion

pytestmark = [pytest.mark.newest, pytest.mark.untraced]

PARTNERS = {"away": ("Ana", "Mia"), "home": ("Leo", "Zoe")}
CENTRES = """
(selector) => [...document.querySelectorAll(selector)].map((node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  const field = node.closest("svg").getBoundingClientRect();
  return [left + width / 2 - field.left, top + height / 2 - field.top].map(Math.round).join(" ");
})
"""
"""Where the middle of each such drawing is seen in its field, in whole pixels."""
STEPPED_BACK = """() => {
  document.querySelector(".score-ask .step-by").click();
  return document.querySelectorAll(".preview .confirm").length;
}"""
"""One less, and how many buttons do at that moment what was shown before."""


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
        stadium.tell(blue(9))
        expect(page.locator(".who.due")).to_have_text(re.compile("Reds, batter: Ana .* throws now"))


def test_half_inning_by_taps(browser: Browser, stadium: Served) -> None:
    """Dice entered by hand and buttons: what is sent is lines of the record, and play moves on to the other side."""
    with opened(browser, stadium) as page:
        throw(page, "9")
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
        stand_still(page)  # a tap that has no answer for seconds is sent again
        left: list[str] = []
        page.on("request", lambda each: left.append(each.url) if "/api/lines?" in each.url else None)
        page.route(re.compile(rf"/api/lines.*expect={NUMBER}-1\b"), late)
        page.get_by_role("button", name="More").tap()
        page.get_by_role("button", name="Out", exact=True).wait_for()
        page.evaluate("document.querySelector('.press.out').click(); document.querySelector('.press.out').click()")
        expect(page.locator(".told")).to_contain_text("One out")
        page.get_by_role("button", name="Out", exact=True).tap()
        expect(page.locator(".told")).to_contain_text("Two outs")
        assert 2 == len([url for url in left if "dry" not in url])
    assert [{"type": "press", "button": "out"}] * 2 == stadium.table.sent


def test_play_made_while_the_list_is_on_its_way_is_kept(browser: Browser, stadium: Served) -> None:
    """A list that was sent before the play and arrives after it lacks it: the page asks for the list again."""
    with opened(browser, stadium) as page:
        stand_still(page)
        expect(page.locator(".plays-list")).to_contain_text("Play ball!")
        before = page.request.get(f"{stadium.address}/api/games/{NUMBER}/states?told=1").text()
        waiting: list[Route] = []

        def hold(route: Route) -> None:
            waiting.append(route)

        page.route("**/states?*", hold, times=1)
        with page.expect_request("**/states?*"):
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        stadium.tell(Press(button="out"))
        expect(page.locator(".told")).to_contain_text("One out")
        with page.expect_request("**/states?*"):
            waiting[0].fulfill(body=before)
        expect(page.locator(".plays-list")).to_contain_text("One out")
        expect(page.locator(".told")).to_contain_text("One out")


def test_list_is_asked_for_once_for_a_line(browser: Browser, stadium: Served) -> None:
    """A line that is told again while the list is on its way is in it; where the list did not come it is asked for."""
    with opened(browser, stadium) as page:
        stand_still(page)
        plays = page.locator(".plays-list")
        expect(plays).to_contain_text("Play ball!")
        waiting: list[Route] = []

        def hold(route: Route) -> None:
            waiting.append(route)

        def listen() -> None:
            with page.expect_request("**/api/stream?*"):
                page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

        page.route("**/states?*", hold)
        with page.expect_request("**/states?*"):
            listen()
        listen()
        with page.expect_request("**/states?*"):
            waiting[0].abort()
        listen()
        answer = waiting[1].fetch()
        waiting[1].fulfill(body=answer.text().replace("Play ball!", "Batter up!"))
        expect(plays).to_contain_text("Batter up!")  # it is not on its way any more
        stadium.tell(Press(button="out"))
        expect(plays).to_contain_text("One out")
        assert 2 == len(waiting)


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
        page.get_by_role("button", name="More").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Ball", exact=True).wait_for()
        page.keyboard.press("Tab")
        expect(page.locator("dialog .hint")).to_contain_text("Ball: ")
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
        cell(page, "Outs").tap()
        page.locator("dialog").get_by_text("More", exact=True).tap()
        stadium.tell(Press(button="strike"))  # the scoreboard shows what stood before
        step(page, "Outs", 1)
        expect(page.locator("dialog .went-on")).to_have_text("Play went on; look again.")
        expect(page.get_by_role("button", name="Hits of Reds: one more")).to_be_visible()
        expect(cell(page, "Strikes")).to_contain_text("1")
        step(page, "Outs", 2)
        page.get_by_role("button", name="First base: nobody").tap()
        for _ in range(3):
            page.get_by_role("button", name="Ahead").tap()
        expect(page.locator(".score-ask output")).to_have_text("3 steps short of second base")
        for _ in range(4):
            page.get_by_role("button", name="Hits of Reds: one more").tap()
        page.get_by_label("Home team's name").fill("Azules")
        page.get_by_label("Helmet \u00b7 Second base").select_option(label="Helmet 4: \u2212")
        page.get_by_label("Helmet \u00b7 3 steps short of second base").select_option("1")
        assert [] == small_targets(page)
        expect(page.locator("dialog .effects")).to_contain_text("Second base: helmet 4 (\u2212).")
        page.get_by_role("button", name="Do it").tap()
        expect(page.get_by_role("img", name="outs: 2")).to_be_visible()
        expect(page.locator("svg.field")).to_have_attribute("aria-label", re.compile("second base"))
        expect(page.locator(".line-score")).to_contain_text("Azules")
        page.locator(".plays-list button", has_text="Corrected").first.tap()
        step(page, "Outs", -2)
        page.locator("dialog").get_by_text("More", exact=True).tap()
        for _ in range(3):
            page.get_by_role("button", name="Hits of Azules: one more").tap()
        expect(page.locator("dialog .effects")).to_contain_text("Outs 2, then 0.")
        expect(page.locator("dialog .effects")).to_contain_text("Azules: hits 0, then 3.")
        page.get_by_role("button", name="Do it").tap()
        expect(page.get_by_role("img", name="outs: 0")).to_be_visible()
    correction = {
        "type": "set",
        "outs": 2,
        "hits": {"away": 4},
        "names": {"home": "Azules"},
        "runners": [12, 9],
        "helmets": [3, 1],
    }
    mended = correction | {"outs": 0, "hits": {"away": 4, "home": 3}}
    assert [correction, {"type": "amend", "line": 4, "as": mended}] == stadium.table.sent


def test_a_runner_is_put_on_a_base_and_taken_off_by_a_tap(browser: Browser) -> None:
    """An empty base gets a man; a man who is tapped goes on by bases where there are no steps, or off."""
    table = Table(structs.replace(SETUP, rules="two-dice"))
    table.play(Set(runners=(12,)))
    with served(table) as stadium, opened(browser, stadium) as page:
        page.get_by_role("button", name="Put the score right").tap()
        page.get_by_role("button", name="First base: nobody").tap()
        page.get_by_role("button", name="Ahead").tap()  # over second base, which is taken
        expect(page.get_by_role("button", name="Third base: a runner")).to_be_visible()
        expect(page.get_by_role("button", name="Ahead")).to_be_disabled()
        page.get_by_role("button", name="Second base: a runner").tap()
        page.get_by_role("button", name="No runner here").tap()
        page.get_by_role("button", name="Do it").tap()
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert [{"type": "set", "runners": [18]}] == stadium.table.sent


def test_the_inning_and_its_half_are_put_right(browser: Browser, stadium: Served) -> None:
    """Both in one question; the scoreboard shows them at once, and nothing is sent before it is confirmed."""
    with opened(browser, stadium) as page:
        page.get_by_role("button", name="Put the score right").tap()
        step(page, "Inning", 2)
        page.get_by_role("button", name="bottom").tap()
        expect(cell(page, "Inning")).to_have_text(re.compile("\u25bc 3"))
        assert [] == stadium.table.sent
        page.get_by_role("button", name="Do it").tap()
        expect(page.locator(".inning")).to_contain_text("Bottom of 3")
    assert [{"type": "set", "inning": 3, "half": "bottom"}] == stadium.table.sent


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)])
def test_nothing_moves_under_the_thumb_that_puts_right(
    browser: Browser, stadium: Served, size: tuple[int, int]
) -> None:
    """The stepper stands where it stood once what it comes to is shown, and both are in sight."""
    with opened(browser, stadium, size=size) as page:
        page.get_by_role("button", name="Put the score right").tap()
        cell(page, "Outs").tap()
        more = page.get_by_role("button", name="Outs: one more")
        before = more.bounding_box()
        more.tap()
        expect(page.get_by_role("button", name="Do it")).to_be_in_viewport(ratio=1)
        assert before == more.bounding_box()


def test_nothing_is_done_but_what_was_shown(browser: Browser, stadium: Served) -> None:
    """What is changed after it was shown takes that away, and what would change nothing says so and cannot be done."""
    stadium.table.play(blue(5))
    with opened(browser, stadium) as page:
        page.get_by_role("button", name="Put the score right").tap()
        dialog = page.get_by_role("dialog")
        would, do_it = dialog.locator(".would"), dialog.get_by_role("button", name="Do it")
        step(page, "Outs", 2)
        expect(do_it).to_be_visible()
        assert 0 == page.evaluate(STEPPED_BACK)
        step(page, "Outs", -1)
        expect(would).to_have_text("That changes nothing.")
        expect(do_it).to_have_count(0)
        step(page, "Outs", 1)
        do_it.tap()
        expect(dialog).to_have_count(0)
        page.locator(".plays-list button", has_text="pitch").tap()
        was = dialog.get_by_role("group", name="What was it really?")
        was.get_by_role("button", name="5", exact=True).tap()
        expect(would).to_have_text("That changes nothing.")
        expect(do_it).to_have_count(0)
    assert [{"type": "set", "outs": 1}] == stadium.table.sent


@pytest.mark.parametrize("button", ["He stays, next man is out", "Next"])
def test_out_that_no_name_says_is_shown_first(browser: Browser, stadium: Served, button: str) -> None:
    """D27: men on third and second, and a white 8: that it was the next runner's puts him out, and no run scores."""
    stadium.table.play(Set(runners=(18, 12)), blue(5), red(7), Chip(face="hit"), white(8))
    with opened(browser, stadium) as page:
        if button == "Next":
            press(page, button)
        else:
            page.get_by_role("button", name=button, exact=True).tap()
        dialog = page.get_by_role("dialog", name=button)
        expect(dialog.locator(".effects")).to_contain_text("Outs 0, then 1.")
        assert [] == stadium.table.sent
        dialog.get_by_role("button", name="Do it").tap()
        expect(page.get_by_role("img", name="outs: 1")).to_be_visible()
    assert 1 == len(stadium.table.sent)


def test_a_sheet_asks_one_thing(browser: Browser, stadium: Served) -> None:
    """One pad for what it really was; what was missed before it has a sheet of its own, with one pad at a time."""
    stadium.table.play(blue(5), red(7))
    with opened(browser, stadium) as page:
        page.locator(".plays-list button", has_text="pitch").tap()
        pads = page.locator("dialog .keypad:not(.things)")
        expect(pads).to_have_count(1)
        page.get_by_role("button", name="Something before it was missed").tap()
        sheet = page.get_by_role("dialog", name="What was missed before it?")
        expect(sheet.locator(".keypad:not(.things)")).to_have_count(0)
        for die in ("The red die", "The white die"):
            sheet.get_by_role("button", name=die).tap()
            expect(sheet.locator(".keypad:not(.things)")).to_have_count(1)
        sheet.get_by_role("button", name="7", exact=True).tap()
        expect(sheet.locator(".preview > p")).not_to_be_empty()
        page.evaluate("history.back()")
        expect(sheet).to_have_count(0)
        expect(pads).to_have_count(1)


def test_it_was_the_other_die(browser: Browser, stadium: Served) -> None:
    """Which die is asked by itself, and shown before it is done; both sheets are closed then."""
    stadium.table.play(blue(5), red(7))
    with opened(browser, stadium) as page:
        page.locator(".plays-list button", has_text="pitch").tap()
        page.get_by_role("button", name="It was another die").tap()
        page.get_by_role("dialog", name="Which die was it?").get_by_role("button", name="The white die").tap()
        page.locator(".preview .confirm").tap()
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert [{"type": "amend", "line": 2, "as": {"type": "die", "color": "white", "value": 5}}] == stadium.table.sent


@pytest.mark.parametrize("unanswered", [0, 1])
def test_missed_button_is_added_before_a_past_play(browser: Browser, stadium: Served, unanswered: int) -> None:
    """The sheet offers buttons and calls that were lawful before that play; the play by play has it in its place.

    What could be said then is asked for again if nothing answers.
    """
    stadium.table.play(blue(5), red(7))
    with opened(browser, stadium) as page:
        if unanswered:
            page.route("**/review?*", lambda route: route.abort(), times=unanswered)
        page.locator(".plays-list button", has_text="pitch").tap()
        page.get_by_role("button", name="Something before it was missed").tap()
        page.get_by_role("button", name="A call or a button").tap()
        page.get_by_role("dialog").get_by_role("button", name="The button BALL").tap()
        expect(page.locator(".would")).to_have_text("It was missed: Ball one.")
        page.get_by_role("button", name="Do it").tap()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".plays-list")).to_contain_text("Ball one. missed, and added")


def test_unsure_die_is_asked_about(browser: Browser, stadium: Served) -> None:
    """The likely values are the pad's keys, the likeliest first; a tap is for the question that was seen.

    It is not for one about another red die that has come up since.
    """
    stadium.table.play(blue(5))
    stadium.table.asked = OpenQuestion("red", (7, 1, 4), 7, None)
    with opened(browser, stadium, asleep=True) as page:
        question = page.get_by_role("alertdialog", name="What does the red die show?")
        expect(question).to_be_visible()
        stadium.table.asked = OpenQuestion("red", (7, 1, 4), 7, None, id=2)
        page.locator(".pad").get_by_role("button", name="1", exact=True).tap()
        expect(page.locator(".dock .reply")).to_contain_text("went on")
        with page.expect_response("**/api/lines?*") as answer:
            page.get_by_role("button", name="Undo").first.tap()
        assert 412 == answer.value.status
        assert [] == stadium.table.sent
        wake(page)
        expect(page.locator(".pad button")).to_have_text(["7", "1", "4", "Throw again"])
        page.locator(".pad").get_by_role("button", name="1", exact=True).tap()
        expect(question).to_be_hidden()
    assert [{"value": 1, "what": "red"}] == stadium.table.sent


def test_runners_stand_on_the_steps_that_are_drawn(browser: Browser, stadium: Served) -> None:
    """Each place from the plate to home is a spot of its own; who wants no motion sees them there at once."""
    spots = dict[int, str]()
    with opened(browser, stadium) as page:
        page.emulate_media(reduced_motion="reduce")
        field = page.locator("svg.field")
        expect(field).to_have_attribute("aria-label", re.compile("."))
        for first in range(1, 24, 3):
            places = tuple(range(min(first + 2, 23), first - 1, -1))
            before = str(field.get_attribute("aria-label"))
            stadium.tell(Set(runners=places))
            expect(field).not_to_have_attribute("aria-label", before)
            spots |= dict(zip(places, page.evaluate(CENTRES, "svg.field .runners .helmet"), strict=True))
        steps, bags = (page.evaluate(CENTRES, f"svg.field {drawn}") for drawn in (".step", "path.bag"))
    assert bags[:3] == [spots.pop(base) for base in (6, 12, 18)]
    assert steps == [spots[place] for place in sorted(spots)]
    assert len({*steps, *bags}) == 24


APART = """(drawn) => {
  const spots = [...document.querySelectorAll(drawn)].map((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2, width];
  });
  const far = ([x, y], [left, top]) => [Math.hypot(x - left, y - top), Math.max(Math.abs(x - left), Math.abs(y - top))];
  const pairs = spots.flatMap((spot, at) => spots.slice(at + 1).map((other) => [...far(spot, other), spot[2]]));
  return pairs.map(([straight, across, width]) => [straight / width, across]);
}"""
"""Of any two such drawings: how far apart they are, in widths, and in pixels across or down, whichever is more."""


@pytest.mark.parametrize("places", [(9, 8, 6), (13, 12, 11), (23, 22, 7)], ids=str)
def test_men_a_step_apart_stand_apart(browser: Browser, stadium: Served, places: tuple[int, ...]) -> None:
    """In the ballpark no helmet covers another, its edge included; where they are put right a finger takes each."""
    stadium.table.play(Set(runners=places))
    with opened(browser, stadium, size=(360, 640)) as page:
        page.emulate_media(reduced_motion="reduce")
        expect(page.locator("svg.field .runners .helmet")).to_have_count(3)
        assert 1.1 <= min(straight for straight, _ in page.evaluate(APART, "svg.field .helmet"))
        page.locator(".dock .standing").tap()
        page.locator(".score-bases .spot.on").first.wait_for()
        assert 40 <= min(across for _, across in page.evaluate(APART, ".score-bases .spot"))


NEAREST = """
async (balls) => {
  const state = await (await fetch("/api/state")).json();
  const loaded = performance.getEntriesByType("resource").find(({ name }) => /\\/ballpark\\.js/.test(name)).name;
  const field = new (await import(loaded)).Ballpark();
  document.querySelector("svg.field").replaceWith(field.node);
  const middle = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  field.show(state);
  const drawn = (selector) => [...field.node.querySelectorAll(selector)].map(middle);
  const [steps, bases, zones] = [drawn(".step"), drawn("path.bag"), drawn(".zones text")];
  const path = steps.map((at, index) => [index + 1 + Math.floor(index / 5), at]);
  const names = ["1B", "2B", "3B", "HP"];
  const spots = [...path, ["Z1", drawn(".dirt").at(-1)], ...bases.map((at, index) => [names[index], at]),
    ...zones.map((at, index) => [`Z${index + 3}`, at])];
  const unit = Math.hypot(steps[1][0] - steps[0][0], steps[1][1] - steps[0][1]);
  return balls.map((ball) => {
    field.show({ ...state, ball });
    const [x, y] = middle(field.node.querySelector(".leather"));
    const far = spots.map(([name, at]) => [Math.hypot(x - at[0], y - at[1]) / unit, name]);
    far.sort(([one], [other]) => one - other);
    return [ball, far[0][1], far[0][0], far[1][0]];
  });
}
"""
"""To which drawn spot each ball is the nearest, and how far that one and the next are, in steps of the base path."""


def test_ball_lies_where_the_law_has_it(browser: Browser, stadium: Served) -> None:
    """In each zone by its number, and beside each base and step, and never as if it were elsewhere."""
    steps = [place for place in range(1, HOME) if place not in BASE_NAMES]
    balls = [*(zone_name(zone) for zone in range(1, 10)), *BASE_NAMES.values(), *steps]
    with opened(browser, stadium) as page:
        page.emulate_media(reduced_motion="reduce")
        page.locator("svg.field").wait_for()
        seen = page.evaluate(NEAREST, balls)
    assert balls == [nearest for _, nearest, *_ in seen]
    for ball, _, far, next_far in seen:
        assert far < (0.2 if str(ball).startswith("Z") else 0.85), ball
        assert next_far - far > 0.15, ball
