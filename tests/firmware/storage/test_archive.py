"""Old games leave the journal packed, never lost, and the journal stays within its bound."""

from __future__ import annotations

import gzip
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import connect

import pytest
from click.testing import Result
from msgspec import structs
from support.journal import by_hand
from support.scoring import SETUP, blue, command_line, lines_of, record_of

from firmware.cli.main import main
from firmware.service.journal_maintenance import JournalMaintenance
from firmware.storage import archive
from firmware.storage.archive import PackingError, all_but_newest, begun_before, over_limit, pack
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH
from scoreboard.rules.events import AnyLine, Setup

LINES = lines_of([3, 4, 5, 6, 7] * 6)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of twelve games, one begun in each month of 2025, and an imported one without a date."""
    path = tmp_path / "games.sqlite"
    with Journal.create(path) as journal:
        for month in range(1, 13):
            journal.add(game(month))
        journal.add([SETUP, *LINES], imported=True)
    return path


def game(month: int) -> list[AnyLine]:
    """A game begun on the first of a month; one of them in a leap second."""
    return [structs.replace(SETUP, at=f"2025-{month:02}-01T12:00:{60 * (month == 2):02}Z"), *LINES]


def numbers(path: Path) -> list[int]:
    """The games that are in the journal."""
    with Journal.open_readonly(path) as journal:
        return [listed.game for listed in journal.games()]


def trim(path: Path, limit: int, folder: Path) -> None:
    """Bring the journal below its limit, as a scoreboard does during play."""
    work = JournalMaintenance(path, limit, folder)
    while work():
        pass


def stadium(*arguments: str | Path, given: bytes = b"") -> Result:
    """Run a command as a user would."""
    return command_line().invoke(main, [str(argument) for argument in arguments], input=given)


def test_packed_games_come_back_from_files(path: Path, tmp_path: Path) -> None:
    """A packed game brought in again is the same to the byte."""
    result = stadium("clean-up", "--keep", "4", "--journal", path, "--to", tmp_path / "old")
    assert ("9 games packed into", [10, 11, 12, 13]) == (result.stdout[:19], numbers(path))
    record = gzip.decompress((tmp_path / "old" / "game-0003.jsonl.gz").read_bytes())
    assert 0 == stadium("import", "-", "--journal", path, given=record).exit_code
    setup = game(3)[0]
    assert isinstance(setup, Setup)
    assert record_of(*LINES, setup=setup) == stadium("export", "14", "--journal", path).stdout_bytes


@pytest.mark.parametrize("left", [False, True], ids=["in play", "left again"])
def test_a_game_that_is_gone_on_with_while_it_is_packed_stays(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: bool
) -> None:
    """A phone may go on with an old game at that moment: what is played then is in no packed file."""

    def packed(folder: Path, number: int, record: bytes) -> Path:
        if number == 3:
            with Journal.create(path) as playing:
                playing.resume(3)
                playing.append(3, len(game(3)) + 1, blue(3))
                playing.resume(12 if left else 3)
        return write(folder, number, record)

    write = archive._packed
    monkeypatch.setattr(archive, "_packed", packed)
    with Journal.create(path) as journal:
        pack(journal, (2, 3, 4), tmp_path / "old")
        assert [*game(3), blue(3)] == [line for _, line in journal.lines(3)]
    assert [1, 3, *range(5, 14)] == numbers(path)


def test_the_games_since_a_day_are_kept(path: Path) -> None:
    """A game that does not say when it began stays."""
    with Journal.open_readonly(path) as journal:
        assert (1, 2, 3, 4) == begun_before(journal, datetime(2025, 4, 2, tzinfo=UTC))


def test_the_last_game_played_stays_whatever_is_asked(path: Path) -> None:
    """It may be in play: the twelfth here, for the thirteenth was imported."""
    with Journal.create(path) as journal:
        pack(journal, (11, 12, 13), path.parent / "old")
    assert [*range(1, 11), 12] == numbers(path)


def test_cleanup_leaves_kept_games_and_stays_append_only(path: Path) -> None:
    """A clean-up leaves the other lines alone, and the database refuses changes as before."""
    with Journal.create(path) as journal:
        pack(journal, all_but_newest(journal, 2), path.parent / "old", shrink=True)
        assert game(12) == [line for _, line in journal.lines(12)]
        journal.append(12, len(LINES) + 2, blue(3))
    with closing(connect(path)) as connection, pytest.raises(Exception, match="history is only added to"):
        connection.execute("DELETE FROM lines")


def test_a_game_that_cannot_be_read_stays(path: Path) -> None:
    """What could not be packed is not taken out, nor a game of which nobody knows how the house played it."""
    with closing(connect(path)) as connection:
        connection.execute("INSERT INTO lines VALUES (2, ?, '{}')", (len(LINES) + 2,))
        connection.execute("INSERT INTO house VALUES (3, '{')")
        connection.commit()
    with Journal.create(path) as journal:
        pack(journal, all_but_newest(journal, 5), path.parent / "old")
    assert [2, 3, 9, 10, 11, 12, 13] == numbers(path)


def test_archived_game_has_a_note_of_its_house_rules(path: Path) -> None:
    """The note is the command that restores the game; a record does not have its house rules."""
    with Journal.create(path) as journal:
        game = journal.add([SETUP, *LINES], rulings={"walk_off": False})
        journal.add([SETUP])
        (file,) = pack(journal, (game,), path.parent / "old")
    note = file.with_name(f"{file.name}.house").read_text(encoding="utf-8")
    assert "stadium import - --house 'walk_off=false'\n" == note


def test_where_nothing_can_be_packed_nothing_is_taken_out(path: Path) -> None:
    """A full card, or a file in the way: the journal is as it was."""
    (path.parent / "old").write_text("in the way", encoding="utf-8")
    with Journal.create(path) as journal, pytest.raises(PackingError, match="--to"):
        pack(journal, (1, 2), path.parent / "old")
    assert 13 == len(numbers(path))


def test_power_cut_between_packing_and_deleting(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are still there, and the next clean-up uses the files that it finds."""
    with Journal.create(path) as journal:
        with monkeypatch.context() as plug:
            plug.setattr(Journal, "forget", pulled)
            with pytest.raises(KeyboardInterrupt):
                pack(journal, (1, 2), path.parent / "old")
        assert 13 == len(numbers(path))
        pack(journal, (1, 2), path.parent / "old")
    assert ["game-0001.jsonl.gz", "game-0002.jsonl.gz"] == sorted(file.name for file in (path.parent / "old").iterdir())


