"""How a taught die is numbered: told from what stands beside each face, and only where that is certain."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from support.teach import picture, reader, taught

from vision.enrolled.matcher import VALUES, EnrolledDie
from vision.geometry.d10 import D10, NUMBERINGS
from vision.geometry.numbering import USUAL, Numbering
from vision.readings import DieReading, Evidence
from vision.recognition.parameters import Parameters
from vision.recognition.posterior import AdjacentFaces, adjacent_face_likelihood, inferred_numbering
from vision.recognition.viewpoint import VIEWPOINTS
from vision.types import Box

COUNTING = Numbering.of((0, 2, 4, 6, 8), (1, 3, 5, 7, 9))
SWAPPED = Numbering.of((0, 4, 9, 2, 8), (1, 7, 3, 5, 6))
"""The usual one but for 6 and 9, which stand in each other's place."""
Floats = np.ndarray


def word(digit: int, share: float = 0.9) -> Floats:
    """The numeral classifier's, of a numeral that it takes for ``digit``."""
    shares = np.full(17, (1 - share) / 16)
    shares[digit] = share
    return shares


def beside(numbering: Numbering) -> dict[int, list[Floats | None]]:
    """What a perfect classifier sees left and right of every face."""
    return {digit: [word(int(numbering.left[digit])), word(int(numbering.right[digit]))] for digit in range(10)}


def anyhow(rng: np.random.Generator) -> Numbering:
    """A die numbered at random."""
    digits = rng.permutation(10).tolist()
    return Numbering.of(digits[:5], digits[5:])


@pytest.mark.parametrize("seed", range(12))
def test_order_from_neighbours(seed: int) -> None:
    """However its maker numbered it, adjacent faces give the order."""
    numbering = anyhow(np.random.default_rng(seed))
    assert numbering == inferred_numbering(beside(numbering))


@pytest.mark.parametrize("numbering", [USUAL, COUNTING, SWAPPED], ids=str)
def test_a_few_misreadings_change_nothing(numbering: Numbering) -> None:
    """Three neighbours taken for other digits and three unseen leave the order certain."""
    faces = beside(numbering)
    faces[1][0], faces[4][1], faces[8][1] = word(0), word(7), word(5)
    faces[2][0] = faces[3][1] = faces[7][0] = None
    assert numbering == inferred_numbering(faces)


@pytest.mark.parametrize("seed", range(30))
def test_bad_readings_give_no_order(seed: int) -> None:
    """Where two words in five are wrong the order is the true one or none, never another."""
    rng = np.random.default_rng(seed)
    numbering = (USUAL, COUNTING, anyhow(rng))[seed % 3]
    faces = beside(numbering)
    for pair in faces.values():
        pair[:] = [word(int(rng.integers(10))) if rng.random() < 0.4 else one for one in pair]
    assert inferred_numbering(faces) in (numbering, None)


def test_six_taken_for_nine_in_every_view_does_not_swap_them() -> None:
    """What stands beside the faces that the owner called 6 and 9 speaks against it."""
    confused = {6: 9, 9: 6}
    faces = {
        digit: [word(confused.get(int(one.argmax()), int(one.argmax()))) for one in pair if one is not None]
        for digit, pair in beside(USUAL).items()
    }
    assert inferred_numbering(faces) in (USUAL, None)


@pytest.mark.parametrize("faces", [{}, {digit: [np.full(17, 1 / 17)] * 2 for digit in range(10)}])
def test_no_views_give_no_order(faces: dict[int, AdjacentFaces]) -> None:
    """Not even that the die is numbered as most are."""
    assert inferred_numbering(faces) is None


def test_a_numbering_has_one_name() -> None:
    """Wherever its rings are said to begin, and it can be read back."""
    assert Numbering.of((7, 3, 5, 9, 1), (6, 2, 8, 0, 4)) == USUAL == Numbering.read("04628 17359")
    assert "04628 17359" == str(USUAL)


@pytest.mark.parametrize("text", ["", "04628", "04628 17358", "046281 7359", "04628 1735x", "04628 17359 1"])
def test_what_is_no_numbering_is_refused(text: str) -> None:
    """Every digit stands once, five around either pole."""
    with pytest.raises(ValueError, match=r"five digits|invalid literal"):
        Numbering.read(text)


