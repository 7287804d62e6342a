"""What the camera saw can be kept, and played again to the same effect."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import cv2
import msgspec
import numpy as np
import pytest
from support.films import film_of_throws
from support.scoring import SETUP, blue, command_line, red
from support.stadium import ManualClock
from support.teach import taught

from firmware import throw_reader, wiring
from firmware.cli.main import main
from firmware.config.schema import Config, check, load, shipped
from firmware.devices import recording_camera
from firmware.devices.file_cameras import FolderCamera
from firmware.devices.health import Health
from firmware.devices.protocols import Frame
from firmware.devices.recording_camera import RecordedCamera, RecordingCamera, is_recording
from firmware.devices.supervisor import SupervisedCamera
from firmware.errors import DeviceError
from firmware.files.atomic import MEGABYTE
from firmware.storage.recordings import keep_start
from firmware.storage.taught_dice import TaughtDiceStore
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH
from scoreboard.record import house_rules_for, read
from scoreboard.rules.events import AnyLine, Chip, Press
from scoreboard.rules.history import begin
from vision.board.fitted_pieces import PieceFit
from vision.enrolled.matcher import EnrolledDie


class TwoStreams:
    """A camera whose stills are larger than its frames, all of them noise."""

    def __init__(self, frames: int, size: tuple[int, int] = (36, 64)) -> None:
        self._left = frames
        self._size = size
        self._rng = np.random.default_rng(8)
        self.closed = 0

    def frame(self) -> Frame | None:
        """The next frame."""
        self._left -= 1
        return self._rng.integers(0, 256, (*self._size, 3), np.uint8) if self._left >= 0 else None

    def still(self) -> Frame:
        """A still of it."""
        return self._rng.integers(0, 256, (144, 256, 3), np.uint8)

    def close(self) -> None:
        """Count how often."""
        self.closed += 1


def watched(camera: RecordingCamera | RecordedCamera) -> list[Frame]:
    """Every frame, and a still of each third one, in the order they were looked at."""
    looked: list[Frame] = []
    while (frame := camera.frame()) is not None:
        looked.append(frame)
        if len(looked) % 3 == 0:
            looked.append(camera.still())
    camera.close()
    return looked


def test_a_recording_gives_every_frame_and_still_again(tmp_path: Path) -> None:
    """Played again, it shows what was seen, to the last bit."""
    seen = watched(RecordingCamera(TwoStreams(10), tmp_path / "report"))
    again = watched(RecordedCamera(tmp_path / "report"))
    assert len(seen) == len(again) > 10
    assert all(np.array_equal(one, other) for one, other in zip(seen, again, strict=True))


def test_a_film_that_was_cut_off_lacks_no_more_than_its_end(tmp_path: Path) -> None:
    """The plug is pulled while a frame is being written: those before it are all there, to the last bit."""
    film = RecordingCamera(TwoStreams(6, size=(180, 320)), tmp_path / "report")
    seen = [film.frame() for _ in range(6)]
    (tmp_path / "cut").mkdir()
    shutil.copy(tmp_path / "report" / "frames.avi", tmp_path / "cut")  # never closed: as on the disk of a dead machine
    camera = RecordedCamera(tmp_path / "cut")
    assert all(np.array_equal(frame, camera.frame()) for frame in seen[:-1])
    camera.close()
    film.close()


def disk_with(monkeypatch: pytest.MonkeyPatch, *megabytes: int) -> None:
    """A disk on which so much is free each time somebody asks, and then the last."""
    left = list(megabytes)

    def usage(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=(left.pop(0) if len(left) > 1 else left[0]) * MEGABYTE)

    monkeypatch.setattr("firmware.devices.recording_camera.shutil.disk_usage", usage)


def test_film_ends_before_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are on that disk, too, and one that cannot be written down any more would end the evening."""
    disk_with(monkeypatch, 900, 600, 300, 256, 255)
    reported: list[str] = []
    seen = watched(RecordingCamera(TwoStreams(9), tmp_path / "report", reported.append))
    kept = watched(RecordedCamera(tmp_path / "report"))
    assert (9 + 4, 3 + 1) == (len(seen), len(kept))
    assert all(np.array_equal(one, other) for one, other in zip(seen, kept, strict=False))
    assert 1 == len(list((tmp_path / "report").glob("still-*.png")))
    assert [f"so the film in {tmp_path / 'report'} ends here; the game goes on."] == [
        one.split(", ")[2] for one in reported[1:]
    ]


