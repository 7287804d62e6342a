"""`stadium games`, `export` and `import`: the games in the journal, and their way out and in."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given, settings
from msgspec import structs
from support.journal import by_hand, damage_text, many, older
from support.rallybird import PLAIN
from support.scoring import PLAYS_AND_AMENDS, SETUP, CountingClock, blue, command_line, lines_of, record_of

from firmware import paths
from firmware.cli.main import main
from firmware.paths import default_journal
from scoreboard.errors import JournalReadOnlyError
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import Expect, Hold, Press, Roll, RulesName, Set
from scoreboard.rules.history import Entry
from scoreboard.session import Session


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home for the games, so that no test finds those of the user."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def stadium(*arguments: str | Path, given: bytes = b"") -> Result:
    """Run a command as a user would."""
    return command_line().invoke(main, [str(argument) for argument in arguments], input=given, catch_exceptions=False)


def play(*lines: Entry, rules: RulesName = SETUP.rules) -> None:
    """Play a game on this scoreboard."""
    with Session(ResilientJournal.open(default_journal()), CountingClock()) as session:
        session.new_game(structs.replace(SETUP, rules=rules))
        for line in lines:
            session.submit(line)


def test_empty_list_says_how_to_get_a_game(home: Path) -> None:
    """Before the first game; and no file is made."""
    result = stadium("games")
    assert result.stdout.startswith("No game yet.")
    assert 0 == result.exit_code
    assert not home.exists()
    home.mkdir()
    (home / "games.sqlite").touch()
    assert result.stdout == stadium("games").stdout
    assert (2, "") == (stadium("games", "1").exit_code, stadium("games", "1").stdout)


def test_games_are_listed() -> None:
    """Each game with its number, when it began, who plays, the score, how it stands and how long it is."""
    play(Press(button="homerun"))
    play(Set(inning=3, half="bottom", outs=2, away=1), Press(button="out"))
    assert [
        "GAME  BEGUN (UTC)       TEAMS          SCORE  STANDS    LINES",
        "1     2026-04-01 18:00  Reds at Blues  1-0    top of 1  2",
        "2     2026-04-01 18:00  Reds at Blues  1-0    final     3",
    ] == stadium("games").stdout.splitlines()


def test_an_imported_game_is_listed_as_such() -> None:
    """A game that was not played here says so, and one without a date says that."""
    stadium("import", "-", given=record_of(blue(3)))
    assert stadium("games").stdout.splitlines()[1].startswith("1 (imported)  unknown ")


def test_games_of_another_journal_are_listed(tmp_path: Path) -> None:
    """With --journal the games of that file are meant."""
    play(blue(3))
    assert stadium("games", "--journal", tmp_path / "other.sqlite").stdout.startswith("No game yet.")


def test_a_game_is_exported_to_standard_output() -> None:
    """Without a file the record goes to standard output, and nothing else does."""
    play(blue(3))
    replayed = stadium("replay", "-", "--strict", given=stadium("export", "1").stdout_bytes)
    assert 0 == replayed.exit_code
    assert "Blues pitch 3." in replayed.stdout


def test_an_export_replaces_the_file_whole(tmp_path: Path) -> None:
    """What was in the file is gone, and nothing is left beside it."""
    play(blue(3))
    out = tmp_path / "out"
    out.mkdir()
    (out / "game.jsonl").write_text("old" * 1000)
    assert 0 == stadium("export", "1", out / "game.jsonl").exit_code
    assert stadium("export", "1").stdout_bytes == (out / "game.jsonl").read_bytes()
    assert ["game.jsonl"] == [file.name for file in out.iterdir()]


def test_an_export_to_nowhere_is_one_clear_line(tmp_path: Path) -> None:
    """A folder that is not there is named, with what to do, and exit code 2."""
    play(blue(3))
    result = stadium("export", "1", tmp_path / "nowhere" / "game.jsonl")
    assert result.stderr.startswith("stadium: ")
    helps = "check the name, and that its folder is there"
    assert result.stderr.endswith(f"cannot be written: No such file or directory; {helps}\n")
    assert 2 == result.exit_code


@pytest.mark.parametrize("played", [True, False], ids=["other-games", "no-games"])
def test_an_unknown_game_is_one_clear_line(played: bool) -> None:
    """A number that no game has ends with exit code 2."""
    if played:
        play(blue(3))
    result = stadium("export", "7")
    assert result.stderr.startswith("stadium: There is no ")
    assert (1, 2) == (result.stderr.count("\n"), result.exit_code)


@settings(max_examples=15)
@given(PLAYS_AND_AMENDS)
@pytest.mark.untraced
def test_export_and_import_are_each_other_s_inverse(plays: list[int | Entry]) -> None:
    """A game exported, imported and exported again is the same to the byte, refused lines and amendments included."""
    with TemporaryDirectory() as folder:
        journal, record = ("--journal", Path(folder) / "games.sqlite"), record_of(*lines_of(plays))
        stadium("import", "-", *journal, given=record)
        once = stadium("export", "1", *journal).stdout_bytes
        stadium("import", "-", *journal, given=once)
        assert [record, once] == [once, stadium("export", "2", *journal).stdout_bytes]


def test_an_import_says_what_it_brought() -> None:
    """It names the game's number, the teams and how many lines there are."""
    assert "Game 1: Reds at Blues, 2 lines.\n" == stadium("import", "-", given=record_of(blue(3))).stdout


