"""Games as event files in Retrosheet's form. That Chadwick reads them as we do is judged by `make lab-chadwick`."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from msgspec.structs import replace
from support.rules import MAJOR, read
from support.scoring import record

from scoreboard.exports import FORMS, ExportedGame
from scoreboard.language import language
from scoreboard.record import read as read_record
from scoreboard.record import replay
from scoreboard.rules.events import RulesName
from scoreboard.rules.history import History, begin

PLAIN = replace(MAJOR.away, lineup=("", "", "", ""))
GOLDEN = Path(__file__).parents[2] / "golden"
FORM = FORMS["retrosheet"]


def game(words: str, rules: RulesName = "diamante-major", at: str = "2026-05-03T18:00:00Z") -> ExportedGame:
    """A game of three innings after those words."""
    history: History = begin(replace(MAJOR, rules=rules, innings=3, at=at, away=PLAIN))
    for word in words.split():
        history = record(history, read(word))
    return ExportedGame(1, history)


def files(*games: ExportedGame) -> dict[str, str]:
    """What is in the archive."""
    with ZipFile(BytesIO(FORM.written(games, language("en")))) as zipped:
        return {name: zipped.read(name).decode("ascii").replace("\r\n", "\n") for name in zipped.namelist()}


def plays(words: str, rules: RulesName = "diamante-major") -> list[str]:
    """The plays of a game after those words, as they are written, with who is placed on base before them."""
    text = files(game(words, rules))["2026STA.EVN"]
    lines = [line.split(",", maxsplit=6) for line in text.splitlines() if line.startswith(("play", "radj"))]
    return [f"@{line[2]}" if line[0] == "radj" else line[-1] for line in lines]


def test_golden_games_are_written_as_chadwick_read_them() -> None:
    """The file that is kept was judged: `make lab-chadwick OPTIONS='--kind golden'` writes and judges it anew."""
    games = []
    for at, file in enumerate(sorted((GOLDEN / "games").glob("whole-*.jsonl")), 1):
        with file.open("rb") as lines:
            *_, last = replay(read_record(lines, print))
        games.append(ExportedGame(at, last.after))
    taken = [each for each in games if FORM.refuses(each) is None]
    assert len(games) - 1 == len(taken)
    (written,) = (text for name, text in files(*taken).items() if name.endswith("EVN"))
    assert (GOLDEN / "exports/whole-games.evn").read_text() == written


WRITTEN: dict[str, tuple[RulesName, list[str]]] = {
    "blue2 red7 hit white3 blue9": ("diamante-major", ["73/G7"]),
    "blue2 red7 hit white6": ("diamante-major", ["S7/G7"]),
    "blue2 red6 caught": ("diamante-major", ["6/P6"]),
    "press:homerun": ("diamante-major", ["HR"]),
    "set:balls=3 press:ball": ("diamante-major", ["W"]),
    "press:strike press:strike press:strike": ("diamante-major", ["K"]),
    "set:runners=6 blue7 call:steal white7": ("diamante-major", ["@1", "SB2"]),
    "roll:1 roll:1 roll:5": ("one-die", ["S", "S.1-2", "99/DP.2X3(99)"]),
    "set:runners=6 roll:35": ("dice-baseball", ["@1", "99/G.1-2"]),
    "set:runners=18 roll:56": ("dice-baseball", ["@3", "99/F/SF.3-H"]),
    "set:runners=6 roll:1133 roll:1": ("four-dice", ["@1", "CS2(99)"]),
    "set:runners=6 roll:1133 roll:6": ("four-dice", ["@1", "SB2"]),
    "set:runners=6 call:balk": ("four-dice", ["@1", "BK.1-2"]),
    "set:runners=6 roll:1111": ("four-dice", ["@1", "K+CS2(99)/DP"]),
    "set:balls=3,runners=6 roll:1122": ("four-dice", ["@1", "W+WP.1-2"]),
    "roll:2221": ("four-dice", ["HP"]),
}


@pytest.mark.parametrize("words", WRITTEN)
def test_a_play_is_written_as_retrosheet_writes_it(words: str) -> None:
    """Hits, outs with who made them where the game knows, walks, balks, steals, each runner's move written out."""
    rules, expected = WRITTEN[words]
    assert expected == [play for play in plays(words, rules) if play != "NP"]


