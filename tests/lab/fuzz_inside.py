"""How `make lab-fuzz` reads an input, and what counts as a crash.

Run as a program, ``fuzz_inside.py NAME FILE`` reads one input again, without atheris: it ends with a traceback where
that was a crash.
"""

from __future__ import annotations

import gc
import logging
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

from fuzz_files import FILES
from fuzz_network import NETWORK
from fuzz_update import UPDATE

from firmware.errors import StadiumError
from scoreboard.errors import ScoreboardError
from scoreboard.language import language, languages
from scoreboard.rules import RulesError, words_of
from scoreboard.web.http.guard import ChangeError
from vision.errors import VisionError

TARGETS = {**FILES, **NETWORK, **UPDATE}
COLLECTED_EVERY = 500
"""Inputs after which what a cycle holds is let go: memory must not grow by our laziness."""


def reading(name: str) -> Callable[[bytes], None]:
    """Reads an input of that target; whatever it raises is a crash: no error of ours, or one without words."""
    target, spoken, read = TARGETS[name], [language(code) for code in languages()], 0

    def read_one(data: bytes) -> None:
        nonlocal read
        read += 1
        if read % COLLECTED_EVERY == 0:
            gc.collect()
        try:
            target.read(data)
        except (ScoreboardError, StadiumError, RulesError, ChangeError) as error:
            words = error.words if isinstance(error, ChangeError) else words_of(error)
            if not all(each.say(words) for each in spoken):
                raise AssertionError(f"{type(error).__name__} says nothing") from error
        except VisionError as error:
            if not str(error):
                raise AssertionError(f"{type(error).__name__} says nothing") from error

    return read_one


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    reading(sys.argv[1])(Path(sys.argv[2]).read_bytes())
