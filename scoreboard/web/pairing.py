"""Pairing by presence: who reads six digits on the panel stands before it.

Rule kept here: the digits are for the panel alone, and no answer of the page has them. Codes are drawn anew for each
phone and hold for a minute; wrong ones are counted across codes, so that nobody guesses on for ever.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from secrets import randbelow
from typing import Final

from scoreboard.message import Message, message

CODE_S: Final = 60.0
"""How long a code holds."""
MOST_WRONG: Final = 5
"""Wrong codes after which pairing is closed."""
CLOSED_S: Final = 300.0
"""For how long it is closed then; and in how long phones may have only `MOST_ASKED` codes shown in vain."""
MOST_ASKED: Final = 3
"""Codes that phones may have shown without one being used: a panel is for the score."""


class PairingError(Exception):
    """Nobody is paired: ``message`` says why, and what to do; ``wait_s`` is how long to wait before that."""

    def __init__(self, said: Message, wait_s: float = 0.0) -> None:
        super().__init__(said)
        self.message, self.wait_s = said, wait_s


class PairingClosedError(PairingError):
    """Too many wrong codes, or too many codes: nothing helps but waiting, or the menu at the box."""


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
    """

    digits: str
    until: float
    owner: bool = False


class Pairing:
    """Shows and checks codes; ``now`` is a clock that nobody sets, in seconds."""

    def __init__(self, now: Callable[[], float], draw: Callable[[], str] = six_digits) -> None:
        self._now, self._draw = now, draw
        self._code: PairingCode | None = None
        self._wrong, self._closed_until = 0, 0.0
        self._asked: list[float] = []

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

    def ask(self) -> PairingCode:
        """A phone asks for a code to be shown; one that is shown already goes on to be.

        Raises:
            PairingClosedError: after too many wrong codes, or too many that nobody used.
        """
        self._check_open()
        if (shown := self.code) is not None:
            return shown
        now = self._now()
        self._asked = [moment for moment in self._asked if now - moment < CLOSED_S]
        if len(self._asked) >= MOST_ASKED:
            raise _closed("pairing.asked-often", CLOSED_S - (now - self._asked[0]))
        self._asked.append(now)
        return self._show(owner=False)

    def open_at_box(self, *, owner: bool = False) -> PairingCode:
        """Somebody at the box has a code shown: the buttons outrank every phone, so it opens what phones have closed.

        ``owner``: the next phone is an owner's, as where the owner's is lost.
        """
        self._wrong, self._closed_until, self._asked = 0, 0.0, []
        return self._show(owner=owner)

    def use(self, digits: str) -> PairingCode:
        """Check the digits that a phone gives, and use the code up; it is then what was shown.

        Raises:
            PairingClosedError: after too many wrong codes.
            NoCodeError: if none is shown now.
            WrongCodeError: if that is not it.
        """
        self._check_open()
        if (shown := self.code) is None:
            raise NoCodeError(message("pairing.no-code"))
        if not hmac.compare_digest(shown.digits.encode(), digits.encode()):
            raise self._wrong_code()
        self._code, self._wrong, self._asked = None, 0, []
        return shown

    def _show(self, *, owner: bool) -> PairingCode:
        self._code = PairingCode(self._draw(), self._now() + CODE_S, owner)
        return self._code

    def _check_open(self) -> None:
        left = self._closed_until - self._now()
        if left > 0:
            raise _closed("pairing.closed", left)

    def _wrong_code(self) -> PairingError:
        self._wrong += 1
        if self._wrong < MOST_WRONG:
            return WrongCodeError(message("pairing.wrong-code", count=MOST_WRONG - self._wrong))
        self._code, self._wrong = None, 0
        self._closed_until = self._now() + CLOSED_S
        return _closed("pairing.closed", CLOSED_S)


def _closed(key: str, wait_s: float) -> PairingClosedError:
    return PairingClosedError(message(key, count=ceil(wait_s / 60)), wait_s)
