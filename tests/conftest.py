"""What every test may rely on: where the photographs are, and that nothing is skipped in silence."""

from __future__ import annotations

import asyncio
import gc
import os
import pkgutil
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Generator, Iterator
from fnmatch import fnmatchcase
from functools import cache, wraps
from importlib import import_module
from inspect import iscoroutinefunction
from pathlib import Path

import hypothesis
import pytest
from support.hang import GIVE_UP_S
from support.lab import ALL, SAMPLE
from support.untraced import tracing, untraced

from firmware.paths import SYSTEM_FILE
from scoreboard.face_guard import Face
from scoreboard.language import catalogue

for profile, made_up in (("sample", SAMPLE), ("lab", ALL)):  # a busy machine is no fault of the code
    hypothesis.settings.register_profile(
        profile, deadline=None, max_examples=made_up, suppress_health_check=[hypothesis.HealthCheck.too_slow]
    )
hypothesis.settings.load_profile("sample")
ROOT = Path(__file__).parent.parent
FAILED, UNWORDED = Face.failed, catalogue.unworded
PHOTOS = ROOT.parent / "shared" / "photos"
os.environ["STADIUM_PORT"] = "0"  # no test puts a page on the network unasked
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # every core has a worker of its own: NumPy, which reads this when it is
import_module("cv2").setNumThreads(1)  # loaded, and OpenCV would only wait for the other worker's threads
NOT_ON_DEBIAN = {
    ROOT / "tests" / folder / name
    for folder, names in {
        ".": "bench house lab second_law systemd",
        "firmware": "files network simulated test_demo.py test_spanish.py test_spanish_errors.py",
        "firmware/cli": "test_account.py test_advice.py test_deck.py test_games.py test_odds.py test_phone_list.py "
        "test_replay.py test_throw_files.py",
        "firmware/config": "test_closed_forms.py test_faces.py test_fallback.py test_schema_damage.py test_set_here.py "
        "test_setting_faults_worded.py test_teams.py",
        "firmware/mqtt": "test_asyncapi.py test_at_a_scoreboard.py test_commands.py test_home_assistant.py "
        "test_outbox.py test_power_cut.py",
        "firmware/play": "board/test_out_of_step.py board/test_random_boards.py board/test_untidy_people.py "
        "menus test_announcer.py test_autopilot.py test_awkward_presses.py test_box_alone.py "
        "test_box_cards.py test_box_player.py test_button_input.py test_buttons_game.py test_cards_and_gloves.py "
        "test_corrections.py test_displays.py test_faces_that_fail.py test_hand_desk.py test_idle.py "
        "test_own_answer.py test_page_input.py test_page_new_game.py test_page_requests.py test_piece_lessons.py "
        "test_presses.py test_question.py test_questions_asked.py test_roll_collector.py "
        "test_settings_by_button.py test_spoken_languages.py test_takeover.py test_terminal_view.py test_umpire.py "
        "test_warnings.py test_wording.py",
        "firmware/service": "test_event_log.py test_journal_maintenance.py test_page_jobs.py test_page_network.py "
        "test_page_news.py test_page_pairing.py test_systemd.py test_throw_keeping.py test_watchdog.py",
        "firmware/setup": "test_factory_reset.py test_live_settings.py",
        "firmware/storage": "test_archive.py test_backup.py test_expectancy_file.py test_kept_files.py "
        "test_leavings.py test_learned_pieces.py test_next_game.py test_version_file.py",
        "scoreboard": "away commentary journal language opponent rules scorebook stats test_long_games.py "
        "test_session.py test_sqlite_errors.py",
        "scoreboard/display": "moments test_batting_lines.py test_bounds.py test_draw.py test_due.py test_fonts.py "
        "test_idle_pages.py test_initials.py test_layout.py test_lineup.py test_message_pictures.py test_names.py "
        "test_palette.py test_qr.py test_terminal.py",
        "scoreboard/web": "test_celebrated.py test_corrected_states.py test_games.py test_guests.py test_hands.py "
        "test_offers.py test_own_host.py test_partner_tasks.py test_phones.py test_refusals_worded.py test_reviews.py "
        "test_settable.py",
        "vision": "training",
    }.items()
    for name in names.split()
}
"""What does not depend on Debian 13's libraries, as Python is the same in both runs: the house's order, the training,
which runs elsewhere, the simulated table and its demonstration, the Wi-Fi (a program's words), files, backups, rights
and advice, what is said in Spanish, what a panel shows when (its fonts are our own), what buttons and phones ask of a
game, who may, how whole games are followed on the board, and the law with what is told, counted and kept of it (SQLite
is Python's own). A whole game is played on both all the same, from a record, by buttons and by voice."""
A_PIS_OWN = {ROOT / "tests" / "vision", ROOT / "tests" / "firmware" / "devices"}
"""What a Pi sees and drives by Debian 13's OpenCV, NumPy, Pillow and gpiozero, and is proved on those. The newest show
whether they break it: with the first of a test's parameters, unless the parameters are marked for themselves, and
without what is untraced, which is long and shows nothing of the code that is covered. Of all else it is the other way
about: the newest try every parameter, and Debian 13's the first."""
ON_BOTH = {
    ROOT / "tests" / "scoreboard" / "display" / "test_pictures.py",
    *(ROOT / "tests" / "scoreboard" / f"test_{name}.py" for name in ("msgspec_errors", "record")),
}
"""Every parameter on both: a panel's pictures, which Pillow draws, and msgspec's words."""
MOST_SEEDS = 2
"""How many of a test's seeds are tried: the lab tries all."""
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


