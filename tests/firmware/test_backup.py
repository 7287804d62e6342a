"""All that is kept goes into one file and comes back, and no pulled plug, damage or stranger's file costs anything."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from sqlite3 import connect
from tempfile import TemporaryDirectory

import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st
from scoreboard_kit import SETUP, blue, command_line, red

from firmware import backup as backup_module
from firmware import files, moves
from firmware.__main__ import main
from firmware.backup import MANIFEST, BackupError, back_up, restore
from firmware.commands import backup as commands
from firmware.moves import BEFORE_RESET, GAMES, RESETTING, RESTORING, Place, carry_on, is_set_aside, reset, resume
from firmware.settings import settings as settings_of
from scoreboard.errors import JournalInUseError
from scoreboard.journal import Journal, claim
from scoreboard.rules.events import AnyLine

MADE = "2026-04-01T18:00:00Z"
GAME = [SETUP, blue(3), red(5)]
OTHER = [SETUP, red(1)]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A scoreboard with a game, a taught die, a packed game, settings, and leavings that nobody needs."""
    return furnished(tmp_path / "stadium", GAME)


def furnished(root: Path, game: list[AnyLine]) -> Place:
    """A scoreboard that has been played with."""
    place = Place(root / "lib", root / "etc" / "stadium.toml")
    place.home.mkdir(parents=True)
    place.owners.parent.mkdir()
    with Journal.create(place.home / GAMES) as journal:
        journal.add(game)
    for name, text in {
        "dice/green.npz": f"taught {len(game)}",
        "old-games/game-0001.jsonl.gz": "packed",
        "games.sqlite.aside-1": "damaged",
        "simulated.sqlite": "a demo",
    }.items():
        (place.home / name).parent.mkdir(exist_ok=True)
        (place.home / name).write_text(text, encoding="utf-8")
    place.owners.write_text(f"[game]\ninnings = {len(game) + 2}\n", encoding="utf-8")
    return place


def content(place: Place) -> dict[str, object]:
    """All that a player would miss, by name."""
    found: dict[str, object] = {"settings": place.owners.read_text(encoding="utf-8") if place.owners.exists() else None}
    if (place.home / GAMES).exists():
        with Journal.look(place.home / GAMES) as journal:
            found["game"] = [line for _, line in journal.lines(1)]
    for folder in ("dice", "old-games"):
        found |= {path.name: path.read_text(encoding="utf-8") for path in sorted((place.home / folder).glob("*"))}
    return found


