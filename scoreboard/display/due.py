"""What is due: whose turn it is, which die, what number is needed; while a choice is open, what OK and NEXT do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoreboard.commentary import open_choice
from scoreboard.display.fields import TextField
from scoreboard.display.fonts import LARGE, TINY
from scoreboard.display.letters import Page, pages
from scoreboard.display.names import short_team
from scoreboard.display.pixels import stamp
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


class Due(TextField, frozen=True, kw_only=True, tag="due"):
    """What the game waits for, in the colour of whose turn it is, who that is first where there is room.

    While a choice is open (D55), what OK keeps and what NEXT gives come before it, in amber.

    Attributes:
        most: the pages that it may take with who it is; if it has more, or only in small letters, what is due stands
            alone.
    """

    most: int = 1

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write the page that is due; nothing once the game is over and can be changed no more."""
        choice = self.choice_pages(scene)
        written = (*choice, *self.pages(scene))
        if not written:
            return
        number = scene.since // TICKS_PER_PAGE % len(written)
        color = scene.color("amber") if number < len(choice) else scene.team_color(acting(scene.game))
        for line in written[number]:
            left = 0 if self.align == "left" else line.at[0]
            stamp(picture, line.written, (self.at[0] + left, self.at[1] + line.at[1]), color)

    def choice_pages(self, scene: PanelScene) -> tuple[Page, ...]:
        """What OK keeps and what NEXT gives, on pages of their own where they do not fit on one in larger letters.

        Where OK itself would take a page more, it is left out: what is kept stands first.
        """
        if (choice := open_choice(scene.game)) is None:
            return ()
        kept, other = (scene.say(each, "panel") for each in choice)
        ok = scene.say(message("panel.choice.ok", answer=choice[0]), "panel")
        first = min((pages(each, self.size, self.fonts) for each in (ok, kept)), key=len)
        apart = (*first, *pages(other, self.size, self.fonts))
        at_once = pages(f"{ok} {other}", self.size, self.fonts)
        is_small = _height(at_once) < min(_height(apart), LARGE.height)
        return apart if len(at_once) > 1 or is_small else at_once

    def pages(self, scene: PanelScene) -> tuple[Page, ...]:
        """The pages of what the game waits for; none once it is over."""
        game = scene.game
        if game.over:
            return ()
        what = scene.say(game.due, "panel")
        named = scene.say(message("due.who", who=self._who(scene, acting(game)), what=what), "panel")
        whole, alone = (pages(text, self.size, self.fonts) for text in (named, what))
        is_small = _height(whole) < min(_height(alone), LARGE.height)
        most = 1 if is_choice_open(game) else self.most
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


def is_due(game: Game) -> bool:
    """Whether there is something to wait for, or to choose."""
    return not game.over or is_choice_open(game)


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
