"""Screens about single lines: what may be said now, walked by NEXT (D56); and the last throws, to put one right.

A throw is changed, struck out, or one that was missed is added, each by an `amend` line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from msgspec import structs

from firmware.play.menus.coaching import gloves_first, of_cards
from firmware.play.menus.screen import Item, Outcome, Record, Screen, from_now_on, item
from scoreboard.commentary import answer_name, line_name, prompt, side_effects
from scoreboard.message import Words, message
from scoreboard.rules import dice_due, has_ten_sided_dice, roll_of, sayable
from scoreboard.rules.aloud import SpokenCall
from scoreboard.rules.diamante.choices import may_choose
from scoreboard.rules.events import USUAL_SIDES, Amend, Ball, Call, Chip, Die, Event, Face, Move, Roll, Set, Side, Skip
from scoreboard.rules.history import History, JudgedLine, judged_lines
from scoreboard.rules.rallybird import speaker
from scoreboard.rules.state import SHARED, SKIP, Choice, Game

RECENT = 40
"""How many lines can be walked back to; the effect of earlier ones is put right in the score."""
STEPS = 4 * RECENT
"""Among how many steps these are looked for: corrections are steps, and not among them."""
THROWN: dict[type, str] = {Die: "value", Chip: "face", Roll: "values"}
"""Each kind of throw, and the field that an amendment puts right."""
Wanted = Callable[[Event], Outcome]
"""What comes of the line that was put together."""


def what_counts_now(game: Game, box: Side | None = None) -> Screen | None:
    """A call, a runner who stays, fielders who hold the ball (D56); None where there is nothing to say.

    With cards, what is the box's to say comes last.
    """
    items = _sayable(game, box)
    return Screen(items, walk=True) if items else None


def whose_die(game: Game, choice: Choice, box: Side | None = None) -> Screen:
    """Whether the runner stays, for the die was the next one's and puts him out: what that does is shown before OK.

    After it the likeliest answer of the first one, and what else may be said.
    """
    first = choice.options[0]
    held = item((message("ask.next-runners"), *side_effects(game, Skip())), partial(Record, Skip()))
    own = item(message("ask.answer", answer=answer_name(choice, first)), partial(Record, Move(to=int(first))))
    return Screen((held, own, *_sayable(game, box)), walk=True)


def _sayable(game: Game, box: Side | None) -> tuple[Item, ...]:
    lines = sorted(sayable(game), key=lambda line: _is_of(box, game, line))
    calls = tuple(item(_asked(game, line), partial(Record, line)) for line in lines)
    picked = of_cards(game, box)
    return (*picked, *calls, *gloves_first(game, box)) if game.phase == "card" else (*calls, *picked)


def _is_of(box: Side | None, game: Game, line: SpokenCall) -> bool:
    return game.cards is not None and isinstance(line, Call) and speaker(game, line.call) == box


def _asked(game: Game, line: SpokenCall) -> Words:
    """Whether that is said, and what it brings besides."""
    beyond = side_effects(game, line)
    return (prompt(line, game.setup.rules), *beyond) if beyond else prompt(line, game.setup.rules)


def recent(history: History) -> Sequence[JudgedLine]:
    """The lines that count, and throws that were refused, the last one first.

    One that was added is not among them: an `amend` names lines by their numbers, and it has none. UNDO takes it back.
    """
    shown = [each for each in judged_lines(history, STEPS) if each.number == each.place and _is_shown(each)]
    return shown[: -RECENT - 1 : -1]


def _is_shown(each: JudgedLine) -> bool:
    """What was thrown, said or pressed; a press or call that was refused was a slip of the hand."""
    return not isinstance(each.line, Set) and (each.refused is None or type(each.line) in THROWN)


def which_throw(history: History) -> Screen:
    """The last throws, the newest first: NEXT walks back."""

    def named(thrown: JudgedLine) -> Item:
        key, line = "menu.line-refused" if thrown.refused else "menu.line", thrown.line
        words = message(key, nth=thrown.number, line=line_name(line, thrown.before))
        color = line.color if isinstance(line, Die) else ""
        numbered = partial(_by_number, thrown) if isinstance(thrown.line, Die | Roll) else None
        return replace(item(words, partial(_what_to_do, thrown), color), numbered=numbered)

    return Screen(tuple(map(named, recent(history))))


def _amend(thrown: JudgedLine, **what: Any) -> Outcome:  # noqa: ANN401 - a field of the amendment
    return Record(Amend(line=thrown.number, by="button", **what))


def _change(thrown: JudgedLine, line: Event) -> Outcome:
    """What it showed is put right."""
    sides = {"sides": line.sides} if isinstance(line, Roll) else {}
    return _amend(thrown, **{THROWN[type(line)]: getattr(line, THROWN[type(line)])}, **sides)


def _by_number(thrown: JudgedLine, number: int) -> Outcome:
    """It showed that; of several dice the first did, and the others are asked about."""
    match thrown.line:
        case Die(color=color):
            return _change(thrown, Die(color=color, value=number))
        case Roll() as roll if number <= (roll.sides or USUAL_SIDES):
            return _roll(roll, (number,), partial(_change, thrown))
    return None


def _what_to_do(thrown: JudgedLine) -> Screen:
    """Change it, say that it was something else, strike it out, or add another before it."""
    amend, change = partial(_amend, thrown), partial(_change, thrown)

    def lines(key: str) -> Screen:
        return Screen(tuple(_lines(thrown.before, lambda line: amend(**{key: line}))))

    items = [
        item(message("menu.remove"), lambda: amend(as_=None)),
        item(message("menu.add"), lambda: lines("add")),
    ]
    if not isinstance(thrown.line, Roll):  # a die of another colour, say, that was taken for this one
        items.insert(0, item(message("menu.other"), lambda: lines("as_")))
    if type(thrown.line) in THROWN:
        items.insert(0, item(message("menu.change"), lambda: _showed(thrown.line, change)))
    return Screen(tuple(items))


def _showed(line: object, wanted: Wanted) -> Outcome:
    match line:
        case Die(color=color, value=value):
            return _die(color, value, wanted)
        case Chip(face=face):
            return _chip(face, wanted)
        case Roll() as roll:
            return _roll(roll, (), wanted)
    return None


def _lines(game: Game, wanted: Wanted) -> Iterator[Item]:
    """A throw of each kind that the game has, and whatever could be said then."""
    if dice := dice_due(game):
        yield item(message("menu.dice"), lambda: _roll(roll_of(game.setup, (1,) * dice), (), wanted))
    elif has_ten_sided_dice(game.setup.rules):
        colors = (game.setup.away.color, game.setup.home.color, SHARED)
        for color in sorted(colors, key=lambda color: color != game.awaits):  # the one that was due comes first
            yield item(message("menu.die", color=color), partial(_die, color, 1, wanted), color)
        yield item(message("menu.chip"), lambda: _chip("hit", wanted))
    for line in _answers(game):
        yield item(message("menu.said", line=line_name(line)), partial(wanted, line))
    for line in sayable(game):
        yield item(prompt(line, game.setup.rules), partial(wanted, line))


def _answers(game: Game) -> Iterator[Event]:
    """Where the runner could have gone who had just thrown, or the ball (D32, D35)."""
    choice = game.diamante.choice
    if choice is None or not may_choose(choice):
        return
    for answer in choice.options:
        if answer == SKIP:
            yield Skip(by="button")
        elif choice.before.phase == "run":
            yield Move(to=int(answer), by="button")
        else:
            yield Ball(to=answer, by="button")


def _die(color: str, now: int, wanted: Wanted) -> Screen:
    def showed(value: int) -> Item:
        line = Die(color=color, value=value, by="button")
        shown = item(message("menu.die-showed", color=color, value=value), partial(wanted, line), color)
        return replace(shown, numbered=lambda number: wanted(structs.replace(line, value=number)))

    return Screen(tuple(map(showed, from_now_on(range(1, 11), now))))


def _chip(now: Face, wanted: Wanted) -> Screen:
    def showed(face: Face) -> Item:
        return item(message("menu.chip-said", face=face), partial(wanted, Chip(face=face, by="button")))

    return Screen((showed(now), showed("out" if now == "hit" else "hit")))


def _roll(now: Roll, known: tuple[int, ...], wanted: Wanted) -> Outcome:
    """Die after die, beginning with what they show ``now``; the last answer makes the roll."""
    dice, sides = len(now.values), now.sides or USUAL_SIDES
    if len(known) == dice:
        return wanted(Roll(values=known, sides=now.sides, by="button"))

    def showed(value: int) -> Item:
        words = message("menu.rolled", nth=len(known) + 1, dice=dice, value=value)
        shown = item(words, lambda: _roll(now, (*known, value), wanted))
        return replace(shown, numbered=lambda each: _roll(now, (*known, each), wanted) if each <= sides else None)

    return Screen(tuple(map(showed, from_now_on(range(1, sides + 1), now.values[len(known)]))))
