"""What is due: whose turn it is, which die, what number is needed; while a choice is open, what OK and NEXT do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from scoreboard.commentary import open_choice
from scoreboard.display.fields import TextField
from scoreboard.display.fonts import LARGE, TINY
from scoreboard.display.letters import Page, pages
from scoreboard.display.names import short_team
from scoreboard.display.pixels import Color, stamp
from scoreboard.message import Message, Words, message
from scoreboard.rules.diamante.choices import may_choose
from scoreboard.rules.events import Side
from scoreboard.rules.state import CHIP, DICE, SHARED

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.display.panel_scene import PanelScene
    from scoreboard.rules.state import Game

TICKS_PER_PAGE: Final = 2
"""Half seconds that a page of what does not fit at once stays."""
PAGES_PER_TURN: Final = 2
"""Pages that are read on end: so many has a turn of what is due, and a sentence that may be a page longer."""


class Sentence(NamedTuple):
    """What is read on end.

    Attributes:
        pages: one after the other, where they do not fit at once.
        color: of their letters.
    """

    pages: tuple[Page, ...]
    color: Color


class Due(TextField, frozen=True, kw_only=True, tag="due"):
    """What the game waits for, in the colour of whose turn it is, who that is first where there is room.

    While a choice is open (D55), what OK keeps and what NEXT gives come after it, in amber.

    Attributes:
        most: the pages that it may take with who it is; if it has more, or only in small letters, what is due stands
            alone.
        each: half seconds on end that each sentence has while a choice is open, as many as the page that shows it; 0
            where the next one may follow at once.
        part: all of it, or what is due alone, or the choice alone, where these are two pages of a layout.
    """

    most: int = 1
    each: int = 0
    part: Literal["all", "due", "choice"] = "all"

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write the page that is due; nothing once the game is over and can be changed no more."""
        sentences = self.sentences(scene)
        if not sentences:
            return
        number, page = self.turn(scene, sentences)
        for line in sentences[number].pages[page]:
            left = 0 if self.align == "left" else line.at[0]
            stamp(picture, line.written, (self.at[0] + left, self.at[1] + line.at[1]), sentences[number].color)

    def turn(self, scene: PanelScene, sentences: tuple[Sentence, ...]) -> tuple[int, int]:
        """Which of these sentences is seen now, and which of its pages."""
        if is_choice_open(scene.game) and not self.each:
            every = [(number, page) for number, each in enumerate(sentences) for page in range(len(each.pages))]
            return every[scene.since // TICKS_PER_PAGE % len(every)]
        each = self.each if is_choice_open(scene.game) else PAGES_PER_TURN * TICKS_PER_PAGE // len(sentences)
        turn, since = divmod(scene.since, each)
        number = turn % len(sentences)
        return number, -(-(since + 1) * len(sentences[number].pages) // each) - 1

    def sentences(self, scene: PanelScene) -> tuple[Sentence, ...]:
        """All that is to be read: what is due, then what OK keeps and what NEXT gives.

        While one team picks a card the other lays its gloves, which is said too where there is room.
        """
        choice = tuple(Sentence(each, scene.color("amber")) for each in self.choice(scene))
        if self.part == "choice":
            return choice
        due = self._due(scene)
        return due if self.part == "due" else due + choice

    def _due(self, scene: PanelScene) -> tuple[Sentence, ...]:
        """What is due; nothing once the game is over."""
        game, written, color = scene.game, self.pages(scene), scene.team_color(acting(scene.game))
        if game.due.key == "due.card":
            card, gloves = (
                pages(scene.say(each, "panel"), self.size, self.fonts)
                for each in (game.due, message("due.gloves", team=game.team(game.fielding).name))
            )
            besides = Sentence(gloves, scene.team_color(game.fielding))
            return Sentence(min(written, card, key=len), color), besides
        return (Sentence(written, color),) if written else ()

    def choice(self, scene: PanelScene) -> tuple[tuple[Page, ...], ...]:
        """The pages of what OK keeps and of what NEXT gives, together where both fit at once in larger letters.

        Where OK itself would take more pages than are read on end, it is left out: what is kept stands first.
        """
        if (choice := open_choice(scene.game)) is None:
            return ()
        kept, other = (scene.say(each, "panel") for each in choice)
        ok = scene.say(message("panel.choice.ok", answer=choice[0]), "panel")
        first, without = (pages(each, self.size, self.fonts) for each in (ok, kept))
        apart = first if len(first) <= PAGES_PER_TURN else without, pages(other, self.size, self.fonts)
        at_once = pages(f"{ok} {other}", self.size, self.fonts)
        is_small = _height(at_once) < min(*map(_height, apart), LARGE.height)
        return apart if len(at_once) > 1 or is_small else (at_once,)

    def pages(self, scene: PanelScene) -> tuple[Page, ...]:
        """The pages of what the game waits for; none once it is over."""
        game = scene.game
        if game.over:
            return ()
        what = scene.say(game.due, "panel")
        named = scene.say(message("due.who", who=self._who(scene, acting(game)), what=what), "panel")
        whole, alone = (pages(text, self.size, self.fonts) for text in (named, what))
        is_small = _height(whole) < min(_height(alone), LARGE.height)
        most = 1 if is_choice_open(game) and not self.each else self.most
        return alone if len(whole) > most or is_small else whole

    def _who(self, scene: PanelScene, side: Side) -> str:
        """The colour of the die that is due, which is the team's; the team's name where both use the same die."""
        due = scene.game.awaits
        if due in {None, CHIP, DICE, SHARED}:
            return short_team(scene, side, self.size[0] - TINY.width(":") - 1, TINY)
        return scene.say(message("panel.die", color=str(due)), "panel")


def _height(written: tuple[Page, ...]) -> int:
    """Of their letters."""
    return len(written[0][0].written)


def is_choice_open(game: Game) -> bool:
    """Whether NEXT gives another answer to the last throw (D55)."""
    choice = game.diamante.choice
    return choice is not None and may_choose(choice)


def acting(game: Game) -> Side:
    """Whose turn it is: the team that the message of what is due names, else the one at bat."""
    team = _named(game.due)
    return game.fielding if team == game.team(game.fielding).name != game.team(game.batting).name else game.batting


def _named(words: Message) -> Words:
    """The team that a message names, or one within it."""
    due = words.value("due")
    return _named(due) if isinstance(due, Message) else words.value("team")
