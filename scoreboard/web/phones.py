"""The phones that are paired, and the cookies by which they are known again.

A cookie names a phone and the moment at which it ends, signed by HMAC-SHA256 with a secret that never leaves the box.
Rules kept here: a cookie holds only as long as its phone is on the list, so one that is lost can be revoked; a change
counts only once it is kept; and a clock that nobody has set ends no cookie. A box without a network may believe that it
is 1970: once it finds one, a year has passed for every phone, and no owner would be left.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, structs

from scoreboard.rules.events import Name

Role = Literal["scorer", "owner"]
COOKIE: Final = "stadium"
"""The cookie's name."""
YEAR_S: Final = 365 * 24 * 60 * 60
"""How long a cookie holds, in seconds."""
MOST_PHONES: Final = 32
"""Phones on the list: more than a table has. Beyond them the scorer that was paired first is forgotten."""
NO_END: Final = 0
"""The moment at which a cookie ends that the box does not end: its phone, whose clock is right, does after a year."""
SECRET_BYTES: Final = 32
"""As long as the hash, as RFC 2104 advises."""


class Phone(Struct, frozen=True, forbid_unknown_fields=True):
    """A phone on the list: its name in the address of `/api/phones/ID`, what its owner calls it, what it may do.

    Attributes:
        id: its own.
        name: what people call it.
        role: an owner may do all that a scorer may.
        paired: the moment, in seconds since 1970, as the box believed it to be.
        lasts: whether nobody had set the clock then, so that the box ends its cookie at no moment.
    """

    id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    name: Name
    role: Role
    paired: int
    lasts: bool = False

    @property
    def ends(self) -> int:
        """The moment at which its cookie ends, or `NO_END`."""
        return NO_END if self.lasts else self.paired + YEAR_S


class PairedPhones(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is kept of pairing.

    Attributes:
        secret: signs the cookies.
        phones: in the order of their pairing.
        owned: whether there has been an owner; a list of before that was asked has one.
    """

    secret: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    phones: tuple[Phone, ...] = ()
    owned: bool = True


class LastOwnerError(Exception):
    """It is the last owner's phone, and stays it until there is another one."""


Keep = Callable[[PairedPhones], Awaitable[None]]
"""Keeps the list, for the next start; an OSError if the disk does not take it."""


def no_phones() -> PairedPhones:
    """A list without phones, with a new secret: the first is its owner's."""
    return PairedPhones(token_hex(SECRET_BYTES), owned=False)


class PhoneBook:
    """The list of phones.

    Rule kept here: somebody is the owner, and nobody becomes it unasked because an owner has gone. That is said at the
    box; only where no menu could say it the next phone is the owner's.

    Args:
        kept: the list as it was kept.
        keep: makes it durable.
        wall: the clock on the wall, in seconds since 1970.
        is_set: whether somebody who knows has set that.
        has_menu: whether the box has buttons.
    """

    def __init__(
        self,
        kept: PairedPhones,
        keep: Keep,
        wall: Callable[[], float],
        is_set: Callable[[], bool] = lambda: True,
        *,
        has_menu: bool = True,
    ) -> None:
        self._kept, self._keep, self._wall = kept, keep, wall
        self._is_set, self._has_menu = is_set, has_menu
        self._changing = asyncio.Lock()
        self._listeners = list[Callable[[tuple[Phone, ...]], object]]()

    def listen(self, listener: Callable[[tuple[Phone, ...]], object]) -> None:
        """Have a function called whenever the list has changed."""
        self._listeners.append(listener)

    @property
    def phones(self) -> tuple[Phone, ...]:
        """Those that are paired."""
        return self._kept.phones

    @property
    def can_score(self) -> bool:
        """Whether any of them could: a role lets every phone score, for as long as its cookie holds."""
        return any(self._holds(phone.ends) for phone in self.phones)

    def cookie(self, phone: Phone) -> str:
        """The cookie of that phone."""
        text = f"{phone.id}.{phone.ends}"
        return f"{text}.{self._signature(text)}"

    def holder(self, cookie: str) -> Phone | None:
        """Whose cookie that is; None of one that is forged, has ended or was revoked."""
        text, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(self._signature(text).encode(), signature.encode(errors="replace")):
            return None
        name, _, ends = text.partition(".")
        with suppress(ValueError):
            return self.find(name) if self._holds(int(ends)) else None
        return None

    def find(self, name: str) -> Phone | None:
        """The phone of that id."""
        return next((phone for phone in self.phones if phone.id == name), None)

    async def add(self, name: str, *, owner: bool) -> Phone:
        """Put a phone on the list; the first ever is an owner's whatever ``owner`` says."""
        async with self._changing:
            is_lost = not self._has_menu and not any(phone.role == "owner" for phone in self.phones)
            is_owner = owner or is_lost or not self._kept.owned
            role: Role = "owner" if is_owner else "scorer"
            phone = Phone(token_hex(8), name, role, int(self._wall()), lasts=not self._is_set())
            await self._replace((*_with_room(self.phones), phone))
        return phone

    async def change(self, phone: Phone, **what: Any) -> Phone | None:  # noqa: ANN401 - its name, or its role
        """Call it otherwise, or let it do otherwise; None if it is on the list no longer.

        What another owner has changed meanwhile stays: a name brings no role back. LastOwnerError if none were left.
        """
        async with self._changing:
            if (now := self.find(phone.id)) is None:
                return None
            if what.get("role", now.role) != "owner":
                self._check_others(now)
            changed = structs.replace(now, **what)
            await self._replace(tuple(changed if each is now else each for each in self.phones))
        return changed

    async def revoke(self, phone: Phone) -> None:
        """Take it off the list: its cookie holds no longer. LastOwnerError if no owner were left."""
        async with self._changing:
            self._check_others(phone)
            await self._replace(tuple(each for each in self.phones if each.id != phone.id))

    def _holds(self, ends: int) -> bool:
        return ends == NO_END or self._wall() < ends

    def _check_others(self, phone: Phone) -> None:
        """Raise LastOwnerError if that is the only owner's."""
        if [phone.id] == [each.id for each in self.phones if each.role == "owner"]:
            raise LastOwnerError

    async def _replace(self, phones: tuple[Phone, ...]) -> None:
        kept = structs.replace(self._kept, phones=phones, owned=True)
        await self._keep(kept)
        self._kept = kept
        for listener in self._listeners:
            listener(kept.phones)

    def _signature(self, text: str) -> str:
        return hmac.digest(bytes.fromhex(self._kept.secret), text.encode(errors="replace"), "sha256").hex()


def _with_room(phones: tuple[Phone, ...]) -> tuple[Phone, ...]:
    """The phones with room for one more: of too many the first scorer goes, failing one the first owner."""
    if len(phones) < MOST_PHONES:
        return phones
    out = next((phone for phone in phones if phone.role == "scorer"), phones[0])
    return tuple(phone for phone in phones if phone is not out)
