"""What owners send as a logo becomes a small picture of ours, or is refused in words; a name is never a path."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from support.throws import picture

from firmware.storage.named_files import LARGEST, MOST_FILES, NamedFiles, key_of, name_of
from firmware.storage.team_logos import SIDE, is_logo, small_logo, team_logos
from scoreboard.errors import UnusableFileError
from scoreboard.language import ENGLISH

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def sent(size: tuple[int, int], kind: str = "PNG", **options: object) -> bytes:
    """A picture of that size, red on the left and clear or black on the right."""
    drawn = Image.new("RGBA", size)
    drawn.paste((255, 0, 0, 255), (0, 0, size[0] // 2, size[1]))
    file = BytesIO()
    (drawn.convert("RGB") if kind == "JPEG" else drawn).save(file, kind, **options)
    return file.getvalue()


def seen(logo: bytes) -> Image.Image:
    """What was made."""
    with Image.open(BytesIO(logo)) as drawn:
        drawn.load()
        return drawn


def bomb(side: int) -> bytes:
    """A PNG of some hundred bytes that says it has so many pixels to a side."""
    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b""))
    packed = (struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_becomes_small_and_ours(kind: str) -> None:
    """Its longer side is as long as a logo's, its shape as it was; a PNG whatever it came as."""
    logo = seen(small_logo(sent((1200, 600), kind)))
    assert ("PNG", (SIDE, SIDE // 2)) == (logo.format, logo.size)
    assert (255, 0, 0, 255) == logo.getpixel((20, 60)) or kind != "PNG"
    assert (0 if kind != "JPEG" else 255) == logo.getpixel((SIDE - 5, 60))[3]  # type: ignore[index]


def test_a_small_one_is_not_made_larger() -> None:
    """Sixteen pixels stay sixteen."""
    assert (16, 16) == seen(small_logo(sent((16, 16)))).size


def test_where_a_photograph_was_taken_is_gone_and_it_stands_upright() -> None:
    """A phone's camera says how it was held, where and when: it is turned so, and nothing of it is kept."""
    exif = Image.Exif()
    exif[0x0112] = 6  # held upright
    exif[0x010F] = "Camera of Ana"
    logo = small_logo(sent((400, 200), "JPEG", exif=exif.tobytes(), comment=b"at home"))
    assert (128, 256) == seen(logo).size
    assert (b"Ana" in logo, b"home" in logo, b"eXIf" in logo, b"tEXt" in logo) == (False,) * 4
    assert {} == seen(logo).info


def test_noise_is_no_larger_than_a_restore_takes() -> None:
    """The worst picture there is still fits what may be kept."""
    noise = Image.effect_noise((SIDE, SIDE), 200).convert("RGBA")
    noise.putalpha(Image.effect_noise((SIDE, SIDE), 200))
    file = BytesIO()
    noise.save(file, "PNG")
    assert len(small_logo(file.getvalue())) <= LARGEST


BAD = {
    "nothing": b"",
    "a text": b"hello",
    "a drawing with a program": SVG,
    "a GIF": picture("GIF"),
    "half a PNG": sent((300, 300))[:-60],
    "half a JPEG": sent((300, 300), "JPEG")[:400],
    "half a WebP": sent((300, 300), "WEBP")[:60],
    "a PNG with a wrong sum": sent((300, 300)).replace(b"IDAT", b"IDAX"),
    "a small file of a thousand million pixels": bomb(32_000),
    "one of 17 million pixels": bomb(4_200),
}


@pytest.mark.parametrize("side", [4_200, 32_000])
def test_what_would_fill_the_memory_is_not_unpacked(side: int) -> None:
    """It is told that the picture is too large, not that it is damaged: nobody has looked."""
    with pytest.raises(UnusableFileError) as refused:
        small_logo(bomb(side))
    assert "too large" in ENGLISH(refused.value.words)


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_picture_is_refused_in_words(what: str, tmp_path: Path) -> None:
    """It says what to send instead, and what was kept before is there still."""
    logos = team_logos(tmp_path / "games.sqlite")
    logos.keep("Reds", sent((20, 20)))
    before = logos.of("Reds")
    with pytest.raises(UnusableFileError) as refused:
        logos.keep("Reds", BAD[what])
    assert "send" in ENGLISH(refused.value.words)
    assert before == logos.of("Reds")
    assert [logos.addresses()["Reds"]] == list(team_logos(tmp_path / "games.sqlite").addresses().values())


@given(st.text(min_size=1, max_size=40))
def test_no_name_is_a_path(name: str) -> None:
    """Whatever a team is called, its file lies in the folder, and says whose it is."""
    name = name.encode("utf-8", "ignore").decode()
    assert name == name_of(key_of(name))
    assert {*key_of(name)} <= {*"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"}
    assert len(key_of(name)) < 240


def test_logos_are_kept_replaced_and_erased(tmp_path: Path) -> None:
    """Another picture has another address, so no browser shows the one before; what is erased is gone from the disk."""
    logos = team_logos(tmp_path / "games.sqlite")
    logos.keep("../../etc/passwd", sent((20, 20)))
    first = logos.addresses()
    logos.keep("../../etc/passwd", sent((30, 20)))
    assert first != logos.addresses()
    (file,) = (tmp_path / "logos").iterdir()
    assert is_logo(file.read_bytes())
    assert logos.read(file.stem) == file.read_bytes()
    assert (None, None) == (logos.read("../logos"), logos.read(key_of("Blues")))
    assert (True, False) == (logos.erase("../../etc/passwd"), logos.erase("../../etc/passwd"))
    assert [] == list((tmp_path / "logos").iterdir())


def test_there_is_an_end_to_them(tmp_path: Path) -> None:
    """A hundred; one of those may still be replaced."""
    files = NamedFiles(tmp_path / "few", ".txt", "/", lambda sent: sent)
    for number in range(MOST_FILES):
        files.keep(str(number), b"x")
    files.keep("7", b"y")
    with pytest.raises(UnusableFileError, match="100 of them already"):
        files.keep("more", b"x")


def test_a_file_that_is_no_logo_is_not_put_back() -> None:
    """Of a backup that somebody has made by hand."""
    assert is_logo(small_logo(sent((20, 20))))
    assert not any(map(is_logo, (SVG, sent((SIDE + 1, 5)), sent((20, 20), "JPEG"), bomb(32_000), b"")))
