"""The terminal of a run: its streams, the view that is drawn in it if there is one, and its keys."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing

from firmware.console.stdout import ConsoleWriter
from firmware.console.streams import warn, warnings_written_by
from firmware.devices.job_control import TerminalUser
from firmware.devices.keyboard import HELP, Keyboard
from firmware.devices.protocols import Buttons
from firmware.play.faces.terminal_view import ChanceLines, LiveView, PlainLines, can_be_drawn_in, has_colors, narrowed
from firmware.play.state.shown import Observer
from firmware.play.state.table_language import TableLanguage
from scoreboard.message import Words


class Terminal:
    """Writes to both streams without keeping the game waiting, until ``held`` is closed.

    Attributes:
        out: standard output.
        err: standard error.
        view: what is drawn; None where nothing is.
        keyboard: the buttons, where they are keys.
    """

    def __init__(self, language: TableLanguage, buttons: Buttons | None, held: ExitStack) -> None:
        self._language, self._held = language, held
        streams = (ConsoleWriter(stream, warn) for stream in (sys.stdout, sys.stderr))
        self.out, self.err = (held.enter_context(closing(stream)) for stream in streams)
        held.enter_context(warnings_written_by(self.err.line))
        self.keyboard = buttons if isinstance(buttons, Keyboard) else None
        self.view: LiveView | None = None

    @property
    def users(self) -> list[TerminalUser]:
        """Who sets the terminal's mode."""
        return [each for each in (self.keyboard, self.view) if each is not None]

    def open_view(self, size: tuple[int, int]) -> None:
        """Draw a panel of that size, if this terminal can be drawn in."""
        if not can_be_drawn_in(sys.stdout):
            return
        keys = "" if self.keyboard is None else HELP
        view = LiveView(
            narrowed(size), self._language, self.out.write, keys=keys, draw=self.out.draw, color=has_colors(), away=True
        )
        self.view = self._held.enter_context(closing(view))

    def observers(self, *, is_logged: bool) -> Iterator[Observer]:
        """The view; or each play is a line, where the log does not have it."""
        if self.view is not None:
            yield self.view
        elif not is_logged:
            yield from (PlainLines(self._language, self.out.line), ChanceLines(self._language, self.out.line))
            if self.keyboard is not None:
                self.tell(HELP)

    def tell(self, words: Words) -> None:
        """Say it in a line."""
        self.out.line(self._language.sentence(words))

    def tell_code(self, words: Words) -> None:
        """Somebody waits for digits: show the drawn panel instead of the address, or say them in a line."""
        if self.view is None:
            self.tell(words)
        else:
            self.view.uncover()
