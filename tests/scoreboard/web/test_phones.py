"""The list of phones, where two owners change it at once."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from msgspec import structs

from scoreboard.web.http.phone import YEAR_S, Phone
from scoreboard.web.phones.phone_book import (
    HELD_S,
    MOST_WAITING,
    SEEN_EACH_S,
    ListChangedError,
    OwnersPlaceError,
    PairedPhones,
    PhoneBook,
    no_phones,
)


async def paired(book: PhoneBook, name: str, *, owner: bool = False) -> Phone:
    """A phone that has got its cookie, and shown it."""
    phone = await book.meet(book.cookie(await book.add(name, owner=owner)))
    assert phone is not None
    return phone


def test_a_name_brings_no_role_back() -> None:
    """Who gives a phone a name has seen it as an owner's; meanwhile, on a slow card, another owner took that away."""

    async def evening() -> tuple[str, str]:
        slow = asyncio.Event()
        slow.set()

        async def keep(_: PairedPhones) -> None:
            await slow.wait()

        book = PhoneBook(no_phones(), keep, lambda: 0.0)
        seen = await paired(book, "Leo", owner=True)
        await paired(book, "Ana", owner=True)
        slow.clear()
        changes = asyncio.gather(book.change(seen, role="scorer"), book.change(seen, name="Leo's old phone"))
        await asyncio.sleep(0)
        slow.set()
        await changes
        kept, _ = book.phones
        return kept.name, kept.role

    assert ("Leo's old phone", "scorer") == asyncio.run(evening())


def test_a_phone_that_was_revoked_meanwhile_is_not_changed() -> None:
    """It does not come back."""

    async def evening() -> tuple[object, tuple[object, ...]]:
        async def keep(_: PairedPhones) -> None:
            pass

        book = PhoneBook(no_phones(), keep, lambda: 0.0)
        seen = await paired(book, "Leo", owner=True)
        await paired(book, "Ana", owner=True)
        await book.revoke(seen)
        return await book.change(seen, role="owner"), tuple(phone.name for phone in book.phones)

    assert (None, ("Ana",)) == asyncio.run(evening())


@pytest.mark.parametrize(("has_menu", "role"), [(True, "scorer"), (False, "owner")])
def test_a_box_that_had_an_owner_gets_another_one_by_its_menu_alone(has_menu: bool, role: str) -> None:
    """Its owner is gone, as from a list of an older version: a guest becomes none unless there are no buttons."""

    async def evening() -> tuple[str, str]:
        async def keep(_: PairedPhones) -> None:
            pass

        before = msgspec.json.decode(b'{"secret":"' + b"0" * 64 + b'"}', type=PairedPhones)
        book = PhoneBook(before, keep, lambda: 0.0, has_menu=lambda: has_menu)
        return (await paired(book, "guest")).role, (await paired(book, "Ana", owner=True)).role

    assert (role, "owner") == asyncio.run(evening())


@pytest.mark.parametrize(("has_menu", "role"), [(True, "scorer"), (False, "owner")])
def test_an_owner_whose_cookie_has_ended_keeps_no_box_without_a_menu(has_menu: bool, role: str) -> None:
    """A year after its pairing the owner's phone is a stranger: who pairs then owns the box, and may take its place."""

    async def evening() -> tuple[str, tuple[str, ...]]:
        async def keep(_: PairedPhones) -> None:
            pass

        now = [0.0]
        book = PhoneBook(no_phones(), keep, lambda: now[0], has_menu=lambda: has_menu)
        before = await paired(book, "Ana")
        now[0] = YEAR_S + 1.0
        ana = await paired(book, "Ana")
        if ana.role == "owner":
            await book.merge(ana, before)
        return ana.role, tuple(phone.role for phone in book.phones)

    assert (role, ("owner", "scorer") if has_menu else ("owner",)) == asyncio.run(evening())


def test_buttons_that_come_back_are_the_way_to_an_owner_again() -> None:
    """While they are lost nobody can open the menu; the box is asked at each pairing."""

    async def evening() -> tuple[str, str]:
        async def keep(_: PairedPhones) -> None:
            pass

        has_menu = [True]
        book = PhoneBook(structs.replace(no_phones(), owned=True), keep, lambda: 0.0, has_menu=lambda: has_menu[0])
        guest = await paired(book, "guest")
        has_menu[0] = False
        return guest.role, (await paired(book, "Ana")).role

    assert ("scorer", "owner") == asyncio.run(evening())


def test_a_phone_can_score_for_as_long_as_its_cookie_holds() -> None:
    """A list on which every cookie has ended, or which is empty, has nobody to answer a question."""

    async def evening() -> tuple[bool, ...]:
        async def keep(_: PairedPhones) -> None:
            pass

        now = [0.0]
        book = PhoneBook(no_phones(), keep, lambda: now[0])
        before = book.can_score
        await paired(book, "Ana", owner=True)
        after, now[0] = book.can_score, YEAR_S + 1.0
        ended = book.can_score
        leo = await paired(book, "Leo")
        both = book.can_score
        await book.revoke(leo)
        return before, after, ended, both, book.can_score

    assert (False, True, False, True, False) == asyncio.run(evening())


def test_a_clock_that_is_set_late_takes_nobody_from_the_table() -> None:
    """A box without a network has no time when it pairs a phone; years later, by its clock, the phone still scores.

    A clock that is set between the pairing and the cookie ends the cookie no earlier.
    """

    async def evening() -> tuple[bool, bool, bool, bool]:
        async def keep(paired: PairedPhones) -> None:
            kept.append(paired)

        now, is_set, kept = [100.0], [False], list[PairedPhones]()
        book = PhoneBook(no_phones(), keep, lambda: now[0], lambda: is_set[0])
        ana = await paired(book, "Ana", owner=True)
        now[0], is_set[0] = 50.0 * YEAR_S, True
        cookie = book.cookie(ana)
        again = PhoneBook(kept[-1], keep, lambda: now[0], lambda: True)
        late = book.can_score, book.holder(cookie) == ana, again.can_score, again.holder(cookie) == ana
        assert again.cookie(ana) == cookie
        return late

    assert (True, True, True, True) == asyncio.run(evening())


