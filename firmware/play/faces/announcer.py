"""What is heard of a game: its sounds, and every sentence in the owner's language.

Rule kept here: whatever is shown is said, so that a game can be played with the buttons and no picture. A note waits
for the call before it; everything else cuts in. What can wait of a play is said after its call, and left out where
something else is said first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from firmware.devices.dial import Dial
from firmware.devices.protocols import Speaker
from firmware.devices.sound.repertoire import Samples
from firmware.play.state.shown import Kind, Shown
from firmware.play.state.table_language import TableLanguage
from scoreboard.commentary import (
    DETAILS,
    Announcement,
    Detail,
    announcement,
    comes_up,
    due,
    names_up,
    sounds,
    speakable,
    standing,
)
from scoreboard.message import Words, message
from scoreboard.rules.events import Amend, Press, Set
from scoreboard.rules.history import Entry
from scoreboard.rules.state import Game

TALK = tuple(range(1, len(DETAILS) + 1))
"""How much a voice says, the least first, as the menu counts it."""


def how_much_talk(detail: Detail) -> int:
    """The place of that detail among `TALK`."""
    return DETAILS.index(detail) + 1


class Announcer:
    """An observer that has a speaker play and say what happens; the speaker must not make it wait.

    Args:
        speaker: plays and speaks.
        language: of the table.
        talk: how much is said, of `TALK`.
        tunes: gives the samples of the first of these names that has a tune; called by the speaker.
    """

    def __init__(
        self,
        speaker: Speaker,
        language: TableLanguage,
        talk: Dial | None = None,
        tunes: Callable[[Sequence[str]], Samples | None] = lambda _: None,
    ) -> None:
        self._speaker, self._language, self._tunes = speaker, language, tunes
        self._talk = talk or Dial(how_much_talk("plays"))
        self._before: Game | None = None
        self._last: Kind = "note"

    def __call__(self, shown: Shown) -> None:
        """Play the sounds of it, and say it."""
        before, self._before = self._before, shown.game
        last, self._last = self._last, shown.kind
        self._play(before, shown, last)
        waits = shown.kind == "note" and last in {"play", "note"} and shown.words != "" and not shown.is_another
        announced = _announcement(before, shown, DETAILS[self._talk.now - 1])
        self._say(announced.call, wait=waits)
        self._say(announced.rest, wait=True)

    def _say(self, words: Words, *, wait: bool) -> None:
        say = self._language.spoken
        text = speakable(say(words, DETAILS[self._talk.now - 1]), say(message("voice.spellings")))
        self._speaker.say(text, say(message("voice")), wait=wait)

    def _play(self, before: Game | None, shown: Shown, last: Kind) -> None:
        if shown.kind == "refused":
            self._speaker.play("no")
        elif shown.kind == "question" and last != "question":
            self._speaker.play("ask")
        elif shown.line is not None and before is not None:
            self._speaker.play(*sounds(before, shown.line, shown.game))
        if shown.line is None and not shown.is_another:
            return
        is_up = comes_up(None if shown.is_another else before, shown.game) and not _puts_right(shown.line)
        self._speaker.accompany(partial(self._tunes, names_up(shown.game)) if is_up else None)


def _puts_right(line: Entry | None) -> bool:
    """Whether a line takes back or corrects: nobody has come to bat by it."""
    return isinstance(line, Amend | Set) or (isinstance(line, Press) and line.button in {"undo", "redo"})


def _announcement(before: Game | None, shown: Shown, detail: Detail) -> Announcement:
    """What is said: of a play its call and what is due then; of a score that is seen again, how it stands."""
    asked = shown.asked is not None
    if shown.line is not None and before is not None:
        return announcement(before, shown.line, shown.game, asked=asked, detail=detail)
    if before is None or shown.is_another or not shown.words:
        return Announcement((shown.words, standing(shown.game), due(shown.game, asked=asked)))
    return Announcement(shown.words)
