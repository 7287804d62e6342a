"""Messages, none of which is cut, and questions about a die."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from scoreboard.display import LAYOUTS, Question, message_picture, monochrome
from scoreboard.display.fonts import HIGH, HUGE, LARGE, SLIM, TINY, Font, plain
from scoreboard.display.message_pictures import question_picture
from scoreboard.display.palette import AMBER, CHALK, DARK, RED
from scoreboard.display.text_layout import (
    BETWEEN_ENTRIES,
    QUESTION_FONTS,
    TextBlock,
    asked,
    evenly_wrapped,
    in_largest_font,
    listed,
    scrolled,
    wrapped,
)
from scoreboard.language import language, languages
from scoreboard.message import message

SHORT = (
    *("BUNT?", "BUNT? OK", "STEAL?", "TAG UP?", "KEEP RUNNING?", "RUN 1B?", "RUN 3B?", "NEW BATTER?", "HOLD?", "SKIP?"),
    *("OUTS 2?", "BALLS 3?", "REDS 4?", "INNING 12?", "AWAY WINS?", "NEW GAME?", "HOME WI-FI?", "SHUT DOWN?"),
    *("RUNNER 1B 2B 3B?", "2 LINES GO?", "LINE 12 RED 7", "LINE 1234 MAGENTA 10?", "GAME 1234 ON?", "BLUE: 10?"),
    *("ON 1ST NEXT: RUN ON", "ON 3RD NEXT: HOME", "TO 2ND NEXT:1ST", "STRIKE OUT LINE 12?", "RUNNERS 2ND, 3RD?"),
)
"""What a panel has to say without moving."""
ROOMY = [size for size in LAYOUTS if size >= (64, 16)]
"""Panels on which such a text stands at once; a smaller one shows it line by line."""
TEXTS = st.text(max_size=80)
COLOURS = st.text(min_size=1, max_size=40)


@given(text=TEXTS)
@example("AAAAAAAAABA")  # too wide, and broken where a syllable begins
def test_wrapping_loses_no_letter(text: str) -> None:
    """Every letter of a message stands in some line, in order, and every line fits the panel; hyphens may be more."""
    lines = wrapped(plain(text), 64, LARGE)
    assert "".join(plain(text).replace("-", "").split()) == "".join(lines).replace(" ", "").replace("-", "")
    assert plain(text).count("-") <= "".join(lines).count("-")
    assert all(LARGE.width(line) <= 64 for line in lines)


@given(text=TEXTS)
def test_every_line_of_a_message_comes_to_be_shown(text: str) -> None:
    """A message that does not stand on the panel at once is moved up until all of it was there."""
    shown = scrolled(plain(text), (64, 16))
    high = shown.font.height
    moments = [message_picture(text, tick=3 * turn) for turn in range(max(1, len(shown.lines)))]
    seen = {picture.crop((0, top, 64, top + high)).tobytes() for picture in moments for top in range(17 - high)}
    assert all(TextBlock((line,), shown.font).draw((64, high), 0).tobytes() in seen for line in shown.lines)


def test_a_long_message_begins_again() -> None:
    """A player who looks late can read it from its start."""
    text = "The card is full: free some room"
    assert 3 == len(wrapped(plain(text), 64, LARGE))
    assert (
        message_picture(text).tobytes()
        == message_picture(text, tick=6).tobytes()
        != message_picture(text, tick=3).tobytes()
    )


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("key", ["asked.numbers", "asked.numbers-held"])
@pytest.mark.parametrize("size", LAYOUTS)
def test_an_entry_of_a_list_stands_whole_on_one_line(size: tuple[int, int], key: str, code: str) -> None:
    """Which button is which number, on every panel: no entry is cut or broken, and none is left out."""
    entries = [plain(each) for each in language(code).say(message(key), "panel").split(", ")]
    blocks = listed(entries, size)
    lines = [line for block in blocks for line in block.lines]
    assert entries == [entry for line in lines for entry in line.split(BETWEEN_ENTRIES)]
    for block in blocks:
        assert all(block.font.width(line) <= size[0] for line in block.lines)
        assert len(block.lines) * (block.font.height + 2) - 2 <= size[1]
    assert len(entries) >= len(blocks)


def test_short_message_is_still() -> None:
    """Nothing moves that need not."""
    assert message_picture("No camera").tobytes() == message_picture("No camera", tick=3).tobytes()


@pytest.mark.parametrize("asked", [("red", 6), ("red", None), ("chip", "out"), ("turquoise", 10)])
def test_the_question_mark_blinks_and_the_answer_does_not(asked: tuple[str, int | str | None]) -> None:
    """A question is seen to be one, and what OK would accept can be read at any moment."""
    shown, blinked = (monochrome(question_picture(Question(*asked), tick=tick)) for tick in (0, 1))
    mark = (54, 0, 64, 16)
    assert shown.crop((0, 0, 54, 16)).tobytes() == blinked.crop((0, 0, 54, 16)).tobytes()
    assert (True, None) == (shown.crop(mark).getbbox() is not None, blinked.crop(mark).getbbox())


def test_every_answer_offered_looks_different() -> None:
    """NEXT is seen to walk through the values of a die."""
    assert 11 == len(
        {monochrome(question_picture(Question("red", value))).tobytes() for value in (None, *range(1, 11))}
    )


@given(colour=COLOURS, value=st.sampled_from([1, 10, "hit", "out"]))
def test_a_long_name_never_runs_into_the_answer(colour: str, value: int | str) -> None:
    """However a die is called, the answer offered stays readable."""
    picture, nameless = (monochrome(question_picture(Question(name, value))) for name in (colour, " "))
    start = nameless.getbbox()
    assert start is not None
    answer = (start[0], 0, 64, 16)
    assert nameless.crop(answer).tobytes() == picture.crop(answer).tobytes()


def lights(font: Font, text: str) -> int:
    """How many pixels the letters of ``text`` have, none lying over another."""
    return sum(row.count("#") for letter in plain(text) for row in font.glyph(letter))


@pytest.mark.parametrize("size", ROOMY)
@pytest.mark.parametrize("text", SHORT)
@pytest.mark.parametrize("options", [{"ok": True}, {"color": "red"}, {"ok": True, "color": "blue"}])
@pytest.mark.newest
@pytest.mark.untraced
def test_short_text_fits_every_panel_uncut(text: str, size: tuple[int, int], options: dict[str, object]) -> None:
    """Every pixel of every letter is lit, at one moment: no letter is past the edge, over another, or yet to come."""
    picture = message_picture(text, size, **options)  # type: ignore[arg-type] # its own arguments
    written = text if not options.get("ok") or text.endswith(("?", "OK")) else f"{text} OK"
    pixels = sum(monochrome(picture).convert("L").histogram()[1:])
    assert pixels in {lights(font, written) for font in QUESTION_FONTS}
    assert picture.tobytes() == message_picture(text, size, tick=6, **options).tobytes()  # type: ignore[arg-type] # likewise


@pytest.mark.parametrize("size", LAYOUTS)
@pytest.mark.parametrize("text", SHORT)
@pytest.mark.untraced
@pytest.mark.newest
def test_no_word_is_broken(text: str, size: tuple[int, int]) -> None:
    """However small the panel, letters are made smaller before a word is broken, and each word comes to be seen."""
    shown = in_largest_font(text, size)
    words = {word for line in shown.lines for word in line.split()}
    assert {word for word in text.split() if TINY.width(word) <= size[0]} <= words or shown.font is LARGE
    assert "".join(text.split()) == "".join(shown.lines).replace(" ", "")


@pytest.mark.parametrize(
    ("text", "wide", "high"),
    [
        ("BUNT?", HUGE, HUGE),
        ("RUN 3B?", HIGH, HUGE),
        ("KEEP RUNNING?", LARGE, HIGH),
        ("LINE 1234 MAGENTA 10?", LARGE, HIGH),
        ("WASHINGTON MINNEAPOLIS?", SLIM, SLIM),
        ("MNWMNWMNWMNWMNW?", TINY, TINY),
    ],
)
def test_a_question_is_as_large_as_it_stands(text: str, wide: Font, high: Font) -> None:
    """It is made smaller before it is moved, and never smaller than it has to be."""
    assert (wide, high) == (in_largest_font(text, (64, 16)).font, in_largest_font(text, (64, 32)).font)


@pytest.mark.parametrize("size", ROOMY)
@pytest.mark.parametrize(("text", "mark"), [("RUN 3B?", "?"), ("LINE 12 RED 7", "OK"), ("BUNT? OK", "OK"), ("", "OK")])
def test_what_ok_would_accept_has_a_mark_that_blinks(text: str, mark: str, size: tuple[int, int]) -> None:
    """Amber at its end, dark every other half second; the text beside it stays where it is."""
    shown, blinked = message_picture(text, size, ok=True), message_picture(text, size, ok=True, tick=1)
    amber = [color for _, color in shown.getcolors() or []].count(AMBER)
    without = shown.copy()
    without.paste(DARK, mask=Image.eval(shown.getchannel("B"), lambda blue: 255 * (blue == AMBER[2])).convert("1"))
    assert (1, 0) == (amber, [color for _, color in blinked.getcolors() or []].count(AMBER))
    assert without.tobytes() == blinked.tobytes()
    pixels = {count for count, color in shown.getcolors() or [] if color == AMBER}
    assert pixels <= {lights(font, mark) for font in QUESTION_FONTS}


def test_word_ending_like_a_mark() -> None:
    """LOOK is a word to which OK is added."""
    assert message_picture("Look", ok=True).tobytes() == message_picture("Look OK", ok=True).tobytes()


def test_a_text_about_a_die_has_its_colour() -> None:
    """All its letters but the mark are as the die is; without a colour they are chalk."""
    pictures = (
        message_picture("Line 12 red 7?", color="red", ok=True),
        message_picture("Line 12 red 7", color="red"),
        message_picture("Line 12 red 7"),
    )
    colors = [{color for _, color in picture.getcolors() or []} for picture in pictures]
    assert [{DARK, RED, AMBER}, {DARK, RED}, {DARK, CHALK}] == colors


def test_lines_are_broken_evenly() -> None:
    """A number is not left alone in the last line where the others have room."""
    assert ("LINE 12", "RED 7?") == in_largest_font("LINE 12 RED 7?", (64, 16)).lines


@pytest.mark.parametrize("font", [LARGE, TINY])
def test_lines_are_as_even_as_as_many_can_be(font: Font) -> None:
    """On a panel of whatever width: one column less, and there would be a line more."""
    text = "RUNNERS ON 2ND AND 3RD MAY GO ON TO THE NEXT BASE"
    longest = max(map(font.width, text.split()))
    for width in range(longest, font.width(text) + 2):
        even = evenly_wrapped(f"{text} ", width, font)
        widest = max(map(font.width, even))
        assert (text, len(wrapped(text, width, font))) == (" ".join(even), len(even))
        assert widest == longest or len(wrapped(text, widest - 1, font)) > len(even)


@given(text=TEXTS, size=st.sampled_from(list(LAYOUTS)))
@pytest.mark.untraced
@pytest.mark.newest
def test_a_long_question_is_moved_until_its_mark_was_there(text: str, size: tuple[int, int]) -> None:
    """Whatever is asked, the mark comes to be seen, and the picture is the panel's size."""
    pictures = [message_picture(text, size, ok=True, tick=tick) for tick in range(3 * 41)]
    assert {size} == {picture.size for picture in pictures}
    assert any(AMBER in {color for _, color in picture.getcolors() or []} for picture in pictures)


