"""The games that are solved with their decisions, as `stadium odds` tells them: Amateur, and Four-Dice Baseball."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click
import msgspec

from firmware.console.streams import loading
from firmware.text import columns
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.rules import RULE_SETS
from scoreboard.rules.baseball import OUTS
from scoreboard.rules.state import FIRST, SECOND, THIRD

AMATEUR, FOUR_DICE = "diamante-amateur", "four-dice"
HEADS = ("sign-on", "runs", "no-run", "man-on-second", "bases-full")


def tell_signs(language: Language, *, as_json: bool) -> None:
    """What a half-inning brings with each sign on for every pitch, and with the best one in each state."""
    with loading():
        from scoreboard.stats.sign_chain import ORDER, SignChain
    chain = SignChain()
    policies = {sign: chain.fixed(sign) for sign in ORDER} | {"best": chain.best()}
    odds = {sign: chain.odds(policy) for sign, policy in policies.items()}
    if as_json:
        figures = {sign: {**each.expected, "scoreless": each.scoreless} for sign, each in odds.items()}
        click.echo(msgspec.json.encode({"rules": FOUR_DICE, **figures["best"], "signs": figures}))
        return
    click.echo(language.say(message("odds.signs", game=RULE_SETS[FOUR_DICE].title)))
    rows = [
        (
            # one of: odds.sign.best, odds.sign.bunt, odds.sign.hit-and-run, odds.sign.no-sign, odds.sign.steal
            # one of: odds.sign.take
            language.say(message(f"odds.sign.{sign}")),
            f"{each.expected['runs']:.3f}",
            f"{each.scoreless:.1%}",
            f"{each.expected['from_second']:.3f}",
            f"{each.expected['loaded']:.3f}",
        )
        for sign, each in odds.items()
    ]
    click.echo("\n".join(columns([_heads(language, *HEADS), *rows])))
    click.echo(language.say((message("odds.solved"), message("odds.signs-note"))))


def tell_best_signs(language: Language, *, as_json: bool) -> None:
    """By outs, men and count: the best sign, and the runs still to come with it."""
    with loading():
        from scoreboard.stats.sign_chain import ORDER, STATES, SignChain
    chain = SignChain()
    best = chain.best()
    values = chain.values(best)
    signs = {state: ORDER[best[row]] for row, state in enumerate(STATES)}
    runs = {state: float(values[row]) for row, state in enumerate(STATES)}
    if as_json:
        states = [{**state._asdict(), "sign": signs[state], "runs": runs[state]} for state in STATES]
        click.echo(msgspec.json.encode({"rules": FOUR_DICE, "states": states}))
        return
    # one of: odds.mark.bunt, odds.mark.hit-and-run, odds.mark.no-sign, odds.mark.steal, odds.mark.take
    marked = {sign: language.say(message(f"odds.mark.{sign}")) for sign in ORDER}
    counts = [(state.balls, state.strikes) for state in STATES if not (state.outs or state.men)]

    def rows() -> Iterator[tuple[str, ...]]:
        for state in STATES:
            if (state.balls, state.strikes) == counts[0]:
                marks = (marked[signs[state._replace(balls=balls, strikes=strikes)]] for balls, strikes in counts)
                yield (str(state.outs), bases(state.men), f"{runs[state]:.3f}", *marks)

    click.echo(language.say(message("odds.best-signs", game=RULE_SETS[FOUR_DICE].title)))
    heads = (*_heads(language, "out", "men-on", "runs"), *(f"{balls}-{strikes}" for balls, strikes in counts))
    click.echo("\n".join(columns([heads, *rows()])))
    click.echo(language.say((message("odds.legend"), message("odds.solved"))))


def tell_expectancy(language: Language, *, as_json: bool) -> None:
    """Amateur's runs of the rest of a half-inning, by bases and outs."""
    with loading():
        from firmware.storage.expectancy_file import kept_expectancy, made_expectancy
        from scoreboard.stats.expectancy import between_plays
    if kept_expectancy() is None:
        click.echo(language.say(message("odds.solving")), err=True)
    rows = {bases(game.runners): worth for game, worth in between_plays(made_expectancy())}
    if as_json:
        click.echo(msgspec.json.encode({"rules": AMATEUR, "expectancy": rows}))
        return
    click.echo(language.say(message("odds.expectancy", game=RULE_SETS[AMATEUR].title)))
    table = [(name, *(f"{runs:.3f}" for runs in worth)) for name, worth in rows.items()]
    outs = (language.say(message("odds.head.outs", outs=outs)) for outs in range(OUTS))
    click.echo("\n".join(columns([(*_heads(language, "men-on"), *outs), *table])))


def _heads(language: Language, *names: str) -> tuple[str, ...]:
    # one of: odds.head.bases-full, odds.head.man-on-second, odds.head.men-on, odds.head.no-run, odds.head.out
    # one of: odds.head.runs, odds.head.sign-on
    return tuple(language.say(message(f"odds.head.{name}")) for name in names)


def bases(places: Iterable[int]) -> str:
    """The bases that are taken, as ``1 - 3``."""
    taken = set(places)
    return " ".join(name if place in taken else "-" for name, place in (("1", FIRST), ("2", SECOND), ("3", THIRD)))
