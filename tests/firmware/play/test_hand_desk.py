"""Cards, gloves and signs from phones, over HTTP: chosen in secret, told together, and nowhere before."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientResponse
from msgspec import structs
from support.menus import choose, panels
from support.phones import Phone, Table, playing
from support.rallybird import PLAIN, committed
from support.scoring import SETUP

from firmware.play.menus.main_menu import TOP, Around, main_menu
from firmware.play.menus.screen import FreeSides
from scoreboard.opponent import Opponent
from scoreboard.rules.events import Call, Press, Setup
from scoreboard.rules.history import begin

pytestmark = pytest.mark.usefixtures("same_card")
CARDS = structs.replace(SETUP, rules="rallybird", innings=1, deck=PLAIN)
SIGNED = structs.replace(SETUP, rules="four-dice", innings=1)
LAID = "gloves A=9/1 B=8/7 C=7/6 D=6/5 E=5/4 F=4/3"
OTHERWISE = "gloves A=9/1 B=4/3 C=5/4 D=6/5 E=7/6 F=8/7"


def calls(table: Table) -> list[str]:
    """The record in short: by whom, and what was called or pressed."""
    lines = [recorded.line for recorded in table.session.history.lines][::-1]
    return [f"{line.by} {getattr(line, 'call', None) or type(line).__name__.lower()}" for line in lines]  # type: ignore[union-attr] # each has it


async def seated(table: Table, setup: Setup = CARDS) -> tuple[Phone, Phone]:
    """Two phones, one of each side, at a new game with its cards dealt."""
    table.scorer.begin_once(setup, {})
    await table.turn()
    away, home = await table.paired("Ana"), await table.paired("Leo")
    for phone, side in ((away, "away"), (home, "home")):
        assert 200 == (await phone.ask("/api/secret/sides", {"side": side}))[0]
    if setup.rules == "rallybird":
        assert 200 == (await away.ask("/api/secret", {"side": "away", "deal": True}))[0]
    return away, home


async def chose(phone: Phone, side: str, choice: str | None) -> tuple[int, Any]:
    """What comes of a choice."""
    return await phone.ask("/api/secret", {"side": side, "choice": choice})


async def public(phone: Phone) -> dict[str, Any]:
    """What the whole table may know of cards and gloves."""
    state = (await phone.ask("/api/state"))[1]
    found: dict[str, Any] = state["hands"]
    return found


async def sides(phone: Phone) -> tuple[list[str], list[str]]:
    """Those that phones play, and those of them that have chosen."""
    shown = await public(phone)
    return shown["played"], shown["chosen"]


async def test_both_choices_are_shown_together(table: Table) -> None:
    """Nothing is recorded until both have chosen; then the hash, the gloves and the card, in one go (R10)."""
    away, home = await seated(table)
    before = calls(table)
    code, own = await chose(away, "away", "card Homer")
    assert (200, "card Homer") == (code, own["hands"][0]["chosen"])
    shown = await public(home)
    assert (["away", "home"], ["away"], None, []) == (shown["due"], shown["chosen"], shown["card"], shown["gloves"])
    assert before == calls(table)
    code, own = await chose(home, "home", LAID)
    assert (200, None, None) == (code, own["hands"][0]["chosen"], own["hands"][0]["what"])
    commit, gloves, card = calls(table)[len(before) :]
    name, _, salt = card.removeprefix("box card ").partition(" ")
    assert ("Homer", f"web {committed(name, salt).removeprefix('call:').replace('_', ' ')}") == (name, commit)
    assert f"web {LAID}" == gloves
    shown = await public(away)
    assert ([], [], "Homer", 9) == (
        shown["due"], shown["chosen"], shown["card"]["said"], shown["gloves"][0]["value"],
    )  # fmt: skip
    assert "pitch" == table.session.game.phase


def on_disk(table: Table) -> bytes:
    """Every file that the table keeps."""
    return b"".join(path.read_bytes() for path in sorted(table.folder.iterdir()) if path.is_file())


async def looks(table: Table, phones: list[Phone]) -> dict[str, object]:
    """What every address that may be looked at answers to each of them."""
    paths = [route.resource.canonical for route in table.server.app.router.routes() if route.method == "GET"]  # type: ignore[union-attr] # each has one
    named = {"{number}": "2", "{game}": "2", "{drawer}": "pages", "{name}": "page.css", "{line}": "1", "{id}": "x"}
    found = dict[str, object]()
    for path in set(paths) - {"/api/stream"}:
        asked = path
        for name, value in named.items():
            asked = asked.replace(name, value)
        for each, phone in enumerate(phones):
            found[f"{each} {asked}"] = await phone.ask(asked)
    return found


async def until(stream: ClientResponse, words: bytes) -> AsyncIterator[bytes]:
    """The data of a stream, to the first that has these words."""
    async for line in stream.content:
        if line.startswith(b"data:"):
            yield line
            if words in line:
                return


@pytest.mark.untraced
async def test_choice_is_nowhere_before_it_is_shown(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever was chosen, all addresses answer everybody else the same; disk, log, panel and stream have nothing."""
    caplog.set_level(logging.DEBUG)
    away, home = await seated(table)
    stranger = table.phone()
    async with stranger.session.get(f"{stranger.origin}/api/stream") as stream:
        await chose(away, "away", "card Homer")
        others = [home, stranger]
        first = await looks(table, others)
        lit, disk = table.panel.picture.tobytes(), on_disk(table)
        shown, messages = len(table.shown), repr(table.shown)
        await chose(away, "away", "card Single")
        assert first == await looks(table, others)
        assert (lit, disk, shown) == (table.panel.picture.tobytes(), on_disk(table), len(table.shown))
        await chose(away, "away", None)
        await chose(home, "home", LAID)
        seen = msgspec.json.encode(await looks(table, [away, stranger])).decode()
        heard = seen + caplog.text + messages + repr(table.shown) + disk.decode(errors="replace")
        assert not [glove for glove in LAID.split()[1:] if glove in heard]
        assert b"A=9/1" not in on_disk(table)
        before = [line async for line in until(stream, b'"chosen":["home"]')]
        await chose(away, "away", "card Homer")
        after = [line async for line in until(stream, b'"phase":"pitch"')]
    shown_at = next(at for at, event in enumerate(after) if b'"call":"commit' in event)
    assert not [event for event in before + after[:shown_at] if b"A=9/1" in event or b'"card":{' in event]


