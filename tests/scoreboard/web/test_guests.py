"""Who counts as one guest, and how long each is shut out: one of them keeps nobody else out."""

from __future__ import annotations

from contextlib import suppress

import pytest

from scoreboard.web.http.guests import DAY_S, Faults, guest_of
from scoreboard.web.phones.pairing import ALL_WRONG, WRONG, Pairing, PairingClosedError, WrongCodeError

GUEST, FAMILY = "10.0.0.66", "10.0.0.7"
MINUTE_S = 60.0


@pytest.mark.parametrize(
    ("remote", "guest"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("fe80::1:2:3:4%wlan0", "fe80::/64"),
        ("2001:db8:0:7:1:2:3:4", "2001:db8:0:7::/64"),
        (None, ""),
    ],
)
def test_a_machine_is_one_guest(remote: str | None, guest: str) -> None:
    """However the socket writes its address, and however many it gives itself in its network."""
    assert guest == guest_of(remote)


def guess(pairing: Pairing, guest: str) -> None:
    """Send wrong codes until they are refused."""
    with suppress(PairingClosedError):
        while True:
            with suppress(WrongCodeError):
                pairing.use("wrong!", guest)


def test_who_guesses_all_day_keeps_nobody_else_out() -> None:
    """At every minute of a day another guest may pair, though one has tried whenever it was let."""
    now = [0.0]
    pairing = Pairing(lambda: now[0], lambda: "123456")
    while now[0] < DAY_S:
        pairing.ask(FAMILY)
        guess(pairing, GUEST)
        assert pairing.use("123456", FAMILY)
        now[0] += MINUTE_S


def test_guesses_of_many_are_few() -> None:
    """As many guests as one likes have eighty in an evening of five hours, of a million codes."""
    now, made = [0.0], 0
    faults = Faults(WRONG, lambda: now[0])
    for minute in range(300):
        for guest in range(100):
            if faults.wait_s(f"{minute} {guest}") == 0:
                faults.count(f"{minute} {guest}")
                made += 1
        now[0] += MINUTE_S
    assert ALL_WRONG < made <= 80


def test_box_and_owner_open_what_many_have_closed() -> None:
    """Presence opens it at once, also for who was shut out; who goes on then is shut out for longer than before."""
    now = [0.0]
    pairing = Pairing(lambda: now[0], lambda: "123456")
    pairing.ask(FAMILY)
    for guest in range(ALL_WRONG):
        guess(pairing, f"{guest}")
    with pytest.raises(PairingClosedError):
        pairing.ask(FAMILY)
    pairing.open_at_box()
    assert pairing.use("123456", FAMILY)
    pairing.ask(FAMILY)
    for guest in range(ALL_WRONG):
        guess(pairing, f"{guest}")
    assert pairing.ask(FAMILY, trusted=True)
    assert pairing.use("123456", GUEST)


def test_a_guest_is_shut_out_ever_longer() -> None:
    """Five minutes, ten, twenty, and a day at most; who gets it right is as new, and so is who is quiet for a day."""
    now = [0.0]
    faults = Faults(WRONG, lambda: now[0])
    waits = []
    for _ in range(11):
        while not faults.wait_s(GUEST):
            faults.count(GUEST)
        waits.append(faults.wait_s(GUEST))
        now[0] += waits[-1]
    assert [300.0 * 2**nth for nth in range(9)] == waits[:9]
    assert [DAY_S, DAY_S] == waits[9:]
    now[0] += DAY_S
    assert 4 == faults.count(GUEST)
    faults.forgive(GUEST)
    assert 4 == faults.count(GUEST)
