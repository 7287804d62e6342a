"""The fields of a scoreboard: each is a frozen value that knows its place and paints one part of the game.

A layout (`layout`) names them in a file, so that a panel of another size is data and no new code.

Rule kept here: a field paints within its box, and leaves dark what it has no light for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from scoreboard.display.fonts import Font, fitting
from scoreboard.display.names import shown_player, shown_team, written_name
from scoreboard.display.palette import DARK, dimmed
from scoreboard.display.pixels import Box, Color, Pattern, Point, block, stamp, stamp_middle
from scoreboard.language import language
from scoreboard.message import message
from scoreboard.rules.events import Half, Side
from scoreboard.rules.rallybird import deck_of, tested_sum

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.display.panel_scene import PanelScene

MOST_RUNS = 999
"""What three digits can say."""
Align = Literal["left", "middle", "right"]
Counted = Literal["balls", "strikes", "outs"]
Ground = Literal["none", "dim", "lit"]
"""What a team's letters stand on: nothing, in its colour; a dim block of that, which a panel of one colour leaves out,
in chalk; a lit block of it, in which they are dark."""


class Drawn(tuple[str, ...]):
    """A pattern of a layout, which names it or has its rows."""

    __slots__ = ()


class Ladder(tuple[Font, ...]):
    """Fonts by their names, the largest first: the first that fits is taken, and nothing is scaled."""

    __slots__ = ()


class Ink(str):
    """The name of a colour: one of `palette.INKS`, `panel_scene.TEAM_INKS`, or of the layout's own."""

    __slots__ = ()


CHALK = Ink("chalk")
AMBER = Ink("amber")
GHOST = Ink("ghost")


