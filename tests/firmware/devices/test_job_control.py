"""A terminal that is shared with a shell's other jobs."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable

import pytest
from support.hang import GIVE_UP_S

from firmware.devices import job_control
from firmware.devices.job_control import is_foreground, job


class Taker:
    """Notes what it is told."""

    terminal = -1

    def __init__(self) -> None:
        self.events: list[str] = []

    def take(self) -> None:
        """Take the terminal."""
        self.events.append("take")

    def give_back(self) -> None:
        """Give it back."""
        self.events.append("give back")

    def resized(self) -> None:
        """It has another size."""
        self.events.append("resized")


def during(taker: Taker, happens: Callable[[], None]) -> list[str]:
    """What a taker is told while that happens, the beginning and the end left out."""

    async def run() -> None:
        with job([taker], lambda: taker.events.append("settled")):
            taker.events.clear()
            happens()
            for _ in range(3):  # a signal comes in by the loop's own socket
                await asyncio.sleep(0)
            events.extend(taker.events)

    events: list[str] = []
    asyncio.run(run())
    return events


def test_no_job_control() -> None:
    """A terminal without jobs is ours, such as none at all."""
    assert is_foreground(-1)


@pytest.mark.parametrize(("number", "events"), [(signal.SIGWINCH, "resized"), (signal.SIGCONT, "take")])
def test_terminals_owner_hears(number: signal.Signals, events: str) -> None:
    """Of its size, and when we go on."""
    assert [events] == during(Taker(), lambda: os.kill(os.getpid(), number))


def test_ctrl_z_stops_us_only_when_the_terminal_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what was written is out; when we go on it is taken again."""
    taker, kill = Taker(), os.kill
    monkeypatch.setattr(job_control.os, "kill", lambda _, number: taker.events.append(signal.Signals(number).name))
    assert ["give back", "settled", "SIGTSTP", "take"] == during(taker, lambda: kill(os.getpid(), signal.SIGTSTP))


def test_in_the_background_we_wait_for_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking now and then whether it is ours, for not every shell says so."""
    ours = iter([False, False, True])
    monkeypatch.setattr(job_control, "is_foreground", lambda _: next(ours))
    monkeypatch.setattr(job_control, "POLL_S", 0.0)
    taker, taken = Taker(), asyncio.Event()
    monkeypatch.setattr(taker, "take", lambda: (taker.events.append("take"), taken.set()))

    async def run() -> None:
        with job([taker]):
            await asyncio.wait_for(taken.wait(), GIVE_UP_S)

    asyncio.run(run())
    assert ["give back", "give back", "take", "give back"] == taker.events


def test_ctrl_backslash_quits_us(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, by the same signal."""
    taker, kill = Taker(), os.kill
    monkeypatch.setattr(job_control.os, "kill", lambda _, number: taker.events.append(signal.Signals(number).name))
    assert ["give back", "settled", "SIGQUIT"] == during(taker, lambda: kill(os.getpid(), signal.SIGQUIT))


def test_signals_are_restored() -> None:
    """Whatever the job has changed."""
    numbers = (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH, signal.SIGQUIT, signal.SIGTTIN, signal.SIGTTOU)
    before = [signal.getsignal(number) for number in numbers]
    taker = Taker()
    during(taker, lambda: None)
    assert (before, "settled") == ([signal.getsignal(number) for number in numbers], taker.events[-1])
