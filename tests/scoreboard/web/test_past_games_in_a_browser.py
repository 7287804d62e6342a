"""Games that were played, in a real browser: replayed, counted and put right."""

from __future__ import annotations

import re

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Route, expect
from support.browser import barriers, opened, press
from support.page_table import Table, golden, served
from support.pages import NUMBER

from scoreboard.rules.events import End, Press

pytestmark = [pytest.mark.newest, pytest.mark.untraced]

INNINGS = """async (game) => {
  const { fetchStates } = await import("/static/watch/lines.js");
  const { inningsAt } = await import("/static/watch/innings.js");
  const box = await (await fetch(`/api/games/${game}/box`)).json(), states = await fetchStates(game);
  const ours = inningsAt(states.filter((each) => each.cause.type !== "expect"), states.length, box);
  return ["away", "home"].map((side) => [ours[side].innings, box[side].innings]);
}"""
"""The runs by inning of each side, as the page adds them up for an earlier moment and as the box score has them."""
INNINGS_AT = """async () => {
  const { inningsAt } = await import("/static/watch/innings.js");
  const state = (inning, half, away, home, more) => ({ inning, half, away, home, cause: null, ...more });
  const states = [state(1, "top", 0, 0), state(1, "top", 3, 0, { stands: "undone" }),
    state(1, "top", 0, 0, { cause: { button: "undo" } }), state(1, "bottom", 1, 0), state(2, "top", 1, 2),
    state(2, "top", 9, 2)];
  const { away, home } = inningsAt(states, 5, { away: { innings: [0, 0] }, home: { innings: [0, 0] } });
  return [away.innings, home.innings];
}"""
"""Both half-innings of the first end by a play that scores; nothing of what was undone counts, nor what comes later."""

COLUMNS = """async (inning) => {
  const { lineScore, inSight } = await import("/static/watch/board.js");
  const side = { first: 1, innings: Array(25).fill(0) }, team = { name: "Reds", color: "red" };
  const setup = { away: team, home: team }, none = { away: 0, home: 0 };
  const state = { inning, half: "top", over: false, ...none, hits: none, setup };
  const scores = document.createElement("div");
  scores.className = "scores";
  scores.append(lineScore(state, { away: side, home: side }));
  document.querySelector(".scoreboard .slate").append(scores);
  inSight(scores);
  const at = (cell) => cell.getBoundingClientRect(), row = scores.querySelector("tbody tr");
  const left = at(row.querySelector("th")).right, right = at(row.querySelector(".runs")).left;
  const cells = [...row.querySelectorAll("td:not(.runs)")].slice(0, 25).map(at);
  const seen = cells.map((cell) => Math.round(Math.min(cell.right, right) - Math.max(cell.left, left)));
  const cut = seen.filter((each, index) => each > 1 && each < Math.round(cells[index].width) - 1);
  const head = at(row.querySelector("th")).left - at(scores).left;
  const found = [cut, seen[inning - 1] > 1, scores.scrollLeft > 0, Math.round(head)];
  scores.remove();
  return found;
}"""
"""Of 25 innings on a phone: those that are cut in half; whether that one is in sight, whether the table was moved
for it, and how far the names lie from the left."""


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
        for inning in (12, 25):
            assert [[], True, True, 0] == page.evaluate(COLUMNS, inning)
        expect(page.locator(".scoreboard .line-score thead")).to_contain_text("3")
        share = page.locator(".share")
        moment = share.get_attribute("href")
        sentence = page.locator(".told").inner_text()
        page.get_by_role("button", name="One step back").tap()
        assert moment is not None
        expect(share).not_to_have_attribute("href", moment)
        assert moment.startswith(f"/games/{NUMBER}?line=")
        page.goto(stadium.address + moment)
        expect(page.locator(".told")).to_have_text(sentence)


@pytest.mark.parametrize(
    ("lines", "why"),
    [(60, "go on with this game first"), pytest.param(10_000, "This game is over", marks=pytest.mark.slow)],
)
def test_past_game_says_how_it_can_be_put_right(browser: Browser, lines: int, why: str) -> None:
    """The game on the board can, from its replay; another one, over or not, is played on first.

    What becomes of the game in play is said before that, and it is left only as it was shown.
    """
    with served(golden("whole-diamante-major", lines)) as stadium, opened(browser, stadium, f"/games/{NUMBER}") as page:
        page.get_by_role("slider").fill("30")
        page.get_by_role("button", name="Put this play right").tap()
        expect(page.get_by_role("dialog").get_by_role("group", name="What was it really?")).to_be_visible()
        answer = page.request.get(f"{stadium.address}/api/state").json()
        another = answer | {"game": NUMBER + 1, "over": False}
        page.route("**/api/state*", lambda route: route.fulfill(json=another))
        page.reload()
        expect(page.locator(".amends")).to_contain_text(why)
        expect(page.get_by_role("button", name="Put this play right")).to_have_count(0)
        assert [] == barriers(page)
        page.locator(".amends").get_by_role("button", name="Play on").tap()
        dialog = page.get_by_role("dialog", name="A game is in play")
        expect(dialog).to_contain_text("It stays in the list of games and can be played on later.")
        with page.expect_request("**/resume?*") as asked:
            dialog.get_by_role("button", name="Leave it, play this one on").tap()
        assert f"expect={NUMBER + 1}-{answer['number']}&" in asked.value.url


