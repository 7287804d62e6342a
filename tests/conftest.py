"""What every test may rely on: where the photographs are, and that nothing is skipped in silence."""

from __future__ import annotations

import gc
import os
import pkgutil
import subprocess
import sys
from collections.abc import Generator, Iterator
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path

import cv2
import hypothesis
import pytest
from support.untraced import untraced

from firmware.paths import SYSTEM_FILE
from scoreboard.face_guard import Face
from scoreboard.language import catalogue

hypothesis.settings.register_profile("untimed", deadline=None)  # a busy machine is no fault of the code
hypothesis.settings.load_profile("untimed")
ROOT = Path(__file__).parent.parent
FAILED, UNWORDED = Face.failed, catalogue.unworded
PHOTOS = ROOT.parent / "shared" / "photos"
os.environ["STADIUM_PORT"] = "0"  # no test puts a page on the network unasked
cv2.setNumThreads(1)  # every core has a worker of its own, who would only wait for the other's threads
NOT_ON_DEBIAN = {
    *(ROOT / "tests" / folder for folder in ("bench", "house", "lab", "second_law", "systemd")),
    *(
        ROOT / "tests" / "scoreboard" / folder
        for folder in ("commentary", "journal", "language", "opponent", "rules", "scorebook")
    ),
    *(ROOT / "tests" / "firmware" / folder for folder in ("files", "network", "play/menus", "simulated")),
    *(
        ROOT / "tests" / "firmware" / "play" / f"test_{name}.py"
        for name in (
            "announcer",
            "autopilot",
            "awkward_presses",
            "box_alone",
            "box_cards",
            "box_player",
            "cards_and_gloves",
            "hand_desk",
            "idle",
            "page_input",
            "page_new_game",
            "question",
            "questions_asked",
            "settings_by_button",
            "spoken_languages",
            "warnings",
            "wording",
        )
    ),
    *(
        ROOT / "tests" / "scoreboard" / "stats" / f"test_{name}.py"
        for name in ("box_score", "credits", "partners", "pitchers", "proof", "sign_chain", "win_probability")
    ),
    *(ROOT / "tests" / "firmware" / f"test_{name}.py" for name in ("demo", "spanish", "spanish_errors")),
    *(ROOT / "tests" / "firmware" / "storage" / f"test_{name}.py" for name in ("archive", "backup")),
    ROOT / "tests" / "vision" / "training",
}
"""What does not depend on Debian 13's libraries, as Python is the same in both runs: the house's order, the training,
which runs elsewhere, the simulated table and its demonstration, the Wi-Fi (a program's words), files and backups, what
is said in Spanish, what buttons and phones ask of a game, and the law with what is told, counted and kept of it (SQLite
is Python's own). Whole games are played on both all the same, from records, by the session, by buttons and by voice."""
A_PIS_OWN = {ROOT / "tests" / "vision", ROOT / "tests" / "firmware" / "devices"}
"""What a Pi sees and drives by Debian 13's OpenCV, NumPy, Pillow and gpiozero, and is proved on those. The newest show
with the first of a test's parameters whether they break it, unless the parameters are marked for themselves."""
UNTRACED = {
    *(ROOT / "tests" / folder for folder in ("bench", "house", "lab", "second_law", "systemd")),
    ROOT / "tests" / "vision" / "training",
}
"""What tries programs, files and the training, none of which the coverage is of."""
ALLOWED_SKIPS = Path(__file__).parent / "allowed_skips.txt"


def fails(_: object, error: Exception) -> None:
    """In place of a line in the log."""
    raise error


def is_unworded(name: str) -> str:
    """In place of words that can be read."""
    raise LookupError(f"no catalogue has the message {name}, or nothing was given for it")


@pytest.fixture(scope="session", autouse=True)
def no_settings_left_on_the_machine() -> Iterator[None]:
    """No test writes the owner's file of the machine that it runs on: all later ones would play by it."""
    before = SYSTEM_FILE.exists()
    yield
    assert before == SYSTEM_FILE.exists(), f"a test has written or removed {SYSTEM_FILE}"


