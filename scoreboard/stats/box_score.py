"""The box score of a game, from its history.

Rule kept here: nothing is counted during play. The box is a fold of the lines that count, so a correction corrects the
box, too. A line that gives the last throw another answer (a move, a chase, keep-running) replaces that throw's default,
which is not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from scoreboard.rules.baseball import BALLS, OUTS, STRIKES
from scoreboard.rules.diamante.choices import may_state_skip
from scoreboard.rules.diamante.running import skip_all
from scoreboard.rules.events import Ball, Call, Die, Move, Press, Roll, Set, Side, Skip
from scoreboard.rules.history import History, Played, played
from scoreboard.rules.house_rules import Helmet
from scoreboard.rules.registry import RULE_SETS
from scoreboard.rules.state import FIRST, Game
from scoreboard.scorebook import notation

Stat = Literal["pa", "ab", "h", "2b", "3b", "hr", "r", "bb", "k"]
STATS: tuple[Stat, ...] = ("pa", "ab", "h", "2b", "3b", "hr", "r", "bb", "k")
"""Plate appearances, at bats, hits, doubles, triples, home runs, runs, walks, strikeouts."""
EXTRA_BASE_HITS: dict[int, Stat] = {2: "2b", 3: "3b", 4: "hr"}
LINEUP_LENGTH = 4
HOME_BASE = 4


class Batting(Struct, frozen=True, kw_only=True):
    """The batting of one helmet: its sign, and a number for each of `STATS`."""

    helmet: Helmet
    stats: dict[Stat, int]


class TeamBox(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One team's part.

    Attributes:
        name: of the team.
        first: the number of the first inning.
        innings: runs by inning, None if it has not batted.
        runs: in all.
        hits: in all.
        left: runners left on base.
        pitches: thrown, or entered by button; None in a game without pitches.
        scorebook: how often each of a scorekeeper's notes stands beside the team's plays at bat, such as ``1B`` or
            ``K``; empty in a game that has none yet.
        batting: by helmet in the order of the line-up; empty in a game without helmets.
    """

    name: str
    first: int = 1
    innings: tuple[int | None, ...]
    runs: int
    hits: int
    left: int
    pitches: int | None
    scorebook: dict[str, int]
    batting: tuple[Batting, ...]


class BoxScore(Struct, frozen=True, kw_only=True):
    """The box score of a game, finished or not."""

    away: TeamBox
    home: TeamBox


def box_score(history: History) -> BoxScore:
    """The box score as the game stands."""
    plays = tuple(_with_final_answers(part for play in played(history) for part in _split_skips(play)))
    return BoxScore(away=_team("away", history.game, plays), home=_team("home", history.game, plays))


def _split_skips(play: Played) -> Iterator[Played]:
    """A pitch that skips the runners still to move (D27) is two plays: the runners stay, then the pitch."""
    if play.before.phase == "run" and _is_fielders_die(play) and play.after.choice is None:
        skipped = skip_all(play.before)
        yield Played(Skip(), play.before, skipped)
        yield Played(play.line, skipped, play.after)
    else:
        yield play


def _with_final_answers(plays: Iterable[Played]) -> Iterator[Played]:
    """The plays, each with its final answer instead of the default."""
    last = None
    for play in plays:
        if last and _is_answer(play):
            last = Played(last.line, last.before, play.after)
        else:
            yield from [last] if last else []
            last = play
    yield from [last] if last else []


def _is_answer(play: Played) -> bool:
    match play.line:
        case Move() | Ball() | Press(button="next") | Call(call="keep-running" | "rallybird"):
            return True
        case Skip():
            return may_state_skip(play.before)
        case Die(color=color):
            return play.before.chase and color == play.before.team(play.before.batting).color
        case _:
            return False


def _team(side: Side, game: Game, plays: tuple[Played, ...]) -> TeamBox:
    batted = [play for play in plays if play.before.batting == side]
    fielded = [play for play in plays if play.before.fielding == side]
    return TeamBox(
        name=game.team(side).name,
        first=game.first,
        innings=_by_inning(side, game, plays),
        runs=getattr(game, side),
        hits=getattr(game.hits, side),
        left=sum(_left_on_base(play) for play in batted),
        pitches=_pitches(fielded),
        scorebook=dict(Counter(note for play in batted for note in notation(play.before, play.line, play.after))),
        batting=_batting(side, game, batted) if game.house.lineup else (),
    )


def _by_inning(side: Side, game: Game, plays: Sequence[Played]) -> tuple[int | None, ...]:
    """Runs by inning.

    Runs that a correction adds to the side in the field count for the last inning it batted in. Runs that one removes
    are taken from there backward; no inning becomes negative.
    """
    runs, last = Counter[int](), game.first
    for play in plays:
        last = play.before.inning if play.before.batting == side else last
        gained = getattr(play.after, side) - getattr(play.before, side)
        if gained or play.before.batting == side:
            runs[last] += max(0, gained)
        _take_off(runs, last, -gained)
    if game.batting == side:
        runs[game.inning] += 0
    return tuple(runs.get(inning) for inning in range(game.first, max(game.inning, game.last, *runs) + 1))


def _take_off(runs: Counter[int], last: int, number: int) -> None:
    """Remove so many runs: from that inning backward, then from the latest backward."""
    for inning in sorted(runs, key=lambda inning: (inning > last, -inning)):
        taken = min(max(0, number), runs[inning])
        runs[inning] -= taken
        number -= taken