@pytest.mark.parametrize(
    ("text", "lines"),
    [("SETTINGS?", ("SETTINGS",)), ("RUNNERS OK", ("RUNNERS",)), ("WHO BATS", ("WHO BATS",))],
)
def test_no_page_is_a_mark_alone(text: str, lines: tuple[str, ...]) -> None:
    """On one line of 32 columns a line beneath blinks instead, and no word is broken for the mark's sake."""
    shown, blinked = (message_picture(text, (32, 8), ok=True, tick=tick).crop((0, 7, 32, 8)) for tick in (0, 1))
    assert lines == asked(text, (32, 8)).lines
    assert ([(32, AMBER)], [(32, DARK)]) == (shown.getcolors(), blinked.getcolors())


@pytest.mark.parametrize(
    ("text", "lines"),
    [("ROJOS: 1 DADO: ROBO", ("ROJOS:", "1 DADO: ROBO")), ("REDS: 5 OR HOLD", ("REDS:", "5 OR HOLD"))],
)
def test_a_number_stays_with_what_it_counts(text: str, lines: tuple[str, ...]) -> None:
    """What is due begins in a line of its own after whose turn it is, and not with a number left behind."""
    assert lines == wrapped(text, LARGE.width(lines[1]), LARGE)


@pytest.mark.parametrize("text", ["ESCUCHAR?", "LOS HERMANOS?", "COMENZAR?"])
def test_a_mark_breaks_no_word(text: str) -> None:
    """A word as wide as the panel stands whole above a line, and nothing is written over that."""
    block = asked(text, (32, 16))
    assert (tuple(text.rstrip("?").split()), True) == (block.lines, block.is_underlined)
    assert block.draw((32, 16), 1).crop((0, 15, 32, 16)).getbbox() is None


