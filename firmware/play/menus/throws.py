"""Walking back through the last throws, to change one, strike it out, or add one that was missed: `amend` lines.

Rule kept here: nobody is surprised. What will no longer fit is told before OK, as the law itself tells it, judged on
the history as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from firmware.play.menus.screen import Item, Outcome, Record, Screen, from_now_on
from scoreboard.commentary import line_name, panel_words, prompt, short_name
from scoreboard.rules import dice_due, sayable
from scoreboard.rules.diamante.choices import may_choose
from scoreboard.rules.events import Amend, Ball, Chip, Die, Event, Move, Roll, Set, Skip, Unfit
from scoreboard.rules.history import History, Judged, judge, judged, latest
from scoreboard.rules.state import SHARED, SKIP, Game

RECENT = 40
"""How many lines can be walked back to; what lies farther back is put right by what it came to."""
STEPS = 4 * RECENT
"""Among how many steps these are looked for: corrections are steps, and not among them."""
TOLD = 3
"""How many of the lines that no longer fit are told one by one."""
SIDES = range(1, 7)
Wanted = Callable[[Event], Outcome]
"""What becomes of the line that was put together."""


def recent(history: History) -> Sequence[Judged]:
    """The lines that count, and throws that were refused, the last one first.

    One that was added is not among them: an `amend` names lines by their numbers, and it has none. UNDO takes it back.
    """
    shown = [each for each in judged(history, STEPS) if each.number == each.place and _is_shown(each)]
    return shown[: -RECENT - 1 : -1]


def which_throw(history: History) -> Screen:
    """The last throws, the newest first: NEXT walks back."""
    return Screen(tuple(_one(history, each) for each in recent(history)))


def _is_shown(each: Judged) -> bool:
    """What was thrown, said or pressed; a press or call that was refused was a slip of the hand."""
    if isinstance(each.line, Set):
        return False
    return each.refused is None or isinstance(each.line, Die | Chip | Roll)


def _one(history: History, thrown: Judged) -> Item:
    said = f"Line {thrown.number}: {line_name(thrown.line)}."
    told = f"{said} It did not count." if thrown.refused else said
    return Item(f"{short_name(thrown.line)}?", told, lambda: _what_to_do(history, thrown), _color(thrown.line))


def _color(line: object) -> str:
    return line.color if isinstance(line, Die) else ""


def _what_to_do(history: History, thrown: Judged) -> Screen:
    """Change it, say that it was something else, strike it out, or add another before it."""
    change = Item("CHANGE IT?", "It was misread: say what it showed.", lambda: _changed(history, thrown))
    other = Item("OTHER?", "It was something else: say what.", lambda: _what_else(history, thrown))
    return Screen(
        (
            *((change,) if isinstance(thrown.line, Die | Chip | Roll) else ()),
            *((other,) if not isinstance(thrown.line, Roll) else ()),
            Item("REMOVE IT?", "It never happened: take it away.", lambda: told_first(history, _as(thrown, None))),
            Item("ADD BEFORE?", "Something just before it was missed: add it.", lambda: _what_to_add(history, thrown)),
        )
    )


def _changed(history: History, thrown: Judged) -> Outcome:
    def wanted(line: Event) -> Outcome:
        return told_first(history, _as(thrown, line))

    match thrown.line:
        case Die(color=color, value=value):
            return _die(color, value, wanted)
        case Chip(face=face):
            return _chip(face == "hit", wanted)
        case Roll(values=values):
            return _roll(values, (), wanted)
    return None


def _as(thrown: Judged, line: Event | None) -> Amend:
    """The amendment that makes the one line of the other: it was misread, or never was."""
    match line:
        case Die():
            return Amend(line=thrown.number, value=line.value, by="button")
        case Chip():
            return Amend(line=thrown.number, face=line.face, by="button")
        case Roll():
            return Amend(line=thrown.number, values=line.values, by="button")
    return Amend(line=thrown.number, as_=line, by="button")


def _what_else(history: History, thrown: Judged) -> Screen:
    """A die of another colour, say, that was taken for this one."""

    def wanted(line: Event) -> Outcome:
        return told_first(history, Amend(line=thrown.number, as_=line, by="button"))

    return Screen(tuple(_to_add(thrown.before, wanted)))


def _what_to_add(history: History, thrown: Judged) -> Screen:
    """A throw of each kind that the game has, and whatever could be said then."""

    def wanted(line: Event) -> Outcome:
        return told_first(history, Amend(line=thrown.number, add=line, by="button"))

    return Screen(tuple(_to_add(thrown.before, wanted)))


def _to_add(game: Game, wanted: Wanted) -> Iterator[Item]:
    if dice := dice_due(game):
        yield Item("DICE", "A roll of the dice.", lambda: _roll((1,) * dice, (), wanted))
    else:
        for color in _colors(game):
            yield Item(f"{color} DIE", f"The {color} die.", _die_of(color, wanted), color)
        yield Item("CHIP", "The chip.", lambda: _chip(True, wanted))
    for line in _answers(game):
        yield Item(f"{short_name(line)}?", f"{line_name(line).capitalize()}.", _said(line, wanted))
    for line in sayable(game):
        yield Item(panel_words(line), prompt(line), _said(line, wanted))


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


def _colors(game: Game) -> tuple[str, ...]:
    """Of the dice that the game is played with, the one that was due first."""
    colors = (game.setup.away.color, game.setup.home.color, SHARED)
    return tuple(sorted(colors, key=lambda color: color != game.awaits))


def _die_of(color: str, wanted: Wanted) -> Callable[[], Outcome]:
    return lambda: _die(color, 1, wanted)


def _said(line: Event, wanted: Wanted) -> Callable[[], Outcome]:
    return lambda: wanted(line)


def _die(color: str, now: int, wanted: Wanted) -> Screen:
    def item(value: int) -> Item:
        line = Die(color=color, value=value, by="button")
        return Item(f"{color} {value}?", f"The {color} die showed {value}.", _said(line, wanted), color)

    return Screen(tuple(item(value) for value in from_now_on(range(1, 11), now)))


def _chip(hit: bool, wanted: Wanted) -> Screen:
    faces = ("hit", "out") if hit else ("out", "hit")
    lines = {face: Chip(face="hit" if face == "hit" else "out", by="button") for face in faces}
    return Screen(
        tuple(Item(f"{face}?", f"The chip said {face.upper()}.", _said(lines[face], wanted)) for face in faces)
    )


def _roll(now: tuple[int, ...], known: tuple[int, ...], wanted: Wanted) -> Outcome:
    """Die after die; the last answer makes the roll."""
    if len(known) == len(now):
        return wanted(Roll(values=known, by="button"))
    number = len(known) + 1

    def item(value: int) -> Item:
        said = f"Die {number} of {len(now)} showed {value}."
        return Item(f"DIE {number}: {value}?", said, lambda: _roll(now, (*known, value), wanted))

    return Screen(tuple(item(value) for value in from_now_on(SIDES, now[len(known)])))


def told_first(history: History, amend: Amend) -> Outcome:
    """The amendment, once the table has been told what will no longer fit, if anything."""
    after, refused = judge(history, amend)
    if refused is not None or not after.unfit:
        return Record(amend)
    return Screen((_confirmed(history, amend, after.unfit),))


def _confirmed(history: History, amend: Amend, unfit: Sequence[Unfit]) -> Item:
    number = len(unfit)
    lines = "1 LINE GOES" if number == 1 else f"{number} LINES GO"
    told = "; ".join(_named(history, each.line) for each in unfit[:TOLD])
    more = f"; and {number - TOLD} more" if number > TOLD else ""
    said = f"Then no longer {'counts' if number == 1 else 'count'}: {told}{more}. Change it all the same?"
    return Item(f"{lines}?", said, lambda: Record(amend))


def _named(history: History, number: int) -> str:
    """A line as it counts now: ``line 3 (the red die shows 2)``."""
    line = next((each.line for each in latest(history) if each.number == number), None)
    return f"line {number}" if line is None else f"line {number} ({line_name(line)})"
