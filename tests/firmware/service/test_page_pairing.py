"""Pairing by presence, and who may do what, over HTTP with a table that plays."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from http.cookies import SimpleCookie
from pathlib import Path
from unittest.mock import Mock

import msgspec
import pytest
from support.phones import JSON, Phone, Table, playing

from firmware.notice import SHORT
from firmware.paths import PHONES
from firmware.play.state.scorer_state import READ_TICKS
from firmware.service import systemd
from firmware.storage import phones_file
from firmware.storage.phones_file import PhonesFile
from scoreboard import display
from scoreboard.message import message
from scoreboard.web.http.phone import YEAR_S
from scoreboard.web.phones.pairing import ALL_ASKED, CLOSED_S, CODE_S, MOST_ASKED, MOVE_S


def of_code(digits: str) -> bytes:
    """What the panel shows of a code."""
    return display.message_picture(digits, (64, 16)).tobytes()


def wrong(digits: str) -> str:
    """Another code."""
    return f"{(int(digits) + 1) % 10**6:06}"


async def role(phone: Phone) -> str:
    """What a paired phone is."""
    return str((await phone.ask("/api/me"))[1]["phone"]["role"])


async def test_a_phone_is_paired_by_the_digits_on_the_panel(table: Table) -> None:
    """They are on the panel until they were used, and in no answer; the cookie is for this page alone."""
    phone = table.phone()
    assert (200, {"seconds": round(CODE_S)}) == await phone.ask("/api/pair/begin", {})
    await table.turn()
    assert of_code(table.digits) == table.panel.picture.tobytes()
    assert (200, {"paired": False, "phone": None}) == await phone.ask("/api/me")
    code, answer = await phone.ask("/api/pair", {"code": table.digits, "name": "Ana's phone"})
    assert (200, "Ana's phone", "owner") == (code, answer["name"], answer["role"])
    await table.turn()
    assert table.panel.picture.tobytes() == display.draw(table.session.game, (64, 16)).tobytes()
    _, me = await phone.ask("/api/me")
    assert (True, answer) == (me["paired"], me["phone"])
    cookie = SimpleCookie(phone.cookie)["stadium"]
    assert (True, "Strict", str(YEAR_S)) == (cookie["httponly"], cookie["samesite"], cookie["max-age"])


async def test_digits_are_on_no_page(table: Table) -> None:
    """Whoever is on the network, and not in the room, does not read them."""
    phone = table.phone()
    _, begun = await phone.ask("/api/pair/begin", {})
    await table.turn()
    _, answer = await phone.ask("/api/state")
    page = await (await phone.session.get(f"{phone.origin}/")).text()
    assert table.digits not in f"{begun}{answer}{page}{[each.words for each in table.shown]}"


async def test_a_site_whose_name_leads_here_is_not_our_own_page(table: Table) -> None:
    """It neither has a code shown nor tries one, though its name is both the host and the origin (DNS rebinding)."""
    owner, name = await table.paired(), "evil.example:80"
    foreign = {"Host": name, "Origin": f"http://{name}"}
    assert 421 == (await table.phone().ask("/api/pair/begin", {}, **foreign))[0]
    assert 421 == (await owner.ask("/api/lines", {"type": "press", "button": "ball"}, **foreign))[0]
    assert (table.pairing.code, 1) == (None, table.session.history.number)


async def test_a_box_without_a_panel_says_them(journal: Path) -> None:
    """In its terminal."""
    messages: list[object] = []
    async with playing(journal, say=messages.append) as table:
        await table.phone().ask("/api/pair/begin", {})
        await table.turn()
        assert [message("pairing.code", digits=table.digits)] == messages


async def test_only_the_first_phone_is_an_owners(table: Table) -> None:
    """Later ones keep the score, until an owner says otherwise."""
    owner, scorer = await table.paired("Ana"), await table.paired("Leo")
    assert (403, 200) == ((await scorer.ask("/api/phones"))[0], (await owner.ask("/api/phones"))[0])
    _, listed = await owner.ask("/api/phones")
    assert [("Ana", "owner"), ("Leo", "scorer")] == [(each["name"], each["role"]) for each in listed]
    path = f"/api/phones/{listed[1]['id']}"
    assert 403 == (await scorer.ask(path, {"role": "owner"}, "PATCH"))[0]
    code, changed = await owner.ask(path, {"role": "owner"}, "PATCH")
    assert (200, "owner", "Leo") == (code, changed["role"], changed["name"])
    assert 200 == (await scorer.ask("/api/phones"))[0]


async def test_a_revoked_phone_is_out_at_once(journal: Path) -> None:
    """Its cookie holds no longer, now or after a restart; the others' do."""
    async with playing(journal) as table:
        owner, scorer = await table.paired(), await table.paired("Leo")
        _, listed = await owner.ask("/api/phones")
        assert 404 == (await owner.ask("/api/phones/0123456789abcdef", method="DELETE"))[0]
        code, rest = await owner.ask(f"/api/phones/{listed[1]['id']}", method="DELETE")
        assert (200, ["Ana"]) == (code, [each["name"] for each in rest])
        assert 401 == (await scorer.ask("/api/lines", {"type": "press", "button": "ball"}))[0]
    async with playing(journal) as table:
        cookies = [phone.cookie.partition(";")[0] for phone in (owner, scorer)]
        assert [True, False] == [(await table.phone().ask("/api/me", Cookie=each))[1]["paired"] for each in cookies]


