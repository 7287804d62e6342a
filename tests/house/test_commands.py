"""The commands in the guides can be typed: `stadium` takes their words, and the Makefile has their targets."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import build_site
import click
import pytest

from firmware.cli.main import COMMANDS, main

HOUSE = Path(__file__).parents[2]
BLOCK = re.compile(r"^ {4,}((?:sudo )?(?:stadium|make) .*)$", re.MULTILINE)
"""A line to be typed, which may have an explanation behind it."""
SPAN = re.compile(r"`((?:sudo )?(?:stadium|make)(?: [^`]*)?)`")
"""One within a sentence, which may leave out what it is done to."""
EXPLAINED = re.compile(r" {2,}.*| # .*| [|>] .*")
TARGET = re.compile(r"^([\w-]+(?: [\w-]+)*):(?!=)", re.MULTILINE)
PLACEHOLDERS = str.maketrans({"…": "", "[": "", "]": ""})


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
