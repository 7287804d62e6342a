"""A game as the play lines of an event file, half-inning by half-inning.

Rule kept here: what happened is asked of the scorebook, and nothing is counted anew. Nine invented players of each side
bat in turn, whoever really batted, because programs that read such files know no shorter line-up. A correction is
written as plays that come to the same: a run that was added is an invented runner who scores, one that was taken back
is out at home instead, and the remark before it says what was put right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

from scoreboard.exports.play_lines import BATTER, HOME_BASE, NO_PLAY, NOBODY, PlayLine
from scoreboard.rules.events import Call, Set, Side, says
from scoreboard.rules.history import AcceptedLine, History, plays_of
from scoreboard.rules.state import FIRST, Game
from scoreboard.scorebook import BASES_OF, Followed, Happened, OnThePath, Result, followed, half_of, notes_of

SLOTS: Final = 9
THIRD_BASE: Final = 3
SIDES: Final[tuple[Side, Side]] = ("away", "home")
ON_THE_PATH: Final = frozenset({"run", "throw"})
BATTERS: Mapping[Result, str] = {
    "1B": "S", "2B": "D", "3B": "T", "HR": "HR", "BB": "W", "HBP": "HP", "K": "K", "FC": "FC",
    "SAC": NOBODY, "SF": NOBODY, "OUT": NOBODY,
}  # fmt: skip
"""What a plate appearance is written as."""
BATTER_IS_OUT: Final = frozenset({"K", "SAC", "SF", "OUT"})
FLIES: Final = frozenset({"fly_out", "deep_fly_out", "sacrifice_fly"})
HOW_BATTED: Mapping[str, str] = {
    **dict.fromkeys(("grounder", "two_outs", "ground_out", "plain_ground_out", "force_out", "bunt"), "G"),
    **dict.fromkeys(FLIES, "F"),
    **dict.fromkeys(("pop_out", "pop_up"), "P"),
    "line_out": "L",
}
"""By the name of the play."""
BY_RESULT: Mapping[Result, list[str]] = {"SAC": ["SH"], "SF": ["SF"]}
TOGETHER: Mapping[int, str] = {2: "DP", 3: "TP"}
FIRST_OUTFIELDER: Final = 7


@dataclass(slots=True)
class HalfInning:
    """The lines of a half-inning; innings count from 1 here, whatever inning the game began with."""

    inning: int
    side: Side
    lines: list[PlayLine] = field(default_factory=list)


def half_innings(history: History) -> tuple[HalfInning, ...]:
    """The game as it stands, half-inning by half-inning."""
    writer = _Writer(history)
    for each in followed(plays_of(history)):
        writer.add(each)
    return writer.end()


class _Writer:
    """Writes a game down play by play."""

    def __init__(self, history: History) -> None:
        begun = history.beginning
        self.halves: list[HalfInning] = []
        self._first = begun.first
        self._slots = dict.fromkeys(SIDES, 1)
        self._wearing = dict[int, int]()
        """The slot of whoever wears each helmet on the bases."""
        self._bases = dict[int, int]()
        """The base of each helmet."""
        self._owed: dict[Side, int] = {"away": begun.away, "home": begun.home}
        """Runs that stood on the board before that side batted."""
        self._notes = list[str]()
        """Of the newest play."""
        self._player: str | None = None
        """Who bats in it."""
        self._places = dict[int, int]()
        """Where each helmet was last in a play of several lines."""
        self._begin_half(begun)

    def add(self, each: Followed) -> None:
        """One play more."""
        play, happened, path = each
        self._notes, self._player = list(notes_of(each)), play.before.player(play.before.batting)
        if isinstance(play.line, Set):
            self._put_right(play.line, play.before, play.after)
            return
        if path is not None:
            self._write_path(path, play)
        elif play.before.phase in ON_THE_PATH or happened.result == "IN PLAY" or _begins_path(play):
            self._places = {**self._places, **_places(play.after)}
        else:
            self._write_at_once(play, happened)
        if half_of(play.after) != half_of(play.before):
            self._begin_half(play.after)

    def end(self) -> tuple[HalfInning, ...]:
        """All half-innings; a side that has runs and never batted gets one for them."""
        for side in SIDES:
            if self._owed[side]:
                self.halves.append(HalfInning(self.halves[-1].inning, side))
                self._pay(self.halves[-1])
        return tuple(self.halves)

    # -- half-innings and bases

    @property
    def _side(self) -> Side:
        return self.halves[-1].side

    def _begin_half(self, game: Game) -> None:
        self._bases, self._wearing, self._places = {}, {}, {}
        if game.over:
            return
        self.halves.append(HalfInning(game.inning - self._first + 1, game.batting))
        self._pay(self.halves[-1])
        for man in game.men:
            self._place(man.helmet, man.place // FIRST)

    def _pay(self, half: HalfInning) -> None:
        """Write the runs that are owed, first of all: no runner is in their way there."""
        half.lines[:0] = [line for _ in range(self._owed[half.side]) for line in self._invented_run(half.side)]
        self._owed[half.side] = 0

    def _invented_run(self, side: Side) -> tuple[PlayLine, ...]:
        """Nobody's run: an invented runner comes home."""
        line = PlayLine("OA", slot=self._slots[side], placed=(self._spare_slot(side), THIRD_BASE))
        line.moved(THIRD_BASE, HOME_BASE, is_driven_in=False)
        return (line,)

    def _spare_slot(self, side: Side) -> int:
        """One that batted long ago: neither at bat nor on base."""
        back = ((self._slots[side] - 2 - step) % SLOTS + 1 for step in range(SLOTS - 1))
        return next(slot for slot in back if slot not in self._wearing.values())

    def _place(self, helmet: int, base: int) -> None:
        """Put somebody there whom no play brought."""
        slot = self._spare_slot(self._side)
        self._add(PlayLine(NO_PLAY, placed=(slot, base), helmet=helmet))
        self._bases[helmet], self._wearing[helmet] = base, slot

    def _stand(self, game: Game, ran: Mapping[int, int]) -> None:
        """The men stand where the game has them; ``ran`` has their places by the helmets that they had in the play."""
        for helmet in ran.keys() - self._wearing.keys():  # as the call `last inning` puts a runner on second (H5)
            self._place(helmet, _base(ran[helmet]))
        slots = {_base(place): self._wearing[helmet] for helmet, place in ran.items()}
        self._bases = {man.helmet: _base(man.place) for man in game.men} if ran else {}
        self._wearing = {helmet: slots[base] for helmet, base in self._bases.items()}

    def _add(self, line: PlayLine, batter: int | None = None) -> None:
        """One line more, of the ``batter`` with that helmet if his turn ends with it."""
        side = self._side
        line.slot = self._slots[side]
        line.ends_turn = batter is not None
        if batter is not None:
            line.helmet, line.player = batter, self._player
        line.notes, self._notes = [*line.notes, *self._notes], []
        line.keep_in_order(self._bases.values())
        self.halves[-1].lines.append(line)
        if batter is not None:
            self._wearing[batter] = self._slots[side]
            self._slots[side] = self._slots[side] % SLOTS + 1

    # -- plays of one line

    def _write_at_once(self, play: AcceptedLine, happened: Happened) -> None:
        result = happened.result
        line = PlayLine(_of_result(play, happened))
        line.modifiers = _modifiers(happened)
        ended, batter = half_of(play.before) != half_of(play.after), play.before.at_bat
        stole = () if ended else happened.stole
        self._score(line, happened.scored, stole, is_driven_in=happened.batted_in > 0 or not result)
        places = {} if ended else _places(play.after, batter if result in BATTER_IS_OUT else None)
        self._advance(line, stole, places)
        if result and result not in BATTER_IS_OUT:
            self._run_on(line, happened, _base(places[batter]) if batter in places and not play.after.over else 0)
        gone = [helmet for helmet in self._bases if helmet not in (*happened.scored, *places)]
        self._put_out(line, happened, gone, happened.outs - (result in BATTER_IS_OUT))
        _name(line, happened)
        if happened.unbatted > 0:
            self._owed[play.before.batting] += happened.runs
            self._pay(self.halves[-1])
        if result == "HR" and batter not in happened.scored:
            line.stop_at_third()
        if line.basic or line.moves:
            line.basic = line.basic or "OA"
            self._add(line, batter if result else None)
        if not ended:
            self._stand(play.after, places)

    def _score(self, line: PlayLine, scored: Iterable[int], stole: Collection[int], *, is_driven_in: bool) -> None:
        """They come home; one who steals home is written as what the play was."""
        for helmet in scored:
            if helmet in self._bases and not (helmet in stole and self._bases[helmet] == THIRD_BASE):
                line.moved(self._bases[helmet], HOME_BASE, is_driven_in=is_driven_in)

    def _run_on(self, line: PlayLine, happened: Happened, base: int) -> None:
        """The batter went farther than what he hit says, as on a fielder's choice of a card."""
        if happened.runs - happened.unbatted > len(happened.scored):
            line.moved(BATTER, HOME_BASE, is_driven_in=happened.batted_in > 0)
        elif base > BASES_OF.get(happened.result, 1):
            line.moved(BATTER, base)

    def _advance(self, line: PlayLine, stole: Collection[int], places: Mapping[int, int]) -> None:
        """Of those who are still on base, and of those who stole, the most advanced first."""
        for helmet, base in sorted(self._bases.items(), key=lambda each: -each[1]):
            to = _base(places[helmet]) if helmet in places else HOME_BASE
            if helmet in stole and (base == THIRD_BASE or helmet in places):
                line.also(f"SB{'H' if base == THIRD_BASE else base + 1}", ";" if "SB" in line.basic else "+")
                if to > base + 1:
                    line.moved(base, to, is_driven_in=False)
            elif helmet in places and to != base:
                line.moved(base, to)

    def _put_out(self, line: PlayLine, happened: Happened, gone: Iterable[int], number: int) -> None:
        """So many of those who are gone are out: who was caught stealing first, then the most advanced, then he."""
        ranked = sorted(gone, key=lambda helmet: (helmet not in happened.caught, -self._bases[helmet]))
        for helmet in ranked[: max(0, number)]:
            base = self._bases[helmet]
            if helmet in happened.caught and "CS" not in line.basic:
                line.also(f"CS{'H' if base == THIRD_BASE else base + 1}({NOBODY})")
            elif happened.name == "picked_off" and "PO" not in line.basic:
                line.also(f"PO{base}({NOBODY})")
            else:
                line.put_out(base)
        if number > len(ranked) and happened.result and BATTER not in line.moves:
            line.put_out(BATTER)

    # -- plays of several lines

    def _write_path(self, path: OnThePath, last: AcceptedLine) -> None:
        batter, ended = path.begun.at_bat, half_of(last.before) != half_of(last.after)
        line = PlayLine()
        by = dict(zip(path.outs, map(_credits, path.out_by), strict=False))
        places = self._places
        if not ended:
            places = _places(last.after, batter if path.batted and batter in path.outs else None)
        places = {helmet: place for helmet, place in places.items() if helmet not in (*path.outs, *path.scored)}
        stole = [helmet for helmet, _ in path.stole]
        self._score(line, path.scored, stole, is_driven_in=path.batted_in > 0 or path.kind == "tag-up")
        self._advance(line, stole, places)
        for helmet in path.outs:
            if helmet in self._bases:
                self._caught(line, path, helmet, by[helmet])
        if path.batted:
            self._of_batter(line, path, by, places)
            self._add(line, batter)
        elif path.kind == "tag-up" and self._merge(line, path):
            pass
        elif line.basic or line.moves:
            line.basic = line.basic or "OA"
            self._add(line)
        self._places = {}
        if not ended:
            self._stand(last.after, places)

    def _caught(self, line: PlayLine, path: OnThePath, helmet: int, by: str) -> None:
        base = self._bases[helmet]
        if path.kind == "steal":
            target = f"CS{'H' if base == THIRD_BASE else base + 1}({by})"
            line.also(target, ";")
        else:
            line.put_out(base, by)

    def _of_batter(self, line: PlayLine, path: OnThePath, by: Mapping[int, str], places: Mapping[int, int]) -> None:
        """What his ball came to for him."""
        batter, zone = path.begun.at_bat, path.zone or ""
        bunted = "B" if path.kind == "bunt" else ""
        if path.bases:
            hit = next(sign for sign, bases in BASES_OF.items() if bases == path.bases)
            line.basic = f"{BATTERS[hit]}{zone}"  # type: ignore[index] # the names of hits are results
            if hit == "HR" and batter not in path.scored:
                line.stop_at_third()
            if batter in path.outs:
                line.put_out(BATTER, by[batter], min(path.reached + 1, HOME_BASE))
            elif _base(places.get(batter, 0)) > path.bases and not path.after.over:
                line.moved(BATTER, _base(places[batter]))
        elif batter in path.outs:
            line.basic = by[batter]
        else:
            line.basic = f"FC{zone}"
        together = TOGETHER.get(len(path.outs), "") if batter in path.outs else ""
        line.modifiers = [f"{bunted}G{together}"] if together else [f"{bunted}G{zone}"]
        line.modifiers += ["SH"] if path.sacrificed else []

    def _merge(self, moves: PlayLine, path: OnThePath) -> bool:
        """Runs and outs after a catch are one play with it; False where something came between them."""
        fly = next((each for each in reversed(self.halves[-1].lines) if each.ends_turn), None)
        if fly is None:
            return False
        if path.scored:
            fly.modifiers.append("SF")
        if fly is not self.halves[-1].lines[-1]:
            return False
        fly.moves |= moves.moves
        fly.notes += self._notes
        if path.outs:
            fly.modifiers.append(TOGETHER.get(path.outs_at_once, "DP"))
        return True

    # -- corrections

    def _put_right(self, line: Set, before: Game, after: Game) -> None:
        """What it changes as plays that come to the same."""
        changed = ", ".join(f"{key} {_plain(value)}" for key, value in says(line).items())
        remark = f"Correction by the scorer: {changed}"
        for side in SIDES:
            self._change_runs(side, after.runs_of(side) - before.runs_of(side))
        if before.half != after.half:
            self._clear()
            self._begin_half(after)
        else:
            self.halves[-1].inning = after.inning - self._first + 1
            outs = after.outs - before.outs
            self._invent_outs(outs if before.phase in ON_THE_PATH else self._change_men(after, outs))
        self._remark(remark)

    def _remark(self, remark: str) -> None:
        lines = self.halves[-1].lines
        if not lines:
            self._add(PlayLine(NO_PLAY))
        lines[-1].remarks.append(remark)

    def _change_runs(self, side: Side, number: int) -> None:
        """Runs are added where that side batted last, or will bat first; they are taken back where they scored last."""
        own = [half for half in self.halves if half.side == side]
        self._owed[side] += max(0, number)
        if own:
            self._pay(own[-1])
        scoring = [line for half in reversed(own) for line in reversed(half.lines)]
        for _ in range(-number):
            if self._owed[side]:
                self._owed[side] -= 1
            else:
                next((line for line in scoring if line.take_run_back()), None)

    def _clear(self) -> None:
        """The half-inning is left: whoever is on base is on it no more."""
        line = PlayLine("OA")
        for base in self._bases.values():
            line.put_out(base)
        if line.moves:
            self._add(line)

    def _change_men(self, after: Game, outs: int) -> int:
        """Other men are on the bases; return how many of those outs nobody of them has made."""
        now = {_base(man.place): man.helmet for man in after.men}
        were = {base: helmet for helmet, base in self._bases.items()}
        gone, come = sorted(were.keys() - now.keys(), reverse=True), sorted(now.keys() - were.keys())
        line = PlayLine("OA")
        wearing = {base: self._wearing[helmet] for base, helmet in were.items() if base in now}
        for base in gone:
            if come:
                wearing[come[-1]] = self._wearing[were[base]]
                line.moved(base, come.pop())
            else:
                line.put_out(base)
                outs -= 1
        if line.moves:
            self._add(line)
        self._bases = {helmet: base for base, helmet in now.items()}
        self._wearing = {now[base]: slot for base, slot in wearing.items()}
        for base in come:
            self._place(now[base], base)
        return outs

    def _invent_outs(self, number: int) -> None:
        """Nobody's outs: invented runners are out, before the first of that half-inning came up."""
        for _ in range(number):
            line = PlayLine("OA", slot=self._slots[self._side], placed=(self._spare_slot(self._side), THIRD_BASE))
            line.put_out(THIRD_BASE)
            self.halves[-1].lines.insert(0, line)


