"""What a phone does at the table, over HTTP: lines, answers and new games."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from support.faults import FaultyDisk, disk
from support.phones import Table, playing
from support.rallybird import PLAIN
from support.scoring import SETUP
from support.stadium import FixedClock, unsure

from firmware.play.inputs.page_requests import MOST_WAITING
from firmware.storage.next_game import NextGame
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.rules.events import Amend, AnyLine, Call, Chip, Die, Press, Roll
from scoreboard.session import Session
from vision.types import Box

__all__ = ["disk"]
BALL, OK, NEXT, UNDO = ({"type": "press", "button": button} for button in ("ball", "ok", "next", "undo"))
GAME = {
    "type": "game", "rules": "one-die", "innings": 2,
    "away": {"name": "Bees", "color": "red"}, "home": {"name": "Cats", "color": "blue"},
}  # fmt: skip


def thrown(color: str, value: int) -> dict[str, Any]:
    """A die's line."""
    return {"type": "die", "color": color, "value": value}


def recorded(table: Table) -> list[AnyLine]:
    """What the game in play holds, without the game line."""
    return [recorded.line for recorded in table.session.history.lines][::-1]


def where(table: Table) -> str:
    """How far play is, as a phone says it."""
    return f"{table.session.number}-{table.session.history.number}"


async def asked(table: Table) -> None:
    """Wait until the table is asked something."""
    while table.app.seen().asked is None:
        await table.turn()


async def test_a_line_of_a_phone_is_played(table: Table) -> None:
    """The answer is the new state, the line says where it came from, and nothing else that it says of that counts."""
    phone = await table.paired()
    line = {**thrown("blue", 3), "by": "camera", "confidence": 0.5, "at": "2020-01-01T00:00:00Z"}
    code, answer = await phone.ask("/api/lines", line)
    assert (200, "swing", 2, 2) == (code, answer["phase"], answer["number"], answer["line"])
    assert {**answer, "notice": ""} == {**(await phone.ask("/api/state"))[1], "notice": ""}
    assert [Die(color="blue", value=3, by="web", at="2026-04-01T18:00:00Z")] == recorded(table)
    assert "play" == table.shown[-1].kind


@pytest.mark.parametrize(
    "line",
    [
        {"type": "chip", "face": "hit"}, {"type": "roll", "values": [2, 5]}, {"type": "move", "to": 12},
        {"type": "skip"}, {"type": "ball", "to": "2B"}, {"type": "hold"}, {"type": "call", "call": "bunt"},
        {"type": "press", "button": "redo"}, {"type": "amend", "line": 12, "value": 6}, thrown("red", 3),
    ],
)  # fmt: skip
@pytest.mark.untraced
async def test_what_the_law_refuses_says_why_and_leaves_no_trace(table: Table, line: dict[str, Any]) -> None:
    """In the asked language; the table is not told, and an amendment does not find the line later."""
    phone, shown = await table.paired(), len(table.shown)
    english = await phone.ask("/api/lines", line)
    spanish = await phone.ask("/api/lines?lang=es", line)
    assert (409, 409) == (english[0], spanish[0])
    assert english[1]["error"] != spanish[1]["error"] != ""
    assert ([], shown) == (recorded(table), len(table.shown))


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (thrown("blue", 11), "value"), ({"type": "die", "color": "blue"}, "value"), ({"type": "throw"}, "type"),
        ({**BALL, "who": "me"}, "who"), (GAME, "type"), ({"type": "expect", "outs": 1}, "type"), ([], "object"),
        ({"type": "amend", "line": 0, "value": 3}, "line"), ({"type": "set", "runners": [3, 3]}, "runners"),
    ],
)  # fmt: skip
async def test_a_malformed_line_is_refused_with_its_key(table: Table, line: object, key: str) -> None:
    """Nothing is recorded of it."""
    phone = await table.paired()
    code, answer = await phone.ask("/api/lines", line)
    assert (400, True, []) == (code, key in answer["error"], recorded(table))


