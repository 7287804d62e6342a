"""Who stands where and who is next, from the clauses alone (``diamante.md`` D9, D16, D49 to D53)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from second_law.innings import Innings, Line, need


@dataclass
class Man:
    """A helmet on the base path. ``pushed`` is the base he is pushed to, ``link`` says that he was in the chain."""

    helmet: int
    place: int
    pushed: int = 0
    link: bool = False

    @property
    def between(self) -> bool:
        """Between bases."""
        return self.place % 6 != 0

    @property
    def short(self) -> bool:
        """Pushed and short of his base (D27)."""
        return self.place < self.pushed

    @property
    def unsettled(self) -> bool:
        """D27: between bases, at the plate on a ball in play, or pushed and short of his base."""
        return self.between or not self.place or self.short


class LineUp(Innings):
    """Two dugouts, the batter and the men on the base path."""

    innings = 3
    extra_runner = True
    major = False
    copied = (*Innings.copied, "men", "due", "done", "bat_turn", "pitch_turn")

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self.men: list[Man] = []
        self.due: list[int] = []  # helmets in turn
        self.done: list[int] = []  # who may not join this turn any more
        self.queues = [[0, 1, 2, 3], [0, 1, 2, 3]]
        self.bat_turn, self.pitch_turn = [0, 0], [0, 0]
        self.play = ""  # hit, bunt, steal or tag-up
        self.kept = self.opening = self.bunting = self.credited = False
        self.pitch = 0
        self.pitched = False  # anything to this batter
        self.fresh = True  # nothing has happened since he came up
        self.may_steal = self.may_tag_up = False
        self.ball: int | str = "Z1"
        self.zone = "Z1"  # where the hit goes
        self.begun()

    def clone(self) -> Self:
        """Men and queues are copied too."""
        twin = super().clone()
        twin.men = [replace(man) for man in self.men]
        twin.queues = [list(queue) for queue in self.queues]
        return twin

    @property
    def queue(self) -> list[int]:
        """The dugout of the team at bat (D49)."""
        return self.queues[self.side]

    def cleared(self) -> None:
        """D50: runners in order, the batter last; one to whom nothing was pitched goes to the head."""
        self.queue.extend(man.helmet for man in self.men)
        if self.batter not in self.queue:
            self.queue.insert(len(self.queue) if self.pitched else 0, self.batter)
        self.men, self.due, self.ball, self.play = [], [], "Z1", ""
        self.kept = self.may_tag_up = self.may_steal = False
        bats, pitches = self.bat_turn[self.side], self.pitch_turn[1 - self.side]
        self.pitch_turn[self.side], self.bat_turn[1 - self.side] = bats + 1, pitches + 1

    def begun(self) -> None:
        """D9: in extra innings the first in line stands on second."""
        self.pitched, self.fresh = False, True
        if self.second_taken():
            self.men = [Man(self.queue.pop(0), 12)]
        self.batter = self.queue.pop(0)

    def man_on_second(self) -> None:
        """D9, H5: he who was to bat, and the next bats."""
        if not self.men:
            self.men, self.batter = [Man(self.batter, 12)], self.queue.pop(0)
            self.pitched = False

    def bare(self) -> None:
        """The men are in the dugout, and who batted last was at bat."""
        self.men, self.due, self.ball = [], [], "Z1"
        _, self.batter = self.just or (3, self.batter)

    def bases_full(self) -> bool:
        """A man on each base."""
        return [man.place for man in self.men] == [18, 12, 6]

    def rotate(self) -> None:
        """D51: the man from third bats next."""
        lead, second, third = self.men
        self.queue.insert(0, lead.helmet)
        self.men = [Man(second.helmet, 18), Man(third.helmet, 12), Man(self.batter, 6)]

    def next_batter(self) -> None:
        """A new one comes up with a clear count (D44, D53)."""
        self.balls = self.strikes = 0
        self.phase, self.pitched, self.fresh = "pitch", False, True
        self.batter = self.queue.pop(0)
        self.bat_turn[self.side] += 1

    def modifier(self, helmet: int) -> int:
        """D16."""
        return {"+": 1, "-": -1}.get(self.sign(helmet), 0) if self.major else 0

    def sign(self, helmet: int) -> str:
        """What is on the helmet (D5)."""
        return str(self.teams[self.side].get("lineup", ["+", "", "", "-"])[helmet])

    def scored(self, man: Man) -> None:
        """A run, if it counts; the helmet goes to the end of the line."""
        self.add(1)
        self.queue.append(man.helmet)

    def on_set(self, line: Line) -> None:
        """Men and line-up too."""
        super().on_set(line)
        if {"at_bat", "dugout"} & line.keys():
            self.line_up(line.get("at_bat"), line.get("dugout", []))

    def set_runners(self, line: Line) -> None:
        """Men on these places: between plays only; without names those who batted last."""
        need(self.phase == "pitch", "a play is on")
        order = sorted(range(len(line["runners"])), key=lambda index: -line["runners"][index])
        everyone = [self.batter, *self.queue, *(man.helmet for man in self.men)]
        named = line.get("helmets") or (everyone[len(everyone) - len(order) :])
        self.men = [Man(named[index], line["runners"][index]) for index in order]
        waiting = [helmet for helmet in everyone if helmet not in named]
        self.batter, self.queue[:] = waiting[0], waiting[1:]

    def line_up(self, at_bat: int | None, dugout: list[int]) -> None:
        """Who is not named follows as he stood."""
        on_base = [man.helmet for man in self.men]
        stood = [self.batter, *self.queue]
        batter = stood[0] if at_bat is None else at_bat
        need(not {batter, *dugout} & set(on_base) and batter not in dugout, "a helmet stands in two places")
        self.batter = batter
        self.queue[:] = [*dugout, *(one for one in stood if one not in (batter, *dugout))]

    def turn_round(self) -> None:
        """The other team bats by a correction: the same places, and the same numbers on them."""
        waiting = list(self.queue)
        others = [self.batter, *(man.helmet for man in self.men)]
        self.queue.extend(helmet for helmet in dict.fromkeys(others) if helmet not in waiting)
        super().turn_round()
        self.queue[:] = waiting

    def color(self, side: int) -> str:
        """A team's die."""
        return str(self.teams[side]["color"])

    def player(self, side: int, turns: list[int]) -> str | None:
        """D53: whose turn it is among the partners."""
        players = self.teams[side].get("players")
        return players[turns[side] % len(players)] if players else None