@cache
def a_backup() -> bytes:
    """The bytes of a backup of GAME."""
    with TemporaryDirectory() as folder:
        place = furnished(Path(folder), GAME)
        back_up(Path(folder) / "b.zip", place, place.home / GAMES, MADE)
        return (Path(folder) / "b.zip").read_bytes()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A backup of GAME."""
    file = tmp_path / "backup.zip"
    file.write_bytes(a_backup())
    return file


# -- there and back


def test_everything_comes_back_on_a_fresh_scoreboard(place: Place, tmp_path: Path) -> None:
    """Games, taught dice, packed games and settings; leavings stay behind."""
    manifest = back_up(tmp_path / "b.zip", place, place.home / GAMES, MADE)
    fresh = Place(tmp_path / "new" / "lib", tmp_path / "new" / "etc" / "stadium.toml")
    restore(tmp_path / "b.zip", fresh)
    assert content(place) == content(fresh)
    assert {GAMES, "stadium.toml", "dice/green.npz", "old-games/game-0001.jsonl.gz"} == set(manifest.files)


def test_what_is_replaced_is_kept_and_named(saved: Path, tmp_path: Path) -> None:
    """Restoring over a played scoreboard moves aside what was there, whole."""
    place = furnished(tmp_path / "other", OTHER)
    before = content(place)
    _, aside = restore(saved, place)
    assert GAME == content(place)["game"]
    assert before == content(Place(aside, aside / "stadium.toml")) | {"game-0001.jsonl.gz": "packed"}


def test_a_backup_is_of_one_moment_while_a_game_is_played(place: Place, tmp_path: Path) -> None:
    """The write-ahead log is part of it, and the game goes on."""
    with Journal.create(place.home / GAMES, alone=True) as playing:
        playing.append(1, 4, blue(9))
        back_up(tmp_path / "b.zip", place, place.home / GAMES, MADE)
        playing.append(1, 5, red(2))
    fresh = Place(tmp_path / "new", tmp_path / "stadium.toml")
    restore(tmp_path / "b.zip", fresh)
    assert [*GAME, blue(9)] == content(fresh)["game"]


def test_nothing_is_restored_under_a_game_in_play(saved: Path, place: Place) -> None:
    """The scoreboard has to be stopped first."""
    with Journal.create(place.home / GAMES, alone=True), pytest.raises(JournalInUseError):
        restore(saved, place)


def test_a_backup_of_nothing_is_a_backup(tmp_path: Path) -> None:
    """A scoreboard that was never played on."""
    empty = Place(tmp_path / "none", tmp_path / "none.toml")
    assert {} == back_up(tmp_path / "b.zip", empty, tmp_path / "none" / GAMES, MADE).files
    restore(tmp_path / "b.zip", empty)


def test_a_backup_to_nowhere_is_one_clear_line(place: Place, tmp_path: Path) -> None:
    """And leaves nothing behind."""
    with pytest.raises(BackupError, match="cannot be written: No such file or directory; name another place"):
        back_up(tmp_path / "nowhere" / "b.zip", place, place.home / GAMES, MADE)


def test_damaged_games_make_no_backup(place: Place, tmp_path: Path) -> None:
    """A backup that could not be restored is not made; what was in the file stays."""
    (place.home / GAMES).write_bytes(b"shopping list " * 100)
    (tmp_path / "b.zip").write_text("the last backup", encoding="utf-8")
    with pytest.raises(BackupError, match="stadium doctor"):
        back_up(tmp_path / "b.zip", place, place.home / GAMES, MADE)
    assert "the last backup" == (tmp_path / "b.zip").read_text(encoding="utf-8")


# -- what is no backup


@settings(max_examples=150, deadline=None)
@given(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=50), st.booleans())
def test_a_damaged_backup_changes_nothing(where: float, rubbish: bytes, cut: bool) -> None:
    """Whatever bytes are overwritten or cut off: it is refused and nothing is touched, or it is whole after all."""
    with TemporaryDirectory() as folder:
        place, file = Place(Path(folder) / "lib", Path(folder) / "stadium.toml"), Path(folder) / "b.zip"
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
    ("edit", "extra", "told"),
    [
        (lambda manifest: manifest.update(format=2), {}, "newer Stadium; update this one"),
        (lambda manifest: manifest.pop("made"), {}, "manifest is not as it was written"),
        (lambda _: None, {"stranger": b""}, "does not hold what its manifest names"),
        (naming("missing"), {}, "does not hold what its manifest names"),
        (naming("../outside"), {"../outside": b""}, "has no place in it"),
        (naming("/etc/passwd"), {"/etc/passwd": b""}, "has no place in it"),
        (naming("a\\b"), {"a\\b": b""}, "has no place in it"),
        (naming("games.sqlite-wal"), {"games.sqlite-wal": b""}, "has no place in it"),
        (naming(".restoring/x"), {".restoring/x": b""}, "has no place in it"),
        (naming("aside"), {"aside": b""}, "has no place in it"),
        (naming("longer"), {"longer": b"x"}, "has another length"),
        (lambda manifest: manifest["files"][GAMES].update(sha256="0" * 64), {}, "is not as it was written"),
    ],
)
def test_what_is_no_backup_of_ours_is_refused(
    saved: Path, place: Place, edit: Callable[[dict[str, object]], object], extra: dict[str, bytes], told: str
) -> None:
    """A newer format, names that lead elsewhere, too much, too little or something else: one line, nothing touched."""
    edited(saved, edit, extra)
    before = content(place)
    with pytest.raises(BackupError, match=told):
        restore(saved, place)
    assert (before, False) == (content(place), (place.home / RESTORING).exists())


def test_games_of_a_newer_stadium_are_refused(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are sound, and this version cannot read them."""
    with closing(connect(place.home / GAMES)) as connection:
        connection.execute("PRAGMA user_version = 1")
    back_up(tmp_path / "b.zip", place, place.home / GAMES, MADE)
    fresh = Place(tmp_path / "new", tmp_path / "new.toml")
    monkeypatch.setattr("scoreboard.journal.VERSION", 0)
    with pytest.raises(BackupError, match="newer Stadium"):
        restore(tmp_path / "b.zip", fresh)
    assert not (fresh.home / GAMES).exists()


