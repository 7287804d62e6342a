"""How `make lab-fuzz` reads an input, what counts as a crash, and which inputs are kept.

Run as a program, ``fuzz_inside.py NAME FILE`` reads one input again, without atheris: it ends with a traceback where
that was a crash.
"""

from __future__ import annotations

import gc
import logging
import sys
import warnings
from collections.abc import Callable, Sequence
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


def control_file(inputs: Sequence[Path]) -> str:
    """What libFuzzer's merge is given: how many inputs there are, how many of them stay in any case, their names."""
    return "".join(f"{line}\n" for line in (len(inputs), 0, *inputs))


def superfluous(inputs: Sequence[Path], control: str) -> list[Path]:
    """Which inputs reach nothing that smaller ones do not reach together.

    Args:
        inputs: what `control_file` named, in that order.
        control: that file, to which libFuzzer has added a line for each input: ``FT``, its number, and the numbers of
            all features (places in the program, and how often) that it reaches. One that ended the program has none.
    """
    lines = (line.split() for line in control.splitlines()[2 + len(inputs) :] if line.startswith("FT "))
    features = {inputs[int(number)]: frozenset(reached) for _, number, *reached in lines}
    found, dropped = set[str](), list[Path]()
    for path in sorted(features, key=lambda path: (path.stat().st_size, path.name)):
        if features[path] <= found:
            dropped.append(path)
        found |= features[path]
    return dropped


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    reading(sys.argv[1])(Path(sys.argv[2]).read_bytes())
