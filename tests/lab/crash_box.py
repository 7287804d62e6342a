"""A stadium that can be started some thousand times: the program as it is, but for what takes long and keeps nothing.

`BriefBox` is `firmware.appliance.Appliance` on a folder, with a page that is asked in the same process. Its networks
are read once for all, and no library is put out of memory. All that reads or writes the folder is as it is.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import zlib
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import ExitStack
from copy import deepcopy
from functools import lru_cache
from importlib.metadata import Distribution
from pathlib import Path
from types import MappingProxyType
from typing import Any
from unittest.mock import patch
from zipfile import BadZipFile, ZipFile

import crash_update
import msgspec
from aiohttp import web
from msgspec import UNSET, structs

from firmware import appliance
from firmware.appliance import Appliance
from firmware.cli.run import run
from firmware.config.overrides import RunOptions
from firmware.devices import gpio_buttons
from firmware.service import background, systemd
from firmware.startup import RESTORE, prepared
from firmware.storage.archive import ENDING as PACKED
from firmware.storage.next_game import NextGameFile
from scoreboard.display import layout_files
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH
from scoreboard.message import message
from scoreboard.record import encode_all, read
from scoreboard.rules.events import AnyLine
from vision.recognition import network

HOME, STICK = "lib", "stick"
"""On the disk: what the stadium keeps, and where a backup is written."""
COMMAND = ("--camera", "none", "--panel", "simulated", "--buttons", "mock", "--headless", "--port", "0")
Script = Callable[["BriefBox"], Coroutine[Any, Any, None]]
Found = Mapping[str, str]
"""What a player would miss, by what it is: ``game``, ``games``, ``settings``, ``dice`` and so on; see `look`."""


class BriefBox(Appliance):
    """A stadium that does what a script says as soon as it is ready, and ends.

    Attributes:
        on_change: is called as soon as something is shown.
        found: what it has when it is ready; a box without a game has begun one by then.
        complaints: what the start has found amiss, but for what has become of a backup.
    """

    on_change: Callable[[], None] = staticmethod(lambda: None)
    script: Script | None = None
    found: Found = MappingProxyType({})
    complaints = ""

    def _ready(self) -> None:
        systemd.ready()
        self.found = dict(_found(self))
        self._background.listen(lambda: self.on_change())  # noqa: PLW0108 - it is set later
        self._doing = self._runner.get_loop().create_task(self._do())

    async def _do(self) -> None:
        try:
            if self.script is not None:
                await self.script(self)
        finally:
            self.app.stop()

    @property
    def session(self) -> Any:  # noqa: ANN401 - the game in play
        """The game in play."""
        return self._games.session

    @property
    def store(self) -> Any:  # noqa: ANN401 - likewise
        """What keeps it."""
        return self._games.store

    @property
    def next_game(self) -> NextGameFile:
        """What the next game is to be."""
        return self._next_game

    def look_at_card(self) -> None:
        """Try again what the card did not take, as is done every few seconds."""
        self._journal_retry.look()

    def end(self) -> None:
        """Raise what the script has raised."""
        self._doing.result()


class NobodysButtons:
    """Nine buttons that nobody presses."""

    def listen(self, *_: object) -> None:
        """Nothing is heard."""

    def close(self) -> None:
        """Nothing was open."""


def lighten() -> None:
    """From now on a start leaves out what takes long and keeps nothing.

    It reads no network, layout of a panel or list of packages anew, wires no pins, lays out no page for nobody, and
    leaves the libraries in memory.
    """
    patch.object(gpio_buttons, "GpioButtons", lambda *_, **__: NobodysButtons()).start()
    patch.object(network.cv2.dnn, "readNetFromONNX", lru_cache(network.cv2.dnn.readNetFromONNX)).start()
    patch.object(appliance, "unmap_libraries", lambda: None).start()
    patch.object(background, "make_app", lambda *_: web.Application()).start()
    patch.object(layout_files, "values_in", _read_once(layout_files.values_in)).start()
    patch.object(Distribution, "from_name", lru_cache(Distribution.from_name)).start()
    patch.object(Distribution, "version", property(lru_cache(lambda self: self.metadata["Version"]))).start()


def _read_once(read: Callable[[Path], dict[str, Any]]) -> Callable[[Path], dict[str, Any]]:
    cached = lru_cache(read)
    return lambda file: deepcopy(cached(file))


@lru_cache
def options() -> RunOptions:
    """What is said on the command line."""
    return RunOptions(**run.make_context("run", [*COMMAND]).params)


def started(disk: Path, script: Script | None, on_change: Callable[[], None] = lambda: None) -> Found:
    """Start the stadium on that disk as `stadium run` does, have it do as the script says, and end it.

    Returns what it had found when it was ready, and what it complained of, as far as that is known in the program.
    """
    os.environ["STADIUM_HOME"] = str(disk / HOME)
    overrides = options()
    loaded = prepared(overrides)
    with ExitStack() as held:
        box = BriefBox(loaded.config, overrides, loaded.warnings, held)
        box.script, box.on_change = script, on_change
        complaints = [ENGLISH(each.sentence) for each in loaded.warnings if each.about != RESTORE]
        complaints += [ENGLISH(each.words) for each in box.store.remarks]
        if box.store.trouble is not None:
            complaints.append(ENGLISH(box.store.trouble.words))
        box.complaints = "; ".join(complaints)
        box.run()
        box.end()
    return {**box.found, "complaints": box.complaints}


RESTORED, NOT_RESTORED = "restored", "not restored"
BACKUPS = {
    what: f"stadium: {ENGLISH(message(key, made='', folder=''))}"[: len("stadium: The backup of ")]
    for what, key in ((RESTORED, "start.restored"), (NOT_RESTORED, "start.not-restored"))
}
"""How the sentences begin that tell what has become of a backup that was to be put back."""


def look(disk: Path) -> Found:
    """Start on that disk, and tell what is there: in the program, and in each file by its own reader.

    ``complaints`` has all that the program wrote where errors go, and every fault that it reports: what it tells of a
    backup that was to be put back is ``backup``. An update that was cut off is ended first, as at a start.
    """
    output, wrong = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(wrong):
            found = dict(started(disk, None))
            found |= _kept(disk / HOME)
        if crash_update.is_there(disk):
            with contextlib.redirect_stderr(output):
                found["version"], amiss = crash_update.found(disk)
            found["complaints"] = "; ".join(filter(None, (found["complaints"], amiss)))
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is what the lab looks for
        found = {"complaints": f"{type(error).__name__}: {error}"}
    found["stick"] = _stick(disk / STICK)
    lines = wrong.getvalue().splitlines()
    found["backup"] = " ".join(what for what, words in BACKUPS.items() if any(line.startswith(words) for line in lines))
    unexpected = " ".join(line for line in lines if not line.startswith(tuple(BACKUPS.values())))
    found["complaints"] = "; ".join(filter(None, (found["complaints"], unexpected)))
    return found


def _found(box: BriefBox) -> Iterator[tuple[str, str]]:
    """What the program has when it is ready."""
    history = box.session.history if box.session.has_game else None
    lines = [] if history is None else [history.setup, *(each.line for each in reversed(list(history.lines)))]
    yield "game", _digest(_untimed(lines))
    yield "lines", str(len(lines))
    config = msgspec.json.encode(box.sight.calibrator.config)
    yield "settings", _digest(config)
    yield "innings", str(box.sight.calibrator.config.game.innings)
    yield "dice", str({die.name: len(die.samples) for die in box.sight.taught.dice()})


def _kept(home: Path) -> Iterator[tuple[str, str]]:
    """What lies in the files, once the program has ended."""
    games = dict(_packed(home / "old-games"))
    with Journal.open_readonly(home / "games.sqlite") as journal:
        journal.verify()
        for listed in journal.games():
            lines = [line for _, line in journal.lines(listed.game)]
            games[listed.game] = _digest(_untimed(lines))
    yield "games", str(sorted(games.items()))
    for ending in ("key", "away.json", "names.json", "next.json", "phones"):
        file = home / f"games.{ending}"
        yield ending, _digest(file.read_bytes()) if file.exists() else ""
    outbox = home / "games.mqtt" / "taken.json"
    yield "outbox", outbox.read_text(encoding="utf-8") if outbox.exists() else ""


def _packed(folder: Path) -> Iterator[tuple[int, str]]:
    import gzip

    for file in sorted(folder.glob(f"*{PACKED}")):
        with gzip.open(file) as stream:
            yield int(file.name[5:9]), _digest(_untimed([line for _, line in read(stream, print)]))


def _stick(folder: Path) -> str:
    """The backup on the stick: what is in it, or why it is none."""
    file = folder / "evening.zip"
    if not file.exists():
        return ""
    try:
        with ZipFile(file) as archive:
            return f"torn: {torn}" if (torn := archive.testzip()) else _digest(archive.read("manifest.json"))
    except (BadZipFile, OSError, KeyError, EOFError, zlib.error) as error:
        return f"no backup: {error}"


def _untimed(lines: list[AnyLine]) -> bytes:
    """A game without the moments at which it was played: a game that a start begins has another moment each time."""
    return encode_all(structs.replace(line, at=UNSET) for line in lines)


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=8).hexdigest()
