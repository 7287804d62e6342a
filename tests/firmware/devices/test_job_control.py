"""A terminal that is taken over by a shell's job."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable

import pytest

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


def test_a_new_size_is_passed_on() -> None:
    """For what is drawn must fit."""
    assert ["resized"] == during(Taker(), lambda: os.kill(os.getpid(), signal.SIGWINCH))


def test_ctrl_z_does_nothing() -> None:
    """A game that is stopped keeps no score."""
    assert not during(Taker(), lambda: os.kill(os.getpid(), signal.SIGTSTP))


def test_in_the_background_we_wait_for_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the signal of any program that reads there, before anything is taken."""
    taker = Taker()
    monkeypatch.setattr(job_control, "is_foreground", lambda _: False)
    monkeypatch.setattr(os, "kill", lambda _, number: taker.events.append(signal.Signals(number).name))

    async def run() -> None:
        with job([taker]):
            pass

    asyncio.run(run())
    assert ["SIGTTIN", "take", "give back"] == taker.events


def test_ctrl_backslash_quits_us(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, by the same signal."""
    taker, kill = Taker(), os.kill
    monkeypatch.setattr(os, "kill", lambda _, number: taker.events.append(signal.Signals(number).name))
    assert ["give back", "settled", "SIGQUIT"] == during(taker, lambda: kill(os.getpid(), signal.SIGQUIT))


def test_signals_are_restored() -> None:
    """Whatever the job has changed."""
    numbers = (signal.SIGTSTP, signal.SIGWINCH, signal.SIGQUIT)
    before = [signal.getsignal(number) for number in numbers]
    taker = Taker()
    during(taker, lambda: None)
    assert (before, "settled") == ([signal.getsignal(number) for number in numbers], taker.events[-1])
