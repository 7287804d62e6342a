"""One target of `make lab-fuzz`, in a process of its own: atheris makes inputs up, guided by what lines they reach.

Started by `lab_fuzz.py` as ``fuzz_inside.py NAME CORPUS [options of libFuzzer]``; with ``NAME --try FILE`` one input is
read again, without atheris. Whatever is raised that is no error of ours, or has no words for people, ends it.
"""

from __future__ import annotations

import gc
import logging
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

TRY = "--try"
COLLECTED_EVERY = 500
"""Inputs after which what a cycle holds is let go: a sanitizer's memory must not grow by our laziness."""


def target_named(name: str) -> Any:  # noqa: ANN401 - its module may be loaded only once lines are counted
    """The target of that name."""
    from fuzz_files import FILES

    if name in FILES:
        return FILES[name]
    from fuzz_network import NETWORK

    return NETWORK[name]


def reading(name: str) -> Callable[[bytes], None]:
    """Reads an input; AssertionError, or whatever was raised, if that goes wrong."""
    from firmware.errors import StadiumError
    from scoreboard.errors import ScoreboardError
    from scoreboard.language import language, languages
    from scoreboard.rules import RulesError, words_of
    from scoreboard.web.http.guard import ChangeError
    from vision.errors import VisionError

    target = target_named(name)
    spoken = [language(code) for code in languages()]
    read = 0

    def read_one(data: bytes) -> None:
        nonlocal read
        read += 1
        if read % COLLECTED_EVERY == 0:
            gc.collect()
        try:
            target.read(data)
        except (ScoreboardError, StadiumError, RulesError, ChangeError) as error:
            said = [each.say(error.words if isinstance(error, ChangeError) else words_of(error)) for each in spoken]
            if not all(said):
                raise AssertionError(f"{type(error).__name__} says nothing") from error
        except VisionError as error:
            if not str(error):
                raise AssertionError(f"{type(error).__name__} says nothing") from error

    return read_one


def main() -> None:
    """Read one input again, or fuzz."""
    name, *rest = sys.argv[1:]
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    if rest[:1] == [TRY]:
        reading(name)(Path(rest[1]).read_bytes())
        return
    import atheris

    # numpy and cv2 are no use to count lines in, and slow; the standard library's readers are.
    with atheris.instrument_imports(include=["firmware", "scoreboard", "vision", "tomllib", "wave", "zipfile", "gzip"]):
        read_one = reading(name)
    atheris.Setup([sys.argv[0], *rest], read_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
