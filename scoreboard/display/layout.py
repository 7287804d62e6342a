"""The layout of a panel: named fields, and which of them are shown when, as data.

Rule kept here: a mistake in a layout is named with its key, and with what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from scoreboard.display.diamond import Bases, Diamond
from scoreboard.display.due import Due, is_choice_open
from scoreboard.display.fields import (
    Bar,
    CardsDue,
    Count,
    CountDigit,
    DisplayField,
    Drawn,
    HalfMark,
    Ink,
    Inning,
    Label,
    Ladder,
    Player,
    Runs,
    TeamName,
    Winner,
)
from scoreboard.display.fonts import FONTS
from scoreboard.display.line_score import LineScore
from scoreboard.display.lineup import TICKS_PER_TURN, Corner, Dugout, HelmetUp, Letters, SignOn, between_plays
from scoreboard.display.palette import INKS, LIT_FROM, luminance
from scoreboard.display.panel_scene import TEAM_INKS
from scoreboard.display.pixels import Color
from scoreboard.msgspec_errors import MISSING_KEY, UNKNOWN_KEY, is_wrong_choice, located
from scoreboard.rules.events import in_words
from scoreboard.rules.state import Game

AnyField: TypeAlias = (
    Runs | TeamName | Player | Bar | Inning | HalfMark | Count | CountDigit | CardsDue | Label | Winner
    | Diamond | Bases | Corner | Letters | HelmetUp | SignOn | Dugout | LineScore | Due
)  # fmt: skip
KINDS: Final[Mapping[str, type[DisplayField]]] = {str(kind.__struct_config__.tag): kind for kind in AnyField.__args__}
"""Every kind of field by the name that a layout has for it."""
RIGHT: Final[Mapping[str, str]] = {
    "at": "write [x, y], pixels from the panel's top left corner",
    "size": "write [width, height] in pixels",
    "first": "write [x, y], pixels from the field's top left corner",
    "step": "write [right, down] in pixels, for arrows a number of pixels to the right",
    "reach": "write [across, down] in pixels",
    "between": "write five [x, y], pixels from the middle of the diamond",
    "fonts": 'write a list, such as ["large", "small"]',
    "side": "choose away, home",
    "half": "choose top, bottom",
    "of": "choose balls, strikes, outs",
    "block": "choose none, dim, lit",
    "mono": "choose none, dim, lit",
    "align": "choose left, middle, right",
}
"""What a key of a field wants."""
HUNDRED: Final = 100
NEEDS: Final[Mapping[str, Callable[[Game], bool]]] = {
    "": lambda _: True,
    "players": lambda game: game.up is not None,
    "no-players": lambda game: game.up is None,
    "helmets": lambda game: game.batter is not None,
    "no-helmets": lambda game: game.batter is None,
    "count": lambda game: game.cards is None,
    "cards": lambda game: game.cards is not None,
    "sign": lambda game: bool(game.signs.sign_on),
    "due": lambda game: not game.over,
    "two-digits": lambda game: max(game.away, game.home) < HUNDRED,
    "three-digits": lambda game: max(game.away, game.home) >= HUNDRED,
}
"""What a page may need: named players, helmets, balls and strikes, RallyBird's cards, a sign that is on, a throw, room
beside the runs."""
HEX: Final = re.compile(r"#[0-9a-fA-F]{6}")


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """A page and the half seconds that it stays before the next one of the same moment.

    Attributes:
        page: its name.
        ticks: the half seconds.
        needs: what a game must have for this page (`NEEDS`); empty for nothing.
    """

    page: str
    ticks: Annotated[int, Meta(ge=1, le=120)] = TICKS_PER_TURN
    needs: Literal[
        "",
        "players",
        "no-players",
        "helmets",
        "no-helmets",
        "count",
        "cards",
        "sign",
        "due",
        "two-digits",
        "three-digits",
    ] = ""

    def suits(self, game: Game) -> bool:
        """Whether this game has what the page needs."""
        return NEEDS[self.needs](game)


class Moments(Struct, frozen=True, forbid_unknown_fields=True):
    """The pages that take turns: between plays, during a play, while a choice is open, and once the game is over.

    ``steady`` ones come again before each of those between plays and during a play, however many these are. Without
    pages for a ``choice`` those during a play are seen.
    """

    between: Annotated[tuple[Turn, ...], Meta(min_length=1)]
    play: Annotated[tuple[Turn, ...], Meta(min_length=1)]
    over: Annotated[tuple[Turn, ...], Meta(min_length=1)]
    steady: tuple[Turn, ...] = ()
    choice: tuple[Turn, ...] = ()


class PanelLayout(Struct, frozen=True, kw_only=True):
    """What a panel of one size shows.

    Attributes:
        size: width and height in pixels.
        colors: those that it names itself.
        pages: the fields of each.
        shown: which pages, when.
    """

    size: tuple[int, int]
    colors: dict[str, Color]
    pages: dict[str, tuple[DisplayField, ...]]
    shown: Moments

    def fields(self, game: Game, tick: int) -> tuple[DisplayField, ...]:
        """The fields to paint now."""
        return self.pages[_on_turn(self.turns(game), tick)[0]]

    def since(self, game: Game, tick: int) -> int:
        """Half seconds for which their page was seen since the beginning, so that what it cannot show goes on later."""
        turns = self.turns(game)
        page = _on_turn(turns, tick)[0]
        rounds, left = divmod(tick, sum(turn.ticks for turn in turns))
        seen = 0
        for turn in turns:
            if turn.page == page:
                seen += rounds * turn.ticks + min(turn.ticks, max(0, left))
            left -= turn.ticks
        return seen

    def turns(self, game: Game) -> tuple[Turn, ...]:
        """The pages of this moment. A game won on a default answer may still change (D32): it is not over before OK."""
        is_open = is_choice_open(game)
        if game.over and not is_open:
            return _suited(self.shown.over, game)
        if is_open and self.shown.choice:
            return _suited(self.shown.choice, game)
        is_rest = between_plays(game) and not any(man.stranded for man in game.men)
        turns = _suited(self.shown.between if is_rest else self.shown.play, game)
        steady = tuple(turn for turn in self.shown.steady if turn.suits(game))
        return tuple(chain.from_iterable((*steady, turn) for turn in turns))


def _suited(turns: tuple[Turn, ...], game: Game) -> tuple[Turn, ...]:
    """Those that have something to say of this game; all if none has."""
    return tuple(turn for turn in turns if turn.suits(game)) or turns


def _on_turn(turns: tuple[Turn, ...], tick: int) -> tuple[str, int]:
    """The page whose turn it is, and for how long it has been."""
    left = tick % sum(turn.ticks for turn in turns)
    for turn in turns:
        if left < turn.ticks:
            return turn.page, left
        left -= turn.ticks
    raise AssertionError("it is less than all together")


class Mistake(ValueError):  # noqa: N818 - a part of a LayoutError
    """What is wrong in a layout, key first."""


def layout_of(values: Mapping[str, Any], size: tuple[int, int], *, mono: bool = False) -> PanelLayout:
    """The layout that a file's ``values`` describe, for a panel of one colour if ``mono``.

    Raises:
        Mistake: the first one.
    """
    keys = {"colors", "patterns", "fields", "pages", "shown"}
    if unknown := values.keys() - keys:
        raise Mistake(f"there is no such key as {min(unknown)}; choose {', '.join(sorted(keys))}")
    colors = {name: color_of(f"colors.{name}", written) for name, written in table_at(values, "colors").items()}
    patterns = {name: drawn(f"patterns.{name}", rows) for name, rows in table_at(values, "patterns").items()}
    hook = painted_with(patterns, colors)
    fields = {name: _field(f"fields.{name}", each, hook) for name, each in table_at(values, "fields").items()}
    if mono:
        fields = {name: _in_one_colour(field) for name, field in fields.items()}
    listed = {name: converted(f"pages.{name}", page, list[str]) for name, page in table_at(values, "pages").items()}
    pages = {
        page: tuple(_within(size, f"fields.{name}", named(f"pages.{page}", name, fields)) for name in names)
        for page, names in listed.items()
    }
    shown = converted("shown", table_at(values, "shown"), Moments)
    for moment in shown.__struct_fields__:
        for turn in getattr(shown, moment):
            named(f"shown.{moment}", turn.page, pages)
    return PanelLayout(size=size, colors=colors, pages=pages, shown=shown)


def color_of(key: str, written: object) -> Color:
    """The colour ``written``, such as ``#ffb000``, lit on a panel of one colour unless it is the ghosts'.

    Raises:
        Mistake: it is none, or too dark to be seen there.
    """
    if not isinstance(written, str) or not HEX.fullmatch(written):
        raise Mistake(f'{key}: {written!r} is no colour; write red, green and blue as in "#ffb000"')
    color = int(written[1:3], 16), int(written[3:5], 16), int(written[5:7], 16)
    if luminance(color) < LIT_FROM and key != "colors.ghost":
        raise Mistake(f"{key}: {written} is too dark for a panel of one colour; take a brighter one")
    if luminance(color) >= LIT_FROM // 2 and key == "colors.ghost":
        raise Mistake(f"{key}: {written} is too bright for a lamp that is out; take a darker one")
    return color


def table_at(values: Mapping[str, Any], key: str) -> dict[str, Any]:
    """The table of that key, empty without it; a Mistake if it is none."""
    value = values.get(key, {})
    if not isinstance(value, dict):
        raise Mistake(f"{key}: write a table, [{key}]")
    return value


def drawn(key: str, rows: object) -> Drawn:
    """The pattern of these rows; a Mistake if they are none."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise Mistake(f'{key}: write rows of # and ., such as ["#.#", ".#."]')
    wrong = next((row for row in rows if set(row) - {"#", "."} or len(row) != len(rows[0]) or not row), None)
    if wrong is not None:
        raise Mistake(f"{key}: the row {wrong!r}: all rows have the same length, and # and . alone")
    return Drawn(rows)


