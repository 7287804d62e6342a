"""A scorekeeper's card of a game: for each team a row for each helmet, and for each time at bat what became of it.

Rule kept here: the card is read off the play lines (`game_lines`), the totals off the box score.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from typing import Final

from msgspec import Struct

from scoreboard.exports.forms import ExportedGame, day_of
from scoreboard.exports.game_lines import HalfInning, half_innings
from scoreboard.exports.play_lines import BATTER, HOME_BASE, PlayLine
from scoreboard.message import Message
from scoreboard.rules import title_of
from scoreboard.rules.events import Side
from scoreboard.rules.house_rules import HELMETS
from scoreboard.stats.box_score import TeamBox, box_score
from scoreboard.stats.credits import ScoredPlay, Stat, scored_plays

OF_RUNNERS: Final = re.compile(r"[1-9](?:-[1-9])*U?|(?:CS|SB|PO).*")
"""Notes that are of a runner, where one of them was put out or stole."""
BASES: Final = (3, 2, 1, BATTER)
"""Whose move is looked at first: who is ahead."""


class TurnAtBat(Struct, kw_only=True):
    """A time at bat, or somebody whom no turn brought on base.

    Attributes:
        row: his helmet, 0 to 3.
        order: which turn of the half-inning it was, from 1; 0 for who was put on base.
        player: whose turn it was; None where the team names no players.
        notes: of the batter, and of what he did on the bases.
        reached: the farthest base, 4 for home; 0 for none.
        placed: the base on which he was put; 0 for who batted.
        out: which out of the half-inning he was; 0 if he was not out.
        runs: that he drove in.
        is_last: the half-inning ended with his turn.
    """

    row: int
    order: int = 0
    player: str | None = None
    notes: list[str]
    reached: int = 0
    placed: int = 0
    out: int = 0
    runs: int = 0
    is_last: bool = False


class InningCard(Struct, kw_only=True, frozen=True):
    """An inning of one team: its number, and its turns in order."""

    number: int
    turns: tuple[TurnAtBat, ...]

    @property
    def columns(self) -> tuple[tuple[TurnAtBat, ...], ...]:
        """The turns side by side: a helmet that bats again begins a new column."""
        columns: list[list[TurnAtBat]] = [[]]
        for turn in self.turns:
            if any(turn.row == other.row for other in columns[-1]):
                columns.append([])
            columns[-1].append(turn)
        return tuple(map(tuple, columns))


class TeamCard(Struct, kw_only=True, frozen=True):
    """A team's half of the card.

    Attributes:
        side: away or home.
        box: its part of the box score.
        helmets: the signs on its four helmets; all the same where helmets do not differ.
        figures: of each helmet, as the box score counts them.
        innings: in which it batted.
    """

    side: Side
    box: TeamBox
    helmets: tuple[str, ...]
    figures: tuple[Counter[Stat], ...]
    innings: tuple[InningCard, ...]


class Scorecard(Struct, kw_only=True, frozen=True):
    """A game's card.

    Attributes:
        number: of the game.
        title: which game was played.
        day: on which; None if it was not recorded.
        over: it is finished.
        first: the number of its first inning.
        away: the visitors' half.
        home: the other one.
        remarks: how many corrections the scorer made.
    """

    number: int
    title: Message
    day: date | None
    over: bool
    first: int
    away: TeamCard
    home: TeamCard
    remarks: int

    @property
    def has_turns(self) -> bool:
        """Somebody batted: nobody does in Three Dice."""
        return any(inning.turns for team in (self.away, self.home) for inning in team.innings)


def card_of(game: ExportedGame) -> Scorecard:
    """The card of a game."""
    history = game.history
    box, halves = box_score(history), half_innings(history)
    first, plays = history.beginning.first, tuple(scored_plays(history))
    return Scorecard(
        number=game.number,
        title=title_of(history.setup),
        day=day_of(history),
        over=history.game.over,
        first=first,
        away=_team("away", game, box.away, halves, plays),
        home=_team("home", game, box.home, halves, plays),
        remarks=sum(len(line.remarks) for half in halves for line in half.lines),
    )


def _team(
    side: Side, game: ExportedGame, box: TeamBox, halves: tuple[HalfInning, ...], plays: tuple[ScoredPlay, ...]
) -> TeamCard:
    state, first = game.history.game, game.history.beginning.first
    figures = tuple(Counter[Stat]() for _ in range(HELMETS))
    for credit in (credit for play in plays if play.before.batting == side for credit in play.credits):
        figures[credit.helmet][credit.stat] += credit.number
    lineup = (state.team(side).lineup or state.house.lineup) if state.house.lineup else ()
    turns: dict[int, list[TurnAtBat]] = {}
    for half in halves:
        if half.side == side:
            turns.setdefault(half.inning + first - 1, []).extend(_turns(half))
    return TeamCard(
        side=side,
        box=box,
        helmets=lineup or ("",) * HELMETS,
        figures=figures,
        innings=tuple(InningCard(number=number, turns=tuple(each)) for number, each in sorted(turns.items())),
    )


def _turns(half: HalfInning) -> list[TurnAtBat]:
    """Who batted in a half-inning, and what became of each."""
    turns, on_base, outs = list[TurnAtBat](), dict[int, TurnAtBat](), 0
    for line in half.lines:
        if line.placed is not None:
            _, base = line.placed
            on_base[base] = turn = TurnAtBat(row=line.helmet or 0, notes=[], reached=base, placed=base)
            if line.helmet is not None:
                turns.append(turn)
        if line.ends_turn:
            order = sum(not each.placed for each in turns) + 1
            turn = TurnAtBat(row=line.helmet or 0, order=order, player=line.player, notes=[], runs=_driven_in(line))
            on_base[BATTER] = turn
            turns.append(turn)
        before, moved = dict(on_base), dict[int, TurnAtBat]()
        for base in BASES:
            if base not in on_base:
                continue
            runner, to = on_base[base], line.safe_at(base)
            if to == 0 or (base == BATTER and not line.ends_turn):
                outs += 1
                runner.out = outs
                runner.reached = max(runner.reached, line.out_at(base) - 1)
            else:
                runner.reached = max(runner.reached, to)
                moved[to] = runner
        _note(line, before)
        on_base = {base: runner for base, runner in moved.items() if base != HOME_BASE}
    if turns and outs:
        turns[-1].is_last = True
    return turns


def _note(line: PlayLine, on_base: dict[int, TurnAtBat]) -> None:
    """Each note where it belongs: with the runner whom it is about, or with the batter."""
    moved = [base for base in (3, 2, 1) if base in on_base and line.safe_at(base) != base]
    out = [base for base in (*moved, BATTER) if base in on_base and not line.safe_at(base)]
    for note in line.notes:
        of_runner = OF_RUNNERS.fullmatch(note) is not None or not line.ends_turn
        about = [*(out if not note.startswith("SB") else []), *moved] if of_runner else []
        if (turn := on_base.get(next(iter(about), BATTER))) is not None:
            turn.notes.append(note)


def _driven_in(line: PlayLine) -> int:
    """Runs of a turn that count for him."""
    scored = [move for move in line.moves.values() if move.startswith("-H") and "(NR)" not in move]
    is_homer = line.basic.startswith("HR") and BATTER not in line.moves
    return len(scored) + is_homer


def hits_by_inning(team: TeamCard) -> Counter[int]:
    """Hits of each inning, as the turns have them."""
    hits = Counter[int]()
    for inning in team.innings:
        hits[inning.number] += sum(any(re.match("1B|2B|3B|HR", note) for note in turn.notes) for turn in inning.turns)
    return hits
