"""The language that the table is spoken to: all faces share one holder of it, and the menu changes what it holds."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from scoreboard.commentary import Detail, detail_length
from scoreboard.language import Language, Length
from scoreboard.message import Words
from scoreboard.rules.events import Setup, Team


class TableLanguage:
    """The language that the panels and the terminal speak: ``now``, until `speak` changes it."""

    def __init__(self, now: Language) -> None:
        self.now = now

    def speak(self, now: Language) -> None:
        """Speak that language from now on."""
        self.now = now

    def say(self, words: Words, length: Length = "sentence") -> str:
        """The text of these words."""
        return self.now.say(words, length)

    def sentence(self, words: Words) -> str:
        """What a terminal shows."""
        return self.say(words)

    def on_panel(self, words: Words) -> str:
        """What a panel shows."""
        return self.say(words, "panel")

    def spoken(self, words: Words, detail: Detail = "all") -> str:
        """What a voice says that says so much."""
        return self.now.say(words, detail_length(detail))

    def named(self, setup: Setup, called: Callable[[str], Words]) -> Setup:
        """The set-up with the teams as they are called in this language."""

        def named(team: Team) -> Team:
            return structs.replace(team, name=self.sentence(called(team.name)))

        return structs.replace(setup, away=named(setup.away), home=named(setup.home))
