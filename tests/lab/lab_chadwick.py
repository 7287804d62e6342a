#!/usr/bin/env python3
"""`make lab-chadwick`: two hundred simulated games of every game with batters, judged by Chadwick's own box score.

All games of a kind are in one event file, as `stadium games --export retrosheet` writes it. The runs, hits, men left on
base, at bats, walks and strikeouts that ``cwbox`` prints for each team must be ours. Two programs judge: `chadwickpy`,
a rewriting in Python of today's Chadwick, and the C program whose source `pychadwick` ships, if a compiler is there.
Both are GPL: they are run as commands, and nothing of ours imports them. After the games of each kind come records
written by lot, with corrections, amendments and lines that are refused. The exit code is 1 where a figure differs.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from typing import NamedTuple
from xml.etree import ElementTree as ET
from zipfile import ZipFile

sys.path.append(str(Path(__file__).parent.parent))

from second_law.coaches import random_game
from support.games import moments, setup

from scoreboard.exports import FORMS, ExportedGame
from scoreboard.language import language
from scoreboard.record import decode, read, replay
from scoreboard.rules import RULE_SETS
from scoreboard.rules.history import begin, judge
from scoreboard.stats.box_score import TeamBox, box_score

HERE = Path(__file__).resolve().parents[2]
GOLDEN = HERE / "tests/golden/games"
BIN = HERE / ".venv-chadwick/bin"
JUDGES = {"chadwickpy": BIN / "cwbox", "Chadwick in C": BIN / "cwbox-c"}
OLD_NAME = (rb"(?m)^radj,", rb"cw:itb,")
"""The C program is older than the record `radj`, and knows it by the name that Chadwick gave it before that."""
MOST_SHOWN = 5
"""Of what a judge does not take, or has otherwise."""
FORM = FORMS["retrosheet"]
ON_THE_PATH = ("run", "throw")
"""A ball that is still in play is written when its play is over; such records are left out."""


class Figures(NamedTuple):
    """What both must have for a team."""

    R: int
    H: int
    LOB: int
    AB: int
    BB: int
    K: int


def simulated(rules: str, number: int, seed: int) -> Iterator[ExportedGame]:
    """Whole games by lot."""
    for at in range(number):
        first = setup(rules)
        history = begin(first)
        for line, _ in moments(first, Random(seed + at)):  # noqa: S311 - lots of a game
            history, _ = judge(history, line)
        yield ExportedGame(at + 1, history)


def by_lot(number: int, seed: int) -> Iterator[ExportedGame]:
    """Records by lot: whatever may stand in one."""
    for at in range(number):
        lines = (decode(json.dumps(line).encode()) for line in random_game(seed + at))
        *_, last = replay(enumerate(lines, 1))
        game = ExportedGame(at + 1, last.after)
        if FORM.refuses(game) is None and last.after.game.phase not in ON_THE_PATH:
            yield game


def golden() -> Iterator[ExportedGame]:
    """The whole golden games, whose event file `make test` compares with the one that is kept."""
    for at, file in enumerate(sorted(GOLDEN.glob("whole-*.jsonl")), 1):
        with file.open("rb") as record:
            *_, last = replay(read(record, print))
        game = ExportedGame(at, last.after)
        if FORM.refuses(game) is None:
            yield game


def ours(game: ExportedGame) -> tuple[Figures, Figures]:
    """Our own box score; who is on base in a game that is not over is left there."""
    box = box_score(game.history)
    return _of_team(box.away), _of_team(box.home)


def _of_team(team: TeamBox) -> Figures:
    stats = team.stats
    left = team.left + team.proof.on_base
    return Figures(team.runs, stats["h"], left, stats["ab"], stats["bb"], stats["k"])


def judged(judge_: Path, games: Sequence[ExportedGame], folder: Path) -> list[tuple[Figures, Figures] | None]:
    """What that program finds in one event file with these games; None for one that it does not take."""
    with ZipFile(BytesIO(FORM.written(games, language("en")))) as zipped:
        zipped.extractall(folder)
    file = next(folder.glob("*.EVN"))
    if judge_.name.endswith("-c"):
        file.write_bytes(re.sub(*OLD_NAME, file.read_bytes()))
    command = [judge_, "-X", "-y", file.name[:4], file.name]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    complaints = re.findall(r"(?m)^(?:Play-by-play error|Warning).*\n.*", done.stderr)
    print("\n".join(complaints[:MOST_SHOWN]), end="\n" if complaints else "")
    printed = map(ET.fromstring, re.findall(r"<boxscore.*?</boxscore>", done.stdout, re.DOTALL))
    boxes = {box.get("game_id"): _of_box(box) for box in printed}
    return [boxes.get(number) for number in re.findall(r"(?m)^id,(.*?)\r?$", file.read_text())]


def _of_box(box: ET.Element) -> tuple[Figures, Figures]:
    line = box.find("linescore")
    assert line is not None
    both = []
    for side, team in zip(("away", "home"), box.findall("players"), strict=True):
        batting = [each.attrib for each in team.iter("batting")]
        sums = (sum(int(each[key]) for each in batting) for key in ("ab", "bb", "so"))
        both.append(
            Figures(int(line.get(f"{side}_runs", 0)), int(line.get(f"{side}_hits", 0)), int(team.get("lob", 0)), *sums)
        )
    return both[0], both[1]


def compare(kind: str, games: Sequence[ExportedGame]) -> int:
    """Tell how many games each judge has otherwise, and show the first; return their number."""
    wrong = 0
    expected = tuple(ours(game) for game in games)
    for name, program in JUDGES.items():
        if not program.exists():
            print(f"{kind:17} {name:14} not there")
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = judged(program, games, Path(folder))
        differing = [at for at, (his, our) in enumerate(zip(found, expected, strict=True)) if his != our]
        wrong += len(differing)
        print(f"{kind:17} {name:14} {len(games)} games, {len(differing)} differ")
        for at in differing[:MOST_SHOWN]:
            print(f"    game {games[at].number}: ours {expected[at]}\n    {'':10} his {found[at]}")
    return wrong


def main() -> int:
    """Judge them all."""
    parser = argparse.ArgumentParser(prog="make lab-chadwick", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of each kind")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--kind", action="append", help="only games of that kind; also golden and lot")
    asked = parser.parse_args()
    wrong = 0
    for rules in RULE_SETS:
        if rules != "three-dice" and (not asked.kind or rules in asked.kind):
            wrong += compare(rules, tuple(simulated(rules, asked.games, asked.seed)))
    if not asked.kind or "golden" in asked.kind:
        wrong += compare("golden games", tuple(golden()))
    if not asked.kind or "lot" in asked.kind:
        wrong += compare("records by lot", tuple(by_lot(asked.games, asked.seed)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