class DisplayField(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """A part of a scoreboard.

    Attributes:
        at: its top left corner.
        size: width and height of its box.
    """

    at: Point
    size: Point

    @property
    def box(self) -> Box:
        """Its place and size."""
        return *self.at, *self.size

    @property
    def middle(self) -> Point:
        """The pixel in the middle of the box."""
        return self.at[0] + self.size[0] // 2, self.at[1] + self.size[1] // 2

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Draw what ``scene`` says on ``picture``."""
        raise NotImplementedError


def stamp_aligned(picture: Image.Image, written: Pattern, box: Box, color: Color, align: Align = "middle") -> None:
    """Light ``written`` in ``box``: between its top and bottom in the middle, across as ``align`` says."""
    x, y, width, height = box
    across = {"left": 0, "middle": (width - len(written[0]) + 1) // 2, "right": width - len(written[0])}
    stamp(picture, written, (x + across[align], y + (height - len(written)) // 2), color)


def stamp_centred(picture: Image.Image, text: str, box: Box, fonts: tuple[Font, ...], color: Color) -> None:
    """Write ``text`` in the middle of ``box``, in the first of ``fonts`` that fits its width."""
    stamp_aligned(picture, fitting(text, box[2], fonts).write(text), box, color)


def stamp_on_block(picture: Image.Image, written: Pattern, box: Box, ground: Ground, ink: Color, chalk: Color) -> None:
    """Write in the middle of ``box``: in a team's ``ink``, in ``chalk`` on a dim block of it, or dark on a lit one."""
    if ground != "none":
        stamp(picture, block(*box[2:]), box[:2], ink if ground == "lit" else dimmed(ink))
    stamp_aligned(picture, written, box, {"none": ink, "dim": chalk, "lit": DARK}[ground])


class TextField(DisplayField, frozen=True, kw_only=True):
    """A field that writes.

    Attributes:
        fonts: the first that fits is taken.
        color: of its letters.
        align: where they stand in the box.
    """

    fonts: Ladder
    color: Ink = CHALK
    align: Align = "middle"

    def write(self, picture: Image.Image, scene: PanelScene, text: str) -> None:
        """Write ``text`` in the box."""
        written = fitting(text, self.size[0], self.fonts).write(text)
        stamp_aligned(picture, written, self.box, scene.color(self.color), self.align)


class Runs(TextField, frozen=True, kw_only=True, tag="runs"):
    """A team's runs, up to 999."""

    side: Side

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write them."""
        self.write(picture, scene, str(min(getattr(scene.game, self.side), MOST_RUNS)))


class NameField(TextField, frozen=True, kw_only=True):
    """A field that writes a name, as much of it as fits."""

    def written(self, name: str) -> tuple[Pattern, ...]:
        """The lines of ``name`` as they fit the box."""
        return written_name(name, self.size, self.fonts)

    def stamp_lines(self, picture: Image.Image, lines: tuple[Pattern, ...], color: Color) -> None:
        """Paint them in the middle of the box's height."""
        x, y, width, height = self.box
        pitch = len(lines[0]) + 1
        top = y + (height - len(lines) * pitch + 1) // 2
        for number, line in enumerate(lines):
            box = x, top + number * pitch, width, len(line)
            stamp_aligned(picture, line, box, color, self.align)


class TeamName(NameField, frozen=True, kw_only=True, tag="name"):
    """A team's name in its colour, as much of it as fits.

    Attributes:
        block: what it stands on; lit only for letters of seven rows and more, a pixel of it all round, since smaller
            dark ones are not told apart.
        mono: the same on a panel of one colour, where that differs.
    """

    side: Side
    block: Ground = "none"
    mono: Ground | None = None

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write it."""
        color = scene.team_color(self.side)
        if self.block == "none":
            return self.stamp_lines(picture, shown_team(scene, self.side, self.written), color)
        edge = 2 * (self.block == "lit")
        room = self.size[0] - edge, self.size[1] - 2
        line, *_ = shown_team(scene, self.side, lambda name: written_name(name, room, self.fonts))
        return stamp_on_block(picture, line, self.box, self.block, color, scene.color(CHALK))


class Player(NameField, frozen=True, kw_only=True, tag="player"):
    """Who bats or pitches for a team that names its players (D53)."""

    side: Literal["away", "home", "batting", "fielding"]

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write his name; nothing for a team that names none, and once the game is over."""
        game = scene.game
        side: Side = {"batting": game.batting, "fielding": game.fielding, "away": "away", "home": "home"}[self.side]
        player = game.player(side)
        if player is not None and not game.over:
            lines = shown_player(player, game.team(side).players or (player,), self.written)
            self.stamp_lines(picture, lines, scene.color(self.color))


class Bar(DisplayField, frozen=True, kw_only=True, tag="bar"):
    """A bar that is lit while a team bats, and when it has won."""

    side: Side

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Light it in the team's colour, or leave a ghost of it."""
        chosen = scene.game.winner if scene.game.over else scene.game.batting
        color = scene.team_color(self.side) if chosen == self.side else scene.color("ghost")
        stamp(picture, block(*self.size), self.at, color)


class Inning(TextField, frozen=True, kw_only=True, tag="inning"):
    """The inning's number; X in extra innings (D9)."""

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write it."""
        game = scene.game
        self.write(picture, scene, "X" if game.inning > game.last else str(game.inning))


class HalfMark(DisplayField, frozen=True, kw_only=True, tag="half"):
    """A pattern that is lit in its half of the inning."""

    half: Half
    pattern: Drawn
    color: Ink = AMBER

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Light it, or leave a ghost of it."""
        stamp(picture, self.pattern, self.at, scene.color(self.color if scene.game.half == self.half else GHOST))


class Count(DisplayField, frozen=True, kw_only=True, tag="count"):
    """A letter, and a lamp for each ball, strike or out.

    Attributes:
        of: what is counted.
        letter: its pattern, in the top left corner.
        lamp: the pattern of a lamp.
        first: the first lamp's place in the box.
        step: from one lamp to the next.
        lamps: how many.
        color: of a lit one.
    """

    of: Counted
    letter: Drawn
    lamp: Drawn
    first: Point
    step: Point
    lamps: int
    color: Ink

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Light as many lamps as there are, and leave ghosts of the others; RallyBird has no balls and strikes."""
        if scene.game.cards is not None and self.of != "outs":
            return
        stamp(picture, self.letter, self.at, scene.color(CHALK))
        lit, unlit = scene.color(self.color), scene.color(GHOST)
        for number in range(self.lamps):
            (x, y), (left, top), (right, down) = self.at, self.first, self.step
            place = x + left + number * right, y + top + number * down
            stamp(picture, self.lamp, place, lit if number < getattr(scene.game, self.of) else unlit)


class CountDigit(TextField, frozen=True, kw_only=True, tag="digit"):
    """The number of balls, strikes or outs as a digit."""

    of: Counted

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write it; RallyBird has no balls and strikes."""
        if scene.game.cards is None or self.of == "outs":
            self.write(picture, scene, str(getattr(scene.game, self.of)))


class CardsDue(TextField, frozen=True, kw_only=True, tag="told"):
    """What RallyBird waits for: a card or gloves, or dice, against the number that the gloves have."""

    card: Drawn
    gloves: Drawn

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Draw it; nothing in another game."""
        game = scene.game
        if game.cards is None:
            return
        pattern = {"card": self.card, "gloves": self.gloves}.get(game.phase)
        if pattern:
            stamp_middle(picture, pattern, self.middle, scene.color(AMBER))
        elif game.cards.card is not None and game.phase == "pitch":
            total = str(tested_sum(game, deck_of(game), game.cards.card, game.cards.gloves))
            number = fitting(total, self.size[0], self.fonts).write(total)
            stamp_middle(picture, number, self.middle, scene.color(self.color))


FINAL: Final = "panel.final"
TIE_TICKS: Final = 4
"""Half seconds that each of FINAL and TIE stays."""


class Label(TextField, frozen=True, kw_only=True, tag="label"):
    """A fixed word.

    Attributes:
        word: the key of a message, such as ``panel.final``, which is said in the owner's language.
        text: or a text that is the same in all languages.
    """

    word: str = ""
    text: str = ""

    def __post_init__(self) -> None:
        """Refuse a label that says nothing, or two things."""
        if bool(self.word) == bool(self.text):
            raise ValueError("a label has either a `word` or a `text`")
        if self.word and language("en").wording(self.word, "panel") is None:
            raise ValueError(f"no language has the word {self.word}; write a `text`")

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write it; of a game that is a tie (H3) FINAL takes turns with that."""
        is_tie = self.word == FINAL and scene.game.winner is None and scene.game.ended is None
        word = "panel.tie" if is_tie and scene.since // TIE_TICKS % 2 else self.word
        self.write(picture, scene, scene.say(message(word), "panel") if word else self.text)


class Winner(DisplayField, frozen=True, kw_only=True, tag="winner"):
    """Arrows that run toward the winner's runs.

    Attributes:
        away: an arrow toward Away.
        home: an arrow toward Home.
        step: columns from one to the next.
        arrows: how many.
    """

    away: Drawn
    home: Drawn
    step: int
    arrows: int

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Light one more arrow each half second, then begin again, so that they seem to run; none without a winner."""
        winner = scene.game.winner
        if winner is None:
            return
        order = range(self.arrows) if winner == "home" else range(self.arrows)[::-1]
        for number, place in enumerate(order):
            lit = number <= scene.tick % self.arrows
            at = self.at[0] + self.step * place, self.at[1]
            stamp(picture, getattr(self, winner), at, scene.color("winner" if lit else GHOST))
