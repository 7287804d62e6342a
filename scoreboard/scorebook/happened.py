"""What a line of the record made happen, as a scorekeeper sees it.

Rule kept here: the rules are not applied a second time. Everything follows from the line and from the difference
between the states before and after it, and everything that tells or counts a play asks here: the play by play, the
notes, the box score, the sounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from scoreboard.message import OwnWords
from scoreboard.rules import rallybird
from scoreboard.rules.baseball import BALLS, OUTS, STRIKES
from scoreboard.rules.diamante import fielding, running
from scoreboard.rules.diamante.board import cost
from scoreboard.rules.endings import runs_to_win
from scoreboard.rules.events import Die, Press, Roll, Set
from scoreboard.rules.history import Entry
from scoreboard.rules.last_inning import LAST_INNING
from scoreboard.rules.state import FIRST, HOME, SECOND, Game, Runner
from scoreboard.scorebook.play_names import effect_of, half_of, is_full, outs_made, play_name, runs_made

Result = Literal["", "1B", "2B", "3B", "HR", "BB", "HBP", "K", "SAC", "SF", "FC", "OUT", "IN PLAY"]
"""What a plate appearance came to; empty while it goes on. A ball in play in Diamante is settled when the play ends."""
HITS: Mapping[int, Result] = {1: "1B", 2: "2B", 3: "3B", 4: "HR"}
BASES_OF: Mapping[str, int] = {hit: bases for bases, hit in HITS.items()}

RESULTS: Mapping[str, Result] = {
    **dict.fromkeys(("infield_single", "outfield_single", "sharp_single", "single", "gap_single"), "1B"),
    **dict.fromkeys(("hot_single", "hole_single", "dropped_single", "long_single"), "1B"),
    **dict.fromkeys(("double", "deep_double", "wall_double", "alley_double", "ground_rule_double"), "2B"),
    "triple": "3B",
    "homerun": "HR",
    **dict.fromkeys(("walk", "base_on_balls", "intentional-walk"), "BB"),
    "hit_by_pitch": "HBP",
    **dict.fromkeys(("strikeout", "struck_out", "called_out"), "K"),
    **dict.fromkeys(("struck_out_and_caught", "called_out_and_caught"), "K"),
    "sacrifice": "SAC",
    **dict.fromkeys(("force_out", "fielders_choice"), "FC"),
    **dict.fromkeys(("out", "caught", "fly_out", "deep_fly_out", "sacrifice_fly", "pop_out", "line_out"), "OUT"),
    **dict.fromkeys(("grounder", "ground_out", "plain_ground_out", "two_outs", "throw_in", "hot_shot"), "OUT"),
    **dict.fromkeys(("fair", "bunt"), "IN PLAY"),
}
"""By the name of the play, where that says it all."""
FLIES = frozenset({"fly_out", "deep_fly_out", "sacrifice_fly"})
STRIKE_NAMES = frozenset({"called_strike", "swing_and_miss", "bunted_foul", "wild_swing"})
GOT_BY = frozenset({"ball", "walk", "strike", "strikeout", "swing_and_miss"})
"""Pitches on which men of Four-Dice Baseball may steal."""
OUTFIELDERS: Mapping[str, int] = {"D": 7, "E": 8, "F": 9}
"""Of RallyBird's zones those that one fielder has alone."""
WILD = frozenset({"wild_pitch", "wild_swing"})


