"""What the lab's virtual machine shows: the bytes that leave its SPI wire, as LEDs."""

from __future__ import annotations

import socket
import struct
import sys
from pathlib import Path

from support.hang import GIVE_UP_S
from support.scoring import SETUP

from firmware.devices.led_layout import Boards
from firmware.devices.spi_panels import Max7219Panel
from scoreboard.display import MONO_LAYOUTS, draw
from scoreboard.rules.events import Press

sys.path.insert(0, str(Path(__file__).parent))

from machine_table import histories, pictures
from virtual_machine import ORIENTATION, SIZE, TappedPanel, drawn

HISTORIES = histories([SETUP, Press(button="run"), Press(button="out")])
NEITHER = histories([SETUP, Press(button="run"), Press(button="run")])[-1]


class _Wire:
    """A bus whose bytes are handed on as `machine_modules/spi_tap.c` does."""

    max_speed_hz = 0

    def __init__(self) -> None:
        self.sent = b""

    def open(self, port: int, device: int) -> None: ...

    def close(self) -> None: ...

    def writebytes(self, message: list[int]) -> None:
        self.sent += struct.pack("=I", len(message)) + bytes(message)


def test_tapped_bytes_are_the_score() -> None:
    """What the panel's driver sends is decoded to the score, however the bytes are cut on their way."""
    wire = _Wire()
    panel = Max7219Panel(SIZE, block_orientation=ORIENTATION, places=Boards().places(SIZE), spi=wire)
    for history in HISTORIES:
        panel.show(draw(history.game, SIZE, layouts=MONO_LAYOUTS))
    ours, theirs = socket.socketpair()
    with ours, theirs:
        tapped = TappedPanel(theirs)
        for at in range(0, len(wire.sent), 37):
            ours.sendall(wire.sent[at : at + 37])
        shown = pictures(HISTORIES[-1])
        number = tapped.wait(lambda picture: picture in shown, patience_s=GIVE_UP_S)
        ours.shutdown(socket.SHUT_RDWR)
    seen = tapped.since(0)
    assert len(seen) == 1 + len(HISTORIES)  # it is dark at first
    assert number == len(seen) - 1
    assert [picture in pictures(history) for picture, history in zip(seen[1:], HISTORIES, strict=True)] == [True] * 3
    assert not any(picture in pictures(NEITHER) for picture in seen)


def test_picture_as_text() -> None:
    """A picture is printed light by light."""
    picture = bytearray(SIZE[0] * SIZE[1] // 8)
    picture[0] = 0b10100000
    assert drawn(bytes(picture)).startswith("#.#.....")
