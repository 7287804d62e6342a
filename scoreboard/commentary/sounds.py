"""State change -> the sounds of it.

Rule kept here: sounds follow from the same facts as the play by play, so the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from scoreboard.commentary.counts import roll_name
from scoreboard.commentary.facts import facts_of
from scoreboard.rules.history import Entry
from scoreboard.rules.state import SECOND, THIRD, Game
from scoreboard.scorebook import BASES_OF, RESULTS

Call: TypeAlias = Literal["ball", "strike", "foul", "out", "safe"]
"""What the umpire calls: blown where no voice says it."""
Crowd: TypeAlias = Literal["cheer", "groan", "murmur"]
"""What comes from the stands, the strongest feeling first."""
Sound: TypeAlias = Literal[Call, Crowd, "crack", "pop", "homerun", "charge", "organ", "fanfare", "ask", "no"]
"""What a speaker can play; ``ask`` is for a question that waits for an answer, ``no`` for a refusal."""
CALLS: Final = frozenset[Sound](get_args(Call))


class Heard(NamedTuple):
    """What is heard of a fact.

    Attributes:
        happens: on the field, or from the organ.
        call: the umpire's.
        home: what the crowd, which is for Home, makes of it when that side does it.
        away: what it makes of it when the visitors do.
    """

    happens: tuple[Sound, ...] = ()
    call: Call | None = None
    home: Crowd | None = None
    away: Crowd | None = None


HIT: Final = Heard(("crack",), "safe", "cheer", "murmur")
GONE: Final = Heard(("crack", "homerun"), None, "cheer", "groan")
SAFE: Final = Heard((), "safe", "cheer", "murmur")
IN_PLAY: Final = Heard(("crack",))
OVER: Final = Heard(("fanfare",), None, "cheer", "groan")

STRUCK: Final = frozenset({"OUT", "SAC", "IN PLAY"})
"""Results of a ball that was struck, and caught or fielded."""
TOSSED: Final = frozenset({"caught", "fair"})
"""What no roll is, but the chip."""

SOUNDS: Final[Mapping[str, Heard]] = {
    "play.ball": Heard(("pop",), "ball"),
    "play.strike": Heard(("pop",), "strike"),
    "play.strikeout": Heard(("pop",), "strike"),
    "play.foul": Heard(("crack",), "foul"),
    "play.fly": IN_PLAY,
    "play.ten": IN_PLAY,
    "play.bunt": IN_PLAY,
    "play.homerun": GONE,
    "play.press-homerun": GONE,
    "play.fair": SAFE,
    "play.caught": Heard(("pop",)),
    "play.walk": SAFE,
    "play.one-run": Heard((), None, "cheer", "murmur"),
    "play.runs": Heard((), None, "cheer", "murmur"),
    "play.outs": Heard((), "out", "groan", "cheer"),
    "play.top": Heard(("organ",)),
    "play.bottom": Heard(("organ",)),
    "play.win": OVER,
    "play.win-early": OVER,
    "play.end": Heard(("fanfare",)),
    **{roll_name(name).key: HIT for name, result in RESULTS.items() if result in BASES_OF},
    **{roll_name(name).key: IN_PLAY for name, result in RESULTS.items() if result in STRUCK and name not in TOSSED},
    roll_name("homerun").key: GONE,
    roll_name("fielders_choice").key: Heard(("crack",), "safe"),
    roll_name("base_on_balls").key: SAFE,
    roll_name("hit_by_pitch").key: SAFE,
    roll_name("stolen").key: SAFE,
}
"""What is heard of each fact; of what is not here, nothing."""


def comes_up(before: Game | None, after: Game) -> bool:
    """Whether a batter has just come up, who may have a tune; after a correction nobody has."""
    if after.over or not after.fresh:
        return False
    return before is None or not before.fresh or (before.batting, before.up) != (after.batting, after.up)


def names_up(game: Game) -> tuple[str, ...]:
    """By which names the batter may have a tune, the nearest first: the player, the team's helmet, the team."""
    team = game.team(game.batting).name
    player = game.up.bats if game.up is not None else None
    helmet = f"{team} {game.batter}" if game.batter else ""
    return tuple(filter(None, (player, helmet, team)))


def sounds(before: Game, line: Entry, after: Game) -> tuple[Sound, ...]:
    """What is heard at once of what ``line`` made happen: one call and one feeling at most."""
    heard = [SOUNDS[each.key] for each in facts_of(before, line, after) if each.key in SOUNDS]
    does = after.winner or before.batting
    happens = [sound for each in heard for sound in each.happens]
    calls = [each.call for each in heard if each.call is not None][-1:]
    felt = _strongest(getattr(each, does) for each in (heard[-1:] if after.over else heard))
    return tuple(dict.fromkeys((*happens, *calls, *felt, *_rally(before, after))))


def _strongest(feelings: Iterable[Crowd | None]) -> Iterator[Crowd]:
    felt = set(feelings)
    yield from [crowd for crowd in get_args(Crowd) if crowd in felt][:1]


def _rally(before: Game, after: Game) -> Iterator[Sound]:
    """Home has a man on second or third base as a batter comes up."""
    is_up = after.fresh and not (before.fresh or after.over)
    if is_up and after.batting == "home" and {SECOND, THIRD} & {*after.runners}:
        yield "charge"