async def test_a_lost_owners_phone_is_replaced_at_the_box(table: Table) -> None:
    """The menu makes the next phone an owner's; the one after it is a scorer's again."""
    await table.paired("lost")
    table.control.open_at_box(owner=True)
    await table.turn()
    phone = table.phone()
    _, answer = await phone.ask("/api/pair", {"code": table.digits})
    assert "owner" == answer["role"]
    assert "scorer" == await role(await table.paired("Leo"))


async def test_the_last_owner_stays_one(journal: Path) -> None:
    """Neither another role nor another phone's slip leaves a box to whoever pairs next; a second owner may go."""
    async with playing(journal) as table:
        owner, scorer = await table.paired(), await table.paired("Leo")
        _, (mine, other) = await owner.ask("/api/phones")
        path = f"/api/phones/{mine['id']}"
        for wanted, method in (({"role": "scorer"}, "PATCH"), ({}, "DELETE")):
            code, answer = await owner.ask(f"{path}?lang=es", wanted, method)
            assert (409, True) == (code, "¿NUEVO DUEÑO?" in answer["error"])
        assert 200 == (await owner.ask(path, {"name": "Ana's tablet"}, "PATCH"))[0]
        assert 200 == (await owner.ask(f"/api/phones/{other['id']}", {"role": "owner"}, "PATCH"))[0]
        assert 200 == (await owner.ask(path, {"role": "scorer"}, "PATCH"))[0]
        assert 403 == (await owner.ask("/api/phones"))[0]
        assert 200 == (await scorer.ask(path, method="DELETE"))[0]
        assert "scorer" == await role(await table.paired("guest"))
    async with playing(journal) as table:
        assert "scorer" == await role(await table.paired("guest"))


async def test_wrong_codes_shut_out_who_sends_them(table: Table) -> None:
    """After five, for five minutes and then for longer, also with the right one; others pair meanwhile as ever."""
    guest, family = table.phone("127.0.0.66"), table.phone("127.0.0.7")

    async def guesses() -> list[int]:
        await family.ask("/api/pair/begin", {})
        return [(await guest.ask("/api/pair", {"code": wrong(table.digits)}))[0] for _ in range(5)]

    assert [403, 403, 403, 403, 429] == await guesses()
    code, answer = await guest.ask("/api/pair", {"code": table.digits})
    assert (429, True) == (code, "5 minutes" in answer["error"])
    assert 429 == (await guest.ask("/api/pair/begin", {}))[0]
    assert 200 == (await family.ask("/api/pair", {"code": table.digits}))[0]
    table.clock.time += CLOSED_S
    assert [403, 403, 403, 403, 429] == await guesses()
    _, answer = await guest.ask("/api/pair", {"code": table.digits})
    assert "10 minutes" in answer["error"]