def test_a_catch_and_the_run_after_it_are_one_play() -> None:
    """D48: a sacrifice fly, although two lines of the record say it."""
    words = "set:runners=18 blue2 red7 caught call:tag-up white6"
    assert "7/F7/SF.3-H" in plays(words)


def test_an_answer_after_the_call_of_the_last_inning_is_the_throws() -> None:
    """H5: the call closes no window, so the ball may go to second after all, and the batter is on first."""
    assert ["S6/G6"] == plays("blue2 red6 hit white3 blue9 call:last_inning ball:2B white3")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("press:homerun set:away=3", ["@3", "OA.3-H(NR)", "@3", "OA.3-H(NR)", "HR"]),
        ("press:homerun set:away=0", ["T.BXH(99)"]),
        ("set:runners=6 set:runners=12", ["@1", "OA.1-2"]),
        ("set:runners=12 set:outs=1", ["@3", "OA.3XH(99)", "@2"]),
        ("set:runners=12+6 set:runners=6,outs=1", ["@1", "@2", "OA.2X3(99)"]),
        ("set:home=2 press:out press:out press:out", ["@3", "OA.3-H(NR)", "@3", "OA.3-H(NR)"]),
    ],
)
def test_a_correction_is_written_as_plays_that_come_to_the_same(words: str, expected: list[str]) -> None:
    """Added runs are nobody's, those taken back were out at home, and a remark says that it was the scorer."""
    assert expected == [play for play in plays(words) if play not in {"NP", "99"}]
    assert "Correction by the scorer: " in files(game(words))["2026STA.EVN"]


def test_an_extra_inning_begins_with_a_runner_whom_no_play_brought() -> None:
    """D9: by the record `radj`, and he is neither at bat nor on base already."""
    text = files(game("set:inning=3,half=bottom press:out press:out press:out press:homerun"))["2026STA.EVN"]
    assert "radj,redsl009,2\nplay,4,0,redsl001,??,,NP\nplay,4,0,redsl001,??,,HR.2-H\n" in text


def test_file_names_its_players_as_invented() -> None:
    """Every game has nine of each side, and a comment that these stand for nobody."""
    text = files(game(""))["2026STA.EVN"]
    assert 18 == text.count("\nstart,")
    assert "Nine invented players of each side" in text
    assert "no game of a league" in text


def test_teams_have_letters_of_their_own() -> None:
    """Also where their names begin alike, or are written in another script."""
    first = game("")
    other = begin(
        replace(first.history.setup, away=replace(MAJOR.away, name="Redbirds"), home=replace(MAJOR.home, name="東京"))
    )
    written = files(first, ExportedGame(2, other))
    codes = [line.split(",")[0] for line in written["TEAM2026"].splitlines()]
    assert 4 == len(set(codes))
    assert {f"{code}2026.ROS" for code in codes} <= set(written)
    assert all(len(code) == 3 and code.isalpha() for code in codes)


def test_two_games_of_a_day_have_different_ids() -> None:
    """The last digit of the id differs."""
    text = files(game(""), game("press:homerun"))["2026STA.EVN"]
    assert ["id,BLU202605030", "id,BLU202605031"] == [line for line in text.splitlines() if line.startswith("id,")]


def test_a_game_without_batters_is_refused_in_a_plain_sentence() -> None:
    """In Three Dice a throw is runs, and nobody bats."""
    why = FORM.refuses(game("", "three-dice"))
    assert why is not None
    assert "nobody comes to bat" in language("en").say(why)
    assert FORM.refuses(game("")) is None
