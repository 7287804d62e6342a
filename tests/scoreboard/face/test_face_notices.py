"""Messages, none of which is cut, and questions about a die."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scoreboard.face import Question, lit, message
from scoreboard.face.fonts import LARGE, plain
from scoreboard.face.notices import ask, wrapped

TEXTS = st.text(max_size=80)
COLOURS = st.text(min_size=1, max_size=40)


def line_of(picture: Image.Image, top: int) -> bytes:
    """The seven rows of pixels that a line of text takes."""
    return picture.crop((0, top, 64, top + LARGE.height)).tobytes()


@given(text=TEXTS)
def test_wrapping_loses_no_letter(text: str) -> None:
    """Every letter of a message stands in some line, in order, and every line fits the panel."""
    lines = wrapped(text, 64, LARGE)
    assert "".join(plain(text).split()) == "".join(lines).replace(" ", "")
    assert all(LARGE.width(line) <= 64 for line in lines)


@given(text=TEXTS)
def test_every_line_of_a_message_comes_to_be_shown(text: str) -> None:
    """A message that does not stand on the panel at once is moved up until all of it was there."""
    lines = wrapped(text, 64, LARGE)
    moments = [message(text, tick=3 * turn) for turn in range(max(1, len(lines)))]
    seen = {line_of(picture, top) for picture in moments for top in (0, 4, 9)}
    assert all(line_of(message(line), 4) in seen for line in lines)


def test_a_long_message_begins_again() -> None:
    """Whoever comes late can read it from its start."""
    text = "The card is full: free some room"
    assert 3 == len(wrapped(text, 64, LARGE))
    assert message(text).tobytes() == message(text, tick=6).tobytes() != message(text, tick=3).tobytes()


def test_a_short_message_stands_still() -> None:
    """Nothing moves that need not."""
    assert message("No camera").tobytes() == message("No camera", tick=3).tobytes()


@pytest.mark.parametrize("asked", [("red", 6), ("red", None), ("chip", "out"), ("turquoise", 10)])
def test_the_question_mark_blinks_and_the_answer_does_not(asked: tuple[str, int | str | None]) -> None:
    """A question is seen to be one, and what OK would accept can be read at any moment."""
    shown, blinked = (lit(ask(Question(*asked), tick=tick)) for tick in (0, 1))
    mark = (54, 0, 64, 16)
    assert shown.crop((0, 0, 54, 16)).tobytes() == blinked.crop((0, 0, 54, 16)).tobytes()
    assert (True, None) == (shown.crop(mark).getbbox() is not None, blinked.crop(mark).getbbox())


def test_every_answer_offered_looks_different() -> None:
    """NEXT is seen to walk through the values of a die."""
    assert 11 == len({lit(ask(Question("red", value))).tobytes() for value in (None, *range(1, 11))})


@given(colour=COLOURS, value=st.sampled_from([1, 10, "hit", "out"]))
def test_a_long_name_never_runs_into_the_answer(colour: str, value: int | str) -> None:
    """However a die is called, the answer offered stays readable."""
    picture, nameless = (lit(ask(Question(name, value))) for name in (colour, " "))
    start = nameless.getbbox()
    assert start is not None
    answer = (start[0], 0, 64, 16)
    assert nameless.crop(answer).tobytes() == picture.crop(answer).tobytes()
