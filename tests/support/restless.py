"""A table that never rests: whoever likes throws, lifts and presses, and the appliance is driven step by step."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import get_args

import numpy as np
from msgspec import structs
from support.english import on_panel
from support.menus import way
from support.stadium import FixedClock
from support.worded import in_words

from firmware.devices.health import DeviceChange, absent
from firmware.devices.protocols import Devices, Gesture
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.inputs.button_input import SCORING
from firmware.play.loop import PlayLoop
from firmware.play.menus.screen import Confirmed, DealCards, NewGame, PickCard, Record, ResumeGame
from firmware.play.state.options import DEFAULT_TICKS, Options
from firmware.play.state.question import Answer
from firmware.play.state.shown import Shown
from firmware.simulated.peripherals import SimulatedButtons, SimulatedPanel
from scoreboard.errors import GameDamagedError, JournalFullError, NoGameError
from scoreboard.journal.listing import Listing
from scoreboard.journal.summary import Summary, summary_of
from scoreboard.record import replay
from scoreboard.rules.events import Amend, AnyLine, Call, Press, Set, Setup
from scoreboard.rules.state import DICE
from scoreboard.session import Session
from vision.readings import ChipFace, ChipReading, DieKind, DieReading, Reading
from vision.tracking.events import Lifted, Report, Thrown
from vision.types import Box

GESTURES: tuple[Gesture, ...] = get_args(Gesture)
WALKED: tuple[Gesture, ...] = ("next", "ok", "undo")
DAMAGED = 77
"""The number of a game that is listed and cannot be read."""


class Shelf:
    """A `scoreboard.session.Store` in memory: games by their numbers, the one in play last.

    Args:
        lots: how chance has it.
        full: how likely a new game finds no room.
    """

    def __init__(self, lots: Random, full: float) -> None:
        self.lots, self.full = lots, full
        self.games: dict[int, list[AnyLine]] = {}
        self.in_play: int | None = None

    def latest(self) -> int | None:
        """The game in play."""
        return self.in_play

    def resume(self, game: int) -> None:
        """Have that game be the one in play."""
        if game == DAMAGED:
            raise GameDamagedError.of("games.sqlite", game, 3, "the line is not as it was written")
        if game not in self.games:
            raise NoGameError(f"There is no game {game}")
        self.in_play = game

    def past(self, game: int) -> tuple[AnyLine, ...]:
        """The lines of any game."""
        return tuple(line for _, line in self.lines(game)) if game in self.games else ()

    def unfinished(self, most: int) -> tuple[Listing, ...]:
        """All of them that are not over, and one that is damaged."""
        listed = [Listing(number, imported=False, summary=self._summary(number)) for number in self.games]
        damaged = Listing(
            DAMAGED,
            imported=False,
            summary=Summary(5, None, ("A", "B"), (0, 0), 1, "top", over=False, rules="one-die"),
        )
        return (damaged, *(each for each in listed[::-1] if each.summary is not None and not each.summary.over))[:most]

    def _summary(self, number: int) -> Summary:
        *_, last = replay(self.lines(number))
        return summary_of(last.after)

    def keep_summary(self, game: int, summary: Summary) -> None:
        """It is reckoned anew each time."""

    def lines(self, game: int) -> Iterator[tuple[int, AnyLine]]:
        """Of that game."""
        return iter(enumerate(self.games[game], start=1))

    def rulings(self, game: int) -> dict[str, object]:
        """The game line says them."""
        assert game in self.games
        return {}

    def add(self, lines: Iterable[AnyLine], *, rulings: Mapping[str, object] | None = None) -> int:
        """Begin a game, now and then in vain."""
        assert not rulings
        if self.in_play is not None and self.lots.random() < self.full:
            raise JournalFullError("The disk is full")
        self.in_play = len(self.games) + 1
        self.games[self.in_play] = [*lines]
        return self.in_play

    def append(self, game: int, number: int, line: AnyLine) -> None:
        """The next line."""
        assert number == len(self.games[game]) + 1
        self.games[game].append(line)

    def close(self) -> None:
        """Nothing to give back."""


class Table:
    """A table with children at it, and the appliance that watches it.

    Args:
        setup: of the game.
        loop: one that does not run.
        lots: how chance has it.
        patient: the camera waits while a question is open.
        full: how likely a new game finds no room.
    """

    def __init__(
        self,
        setup: Setup,
        loop: asyncio.AbstractEventLoop,
        lots: Random | None = None,
        *,
        patient: bool = False,
        full: float = 0.0,
    ) -> None:
        self.lots = lots or Random(0)  # noqa: S311 - lots for a test
        self.shelf = Shelf(self.lots, full)
        self.session = Session(self.shelf, FixedClock())
        self.lying: list[Reading] = []
        self.shown: list[Shown] = []
        self.seen: Counter[int] = Counter()
        """How often each look of the camera was judged, by its `id`."""
        self.handed: list[FrameReports] = []
        panels = (SimulatedPanel((64, 16)), SimulatedPanel((64, 32)))
        options = Options(setup, begin_new=True, default_ticks=DEFAULT_TICKS, patient=patient)
        self.devices = Devices(panels, SimulatedButtons())
        self.app = PlayLoop(self.session, self.devices, lambda *_: None, options, [in_words(self.shown.append)])
        self.scorer, self.patient = self.app.scorer, patient
        judged = self.scorer._see

        def see(seen: FrameReports) -> None:
            self.seen[id(seen)] += any(seen is each for each in self.handed)
            judged(seen)

        self.scorer._see = see  # type: ignore[method-assign]
        self.app.begin(loop)

    @property
    def number(self) -> tuple[int, int]:
        """Which line of which game was the last."""
        return self.session.number, self.session.history.number

    def go_on(self) -> None:
        """Something happens."""
        what = self.lots.choice(("look", "look", "press", "press", "walk", "time", "leave", "camera"))
        {
            "look": self.look,
            "press": lambda: self.press(self.lots.choice(GESTURES)),
            "walk": self.walk,
            "time": lambda: self.wait(self.lots.choice((1, 1, 2, DEFAULT_TICKS, 30))),
            "leave": self.leave,
            "camera": lambda: self.handle(
                DeviceChange("camera", self.lots.choice((None, absent("it is gone", "GONE"))))
            ),
        }[what]()

    def handle(self, item: FrameReports | DeviceChange | Gesture) -> None:
        """As the loop does."""
        self.app.take(item)
        self.scorer.running = True  # whoever stopped it goes on
        waits = self.scorer.state.early.waiting is not None or (
            self.scorer.state.question.asked is not None and self.patient
        )
        assert waits or not self.app.camera_waits
        question = self.scorer.state.question
        assert (question.phase == "none") == (question.asked is None)

    def press(self, gesture: Gesture) -> None:
        """And nothing happens but what was said."""
        scorer, before, screen = self.scorer, self.number, self.scorer.state.overlay.screen
        free = screen is None or (screen.walk and gesture not in WALKED)
        chosen = None if screen is None else screen.chosen(gesture)
        free = free or (gesture in SCORING and chosen is None)  # it closes the menu, and counts
        asked, early, shown_before = scorer.state.question.asked, scorer.state.early.waiting, len(self.shown)
        history = self.session.history
        self.handle(gesture)
        games = self.session.number != before[0]
        fresh = [] if games else self.shelf.games[before[0]][before[1] :]
        if early is not None and scorer.state.early.waiting is None:
            is_undone = any(isinstance(line, Press) and line.button == "undo" for line in fresh)
            assert self.seen[id(early)] or games or is_undone or scorer.state.throw_off is not None
        if screen is not None and not free:
            wished = chosen() if chosen is not None else None
            assert games <= isinstance(wished, NewGame | ResumeGame)
            is_asked_first = isinstance(wished, Record) and isinstance(wished.line, Set | Amend) and not wished.more
            is_made = isinstance(wished, Record) and not is_asked_first
            if isinstance(wished, Confirmed):
                is_made = wished.history is history
            if is_made and not fresh:  # what the law refuses after all, it says why
                assert isinstance(wished, Confirmed)
                assert "refused" in {shown.kind for shown in self.shown[shown_before:]}
            elif is_made:
                assert isinstance(wished, Record | Confirmed)
                assert "refused" not in {shown.kind for shown in self.shown[shown_before:]}, (
                    wished,
                    self.shown[shown_before:],
                )
                recorded = structs.replace(fresh[0], at=wished.line.at)  # type: ignore[type-var]
                assert recorded == structs.replace(wished.line, by="button")
            elif isinstance(wished, DealCards | PickCard):  # chance draws cards, or one is chosen by its hash
                words = {line.call.partition(" ")[0] for line in fresh if isinstance(line, Call)}
                assert words <= ({"aside"} if isinstance(wished, DealCards) else {"commit"})
            else:
                assert not fresh
        elif gesture in {"menu", "by-hand"}:
            assert (False, []) == (games, fresh)
        elif gesture == "next" and asked is None:
            assert all(isinstance(line, Press) and line.button == "next" for line in fresh[:1])

    def take(self, *panels: str) -> None:
        """NEXT until the panel offers the first of these, then OK; and so on."""
        for panel in panels:
            for _ in range(60):
                assert self.scorer.state.overlay.screen is not None, f"no screen offers {panel}"
                if on_panel(self.scorer.state.overlay.screen.shown.panel) == panel.upper():
                    break
                self.press("next")
            else:
                raise AssertionError(f"{panel} is not among them")
            self.press("ok")

    def menu(self, *panels: str) -> None:
        """OK held, and one after another taken."""
        self.press("menu")
        self.take(*way(self.scorer.state.overlay.screen, *panels))

    def fix(self, *panels: str) -> None:
        """The same, and OK to what the correction changes."""
        self.menu(*panels)
        self.press("ok")

    def throw(self, *things: tuple[str, Answer | None]) -> None:
        """These come to rest in one look; None shows nothing that can be read."""
        thrown = tuple(Thrown(self.resting(*each), None) for each in things)
        self.handle(FrameReports(np.zeros((2, 2, 3), np.uint8), thrown, 0.0))

    def resting(self, name: str, shows: Answer | None, likely: Answer = 1) -> Reading:
        """The thing at rest."""
        box = Box(self.lots.randrange(600), self.lots.randrange(300), 40, 40)
        if name == "chip":
            face: ChipFace = "hit" if "hit" in (shows, likely) else "out"
            return ChipReading(None if shows is None else face, 0.9, ((face, 0.6),) if shows is None else (), box)
        kind: DieKind = "d6" if self.session.game.awaits == DICE else "d10"
        value, guess = None if shows is None else int(shows), int(likely)
        return DieReading(kind, name, value, 0.9, ((guess, 0.6),) if value is None else (), box)

    def walk(self) -> None:
        """Deep into whatever is open, as fast as a child."""
        self.press(self.lots.choice(("menu", "menu", "next", "by-hand")))
        for _ in range(self.lots.randrange(1, 6)):
            for _ in range(self.lots.randrange(12)):
                self.press("next")
            self.press(self.lots.choice(("ok", "ok", "ok", "ok", "undo")))

    def leave(self) -> None:
        """UNDO leads out of any screen, in as many presses as it is deep, and takes nothing back."""
        depth, screen, before = 0, self.scorer.state.overlay.screen, self.number
        while screen is not None:
            depth, screen = depth + 1, screen.above
        for _ in range(depth):
            self.press("undo")
        assert (None, before) == (self.scorer.state.overlay.screen, self.number)

    def wait(self, ticks: int) -> None:
        """Time passes."""
        for _ in range(ticks):
            self.app.tick()

    def look(self) -> None:
        """Something is lifted or thrown, or both; what is due more often than not."""
        if self.app.camera_waits:
            return
        seen = FrameReports(np.zeros((2, 2, 3), np.uint8), tuple(self.reports()), 0.0)
        self.handed.append(seen)
        self.handle(seen)
        if (
            seen.readings
            and self.scorer.state.early.waiting is None
            and (self.scorer.state.question.asked or self.shown[-1].line is not None)
        ):
            assert self.scorer.state.overlay.screen is None or not self.scorer.state.overlay.screen.walk

    def reports(self) -> Iterator[Report]:
        """Of what the camera sees now."""
        for reading in [*self.lying]:
            if self.lots.random() < 1 / 4:
                self.lying.remove(reading)
                yield Lifted(reading.color if isinstance(reading, DieReading) else "chip", None, reading.box)
        for _ in range(self.lots.choice((0, 1, 1, 1, 2, 3))):
            self.lying.append(self.thrown())
            yield Thrown(self.lying[-1], None, before=self.lots.choice((None, None, None, (0, 0, 40, 40))))

    def thrown(self) -> Reading:
        """The thing as it comes to rest."""
        due, lots = self.session.game.awaits, self.lots
        name = due if due is not None and lots.random() < 2 / 3 else lots.choice(("red", "blue", "white", "chip"))
        most = 6 if due == DICE else 10
        shows: Answer = lots.choice(("hit", "out")) if name == "chip" else lots.choice((1, most, lots.randint(1, most)))
        thing = lots.choice(("red", "white")) if name == DICE else name
        return self.resting(thing, shows if lots.random() < 2 / 3 else None, shows)
