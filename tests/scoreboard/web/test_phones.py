"""The list of phones, where two owners change it at once."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from scoreboard.web import PairedPhones, PhoneBook, no_phones
from scoreboard.web.phones import YEAR_S


def test_a_name_brings_no_role_back() -> None:
    """Who gives a phone a name has seen it as an owner's; meanwhile, on a slow card, another owner took that away."""

    async def evening() -> tuple[str, str]:
        slow = asyncio.Event()
        slow.set()

        async def keep(_: PairedPhones) -> None:
            await slow.wait()

        book = PhoneBook(no_phones(), keep, lambda: 0.0)
        seen = await book.add("Leo", owner=True)
        await book.add("Ana", owner=True)
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
        seen = await book.add("Leo", owner=True)
        await book.add("Ana", owner=True)
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
        book = PhoneBook(before, keep, lambda: 0.0, has_menu=has_menu)
        return (await book.add("guest", owner=False)).role, (await book.add("Ana", owner=True)).role

    assert (role, "owner") == asyncio.run(evening())


def test_a_phone_can_score_for_as_long_as_its_cookie_holds() -> None:
    """A list on which every cookie has ended, or which is empty, has nobody to answer a question."""

    async def evening() -> tuple[bool, ...]:
        async def keep(_: PairedPhones) -> None:
            pass

        now = [0.0]
        book = PhoneBook(no_phones(), keep, lambda: now[0])
        before = book.can_score
        await book.add("Ana", owner=True)
        paired, now[0] = book.can_score, YEAR_S + 1.0
        ended = book.can_score
        leo = await book.add("Leo", owner=False)
        both = book.can_score
        await book.revoke(leo)
        return before, paired, ended, both, book.can_score

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
        ana = await book.add("Ana", owner=True)
        now[0], is_set[0] = 50.0 * YEAR_S, True
        cookie = book.cookie(ana)
        again = PhoneBook(kept[-1], keep, lambda: now[0], lambda: True)
        late = book.can_score, book.holder(cookie) == ana, again.can_score, again.holder(cookie) == ana
        assert again.cookie(ana) == cookie
        return late

    assert (True, True, True, True) == asyncio.run(evening())
