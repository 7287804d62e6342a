"""Complete golden games, one for each rule set and level, drawn by lot once and kept.

    PYTHONPATH=tests python -m support.golden tests/golden/games

writes them anew. They say what the law made of those throws on the day they were written: a change that they notice is
either a mistake or a ruling that changed, and then belongs into the changelog.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from support.games import moments, setup

from scoreboard.record import encode_all
from scoreboard.rules import RULE_SETS, Game, ruled_setup, start
from scoreboard.rules.events import AnyLine, Expect, Hits

SEED = 1979
INNINGS = 3


def lines(rules: str) -> Iterator[AnyLine]:
    """A complete game, with what is expected whenever a half-inning is over."""
    first = ruled_setup(setup(rules, INNINGS), {})
    yield first
    before = start(first)
    for line, game in moments(first, Random(SEED)):  # noqa: S311 - lots for a test, not for a secret
        yield line
        if (game.inning, game.half, game.over) != (before.inning, before.half, before.over):
            yield expected(game)
        before = game


def expected(game: Game) -> Expect:
    """The state as an expectation."""
    return Expect(
        inning=game.inning,
        half=game.half,
        balls=game.balls,
        strikes=game.strikes,
        outs=game.outs,
        away=game.away,
        home=game.home,
        runners=game.runners,
        ball=game.ball,
        phase=game.phase,
        awaits=game.awaits,
        over=game.over,
        winner=game.winner,
        hits=Hits(away=game.hits.away, home=game.hits.home),
        batter=game.batter,
        dugout=game.dugout,
        refused=None,
    )


def main(folder: Path) -> None:
    """Write one game for each rule set."""
    for rules in RULE_SETS:
        record = encode_all(lines(rules))
        (folder / f"whole-{rules}.jsonl").write_bytes(record)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
