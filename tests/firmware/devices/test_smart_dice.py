"""What smart dice advertise is read to the byte, and what one says counts only of a throw that the camera has seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pixels import (
    CROOKED,
    D00,
    D6,
    D10,
    D20,
    FUDGE,
    HANDLED,
    LYING,
    NEW,
    PIPPED,
    ROLLED,
    ROLLING,
    TWISTED,
    Clock,
    heard,
    known,
)

from firmware.devices.smart_dice.advertisement import DIE_SERVICES, INFORMATION, PixelHeard, read_advertisement
from firmware.devices.smart_dice.smart_dice import LOW, MOST, THROW_S, WAIT_S, SmartDice
from firmware.notice import Notice
from scoreboard.language import ENGLISH

FACES = {
    (D10, NEW): (10, 1, 2, 3, 4, 5, 6, 7, 8, 9, None),
    (D10, TWISTED): (10, 1, 2, 3, 4, 5, 6, 7, 8, 9, None),
    (D00, NEW): (10, 1, 2, 3, 4, 5, 6, 7, 8, 9, None),
    (D6, NEW): (1, 2, 3, 4, 5, 6, None),
    (D6, TWISTED): (1, 5, 4, 3, 2, 6, None),
    (PIPPED, TWISTED): (1, 2, 3, 4, 5, 6, None),
    (FUDGE, NEW): (None, None),
    (D20, NEW): (None, None),
}


@pytest.mark.parametrize("kind", FACES, ids=str)
def test_each_face_counts_what_it_shows(kind: tuple[int, int]) -> None:
    """By its index: a d10 from 0, which is ten, as 00 is; a d6 from 1, with old firmware four of them mixed up."""
    shown = FACES[kind]
    assert shown == tuple(known(index, kind=kind[0], built=kind[1]).value for index in range(len(shown)))


def test_a_die_is_read_to_the_byte() -> None:
    """As the makers lay it out: the number with its lowest byte first, the type in the high half, charging on top."""
    made, numbered = bytes.fromhex("0a4301075b"), bytes.fromhex("4d3c2b1a00d8a06600ff")
    services = [DIE_SERVICES[1], INFORMATION]
    lucky = PixelHeard("1A2B3C4D", "Lucky", "d10", rests=True, value=7, battery=91, charges=False)
    assert lucky == read_advertisement("Lucky", services, {0x0D39: made}, {INFORMATION: numbered})
    charged = read_advertisement(None, services, {0xFFFF: made[:-1] + b"\xe4"}, {INFORMATION: numbered})
    assert charged is not None
    assert ("", 100, True) == (charged.name, charged.battery, charged.charges)


def test_it_rests_only_with_a_face_up() -> None:
    """Rolled, or lying; neither in a hand nor in the air nor on an edge."""
    states = (0, ROLLED, HANDLED, ROLLING, CROOKED, LYING, 6, 255)
    assert [ROLLED, LYING] == [state for state in states if known(state=state).rests]


def test_a_die_that_does_not_say_its_type_is_known_by_its_lights() -> None:
    """Ten are a d10, and 21 the pips of a d6."""
    assert [("d10", 4), ("pipped d6", 5), ("unknown", None)] == [
        (die.type, die.value) for die in (known(4, kind=0, lights=lights) for lights in (10, 21, 99))
    ]


@given(
    st.text(max_size=60) | st.none(),
    st.lists(st.sampled_from([*DIE_SERVICES, INFORMATION, "x"])),
    st.dictionaries(st.integers(0, 65535), st.binary(max_size=9), max_size=3),
    st.dictionaries(st.sampled_from([INFORMATION, "x"]), st.binary(max_size=12)),
)
def test_whatever_is_sent_is_a_die_or_nothing(
    name: str | None, services: list[str], made: dict[int, bytes], service_data: dict[str, bytes]
) -> None:
    """Anybody may send: nothing is raised, no value is another than a die's, no name longer than a name."""
    die = read_advertisement(name, services, made, service_data)
    if die is not None:
        assert die.value is None or 1 <= die.value <= die.sides
        assert 0 <= die.battery <= 100
        assert len(die.name) <= 40
        assert die.name.isprintable()


@pytest.mark.parametrize("lacks", ["service", "scan response", "manufacturer's data"])
def test_half_an_advertisement_is_nothing(lacks: str) -> None:
    """Of another device, before its scan response, or just after it has started."""
    services = [] if lacks == "service" else [DIE_SERVICES[0]]
    made = {} if lacks == "manufacturer's data" else {0xFFFF: bytes(5)}
    numbered = {} if lacks == "scan response" else {INFORMATION: bytes(8)}
    assert None is read_advertisement("Lucky", services, made, numbered)
    assert None is not read_advertisement("Lucky", [DIE_SERVICES[0]], {1: bytes(5)}, {INFORMATION: bytes(8)})


