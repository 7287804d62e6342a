"""Who may look at a league's page, and who may keep the league: by two passwords, each in a file of its own.

Rules kept here: without the keepers' password nobody may keep; without the one for looking everybody may look. A
password is in no answer, no log and no address. Whoever has given one keeps a cookie that holds until the password is
changed. Wrong ones are counted, of each guest and of all.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256
from math import ceil
from typing import Final, NamedTuple

from aiohttp import web

from scoreboard.message import message
from scoreboard.web.http.guard import ChangeError, Guard
from scoreboard.web.http.guests import Allowance, Faults
from scoreboard.web.http.phone import COOKIE, Phone, Role
from scoreboard.web.http.routes import Role as AskedRole

WRONG: Final = Allowance(5, 300.0, 60, 900.0)
"""Of wrong passwords, as of wrong codes at a stadium."""
DIGITS: Final = 16


class Passwords(NamedTuple):
    """The passwords, and what cookies are signed with.

    Attributes:
        look: None where everybody may look.
        keep: None where nobody may keep.
        secret: of this league's page alone.
    """

    look: str | None
    keep: str | None
    secret: bytes

    def of(self, role: Role) -> str | None:
        """The password of that role: keepers are as owners are at a stadium, who may only look as scorers."""
        return self.keep if role == "owner" else self.look


class Doors:
    """Lets people in; ``now`` is a clock that nobody sets, in seconds."""

    def __init__(self, passwords: Passwords, now: Callable[[], float]) -> None:
        self._passwords, self._wrong = passwords, Faults(WRONG, now)

    @property
    def is_open(self) -> bool:
        """Whether everybody may look."""
        return self._passwords.look is None

    @property
    def has_keepers(self) -> bool:
        """Whether anybody may keep."""
        return self._passwords.keep is not None

    def let_in(self, password: str, guest: str) -> tuple[Role, str]:
        """The role of whoever knows that password, and a cookie; `ChangeError` if it is none."""
        self._check_open(guest)
        for role in ("owner", "scorer"):
            known = self._passwords.of(role)
            if known is not None and hmac.compare_digest(known.encode(), password.encode(errors="replace")):
                self._wrong.forgive(guest)
                return role, self._cookie(role)
        self._wrong.count(guest)
        self._check_open(guest)
        raise ChangeError(403, message("league.wrong-password"))

    def holder(self, cookie: str) -> Phone | None:
        """Whoever has that cookie; None if it is none, or the password was changed since."""
        for role in ("owner", "scorer"):
            if self._passwords.of(role) is not None and hmac.compare_digest(
                self._cookie(role).encode(), cookie.encode(errors="replace")
            ):
                return Phone(sha256(cookie.encode()).hexdigest()[:DIGITS], "League", role, 0)
        return None

    async def meet(self, cookie: str) -> Phone | None:
        """Likewise: there is no list."""
        return self.holder(cookie)

    def _cookie(self, role: Role) -> str:
        signed = f"{role} {self._passwords.of(role)}".encode()
        return f"{role}-{hmac.new(self._passwords.secret, signed, sha256).hexdigest()}"

    def _check_open(self, guest: str) -> None:
        if (wait_s := self._wrong.wait_s(guest)) > 0:
            raise ChangeError(429, message("league.closed", count=ceil(wait_s / 60)), wait_s)


class LeagueGuard(Guard):
    """The checks before every request, by the doors: a scorer's role is to look, an owner's to keep.

    Attributes:
        doors: who may do what.
    """

    def __init__(self, doors: Doors, now: Callable[[], float]) -> None:
        super().__init__(doors, now)
        self.doors = doors

    def check_role(self, role: AskedRole, request: web.Request) -> Phone | None:
        """Who asks; `ChangeError` unless it may do what that role may."""
        who = self.doors.holder(request.cookies.get(COOKIE, ""))
        if role == "scorer" and who is None and not self.doors.is_open:
            raise ChangeError(401, message("league.look-closed"))
        if role == "owner" and (who is None or who.role != "owner"):
            raise ChangeError(403, message("league.keepers-only"))
        return who