def test_a_mark_that_fits_stands_beside_its_word() -> None:
    """Then nothing is beneath."""
    block = asked("BUNT?", (32, 8))
    assert (("BUNT?",), "?", False) == (block.lines, block.mark, block.is_underlined)


def test_a_long_name_breaks_no_other_word() -> None:
    """It has a hyphen where a syllable begins, and the others are written in letters in which they are whole."""
    assert ("TECO-", "LOTES:", "DADO", "BLANCO") == scrolled("TECOLOTES: DADO BLANCO", (32, 8)).lines


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("Guadalupe?", ("GUADA-", "LUPE?")), ("turquoise", ("TUR-", "QUOISE")), ("Refrescante", ("REFRES-", "CANTE")),
        ("calibration", ("CALI-", "BRATION")), ("Sombrilleros", ("SOMBRI-", "LLEROS")),
        ("panel.local", ("PANEL.", "LOCAL")), ("1234567890123", ("12345", "6789", "0123")),
    ],
)  # fmt: skip
def test_a_long_word_is_broken_between_syllables(word: str, lines: tuple[str, ...]) -> None:
    """On one view of the smallest panel of two lines, if need be in smaller letters; an address has no hyphen."""
    assert lines == scrolled(word.upper(), (32, 16)).lines


@pytest.mark.parametrize("size", LAYOUTS)
def test_a_change_stays_together(size: tuple[int, int]) -> None:
    """What a number was and what it becomes stand side by side."""
    assert "1 > 2" in " ".join(scrolled("TECOLOTES 1 > 2", size).lines[-1:])
    assert "9 > 10" in " ".join(scrolled("ENTRADAS 9 > 10", size).lines[-1:])
