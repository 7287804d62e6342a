"""The panel's letters: complete, distinct, and able to write any name."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from string import ascii_uppercase, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoreboard.display.fonts import BOLD, HIGH, HUGE, LARGE, NARROW, SLIM, SMALL, TINY, Font, fitting, plain

ROOT = Path(__file__).parents[3]
FONTS = {"bold": BOLD, "narrow": NARROW, "large": LARGE, "slim": SLIM, "small": SMALL, "tiny": TINY}


@pytest.mark.parametrize("font", FONTS.values(), ids=FONTS)
def test_every_glyph_is_a_rectangle_of_its_fonts_height(font: Font) -> None:
    """A slip in a drawn letter does not shift the ones beside it."""
    shapes = {(len(rows), len({len(row) for row in rows})) for rows in font.glyphs.values()}
    assert {(font.height, 1)} == shapes


@pytest.mark.parametrize("font", [LARGE, SLIM, SMALL, TINY], ids=["large", "slim", "small", "tiny"])
def test_a_font_of_letters_has_them_all(font: Font) -> None:
    """Every capital and every digit is drawn."""
    assert set(ascii_uppercase + digits + "Ñ¿¡&#%*") <= set(font.glyphs)


@pytest.mark.parametrize(
    "font", [LARGE, HUGE, HIGH, SLIM, SMALL, TINY], ids=["large", "huge", "high", "slim", "small", "tiny"]
)
def test_spanish_is_drawn(font: Font) -> None:
    """Each letter of the Spanish catalogue and of the shipped teams is told apart; on five rows Á is written as A."""
    written = "".join(file.read_text() for file in (ROOT / "scoreboard/language/catalogues/es").glob("*.po"))
    written += (ROOT / "firmware/teams.toml").read_text()
    letters = {letter for letter in plain(written) if letter.isalpha()}
    assert set("ÁÉÍÓÚÑ") <= letters
    drawn = {letter: font.glyph(letter) for letter in letters | {*"Ü"}}
    is_small = font.height <= SMALL.height
    alike = {(one, other) for one, other in combinations(sorted(drawn), 2) if drawn[one] == drawn[other]}
    assert alike == ({*zip("AEIOUU", "ÁÉÍÓÚÜ", strict=True), ("Ú", "Ü")} if is_small else set())
    assert font.glyph("東") not in drawn.values()


@pytest.mark.parametrize("font", FONTS.values(), ids=FONTS)
def test_no_two_glyphs_are_alike(font: Font) -> None:
    """Nothing is taken for anything else, nor for an unknown letter's block; only an O of seven rows is also a zero."""
    glyphs = [rows for character, rows in font.glyphs.items() if character != "O" or font not in {LARGE, SLIM}]
    assert len(glyphs) + 1 == len({*glyphs, font.glyph("東")})


@pytest.mark.parametrize("font", [LARGE, SLIM], ids=["large", "slim"])
def test_an_accented_capital_is_a_capital(font: Font) -> None:
    """It is as high as the others, so that QUIÉN does not read QUIéN; only a dot over it, as of Ñ, has a dark row."""
    for letter in "ÁÉÓÚ":
        assert all("#" in row for row in font.glyph(letter)), letter


@pytest.mark.parametrize("font", [SLIM, SMALL, TINY], ids=["slim", "small", "tiny"])
def test_letters_that_were_taken_for_each_other_differ_in_more_than_a_pixel(font: Font) -> None:
    """N and M, K and H, on the smallest panel."""
    for one, other in combinations("HKMN", 2):
        first, second = font.glyph(one), font.glyph(other)
        if len(first[0]) == len(second[0]):
            pixels = zip("".join(first), "".join(second), strict=True)
            assert 1 < sum(left != right for left, right in pixels), (one, other)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Тигры Ёж Щит", "TIGRY YOZH SHCHIT"),
        ("Αετοί Ρόδος", "AETOI RODOS"),
        ("タイガース", "TAIGASU"),
        ("おおさか", "OOSAKA"),
        ("롯데", "ROSDE"),
        ("הנמרים", "HNMRYM"),
        ("النسور ٣", "ALNSWR 3"),
        ("شیر", "SHYR"),  # Persian writes another yeh than Arabic
        ("თბილისი", "TBILISI"),
        ("हिन्दी शेर", "HINDI SHER"),
        ("বাঘ தமிழ்", "BAGH TMIL"),
        ("เสือ ໄກ່", "SEUEO KAI"),  # the vowel that stands before a letter is spoken after it
        ("ខ្មែរ ආ", "KHMAER A"),
        ("አንበሳ ᏣᎳᎩ", "ANEBASAA TSALAGI"),
        ("東京", "東京"),
    ],
)
def test_other_alphabets_are_written_in_latin_letters(text: str, written: str) -> None:
    """A name in any alphabet is told from others; ideographs, which say no sound, are left to be blocks."""
    assert written == plain(text)


@pytest.mark.parametrize(
    "emoji",
    ["👨\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "❤\ufe0f\u200d🔥", "👩🏽\u200d🚀", "👍🏽", "🇪🇸",
     "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"],
)  # fmt: skip
def test_an_emoji_is_one_block(emoji: str) -> None:
    """Of however many characters it is made; two of them are two, and so are their neighbours."""
    assert [f"{emoji[0]} FOX", f"{emoji[0]}{emoji[0]}"] == [plain(f"{emoji} Fox"), plain(emoji * 2)]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Ñandúes", "ÑANDÚES"),
        ("N\u0303u\u0308", "ÑÜ"),
        ("Straße", "STRASSE"),
        ("Łódź", "LÓDZ"),
        ("Kölner Zèbres", "KOLNER ZEBRES"),
        ("Øyer", "OYER"),
        ("Œuf d\u2019or", "OEUF D'OR"),
        ("Smith & Co. #1 100% *", "SMITH & CO. #1 100% *"),
        ("«A»—„B“ [c] {d} @e_f;", "'A'-'B' (C) (D) AE-F,"),
        ("Z\u0301\u0302\u0303\u0304\u0306\u0307algo", "ZALGO"),
    ],
)
def test_accents_are_taken_off(text: str, written: str) -> None:
    """A name of Latin letters and signs stays readable, and one of Spanish ones has its accents."""
    assert written == plain(text)


@given(text=st.text())
@pytest.mark.parametrize("font", FONTS.values(), ids=FONTS)
@pytest.mark.untraced
def test_anything_can_be_written(font: Font, text: str) -> None:
    """No name, in no script, is unwritable: rows are as many and as long as they should be."""
    written = font.write(text)
    assert (font.height, {font.width(text)}) == (len(written), {len(row) for row in written})


def test_a_text_takes_the_first_font_that_fits() -> None:
    """A number is written as boldly as its place allows."""
    assert [BOLD, BOLD, NARROW, NARROW] == [fitting(text, 11, (BOLD, NARROW)) for text in ("7", "10", "100", "1000")]
