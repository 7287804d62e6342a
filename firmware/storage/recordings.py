"""The files of a recording beside the pictures: the game, the settings and the taught dice.

``before.jsonl`` is the game before the first frame; ``stadium.toml`` has its house rules, which a record lacks, and the
reader's settings; ``dice`` has the taught ones; ``game.jsonl`` is the game as it was scored. The pictures are kept by
`firmware.devices.recording_camera`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec

from firmware.config.schema import Config
from firmware.devices.recording_camera import BEFORE, DICE, GAME, SETTINGS
from firmware.errors import DeviceError
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard.errors import MalformedError, why_and_remedy
from scoreboard.language import ENGLISH
from scoreboard.record import encode_all, read, replay
from scoreboard.rules import RulesError, find_rule_set, ruled_otherwise, words_of
from scoreboard.rules.events import AnyLine, Setup
from scoreboard.rules.history import History
from vision.enrolled.matcher import EnrolledDie


def keep_start(history: History, config: Config, dice: Iterable[EnrolledDie], folder: Path) -> None:
    """Keep the game, the settings and the dice at the start, to be played again alike; StadiumError if that fails."""
    try:
        _keep_record(history, folder / BEFORE)
        (folder / SETTINGS).write_text(_as_configured(history, config), encoding="utf-8")
        (folder / DICE).mkdir(exist_ok=True)
    except OSError as error:
        raise DeviceError(f"cannot record in {folder}: {ENGLISH(why_and_remedy(error))}") from error
    store = TaughtDiceStore(folder / DICE)
    for die in dice:
        store.keep(die)


def keep_game(history: History, folder: Path) -> None:
    """Keep the game as it was scored; DeviceError if it cannot be written."""
    try:
        _keep_record(history, folder / GAME)
    except OSError as error:
        raise DeviceError(f"cannot write the game into {folder}: {ENGLISH(why_and_remedy(error))}") from error


def lines_before(folder: Path, rulings: Mapping[str, object], warn: Callable[[str], None]) -> tuple[AnyLine, ...]:
    """The game before the first frame, DeviceError if it is damaged; empty if there was none, or in old recordings."""
    path = folder / BEFORE
    if not path.exists():
        return ()
    try:
        with path.open("rb") as record:
            lines = tuple(moment.line for moment in replay(read(record, warn), rulings))
    except (OSError, MalformedError, RulesError) as error:
        raise DeviceError(f"{path} cannot be used: {ENGLISH(words_of(error))}; copy the recording again") from error
    setup = lines[0]
    has_deck = isinstance(setup, Setup) and setup.deck is not msgspec.UNSET  # which no settings have
    return lines if len(lines) > 1 or has_deck else ()


def changed_rulings(history: History) -> dict[str, object]:
    """The house rules of this game that differ from the default, by the names of `HouseRules`."""
    game = history.game
    return ruled_otherwise(find_rule_set(game.setup.rules).house, game.house)


def unrecorded_rulings(history: History) -> dict[str, object]:
    """Those of them that the game line lacks, as of a game begun by an older version."""
    setup = history.game.setup
    known = {} if setup.house is msgspec.UNSET else msgspec.to_builtins(setup.house)
    return {name: value for name, value in changed_rulings(history).items() if name not in known}


def _keep_record(history: History, path: Path) -> None:
    lines = (recorded.line for recorded in reversed(tuple(history.lines)))
    path.write_bytes(encode_all((history.setup, *lines)))


def _as_configured(history: History, config: Config) -> str:
    """Settings that play it again, as a ``stadium.toml`` without the folder of the taught dice, which is private."""
    setup, camera, eyes = history.game.setup, config.camera, config.eyes
    sections: dict[str, dict[str, object]] = {
        "game": {"rules": setup.rules, "innings": history.game.innings},
        "game.away": msgspec.to_builtins(setup.away),
        "game.home": msgspec.to_builtins(setup.home),
        "game.house": changed_rulings(history),
        "camera": {"settled": camera.settled, "markers": camera.markers},
        "camera.lens": msgspec.to_builtins(camera.lens),
        "eyes": {"threshold": eyes.threshold, "die_mm": eyes.die_mm},
        "eyes.colors": {_json(seen): meant for seen, meant in eyes.colors.items()},
    }
    return "\n".join(
        "".join([f"[{name}]\n", *(f"{key} = {_json(value)}\n" for key, value in values.items())])
        for name, values in sections.items()
    )


def _json(value: object) -> str:
    """Numbers, texts and lists are in TOML what they are in JSON."""
    return msgspec.json.encode(value).decode()
