"""A taught die's file: it comes back as it was written, and damage is noticed."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import cv2
import numpy as np
import pytest
from support.teach import taught

from vision.enrolled.storage import DamagedError, TooNewError, decode, encode
from vision.geometry.numbering import Numbering


def test_die_comes_back_as_written() -> None:
    """Name, pictures, poses and prototypes."""
    die = taught("red", 3, 4)
    die = replace(die, samples=tuple(replace(sample, slope=(0.3, -0.2)) for sample in die.samples))
    back = decode(encode(die))
    assert (die.name, die.network, die.shown) == (back.name, back.network, back.shown)
    assert np.allclose(die.prototypes, back.prototypes, atol=1e-3)
    for was, now in zip(die.samples, back.samples, strict=True):
        assert np.array_equal(was.picture, now.picture)
        assert (was.value, was.centre, was.angle, was.size) == (now.value, now.centre, now.angle, now.size)
        assert was.slope == now.slope


def test_any_changed_byte_is_noticed() -> None:
    """Wherever the card fails, the file is damaged and not believed."""
    content = encode(taught("red", 3, 4))
    places = np.random.default_rng(1).integers(0, len(content) - 1, 60)
    for place in (0, 5, 14, *places.tolist()):
        spoilt = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        with pytest.raises((DamagedError, TooNewError)):
            decode(spoilt)


def test_numbering_is_kept() -> None:
    """And that it is not known, too."""
    own = Numbering.read("02468 13579")
    for numbering in (own, None):
        assert numbering == decode(encode(replace(taught("red", 3, 4), numbering=numbering))).numbering


def test_first_version_of_the_file_is_read() -> None:
    """Its pictures are as good as ever; what the networks make of them is made when it is needed."""
    die = taught("red", 3, 4)
    body = json.loads(encode(die).split(b"\n")[1])
    del body["numbering"]
    old = json.dumps(body).encode()
    back = decode(b"stadium-die 1 %s\n%s\n" % (sha256(old).hexdigest().encode(), old))
    assert (die.shown, "", None) == (back.shown, back.network, back.numbering)


def test_a_numbering_that_cannot_be_is_damage() -> None:
    """An edit made the sum again, but not the die."""
    body = encode(taught("red", 3, 4)).split(b"\n")[1].replace(b'"numbering":""', b'"numbering":"04628 17358"')
    with pytest.raises(DamagedError):
        decode(b"stadium-die 3 %s\n%s\n" % (sha256(body).hexdigest().encode(), body))


@pytest.mark.parametrize(("suffix", "shape"), [(".png", (161, 20)), (".png", (20, 4000)), (".bmp", (20, 20))])
def test_too_large_a_picture_is_damage(monkeypatch: pytest.MonkeyPatch, suffix: str, shape: tuple[int, int]) -> None:
    """A die comes with a recording from anywhere, and a small PNG may unpack to gigabytes: it is not unpacked."""
    body = json.loads(encode(taught("red", 3, 4)).split(b"\n")[1])
    body["samples"][1]["png"] = b64encode(cv2.imencode(suffix, np.zeros(shape, np.uint8))[1].tobytes()).decode()
    other = json.dumps(body).encode()
    shapes = []
    decoder = cv2.imdecode
    monkeypatch.setattr(cv2, "imdecode", lambda *of: shapes.append(shape) or decoder(*of))
    with pytest.raises(DamagedError, match="one of its pictures is no PNG of at most 160 pixels a side"):
        decode(b"stadium-die 3 %s\n%s\n" % (sha256(other).hexdigest().encode(), other))
    assert len(shapes) == 1, "only the first was decoded"


@pytest.mark.parametrize("keep", [0, 1, 20, 90, 500])
def test_a_file_that_ends_early_is_noticed(keep: int) -> None:
    """The plug was pulled while something else wrote it."""
    with pytest.raises(DamagedError):
        decode(encode(taught("red", 3, 4))[:keep])


def test_a_newer_file_is_not_called_damaged() -> None:
    """It would be moved aside; it only wants an update."""
    with pytest.raises(TooNewError, match="update"):
        decode(encode(taught("red", 3, 4)).replace(b"stadium-die 3 ", b"stadium-die 4 "))


def test_foreign_version_is_damage() -> None:
    """However many digits somebody put there."""
    with pytest.raises(DamagedError):
        decode(b"stadium-die %s sum\n{}\n" % (b"9" * 5000))


def test_an_older_file_s_pictures_are_from_straight_above() -> None:
    """Nothing was known of the camera's tilt then; all else of the die is as it was."""
    leaning = [replace(sample, slope=(0.3, -0.2)) for sample in taught("red", 3, 4).samples]
    body = encode(replace(taught("red", 3, 4), samples=tuple(leaning))).split(b"\n")[1]
    old = body.replace(b',"lean":[0.3,-0.2]', b"")
    read = decode(b"stadium-die 2 %s\n%s\n" % (sha256(old).hexdigest().encode(), old))
    assert [(3, (0.0, 0.0)), (4, (0.0, 0.0))] == [(sample.value, sample.slope) for sample in read.samples]
