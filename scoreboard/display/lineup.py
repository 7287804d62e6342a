"""The line-up on the panel, where it hides neither runners, nor the count, nor the score.

Between plays, a team's letters above its runs take turns with its batter or pitcher (D53). The helmet at bat (D49) has
a page of its own, since a cap in place of a name is a riddle. A larger panel always shows the helmets beside the
diamond, in batting order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoreboard.display.fields import (
    CHALK,
    DisplayField,
    Drawn,
    Ground,
    Ladder,
    TextField,
    stamp_centred,
    stamp_on_block,
)
from scoreboard.display.fonts import Font, fitting, plain
from scoreboard.display.initials import player_initials, team_letters
from scoreboard.display.pixels import Pattern, Point, stamp, stamp_middle
from scoreboard.message import message
from scoreboard.rules.corrections import BETWEEN_PLAYS
from scoreboard.rules.events import Side

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.display.panel_scene import PanelScene
    from scoreboard.rules.house_rules import Helmet
    from scoreboard.rules.state import Game

TICKS_PER_TURN: Final = 6
"""Half seconds that the letters stay, and then what takes turns with them."""


def between_plays(game: Game) -> bool:
    """Whether a pitch is awaited, and no choice is open."""
    return game.phase in BETWEEN_PLAYS and len(game.options) < 2  # noqa: PLR2004 — two make a choice


def written_sign(scene: PanelScene, width: int, fonts: tuple[Font, ...]) -> str:
    """The sign that is on: its word where that is no wider, else three letters."""
    # one of: sign.bunt, sign.hit-and-run, sign.steal, sign.take
    word = plain(scene.say(message(f"sign.{scene.game.signs.sign_on}"), "panel"))
    if fitting(word, width, fonts).width(word) <= width:
        return word
    # one of: panel.sign.bunt, panel.sign.hit-and-run, panel.sign.steal, panel.sign.take
    return scene.say(message(f"panel.sign.{scene.game.signs.sign_on}"), "panel")


class Helmets(DisplayField, frozen=True, kw_only=True):
    """A field that draws helmets.

    Attributes:
        plus: the pattern of a + helmet.
        plain: of one without a sign.
        minus: of a - helmet.
    """

    plus: Drawn
    plain: Drawn
    minus: Drawn

    def pattern(self, helmet: Helmet) -> Pattern:
        """The pattern of that helmet."""
        return {"+": self.plus, "": self.plain, "-": self.minus}[helmet]


class Corner(Helmets, frozen=True, kw_only=True, tag="corner"):
    """A team's letters; between plays they take turns with its batter or pitcher, and its helmet if that has patterns.

    While a sign is on, the letters of the side at bat take turns with it, in amber, in a play, too. The helmets'
    patterns fit in the box.

    Attributes:
        side: whose.
        fonts: the first that fits is taken.
        block: what the letters stand on, a pixel of it all round where it is lit.
        mono: the same on a panel of one colour, where that differs.
    """

    plus: Drawn = Drawn(())
    plain: Drawn = Drawn(())
    minus: Drawn = Drawn(())
    side: Side
    fonts: Ladder
    block: Ground = "none"
    mono: Ground | None = None

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write or draw it in the middle of the box."""
        game = scene.game
        turn, other = divmod(scene.tick // TICKS_PER_TURN, 2)
        if other and game.signs.sign_on and game.batting == self.side:
            sign = written_sign(scene, self.size[0], self.fonts)
            return stamp_centred(picture, sign, self.box, self.fonts, scene.color("amber"))
        ups = self._batter_or_pitcher(game) if other and between_plays(game) else ()
        if not ups:
            return _stamp_letters(self, picture, scene, team_letters(scene)[self.side == "home"])
        shown, color = ups[turn % len(ups)], scene.team_color(self.side)
        if isinstance(shown, str):
            return stamp_centred(picture, shown, self.box, self.fonts, color)
        return stamp_middle(picture, shown, self.middle, color)

    def _batter_or_pitcher(self, game: Game) -> tuple[str | Pattern, ...]:
        """This team's batter or pitcher as letters, and the helmet at bat; empty without names and helmets."""
        bats = game.batting == self.side
        player = None if game.up is None else game.up.bats if bats else game.up.pitches
        name = () if player is None else (player_initials(player, game.team(self.side).players or ()),)
        helmet = () if not bats or game.batter is None else self.pattern(game.batter)
        return (*name, helmet) if helmet else name


class SignOn(TextField, frozen=True, kw_only=True, tag="sign"):
    """The sign for the next pitch."""

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write it; nothing if none is on."""
        if scene.game.signs.sign_on:
            self.write(picture, scene, written_sign(scene, self.size[0], self.fonts))


class HelmetUp(Helmets, frozen=True, kw_only=True, tag="helmet"):
    """The helmet at bat (D49)."""

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Draw it; nothing if the game has no helmets."""
        if scene.game.batter is not None:
            stamp(picture, self.pattern(scene.game.batter), self.at, scene.color("batting"))


class Letters(DisplayField, frozen=True, kw_only=True, tag="letters"):
    """A team's letters, and nothing else.

    Attributes:
        side: whose.
        fonts: the first that fits is taken.
        most: how many letters at most.
        block: as of a corner.
        mono: likewise.
    """

    side: Side
    fonts: Ladder
    most: int
    block: Ground = "none"
    mono: Ground | None = None

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write them in the middle of the box."""
        _stamp_letters(self, picture, scene, team_letters(scene, self.most)[self.side == "home"])


def _stamp_letters(field: Corner | Letters, picture: Image.Image, scene: PanelScene, letters: str) -> None:
    """Write a team's letters in the middle of the field."""
    written = fitting(letters, field.size[0] - 2 * (field.block == "lit"), field.fonts).write(letters)
    ink, chalk = scene.team_color(field.side), scene.color(CHALK)
    stamp_on_block(picture, written, field.box, field.block, ink, chalk)


class Dugout(Helmets, frozen=True, kw_only=True, tag="dugout"):
    """The helmets of the team at bat in batting order: at bat first and amber, then the next ones (D49).

    They stand to the right of a number, never to its left, where a - helmet and 12 would read -12.

    Attributes:
        step: from one to the next.
    """

    step: Point

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Draw as many as the box has room for; nothing if the game has no helmets."""
        game = scene.game
        if game.batter is None:
            return
        width, height = len(self.plain[0]), len(self.plain)
        stamp(picture, self.pattern(game.batter), self.at, scene.color("amber"))
        for number, helmet in enumerate(game.dugout or (), start=1):
            left, top = self.step[0] * number, self.step[1] * number
            if left + width <= self.size[0] and top + height <= self.size[1]:
                stamp(picture, self.pattern(helmet), (self.at[0] + left, self.at[1] + top), scene.color("batting"))
