"""All that is kept goes into one file and comes back, and no pulled plug, damage or stranger's file costs anything."""

from __future__ import annotations

import errno
import json
import os
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from struct import Struct
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st
from support.backup import GAME, MADE, OTHER, PACKED, a_backup, a_die, content, furnished
from support.journal import damage_text
from support.lab import examples
from support.scoring import SETUP, blue, command_line, red

from firmware import paths
from firmware.cli import backup as commands
from firmware.cli.main import main
from firmware.files.atomic import write_whole
from firmware.files.staged_replace import GAMES, IGNORED, RESTORING, DataPaths, resume
from firmware.paths import throw_pictures
from firmware.storage import backup as backup_module
from firmware.storage import restore as restore_module
from firmware.storage.backup import LARGEST_LISTING, MANIFEST, BackupError, back_up
from firmware.storage.restore import Sent, restore, stage
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from firmware.storage.zip_listing import END, LONGER_MARK, MARK, listing_bytes
from scoreboard.errors import JournalFullError, JournalInUseError
from scoreboard.journal.store import Journal
from scoreboard.kept_throws import GameKey, KeptThrow
from scoreboard.language import ENGLISH, language
from scoreboard.message import Words

LONG = "/".join(["d" * 200] * 21)
"""A path of parts that may be, longer than a path may be."""

# -- there and back


@pytest.fixture
def zipped(tmp_path: Path) -> Path:
    """Where a backup is made."""
    return tmp_path / "b.zip"


@pytest.fixture
def fresh(tmp_path: Path) -> DataPaths:
    """A scoreboard on which nothing was played yet."""
    return DataPaths(tmp_path / "new" / "lib", tmp_path / "new" / "etc" / "stadium.toml")


def test_everything_comes_back_on_a_fresh_scoreboard(place: DataPaths, fresh: DataPaths, zipped: Path) -> None:
    """Games, taught dice, packed games and settings; leavings stay behind."""
    manifest = back_up(zipped, place, MADE)
    restore(zipped, fresh)
    assert content(place) == content(fresh)
    assert {GAMES, "stadium.toml", "dice/green.die", "old-games/game-0001.jsonl.gz"} == set(manifest.files)


def test_pictures_of_throws_are_in_no_backup(place: DataPaths, zipped: Path) -> None:
    """They leave the box only where somebody asks for them by name."""
    ThrowStore(throw_pictures(place.home / GAMES), UNLIMITED).keep(GameKey(1, 7), 2, KeptThrow((), b"x"))
    assert [] == [name for name in back_up(zipped, place, MADE).files if "throw" in name or "pictures" in name]


def test_what_is_replaced_is_kept_and_named(saved: Path, tmp_path: Path) -> None:
    """Restoring over a played scoreboard moves aside what was there, whole."""
    place = furnished(tmp_path / "other", OTHER)
    before = content(place)
    _, aside = restore(saved, place)
    assert GAME == content(place)["game"]
    assert before == content(DataPaths(aside, aside / "stadium.toml")) | {"game-0001.jsonl.gz": PACKED}


def test_a_backup_is_of_one_moment_while_a_game_is_played(place: DataPaths, fresh: DataPaths, zipped: Path) -> None:
    """The write-ahead log is part of it, and the game goes on."""
    with Journal.create(place.home / GAMES, alone=True) as playing:
        playing.append(1, 4, blue(9))
        back_up(zipped, place, MADE)
        playing.append(1, 5, red(2))
    restore(zipped, fresh)
    assert [*GAME, blue(9)] == content(fresh)["game"]


def test_games_under_another_name_are_backed_up_with_their_newest_lines(place: DataPaths, zipped: Path) -> None:
    """As ``stadium run --journal`` names them; a log that lies there at the restore does not outlive its games."""
    winter = place.home / "winter.db"
    with Journal.create(winter, alone=True) as playing:
        playing.add(OTHER)
        back_up(zipped, place, MADE)
        playing.append(1, 3, blue(9))
        log = winter.with_name("winter.db-wal").read_bytes()
    winter.with_name("winter.db-wal").write_bytes(log)  # as a pulled plug leaves it
    restore(zipped, place)
    with Journal.open_readonly(winter) as restored:
        assert OTHER == [line for _, line in restored.lines(1)]


