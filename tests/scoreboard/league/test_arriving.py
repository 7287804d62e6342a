"""Games that arrive line by line: once, whole, in whatever order, and whatever one stadium sends costs it alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from support.league import KEYS, league, record, sent

from scoreboard.journal.checksums import of_line
from scoreboard.language import language
from scoreboard.league import arriving
from scoreboard.league.arriving import Arrivals, unassembled
from scoreboard.league.game_store import GameStore, open_store
from scoreboard.league.league_file import Dismissed, League
from scoreboard.league.league_report import league_report
from scoreboard.league.seal import sealed
from scoreboard.record import encode, encode_all
from scoreboard.rules.events import AnyLine, Press

ENGLISH = language("en")
HOUR_NS = 3600 * 10**9


def plays(box: str, played: int, record_lines: Sequence[AnyLine], by: str = "", **changes: object) -> list[bytes]:
    """The game as its stadium publishes it: each line, the last with the seal, of which ``changes`` are made."""
    checksum, found = 0, []
    for number, line in enumerate(record_lines, 1):
        checksum = of_line(encode(line), checksum)
        message = {"key": f"{box}-{number}", "game": played, "number": number, "checksum": checksum, "cause": line}
        found.append(message | {"told": "Hit!", "late": False})
    found[-1]["seal"] = replace(sealed(encode_all(record_lines), box, played, KEYS[by or box]), **changes)
    return [msgspec.json.encode(each) for each in found]


class Table:
    """A league that hears of games; what is kept of it is on the disk."""

    def __init__(self, file: Path) -> None:
        self.file, self.now, self.league = file, 1_800_000_000 * 10**9, league()
        self.open()

    def open(self) -> None:
        """As a start finds it."""
        self.store: GameStore = open_store(str(self.file))
        self.arrivals = Arrivals(self.store, lambda: self.league, lambda: self.now)

    def hear(self, box: str, payloads: Sequence[bytes], at_once: int = 7) -> None:
        """These arrive, so many at once, and are judged."""
        for start in range(0, len(payloads), at_once):
            for each in payloads[start : start + at_once]:
                self.arrivals.take(box, each)
            self.arrivals.keep()
        while self.arrivals.has_due:
            self.arrivals.judge()

    def counted(self, of: League | None = None) -> int:
        """The games that count."""
        return league_report(of or self.league, self.store.games(), ENGLISH).games

    def faults(self) -> list[str]:
        """Why the others do not."""
        games = [*self.store.games(), *unassembled(self.store)]
        return [ENGLISH.say(each.fault) for each in games if each.fault is not None]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A league with both stadiums."""
    made = Table(tmp_path / "league.sqlite")
    yield made
    made.store.close()


def test_a_game_is_kept_as_it_was_sealed(table: Table) -> None:
    """The same seal and record as the stadium's files have."""
    table.hear("attic", plays("attic", 1, record(1)))
    (game,) = table.store.games()
    assert (sent("attic", 1, record(1)).seal, encode_all(record(1))) == (game.sent.seal, game.sent.record)
    assert 1 == table.counted()


@pytest.mark.parametrize("seed", range(3))
def test_any_order_repeats_and_restarts(table: Table, seed: int) -> None:
    """Lines of two stadiums in any order, some twice, with the program killed in between: each game once."""
    lots = Random(seed)  # noqa: S311 - an order for a test
    all_sent = [(box, each) for box in KEYS for number in (1, 2) for each in plays(box, number, record(number))]
    all_sent += lots.choices(all_sent, k=40)
    lots.shuffle(all_sent)
    for number, (box, payload) in enumerate(all_sent):
        table.hear(box, [payload])
        if number % 50 == 49:
            table.arrivals.take(box, all_sent[0][1])  # it arrived, and is not acknowledged
            table.store.close()
            table.open()
    assert 4 == table.counted() == len(list(table.store.games()))
    assert [] == table.faults()


def test_a_correction_takes_the_place(table: Table) -> None:
    """The longer record counts, of the lines that arrived long before."""
    lines = record(1)
    longer = [*lines, Press(button="ball")]
    table.hear("attic", [*plays("attic", 1, lines), plays("attic", 1, longer)[-1]])
    assert 1 == table.counted()
    assert [len(lines), len(longer)] == sorted(each.lines for each in table.store.games() if each.game)


def test_two_games_of_one_number_are_two(table: Table) -> None:
    """A journal that was erased begins to count anew: no line of the one is taken for the other's."""
    table.hear("attic", [*plays("attic", 1, record(1)), *plays("attic", 1, record(2))])
    assert 2 == table.counted()
    assert [] == table.faults()


def test_what_is_lacking_is_named_and_healed(table: Table) -> None:
    """Lines that were published before the league listened come as a file, or later."""
    first, second = plays("attic", 1, record(1)), plays("cellar", 1, record(2))
    table.hear("attic", first[3:])
    table.hear("cellar", [*second[:5], *second[6:]])
    assert 0 == table.counted()
    assert [each.partition(" did not")[0] for each in table.faults()] == ["lines 1 to 3", "line 6"]
    table.hear("cellar", second[5:6])
    table.store.keep([arriving.verified(sent("attic", 1, record(1)), table.league)])
    assert 2 == table.counted()
    assert [] == table.faults()


