"""A picture is decoded whole, upright and in colours as they are, or it is named as one that cannot be read."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from struct import pack
from typing import Any
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from PIL import Image

from firmware.devices import image_files
from firmware.devices.image_files import MOST, PictureError, decoded_jpeg, is_picture, load_picture, read_picture
from firmware.devices.protocols import Frame
from firmware.errors import DeviceError

WAYS: dict[str, dict[str, Any]] = {
    "plain.jpg": {"format": "JPEG"},
    "progressive.jpg": {"format": "JPEG", "progressive": True},
    "plain.png": {"format": "PNG"},
}
"""How a picture may be saved, by the name it then has."""


def scene(width: int = 96, height: int = 64) -> Frame:
    """A picture in which no part looks like another, BGR."""
    noise = np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (9, 9), 3), np.uint8)


def saved(path: Path, picture: Frame, **how: Any) -> Path:  # noqa: ANN401 - as Pillow takes it
    """A picture file."""
    Image.fromarray(picture[..., ::-1]).save(path, **how)
    return path


@pytest.mark.parametrize("name", WAYS)
def test_a_picture_that_was_cut_off_anywhere_is_no_picture(tmp_path: Path, name: str) -> None:
    """What is shown is the whole picture or none, never a part of it with something else below."""
    path = saved(tmp_path / name, scene(), **WAYS[name])
    data, whole = path.read_bytes(), read_picture(path)
    read_picture(saved(tmp_path / "before.jpg", 255 - scene()))  # what a careless decoder would still hold
    shown = 0
    for kept in sorted({*range(0, len(data), max(1, len(data) // 40)), *range(len(data) - 12, len(data))}):
        path.write_bytes(data[:kept])
        try:
            assert np.array_equal(whole, read_picture(path))
        except DeviceError as error:
            assert str(error) == f"{path} is not a whole picture; copy it again or take it away"  # noqa: PT017
        else:
            shown += 1
    assert shown <= 12, "only what lacks nothing of the picture itself may be shown"


@pytest.mark.parametrize("name", WAYS)
def test_a_copy_that_ends_in_zeros_is_no_picture(tmp_path: Path, name: str) -> None:
    """A card that is pulled while it is written often keeps a file's length and loses its end."""
    path = saved(tmp_path / name, scene(320, 240), **WAYS[name])
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + bytes(len(data) - len(data) // 2))
    with pytest.raises(DeviceError, match="is not a whole picture"):
        read_picture(path)


def test_a_png_whose_checksum_is_wrong_is_no_picture(tmp_path: Path) -> None:
    """One flipped bit may change the picture, and PNG has a checksum against that."""
    path = saved(tmp_path / "1.png", scene())
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(DeviceError, match="is not a whole picture"):
        read_picture(path)


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.99])
def test_a_cameras_frame_that_was_cut_off_is_none(cut: float) -> None:
    """A USB camera sends JPEGs: one that lost its end on the way is refused, small to watch and large to read."""
    jpeg = cv2.imencode(".jpg", scene(1280, 720))[1].tobytes()
    assert (720, 1280, 3) == decoded_jpeg(jpeg).shape
    assert (360, 640, 3) == decoded_jpeg(jpeg, 640).shape
    for decode in (decoded_jpeg, lambda data: decoded_jpeg(data, 640)):
        with pytest.raises(PictureError):
            decode(jpeg[: int(len(jpeg) * cut)])


def test_a_cameras_frame_may_lack_its_huffman_tables() -> None:
    """Motion JPEG leaves the usual ones out (AVI and UVC do), and they are meant."""
    jpeg = cv2.imencode(".jpg", scene())[1].tobytes()
    whole = decoded_jpeg(jpeg)
    begin = jpeg.index(b"\xff\xc4")
    while jpeg[begin : begin + 2] == b"\xff\xc4":
        jpeg = jpeg[:begin] + jpeg[begin + 2 + int.from_bytes(jpeg[begin + 2 : begin + 4]) :]
    assert np.array_equal(whole, decoded_jpeg(jpeg))


TURNED: dict[int, Callable[[Frame], Frame]] = {
    1: lambda seen: seen,
    2: lambda seen: seen[:, ::-1],
    3: lambda seen: seen[::-1, ::-1],
    4: lambda seen: seen[::-1],
    5: lambda seen: seen.transpose(1, 0, 2),
    6: lambda seen: seen.transpose(1, 0, 2)[:, ::-1],
    7: lambda seen: seen.transpose(1, 0, 2)[::-1, ::-1],
    8: lambda seen: seen.transpose(1, 0, 2)[::-1],
}
"""How a picture lies upright by what its EXIF says (Exif 2.3, "Orientation": where row 0 and column 0 are)."""


