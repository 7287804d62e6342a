"""A camera of which nobody knows how it looks on: what a die may be from the side counts as well as from above."""

from __future__ import annotations

from functools import partial

import pytest
from support.aslant import SHOWN, read

from vision import DiceReader, DieReading, Reading
from vision.readings import ChipReading, DieKind, Evidence
from vision.recognition.viewpoint import marginalised
from vision.types import Box

THRESHOLD = 0.99


def look(value: int, share: float = 0.999, *, torn: bool = False, kind: DieKind = "d10") -> DieReading:
    """A die that is ``value`` with a probability, the rest spread over the others."""
    sides = int(kind[1:])
    odds = tuple(share if each == value else (1 - share) / (sides - 1) for each in range(1, sides + 1))
    sure = share >= THRESHOLD and not torn
    evidence = Evidence(odds, agreed=not torn)
    return DieReading(kind, "red", value if sure else None, share, (), Box(0, 0, 9, 9), None, evidence)


def values(*things: tuple[Reading | None, ...]) -> list[int | None]:
    """The values told of things, each from its looks under every stance."""
    return [one.value for one in marginalised(things, THRESHOLD) if isinstance(one, DieReading)]


cube = partial(look, kind="d6")
UPRIGHT_FROM_THE_SIDE = (look(4, 0.5, torn=True), look(6, 0.5, torn=True), look(5))
"""A die that reads well under the last of the stances alone."""
LOOKS: dict[str, tuple[list[tuple[Reading | None, ...]], list[int | None]]] = {
    "a value alike under every stance is read": ([(look(7), look(7), look(7))], [7]),
    "a stance under which nothing fits weighs little": ([(look(3, 0.4, torn=True), look(7), look(7))], [7]),
    "what others say of the stance decides about a die that reads well under each": (
        *([*[UPRIGHT_FROM_THE_SIDE] * 2, (look(3), look(3), look(7))], [5, 5, 7]),
    ),
    "a stance that the others do not stand for makes no value sure": (
        *([*[UPRIGHT_FROM_THE_SIDE] * 3, (look(7), look(7), look(7, torn=True))], [5, 5, 5, None]),
    ),
    "what is nothing under the likely stance is no die": (
        *([*[UPRIGHT_FROM_THE_SIDE] * 2, (look(7), look(7), None)], [5, 5]),
    ),
    "a cube's front face that is seen larger is no value": (
        *([(cube(5), cube(6), cube(6)), (cube(4), cube(4), cube(4))], [None, 4]),
    ),
    "of a d10 the likelier stance counts": ([(look(3, 0.5, torn=True), look(3), look(3))], [3]),
    "a cube must read from above as well, or it may show a symbol": (
        *([(cube(3, 0.5, torn=True), cube(3), cube(3))], [None]),
    ),
    "cubes have no say on d10s, for a front face reads as clearly as a top": (
        *(
            [
                *[(cube(4), cube(4, 0.5, torn=True), cube(5, 0.5, torn=True))] * 3,
                (look(3, 0.5, torn=True), look(7), look(7)),
            ],
        ),
        [4, 4, 4, 7],
    ),
    "a stance under which it is another die says nothing of its value": (
        *([(cube(4), cube(4), look(8, 0.4, torn=True))], [4]),
    ),
}


@pytest.mark.parametrize(("things", "expected"), LOOKS.values(), ids=LOOKS)
def test_dice_are_read_from_their_looks(things: list[tuple[Reading | None, ...]], expected: list[int | None]) -> None:
    """Each from its looks under every stance of the camera, which all of them show together."""
    assert expected == values(*things)


def test_larger_side_face_is_no_value() -> None:
    """Straight from above it reads 3, from the side 7, both for certain: it is asked about, and both are offered."""
    (asked,) = marginalised([(look(3), look(7), look(7))], THRESHOLD)
    assert isinstance(asked, DieReading)
    assert (None, {3, 7}) == (asked.value, {value for value, _ in asked.alternatives[:2]})


def test_other_dice_are_reported_as_they_look() -> None:
    """Of anything else there is one look, and it says nothing of the camera."""
    chip = ChipReading("hit", 1.0, (), Box(0, 0, 9, 9))
    assert [chip, None] == marginalised([(chip,), (None,)], THRESHOLD)


@pytest.mark.debian13
def test_dice_seen_from_the_side_are_read_or_asked_about() -> None:
    """None of 39 is told wrongly, and a third is told; how many more than from straight above, the benches count."""
    right, wrong = zip(*(read(DiceReader(), name) for name in SHOWN), strict=True)
    assert (0, 0) == wrong
    assert sum(right) >= 13
