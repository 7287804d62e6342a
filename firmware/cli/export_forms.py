"""Games written out in a form for other programs, or for people: `stadium games [NUMBER] --export FORM --to FILE`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Final, NamedTuple

import click

from firmware.cli import throw_files
from firmware.console.streams import warn
from scoreboard.errors import GameDamagedError, MalformedError
from scoreboard.exports import FORMS, ExportedGame, ExportError, Form
from scoreboard.journal.store import Journal
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.record import replay
from scoreboard.rules import RulesError, words_of

PAGE: Final = "html"
"""A web page of one game, which the page itself makes (`scoreboard.web.watch.saved_game`)."""
NAMES: Final = (*sorted((*FORMS, PAGE)),)


class Export(NamedTuple):
    """What is written out.

    Attributes:
        journal: that has the games.
        number: of the game; None for every one that is over.
        form: its name.
        language: of what stands in it.
        with_pictures: a web page has the pictures of its throws.
    """

    journal: Path
    number: int | None
    form: str
    language: Language
    with_pictures: bool = False

    def written(self) -> bytes:
        """The file.

        Raises:
            ExportError: if it cannot be had in that form.
            ScoreboardError, RulesError: if a game that is asked for cannot be read.
        """
        if self.form == PAGE:
            return self._page(self.number or 0)
        form = FORMS[self.form]
        with Journal.open_readonly(self.journal) as opened:
            if self.number is None:
                return self._season(opened, form)
            game = _game(opened, self.number)
            if why := form.refuses(game):
                raise ExportError(why)
            return form.written([game], self.language)

    def _page(self, number: int) -> bytes:
        from scoreboard.web.watch.saved_game import saved_game

        with Journal.open_readonly(self.journal) as opened:
            game = _game(opened, number)
        pictured = throw_files.pictures_of(self.journal, number, game.history.setup) if self.with_pictures else {}
        return saved_game(game.history, self.language, pictured)

    def _season(self, opened: Journal, form: Form) -> bytes:
        """Every game that is over; those that cannot be written so, or not be read, are named and left out."""
        numbers = [listed.game for listed in opened.listings()]
        words, taken = self.language.say(message("export.writing")), 0

        def games() -> Iterator[ExportedGame]:
            nonlocal taken
            bar = (
                click.progressbar(numbers, label=words, file=sys.stderr)
                if sys.stderr.isatty()
                else nullcontext(numbers)
            )
            with bar as shown:
                for number in shown:
                    try:
                        game = _game(opened, number)
                    except (GameDamagedError, MalformedError, RulesError) as error:
                        warn(self.language.say(words_of(error)))
                        continue
                    if not game.history.game.over:
                        continue
                    if why := form.refuses(game):
                        warn(self.language.say(why))
                        continue
                    taken += 1
                    yield game

        content = form.written(games(), self.language)
        if not taken:
            raise ExportError(message("export.none"))
        return content


def _game(opened: Journal, number: int) -> ExportedGame:
    *_, last = replay(opened.lines(number), opened.rulings(number))
    return ExportedGame(number, last.after)
