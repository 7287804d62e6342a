"""`stadium replay`: play a game record out, as a story or as states, and check what it expects."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import BinaryIO

import click
import msgspec

from firmware.cli.arguments import FileOf, house_option, language_option
from firmware.console.streams import warn
from firmware.text import shortened
from scoreboard.commentary import PENCIL, corrected_lines, deck_message, play_by_play, scoreline
from scoreboard.errors import MalformedError
from scoreboard.language import Language
from scoreboard.message import Words, message
from scoreboard.record import ReplayStep, read
from scoreboard.record import replay as play_out
from scoreboard.rules import RulesError
from scoreboard.rules.events import Expect, Setup

EXIT_NOT_AS_EXPECTED = 1


@click.command()
@click.argument("record", metavar="FILE", type=FileOf())
@click.option("--json", "as_json", is_flag=True, help="Print the state after each line, as JSON, one a line.")
@click.option("--strict", is_flag=True, help="End at the first line that the rules refuse, with exit code 1.")
@house_option
@language_option
def replay(record: BinaryIO, as_json: bool, strict: bool, house: dict[str, object], language: Language) -> None:
    """Play the game record FILE out, line by line; - reads standard input, live.

    Exit code 0: it played out as expected; 1: an expectation did not hold, or with --strict a line was refused;
    2: the record is malformed.
    """
    print_step = print_state if as_json else Story(language)
    as_expected = True
    for step in replay_steps(record, house):
        print_step(step)
        as_expected = as_expected and not step.failures
        if strict and step.refused is not None:
            sys.exit(EXIT_NOT_AS_EXPECTED)
    if not as_expected:
        sys.exit(EXIT_NOT_AS_EXPECTED)


def replay_steps(record: BinaryIO, house: Mapping[str, object]) -> Iterator[ReplayStep]:
    """Play the record out by the game's rules and those of the house.

    Raises:
        MalformedError: at a line that is malformed, or a game line whose game cannot be played.
    """
    lines = read(record, warn)
    try:
        yield from play_out(lines, house)
    except RulesError as error:
        raise MalformedError(1, error.message) from error


def print_state(step: ReplayStep) -> None:
    """Print the state as one line of JSON; failed expectations go to standard error."""
    click.echo(msgspec.json.encode(step.state))
    for failure in step.failures:
        warn(f"line {step.number}: {shortened(failure)}")


class Story:
    """The play by play, under a heading for each half-inning, with the score whenever it changes."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._half = (0, "")
        self._score = (0, 0)

    def __call__(self, step: ReplayStep) -> None:
        """Print the sentences about the line, if there are any."""
        quotes = step.refused is not None or step.failures
        for each in sentences(step):
            sentence = self._language.say(each)
            click.echo(f"{step.number:5}  {shortened(sentence) if quotes else sentence}")
        game = step.after.game
        if (game.away, game.home) != self._score:
            self._score = (game.away, game.home)
            click.secho(f"{'':7}{self._language.say(scoreline(game))}", bold=True)
        if (game.inning, game.half) != self._half:
            self._half = (game.inning, game.half)
            # one of: story.bottom, story.top
            half = message(f"story.{game.half}", inning=game.inning, team=game.team(game.batting).name)
            click.secho(f"\n{self._language.say(half)}", bold=True)


def sentences(step: ReplayStep) -> Iterator[Words]:
    """What happened, why it was refused, which expectation failed, or what was corrected by it."""
    if isinstance(step.line, Setup):
        game, teams = step.after.game, {"away": step.line.away.name, "home": step.line.home.name}
        yield message("story.begins", count=game.innings, **teams), deck_message(game)
    elif step.refused is not None:
        yield message("story.refused", why=step.refused)
    elif not isinstance(step.line, Expect):
        yield play_by_play(step.before.game, step.line, step.after)
        yield from corrections(step)
    yield from (message("story.not-as-expected", failure=str(failure)) for failure in step.failures)


def corrections(step: ReplayStep) -> Iterator[Words]:
    """The lines that an amendment changed, each with its mark: as it reads now, or why it no longer fits."""
    changed = corrected_lines(step.before, step.after)
    for number, _, words, counts in changed:
        if counts:
            yield message("story.reads-now", mark=PENCIL, line=number, said=words)
    unfit: dict[int, Words] = {line.line: line.why for line in step.after.unfit}
    unfit |= {number: words for number, _, words, counts in changed if not counts}  # as after an amendment's undoing
    for number, why in sorted(unfit.items(), key=itemgetter(0)):
        yield message("story.no-longer-fits", mark=PENCIL, line=number, why=why)