async def test_each_side_sees_its_own_hand_alone(table: Table) -> None:
    """Neither the other's, nor anybody's without a side; what is answered is kept nowhere."""
    away, home = await seated(table)
    third, stranger = await table.paired("Mia"), table.phone()
    mine, theirs = [(await phone.ask("/api/secret"))[1]["hands"] for phone in (away, home)]
    assert [("away", "card")] == [(each["side"], each["what"]) for each in mine]
    assert [("home", "gloves")] == [(each["side"], each["what"]) for each in theirs]
    aside = calls(table)[0].removeprefix("box aside ")
    assert [aside] == mine[0]["aside"]
    assert aside not in [card["said"] for card in mine[0]["cards"]]
    assert (0, [], 7) == (len(theirs[0]["cards"]), theirs[0]["aside"], len(theirs[0]["gloves"]))
    code, found = await third.ask("/api/secret")
    assert (200, []) == (code, found["hands"])
    assert 401 == (await stranger.ask("/api/secret"))[0]
    async with away.session.get(f"{away.origin}/api/secret") as answer:
        assert "no-store" == answer.headers["Cache-Control"]


async def test_a_side_is_one_phones(table: Table) -> None:
    """Nobody takes it from another; its phone lets it go, or an owner frees it, or it is revoked, or the menu does."""
    owner, leo = await seated(table)
    mia = await table.paired("Mia")
    take = {"side": "home"}
    assert 409 == (await mia.ask("/api/secret/sides", take))[0]
    assert 409 == (await mia.ask("/api/secret/sides", {**take, "take": False}))[0]
    assert 409 == (await chose(mia, "home", LAID))[0]
    await chose(leo, "home", LAID)
    assert 200 == (await leo.ask("/api/secret/sides", {**take, "take": False}))[0]
    assert (["away"], []) == await sides(mia)
    assert 200 == (await mia.ask("/api/secret/sides", take))[0]
    assert 200 == (await owner.ask("/api/secret/sides", {**take, "take": False}))[0]
    assert 409 == (await chose(mia, "home", LAID))[0]
    assert 200 == (await mia.ask("/api/secret/sides", take))[0]
    name = (await mia.ask("/api/me"))[1]["phone"]["id"]
    await owner.ask(f"/api/phones/{name}", method="DELETE")
    await table.turn()
    assert ["away"] == (await public(leo))["played"]
    table.scorer.state.hands.clear()
    assert [] == (await public(leo))["played"]