# -- what one says of a throw


class Table:
    """A table with a red die that is called Lucky."""

    def __init__(self, **assigned: str) -> None:
        self.clock, self.notices = Clock(), list[Notice | None]()
        self.dice = SmartDice(assigned or {"lucky": "red"}, self.clock, self.notices.append, self.clock.wait)

    def hear(self, face: int = 7, state: int = ROLLED, **others: object) -> None:
        """A die says that."""
        self.dice.hear(known(face, state=state, **others))

    def later(self, seconds: float, face: int = 7, state: int = ROLLED) -> None:
        """It will say that so many seconds from now."""
        self.clock.meanwhile.append((self.clock.at + seconds, lambda: self.hear(face, state)))

    def throw(self, *, held_as: int = 4) -> None:
        """It is held still, which it takes for a roll, and thrown."""
        self.hear(held_as)
        self.clock.at += 0.3
        self.hear(held_as, ROLLING)
        self.clock.at += 0.8

    def word(self, sides: int = 10) -> int | None:
        """What is said of a throw that lies still now."""
        return self.dice.word_of("red", sides, self.clock.at)


def test_a_die_that_was_thrown_says_what_it_shows() -> None:
    """Once it has come to rest, and was heard so after the camera saw it lie still; a moment is waited for that."""
    table = Table()
    table.throw()
    table.later(0.1, 9, ROLLING)
    table.later(0.3, 9)
    assert 9 == table.word()
    assert 0.3 == pytest.approx(table.clock.waited)


def test_a_held_die_says_nothing_of_a_throw() -> None:
    """What it told in the hand is older than the throw, and no answer however long it is waited for."""
    table = Table()
    table.hear(4)
    table.clock.at += 0.1
    assert None is table.word()
    assert pytest.approx(WAIT_S) == table.clock.waited


def test_nothing_waits_for_a_die_that_is_not_heard() -> None:
    """Without Bluetooth, far away, of another colour or kind: at once."""
    silent, gone, other = Table(), Table(), Table(lucky="blue")
    gone.throw()
    gone.clock.at += 2
    other.throw()
    assert [None] * 3 == [each.word() for each in (silent, gone, other)]
    kind = Table()
    kind.throw()
    assert None is kind.word(sides=6)
    assert 0 == sum(each.clock.waited for each in (silent, gone, other, kind))


def test_a_die_that_lay_there_all_the_time_was_not_thrown() -> None:
    """The camera may take another die for it: one that has not moved for long says nothing."""
    table = Table()
    table.hear(7)
    table.clock.at += THROW_S + 1
    table.hear(7)
    table.later(0.1, 7)
    assert None is table.word()


def test_of_two_dice_of_one_colour_neither_is_asked() -> None:
    """Nobody knows which of them was thrown."""
    table = Table(lucky="red", other="red")
    table.throw()
    table.later(0.1, 9)
    table.hear(3, name="Other", number=5)
    assert None is table.word()


def test_a_die_is_called_by_its_name_or_its_number() -> None:
    """In any letters; the name goes first."""
    by_name, by_number = Table(LUCKY="red"), Table(**{"1a2b3c4d": "white"})
    assert ("red", "white") == (by_name.dice.color_of(known()), by_number.dice.color_of(known()))
    assert None is Table().dice.color_of(known(name="Nobody's"))


def test_empty_battery_is_reported_once_and_again_when_charged() -> None:
    """For the owner's dice alone, not for a neighbour's."""
    table = Table()
    for battery in (LOW + 1, LOW, LOW, LOW - 1):
        table.hear(battery=battery)
    table.hear(name="Neighbour", number=9, battery=1)
    notices = [each for each in table.notices if each is not None]
    assert "The battery of Lucky is low: charge it." == ENGLISH(notices[0].sentence)
    assert 1 == len(notices)
    table.hear(battery=LOW | 0x80)
    assert None is table.notices[-1]


def test_whoever_passes_by_takes_no_place() -> None:
    """Dice of others push none of the owner's out, and of many that are called so the last are kept."""
    table = Table()
    table.throw()
    for number in range(1000):
        table.hear(3, name="Other", number=number + 1)
    table.later(0.1, 9)
    assert 9 == table.word()
    for number in range(MOST):
        table.clock.at += 0.001
        table.hear(3, number=number + 1)
    table.clock.at += THROW_S / 2
    table.hear(3, number=1)
    assert None is table.word()


def test_a_die_of_which_not_all_was_heard_is_none() -> None:
    """The tests' own die is one."""
    assert None is not heard()
