"""The `stadium` program from its first moment: on a small Pi all that it needs takes seconds to be loaded.

Rule kept here: Ctrl-C in those seconds ends it, and shows no traceback. Nothing is open yet that could be left behind.
"""

from __future__ import annotations

import signal


def main() -> None:
    """Load everything, then do what the command line asks for."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from firmware.__main__ import main as stadium

    signal.signal(signal.SIGINT, signal.default_int_handler)
    stadium(prog_name="stadium")
