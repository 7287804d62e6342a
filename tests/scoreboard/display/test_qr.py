"""The page's address as a QR code: what a phone scans of a panel, of a terminal and of a page is the address."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from PIL import Image
from support.pages import Board

from scoreboard.display import monochrome, scan_picture
from scoreboard.display.qr import qr_picture
from scoreboard.web.pages.address_code import address_for

HOME = "http://192.168.178.123"


def scanned(picture: Image.Image) -> str:
    """What a phone reads in the dark: beyond the picture all is black."""
    large = picture.convert("L").resize((picture.width * 8, picture.height * 8), Image.Resampling.NEAREST)
    return str(cv2.QRCodeDetector().detectAndDecode(np.pad(np.asarray(large), 40))[0])


@pytest.mark.parametrize("size", [(64, 32), (128, 32), (64, 64)])
@pytest.mark.parametrize("address", [HOME, f"{HOME}:8080"])
def test_a_panel_is_scanned(address: str, size: tuple[int, int]) -> None:
    """By its lights alone, with colours and without; in small letters, for some phones open no HTTP://."""
    picture = scan_picture(address, "STADIUM .LOCAL", size)
    assert picture is not None
    assert (size, address, address) == (picture.size, scanned(picture), scanned(monochrome(picture).convert("RGB")))


@pytest.mark.parametrize(("address", "size"), [(HOME, (64, 16)), (HOME, (32, 32)), (f"{HOME}:8080/overlay", (64, 32))])
def test_a_panel_without_the_room_has_none(address: str, size: tuple[int, int]) -> None:
    """A code is not cut, and not without its quiet zone."""
    assert scan_picture(address, "STADIUM .LOCAL", size) is None


@pytest.mark.parametrize("address", [HOME, f"{HOME}:8080", "http://stadium.local"])
def test_a_code_is_the_address(address: str) -> None:
    """With a port or a name, too."""
    assert address == scanned(qr_picture(address))


@pytest.mark.parametrize(
    ("host", "own", "address"),
    [
        ("10.0.0.7", HOME, "http://10.0.0.7"),
        ("10.0.0.7:8080", HOME, "http://10.0.0.7:8080"),
        ("[fd00::7]:8080", HOME, "http://[fd00::7]:8080"),
        ("stadium.local", HOME, HOME),
        ("localhost:8080", HOME, HOME),
        ("127.0.0.1:8080", HOME, HOME),
        ("[::1]", HOME, HOME),
        ("stadium.local", None, "http://stadium.local"),
    ],
)
def test_guests_are_sent_to_a_number(host: str, own: str | None, address: str) -> None:
    """That by which the page was asked for, else the stadium's own: phones do not know names, nor this machine's."""
    assert address == address_for(host, own)


def test_the_page_draws_its_address() -> None:
    """As a drawing without a script or a style, which the page's policy would not let in."""
    board = Board(more={"address": lambda: HOME})
    answer, drawn = board.get("/api/qr.svg")
    assert ("image/svg+xml", True) == (answer.content_type, drawn.startswith(b"<svg"))
    assert b"style" not in drawn
    other, elsewhere = board.get("/api/qr.svg", Host="10.0.0.7")
    assert (200, True) == (other.status, drawn != elsewhere)