async def test_no_json_is_refused(table: Table) -> None:
    """Whatever it is."""
    phone = await table.paired()
    raws = (b"", b"{", b'{"type":"hold","type":"skip"}', b"\xff", b"[" * 9000)
    assert [400] * 5 == [(await phone.ask("/api/lines", raw=raw))[0] for raw in raws]


async def test_two_phones_that_press_at_once_do_not_fight(table: Table) -> None:
    """Both saw the same state: one press counts, the other phone is told to look again."""
    phones = [await table.paired(), await table.paired("Leo")]
    path = f"/api/lines?expect={where(table)}"
    codes = await asyncio.gather(*(phone.ask(path, BALL) for phone in phones))
    assert [200, 412] == sorted(code for code, _ in codes)
    assert 1 == table.session.game.balls
    assert [400, 400] == [(await phones[0].ask(f"/api/lines?expect={text}", BALL))[0] for text in ("2", "1-x")]


async def test_a_button_comes_before_the_phone_that_had_not_seen_it(table: Table) -> None:
    """Whoever is at the box is served in turn, and the phone learns that play went on."""
    phone, path = await table.paired(), f"/api/lines?expect={where(table)}"
    table.pressed.press("strike")
    await table.turn()
    assert 412 == (await phone.ask(path, BALL))[0]
    assert (0, 1) == (table.session.game.balls, table.session.game.strikes)


async def test_phones_cannot_fill_the_queue_before_a_button(table: Table) -> None:
    """Only a few requests wait at once; the others are refused, and the press is done right after those."""
    change = table.app.page.record_line
    waiting = [asyncio.ensure_future(change(Press(button="ball"), None, dry_run=True)) for _ in range(MOST_WAITING + 3)]
    done = await asyncio.gather(*waiting, return_exceptions=True)
    assert 3 == sum(isinstance(each, Exception) for each in done)


async def test_an_amendment_is_tried_dry_and_then_made(table: Table) -> None:
    """First what would happen, and what would no longer fit, and nothing is done; then the same for good."""
    phone = await table.paired()
    for line in (thrown("blue", 3), thrown("red", 7), {"type": "chip", "face": "hit"}):
        assert 200 == (await phone.ask("/api/lines", line))[0]
    _, before = await phone.ask("/api/state")
    amend = {"type": "amend", "line": 3, "value": 3}
    code, dry = await phone.ask("/api/lines?dry=1", amend)
    assert (200, [4], before["number"] + 1) == (code, [each["line"] for each in dry["unfit"]], dry["number"])
    assert (before["number"], 4) == ((await phone.ask("/api/state"))[1]["number"], len(recorded(table)) + 1)
    code, made = await phone.ask("/api/lines", amend)
    assert "Put right: Reds swing 7 → 3." == dry.pop("told")
    assert "Reds swing 3. Foul ball. Strike one." == dry.pop("effects")[0]
    assert [(4, "HIT! A fair ball.")] == [(each["line"], each["said"]) for each in dry.pop("gone")]
    assert (f"{before['game']}-{before['number']}", True) == (dry.pop("expect"), dry.pop("changes"))
    passing = {"notice": None}  # what the panel says comes and goes; the stream tells what was done
    assert (200, dry | passing) == (code, made | passing)
    assert isinstance(recorded(table)[-1], Amend)


async def test_dry_run_tells_what_would_be_refused(table: Table) -> None:
    """As it would be for good, and says with nothing unfit that nothing is."""
    phone = await table.paired()
    assert 409 == (await phone.ask("/api/lines?dry=1", {"type": "hold"}))[0]
    code, answer = await phone.ask("/api/lines?dry=1", BALL)
    assert (200, 1, [], []) == (code, answer["balls"], answer["unfit"], recorded(table))
    assert 400 == (await phone.ask("/api/lines?dry=yes", BALL))[0]


