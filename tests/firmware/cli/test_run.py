"""`stadium run`: what stops it says so in one clear line, and nothing is lost."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from click.testing import Result
from support.english import on_panel
from support.faults import FaultyDisk, disk
from support.films import film_of
from support.hang import GIVE_UP_S
from support.journal import by_hand, many
from support.scoring import SETUP, command_line

from firmware import wiring
from firmware.appliance import Appliance, NotSavedError, RestartError
from firmware.cli.main import main
from firmware.cli.run import STARTED_AGAIN
from firmware.demo import ReadingTally
from firmware.files.staged_replace import RESETTING, RESTORING, DataPaths
from firmware.notice import Notice
from firmware.paths import PHONES
from firmware.play.faces.warnings import PanelWarnings
from firmware.play.state.options import Options
from firmware.service.jobs import JobDesk
from firmware.setup.doctor import storage
from firmware.setup.factory_reset import PanelAnnouncer
from firmware.simulated.peripherals import SimulatedButtons
from firmware.storage.restore import Sent, stage
from scoreboard.errors import JournalFullError
from scoreboard.journal import salvage
from scoreboard.journal import store as keeping_games
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH
from scoreboard.message import message
from scoreboard.opponent import Opponent
from scoreboard.rules.events import Press
from scoreboard.web.owner.job_types import JobName

__all__ = ["disk"]


def run(journal: Path, *options: str) -> Result:
    """`stadium run` with these options."""
    return command_line().invoke(main, ["run", "--journal", str(journal), *options])


def stadium(*arguments: str | Path) -> Result:
    """Any other command."""
    return command_line().invoke(main, [str(argument) for argument in arguments])


def test_without_any_hardware_it_says_what_is_missing(journal: Path) -> None:
    """On a machine that is no Pi the defaults end with one line and exit code 2."""
    result = run(journal)
    assert (2, 1) == (result.exit_code, len(result.stderr.splitlines()))
    assert "panel" in result.stderr


def test_rules_that_do_not_go_with_the_configuration_are_named(journal: Path, tmp_path: Path) -> None:
    """Two teams of one colour may play two-dice, and nothing in which the colour tells whose die it is."""
    config = tmp_path / "mine.toml"
    config.write_text('[game]\nrules = "two-dice"\n\n[game.away]\ncolor = "blue"\n', encoding="utf-8")
    result = run(journal, "--simulate", "--config", str(config), "--rules", "diamante-amateur")
    assert 2 == result.exit_code
    assert "--rules diamante-amateur does not go with the configuration: " in result.stderr


@pytest.mark.parametrize(
    "text",
    ['[camera]\nsource = "none"\n[buttons]\ndriver = "none"\n[web]\nport = "none"\n', "[buttons.pins]\nok = 8\n"],
)
def test_what_the_command_line_chooses_need_not_be_in_the_file(
    one_frame: tuple[str, ...], journal: Path, tmp_path: Path, text: str
) -> None:
    """A file may leave camera, buttons or panel to the command line; without one it is refused."""
    config = tmp_path / "mine.toml"
    config.write_text(text, encoding="utf-8")
    named = ("--config", str(config), "--headless")
    result = run(journal, *named, *one_frame)
    assert 0 == result.exit_code, result.stderr
    assert "Mend it" in run(journal, *named).stderr


@pytest.mark.parametrize(
    ("text", "option", "expected"),
    [
        ('[panel]\ndriver = "none"\n[buttons.pins]\nok = 8\n', ("--panel", "max7219"), "buttons.pins.ok and panel"),
        ('[game]\nrules = "two-dice"\n[eyes.colors]\nred = "pink"\n', ("--rules", "diamante-amateur"), "away.color"),
    ],
)
def test_options_must_fit_the_file(
    journal: Path, tmp_path: Path, text: str, option: tuple[str, ...], expected: str
) -> None:
    """As two lines of the file must."""
    config = tmp_path / "mine.toml"
    config.write_text(text, encoding="utf-8")
    result = run(journal, "--config", str(config), *option)
    assert (2, True) == (result.exit_code, expected in result.stderr), result.stderr
    assert "The command line does not go with the configuration: " in result.stderr


def test_the_table_is_spoken_to_in_the_owners_language(
    one_frame: tuple[str, ...], journal: Path, tmp_path: Path
) -> None:
    """As the file says, unless the command line says otherwise; the teams that nobody named are called so as well."""
    config = tmp_path / "mine.toml"
    config.write_text('[game]\nlanguage = "es"\n', encoding="utf-8")
    spanish = run(journal, "--config", str(config), "--headless", *one_frame)
    assert (True, True) == ("¡Pleibol!" in spanish.stdout, "El juego queda guardado" in spanish.stdout), spanish.stderr
    english = run(journal, "--config", str(config), "--lang", "en", "--new", "--headless", *one_frame)
    assert (True, True) == ("Play ball!" in english.stdout, "The game is kept" in english.stdout), english.stderr
    begun = [stadium("export", number, "--journal", journal).stdout.splitlines()[0] for number in (1, 2)]
    assert (True, True) == ("Rojos" in begun[0], "Reds" in begun[1]), begun


def test_a_simulated_game_is_not_the_recordings(journal: Path, tmp_path: Path) -> None:
    """`--simulate` has a camera of its own, also where the configuration names a recording in the middle of a game."""
    film = tmp_path / "film"
    film.mkdir()
    (film / "before.jsonl").write_text("nonsense", encoding="utf-8")
    config = tmp_path / "mine.toml"
    config.write_text(f'[camera]\nsource = "recording"\npath = "{film}"\n', encoding="utf-8")
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "frames.avi").touch()
    result = run(journal, "--simulate", "--config", str(config), "--record", str(tmp_path / "report"))
    assert "holds a recording already" in result.stderr  # and it has come as far as that


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("--camera", "²"), "--camera ²: there is no such folder or file"),
        (("--camera", "nowhere"), "--camera nowhere: there is no such folder or file"),
        (("--config", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("--panel", "none", "--buttons", "gpio", "--camera", "none"), "python3-lgpio"),
        (("--panel", "none", "--buttons", "keys", "--camera", "none"), "terminal"),
        (("--panel", "none", "--buttons", "none", "--camera", "picamera2"), "python3-picamera2"),
        (("--panel", "none", "--buttons", "none", "--camera", "99"), "99"),
        (("--panel", "none", "--buttons", "none", "--camera", "none", "--port", "0"), "no camera, no buttons, no page"),
        (("--fault", "camera@1"), "--fault is for --simulate"),
        (("--untidy", "short"), "--untidy is for --simulate"),
        (("--pixels", "simulated"), "--pixels simulated is for --simulate"),
        (("--simulate", "--pixels", "bluetooth"), "--simulate has devices of its own: leave out --pixels"),
        (("--simulate", "--fault", "pixels@5"), "add --pixels simulated"),
        (("--opponent", "home", "--rules", "two-dice"), "nobody decides anything in two-dice, the dice do"),
        (("--simulate", "--camera", "0"), "leave out --camera, or --simulate"),
        (("--simulate", "--buttons", "gpio", "--panel", "max7219"), "leave out --buttons and --panel"),
        (("--simulate", "--buttons", "keys"), "leave out --buttons"),
        (("--simulate", "--panel", "ws2812"), "leave out --panel"),
    ],
)
def test_a_missing_device_is_one_line_that_says_what_to_do(
    journal: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], expected: str
) -> None:
    """Camera, configuration, pins, terminal: exit code 2, one line, no traceback."""
    for library in ("picamera2", "lgpio"):
        monkeypatch.setitem(sys.modules, library, None)
    result = run(journal, *options)
    assert (2, 1) == (result.exit_code, len(result.stderr.splitlines())), result.stderr
    assert expected in result.stderr


def test_an_empty_folder_is_no_camera(journal: Path, tmp_path: Path) -> None:
    """A folder without pictures is named."""
    (tmp_path / "empty").mkdir()
    result = run(journal, "--panel", "none", "--buttons", "none", "--camera", str(tmp_path / "empty"))
    assert (2, True) == (result.exit_code, str(tmp_path / "empty") in result.stderr)


def test_panel_size_without_a_face_is_a_configuration_error(journal: Path, tmp_path: Path) -> None:
    """It is told at the start, with the sizes there are, and not when the first play is shown."""
    config = tmp_path / "stadium.toml"
    config.write_text("[panel]\nwidth = 40\n", encoding="utf-8")
    result = run(journal, "--config", str(config), "--panel", "simulated", "--camera", "none")
    assert (2, True) == (result.exit_code, "64 x 16" in result.stderr)


def test_a_new_game_is_one_that_there_is(journal: Path) -> None:
    """--rules names the game; one that there is not is told with those that there are."""
    result = run(journal, "--rules", "cricket", "--simulate")
    assert (2, True) == (result.exit_code, "two-dice" in result.stderr)


def test_a_journal_that_is_none_is_left_alone(journal: Path) -> None:
    """A file of something else is neither used nor changed."""
    journal.write_bytes(b"shopping list " * 100)
    result = run(journal, "--panel", "simulated", "--buttons", "none", "--camera", "none")
    assert (2, b"shopping list " * 100) == (result.exit_code, journal.read_bytes())


@pytest.fixture
def one_frame(tmp_path: Path) -> tuple[str, ...]:
    """Options of a run that ends when a camera has shown its one dark frame."""
    video = film_of(tmp_path / "dark.avi", [np.zeros((36, 64, 3), np.uint8)])
    return ("--camera", str(video), "--buttons", "none", "--panel", "simulated")


def test_unsaved_lines_are_reported_at_the_end(
    one_frame: tuple[str, ...], disk: FaultyDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The appliance starts on a full card, says so, and says at the end what that costs; the exit code is 2."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    disk.fault = sqlite3.SQLITE_FULL
    result = command_line().invoke(main, ["run", "--headless", *one_frame])
    assert (2, True) == (result.exit_code, "NOT SAVED: the card is full" in result.stdout), result.stderr
    assert "The end of the game is lost: the card is full" in result.stderr.splitlines()[-1]


def test_a_start_tells_what_became_of_a_backup(
    one_frame: tuple[str, ...], saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the terminal, on the page as its last job, and in the check-up until then; one cut off changes nothing."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    remembered, remember = list[str](), JobDesk.remember

    def remembering(desk: JobDesk, job: JobName, ended: Notice) -> None:
        remembered.append(f"{job}, {ended.severity}")
        remember(desk, job, ended)

    monkeypatch.setattr(JobDesk, "remember", remembering)
    monkeypatch.setattr("firmware.startup.SYSTEM_FILE", owners := tmp_path / "etc" / "stadium.toml")
    owners.parent.mkdir()
    stage(Sent(saved, "it"), DataPaths(tmp_path, owners))
    assert "A backup of 2026-04-01T18:00 waits to be put back." in ENGLISH(
        storage.games(tmp_path / "games.sqlite").sentence
    )
    result = command_line().invoke(main, ["run", "--headless", *one_frame])
    assert "The backup of 2026-04-01T18:00 was put back. What it replaced is in " in result.stderr
    (tmp_path / f"{RESTORING}.part").mkdir()
    result = command_line().invoke(main, ["run", "--headless", *one_frame])
    assert "A backup was not put back: it was interrupted before it was read to its end" in result.stderr
    assert ["restore, green", "restore, amber"] == remembered


def test_a_backup_waits_while_a_scoreboard_plays(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulation beside it says so and plays; nothing is put back under the game."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    monkeypatch.setattr("firmware.startup.SYSTEM_FILE", owners := tmp_path / "etc" / "stadium.toml")
    owners.parent.mkdir()
    stage(Sent(saved, "it"), DataPaths(tmp_path, owners))
    monkeypatch.setattr(Appliance, "run", lambda _: ReadingTally())
    with Journal.create(tmp_path / "games.sqlite", alone=True):
        result = command_line().invoke(main, ["run", "--simulate"])
        assert (0, True) == (result.exit_code, "waits to be put back until no scoreboard is playing" in result.stderr)
    assert (True, False) == ((tmp_path / RESTORING).is_dir(), owners.exists())


def test_pictures_are_saved_of_moments_too(journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What plays are celebrated with is shown, and so kept: saving pictures turns nothing off."""
    celebrates: list[bool] = []

    def play(appliance: Appliance) -> ReadingTally:
        celebrates.append(appliance._extras.moments is not None)
        return ReadingTally()

    monkeypatch.setattr(Appliance, "run", play)
    run(journal, "--simulate", "--save-pictures", str(tmp_path / "pictures"))
    run(journal, "--simulate", "--speed", "max")
    assert [True, False] == celebrates