async def test_wrong_codes_are_counted_across_codes(table: Table) -> None:
    """Waiting for the next code gives nobody more guesses."""
    phone, codes = table.phone(), []
    for _ in range(2):
        await phone.ask("/api/pair/begin", {})
        guesses = range(min(3, 5 - len(codes)))
        codes += [(await phone.ask("/api/pair", {"code": wrong(table.digits)}))[0] for _ in guesses]
        table.clock.time += CODE_S
    assert [403, 403, 403, 403, 429] == codes


async def test_the_box_opens_what_phones_have_closed(table: Table) -> None:
    """The buttons outrank every phone."""
    phone = table.phone()
    await phone.ask("/api/pair/begin", {})
    for _ in range(5):
        await phone.ask("/api/pair", {"code": wrong(table.digits) if table.pairing.code else "000000"})
    table.control.open_at_box()
    await table.turn()
    assert 200 == (await phone.ask("/api/pair", {"code": table.digits}))[0]


async def test_no_guest_covers_the_score_for_ever(table: Table) -> None:
    """Of codes that nobody uses only a few are shown; one that is shown is not drawn anew. Others still may ask."""
    guest, family, codes = table.phone("127.0.0.66"), table.phone("127.0.0.7"), []
    for _ in range(MOST_ASKED + 1):
        codes.append((await guest.ask("/api/pair/begin", {}))[0])
        codes.append((await guest.ask("/api/pair/begin", {}))[0])
        table.clock.time += CODE_S
    assert [200] * 2 * MOST_ASKED + [429, 429] == codes
    assert 200 == (await family.ask("/api/pair/begin", {}))[0]


async def test_a_room_full_of_phones_is_paired_at_once(table: Table) -> None:
    """A code that was used was not shown in vain, whoever had it shown."""
    await table.paired()
    for guest in range(ALL_ASKED + 1):
        phone = table.phone(f"127.0.1.{guest + 1}")
        assert 200 == (await phone.ask("/api/pair/begin", {}))[0]
        assert 200 == (await phone.ask("/api/pair", {"code": table.digits, "name": "A"}))[0]


async def test_an_owners_phone_opens_what_guests_have_closed(table: Table) -> None:
    """Where the box has no buttons; a scorer's phone does not."""
    owner, scorer = await table.paired(), await table.paired("Leo")
    guests = iter(range(1, 4 * ALL_ASKED))
    while 200 == (await table.phone(f"127.0.1.{next(guests)}").ask("/api/pair/begin", {}))[0]:
        table.clock.time += CODE_S
    asking = (table.phone(), scorer, owner, table.phone())
    assert [429, 429, 200, 200] == [(await phone.ask("/api/pair/begin", {}))[0] for phone in asking]


async def test_a_browser_without_cookies_takes_nobodys_place(table: Table) -> None:
    """It is not on the list, and once the page has said so the next phone is the owner's."""
    blind = table.phone()
    await blind.ask("/api/pair/begin", {})
    _, answer = await blind.ask("/api/pair", {"code": table.digits, "name": "no cookies"})
    blind.session.cookie_jar.clear()
    assert (200, {"paired": False, "phone": None}) == await blind.ask("/api/me")
    assert (200, {"paired": False, "phone": None}) == await blind.ask("/api/pair/undo", {"id": answer["id"]})
    ana = await table.paired()
    _, listed = await ana.ask("/api/phones")
    assert [("Ana", "owner")] == [(each["name"], each["role"]) for each in listed]
    assert 200 == (await blind.ask("/api/pair/undo", {"id": listed[0]["id"]}))[0]
    assert (await ana.ask("/api/me"))[1]["paired"], "what is on the list is not undone"


