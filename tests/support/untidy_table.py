"""People at a table, without a picture: they throw, show with their pieces what they mean, tidily or not, and press.

What is seen is made from where the pieces truly are (`firmware.simulated.world.untidy`), as `vision.board` tells it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from support.looks import COLORS, EMPTY, SURE, BoardTable

from firmware.rehearsal import painted
from firmware.simulated.scenario import Handling, Untidiness
from firmware.simulated.world.intentions import Intention, intended, same_table
from firmware.simulated.world.pieces import PieceMove, answer_moves, ball_position, helmet, helmets_on, seats
from firmware.simulated.world.stadium import CHIP
from firmware.simulated.world.untidy import Act, PieceTable, RestingHand, untidied
from scoreboard.rules import Refused
from scoreboard.rules.events import Call, Press, Setup
from scoreboard.rules.state import Game
from vision.board.board_reader import PlaceLikelihood, SeenBall, SeenBoard, SeenPiece
from vision.board.marked_places import of_field
from vision.geometry.stadium import STADIUM
from vision.tracking.events import BoardSeen
from vision.types import Point

PLACES = of_field(STADIUM)
LOOKS, PRESSES, AHEAD = 5, 12, 2
UNCLEAR = 1.6
"""Within so many reaches a helmet makes a place unclear at which it does not stand."""


@dataclass
class UntidyPeople:
    """A game of them; ``counts`` of plays, those by hand, and those read wrongly."""

    folder: Path
    setup: Setup
    hands: Handling
    seed: int
    counts: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = BoardTable(self.folder, self.setup)
        self.rng = np.random.default_rng(self.seed)
        self.at: dict[str, Point] = dict(seats(STADIUM))
        on_all = dict(zip(("away", "home"), painted(self.setup), strict=True))
        self.signs = {
            helmet(side, number): sign for side, row in on_all.items() for number, sign in enumerate(row) if sign
        }
        self.fallen: set[str] = set()
        self.at[CHIP] = ball_position(STADIUM, "Z1")
        self.late: Intention | None = None

    @property
    def game(self) -> Game:
        """As the box has it."""
        return self.table.game

    def play(self, throws: int) -> Counter[str]:
        """So many throws."""
        self.tidy(self.game)
        for _ in range(throws):
            if self.game.over:
                break
            self.throw()
        return self.counts

    # -- what is thrown, meant and shown

    def throw(self) -> None:
        """One throw, and what they show after it."""
        late, self.late = self.late, None
        due = self.game if late is None else late.after
        if late is not None:
            self._act(answer_moves(STADIUM, late), looks=0)
        word = self._throw_of(due)
        habit = self._habit()
        if habit == "early":
            self._leave_early(due)
        self.table.hand()
        lines = len(self.table.by_camera)
        self.table.throw(word)
        self.look()
        if late is not None:
            self._settle_late(late, lines)
            return
        meant = intended(self.game, self.rng)
        if meant is None:
            self.tidy(self.game)
            return
        self.counts["plays"] += 1
        if habit == "late" and meant.after.awaits == self.game.awaits and not meant.after.over:
            self.late = meant
            return
        self._act(self._acts(habit, meant))
        self._settle(meant, habit, lines)

    def _settle_late(self, late: Intention, lines: int) -> None:
        """The pieces came with the throw."""
        before = self.table.session.history
        self.look(LOOKS)
        history = self.table.session.history
        was = next((state for state in history.states.below if same_table(state, late.after)), None)
        amended = any(line.by == "camera" and type(line).__name__ == "Amend" for line in self.table.by_camera[lines:])
        if was is None and not amended:
            self.counts["by hand"] += 1
            self.notes.append(f"late, not read: {late.before.phase} {late.answer}")
            self.counts["wrong"] += len(self.table.by_camera) > lines
            while self.table.session.history is not before and self.table.by_camera[lines:]:
                self.table.scorer.submit(Press(button="undo", by="button"))
                break
        self.tidy(self.game)

    def _acts(self, habit: Untidiness | None, meant: Intention) -> Sequence[Act]:
        moves = answer_moves(STADIUM, meant)
        if habit is None:
            return moves
        on = helmets_on(meant.before)
        own = {name: at for name, at in self.at.items() if name.startswith(meant.before.batting)}
        standing = {name: at for name, at in own.items() if name in on}
        waiting = {name: at for name, at in own.items() if name not in on}
        return untidied(habit, moves, PieceTable(STADIUM, meant.before.batting, standing, waiting), self.rng)

    def _settle(self, meant: Intention, habit: str | None, lines: int) -> None:
        """Where the box does not stand as they mean it, they press; what was read then, was read wrongly."""
        if not same_table(self.game, meant.after):
            is_read = len(self.table.by_camera) > lines
            self.counts["by hand"] += 1
            self.counts["wrong"] += is_read
            self.counts["asked"] += bool(self.table.hint)
            play = f"{meant.before.phase} of {meant.before.runners}, ball {meant.before.ball}: meant {meant.answer}"
            box = f"{self.game.runners} {self.game.phase} {self.game.options}"
            self.notes.append(f"{'read wrongly' if is_read else 'not read'}, {habit or 'tidy'}: {play}; box has {box}")
            self._press(meant.after)
        self.tidy(self.game)

    def _press(self, meant: Game) -> None:
        for _ in range(PRESSES):
            if same_table(self.game, meant):
                return
            line = Call(call="steal") if "steal" in self.game.calls else Press(button="next", by="button")
            try:
                self.table.scorer.record(line)
            except Refused:
                return

    def _habit(self) -> Untidiness | None:
        untidy = self.hands.untidy
        if not untidy or self.rng.random() >= self.hands.share:
            return None
        return untidy[self.rng.integers(len(untidy))]

    def _throw_of(self, game: Game) -> str:
        if game.awaits == CHIP:
            return "hit" if self.rng.random() < 0.75 else "caught"
        values = (1, 2, 2, 3, 5, 7, 8) if game.phase == "pitch" else range(1, 11)
        return f"{game.awaits}{self.rng.choice(values)}"

    # -- hands

    def _leave_early(self, game: Game) -> None:
        due = next((man for man in game.men if man.turn == "due"), None)
        if due is None or game.phase != "run":
            return
        name = next(name for name, place in helmets_on(game).items() if place == due.place)
        self._move(PieceMove(name, (STADIUM.path[(due.place + AHEAD) % 24],)))
        self.look(2)

    def _act(self, acts: Sequence[Act], looks: int = LOOKS) -> None:
        for act in acts:
            if isinstance(act, PieceMove):
                self._move(act)
            elif isinstance(act, RestingHand):
                for _ in range(20):
                    self.table.hand()
        if looks:
            self.look(looks)
            self.table.wait(6)

    def _move(self, act: PieceMove) -> None:
        self.table.hand()
        self.at[act.name] = act.end
        self.fallen.discard(act.name)
        if act.hand == "upsets":
            self.fallen.add(act.name)

    def tidy(self, game: Game) -> None:
        """Everything is put where the box has it."""
        self.table.hand()
        self.fallen.clear()
        self.at = {**seats(STADIUM), **{name: STADIUM.path[at] for name, at in helmets_on(game).items()}}
        self.at[CHIP] = ball_position(STADIUM, game.ball)
        self.look(LOOKS)
        self.table.wait(1)

    # -- what is seen

    def look(self, looks: int = 1) -> None:
        """All lies still, for so many looks."""
        for _ in range(looks):
            self.table.see(BoardSeen(self.seen()))

    def seen(self) -> SeenBoard:
        """What the board shows, feet up to 3 mm off."""
        pieces, places = [], {}
        feet = {name: self._aimed(at) for name, at in self.at.items() if name != CHIP}
        for name, foot in feet.items():
            color = COLORS[0] if name.startswith("away") else COLORS[1]
            place, away = PLACES.nearest(foot)
            state = "fallen" if name in self.fallen else "placed" if away <= PLACES.reach else "between"
            sign = None if state == "fallen" else self.signs.get(name)
            pieces.append(SeenPiece(color, sign, place if state == "placed" else None, state, foot, 0.95))  # type: ignore[arg-type]
        for place, centre in PLACES.standing.items():
            near = [
                each for each in pieces if float(np.hypot(*np.subtract(each.foot, centre))) <= UNCLEAR * PLACES.reach
            ]
            here = next((each.color for each in near if each.at == place), None)
            if here is not None:
                places[place] = PlaceLikelihood(1 - SURE, {each: SURE * (each == here) for each in COLORS})
            elif near:
                places[place] = PlaceLikelihood(0.5, dict.fromkeys(COLORS, 0.25))
            else:
                places[place] = PlaceLikelihood(EMPTY, dict.fromkeys(COLORS, (1 - EMPTY) / 2))
        chip = self.at[CHIP]
        spots = [(float(np.hypot(*np.subtract(at, chip))), name, reach) for name, at, reach in PLACES.lying]
        lies = min(((away, str(name), name) for away, name, reach in spots if away <= reach), default=None)
        ball = None if lies is None else SeenBall(lies[2], chip, "hit", 0.99)
        return SeenBoard(tuple(pieces), ball, False, places)

    def _aimed(self, at: Point) -> Point:
        angle, away = self.rng.uniform(0, 2 * np.pi), 3 * float(np.sqrt(self.rng.random()))
        return at[0] + away * float(np.cos(angle)), at[1] + away * float(np.sin(angle))
