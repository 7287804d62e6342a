"""Who counts as one guest, and how often each may try something: one guest does not use up what is there for all."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

PREFIX: Final = 64
"""Bits of an IPv6 address that are its network's: within that, a machine gives itself as many as it likes."""
MOST_COUNTED: Final = 256
"""Guests that are counted at once; the one that was heard longest ago is forgotten."""
DAY_S: Final = 24 * 60 * 60.0
"""For how long a guest is shut out at most, and after how long without a fault its former ones are forgotten."""


def machine(remote: str | None) -> str:
    """The address of a machine, written in one way: IPv4 as such, also where a socket for both has it within IPv6."""
    try:
        address = ip_address((remote or "").partition("%")[0])
    except ValueError:
        return remote or ""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def guest_of(remote: str | None) -> str:
    """Who asks from that address: a machine, or with IPv6 all of a network of 64 bits, for they may be one machine."""
    address = machine(remote)
    return str(IPv6Network((address, PREFIX), strict=False)) if ":" in address else address


@dataclass(slots=True)
class _GuestRecord:
    """What is known of a guest: faults since it was shut out last, how often it was, until when it is; the last one."""

    faults: int = 0
    shut_out: int = 0
    until: float = 0.0
    last: float = 0.0


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many faults are let pass.

    Attributes:
        each: of a guest; then it is shut out.
        shut_s: for so long the first time, and twice as long each time after, up to a day.
        all: of all guests together at once.
        again_s: after so many seconds all together have one more.
    """

    each: int
    shut_s: float
    all: int
    again_s: float


class Faults:
    """Counts the faults of guests; ``now`` is a clock that nobody sets, in seconds.

    Rule kept here: a guest that goes on and on is shut out ever longer, and alone. Only many at once, who may be one
    with many addresses, use up what there is for all.
    """

    def __init__(self, allowance: Allowance, now: Callable[[], float]) -> None:
        self._allowance, self._now = allowance, now
        self._of = OrderedDict[str, _GuestRecord]()
        self._full_at = 0.0

    def wait_s(self, guest: str) -> float:
        """How long this guest has to wait until it may try; 0 if it may now."""
        now, allowance = self._now(), self._allowance
        mine = self._of[guest].until - now if guest in self._of else 0.0
        return max(mine, self._full_at - now - (allowance.all - 1) * allowance.again_s, 0.0)

    def count(self, guest: str) -> int:
        """Count a fault; how many more this guest may make before it is shut out, or 0 if it is now."""
        now, allowance = self._now(), self._allowance
        self._full_at = max(now, self._full_at) + allowance.again_s
        record = self._of.pop(guest, _GuestRecord())
        if now - record.last > DAY_S:
            record = _GuestRecord()
        self._of[guest] = record
        if len(self._of) > MOST_COUNTED:
            self._of.popitem(last=False)
        record.faults, record.last = record.faults + 1, now
        left = allowance.each - record.faults
        if left <= 0:
            record.until = now + min(allowance.shut_s * 2**record.shut_out, DAY_S)
            record.faults, record.shut_out = 0, record.shut_out + 1
        return max(left, 0)

    def forgive(self, guest: str) -> None:
        """Forget the faults of this one, who has got it right."""
        self._of.pop(guest, None)

    def take_back(self, guest: str) -> None:
        """Forget the faults of this one, and that the last of them was one: it is there again for all."""
        if self._of.pop(guest, None) is not None:
            self._full_at -= self._allowance.again_s

    def lift(self) -> None:
        """Let everybody try at once. Who was shut out before is shut out for longer the next time all the same."""
        self._full_at = 0.0
        for record in self._of.values():
            record.faults, record.until = 0, 0.0