FORGED = {
    "by another stadium": plays("attic", 1, record(1), by="cellar"),
    "with another's name": plays("cellar", 1, record(1)),
    "of another game": plays("attic", 1, record(1), game=2),
    "of fewer lines": plays("attic", 1, record(1), lines=3),
    "without a signature": plays("attic", 1, record(1), signature="00"),
    "of another record": plays("attic", 1, record(1), sha256="0" * 64),
}


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_game_is_named_and_not_counted(table: Table, kind: str) -> None:
    """Whatever is wrong with its seal; and the true one counts when it comes."""
    table.hear("attic", FORGED[kind])
    assert (0, 1) == (table.counted(), len(table.faults()))
    table.hear("cellar", plays("cellar", 1, record(2)))
    assert 1 == table.counted()


def test_a_line_that_was_changed_lets_nothing_pass(table: Table) -> None:
    """Its checksum does not go on from the one before: the game is not whole."""
    messages = plays("attic", 1, record(1))
    messages[2] = messages[2].replace(b'"values":[', b'"values":[ ')
    table.hear("attic", messages)
    assert (0, 1) == (table.counted(), len(table.faults()))


HOSTILE = {
    "no JSON": b"\xff{",
    "nothing": b"",
    "deep": b'{"game":1,"number":1,"checksum":1,"cause":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "a number below": b'{"game":1,"number":0,"checksum":1,"cause":{}}',
    "an endless game": b'{"game":1,"number":20001,"checksum":1,"cause":{}}',
    "no number": b'{"game":"1","number":1,"checksum":1,"cause":{}}',
    "a huge line": b'{"game":1,"number":1,"checksum":1,"cause":"' + b"x" * (64 << 10) + b'"}',
    "two lines": b'{"game":1,"number":1,"checksum":1,"cause":{\n}}',
    "a huge game": b'{"game":9223372036854775808,"number":1,"checksum":1,"cause":{}}',
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_cannot_be_read_is_named_and_costs_nobody_else(table: Table, kind: str) -> None:
    """By the stadium that sends it; nothing of it is kept."""
    table.hear("attic", [HOSTILE[kind]])
    assert "cannot be read" in ENGLISH.say(table.arrivals.troubles["attic"])
    assert [] == table.store.fetch("SELECT * FROM lines")
    table.hear("cellar", plays("cellar", 1, record(1)))
    assert 1 == table.counted()


def test_who_is_not_of_the_league_is_named(table: Table) -> None:
    """And nothing is kept of it, however often it comes with another name."""
    for number in range(100):
        table.hear(f"loft{number}", plays("attic", 1, record(1))[:1])
    assert 1 == len(table.arrivals.troubles)
    assert "no stadium loft99" in ENGLISH.say(table.arrivals.troubles[arriving.UNKNOWN])
    assert [] == table.store.fetch("SELECT * FROM lines")


def test_one_stadium_fills_no_disk(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of it in a day is bounded, and of its old games; the next day it is heard again."""
    monkeypatch.setattr(arriving, "A_DAY", 30_000)
    monkeypatch.setattr(arriving, "LET_GO_EVERY", 1_000)
    monkeypatch.setattr(arriving, "GAMES_KEPT", 3)
    for number in range(1, 40):
        table.hear("attic", plays("attic", number, record(1 + number % 20))[:-1])
    assert "more than a league takes" in ENGLISH.say(table.arrivals.troubles["attic"])
    assert 3 >= len(table.store.fetch("SELECT DISTINCT game FROM lines"))
    table.hear("cellar", plays("cellar", 1, record(2)))
    table.now += 24 * HOUR_NS
    table.hear("attic", plays("attic", 50, record(3)))
    assert 2 == table.counted()


def test_forged_seals_are_not_piled_up(table: Table) -> None:
    """A few of them are named."""
    for number in range(1, 60):
        table.hear("attic", plays("attic", number, record(1)[:2], by="cellar"))
    assert arriving.FORGED_A_DAY == len(table.faults())


def test_the_file_decides_again(table: Table) -> None:
    """A game that did not count counts once the league's file lets it, and the other way about."""
    table.league = league(rules=["diamante-amateur"])
    table.hear("attic", plays("attic", 1, record(1)))
    assert (0, 1) == (table.counted(), len(table.faults()))
    table.league = league()
    table.arrivals.judge_again()
    assert (1, []) == (table.counted(), table.faults())
    why = Dismissed("attic", 1, "played with ten men")
    report = league_report(replace(table.league, dismissed=(why,)), table.store.games(), ENGLISH)
    not_counted = report.table("not-counted")
    assert not_counted is not None
    assert (0, "the league has dismissed it: played with ten men") == (report.games, not_counted.rows[0]["why"])
