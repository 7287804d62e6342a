"""Damage to one game costs one game, is named by game and line, and is never taken for what was written."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.journal import by_hand, damage_text, older
from support.lab import examples
from support.scoring import SETUP, blue, lines_of, red

from scoreboard.errors import (
    GameDamagedError,
    JournalDamagedError,
    JournalInUseError,
    JournalTooNewError,
    ScoreboardError,
)
from scoreboard.journal import store as journal_module
from scoreboard.journal.lock import claim
from scoreboard.journal.store import Journal
from scoreboard.journal.summary import Summary, summary_of_lines
from scoreboard.rules.events import AnyLine

GAMES: list[list[AnyLine]] = [[SETUP, *lines_of([(at * 7 + game) % 10 + 1 for at in range(20)])] for game in range(4)]
CUT = "DROP TRIGGER lines_stay"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of four games; the second has a die that shows 4 in its second line and was played in our own way."""
    path = tmp_path / "games.sqlite"
    with Journal.create(path) as journal:
        journal.add(GAMES[0])
        journal.add([SETUP, blue(4), red(5)], rulings={"plus": 2})
        journal.add(GAMES[2])
        journal.add(GAMES[3], imported=True)
    return path


def of_game_2(path: Path) -> str:
    """What is wrong with the journal: with its second game alone, which the list shows too."""
    with Journal.open_readonly(path) as journal:
        (error,) = journal.damage()
        assert 2 == error.game
        listed = journal.listings()
        assert [(1, True), (2, False), (3, True), (4, True)] == [(each.game, each.sound) for each in listed]
        for game in (1, 3, 4):
            assert GAMES[game - 1] == [line for _, line in journal.lines(game)]
    return str(error)


# -- what can become of a game


def test_a_digit_that_has_changed_is_found(path: Path) -> None:
    """The line still reads, and still is not the one that was written."""
    damage_text(path, b'"color":"blue","value":4}', b'"color":"blue","value":6}', last=True)
    assert "game 2, line 2: it is not as it was written" in of_game_2(path)
    with Journal.open_readonly(path) as journal, pytest.raises(GameDamagedError, match="game 2, line 2"):
        list(journal.lines(2))
    with Journal.open_readonly(path) as journal:
        assert [SETUP] == list(journal.readable(2))


def test_unreadable_line_says_what_to_do(path: Path) -> None:
    """The error says how to keep what comes before."""
    damage_text(path, b'{"type":"die","color":"blue","value":4}', b'["type":"die","color":"blue","value":4}', last=True)
    read = of_game_2(path)
    assert "game 2, line 2: " in read
    assert "stadium export 2 FILE --damaged" in read


@pytest.mark.parametrize(("number", "named"), [(3, 3), (2, 2)], ids=["last", "middle"])
def test_a_line_that_is_gone_is_missed(path: Path, number: int, named: int) -> None:
    """Also the last one, after which nothing comes that could tell."""
    by_hand(path, CUT, f"DELETE FROM lines WHERE game = 2 AND number = {number}")  # noqa: S608 - a number of ours
    assert f"game 2, line {named}: it is missing" in of_game_2(path)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ('INSERT INTO lines VALUES (2, 4, \'{"type":"hold"}\')', "game 2, line 4: its checksum is missing"),
        ("UPDATE checksums SET checksum = 7 WHERE game = 2 AND number = 3", "game 2, line 3: it is not as it was"),
        ("DELETE FROM checksums WHERE game = 2 AND number = 3", "game 2, line 3: its checksum is missing"),
        ("UPDATE games SET imported = 1 WHERE game = 2", "game 2: its house rules are damaged"),
        ("UPDATE house SET rulings = '{\"plus\":3}' WHERE game = 2", "game 2: its house rules are damaged"),
        ("DELETE FROM house WHERE game = 2", "game 2: its house rules are damaged"),
        ("DELETE FROM lines WHERE game = 2", "game 2, line 1: it is missing"),
        ("DELETE FROM games WHERE game = 2", "game 2: it is missing among the games"),
        (
            "UPDATE lines SET line = replace(line, '4', '6') WHERE game = 2 AND number = 2",
            "game 2, line 2: it is not as it was",
        ),
    ],
)
def test_whatever_is_noted_of_a_game_is_covered(path: Path, change: str, expected: str) -> None:
    """Its lines, their order and number, whether it was imported, how the house played it, and the checksums too."""
    triggers = "lines_kept lines_stay games_kept games_stay house_kept house_stays checksums_kept checksums_stay"
    by_hand(path, *(f"DROP TRIGGER {name}" for name in triggers.split()), change)
    assert expected in of_game_2(path)


@pytest.mark.parametrize("done", ["SELECT raise(IGNORE)", "DELETE FROM summaries"])
def test_a_strangers_trigger_is_refused(path: Path, done: str) -> None:
    """A file with one, as a backup may hold, is neither played from nor put back: it could swallow each line."""
    by_hand(path, f"CREATE TRIGGER swallow BEFORE INSERT ON lines BEGIN {done}; END")
    with pytest.raises(JournalDamagedError, match="tables are not as they were made"):
        Journal.create(path)
    with Journal.open_readonly(path) as journal, pytest.raises(JournalDamagedError):
        journal.verify()


