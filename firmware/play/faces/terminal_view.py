"""The stadium in a terminal: `PlainLines` prints each sentence as a line; `LiveView` keeps a screen.

The screen has the panel, the camera's last picture and the last plays.
"""

from __future__ import annotations

import curses
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from threading import RLock
from typing import TextIO

import click
import cv2
import numpy as np
from PIL import Image

from firmware.console.streams import can_write
from firmware.devices.protocols import Frame
from firmware.play.state.shown import Shown
from firmware.play.state.table_language import TableLanguage
from firmware.text import wrap
from scoreboard.commentary import PENCIL, CorrectedLine, half_inning, scoreline, who_is_up
from scoreboard.commentary.chances import winning_chances
from scoreboard.display.terminal import half_blocks
from scoreboard.message import Words, message
from scoreboard.rules.corrections import BETWEEN_PLAYS
from vision.types import Box

GAME_LINE = 1
"""The number of a record's first line, which begins the game."""
PLAYS_KEPT = 200
FRAME_S, CLOSE_UP_S = 0.1, 1.0
"""Seconds between two frames that are drawn, and for how long a throw that was read is shown close up."""
CLEAR, HOME, REST = "\x1b[2J", "\x1b[H", "\x1b[J"
ENTER, LEAVE = "\x1b[?1049h\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?25h\x1b[?1049l"
"""Another screen, no cursor, and what is too wide cut off; and back."""
ROWS_A_LINE = 8
"""For each so many rows of the terminal a sentence may take one."""
HALF_BLOCKS = "▀▄█"
STDOUT = 1
COLORS = 8
"""How many a terminal has that has any."""
USUAL_SIZES = ((64, 16), (32, 16))
"""Of the panel that is drawn where the real one is wider than the terminal: the first that fits, or the last."""

Write = Callable[[str], None]


class PlainLines:
    """An observer that prints every sentence as a line, with the score and the batter where a play changed them."""

    def __init__(self, language: TableLanguage, write: Write = click.echo) -> None:
        self._say, self._write = language.sentence, write
        self._score = (0, 0)
        self._up: Words = ""

    def __call__(self, shown: Shown) -> None:
        """Print what was said, if anything was."""
        if shown.words:
            self._write(f"{self._say(half_inning(shown.game))}  {self._say(shown.words)}")
        for changed in shown.corrected:
            line = message("view.line", nth=changed.number, said=corrected_words(changed))
            self._write(f"{PENCIL} {self._say(half_inning(changed.game))}  {self._say(line)}")
        if (score := (shown.game.away, shown.game.home)) != self._score:
            self._score = score
            self._write(f"{'':7}{self._say(scoreline(shown.game))}")
        if shown.game.phase in BETWEEN_PLAYS:  # during a play helmets come and go
            before, self._up = self._up, who_is_up(shown.game)
            if self._up != before and (up := self._say(self._up)):
                self._write(f"{'':7}{up}")


class ChanceLines:
    """An observer that prints who is likely to win, as a line, with each new batter."""

    def __init__(self, language: TableLanguage, write: Write = click.echo) -> None:
        self._say, self._write = language.sentence, write
        self._chances: Words = ""

    def __call__(self, shown: Shown) -> None:
        """Print it where a play changed it: not before the first one."""
        if not shown.game.fresh or shown.number == GAME_LINE:
            return
        before, self._chances = self._chances, winning_chances(shown.game)
        if self._chances != before and (line := self._say(self._chances)):
            self._write(f"{'':7}{line}")


