"""The law as a list of claims: each a sentence, and below it what is played and what is so then.

    D12: with the bases full, ball four brings the man on third home.
        set:runners=18+12+6,balls=3 blue1 | away=1 runners=18+12+6
    D15: a chase takes it back, and nothing is left to swing at.
        [+..-] set:balls=3 blue1 | chase=True due: Blues: pitch
        ... red2 | balls=3 strikes=1
        ... red5 ! nothing to swing at

What is played is in the words of `support.rules`; ``...`` goes on from the row above, ``[+..-]`` is a game of Major
League with that line-up, and ``[four-dice quick]`` another game with its options; ``[; walk_off=false]`` is what the
house rules otherwise, ``[one-die; cap=2]`` in another game. What is so then are values of the game by name, in order
and with ``+`` between several: ``name=value`` is one, ``name~value`` has it in it, ``name!value`` has not; ``due:``
comes last and is a part of what comes next. Where ``!`` stands instead, the last word is refused, and what follows is a
part of the reason, or all of it after a ``=``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from itertools import groupby
from typing import cast

import pytest
from msgspec import UNSET, convert, to_builtins
from msgspec.structs import replace
from support.english import due
from support.rallybird import glove_values, on, rally
from support.rules import SETUP, helmets, major, play, why

from scoreboard.rules import RULE_SETS, Game, HouseRules, dice_due, start
from scoreboard.rules.house_rules import AMATEUR, MAJOR
from scoreboard.rules.options import Option

MORE: dict[str, Callable[[Game], object]] = {
    "lineup": lambda game: helmets(game).replace(" ", "").replace("|", ":"),
    "gloves": lambda game: glove_values(game).replace(" ", "+"),
    "dice": dice_due,
}
"""What may be claimed beside the values of a game: who bats and who waits, the gloves as they lie, the dice due."""
CHECK = re.compile(r"([\w.]+)([=~!])(\S*)")


def claims(table: str) -> pytest.MarkDecorator:
    """Makes of a test with the argument ``rows`` one for each claim of the table."""
    lines = [line for line in table.strip("\n").split("\n") if line.strip()]
    groups = list[tuple[str, list[str]]]()
    for is_row, group in groupby(lines, key=lambda line: line.startswith(" ")):
        if is_row:
            groups[-1][1].extend(map(str.strip, group))
        else:
            groups.extend((claim, list[str]()) for claim in group)
    assert all(rows for _, rows in groups), "a claim without a row"
    return pytest.mark.parametrize("rows", [pytest.param(rows, id=claim) for claim, rows in groups])


def holds(rows: list[str]) -> None:
    """Plays the rows of a claim; the test fails at the first that does not hold."""
    game: Game | None = None
    for row in rows:
        played, refused, reason = row.partition(" ! ")
        words, _, seen = f" {played}".partition(" | ")
        words = words.strip()
        *before, last = (words.removeprefix("...") if refused else f"{words.removeprefix('...')} ").split(" ")
        game = _played(" ".join(before), game if words.startswith("...") else None)
        if refused:
            refusal = why(game, last)
            is_right = refusal == reason[1:].strip() if reason.startswith("=") else reason in refusal
            assert is_right, f"{row}: {refusal}"
        else:
            _check(game, seen, row)
    assert refused or seen, f"nothing is claimed: {rows}"


def _played(words: str, game: Game | None) -> Game:
    if game or not words.startswith("["):
        return on(words, game or start(SETUP))
    of, _, rest = words[1:].partition("]")
    lineup, _, ruled = of.partition("; ")
    rulings = dict(ruling.split("=") for ruling in ruled.split())
    if not set(lineup) - set("+.-"):
        house = _house(MAJOR if lineup else AMATEUR, rulings)
        return major(rest, " ".join(lineup), house) if lineup else play(rest, house=house)
    rules, *options = lineup.split()
    if rules == "rallybird":
        return rally(rest, options=tuple(options))
    setup = replace(SETUP, rules=rules, options=convert(options, tuple[Option, ...]) or UNSET)  # type: ignore[arg-type] # a name
    return play(rest, start(setup, _house(RULE_SETS[rules].house, rulings)))


def _house(own: HouseRules, rulings: dict[str, str]) -> HouseRules:
    return convert({**to_builtins(own), **rulings}, HouseRules, strict=False)


def _check(game: Game, seen: str, row: str) -> None:
    values, _, next_ = seen.partition("due: ")
    assert next_ in due(game), f"{row}: {due(game)}"
    found = CHECK.findall(values)
    assert len(values.split()) == len(found), f"no claim: {row}"
    for path, how, value in found:
        actual = text(MORE[path](game) if path in MORE else reduce(_part, path.split("."), cast("object", game)))
        is_met = actual == value if how == "=" else (value in actual.split("+")) == (how == "~")
        assert is_met, f"{row}: {path} is {actual}"


def _part(whole: object, name: str) -> object:
    return whole[int(name)] if isinstance(whole, tuple) and name.isdigit() else getattr(whole, name)


def text(value: object) -> str:
    """A value of a game as it stands in a table."""
    if isinstance(value, tuple):
        return "+".join(map(text, value))
    return str(value).replace(" ", "_")
