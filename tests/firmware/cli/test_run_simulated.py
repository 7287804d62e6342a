"""`stadium run --simulate`: the whole appliance, with simulated hands and dice and the real eyes."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from support.english import on_panel
from support.hang import GIVE_UP_S
from support.rules import BLUES, REDS
from support.stadium import SETUP, lines

from firmware.paths import throw_pictures
from firmware.play.state.question import EVERY_FACE, EVERY_VALUE
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from scoreboard import display
from scoreboard.commentary import prompt
from scoreboard.journal.store import Journal
from scoreboard.kept_throws import GameKey
from scoreboard.record import replay
from scoreboard.rules import start
from scoreboard.rules.events import Call, Hold, RulesName, Set, Setup, Skip
from scoreboard.rules.four_dice import SIGNS
from scoreboard.rules.state import Game

STADIUM = [sys.executable, "-m", "firmware"]
SLOW = pytest.mark.slow
LAST_LINE = re.compile(r"read (\d+), asked (\d+), wrong (\d+) of (\d+) throws?")


KILLS = 10


def simulate(journal: Path, *options: str) -> list[str]:
    """The command line of a simulated game as fast as it goes."""
    return [*STADIUM, "run", "--simulate", "--headless", "--speed", "max", "--journal", str(journal), *options]


def states(journal: Path) -> list[Game]:
    """Every state of the latest game in the journal, in order."""
    with Journal.open_readonly(journal) as kept:
        number = kept.latest()
        assert number is not None
        return [moment.after.game for moment in replay(kept.lines(number))]


CALLS = ("keep-running", "run 1B", "run 2B", "run 3B", "new-batter")
"""What a coach of the simulated Amateur game may ask for."""
NOTICES = ("MOVE IT", "THROW AGAIN", "MARKERS?", "BLURRED", "CAMERA OK", "WHOSE DIE?")
"""Every notice that the table may be told for a moment."""
TICKS = range(60)
"""In which all that blinks, scrolls and takes turns is seen once: on a busy machine a game is played for minutes."""


@cache
def no_scores() -> frozenset[bytes]:
    """Every picture of an open question, of what a coach may ask for and of a notice: they take the whole panel."""
    questions = (
        display.draw(start(SETUP), question=display.Question(color, value), tick=tick)
        for tick in TICKS[:2]  # it blinks
        for color, values in {**dict.fromkeys(("red", "blue", "white"), EVERY_VALUE), "chip": EVERY_FACE}.items()
        for value in values
    )
    prompts = (
        display.message_picture(on_panel(prompt(line)), ok=True, tick=tick)
        for line in (Skip(), Hold(), *(Call(call=call) for call in CALLS))
        for tick in TICKS
    )
    notices = (display.message_picture(text, tick=tick) for text in NOTICES for tick in TICKS)
    return as_lit(chain(questions, prompts, notices))


def as_lit(pictures: Iterable[Image.Image]) -> frozenset[bytes]:
    """These pictures as a panel's lamps show them: each that differs once, for to draw lamps is slow."""
    different = {(picture.mode, picture.tobytes()): picture for picture in pictures}
    return frozenset(display.led_picture(each).tobytes() for each in different.values())


def scores(folder: Path) -> list[bytes]:
    """The scores a panel showed, in order; a picture that was being written when the plug was pulled is left out."""
    shown = []
    for file in sorted(folder.glob("*.png")):
        with suppress(OSError), Image.open(file) as picture:
            shown.append(picture.convert("RGB").tobytes())
    return [picture for picture in shown if picture not in no_scores()]


def lit(game: Game) -> frozenset[bytes]:
    """What the panel shows of a state: every page that takes turns, blinking or not."""
    return as_lit(display.draw(game, tick=tick) for tick in TICKS)


SAYS = {"two-dice": set[str](), "four-dice": {*SIGNS}, "rallybird": {"card", "gloves"}}
"""Some of what coaches call in the games below, by NEXT and OK: signs, cards and gloves."""


