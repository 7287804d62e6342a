"""The phones that are paired, and the cookies by which they are known again.

A cookie names a phone and the moment at which it ends, signed by HMAC-SHA256 with a secret that never leaves the box.
Rules kept here: a cookie holds only as long as its phone is on the list, so one that is lost can be revoked; a change
counts only once it is kept; and a clock that nobody has set ends no cookie. A box without a network may believe that it
is 1970: once it finds one, a year has passed for every phone, and no owner would be left.

A phone is on the list once it has shown its cookie: a browser that keeps none takes nobody's place, not the owner's.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from itertools import takewhile
from secrets import token_hex
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, structs

from scoreboard.web.http.phone import NO_END, Phone, Role

MOST_PHONES: Final = 32
"""Phones on the list: more than a table has. Beyond them the scorer that was paired first is forgotten."""
MOST_WAITING: Final = 8
"""Phones that have not shown their cookie yet; beyond them the one that got it first is forgotten."""
WAITING_S: Final = 600
"""For how many seconds such a phone is waited for, and after its pairing one may say which phone it was before."""
HELD_S: Final = 120
"""For how many seconds the first owner's place is held for such a phone."""
SEEN_EACH_S: Final = 3600
"""How exactly it is kept when a phone was seen last, in seconds: a card wears."""
SECRET_BYTES: Final = 32
"""As long as the hash, as RFC 2104 advises."""


class WaitingPhone(Struct, frozen=True, forbid_unknown_fields=True):
    """A phone that has not shown its cookie yet; ``owner``: whether the box has said that it is an owner's."""

    phone: Phone
    owner: bool


