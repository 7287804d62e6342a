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
KINDS: tuple[DieKind, ...] = ("d10", "d6")


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


def test_value_alike_under_every_viewpoint_is_read() -> None:
    """As if it had been known how the camera looks on."""
    assert [7] == values((look(7), look(7), look(7)))


def test_larger_side_face_is_no_value() -> None:
    """Straight from above it reads 3, from the side 7, both for certain: it is asked about, and both are offered."""
    (asked,) = marginalised([(look(3), look(7), look(7))], THRESHOLD)
    assert isinstance(asked, DieReading)
    assert (None, {3, 7}) == (asked.value, {value for value, _ in asked.alternatives[:2]})


def test_viewpoint_of_disagreement_weighs_little() -> None:
    """Nothing fits when the die is taken to be seen as it is not."""
    assert [7] == values((look(3, 0.4, torn=True), look(7), look(7)))


def test_all_dice_in_a_picture_show_its_tilt() -> None:
    """What two others say of the stance decides about the third, which reads well under every one."""
    others = [(look(4, 0.5, torn=True), look(6, 0.5, torn=True), look(5))] * 2
    assert [5, 5, 7] == values(*others, (look(3), look(3), look(7)))


def test_unlikely_viewpoint_makes_no_value_sure() -> None:
    """Under the stance that the others stand for, the classifiers quarrel about the die, however loudly."""
    others = [(look(4, 0.5, torn=True), look(6, 0.5, torn=True), look(5))] * 3
    assert [5, 5, 5, None] == values(*others, (look(7), look(7), look(7, torn=True)))


def test_other_dice_are_reported_as_they_look() -> None:
    """Of anything else there is one look, and it says nothing of the camera."""
    chip = ChipReading("hit", 1.0, (), Box(0, 0, 9, 9))
    assert [chip, None] == marginalised([(chip,), (None,)], THRESHOLD)


def test_nothing_under_likely_views() -> None:
    """The other dice tell which those are."""
    others = [(look(4, 0.5, torn=True), look(6, 0.5, torn=True), look(5))] * 2
    assert [5, 5] == values(*others, (look(7), look(7), None))


def test_larger_front_face_of_a_cube_is_no_value() -> None:
    """As of a d10: straight from above it reads 5, from the side 6."""
    cube = partial(look, kind="d6")
    assert [None, 4] == values((cube(5), cube(6), cube(6)), (cube(4), cube(4), cube(4)))


def test_cube_is_read_from_above_as_well() -> None:
    """What only looks like a numeral from the side may be a symbol; of a d10 the likelier viewpoint counts."""
    sides = {kind: (look(3, 0.5, torn=True, kind=kind), look(3, kind=kind), look(3, kind=kind)) for kind in KINDS}
    assert [3, None] == [*values(sides["d10"]), *values(sides["d6"])]


def test_cubes_have_no_say_on_d10s() -> None:
    """A cube's front face reads as clearly as its top, so the d10s alone say how the camera looks on them."""
    cubes = [(look(4, kind="d6"), look(4, 0.5, torn=True, kind="d6"), look(5, 0.5, torn=True, kind="d6"))] * 3
    alone = (look(3, 0.5, torn=True), look(7), look(7))
    assert [4, 4, 4, 7] == values(*cubes, alone)


def test_viewpoint_under_which_it_is_another_die_says_nothing_of_its_value() -> None:
    """A d10's values are not a cube's."""
    assert [4] == values((look(4, kind="d6"), look(4, kind="d6"), look(8, 0.4, torn=True)))


@pytest.mark.debian13
def test_dice_seen_from_the_side_are_read_or_asked_about() -> None:
    """None of 39 is told wrongly, and a third is told; how many more than from straight above, the benches count."""
    right, wrong = zip(*(read(DiceReader(), name) for name in SHOWN), strict=True)
    assert (0, 0) == wrong
    assert sum(right) >= 13
