"""`stadium odds`: how many runs a half-inning brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

import click
import msgspec

from firmware.console.streams import loading
from firmware.text import columns
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import RulesName
from scoreboard.rules.state import FIRST, SECOND, THIRD
from scoreboard.rules.table import TABLES

SOLVED = "diamante-amateur"

SENTENCES: Mapping[str, str] = {
    "runs": "expected runs of a half-inning",
    "scoreless": "chance that it brings none",
    "from_second": "expected runs with a man on second and nobody out",
    "loaded": "expected runs with the bases loaded and nobody out",
}


@click.command()
@click.option("--rules", type=click.Choice(sorted(RULE_SETS)), required=True, help="Which game.")
@click.option("--expectancy", is_flag=True, help="Of Amateur, solved: runs by bases and outs, best play on both sides.")
@click.option("--json", "as_json", is_flag=True, help="As one line of JSON.")
@click.option("--halves", type=click.IntRange(min=2), default=1000, show_default=True, help="How many are simulated.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which simulated throws.")
def odds(rules: str, expectancy: bool, as_json: bool, halves: int, seed: int) -> None:
    """Tell how many runs a half-inning brings: exactly for the table games, by simulation for the others.

    Exact figures have no --halves and no --seed. With --expectancy the table is made that a strong box plays Amateur
    by, which takes a minute or two, once.
    """
    if expectancy:
        return _tell_expectancy(rules, as_json=as_json)
    with loading():
        from scoreboard.stats.odds import policy_of, simulate, solve

    game = cast("RulesName", rules)
    result = solve(game) if rules in TABLES else simulate(game, halves, seed)
    known = {**result.expected, "scoreless": result.scoreless}
    figures = {key: known[key] for key in SENTENCES if key in known}
    if as_json:
        how = (
            {"halves": result.halves, "standard_error": result.errors, "policy": policy_of(game)}
            if result.halves
            else {}
        )
        return click.echo(msgspec.json.encode({"rules": rules, **figures, **how}))
    click.echo(RULE_SETS[rules].title)
    for key, value in figures.items():
        error = f" ± {result.errors[key]:.4f}" if key in result.errors else ""
        click.echo(f"{value:8.4f}{error}  {SENTENCES[key]}")
    how_found = f"From {result.halves} half-innings each. {policy_of(game)}" if result.halves else "Solved exactly."
    return click.echo(how_found)


def _tell_expectancy(rules: str, *, as_json: bool) -> None:
    if rules != SOLVED:
        raise click.UsageError(f"--expectancy is solved for {SOLVED} alone.")
    with loading():
        from firmware.storage.expectancy_file import made_expectancy
        from scoreboard.stats.expectancy import between_plays
    rows = {bases(game.runners): worth for game, worth in between_plays(made_expectancy())}
    if as_json:
        return click.echo(msgspec.json.encode({"rules": rules, "expectancy": rows}))
    click.echo(f"{RULE_SETS[rules].title}: runs of the rest of a half-inning, best play on both sides, solved exactly.")
    table = [(name, *(f"{runs:.3f}" for runs in worth)) for name, worth in rows.items()]
    return click.echo("\n".join(columns([("men on", "0 out", "1 out", "2 out"), *table])))


def bases(places: Iterable[int]) -> str:
    """The bases that are taken, as ``1 - 3``."""
    taken = set(places)
    return " ".join(name if place in taken else "-" for name, place in (("1", FIRST), ("2", SECOND), ("3", THIRD)))