@pytest.mark.parametrize(("limit_mb", "ends_mb"), [(1000, 344), (100, 100)])
def test_a_recording_says_beforehand_what_it_will_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit_mb: int, ends_mb: int
) -> None:
    """A minute of this camera's pictures, and how long limit and disk last: before the first of them is written."""
    disk_with(monkeypatch, 900, 600)
    reported: list[tuple[str, bool]] = []
    film = tmp_path / "report" / "frames.avi"
    camera = RecordingCamera(
        TwoStreams(1), film.parent, lambda sentence: reported.append((sentence, film.exists())), limit_mb=limit_mb
    )
    frame = camera.frame()
    assert frame is not None
    height, width = frame.shape[:2]
    a_minute = frame.nbytes * 15 * 60 / 2**20
    ((sentence, is_filmed),) = reported
    assert (False, True) == (
        is_filmed,
        f"up to {a_minute:.0f} MB a minute ({width} x {height}, 15 pictures" in sentence,
    )
    assert (
        f"It ends at {ends_mb} MB, after some {ends_mb / a_minute:.1f} min: --record-limit is {limit_mb} MB" in sentence
    )
    camera.close()


def test_a_recording_ends_at_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says so once, the game goes on, and what was filmed till then can be played again."""
    monkeypatch.setattr(recording_camera, "MEGABYTE", 64 << 10)
    reported: list[str] = []
    seen = watched(RecordingCamera(TwoStreams(9), tmp_path / "report", reported.append, limit_mb=1))
    kept = watched(RecordedCamera(tmp_path / "report"))
    assert len(seen) > len(kept) > 0
    assert "it has taken 1 MB, as --record-limit says, so the film in" in reported[-1]
    assert 2 == len(reported)


def test_film_ends_when_its_disk_is_pulled(tmp_path: Path) -> None:
    """Sticks are pulled, and the games are on another disk."""
    reported: list[str] = []
    camera = RecordingCamera(TwoStreams(4), tmp_path / "report", reported.append)
    camera.frame()
    (tmp_path / "report").rename(tmp_path / "elsewhere")
    assert all(frame is not None for frame in (camera.frame(), camera.still(), camera.frame()))
    assert ["the disk is gone"] == [one.split(", ")[0] for one in reported[1:]]
    camera.close()


def test_where_a_film_has_no_room_none_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who asks for one learns it then, not after the evening."""
    disk_with(monkeypatch, 255)
    with pytest.raises(DeviceError, match="less than 256 MB of its disk are free; make room"):
        RecordingCamera(TwoStreams(2), tmp_path / "report")


def test_a_still_that_was_never_taken_is_the_frame_itself(tmp_path: Path) -> None:
    """A reader that looks where it did not look before gets the small picture, and no error."""
    watched(RecordingCamera(TwoStreams(2), tmp_path))
    camera = RecordedCamera(tmp_path)
    frame = camera.frame()
    assert frame is not None
    assert np.array_equal(frame, camera.still())


def test_frames_of_any_size_are_kept(tmp_path: Path) -> None:
    """Photographs are upright and lie, and a camera that comes back may show others; a film takes but one even size."""
    sizes = [(37, 65), (36, 64), (65, 37), (37, 65)]
    frames = [np.random.default_rng(8).integers(0, 256, (*size, 3), np.uint8) for size in sizes]
    (tmp_path / "photographs").mkdir()
    for number, frame in enumerate(frames):
        cv2.imwrite(str(tmp_path / "photographs" / f"{number}.png"), frame)
    watched(RecordingCamera(FolderCamera(tmp_path / "photographs"), tmp_path / "report"))
    again = RecordedCamera(tmp_path / "report")
    for frame in frames:
        assert np.array_equal(frame, np.asarray(again.frame()))
        assert np.array_equal(frame, again.still())


