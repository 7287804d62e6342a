"""Screens about single lines: what may be said now, walked by NEXT (D56); and the last throws, to put one right.

A throw is changed, struck out, or one that was missed is added, each by an `amend` line. Rule kept here: what will no
longer fit is shown before OK, as the rules judge it on the history as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from firmware.play.menus.coaching import of_cards
from firmware.play.menus.screen import Item, Outcome, Record, Screen, from_now_on
from scoreboard.commentary import line_name, prompt
from scoreboard.language import ENGLISH
from scoreboard.message import Words
from scoreboard.rules import dice_due, has_ten_sided_dice, sayable
from scoreboard.rules.aloud import Aloud
from scoreboard.rules.diamante.choices import may_choose
from scoreboard.rules.events import Amend, Ball, Call, Chip, Die, Event, Face, Move, Roll, Set, Side, Skip
from scoreboard.rules.history import History, Judged, judge, judged, latest
from scoreboard.rules.rallybird import speaker
from scoreboard.rules.state import SHARED, SKIP, Game

RECENT = 40
"""How many lines can be walked back to; the effect of earlier ones is put right in the score."""
STEPS = 4 * RECENT
"""Among how many steps these are looked for: corrections are steps, and not among them."""
NAMED = 3
"""How many of the lines that no longer fit are named one by one."""
THROWN: dict[type, str] = {Die: "value", Chip: "face", Roll: "values"}
"""Each kind of throw, and the field that an amendment puts right."""
Wanted = Callable[[Event], Outcome]
"""What comes of the line that was put together."""


def what_may_be_said(game: Game, box: Side | None = None) -> Screen | None:
    """A call, a runner who stays, fielders who hold the ball (D56); None where there is nothing to say.

    With cards, what is the box's to say comes last.
    """
    lines = sorted(sayable(game), key=lambda line: _is_of(box, game, line))
    said = tuple(_said(game, line, partial(Record, line)) for line in lines)
    picked = of_cards(game, box)
    items = (*picked, *said) if game.phase == "card" else (*said, *picked)
    return Screen(items, walk=True) if items else None


def _is_of(box: Side | None, game: Game, line: Aloud) -> bool:
    return game.dealt is not None and isinstance(line, Call) and speaker(game, line.call) == box


def _said(game: Game, line: Aloud, then: Callable[[], Outcome]) -> Item:
    asked = prompt(line, game.setup.rules)
    return Item(ENGLISH(asked, "panel").upper(), ENGLISH(asked), then)


def _panel(name: Words) -> str:
    return f"{ENGLISH(name, 'panel').upper()}?"


def recent(history: History) -> Sequence[Judged]:
    """The lines that count, and throws that were refused, the last one first.

    One that was added is not among them: an `amend` names lines by their numbers, and it has none. UNDO takes it back.
    """
    shown = [each for each in judged(history, STEPS) if each.number == each.place and _is_shown(each)]
    return shown[: -RECENT - 1 : -1]


def _is_shown(each: Judged) -> bool:
    """What was thrown, said or pressed; a press or call that was refused was a slip of the hand."""
    return not isinstance(each.line, Set) and (each.refused is None or type(each.line) in THROWN)


def which_throw(history: History) -> Screen:
    """The last throws, the newest first: NEXT walks back."""

    def item(thrown: Judged) -> Item:
        name = line_name(thrown.line, thrown.before)
        said = f"Line {thrown.number}: {ENGLISH(name)}.{' It did not count.' if thrown.refused else ''}"
        color = thrown.line.color if isinstance(thrown.line, Die) else ""
        return Item(_panel(name), said, partial(_what_to_do, history, thrown), color)

    return Screen(tuple(map(item, recent(history))))


def _what_to_do(history: History, thrown: Judged) -> Screen:
    """Change it, say that it was something else, strike it out, or add another before it."""

    def amend(**what: Any) -> Outcome:  # noqa: ANN401 - a field of the amendment
        return confirm_unfit(history, Amend(line=thrown.number, by="button", **what))

    def change(line: Event) -> Outcome:
        return amend(**{THROWN[type(line)]: getattr(line, THROWN[type(line)])})

    def lines(key: str) -> Screen:
        return Screen(tuple(_lines(thrown.before, lambda line: amend(**{key: line}))))

    items = [
        Item("REMOVE IT?", "It never happened: take it away.", lambda: amend(as_=None)),
        Item("ADD BEFORE?", "Something just before it was missed: add it.", lambda: lines("add")),
    ]
    if not isinstance(thrown.line, Roll):  # a die of another colour, say, that was taken for this one
        items.insert(0, Item("OTHER?", "It was something else: say what.", lambda: lines("as_")))
    if type(thrown.line) in THROWN:
        items.insert(0, Item("CHANGE IT?", "It was misread: say what it showed.", lambda: _showed(thrown.line, change)))
    return Screen(tuple(items))


def _showed(line: object, wanted: Wanted) -> Outcome:
    match line:
        case Die(color=color, value=value):
            return _die(color, value, wanted)
        case Chip(face=face):
            return _chip(face, wanted)
        case Roll(values=values):
            return _roll(values, (), wanted)
    return None


def _lines(game: Game, wanted: Wanted) -> Iterator[Item]:
    """A throw of each kind that the game has, and whatever could be said then."""
    if dice := dice_due(game):
        yield Item("DICE", "A roll of the dice.", lambda: _roll((1,) * dice, (), wanted))
    elif has_ten_sided_dice(game.setup.rules):
        colors = (game.setup.away.color, game.setup.home.color, SHARED)
        for color in sorted(colors, key=lambda color: color != game.awaits):  # the one that was due comes first
            yield Item(f"{color} DIE", f"The {color} die.", partial(_die, color, 1, wanted), color)
        yield Item("CHIP", "The chip.", lambda: _chip("hit", wanted))
    for line in _answers(game):
        yield Item(_panel(line_name(line)), f"{ENGLISH(line_name(line)).capitalize()}.", partial(wanted, line))
    for line in sayable(game):
        yield _said(game, line, partial(wanted, line))


def _answers(game: Game) -> Iterator[Event]:
    """Where the runner could have gone who had just thrown, or the ball (D32, D35)."""
    choice = game.choice
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
    def item(value: int) -> Item:
        line = Die(color=color, value=value, by="button")
        return Item(f"{color} {value}?", f"The {color} die showed {value}.", partial(wanted, line), color)

    return Screen(tuple(item(value) for value in from_now_on(range(1, 11), now)))


def _chip(now: Face, wanted: Wanted) -> Screen:
    def item(face: Face) -> Item:
        return Item(f"{face}?", f"The chip said {face.upper()}.", partial(wanted, Chip(face=face, by="button")))

    return Screen((item(now), item("out" if now == "hit" else "hit")))


def _roll(now: tuple[int, ...], known: tuple[int, ...], wanted: Wanted) -> Outcome:
    """Die after die; the last answer makes the roll."""
    if len(known) == len(now):
        return wanted(Roll(values=known, by="button"))
    number = len(known) + 1

    def item(value: int) -> Item:
        said = f"Die {number} of {len(now)} showed {value}."
        return Item(f"DIE {number}: {value}?", said, lambda: _roll(now, (*known, value), wanted))

    return Screen(tuple(item(value) for value in from_now_on(range(1, 7), now[len(known)])))


def confirm_unfit(history: History, amend: Amend) -> Outcome:
    """The amendment, once the table has been shown what will no longer fit, if anything."""
    after, refused = judge(history, amend)
    number = len(after.unfit)
    if refused is not None or not number:
        return Record(amend)
    lines, count = ("1 LINE GOES", "counts") if number == 1 else (f"{number} LINES GO", "count")
    named = "; ".join(_named(history, each.line) for each in after.unfit[:NAMED])
    more = f"; and {number - NAMED} more" if number > NAMED else ""
    said = f"Then no longer {count}: {named}{more}. Change it all the same?"
    return Screen((Item(f"{lines}?", said, lambda: Record(amend)),))


def _named(history: History, number: int) -> str:
    """A line as it counts now: ``line 3 (the red die shows 2)``."""
    line = next((each.line for each in latest(history) if each.number == number), None)
    return f"line {number}" if line is None else f"line {number} ({ENGLISH(line_name(line))})"
