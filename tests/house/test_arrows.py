"""Who may import whom. The rooms are drawn in docs/architecture.md; these tests keep the walls up."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("firmware", "scoreboard", "vision")

HARDWARE = {"bleak", "gpiozero", "libcamera", "lgpio", "picamera2", "smbus2", "spidev", "RPi"}
IMPURE = {
    "asyncio", "ctypes", "datetime", "glob", "io", "logging", "multiprocessing", "os", "pathlib", "random",
    "secrets", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile", "threading", "time",
    "urllib", "uuid", "zoneinfo",
}  # fmt: skip
TRAINING = "vision.training"
FACES = {"scoreboard.display", "scoreboard.commentary", "scoreboard.exports", "scoreboard.web", "luma"}

# Room -> what a module in it must not import. The longest prefix of a module's name decides, and the shorter ones too.
FORBIDDEN: dict[str, set[str]] = {
    "scoreboard": {"firmware", "vision", TRAINING, "cv2", *HARDWARE},
    "scoreboard.rules": {
        "scoreboard.session", "scoreboard.journal", "scoreboard.record", "scoreboard.display", "scoreboard.commentary",
        "scoreboard.web", "scoreboard.errors", "scoreboard.language", "numpy", "PIL", "click", "luma", *IMPURE,
    },
    "scoreboard.journal": {"scoreboard.session", *FACES},
    "scoreboard.record": {"scoreboard.session", *FACES},
    "scoreboard.session": FACES,
    "scoreboard.commentary": {"luma", "scoreboard.display", "scoreboard.web"},
    "vision": {"firmware", "scoreboard", "luma", *HARDWARE},
    "firmware": {TRAINING},
}  # fmt: skip
# Room -> its packages and modules from the ground up. Each may import itself and what stands before it.
FLOORS: dict[str, tuple[str, ...]] = {
    "scoreboard": (
        "message", "face_guard", "language", "errors", "msgspec_errors", "rules", "scorebook", "record", "away",
        "kept_throws",
        "journal", "session", "stats", "season", "league", "opponent", "commentary", "display", "exports", "web",
    ),
    "scoreboard.rules.parks": ("park", "keys", "chart"),
    "scoreboard.rules.history": ("stack", "lines", "steps", "amendments", "undo_stack", "views"),
    "scoreboard.web": ("http", "state", "pages", "watch", "play", "phones", "owner", "app", "league"),
    "vision": (
        "types", "errors", "labels", "geometry", "readings", "recognition", "quality", "enrolled", "reader", "board",
        "tracking", "enrolment", "overlay", "training",
    ),
    "vision.training": ("runs", "data", "networks", "render"),
    "firmware": (
        "errors", "text", "text_forms", "notice", "paths", "files", "devices", "console", "network", "card", "update",
        "config",
        "storage", "play", "service", "mqtt", "league", "simulated", "wiring", "board_eyes", "throw_reader",
        "piece_play", "demo", "rehearsal", "opened_devices", "setup", "startup", "appliance", "cli", "__main__",
    ),
    "firmware.play": ("camera", "menus", "state", "board", "faces", "table", "inputs", "loop"),
    "firmware.simulated": ("scenario", "rendering", "world"),
}  # fmt: skip
# The modules that may name the hardware's libraries; the rest of firmware may not.
DRIVERS = {
    "firmware.devices.gpio_buttons", "firmware.devices.pi_camera", "firmware.devices.smart_dice.bluetooth",
    "firmware.devices.spi_panels",
}  # fmt: skip


def imports(source: str, module: str) -> Iterator[str]:
    """Every module that ``source`` imports, by absolute dotted name, wherever in the file it does so."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parent = module.split(".")[: -node.level]
                base = ".".join([*parent, base] if base else parent)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def within(name: str, package: str) -> bool:
    """Whether ``name`` is ``package`` or lies in it."""
    return name == package or name.startswith(f"{package}.")


def forbidden_to(module: str) -> set[str]:
    """All that ``module`` must not import."""
    banned = set().union(*(names for room, names in FORBIDDEN.items() if within(module, room)))
    if within(module, "firmware") and module not in DRIVERS:
        banned |= HARDWARE | {"luma"}
    if within(module, TRAINING):
        banned -= {TRAINING}
    return banned


def floor(name: str, room: str) -> tuple[str, int]:
    """In which part of a room a module lies, and how high; above all of them if the list does not name that part."""
    parts = name.removeprefix(f"{room}.").split(".")
    order = FLOORS[room]
    return parts[0], order.index(parts[0]) if parts[0] in order else len(order)


def climbs(module: str, name: str) -> bool:
    """Whether an import goes up, from one part of a room to a part that stands above it."""
    for room in FLOORS:
        if within(module, room) and module != room and name.startswith(f"{room}."):
            (mine, low), (its, high) = floor(module, room), floor(name, room)
            if mine != its and high > low:
                return True
    return False


