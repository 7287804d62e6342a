"""The commands in the guides can be typed, and do what they are there for.

`stadium` takes their words, and the Makefile has their targets. What needs no hardware is run, on a copy of a season.
"""

from __future__ import annotations

import re
import shlex
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import build_site
import click
import numpy as np
import pytest
from click.testing import Result
from support.scoring import command_line
from support.season import season_journal, team, unfinished, whole_game

from firmware.cli.main import COMMANDS, main
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.world.players import Throw, next_throw
from scoreboard.rules.state import Game

HOUSE = Path(__file__).parents[2]
BLOCK = re.compile(r"^ {4,}((?:sudo )?(?:stadium|make) .*)$", re.MULTILINE)
"""A line to be typed, which may have an explanation behind it."""
SPAN = re.compile(r"`((?:sudo )?(?:stadium|make)(?: [^`]*)?)`")
"""One within a sentence, which may leave out what it is done to."""
EXPLAINED = re.compile(r" {2,}.*| # .*| [|>] .*")
TARGET = re.compile(r"^([\w-]+(?: [\w-]+)*):(?!=)", re.MULTILINE)
PLACEHOLDERS = str.maketrans({"…": "", "[": "", "]": ""})

NOT_RUN = {
    "names a group of commands, and answers with their list": r"(league)?$",
    "wants a Pi's panel, buttons or camera": r"(calibrate|check-build|panel|record-video|run|teach)\b"
    r"(?!.* --(simulate|list|forget)\b)",
    "wants an installed package, a service or a broker": r"card|update|network (join|forget|--)|league serve",
    "wants a phone that is paired": r"phones --",
    "wants photographs": r"see|look|games .*--pictures",
    "reads a record from the terminal": r"import -$",
    "takes seconds, which tests of its own spend": r"odds .*(four-dice|diamante)"
    r"|(calibrate|check-build|doctor|teach) .*--simulate",
    "starts processes, which tests of its own do": r"league (add|verify)",
}
"""What is not run: why, and how it begins after `stadium`."""
WORDS = {"N": "3", "F": "answer", "DIR": "sealed"}
FILES = {"deck check": "mine.toml", "game check": "cellar.toml", "restore": "evening.zip"}
"""What FILE is, where it is no record."""
MADE = {"deck new": "mine.toml", "league new": "league.toml", "backup": "evening.zip", "export 7": "beginning.jsonl"}
"""What a command makes that others read: it must not be there yet."""


def lines() -> Iterator[tuple[str, str, bool]]:
    """Every command in the pages: where it stands, its words, and whether it is whole."""
    for page in build_site.pages():
        text = (HOUSE / page).read_text(encoding="utf-8")
        yield from ((page, EXPLAINED.sub("", found), True) for found in BLOCK.findall(text))
        yield from ((page, EXPLAINED.sub("", found.replace("\n", " ")), False) for found in SPAN.findall(text))


def misread(command: str, *, is_whole: bool) -> str:
    """Why that cannot be typed; empty if it can."""
    program, *words = shlex.split(command.removeprefix("sudo ").translate(PLACEHOLDERS))
    if program == "make":
        targets = {name for names in TARGET.findall((HOUSE / "Makefile").read_text("utf-8")) for name in names.split()}
        unknown = [word for word in words if word not in targets and not re.match(r"[A-Z]+=", word)]
        return f"no target {unknown[0]}" if unknown else ""
    if not words or words[0].startswith("--") or (program == "stadium" and words[0] not in COMMANDS):
        return "" if not words or words[0] in {"--help", "--version"} else f"no command {words[0]}"
    try:
        return _misread(words, is_whole=is_whole)
    except click.BadOptionUsage as error:
        return error.format_message() if is_whole else ""  # the sentence names the option alone
    except click.UsageError as error:
        return error.format_message()


def _misread(words: list[str], *, is_whole: bool) -> str:
    command: click.Command | None = main
    context = click.Context(main)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name, words = words[0], words[1:]
        command = command.get_command(context, name)
        if command is None:
            return f"no command {name}"
    assert command is not None
    context = click.Context(command)
    given, rest, _ = command.make_parser(context).parse_args(list(words))
    for each in command.get_params(context):
        value = given.get(each.name or "")
        if is_whole and each.required and not (value and isinstance(value, str | tuple)):
            return f"{each.name} is missing"
        if isinstance(each.type, click.Choice) and isinstance(value, str) and not value.isupper():
            each.type.convert(value, each, context)
    return f"nothing takes {rest[0]}" if rest else ""


def test_every_command_in_the_pages_can_be_typed() -> None:
    """Options are renamed, and pages are forgotten."""
    found = list(lines())
    wrong = [(page, command, why) for page, command, whole in found if (why := misread(command, is_whole=whole))]
    assert len(found) > 150
    assert [] == wrong


