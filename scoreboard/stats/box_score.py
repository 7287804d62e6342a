"""The box score of a game, from its history, as scorekeepers keep it.

Rule kept here: nothing is counted during play. The box is a fold of the lines that count, so a correction corrects the
box, too. It can be proved: whoever came up, and whatever a scorer added, scored, was left on base, was put out, or is
on base now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from scoreboard.rules.events import Set, Side
from scoreboard.rules.history import AcceptedLine, History, plays_of
from scoreboard.rules.house_rules import Helmet
from scoreboard.rules.registry import find_rule_set
from scoreboard.rules.state import Game
from scoreboard.scorebook import half_of, without_number
from scoreboard.stats.credits import STATS, BattedBall, Credit, ScoredPlay, Stat, scored_plays
from scoreboard.stats.pitchers import Pitching, pitching


class Batting(Struct, frozen=True, kw_only=True):
    """The batting of one helmet: its sign, and a number for each of `STATS`."""

    helmet: Helmet
    stats: dict[Stat, int]


class ZoneCount(Struct, frozen=True, kw_only=True):
    """The balls that were hit to a zone: how many were hits, and how many outs."""

    hits: int
    outs: int


class Partner(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The batting of one player of a team with partners.

    Attributes:
        name: his.
        stats: a number for each of `STATS`.
        zones: where he hit, as in a `TeamBox`.
    """

    name: str
    stats: dict[Stat, int]
    zones: dict[int, ZoneCount] = {}


