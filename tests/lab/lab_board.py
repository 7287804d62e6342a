#!/usr/bin/env python3
"""`make lab-board`: helmets and ball are moved on the simulated board, and how often the box follows without a press.

Every game is `stadium run --simulate` in a process of its own, of another seed. A play is a throw that the law leaves
something to the players in, or a steal; one that a player presses for is told with what the box saw and said. Bars: of
the usual grade 98 % of the plays without a press, of the loose one 95 %; none wrong that was not asked about, in any.
The exit code is 1 if it is not held.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from multiprocessing import get_context
from pathlib import Path

import cv2

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "bench"))

from counting import interval  # noqa: E402 - found on the path above

from firmware.appliance import build  # noqa: E402 - after the path above
from firmware.cli.run import run  # noqa: E402 - likewise
from firmware.config.overrides import RunOptions  # noqa: E402 - likewise
from firmware.errors import StadiumError  # noqa: E402 - likewise
from firmware.piece_play import BoardTally  # noqa: E402 - likewise
from firmware.simulated.scenario import GRADES  # noqa: E402 - likewise
from firmware.startup import prepared  # noqa: E402 - likewise
from scoreboard.language.catalogue import LanguageError  # noqa: E402 - likewise

BARS: Mapping[str, float] = {"usual": 0.98, "loose": 0.95, "hard": 0.0}
"""The share of plays that go without a press, by grade."""
RULES = ("diamante-major", "diamante-amateur")
BOARD: Mapping[str, str] = {"usual": "strict", "loose": "loose", "hard": "strict"}
"""How the board is read, by grade."""


def game(seed: int, grade: str, rules: str, innings: int) -> tuple[int, BoardTally, str]:
    """A whole game: its seed, how the board was followed, and how the dice were read.

    Raises:
        RuntimeError: it could not be played; the reason is text, as the process that asked for it can read.
    """
    try:
        return _played(seed, grade, rules, innings)
    except (StadiumError, LanguageError) as error:
        raise RuntimeError(f"seed {seed}: {error}") from None


def _played(seed: int, grade: str, rules: str, innings: int) -> tuple[int, BoardTally, str]:
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        config = Path(folder, "stadium.toml")
        config.write_text(f'[eyes]\nboard = "{BOARD[grade]}"\n', encoding="utf-8")
        words = ["--config", str(config), "--simulate", "--headless", "--speed", "max", "--new", "--seed", str(seed)]
        words += ["--rules", rules, "--innings", str(innings), "--untidy", grade]
        context = run.make_context("run", [*words, "--journal", f"{folder}/games.sqlite"])
        overrides = RunOptions(**context.params)
        loaded = prepared(overrides)
        with build(loaded.config, overrides, loaded.warnings) as appliance:
            read = appliance.run()
            rehearsed = appliance.rehearsed
    if rehearsed is None or rehearsed.players.pieces is None:
        raise RuntimeError(f"seed {seed}: nobody moved a piece")
    return seed, rehearsed.players.pieces.tally, str(read)


def main() -> None:
    """Play until the half-innings are full, saying after every game how it stands."""
    parser = argparse.ArgumentParser(prog="make lab-board", description=__doc__)
    parser.add_argument("--half-innings", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--workers", type=int, default=2, help="games at a time")
    parser.add_argument("--grade", choices=list(GRADES), default="usual", help="of hands and light")
    parser.add_argument("--rules", choices=RULES, default=RULES[0], help="which game")
    parser.add_argument("--innings", type=int, default=1, help="of each game; how it stands is said after each")
    wanted = parser.parse_args()
    total = BoardTally()
    with get_context("spawn").Pool(wanted.workers, maxtasksperchild=1) as crew:
        seeds = range(wanted.seed, wanted.seed + wanted.half_innings)
        play = partial(game, grade=wanted.grade, rules=wanted.rules, innings=wanted.innings)
        try:
            for seed, tally, read in crew.imap_unordered(play, seeds):
                total.add(tally)
                for note in tally.notes:
                    print(note, flush=True)
                print(f"seed {seed}: {tally}; {read}; {total.half_innings} half-innings: {total}", flush=True)
                if total.half_innings >= wanted.half_innings:
                    break
        except RuntimeError as error:
            sys.exit(str(error))
    print(f"by hand, 95 %: {interval(total.by_hand, total.plays)}; without a press at least {BARS[wanted.grade]:.0%}")
    is_held = total.plays - total.by_hand >= BARS[wanted.grade] * total.plays and not total.wrong
    print(f"bar {'held' if is_held else 'NOT held'}")
    print(total)
    sys.exit(not is_held)


if __name__ == "__main__":
    main()
