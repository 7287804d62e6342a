"""The figures of Four-Dice Baseball, as `stadium odds` tells them: what each sign brings, and which is best when.

Rule kept here: the chain is made anew each time, which takes some seconds, so that it always is the law's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click
import msgspec

from firmware.console.streams import loading
from firmware.text import columns
from scoreboard.rules import RULE_SETS
from scoreboard.rules.state import BASE_NUMBERS

RULES = "four-dice"
MARKS: Mapping[str, str] = {"no-sign": ".", "take": "t", "bunt": "b", "steal": "s", "hit-and-run": "h"}
"""Each sign in the table of the best ones."""
NAMES: Mapping[str, str] = {"no-sign": "none"}
HEADS = ("sign on", "runs", "no run", "man on 2nd", "bases full")


def tell_signs(*, as_json: bool) -> None:
    """What a half-inning brings with each sign on for every pitch, and with the best one in each state."""
    with loading():
        from scoreboard.stats.sign_chain import ORDER, SignChain
    chain = SignChain()
    policies = {sign: chain.fixed(sign) for sign in ORDER} | {"best": chain.best()}
    odds = {sign: chain.odds(policy) for sign, policy in policies.items()}
    if as_json:
        figures = {sign: {**each.expected, "scoreless": each.scoreless} for sign, each in odds.items()}
        click.echo(msgspec.json.encode({"rules": RULES, **figures["best"], "signs": figures}))
        return
    click.echo(f"{RULE_SETS[RULES].title}: what a half-inning brings with one sign on for every pitch.")
    rows = [
        (
            NAMES.get(sign, sign),
            f"{each.expected['runs']:.3f}",
            f"{each.scoreless:.1%}",
            f"{each.expected['from_second']:.3f}",
            f"{each.expected['loaded']:.3f}",
        )
        for sign, each in odds.items()
    ]
    click.echo("\n".join(columns([HEADS, *rows])))
    click.echo("Solved exactly. Where a sign may not be put on, none is. --expectancy tells the best one in each state.")


def tell_best_signs(*, as_json: bool) -> None:
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
        click.echo(msgspec.json.encode({"rules": RULES, "states": states}))
        return
    counts = [(state.balls, state.strikes) for state in STATES if not (state.outs or state.men)]

    def rows() -> Iterator[tuple[str, ...]]:
        for state in STATES:
            if (state.balls, state.strikes) == counts[0]:
                marks = (MARKS[signs[state._replace(balls=balls, strikes=strikes)]] for balls, strikes in counts)
                yield (str(state.outs), men_on(state.men), f"{runs[state]:.3f}", *marks)

    click.echo(f"{RULE_SETS[RULES].title}: the best sign by outs, men and count, and the runs still to come at 0-0.")
    heads = ("out", "men on", "runs", *(f"{balls}-{strikes}" for balls, strikes in counts))
    click.echo("\n".join(columns([heads, *rows()])))
    click.echo("t take, b bunt, s steal, h hit and run, . none. Solved exactly.")