@pytest.mark.parametrize("name", ["common", "mirrored", "counting"])
def test_shape_and_numbering_agree_about_sides(name: str) -> None:
    """Beside each face of a drawn die stand the digits that its numbering says."""
    digits = NUMBERINGS[name]
    numbering, shape = Numbering.of(digits[:5], reversed(digits[5:])), D10(numbering=digits)
    for face, digit in enumerate(digits):
        left, right = (digits[place] for place in shape.ring(face))
        assert (left, right) == (numbering.left[digit], numbering.right[digit])


# --- a taught die


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Every test begins and ends with a reader without enrolled dice."""
    reader().enrolled.dice = ()
    yield
    reader().enrolled.dice = ()


Known = Callable[..., EnrolledDie]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Known:
    """Teaches a red die; a numbering and faces -> the die after a lesson in which this stood beside those faces."""

    def lesson(numbering: Numbering | None, faces: Iterable[int] = VALUES) -> EnrolledDie:
        enrolled, die = reader().enrolled, taught("red", *VALUES)
        fresh = tuple(replace(one) for one in die.samples if one.value in faces)
        words = iter([beside(numbering)[one.value % 10] if numbering else (None, None) for one in fresh])
        monkeypatch.setattr(enrolled.embedder, "adjacent_scores", lambda *_: next(words))
        return enrolled.refreshed(replace(die, samples=fresh, network=""))

    return lesson


def test_a_drawn_die_is_found_to_be_numbered_as_most_are() -> None:
    """By the numeral classifier as it is, from one picture of each face."""
    assert USUAL == taught("red", *VALUES).numbering


@pytest.mark.untraced
def test_ten_faces_show_how_a_die_is_numbered(known: Known) -> None:
    """With nine of them nothing is certain, and where nothing was seen beside them neither."""
    assert COUNTING == known(COUNTING).numbering
    assert known(COUNTING, tuple(VALUES)[:9]).numbering is None
    assert known(None).numbering is None


def reading_with(numbering: Numbering) -> DieReading:
    """The networks' reading of a face beside which a 2 and a 6 stand, of a die so numbered."""
    word_of = adjacent_face_likelihood((word(2), word(6)), numbering, 1.0)
    odds = np.roll(word_of / word_of.sum(), -1)
    return DieReading("d10", "red", None, 0.0, (), Box(120, 80, 80, 80), None, Evidence(tuple(odds), agreed=False))


@pytest.mark.debian13
def test_a_taught_die_is_read_by_its_own_numbering(known: Known) -> None:
    """A 2 on the left and a 6 on the right make it a 4 on one die; on most dice there is no such face."""
    frame = picture("red", 4, 2)
    (outputs,) = reader().classify(frame)
    (untaught,) = reader().read(frame)
    asked = list[Numbering]()

    def judged(numbering: Numbering) -> DieReading:
        asked.append(numbering)
        return reading_with(numbering)

    for die in (known(COUNTING), known(None)):
        reader().enrolled.dice = (die,)
        reader().enrolled.refine(frame, outputs.pose, untaught, 0.9, judged)  # type: ignore[arg-type]
    assert [COUNTING] == asked


@pytest.mark.untraced
def test_reader_uses_the_numbering_it_infers(known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    """First as of any die; then, when it is known for which, by its own."""
    reader().enrolled.dice = (known(COUNTING),)
    asked = list[tuple[object, ...]]()

    def spy(neighbours: AdjacentFaces, *how: Any, parameters: Parameters) -> Floats:  # noqa: ANN401 - whatever it is called with
        asked.append(how)
        return adjacent_face_likelihood(neighbours, *how, parameters=parameters)

    monkeypatch.setattr(sys.modules[type(reader()).__module__], "adjacent_face_likelihood", spy)
    reader().read(picture("red", 4, 2))
    assert [(), (COUNTING, 1.0)] * len(VIEWPOINTS.tilts) == asked


def test_its_own_numbering_is_believed_in_full() -> None:
    """On a die whose order is not known, no neighbour can speak so loud against a digit."""
    words = (word(2, 0.99), word(6, 0.99))
    sure, usual = adjacent_face_likelihood(words, COUNTING, 1.0), adjacent_face_likelihood(words, USUAL)
    assert 4 == sure.argmax()
    assert 25 * sure.min() < usual.min()
