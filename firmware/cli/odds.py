"""`stadium odds`: how many runs a half-inning brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

import click
import msgspec

from firmware.cli.solved_odds import AMATEUR, FOUR_DICE, tell_best_signs, tell_expectancy, tell_signs
from firmware.console.streams import loading
from scoreboard.language import ENGLISH
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import RulesName
from scoreboard.rules.table import TABLES

EXPECTANCIES: Mapping[str, Callable[..., None]] = {AMATEUR: tell_expectancy, FOUR_DICE: tell_best_signs}

SENTENCES: Mapping[str, str] = {
    "runs": "expected runs of a half-inning",
    "scoreless": "chance that it brings none",
    "from_second": "expected runs with a man on second and nobody out",
    "loaded": "expected runs with the bases loaded and nobody out",
}


@click.command()
@click.option("--rules", type=click.Choice(sorted(RULE_SETS)), required=True, help="Which game.")
@click.option("--expectancy", is_flag=True, help="Of a solved game: runs by bases and outs, best signs.")
@click.option("--json", "as_json", is_flag=True, help="As one line of JSON.")
@click.option("--halves", type=click.IntRange(min=2), default=1000, show_default=True, help="How many are simulated.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which simulated throws.")
def odds(rules: str, expectancy: bool, as_json: bool, halves: int, seed: int) -> None:
    """Tell how many runs a half-inning brings: exactly where the game is solved, by simulation for the others.

    Exact figures have no --halves and no --seed. With --expectancy, Amateur's table is made that a strong box plays by,
    which takes a minute or two, once; Four-Dice Baseball takes some seconds and names the best sign in each state.
    """
    if expectancy:
        if rules not in EXPECTANCIES:
            raise click.UsageError(f"--expectancy is for games that are solved: {' and '.join(EXPECTANCIES)}.")
        return EXPECTANCIES[rules](as_json=as_json)
    if rules == FOUR_DICE:
        return tell_signs(as_json=as_json)
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
    click.echo(ENGLISH(RULE_SETS[rules].title))
    for key, value in figures.items():
        error = f" ± {result.errors[key]:.4f}" if key in result.errors else ""
        click.echo(f"{value:8.4f}{error}  {SENTENCES[key]}")
    how_found = f"From {result.halves} half-innings each. {policy_of(game)}" if result.halves else "Solved exactly."
    return click.echo(how_found)