@pytest.mark.debian13  # a program of its own, which no coverage sees
@pytest.mark.parametrize("rules", ["two-dice", *(pytest.param(each, marks=SLOW) for each in [*SAYS][1:])])
def test_a_simulated_game_is_played_to_its_end(journal: Path, rules: RulesName) -> None:
    """An inning or two: nothing scored wrongly, every throw accounted for, and the account is the last line."""
    short = simulate(journal, "--rules", rules, "--innings", "1", "--seed", "3")
    done = subprocess.run(short, capture_output=True, text=True, check=True)
    read, asked, wrong, throws = map(int, LAST_LINE.fullmatch(done.stdout.splitlines()[-1]).groups())  # type: ignore[union-attr]
    assert (0, throws, True) == (wrong, read + asked + wrong, states(journal)[-1].over)
    assert "" == done.stderr
    called = {line.call.split(" ")[0] for line in lines(journal) if isinstance(line, Call)}
    assert not SAYS[rules] or SAYS[rules] & called
    with Journal.open_readonly(journal) as opened:
        _, setup = next(opened.lines(1))
    store = ThrowStore(throw_pictures(journal), UNLIMITED)
    pictures = [store.find(GameKey.of(1, setup), line) for line in store.lines(GameKey.of(1, setup))]  # type: ignore[arg-type]
    assert 0 < len(pictures) <= read + asked  # a busy machine drops some
    assert all(each is not None and each.picture and each.clip for each in pictures)


@pytest.mark.once
@pytest.mark.parametrize(
    ("begun", "asked"), [pytest.param("diamante-amateur", "two-dice", marks=SLOW), ("two-dice", "diamante-amateur")]
)
def test_a_game_that_goes_on_is_played_with_its_own_dice(journal: Path, begun: RulesName, asked: str) -> None:
    """Whatever rules are asked for: they are for the next game."""
    with Journal.create(journal) as kept:
        kept.add([Setup(rules=begun, away=REDS, home=BLUES, innings=1), Set(half="bottom", outs=2, away=1)])
    done = subprocess.run(
        simulate(journal, "--rules", asked), capture_output=True, text=True, check=True, timeout=GIVE_UP_S
    )
    read, entered, wrong, throws = map(int, LAST_LINE.fullmatch(done.stdout.splitlines()[-1]).groups())  # type: ignore[union-attr]
    last = states(journal)[-1]
    assert (begun, True, 0) == (last.setup.rules, last.over, wrong)
    assert throws == read + entered + wrong
    assert 2 * read > throws > 0
    assert f"stadium: A {begun} game of 1 inning goes on; --new begins a {asked} one of 3.\n" == done.stderr


@SLOW
def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    """A simulated game can be told again by its seed alone."""
    printed = [interrupted(simulate(tmp_path / name, "--seed", "5"), after=6)[:6] for name in ("one", "two")]
    assert printed[0] == printed[1]


@pytest.mark.once
def test_interrupted_it_ends_cleanly_and_goes_on(journal: Path) -> None:
    """Ctrl-C leaves a journal that the next start goes on from, with the length that the game began with."""
    first = interrupted(simulate(journal), after=2)
    before = states(journal)
    assert len(before) > 1
    second = interrupted(simulate(journal, "--innings", "9"), after=1)
    after = states(journal)
    assert LAST_LINE.fullmatch(first[-1])
    assert "The game goes on." == second[0][4:]
    assert (before, 3) == (after[: len(before)], after[-1].innings)


def interrupted(command: list[str], after: int) -> list[str]:
    """Start the appliance, press Ctrl-C once it has printed so many lines, and return all that it printed."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(after)]
        process.send_signal(signal.SIGINT)
        lines += process.stdout.readlines()
    assert 0 == process.returncode
    return [line.rstrip("\n") for line in lines]


@SLOW
def test_killed_at_any_instant_it_comes_back_as_it_was(journal: Path, tmp_path: Path) -> None:
    """Pulled plugs: each restart shows what was last shown, or the one event journalled after it.

    `make lab-kills` does without eyes and kills far more often; here everything runs.
    """
    rng = np.random.default_rng(20)
    kept = [start(SETUP)]
    plain = tmp_path / "plain.toml"
    plain.write_text("[panel]\nmoments = false\n")  # a moment's pictures tell no score
    for kill in range(KILLS):
        pictures = tmp_path / f"{kill}"
        shown = killed(
            simulate(journal, "--innings", "9", "--config", str(plain), "--save-pictures", str(pictures)), rng
        )
        came_back, kept = kept[-1], states(journal)
        assert shown[0] in lit(came_back), f"kill {kill}: the restart showed something else than the journal held"
        assert shown[-1] in lit(kept[-1]) | lit(kept[-2:][0]), f"kill {kill}: something shown was lost"
    with Journal.open_readonly(journal) as whole:
        assert 1 == len(list(whole.games()))


def killed(command: list[str], rng: np.random.Generator) -> list[bytes]:
    """Start the appliance, kill it at some instant of its play, and return the scores it had shown."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(int(rng.integers(1, 5))):
            process.stdout.readline()
        # Not at a line's end but somewhere in what follows it: reading, judging, journalling or lighting.
        with suppress(subprocess.TimeoutExpired):
            process.wait(float(rng.uniform(0, 0.15)))
        process.kill()
    return scores(Path(command[-1]))
