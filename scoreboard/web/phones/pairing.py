"""Pairing by presence: who reads six digits on the panel stands before it.

Rules kept here: the digits are for the panel alone, and no answer of the page has them. Codes are drawn anew for each
phone and hold for a minute. Nobody guesses on for ever: wrong ones are counted across codes, of each guest and of all.
And nobody keeps pairing shut: a guest who guesses shuts out itself, and whoever is at the box opens it for all.

The chances of a guess are one in a million. All guests together have `ALL_WRONG` at once and four an hour after, and
only while digits are shown: in an evening of five hours 80, which is less than 1 in 12,000.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from secrets import randbelow, token_urlsafe
from typing import Final

from scoreboard.message import Message, message
from scoreboard.web.http.guests import Allowance, Faults

CODE_S: Final = 60.0
"""How long a code holds."""
MOST_WRONG: Final = 5
"""Wrong codes after which a guest is shut out."""
CLOSED_S: Final = 300.0
"""For how long it is the first time."""
ALL_WRONG: Final = 60
"""Wrong codes that all guests together may send at once; one more each quarter of an hour."""
WRONG: Final = Allowance(MOST_WRONG, CLOSED_S, ALL_WRONG, 900.0)
"""Of wrong codes."""
MOST_ASKED: Final = 3
"""Codes that a guest may have shown without one being used: a panel is for the score."""
ALL_ASKED: Final = 9
"""Codes that all guests together may have shown in vain; one more each five minutes, so the panel has its score."""
MOVE_S: Final = 600.0
"""How long a phone's way to another address is open."""
MOST_MOVES: Final = 32
"""Ways that are open at once."""


class PairingError(Exception):
    """Nobody is paired: ``message`` says why, and what to do; ``wait_s`` is how long to wait before that."""

    def __init__(self, reason: Message, wait_s: float = 0.0) -> None:
        super().__init__(reason)
        self.message, self.wait_s = reason, wait_s


class PairingClosedError(PairingError):
    """Too many wrong codes, or too many codes: nothing helps but waiting, the menu at the box, or an owner's phone."""


class NoCodeError(PairingError):
    """No code is shown now: have one shown first."""


class WrongCodeError(PairingError):
    """Those are not the digits: look at the panel again."""


def six_digits() -> str:
    """A code that nobody can guess."""
    return f"{randbelow(10**6):06}"


@dataclass(frozen=True, slots=True)
class PairingCode:
    """The code that is shown.

    Attributes:
        digits: six.
        until: the moment at which it ends, in the seconds of the clock that was handed in.
        owner: whether it makes the next phone an owner's.
        asked_by: the guest that had it shown; empty for the box.
    """

    digits: str
    until: float
    owner: bool = False
    asked_by: str = ""


class Pairing:
    """Shows and checks codes; ``now`` is a clock that nobody sets, in seconds."""

    def __init__(self, now: Callable[[], float], draw: Callable[[], str] = six_digits) -> None:
        self._now, self._draw = now, draw
        self._code: PairingCode | None = None
        self._wrong = Faults(WRONG, now)
        self._asked = Faults(Allowance(MOST_ASKED, CLOSED_S, ALL_ASKED, 300.0), now)

    @property
    def code(self) -> PairingCode | None:
        """The code that holds now."""
        if self._code is not None and self._now() >= self._code.until:
            self._code = None
        return self._code

    @property
    def seconds_left(self) -> int:
        """For how many seconds more it holds; 0 if there is none."""
        return 0 if self.code is None else ceil(self.code.until - self._now())

    def ask(self, guest: str, *, trusted: bool = False) -> PairingCode:
        """A guest asks for a code to be shown; one that is shown already goes on to be.

        ``trusted``: it is an owner, who opens what guests have closed.

        Raises:
            PairingClosedError: after too many wrong codes, or too many that nobody used.
        """
        if trusted:
            self._lift()
        self._check_open(guest)
        if (shown := self.code) is not None:
            return shown
        if (wait_s := self._asked.wait_s(guest)) > 0:
            raise _closed("pairing.asked-often", wait_s)
        self._asked.count(guest)
        return self._show(asked_by=guest)

    def open_at_box(self, *, owner: bool = False) -> PairingCode:
        """Somebody at the box has a code shown: the buttons outrank every phone, so it opens what phones have closed.

        ``owner``: the next phone is an owner's, as where the owner's is lost.
        """
        self._lift()
        return self._show(owner=owner)

    def use(self, digits: str, guest: str) -> PairingCode:
        """Check the digits that a guest gives, and use the code up; it is then what was shown.

        Raises:
            PairingClosedError: after too many wrong codes.
            NoCodeError: if none is shown now.
            WrongCodeError: if that is not it.
        """
        self._check_open(guest)
        if (shown := self.code) is None:
            raise NoCodeError(message("pairing.no-code"))
        if not hmac.compare_digest(shown.digits.encode(), digits.encode()):
            left = self._wrong.count(guest)
            self._check_open(guest)
            raise WrongCodeError(message("pairing.wrong-code", count=left))
        self._code = None
        self._wrong.forgive(guest)
        self._asked.take_back(shown.asked_by)
        return shown

    def _show(self, *, owner: bool = False, asked_by: str = "") -> PairingCode:
        self._code = PairingCode(self._draw(), self._now() + CODE_S, owner, asked_by)
        return self._code

    def _check_open(self, guest: str) -> None:
        if (wait_s := self._wrong.wait_s(guest)) > 0:
            raise _closed("pairing.closed", wait_s)

    def _lift(self) -> None:
        self._wrong.lift()
        self._asked.lift()


class Moves:
    """Ways to other addresses of the box, each for one phone, open for a while and used once.

    Rule kept here: to guess one is hopeless (256 bits), so wrong ones need not be counted.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._open: dict[str, tuple[str, float]] = {}

    def begin(self, phone: str) -> str:
        """The token of a new way for the phone of that id; its former one is closed."""
        others = [(token, way) for token, way in self._open.items() if way[0] != phone]
        self._open = dict(others[1 - MOST_MOVES :])
        token = token_urlsafe(32)
        self._open[token] = phone, self._now() + MOVE_S
        return token

    def use(self, token: str) -> str | None:
        """The id of the phone that comes by it; None if it is used or closed."""
        phone, until = self._open.pop(token, ("", 0.0))
        return phone if self._now() < until else None


def _closed(key: str, wait_s: float) -> PairingClosedError:
    return PairingClosedError(message(key, count=ceil(wait_s / 60)), wait_s)