def test_an_import_keeps_refused_lines_and_names_them() -> None:
    """Every line keeps its number, and those that the rules refuse are told on standard error."""
    result = stadium("import", "-", given=record_of(Hold(), Expect(outs=0), blue(3)))
    assert result.stderr.startswith("stadium: line 2 is kept, but the rules refuse it: ")
    assert record_of(Hold(), Expect(outs=0), blue(3)) == stadium("export", "1").stdout_bytes
    assert 0 == result.exit_code


def test_bad_record_adds_none() -> None:
    """An import is all or nothing."""
    play(blue(3))
    result = stadium("import", "-", given=record_of(blue(3)) + b"nonsense\n")
    assert result.stderr.startswith("stadium: line 3: ")
    assert 2 == result.exit_code
    with Journal.open_readonly(default_journal()) as journal:
        assert 1 == len(journal.games())


@pytest.mark.parametrize(
    ("times", "refusal"),
    [
        (1, "line 2 is kept, but the rules refuse it: "),
        (5, "lines 2, 3, 4, 5, 6 are kept, but the rules refuse them: "),
        (400, "lines 2, 3, 4, 5, 6 and 395 more are kept, but the rules refuse them: "),
    ],
)
def test_an_import_says_a_repeated_refusal_once(times: int, refusal: str) -> None:
    """With the lines that it is about, the first few by number and the rest counted."""
    record = record_of(*[Hold()] * times, blue(3), Roll(values=(2, 5)))
    warned = stadium("import", "-", given=record).stderr.splitlines()
    assert (2, True) == (len(warned), refusal in warned[0]), warned
    assert f"line {times + 3} is kept, but the rules refuse it: " in warned[1]


def test_an_import_leaves_the_game_in_play_alone() -> None:
    """While a scoreboard plays, a game can be brought in; the one in play goes on."""
    with Session(ResilientJournal.open(default_journal()), CountingClock()) as session:
        session.new_game(SETUP)
        assert 0 == stadium("import", "-", given=record_of()).exit_code
        session.submit(blue(3))
    with Session(ResilientJournal.open(default_journal()), CountingClock()) as session:
        assert (1, "swing") == (session.number, session.game.phase)