def test_list_says_what_was_played_and_who_won(browser: Browser) -> None:
    """A row has the game by name, the score, the winner; all of it is the link to the replay."""
    with served(golden("whole-diamante-major")) as stadium, opened(browser, stadium, "/games") as page:
        row = page.locator(".games-list > li").last
        expect(row.get_by_role("link")).to_have_text(re.compile("Baseball Diamante, Major League.*Winner: Herons"))
        expect(row.locator(".won")).to_have_text("Herons 5")
        assert row.evaluate("row => row.querySelector('a').clientWidth > 0.9 * row.clientWidth")


def test_plays_that_were_taken_back_are_seen_on_demand(browser: Browser) -> None:
    """What was undone, and that it was, is one row that says how many, and unfolds them."""
    table = Table()
    table.play(*[Press(button=button) for button in ("ball", "strike", "undo", "undo", "out")])
    with served(table) as stadium, opened(browser, stadium) as page:
        rows, fold = page.locator(".plays-list .play:visible"), page.get_by_role("button", name="2 undone")
        expect(rows).to_have_text([re.compile("Out!"), re.compile("2 undone"), re.compile("Play ball")])
        fold.tap()
        expect(rows).to_have_count(7)
        fold.tap()
        expect(rows).to_have_count(3)


def test_play_does_not_say_that_a_phone_sent_it(browser: Browser) -> None:
    """Who entered it is said where it is reviewed."""
    table = Table()
    with served(table) as stadium, opened(browser, stadium) as page:
        stadium.tell(Press(button="out", by="web"))
        expect(page.locator(".plays-list .play").first).to_have_text("■Out! One out.")


def test_box_score_is_on_the_page(browser: Browser) -> None:
    """Batting and pitching of both teams, with what each head stands for; every play, for who asks for it."""
    with served(golden("whole-diamante-major")) as stadium, opened(browser, stadium) as page:
        shown = page.locator(".plays-list .play")
        expect(shown).to_have_count(60)
        page.get_by_role("button", name="Earlier plays").tap()
        expect(shown).not_to_have_count(60)
        while page.get_by_role("button", name="Earlier plays").is_visible():
            count = shown.count()
            page.get_by_role("button", name="Earlier plays").tap()
            expect(shown).not_to_have_count(count)
        expect(shown.last).to_contain_text("Play ball")
        page.get_by_text("Box score", exact=True).tap()
        expect(page.get_by_role("region", name="Ospreys: batting")).to_be_visible()
        expect(page.get_by_role("region", name="Herons: pitching")).to_be_visible()


def test_finished_game_ends_on_a_page_of_its_own(browser: Browser) -> None:
    """The score, who did most, the best plays; its address to be copied by hand; what ended it can be taken back."""
    with served(golden("whole-diamante-major")) as stadium, opened(browser, stadium) as page:
        final = page.get_by_role("region", name="Final score")
        expect(final.locator(".side.won")).to_have_text(re.compile("Herons.*5"))
        best = final.get_by_role("region", name="Best plays").get_by_role("listitem")
        expect(best).to_have_count(3)
        expect(page.locator(".scoreboard")).to_be_hidden()
        held: list[Route] = []
        page.route("**/story*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright asks for a function
        page.reload()
        page.evaluate("Object.defineProperty(navigator, 'share', { value: null })")
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: null })")  # as without a certificate
        final.get_by_role("button", name="Share this game").tap()
        copied = final.get_by_role("textbox", name="Copy this address")
        expect(copied).to_have_value(f"{stadium.address}/games/{NUMBER}")
        held[0].continue_()
        expect(best).to_have_count(3)
        expect(copied).to_be_visible()  # what was tapped stays when the best plays come later
        assert [] == barriers(page)
        press(page, "Undo")
        expect(final).to_be_hidden()
        expect(page.locator(".scoreboard")).to_be_visible()