async def test_an_amendment_says_nothing_of_its_own_source(table: Table) -> None:
    """A line that a phone puts in another's place was not seen by a camera."""
    phone = await table.paired()
    await phone.ask("/api/lines", BALL)
    other = {**thrown("blue", 9), "by": "camera", "confidence": 1.0}
    assert 200 == (await phone.ask("/api/lines", {"type": "amend", "line": 2, "as": other}))[0]
    line = recorded(table)[-1]
    assert isinstance(line, Amend)
    assert Die(color="blue", value=9, by="web") == line.as_


async def test_phone_answers_the_open_question(journal: Path) -> None:
    """The value counts as from the page, and play goes on; a second answer comes too late."""
    async with playing(journal, [unsure("blue", 6, 9, 8), unsure("red", 3, 4)], patient=True) as table:
        phone = await table.paired()
        await asked(table)
        assert "blue" == (await phone.ask("/api/state"))[1]["asked"]["what"]
        assert 409 == (await phone.ask("/api/answer", {"value": 3, "what": "red"}))[0]
        assert 409 == (await phone.ask("/api/answer", {"value": "hit"}))[0]
        assert 400 == (await phone.ask("/api/answer", {"value": 3.5}))[0]
        code, answer = await phone.ask("/api/answer", {"value": 3})
        assert (200, "swing") == (code, answer["phase"])
        line = recorded(table)[0]
        assert isinstance(line, Die)
        assert (3, "web") == (line.value, line.by)
        await asked(table)
        assert 409 == (await phone.ask("/api/answer", {"value": 3, "what": "blue"}))[0]


async def test_an_answer_is_for_the_question_that_the_phone_has_seen(journal: Path) -> None:
    """Two unsure dice of one colour in one roll are asked about alike; an answer to the first is none to the second.

    NEXT asks the same question still, and a phone that names none is heard.
    """
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        session.new_game(structs.replace(SETUP, rules="two-dice"))
    dice = tuple(replace(unsure("white", 3, 5)[0], kind="d6", box=Box(x, 0, 40, 40)) for x in (0, 50))
    async with playing(journal, [dice], patient=True) as table:
        phone = await table.paired()
        await asked(table)
        first = (await phone.ask("/api/state"))[1]["asked"]
        assert 412 == (await phone.ask(f"/api/lines?expect={where(table)}-0", UNDO))[0]
        seen = f"expect={where(table)}-{first['id']}"
        assert {**first, "offered": 5} == (await phone.ask(f"/api/lines?{seen}", NEXT))[1]["asked"]
        answer = (await phone.ask(f"/api/answer?{seen}", {"value": 3, "what": "white"}))[1]
        second = answer["asked"]
        assert {**first, "id": second["id"]} == second
        for path, late in (("answer", {"value": 3, "what": "white"}), ("lines", OK), ("lines", UNDO)):
            assert 412 == (await phone.ask(f"/api/{path}?{seen}", late))[0]
        assert ([], second) == (recorded(table), (await phone.ask("/api/state"))[1]["asked"])
        assert 200 == (await phone.ask(f"/api/answer?expect={where(table)}", {"value": 5, "what": "white"}))[0]
        assert [(3, 5)] == [line.values for line in recorded(table) if isinstance(line, Roll)]


async def test_question_after_a_restart_has_another_number(journal: Path) -> None:
    """A phone sends a tap again until it is answered, and by then another box may ask about the same die."""
    found = set[int]()
    for _ in range(2):
        async with playing(journal, [unsure("blue", 6, 9, 8)], patient=True) as table:
            phone = await table.paired()
            await asked(table)
            found.add((await phone.ask("/api/state"))[1]["asked"]["id"])
    assert 2 == len(found)


async def test_a_press_of_a_phone_while_a_question_is_open_is_about_it(journal: Path) -> None:
    """NEXT offers the next answer, OK takes it, as at the box."""
    async with playing(journal, [unsure("blue", 6, 9, 8)], patient=True) as table:
        phone = await table.paired()
        await asked(table)
        dry = await phone.ask("/api/lines?dry=1", NEXT)
        assert (200, 6) == (dry[0], table.scorer.state.question.asked.offered)  # type: ignore[union-attr] # asked
        _, answer = await phone.ask("/api/lines", NEXT)
        assert 9 == answer["asked"]["offered"]
        code, answer = await phone.ask("/api/lines", OK)
        line = recorded(table)[0]
        assert isinstance(line, Die)
        assert (200, None, 9, "web") == (code, answer["asked"], line.value, line.by)