def test_a_file_that_is_no_journal_is_one_clear_line(tmp_path: Path) -> None:
    """A foreign file is named, and the exit code is 2."""
    (tmp_path / "diary").write_bytes(b"Dear diary, " * 100)
    result = stadium("games", "--journal", tmp_path / "diary")
    assert result.stderr.startswith("stadium: The journal ")
    assert (1, 2) == (result.stderr.count("\n"), result.exit_code)


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"STADIUM_HOME": "/a", "STATE_DIRECTORY": "/b", "XDG_DATA_HOME": "/c"}, "/a/games.sqlite"),
        ({"STATE_DIRECTORY": "/b:/bb", "XDG_DATA_HOME": "/c"}, "/b/games.sqlite"),
        ({"XDG_DATA_HOME": "/c"}, "/c/stadium/games.sqlite"),
        ({"HOME": "/d"}, "/d/.local/share/stadium/games.sqlite"),
    ],
    ids=["own", "systemd", "xdg", "home"],
)
def test_the_journal_has_one_home(variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it lives is decided by the first of four variables that is set."""
    for name in ("STADIUM_HOME", "STATE_DIRECTORY", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert Path(expected) == default_journal()


def test_games_default_to_the_installed_ones_if_writable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`sudo stadium backup` keeps the appliance's games, not root's own; anybody else has a folder of their own."""
    for name in ("STADIUM_HOME", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/c")
    monkeypatch.setattr(paths, "APPLIANCE", tmp_path)
    assert tmp_path / "games.sqlite" == default_journal()
    monkeypatch.setattr(paths, "APPLIANCE", tmp_path / "not-installed")
    assert Path("/c/stadium/games.sqlite") == default_journal()


def test_refused_user_learns_whose_games_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On an installed scoreboard, without sudo, "no game yet" would be taken for the loss of all."""
    for name in ("STADIUM_HOME", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "mine"))
    monkeypatch.setattr(paths, "APPLIANCE", tmp_path)
    monkeypatch.setattr("os.access", lambda *_: False)
    printed = f"These are the games in {tmp_path}/mine/stadium. {paths.OUT_OF_REACH}"
    assert printed in stadium("games").stderr
    assert "sudo" not in stadium("games", "--journal", str(tmp_path / "named.sqlite")).stderr
    monkeypatch.setattr(paths, "APPLIANCE", tmp_path / "not-installed")
    assert "sudo" not in stadium("games").stderr


def test_the_box_score_of_a_game() -> None:
    """A number after `games`: runs by inning, batting, pitching, and the proof, which says what RUN gave."""
    play(Press(button="homerun"), blue(7), Press(button="run"), *[Press(button="out")] * 3)
    assert [
        "       1  2  3  R  H  LEFT",
        "Reds   2  x  x  2  1  0",
        "Blues  0  x  x  0  0  0",
        "",
        "Reds  PA  AB  H  2B  3B  HR  R  RBI  BB  HBP  K  SH  SF  FC  SB  CS",
        "all   4   4   1  0   0   1   1  1    0   0    0  0   0   0   0   0",
        "HR 1",
        "",
        "Blues  PA  AB  H  2B  3B  HR  R  RBI  BB  HBP  K  SH  SF  FC  SB  CS",
        "all    0   0   0  0   0   0   0  0    0   0    0  0   0   0   0   0",
        "",
        "PITCHERS  IP   H  R  BB  HBP  K  PITCHES",
        "Blues     1.0  1  2  0   0    0  1",
        "",
        "Reds: 4 came up and 1 added = 2 scored, 0 left, 3 out.",
        "Blues: 0 came up = 0 scored, 0 left, 0 out.",
    ] == stadium("games", "1").stdout.splitlines()[:16]


def test_the_chances_of_a_game() -> None:
    """After the box score: Home's chance after every play of a half-inning, and what changed it most."""
    play(Press(button="homerun"), *[Press(button="out")] * 3)
    box, after = stadium("games", "1").stdout.split("\n\nChance", 1)
    assert "Blues: 0 came up = 0 scored, 0 left, 0 out." == box.splitlines()[-1]
    printed = f"Chance{after}".splitlines()
    assert ["Chance in per cent that Blues win, after each play:", "▲1   26  28  29  30"] == printed[:2]
    assert ["", "Biggest swings:", "▲1  Reds 50 % → 74 %: HOME RUN! One run scores!"] == printed[2:]
    chances = json.loads(stadium("games", "1", "--json").stdout)["chances"]
    assert [2, 3, 4, 5] == [each["line"] for each in chances]
    assert [26, 28, 29, 30] == [round(100 * each["home"]) for each in chances]


@pytest.mark.parametrize(
    "played", [{"rules": "four-dice", "options": ("hard", "little-league")}, {"rules": "rallybird", "deck": PLAIN}]
)
def test_a_game_whose_chances_are_unknown_has_its_box_alone(played: dict[str, Any]) -> None:
    """No word of chances, also once it is over."""
    with Session(ResilientJournal.open(default_journal()), CountingClock()) as session:
        session.new_game(structs.replace(SETUP, innings=1, **played))
        for button in ("out", "out", "out", "homerun"):
            session.submit(Press(button=button))
        assert session.game.over
    assert "Blues: 1 came up = 1 scored, 0 left, 0 out." == stadium("games", "1").stdout.splitlines()[-1]
    assert [] == json.loads(stadium("games", "1", "--json").stdout)["chances"]


def test_the_box_says_who_won_and_who_is_on_base() -> None:
    """W and L stand beside the names; in a game without pitches there is a dash."""
    with Session(ResilientJournal.open(default_journal()), CountingClock()) as session:
        session.new_game(structs.replace(SETUP, rules="dice-baseball", innings=1))
        for roll in ((1, 1), (2, 5)):
            session.submit(Roll(values=roll))
        assert "Reds: 2 came up = 1 scored, 0 left, 0 out, 1 on base." in stadium("games", "1").stdout
        for _ in range(6):
            session.submit(Roll(values=(2, 4)))
    assert [
        "PITCHERS   IP   H  R  BB  HBP  K  PITCHES",
        "Reds (W)   1.0  0  0  0   0    3  -",
        "Blues (L)  1.0  2  1  0   0    3  -",
        "",
        "Reds: 5 came up = 1 scored, 1 left, 3 out.",
        "Blues: 3 came up = 0 scored, 0 left, 3 out.",
    ] == stadium("games", "1").stdout.split("\n\nChance")[0].splitlines()[-6:]


def test_the_box_score_by_helmet() -> None:
    """In Major League each helmet has a line, in the order of the line-up."""
    with Session(ResilientJournal.open(default_journal()), CountingClock()) as session:
        session.new_game(structs.replace(SETUP, rules="diamante-major"))
        session.submit(Press(button="homerun"))
    printed = stadium("games", "1").stdout.splitlines()
    assert "1 +   1   1   1  0   0   1   1  1    0   0    0  0   0   0   0   0" == printed[5]


def test_the_box_score_by_partner() -> None:
    """Each player has a line, and the notes of the team's plays stand below."""
    players = structs.replace(SETUP.away, players=("Ana", "Leo"))
    with Session(ResilientJournal.open(default_journal()), CountingClock()) as session:
        session.new_game(structs.replace(SETUP, rules="dice-baseball", away=players))
        for roll in ((2, 5), (2, 4), (1, 1)):
            session.submit(Roll(values=roll))
    printed = stadium("games", "1").stdout.splitlines()
    assert [
        "Reds  PA  AB  H  2B  3B  HR  R  RBI  BB  HBP  K  SH  SF  FC  SB  CS",
        "Ana   2   2   2  0   0   1   2  2    0   0    0  0   0   0   0   0",
        "Leo   1   1   0  0   0   0   0  0    0   0    1  0   0   0   0   0",
        "all   3   3   2  0   0   1   2  2    0   0    1  0   0   0   0   0",
        "1B 1, HR 1, K 1",
    ] == printed[4:9]
    assert [
        "Blues: 0 came up = 0 scored, 0 left, 0 out.",
        "",
        "Chance in per cent that Blues win, after each play:",
    ] == printed[17:20]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_game_has_its_chances_below_its_notes(rules: RulesName) -> None:
    """Whichever it is, if a house plays it as the law has it; what a play came to is told there without notes."""
    play(Press(button="homerun"), rules=rules)
    box, after = stadium("games", "1").stdout.split("\n\nChance", 1)
    assert "HR 1" in box.splitlines()
    assert "HR" not in after
    assert [2] == [each["line"] for each in json.loads(stadium("games", "1", "--json").stdout)["chances"]]


def test_the_box_score_as_json() -> None:
    """One line, with the number of the game."""
    play(Press(button="homerun"))
    printed = json.loads(stadium("games", "1", "--json").stdout)
    assert (1, [1, None, None], 1) == (printed["game"], printed["away"]["innings"], printed["away"]["hits"])


def test_a_box_score_needs_its_game() -> None:
    """--json without a number, and a number that is no game's, are one line each."""
    play(Press(button="homerun"))
    assert 2 == stadium("games", "--json").exit_code
    assert "stadium games 1 --json" in stadium("games", "--json").stderr
    assert 2 == stadium("games", "7").exit_code


def test_rulings_of_a_game_are_shown_and_given_back(tmp_path: Path) -> None:
    """A record has no place for them, so an export says them, and an import takes them."""
    journal = tmp_path / "games.sqlite"
    with Journal.create(journal) as opened:
        opened.add([SETUP, Set(inning=3, half="bottom"), Press(button="homerun")], rulings={"walk_off": False})
    printed = command_line().invoke(main, ["export", "1", "--journal", str(journal)])
    assert "--house 'walk_off=false'" in printed.stderr
    again = ["import", "-", "--house", "walk_off=false", "--journal", str(journal)]
    assert 0 == command_line().invoke(main, again, input=printed.stdout).exit_code
    with Journal.open_readonly(journal) as opened:
        assert {"walk_off": False} == opened.rulings(2)
    listed = command_line().invoke(main, ["games", "--journal", str(journal)]).stdout
    assert 2 == listed.count("bottom of 3")


# -- a damaged game


@pytest.fixture
def damaged_second(home: Path) -> Path:
    """The journal of three games, of which a digit in the second has changed."""
    play(blue(3))
    play(blue(4), Press(button="strike"))
    play(blue(5))
    damage_text(home / "games.sqlite", b'"color":"blue","value":4', b'"color":"blue","value":6')
    return home / "games.sqlite"


def test_one_damaged_game_is_listed_as_such_among_the_others(damaged_second: Path) -> None:
    """The others stand there as ever, and it is said what to do."""
    result = stadium("games")
    assert [
        "GAME  BEGUN (UTC)       TEAMS          SCORE  STANDS    LINES",
        "1     2026-04-01 18:00  Reds at Blues  0-0    top of 1  2",
        "2                                             damaged   line 2",
        "3     2026-04-01 18:00  Reds at Blues  0-0    top of 1  2",
    ] == result.stdout.splitlines()
    assert (0, 1) == (result.exit_code, len(result.stderr.splitlines()))
    assert f"The journal {damaged_second}, game 2, line 2: it is not as it was written; " in result.stderr
    assert "stadium export 2 FILE --damaged" in result.stderr


@pytest.mark.usefixtures("damaged_second")
def test_every_command_names_a_damaged_game(tmp_path: Path) -> None:
    """Its box score and its export; nothing is written."""
    for command in (("games", "2"), ("games", "2", "--json"), ("export", "2"), ("export", "2", tmp_path / "out")):
        result = stadium(*command)
        assert (2, "", 1) == (result.exit_code, result.stdout, len(result.stderr.splitlines()))
        assert "game 2, line 2: " in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("damaged_second")
def test_what_comes_before_the_damage_can_be_kept() -> None:
    """As a record like any other; a sound game is written whole."""
    result = stadium("export", "2", "--damaged")
    assert (0, 1) == (result.exit_code, len(result.stdout.splitlines()))
    assert "1 line comes before the damage" in result.stderr
    assert stadium("export", "1").stdout == stadium("export", "1", "--damaged").stdout
    assert 2 == stadium("export", "9", "--damaged").exit_code


def test_unreadable_game_is_damaged(home: Path) -> None:
    """As one in whose place nothing is left."""
    play(blue(3))
    play(blue(4))
    by_hand(home / "games.sqlite", "DROP TRIGGER games_stay", "DELETE FROM games WHERE game = 1")
    result = stadium("games")
    assert "1                                             damaged" in result.stdout.splitlines()
    assert "game 1: it is missing among the games; " in result.stderr


# -- many games


def test_a_list_plays_no_game_out_that_it_has_a_summary_of(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it shows was kept with the game when that was left."""
    play(Press(button="homerun"))
    play(blue(3))
    many(home.parent / "many.sqlite", 20)
    monkeypatch.setattr("scoreboard.record.judge", lambda *_: pytest.fail("a game is played out"))
    assert 3 == len(stadium("games").stdout.splitlines())
    assert 21 == len(stadium("games", "--journal", home.parent / "many.sqlite").stdout.splitlines())


def test_what_a_list_had_to_play_out_it_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal of an older Stadium is listed the slow way once."""
    older(tmp_path / "old.sqlite", 2, *[[SETUP, blue(3)]] * 3)
    before = stadium("games", "--journal", tmp_path / "old.sqlite").stdout
    monkeypatch.setattr("scoreboard.record.judge", lambda *_: pytest.fail("a game is played out"))
    with Journal.open_readonly(tmp_path / "old.sqlite") as journal:
        assert [True, True, False] == [each.summary is not None for each in journal.listings()]  # the third is in play
    monkeypatch.undo()
    assert before == stadium("games", "--journal", tmp_path / "old.sqlite").stdout


def test_a_list_is_shown_where_nothing_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may only look has it all the same, and the journal stays as it is."""
    older(tmp_path / "old.sqlite", 2, *[[SETUP, blue(3)]] * 3)
    monkeypatch.setattr(Journal, "create", lambda *_, **__: (_ for _ in ()).throw(JournalReadOnlyError("no")))
    assert 4 == len(stadium("games", "--journal", tmp_path / "old.sqlite").stdout.splitlines())


def test_a_box_score_in_another_language() -> None:
    """Its headings, who won, its proof and the chances."""
    play(Set(inning=3, half="bottom", outs=2, away=1), Press(button="out"))
    printed = stadium("games", "1", "--lang", "es").stdout
    assert ["1", "2", "3", "C", "H", "DEJADOS"] == printed.splitlines()[0].split()
    assert "LANZADORES  EL" in printed
    assert "(G)" in printed
    assert "en base" in printed
    assert "Probabilidad de victoria de Blues, en por ciento, después de cada jugada:" in printed