def test_damaged_checksum_costs_nothing(path: Path) -> None:
    """The last one stands for the whole game."""
    by_hand(
        path,
        "DROP TRIGGER checksums_kept",
        "UPDATE checksums SET checksum = 7 WHERE game = 1 AND number BETWEEN 1 AND 4",
    )
    with Journal.open_readonly(path) as journal:
        assert ([], GAMES[0]) == (list(journal.damage()), [line for _, line in journal.lines(1)])


@pytest.mark.parametrize("change", ["UPDATE checksums SET checksum = 1", "DELETE FROM checksums", "DELETE FROM turns"])
def test_checksums_are_history_too(path: Path, change: str) -> None:
    """A line and its checksum do not change together."""
    with pytest.raises(Exception, match="history is only added to"):
        by_hand(path, change)


def test_unreadable_page_costs_only_its_games(tmp_path: Path) -> None:
    """The list still shows all the others, and says of those what they are."""
    path = tmp_path / "games.sqlite"
    with Journal.create(path) as journal:
        for _ in range(30):
            journal.add(GAMES[0])
    content = bytearray(path.read_bytes())
    page = content.rindex(b'"color":"blue"', 0, len(content) // 2) // 4096 * 4096
    content[page : page + 8] = b"\xff" * 8
    path.write_bytes(content)
    with Journal.open_readonly(path) as journal:
        listed = journal.listings()
        sound = [each.game for each in listed if each.sound]
        assert 30 == len(listed)
        assert 20 < len(sound) < 30
        for game in sound:
            assert GAMES[0] == [line for _, line in journal.lines(game)]
        assert {each.game for each in listed} - set(sound) == {error.game for error in journal.damage()}


@cache
def four_games() -> bytes:
    """A journal of four games, as the card holds it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        with Journal.create(path) as journal:
            for lines in GAMES:
                journal.add(lines)
        return path.read_bytes()


@cache
def their_summaries() -> list[Summary]:
    """What a list shows of them."""
    return [summary_of_lines(enumerate(lines, start=1), {}) for lines in GAMES]


@settings(max_examples=examples(200))
@given(st.integers(0, 2**31), st.integers(0, 7))
@example(47141, 0)  # a line has the number of the next
@example(20046, 0)  # a checksum is out of reach
@example(45060, 0)  # a line is found by a scan, not by its game
@example(4106, 0)  # a game is found by a scan, not by its number
@example(4107, 2)  # a game is found by its number as another
@example(2919, 0)  # a column has another name
def test_no_flipped_bit_passes_for_what_was_written(where: int, bit: int) -> None:
    """Wherever it is: a game that is called sound is the game that was played, and so is what the list shows of it."""
    content = bytearray(four_games())
    content[where % len(content)] ^= 1 << bit
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        path.write_bytes(content)
        try:
            with Journal.open_readonly(path) as journal:
                listed = journal.listings()
                damaged = {error.game for error in journal.damage()}
                for each in listed:
                    if each.game not in damaged:
                        assert GAMES[each.game - 1] == [line for _, line in journal.lines(each.game)]
                    if each.sound:
                        assert each.game not in damaged
                        assert each.summary in (None, their_summaries()[each.game - 1])
        except (JournalDamagedError, JournalTooNewError):
            return


def test_most_flipped_bits_leave_the_list(tmp_path: Path) -> None:
    """A hundred bits flipped one after another among the lines: each time the other games are listed."""
    lots, path = random.Random(3), tmp_path / "games.sqlite"  # noqa: S311 - a place, no secret
    text = [at for at in range(len(four_games())) if four_games()[at : at + 8] == b'{"type":']
    for _ in range(100):
        content = bytearray(four_games())
        content[lots.choice(text) + lots.randrange(8)] ^= 1 << lots.randrange(8)
        path.write_bytes(content)
        with Journal.open_readonly(path) as journal:
            assert [False, True, True, True] == sorted(each.sound for each in journal.listings())


# -- a journal of an older form


@pytest.mark.parametrize("form", [1, 2])
def test_older_journals_lines_get_checksums(path: Path, tmp_path: Path, form: int) -> None:
    """From then on a changed digit in them is found."""
    path = tmp_path / "old" / "games.sqlite"
    older(path, form, GAMES[0], [SETUP, blue(4), red(5)], GAMES[2], GAMES[3])
    Journal.create(path).close()
    damage_text(path, b'"color":"blue","value":4}', b'"color":"blue","value":6}', last=True)
    with Journal.open_readonly(path) as journal:
        assert [(2, 2)] == [(error.game, error.number) for error in journal.damage()]


def test_unreadable_older_game_keeps_its_damage(tmp_path: Path) -> None:
    """It gets no checksums, which would make the damage good."""
    path = tmp_path / "games.sqlite"
    older(path, 2, GAMES[0], [SETUP, blue(4), red(5)])
    damage_text(path, b'"color":"blue","value":4}', b'"color":"blue","value":x}', last=True)
    with Journal.create(path) as journal:
        assert ((2,), [(2, 2)]) == (
            journal.games_without_checksums(),
            [(error.game, error.number) for error in journal.damage()],
        )


def test_a_large_older_journal_is_brought_up_to_date_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tables are there, its checksums come later, and until then it is read and played as it is."""
    monkeypatch.setattr(journal_module, "MAX_QUICK_BYTES", 0)
    path = tmp_path / "games.sqlite"
    older(path, 2, *GAMES)
    with Journal.create(path) as journal:
        assert ((1, 2, 3, 4), ()) == (journal.games_without_checksums(), tuple(journal.damage()))
        assert GAMES[1] == [line for _, line in journal.lines(2)]
        journal.append(4, len(GAMES[3]) + 1, blue(3))
        assert (1, 2, 3) == journal.games_without_checksums()
        journal.add_checksums((1, 2))
        journal.add_checksums(journal.games_without_checksums())
        assert [True] * 4 == [each.sound for each in journal.listings()]
        assert [*GAMES[3], blue(3)] == [line for _, line in journal.lines(4)]


@pytest.mark.parametrize("form", [1, 2])
def test_power_cut_during_a_journal_upgrade_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: int
) -> None:
    """At whatever statement: the next start finds the old form or the new one, with every line."""
    older(kept := tmp_path / "older" / "games.sqlite", form, *GAMES)
    for at in range(1, 60):
        path = shutil.copytree(kept.parent, tmp_path / str(at)) / kept.name
        if not pulled(path, monkeypatch, at):
            break
        with Journal.open_readonly(path) as journal:
            assert GAMES == [[line for _, line in journal.lines(game)] for game in range(1, 5)]
        with Journal.create(path) as journal:
            assert ([], ()) == (list(journal.damage()), journal.games_without_checksums())
            assert GAMES == [[line for _, line in journal.lines(game)] for game in range(1, 5)]
    assert at > 20


