"""Where the page of a simulated game is, told in a terminal: as a QR code where it can be drawn, else the address."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from textwrap import wrap
from typing import Final, NamedTuple

from firmware.network.own_address import NO_NETWORK, own_number, page_address
from firmware.play.terminal_view import LiveView
from scoreboard.display.qr import qr_picture
from scoreboard.display.terminal import half_blocks
from scoreboard.message import Words, message

COVER_S: Final = 20.0
"""Seconds that the code is seen before the game is: time to take out a phone."""


def code_lines(address: str, said: str, *, color: bool) -> list[str]:
    """The code, and below it what to do with it; none where the terminal is too small for it."""
    columns, rows = shutil.get_terminal_size()
    code = half_blocks(qr_picture(address), color=color).splitlines()
    lines = [*code, "", *wrap(said, columns)]
    is_small = len(lines) >= rows or len(code) * 2 > columns
    return [] if is_small else lines


class Invitation(NamedTuple):
    """Who is invited: the ``view`` shows a code for a while, without one the address alone is told."""

    view: LiveView | None
    tell: Callable[[Words], None]
    say: Callable[[Words], str]
    color: bool

    def to_port(self, port: int, wanted: object) -> None:
        """Invite to the page on that port, which may be another than was ``wanted``."""
        if port != wanted:
            self.tell(message("run.next-port", taken=str(wanted), port=str(port)))
        self.to(page_address(port, own_number() or NO_NETWORK))

    def to(self, address: str) -> None:
        """Invite to the page at that address."""
        if self.view is None:
            return self.tell(message("run.page", page=address))
        lines = code_lines(address, self.say(message("run.scan", page=address)), color=self.color)
        return self.view.invite(address, lines, COVER_S)
