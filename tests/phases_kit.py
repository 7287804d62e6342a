"""The phase machine of each game, drawn from the law: which line leads from which phase to which.

    python tests/phases_kit.py > docs/phases.md

The rows are the law's own table. Where each leads is found by playing games by lot, the same ones every time, so the
drawing is what the law does and not what somebody remembers of it.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from games_kit import drawn, setup

from scoreboard.rules import RULE_SETS, Game, Refused, apply, start
from scoreboard.rules.events import Call, Chip, Die, Event, Hold, Press, Roll, Set, Skip

GAMES = ("diamante-amateur", "diamante-major", "one-die")
DRAWN = 3000
BEGINNINGS = (
    Set(outs=0),
    Set(half="bottom", outs=2, runners=(18, 12)),
    Set(half="bottom", balls=3, strikes=2, runners=(18, 12, 6)),
    Set(half="bottom", away=9, outs=2, runners=(12,)),
    Set(half="bottom", balls=3, runners=(18, 6)),
)
"""Close to the end, so that rare endings are met."""
HEAD = """# The phases of each game

Which throw or call leads from which phase to which. Drawn from the law itself by `python tests/phases_kit.py`; a test
keeps it so. Where a row leads is found by playing, so an arrow that hardly any play takes may be missing. Other answers
to a throw, buttons and corrections are left out: they repeat what is here, or take it back.
"""

Edges = dict[tuple[str, str], set[str]]


@cache
def edges(rules: str) -> Edges:
    """What leads from each phase to each other, by playing games of that kind."""
    found: Edges = defaultdict(set)
    for seed in range(DRAWN):
        for before, line, after in _played(rules, Random(seed)):  # noqa: S311 - lots for a drawing
            if label := _label(before, line):
                found[before.phase, after.phase].add(label)
    return found


def diagram(rules: str) -> str:
    """The machine in mermaid."""
    arrows = sorted(edges(rules).items())
    lines = [f"    {was} --> {then}: {', '.join(sorted(labels))}" for (was, then), labels in arrows]
    return "\n".join(["```mermaid", "stateDiagram-v2", "    [*] --> pitch", *lines, "    over --> [*]", "```"])


def document() -> str:
    """The whole of docs/phases.md."""
    parts = [f"## {RULE_SETS[rules].title}\n\n{diagram(rules)}\n" for rules in GAMES]
    other = "The other table games have the phases of this one.\n"
    return "\n".join([HEAD, *parts, other])


def _played(rules: str, lots: Random) -> Iterator[tuple[Game, Event, Game]]:
    """Lawful lines, with what would also be lawful now and then but is never drawn: a hold, a skip, an early pitch."""
    game = apply(start(setup(rules, innings=1)), lots.choice(BEGINNINGS))
    while not game.over:
        try:
            line = drawn(game, lots) if lots.random() < 2 / 3 else lots.choice(_asides(game, lots))
            after = apply(game, line)
        except Refused:
            continue
        yield game, line, after
        game = after


def _asides(game: Game, lots: Random) -> tuple[Event, ...]:
    fielders = Die(color=game.team(game.fielding).color, value=lots.randint(1, 10))
    return (Skip(), Hold(), fielders, Die(color="white", value=8), Press(button="run"), Press(button="ok"))


def _label(before: Game, line: Event) -> str | None:
    match line:
        case Die(color=color):
            whose = {before.team(before.fielding).color: "fielders'", before.team(before.batting).color: "batters'"}
            return f"{whose.get(color, 'white')} die"
        case Chip(face=face):
            return face.upper()
        case Call(call=call):
            return "call run …" if call.startswith("run ") else f"call {call}"
        case Roll() | Skip() | Hold():
            return type(line).__name__.lower()
        case _:
            return None


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    sys.stdout.write(document())