def pulled(path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> bool:
    """Open the journal to write, and pull the plug before the statement ``at``; whether there was one."""
    do, count = Journal._execute, iter(range(1, at))

    def until(journal: Journal, statement: str, *values: object) -> object:
        if next(count, None) is None:
            raise KeyboardInterrupt
        return do(journal, statement, *values)

    with monkeypatch.context() as plug:
        plug.setattr(Journal, "_execute", until)
        try:
            Journal.create(path).close()
        except KeyboardInterrupt:
            return True
    return False


def test_older_scoreboard_in_play_keeps_its_journal(tmp_path: Path) -> None:
    """It would go on to write lines without checksums: an import right after an update waits until it has stopped."""
    path = tmp_path / "games.sqlite"
    older(path, 2, *GAMES)
    with claim(path), pytest.raises(JournalInUseError):
        Journal.create(path)
    Journal.create(path).close()


# -- what it costs


@pytest.mark.parametrize("length", [20, 4000])
def test_an_append_costs_the_same_however_long_the_game_is(tmp_path: Path, length: int) -> None:
    """SQLite's own steps are counted, which say more than a clock."""
    with Journal.create(tmp_path / "games.sqlite") as journal:
        game = journal.add([SETUP, *[blue(3)] * (length - 1)])
        assert steps(journal, lambda: journal.append(game, length + 1, blue(4))) < 300


def test_start_costs_the_same_for_any_number_of_games(tmp_path: Path) -> None:
    """A start and a new game ask the same of the journal, however many games it has."""
    with Journal.create(tmp_path / "games.sqlite") as journal:
        for _ in range(300):
            journal.add([SETUP])
        assert steps(journal, lambda: (journal.latest(), journal.highest(), journal.add([SETUP]))) < 500


def steps(journal: Journal, do: Callable[[], object]) -> int:
    """How many steps SQLite's machine takes."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    journal._connection.set_progress_handler(count, 1)
    do()
    journal._connection.set_progress_handler(None, 1)
    return taken


# -- a log without its database


@pytest.mark.parametrize("emptied", [True, False], ids=["empty", "missing"])
@pytest.mark.parametrize("opened", [Journal.create, Journal.open_readonly])
def test_a_log_whose_database_is_gone_is_not_thrown_away(
    path: Path, emptied: bool, opened: Callable[[Path], Journal]
) -> None:
    """SQLite itself would delete it, with the last games in it."""
    log = path.with_name("games.sqlite-wal")
    log.write_bytes(b"a log with games in it")
    if emptied:
        path.write_bytes(b"")
    else:
        path.unlink()
    with pytest.raises(ScoreboardError, match=r"games\.sqlite-wal beside it is not"):
        opened(path)
    assert b"a log with games in it" == log.read_bytes()