def pulled(*_: object, **__: object) -> None:
    """Stand for the end of everything."""
    raise KeyboardInterrupt


def test_a_file_of_another_journal_is_not_written_over(path: Path) -> None:
    """After a fresh start game 1 is another game: it gets a file of its own."""
    old = path.parent / "old"
    old.mkdir()
    (old / "game-0001.jsonl.gz").write_bytes(b"another game")
    with Journal.create(path) as journal:
        assert ["game-0001-2.jsonl.gz"] == [file.name for file in pack(journal, (1,), old)]
    assert b"another game" == (old / "game-0001.jsonl.gz").read_bytes()


@pytest.mark.untraced
def test_journal_is_trimmed_from_the_oldest_games(path: Path) -> None:
    """What is left is some less than the limit, and the newest."""
    with Journal.create(path) as journal:
        for _ in range(87):
            journal.add([SETUP, *LINES])
        limit = journal.size() * 3 // 4
    trim(path, limit, path.parent / "old")
    packed = list((path.parent / "old").iterdir())
    assert numbers(path) == list(range(len(packed) + 1, 101))
    with Journal.open_readonly(path) as journal:
        assert journal.size() <= limit
        assert () == over_limit(journal, limit)


def test_within_its_limit_nothing_happens(path: Path) -> None:
    """No folder is made, no game packed; nor where there is no journal yet."""
    trim(path, 1 << 30, path.parent / "old")
    trim(path.with_name("none"), 1, path.parent / "old")
    assert not (path.parent / "old").exists()
    assert not path.with_name("none").exists()