def painted_with(patterns: Mapping[str, Drawn], colors: Mapping[str, Color]) -> Callable[[type, Any], Any]:
    """Makes of what a field names, or writes out, what it paints with."""

    def made(kind: type, value: Any) -> Any:  # noqa: ANN401 - the signature of msgspec's hook
        if kind is Ladder:
            names = value if isinstance(value, list) and value else [value]
            return Ladder(named("", name, FONTS) for name in names)
        if kind is Ink:
            named("", value, {**colors, **INKS, **dict.fromkeys(TEAM_INKS)})
            return Ink(value)
        return named("", value, patterns) if isinstance(value, str) else drawn("", value)

    return made


def _field(key: str, value: object, hook: Callable[[type, Any], Any]) -> DisplayField:
    if not isinstance(value, dict):
        raise Mistake(f"{key}: write a table, [{key}]")
    field: DisplayField = converted(key, value, named(f"{key}.kind", value.get("kind"), KINDS), hook)
    return field


def _in_one_colour(field: DisplayField) -> DisplayField:
    """The field on the block that it has on a panel of one colour."""
    block = getattr(field, "mono", None)
    return field if block is None else msgspec.structs.replace(field, block=block)


def _within(size: tuple[int, int], key: str, field: DisplayField) -> DisplayField:
    """The field, if it lies on the panel."""
    (x, y), (width, height) = field.at, field.size
    if min(x, y) < 0 or min(width, height) < 1 or x + width > size[0] or y + height > size[1]:
        raise Mistake(
            f"{key}: at [{x}, {y}] with the size [{width}, {height}] it leaves the panel of {size[0]} x {size[1]}"
        )
    return field


