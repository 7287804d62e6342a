"""The games of the journal, for programs: the list, the record, the states, the box score."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from PIL import Image
from support.hang import GIVE_UP_S
from support.pages import Board, Client
from support.scoring import SETUP, CountingClock, command_line, red

from firmware.cli.main import main
from scoreboard.commentary.story import GameStory
from scoreboard.errors import JournalDamagedError
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.journal.tables import unlock_history
from scoreboard.record import encode_all, state_line
from scoreboard.rules import Refused
from scoreboard.rules.events import Press
from scoreboard.session import Session
from scoreboard.web.watch.share_routes import AT_ONCE

STRIKE, OUT = Press(button="strike"), Press(button="out")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal of two games, the second one in play."""
    path = tmp_path / "games.sqlite"
    with Session(ResilientJournal.open(path), CountingClock()) as session:
        session.new_game(SETUP)
        for line in (STRIKE, OUT, red(3)):
            with suppress(Refused):  # a die that is not due is in the record all the same
                session.submit(line)
        session.new_game(SETUP)
        session.submit(STRIKE)
    return path


@pytest.fixture
def board(journal: Path) -> Iterator[Board]:
    """A table where it is looked at."""
    with Session(ResilientJournal.open(journal), CountingClock()) as session:
        yield Board(session.history, session.number, more={"journal": partial(Journal.open_readonly, journal)})


def test_list_has_every_game(board: Board) -> None:
    """Oldest first, with its summary; the one in play as it stands now, though the disk has less of it."""
    board.play(OUT)
    first, second = board.json("/api/games")
    assert (1, 4, ["Reds", "Blues"]) == (first["game"], first["summary"]["lines"], first["summary"]["teams"])
    assert (2, 3, True) == (second["game"], second["summary"]["lines"], second["in_play"])
    assert "in_play" not in first


def test_list_names_the_game_in_the_readers_language(board: Board) -> None:
    """What is played, of a game in the journal and of the one in play."""
    called = {code: [each["called"] for each in board.json(f"/api/games?lang={code}")] for code in ("en", "es")}
    assert {"en": ["Baseball Diamante, Amateur"] * 2, "es": ["Baseball Diamante, amateur"] * 2} == called


def test_list_of_a_table_whose_disk_takes_nothing() -> None:
    """The game in play is all that there is; without one there is none."""
    assert [7] == [each["game"] for each in Board().json("/api/games")]
    assert [] == Board(None).json("/api/games")


@pytest.mark.parametrize("game", [1, 2])
def test_record_is_as_the_command_writes_it(board: Board, journal: Path, game: int) -> None:
    """Of a game in the journal, and of the one in play."""
    answer, body = board.get(f"/api/games/{game}")
    assert (200, "application/x-ndjson") == (answer.status, answer.content_type)
    with Journal.open_readonly(journal) as opened:
        assert encode_all(line for _, line in opened.lines(game)) == body


def test_game_in_play_has_what_no_disk_has_taken(board: Board) -> None:
    """It is read from memory."""
    board.play(OUT, OUT)
    assert 4 == len(board.get("/api/games/2")[1].splitlines())
    assert 4 == len(board.get("/api/games/2/states")[1].splitlines())


def test_states_are_those_of_a_replay(board: Board) -> None:
    """One for each line; a refused one says why, in the asked language."""
    _, body = board.get("/api/games/2/states")
    assert board.history is not None
    expected = msgspec.json.decode(msgspec.json.encode(state_line(2, board.history)))
    assert expected == msgspec.json.decode(body.splitlines()[1])
    english, spanish = (board.get(f"/api/games/1/states?lang={code}")[1].splitlines() for code in ("en", "es"))
    assert 4 == len(english)
    in_english, in_spanish = (msgspec.json.decode(lines[0])["said"] for lines in (english, spanish))
    assert in_english != in_spanish


@pytest.mark.parametrize("game", [1, 2])
def test_box_is_the_one_of_the_command(board: Board, journal: Path, game: int) -> None:
    """To the last figure."""
    printed = command_line().invoke(main, ["games", str(game), "--json", "--journal", str(journal)]).output
    assert msgspec.json.decode(printed) == board.json(f"/api/games/{game}/box")


@pytest.mark.parametrize("rest", ["", "/states", "/box", "/lines/2/picture"])
def test_game_that_is_not_there(board: Board, rest: str) -> None:
    """Not found, and what to do."""
    answer, body = board.get(f"/api/games/99{rest}")
    assert (404, ["error"]) == (answer.status, list(msgspec.json.decode(body)))
    assert 404 == board.get(f"/api/games/x{rest}")[0].status
    assert 404 == board.get(f"/api/games/{'9' * 30}{rest}")[0].status


def test_damaged_game_is_listed_and_refused(board: Board, journal: Path) -> None:
    """It says where it is damaged; the others can be read."""
    with closing(sqlite3.connect(journal)) as opened, opened:
        for statement in unlock_history():
            opened.execute(statement)
        opened.execute("UPDATE lines SET line = replace(line, 'strike', 'ball') WHERE game = 1 AND number = 2")
    first, second = board.json("/api/games")
    assert ("line 2" in first["damaged"], "damaged" in second) == (True, False)
    answer, body = board.get("/api/games/1")
    assert (503, True) == (answer.status, "line 2" in msgspec.json.decode(body)["error"])
    assert 200 == board.get("/api/games/2")[0].status


