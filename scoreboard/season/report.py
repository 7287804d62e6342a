"""The season as it is shown: its tables and its dice in words, and one player's career."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from scoreboard.language import Language
from scoreboard.message import Message, message
from scoreboard.rules.registry import title_named
from scoreboard.season.bests import BESTS, bests, row_of
from scoreboard.season.fair_dice import LEAST_A_FACE, DieReport, die_reports
from scoreboard.season.names import SeasonNames, same
from scoreboard.season.people import (
    BATTING,
    GAME_BATTING,
    GAME_PITCHING,
    PITCHING,
    PlayerLine,
    batted_row,
    batting,
    batting_lines,
    game_by_game,
    pitched_row,
    pitching,
    pitching_lines,
)
from scoreboard.season.season_game import FaceCounts, SeasonGame
from scoreboard.season.series import SERIES, all_series
from scoreboard.season.standings import GAMES, MEETINGS, STANDINGS, meetings, standings, team_games
from scoreboard.season.stat_table import Table, table

TABLES: Final = ("standings", "meetings", "series", "batting", "pitching", "bests", "dice")
"""The tables of a season, in the order in which they are shown."""
DICE: Final = "die throws counts verdict"


class KindOfGame(Struct, frozen=True):
    """A game that was played: its name in records, and in words."""

    rules: str
    called: str


class WordedDie(Struct, frozen=True):
    """What is known of a die, and that in words."""

    report: DieReport
    called: str
    words: str


class SeasonReport(Struct, frozen=True, kw_only=True):
    """A season.

    Attributes:
        games: how many it counts.
        uncounted: games that are not looked at yet: ask again.
        damaged: the numbers of games that cannot be read, and are not counted.
        years: in which games were begun.
        rules: the games that were played.
        tables: `TABLES`, without those that would be empty.
        dice: what is known of each die.
    """

    games: int
    uncounted: int = 0
    damaged: tuple[int, ...] = ()
    years: tuple[str, ...] = ()
    rules: tuple[KindOfGame, ...] = ()
    tables: tuple[Table, ...] = ()
    dice: tuple[WordedDie, ...] = ()

    def table(self, name: str) -> Table | None:
        """The table of that name; None where it would be empty."""
        return next((each for each in self.tables if each.name == name), None)


class CareerReport(Struct, frozen=True):
    """One player's career.

    Attributes:
        name: as it is written now.
        is_team: a team has that name.
        tables: batting and pitching, over all games and game by game; of a team its games, too.
    """

    name: str
    is_team: bool
    tables: tuple[Table, ...]


def season_report(  # noqa: PLR0913 - what is asked for, by name
    games: Sequence[SeasonGame],
    names: SeasonNames,
    language: Language,
    *,
    year: str = "",
    rules: str = "",
    uncounted: int = 0,
    damaged: tuple[int, ...] = (),
) -> SeasonReport:
    """The season of these games, of those alone of a year or of a kind where that is asked."""
    names = _spelled(games, names)
    asked = [game for game in games if year in {"", game.year} and rules in {"", game.rules}]
    at_bat, pitched = tuple(batting_lines(asked, names)), tuple(pitching_lines(asked, names))
    dice = tuple(_worded(report, language) for report in die_reports(_summed(asked)))
    tables = (
        table("standings", STANDINGS, standings(asked, names), language),
        table("meetings", MEETINGS, meetings(asked, names), language),
        table("series", SERIES, (each.row() for each in all_series(asked, names)), language),
        table("batting", BATTING, batting(at_bat), language),
        table("pitching", PITCHING, pitching(pitched), language),
        table("bests", BESTS, (row_of(feat, _record(feat.record, language)) for feat in
                               bests(asked, names, at_bat, pitched)), language),
        table("dice", DICE, map(_die_row, dice), language),
    )  # fmt: skip
    return SeasonReport(
        games=len(asked),
        uncounted=uncounted,
        damaged=damaged,
        years=tuple(sorted({game.year for game in games} - {""})),
        rules=tuple(_kind(each, language) for each in sorted({game.rules for game in games})),
        tables=tuple(each for each in tables if each.rows),
        dice=dice,
    )


def career_report(
    games: Sequence[SeasonGame], names: SeasonNames, language: Language, name: str
) -> CareerReport | None:
    """The career of the player, team or helmet of that name; None if nobody has it."""
    names = _spelled(games, names)
    at_bat, pitched = _of(name, batting_lines(games, names)), _of(name, pitching_lines(games, names))
    met = [row for row in meetings(games, names) if same(str(row["team"])) == same(name)]
    called = [line.who for line in (*at_bat, *pitched)] + [str(row["team"]) for row in met]
    if not called:
        return None
    tables = (
        table("meetings", MEETINGS, met, language),
        table("batting", BATTING, batting(at_bat), language),
        table("pitching", PITCHING, pitching(pitched), language),
        table("game-batting", GAME_BATTING, game_by_game(at_bat, batted_row, names), language),
        table("game-pitching", GAME_PITCHING, game_by_game(pitched, pitched_row, names), language),
        table("games", GAMES, team_games(games, names, name) if met else (), language),
    )
    return CareerReport(called[-1], bool(met), tuple(each for each in tables if each.rows))


def _spelled(games: Sequence[SeasonGame], names: SeasonNames) -> SeasonNames:
    """The names, each spelled in one way."""
    boxes = [box for game in games for box in (game.box.away, game.box.home)]
    people = [player.name for box in boxes for player in box.players]
    return names.spelled("teams", (box.name for box in boxes)).spelled("people", people)


def _of(name: str, lines: Iterable[PlayerLine]) -> list[PlayerLine]:
    return [line for line in lines if same(line.who) == same(name)]


def _summed(games: Iterable[SeasonGame]) -> dict[str, FaceCounts]:
    """How the dice fell in all these games."""
    summed = dict[str, FaceCounts]()
    for game in games:
        for die, fell in game.dice.items():
            before = summed.get(die, FaceCounts((0,) * len(fell.counts), 0.0))
            counts = tuple(old + new for old, new in zip(before.counts, fell.counts, strict=True))
            summed[die] = FaceCounts(counts, before.doubt + fell.doubt)
    return summed


def _kind(rules: str, language: Language) -> KindOfGame:
    return KindOfGame(rules, language.say(title_named(rules)))


def _record(name: str, language: Language) -> str:
    # one of: season.record.* and the name of a record
    return language.say(message(f"season.record.{name}"))


def _worded(report: DieReport, language: Language) -> WordedDie:
    called = language.say(_called(report.die))
    words = message(
        # one of: season.die.too-few, season.die.fair, season.die.odd
        f"season.die.{report.verdict}",
        count=report.throws,
        least=LEAST_A_FACE * len(report.counts),
        face=_face(report, language),
        times=max(report.counts),
        expected=round(report.expected),
    )
    return WordedDie(report, called, language.say(words))


def _called(die: str) -> Message:
    # one of: season.die.chip, season.die.dice
    return message(f"season.die.{die}") if die in {"chip", "dice"} else message("season.die.of-color", color=die)


def _face(report: DieReport, language: Language) -> str:
    if report.die == "chip":
        return language.say(message("season.die.hit" if report.face == 1 else "season.die.out"))
    return str(report.face)


def _die_row(die: WordedDie) -> dict[str, str | int | float | None]:
    return {
        "die": die.called,
        "throws": die.report.throws,
        "counts": " ".join(map(str, die.report.counts)),
        "verdict": die.words,
    }