@pytest.mark.parametrize("raw", [b"", b"shopping list", b"PK\x05\x06" + bytes(18)], ids=["empty", "text", "empty-zip"])
def test_another_file_is_refused(place: Place, tmp_path: Path, raw: bytes) -> None:
    """A file that is no zip, or a zip of something else."""
    (tmp_path / "b.zip").write_bytes(raw)
    with pytest.raises(BackupError, match="is no backup of a stadium"):
        restore(tmp_path / "b.zip", place)


def test_a_missing_file_is_one_clear_line(place: Place, tmp_path: Path) -> None:
    """It is named."""
    with pytest.raises(BackupError, match=r"none\.zip cannot be read: No such file or directory"):
        restore(tmp_path / "none.zip", place)


# -- the plug is pulled


class PulledError(Exception):
    """The power is gone."""


STEPS = (
    (Path, "rename"),
    (Path, "unlink"),
    (Path, "mkdir"),
    (Path, "replace"),
    (shutil, "rmtree"),
    (backup_module, "settle"),
    (moves, "settle"),
    (files, "settle"),
)
"""Everything that changes a disk and could be the last thing done."""


def pulled_at_every_step(plugs: pytest.MonkeyPatch, act: Callable[[Place], object], root: Path) -> Iterator[Place]:
    """Yield a scoreboard for each step of ``act``, at which the plug was pulled before that step was taken."""
    for step in range(500):
        place = furnished(root / str(step), OTHER)
        with plugs.context() as plug:
            left = [step]
            for where, name in STEPS:
                plug.setattr(where, name, counted(getattr(where, name), left))
            try:
                act(place)
            except PulledError:
                pass
            else:
                return
        yield place


def counted(inner: Callable[..., object], left: list[int]) -> Callable[..., object]:
    """The same function, unless it is the step at which the plug is pulled."""

    def step(*arguments: object, **named: object) -> object:
        left[0] -= 1
        if left[0] < 0:
            half_deleted(inner, arguments)
            raise PulledError
        return inner(*arguments, **named)

    return step


def half_deleted(inner: object, arguments: tuple[object, ...]) -> None:
    """A folder is deleted file by file, and the plug is pulled after the first."""
    if inner is RMTREE:
        first = next((path for path in sorted(Path(str(arguments[0])).rglob("*")) if path.is_file()), None)
        if first is not None:
            os.unlink(first)  # noqa: PTH108 - Path.unlink is a step of its own here


RMTREE = shutil.rmtree