async def test_nobody_says_a_sides_secret_for_it(table: Table) -> None:
    """No phone is offered its cards or gloves, nor may tell them; what nobody plays is said as ever."""
    away, home = await seated(table)
    third = await table.paired("Mia")
    for call in ("card Homer", committed("Homer").removeprefix("call:").replace("_", " "), LAID):
        for phone in (away, home, third):
            assert 409 == (await phone.ask("/api/lines", {"type": "call", "call": call}))[0]
    assert [] == (await third.ask("/api/state"))[1]["offers"]["calls"]
    await home.ask("/api/secret/sides", {"side": "home", "take": False})
    assert [LAID[:6]] == [each["line"]["call"][:6] for each in (await third.ask("/api/state"))[1]["offers"]["calls"]]
    assert 200 == (await third.ask("/api/lines", {"type": "call", "call": LAID}))[0]


async def test_one_phone_may_play_both_sides(table: Table) -> None:
    """It is handed round."""
    away, home = await seated(table)
    await home.ask("/api/secret/sides", {"side": "home", "take": False})
    await away.ask("/api/secret/sides", {"side": "home"})
    hands = (await away.ask("/api/secret"))[1]["hands"]
    assert ["away", "home"] == [each["side"] for each in hands]
    await chose(away, "home", LAID)
    assert 200 == (await chose(away, "away", "card Homer"))[0]
    assert "pitch" == table.session.game.phase


async def test_minds_are_changed_until_both_have_chosen(table: Table) -> None:
    """The last choice counts; gloves are kept as they are written; what the law refuses says why."""
    away, home = await seated(table)
    aside = calls(table)[0].removeprefix("box aside ")
    for choice in (f"card {aside}", "card Nothing", LAID, "card"):
        assert 409 == (await chose(away, "away", choice))[0]
    for choice in ("gloves A=9", "gloves A=9/1 B=3/2 C=4 D=5 E=6 F=7", "card Homer"):
        assert 409 == (await chose(home, "home", choice))[0]
    assert [] == (await public(home))["chosen"]
    await chose(home, "home", OTHERWISE)
    await chose(home, "home", "gloves A=9 B=8 C=7 D=6 E=5 F=4")
    assert LAID == (await home.ask("/api/secret"))[1]["hands"][0]["chosen"]
    await chose(away, "away", "card Pair")
    assert f"web {LAID}" in calls(table)
    assert 409 == (await chose(away, "away", "card Homer"))[0]


async def test_cards_are_dealt_before_one_is_chosen(table: Table) -> None:
    """By chance and once, by the side at bat alone (R2)."""
    table.scorer.begin_once(CARDS, {})
    away, home = await table.paired(), await table.paired("Leo")
    for phone, side in ((away, "away"), (home, "home")):
        await phone.ask("/api/secret/sides", {"side": side})
    assert 1 == (await away.ask("/api/secret"))[1]["hands"][0]["deal"]
    assert 409 == (await chose(away, "away", "card Homer"))[0]
    assert 409 == (await home.ask("/api/secret", {"side": "home", "deal": True}))[0]
    assert 200 == (await away.ask("/api/secret", {"side": "away", "deal": True}))[0]
    assert 409 == (await away.ask("/api/secret", {"side": "away", "deal": True}))[0]
    assert 1 == len(calls(table))