def named(key: str, name: object, table: Mapping[str, Any]) -> Any:  # noqa: ANN401 - what the table has
    """What the table has under that name; a Mistake that lists the names if it has none."""
    if not isinstance(name, str) or name not in table:
        raise Mistake(f"{key}: there is no {name}; choose {', '.join(sorted(table))}".removeprefix(": "))
    return table[name]


def converted(key: str, value: object, kind: Any, hook: Callable[[type, Any], Any] | None = None) -> Any:  # noqa: ANN401 - of that kind
    """The value as that kind; a Mistake that says what would be right."""
    try:
        return msgspec.convert(value, kind, dec_hook=hook)
    except msgspec.ValidationError as error:
        raise Mistake(" ".join(_explained(key, str(error), kind))) from error


def _explained(key: str, message: str, kind: Any) -> Iterator[str]:  # noqa: ANN401 - likewise
    """The mistake, and what would be right."""
    what, place = located(message)
    plain = what.replace(UNKNOWN_KEY, "there is no such key as").replace(MISSING_KEY, "it lacks the key")
    yield f"{key}{place or ''}: {in_words(plain)}"
    asked = re.search(r"\w+", place or "")
    if asked and (is_wrong_choice(what) or what.startswith("Expected")) and asked[0] in RIGHT:
        yield f"({RIGHT[asked[0]]})"
    elif what.startswith(UNKNOWN_KEY) and hasattr(kind, "__struct_fields__"):
        yield f"(choose {', '.join(sorted(kind.__struct_fields__))})"