async def nothing(_: PairedPhones) -> None:
    """Keep nothing."""


def test_a_phone_that_never_shows_its_cookie_takes_nobodys_place() -> None:
    """It is on no list; the owner's place is held for it a while, and free at once where the pairing is undone."""

    async def evening() -> tuple[list[str], tuple[str, ...]]:
        now = [0.0]
        book = PhoneBook(no_phones(), nothing, lambda: now[0])
        blind = await book.add("no cookies", owner=False)
        roles = [blind.role, (await paired(book, "Leo")).role]
        await book.drop(blind.id)
        roles.append((await paired(book, "Ana")).role)
        other = PhoneBook(no_phones(), nothing, lambda: now[0])
        await other.add("no cookies", owner=False)
        now[0] = HELD_S
        roles.append((await paired(other, "Ana")).role)
        return roles, tuple(phone.name for phone in (*book.phones, *other.phones))

    assert (["owner", "scorer", "owner", "owner"], ("Leo", "Ana", "Ana")) == asyncio.run(evening())


def test_phones_that_wait_are_few_and_outlast_a_restart() -> None:
    """Between the answer and the next request the plug may be pulled; and nobody fills a list with them."""

    async def evening() -> tuple[int, bool]:
        kept = [no_phones()]

        async def keep(paired: PairedPhones) -> None:
            kept.append(paired)

        book = PhoneBook(kept[-1], keep, lambda: 0.0)
        new = [await book.add(f"{nth}", owner=False) for nth in range(MOST_WAITING + 3)]
        again = PhoneBook(kept[-1], keep, lambda: 0.0)
        met = [await again.meet(book.cookie(phone)) for phone in new]
        return sum(phone is not None for phone in met), met[-1] is not None

    assert (MOST_WAITING, True) == asyncio.run(evening())


def test_a_phone_goes_back_to_its_place() -> None:
    """It is what it was before, once; an owner's place needs the box, and is never taken by a name alone."""

    async def evening() -> tuple[list[tuple[str, str]], bool]:
        book = PhoneBook(no_phones(), nothing, lambda: 0.0)
        ana, leo = await paired(book, "Ana"), await paired(book, "Leo")
        again = await paired(book, "leo")
        assert [leo] == list(book.former(again))
        assert leo == await book.merge(again, leo)
        assert (None, leo) == (book.find(again.id), book.holder(book.cookie(leo)))
        stranger = await paired(book, "Ana")
        with pytest.raises(OwnersPlaceError):
            await book.merge(stranger, ana)
        by_the_box = await paired(book, "Ana", owner=True)
        back = await book.merge(by_the_box, ana)
        assert await book.merge(by_the_box, ana) is None, "it has gone"
        return [(phone.name, phone.role) for phone in book.phones], back == ana

    assert ([("Ana", "owner"), ("Leo", "scorer"), ("Ana", "scorer")], True) == asyncio.run(evening())


def test_what_a_phone_was_is_asked_soon_after_its_pairing_alone() -> None:
    """Later its name is its own."""

    async def evening() -> tuple[int, int]:
        now = [0.0]
        book = PhoneBook(no_phones(), nothing, lambda: now[0])
        await paired(book, "Ana")
        again = await paired(book, "Ana")
        soon, now[0] = len(book.former(again)), 3600.0
        return soon, len(book.former(again))

    assert (1, 0) == asyncio.run(evening())


def test_a_change_is_made_again_on_the_list_as_somebody_else_has_kept_it() -> None:
    """Neither change is lost, whoever is quicker."""

    async def evening() -> list[str]:
        elsewhere, kept = list[PairedPhones](), list[PairedPhones]()

        async def keep(paired: PairedPhones) -> None:
            if elsewhere and elsewhere[0] is not paired and not seen:
                raise ListChangedError
            kept.append(paired)

        def renewed() -> PairedPhones | None:
            if elsewhere and not seen:
                seen.append(True)
                return elsewhere[0]
            return None

        seen: list[bool] = []
        book = PhoneBook(no_phones(), keep, lambda: 0.0, renewed=renewed)
        ana, leo = await paired(book, "Ana"), await paired(book, "Leo")
        elsewhere.append(structs.replace(kept[-1], phones=(structs.replace(ana, name="Anna"), leo)))
        await book.change(leo, name="Leon")
        return [phone.name for phone in book.phones]

    assert ["Anna", "Leon"] == asyncio.run(evening())


def test_when_a_phone_was_seen_is_kept_to_the_hour() -> None:
    """A card wears: within an hour nothing is written, nor where the clock has gone back."""

    async def evening() -> tuple[list[int], int]:
        now, kept = [1000.0], list[PairedPhones]()

        async def keep(paired: PairedPhones) -> None:
            kept.append(paired)

        book = PhoneBook(no_phones(), keep, lambda: now[0])
        cookie, seen = book.cookie(await paired(book, "Ana")), list[int]()
        for later in (1.0, SEEN_EACH_S, -2.0, 3.0):
            now[0] += later
            await book.meet(cookie)
            if book._seeing is not None:
                await book._seeing
            seen.append(kept[-1].phones[0].seen)
        return seen, len(kept)

    assert ([1000, 4601, 4601, 4601], 3) == asyncio.run(evening())