async def test_gloves_entered_at_the_box_count(table: Table) -> None:
    """Gloves entered with its buttons replace a phone's, and the card that was chosen is shown against them."""
    away, home = await seated(table)
    await chose(home, "home", LAID)
    table.scorer.submit(Call(call=OTHERWISE, by="button"))
    await table.turn()
    assert ["button " + OTHERWISE] == calls(table)[1:]
    shown = await public(home)
    assert (["away"], []) == (shown["due"], shown["chosen"])
    await chose(away, "away", "card Homer")
    assert "web card Homer" == calls(table)[-1]


async def test_a_card_picked_at_the_box_meets_a_phones_gloves(table: Table) -> None:
    """It replaces the phone's card, and is shown as soon as both are there."""
    away, home = await seated(table)
    await chose(away, "away", "card Single")
    table.scorer.submit(table.scorer.state.secret.choose("Homer"))
    await table.turn()
    assert ("gloves", []) == (table.session.game.phase, (await public(home))["chosen"])
    await chose(home, "home", LAID)
    assert calls(table)[-1].startswith("box card Homer ")


@pytest.mark.parametrize("press", ["undo", "batter"])
async def test_any_other_line_takes_choices_back(table: Table, press: Any) -> None:  # noqa: ANN401 - a button
    """Play went on from where they were made; who plays which side stays."""
    away, home = await seated(table)
    await chose(home, "home", LAID)
    table.scorer.submit(Call(call="card Homer", by="button") if press == "batter" else Press(button=press))
    await table.turn()
    if press == "batter":
        table.scorer.submit(Press(button="out", by="button"))
        await table.turn()
    assert (["away", "home"], []) == await sides(away)


async def test_another_game_has_no_sides_yet(table: Table) -> None:
    """Both choose again."""
    away, home = await seated(table)
    await chose(home, "home", LAID)
    table.scorer.begin_once(CARDS, {})
    await table.turn()
    assert ([], []) == await sides(away)


async def test_after_a_restart_no_side_is_played_yet(journal: Path) -> None:
    """Nothing of what was chosen has outlived it; what was dealt has."""
    async with playing(journal) as table:
        _, home = await seated(table)
        await chose(home, "home", LAID)
    async with playing(journal) as table:
        assert ([], []) == await sides(table.phone())
        assert ["away", "home"] == (await public(table.phone()))["due"]
        assert 1 == len(calls(table))


async def test_a_choice_for_what_is_over_is_refused(table: Table) -> None:
    """A phone that had not seen play go on chooses nothing by mistake."""
    away, _ = await seated(table)
    choice = {"side": "away", "choice": "card Homer"}
    assert 412 == (await away.ask("/api/secret?expect=1-1", choice))[0]
    here = f"{table.session.number}-{table.session.history.number}"
    assert 200 == (await away.ask(f"/api/secret?expect={here}", choice))[0]
    for wrong in ({"side": "away"}, {**choice, "deal": True}, {**choice, "side": "both"}, {"side": "away", "x": 1}):
        assert 400 == (await away.ask("/api/secret", wrong))[0]


async def test_the_box_in_the_field_lays_at_once(table: Table) -> None:
    """Without a look at the card, of which the record has but the hash by then; no phone plays its side."""
    table.scorer.state.opponent = Opponent("home")
    table.scorer.begin_once(CARDS, {})
    table.scorer.state.opponent = Opponent("home")
    phone = await table.paired()
    assert 409 == (await phone.ask("/api/secret/sides", {"side": "home"}))[0]
    await phone.ask("/api/secret/sides", {"side": "away"})
    await phone.ask("/api/secret", {"side": "away", "deal": True})
    assert 200 == (await chose(phone, "away", "card Homer"))[0]
    await table.turn()
    short = [" ".join(each.split(" ")[:2]) for each in calls(table)]
    assert ["box aside", "web commit", "box gloves", "box card"] == short


async def test_box_at_bat_chooses_before_gloves_are_shown(table: Table) -> None:
    """Its card lies before the gloves of a phone are shown."""
    table.scorer.begin_once(CARDS, {})
    table.scorer.state.opponent = Opponent("away")
    phone = await table.paired()
    await table.turn()
    await phone.ask("/api/secret/sides", {"side": "home"})
    await chose(phone, "home", LAID)
    await table.turn()
    assert ["aside", "commit", "gloves", "card"] == [each.split(" ")[1] for each in calls(table)]


