"""Contacts -> gestures: debounce and holds as one pure machine that is told the time.

Why here and not in gpiozero: its drivers debounce in three different ways and the mock pins not at all, and its hold
thread reads the real clock. One machine of our own behaves the same behind every driver, and a test can drive it
through bounce, a late timer or a stuck button without waiting.

Rule kept here: a contact counts as closed or open once it has stayed so for the bounce time; whatever flickers for
less never happened. A button that also means something when held speaks when it is let go, or at the moment the hold
is long enough, and never both; every other button speaks as soon as it is down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from firmware.devices.protocols import Gesture

ButtonName = Literal["ball", "strike", "out", "run", "homerun", "batter", "undo", "next", "ok"]
BUTTONS: tuple[ButtonName, ...] = get_args(ButtonName)

HELD: dict[ButtonName, tuple[Gesture, float]] = {"undo": ("redo", 1.0), "next": ("by-hand", 1.0), "ok": ("menu", 2.0)}
"""What a button means when held, and for how many seconds (D55, D56)."""

STUCK_S = 15.0
"""A press that lasts longer is no press: something jams the button."""
LET_GO_S = 1.0
"""How long a stuck button must be open to be believed again: what jams a button also makes it chatter."""

_Spoken = tuple[float, Gesture]
"""A gesture and the moment that made it one."""


@dataclass(slots=True)
class _Contact:
    """One button.

    Attributes:
        name: which one.
        closed: how the contact was at its last edge.
        edge: when that was.
        pressed: how the button is once bounce is taken out.
        since: when it was pressed.
        spoken: whether this press has been told.
        stuck: whether it has been held beyond reason.
    """

    name: ButtonName
    closed: bool = False
    edge: float = 0.0
    pressed: bool = False
    since: float = 0.0
    spoken: bool = False
    stuck: bool = False

    def settles(self, bounce_s: float) -> float | None:
        """When the contact will have stayed as it is for long enough to count; None if nothing changes."""
        if self.closed == self.pressed:
            return None
        return self.edge + (LET_GO_S if self.stuck else bounce_s)

    def sticks(self) -> float | None:
        """When this press becomes one beyond reason; None if it cannot any more."""
        return self.since + STUCK_S if self.pressed and self.closed and not self.stuck else None

    def held_enough(self) -> float | None:
        """When this press becomes a hold; None if it cannot any more."""
        waiting = self.name in HELD and self.pressed and self.closed and not self.spoken
        return self.since + HELD[self.name][1] if waiting else None


class Gestures:
    """All nine buttons: feed it every edge and, at or after `due`, the time.

    Args:
        bounce_s: how long a contact must stay as it is to count, in seconds.
    """

    def __init__(self, bounce_s: float) -> None:
        self._bounce_s = bounce_s
        self._contacts = {name: _Contact(name) for name in BUTTONS}

    @property
    def due(self) -> float | None:
        """When `tick` will next have something to do; None while nothing is under way."""
        known = (at for contact in self._contacts.values() for at in self._instants(contact) if at is not None)
        return min(known, default=None)

    @property
    def stuck(self) -> frozenset[str]:
        """The buttons that are held beyond reason."""
        return frozenset(name for name, contact in self._contacts.items() if contact.stuck)

    def found_closed(self, name: ButtonName, now: float) -> None:
        """A contact is closed already when we begin to look: that is no press, but may turn out to be stuck."""
        contact = self._contacts[name]
        contact.closed = contact.pressed = contact.spoken = True
        contact.since = now

    def edge(self, name: ButtonName, *, closed: bool, now: float) -> tuple[Gesture, ...]:
        """A contact has closed or opened.

        Returns:
            The gestures that have come about by ``now``, in order.
        """
        spoken = self.tick(now)
        contact = self._contacts[name]
        contact.closed, contact.edge = closed, now
        return (*spoken, *self.tick(now))

    def tick(self, now: float) -> tuple[Gesture, ...]:
        """Time has passed; may come late, for what counts is when the contacts moved.

        Returns:
            The gestures that have come about by ``now``, in order.
        """
        spoken = [each for contact in self._contacts.values() for each in self._advance(contact, now)]
        return tuple(gesture for _, gesture in sorted(spoken, key=lambda each: each[0]))

    def _instants(self, contact: _Contact) -> tuple[float | None, ...]:
        return contact.settles(self._bounce_s), contact.held_enough(), contact.sticks()

    def _advance(self, contact: _Contact, now: float) -> list[_Spoken]:
        """Let a contact become stable, or a hold, or both at once if the tick is late."""
        # 1. A press that lasts beyond reason is a jam, and is ignored from then on.
        sticks = contact.sticks()
        contact.stuck = contact.stuck or (sticks is not None and sticks <= now)
        # 2. While the contact bounces nothing but a hold can come about.
        settles = contact.settles(self._bounce_s)
        if settles is None or settles > now:
            return _hold(contact, now)
        # 3. It has been stable for the bounce time: a press, which may be a hold by now, or a release.
        return [*_press(contact), *_hold(contact, now)] if contact.closed else _release(contact)


def _press(contact: _Contact) -> list[_Spoken]:
    contact.pressed, contact.since, contact.spoken = True, contact.edge, False
    return [] if contact.name in HELD else _speak(contact, contact.name, contact.edge)


def _hold(contact: _Contact, now: float) -> list[_Spoken]:
    moment = contact.held_enough()
    return [] if moment is None or moment > now else _speak(contact, HELD[contact.name][0], moment)


def _release(contact: _Contact) -> list[_Spoken]:
    contact.pressed = contact.stuck = False
    return [] if contact.spoken else _speak(contact, contact.name, contact.edge)


def _speak(contact: _Contact, gesture: Gesture, moment: float) -> list[_Spoken]:
    contact.spoken = True
    return [(moment, gesture)]