async def test_a_phone_on_the_list_becomes_the_owners_where_there_is_none(table: Table) -> None:
    """The place was held for a browser without cookies; who pairs again gets it, and nobody after that."""
    blind = table.phone()
    await blind.ask("/api/pair/begin", {})
    _, answer = await blind.ask("/api/pair", {"code": table.digits})
    blind.session.cookie_jar.clear()
    leo = await table.paired("Leo")
    await blind.ask("/api/pair/undo", {"id": answer["id"]})
    assert "scorer" == await role(leo)
    await leo.ask("/api/pair/begin", {})
    assert "owner" == (await leo.ask("/api/pair", {"code": table.digits}))[1]["role"]
    assert "scorer" == await role(await table.paired("Ana"))


async def test_a_phone_moves_to_another_address(journal: Path) -> None:
    """By a way that is used once, soon: it is the same phone there, and still at the old address."""
    async with playing(journal, number="192.0.2.7") as table:
        phone = await table.paired()
        _, here = await phone.ask("/api/me")
        assert 401 == (await table.phone().ask("/api/pair/move", {}))[0]
        _, way = await phone.ask("/api/pair/move", {})
        links = [f"http://{host}:8080/pair#move={way['token']}" for host in ("stadium.local", "192.0.2.7")]
        assert (links, round(MOVE_S)) == (way["links"], way["seconds"])
        there = replace(table.phone(), origin=phone.origin.replace("127.0.0.1", "localhost"))
        code, moved = await there.ask("/api/pair/moved", {"token": way["token"]})
        assert (200, here["phone"], here["phone"]) == (code, moved, (await there.ask("/api/me"))[1]["phone"])
        assert 409 == (await table.phone().ask("/api/pair/moved", {"token": way["token"]}))[0], "it is used once"
        assert [here["phone"]] == (await phone.ask("/api/phones"))[1]
        _, late = await phone.ask("/api/pair/move", {})
        table.clock.time += MOVE_S
        assert 409 == (await table.phone().ask("/api/pair/moved", {"token": late["token"]}))[0]
        _, gone = await phone.ask("/api/pair/move", {})
        await phone.ask("/api/pair/move", {})
        assert 409 == (await table.phone().ask("/api/pair/moved", {"token": gone["token"]}))[0], "a newer way closes it"


async def test_a_paired_phone_that_pairs_again_stays_the_same(table: Table) -> None:
    """NEW OWNER? makes a scorer's phone an owner's, and there are not two of it."""
    await table.paired()
    leo = await table.paired("Leo")
    table.control.open_at_box(owner=True)
    await table.turn()
    code, answer = await leo.ask("/api/pair", {"code": table.digits, "name": "Leo"})
    assert (200, "owner") == (code, answer["role"])
    _, listed = await leo.ask("/api/phones")
    assert [("Ana", "owner"), ("Leo", "owner")] == [(each["name"], each["role"]) for each in listed]


async def test_a_phone_that_is_a_stranger_says_which_one_it_was(table: Table) -> None:
    """As a home-screen app, or at an address that answers for the first time; an owner's place needs NEW OWNER?."""
    await table.paired()
    stranger, leo = await table.paired(), await table.paired("Leo")
    (owners,) = (await stranger.ask("/api/me"))[1]["former"]
    code, answer = await stranger.ask("/api/pair/again", {"id": owners["id"]})
    assert (403, True) == (code, "NEW OWNER?" in answer["error"])
    assert 404 == (await leo.ask("/api/pair/again", {"id": owners["id"]}))[0], "it is called otherwise"
    table.control.open_at_box(owner=True)
    await table.turn()
    new = table.phone()
    await new.ask("/api/pair", {"code": table.digits, "name": "Ana"})
    code, answer = await new.ask("/api/pair/again", {"id": owners["id"]})
    assert (200, owners["id"], "owner") == (code, answer["id"], answer["role"])
    assert answer["id"] == (await new.ask("/api/me"))[1]["phone"]["id"]
    _, listed = await new.ask("/api/phones")
    assert [("Ana", "owner"), ("Ana", "scorer"), ("Leo", "scorer")] == [(e["name"], e["role"]) for e in listed]