async def test_undo_of_a_phone_withdraws_the_question(journal: Path) -> None:
    """And takes no line back."""
    async with playing(journal, [unsure("blue", 6, 9, 8)], patient=True) as table:
        phone = await table.paired()
        await asked(table)
        code, answer = await phone.ask("/api/lines", UNDO)
        assert (200, None, []) == (code, answer["asked"], recorded(table))


async def test_a_throw_entered_by_a_phone_closes_the_question(journal: Path) -> None:
    """And the die that lies there is not read again (D55)."""
    ignored: list[bool] = []
    async with playing(journal, [unsure("blue", 6, 9, 8)], patient=True, ignore=lambda: ignored.append(True)) as table:
        phone = await table.paired()
        await asked(table)
        code, answer = await phone.ask("/api/lines", thrown("blue", 8))
        assert (200, None, [True]) == (code, answer["asked"], ignored)


async def test_what_the_box_is_asked_leaves_its_menu_open(table: Table) -> None:
    """A phone neither walks nor closes the menu of somebody at the box."""
    phone = await table.paired()
    table.pressed.press("menu")
    await table.turn()
    screen = table.scorer.state.overlay.screen
    assert 200 == (await phone.ask("/api/lines", BALL))[0]
    assert screen is table.scorer.state.overlay.screen is not None


async def test_a_throw_off_takes_the_white_die_alone(table: Table) -> None:
    """D6: each side's in turn, from a phone as from the camera; UNDO leaves it."""
    phone = await table.paired()
    table.scorer.begin_throw_off()
    assert 409 == (await phone.ask("/api/lines", BALL))[0]
    assert 200 == (await phone.ask("/api/lines", thrown("white", 9)))[0]
    code, answer = await phone.ask("/api/lines", thrown("white", 4))
    assert (200, 2, None) == (code, answer["game"], table.scorer.state.throw_off)
    table.scorer.begin_throw_off()
    assert 200 == (await phone.ask("/api/lines", UNDO))[0]
    assert (2, None) == (table.session.number, table.scorer.state.throw_off)


async def test_a_phone_begins_a_game(table: Table) -> None:
    """One in play is left only on purpose, and stays in the journal to be gone on with."""
    phone = await table.paired()
    await phone.ask("/api/lines", BALL)
    assert 409 == (await phone.ask("/api/games", GAME))[0]
    code, answer = await phone.ask("/api/games?end=1", GAME)
    assert (200, 2, "one-die", "Bees") == (
        code, answer["game"], answer["setup"]["rules"], answer["setup"]["away"]["name"],
    )  # fmt: skip
    assert [1] == [game.game for game in table.session.games()]
    assert "web" == table.session.history.setup.by
    assert table.shown[-1].is_another


async def test_a_game_that_cannot_be_played_is_not_begun(table: Table) -> None:
    """Two teams of one colour, a line that is no game line: the one in play stays."""
    phone = await table.paired()
    same = {**GAME, "rules": "diamante-amateur", "home": GAME["away"]}
    assert 409 == (await phone.ask("/api/games?end=1", same))[0]
    assert [400, 400] == [(await phone.ask("/api/games?end=1", each))[0] for each in (BALL, {**GAME, "innings": 0})]
    assert 1 == table.session.number


async def test_the_house_plays_a_phones_game_its_own_way(journal: Path) -> None:
    """Unless the phone says otherwise, or the house has said it of another game."""
    async with playing(journal, rulings={"walk_off": False}) as table:
        phone = await table.paired()
        ours = {**GAME, "rules": SETUP.rules, "innings": 3}
        houses = [ours, {**ours, "house": {"walk_off": True}}, GAME]
        found = []
        for line in houses:
            assert 200 == (await phone.ask("/api/games?end=1", line))[0]
            found.append(table.session.game.house.walk_off)
        assert [False, True, True] == found