def test_a_strangers_database_among_the_games_spoils_no_backup(place: DataPaths, zipped: Path) -> None:
    """It is left out, for no restore would take it, and named."""
    (place.home / "photos.db").write_bytes(b"SQLite format 3\0, they say")
    left = list[Words]()
    assert "photos.db" not in back_up(zipped, place, MADE, left.append).files
    assert ["photos.db is not in the backup"] == [ENGLISH(each).split(":")[0] for each in left]


def test_no_restore_under_a_running_game(saved: Path, place: DataPaths) -> None:
    """The scoreboard has to be stopped first."""
    with Journal.create(place.home / GAMES, alone=True), pytest.raises(JournalInUseError):
        restore(saved, place)


def test_nothing_is_no_backup(tmp_path: Path, zipped: Path) -> None:
    """An empty file in a drawer would be taken for one."""
    empty = DataPaths(tmp_path / "none", tmp_path / "none.toml")
    with pytest.raises(BackupError, match="there is nothing to back up in"):
        back_up(zipped, empty, MADE)
    assert not zipped.exists()


@pytest.mark.parametrize("name", ["manifest.json", "stadium.toml", "a\\b", "aside", "aside/x", os.fsdecode(b"\xff")])
def test_a_strangers_file_among_the_games_spoils_no_backup(
    place: DataPaths, name: str, fresh: DataPaths, zipped: Path
) -> None:
    """Whatever could not come back under its name is left where it is, and all of ours comes back."""
    (place.home / name).parent.mkdir(exist_ok=True)
    (place.home / name).write_text("a stranger", encoding="utf-8")
    back_up(zipped, place, MADE)
    restore(zipped, fresh)
    assert (content(place), False) == (content(fresh), (fresh.home / name).exists())


def test_a_die_that_is_taught_meanwhile_spoils_no_backup(
    place: DataPaths, monkeypatch: pytest.MonkeyPatch, fresh: DataPaths, zipped: Path
) -> None:
    """Its file is replaced after the parts were counted: what is in the backup is one of the two, whole."""
    die, from_file = place.home / "dice" / "green.die", zipfile.ZipInfo.from_file

    def taught(path: Path, *arguments: object, **named: bool) -> zipfile.ZipInfo:
        write_whole(die, a_die("green", 99))
        return from_file(path, *arguments, **named)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr(zipfile.ZipInfo, "from_file", taught)
    back_up(zipped, place, MADE)
    restore(zipped, fresh)
    assert a_die("green", 99) == content(fresh)["green.die"]