async def test_a_code_ends_after_a_minute(table: Table) -> None:
    """And one that is not shown pairs nobody."""
    phone = table.phone()
    await phone.ask("/api/pair/begin", {})
    digits = table.digits
    table.clock.time += CODE_S
    assert 409 == (await phone.ask("/api/pair", {"code": digits}))[0]


async def test_a_code_is_used_once(table: Table) -> None:
    """Who looks over somebody's shoulder is too late."""
    await table.phone().ask("/api/pair/begin", {})
    digits = table.digits
    codes = [(await table.phone().ask("/api/pair", {"code": digits}))[0] for _ in range(2)]
    assert [200, 409] == codes


async def test_a_play_and_the_code_take_turns(journal: Path) -> None:
    """Who pairs a phone hides no score for long; in a quick game the digits still stand long enough to be read."""
    async with playing(journal) as table:
        state = table.scorer.state

        async def played(after: int) -> bool:
            """Whether the digits are seen once a play has come so many ticks later; else the score is."""
            state.tick += after
            table.pressed.press("ball")
            await table.turn()
            is_code = table.panel.picture.tobytes() == of_code(table.digits)
            score = display.draw(table.session.game, (64, 16), tick=state.tick)
            assert is_code or table.panel.picture.tobytes() == score.tobytes()
            return is_code

        await table.phone().ask("/api/pair/begin", {})
        await table.turn()
        quick = [await played(3) for _ in range(READ_TICKS // 3)]  # all before they have been read
        assert {True} == set(quick)
        assert [False, False, False] == [await played(each) for each in (3, 3, 3)]  # a play is seen for a while
        assert [True, True, True] == [await played(each) for each in (3, 3, 3)]  # and they are seen again


async def test_undo_takes_the_code_off_the_panel(table: Table) -> None:
    """A table that wants to see its score sees it, and nothing is undone."""
    table.pressed.press("ball")
    await table.phone().ask("/api/pair/begin", {})
    await table.turn()
    table.scorer.state.tick += SHORT
    table.pressed.press("undo")
    await table.turn()
    assert 1 == table.session.game.balls
    score = display.draw(table.session.game, (64, 16), tick=table.scorer.state.tick)
    assert score.tobytes() == table.panel.picture.tobytes()


@pytest.mark.parametrize(
    "spoiled", ["", "x", "stadium", "{id}.{ends}.{other}", "{id}.9{ends}.{sign}", "{other}.{ends}.{sign}"]
)
@pytest.mark.untraced
async def test_a_forged_cookie_is_nobodys(table: Table, spoiled: str) -> None:
    """Neither another phone's name, nor a later end, nor another signature goes with it."""
    phone = await table.paired()
    name, ends, sign = SimpleCookie(phone.cookie)["stadium"].value.split(".")
    other = "f" * len(sign)
    cookie = spoiled.format(id=name, ends=ends, sign=sign, other=other)
    thief = table.phone()
    assert 401 == (await thief.ask("/api/lines", {"type": "press", "button": "ball"}, Cookie=f"stadium={cookie}"))[0]
    assert 0 == table.session.game.balls


@pytest.mark.parametrize("is_set", [True, False])
async def test_a_cookie_ends_after_a_year(
    journal: Path, table: Table, monkeypatch: pytest.MonkeyPatch, *, is_set: bool
) -> None:
    """Wherever it has been kept meanwhile; but not where a clock that nobody had set finds that it is not 1970."""
    monkeypatch.setattr(systemd, "CLOCK_SET", journal if is_set else journal.with_name("none"))
    phone = await table.paired()
    assert (await phone.ask("/api/me"))[1]["paired"]
    later = time.time() + YEAR_S
    monkeypatch.setattr(table.control.phones, "_wall", lambda: later)
    assert is_set != (await phone.ask("/api/me"))[1]["paired"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": None},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Content_Type": "text/plain"},
        {"Content_Type": None},
        {"Content_Type": "application/x-www-form-urlencoded"},
    ],
)
async def test_no_other_page_changes_anything(table: Table, headers: dict[str, str | None]) -> None:
    """A browser sends another page's requests with its name, and JSON from none without asking first."""
    phone = await table.paired()
    assert 403 == (await phone.ask("/api/lines", {"type": "press", "button": "ball"}, **headers))[0]
    assert 403 == (await table.phone().ask("/api/pair/begin", {}, **headers))[0]
    assert 0 == table.session.game.balls


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("/api/lines", "POST"), ("/api/answer", "POST"), ("/api/games", "POST"), ("/api/phones", "GET"),
        ("/api/phones/0123456789abcdef", "PATCH"), ("/api/phones/0123456789abcdef", "DELETE"),
    ],
)  # fmt: skip
async def test_without_a_cookie_nothing_is_done(table: Table, path: str, method: str) -> None:
    """It says how to pair."""
    code, answer = await table.phone().ask(path, {}, method, Accept_Language="es")
    assert (401, True) == (code, "vinculado" in answer["error"])


