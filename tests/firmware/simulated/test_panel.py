"""The simulated panel: a peer of the real one that remembers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from firmware.devices.protocols import Panel
from firmware.errors import DeviceError
from firmware.simulated.peripherals import SimulatedPanel
from scoreboard.display import led_picture, message_picture


def test_it_shows_what_it_was_given_last() -> None:
    """The last picture stays, and pictures are counted."""
    panel = SimulatedPanel((64, 16))
    panel.show(message_picture("Play"))
    panel.show(message_picture("Ball"))
    assert (2, message_picture("Ball").tobytes()) == (panel.frames, panel.picture.tobytes())


def test_it_stands_in_for_any_panel() -> None:
    """It is what the rest of the program takes a panel to be."""
    panel: Panel = SimulatedPanel((64, 16))
    assert (64, 16) == panel.size


def test_it_keeps_a_picture_of_its_own() -> None:
    """A picture drawn over afterwards does not change what is shown."""
    panel, picture = SimulatedPanel((8, 8)), Image.new("RGB", (8, 8))
    panel.show(picture)
    picture.putpixel((0, 0), (255, 0, 0))
    assert (0, 0, 0) == panel.picture.getpixel((0, 0))


def test_closed_it_is_dark() -> None:
    """The lights go out, and closing twice is harmless."""
    panel = SimulatedPanel((64, 16))
    panel.show(message_picture("Play"))
    panel.close()
    panel.close()
    assert panel.picture.getbbox() is None


def test_it_saves_every_new_picture_as_it_looks(tmp_path: Path) -> None:
    """The folder fills with pictures in order, and one shown twice is saved once."""
    panel = SimulatedPanel((64, 16), tmp_path / "made")
    for text in ("Play", "Play", "Ball"):
        panel.show(message_picture(text))
    saved = sorted((tmp_path / "made").iterdir())
    assert ["0001.png", "0002.png"] == [file.name for file in saved]
    assert led_picture(message_picture("Ball")).tobytes() == Image.open(saved[-1]).tobytes()


def test_unwritable_folder_is_named(tmp_path: Path) -> None:
    """The owner reads which folder is at fault."""
    (tmp_path / "pictures").write_text("a file, not a folder", encoding="utf-8")
    with pytest.raises(DeviceError, match=r"cannot save the panel's pictures in .*pictures: File exists"):
        SimulatedPanel((64, 16), tmp_path / "pictures").show(message_picture("Play"))


def test_a_picture_of_another_size_is_refused() -> None:
    """A picture made for another panel is a mistake of ours, and says so."""
    with pytest.raises(ValueError, match=r"a picture of \(32, 8\) is not for a panel of \(64, 16\)"):
        SimulatedPanel((64, 16)).show(Image.new("RGB", (32, 8)))