class LiveView:
    """A panel and an observer at once: a screen of text that is drawn again with every change.

    It also satisfies `firmware.devices.job_control.TerminalUser`.

    Args:
        size: the panel's width and height in pixels.
        language: what it speaks.
        write: takes text for the terminal.
        now: the clock, in seconds.
        keys: which key is which button, if any is.
        draw: takes a whole screen, which the next one may overtake; ``write`` without one.
        color: whether the terminal has colours.
        away: take the terminal over only with `take`.
    """

    terminal = STDOUT

    def __init__(  # noqa: PLR0913 - each is something that a terminal may be
        self,
        size: tuple[int, int],
        language: TableLanguage,
        write: Write = lambda text: click.echo(text, nl=False),
        now: Callable[[], float] = time.monotonic,
        keys: Words = "",
        *,
        draw: Write | None = None,
        color: bool = True,
        away: bool = False,
    ) -> None:
        self.size = size
        self._say = language.sentence
        self._write, self._draw_screen = write, draw or write
        self._now, self._keys, self._color = now, keys, color
        self._taken = self._closed = False
        self._lock = RLock()
        self._frame: Frame | None = None
        self._next_frame = 0.0
        self._panel: list[str] = []
        self._plays: dict[int, Words] = {}
        self._shown: Shown | None = None
        self._note: Words = ""
        self._to_win: Words = ""
        self._page = ""
        self._cover: tuple[Sequence[str], float] = ((), 0.0)
        if not away:
            self.take()

    def show(self, picture: Image.Image) -> None:
        """Light the drawn panel."""
        self._panel = half_blocks(picture, color=self._color).splitlines()
        self._draw()

    def __call__(self, shown: Shown) -> None:
        """Take in what was shown; what was read just now stays close up for a moment."""
        self._shown = shown
        if shown.game.fresh or shown.game.over or shown.is_another:
            self._to_win = winning_chances(shown.game)
        self._note = shown.words if shown.kind in {"menu", "note", "refused"} else ""
        self._frame, self._next_frame = None, self._now() + CLOSE_UP_S
        self._keep_plays(shown)
        self._draw()

    def _keep_plays(self, shown: Shown) -> None:
        """Keep the last plays by their lines; one that was corrected in its old place, with its mark."""
        if shown.is_another:
            self._plays = {}
        for changed in shown.corrected:
            self._plays[changed.number] = (PENCIL, half_inning(changed.game), corrected_words(changed))
        if shown.words and shown.kind == "play":
            self._plays[shown.number] = (half_inning(shown.game), shown.words)
        self._plays = dict(sorted(self._plays.items())[-PLAYS_KEPT:])

    def show_frame(self, frame: Frame) -> None:
        """Show what the camera sees now, as often as a terminal can follow."""
        if self._now() >= self._next_frame:
            self._frame, self._next_frame = frame, self._now() + FRAME_S
            self._draw()

    def invite(self, page: str, lines: Sequence[str], seconds: float) -> None:
        """Say at the foot where the page is; for so many seconds these lines are seen instead of all else."""
        self._page, self._cover = page, (lines, self._now() + seconds)
        self._draw()

    def uncover(self) -> None:
        """Show the panel at once, for there is something on it that is waited for."""
        self._cover = (), 0.0
        self._draw()

    def take(self) -> None:
        """Take the terminal over, if it is not taken, and draw all of it."""
        with self._lock:
            if not self._closed:
                self._write(CLEAR if self._taken else ENTER + CLEAR)
                self._taken = True
        self._draw()

    def give_back(self) -> None:
        """Give the terminal its old screen back, and draw nothing until `take`."""
        with self._lock:
            if self._taken:
                self._taken = False
                self._write(LEAVE)

    def resized(self) -> None:
        """Draw all again, for the terminal has another size."""
        with self._lock:
            if self._taken:
                self._write(CLEAR)
        self._draw()

    def close(self) -> None:
        """Give the terminal its old screen back for good; closing twice is harmless."""
        self.give_back()
        self._closed = True

    def _draw(self) -> None:
        columns, rows = shutil.get_terminal_size()
        with self._lock:  # the camera's thread draws, too
            if not self._taken or (self._shown is None and not self._panel):
                return
            lines = list(self._lines(columns, rows))[: max(rows - 1, 1)]
            end = "\n" if rows > 1 else ""
            self._draw_screen(HOME + "\n".join(f"\x1b[K{line}" for line in lines) + end + REST)

    def _lines(self, columns: int, rows: int) -> Iterator[str]:
        lines, until = self._cover
        if lines and self._now() < until:
            yield from lines
        else:
            yield from self._table(columns, rows)

    def _table(self, columns: int, rows: int) -> Iterator[str]:
        yield from self._panel
        if self._shown is None:
            return
        keys = _whole(self._say(self._keys), columns)
        up = [line for words in (who_is_up(self._shown.game), self._to_win) for line in wrap(self._say(words), columns)]
        most = max(rows // ROWS_A_LINE, 1)
        sentence = self._shown.words if self._shown.kind == "question" else self._shown.game.due
        texts = map(self._say, (sentence, self._note))
        cut = [wrap(text, columns, max_lines=most) or [""] for text in texts]
        asked, note = cut  # a line at least, and only what has no room is cut
        room = max(rows - len(self._panel) - 2 - len(keys) - len(up) - len(asked) - len(note), 1)
        yield from (click.style(line, bold=True) for line in asked)
        yield from up
        yield from note
        plays = map(self._say, tuple(self._plays.values()))
        yield from side_by_side(self._picture(self._shown, columns // 2, room), plays, columns, room)
        yield from (click.style(line, dim=True) for line in keys)
        stops = " · ".join(filter(None, (self._say(message("view.stops")), self._page)))
        yield click.style(stops if len(stops) <= columns else f"{stops[: max(columns - 1, 0)]}…", dim=True)

    def _picture(self, shown: Shown, columns: int, rows: int) -> list[str]:
        if not self._color:  # a photograph in black and white shows nothing
            return []
        return picture_lines(shown, columns, rows) if self._frame is None else shrunk(self._frame, columns, rows)


def can_be_drawn_in(stream: TextIO) -> bool:
    """Whether the stream is a terminal that can draw a screen: with addresses for its cells, and half blocks."""
    kind = os.environ.get("TERM", "")
    if not stream.isatty() or kind in ("", "dumb") or not can_write(HALF_BLOCKS, stream):
        return False
    return _has(lambda: curses.tigetstr("cup") is not None)


def narrowed(size: tuple[int, int]) -> tuple[int, int]:
    """The size of the panel to draw: that of the real one, unless it is wider than the terminal."""
    room = shutil.get_terminal_size().columns
    return next((each for each in (size, *USUAL_SIZES) if each[0] <= room), USUAL_SIZES[-1])


def has_colors() -> bool:
    """Whether the terminal has colours, and its user wants them (no-color.org)."""
    return not os.environ.get("NO_COLOR") and _has(lambda: curses.tigetnum("colors") >= COLORS)


def _has(capability: Callable[[], bool]) -> bool:
    """Whether terminfo lists the capability for this terminal; a terminal that it does not know has all."""
    try:
        curses.setupterm(fd=STDOUT)
    except curses.error:
        return True
    return capability()


def corrected_words(changed: CorrectedLine) -> Words:
    """What a corrected line says now; of one that no longer counts, the reason."""
    return changed.words if changed.counts else message("view.does-not-count", said=changed.words)


def side_by_side(picture: Sequence[str], plays: Iterable[str], columns: int, rows: int) -> Iterator[str]:
    """The picture on the left, the last of the plays on the right, wrapped; ``rows`` lines of at most ``columns``."""
    taken = max((len(click.unstyle(line)) for line in picture), default=0) + 2
    wrapped = [line for play in plays for line in wrap(play, max(columns - taken, 20), subsequent_indent="   ")]
    for left, right in zip_longest(picture, wrapped[-rows:], fillvalue=""):
        yield left + " " * (taken - len(click.unstyle(left))) + right


def picture_lines(shown: Shown, columns: int, rows: int) -> list[str]:
    """What the camera saw, close up where something was found, in half blocks: at most ``columns`` by ``rows``."""
    if shown.frame is None:
        return []
    return shrunk(close_up(shown.frame, [reading.box for reading in shown.readings]), columns, rows)


def shrunk(frame: Frame, columns: int, rows: int) -> list[str]:
    """The frame in half blocks, at most ``columns`` by ``rows``."""
    height, width = frame.shape[:2]
    scale = min(columns / width, 2 * rows / height)
    size = (max(1, round(width * scale)), max(2, round(height * scale) // 2 * 2))
    small = cv2.cvtColor(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB)
    return half_blocks(Image.fromarray(small)).splitlines()


def close_up(frame: Frame, boxes: Sequence[Box]) -> Frame:
    """The part of the frame round the boxes, with a third of their size to spare; all of it where there are none."""
    if not boxes:
        return frame
    corners = np.array([(x, y, x + width, y + height) for x, y, width, height in boxes])
    left, top = corners[:, :2].min(axis=0)
    right, bottom = corners[:, 2:].max(axis=0)
    spare = max(right - left, bottom - top) // 3
    return frame[max(top - spare, 0) : bottom + spare, max(left - spare, 0) : right + spare]


def _whole(keys: str, columns: int) -> list[str]:
    """The keys on lines of at most ``columns``, none torn from its button."""
    items = keys.replace(" ", "\xa0").replace("·\xa0", "· ")
    return [line.replace("\xa0", " ") for line in wrap(items, columns)]
