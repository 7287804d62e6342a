"""The list of phones, where two owners change it at once."""

from __future__ import annotations

import asyncio

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
        slow.clear()
        changes = asyncio.gather(book.change(seen, role="scorer"), book.change(seen, name="Leo's old phone"))
        await asyncio.sleep(0)
        slow.set()
        await changes
        (kept,) = book.phones
        return kept.name, kept.role

    assert ("Leo's old phone", "scorer") == asyncio.run(evening())


def test_a_phone_that_was_revoked_meanwhile_is_not_changed() -> None:
    """It does not come back."""

    async def evening() -> tuple[object, tuple[object, ...]]:
        async def keep(_: PairedPhones) -> None:
            pass

        book = PhoneBook(no_phones(), keep, lambda: 0.0)
        seen = await book.add("Leo", owner=True)
        await book.revoke(seen)
        return await book.change(seen, role="owner"), book.phones

    assert (None, ()) == asyncio.run(evening())


def test_a_phone_can_score_for_as_long_as_its_cookie_holds() -> None:
    """A list on which every cookie has ended, or which is empty, has nobody to answer a question."""

    async def evening() -> tuple[bool, ...]:
        async def keep(_: PairedPhones) -> None:
            pass

        now = [0.0]
        book = PhoneBook(no_phones(), keep, lambda: now[0])
        before = book.can_score
        phone = await book.add("Leo", owner=False)
        paired, now[0] = book.can_score, YEAR_S + 1.0
        ended, now[0] = book.can_score, 0.0
        await book.revoke(phone)
        return before, paired, ended, book.can_score

    assert (False, True, False, False) == asyncio.run(evening())
