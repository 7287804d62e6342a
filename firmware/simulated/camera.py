"""The moving stadium as a device: simulated players throw in it, and its camera films what happens.

Rule kept here: a game is the same however fast its threads run. The camera's clock stands still once everything lies
still, until something is done; what is done next begins at a moment that does not depend on when it was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Condition
from typing import TYPE_CHECKING

import numpy as np

from firmware.devices.protocols import AUTOMATIC, CameraSettings
from firmware.errors import DeviceError
from firmware.simulated.peripherals import check_plug
from firmware.simulated.world import pieces
from firmware.simulated.world.pieces import PieceMove
from firmware.simulated.world.players import Throw, next_throw
from firmware.simulated.world.stadium import CHIP, REACH_S, SimulatedStadium
from firmware.simulated.world.untidy import Act, Knock, PieceTable, RestingHand
from scoreboard.rules.state import SHARED

if TYPE_CHECKING:
    from firmware.devices.protocols import Frame
    from scoreboard.rules.state import Game
    from vision.types import Point

LEAD_S, REST_S = 0.6, 1.6
"""How long the camera films the stadium before anything happens, and after everything has come to rest."""
BETWEEN_S = 0.25
"""From one hand to the next."""
EXPOSURE_US = 8000
SETTLED = CameraSettings(EXPOSURE_US, 1.6, (2.1, 1.7), 1.45)
"""How the camera takes its pictures if left to itself: 1.45 dioptres are 69 cm."""


class SimulatedCamera:
    """A camera over a moving stadium, and the table that players throw on; a `devices.protocols.Camera`.

    Args:
        stadium: the scene; by default a new one of this ``seed``.
        seed: which game this is.
        fps: frames a second of the stadium's own clock.
        pace: called with a frame's length in seconds before each frame; sleeping there makes it a live view.
        idle: called whenever everything lies still, has been filmed, and nothing has been done since.

    Attributes:
        films_on: whether it films on now though nothing happens; looked at whenever the table changes, and each frame.
        kept: how it was told to take its pictures, if it was; these look alike however they are taken.
        watches_dice: called with each die that is thrown: its colour, what it shows at last, from when to when it is
            in a hand and flies, in seconds of the stadium's clock.
        until: when all that happens is over and has been filmed, in seconds of the stadium's clock.
    """

    def __init__(
        self,
        stadium: SimulatedStadium | None = None,
        *,
        seed: int = 0,
        fps: float = 30.0,
        pace: Callable[[float], None] = lambda _: None,
        idle: Callable[[], None] = lambda: None,
    ) -> None:
        self.stadium = stadium or SimulatedStadium(seed)
        self.stadium.keep(SHARED)
        self._step, self._pace, self._idle = 1 / fps, pace, idle
        self._change = Condition()
        self._frames, self.until = 0, LEAD_S
        self._closed = self._pulled = False
        self.films_on: Callable[[], bool] = lambda: False
        self.kept = AUTOMATIC
        self.watches_dice: Callable[[str, int, float, float], None] = lambda *_: None
        self._put: dict[str, Point] = {}
        self._off_mm, self._chance = 0.0, np.random.default_rng(seed)

    @property
    def now(self) -> float:
        """The moment of the last frame on the stadium's clock, in seconds."""
        return self._frames * self._step

    @property
    def _begins(self) -> float:
        """When what is done next begins: once all else is done, and not before what was filmed."""
        return max(self.until, self.now)

    @property
    def filming(self) -> bool:
        """Whether `frame` has one to show now, and need not wait."""
        return self.now + self._step <= self.until or self.films_on()

    @property
    def acts(self) -> bool:
        """Whether something is done at the table that is yet to be filmed."""
        return self.now < self.until - REST_S

    # -- the camera

    def frame(self) -> Frame | None:
        """The small stream's next frame; waits while nothing happens. None once closed."""
        self._pace(self._step)
        with self._change:
            if not self._due():
                self._idle()
            self._change.wait_for(self._due)
            if self._closed:
                return None
            check_plug("camera", pulled=self._pulled)
            self._frames += 1
            return self.stadium.watch(self.now)

    def still(self) -> Frame:
        """The large stream's frame of the instant that the last frame showed."""
        check_plug("camera", pulled=self._pulled)
        if not self._frames:
            raise DeviceError("the simulated camera has shown no frame yet; ask for a frame first")
        with self._change:
            return self.stadium.still(self.now)

    def settings(self) -> CameraSettings:
        """How the last frame was taken."""
        return SETTLED if self.kept == AUTOMATIC else self.kept

    def keep(self, settings: CameraSettings) -> None:
        """Take every frame like this from now on."""
        self.kept = settings

    def close(self) -> None:
        """End `frame`, also where it waits."""
        with self._changing():
            self._closed = True

    def opened(self) -> SimulatedCamera:
        """The camera itself, opened again after `close`; a DeviceError while it is unplugged."""
        check_plug("camera", pulled=self._pulled)
        self._closed = False
        return self

    def unplug(self) -> None:
        """Pull the camera's plug."""
        with self._changing():
            self._pulled = True

    def plug_in(self) -> None:
        """Put the camera's plug back; it shows the stadium as it is then."""
        with self._changing():
            self._pulled = False

    def wake(self) -> None:
        """Look again whether to film on."""
        with self._changing():
            pass

    def clear(self) -> None:
        """Let hands take everything off the field, and the helmets back to their dugouts.

        Whoever has the field cleared looks at nothing that was thrown on it, so they do not wait until that has rested.
        """
        with self._changing():
            self.until = self._clear(max(self.until - REST_S, self.now)) + REST_S
            self._put = {}

    def _clear(self, at: float) -> float:
        stadium, rests = self.stadium, pieces.seats(self.stadium.field)
        moved = [name for name in self._put if name in rests]
        ends = [stadium.carry(at + BETWEEN_S * hand, name, rests[name]) for hand, name in enumerate(moved)]
        lying = [name for name in stadium.stage.tracks if name not in rests and stadium.where(name, at) is not None]
        return max([at, *ends, *(stadium.lift(at, name) for name in lying)])

    def _due(self) -> bool:
        return self._closed or self.filming or self._pulled

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._change:
            yield
            self._change.notify_all()

    # -- the table

    def throw(self, game: Game, rng: np.random.Generator) -> Throw:
        """Let a player throw what ``game`` awaits, once the pieces stand as it does; returns the truth of the throw.

        Raises:
            ValueError: if the game awaits no throw.
        """
        thrown = next_throw(game, rng)
        self.lay(thrown, rng, game)
        return thrown

    def aim(self, off_mm: float) -> None:
        """From now on hands leave a piece up to so far from where they mean to, mm."""
        self._off_mm = off_mm

    def act(self, acts: Sequence[Act]) -> None:
        """Let hands do this, one after another."""
        with self._changing():
            at = self._make_room(
                self._begins, [(move.name, at) for move in acts if isinstance(move, PieceMove) for at in move.way]
            )
            begun = end = at
            for act in acts:
                is_second = isinstance(act, PieceMove) and act.at_once
                begun = begun + BETWEEN_S if is_second else max(at, end - REACH_S)  # one comes while one goes
                end = max(end, self._done(begun, act))
            self.until = end + REST_S

    def set_up(self, game: Game) -> None:
        """Let hands put every piece where it belongs in ``game``."""
        self.act([PieceMove(name, (to,)) for name, to in self._misplaced(self._begins, game).items()])

    def table(self, game: Game) -> PieceTable:
        """The helmets of the side at bat as they stand now, where they are no more than nudged."""
        stadium, on = self.stadium, pieces.helmets_on(game)
        poses = {name: stadium.where(name, self._begins) for name in pieces.seats(stadium.field)}
        own = {
            name: (float(pose.place[0]), float(pose.place[1]))
            for name, pose in poses.items()
            if pose is not None and name.startswith(game.batting)
        }
        standing = {name: at for name, at in own.items() if name in on}
        return PieceTable(stadium.field, game.batting, standing, {n: at for n, at in own.items() if n not in on})

    def lay(self, thrown: Throw, rng: np.random.Generator, game: Game | None = None) -> None:
        """Take back what is to be thrown, move the pieces as ``game`` stands, and let ``thrown`` fly."""
        with self._changing():
            self.stadium.chance = rng
            ready = self._tidy(self._begins, thrown, game)
            self.until = self._fly(ready, thrown) + REST_S

    def film(self, seconds: float) -> None:
        """Film the table for so long though nothing is done."""
        with self._changing():
            self.until = self._begins + seconds

    def script(self, act: Callable[[SimulatedStadium, float], float]) -> None:
        """Let ``act`` happen next: given when to begin it returns when it is over, as the stadium's verbs do."""
        with self._changing():
            self.until = act(self.stadium, self._begins) + REST_S

    def _fly(self, at: float, thrown: Throw) -> float:
        if thrown.dice:
            return max(self._fly_die(at, color, value) for color, value in thrown.dice)
        if thrown.face is not None:
            self._put.pop(CHIP, None)  # wherever it falls
            return self.stadium.toss(at, thrown.face)
        return self._fly_die(at, thrown.color, thrown.value or 1)

    def _fly_die(self, at: float, color: str, value: int) -> float:
        end = self.stadium.throw(at, color, value)
        self.watches_dice(color, value, at, end)
        return end

    def _tidy(self, at: float, thrown: Throw, game: Game | None) -> float:
        """Let hands prepare the table for a throw, one after another; returns when the last is done."""
        moves = [] if game is None or game.phase == "toss" else self._moves(at, game)
        at = self._make_room(at, moves)
        ends = [at, *(self.stadium.carry(at + BETWEEN_S * hand, *move) for hand, move in enumerate(moves))]
        shared, corner = self.stadium.where(SHARED, at), self.stadium.field.dice_corner
        if SHARED not in thrown.names and shared is not None and not corner.holds((shared.place[0], shared.place[1])):
            ends.append(self.stadium.park(at, SHARED))
        ready = max(ends)
        ends += [self.stadium.lift(ready, name) for name in thrown.names if self.stadium.where(name, ready) is not None]
        return max(ends)

    def _make_room(self, at: float, moves: list[tuple[str, Point]]) -> float:
        """Take away the dice that lie where a piece is to stand."""
        dice = {die for name, place in moves for die in self.stadium.dice_at(place, name, at)}
        return max([at, *(self.stadium.lift(at, die) for die in sorted(dice))])

    def _moves(self, at: float, game: Game) -> list[tuple[str, Point]]:
        """Which pieces are to be moved where, so that they stand as ``game`` does."""
        moves = self._misplaced(at, game)
        self._put |= moves
        return [(name, self._aimed(to)) for name, to in moves.items()]

    def _misplaced(self, at: float, game: Game) -> dict[str, Point]:
        """The pieces that do not stand as ``game`` does, and where they belong."""
        field, rests = self.stadium.field, pieces.seats(self.stadium.field)
        wanted = rests | {name: field.path[place] for name, place in pieces.helmets_on(game).items()}
        if self.stadium.where(CHIP, at) is not None:
            wanted[CHIP] = pieces.ball_position(field, game.ball)
        return {name: to for name, to in wanted.items() if self._put.get(name, rests.get(name)) != to}

    def _aimed(self, at: Point) -> Point:
        """Where a piece is left that is meant for there."""
        angle, away = self._chance.uniform(0, 2 * np.pi), self._off_mm * np.sqrt(self._chance.random())
        return at[0] + away * float(np.cos(angle)), at[1] + away * float(np.sin(angle))

    def _done(self, at: float, act: Act) -> float:
        """Let a hand do that; returns when it is gone."""
        stadium = self.stadium
        if isinstance(act, Knock):
            return stadium.bump_camera(at, *act.by)
        if isinstance(act, RestingHand):
            return stadium.rest_hand(at, act.at, act.seconds)
        self._put[act.name] = act.end
        there = self._aimed(act.end)
        match act.hand:
            case "slides":
                return stadium.slide(at, act.name, (*act.way[:-1], there))
            case "upsets":
                return stadium.upset(at, act.name, there)
            case "brings":
                return stadium.bring(at, act.name, there)
        return stadium.carry(at, act.name, there)
