"""`stadium run` in a terminal that goes away, fails, is another job's, or has a small alphabet: the game goes on."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import cv2
import numpy as np
import pytest
from msgspec import structs
from support.hang import GIVE_UP_S
from support.ports import free_port
from support.scoring import SETUP, blue, record_of
from support.stills import draw_throw
from support.terminal import CTRL_BACKSLASH, CTRL_C, CTRL_Z, ENTER, LEAVE, STADIUM, Desk, surroundings

from scoreboard.journal.store import Journal
from scoreboard.record import replay
from scoreboard.rules.events import Amend, Set, Team

SLOW = pytest.mark.slow
pytestmark = pytest.mark.debian13  # programs of their own, which no coverage sees: they run where a Pi runs them

BY_ITSELF = [*STADIUM, "run", "--simulate", "--speed", "max", "--seed", "12"]
"""A game that plays itself to its end; one throw where one out ends it, and time enough to take things away from it."""
NEVER_OVER = [*STADIUM, "run", "--simulate", "--speed", "1", "--innings", "9"]
"""A game that plays itself as slowly as people do."""
BY_KEYS = [*STADIUM, "run", "--panel", "simulated", "--buttons", "keys", "--camera", "none"]
"""A game that a scorer keeps."""
SMALL_PIPE = 4096
"""Bytes."""


@pytest.fixture
def ending(journal: Path) -> Path:
    """A journal with a game that one more out ends."""
    with Journal.create(journal) as opened:
        opened.add([SETUP, Set(inning=3, half="bottom", outs=2, strikes=2, away=1)])
    return journal


@pytest.fixture
def played_once(journal: Path, tmp_path: Path) -> list[str]:
    """`stadium run` that tells how it stands, and ends with the camera's only frame."""
    film = tmp_path / "dark.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 36))
    writer.write(np.zeros((36, 64, 3), np.uint8))
    writer.release()
    return kept([*STADIUM, "run", "--headless", "--panel", "none", "--buttons", "none", "--camera", str(film)], journal)


@pytest.fixture
def last_throw(ending: Path, tmp_path: Path) -> list[str]:
    """`stadium run` that reads from a photograph the throw that ends the game: in a third of the time of the above."""
    photos = tmp_path / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "1.png"), draw_throw(np.random.default_rng(3), [("red", 7)], die_px=120))
    command = [*STADIUM, "run", "--headless", "--panel", "none", "--buttons", "none", "--camera", str(photos)]
    return kept([*command, "--settled"], ending)


def kept(command: list[str], journal: Path) -> list[str]:
    """The command, its games kept there."""
    return [*command, "--journal", str(journal)]


def is_over(journal: Path) -> bool:
    """Whether the latest game has been played to its end."""
    with Journal.open_readonly(journal) as opened:
        number = opened.latest()
        assert number is not None
        *_, last = replay(opened.lines(number), opened.rulings(number))
    return last.after.game.over