def test_a_die_that_is_forgotten_meanwhile_spoils_no_backup(
    place: DataPaths, zipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file goes after the parts were counted: the backup is of what is left."""
    die, from_file = place.home / "dice" / "green.die", zipfile.ZipInfo.from_file

    def forgotten(path: Path, *arguments: object, **named: bool) -> zipfile.ZipInfo:
        die.unlink(missing_ok=True)
        return from_file(path, *arguments, **named)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr(zipfile.ZipInfo, "from_file", forgotten)
    made = back_up(zipped, place, MADE)
    assert {GAMES, "stadium.toml", "old-games/game-0001.jsonl.gz"} == set(made.files)


def test_settings_that_a_reset_has_set_aside_are_not_backed_up(place: DataPaths, zipped: Path) -> None:
    """They do not hold, so what is restored from the backup must not make them hold."""
    (place.home / IGNORED).write_text(sha256(place.owners.read_bytes()).hexdigest(), encoding="ascii")
    assert "stadium.toml" not in back_up(zipped, place, MADE).files


def test_a_backup_among_the_games_is_refused(place: DataPaths) -> None:
    """It would be in the next one, which would be in the one after that; also by way of a link."""
    (place.home.parent / "link").symlink_to(place.home)
    with pytest.raises(BackupError, match="would lie with the games"):
        back_up(place.home.parent / "link" / "evening.zip", place, MADE)


def test_a_file_in_which_no_game_was_begun_is_no_game(place: DataPaths, fresh: DataPaths, zipped: Path) -> None:
    """As a plug that is pulled at the first start may leave it; dice and settings are backed up and come back."""
    for part in place.home.glob(f"{GAMES}*"):
        part.unlink()
    (place.home / GAMES).touch()
    manifest = back_up(zipped, place, MADE)
    assert (False, True) == (GAMES in manifest.files, "stadium.toml" in manifest.files)
    restore(zipped, fresh)


def test_a_clock_that_was_never_set_is_no_harm(
    place: DataPaths, monkeypatch: pytest.MonkeyPatch, fresh: DataPaths, zipped: Path
) -> None:
    """A Pi without network begins in 1970, before the first year that a zip file knows."""
    monkeypatch.setattr("time.time", lambda: 60.0)
    made = back_up(zipped, place, MADE)
    restore(zipped, fresh)
    assert GAMES in made.files
    assert (fresh.home / GAMES).exists()


def test_backup_to_nowhere(place: DataPaths, tmp_path: Path) -> None:
    """And leaves nothing behind."""
    with pytest.raises(BackupError, match="cannot be written: No such file or directory; check the name"):
        back_up(tmp_path / "nowhere" / "b.zip", place, MADE)


def test_games_on_a_full_disk_are_backed_up_to_another(
    place: DataPaths, zipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no room even for a lock, the games are copied without one."""
    monkeypatch.setattr("os.statvfs", lambda _: SimpleNamespace(f_bavail=0))
    before = sorted(place.home.iterdir())
    assert GAMES in back_up(zipped, place, MADE).files
    assert before == sorted(place.home.iterdir())


@pytest.mark.parametrize("full", [1, 2], ids=["the games", "other games"])
def test_a_full_stick_is_named_and_no_games_are_left_out(
    place: DataPaths, zipped: Path, monkeypatch: pytest.MonkeyPatch, full: int
) -> None:
    """The copy of the games lies beside the backup: no room there is no fault of the card."""
    copies = list[Path]()

    def copied(journal: Journal, path: Path) -> None:
        copies.append(path)
        if len(copies) == full:
            raise JournalFullError("The journal cannot be used: the disk is full")
        copy(journal, path)

    copy = Journal.copy
    with Journal.create(place.home / "other.sqlite") as other:
        other.add(OTHER)
    monkeypatch.setattr(Journal, "copy", copied)
    with pytest.raises(BackupError, match="zip cannot be written: No space left on device"):
        back_up(zipped, place, MADE)


def test_damaged_games_make_no_backup(place: DataPaths, zipped: Path) -> None:
    """A backup that could not be restored is not made; what was in the file stays."""
    (place.home / GAMES).write_bytes(b"shopping list " * 100)
    zipped.write_text("the last backup", encoding="utf-8")
    with pytest.raises(BackupError, match="stadium doctor"):
        back_up(zipped, place, MADE)
    assert "the last backup" == zipped.read_text(encoding="utf-8")


def test_damaged_game_is_named_and_backed_up(place: DataPaths, fresh: DataPaths, zipped: Path) -> None:
    """One game is no reason to have no backup, nor to restore nothing. It is told by game and line each time."""
    with Journal.create(place.home / GAMES) as journal:
        journal.add([*OTHER, blue(4)])
    damage_text(place.home / GAMES, b'"color":"blue","value":4', b'"color":"blue","value":6', last=True)
    (place.home / "old-games" / "game-0001.jsonl.gz").write_bytes(b"no gzip")
    reports = list[Words]()
    back_up(zipped, place, MADE, reports.append)
    assert "game 2, line 3: " in ENGLISH(reports[0])
    assert "game-0001.jsonl.gz, line 1" in ENGLISH(reports[1])
    restored = list[Words]()
    restore(zipped, fresh, restored.append)
    assert (True, GAME) == ("game 2, line 3: " in ENGLISH(restored[0]), content(fresh)["game"])
    assert [] == [each for each in (*reports, *restored) if language("es").say(each) == ENGLISH(each)]


def test_damaged_journal_makes_no_backup(place: DataPaths, zipped: Path) -> None:
    """It could not be restored, so it is told now."""
    with Journal.create(place.home / GAMES) as journal:
        journal.add([SETUP, *[blue(3)] * 500])
    raw = bytearray((place.home / GAMES).read_bytes())
    page = raw.rindex(b'"color":"blue"', 0, len(raw) * 3 // 4) // 4096 * 4096
    raw[page : page + 4096] = bytes(4096)
    (place.home / GAMES).write_bytes(raw)
    with pytest.raises(BackupError, match="run stadium doctor"):
        back_up(zipped, place, MADE)


@pytest.mark.parametrize("code", [errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL])
def test_a_backup_onto_a_share_without_modes_is_kept(
    place: DataPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, fresh: DataPaths
) -> None:
    """An exFAT stick, a share of another computer: it is whole, and that is what counts."""
    share = tmp_path / "share"
    share.mkdir()
    with monkeypatch.context() as mounted:
        mounted.setattr(os, "fchmod", Mock(side_effect=OSError(code, os.strerror(code))))
        back_up(share / "b.zip", place, MADE)
    restore(share / "b.zip", fresh)
    assert content(place) == content(fresh)


# -- settings that cannot work


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[panel]\nwidth = 63\n", "panel.width"),
        ("[game]\ninnings = 0\n", "game.innings"),
        ("[nonsense]\n", "nonsense"),
        ("no toml at all", "stadium.toml"),
        ('[game.home]\ncolor = "gray"\n', "stadium.toml: game.home.color: no die is ever called gray"),
        ("[panel]\nspi_port = 10000000000000000000000\n", "stadium.toml: panel.spi_port"),
        ("\0", "is not TOML"),
    ],
)
@pytest.mark.untraced
def test_settings_that_cannot_work_are_refused_with_their_key(
    place: DataPaths, tmp_path: Path, text: str, key: str, zipped: Path
) -> None:
    """As a start would refuse them; nothing is touched, and the rest can be had without them."""
    place.owners.write_text(text, encoding="utf-8")
    back_up(zipped, place, MADE)
    other = furnished(tmp_path / "other", OTHER)
    before = content(other)
    with pytest.raises(BackupError, match="its settings cannot be used here") as refused:
        restore(zipped, other)
    assert (True, True) == (key in str(refused.value), "--without-settings" in str(refused.value))
    assert (before, False) == (content(other), (other.home / RESTORING).exists())
    manifest, _ = restore(zipped, other, with_settings=False)
    assert "stadium.toml" not in manifest.files
    assert (GAME, before["settings"]) == (content(other)["game"], content(other)["settings"])


