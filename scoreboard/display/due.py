"""What is due: whose turn it is, which die, what number is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from scoreboard.display.fields import TextField
from scoreboard.display.fonts import TINY
from scoreboard.display.letters import pages
from scoreboard.display.names import short_team
from scoreboard.display.pixels import stamp
from scoreboard.message import Message, Words, message
from scoreboard.rules.events import Side
from scoreboard.rules.state import CHIP, DICE, SHARED

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.display.panel_scene import PanelScene
    from scoreboard.rules.state import Game

TICKS_PER_PAGE: Final = 3
"""Half seconds that a page of what does not fit at once stays."""


class Due(TextField, frozen=True, kw_only=True, tag="due"):
    """What the game waits for, in the colour of whose turn it is.

    Attributes:
        side: only while it is that team's turn, and then without its name; empty: whoever's turn it is.
    """

    side: Literal["away", "home", ""] = ""

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write the page that is due; nothing once the game is over."""
        game, side = scene.game, acting(scene.game)
        if game.over or (self.side and self.side != side):
            return
        text = scene.say(game.said, "panel")
        if not self.side:
            text = scene.say(message("due.who", who=self._who(scene, side), what=text), "panel")
        written = pages(text, self.size, self.fonts)
        for line in written[scene.since // TICKS_PER_PAGE % len(written)]:
            left = 0 if self.align == "left" else line.at[0]
            stamp(picture, line.written, (self.at[0] + left, self.at[1] + line.at[1]), scene.team_color(side))

    def _who(self, scene: PanelScene, side: Side) -> str:
        """The colour of the die that is due, which is the team's; the team's name where both use the same die."""
        due = scene.game.awaits
        if due in {None, CHIP, DICE, SHARED}:
            return short_team(scene, side, self.size[0] - TINY.width(":") - 1, TINY)
        return scene.say(message("panel.die", color=str(due)), "panel")


def acting(game: Game) -> Side:
    """Whose turn it is: the team that the message of what is due names, else the one at bat."""
    team = _named(game.said)
    return game.fielding if team == game.team(game.fielding).name != game.team(game.batting).name else game.batting


def _named(words: Message) -> Words:
    """The team that a message names, or one within it."""
    due = words.value("due")
    return _named(due) if isinstance(due, Message) else words.value("team")
