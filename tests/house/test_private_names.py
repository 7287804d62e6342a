"""Tests ask what anybody may ask: they reach into no private name, but for those that have done so for long."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
NOT_OURS = {"_asdict", "_exit", "_fields", "_make", "_replace"}
"""Names of Python's that anybody may use."""
PATCHES = {"delattr", "getattr", "object", "patch", "setattr"}
"""Functions that are given a name as a text."""
# File -> how many private names of others it reaches into; none has more, and none is added.
REACHES = {
    "bench/bench_faces.py": 2,
    "bench/bench_pictures.py": 2,
    "firmware/cli/test_panel.py": 3,
    "firmware/cli/test_run.py": 11,
    "firmware/devices/test_bad_frames.py": 1,
    "firmware/devices/test_camera_settings.py": 3,
    "firmware/devices/test_file_cameras.py": 1,
    "firmware/devices/test_given_back.py": 1,
    "firmware/devices/test_loudspeaker.py": 3,
    "firmware/devices/test_pi_camera.py": 1,
    "firmware/devices/test_sound_programs.py": 1,
    "firmware/files/test_staged_replace.py": 1,
    "firmware/play/test_own_answer.py": 3,
    "firmware/play/test_panel_feed.py": 1,
    "firmware/service/test_page_pairing.py": 2,
    "firmware/service/test_page_settings.py": 1,
    "firmware/setup/test_errands.py": 1,
    "firmware/setup/test_errands_live.py": 2,
    "firmware/setup/test_live_settings.py": 4,
    "firmware/simulated/test_camera.py": 3,
    "firmware/storage/test_archive.py": 2,
    "firmware/storage/test_backup.py": 2,
    "firmware/storage/test_expectancy_file.py": 1,
    "lab/camera_inside.py": 1,
    "lab/lab_power.py": 1,
    "scoreboard/journal/test_damage.py": 4,
    "scoreboard/journal/test_gone.py": 3,
    "scoreboard/stats/test_sign_wins.py": 1,
    "scoreboard/web/test_phones.py": 2,
    "support/faults.py": 2,
    "support/owners.py": 2,
    "support/restless.py": 2,
    "support/watched.py": 1,
    "vision/recognition/test_classifiers.py": 7,
    "vision/recognition/test_network.py": 2,
    "vision/tracking/test_tracker.py": 1,
    "vision/training/data/test_drawn_batches.py": 3,
    "vision/training/render/test_render.py": 1,
    "vision/training/render/test_sets.py": 1,
}


def is_private(name: str) -> bool:
    """Whether a name, or a part of a dotted one, is one module's or one object's own."""
    return any(part.startswith("_") and not part.endswith("__") and len(part) > 1 for part in name.split("."))


def reaches(module: ast.Module) -> Iterator[str]:
    """The private names of others that a module uses."""
    for node in ast.walk(module):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass
            case ast.Attribute(attr=name) if is_private(name) and name not in NOT_OURS:
                yield name
            case ast.ImportFrom(module=str(source), names=names) if not source.startswith("_pytest"):
                yield from (each.name for each in names if is_private(f"{source}.{each.name}"))
            case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called), args=given) if called in PATCHES:
                texts = (each.value for each in given if isinstance(each, ast.Constant))
                yield from (text for text in texts if isinstance(text, str) and is_private(text))


def reached(root: Path) -> dict[str, int]:
    """How many private names each test reaches into."""
    files = {path.relative_to(root).as_posix(): path for path in sorted(root.rglob("*.py"))}
    count = {name: len(list(reaches(ast.parse(path.read_text(encoding="utf-8"))))) for name, path in files.items()}
    return {name: number for name, number in count.items() if number}


def test_no_test_reaches_into_private_names() -> None:
    """Of those that do none is added: what a test wants to know has a public name, or is not to be known."""
    assert REACHES == reached(TESTS)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import room\nroom.door._lock", 1),
        ("from room import _lock", 1),
        ("from room._door import lock", 1),
        ("patch.setattr('room.door._lock', None)", 1),
        ("self._lock = room.__name__, room.pair._replace(_=1)", 0),
    ],
)
def test_planted_private_name(tmp_path: Path, line: str, found: int) -> None:
    """Read, imported or replaced by its name; a test's own are its own."""
    (tmp_path / "test_room.py").write_text(f"{line}\n", encoding="utf-8")
    assert found == sum(reached(tmp_path).values())
