"""How a house plays, said on the command line: ``--house walk_off=false``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

import click
import msgspec

from firmware.telling import warn


def _read(_context: click.Context, _parameter: click.Parameter, said: tuple[str, ...]) -> dict[str, object]:
    """The rulings by name; a value is written as in ``stadium.toml``."""
    rulings: dict[str, object] = {}
    for ruling in said:
        try:
            rulings |= tomllib.loads(ruling)
        except tomllib.TOMLDecodeError as error:
            raise click.BadParameter(f"{ruling}: write it as in stadium.toml, such as walk_off=false.") from error
    return rulings


house_option = click.option(
    "--house",
    metavar="RULING=VALUE",
    multiple=True,
    callback=_read,
    help="Played otherwise, as in [game.house] of stadium.toml; may be given several times.",
)


def say_house(rulings: Mapping[str, object]) -> None:
    """Say on standard error how a record is to be replayed, where its game line does not say how it is played."""
    if rulings:
        how = house_options(rulings)
        warn(f"this record does not say how the house played; replay it with{how}")


def house_options(rulings: Mapping[str, object]) -> str:
    """The options that say these rulings, each with a blank before it."""
    return "".join(f" --house '{name}={msgspec.json.encode(value).decode()}'" for name, value in rulings.items())