async def test_a_phones_game_chooses_none_for_later(table: Table) -> None:
    """The game after it is what the menu had chosen, or what the configuration says."""
    assert 200 == (await (await table.paired()).ask("/api/games?end=1", GAME))[0]
    table.scorer.new_game()
    assert (3, SETUP.rules) == (table.session.number, table.session.game.setup.rules)


async def test_what_the_menu_chose_holds_until_a_phone_changes_that_game(table: Table) -> None:
    """A change of something else, such as of the language, leaves it."""
    chosen, other = NextGame(structs.replace(SETUP, innings=1)), structs.replace(SETUP, innings=5)
    scorer, page = table.scorer, table.app.page
    scorer.new_game(chosen)
    page.tell(lambda page: page.new_games(SETUP, {"walk_off": False}))
    await table.turn()
    assert chosen == scorer.plans.next
    page.tell(lambda page: page.new_games(other, {}))
    await table.turn()
    assert NextGame(other) == scorer.plans.next


async def test_no_phone_has_the_card_that_is_picked(table: Table) -> None:
    """The side in the field looks away from the panel (R2), and its phones tell it nothing either."""
    phone = await table.paired()
    table.scorer.begin_once(structs.replace(SETUP, rules="rallybird", innings=1, deck=PLAIN), {})
    panels, notices = [], []
    for gesture in ("next", "ok", "ok", "next", "next"):
        table.pressed.press(gesture)  # type: ignore[arg-type] # gestures all
        await table.turn()
        screen = table.scorer.state.overlay.screen
        assert screen is not None
        panels.append(screen.shown.panel)
        notices.append((await phone.ask("/api/state"))[1]["notice"])
    assert (5, ["A card is on the panel."] * 3) == (len(set(panels)), notices[2:])
    assert not {*notices[:2]} & {"A card is on the panel.", None}


async def test_a_full_disk_holds_what_a_phone_plays(journal: Path, disk: FaultyDisk) -> None:
    """It counts and is shown, and the answer says that it is not on the disk yet."""
    async with playing(journal) as table:
        phone = await table.paired()
        disk.fault = sqlite3.SQLITE_FULL
        code, answer = await phone.ask("/api/lines", BALL)
        assert (200, 1, True) == (code, answer["balls"], answer["held"])
        disk.fault = None
    with Journal.open_readonly(journal) as games:
        assert [Press] == [type(line) for _, line in games.lines(1)][1:]


async def test_nothing_is_asked_that_a_phone_could_answer(table: Table) -> None:
    """It says so."""
    phone = await table.paired()
    assert 409 == (await phone.ask("/api/answer", {"value": 3}))[0]


async def test_no_request_is_left_without_an_answer(table: Table) -> None:
    """What waits when the scoreboard stops is refused, and so is what comes after."""
    table.app.stop()
    change = table.app.page.record_line
    late = [asyncio.ensure_future(change(Call(call="bunt"), None, dry_run=False)) for _ in range(2)]
    done = await asyncio.gather(*late, return_exceptions=True)
    done += await asyncio.gather(change(Chip(face="hit"), None, dry_run=False), return_exceptions=True)
    assert [503] * 3 == [getattr(each, "status", None) for each in done]


async def test_the_end_waits_behind_no_press(journal: Path) -> None:
    """Whoever ends it is not kept by a child at the buttons: what waits was shown to nobody."""
    async with playing(journal) as table:
        for _ in range(50):
            table.app.post("ball")
        table.app.stop()
    with Journal.open_readonly(journal) as games:
        assert 2 >= len(list(games.lines(1)))  # the one that is being handled


async def test_while_the_panel_is_set_up_phones_wait(table: Table) -> None:
    """What has the panel and the buttons to itself is not disturbed."""
    phone = await table.paired()
    state = table.scorer.state
    state.early.takeover = object()  # type: ignore[assignment] # whatever it is
    try:
        assert 409 == (await phone.ask("/api/lines", BALL))[0]
    finally:
        state.early.takeover = None