@pytest.mark.parametrize(
    "planted",
    [
        "stadium fly", "stadium run --fly", "stadium season --rules cricket", "stadium deck fly FILE", "make fly",
        "stadium restore", "stadium doctor FILE",
    ],
)  # fmt: skip
def test_planted_command_is_found(planted: str) -> None:
    """A command, an option, a choice, a target, a word too few and one too many."""
    assert misread(planted, is_whole=True)


def typed() -> list[str]:
    """What stands after `stadium` in every command that is whole, each once."""
    commands = (command.removeprefix("sudo ") for _, command, _ in lines())
    ours = dict.fromkeys(each for each in commands if re.match(r"stadium\b", each))
    return [each.removeprefix("stadium").strip() for each in ours if not misread(each, is_whole=True)]


def reasons(line: str) -> list[str]:
    """Why it is not run; empty if it is."""
    return [why for why, beginning in NOT_RUN.items() if re.match(beginning, line)]


def run(line: str) -> Result:
    """What comes of it, with nobody at the terminal."""
    return command_line().invoke(main, shlex.split(line), catch_exceptions=False)


def example(line: str, table: dict[str, str]) -> str:
    """What a table has for the words that a line begins with; empty if nothing."""
    return next((file for words, file in table.items() if line.startswith(words)), "")


def filled(line: str) -> str:
    """The line with names of what lies in the folder."""
    words = dict(WORDS, FILE=example(line, MADE) or example(line, FILES) or "beginning.jsonl")
    if line.startswith("export N"):
        words["FILE"] = "third.jsonl"
    elif "cellar-stairs" in line:
        line += " --config mine/stadium.toml"
    return shlex.join(words.get(word, word) for word in shlex.split(line.translate(PLACEHOLDERS)))


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a dozen games, and with what the guides call the files that are made of them."""
    folder = tmp_path_factory.mktemp("season")
    (folder / "mine/games").mkdir(parents=True)
    (folder / "mine/stadium.toml").touch()
    (folder / "home").mkdir()
    guide = (HOUSE / "docs/games.md").read_text(encoding="utf-8")
    (cellar,) = re.findall(r"^```toml\n(name = .*?)^```", guide, re.DOTALL | re.MULTILINE)
    for file in ("cellar.toml", "mine/games/cellar.toml"):
        (folder / file).write_text(cellar, encoding="utf-8")
    with pytest.MonkeyPatch.context() as here:
        here.chdir(folder)
        here.setenv("STADIUM_HOME", str(folder / "home"))
        sides = team("Reds", players=("Ana", "Anna")), team("Blues", "blue")
        games = [whole_game(*sides, day, f"2026-01-{day:02}T18:00:00Z") for day in range(1, 12)]
        season_journal(folder / "home/games.sqlite", [*games, unfinished("2026-02-01T18:00:00Z")])
        for line in ("deck new mine.toml", "league new", "backup evening.zip", "export 1 beginning.jsonl"):
            assert 0 == run(line).exit_code, line
    return folder


@pytest.fixture
def copied(season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, with which a command may do what it likes."""
    shutil.copytree(season, folder := tmp_path / "copy")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("STADIUM_HOME", str(folder / "home"))
    return folder


@pytest.mark.once
@pytest.mark.parametrize("line", [each for each in typed() if not reasons(each) and not each.startswith("run")])
def test_a_command_of_the_guides_does_its_work(copied: Path, line: str) -> None:
    """On what the guides presume: games, a set of cards, a game of one's own, a backup."""
    if made := example(line, MADE):
        (copied / made).unlink()
    ended = run(filled(line))
    is_well = ended.exit_code == 0 or (ended.exit_code == 1 and line.startswith("doctor"))  # 1: this is no stadium
    assert is_well, ended.output


@pytest.mark.once
@pytest.mark.parametrize("line", [each for each in typed() if not reasons(each) and each.startswith("run")])
@pytest.mark.usefixtures("copied")
def test_a_simulated_game_of_the_guides_begins(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """It is stopped at its first throw, as by Ctrl-C: to read one takes seconds, which tests of their own spend."""
    thrown: list[Game] = []

    def stopped(_: SimulatedCamera, game: Game, rng: np.random.Generator) -> Throw:
        thrown.append(game)
        signal.raise_signal(signal.SIGINT)
        return next_throw(game, rng)

    monkeypatch.setattr(SimulatedCamera, "throw", stopped)
    ended = run(f"{filled(line)} --headless --speed max")
    assert (0, 1) == (ended.exit_code, len(thrown)), ended.output
    assert "Play ball!" in ended.output
    rules = {"two-dice": "two-dice", "cellar-stairs": "park"}
    assert example(line.partition("--rules ")[2], rules) in {"", thrown[0].setup.rules}


def test_nothing_is_left_out_without_a_reason() -> None:
    """Each reason is that of some command, and most commands are run."""
    found = [reasons(line) for line in typed()]
    assert set(NOT_RUN) == {why for whys in found for why in whys}
    assert sum(not whys for whys in found) > len(found) / 2
