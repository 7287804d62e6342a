"""What looks at a board at rest say of states of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from support.looks import look

from firmware.play.board.evidence import BoardEvidence
from firmware.play.board.expected_board import ExpectedBoard
from firmware.play.board.reading import LOOKS, MARGIN
from vision.board.board_reader import SeenPiece

Sign = Literal["+", "-"]
LED = ExpectedBoard("red", frozenset({4, 8}), plate=False, ball="Z1", due=frozenset(), signs={4: "-", 8: "+"})
"""The + helmet is ahead."""
FOLLOWED = replace(LED, signs={4: "+", 8: "-"})


def seen(**signs: Sign) -> BoardEvidence:
    """Looks at two red helmets with what is read on them, ``at4`` and ``at8``."""
    pieces = tuple(SeenPiece("red", sign, int(at[2:]), "placed", (0, 0), 0.95) for at, sign in signs.items())
    evidence = BoardEvidence()
    for _ in range(LOOKS):
        evidence = evidence.after(look({4: "red", 8: "red"}, "Z1", pieces=pieces))
    return evidence


@pytest.mark.parametrize(
    ("signs", "decides"), [({"at4": "-", "at8": "+"}, True), ({"at8": "+"}, False), ({}, False), ({"at4": "+"}, False)]
)
def test_two_signs_tell_which_runner_is_which(signs: dict[str, Sign], decides: bool) -> None:
    """Of boards with helmets at the same places; one sign may be a helmet that somebody took for another."""
    evidence = seen(**signs)
    assert decides == (evidence.weight(LED) - evidence.weight(FOLLOWED) >= MARGIN)


def test_a_place_where_both_signs_were_read_has_none() -> None:
    """One helmet was put in the other's place, as far as the looks go."""
    evidence = seen(at8="-")
    assert evidence.has_other_sign(8, LED)
    mended = evidence.after(
        look({4: "red", 8: "red"}, "Z1", pieces=(SeenPiece("red", "+", 8, "placed", (0, 0), 0.95),))
    )
    assert not mended.has_other_sign(8, LED)
    assert not mended.has_other_sign(8, FOLLOWED)


def test_no_sign_is_no_evidence_of_a_plain_helmet() -> None:
    """It may not have been read."""
    assert seen().weight(LED) == seen().weight(replace(LED, signs={}))
