"""Every kind of file that lies with the games comes back, and no other one does: judged before anything is written."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from support.backup import GAME, MADE, PACKED, a_die, content, put_in
from support.scoring import SETUP
from support.throws import picture

from firmware.files.staged_replace import RESTORING, DataPaths, pending, resume
from firmware.service.sound_files import wav
from firmware.storage.backup import BackupError, back_up
from firmware.storage.kept_files import KINDS, KindName, kind_of
from firmware.storage.next_game import NextGame, Remembered
from firmware.storage.restore import Sent, restore, stage
from firmware.storage.team_logos import small_logo
from firmware.storage.walk_ups import walk_up
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH, language
from scoreboard.message import Words
from scoreboard.rules.deck import house_text

NEXT = msgspec.json.encode(Remembered(NextGame(SETUP), NextGame(SETUP)))
SOUND: Mapping[KindName, Mapping[str, bytes]] = {
    "games": {"winter.sqlite": b""},
    "teams": {"teams.toml": b'[[teams]]\nname = "Reds"\ncolor = "red"\n'},
    "places": {"places.toml": b"[board]\nmarkers = true\n[places]\n0 = [0, -130]\n"},
    "settings": {
        "simulated.toml": b"[panel]\nbrightness = 100\n",
        "set-here.toml": b"[game]\ninnings = 5\n",
        "cards.toml": house_text().encode(),
    },
    "die": {"dice/red.die": a_die("red"), "winter/dice/teal.die": a_die("teal")},
    "packed": {"old-games/game-0004.jsonl.gz": PACKED, "old-games/game-0004-2.jsonl.gz": PACKED},
    "house": {"old-games/game-0004.jsonl.gz.house": b"stadium import - --house 'bunt=false'\n"},
    "lines": {"old-games/game-0005.jsonl.gz.damaged": b"\0 what is left"},
    "next-game": {"games.next.json": NEXT, "simulated.next.json": NEXT},
    "season-names": {"games.names.json": b'{"people":{"ann":"Anna"}}'},
    "layout": {"layouts/64x32.toml": b'like = "64x32"\n', "layouts/theme.toml": b'[colors]\namber = "#ffb000"\n'},
    "logo": {"logos/UmVkcw.png": small_logo(picture("PNG"))},
    "walk-up": {"walk-ups/QW5h.wav": walk_up(wav("crack"))},
    "moment": {"moments/ball.toml": b'seconds = 1.0\n[[parts]]\nkind = "fill"\ncolor = "amber"\n'},
    "park": {"games/cellar.toml": b'name = "cellar"\ndice = 1\ntable = { else = "out" }\n'},
}
"""Sound files of each kind; those of games are made by a journal."""
MADE_AGAIN = (
    "cache/expectancy-0123456789abcdef.npz",
    "games.version.json",
    "stadium.toml.last-good",
    "calibration.png",
)
JUNK = b"\x7fELF no such thing \0"


def test_every_kind_comes_back(place: DataPaths, tmp_path: Path) -> None:
    """What a backup takes in, a restore puts back, whatever its kind; what is made again at any time is in none."""
    assert {*SOUND, "made-again"} == {kind.name for kind in KINDS}
    with Journal.create(place.home / "winter.sqlite") as winter:
        winter.add(GAME)
    files = {name: raw for kind in SOUND.values() for name, raw in kind.items() if raw}
    for name, raw in {**files, **dict.fromkeys(MADE_AGAIN, JUNK)}.items():
        (place.home / name).parent.mkdir(parents=True, exist_ok=True)
        (place.home / name).write_bytes(raw)
    warned = list[Words]()
    made = back_up(tmp_path / "b.zip", place, MADE, warned.append)
    assert ([], 2) == (list(map(ENGLISH, warned)), made.games)
    assert "the places of your own board" in ENGLISH(made.holds)
    fresh = DataPaths(tmp_path / "new" / "lib", tmp_path / "new" / "etc" / "stadium.toml")
    restore(tmp_path / "b.zip", fresh)
    assert files == {name: (fresh.home / name).read_bytes() for name in files}
    assert [] == [name for name in MADE_AGAIN if (fresh.home / name).exists()]
    with Journal.open_readonly(fresh.home / "winter.sqlite") as winter:
        assert GAME == [line for _, line in winter.lines(1)]


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        *[(name, JUNK) for kind in SOUND if kind not in ("packed", "lines") for name in SOUND[kind]],
        ("simulated.toml", b'port = "none"\n'),
        ("simulated.toml", b'[web]\nport = "none"\n'),
        ("set-here.toml", b'[web]\nport = "none"\n'),
        ("old-games/game-0004.jsonl.gz.house", b"stadium import - ; rm -rf ~\n"),
        ("old-games/game-0004.jsonl.gz.house", b"stadium import - --house 'bunt=false'; reboot\n"),
        ("old-games/game-0004.jsonl.gz.house", b"stadium import - --house 'bunt=\x1b[2J'\n"),
        ("games.next.json", b"{}"),
    ],
)
def test_what_its_reader_refuses_is_neither_backed_up_nor_put_back(
    saved: Path, place: DataPaths, tmp_path: Path, name: str, raw: bytes
) -> None:
    """The backup leaves it out and names it; a restore is refused by its name, and nothing is touched."""
    put_in(saved, {name: raw})
    before = content(place)
    with pytest.raises(BackupError) as refused:
        restore(saved, place)
    assert (True, before, False) == (
        name in str(refused.value) or name == "winter.sqlite", content(place), (place.home / name).exists(),
    )  # fmt: skip
    (place.home / name).parent.mkdir(parents=True, exist_ok=True)
    (place.home / name).write_bytes(raw)
    warned = list[str]()
    made = back_up(tmp_path / "c.zip", place, MADE, lambda words: warned.append(ENGLISH(words)))
    assert (False, [f"{name} is not in the backup"]) == (name in made.files, [each.split(":")[0] for each in warned])


@pytest.mark.parametrize("name", ["evil.sh", "photos.db/x", "games.phones", "dice/.hidden.die", "old-games/a.jsonl.gz"])
def test_an_unknown_file_is_refused_by_its_name(saved: Path, place: DataPaths, name: str) -> None:
    """Beside the games lies only what is the scoreboard's."""
    put_in(saved, {name: b"#!/bin/sh\n"})
    with pytest.raises(BackupError, match=rf"{name} has no place in it"):
        restore(saved, place)


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of the pieces that are unpacked."""
    lengths, read = list[int](), zipfile.ZipExtFile.read

    def counted(stream: zipfile.ZipExtFile, most: int | None = -1) -> bytes:
        lengths.append(len(piece := read(stream, most)))
        return piece

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counted)
    return lengths


@pytest.mark.parametrize("kind", [kind for kind in SOUND if kind != "games"])
def test_a_file_larger_than_its_kind_is_not_unpacked(
    saved: Path, place: DataPaths, unpacked: list[int], kind: KindName
) -> None:
    """However well it is packed: neither the card nor the memory is asked for more than the manifest takes."""
    name = next(iter(SOUND[kind]))
    most = next(kind.most for kind in KINDS if kind.path.fullmatch(name))
    put_in(saved, {name: bytes(most + 1)})
    unpacked.clear()
    with pytest.raises(BackupError, match=rf"{name} in it is larger than any file of its kind"):
        restore(saved, place)
    assert 10_000 > sum(unpacked)


def test_zeros_are_no_games(saved: Path, place: DataPaths, unpacked: list[int]) -> None:
    """Games may be large, so how they begin is looked at first: of many megabytes one is unpacked."""
    put_in(saved, {"winter.sqlite": bytes(30 << 20)})
    unpacked.clear()
    with pytest.raises(BackupError, match=r"winter\.sqlite in it cannot be used here: it is no file of the scoreboard"):
        restore(saved, place)
    assert 2 << 20 > sum(unpacked)


def test_a_length_that_is_not_true_is_not_trusted(saved: Path, place: DataPaths, unpacked: list[int]) -> None:
    """No more is unpacked than the list says, and that is damage."""
    put_in(saved, {"simulated.next.json": bytes(3 << 20)}, file_size=100)
    unpacked.clear()
    with pytest.raises(BackupError):
        restore(saved, place)
    assert 10_000 > sum(unpacked)
    assert not (place.home / "simulated.next.json").exists()


@pytest.mark.parametrize(
    "entry",
    [{"flag_bits": 1}, {"compress_type": zipfile.ZIP_LZMA}, {"external_attr": 0o120777 << 16}],
    ids=["locked", "packed-otherwise", "link"],
)
def test_what_is_no_plain_file_is_refused_by_its_name(saved: Path, place: DataPaths, entry: dict[str, int]) -> None:
    """A link, a file that is locked, or one that is packed by what takes gigabytes of memory."""
    put_in(saved, {"games.next.json": NEXT}, **entry)
    with pytest.raises(BackupError, match=r"games\.next\.json in it is a link, locked, or packed"):
        restore(saved, place)


def test_more_files_than_ours_ever_has_are_refused(saved: Path, place: DataPaths, unpacked: list[int]) -> None:
    """A card has only so many files."""
    put_in(saved, {f"old-games/game-{number:04}.jsonl.gz": b"" for number in range(10_001)})
    unpacked.clear()
    with pytest.raises(BackupError, match="too large to be a backup of ours"):
        restore(saved, place)
    assert 3 << 20 > sum(unpacked)


# -- what waits to be put back


def test_a_second_backup_goes_in_place_of_one_that_waits(saved: Path, place: DataPaths) -> None:
    """Sent between *done* and the restart: it says so, only it is put back, and nothing is left lying about."""
    stage(Sent(saved, "it"), place)
    put_in(saved, {"games.next.json": NEXT})
    warned = list[str]()
    stage(Sent(saved, "it"), place, lambda words: warned.append(ENGLISH(words)))
    assert ["The backup of 2026-04-01T18:00:00Z was waiting to be put back. It is not put back; this one is."] == warned
    outcome = resume(place)
    assert outcome is not None
    assert (NEXT, True) == ((place.home / "games.next.json").read_bytes(), outcome.well)
    assert [] == [path.name for path in place.home.iterdir() if path.name.startswith(RESTORING)]


def test_a_start_says_what_was_put_back(saved: Path, place: DataPaths) -> None:
    """In both languages, also if the restore was cut off before anyone was answered."""
    stage(Sent(saved, "it"), place)
    waiting, outcome = pending(place), resume(place)
    assert waiting is not None
    assert outcome is not None
    assert (MADE, True) == (waiting.made, outcome.well)
    assert f"The backup of {MADE[:16]} was put back." in ENGLISH(outcome.words) != language("es").say(outcome.words)
    assert (None, None) == (pending(place), resume(place))


@pytest.mark.parametrize("left", [f"{RESTORING}.part", RESTORING])
def test_interrupted_restore_is_reported_and_cleaned_up(saved: Path, place: DataPaths, left: str) -> None:
    """It changes nothing; the next start reports it, and later restores work as before."""
    before = content(place)
    (place.home / left).mkdir()
    (place.home / left / "games.next.json").write_bytes(NEXT)
    outcome = resume(place)
    assert outcome is not None
    assert (before, False, False) == (content(place), outcome.well, (place.home / left).exists())
    assert "was not put back" in ENGLISH(outcome.words)
    stage(Sent(saved, "it"), place)
    assert pending(place) is not None


def test_a_leftover_of_a_restore_makes_no_other_fail(saved: Path, place: DataPaths) -> None:
    """Whatever stands where the next one goes."""
    (place.home / RESTORING).mkdir()
    (place.home / RESTORING / "something").touch()
    stage(Sent(saved, "it"), place)
    assert GAME == (resume(place), content(place)["game"])[1]


def test_a_path_has_one_kind() -> None:
    """As the table says, the first that fits; none for what leads elsewhere."""
    assert [None] * 4 == [kind_of(name) for name in ("../games.sqlite", "/etc/x.toml", "a/../x.toml", "x\u202e.toml")]
    assert {kind: {kind} for kind in SOUND} == {
        kind: {found.name for name in SOUND[kind] if (found := kind_of(name))} for kind in SOUND
    }