@pytest.mark.untraced
def test_an_evening_a_day_for_years_stays_within_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound holds however often it is played: here with a start after every tenth game."""
    path, limit = tmp_path / "games.sqlite", 200_000
    monkeypatch.setattr(archive, "write_whole", lambda file, content: file.write_bytes(content))
    for _ in range(12):
        with Journal.create(path) as journal:
            for _ in range(10):
                journal.add([SETUP, *LINES])
        trim(path, limit, tmp_path / "old")
        assert path.stat().st_size < 2 * limit
    assert 120 == len(numbers(path)) + len(list((tmp_path / "old").iterdir()))


def test_clean_up_with_nothing_to_do_is_reported(path: Path, tmp_path: Path) -> None:
    """And where there is no journal, none is made."""
    assert (
        "Nothing to pack: the newest 99 stay, and so does the last one played.\n"
        == stadium("clean-up", "--keep", "99", "--journal", path).stdout
    )
    assert 2 == stadium("clean-up", "--journal", tmp_path / "none" / "games.sqlite").exit_code
    assert not (tmp_path / "none").exists()


def test_year_is_kept_by_default(path: Path) -> None:
    """--days counts back from today; games of 2025 are not older than a hundred years."""
    assert 0 == stadium("clean-up", "--days", "36500", "--journal", path).exit_code
    assert 13 == len(numbers(path))


def rubbish_in(game: int) -> str:
    """What adds a line to a game that was not played."""
    return f"INSERT INTO lines VALUES ({game}, {len(LINES) + 2}, 'rubbish')"  # noqa: S608 - numbers of ours


def test_damaged_games_are_taken_out_whole(path: Path, tmp_path: Path) -> None:
    """The beginning as a record, the rest as it is; the others stay, and the doctor has nothing more to say."""
    by_hand(path, rubbish_in(2), "INSERT INTO house VALUES (3, '{')")
    result = stadium("clean-up", "--damaged", "--journal", path, "--to", tmp_path / "old")
    assert ("2 damaged games taken out", 2) == (result.stdout[:25], len(result.stderr.splitlines()))
    assert [1, *range(4, 14)] == numbers(path)
    setup = game(2)[0]
    assert isinstance(setup, Setup)
    packed = tmp_path / "old" / "game-0002.jsonl.gz"
    assert record_of(*LINES, setup=setup) == gzip.decompress(packed.read_bytes())
    raw = packed.with_name("game-0002.jsonl.gz.damaged").read_bytes()
    assert record_of(*LINES, setup=setup) + b"rubbish\n" == raw
    again = stadium("clean-up", "--damaged", "--journal", path, "--to", tmp_path / "old")
    assert (0, "No game is damaged.\n") == (again.exit_code, again.stdout)


def test_a_damaged_game_in_play_is_left_alone(path: Path, tmp_path: Path) -> None:
    """The scoreboard itself passes it over at its next start."""
    by_hand(path, rubbish_in(12))
    assert "No game is damaged.\n" == stadium("clean-up", "--damaged", "--journal", path, "--to", tmp_path).stdout
    assert 13 == len(numbers(path))


def test_unpackable_games(path: Path, tmp_path: Path) -> None:
    """A clean-up names them by game and line."""
    by_hand(path, rubbish_in(2))
    result = stadium("clean-up", "--keep", "5", "--journal", path, "--to", tmp_path / "old")
    assert f"Not packed: The journal {path}, game 2, line {len(LINES) + 2}: " in result.stderr
    assert [2, 9, 10, 11, 12, 13] == numbers(path)


def test_unpackable_damage_stays(path: Path) -> None:
    """A full card, or a file in the way."""
    by_hand(path, rubbish_in(2))
    (path.parent / "old").write_text("in the way", encoding="utf-8")
    assert 2 == stadium("clean-up", "--damaged", "--journal", path, "--to", path.parent / "old").exit_code
    assert 13 == len(numbers(path))


def test_a_small_file_that_unpacks_to_much_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup may hold one of a thousandth of what is in it; what no game is long enough for is named and left."""
    monkeypatch.setattr(archive, "MOST_LINES", 4)
    (tmp_path / "game-0001.jsonl.gz").write_bytes(gzip.compress(record_of(*[blue(3)] * 4) + b"not read"))
    (found,) = archive.damaged(tmp_path)
    assert "game-0001.jsonl.gz, it has more lines than any game" == ENGLISH(found)