def _base(place: int) -> int:
    """The base that he has reached; first base for one short of it."""
    return max(1, place // FIRST)


def _places(game: Game, out: int | None = None) -> dict[int, int]:
    """The place of each helmet, as they were worn in a play in which the one at bat was ``out``.

    With all others on base he takes first base then, and the one on third is at bat (D51).
    """
    helmets = [man.helmet for man in game.men]
    if out in helmets:
        helmets = [game.at_bat, *helmets[:-1]]
    return {helmet: man.place for helmet, man in zip(helmets, game.men, strict=True)}


def _begins_path(play: AcceptedLine) -> bool:
    return isinstance(play.line, Call) and play.line.call in {"steal", "tag-up"} and play.after.phase == "run"


def _credits(had: tuple[int, ...]) -> str:
    """``63``; nobody is credited where the game does not know."""
    return "".join(map(str, had)) or NOBODY


def _of_result(play: AcceptedLine, happened: Happened) -> str:
    """What a plate appearance is written as, with the fielder where the game knows him; nothing for none."""
    result, zone = happened.result, str(happened.zone or "")
    if isinstance(play.line, Call) and result == "BB":
        return "IW"
    if zone and result in {"OUT", "SF"} and (happened.name == "caught" or happened.name in FLIES):
        return zone
    return BATTERS.get(result, "") + (zone if result in {*BASES_OF, "FC"} else "")


def _modifiers(happened: Happened) -> list[str]:
    result, together = happened.result, TOGETHER.get(happened.outs, "")
    if result not in {"SAC", "SF", "OUT"}:
        return [together] if together and result == "K" else []
    caught = "F" if happened.zone >= FIRST_OUTFIELDER else "P"
    how = caught if happened.name == "caught" else HOW_BATTED.get(happened.name, "")
    batted = f"{'B' if happened.bunted else ''}{how}"
    named = [f"{batted}{happened.zone or ''}"] if how and not together else []
    return [
        *named,
        *([f"{how if how in {'G', 'F', 'L'} else ''}{together}"] if together else []),
        *BY_RESULT.get(result, []),
    ]


def _name(line: PlayLine, happened: Happened) -> None:
    """What moved the runners, where no batter did."""
    name = happened.name
    if name in {"wild_pitch", "wild_swing"} and happened.result:
        line.also("WP")
    elif name == "wild_pitch" and line.moves:
        line.basic = "WP"
    elif name == "balk" and line.moves:
        line.basic = "BK"


def _plain(value: object) -> str:
    """What a correction says, without the marks of JSON."""
    return msgspec.json.encode(value).decode().replace('"', "")