def bounded(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """The test, which is given up where nothing ends it."""

    @wraps(test)
    async def run(**fixtures: object) -> None:
        async with asyncio.timeout(GIVE_UP_S):
            await test(**fixtures)

    return run


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what does not depend on Debian 13's libraries, and what shows nothing of the code that is covered."""
    if isinstance(item, pytest.Function) and iscoroutinefunction(item.obj):
        item.obj = bounded(item.obj)
    lists = lists_with(item.path)
    if "not on Debian" in lists:
        item.add_marker(pytest.mark.newest)
    elif not is_marked(item):
        if "a Pi's own" in lists:
            if is_a_further_case(item) or item.get_closest_marker("untraced"):
                item.add_marker(pytest.mark.debian13)
        elif is_a_further_case(item) and "on both" not in lists:
            item.add_marker(pytest.mark.newest)
    if place_of(item, "seed") >= MOST_SEEDS:
        item.add_marker(pytest.mark.slow)
    if "untraced" in lists:
        item.add_marker(pytest.mark.untraced)


@cache
def lists_with(file: Path) -> frozenset[str]:
    """Which of the lists above have a file of tests, or a folder that it is in: asked once for all of its tests."""
    every = {"not on Debian": NOT_ON_DEBIAN, "a Pi's own": A_PIS_OWN, "on both": ON_BOTH, "untraced": UNTRACED}
    return frozenset(name for name, some in every.items() if not some.isdisjoint((file, *file.parents)))


def is_marked(item: pytest.Item) -> bool:
    """Whether a mark says already where a test runs."""
    return any(item.get_closest_marker(name) for name in ("debian13", "newest", "once", "slow"))


def place_of(item: pytest.Item, parameter: str) -> int:
    """Which of the values of that parameter a test is given, counted from 0; 0 where it has no such."""
    is_given = isinstance(item, pytest.Function) and hasattr(item, "callspec")
    return item.callspec.indices.get(parameter, 0) if is_given else 0


def is_a_further_case(item: pytest.Item) -> bool:
    """Whether a test runs once more, with other than the first parameters."""
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


TRACERS = pytest.StashKey[tuple[object, object]]()
"""What traces for the coverage: this thread, and those that it begins."""


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """Trace tests and their fixtures, and not what pytest does around them, which is more than most of them do."""
    session.config.stash[TRACERS] = (sys.gettrace(), threading.gettrace())
    with untraced():
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_fixture_setup(request: pytest.FixtureRequest) -> Generator[None, object, object]:
    """Trace what sets a fixture up."""
    with tracing(*request.config.stash[TRACERS]):
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """Trace what ends a fixture."""
    with tracing(*item.config.stash[TRACERS]):
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Trace a test, unless it is marked otherwise."""
    if any(pyfuncitem.get_closest_marker(name) for name in ("once", "untraced")):
        return (yield)
    with tracing(*pyfuncitem.config.stash[TRACERS]):
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