# -- what is no backup


@settings(max_examples=examples(150))
@given(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=50), st.booleans())
def test_a_damaged_backup_changes_nothing(where: float, rubbish: bytes, cut: bool) -> None:
    """Whatever bytes are overwritten or cut off: it is refused and nothing is touched, or it is whole after all."""
    with TemporaryDirectory() as folder:
        place, file = DataPaths(Path(folder) / "lib", Path(folder) / "stadium.toml"), Path(folder) / "b.zip"
        raw = bytearray(a_backup())
        at = int(where * len(raw))
        raw[at : None if cut else at + len(rubbish)] = rubbish
        file.write_bytes(raw)
        try:
            restore(file, place)
        except BackupError:
            assert {"games.sqlite.lock"} == {path.name for path in place.home.iterdir()}
        else:
            assert GAME == content(place)["game"]


def edited(file: Path, edit: Callable[[dict[str, object]], object], extra: dict[str, bytes] | None = None) -> None:
    """Change the manifest of a backup, and put more files into it."""
    with zipfile.ZipFile(file) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(held.pop(MANIFEST))
    edit(manifest)
    with zipfile.ZipFile(file, "w") as archive:
        for name, raw in {**held, **(extra or {}), MANIFEST: json.dumps(manifest).encode()}.items():
            archive.writestr(name, raw)