class Proof(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """``came_up + added + start == runs + left + outs + on_base``.

    Attributes:
        start: runs that stood on the board before the first throw (H7).
        came_up: plate appearances.
        added: runs, outs and men that no plate appearance brought: runners that an inning begins with, RUN with the
            bases empty, what a `set` changed, and the half-innings of a game without batters.
        runs: scored.
        left: on base at the end of a half-inning.
        outs: made.
        on_base: now.
    """

    start: int = 0
    came_up: int
    added: int
    runs: int
    left: int
    outs: int
    on_base: int

    @property
    def holds(self) -> bool:
        """The box is proved."""
        return self.came_up + self.added + self.start == self.runs + self.left + self.outs + self.on_base


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
            ``K``, without the fielders' numbers.
        stats: a number for each of `STATS`.
        zones: the balls that it hit, by the number of the zone, in order; only where the law knows the zone.
        batting: by helmet in the order of the line-up; empty in a game without helmets.
        players: their batting, in the order in which they bat; empty where the team names none. A runner is his who
            batted him on base.
        pitching: by player in the order in which they pitched, or one line for the team.
        proof: of this part.
    """

    name: str
    first: int = 1
    innings: tuple[int | None, ...]
    runs: int
    hits: int
    left: int
    pitches: int | None
    scorebook: dict[str, int]
    stats: dict[Stat, int]
    zones: dict[int, ZoneCount] = {}
    batting: tuple[Batting, ...]
    players: tuple[Partner, ...]
    pitching: tuple[Pitching, ...]
    proof: Proof


class BoxScore(Struct, frozen=True, kw_only=True):
    """The box score of a game, finished or not."""

    away: TeamBox
    home: TeamBox


def box_score(history: History, judged: Sequence[AcceptedLine] | None = None) -> BoxScore:
    """The box score as the game stands; ``judged`` are its plays, where they are known (`JudgedPlays`)."""
    plays = tuple(scored_plays(history, judged))
    pitchers = pitching(history, plays)
    return BoxScore(
        away=_team("away", history, plays, pitchers["away"]), home=_team("home", history, plays, pitchers["home"])
    )


def runs_by_inning(history: History) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """Away's and Home's runs by inning alone, as in their `TeamBox`: much quicker than the whole box score."""
    plays, game = plays_of(history), history.game
    return _by_inning("away", game, plays), _by_inning("home", game, plays)


def _team(side: Side, history: History, plays: tuple[ScoredPlay, ...], pitchers: tuple[Pitching, ...]) -> TeamBox:
    game, batted = history.game, [play for play in plays if play.before.batting == side]
    credited = [credit for play in batted for credit in play.credits]
    balls = [ball for play in batted for ball in play.batted]
    proof = _proof(side, history, plays, _sum(credited)["pa"])
    return TeamBox(
        name=game.team(side).name,
        first=game.first,
        innings=_by_inning(side, game, plays),
        runs=game.runs_of(side),
        hits=getattr(game.hits, side),
        left=proof.left,
        pitches=_pitches(game, pitchers),
        scorebook=dict(Counter(filter(None, (without_number(note) for play in batted for note in play.notes)))),
        stats=_sum(credited),
        zones=_zones(balls),
        batting=_batting(side, game, credited),
        players=_players(side, game, credited, balls),
        pitching=pitchers,
        proof=proof,
    )


def _sum(credited: Sequence[Credit]) -> dict[Stat, int]:
    sums = dict.fromkeys(STATS, 0)
    for credit in credited:
        sums[credit.stat] += credit.number
    return sums


def _batting(side: Side, game: Game, credited: Sequence[Credit]) -> tuple[Batting, ...]:
    if not game.house.lineup:
        return ()
    return tuple(
        Batting(helmet=sign, stats=_sum([credit for credit in credited if credit.helmet == helmet]))
        for helmet, sign in enumerate(game.team(side).lineup or game.house.lineup)
    )


def _players(side: Side, game: Game, credited: Sequence[Credit], balls: Sequence[BattedBall]) -> tuple[Partner, ...]:
    return tuple(
        Partner(
            name=name,
            stats=_sum([credit for credit in credited if credit.player == name]),
            zones=_zones([ball for ball in balls if ball.player == name]),
        )
        for name in dict.fromkeys(game.team(side).players or ())
    )


def _zones(balls: Sequence[BattedBall]) -> dict[int, ZoneCount]:
    hits = Counter(ball.zone for ball in balls if ball.is_hit)
    outs = Counter(ball.zone for ball in balls if not ball.is_hit)
    return {zone: ZoneCount(hits=hits[zone], outs=outs[zone]) for zone in sorted({*hits, *outs})}


def _pitches(game: Game, pitchers: tuple[Pitching, ...]) -> int | None:
    """None for a team that has not been in the field, too."""
    return sum(each.pitches or 0 for each in pitchers) if pitchers and find_rule_set(game.setup.rules).counts else None


# -- the proof


def _proof(side: Side, history: History, plays: Sequence[ScoredPlay], came_up: int) -> Proof:
    game = history.game
    own = [play for play in plays if play.before.batting == side and not isinstance(play.line, Set)]
    stated = [play for play in plays if isinstance(play.line, Set)]
    return Proof(
        start=history.beginning.runs_of(side),
        came_up=came_up,
        added=_on_base(side, history.beginning) + sum(_added(side, play) for play in plays),
        runs=game.runs_of(side),
        left=sum(_left(play) for play in own),
        outs=sum(play.happened.outs for play in (*own, *(each for each in stated if each.after.batting == side))),
        on_base=0 if game.over else _on_base(side, game),
    )


def _on_base(side: Side, game: Game) -> int:
    return len(game.men) if game.batting == side else 0


def _added(side: Side, play: ScoredPlay) -> int:
    """By a correction, by a scorer's RUN, or because a half-inning begins with a runner."""
    before, after = play.before, play.after
    if isinstance(play.line, Set):
        outs = play.happened.outs if after.batting == side else 0
        return after.runs_of(side) - before.runs_of(side) + _on_base(side, after) - _on_base(side, before) + outs
    if before.batting == side:
        return play.happened.unbatted
    return _on_base(side, after) if half_of(before) != half_of(after) else 0


def _left(play: ScoredPlay) -> int:
    """Who had come up, or was on base, and neither scored nor was put out when the half-inning ended."""
    happened = play.happened
    there = len(play.before.men) + happened.came_up + happened.unbatted
    return there - happened.runs - happened.outs if happened.ended else 0


# -- the line score


def _by_inning(side: Side, game: Game, plays: Sequence[ScoredPlay | AcceptedLine]) -> tuple[int | None, ...]:
    """Runs by inning.

    Runs that a correction adds to the side in the field count for the last inning it batted in. Runs that one removes
    are taken from there backward; no inning becomes negative.
    """
    runs, last = Counter[int](), game.first
    for play in plays:
        last = play.before.inning if play.before.batting == side else last
        gained = play.after.runs_of(side) - play.before.runs_of(side)
        if gained or play.before.batting == side:
            runs[last] += max(0, gained)
        if gained < 0:
            _take_off(runs, last, -gained)
    if game.batting == side:
        runs[game.inning] += 0
    return tuple(runs.get(inning) for inning in range(game.first, max(game.inning, game.last, *runs) + 1))


def _take_off(runs: Counter[int], last: int, number: int) -> None:
    """Remove so many runs: from that inning backward, then from the latest backward."""
    for inning in sorted(runs, key=lambda inning: (inning > last, -inning)):
        taken = min(number, runs[inning])
        runs[inning] -= taken
        number -= taken
