"""What the lab's virtual machine shows, and what the lab makes of it: the bytes that leave its SPI wire, as LEDs."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.hang import GIVE_UP_S
from support.scoring import SETUP

from firmware.devices.led_layout import Boards
from firmware.devices.spi_panels import Max7219Panel
from scoreboard.display import MONO_LAYOUTS, draw
from scoreboard.rules.events import AnyLine, Button, Press

sys.path.insert(0, str(Path(__file__).parent))

from lab_cuts import check_lines, shown_of
from machine_table import histories, pictures
from virtual_machine import ORIENTATION, SIZE, TappedPanel, drawn

HISTORIES = histories([SETUP, Press(button="run"), Press(button="out")])
RUNS: Sequence[Button] = ("run", "run", "run")
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
        tapped.close()
    seen = tapped.since(0)
    assert len(seen) == 1 + len(HISTORIES)  # it is dark at first
    assert number == len(seen) - 1
    assert [picture in pictures(history) for picture, history in zip(seen[1:], HISTORIES, strict=True)] == [True] * 3
    assert not any(picture in pictures(NEITHER) for picture in seen)


def test_cut_wire_is_read_to_its_end() -> None:
    """A plug that is pulled takes away nothing of what was shown before; half a message is none."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        tapped = TappedPanel(theirs)
        row = struct.pack("=I", 32) + bytes([8, 0]) * 16
        ours.sendall(row * 3 + row[:20])
        tapped.close()
    assert tapped.count == 3


def test_picture_as_text() -> None:
    """A picture is printed light by light."""
    picture = bytearray(SIZE[0] * SIZE[1] // 8)
    picture[0] = 0b10100000
    assert drawn(bytes(picture)).startswith("#.#.....")


def test_shown_plays_are_counted() -> None:
    """What was on the LEDs before a power cut says how many plays must be there after it."""
    played = histories([SETUP, *[Press(button=button) for button in RUNS]])
    looks = [min(pictures(history)) for history in played]
    assert [shown_of([SETUP], RUNS, set(looks[:plays])) for plays in range(1, len(looks) + 1)] == [0, 1, 2, 3]
    assert shown_of([SETUP], RUNS, {looks[1], bytes(len(looks[1]))}) == 1


def test_alike_scores_count_once() -> None:
    """A score that looks as one before it did proves the fewer plays."""
    there_and_back: Sequence[Button] = ("run", "undo")
    assert shown_of([SETUP], there_and_back, pictures(histories([SETUP])[-1])) == 0


@pytest.mark.parametrize(
    ("found", "says"),
    [
        ([SETUP, Press(button="run")], "LOST: 2 plays"),
        ([SETUP, Press(button="run"), Press(button="out"), Press(button="run")], "pressed was"),
        ([Press(button="run"), Press(button="run"), Press(button="run")], "not all are there"),
        ([SETUP, Press(button="run"), Press(button="run"), SETUP], "not all that is new was pressed"),
    ],
)
def test_cut_that_harms_is_seen(found: Sequence[AnyLine], says: str) -> None:
    """After a power cut nothing shown may be missing, and nothing may be there that nobody pressed."""
    with pytest.raises(RuntimeError, match=says):
        check_lines([SETUP], RUNS, found, 2)


def test_harmless_cut() -> None:
    """What was shown is there; one play more, which was on its way, may be."""
    found = [SETUP, *[Press(button=button) for button in RUNS]]
    assert [check_lines([SETUP], RUNS, found[: plays + 1], 2) for plays in (2, 3)] == [2, 3]