async def test_the_box_that_was_let_go_on_is_not_waited_for_again(table: Table) -> None:
    """A person may walk its batter first; once it has chosen, gloves that were chosen before are told with its card."""
    table.scorer.state.opponent = Opponent("away")
    table.scorer.begin_once(structs.replace(CARDS, options=("intentional-walk",)), {})
    await table.turn()
    phone = await table.paired()
    await phone.ask("/api/secret/sides", {"side": "home"})
    await chose(phone, "home", LAID)
    assert ["aside"] == [each.split(" ")[1] for each in calls(table)]
    table.scorer.release_box()
    await table.turn()
    await phone.ask("/api/me")
    assert ["aside", "commit", "gloves", "card"] == [each.split(" ")[1] for each in calls(table)]


ROLL = {"type": "roll", "values": [1, 2, 3, 4]}


async def test_sign_is_shown_with_its_pitch(table: Table) -> None:
    """Nobody but its side knows it until the dice lie; then it counts, for this pitch alone."""
    away, home = await seated(table, SIGNED)
    signs = (await away.ask("/api/secret"))[1]["hands"][0]["signs"]
    assert ["take", "bunt", "steal", "hit-and-run", "no-sign"] == [each["call"] for each in signs]
    assert (409, 409) == ((await chose(home, "home", "bunt"))[0], (await chose(away, "away", "balk"))[0])
    await chose(away, "away", "bunt")
    first = await looks(table, [home])
    dry = await home.ask("/api/lines?dry=1", ROLL)
    await chose(away, "away", "take")
    assert first == await looks(table, [home])
    assert (dry, []) == (await home.ask("/api/lines?dry=1", ROLL), calls(table))
    assert 409 == (await home.ask("/api/lines", {"type": "roll", "values": [1, 2]}))[0]
    assert 200 == (await home.ask("/api/lines", ROLL))[0]
    assert (["web take", "web roll"], 1) == (calls(table), table.session.game.strikes)
    assert [] == (await public(home))["chosen"]
    await home.ask("/api/lines", ROLL)
    assert ["web take", "web roll", "web roll"] == calls(table)


async def test_a_sign_is_on_for_a_pressed_pitch_and_none_is_no_line(table: Table) -> None:
    """STRIKE stands for a pitch, OUT for none; that no sign is given is a secret, too, and makes no line."""
    away, _ = await seated(table, SIGNED)
    await chose(away, "away", "steal")
    table.pressed.press("strike")
    await table.turn()
    assert ["web steal", "button press"] == calls(table)
    await chose(away, "away", "no-sign")
    table.pressed.press("strike")
    await table.turn()
    await chose(away, "away", "steal")
    table.pressed.press("out")
    await table.turn()
    assert ["web steal", *["button press"] * 3] == calls(table)
    assert [] == (await public(away))["chosen"]


async def test_a_game_without_secrets_has_none(table: Table) -> None:
    """Its state tells of no hands, and a side that is taken has nothing to choose."""
    away, _ = await seated(table, SETUP)
    assert "hands" not in (await away.ask("/api/state"))[1]
    assert None is (await away.ask("/api/secret"))[1]["hands"][0]["what"]
    assert 409 == (await chose(away, "away", "card Homer"))[0]


def test_menu_frees_sides_that_are_played() -> None:
    """And does not offer it where none is."""
    history, tree = begin(SETUP), {TOP: ("phone",), "phone": ("join", "free sides")}
    assert FreeSides() == choose(main_menu(tree, history, Around(seated=True)), "PHONE?", "FREE SIDES?")  # type: ignore[arg-type] # choices all
    assert "FREE SIDES?" not in panels(main_menu(tree, history, Around()))  # type: ignore[arg-type] # choices all


async def test_phones_cannot_crowd_the_table(table: Table) -> None:
    """Who changes his mind all the time must wait, and the table is told once that he has chosen."""
    away, _ = await seated(table)
    shown = len(table.shown)
    codes = [(await chose(away, "away", f"card {name}"))[0] for name in ["Homer", "Single"] * 20]
    assert ({200, 429}, 1) == (set(codes), len(table.shown) - shown)