def naming(*names: str) -> Callable[[dict[str, object]], object]:
    """An edit that has the manifest name more files, each of them empty."""
    empty = {"bytes": 0, "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
    return lambda manifest: manifest["files"].update(dict.fromkeys(names, empty))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("edit", "extra", "message"),
    [
        (lambda manifest: manifest.update(format=2), {}, "newer Stadium; update this one"),
        (lambda manifest: manifest.update(format=0), {}, "manifest is not as it was written"),
        (lambda manifest: manifest.pop("made"), {}, "manifest is not as it was written"),
        (lambda manifest: manifest.update(made="\x1b[2J2026-04-01T18:00Z"), {}, "manifest is not as it was written"),
        (lambda manifest: manifest.update(made="2026-04-01T18:00:00Z" * 9), {}, "manifest is not as it was written"),
        (lambda _: None, {"stranger": b""}, "does not hold what its manifest names"),
        (naming("missing"), {}, "does not hold what its manifest names"),
        (naming("../outside"), {"../outside": b""}, "has no place in it"),
        (naming("/etc/passwd"), {"/etc/passwd": b""}, "has no place in it"),
        (naming("a\\b"), {"a\\b": b""}, "has no place in it"),
        (naming("games.sqlite-wal"), {"games.sqlite-wal": b""}, "has no place in it"),
        (naming(".restoring/x"), {".restoring/x": b""}, "has no place in it"),
        (naming("aside"), {"aside": b""}, "has no place in it"),
        (naming("a\x1b[2J"), {"a\x1b[2J": b""}, r"a\\x1b\[2J has no place in it"),
        (naming("a\u202eb"), {"a\u202eb": b""}, "has no place in it"),
        (naming("x" * 256), {"x" * 256: b""}, "has no place in it"),
        (naming(LONG), {LONG: b""}, "has no place in it"),
        (naming("a.toml", "a.toml/b.die"), {"a.toml": b"", "a.toml/b.die": b""}, "a.toml/b.die has no place in it"),
        (naming("stadium.toml/x"), {"stadium.toml/x": b""}, "has no place in it"),
        (naming("longer.toml"), {"longer.toml": b"x"}, "has another length"),
        (lambda manifest: manifest["files"][GAMES].update(sha256="0" * 64), {}, "is not as it was written"),
    ],
)
def test_what_is_no_backup_of_ours_is_refused(
    saved: Path, place: DataPaths, edit: Callable[[dict[str, object]], object], extra: dict[str, bytes], message: str
) -> None:
    """A newer format, names that lead elsewhere, too much, too little or something else: one line, nothing touched."""
    edited(saved, edit, extra)
    before = content(place)
    with pytest.raises(BackupError, match=message) as refused:
        restore(saved, place)
    spanish = language("es").say(refused.value.words)
    assert str(saved) in spanish != str(refused.value)
    assert (before, False) == (content(place), (place.home / RESTORING).exists())


def test_damaged_packed_game_is_named_and_restored(place: DataPaths, zipped: Path) -> None:
    """Who has but this backup learns of it before it is needed."""
    (place.home / "old-games" / "game-0001.jsonl.gz").write_bytes(b"packed")
    back_up(zipped, place, MADE)
    reports = list[Words]()
    restore(zipped, place, reports.append)
    assert ["game-0001.jsonl.gz"] == [ENGLISH(each).split("backup: ")[1].split(",")[0] for each in reports]


def test_settings_may_name_dice_that_come_with_them(place: DataPaths, fresh: DataPaths, zipped: Path) -> None:
    """A colour that was taught comes back with its die, though it was never seen here."""
    (place.home / "dice" / "gray.die").write_bytes(a_die("gray"))
    place.owners.write_text('[game.home]\ncolor = "gray"\n', encoding="utf-8")
    back_up(zipped, place, MADE)
    restore(zipped, fresh)
    assert "gray" in fresh.owners.read_text(encoding="utf-8")


