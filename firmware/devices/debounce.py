"""Contacts -> gestures: debouncing and holds as one pure state machine, the time handed in.

Not left to gpiozero, because its drivers debounce in three different ways and the mock pins not at all, and its hold
thread reads the real clock. This machine behaves the same behind every driver, and tests need not wait.

Rule kept here: a contact counts as closed or open once it has stayed so for the bounce time; a shorter flicker never
happened. Each button also means something when held: it gives its gesture when it is released, or at the moment the
hold is long enough, and never both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from firmware.devices.protocols import Gesture

ButtonName = Literal["ball", "strike", "out", "run", "homerun", "batter", "undo", "next", "ok"]
BUTTONS: tuple[ButtonName, ...] = get_args(ButtonName)

HELD: dict[ButtonName, tuple[Gesture, float]] = {
    "ball": ("ball-held", 1.0), "strike": ("strike-held", 1.0), "out": ("out-held", 1.0),
    "run": ("run-held", 1.0), "homerun": ("homerun-held", 1.0), "batter": ("batter-held", 1.0),
    "undo": ("redo", 1.0), "next": ("by-hand", 1.0), "ok": ("menu", 2.0),
}  # fmt: skip
"""What a button means when held, and for how many seconds (D55, D56)."""

STUCK_S = 15.0
"""A button that is down for longer is jammed, and ignored."""
RELEASE_S = 1.0
"""How long a stuck button must be open to count again: what jams a button also makes it chatter."""

_Timed = tuple[float, Gesture]
"""A gesture and its moment."""


@dataclass(slots=True)
class _Contact:
    """One button.

    Attributes:
        name: which one.
        closed: how the contact was at its last edge.
        edge: when that was.
        pressed: how the button is once bounce is taken out.
        since: when it was pressed.
        reported: whether this press has given its gesture.
        stuck: whether it has been held beyond `STUCK_S`.
    """

    name: ButtonName
    closed: bool = False
    edge: float = 0.0
    pressed: bool = False
    since: float = 0.0
    reported: bool = False
    stuck: bool = False

    def stable_at(self, bounce_s: float) -> float | None:
        """When the contact will have stayed as it is for long enough to count; None if nothing changes."""
        if self.closed == self.pressed:
            return None
        return self.edge + (RELEASE_S if self.stuck else bounce_s)

    def stuck_at(self) -> float | None:
        """When this press counts as stuck; None if it cannot any more."""
        return self.since + STUCK_S if self.pressed and self.closed and not self.stuck else None

    def held_at(self) -> float | None:
        """When this press becomes a hold; None if it cannot any more."""
        waiting = self.pressed and self.closed and not self.reported
        return self.since + HELD[self.name][1] if waiting else None


class Debouncer:
    """All nine buttons, given every edge and, at or after `due`, the time; ``bounce_s`` is the bounce time."""

    def __init__(self, bounce_s: float) -> None:
        self._bounce_s = bounce_s
        self._contacts = {name: _Contact(name) for name in BUTTONS}

    @property
    def due(self) -> float | None:
        """When `tick` will next have something to do; None while nothing is under way."""
        instants = [
            instant
            for contact in self._contacts.values()
            for instant in (contact.stable_at(self._bounce_s), contact.held_at(), contact.stuck_at())
        ]
        return min((instant for instant in instants if instant is not None), default=None)

    @property
    def stuck(self) -> frozenset[str]:
        """The buttons that count as jammed."""
        return frozenset(name for name, contact in self._contacts.items() if contact.stuck)

    def found_closed(self, name: ButtonName, now: float) -> None:
        """A contact is closed from the start: that is no press, but may turn out to be stuck."""
        contact = self._contacts[name]
        contact.closed = contact.pressed = contact.reported = True
        contact.since = now

    def edge(self, name: ButtonName, *, closed: bool, now: float) -> tuple[Gesture, ...]:
        """A contact has closed or opened: the gestures that this makes by ``now``, in order."""
        before = self.tick(now)
        contact = self._contacts[name]
        contact.closed, contact.edge = closed, now
        return (*before, *self.tick(now))

    def tick(self, now: float) -> tuple[Gesture, ...]:
        """The gestures made by ``now``, in order; may be called late, for what counts is when the contacts moved."""
        timed = [each for contact in self._contacts.values() for each in self._advance(contact, now)]
        return tuple(gesture for _, gesture in sorted(timed, key=lambda each: each[0]))

    def _advance(self, contact: _Contact, now: float) -> list[_Timed]:
        """Let a contact become stable, or a hold, or both at once if the tick is late."""
        # 1. A press that lasts too long is a jam, and is ignored from then on.
        stuck_at = contact.stuck_at()
        contact.stuck = contact.stuck or (stuck_at is not None and stuck_at <= now)
        # 2. While the contact bounces nothing but a hold can come about.
        stable_at = contact.stable_at(self._bounce_s)
        if stable_at is None or stable_at > now:
            return _hold(contact, now)
        # 3. It has been stable for the bounce time: a press, which may be a hold by now, or a release.
        if not contact.closed:
            return _release(contact)
        contact.pressed, contact.since, contact.reported = True, contact.edge, False
        return _hold(contact, now)


def _hold(contact: _Contact, now: float) -> list[_Timed]:
    moment = contact.held_at()
    return [] if moment is None or moment > now else _report(contact, HELD[contact.name][0], moment)


def _release(contact: _Contact) -> list[_Timed]:
    contact.pressed = contact.stuck = False
    return [] if contact.reported else _report(contact, contact.name, contact.edge)


def _report(contact: _Contact, gesture: Gesture, moment: float) -> list[_Timed]:
    contact.reported = True
    return [(moment, gesture)]