def test_run_starts_on_a_damaged_journal_and_names_the_copy(
    one_frame: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own journal, which nobody has named just now: put aside, told, and a new game is kept."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    (tmp_path / "games.sqlite").write_bytes(b"shopping list " * 100)
    result = command_line().invoke(main, ["run", "--headless", *one_frame])
    aside = tmp_path / "games.sqlite.aside-1"
    assert (0, True) == (result.exit_code, str(aside) in result.stderr), result.stderr
    assert b"shopping list " * 100 == aside.read_bytes()
    with Journal.open_readonly(tmp_path / "games.sqlite") as kept:
        assert 1 == kept.latest()


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimulatedButtons:
    """The buttons of a scoreboard with a home of its own, of which none is held yet; no count-down takes time."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("firmware.startup.SYSTEM_FILE", tmp_path / "none.toml")
    monkeypatch.setattr("firmware.startup.time.sleep", lambda _: None)
    buttons = SimulatedButtons()
    monkeypatch.setattr(wiring, "_pins", lambda _: buttons)
    return buttons


def test_two_buttons_held_at_the_start_reset_everything(
    one_frame: tuple[str, ...], tmp_path: Path, held: SimulatedButtons
) -> None:
    """Games lie aside where the line says, and a first game begins."""
    home = tmp_path / "home"
    command_line().invoke(main, ["run", "--headless", *one_frame])
    command_line().invoke(main, ["run", "--headless", "--new", *one_frame])
    held.down = frozenset({"ok", "undo"})
    result = command_line().invoke(main, ["run", "--headless", *one_frame, "--buttons", "mock"])
    assert (0, True) == (result.exit_code, str(home / "before-reset") in result.stderr), result.stderr
    for folder, games in ((home / "before-reset", 2), (home, 1)):
        with Journal.open_readonly(folder / "games.sqlite") as kept:
            assert games == len(kept.games())


def test_reset_that_cannot_be_saved_is_reported(
    one_frame: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, held: SimulatedButtons
) -> None:
    """The old game goes on, and no fresh start is reported."""
    held.down = frozenset({"ok", "undo"})
    monkeypatch.setattr("firmware.startup.reset", Mock(side_effect=OSError(errno.EROFS, "Read-only file system")))
    cried: list[str] = []
    monkeypatch.setattr(PanelAnnouncer, "__call__", lambda _, words: cried.append(words))
    result = command_line().invoke(main, ["run", "--headless", *one_frame, "--buttons", "mock"])
    assert (0, "RESET FAILED") == (result.exit_code, on_panel(cried[-1]))
    assert "Not wholly begun afresh" in result.stderr
    assert "FRESH START" not in " ".join(map(on_panel, cried))


@pytest.mark.newest
def test_startup_errors_stay_visible_in_the_terminal(journal: Path, tmp_path: Path) -> None:
    """The live view takes the screen over only when everything is there: an error is not hidden behind it."""
    ours, theirs = os.openpty()
    options = ["--panel", "simulated", "--buttons", "none", "--journal", str(journal)]
    (tmp_path / "report").write_text("in the way of a recording", encoding="utf-8")
    for extra in (["--camera", "99"], ["--simulate", "--record", str(tmp_path / "report" / "below")]):
        command = [sys.executable, "-m", "firmware", "run", *options, *extra]
        failed = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False)
        assert (2, 1) == (failed.returncode, len(failed.stderr.splitlines())), failed.stderr
    os.close(theirs)
    with pytest.raises(OSError, match="Input/output"):  # nothing was ever written to the terminal
        os.read(ours, 1)
    os.close(ours)


@pytest.mark.parametrize(
    ("promise", "expected", "panel"),
    [
        (RESTORING, "An interrupted restore cannot be finished", "RESTORE HALF DONE"),
        (RESETTING, "An interrupted fresh start cannot be finished", "RESET FAILED"),
    ],
)
def test_unfinished_move_is_reported(
    one_frame: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, promise: str, expected: str, panel: str
) -> None:
    """A pulled plug has left half a restore or reset, and the card will not have the rest: the panel says so."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    monkeypatch.setattr("firmware.startup.SYSTEM_FILE", tmp_path / "none.toml")
    (tmp_path / promise).mkdir()
    locked = Mock(side_effect=OSError(errno.EACCES, "Permission denied", str(tmp_path / "none.toml")))
    monkeypatch.setattr("firmware.startup.resume", locked)
    hung: list[str] = []
    monkeypatch.setattr(
        "firmware.appliance.PanelWarnings", lambda words, *rest: hung.extend(words) or PanelWarnings(words, *rest)
    )
    result = command_line().invoke(main, ["run", "--headless", *one_frame, "--buttons", "mock"])
    assert ([panel], True) == ([*map(on_panel, hung)], expected in result.stderr), result.stderr


# -- a game that is taken up again, and many games


def three_games(journal: Path) -> None:
    """Two that were played here, the first of them with a run, and an imported one."""
    with Journal.create(journal) as opened:
        opened.add([SETUP, Press(button="homerun")])
        opened.add([SETUP])
        opened.add([SETUP, Press(button="strike")], imported=True)


def in_play(journal: Path) -> int | None:
    """The game that the next start goes on with."""
    with Journal.open_readonly(journal) as opened:
        return opened.latest()


@pytest.mark.parametrize(("number", "line"), [(1, "1-0"), (3, "0-0")])
def test_a_game_is_taken_up_by_its_number(one_frame: tuple[str, ...], journal: Path, number: int, line: str) -> None:
    """One that others were begun after, and an imported one; the next start goes on with it too."""
    three_games(journal)
    result = run(journal, "--headless", *one_frame, "--game", str(number))
    assert (0, number) == (result.exit_code, in_play(journal)), result.stderr
    assert 0 == run(journal, "--headless", *one_frame).exit_code
    assert number == in_play(journal)
    assert line in stadium("games", "--journal", journal).stdout.splitlines()[number]


def test_the_box_decides_for_the_side_that_is_named(
    one_frame: tuple[str, ...], journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the command line; what it does not name stays as the configuration has it."""
    given: list[Opponent] = []
    monkeypatch.setattr(
        "firmware.appliance.Options", lambda *all_, **named: given.append(named["opponent"]) or Options(*all_, **named)
    )
    assert 0 == run(journal, "--headless", *one_frame, "--opponent", "home", "--strength", "easy").exit_code
    assert 0 == run(journal, "--headless", *one_frame).exit_code
    assert [Opponent("home", "easy"), Opponent(None, "strong")] == given


def test_a_game_that_cannot_be_taken_up_is_one_clear_line(one_frame: tuple[str, ...], journal: Path) -> None:
    """A number that no game has, a game that is damaged, and a wish that contradicts itself."""
    three_games(journal)
    by_hand(journal, "INSERT INTO lines VALUES (1, 3, '{}')")
    for options, expected in (
        (("--game", "7"), "There is no game 7; `stadium games` lists those there are"),
        (("--game", "1"), "game 1, line 3: "),
        (("--game", "1", "--new"), "leave out one of them"),
    ):
        result = run(journal, "--headless", *one_frame, *options)
        assert (2, 1, True) == (result.exit_code, len(result.stderr.splitlines()), expected in result.stderr), (
            result.stderr
        )
        assert 2 == in_play(journal)


def test_nothing_slow_is_done_before_the_score_is_lit(
    one_frame: tuple[str, ...], journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many games there are: none but the one in play is asked for, none packed, and nothing looked through."""
    many(journal, 200)
    monkeypatch.setattr(salvage, "MAX_QUICK_BYTES", 0)
    monkeypatch.setattr(keeping_games, "MAX_QUICK_BYTES", 0)
    asked, until = list[str](), list[str]()
    for name in ("verify", "games", "listings", "games_without_checksums", "damage", "check", "size"):
        monkeypatch.setattr(Journal, name, counted(asked, name))
    monkeypatch.setattr("firmware.service.systemd.ready", lambda: until.extend(asked))
    config = journal.with_name("mine.toml")
    config.write_text("[journal]\nlimit_mb = 1\n", encoding="utf-8")
    monkeypatch.setenv("STADIUM_HOME", str(journal.parent))
    assert 0 == stadium("run", "--headless", "--config", config, *one_frame).exit_code
    assert {"games_without_checksums"} >= set(until)  # which a journal of today has none of


def counted(asked: list[str], name: str) -> Callable[..., object]:
    """A method of the journal that also adds its name to the list."""
    do = getattr(Journal, name)

    def ask(*given: object, **named: object) -> object:
        asked.append(name)
        return do(*given, **named)

    return ask


@pytest.mark.parametrize("is_supervised", [False, True])
def test_who_started_it_need_not_start_it_again(
    journal: Path, monkeypatch: pytest.MonkeyPatch, *, is_supervised: bool
) -> None:
    """After a restart by the page a new program takes this one's place; under systemd that is systemd's work."""
    became: list[tuple[str, list[str], str]] = []

    def execve(program: str, command: list[str], environment: dict[str, str]) -> None:
        became.append((program, command[1:], environment[STARTED_AGAIN]))
        sys.exit(0)

    monkeypatch.setattr(Appliance, "run", Mock(side_effect=RestartError(message("job.restart"))))
    monkeypatch.setattr(os, "execve", execve)
    if is_supervised:
        monkeypatch.setattr("firmware.service.systemd.supervises", lambda: True)
    result = run(journal, "--simulate", "--new")
    expected = (2, []) if is_supervised else (0, [(sys.executable, sys.orig_argv[1:], "1")])
    assert expected == (result.exit_code, became), result.output


def test_started_again_it_goes_on_with_the_game_that_is_there(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No second new game begins, and a film goes on in a folder of its own; the next command is told nothing of it."""
    begun: list[tuple[bool, int | None, Path | None]] = []

    def play(appliance: Appliance) -> ReadingTally:
        options = appliance._overrides
        begun.append((options.begin_new, options.game, options.record))
        return ReadingTally()

    (tmp_path / "film").mkdir()
    (tmp_path / "film" / "frames.avi").touch()
    (tmp_path / "film-2").mkdir()
    monkeypatch.setattr(Appliance, "run", play)
    monkeypatch.setenv(STARTED_AGAIN, "1")
    result = run(journal, "--simulate", "--new", "--record", str(tmp_path / "film"))
    assert (0, [(False, None, tmp_path / "film-3")]) == (result.exit_code, begun), result.output
    assert STARTED_AGAIN not in os.environ


@pytest.mark.parametrize(("options", "is_free"), [(("--simulate",), True), (("--buttons", "mock"), False)])
def test_a_menu_that_nobody_can_open_keeps_no_box_without_an_owner(
    journal: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], *, is_free: bool
) -> None:
    """The list of phones is lost: at a simulated table only the players press buttons, so the next phone owns it."""
    lacking = list[bool]()

    def play(appliance: Appliance) -> ReadingTally:
        lacking.append(appliance.control.phones.lacks_owner)
        return ReadingTally()

    journal.with_suffix(PHONES).write_bytes(b"nothing that can be read")
    monkeypatch.setattr(Appliance, "run", play)
    result = run(journal, "--camera", "none", "--panel", "simulated", *options)
    assert (0, [is_free]) == (result.exit_code, lacking), result.output


def test_a_new_program_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    """The same process with the same words, in the same terminal; whatever the old one held in memory is gone."""
    script = tmp_path / "stadium.py"
    script.write_text(
        "import os, sys\n"
        "from firmware.cli.run import STARTED_AGAIN, start_again\n"
        "again = os.environ.get(STARTED_AGAIN)\n"
        "print(os.getpid(), *sys.argv[1:], again)\n"
        "again or start_again()\n",
        encoding="utf-8",
    )
    command = [sys.executable, str(script), "run", "--lang", "es"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True, timeout=GIVE_UP_S).stdout.splitlines()
    pid = lines[0].split()[0]
    assert [f"{pid} run --lang es None", f"{pid} run --lang es 1"] == lines


def test_a_restart_that_would_lose_plays_is_refused(
    one_frame: tuple[str, ...], disk: FaultyDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the disk has not taken the last plays the page's restart says so, and nothing ends."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    refused = list[str]()
    ready = Appliance._ready

    def restart(appliance: Appliance) -> None:
        ready(appliance)
        with pytest.raises(NotSavedError) as error:
            appliance._restart()
        refused.append(str(error.value))

    monkeypatch.setattr(Appliance, "_ready", restart)
    disk.fault = sqlite3.SQLITE_FULL
    command_line().invoke(main, ["run", "--headless", *one_frame])
    assert 1 == len(refused)
    assert refused[0].startswith("The disk has not taken the last plays, and a restart would lose them.")


@pytest.mark.parametrize("is_refused", [True, False])
def test_a_restart_loses_no_play_that_the_disk_refuses_meanwhile(
    one_frame: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_refused: bool
) -> None:
    """Between the answer to the phone and the end a play may still come, and the card be full by then."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    became, ready = list[str](), Appliance._ready

    def restart(appliance: Appliance) -> None:
        ready(appliance)
        appliance._restart()
        appliance._games.store.trouble = JournalFullError() if is_refused else None
        appliance._end_to_restart()

    monkeypatch.setattr(Appliance, "_ready", restart)
    monkeypatch.setattr(os, "execve", lambda program, *_: became.append(program))
    command_line().invoke(main, ["run", "--headless", *one_frame])
    assert ([] if is_refused else [sys.executable]) == became