def test_a_camera_that_was_gone_is_gone_again(tmp_path: Path) -> None:
    """What lay on the table when it was back is not taken for a throw when the recording is played, either."""

    class Pulled(TwoStreams):
        def frame(self) -> Frame | None:
            if (frame := super().frame()) is None:
                raise DeviceError("the plug is out")
            return frame

    health, clock, lent = Health(), ManualClock(), [Pulled(2), TwoStreams(2)]

    def wait(seconds: float) -> None:
        clock.time += seconds

    live = SupervisedCamera(lambda: lent.pop(0), health.reporter("camera"), clock, wait=wait)
    recording = RecordingCamera(live, tmp_path / "report")
    health.listen(recording.note_change)
    watched(recording)
    sources = {"camera": {"source": "recording", "path": str(tmp_path / "report")}, "panel": {"driver": "none"}}
    reported: list[object] = []
    devices = wiring.devices(
        check(sources | {"buttons": {"driver": "none"}}, "it", places=(tmp_path,)),
        restart=lambda: reported.append("afresh"),
    )
    devices.health.listen(lambda change: reported.append(ENGLISH(change.message.panel, "panel")))
    assert devices.camera is not None
    heard = [(devices.camera.frame() is not None, tuple(reported)) for _ in range(4)]
    gone = ("NO CAMERA", "afresh", "camera OK")
    assert [(True, ()), (True, ()), (True, gone), (True, gone)] == heard


def test_the_camera_is_given_back_with_the_recording(tmp_path: Path) -> None:
    """Closing the recording closes the camera it looks through."""
    camera = TwoStreams(1)
    RecordingCamera(camera, tmp_path).close()
    assert 1 == camera.closed


def test_a_recording_is_never_written_over(tmp_path: Path) -> None:
    """A folder that holds one is refused, and stays as it is."""
    watched(RecordingCamera(TwoStreams(2), tmp_path))
    before = (tmp_path / "frames.avi").read_bytes()
    with pytest.raises(DeviceError, match="holds a recording already"):
        RecordingCamera(TwoStreams(2), tmp_path)
    assert before == (tmp_path / "frames.avi").read_bytes()


@pytest.mark.parametrize("name", ["stadium.toml", "game.jsonl", "before.jsonl", "dice"])
def test_foreign_files_are_not_overwritten(tmp_path: Path, name: str) -> None:
    """A folder may hold the owner's own configuration, under the name that a recording's has."""
    (tmp_path / name).mkdir()
    with pytest.raises(DeviceError, match=f"holds a {name} already"):
        RecordingCamera(TwoStreams(2), tmp_path)


def test_impossible_folder_is_named(tmp_path: Path) -> None:
    """One clear line names the folder."""
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    with pytest.raises(DeviceError, match="taken/report"):
        RecordingCamera(TwoStreams(1), tmp_path / "taken" / "report")


def test_recordings_have_films(tmp_path: Path) -> None:
    """A recording differs from a folder of photographs by its film."""
    watched(RecordingCamera(TwoStreams(1), tmp_path / "report"))
    assert (True, False) == (is_recording(tmp_path / "report"), is_recording(tmp_path))


def test_a_frame_that_comes_after_the_end_is_not_filmed(tmp_path: Path) -> None:
    """The loop may close the recording while the camera's thread still waits for a frame."""

    class Late(TwoStreams):
        def frame(self) -> Frame | None:
            recording.close()
            return super().frame()

    recording = RecordingCamera(Late(2), tmp_path / "report")
    assert recording.frame() is not None
    assert not (tmp_path / "report" / "frames.avi").exists()


