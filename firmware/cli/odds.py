"""`stadium odds`: how many runs a half-inning brings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, cast

import click
import msgspec

from firmware.cli.arguments import language_option
from firmware.cli.game import GameName
from firmware.cli.solved_odds import AMATEUR, FOUR_DICE, tell_best_signs, tell_expectancy, tell_signs
from firmware.config.parks import ENDING, file_of, load_park
from firmware.console.streams import loading
from scoreboard.language import ENGLISH, Language
from scoreboard.message import message
from scoreboard.rules import RULE_SETS, find_rule_set
from scoreboard.rules.events import RulesName
from scoreboard.rules.parks import TABLE_GAMES
from scoreboard.rules.registry import title_of_park

EXPECTANCIES: Mapping[str, Callable[..., None]] = {AMATEUR: tell_expectancy, FOUR_DICE: tell_best_signs}

FIGURES = ("runs", "scoreless", "from_second", "loaded")
"""In the order in which they are told."""


@contextmanager
def progress(language: Language, length: int, stream: TextIO) -> Iterator[Callable[[int], None]]:
    """Say on the stream how far a simulation is, if somebody looks: RallyBird takes a minute."""
    if not stream.isatty():
        yield lambda _: None
        return
    with click.progressbar(length=length, label=language.say(message("odds.playing")), file=stream) as bar:
        yield bar.update


@click.command()
@click.option("--rules", type=GameName(files=True), required=True, help="Which game; or one of your own.")
@click.option("--expectancy", is_flag=True, help="Of a solved game: runs by bases and outs, best signs.")
@click.option("--json", "as_json", is_flag=True, help="As one line of JSON.")
@click.option(
    "--halves", type=click.IntRange(min=2), default=1000, show_default=True, help="How many half-innings are simulated."
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which simulated throws.")
@language_option
def odds(rules: str, expectancy: bool, as_json: bool, halves: int, seed: int, language: Language) -> None:
    """Tell how many runs a half-inning brings: exactly where the game is solved, by simulation for the others.

    A game of your own is solved, too: by its name, if it lies in the folder games beside stadium.toml, or by its file.

    Exact figures have no --halves and no --seed. With --expectancy, Amateur's table is made that a strong box plays by,
    which takes a minute or two, once; Four-Dice Baseball takes some seconds and names the best sign in each state.
    """
    if expectancy:
        if rules not in EXPECTANCIES:
            raise click.UsageError(f"--expectancy is for games that are solved: {' and '.join(EXPECTANCIES)}.")
        return EXPECTANCIES[rules](language, as_json=as_json)
    if rules == FOUR_DICE:
        return tell_signs(language, as_json=as_json)
    with loading():
        from scoreboard.stats.odds import STARTING_BASES, policy_of, simulate, solve

    ours = cast("RulesName", rules)
    if rules not in RULE_SETS:
        park = load_park(Path(rules) if rules.endswith(ENDING) else file_of(rules, None))
        rules, title, result = park.name, title_of_park(park), solve(park)
    elif rules in TABLE_GAMES:
        title, result = find_rule_set(rules).title, solve(ours)
    else:
        with progress(language, halves * len(STARTING_BASES), sys.stderr) as played:
            title, result = find_rule_set(rules).title, simulate(ours, halves, seed, played=played)
    known = {**result.expected, "scoreless": result.scoreless}
    figures = {key: known[key] for key in FIGURES if key in known}
    if as_json:
        how = (
            {"halves": result.halves, "standard_error": result.errors, "policy": ENGLISH(policy_of(ours))}
            if result.halves
            else {}
        )
        return click.echo(msgspec.json.encode({"rules": rules, **figures, **how}))
    click.echo(language.say(title))
    for key, value in figures.items():
        error = f" ± {result.errors[key]:.4f}" if key in result.errors else ""
        # one of: odds.from_second, odds.loaded, odds.runs, odds.scoreless
        click.echo(f"{value:8.4f}{error}  {language.say(message(f'odds.{key}'))}")
    simulated = (message("odds.simulated", halves=result.halves), policy_of(ours))
    return click.echo(language.say(simulated if result.halves else message("odds.solved")))
