"""What a line is celebrated with: what a phone's voice and speaker let hear of it, what a stream shows.

Rule kept here: nothing is chosen a second time. The sentence is the one that the box's own voice says, the sounds and
the moments are those of the box's own tables, and a page plays what it is told.
"""

from __future__ import annotations

from msgspec import Struct

from scoreboard.commentary import CALLS, Sound, announcement, sounds, speakable
from scoreboard.display.moments import moments_of
from scoreboard.language import Language
from scoreboard.message import Message, Words, message
from scoreboard.record import ReplayStep
from scoreboard.rules.events import Expect, Setup
from scoreboard.rules.state import Game


class CelebratedMoment(Struct, frozen=True):
    """Something to celebrate.

    Attributes:
        name: of the moment, such as ``home-run``.
        said: it in a word or two.
    """

    name: str
    said: str


class Celebrated(Struct, frozen=True):
    """What is heard and shown of a line.

    Attributes:
        spoken: the play and what is due then, written for a voice; empty where nothing is said.
        sounds: that sound at once, beside the umpire's call.
        call: the umpire's, which is blown where no voice says it; empty for none.
        moments: the play itself, then what it led to.
    """

    spoken: str = ""
    sounds: tuple[Sound, ...] = ()
    call: str = ""
    moments: tuple[CelebratedMoment, ...] = ()


NOTHING = Celebrated()


def celebrated(step: ReplayStep, language: Language, *, asked: bool) -> Celebrated:
    """What is heard and shown of a line; ``asked``: a question is open."""
    line, before, after = step.line, step.before.game, step.after.game
    if isinstance(line, Expect):
        return NOTHING
    if step.refused is not None:
        return Celebrated(spoken(message("notice.refused", reason=step.refused), language), ("no",))
    if isinstance(line, Setup):
        return Celebrated(spoken((message("play.begin"), after.due), language))
    heard = sounds(before, line, after)
    announced = announcement(before, line, after, asked=asked, detail="plays")
    return Celebrated(
        spoken((announced.call, announced.rest), language),
        tuple(each for each in heard if each not in CALLS),
        next((each for each in heard if each in CALLS), ""),
        tuple(
            CelebratedMoment(each.name, _written(each.what.words, after, language))
            for each in moments_of(before, line, step.after)
        ),
    )


def _written(words: Message, game: Game, language: Language) -> str:
    """A moment's words as on a panel that is wide enough for the teams' names."""
    sides = {"batting": game.batting, "winner": game.winner}
    teams = {role: game.team(side).name for role, side in sides.items() if side is not None}
    return language.say(message(words.key, **teams, **dict(words.values)), "panel")


def spoken(words: Words, language: Language) -> str:
    """These words as a broadcaster says them."""
    return speakable(language.say(words, "brief"), language.say(message("voice.spellings")))