def test_a_plug_pulled_in_a_restore_leaves_the_old_or_the_new(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every step: the next start finds either all that was there or all of the backup, and nothing is lost."""
    found = set()
    for place in pulled_at_every_step(monkeypatch, lambda place: restore(saved, place), tmp_path / "pulled"):
        carry_on(place)
        now = content(place)
        assert (now["game"], now["settings"], now["green.npz"]) in (
            (OTHER, "[game]\ninnings = 4\n", "taught 2"),
            (GAME, "[game]\ninnings = 5\n", "taught 3"),
        )
        found.add(len(now["game"]))  # type: ignore[arg-type]
        if now["game"] == GAME:
            aside = place.home / "before-restore-1"
            kept = content(Place(aside, aside / "stadium.toml"))
            assert (OTHER, "[game]\ninnings = 4\n", "taught 2") == (kept["game"], kept["settings"], kept["green.npz"])
        assert not (place.home / RESTORING).exists()
    assert {len(OTHER), len(GAME)} == found


def test_a_plug_pulled_in_a_reset_leaves_the_old_or_the_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every step: the next start finds all of it or a fresh scoreboard, and then all of it lies aside."""
    for place in pulled_at_every_step(monkeypatch, reset, tmp_path / "pulled"):
        carry_on(place)
        if (place.home / GAMES).exists():
            assert (OTHER, "[game]\ninnings = 4\n") == (content(place)["game"], content(place)["settings"])
            continue
        aside = place.home / BEFORE_RESET
        kept = content(Place(aside, aside / "stadium.toml"))
        assert (OTHER, "[game]\ninnings = 4\n", "taught 2") == (kept["game"], kept["settings"], kept["green.npz"])
        assert not (place.home / RESETTING).exists()


def test_a_restore_that_is_being_made_ready_is_left_alone(place: Place) -> None:
    """A scoreboard that starts meanwhile does not take the folder away; nobody at work, it is cleared up."""
    part = place.home / f"{RESTORING}.part"
    part.mkdir()
    with closing(claim(place.home / GAMES)), pytest.raises(JournalInUseError):
        resume(place)
    assert part.exists()
    resume(place)
    assert not part.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files that are another's")
def test_what_root_restores_belongs_to_the_account_that_plays(saved: Path, place: Place) -> None:
    """Lock, games, dice and what was moved aside: the service can use and move all of it."""
    for path in (place.home, *place.home.rglob("*")):
        os.chown(path, 65534, 65534)
    restore(saved, place)
    assert {65534} == {path.stat().st_uid for path in place.home.rglob("*")}


# -- a reset


def test_a_reset_begins_as_on_the_first_day_and_keeps_what_was(place: Place) -> None:
    """Games, dice and settings lie aside, until the next reset has leavings of its own."""
    before = content(place)
    aside = reset(place)
    assert {"settings": None} == content(place)
    assert before == content(Place(aside, aside / "stadium.toml"))
    reset(place)
    assert {"settings": None} == content(Place(aside, aside / "stadium.toml"))


def test_settings_that_may_not_be_moved_are_set_aside_until_they_change(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service may not write in /etc: the shipped settings hold, until the owner has changed the file."""
    unlink = Path.unlink

    def unlinked(path: Path, **named: bool) -> None:
        if path == place.owners:
            raise PermissionError(13, "Permission denied")
        unlink(path, **named)

    with monkeypatch.context() as etc:
        etc.setattr(Path, "unlink", unlinked)
        reset(place)
    assert (True, 3) == (is_set_aside(place), settings_of(place.home, None, place.owners).config.game.innings)
    place.owners.write_text("[game]\ninnings = 7\n", encoding="utf-8")
    assert (False, 7) == (is_set_aside(place), settings_of(place.home, None, place.owners).config.game.innings)


# -- the commands


def stadium(*arguments: str | Path) -> Result:
    """Run a command as a user would."""
    return command_line().invoke(main, [str(argument) for argument in arguments])


def test_backup_and_restore_as_commands(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each says in one line what it did; what is no backup ends with one line and exit code 2."""
    monkeypatch.setenv("STADIUM_HOME", str(place.home))
    monkeypatch.setattr(commands, "SYSTEM_FILE", place.owners)
    assert stadium("backup", tmp_path / "b.zip").stdout.startswith("4 files in ")
    told = stadium("restore", tmp_path / "b.zip").stdout
    assert ("4 files of ", True) == (told[:11], str(place.home / "before-restore-1") in told)
    (tmp_path / "b.zip").write_bytes(b"no")
    result = stadium("restore", tmp_path / "b.zip")
    assert (2, 1) == (result.exit_code, len(result.stderr.splitlines()))