def module_name(file: Path, root: Path) -> str:
    """The dotted name of a source file."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def wrong_arrows(root: Path) -> list[str]:
    """Every import under ``root`` that crosses a wall, as "module imports name"."""
    found = set()
    for file in sorted(path for room in ROOMS for path in (root / room).rglob("*.py")):
        module = module_name(file, root)
        banned = forbidden_to(module)
        # A package's own __init__ resolves relative imports one level deeper than its dotted name tells.
        inside = f"{module}.__init__" if file.name == "__init__.py" else module
        for name in imports(file.read_text(encoding="utf-8"), inside):
            found |= {f"{module} imports {wall}" for wall in banned if within(name, wall)}
            if climbs(module, name):
                found.add(f"{module} climbs to {name}")
    return sorted(found)


def circles(root: Path) -> list[str]:
    """Modules under ``root`` that import each other in a loop, also where only a type checker reads the import."""
    files = {module_name(path, root): path for room in ROOMS for path in (root / room).rglob("*.py")}
    arrows: dict[str, set[str]] = {}
    for module, path in files.items():
        inside = f"{module}.__init__" if path.name == "__init__.py" else module
        taken = set(imports(path.read_text(encoding="utf-8"), inside)) & files.keys()
        # A name that is taken out of a package's module is no import of the package.
        arrows[module] = {name for name in taken if not any(within(other, name) for other in taken - {name})} - {module}
    order = TopologicalSorter(arrows)
    try:
        order.prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Whoever reads a module from its imports up comes to an end."""
    assert [] == circles(ROOT)


@pytest.mark.parametrize("line", ["from firmware.text import shortened", "if TYPE_CHECKING:\n    import firmware.text"])
def test_a_planted_circle_is_found(tmp_path: Path, line: str) -> None:
    """Also one that is only there for types."""
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware" / "errors.py").write_text(f"{line}\n", encoding="utf-8")
    (tmp_path / "firmware" / "text.py").write_text("from firmware import notice\n", encoding="utf-8")
    (tmp_path / "firmware" / "notice.py").write_text("def late():\n    import firmware.errors\n", encoding="utf-8")
    assert {"firmware.errors", "firmware.text", "firmware.notice"} == set(circles(tmp_path))


def test_wrong_imports_are_found() -> None:
    """The walls between the rooms hold."""
    assert wrong_arrows(ROOT) == []


@pytest.mark.parametrize(
    ("file", "line", "arrow"),
    [
        ("scoreboard/session.py", "import vision", "scoreboard.session imports vision"),
        ("scoreboard/rules/law.py", "import scoreboard.session", "scoreboard.rules.law imports scoreboard.session"),
        ("scoreboard/rules/law.py", "from .. import journal", "scoreboard.rules.law imports scoreboard.journal"),
        ("scoreboard/rules/law.py", "import random", "scoreboard.rules.law imports random"),
        ("scoreboard/rules/law.py", "def now():\n    from time import monotonic", "scoreboard.rules.law imports time"),
        ("scoreboard/rules/__init__.py", "from .. import journal", "scoreboard.rules imports scoreboard.journal"),
        ("vision/dice.py", "from scoreboard import rules", "vision.dice imports scoreboard"),
        ("vision/dice.py", "from firmware.devices.protocols import Frame", "vision.dice imports firmware"),
        ("vision/reader.py", "import gpiozero", "vision.reader imports gpiozero"),
        ("firmware/play/loop.py", "from luma.core import device", "firmware.play.loop imports luma"),
        ("firmware/play/loop.py", "import picamera2", "firmware.play.loop imports picamera2"),
        ("firmware/play/loop.py", "from vision.training import render", "firmware.play.loop imports vision.training"),
    ],
)  # fmt: skip
def test_a_planted_wrong_arrow_is_found(tmp_path: Path, file: str, line: str, arrow: str) -> None:
    """A wrong import is found wherever it hides: at the top, in a function, relative or absolute."""
    planted = tmp_path / file
    planted.parent.mkdir(parents=True)
    planted.write_text(f"{line}\n", encoding="utf-8")
    assert arrow in wrong_arrows(tmp_path)


@pytest.mark.parametrize(
    ("module", "line", "name"),
    [
        ("vision.geometry.d10", "from vision.recognition import crops", "vision.recognition.crops"),
        ("vision.readings", "import vision.tracking.events", "vision.tracking.events"),
        ("firmware.devices.alsa", "from firmware.play.state.shown import Shown", "firmware.play.state.shown"),
        ("firmware.config.schema", "def load():\n    from firmware import wiring", "firmware.wiring"),
        ("firmware.storage.archive", "from ..cli import games", "firmware.cli.games"),
        ("firmware.simulated.rendering.sensor", "from ..world import stage", "firmware.simulated.world.stage"),
        ("scoreboard.journal.store", "from scoreboard import session", "scoreboard.session"),
        ("scoreboard.stats.odds", "from scoreboard.web import app", "scoreboard.web.app"),
        ("scoreboard.rules.history.steps", "from . import amendments", "scoreboard.rules.history.amendments"),
        ("scoreboard.web.http.guard", "from scoreboard.web import phones", "scoreboard.web.phones"),
    ],
)
def test_a_planted_import_that_climbs_is_found(tmp_path: Path, module: str, line: str, name: str) -> None:
    """Within a room, too, a lower package knows nothing of a higher one."""
    planted = tmp_path / f"{module.replace('.', '/')}.py"
    planted.parent.mkdir(parents=True)
    planted.write_text(f"{line}\n", encoding="utf-8")
    assert f"{module} climbs to {name}" in wrong_arrows(tmp_path)


@pytest.mark.parametrize("room", FLOORS)
def test_every_part_of_a_room_has_its_floor(room: str) -> None:
    """A package that the list does not name would stand above all others, and might import anything."""
    parts = {path.parent.name for path in (ROOT / room.replace(".", "/")).glob("*/__init__.py")}
    assert set() == parts - set(FLOORS[room])


def test_the_drivers_may_import_the_hardware(tmp_path: Path) -> None:
    """The modules that drive the hardware are allowed their libraries."""
    (tmp_path / "firmware" / "devices").mkdir(parents=True)
    (tmp_path / "firmware" / "devices" / "gpio_buttons.py").write_text(
        "import gpiozero\nimport luma.core\n", encoding="utf-8"
    )
    assert wrong_arrows(tmp_path) == []