async def test_secret_is_for_its_own_account_alone(journal: Path) -> None:
    """The file with it can be read by nobody else, and a damaged one keeps nobody from playing."""
    async with playing(journal) as table:
        await table.paired()
    file = journal.with_suffix(PHONES)
    assert 0o600 == file.stat().st_mode & 0o777
    warned: list[str] = []
    first = PhonesFile(file, warned.append).load()
    assert (1, []) == (len(first.phones), warned)
    file.write_bytes(b"{")
    again = PhonesFile(file, warned.append).load()
    assert ((), 1, False, True) == (again.phones, len(warned), again.secret == first.secret, again.owned)


@pytest.mark.parametrize(
    "damage", [Path.unlink, lambda file: file.write_bytes(b"{"), lambda file: file.write_bytes(b"")]
)
async def test_a_list_that_is_taken_away_is_kept_again(journal: Path, damage: Callable[[Path], object]) -> None:
    """As the games are: who deletes files of a scoreboard that runs takes no owner from it, not at the next start."""
    file = journal.with_suffix(PHONES)
    async with playing(journal) as table:
        owner = await table.paired()
        damage(file)
        assert "owner" == await role(owner)
        if (seeing := table.control.phones._seeing) is not None:
            await seeing
    assert ["owner"] == [each.role for each in PhonesFile(file, pytest.fail).load().phones]


async def test_phone_that_cannot_be_kept_is_not_paired(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full card says so; what was not kept would be gone after the next start."""
    monkeypatch.setattr(phones_file, "write_whole", Mock(side_effect=OSError(28, "No space left on device")))
    phone = table.phone()
    await phone.ask("/api/pair/begin", {})
    code, answer = await phone.ask("/api/pair?lang=es", {"code": table.digits})
    assert (503, True, "") == (code, "el disco está lleno" in answer["error"], phone.cookie)


async def test_a_phone_that_asks_too_often_must_wait(table: Table) -> None:
    """Others need not."""
    hasty, other = await table.paired(), await table.paired("Leo")
    press = {"type": "press", "button": "undo"}
    codes = {(await hasty.ask("/api/lines", press))[0] for _ in range(40)}
    assert {409, 429} == codes
    assert 409 == (await other.ask("/api/lines", press))[0]
    table.clock.time += 60
    assert 409 == (await hasty.ask("/api/lines", press))[0]


@pytest.mark.parametrize("body", [{"code": "12345"}, {"code": 123456}, {}, {"code": "123456", "role": "owner"}, []])
async def test_malformed_pairing_is_no_guess(table: Table, body: object) -> None:
    """It names the key, and costs no try."""
    phone = table.phone()
    await phone.ask("/api/pair/begin", {})
    assert [400] * 6 == [(await phone.ask("/api/pair", body))[0] for _ in range(6)]
    assert 200 == (await phone.ask("/api/pair", {"code": table.digits}))[0]


async def test_large_bodies_are_not_read(table: Table) -> None:
    """Neither is the game changed."""
    phone: Phone = await table.paired()
    raw = msgspec.json.encode({"type": "call", "call": "x" * 70_000})
    assert 413 == (await phone.ask("/api/lines", raw=raw, Content_Type=JSON))[0]