@pytest.fixture(scope="session", autouse=True)
def no_fault_unseen() -> Iterator[None]:
    """What a face at a table only logs, and goes on without, is an error in a test."""
    with pytest.MonkeyPatch.context() as tests:
        tests.setattr("scoreboard.face_guard.Face.failed", fails)
        tests.setattr("scoreboard.language.catalogue.unworded", is_unworded)
        yield


@pytest.fixture
def as_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let faces fail as they do at a table: they log it, and go on."""
    monkeypatch.setattr("scoreboard.face_guard.Face.failed", FAILED)
    monkeypatch.setattr("scoreboard.language.catalogue.unworded", UNWORDED)


@pytest.fixture(scope="session")
def photos() -> Path:
    """The folder of real photographs; a test that asks for it is skipped where they are absent."""
    if not (PHOTOS / "labels.csv").exists():
        pytest.skip(f"the photographs of real dice are not beside the project ({PHOTOS.parent.name}/{PHOTOS.name})")
    return PHOTOS


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues that were changed, once and not in every worker."""
    compiler = ROOT / "packaging/catalogues.py"
    if compiler.exists() and not hasattr(config, "workerinput"):
        subprocess.run([sys.executable, str(compiler)], check=True)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where they are left out, do not read them either: to read the tests takes longer than to run most of them."""
    return True if collection_path in NOT_ON_DEBIAN and "not newest" in config.option.markexpr else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what does not depend on Debian 13's libraries, and what shows nothing of the code that is covered."""
    folders = (item.path, *item.path.parents)
    if not NOT_ON_DEBIAN.isdisjoint(folders):
        item.add_marker(pytest.mark.newest)
    elif not A_PIS_OWN.isdisjoint(folders) and is_a_further_case(item):
        item.add_marker(pytest.mark.debian13)
    if not UNTRACED.isdisjoint(folders):
        item.add_marker(pytest.mark.untraced)


def is_a_further_case(item: pytest.Item) -> bool:
    """Whether a test runs once more, with other than the first parameters, and no mark says already where."""
    if any(item.get_closest_marker(name) for name in ("debian13", "newest", "once", "slow")):
        return False
    return isinstance(item, pytest.Function) and hasattr(item, "callspec") and any(item.callspec.indices.values())


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Read the tests in half the time: untraced, once our own modules are read, and with nothing looked for to free."""
    if sys.gettrace() and session.config.getoption("cov_source", None):
        for module in ours():
            import_module(module)
    gc.disable()
    try:
        with untraced():
            return (yield)
    finally:
        gc.freeze()  # what is read stays until the end: no later search for what can be freed goes through it
        gc.enable()


def ours() -> Iterator[str]:
    """The name of every module that is run on a scoreboard."""
    for package in ("firmware", "scoreboard", "vision"):
        yield package
        for found in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if not found.name.startswith("vision.training") and not found.name.endswith("__main__"):
                yield found.name


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Trace no line of a test that is marked so."""
    if any(item.get_closest_marker(name) for name in ("once", "untraced")):
        with untraced():
            return (yield)
    return (yield)


def may_be_skipped(test: str) -> bool:
    """Whether CI may skip that test, by its node id without parameters: the list has such ids, and patterns of them."""
    lines = (line.partition("#")[0].strip() for line in ALLOWED_SKIPS.read_text(encoding="utf-8").splitlines())
    return any(fnmatchcase(test, line) for line in lines)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure under ``CI=true``, unless the short list allows it."""
    report = yield
    skipped = report.skipped and not hasattr(report, "wasxfail")
    if skipped and os.environ.get("CI") == "true" and not may_be_skipped(item.nodeid.partition("[")[0]):
        report.outcome = "failed"
        report.longrepr = f"skipped, but not in {ALLOWED_SKIPS.name}: {report.longrepr}"
    return report