@pytest.mark.slow
def test_a_recorded_game_can_be_played_again_to_the_same_end(tmp_path: Path) -> None:
    """Interrupted after a few throws, a recorded evening replays from its folder line by line."""
    report, journal = tmp_path / "report", tmp_path / "games.sqlite"
    command = [sys.executable, "-m", "firmware", "record-video", str(report), "--simulate", "--headless"]
    command += ["--speed", "max", "--journal", str(journal)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        reported = [process.stdout.readline() for _ in range(5)]
        process.send_signal(signal.SIGINT)
        process.stdout.read()
    options = ["--camera", str(report), "--panel", "simulated", "--buttons", "none", "--journal", str(tmp_path / "b")]
    again = command_line().invoke(main, ["run", *options])
    assert (0, reported) == (again.exit_code, again.stdout.splitlines(keepends=True)[:5])
    with (report / "game.jsonl").open("rb") as record:
        assert len(list(read(record, print))) >= 4


def test_a_recording_is_a_game_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played again it neither goes on with the game in play, nor stands among the games of this scoreboard."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    with Journal.create(tmp_path / "games.sqlite") as journal:
        journal.add([SETUP])
    watched(RecordingCamera(TwoStreams(2), tmp_path / "film"))
    words = ["run", "--camera", str(tmp_path / "film"), "--panel", "none", "--buttons", "none"]
    for number in (1, 2):
        ended = command_line().invoke(main, words)
        with (
            Journal.open_readonly(tmp_path / "games.sqlite") as mine,
            Journal.open_readonly(tmp_path / "replayed.sqlite") as replayed,
        ):
            assert (1, number) == (len(mine.games()), len(replayed.games())), ended.output
    assert f"stadium games --journal {tmp_path / 'replayed.sqlite'}" in ended.stdout
    assert "goes on" not in ended.stdout


@pytest.mark.parametrize("house", [{}, {"plus": 2, "lineup": ["-", "", "", "+"]}])
def test_recorded_game_keeps_its_rules(tmp_path: Path, house: dict[str, object]) -> None:
    """The configuration kept beside it begins the very same game, by the same rules."""
    names = msgspec.structs.replace(
        SETUP.home, name='Anna\'s "\\" Élan', lineup=("", "+", "-", ""), players=("Ana", "Leo")
    )
    setup = msgspec.structs.replace(SETUP, rules="diamante-major", innings=5, home=names)
    keep_start(begin(setup, house_rules_for(setup, house)), shipped(), (), tmp_path)
    config = load(tmp_path / "stadium.toml")
    assert (setup, house) == (config.game.setup(), config.game.house)


def test_a_recording_says_how_the_house_played(tmp_path: Path) -> None:
    """The game line of its record and its configuration do, so nobody need be told the options to replay it with."""
    mine = tmp_path / "mine.toml"
    mine.write_text("[game.house]\nwalk_off = false\n", encoding="utf-8")
    watched(RecordingCamera(TwoStreams(2), tmp_path / "film"))
    words = ["record-video", str(tmp_path / "report"), "--config", str(mine), "--camera", str(tmp_path / "film")]
    words += ["--panel", "none", "--buttons", "none", "--journal", str(tmp_path / "j")]
    ended = command_line().invoke(main, words)
    assert (0, False) == (ended.exit_code, "--house" in ended.stderr), ended.output
    game_line = (tmp_path / "report" / "game.jsonl").read_text(encoding="utf-8").splitlines()[0]
    assert '"house":{"walk_off":false}' in game_line
    assert {"walk_off": False} == load(tmp_path / "report" / "stadium.toml").game.house


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty table, then a blue 3 thrown on it, then a red 9."""
    return film_of_throws(tmp_path_factory.mktemp("film") / "table.avi", ("blue", 3), ("red", 9))


def run(*words: object) -> str:
    """What `stadium` tells, with neither panel nor buttons."""
    ended = command_line().invoke(main, [*map(str, words), "--panel", "none", "--buttons", "none"])
    assert 0 == ended.exit_code, ended.output
    return ended.stdout


def again(report: Path, journal: Path) -> tuple[object, ...]:
    """How the docs say to play a recording again."""
    return "--camera", report, "--config", report / "stadium.toml", "--journal", journal


def held(journal: Path) -> tuple[dict[str, object], list[AnyLine]]:
    """The last game: its rulings, and its lines without their moments."""
    with Journal.open_readonly(journal) as kept:
        number = kept.latest()
        assert number is not None
        lines = [msgspec.structs.replace(line, at=msgspec.UNSET) for _, line in kept.lines(number)]
        return kept.rulings(number), lines


@pytest.mark.untraced
@pytest.mark.debian13
def test_recording_begun_in_play_is_replayed_from_there(film: Path, tmp_path: Path) -> None:
    """The film meets the game as it stood, refused lines and rulings and all; so does a recording of the replay."""
    mine = tmp_path / "mine.toml"
    mine.write_text('[eyes.colors]\nblue = "purple"\n[game.home]\ncolor = "purple"\n', encoding="utf-8")
    setup, purple = load(mine).game.setup(), msgspec.structs.replace(blue(1), color="purple")
    with Journal.create(tmp_path / "j") as journal:
        refused = red(3)  # it has a number, for an amendment may make it count
        journal.add([setup, purple, refused, Press(button="strike"), Chip(face="out")], rulings={"walk_off": False})
    report = tmp_path / "report"
    assert "The game goes on." in run(
        "record-video", report, "--config", mine, "--camera", film, "--journal", tmp_path / "j"
    )
    rulings, lines = held(tmp_path / "j")
    assert ({"walk_off": False}, 7) == (rulings, len(lines)), lines
    assert "The game goes on." in run("run", *again(report, tmp_path / "k"))
    run("record-video", tmp_path / "second", *again(report, tmp_path / "l"))
    run("run", *again(tmp_path / "second", tmp_path / "m"))
    assert [(rulings, lines)] * 3 == [held(tmp_path / name) for name in "klm"]


@pytest.mark.untraced
@pytest.mark.debian13
def test_a_new_game_may_be_asked_for_on_an_old_film(film: Path, tmp_path: Path) -> None:
    """--new is not left out in silence: what the camera saw is scored from the first pitch."""
    with Journal.create(tmp_path / "j") as journal:
        journal.add([SETUP, Press(button="homerun")])
    report = tmp_path / "report"
    run("record-video", report, "--camera", film, "--journal", tmp_path / "j")
    assert "The game goes on." not in run("run", "--new", *again(report, tmp_path / "k"))
    assert not any(isinstance(line, Press) for line in held(tmp_path / "k")[1])


@pytest.mark.untraced
@pytest.mark.debian13
def test_a_recording_begun_after_a_game_begins_the_next(film: Path, tmp_path: Path) -> None:
    """A finished game stays on the board until OK is pressed, and nobody presses it in a recording."""
    over = [msgspec.structs.replace(SETUP, innings=1), *(Press(button=b) for b in ("run", *["out"] * 6))]
    with Journal.create(tmp_path / "j") as journal:
        journal.add(over)
    run("record-video", tmp_path / "report", "--camera", film, "--journal", tmp_path / "j")
    assert over == list(held(tmp_path / "j")[1])
    run("run", *again(tmp_path / "report", tmp_path / "k"))
    setup, *throws = held(tmp_path / "k")[1]
    assert (shipped().game.setup(), 2) == (setup, len(throws))


def test_recording_keeps_the_readers_settings_only(tmp_path: Path) -> None:
    """What reading needs is as it was; where anything lay on that computer is not told."""
    lens = {"view": 71.5, "distortion": [0.1, -1e-5, 0, 0]}
    camera = {"source": "folder", "path": "/home/anna", "settled": True, "markers": False, "lens": lens}
    eyes = {"threshold": 0.98, "die_mm": 12, "dice": "/home/anna/dice", "colors": {"grey": 'dark "red'}}
    mine = check({"camera": camera, "eyes": eyes}, "mine", places=(Path("/home/anna"),))
    keep_start(begin(SETUP), mine, (), tmp_path)
    kept = load(tmp_path / "stadium.toml")
    assert msgspec.structs.replace(mine.eyes, dice="") == kept.eyes
    assert msgspec.structs.replace(mine.camera, path="", source=shipped().camera.source) == kept.camera
    assert "anna" not in (tmp_path / "stadium.toml").read_text(encoding="utf-8")


def test_recording_is_read_with_the_dice_of_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not with those of whoever plays it again, and nothing is learnt from it, or it would not play alike twice."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path / "mine"))
    TaughtDiceStore(tmp_path / "mine" / "dice").keep(taught("red", 7))
    watched(RecordingCamera(TwoStreams(2), tmp_path / "film"))
    run("record-video", tmp_path / "report", "--camera", tmp_path / "film")
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path / "yours"))
    TaughtDiceStore(tmp_path / "yours" / "dice").keep(taught("blue", 4))
    reported, reader = list[object](), throw_reader.throw_reader

    def spied(config: Config, dice: tuple[EnrolledDie, ...], pieces: PieceFit | None) -> throw_reader.ThrowReader:
        reported.extend((config.eyes.learn, pieces, *(die.name for die in dice)))
        return reader(config, dice, pieces)

    monkeypatch.setattr(throw_reader, "throw_reader", spied)
    run("run", "--camera", tmp_path / "report")
    assert [False, None, "red"] == reported


def test_a_recording_that_was_damaged_is_named(tmp_path: Path) -> None:
    """In one line; it is not played from somewhere else instead."""
    watched(RecordingCamera(TwoStreams(2), tmp_path / "film"))
    (tmp_path / "film" / "before.jsonl").write_bytes(b"{}\n")
    ended = command_line().invoke(main, ["run", "--camera", str(tmp_path / "film"), "--journal", str(tmp_path / "j")])
    assert (2, 1) == (ended.exit_code, len(ended.stderr.splitlines())), ended.output
    assert "before.jsonl cannot be used" in ended.stderr


def test_without_a_camera_there_is_nothing_to_record(tmp_path: Path) -> None:
    """It is said before play, and not when the game is to be kept."""
    words = ["record-video", str(tmp_path / "report"), "--camera", "none", "--buttons", "mock", "--panel", "none"]
    ended = command_line().invoke(main, [*words, "--journal", str(tmp_path / "j")])
    assert (2, True) == (ended.exit_code, "name it with --camera" in ended.stderr), ended.output
