"""The camera's picture on the page, and the die that is asked about."""

from __future__ import annotations

import asyncio
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from firmware.devices.protocols import Frame
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.state.question import Asked
from firmware.play.state.shown import Seen
from firmware.service.camera_picture import LEAST, LOOKED_S, WIDEST, CameraPicture
from vision.overlay import SURE
from vision.readings import ChipReading, DieReading, Reading
from vision.tracking.events import Thrown
from vision.types import Box

DARK = 10
"""The shade of the table now."""
STILL = (600, 1600)
"""Height and width of the picture that is read; a frame has half of them."""
RED = DieReading("d10", "red", 7, 0.99, (), Box(400, 200, 200, 200))
UNSURE_RED = DieReading("d10", "red", None, 0.5, ((7, 0.5), (1, 0.4)), Box(400, 200, 40, 40))
UNSURE_CHIP = ChipReading(None, 0.5, (("hit", 0.5), ("out", 0.5)), Box(1000, 300, 60, 60))


def grey(height: int, width: int, shade: int = 128) -> Frame:
    """A picture of nothing."""
    return np.full((height, width, 3), shade, np.uint8)


def read(*readings: Reading, picture: Frame | None = None) -> FrameReports:
    """What was read in a picture."""
    still = grey(*STILL) if picture is None else picture
    return FrameReports(still, tuple(Thrown(each, None, 0) for each in readings), 0.0)  # type: ignore[arg-type] # nowhere


class Stand:
    """The pictures of a table, and a clock."""

    def __init__(self, seen: Seen = Seen(), every_s: float = 0.0) -> None:  # noqa: B008 - frozen
        self.now = 100.0
        self.pictures = CameraPicture(lambda: self.now, every_s)
        self.pictures.seen = lambda: seen

    def view(self) -> Image.Image | None:
        """The picture that the page shows."""
        return opened(asyncio.run(self.pictures.view()))

    def close(self) -> Image.Image | None:
        """The die that is asked about."""
        return opened(asyncio.run(self.pictures.close()))


def opened(made: bytes | None) -> Image.Image | None:
    """The JPEG as a picture."""
    if made is None:
        return None
    picture = Image.open(BytesIO(made))
    assert "JPEG" == picture.format
    return picture.convert("RGB")


def has(picture: Image.Image | None, color: tuple[int, int, int], place: tuple[int, int]) -> bool:
    """Whether there is such a colour about there."""
    assert picture is not None
    around = np.asarray(picture)[place[1] - 3 : place[1] + 4, place[0] - 3 : place[0] + 4].astype(int)
    return bool((np.abs(around - color).sum(axis=2) < 120).any())


def test_before_anything_is_seen_there_is_no_picture() -> None:
    """Nor of a question."""
    assert (None, None) == (Stand().view(), Stand().close())


def test_what_was_read_is_drawn_in() -> None:
    """A box around the die, in a picture no larger than a phone needs."""
    picture = Stand(Seen(read(RED))).view()
    assert picture is not None
    assert (WIDEST, 480) == picture.size
    assert has(picture, SURE, (320, 240))  # the left edge of the box, in a picture four fifths as large
    assert not has(picture, SURE, (700, 240))


def test_frames_are_held_only_while_somebody_looks() -> None:
    """The first look shows what was read, the next the table as it is now, with what was read in its place."""
    stand, frame = Stand(Seen(read(RED))), grey(300, 800, DARK)
    stand.pictures.film(frame)
    first = stand.view()
    stand.pictures.film(frame)
    second = stand.view()
    stand.now += LOOKED_S
    stand.pictures.film(frame)
    third = stand.view()
    assert [False, True, False] == [has(each, (DARK, DARK, DARK), (5, 5)) for each in (first, second, third)]
    assert second is not None
    assert (800, 300) == second.size
    assert has(second, SURE, (200, 150))


@pytest.mark.parametrize(("what", "at"), [("red", (420, 220)), ("chip", (1030, 330))])
def test_the_die_that_is_asked_about_is_seen_from_close(what: str, at: tuple[int, int]) -> None:
    """That one alone, large enough to be recognized."""
    picture = grey(*STILL, 200)
    x, y = at
    picture[y - 5 : y + 5, x - 5 : x + 5] = 0
    close = Stand(Seen(read(UNSURE_RED, UNSURE_CHIP, picture=picture), Asked(what, (7, 1)))).close()
    assert close is not None
    assert min(close.size) >= LEAST
    width, height = close.size
    assert (close.getpixel((width // 2, height // 2))[0] < 60, close.getpixel((5, 5))[0] > 150) == (True, True)  # type: ignore[index] # colours


def test_without_an_unsure_die_the_whole_picture_is_shown() -> None:
    """As where one of several was not seen."""
    picture = Stand(Seen(read(RED), Asked("dice", (1, 2)))).close()
    assert picture is not None
    assert WIDEST == picture.width
    assert has(picture, SURE, (320, 240))


def test_what_a_player_enters_has_no_picture() -> None:
    """Nor has the table while nothing is asked."""
    assert Stand(Seen(read(RED), Asked("red", (1, 2), by_hand=True))).close() is None
    assert Stand(Seen(read(UNSURE_RED))).close() is None


def test_a_die_at_the_edge_is_cut_there() -> None:
    """Nothing reaches out of the picture."""
    corner = DieReading("d10", "red", None, 0.5, ((7, 0.5), (1, 0.4)), Box(-10, -10, 40, 40))
    assert Stand(Seen(read(corner), Asked("red", (7, 1)))).close() is not None


def test_one_picture_serves_all_who_look() -> None:
    """At the same time, and a moment later."""
    stand = Stand(Seen(read(RED)), every_s=60.0)

    async def crowd() -> list[bytes | None]:
        return [*await asyncio.gather(*(stand.pictures.view() for _ in range(5))), await stand.pictures.view()]

    assert 1 == len({id(made) for made in asyncio.run(crowd())})
