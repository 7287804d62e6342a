"""Games as an event file in Retrosheet's form, which Chadwick and other programs read.

Rule kept here: nothing is passed off as what it is not. The nine players of each side are invented and called so, and
remarks say what game was played, and which innings. In the archive are the event file and what Chadwick asks for beside
it, the teams and their rosters: unpack it, and ``cwbox -y YEAR FILE.EVN`` prints every box score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from typing import ClassVar, Final

from scoreboard.exports.forms import ExportedGame, Form, archive, ascii_text, day_of, registered
from scoreboard.exports.game_lines import SIDES, SLOTS, HalfInning, half_innings
from scoreboard.exports.play_lines import NO_PLAY, PlayLine
from scoreboard.language import ENGLISH, Language
from scoreboard.message import Message, message
from scoreboard.rules import title_of

NO_DAY: Final = date(1900, 1, 1)
"""Where none was recorded: such a file cannot do without."""
MOST_INNINGS: Final = 49
"""Chadwick has no room for more; the message says so, too."""
LONGEST_REMARK: Final = 200
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LEAGUE: Final = "A"
REMARKS: Final = (
    "Played with dice on a table; this is no game of a league, and none of Retrosheet's.",
    "Nine invented players of each side bat in turn, for whoever really batted.",
    "99 stands for fielders whom the game does not name.",
)


@registered
class Retrosheet(Form):
    """An event file, with the teams and rosters that go with it."""

    name: ClassVar[str] = "retrosheet"
    ending: ClassVar[str] = "zip"

    def refuses(self, game: ExportedGame) -> Message | None:
        """A game without plate appearances has nothing that such a file could say, nor has one without end."""
        history = game.history
        if history.setup.chart is not None and not history.setup.chart.has_batters:
            return message("export.no-batters", id=game.number, title=title_of(history.setup))
        if history.game.inning - history.beginning.first + 1 > MOST_INNINGS:
            return message("export.too-long", id=game.number)
        return None

    def written(self, games: Iterable[ExportedGame], language: Language) -> bytes:  # noqa: ARG002 - programs read it
        """The archive."""
        teams, records = Teams(), list[str]()
        played, years = Counter[tuple[str, date]](), set[int]()
        for game in games:
            history, day = game.history, day_of(game.history) or NO_DAY
            years.add(day.year)
            home = teams.code(history.game.team("home").name)
            away = teams.code(history.game.team("away").name)
            number = played[home, day]
            played[home, day] += 1
            records += _game(game, day, number, {"away": away, "home": home})
        year = max(years, default=NO_DAY.year)
        files = {f"{year}STA.EVN": _text(records)}
        for each in sorted(years):
            files[f"TEAM{each}"] = _text(f"{code},{LEAGUE},{name},{name}" for name, code in teams.codes.items())
            for name, code in teams.codes.items():
                files[f"{code}{each}.ROS"] = _text(_roster(code, name))
        return archive(files)


class Teams:
    """The three letters of every team."""

    def __init__(self) -> None:
        self.codes = dict[str, str]()

    def code(self, name: str) -> str:
        """The first letters of its name, or others where another team has those."""
        name = _field(name)
        if name not in self.codes:
            taken = set(self.codes.values())
            letters = "".join(filter(str.isalpha, ascii_text(name).upper()))[:3].ljust(3, "X")
            others = (f"{letters[:2]}{last}" for last in LETTERS)
            anything = (f"{a}{b}{c}" for a in LETTERS for b in LETTERS for c in LETTERS)
            self.codes[name] = next(code for code in (letters, *others, *anything) if code not in taken)
        return self.codes[name]


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def _quoted(text: str) -> str:
    """Without what ends a field in quotation marks."""
    return ascii_text(text).replace('"', "'")


def _field(text: str) -> str:
    """Without what ends a field."""
    return _quoted(text).replace(",", " ")


def _player(code: str, slot: int) -> str:
    """Eight characters, as programs expect them."""
    return f"{code.lower()}sl{slot:03}"


def _roster(code: str, name: str) -> Iterator[str]:
    return (f"{_player(code, slot)},Slot {slot},{name},R,R,{code},X" for slot in range(1, SLOTS + 1))


def _game(game: ExportedGame, day: date, number: int, codes: dict[str, str]) -> Iterator[str]:
    history = game.history
    yield f"id,{codes['home']}{day:%Y%m%d}{number}"
    yield "version,2"
    info = {
        "visteam": codes["away"],
        "hometeam": codes["home"],
        "site": "TABLE",
        "date": f"{day:%Y/%m/%d}",
        "number": str(number),
        "usedh": "false",
        "innings": str(history.game.innings),
        "tiebreaker": "2",
    }
    yield from (f"info,{key},{value}" for key, value in info.items())
    for at, side in enumerate(SIDES):
        name = _quoted(history.game.team(side).name)
        for slot in range(1, SLOTS + 1):
            yield f'start,{_player(codes[side], slot)},"{name} {slot}",{at},{slot},{slot}'
    yield from map(_remark, _remarks(game))
    for half in _with_a_beginning(half_innings(history)):
        yield from _half(half, codes[half.side])


def _remarks(game: ExportedGame) -> Iterator[str]:
    history = game.history
    yield f"Game {game.number} of a stadium scoreboard: {ENGLISH(title_of(history.setup))}."
    yield from REMARKS
    if day_of(history) is None:
        yield "Nobody knows on which day it was played."
    if history.beginning.first > 1:
        yield f"Inning 1 here was inning {history.beginning.first} of the game."
    if not history.game.over:
        yield "The game is not over."


def _remark(text: str) -> str:
    return f'com,"{_quoted(text)[:LONGEST_REMARK]}"'


def _with_a_beginning(halves: tuple[HalfInning, ...]) -> Iterator[HalfInning]:
    """Before the first line another on which nothing depends: programs look at no inning, and no runner, before it."""
    first = halves[0]
    if (first.inning, first.side) != (1, "away") or (first.lines[:1] and first.lines[0].placed):
        yield HalfInning(1, "away", [PlayLine(NO_PLAY, slot=1)])
    yield from halves


def _half(half: HalfInning, code: str) -> Iterator[str]:
    for line in half.lines:
        yield from map(_remark, line.remarks)
        if line.placed is not None:
            slot, base = line.placed
            yield f"radj,{_player(code, slot)},{base}"
        home = int(half.side == "home")
        yield f"play,{half.inning},{home},{_player(code, line.slot)},??,,{line}"
