"""The `stadium` program from its first moment."""

from __future__ import annotations

import signal

from firmware.console.streams import loading


def main() -> None:
    """Load what every command needs, then do what the command line asks for."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a script's `&` has it ignored
    with loading():
        from firmware.cli.account import as_scoreboard
        from firmware.cli.main import main as stadium
    stadium(prog_name="stadium", obj=as_scoreboard)
