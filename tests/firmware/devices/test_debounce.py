"""Contacts become gestures once they have settled, whatever they do on the way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.devices.debounce import BUTTONS, HELD, RELEASE_S, STUCK_S, ButtonName, Debouncer
from firmware.devices.protocols import Gesture

BOUNCE_S = 0.03
Heard = list[tuple[float, Gesture]]
SCORING = [name for name in BUTTONS if name not in {"undo", "next", "ok"}]


def play(*edges: tuple[float, ButtonName, bool], until: float, every: float = 0.01) -> Heard:
    """Move contacts at the times given, tick in between, and write down what is heard when."""
    gestures, heard, left = Debouncer(BOUNCE_S), Heard(), list(edges)
    for step in range(round(until / every) + 1):
        now = step * every
        while left and left[0][0] <= now:
            moment, name, closed = left.pop(0)
            heard += [(moment, gesture) for gesture in gestures.edge(name, closed=closed, now=moment)]
        heard += [(now, gesture) for gesture in gestures.tick(now)]
    return heard


def names(heard: Heard) -> list[Gesture]:
    """What was heard, without the times."""
    return [gesture for _, gesture in heard]


@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_speaks_once_its_contact_has_settled(name: ButtonName) -> None:
    """Each has two meanings, so it speaks when it is let go, not before."""
    heard = play((0, name, True), (0.5, name, False), until=1)
    assert [name] == names(heard)
    assert 0.5 + BOUNCE_S == pytest.approx(heard[0][0])


HOLDS = [("undo", "redo", 1.0), ("next", "by-hand", 1.0), ("ok", "menu", 2.0)]


@pytest.mark.parametrize(("name", "gesture", "hold_s"), [*HOLDS, *((name, f"{name}-held", 1.0) for name in SCORING)])
def test_a_hold_speaks_while_still_held(name: ButtonName, gesture: Gesture, hold_s: float) -> None:
    """UNDO held one second is redo and OK held two the menu (D55), at that moment and only once."""
    heard = play((0, name, True), until=30)
    assert [gesture] == names(heard)
    assert hold_s == pytest.approx(heard[0][0])


@pytest.mark.parametrize("name", BUTTONS)
def test_a_bouncing_press_is_one_press(name: ButtonName) -> None:
    """A contact that chatters as it closes and as it opens makes one gesture."""
    closing = [(0.002 * step, name, step % 2 == 0) for step in range(9)]
    opening = [(0.3 + 0.002 * step, name, step % 2 == 1) for step in range(9)]
    assert [name] == names(play(*closing, *opening, until=1, every=0.001))


def test_a_hold_survives_a_flicker() -> None:
    """A contact that opens for a moment while held goes on being held, counted from the start."""
    heard = play((0, "undo", True), (0.5, "undo", False), (0.51, "undo", True), until=3)
    assert ["redo"] == names(heard)
    assert heard[0][0] == pytest.approx(1.0)


@pytest.mark.parametrize("name", SCORING)
def test_a_stuck_button_scores_nothing(name: ButtonName) -> None:
    """A button that sticks down is one hold, however long it sticks."""
    assert [f"{name}-held"] == names(play((0, name, True), until=60))


CONTACTS: dict[str, tuple[tuple[tuple[float, ButtonName, bool], ...], list[Gesture]]] = {
    "UNDO held and let go is no press besides": (((0, "undo", True), (1.2, "undo", False)), ["redo"]),
    "nor is OK": (((0, "ok", True), (2.2, "ok", False)), ["menu"]),
    "a hold that is just too short is a press": (((0, "undo", True), (0.99, "undo", False)), ["undo"]),
    "of OK, too": (((0, "ok", True), (1.99, "ok", False)), ["ok"]),
    "a flicker, as by a spark nearby, is nothing": (((0.1, "out", True), (0.12, "out", False)), []),
    "a stuck button leaves the others alone": (
        ((0, "out", True), (20, "ball", True), (20.2, "ball", False)), ["out-held", "ball"],
    ),
    "pressed, let go and pressed again is two presses": (
        ((0, "run", True), (0.2, "run", False), (0.4, "run", True), (0.6, "run", False)), ["run", "run"],
    ),
    "what was down before the program listened is no press when it opens": (((1, "ok", False),), []),
}  # fmt: skip


@pytest.mark.parametrize(("edges", "expected"), CONTACTS.values(), ids=CONTACTS)
def test_what_contacts_do_is_what_was_meant(
    edges: tuple[tuple[float, ButtonName, bool], ...], expected: list[Gesture]
) -> None:
    """The moves of one or two contacts, and all that is heard of them."""
    assert expected == names(play(*edges, until=25))


@pytest.mark.parametrize("late_s", [0.2, 5.0])
def test_a_late_tick_changes_no_meaning(late_s: float) -> None:
    """A timer that comes late tells a short press from a hold by when the contact moved."""
    gestures = Debouncer(BOUNCE_S)
    assert () == gestures.edge("undo", closed=True, now=0)
    assert () == gestures.edge("undo", closed=False, now=0.9)
    assert ("undo",) == gestures.tick(0.9 + late_s)


def test_a_hold_that_no_tick_saw_is_still_a_hold() -> None:
    """With no tick between press and release a long press is a hold, told at the release."""
    gestures = Debouncer(BOUNCE_S)
    gestures.edge("ok", closed=True, now=0)
    assert ("menu",) == gestures.edge("ok", closed=False, now=2.5)
    assert () == gestures.tick(9)


def test_gestures_come_in_the_order_of_the_contacts() -> None:
    """Two buttons that one late tick settles are heard in the order they were pressed."""
    gestures = Debouncer(BOUNCE_S)
    gestures.edge("strike", closed=True, now=0)
    gestures.edge("ball", closed=True, now=0.01)
    gestures.edge("strike", closed=False, now=0.1)
    gestures.edge("ball", closed=False, now=0.11)
    assert ("strike", "ball") == gestures.tick(1)


def test_due_names_the_next_moment() -> None:
    """`due` says when to look again: at the settling, at the hold, when it would be stuck, then never."""
    gestures = Debouncer(BOUNCE_S)
    assert gestures.due is None
    gestures.edge("undo", closed=True, now=10)
    assert gestures.due == pytest.approx(10 + BOUNCE_S)
    gestures.tick(10.5)
    assert gestures.due == pytest.approx(11)
    gestures.tick(11)
    assert gestures.due == pytest.approx(10 + STUCK_S)
    gestures.tick(10 + STUCK_S)
    assert gestures.due is None


def test_ticking_when_due_is_enough() -> None:
    """A tick at exactly `due` does what was due, so a thread that waits for it never spins."""
    gestures = Debouncer(BOUNCE_S)
    gestures.edge("out", closed=True, now=0.1)
    settled = gestures.due
    assert settled is not None
    assert () == gestures.tick(settled)
    held = gestures.due
    assert held is not None
    assert ("out-held",) == gestures.tick(held)


def test_without_a_bounce_time_an_edge_is_believed_at_once() -> None:
    """With perfect contacts, bounce time zero, a press needs no tick to be heard."""
    gestures = Debouncer(0)
    assert () == gestures.edge("out", closed=True, now=1)
    assert ("out",) == gestures.edge("out", closed=False, now=1.1)


STEADY = st.floats(0.031, 3.0)


@given(st.lists(st.tuples(st.sampled_from(BUTTONS), STEADY, STEADY), max_size=8))
def test_every_steady_press_is_heard_once(presses: list[tuple[ButtonName, float, float]]) -> None:
    """Of presses that each outlast the bounce time none is lost, doubled or turned around."""
    gestures, heard, now = Debouncer(BOUNCE_S), list[Gesture](), 0.0
    expected: list[Gesture] = []
    for name, down_s, up_s in presses:
        heard += gestures.edge(name, closed=True, now=now)
        heard += gestures.edge(name, closed=False, now=now + down_s)
        expected.append(HELD[name][0] if now + down_s >= now + HELD[name][1] else name)
        now += down_s + up_s
    heard += gestures.tick(now)
    assert expected == heard


@pytest.mark.parametrize("name", BUTTONS)
def test_button_held_for_too_long_is_stuck(name: ButtonName) -> None:
    """It is named as such after a quarter of a minute, and works again once it has been open for a second."""
    gestures = Debouncer(BOUNCE_S)
    gestures.edge(name, closed=True, now=0)
    gestures.tick(STUCK_S - 0.01)
    assert frozenset() == gestures.stuck
    gestures.tick(STUCK_S)
    assert {name} == gestures.stuck
    gestures.edge(name, closed=False, now=20)
    gestures.tick(20 + RELEASE_S)
    assert frozenset() == gestures.stuck
    gestures.edge(name, closed=True, now=30)
    gestures.tick(30.1)
    assert (name,) == gestures.edge(name, closed=False, now=30.2) + gestures.tick(30.3)


def test_a_stuck_button_that_chatters_says_nothing() -> None:
    """A crushed cable closes and opens as it likes; none of it is a press, however long each lasts."""
    gestures = Debouncer(BOUNCE_S)
    gestures.edge("out", closed=True, now=0)
    gestures.tick(STUCK_S)
    heard: list[Gesture] = []
    for moment in range(40):
        heard += gestures.edge("out", closed=moment % 2 == 1, now=20 + 0.7 * moment)
    assert ([], {"out"}) == (heard, gestures.stuck)


def test_stuck_button_blocks_no_other() -> None:
    """The rest of the buttons score on."""
    gestures = Debouncer(BOUNCE_S)
    gestures.edge("out", closed=True, now=0)
    gestures.tick(STUCK_S)
    gestures.edge("run", closed=True, now=30)
    gestures.edge("run", closed=False, now=30.5)
    assert ("run",) == gestures.tick(31)


def test_a_button_found_closed_is_no_press_but_may_be_stuck() -> None:
    """Held when the appliance starts it says nothing, not even when let go; held on and on it is named."""
    gestures = Debouncer(BOUNCE_S)
    gestures.found_closed("ok", now=0)
    assert ((), frozenset()) == (gestures.tick(STUCK_S - 1), gestures.stuck)
    assert () == gestures.tick(STUCK_S)
    assert {"ok"} == gestures.stuck
    assert () == gestures.edge("ok", closed=False, now=20) + gestures.tick(22)