class Happened(Struct, frozen=True, kw_only=True):
    """What happened.

    Attributes:
        name: of the play, as `play_name` has it.
        result: what the plate appearance came to with this line.
        pitched: a pitch was made.
        runs: that scored; negative if another answer took some back.
        outs: that were made; negative likewise.
        hit: the batter has his hit with this line (D45).
        ended: the half-inning, or the game, ended.
        scored: the helmets that came home.
        stole: the helmets that stole a base with this line.
        caught: the helmets that were caught stealing with it.
        put_out: the runner on the path of Diamante who was put out; a force, if he was pushed.
        fielders: who had the ball, as ``6-4-3``, where a maker's result says so.
        words: what that result has said of it.
        zone: of Diamante's board that the ball is hit to, or caught in, or the outfielder whose zone alone a card of
            RallyBird tests; else 0.
        bunted: a bunt was called, or played as a card.
        batted_in: runs that the batter drove in.
        unbatted: runs, outs and men that no plate appearance brings: those that a scorer adds.
    """

    name: str
    result: Result
    pitched: bool
    runs: int
    outs: int
    hit: bool
    ended: bool
    scored: tuple[int, ...] = ()
    stole: tuple[int, ...] = ()
    caught: tuple[int, ...] = ()
    put_out: Runner | None = None
    fielders: str = ""
    words: OwnWords | None = None
    zone: int = 0
    bunted: bool = False
    batted_in: int = 0
    unbatted: int = 0

    @property
    def came_up(self) -> bool:
        """A plate appearance was completed, or its ball is in play."""
        return self.result != ""


def what_happened(before: Game, line: Entry, after: Game) -> Happened:
    """What that line made happen."""
    name, runs, outs = play_name(before, line, after), runs_made(before, after), outs_made(before, after)
    result, effect = _result(before, name, after), effect_of(before, line)
    own = effect if effect and effect.name == name else None
    scored = () if isinstance(line, Set) else _scored(before, result, after)
    if result in BASES_OF:
        result = HITS[bases_of_hit(BASES_OF[result], before, after, scored)]
    return Happened(
        name=name,
        result=result,
        pitched=_is_pitch(before, line),
        runs=runs,
        outs=outs,
        hit=after.hits.away + after.hits.home > before.hits.away + before.hits.home,
        ended=half_of(before) != half_of(after) or (after.over and not before.over),
        scored=scored,
        stole=_stole(before, name, after),
        caught=_caught(before, name, after),
        put_out=_put_out(before, after),
        fielders=own.fielders if own else "",
        words=own.words if own else None,
        zone=_zone(before, name, after),
        bunted=name == "bunt" or _card_kind(before) == "bunt",
        batted_in=runs if _drives_in(name, result, outs) else 0,
        unbatted=_put_on_second(before, after) if name == LAST_INNING else _unbatted(name, runs, outs),
    )


def _result(before: Game, name: str, after: Game) -> Result:
    if name == "wild_pitch" or name in STRIKE_NAMES:
        return _of_the_count(before, name, after)
    if name == "picked_off":
        return "K" if outs_made(before, after) > 1 else ""
    if name in FLIES and runs_made(before, after):
        return "SF"
    if name == "bunt" and after.phase != "run":  # of Four-Dice Baseball
        return "SAC" if before.runners != after.runners and before.outs + 1 < STRIKES else "OUT"
    return RESULTS.get(name, "")


def _of_the_count(before: Game, name: str, after: Game) -> Result:
    """A walk or a strikeout; neither where a wild pitch let in the run that ended it all, and did not count."""
    if name in WILD and (is_full(before, after) or (after.over and after.outs < OUTS)):
        return ""
    if name == "wild_pitch":
        return "BB" if before.balls == BALLS - 1 else ""
    return "K" if before.strikes == STRIKES - 1 else ""


def _is_pitch(before: Game, line: Entry) -> bool:
    """A throw of the team in the field that is no throw to a base, or a pitch that was told by button."""
    match line:
        case Die(color=color):
            return before.phase == "pitch" and color == before.team(before.fielding).color
        case Roll():
            return before.phase == "pitch"
        case Press(button="ball" | "strike"):
            return before.phase == "pitch"
    return False


def _drives_in(name: str, result: Result, outs: int) -> bool:
    """A run counts for the batter unless a wild pitch let it in, or he hit into two outs."""
    hit_into_two = result in {"OUT", "FC"} and outs > 1
    return result != "" and name not in WILD and not hit_into_two


def _scored(before: Game, result: Result, after: Game) -> tuple[int, ...]:
    """They left the path while the score rose."""
    still = {man.helmet for man in after.men} if half_of(before) == half_of(after) else set[int]()
    batter = (before.at_bat,) if result == "HR" else ()
    gone = [helmet for helmet in (*(man.helmet for man in before.men), *batter) if helmet not in still]
    return tuple(gone[: max(0, runs_made(before, after))])


