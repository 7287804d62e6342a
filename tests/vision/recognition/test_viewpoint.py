"""A camera of which nobody knows how it looks on: what a die may be from the side counts as well as from above."""

from __future__ import annotations

from support.aslant import SHOWN, read

from vision import DiceReader, DieReading, Reading
from vision.readings import ChipReading, Evidence
from vision.recognition.viewpoint import marginalised
from vision.types import Box

THRESHOLD = 0.99


def look(value: int, share: float = 0.999, *, torn: bool = False) -> DieReading:
    """A die that is ``value`` with a probability, the rest spread over the others."""
    odds = tuple(share if each == value else (1 - share) / 9 for each in range(1, 11))
    sure = share >= THRESHOLD and not torn
    evidence = Evidence(odds, agreed=not torn)
    return DieReading("d10", "red", value if sure else None, share, (), Box(0, 0, 9, 9), None, evidence)


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


def test_dice_seen_from_the_side_are_read_or_asked_about() -> None:
    """None of 39 is told wrongly, and a third is told; how many more than from straight above, the benches count."""
    right, wrong = zip(*(read(DiceReader(), name) for name in SHOWN), strict=True)
    assert (0, 0) == wrong
    assert sum(right) >= 13
