"""The phase machine of each game, drawn from the law: which line leads from which phase to which.

    PYTHONPATH=tests python -m support.phases > docs/phases.md

The rows are the law's own table. Where each leads is found by playing games by lot, the same ones every time, so the
drawing is what the law does and not what somebody remembers of it.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random

from msgspec import UNSET
from support.games import HERONS, OSPREYS, drawn, setup

from scoreboard.language import ENGLISH
from scoreboard.rules import RULE_SETS, Game, Refused, apply, start
from scoreboard.rules.diamante.choices import may_state_skip
from scoreboard.rules.events import Call, Chip, Die, Event, Hold, Press, Roll, Set, Skip
from scoreboard.rules.four_dice.rows import ROWS
from scoreboard.rules.rallybird import digest_of

GAMES = ("diamante-amateur", "diamante-major", "four-dice", "one-die", "rallybird")
DRAWN = 120
PLACES = (*range(1, 24), *(6, 12, 18) * 8)
"""Where runners stand when a game is taken up: anywhere, and as often as not on a base."""
THROWS: tuple[Event, ...] = (
    *(Die(color=color, value=value) for color in (OSPREYS.color, HERONS.color, "white") for value in range(1, 11)),
    *(Chip(face="hit"), Chip(face="out"), Skip(), Hold()),
    *(Roll(values=(value,)) for value in range(1, 7)),
)
"""Everything that can be thrown or declined, whoever is due, but four dice."""
PITCHES = tuple(Roll(values=dice) for dice in {row: dice for dice, row in ROWS.items()}.values())
"""Of four dice, one for each row of their table."""
"""Everything that can be thrown or declined, whoever is due."""
PAIRS = tuple(Roll(values=(min(total - 1, 6), max(1, total - 6))) for total in range(2, 13))
UNLISTED = (Call(call=f"commit {digest_of('Bunt 1')}"), Call(call="card Bunt 1"), Call(call="aside Bunt"))
"""Rolls of two dice, and what may be called of cards besides what is listed."""
HEAD = """# The phases of each game

The drawings show which throw or call leads from which phase to which. `PYTHONPATH=tests python -m support.phases` draws
them from the rules. A test checks that the drawings are current, and that no random game takes a path that is missing
here. Other answers to a throw, buttons and corrections are left out: they repeat what is here, or take it back.
"""

Edges = dict[tuple[str, str], set[str]]


@cache
def edges(rules: str) -> Edges:
    """What leads from each phase to each other: everything that can happen, tried in every state of games by lot."""
    found: Edges = defaultdict(set)
    for seed in range(DRAWN * 3 if rules == "rallybird" else DRAWN):  # a rare choice: of two red gloves
        for game in _states(rules, Random(seed)):  # noqa: S311 - lots for a drawing
            for before, line, after in _tried(game):
                found[before.phase, after.phase].add(label(before, line))
    return found


def label(before: Game, line: Event) -> str:
    """What an arrow is called."""
    match line:
        case Die(color=color):
            whose = {before.team(before.fielding).color: "fielders'", before.team(before.batting).color: "batters'"}
            return f"{whose.get(color, 'white')} die"
        case Chip(face=face):
            return face.upper()
        case Call(call=call):
            word, _, rest = call.partition(" ")
            return f"call {word} …" if rest else f"call {word}"
        case _:
            return type(line).__name__.lower()


def is_answer(game: Game, line: Event) -> bool:
    """It says that the white die just thrown was the next runner's (D27), and no runner in turn is skipped by it."""
    return isinstance(line, Skip) and may_state_skip(game)


def written(text: str, rules: str) -> Edges:
    """What ``text``, such as docs/phases.md, draws of a game: as `edges` finds it, or should."""
    _, _, after = text.partition(f"## {ENGLISH(RULE_SETS[rules].title)}\n")
    arrows = re.findall(r"^    ([\w-]+) --> ([\w-]+): (.*)$", after.partition("\n## ")[0], re.MULTILINE)
    return {(was, then): set(labels.split(", ")) for was, then, labels in arrows}


def diagram(rules: str) -> str:
    """The machine in mermaid."""
    arrows = sorted(edges(rules).items())
    lines = [f"    {was} --> {then}: {', '.join(sorted(labels))}" for (was, then), labels in arrows]
    first = start(setup(rules)).phase
    return "\n".join(["```mermaid", "stateDiagram-v2", f"    [*] --> {first}", *lines, "    over --> [*]", "```"])


def document() -> str:
    """The whole of docs/phases.md."""
    parts = [f"## {ENGLISH(RULE_SETS[rules].title)}\n\n{diagram(rules)}\n" for rules in GAMES]
    other = f"The other table games have the phases of {ENGLISH(RULE_SETS['one-die'].title)}.\n"
    return "\n".join([HEAD, *parts, other])


def _states(rules: str, lots: Random) -> Iterator[Game]:
    """The states of a game that is taken up near its end, by throws as they fall and what is rarely said besides."""
    game = apply(start(setup(rules, innings=1)), _somewhere(rules, lots))
    while not game.over:
        yield game
        try:
            game = apply(
                game, drawn(game, lots) if lots.random() < 2 / 3 else lots.choice((*THROWS, Press(button="run")))
            )
        except Refused:
            continue


def _somewhere(rules: str, lots: Random) -> Set:
    """A board with few turns left."""
    places = PLACES if rules.startswith("diamante") else (6, 12, 18)
    return Set(
        inning=9 if rules == "rallybird" else UNSET,
        half=lots.choice(("top", "bottom", "bottom")),
        outs=lots.randint(0, 2),
        balls=lots.choice((0, 3)),
        strikes=lots.choice((0, 2)),
        away=lots.randint(0, 2),
        home=lots.randint(0, 2),
        runners=tuple({lots.choice(places) for _ in range(lots.randint(0, 3))}),
    )


def _tried(game: Game) -> Iterator[tuple[Game, Event, Game]]:
    """Everything that can be thrown, declined or called now, and what it leads to."""
    more = (*PAIRS, *UNLISTED) if game.cards else PITCHES
    for line in (*THROWS, *more, *(Call(call=call) for call in game.calls)):
        if is_answer(game, line):
            continue
        with suppress(Refused):
            after = apply(game, line)
            yield game, line, after
            if line == Call(call="appeal"):
                yield from _tried(after)


if __name__ == "__main__":
    sys.stdout.write(document())
