"""What is due: whose turn it is, which die, what number is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoreboard.display.fields import TextField
from scoreboard.display.fonts import LARGE, TINY
from scoreboard.display.letters import Page, pages
from scoreboard.display.names import short_team
from scoreboard.display.pixels import stamp
from scoreboard.message import Message, Words, message
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

    Attributes:
        most: the pages that it may take with who it is; if it has more, or only in small letters, what is due stands
            alone.
    """

    most: int = 1

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write the page that is due; nothing once the game is over."""
        game = scene.game
        if game.over:
            return
        written = self.pages(scene)
        for line in written[scene.since // TICKS_PER_PAGE % len(written)]:
            left = 0 if self.align == "left" else line.at[0]
            stamp(picture, line.written, (self.at[0] + left, self.at[1] + line.at[1]), scene.team_color(acting(game)))

    def pages(self, scene: PanelScene) -> tuple[Page, ...]:
        """Its pages, which take turns."""
        game = scene.game
        what = scene.say(game.due, "panel")
        named = scene.say(message("due.who", who=self._who(scene, acting(game)), what=what), "panel")
        whole, alone = (pages(text, self.size, self.fonts) for text in (named, what))
        is_small = _height(whole) < min(_height(alone), LARGE.height)
        return alone if len(whole) > self.most or is_small else whole

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
    """Whether a page of its own is due; while a choice is open (D55) it would hide what blinks."""
    return not game.over and len(game.options) < 2  # noqa: PLR2004 - two make a choice, which blinks


def acting(game: Game) -> Side:
    """Whose turn it is: the team that the message of what is due names, else the one at bat."""
    team = _named(game.due)
    return game.fielding if team == game.team(game.fielding).name != game.team(game.batting).name else game.batting


def _named(words: Message) -> Words:
    """The team that a message names, or one within it."""
    due = words.value("due")
    return _named(due) if isinstance(due, Message) else words.value("team")
