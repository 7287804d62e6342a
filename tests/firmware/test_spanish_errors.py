"""No error that a face quotes is left in English in Spanish: of the games, the settings and the dice."""

from __future__ import annotations

import ast
import errno
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support.journal import damage_text
from support.scoring import SETUP, lines_of

from firmware.cli.games import TITLES
from firmware.config.fallback import settings
from firmware.config.toml_edit import replace
from firmware.demo import ReadingTally
from firmware.play.faces.warnings import found
from firmware.setup.doctor import storage
from firmware.storage.taught_dice import DiceError, TaughtDiceStore
from scoreboard.errors import SYSTEM, GameDamagedError, JournalError, ScoreboardError
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.sqlite_errors import ERRORS_BY_CODE, named_os_errors, unusable
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH, language
from scoreboard.message import Words

ROOT = Path(__file__).parents[2]
SPANISH = language("es")
ENGLISH_WORDS = {"the", "is", "it", "cannot", "be", "of", "and", "to", "its", "there", "journal", "damaged", "your"}
ROOMS = ("scoreboard/journal", "scoreboard/session.py", "scoreboard/record.py", "firmware/storage/taught_dice.py")
CONFIG = ("diagnostics", "schema", "decks", "teams", "toml_edit", "fallback")
WORDED = {"ConfigError", "DiceError", "FlawError", "MalformedError", "NoGameError"}
"""Errors that a face may quote, beside those of the journal."""


def english_in(words: Words) -> set[str]:
    """The English words in the Spanish text."""
    text = SPANISH.say(words)
    assert text != ENGLISH(words)
    return set(text.lower().replace(":", " ").replace(";", " ").split()) & ENGLISH_WORDS


def prose(file: Path) -> Iterator[str]:
    """Every error of the kinds that a face quotes that is made of text, not of a message."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            is_quoted = name in WORDED or (name.startswith(("Journal", "GameDamagedError")) and "Error" in name)
            if is_quoted and any(
                isinstance(each, ast.JoinedStr | ast.Constant) and " " in ast.unparse(each) for each in node.args
            ):
                yield f"{file.name}: {ast.unparse(node)}"


def test_no_error_is_prose() -> None:
    """Errors of the games, the settings and the dice carry messages, whatever raises them."""
    files = [
        file for room in ROOMS for file in ([ROOT / room] if room.endswith(".py") else (ROOT / room).rglob("*.py"))
    ]
    files += [ROOT / f"firmware/config/{name}.py" for name in CONFIG]
    assert [sentence for file in files for sentence in prose(file)] == []


@pytest.mark.parametrize("code", [*ERRORS_BY_CODE, sqlite3.SQLITE_MISUSE])
def test_sqlite(tmp_path: Path, code: int) -> None:
    """Each thing that SQLite may refuse."""
    assert english_in(unusable(tmp_path / "games.sqlite", code, "bad parameter").words) == set()


@pytest.mark.parametrize("name", sorted(SYSTEM))
def test_system(name: str) -> None:
    """Each thing that the system may refuse; in English as it says it itself."""
    number = getattr(errno, name)
    with pytest.raises(JournalError) as raised, named_os_errors(Path("games.sqlite")):
        raise OSError(number, os.strerror(number))
    assert os.strerror(number) in str(raised.value)
    assert english_in(raised.value.words) == set()


def test_a_file_that_is_no_journal(tmp_path: Path) -> None:
    """Of another program, a folder, missing beside its log, or not there at all: also to the doctor."""
    alien, folder, none = (tmp_path / name for name in ("alien.sqlite", "folder.sqlite", "none.sqlite"))
    with closing(sqlite3.connect(alien)) as other:
        other.execute("CREATE TABLE diary (page)")
    folder.mkdir()
    (tmp_path / "lost.sqlite-wal").write_bytes(b"lines")
    for path in (alien, folder, tmp_path / "lost.sqlite", none):
        with pytest.raises(ScoreboardError) as raised:
            Journal.open_readonly(path)
        assert english_in(raised.value.words) == set()
    assert english_in(storage.games(folder).sentence) == set()


def test_a_damaged_game(tmp_path: Path) -> None:
    """The line, why, and what to do; and what is reported when such a file is put aside."""
    path = tmp_path / "games.sqlite"
    with Journal.create(path) as journal:
        journal.add([SETUP, *lines_of([5, 7, 3])])
    damage_text(path, b'"value":7', b'"value":8')
    with Journal.open_readonly(path) as journal, pytest.raises(GameDamagedError) as raised:
        journal.check(1)
    assert (english_in(raised.value.words), english_in(raised.value.at)) == (set(), set())
    with closing(ResilientJournal.open(path)) as resilient:
        (remark,) = resilient.remarks
    assert english_in(found(remark).sentence) == set()
    path.write_bytes(b"Dear diary, " * 1000)
    with closing(ResilientJournal.open(path)) as resilient:
        (remark,) = resilient.remarks
    assert english_in(found(remark).sentence) == set()


@pytest.mark.parametrize(
    "broken", [b"[game", b"\xff", b"[panel]\nwidth = 'x'\n", b"[" + b"\n[".join(map(str.encode, "abcdefghijk"))]
)
def test_broken_settings(tmp_path: Path, broken: bytes) -> None:
    """What is said around the mistake, and what to do about it; the mistake is quoted as it is."""
    owners = tmp_path / "stadium.toml"
    owners.write_bytes(broken)
    (warning,) = settings(tmp_path, owners=owners).warnings
    text = SPANISH.say(warning.sentence)
    assert "valen los ajustes de fábrica" in text
    assert "Corrígelo y empieza otra vez" in text or "Guárdalo en UTF-8" in text
    assert not {"Mend", "Save", "start", "cannot"} & set(text.split())


def test_what_cannot_be_kept(tmp_path: Path) -> None:
    """Settings and dice that the card does not take."""
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="cannot write") as raised:
        replace(tmp_path / "file/stadium.toml", "")
    assert english_in(raised.value.words) == set()  # type: ignore[attr-defined] # a ConfigError is both
    for name in ("red", "no such name"):
        with pytest.raises(DiceError) as unkept:
            TaughtDiceStore(tmp_path / "file").change(name, lambda die: die)
        assert english_in(unkept.value.words) == set()


def test_lists() -> None:
    """The heads of the list of games, and the last line of a simulated game."""
    assert [title for title in TITLES if english_in(title)] == []
    assert english_in(ReadingTally(3, 1, 1, 1).words) == set()


def test_the_start(tmp_path: Path) -> None:
    """What was found wrong with the games is told in a terminal in the table's language, too."""
    (tmp_path / "games.sqlite").write_bytes(b"Dear diary")
    command = ["run", "--lang", "es", "--headless", "--camera", "none", "--buttons", "keys", "--panel", "none"]
    done = subprocess.run(
        [sys.executable, "-m", "firmware", *command], check=False, capture_output=True, text=True,
        stdin=subprocess.DEVNULL, env=os.environ | {"STADIUM_HOME": str(tmp_path)},
    )  # fmt: skip
    assert "están dañados" in done.stderr
