"""How a house plays, said on the command line: ``--house walk_off=false``."""

from __future__ import annotations

import tomllib

import click


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