@pytest.mark.parametrize("path", ["/api/games", "/api/games/1"])
def test_journal_that_cannot_be_read(board: Board, path: str) -> None:
    """The page says so, and the game goes on."""

    def damaged() -> Journal:
        raise JournalDamagedError("The journal is damaged")

    board.more["journal"] = damaged
    answer, body = board.get(path)
    assert (503, {"error": "The journal is damaged."}) == (answer.status, msgspec.json.decode(body))


PATHS = {"": True, "/1": False, "/2": True, "/2/states": True, "/1/box": False}
"""Below the list: whether the answer is another one once a line is added to the game in play."""


@pytest.mark.parametrize(("path", "changes"), PATHS.items())
def test_what_is_unchanged_is_not_sent_again(board: Board, path: str, changes: bool) -> None:
    """Nor read again where that is known; once a line is added it is."""
    tag = board.get(f"/api/games{path}")[0].headers["ETag"]
    again, nothing = board.get(f"/api/games{path}", If_None_Match=tag)
    assert (304, b"", tag) == (again.status, nothing, again.headers["ETag"])
    assert 200 == board.get(f"/api/games{path}", If_None_Match='W/"0"')[0].status
    board.play(OUT)
    assert (200 if changes else 304) == board.get(f"/api/games{path}", If_None_Match=tag)[0].status


def test_states_in_another_language_are_another_answer(board: Board) -> None:
    """The tag of one is not that of the other."""
    english, spanish = (board.get(f"/api/games/2/states?lang={code}")[0].headers["ETag"] for code in ("en", "es"))
    assert english != spanish


def test_games_under_way_and_finished_games_have_a_story(board: Board) -> None:
    """A game that does not exist has none."""
    english = msgspec.convert(board.json("/api/games/1/story"), GameStory)
    assert (1, 2) == (english.game, msgspec.convert(board.json("/api/games/2/story?lang=es"), GameStory).game)
    assert english.begun is not None
    assert 404 == board.get("/api/games/9/story")[0].status


@pytest.mark.parametrize("game", [1, 2])
def test_chances_are_those_of_the_box(board: Board, game: int) -> None:
    """Home's after every play, and the swings in the asked language; the moment that each play was made in."""
    chances, box = (board.json(f"/api/games/{game}/{what}") for what in ("chances", "box"))
    assert [(each["line"], each["home"]) for each in box["chances"]] == [
        (each["line"], each["home"]) for each in chances["plays"]
    ]
    assert 0.5 == pytest.approx(chances["began"] or 0.5, abs=0.05)


def test_chances_list_the_swings(board: Board) -> None:
    """They are in the order of the game; each has the side that gained, and its chances before and after."""
    board.play(*[Press(button="homerun")] * 5)
    chances, spanish = (board.json(f"/api/games/2/chances?lang={code}") for code in ("en", "es"))
    first, second, third = chances["swings"]
    assert (3, 4, 5) == (first["line"], second["line"], third["line"])
    assert ("away", 1, "top", True) == (first["side"], first["inning"], first["half"], first["was"] < first["now"])
    assert first["said"] != spanish["swings"][0]["said"]


def test_game_whose_chances_are_not_known(board: Board) -> None:
    """Its graph is empty."""
    assert {"game": 2, "began": None, "plays": [], "swings": []} == board.json("/api/games/2/chances")


def test_views_are_made_once(board: Board, journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask, until a line more, or another past: of the game in play, and of one in the journal."""
    made = list[int]()
    monkeypatch.setattr("scoreboard.web.watch.games.box_report", lambda *given: made.append(given[0]) or {})

    async def ask(client: Client) -> None:
        async def box(*games: int) -> list[int]:
            for game in games:
                assert 200 == (await client.get(f"/api/games/{game}/box")).status
            return made

        assert [1, 2] == await box(1, 1, 2, 2)
        board.play(OUT)
        assert [1, 2, 2] == await box(2, 1, 2)
        with Journal.create(journal) as opened:
            opened.append(1, 5, STRIKE)
        assert [1, 2, 2, 1] == await box(1, 1)

    board.visited(ask)


@pytest.mark.parametrize(("shape", "size"), [("square", (1080, 1080)), ("wide", (1200, 630)), ("other", (1200, 630))])
def test_picture_to_send_on(board: Board, shape: str, size: tuple[int, int]) -> None:
    """Of the game as it stands, of a play, of a game in the journal: a PNG of that size."""
    for game, line in ((1, ""), (1, "&line=3"), (2, "&line=2")):
        answer, body = board.get(f"/api/games/{game}/picture.png?shape={shape}{line}")
        assert (200, "image/png") == (answer.status, answer.content_type)
        assert size == Image.open(BytesIO(body)).size


@pytest.mark.parametrize("line", ["99", "0", "x9"])
def test_picture_of_no_play(board: Board, line: str) -> None:
    """Not found; what is no number is no line."""
    answer, _ = board.get(f"/api/games/1/picture.png?line={line}")
    assert (200 if line == "x9" else 404) == answer.status


def test_pictures_are_made_once_and_not_without_end(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same again is not drawn again; who asks for very many waits."""
    drawn = list[str]()

    def draw(*given: object) -> Image.Image:
        drawn.append(str(given[1]))
        return Image.new("RGB", (1, 1))

    monkeypatch.setattr("scoreboard.web.watch.share_routes.share_picture", draw)
    monkeypatch.setattr("scoreboard.web.watch.share_routes.EACH_S", GIVE_UP_S)

    async def ask(client: Client) -> list[int]:
        return [(await client.get("/api/games/1/picture.png?line=2")).status for _ in range(AT_ONCE + 1)]

    assert [*[200] * AT_ONCE, 429] == board.visited(ask)
    assert ["wide"] == drawn
