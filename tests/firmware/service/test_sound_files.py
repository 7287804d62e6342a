"""The box's sounds as files for phones."""

from __future__ import annotations

import asyncio
import wave
from io import BytesIO

import pytest
from support.pages import Board

from firmware.devices.sound.repertoire import REPERTOIRE, samples
from firmware.devices.sound.synthesis import RATE
from firmware.service.sound_files import sound_file

MOST = 120_000
"""Bytes of the longest, the fanfare."""


@pytest.mark.parametrize("name", sorted(REPERTOIRE))
def test_every_sound_is_a_file(name: str) -> None:
    """As long and as loud as on the box, at half the rate; none is large."""
    body = asyncio.run(sound_file(name))
    assert body is not None
    with wave.open(BytesIO(body)) as heard:
        assert (1, 2, RATE // 2) == (heard.getnchannels(), heard.getsampwidth(), heard.getframerate())
        assert samples(name).size // 2 == heard.getnframes()  # type: ignore[arg-type] # a sound
        assert any(heard.readframes(heard.getnframes()))
    assert len(body) < MOST


def test_sound_is_sent_and_kept_by_the_browser() -> None:
    """Under the name that a state tells; another name is none."""
    board = Board(more={"sound": sound_file})
    answer, body = board.get("/api/sounds/crack.wav")
    assert ("audio/wav", b"RIFF", "max-age=86400") == (answer.content_type, body[:4], answer.headers["Cache-Control"])
    assert 404 == board.get("/api/sounds/bang.wav")[0].status