def ignored() -> None:
    """Have a closed window end nobody, as `nohup` and `disown` have it."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


@pytest.mark.parametrize(
    ("options", "first"), [pytest.param(["--headless"], "goes on", marks=SLOW), ([], ENTER)], ids=["lines", "screen"]
)
def test_the_game_goes_on_when_its_terminal_has_gone(ending: Path, options: list[str], first: str) -> None:
    """As when the ssh breaks off under `nohup`: it is played to its end, and that is no failure."""
    with Desk() as desk:
        program = desk.start(kept([*BY_ITSELF, *options], ending), ignored)
        desk.until(first)
        desk.hang_up()
        assert 0 == program.wait(GIVE_UP_S)
    assert is_over(ending)


def test_closed_window_ends_it(journal: Path) -> None:
    """In good order, as Ctrl-C does."""
    with Desk() as desk:
        program = desk.start(kept(NEVER_OVER, journal))
        desk.until(ENTER, "Play ball!")
        desk.hang_up()
        assert 0 == program.wait(GIVE_UP_S)
    assert not is_over(journal)


def test_game_ends_when_its_only_keys_are_gone(journal: Path) -> None:
    """Also where a closed window is no reason to end; what was played is kept."""
    with Desk() as desk:
        program = desk.start(kept(BY_KEYS, journal), ignored)
        desk.until("Play ball!")
        desk.type("h")
        desk.until("HOME RUN")
        desk.hang_up()
        assert 0 == program.wait(GIVE_UP_S)
    with Journal.open_readonly(journal) as opened:
        assert 2 == len(list(opened.lines(1)))


def test_game_goes_on_on_a_full_disk_and_reports_gaps(ending: Path, last_throw: list[str]) -> None:
    """`stadium run > FILE`: once when it happens, and at the end."""
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            last_throw, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=surroundings({})
        )
    printed = [
        "stadium: what is told here cannot be written (No space left on device); the game goes on without it",
        "stadium: the answer cannot be written: No space left on device; make room, then try again",
    ]
    assert (2, printed, True) == (ended.returncode, ended.stderr.splitlines(), is_over(ending))


def test_game_goes_on_when_its_lines_go_unread(ending: Path, last_throw: list[str]) -> None:
    """`stadium run | head -n 0`: it is the score that is kept, and not the lines."""
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as unread:  # noqa: PTH123 - a descriptor
        ended = subprocess.run(
            last_throw, stdout=unread, stderr=subprocess.PIPE, text=True, check=False, env=surroundings({})
        )
    printed = ended.stderr.splitlines()
    assert (0, True, 1) == (ended.returncode, is_over(ending), len(printed)), printed


def test_game_does_not_wait_for_a_stalled_reader(ending: Path, last_throw: list[str]) -> None:
    """`stadium run | less`, Ctrl-S, a connection that hangs: what cannot be written now holds nothing up."""
    ours, theirs = os.pipe()
    fcntl.fcntl(theirs, fcntl.F_SETPIPE_SZ, SMALL_PIPE)
    os.set_blocking(theirs, False)
    with open(theirs, "wb", buffering=0, closefd=False) as pipe:
        while pipe.write(b"." * SMALL_PIPE):  # until it is full
            pass
    os.set_blocking(theirs, True)
    ended = subprocess.run(
        last_throw, stdout=theirs, stderr=subprocess.PIPE, timeout=GIVE_UP_S, check=False, env=surroundings({})
    )
    for end in (ours, theirs):
        os.close(end)
    assert (0, b"", True) == (ended.returncode, ended.stderr, is_over(ending))


@pytest.mark.parametrize(
    ("environment", "printed"),
    [
        pytest.param({"PYTHONIOENCODING": "latin-1"}, b"?1  ", marks=SLOW),
        pytest.param({"PYTHONIOENCODING": "ascii"}, b"?1  ", marks=SLOW),
        pytest.param({"PYTHONIOENCODING": "cp437"}, b"?1  ", marks=SLOW),
        ({"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}, b"?1  "),
        ({"LC_ALL": "C"}, "▲1  ".encode()),
    ],
    ids=str,
)
def test_a_small_alphabet_ends_no_game(played_once: list[str], environment: dict[str, str], printed: bytes) -> None:
    """What it lacks is a question mark."""
    ended = subprocess.run(played_once, capture_output=True, check=False, env=surroundings({"LANG": "C"} | environment))
    assert (0, b"", printed) == (ended.returncode, ended.stderr, ended.stdout[: len(printed)])


@pytest.mark.parametrize(
    ("alphabet", "printed"),
    [
        ("latin-1", "?ód? ?ár pitch"),
        pytest.param("iso8859-2", "Łódź Žár pitch", marks=SLOW),
        pytest.param("koi8-r", "??d? ??r pitch", marks=SLOW),
        ("utf-8", "✎ Line 2"),
    ],
)
def test_every_record_prints_in_every_alphabet(tmp_path: Path, alphabet: str, printed: str) -> None:
    """A letter that there is not is a question mark, in a name as in the mark of a correction."""
    file = tmp_path / "record.jsonl"
    setup = structs.replace(SETUP, home=Team(name="Łódź Žár", color="blue"))
    file.write_bytes(record_of(blue(4), Amend(line=2, value=5), setup=setup))
    command = [*STADIUM, "replay", str(file)]
    ended = subprocess.run(command, capture_output=True, check=False, env=surroundings({"PYTHONIOENCODING": alphabet}))
    assert (0, b"", True) == (ended.returncode, ended.stderr, printed in ended.stdout.decode(alphabet))


def test_name_without_letters_ends_in_a_line(tmp_path: Path) -> None:
    """Whatever the alphabet: one line says so."""
    command = [*STADIUM, "see", os.fsencode(tmp_path) + b"/dice-\xff.jpg"]
    ended = subprocess.run(command, capture_output=True, check=False, env=surroundings({"PYTHONIOENCODING": "latin-1"}))
    assert (2, 1) == (ended.returncode, len(ended.stderr.splitlines()))


def test_ctrl_c_gives_the_terminal_back(journal: Path) -> None:
    """Its old screen, its lines and its echo."""
    with Desk() as desk:
        program = desk.start(kept(BY_KEYS, journal))
        desk.until(ENTER, "Play ball!")
        taken = desk.modes()
        desk.type(CTRL_C)
        output = desk.rest()
        assert (0, desk.as_it_was) == (program.returncode, desk.modes())
        assert taken != desk.as_it_was
    assert output.index(LEAVE) < output.index("Stopped. The game is kept")


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=SLOW), signal.SIGQUIT])
def test_whatever_ends_it_gives_the_terminal_back(journal: Path, number: signal.Signals) -> None:
    r"""A kill, a hang-up, and Ctrl-\, which ends it at once as it does any program."""
    with Desk() as desk:
        program = desk.start(kept(BY_KEYS, journal))
        desk.until(ENTER, "Play ball!")
        if number == signal.SIGQUIT:
            desk.type(CTRL_BACKSLASH)
        else:
            program.send_signal(number)
        output = desk.rest()
        assert (LEAVE in output, desk.as_it_was) == (True, desk.modes())
        assert (-number if number == signal.SIGQUIT else 0) == program.returncode


def test_a_game_that_a_page_shows_stays_when_it_is_over(ending: Path) -> None:
    """Who has just scanned the code finds it, and begins another; without a page it ends by itself."""
    port = free_port()
    with Desk() as desk:
        program = desk.start(kept([*BY_ITSELF, "--port", str(port)], ending))
        desk.until(f":{port}", "Game over")
        with urlopen(f"http://127.0.0.1:{port}/api/games", timeout=GIVE_UP_S) as answer:
            assert True is json.load(answer)[-1]["summary"]["over"]
        desk.type(CTRL_C)
        assert "of 1 throw" in desk.rest()
        assert 0 == program.returncode


def test_error_appears_after_the_terminal_is_restored(journal: Path, tmp_path: Path) -> None:
    """A picture that is none ends the game, and its line stands on the old screen."""
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "1.jpg").write_bytes(b"no picture")
    command = [*STADIUM, "run", "--panel", "simulated", "--buttons", "keys", "--camera", str(tmp_path / "photos")]
    with Desk() as desk:
        program = desk.start(kept([*command, "--settled"], journal))
        output = desk.rest()
        assert (2, desk.as_it_was) == (program.returncode, desk.modes())
    assert 0 <= output.find(ENTER) < output.index(LEAVE) < output.index("stadium: ")


def test_ctrl_z_stops_no_game(journal: Path) -> None:
    """Keys are buttons after it as before, and the shell has its terminal back at the end."""
    with Desk() as desk:
        desk.start(["sh", "-i"], PS1="$ ", ENV="")
        desk.until("$ ")
        desk.type(f"{' '.join(kept(BY_KEYS, journal))}\n")
        desk.until(ENTER, "Play ball!")
        desk.type(CTRL_Z)
        desk.type("h")
        desk.until("HOME RUN")
        desk.type(CTRL_C)
        desk.until(LEAVE, "$ ")
        assert desk.as_it_was == desk.modes()
    with Journal.open_readonly(journal) as opened:
        assert 2 == len(list(opened.lines(1)))


def test_background_game_waits_for_its_terminal(journal: Path) -> None:
    """`stadium run &`, then `fg`: the shell keeps its screen until then."""
    with Desk() as desk:
        desk.start(["bash", "--norc", "--noprofile", "-i"], PS1="$ ")
        desk.until("$ ")
        desk.type(f"{' '.join(kept(BY_KEYS, journal))} &\n")
        desk.until("[1]", "$ ")
        desk.type("wait %1; jobs\n")  # it returns once the job has stopped
        assert ENTER not in desk.until("Stopped", "$ ")
        desk.type("fg\n")
        desk.until(ENTER, "Play ball!")
        desk.type(CTRL_C)
        desk.until(LEAVE, "Stopped. The game is kept", "$ ")


def test_a_window_of_any_size_will_do(journal: Path) -> None:
    """Drawn anew as soon as it changes, down to one cell."""
    with Desk((24, 80)) as desk:
        program = desk.start(kept(BY_KEYS, journal))
        desk.until(ENTER, "Ctrl-C stops")
        for rows, columns in ((1, 1), (2, 200), (50, 3), (0, 0), (24, 80)):
            desk.resize(rows, columns)
            desk.until("\x1b[2J", "\x1b[H", "\x1b[J")
        desk.type(CTRL_C)
        desk.rest()
        assert 0 == program.returncode


@pytest.mark.parametrize(
    ("environment", "screen", "colors"),
    [
        ({"TERM": "xterm-256color"}, True, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, True, False),
        pytest.param({"TERM": "vt100"}, True, False, marks=SLOW),
        ({"TERM": "dumb"}, False, False),
        pytest.param({"TERM": ""}, False, False, marks=SLOW),
        ({"PYTHONIOENCODING": "latin-1"}, False, False),
    ],
    ids=str,
)
def test_what_a_terminal_cannot_do_it_is_not_sent(
    journal: Path, environment: dict[str, str], screen: bool, colors: bool
) -> None:
    """No other screen where cells have no addresses or half blocks no letter, and no colours where there are none."""
    with Desk() as desk:
        program = desk.start(kept(BY_KEYS, journal), **environment)
        desk.until("Play ball!")
        desk.type(CTRL_C)
        desk.rest()
        assert (0, screen, colors) == (program.returncode, ENTER in desk.shown, "38;2;" in desk.shown)


def test_closed_streams_end_no_game(ending: Path, last_throw: list[str]) -> None:
    """`stadium run >&- 2>&- <&-`: nothing takes their numbers that could be written into."""
    command = " ".join(last_throw)
    ended = subprocess.run(["sh", "-c", f"exec {command} >&- 2>&- <&-"], check=False, env=surroundings({}))
    assert (0, True) == (ended.returncode, is_over(ending))


def test_a_record_can_be_read_in_part(tmp_path: Path) -> None:
    """`stadium replay FILE | head` ends in silence, wherever the reader stops."""
    file = tmp_path / "long.jsonl"
    file.write_bytes(record_of(*(Set(outs=number % 3) for number in range(5000))))
    with (
        subprocess.Popen(
            [*STADIUM, "replay", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings({})
        ) as program,
        closing(program.stdout),
    ):  # type: ignore[type-var] # a pipe was asked for
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline()
        program.stdout.close()
        printed = program.stderr.read()
    assert (141, b"") == (program.returncode, printed)
