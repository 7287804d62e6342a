"""`stadium replay`: what it prints where, and what its exit code says."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result
from support.scoring import HIT, REDO, SETUP, UNDO, blue, command_line, record_of, red, white

from firmware.cli.main import main
from scoreboard.record import encode
from scoreboard.rules.events import Amend, AnyLine, Die, Expect, Hold, Press, Set

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden" / "games"


def replay(record: bytes, *options: str) -> Result:
    """Replay a record from standard input."""
    return command_line().invoke(main, ["replay", "-", *options], input=record, catch_exceptions=False)


def story(*lines: AnyLine) -> str:
    """What the replay of these lines tells."""
    return replay(record_of(*lines)).stdout


@pytest.mark.parametrize("golden", sorted(GOLDEN.glob("*.jsonl")), ids=lambda golden: golden.stem)
@pytest.mark.untraced
def test_golden_games_end_well(golden: Path) -> None:
    """A record whose expectations hold ends with exit code 0 and an empty standard error."""
    result = command_line().invoke(main, ["replay", str(golden)])
    assert (0, "") == (result.exit_code, result.stderr)


def test_one_state_follows_every_line() -> None:
    """With --json a state is printed for each line, those that count for nothing included."""
    result = replay(record_of(blue(3), Hold(), Expect(outs=0), UNDO), "--json")
    assert [1, 2, 3, 4, 5] == [json.loads(line)["line"] for line in result.stdout.splitlines()]


def test_a_refused_line_does_not_end_the_replay() -> None:
    """It is told with its reason, the record goes on, and all is well."""
    result = replay(record_of(Hold(), blue(3)), "--json")
    assert ["refused" in json.loads(line) for line in result.stdout.splitlines()] == [False, True, False]
    assert 0 == result.exit_code


LONG = 60_000


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"%s"}' % (b"x" * LONG),
        b'{"type":"die","color":"red","value":3,"%s":1}' % (b"x" * LONG),
        b'{"type":"expect","%s":1}' % (b"x" * LONG),
        b'{"type":"expect","awaits":"%s"}' % (b"x" * LONG),
        b'{"type":"amend","line":%s,"value":3}' % (b"9" * 4000),
    ],
    ids=["a type", "a key", "an expected key", "an expected value", "a number"],
)
@pytest.mark.parametrize("command", ["replay", "replay --json", "import"])
def test_what_is_long_in_a_record_is_not_repeated_whole(tmp_path: Path, command: str, line: bytes) -> None:
    """Whatever is wrong with it: sixty thousand letters are not readable."""
    words = [*command.split(), "-"] + (["--journal", str(tmp_path / "games.sqlite")] if command == "import" else [])
    result = command_line().invoke(main, words, input=record_of() + line + b"\n", catch_exceptions=False)
    printed = [each for each in (result.stdout + result.stderr).splitlines() if not each.startswith("{")]
    assert 500 > max(map(len, printed), default=0)


def test_packed_game() -> None:
    """As it lies in old-games."""
    result = replay(gzip.compress(record_of(blue(3))))
    assert (2, True) == (result.exit_code, "packed with gzip; unpack it first, as in: zcat FILE" in result.stderr)


def test_strict_ends_at_a_refused_line() -> None:
    """With --strict the refused line's state is the last one printed, and the exit code is 1."""
    result = replay(record_of(Hold(), blue(3)), "--json", "--strict")
    assert "refused" in json.loads(result.stdout.splitlines()[-1])
    assert (2, 1) == (len(result.stdout.splitlines()), result.exit_code)


def test_strict_passes_what_is_lawful() -> None:
    """With --strict a record without refused lines ends well."""
    assert 0 == replay(record_of(blue(3), red(7)), "--strict").exit_code


def test_failed_expectation_is_reported_and_replay_goes_on() -> None:
    """Both values are printed, the rest is played, and the exit code is 1."""
    result = replay(record_of(Expect(outs=1), blue(3)))
    assert "    2  NOT AS EXPECTED: expected outs 1, but it is 0" in result.stdout.splitlines()
    assert "    3  Blues pitch 3." in result.stdout.splitlines()
    assert 1 == result.exit_code


def test_states_stay_json_when_an_expectation_fails() -> None:
    """With --json the failure goes to standard error, so that standard output is states and nothing else."""
    result = replay(record_of(Expect(outs=1)), "--json")
    assert [1, 2] == [json.loads(line)["line"] for line in result.stdout.splitlines()]
    assert "stadium: line 2: expected outs 1, but it is 0\n" == result.stderr
    assert 1 == result.exit_code


def test_a_malformed_line_ends_the_replay() -> None:
    """The states before it stand printed, the error names the line on standard error, and the exit code is 2."""
    result = replay(record_of(blue(3)) + b'{"type":"die","color":"red","value":11}\n' + encode(red(5)), "--json")
    assert 2 == len(result.stdout.splitlines())
    assert "stadium: line 3: Expected `int` <= 10 - at `$.value`\n" == result.stderr
    assert 2 == result.exit_code


def test_a_malformed_line_outweighs_a_failed_expectation() -> None:
    """A record that is both wrong and malformed is malformed."""
    assert 2 == replay(record_of(Expect(outs=1)) + b"nonsense\n").exit_code


def test_a_game_that_is_not_played_here_is_one_line() -> None:
    """The game line that names it is in error."""
    result = replay(record_of().replace(b"diamante-amateur", b"chess"))
    assert result.stderr.startswith("stadium: line 1: ")
    assert (1, "", 2) == (result.stderr.count("\n"), result.stdout, result.exit_code)


def test_an_incomplete_last_line_is_dropped_with_a_warning() -> None:
    """A power cut costs the line that was being written, and is said on standard error."""
    result = replay(record_of(blue(3)) + b'{"type":"die","col')
    assert "stadium: line 3: incomplete, as after a power cut; dropped\n" == result.stderr
    assert 0 == result.exit_code


