"""The line score: a team's runs by inning, as on the boards of ballparks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from scoreboard.display.fields import TextField, stamp_aligned
from scoreboard.display.fonts import fitting

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.display.panel_scene import PanelScene


class LineScore(TextField, frozen=True, kw_only=True, tag="line"):
    """A row of the line score; the half-inning that is played is amber.

    Attributes:
        of: a team, or the innings' numbers above.
        pitch: columns from one inning to the next. Of more innings than have room the last are shown.
    """

    of: Literal["away", "home", "numbers"]
    pitch: int

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write each inning that has room."""
        game = scene.game
        for column, (inning, text) in enumerate(self._cells(scene)):
            written = fitting(text, self.pitch - 1, self.fonts).write(text)
            is_now = inning == game.inning and not game.over and self.of in {"numbers", game.batting}
            box = self.at[0] + column * self.pitch, self.at[1], self.pitch - 1, self.size[1]
            stamp_aligned(picture, written, box, scene.color("amber" if is_now else self.color))

    def _cells(self, scene: PanelScene) -> Iterator[tuple[int, str]]:
        game, room = scene.game, self.size[0] // self.pitch
        last = max(game.last, game.inning)
        for inning in range(max(game.first, last - room + 1), last + 1):
            text = self._runs(scene, inning) if self.of != "numbers" else str(inning)
            is_crowded = self.of == "numbers" and len(text) > 1 and (last - inning) % 2
            yield inning, "" if is_crowded else text  # every second of two digits, or they would run together

    def _runs(self, scene: PanelScene, inning: int) -> str:
        """A team's runs in an inning; nothing before it has batted."""
        row, place = scene.innings()[self.of == "home"], inning - scene.game.first
        runs = row[place] if place < len(row) else None
        return "" if runs is None else str(min(runs, 99))