class PairedPhones(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that is kept of pairing.

    Attributes:
        secret: signs the cookies.
        phones: in the order of their pairing.
        owned: whether there has been an owner; a list of before that was asked has one.
        waiting: those that have not shown their cookie yet.
    """

    secret: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    phones: tuple[Phone, ...] = ()
    owned: bool = True
    waiting: tuple[WaitingPhone, ...] = ()


class LastOwnerError(Exception):
    """It is the last owner's phone, and stays it until there is another one."""


class OwnersPlaceError(Exception):
    """An owner's place is taken by a phone that the box has made an owner's, and by no other."""


class ListChangedError(Exception):
    """Somebody else has changed the list that is kept, as `stadium phones` does: look at it again first."""


class ListLostError(Exception):
    """Somebody has taken the list away that is kept, or damaged it: what is known of it holds, and is kept again."""


Keep = Callable[[PairedPhones], Awaitable[None]]
"""Keeps the list, for the next start; an OSError if the disk does not take it, or `ListChangedError`."""


def no_phones() -> PairedPhones:
    """A list without phones, with a new secret: the first is its owner's."""
    return PairedPhones(token_hex(SECRET_BYTES), owned=False)


class PhoneBook:
    """The list of phones.

    Rule kept here: somebody is the owner, and nobody becomes it unasked because an owner has gone. That is said at the
    box; only where no menu could say it the next phone is the owner's. An owner whose cookie has ended has gone.

    Args:
        kept: the list as it was kept.
        keep: makes it durable.
        wall: the clock on the wall, in seconds since 1970.
        is_set: whether somebody who knows has set that.
        has_menu: whether somebody at the box could open a menu now.
        renewed: the list as somebody else has kept it since; None where nobody has. `ListLostError` where somebody has
            taken it away or damaged it: it is kept again once a phone that is on it asks.
    """

    def __init__(
        self,
        kept: PairedPhones,
        keep: Keep,
        wall: Callable[[], float],
        is_set: Callable[[], bool] = lambda: True,
        *,
        has_menu: Callable[[], bool] = lambda: True,
        renewed: Callable[[], PairedPhones | None] = lambda: None,
    ) -> None:
        self._kept, self._keep, self._wall = kept, keep, wall
        self._is_set, self._has_menu, self._renewed = is_set, has_menu, renewed
        self._is_lost = False
        self._changing = asyncio.Lock()
        self._seeing: asyncio.Task[None] | None = None
        self._listeners = list[Callable[[tuple[Phone, ...]], object]]()

    def listen(self, listener: Callable[[tuple[Phone, ...]], object]) -> None:
        """Have a function called whenever the list has changed."""
        self._listeners.append(listener)

    @property
    def phones(self) -> tuple[Phone, ...]:
        """Those that are paired."""
        try:
            if (renewed := self._renewed()) is not None:
                self._take(renewed)
        except ListLostError:
            self._is_lost = True
        return self._kept.phones

    @property
    def lacks_owner(self) -> bool:
        """Whether a phone that is paired now, also one that is on the list, becomes the owner's."""
        _ = self.phones  # as it is now
        return self._is_free(self._kept, self._kept.waiting)

    @property
    def can_score(self) -> bool:
        """Whether any of them could: a role lets every phone score, for as long as its cookie holds."""
        return any(self._holds(phone.ends) for phone in self.phones)

    def cookie(self, phone: Phone) -> str:
        """The cookie of that phone."""
        text = f"{phone.id}.{phone.ends}"
        return f"{text}.{self._signature(text)}"

    def holder(self, cookie: str) -> Phone | None:
        """Whose cookie that is; None of one that is forged, has ended, was revoked, or that `meet` has not seen yet."""
        return self.find(self._id_in(cookie))

    async def meet(self, cookie: str) -> Phone | None:
        """Whose cookie that is; a phone that shows it for the first time is on the list now, durably.

        The first ever is an owner's, whatever the box has said of it.
        """
        name = self._id_in(cookie)
        if (phone := self.find(name)) is None:
            if any(each.phone.id == name for each in self._kept.waiting):
                await self._edit(lambda kept: self._with_waiting(kept, name))
            return self.find(name)
        is_due = self._wall() - phone.seen >= SEEN_EACH_S or self._is_lost
        if is_due and self._seeing is None:
            self._seeing = asyncio.create_task(self._see(name))
        return phone

    def find(self, name: str) -> Phone | None:
        """The phone of that id."""
        return next((phone for phone in self.phones if phone.id == name), None)

    async def add(self, name: str, *, owner: bool) -> Phone:
        """Wait for a phone to show its cookie, and give it a place on the list then; as what it would be there now."""
        now = int(self._wall())
        new = WaitingPhone(Phone(token_hex(8), name, "scorer", now, lasts=not self._is_set(), seen=now), owner)

        def edited(kept: PairedPhones) -> PairedPhones:
            fresh = [each for each in kept.waiting if abs(now - each.phone.paired) < WAITING_S]
            return structs.replace(kept, waiting=(*fresh[1 - MOST_WAITING :], new))

        await self._edit(edited)
        return structs.replace(new.phone, role=self._role(self._kept, new))

    async def drop(self, name: str) -> None:
        """Wait no longer for the phone of that id: its browser has not kept the cookie."""

        def edited(kept: PairedPhones) -> PairedPhones:
            waiting = tuple(each for each in kept.waiting if each.phone.id != name)
            return kept if waiting == kept.waiting else structs.replace(kept, waiting=waiting)

        await self._edit(edited)

    async def change(self, phone: Phone, **what: Any) -> Phone | None:  # noqa: ANN401 - its name, or its role
        """Call it otherwise, or let it do otherwise; None if it is on the list no longer.

        What another owner has changed meanwhile stays: a name brings no role back. LastOwnerError if none were left.
        """

        def edited(kept: PairedPhones) -> PairedPhones:
            now = next((each for each in kept.phones if each.id == phone.id), None)
            if now is not None and what.get("role", now.role) != "owner":
                _check_others(kept, now)
            phones = (structs.replace(each, **what) if each is now else each for each in kept.phones)
            owned = kept.owned or what.get("role") == "owner"
            return kept if now is None else structs.replace(kept, phones=tuple(phones), owned=owned)

        await self._edit(edited)
        return self.find(phone.id)

    async def revoke(self, phone: Phone) -> None:
        """Take it off the list: its cookie holds no longer. LastOwnerError if no owner were left."""

        def edited(kept: PairedPhones) -> PairedPhones:
            _check_others(kept, phone)
            return structs.replace(kept, phones=tuple(each for each in kept.phones if each.id != phone.id))

        await self._edit(edited)

    def former(self, phone: Phone) -> tuple[Phone, ...]:
        """Those that a phone which was paired a moment ago may have been before: the others of its name."""
        if abs(self._wall() - phone.paired) >= WAITING_S:
            return ()
        called = phone.name.casefold()
        return tuple(each for each in self.phones if each.id != phone.id and each.name.casefold() == called)

    async def merge(self, phone: Phone, former: Phone) -> Phone | None:
        """Put a phone in the place of what it was before, with the role of both; None if that is on the list no longer.

        OwnersPlaceError if it is an owner's place, and the box has not made the phone an owner's.
        """
        merged: Phone | None = None

        def edited(kept: PairedPhones) -> PairedPhones:
            nonlocal merged
            now = {each.id: each for each in kept.phones}
            merged = None
            if phone.id not in now or former.id not in now:
                return kept
            mine, place = now[phone.id], now[former.id]
            if (mine.role, place.role) == ("scorer", "owner"):
                raise OwnersPlaceError
            merged = structs.replace(mine, id=place.id, name=place.name)
            phones = (merged if each is place else each for each in kept.phones if each is not mine)
            return structs.replace(kept, phones=tuple(phones))

        await self._edit(edited)
        return merged

    # -- how

    def _id_in(self, cookie: str) -> str:
        """The id in a cookie that holds; empty of any other."""
        _ = self.phones  # with the secret of the list as it is now
        text, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(self._signature(text).encode(), signature.encode(errors="replace")):
            return ""
        name, _, ends = text.partition(".")
        with suppress(ValueError):
            return name if self._holds(int(ends)) else ""
        return ""

    def _holds(self, ends: int) -> bool:
        return ends == NO_END or self._wall() < ends

    def _role(self, kept: PairedPhones, new: WaitingPhone) -> Role:
        """What a phone is on the list; the first owner's place is held for a while for one that was there before it."""
        earlier = takewhile(lambda each: each.phone.id != new.phone.id, kept.waiting)
        return "owner" if new.owner or self._is_free(kept, earlier) else "scorer"

    def _is_free(self, kept: PairedPhones, earlier: Iterable[WaitingPhone]) -> bool:
        """Whether nobody is the owner, and the place is held for none of these phones."""
        is_held = any(abs(self._wall() - each.phone.paired) < HELD_S for each in earlier)
        owns = (phone.role == "owner" and self._holds(phone.ends) for phone in kept.phones)
        is_lost = not self._has_menu() and not any(owns)
        return (is_lost or not kept.owned) and not is_held

    def _with_waiting(self, kept: PairedPhones, name: str) -> PairedPhones:
        """The list with the phone of that id on it, which has waited; as it is where another request was quicker."""
        new = next((each for each in kept.waiting if each.phone.id == name), None)
        if new is None:
            return kept
        phone = structs.replace(new.phone, role=self._role(kept, new))
        waiting = tuple(each for each in kept.waiting if each is not new)
        phones, owned = (*_with_room(kept.phones), phone), kept.owned or phone.role == "owner"
        return structs.replace(kept, phones=phones, waiting=waiting, owned=owned)

    async def _see(self, name: str) -> None:
        """Keep that the phone is here now; a disk that does not take it is told of by what matters more."""

        def edited(kept: PairedPhones) -> PairedPhones:
            seen = int(self._wall())
            phones = (structs.replace(each, seen=seen) if each.id == name else each for each in kept.phones)
            return structs.replace(kept, phones=tuple(phones))

        try:
            with suppress(OSError):
                await self._edit(edited)
        finally:
            self._seeing = None

    async def _edit(self, edit: Callable[[PairedPhones], PairedPhones]) -> None:
        """Change the list once that is kept; made again where somebody else has changed it meanwhile."""
        async with self._changing:
            while True:
                _ = self.phones  # as it is now, whoever has changed it
                kept = edit(self._kept)
                with suppress(ListChangedError):
                    if kept is not self._kept:
                        await self._keep(kept)
                        self._take(kept)
                    return

    def _take(self, kept: PairedPhones) -> None:
        self._kept, self._is_lost = kept, False
        for listener in self._listeners:
            listener(kept.phones)

    def _signature(self, text: str) -> str:
        return hmac.digest(bytes.fromhex(self._kept.secret), text.encode(errors="replace"), "sha256").hex()


def _check_others(kept: PairedPhones, phone: Phone) -> None:
    """Raise LastOwnerError if that is the only owner's."""
    if [phone.id] == [each.id for each in kept.phones if each.role == "owner"]:
        raise LastOwnerError


def _with_room(phones: tuple[Phone, ...]) -> tuple[Phone, ...]:
    """The phones with room for one more: of too many the first scorer goes, failing one the first owner."""
    if len(phones) < MOST_PHONES:
        return phones
    out = next((phone for phone in phones if phone.role == "scorer"), phones[0])
    return tuple(phone for phone in phones if phone is not out)