@pytest.mark.parametrize("orientation", TURNED)
@pytest.mark.parametrize("name", ["1.png", "1.jpg"])
def test_picture_is_turned_upright_by_its_exif_orientation(tmp_path: Path, name: str, orientation: int) -> None:
    """Whatever its format is."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = saved(tmp_path / name, scene(), exif=exif, quality=100, subsampling=0)
    upright = TURNED[orientation](scene())
    assert upright.shape == read_picture(path).shape
    assert int(np.abs(read_picture(path).astype(int) - upright).max()) <= (6 if name.endswith("jpg") else 0)


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "LA", "1", "CMYK"])
def test_any_kind_of_colour_is_read_as_opencv_reads_it(tmp_path: Path, mode: str) -> None:
    """Palettes, transparency, grey and print colours are the same to the reader as before."""
    path = tmp_path / ("1.jpg" if mode == "CMYK" else "1.png")
    Image.fromarray(scene()).convert(mode).save(path)
    expected = np.asarray(cv2.imread(str(path)), np.int64)
    assert int(np.abs(expected - read_picture(path)).max()) <= 1


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("shift", [4, 8])
def test_sixteen_bits_a_colour_are_named(tmp_path: Path, channels: int, shift: int) -> None:
    """Of a colour the decoder keeps the upper eight: an industrial camera's twelve bits would be black."""
    picture = scene()[..., 0] if channels == 1 else scene()
    cv2.imwrite(str(tmp_path / "1.png"), picture.astype(np.uint16) << shift)
    with pytest.raises(DeviceError, match=r"1\.png has 16 bits a colour, which are not read; save it as JPEG"):
        read_picture(tmp_path / "1.png")


def test_previews_in_a_phones_picture_are_no_further_pictures(tmp_path: Path) -> None:
    """Its JPEG holds a smaller copy or the depth behind the picture (MPO)."""
    first, second = (Image.fromarray(each) for each in (scene(), 255 - scene()))
    first.save(tmp_path / "0.jpg")
    first.save(tmp_path / "1.jpg", "MPO", save_all=True, append_images=[second])
    assert np.array_equal(read_picture(tmp_path / "0.jpg"), read_picture(tmp_path / "1.jpg"))


def bomb(path: Path, side: int) -> Path:
    """A small PNG file of a large black square, of one bit a pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))

    packer, row = zlib.compressobj(9), bytes(1 + -(-side // 8))
    rows = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b""))
    return path


@pytest.mark.parametrize("side", [7100, 12_000, 30_000])
def test_too_large_a_picture_is_refused_before_decoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, side: int
) -> None:
    """A file of 109 KB may unpack to 900 megapixels: its name, size and the limit are told, nothing is unpacked."""
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda _: pytest.fail("it was decoded"))
    size = -(-(side**2) // 1_000_000)
    with pytest.raises(DeviceError, match=rf"1\.png has {size} megapixels, and the limit is {MOST}; save it smaller"):
        read_picture(bomb(tmp_path / "1.png", side))


@pytest.mark.parametrize("name", WAYS)
def test_every_format_is_asked_for_its_size_before_decoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Whatever the format is, its header alone is read of too large a picture."""
    path = saved(tmp_path / name, scene(1100, 1000), **WAYS[name])
    monkeypatch.setattr(image_files, "MOST", 1)
    monkeypatch.setattr(image_files, "MOST_REDUCIBLE", 1)
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda _: pytest.fail("it was decoded"))
    with pytest.raises(DeviceError, match=rf"{name} has 2 megapixels, and the limit is 1; save it smaller"):
        read_picture(path)


@pytest.mark.untraced
def test_a_picture_within_the_limit_is_read(tmp_path: Path) -> None:
    """Just below it a black square is a black square, at half its size."""
    assert MOST > 7000**2 / 1_000_000
    picture = load_picture(bomb(tmp_path / "1.png", 7000))
    assert ((3500, 3500, 3), 2, 0) == (picture.frame.shape, picture.part, int(picture.frame.max()))


