"""Plays moments: what a play is celebrated with, and then the score again.

Rule kept here: the score is hidden for four seconds at most (`LONGEST_S`), and is seen between two moments. Nothing
waits for a moment: whatever comes next ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import inf
from operator import add
from typing import Final

from PIL import Image

from scoreboard.display.moments import Celebration, Name, PanelMoments, frame, moments_of
from scoreboard.display.moments.parts import LONGEST_S
from scoreboard.display.panel_scene import Say
from scoreboard.rules.history import Entry, History
from scoreboard.rules.state import Game

FRAME_S: Final = 0.04
"""From one frame to the next."""
BREATH_S: Final = 1.0
"""For how long the score is seen between two moments of one play."""
AT_ONCE: Final[Name] = "helmet"
"""After this the next one comes at once, for it says why; but where both together would hide the score for long."""


class MomentPlayer:
    """Says what is seen of the moments of the last play.

    Args:
        now: the loop's clock, in seconds.
        moments: the animations; None where nothing is celebrated.
    """

    def __init__(self, now: Callable[[], float], moments: PanelMoments | None) -> None:
        self._now, self._moments = now, moments
        self._playing: tuple[tuple[float, Celebration], ...] = ()
        self._games: tuple[Game, Game] | None = None
        self._began = self._over = 0.0
        self.next_frame = inf
        """When the next frame is due, by the loop's clock; never, while nothing moves."""

    def begin(self, before: Game, line: Entry, history: History) -> None:
        """A line was played: its moments begin, and those of the last one end."""
        self.end()
        if self._moments is None or not (due := moments_of(before, line, history)):
            return
        lengths = [self._moments[moment.name].seconds for moment in due]
        begins = accumulate(map(add, lengths, _breaths(due, lengths)), initial=0.0)
        self._playing = tuple(zip(begins, due, strict=False))
        self._games = before, history.game
        self._began = self.next_frame = self._now()
        self._over = self._playing[-1][0] + lengths[-1]

    def celebrate(self, moments: PanelMoments | None) -> None:
        """Celebrate with these from now on, or with nothing."""
        self.end()
        self._moments = moments

    def end(self) -> None:
        """The score is seen again."""
        self._playing, self._games, self.next_frame = (), None, inf

    @property
    def are_shown(self) -> bool:
        """Whether plays are celebrated."""
        return self._moments is not None

    @property
    def is_running(self) -> bool:
        """Whether a moment is seen, or the next one still to come."""
        return self._games is not None

    def step(self) -> None:
        """Time has passed: the next frame is due soon, unless the last one was seen."""
        if self._now() - self._began >= self._over:
            self.end()
        else:
            self.next_frame = self._now() + FRAME_S

    def picture(self, size: tuple[int, int], say: Say) -> Image.Image | None:
        """The frame that is due now; None for the score."""
        return next(self._frames(size, say), None)

    def _frames(self, size: tuple[int, int], say: Say) -> Iterator[Image.Image]:
        if self._games is None or self._moments is None:
            return
        since = self._now() - self._began
        for begins, moment in self._playing:
            drawn = frame(moment, size, since - begins, *self._games, say, moments=self._moments)
            if drawn is not None:
                yield drawn


def _breaths(due: Sequence[Celebration], lengths: Sequence[float]) -> Iterator[float]:
    """For how long the score is seen after each of them."""
    for moment, length, following in zip(due, lengths, (*lengths[1:], 0.0), strict=True):
        yield 0.0 if moment.name == AT_ONCE and length + following <= LONGEST_S else BREATH_S