def test_a_missing_file_is_named() -> None:
    """A file that is not there is named, with exit code 2."""
    result = command_line().invoke(main, ["replay", "nowhere.jsonl"])
    assert "nowhere.jsonl" in result.stderr
    assert 2 == result.exit_code


def test_story_has_half_innings() -> None:
    """A heading names each half-inning with who bats, and the score follows the play that changes it."""
    printed = story(*(Press(button="out"),) * 3, Press(button="homerun"))
    assert "\nTop of inning 1, Reds at bat\n" in printed
    assert "\nBottom of inning 1, Blues at bat\n" in printed
    assert printed.endswith("    5  HOME RUN! (HR) One run scores!\n       Reds 0, Blues 1\n")


def test_the_story_names_what_no_longer_fits() -> None:
    """After an amendment each line without a place is told with the reason, and marked."""
    assert "    4  ✎ No longer fits: line 3: " in story(blue(3), red(7), Amend(line=2, value=7))


@pytest.mark.parametrize("back", [UNDO, Amend(line=2, value=7)], ids=["undone", "amended"])
def test_story_names_lines_that_an_amendment_let_count(back: AnyLine) -> None:
    """A swing that was refused counts once the pitch is amended, and is told of when that is taken back."""
    printed = story(blue(7), red(8), Amend(line=2, value=5), back)
    assert "    4  ✎ Line 3 now: " in printed
    assert "    5  ✎ No longer fits: line 3: " in printed


def test_the_story_marks_what_was_corrected() -> None:
    """After an amendment the amended line, and each that reads otherwise since, are told again with a mark."""
    printed = story(blue(1), blue(10), Amend(line=2, value=7))
    assert (
        "    4  ✎ Line 2 now: Blues pitch 7. Strike one.\n    4  ✎ Line 3 now: Blues pitch 10. Ball one.\n" in printed
    )


def test_the_story_leaves_what_was_not_corrected_alone() -> None:
    """Lines before the amended one, and those that read as before, have no mark."""
    assert 1 == story(blue(1), blue(10), Amend(line=3, value=7)).count("✎")
    assert 0 == story(blue(1), blue(10), UNDO, REDO).count("✎")


def test_the_states_say_nothing_of_marks() -> None:
    """JSON names unfit lines and has no words for people besides."""
    record = record_of(blue(1), blue(10), Amend(line=2, value=7))
    assert "✎" not in replay(record, "--json").stdout


def test_story_says_why_a_line_is_refused() -> None:
    """A refused line is told with the law's reason."""
    assert "    2  Refused: " in story(Die(color="green", value=3))


def test_story_has_a_winner() -> None:
    """The last line tells who won."""
    printed = story(Press(button="homerun"), Set(inning=3, half="bottom", outs=2), Press(button="out"))
    assert printed.endswith("Three outs. Game over: Reds win 1 to 0!\n")


def command(*options: str) -> list[str]:
    """The command as a user runs it."""
    return [sys.executable, "-m", "firmware", "replay", "-", *options]


def test_live_game_is_printed_as_it_happens() -> None:
    """Piped in line by line, each state is out before the next line goes in."""
    with subprocess.Popen(
        command("--json"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, cwd=ROOT
    ) as live:
        assert live.stdin is not None
        assert live.stdout is not None
        lines: tuple[AnyLine, ...] = (SETUP, blue(3), red(7), HIT, white(3))
        for number, line in enumerate(lines, start=1):
            live.stdin.write(encode(line) + b"\n")
            assert number == json.loads(live.stdout.readline())["line"]
        live.stdin.close()
        assert 0 == live.wait()


def test_a_reader_that_stops_is_no_trouble() -> None:
    """When whoever reads the story has seen enough, nothing is complained of."""
    with subprocess.Popen(
        command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as printed:
        assert printed.stdout is not None
        printed.stdout.close()
        _, complaints = printed.communicate(record_of(*(blue(3), red(2)) * 50))
    assert b"" == complaints


def test_a_record_is_replayed_as_the_house_plays() -> None:
    """With --house a ruling is changed: here the home half goes on though Home leads."""
    record = record_of(Set(inning=3, half="bottom"), Press(button="homerun"))
    assert "Game over" in replay(record).stdout
    assert "Game over" not in replay(record, "--house", "walk_off=false").stdout


@pytest.mark.parametrize(("option", "named"), [("walk_off", "such as walk_off=false"), ("walkoff=true", "walkoff")])
def test_a_ruling_that_is_none_is_one_clear_line(option: str, named: str) -> None:
    """The error names what cannot be read or is no ruling."""
    result = replay(record_of(), "--house", option)
    assert (2, True) == (result.exit_code, named in result.stderr)


def test_the_story_in_another_language() -> None:
    """With --lang every line is in that language; an unknown language is refused with a list of those that exist."""
    record = record_of(blue(3), Hold(), Press(button="homerun"), Amend(line=2, value=7))
    lines = replay(record, "--lang", "es").stdout.splitlines()
    assert "    1  ¡Pleibol! Reds en casa de Blues, 3 entradas." == lines[0]
    assert "Alta de la entrada 1, al bat Reds" == lines[2]
    assert "    2  Lanzamiento de Blues: 3." == lines[3]
    assert lines[4].startswith("    3  No se acepta: ")
    assert "    4  ¡JONRÓN! (HR) ¡Entra una carrera!" == lines[5]
    assert "    5  ✎ La línea 2 ahora: Lanzamiento de Blues: 7. Strike uno." in lines
    refused = replay(record, "--lang", "xx")
    assert (2, True) == (refused.exit_code, "choose en, es" in refused.stderr)