def _left_on_base(play: Played) -> int:
    """Runners on base when the half-inning ended with this play, without the batter at the plate."""
    before, after = play.before, play.after
    if isinstance(play.line, Set) or not _ends_half(play):
        return 0
    if after.outs < OUTS and after.over:
        return len(after.men)
    batted = _batter_at_plate(play) and not _bats_on(play)
    return max(0, len(before.men) + batted - (OUTS - before.outs))


def _bats_on(play: Played) -> bool:
    """Whether the batter leads off the next time, for the third out was made on the bases."""
    bench = play.after.dugouts.away if play.before.batting == "away" else play.after.dugouts.home
    return bench[:1] == (play.before.at_bat,)


def _ends_half(play: Played) -> bool:
    moved_on = (play.before.inning, play.before.half) != (play.after.inning, play.after.half)
    return moved_on or (play.after.over and not play.before.over)


def _pitches(fielded: list[Played]) -> int | None:
    if not fielded or not RULE_SETS[fielded[0].before.setup.rules].counts:
        return None
    return sum(_is_pitch(play) for play in fielded)


def _is_pitch(play: Played) -> bool:
    pressed = isinstance(play.line, Press) and play.line.button in {"ball", "strike"}
    thrown = isinstance(play.line, Roll) or _is_fielders_die(play)
    return play.before.phase == "pitch" and (pressed or thrown)


def _is_fielders_die(play: Played) -> bool:
    return isinstance(play.line, Die) and play.line.color == play.before.team(play.before.fielding).color


def _batting(side: Side, game: Game, batted: list[Played]) -> tuple[Batting, ...]:
    counts = [Counter[Stat]() for _ in range(LINEUP_LENGTH)]
    reached = 0
    for play in batted:
        reached = _bases_reached(play, reached)
        for helmet, stat in (*_batters_stats(play, reached), *_scored(play)):
            counts[helmet][stat] += 1
    signs = game.team(side).lineup or game.house.lineup
    return tuple(
        Batting(helmet=sign, stats={stat: count[stat] for stat in STATS})
        for sign, count in zip(signs, counts, strict=True)
    )


def _batter_at_plate(play: Played) -> bool:
    """Whether the batter is at the plate, and no play is running."""
    return play.before.waiting and play.before.phase not in {"run", "throw"} and not _steals(play)


def _steals(play: Played) -> bool:
    """In RallyBird a steal is played while the batter waits (R4)."""
    dealt = play.before.dealt
    return isinstance(play.line, Roll) and dealt is not None and dealt.card is not None and dealt.card.kind == "steal"


def _batters_stats(play: Played, reached: int) -> Iterator[tuple[int, Stat]]:
    """The batter's statistics of this play, by his helmet."""
    stats = _stats_at_plate(play) if _batter_at_plate(play) else _stats_of_ball_in_play(play, reached)
    return ((play.before.at_bat, stat) for stat in stats)


def _stats_at_plate(play: Played) -> tuple[Stat, ...]:
    if _is_hit(play):
        return "pa", "ab", "h", "hr"
    if _is_out(play):
        return ("pa", "ab", "k") if _is_strikeout(play) else ("pa", "ab")
    if not play.after.waiting and play.after.phase == "run":
        return "pa", "ab"
    return ("pa", "bb") if _is_walk(play) else ()


def _stats_of_ball_in_play(play: Played, reached: int) -> tuple[Stat, ...]:
    """The batter's hit once the play is over, by the base he reached."""
    over = play.after.waiting or _ends_half(play)
    if play.before.waiting or not over or not (play.before.credited or _is_hit(play)):
        return ()
    return ("h", EXTRA_BASE_HITS[reached]) if reached in EXTRA_BASE_HITS else ("h",)


def _bases_reached(play: Played, reached: int) -> int:
    """The farthest base that the batter of a ball in play has reached."""
    if play.before.waiting:
        return 0
    batter = play.before.at_bat
    home = HOME_BASE if (batter, "r") in _scored(play) else 0
    there = () if _ends_half(play) else play.after.men
    return max(reached, home, *(man.place // FIRST for man in there if man.helmet == batter))


def _scored(play: Played) -> tuple[tuple[int, Stat], ...]:
    """The helmets that scored: they left the path while the score rose."""
    runs = play.after.away + play.after.home - play.before.away - play.before.home
    batter = (play.before.at_bat,) if _batter_at_plate(play) and _is_hit(play) else ()
    still = {man.helmet for man in play.after.men}
    gone = [helmet for helmet in (*(man.helmet for man in play.before.men), *batter) if helmet not in still]
    return () if isinstance(play.line, Set) else tuple((helmet, "r") for helmet in gone[: max(0, runs)])


def _is_hit(play: Played) -> bool:
    before, after = play.before.hits, play.after.hits
    return not isinstance(play.line, Set) and after.away + after.home > before.away + before.home


def _is_out(play: Played) -> bool:
    walked_off = play.after.over and play.after.outs < OUTS
    third = _ends_half(play) and not walked_off
    return not isinstance(play.line, Set) and (play.after.outs > play.before.outs or third)


def _is_strikeout(play: Played) -> bool:
    thrown = isinstance(play.line, Die) or (isinstance(play.line, Press) and play.line.button == "strike")
    return thrown and play.before.strikes == STRIKES - 1


def _is_walk(play: Played) -> bool:
    thrown = isinstance(play.line, Die) or (isinstance(play.line, Press) and play.line.button == "ball")
    return thrown and play.before.balls == BALLS - 1 and play.after.balls == 0
