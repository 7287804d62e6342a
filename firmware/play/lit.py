"""What is lit: the score, or what covers it just now."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from firmware.play.menus import Screen
from firmware.play.throw_off import ThrowOff
from firmware.play.umpire import Asked
from scoreboard import display
from scoreboard.rules.state import Game


@dataclass(frozen=True, slots=True)
class Lit:
    """What a panel may show; of these the first that there is.

    Attributes:
        screen: what NEXT walks and OK takes.
        asked: the question that is open.
        text: what is said for a moment; empty for nothing.
        throw_off: that is under way.
        game: the score.
        is_default: the text tells of a default, written large to be read before the next die counts (D32).
    """

    screen: Screen | None
    asked: Asked | None
    text: str
    throw_off: ThrowOff | None
    game: Game
    is_default: bool

    def picture(self, size: tuple[int, int], tick: int) -> Image.Image:
        """It on a panel of that size, in pixels, so many half seconds since some moment."""
        if self.screen is not None:
            item = self.screen.shown
            return display.message(item.panel, size, tick=tick, ok=True, color=item.color or None)
        if self.asked is not None:
            question = display.Question(self.asked.what, self.asked.offered)
            return display.draw(self.game, size, question=question, tick=tick)
        if self.text:
            return display.message(self.text, size, tick=tick, color="white" if self.is_default else None)
        if self.throw_off is not None:
            return display.message(self.throw_off.panel, size, tick=tick, color=self.throw_off.team.color)
        return display.draw(self.game, size, tick=tick)
