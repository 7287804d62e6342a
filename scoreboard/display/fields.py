"""The fields of a scoreboard: each is a frozen value that knows its place and paints one part of the game.

A layout is a tuple of these, so that a panel of another size is data and no new code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from scoreboard.display.fonts import Font, fitting, plain
from scoreboard.display.palette import AMBER, CHALK, GHOST, panel_color
from scoreboard.display.pixels import Box, Color, Pattern, Point, block, stamp, stamp_middle
from scoreboard.rules.rallybird import deck_of, tested_sum

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.display.words import Say
    from scoreboard.message import Words
    from scoreboard.rules.events import Half, Side
    from scoreboard.rules.state import Game, Phase


class DisplayField(Protocol):
    """A part of a scoreboard at a fixed place."""

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:
        """Draw what ``game`` says on ``picture``; ``tick`` counts half seconds and drives what blinks."""


def stamp_centred(picture: Image.Image, text: str, box: Box, fonts: tuple[Font, ...], color: Color) -> None:
    """Write ``text`` in the middle of ``box``, in the first of ``fonts`` that fits its width."""
    x, y, width, height = box
    written = fitting(text, width, fonts).write(text)
    stamp(picture, written, (x + (width - len(written[0]) + 1) // 2, y + (height - len(written)) // 2), color)


@dataclass(frozen=True, slots=True)
class Runs:
    """A team's runs, up to 999."""

    side: Side
    box: Box
    fonts: tuple[Font, ...]

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:  # noqa: ARG002 — the signature of a DisplayField
        """Write them in the middle of the box."""
        runs = min(game.away if self.side == "away" else game.home, 999)
        stamp_centred(picture, str(runs), self.box, self.fonts, CHALK)


@dataclass(frozen=True, slots=True)
class AtBat:
    """A bar that is lit while a team bats, and when it has won."""

    side: Side
    box: Box

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:  # noqa: ARG002 — the signature of a DisplayField
        """Light it in the team's colour, or leave a ghost of it."""
        x, y, width, height = self.box
        chosen = game.winner if game.over else game.batting
        color = panel_color(game.team(self.side).color) if chosen == self.side else GHOST
        stamp(picture, block(width, height), (x, y), color)


@dataclass(frozen=True, slots=True)
class Inning:
    """The inning's number; X in extra innings (D9)."""

    box: Box
    fonts: tuple[Font, ...]

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:  # noqa: ARG002 — the signature of a DisplayField
        """Write it in the middle of the box."""
        text = "X" if game.inning > game.last else str(game.inning)
        stamp_centred(picture, text, self.box, self.fonts, CHALK)


@dataclass(frozen=True, slots=True)
class HalfMark:
    """A triangle that is lit in its half of the inning."""

    half: Half
    at: Point
    pattern: Pattern
    color: Color

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:  # noqa: ARG002 — the signature of a DisplayField
        """Light it, or leave a ghost of it."""
        stamp(picture, self.pattern, self.at, self.color if game.half == self.half else GHOST)


@dataclass(frozen=True, slots=True)
class Count:
    """A letter, and a lamp for each ball, strike or out."""

    of: Literal["balls", "strikes", "outs"]
    at: Point
    letter: Pattern
    lamps: tuple[Point, ...]
    lamp: Pattern
    color: Color

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:  # noqa: ARG002 — the signature of a DisplayField
        """Light as many lamps as there are, and leave ghosts of the others; RallyBird has no balls and strikes."""
        if game.dealt is not None and self.of != "outs":
            return
        stamp(picture, self.letter, self.at, CHALK)
        for number, place in enumerate(self.lamps):
            stamp(picture, self.lamp, place, self.color if number < getattr(game, self.of) else GHOST)


@dataclass(frozen=True, slots=True)
class Told:
    """What RallyBird waits for: a card or gloves, which blink, or dice, against the number that the gloves have.

    Attributes:
        middle: of the pattern or number.
        patterns: by the phase.
        font: of the number.
    """

    middle: Point
    patterns: Mapping[Phase, Pattern]
    font: Font

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:
        """Draw it; nothing in another game."""
        if game.dealt is None:
            return
        if game.phase in self.patterns and tick % 2 == 0:
            stamp_middle(picture, self.patterns[game.phase], self.middle, AMBER)
        elif game.dealt.card is not None and game.phase == "pitch":
            number = self.font.write(str(tested_sum(game, deck_of(game), game.dealt.card, game.dealt.gloves)))
            stamp_middle(picture, number, self.middle, CHALK)


@dataclass(frozen=True, slots=True)
class Label:
    """A fixed word."""

    said: Words
    box: Box
    fonts: tuple[Font, ...]

    def paint(self, picture: Image.Image, game: Game, tick: int, say: Say) -> None:  # noqa: ARG002 — as a DisplayField
        """Write it in the middle of the box."""
        stamp_centred(picture, plain(say(self.said, "panel")), self.box, self.fonts, CHALK)


@dataclass(frozen=True, slots=True)
class Winner:
    """Arrows that run toward the winner's runs."""

    arrows: dict[Side, Pattern]
    places: tuple[Point, ...]

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:
        """Light one more arrow each half second, then begin again, so that they seem to run; none without a winner."""
        if game.winner is None:
            return
        order = self.places if game.winner == "home" else self.places[::-1]
        for number, place in enumerate(order):
            lit = number <= tick % len(order)
            stamp(picture, self.arrows[game.winner], place, panel_color(game.team(game.winner).color) if lit else GHOST)
