"""`stadium odds`: how many runs a half-inning brings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

import click
import msgspec

from firmware.console.streams import loading
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import RulesName
from scoreboard.rules.table import TABLES

if TYPE_CHECKING:
    from scoreboard.stats.odds import Odds

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "runs": "expected runs of a half-inning",
        "scoreless": "chance that it brings none",
        "from_second": "expected runs with a man on second and nobody out",
        "loaded": "expected runs with the bases loaded and nobody out",
    }
)


@click.command()
@click.option("--rules", type=click.Choice(sorted(RULE_SETS)), required=True, help="Which game.")
@click.option("--json", "as_json", is_flag=True, help="As one line of JSON.")
@click.option("--halves", type=click.IntRange(min=2), default=1000, show_default=True, help="How many are simulated.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which simulated throws.")
def odds(rules: str, as_json: bool, halves: int, seed: int) -> None:
    """Tell how many runs a half-inning brings: exactly for the table games, by simulation for Diamante.

    Exact figures have no --halves and no --seed.
    """
    with loading():
        from scoreboard.stats.odds import simulate, solve
    game = cast("RulesName", rules)
    result = solve(game) if rules in TABLES else simulate(game, halves, seed)
    if as_json:
        click.echo(msgspec.json.encode({"rules": rules, **figures(result), **simulated(result)}))
    else:
        click.echo("\n".join(table(rules, result)))


def figures(result: Odds) -> dict[str, float]:
    """The figures by their keys, in the order of `SENTENCES`."""
    known = {**result.expected, "scoreless": result.scoreless}
    return {key: known[key] for key in SENTENCES if key in known}


def simulated(result: Odds) -> dict[str, object]:
    """How the figures were come by, if they are not exact."""
    from scoreboard.stats.odds import POLICY

    return {"halves": result.halves, "standard_error": result.errors, "policy": POLICY} if result.halves else {}


def table(rules: str, result: Odds) -> list[str]:
    """The figures for people."""
    from scoreboard.stats.odds import POLICY

    rows = [f"{value:8.4f}{_error(result, key)}  {SENTENCES[key]}" for key, value in figures(result).items()]
    how = f"From {result.halves} half-innings each. {POLICY}" if result.halves else "Solved exactly."
    return [RULE_SETS[rules].title, *rows, how]


def _error(result: Odds, key: str) -> str:
    return f" ± {result.errors[key]:.4f}" if key in result.errors else ""
