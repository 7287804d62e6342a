"""What `make lab-fuzz` reads of files: all that a person, a card or another program may have written."""

from __future__ import annotations

import atexit
import gzip
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from sqlite3 import connect
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import numpy as np
from PIL import Image
from support.backup import PACKED, a_backup, a_die, put_in
from support.films import film_of
from support.league import league, sent
from support.league import record as league_record
from support.scoring import SETUP, blue, red

from firmware.config import toml_edit
from firmware.config.decks import load_deck
from firmware.config.fallback import settings
from firmware.config.settings_form import form
from firmware.devices.file_cameras import VideoCamera
from firmware.devices.image_files import decoded_jpeg, read_picture
from firmware.files.staged_replace import GAMES, DataPaths
from firmware.network.wifi import known
from firmware.paths import PLACES
from firmware.storage import archive
from firmware.storage.away_file import AwayFile
from firmware.storage.kept_files import KindName, fault
from firmware.storage.learned_pieces import learned_pieces
from firmware.storage.next_game import NextGame, NextGameFile
from firmware.storage.phones_file import PhonesFile
from firmware.storage.restore import Sent, stage
from firmware.storage.season_file import SeasonFile, counted_file
from firmware.storage.team_logos import is_logo, small_logo
from firmware.storage.version_file import note_version
from firmware.storage.walk_ups import samples_of, walk_up
from scoreboard.exports import FORMS, ExportedGame
from scoreboard.journal import checksums
from scoreboard.journal.reader import shown
from scoreboard.journal.salvage import install_rebuilt, rebuild
from scoreboard.journal.store import Journal
from scoreboard.language import language, languages
from scoreboard.league.league_file import EXAMPLE, league_of
from scoreboard.league.verified_game import SentGame, verified
from scoreboard.record import encode_all, read, replay
from scoreboard.rules.history import History
from scoreboard.web.watch.saved_game import saved_game
from vision.board.places_file import PRINTED, as_text

HERE: Final = Path(__file__).resolve().parents[2]
GAME: Final = [SETUP, blue(3), red(5), blue(9), red(1)]
DEEP: Final = 1200
"""Brackets in brackets: more than Python has frames for."""
FEW: Final = 60
"""Lines of a game that is written out in every form: those take long."""


_KEPT: Final = ExitStack()
atexit.register(_KEPT.close)


class Target(NamedTuple):
    """What is fuzzed.

    Attributes:
        read: reads bytes; raises errors of ours alone, which have words for people.
        seeds: small ones to begin from, most of them whole.
    """

    read: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]


@cache
def folder() -> Path:
    """A folder of this process's own, which goes with it; what atheris ends leaves it to `lab_fuzz`."""
    return Path(_KEPT.enter_context(TemporaryDirectory(prefix="stadium-fuzz-")))


def fresh(name: str) -> Path:
    """An empty folder of that name in it."""
    there = folder() / name
    rmtree(there, ignore_errors=True)
    there.mkdir()
    return there


def written(name: str, content: bytes) -> Path:
    """A file of that name in it."""
    file = folder() / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content)
    return file


def edited(base: bytes, edits: bytes) -> bytes:
    """Bytes with places overwritten: each edit is a place (three bytes), a length (one), and so many bytes.

    So what a mutation makes stays small, though what it damages is large; an edit of no length cuts the rest off.
    """
    changed, rest = bytearray(base), edits
    while len(rest) > 3:
        at, length = int.from_bytes(rest[:3]) % max(1, len(changed)), rest[3]
        if not length:
            del changed[at:]
        changed[at : at + length] = rest[4 : 4 + length]
        rest = rest[4 + length :]
    return bytes(changed)


def edit(at: int, content: bytes) -> bytes:
    """Such an edit."""
    return at.to_bytes(3) + bytes([len(content)]) + content


# -- records and journals


def read_record(data: bytes) -> None:
    """Read a record and judge every line of it."""
    for step in replay(read(BytesIO(data), lambda _: None)):
        _ = step.state


def write_out(data: bytes) -> None:
    """Write a game out in every form, in every language."""
    steps = list(replay(read(BytesIO(b"".join(data.splitlines(keepends=True)[:FEW])), lambda _: None)))
    history: History = steps[-1].after
    game = ExportedGame(1, history)
    for code in languages():
        spoken = language(code)
        saved_game(history, spoken)
        for form_ in FORMS.values():
            if form_.is_at_hand and form_.refuses(game) is None:
                form_.written([game], spoken)