@pytest.mark.parametrize("where", ['{"format"', '"files":{', '"bytes"', '"made"'])
def test_duplicate_manifest_key_is_refused(saved: Path, where: str, fresh: DataPaths) -> None:
    """Which of the two was meant is not guessed."""
    with zipfile.ZipFile(saved) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    written = json.dumps(json.loads(held[MANIFEST]), separators=(",", ":"))
    twice = {
        '{"format"': '{"format":1,"format"',
        '"files":{': '"files":{"games.sqlite":{"bytes":1,"sha256":"' + "0" * 64 + '"},',
        '"bytes"': '"bytes":0,"bytes"',
        '"made"': '"":0,"":0,"made"',
    }
    held[MANIFEST] = written.replace(where, twice[where], 1).encode()
    with zipfile.ZipFile(saved, "w") as archive:
        for name, raw in held.items():
            archive.writestr(name, raw)
    with pytest.raises(BackupError, match=r"is damaged: in its manifest (format|games\.sqlite|bytes|) stands twice"):
        restore(saved, fresh)


@pytest.mark.parametrize("limit", ["LARGEST", "LARGEST_MANIFEST"])
def test_a_backup_that_would_fill_the_card_is_not_unpacked(
    saved: Path, fresh: DataPaths, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """Somebody's zip may say that it is ours, and hold a list that no memory holds; nothing of it is written."""
    monkeypatch.setattr(restore_module, limit, 10)
    with pytest.raises(BackupError, match="too large to be a backup of ours"):
        restore(saved, fresh)
    assert {f"{GAMES}.lock"} == {path.name for path in fresh.home.iterdir()}


def test_a_list_that_fills_the_memory_is_not_read(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A zip of a few megabytes may list a million files: it is refused before anything makes them."""
    fresh, name = DataPaths(tmp_path / "new", tmp_path / "new.toml"), b"a"
    entry = Struct("<4s4B4HL2L5H2L").pack(b"PK\1\2", 20, 0, 20, *(0,) * 8, len(name), *(0,) * 6) + name
    listing = entry * (LARGEST_LISTING // len(entry) + 1)
    end = END.pack(MARK, 0, 0, 0, 0, len(listing), 0, 0)
    made = list[object]()
    monkeypatch.setattr(zipfile.ZipInfo, "__init__", made.append)
    longer = END.pack(MARK, 0, 0, 1, 1, len(entry), 0, 0)
    for raw in (listing + end, entry + LONGER_MARK + bytes(16) + longer, listing + end[:-2] + b"\3\0" + MARK[:3]):
        saved.write_bytes(raw)
        with pytest.raises(BackupError, match="too large to be a backup of ours"):
            restore(saved, fresh)
    assert [] == made


def test_a_list_is_measured_as_it_was_written(saved: Path) -> None:
    """So that no backup of ours is refused, with or without words at its end."""
    with zipfile.ZipFile(saved) as archive:
        start, names = archive.start_dir, archive.namelist()
    assert saved.stat().st_size - start - END.size == listing_bytes(saved) >= 46 * len(names)
    with zipfile.ZipFile(saved, "a") as archive:
        archive.comment = b"of the cup final"
    assert saved.stat().st_size - start - END.size - 16 == listing_bytes(saved)


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        ("LARGEST", "more than 2 GiB"),
        ("LARGEST_LISTING", "too many files with the games"),
        ("LARGEST_MANIFEST", "too many files with the games"),
    ],
)
def test_a_backup_that_could_not_be_restored_is_not_made(
    place: DataPaths, zipped: Path, monkeypatch: pytest.MonkeyPatch, limit: str, reason: str
) -> None:
    """Who learns in time of somebody's films, or of a folder of many files, can do something about it."""
    monkeypatch.setattr(backup_module, limit, 100)
    with pytest.raises(BackupError, match=reason):
        back_up(zipped, place, MADE)
    assert not zipped.exists()


def test_a_backup_larger_than_the_room_is_refused_before_it_is_unpacked(
    saved: Path, monkeypatch: pytest.MonkeyPatch, fresh: DataPaths
) -> None:
    """A card that it filled would take no play of the game that goes on meanwhile."""
    fresh.home.mkdir(parents=True)
    monkeypatch.setattr(restore_module.shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    monkeypatch.setattr(restore_module, "_unpack", None)
    with pytest.raises(BackupError, match=r"lib cannot be written: No space left on device; make room"):
        stage(Sent(saved, "it"), fresh)
    assert [] == list(fresh.home.iterdir())


@pytest.mark.parametrize(("theirs", "number"), [(None, 0), ("", 1)])
def test_a_service_that_may_not_write_in_etc_restores_all_but_the_owners_file(
    saved: Path, place: DataPaths, monkeypatch: pytest.MonkeyPatch, theirs: str | None, number: int
) -> None:
    """What was set on the page lies with the games and comes back; there is no advice about a file that is the same."""
    if theirs is not None:
        place.owners.write_text(theirs, encoding="utf-8")
    before, warned, access = place.owners.read_text(encoding="utf-8"), list[Words](), os.access
    locked = {place.owners, place.owners.parent}
    monkeypatch.setattr(os, "access", lambda path, mode: path not in locked and access(path, mode))
    stage(Sent(saved, "it"), place, warned.append)
    resume(place)
    advice = [each for each in map(ENGLISH, warned) if "sudo stadium restore" in each]
    assert (before, number) == (place.owners.read_text(encoding="utf-8"), len(advice))
    assert (place.home / "before-restore-1" / GAMES).exists()


def test_a_card_that_may_not_be_written_is_not_one_without_room(
    saved: Path, place: DataPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is told to make room tries in vain."""
    monkeypatch.setattr(restore_module, "make_folder", Mock(side_effect=OSError(errno.EROFS, os.strerror(errno.EROFS))))
    with pytest.raises(BackupError, match=r"Read-only file system; start this machine again"):
        stage(Sent(saved, "it"), place)


def test_a_file_without_a_name_is_none_of_the_manifests(saved: Path, fresh: DataPaths) -> None:
    """A name that begins with a zero byte is an empty one to Python."""
    raw = saved.read_bytes()
    listed = raw.rindex(GAMES.encode())
    saved.write_bytes(raw[:listed] + b"\0" + raw[listed + 1 :])
    with pytest.raises(BackupError, match="does not hold what its manifest names"):
        stage(Sent(saved, "it"), fresh)


def test_a_manifest_of_many_names_is_read_once(saved: Path) -> None:
    """Looking for a name that stands twice takes no longer than reading them: a hundred thousand would take hours."""
    pairs = [(CountedName(str(number)), 1) for number in range(100)]
    restore_module._check_once(Sent(saved, "it"), pairs)
    assert 200 > CountedName.compared


class CountedName(str):
    """A name that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        """Count it."""
        CountedName.compared += 1
        return super().__eq__(other)

    __hash__ = str.__hash__


def test_games_of_a_newer_stadium_are_refused(
    place: DataPaths, monkeypatch: pytest.MonkeyPatch, fresh: DataPaths, zipped: Path
) -> None:
    """They are sound, and this version cannot read them."""
    back_up(zipped, place, MADE)
    monkeypatch.setattr("scoreboard.journal.reader.SCHEMA_VERSION", 2)
    with pytest.raises(BackupError, match="newer Stadium"):
        restore(zipped, fresh)
    assert not (fresh.home / GAMES).exists()


@pytest.mark.parametrize("raw", [b"", b"shopping list", b"PK\x05\x06" + bytes(18)], ids=["empty", "text", "empty-zip"])
def test_another_file_is_refused(place: DataPaths, zipped: Path, raw: bytes) -> None:
    """A file that is no zip, or a zip of something else."""
    zipped.write_bytes(raw)
    with pytest.raises(BackupError, match="is no backup of a stadium"):
        restore(zipped, place)


def test_unusable_folder_is_one_clear_line(saved: Path, tmp_path: Path) -> None:
    """As when STADIUM_HOME names a folder below a file."""
    (tmp_path / "a-file").touch()
    with pytest.raises(BackupError, match="a-file/lib cannot be made: Not a directory; name another place"):
        restore(saved, DataPaths(tmp_path / "a-file" / "lib", tmp_path / "stadium.toml"))


def test_missing_file_is_named(place: DataPaths, tmp_path: Path) -> None:
    """One clear line names the missing file."""
    with pytest.raises(BackupError, match=r"none\.zip cannot be read: No such file or directory"):
        restore(tmp_path / "none.zip", place)


# -- the commands


def test_linked_dice_are_reported(
    place: DataPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zipped: Path
) -> None:
    """They are not in the backup, like those that [eyes] dice names."""
    monkeypatch.setenv("STADIUM_HOME", str(place.home))
    (place.home / "dice").rename(tmp_path / "ours")
    (place.home / "dice").symlink_to(tmp_path / "ours")
    result = stadium("backup", zipped)
    assert (0, True) == (result.exit_code, f"The dice in {tmp_path / 'ours'}, to which " in result.stderr), (
        result.stderr
    )


def test_cards_of_ones_own_are_reported(place: DataPaths, zipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They lie where [game.rallybird] names them, and are not in the backup."""
    monkeypatch.setenv("STADIUM_HOME", str(place.home))
    monkeypatch.setattr(commands, "SYSTEM_FILE", place.owners)
    place.owners.write_text('[game.rallybird]\ndeck = "/etc/stadium/mine.toml"\n', encoding="utf-8")
    assert "The cards in /etc/stadium/mine.toml, which " in stadium("backup", zipped).stderr


def stadium(*arguments: str | Path) -> Result:
    """Run a command as a user would."""
    return command_line().invoke(main, [str(argument) for argument in arguments])


def test_backup_and_restore_as_commands(
    place: DataPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zipped: Path
) -> None:
    """Each says in one line what it did; what is no backup ends with one line and exit code 2."""
    monkeypatch.setenv("STADIUM_HOME", str(place.home))
    monkeypatch.setattr(commands, "SYSTEM_FILE", place.owners)
    made = stadium("backup", zipped)
    held = (
        "It holds 1 game, 1 packed game, 1 taught die and the settings. Paired phones and pictures of throws are in no "
    )
    assert (True, True) == (made.stdout.startswith("4 files in "), held in made.stdout)
    assert "Simulated games are in no backup." in made.stderr
    result = stadium("restore", zipped).stdout
    assert ("4 files of ", True, True) == (result[:11], held in result, str(place.home / "before-restore-1") in result)
    place.owners.write_text("nonsense", encoding="utf-8")
    assert "a restore refuses them" in stadium("backup", tmp_path / "c.zip").stderr
    assert 2 == stadium("restore", tmp_path / "c.zip").exit_code
    assert stadium("restore", tmp_path / "c.zip", "--without-settings").stdout.startswith("3 files of ")
    zipped.write_bytes(b"no")
    result = stadium("restore", zipped)
    assert (2, 1) == (result.exit_code, len(result.stderr.splitlines()))


def test_backup_of_foreign_games_is_refused(place: DataPaths, zipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without sudo the games of nobody would be saved, or put back where nobody plays."""
    for name in ("STADIUM_HOME", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(paths, "APPLIANCE", place.home)
    monkeypatch.setattr("os.access", lambda *_: False)
    for act in ("backup", "restore"):
        result = stadium(act, zipped)
        assert (2, True) == (result.exit_code, "put sudo before the command" in result.stderr), result.output
    assert not zipped.exists()


def test_a_device_is_no_backup_and_takes_none(tmp_path: Path) -> None:
    """A pipe, as /dev/zero, has no end to be read, and as /dev/null it must stay what it is."""
    pipe, place = tmp_path / "pipe", furnished(tmp_path / "home", OTHER)
    os.mkfifo(pipe)
    with pytest.raises(BackupError, match="is a device, a pipe or a folder, and no backup"):
        restore(pipe, place)
    with pytest.raises(BackupError, match="no file; name another place"):
        back_up(pipe, place, MADE)
    assert pipe.is_fifo()