def test_swing_leads_to_its_play(browser: Browser) -> None:
    """In the graph and beside it, of the game in play and of a past one; it goes when the game is over."""
    with served(golden("whole-diamante-major", 60)) as stadium, opened(browser, stadium) as page:
        graph = page.get_by_role("region", name="Who will win?")
        expect(graph.get_by_role("img", name="How the chances to win changed")).to_be_visible()
        expect(graph).to_contain_text(re.compile(r"Ospreys \d+ %.*Herons \d+ %", re.DOTALL))
        assert [] == barriers(page)
        graph.get_by_role("link").first.tap()
        expect(page).to_have_url(re.compile(rf"/games/{NUMBER}\?line=\d+"))
        first = page.url
        swings = graph.locator(".swing")
        line = swings.last.get_attribute("data-line")
        swings.last.tap()
        expect(page).to_have_url(f"{stadium.address}/games/{NUMBER}?line={line}")
        assert first != page.url
        expect(graph.locator(".here")).to_have_count(1)
        assert [] == barriers(page)
        stadium.tell(End(why="called", winner="home"))
        page.goto(stadium.address)
        expect(page.get_by_role("region", name="Final score").locator(".graph")).to_be_visible()
        expect(graph).to_be_hidden()


def test_chances_that_are_not_known_are_not_shown(browser: Browser) -> None:
    """No graph, on the page of the game and on a past one's."""
    with served(golden("whole-rallybird", 100)) as stadium, opened(browser, stadium) as page:
        with page.expect_response("**/chances*"):
            page.reload()
        expect(page.locator(".chances")).to_be_hidden()
        page.goto(f"{stadium.address}/games/{NUMBER}?line=50")
        expect(page.get_by_role("slider")).to_be_visible()
        expect(page.locator(".chances")).to_be_hidden()


ZONES = """chart => [...chart.querySelectorAll("tbody tr")].map((row) => row.innerText.split(/\\s*\\t\\s*/))"""
"""The rows of a chart's table."""


def test_where_the_ball_went(browser: Browser) -> None:
    """Hits and outs by zone, drawn and as a table, of each team and of each of its players."""
    played = golden("whole-diamante-amateur")
    reds = structs.replace(played.setup.away, players=("Ana", "Leo"))
    table = Table(structs.replace(played.setup, away=reds))
    table.play(*[recorded.line for recorded in reversed(list(played.history.lines))])
    with served(table) as stadium, opened(browser, stadium, f"/games/{NUMBER}") as page:
        away, home = page.locator(".sprays > div").first, page.locator(".sprays > div").last
        expect(away.get_by_role("table", name="Ospreys: hits and outs by zone").locator("tbody tr")).to_have_count(6)
        assert ["zone 6", "0", "3"] in away.evaluate(ZONES)
        assert ["zone 9", "2", "1"] in home.evaluate(ZONES)
        expect(home.get_by_role("button")).to_have_count(0)
        drawn = away.locator(".field .batted")
        expect(drawn).to_have_text(["10", "10", "03", "11", "10", "11"])
        by_each = list[list[int]]()
        for name in ("Leo", "Ana"):
            away.get_by_role("button", name=name).tap()
            expect(away.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
            by_each += [[*map(int, row[1:])] for row in away.evaluate(ZONES)]
        assert [5, 5] == [sum(column) for column in zip(*by_each, strict=True)]
        assert [] == barriers(page)


def test_the_end_shows_where_the_ball_went(browser: Browser) -> None:
    """Below the final score, as long as that stands."""
    with served(golden("whole-diamante-amateur")) as stadium, opened(browser, stadium) as page:
        expect(page.locator(".sprays > div")).to_have_count(2)
        page.get_by_role("button", name="Undo").tap()
        expect(page.locator(".finale")).to_be_hidden()
        expect(page.locator(".sprays")).to_be_hidden()


def test_no_chart_where_no_zone_is_known(browser: Browser) -> None:
    """Throws of dice alone say nothing of where the ball went."""
    with served(golden("whole-four-dice")) as stadium, opened(browser, stadium, f"/games/{NUMBER}") as page:
        expect(page.get_by_role("slider")).to_be_visible()
        expect(page.locator("body")).to_have_attribute("data-script", "shown")
        expect(page.locator(".spray")).to_have_count(0)


def test_pictures_to_send_on(browser: Browser) -> None:
    """Of the end of a game, and of the play that a replay shows; none of a line that is no play."""
    with served(golden("whole-diamante-major")) as stadium, opened(browser, stadium, f"/games/{NUMBER}") as page:
        end = page.locator(".finale").get_by_role("link", name="Picture, square").get_attribute("href")
        assert end == f"/api/games/{NUMBER}/picture.png?shape=square&lang=en"
        page.get_by_role("slider").fill("30")
        play = page.locator(".sent").get_by_role("link", name="Picture, wide")
        line = page.url.rpartition("=")[2]
        assert f"/api/games/{NUMBER}/picture.png?shape=wide&line={line}&lang=en" == play.get_attribute("href")
        with page.expect_download() as sent:
            play.tap()
        assert f"game-{NUMBER}-{line}-wide.png" == sent.value.suggested_filename
        page.get_by_role("slider").fill("0")
        expect(play).to_be_hidden()