@pytest.mark.parametrize("name", ["1.jpg", "1.png"])
def test_a_very_large_picture_is_reduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Each side is halved until the reader can do with it, upright or not, and it looks the same."""
    monkeypatch.setattr(image_files, "MOST_READ", 30_000)
    large = np.asarray(cv2.resize(scene(75, 50), (601, 401), interpolation=cv2.INTER_CUBIC), np.uint8)
    exif = Image.Exif()
    exif[0x0112] = 6
    picture = load_picture(saved(tmp_path / name, large, exif=exif))
    small = cv2.rotate(cv2.resize(large, (151, 101), interpolation=cv2.INTER_AREA), cv2.ROTATE_90_CLOCKWISE)
    assert ((151, 101, 3), 4) == (picture.frame.shape, picture.part)
    assert float(np.abs(picture.frame.astype(int) - small).mean()) < 4


def test_a_jpeg_is_reduced_as_it_is_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """48 megapixels of a phone are never whole in memory, for a small Pi has 512 MB."""
    asked = []
    monkeypatch.setattr(image_files, "MOST_READ", 30_000)
    load = Image.Image.load

    def note(image: Image.Image) -> Any:  # noqa: ANN401 - as Pillow has it
        asked.append(image.size)
        return load(image)

    path = saved(tmp_path / "1.jpg", scene(600, 400))
    monkeypatch.setattr(Image.Image, "load", note)
    load_picture(path)
    assert {(150, 100)} == {size for size in asked if size[0] >= 100}


FOREIGN = {
    "IMG_1.HEIC": b"\0\0\0\x24ftypheic",
    "a.heif": b"",
    "b.DNG": b"II*\0",
    "c.cr3": b"",
    "d.pdf": b"%PDF-1.7",
    "e.jxl": b"\xff\x0a",
    "f.webp": b"RIFF\x24\0\0\0WEBP",
    "g.avif": b"\0\0\0\x20ftypavif",
    "h.TIFF": b"MM\0*",
    "i.gif": b"GIF89a",
    "j.bmp": b"BM",
}
"""Pictures that cannot be read here, by their names."""


@pytest.mark.parametrize("name", FOREIGN)
def test_undecodable_kinds_of_picture_say_what_to_do(tmp_path: Path, name: str) -> None:
    """Even where a part of it would decode: a raw file holds a thumbnail, which is no photograph of a die."""
    (tmp_path / name).write_bytes(FOREIGN[name] + bytes(100))
    assert is_picture(tmp_path / name)
    with pytest.raises(
        DeviceError, match=rf"{name} is not a picture that can be read \(JPEG and PNG can\); save it as JPEG"
    ):
        read_picture(tmp_path / name)


@pytest.mark.parametrize("name", ["IMG_1.HEIC", "f.webp", "g.avif"])
def test_first_bytes_show_a_pictures_kind(tmp_path: Path, name: str) -> None:
    """Phones write HEIC into files that are called JPEG, and messengers WebP; without a name it is a picture too."""
    for path in (tmp_path / "IMG_1.jpg", tmp_path / "IMG_1"):
        path.write_bytes(FOREIGN[name] + bytes(100))
        assert is_picture(path)
        with pytest.raises(DeviceError, match=rf"{path.name} is not a picture that can be read .*; save it as JPEG"):
            read_picture(path)


@pytest.mark.parametrize("name", ["IMG_1", "photo.jpg_", "IMG.JPG.part"])
def test_a_picture_is_known_without_its_name(tmp_path: Path, name: str) -> None:
    """A file that begins like a picture is one, so that no throw is left out because of its name."""
    saved(tmp_path / name, scene(), format="JPEG")
    assert is_picture(tmp_path / name)


@pytest.mark.parametrize("name", [".hidden.jpg", "._1.jpg", "notes.txt", "labels.json", "labels.csv", "film.mov"])
def test_other_files_are_no_pictures(tmp_path: Path, name: str) -> None:
    """Notes, lists, films and hidden files."""
    (tmp_path / name).write_bytes(b"\0\0\0\x14ftypqt  " if name.endswith("mov") else b"BM and other words")
    assert not is_picture(tmp_path / name)


def test_too_little_memory_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that does not fit is no damaged one."""
    path = saved(tmp_path / "1.jpg", scene())
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", Mock(side_effect=MemoryError))
    with pytest.raises(DeviceError, match="needs more memory than there is; save it smaller"):
        read_picture(path)


def test_bad_orientation_is_ignored(tmp_path: Path) -> None:
    """The picture is read as it lies."""
    exif = Image.Exif()
    exif[0x0112] = 6
    path = saved(tmp_path / "1.jpg", scene(), exif=exif)
    path.write_bytes(path.read_bytes().replace(b"MM\0*", b"MM\0\xff", 1).replace(b"II*\0", b"II\xff\0", 1))
    assert (64, 96, 3) == read_picture(path).shape


def test_other_bytes_are_no_camera_frame() -> None:
    """A camera's frame is a JPEG or nothing."""
    png = BytesIO()
    Image.fromarray(scene()).save(png, "PNG")
    with pytest.raises(PictureError):
        decoded_jpeg(png.getvalue())