@cache
def a_journal() -> bytes:
    """The bytes of a journal of two games."""
    path = fresh("journal-made") / "games.sqlite"
    with Journal.create(path) as journal:
        journal.add(GAME)
        journal.add(GAME[:2])
    return path.read_bytes()


def look_through(path: Path) -> None:
    """List, read, verify and salvage a journal."""
    with Journal.open_readonly(path) as journal:
        for listed in journal.listings():
            shown(journal, listed)
            journal.mark(listed.game)
        list(journal.damage())
        journal.verify()


def read_journal(data: bytes) -> None:
    """Read a journal that is damaged, then rebuild it."""
    path = fresh("journal") / "games.sqlite"
    path.write_bytes(edited(a_journal(), data) if len(data) < len(a_journal()) // 2 else data)
    try:
        look_through(path)
    finally:
        rebuild(path)
        fresh_journal, _ = install_rebuilt(path)
        fresh_journal.close()


def read_rows(data: bytes) -> None:
    """Read a journal that another program has filled, with checksums that fit."""
    path = fresh("rows") / "games.sqlite"
    path.write_bytes(a_journal())
    with closing(connect(path)) as connection:
        lines, before = data.split(b"\n"), 0
        connection.execute("INSERT INTO games VALUES (9, 0)")
        connection.execute("INSERT INTO checksums VALUES (9, 0, ?)", (checksums.of_game(0, None),))
        for number, line in enumerate(lines, start=1):
            before = checksums.of_line(line, before)
            connection.execute("INSERT INTO lines VALUES (9, ?, CAST(? AS TEXT))", (number, line))
            connection.execute("INSERT INTO checksums VALUES (9, ?, ?)", (number, before))
        connection.commit()
    look_through(path)
    with Journal.open_readonly(path) as journal:
        list(replay(journal.lines(9), journal.rulings(9)))


def _records() -> Iterator[bytes]:
    yield encode_all(GAME)
    for name in ("buttons-walk-off", "four-dice-signs", "rallybird-clauses"):
        file = HERE / f"tests/golden/games/{name}.jsonl"
        yield b"".join(file.read_bytes().splitlines(keepends=True)[:30])
    yield b'{"type":"game","x":' + b"[" * DEEP


# -- backups and what lies in them


def read_backup(data: bytes) -> None:
    """Have a damaged backup put back at the next start."""
    _stage(edited(a_backup(), data) if len(data) < len(a_backup()) // 2 else data)


def a_nameless() -> bytes:
    """The edit of the list's first name: to Python it is empty then."""
    return edit(a_backup().rindex(GAMES.encode()), b"\0")


def read_smuggled(data: bytes) -> None:
    """Likewise one that has a file of that name (the first line) and that content (the rest), as its list says."""
    first, _, content = data.partition(b"\n")
    name = first.decode("utf-8", "replace").partition("\0")[0]  # no zip that Python writes has more of it
    file = written("smuggled.zip", a_backup())
    put_in(file, {name or "none": content})
    _stage(file.read_bytes())


def _stage(content: bytes) -> None:
    home = fresh("restored")
    places = DataPaths(home / "lib", home / "etc/stadium.toml")
    places.home.mkdir()
    stage(Sent(written("backup.zip", content), "backup.zip"), places)


def kept(kind: KindName, name: str) -> Callable[[bytes], object]:
    """Reads a file of that kind as a backup's is read."""

    def read_kept(data: bytes) -> None:
        _ = folder()
        fault(kind, written(f"kept-{kind}/{name}", data))

    return read_kept


def read_die(data: bytes) -> None:
    """A taught die, whose sum fits what it is the sum of."""
    mark, version, _ = a_die("green").partition(b"\n")[0].split(b" ")
    body = data.removesuffix(b"\n")
    fault("die", written("green.die", b"%s %s %s\n%s\n" % (mark, version, sha256(body).hexdigest().encode(), body)))


def read_own_files(data: bytes) -> None:
    """What the appliance keeps for itself: a damaged one is as none."""
    file = written("own/games.sqlite", data)
    NextGameFile(file, NextGame(SETUP)).read()
    note_version(file, "1.0")
    file.write_bytes(data)
    AwayFile(file).read()
    learned_pieces(file)
    PhonesFile(file, lambda _: None).load()
    season = SeasonFile(file, lambda _: None)
    for kept_file in (file.with_suffix(".season.json"), counted_file(file)):
        kept_file.parent.mkdir(exist_ok=True)
        kept_file.write_bytes(data)
    season.names()
    season.counted()
    counted_file(file).write_bytes(gzip.compress(data, mtime=0))
    season.counted()


def read_packed(data: bytes) -> None:
    """Packed games."""
    place = fresh("packed")
    (place / "game-0001.jsonl.gz").write_bytes(data)
    (place / "game-0002.jsonl.gz").write_bytes(gzip.compress(data, mtime=0))
    for words in archive.damaged(place):
        _ = str(words)


# -- settings


def read_settings(data: bytes) -> None:
    """The owner's settings: read as at a start, shown as a form, and edited as the page does."""
    file = written("etc/stadium.toml", data)
    changes: Mapping[str, Mapping[str, toml_edit.Value]] = {"game": {"innings": 5}, "web": {"port": 8080}}
    form(settings(fresh("etc-home"), None, file).config)
    text = data.decode("utf-8", "replace")
    toml_edit.edited(text, changes)


def read_deck(data: bytes) -> None:
    """A set of cards and gloves."""
    load_deck(written("deck.toml", data))


def read_access_point(data: bytes) -> None:
    """The stadium's own Wi-Fi."""
    known(written("access-point.toml", data))


def read_league_file(data: bytes) -> None:
    """A league's file."""
    league_of(data.decode("utf-8", "replace"))


def _settings() -> Iterator[bytes]:
    text = (HERE / "firmware/stadium.toml").read_text(encoding="utf-8")
    yield "\n".join(line for line in text.splitlines() if line and not line.startswith("#")).encode()
    yield b'[game]\nrules = "two-dice"\ninnings = 3\naway = { name = "Ana", color = "red" }\n'
    yield b"game = " + b"[" * DEEP + b"]" * DEEP


def _toml(*files: str) -> Callable[[], Iterator[bytes]]:
    """Files of ours, and one that is nested too deep."""

    def seeds() -> Iterator[bytes]:
        for name in files:
            yield (HERE / name).read_bytes()
        yield b"a = " + b"[" * DEEP + b"]" * DEEP
        yield b"a = " + b"9" * 5000

    return seeds


# -- pictures, films, sounds


def read_pictures(data: bytes) -> None:
    """A photograph of a throw, and a frame of a camera."""
    try:
        read_picture(written("picture.jpg", data))
    finally:
        decoded_jpeg(data, 640)


def read_logo(data: bytes) -> None:
    """A team's logo; what is made of it is one."""
    is_logo(data)
    if not is_logo(small_logo(data)):
        raise AssertionError("what is made of a picture is no logo of ours")


def read_walk_up(data: bytes) -> None:
    """A walk-up sound; what is made of it is one."""
    samples_of(data)
    if samples_of(walk_up(data)) is None:
        raise AssertionError("what is made of a sound is none of ours")


@cache
def a_film() -> bytes:
    """A very small film."""
    frames = [np.full((48, 64, 3), shade, np.uint8) for shade in (30, 90, 150)]
    return film_of(fresh("film-made") / "film.avi", frames).read_bytes()


def read_film(data: bytes) -> None:
    """A film of throws."""
    content = edited(a_film(), data) if len(data) < len(a_film()) // 2 else data
    with closing(VideoCamera(written("film.avi", content))) as camera:
        for _ in range(FEW):
            if camera.frame() is None:
                break


def _pictures() -> Iterator[bytes]:
    picture = Image.radial_gradient("L").resize((24, 16)).convert("RGB")
    for kind, more in (
        ("JPEG", {"quality": 60}),
        ("JPEG", {"progressive": True}),
        ("PNG", {}),
        ("WEBP", {}),
    ):
        file, exif = BytesIO(), Image.Exif()
        exif[0x0112] = 6
        picture.save(file, kind, exif=exif, **more)
        yield file.getvalue()
    file = BytesIO()
    picture.convert("P").save(file, "PNG", transparency=0)
    yield file.getvalue()


def _sounds() -> Iterator[bytes]:
    for width, channels, rate, count in (
        (1, 1, 8000, 20),
        (2, 2, 8000, 20),
        (3, 1, 8000, 20),
        (4, 2, 8000, 20),
        (2, 1, 96000, 0),
    ):
        samples = bytes(range(256)) * count
        head = b"RIFF" + (36 + len(samples)).to_bytes(4, "little") + b"WAVEfmt " + (16).to_bytes(4, "little")
        form_ = (1, channels, rate, rate * width * channels, width * channels, width * 8)
        sizes = (2, 2, 4, 4, 2, 2)
        head += b"".join(value.to_bytes(size, "little") for value, size in zip(form_, sizes, strict=True))
        yield head + b"data" + len(samples).to_bytes(4, "little") + samples


# -- leagues


def read_sent(data: bytes) -> None:
    """A game that was sent in: its seal is the first line, its record the rest."""
    seal, _, record = data.partition(b"\n")
    verified(SentGame(seal, record, "game.jsonl"), league())


def _sent() -> Iterator[bytes]:
    game = sent("attic", 3, league_record(3))
    yield game.seal + b"\n" + game.record[:3000]
    yield b'{"box":' + b"[" * DEEP


def _json(*texts: bytes) -> Callable[[], Iterable[bytes]]:
    return lambda: (*texts, b'{"x":' + b"[" * DEEP, b'{"a":' * DEEP)


FILES: Final[Mapping[str, Target]] = {
    "record": Target(read_record, _records),
    "exports": Target(write_out, _records),
    "journal": Target(
        read_journal, lambda: (edit(4100, b"\0\1"), edit(28, b"\xff"), edit(9000, b""), a_journal()[:100])
    ),
    "rows": Target(read_rows, lambda: (encode_all(GAME).rstrip(), *_records())),
    "backup": Target(read_backup, lambda: (edit(40, b"\xff"), edit(900, b""), a_nameless(), b"PK\5\6" + bytes(18))),
    "smuggled": Target(
        read_smuggled,
        lambda: (b"x.next.json\n" + b'{"a":' * DEEP, b"parks/a.toml\na = 1\n", b"../x\n", b"logos/YQ.png\n"),
    ),
    "packed": Target(read_packed, lambda: (PACKED, *_records())),
    "own-files": Target(read_own_files, _json(b'{"phones":[],"owned":true}', b'{"now":"1","before":"2"}', b"{}")),
    "next-game": Target(kept("next-game", "games.next.json"), _json(b'{"configured":{},"chosen":{"setup":{}}}')),
    "season-names": Target(kept("season-names", "games.season.json"), _json(b'{"teams":{"A":"B"},"players":{}}')),
    "die": Target(read_die, lambda: (a_die("green").partition(b"\n")[2], b'{"name":' + b"[" * DEEP)),
    "places": Target(kept("places", PLACES), lambda: (as_text(PRINTED.places).encode(), b"[board]\nmm = 1\n")),
    "teams": Target(kept("teams", "teams.toml"), _toml("firmware/teams.toml")),
    "park": Target(
        kept("park", "mine.toml"), _toml("scoreboard/rules/parks/two-dice.toml", "scoreboard/rules/parks/example.toml")
    ),
    "layout": Target(kept("layout", "64x16.toml"), _toml("scoreboard/display/layouts/64x16.toml")),
    "moment": Target(kept("moment", "home-run.toml"), _toml("scoreboard/display/moments/shipped/home-run.toml")),
    "settings": Target(read_settings, _settings),
    "deck": Target(read_deck, _toml("scoreboard/rules/house_deck.toml")),
    "access-point": Target(read_access_point, lambda: (b'ssid = "Stadium-742"\npassword = "4827193560"\n',)),
    "league-file": Target(read_league_file, lambda: (EXAMPLE.replace("# [", "[").encode(), *_toml()())),
    "league-game": Target(read_sent, _sent),
    "picture": Target(read_pictures, _pictures),
    "logo": Target(read_logo, _pictures),
    "walk-up": Target(read_walk_up, _sounds),
    "film": Target(read_film, lambda: (edit(30, b"\xff\xff"), edit(230, b"\xff"), edit(400, b""), a_film())),
}
"""By name."""
