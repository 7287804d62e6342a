"""Where the page of a simulated game is, told in a terminal: as a QR code where it can be drawn, else the address."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from textwrap import wrap
from typing import Final

from firmware.network.own_address import NO_NETWORK, own_number, page_address
from firmware.play.faces.terminal_view import LiveView, has_colors
from scoreboard.display.qr import qr_picture
from scoreboard.display.terminal import half_blocks
from scoreboard.message import Words, message

COVER_S: Final = 20.0
"""Seconds that the code is seen before the game is: time to take out a phone."""


def code_lines(address: str, sentence: str, *, color: bool) -> list[str]:
    """The code, and below it what to do with it; none where the terminal is too small for it."""
    columns, rows = shutil.get_terminal_size()
    code = half_blocks(qr_picture(address), color=color).splitlines()
    lines = [*code, "", *wrap(sentence, columns)]
    is_small = len(lines) >= rows or len(code) * 2 > columns
    return [] if is_small else lines


def invite(
    address: str, view: LiveView | None, tell: Callable[[Words], None], say: Callable[[Words], str], *, color: bool
) -> None:
    """Show it in the view, for a while as a code; without one tell the address alone."""
    if view is None:
        tell(message("run.page", page=address))
    else:
        view.invite(address, code_lines(address, say(message("run.scan", page=address)), color=color), COVER_S)


def invite_to_page(
    port: int | None,
    wanted: int | str,
    view: LiveView | None,
    tell: Callable[[Words], None],
    say: Callable[[Words], str],
) -> None:
    """Tell where the page is, for who has never seen one, and that it is not on the port that was wanted."""
    if port is None:
        return
    if port != wanted:
        tell(message("run.next-port", taken=str(wanted), port=str(port)))
    invite(page_address(port, own_number() or NO_NETWORK), view, tell, say, color=has_colors())
