"""What is said on standard error, so that standard output stays what was asked for."""

from __future__ import annotations

import click


def warn(sentence: str) -> None:
    """Say what is amiss, and by whom it is said."""
    click.echo(f"stadium: {sentence}", err=True)
