"""Errors that a phone may be told of are messages, so that a page in Spanish says them in Spanish."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from firmware.errors import StadiumError
from scoreboard.errors import ScoreboardError
from scoreboard.web.http.guard import ChangeError

ROOT = Path(__file__).parents[2]
WORDED = (StadiumError, ScoreboardError, ChangeError)
"""What a page tells of, and a panel."""
IN_ENGLISH = (
    *("firmware/cli/", "firmware/appliance.py", "firmware/paths.py", "firmware/wiring.py", "firmware/simulated/"),
    *("firmware/devices/file_cameras.py", "firmware/devices/image_files.py", "firmware/devices/recording_camera.py"),
    *("firmware/network/access_point.py", "firmware/network/home_program.py", "firmware/network/networkmanager.py"),
    *("firmware/service/http.py", "firmware/storage/archive.py"),
    *("firmware/storage/recordings.py", "firmware/setup/calibrating.py", "firmware/setup/teaching.py"),
    "firmware/setup/tapping_by_file.py",
    *("firmware/config/overrides.py", "scoreboard/display/"),
)
"""What happens before there is a page, or where somebody has typed a command, and what quotes an owner's own files."""


def is_text(argument: ast.expr) -> bool:
    """Whether that is a sentence, or is put together to be one."""
    is_sentence = isinstance(argument, ast.Constant) and isinstance(argument.value, str) and " " in argument.value
    return is_sentence or isinstance(argument, ast.JoinedStr)


def bare(path: Path) -> Iterator[str]:
    """Where a file makes such an error of a text instead of a message."""
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and any(map(is_text, node.args)):
            kind = getattr(module, node.func.id, None)
            if inspect.isclass(kind) and issubclass(kind, WORDED):
                yield f"{path.relative_to(ROOT)}:{node.lineno}"


@pytest.mark.once
def test_every_error_is_a_message() -> None:
    """But those that only a terminal shows."""
    paths = [path for room in ("firmware", "scoreboard") for path in sorted((ROOT / room).rglob("*.py"))]
    worded = [path for path in paths if not str(path.relative_to(ROOT)).startswith(IN_ENGLISH)]
    assert [] == [where for path in worded if path.name != "__main__.py" for where in bare(path)]
    assert [] == [each for each in IN_ENGLISH if not (ROOT / each).exists()]