def _stole(before: Game, name: str, after: Game) -> tuple[int, ...]:
    if name == "stolen":
        still = {(man.helmet, man.place) for man in after.men}
        return tuple(man.helmet for man in before.men if (man.helmet, man.place) not in still)
    if name in GOT_BY and stole_freely(before, after):
        return tuple(man.helmet for man in before.men if man.place == FIRST)
    return ()


def stole_freely(before: Game, after: Game) -> bool:
    """In Four-Dice Baseball the man on first took second without a throw, for one was on third."""
    moved = before.setup.rules == "four-dice" and FIRST in before.runners and SECOND not in before.runners
    return moved and SECOND in after.runners and FIRST not in after.runners


def _caught(before: Game, name: str, after: Game) -> tuple[int, ...]:
    """The lead runner of those who went."""
    if name not in {"caught_stealing", "struck_out_and_caught", "called_out_and_caught"}:
        return ()
    still = {man.helmet for man in after.men} if half_of(before) == half_of(after) else set[int]()
    gone = [man.helmet for man in before.men if man.helmet not in still]
    return tuple(gone[: outs_made(before, after) - (name != "caught_stealing")])


def _put_out(before: Game, after: Game) -> Runner | None:
    """Whom the throw met, or who ran into an out; by button the man in turn, or the most advanced who is unsettled."""
    if outs_made(before, after) <= 0 or before.phase not in {"run", "throw"}:
        return None
    met = after.diamante.choice.before if after.diamante.choice else before
    if after.diamante.choice and met.phase == "throw":
        return fielding.put_out_by(met, after.diamante.choice.chosen)
    if met.phase == "run":
        return _missing(before, running.in_turn(met), after)
    return next((man for man in met.men if man.unsettled), None)


def _missing(before: Game, thrown: Runner | None, after: Game) -> Runner | None:
    """Who threw; but keep-running forgets that one before him was skipped (D27, D33), and then he is still there."""
    still = {man.helmet for man in after.men}
    if thrown is None or thrown.is_batter or thrown.helmet not in still or half_of(before) != half_of(after):
        return thrown
    return next((man for man in before.men if man.helmet not in still), thrown)


def _zone(before: Game, name: str, after: Game) -> int:
    """A bunt goes to the zone where the ball lies then."""
    if before.cards and before.cards.card and name:
        tested = {OUTFIELDERS.get(zone, 0) for zone in rallybird.tested_zones(before, before.cards.card)}
        return tested.pop() if len(tested) == 1 else 0
    if name == "bunt" and after.phase == "run":
        return cost(after.ball)
    if name == "fly":
        return after.diamante.zone
    return before.diamante.zone if name == "caught" else 0


def _card_kind(before: Game) -> str:
    return before.cards.card.kind if before.cards and before.cards.card else ""


def bases_of_hit(taken: int, before: Game, after: Game, scored: tuple[int, ...]) -> int:
    """The bases of a hit: of one that wins the game as many as the winning run took, if it is no home run."""
    needed = runs_to_win(before) or 0
    walked_off = after.over and after.outs < OUTS and before.batting == "home"
    if not walked_off or taken >= BASES_OF["HR"] or not 0 < needed <= len(scored):
        return taken
    from_where = next((man.place for man in before.men if man.helmet == scored[needed - 1]), 0)
    return min(taken, -((from_where - HOME) // FIRST))


def _put_on_second(before: Game, after: Game) -> int:
    """Runners with whom the inning begins, now that it is an extra one; less those of one that is not played (H5)."""
    return -len(before.men) if half_of(after) < half_of(before) else len(after.men) - len(before.men)


def _unbatted(name: str, runs: int, outs: int) -> int:
    match name:
        case "run_added" | "ones" | "last_ones" | "run_scored" | "last_run_scored":
            return runs
        case "no_run" | "side_out":
            return outs
    return 0
