"""The umpire's review over HTTP: what was seen of a line, how it was read, and which clause made the call."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from PIL import Image
from support.pages import NUMBER, Board
from support.scoring import SETUP, blue, red
from support.throws import SEVEN, kept, throws

from scoreboard.journal.store import Journal
from scoreboard.kept_throws import GameKey, KeptThrow, Likely, SeenToken
from scoreboard.record import decode
from scoreboard.rules.events import Amend, Chip, Die, Expect, Press, Roll, Setup
from scoreboard.rules.history import begin

GOLDEN = Path(__file__).parents[2] / "golden/games"
SEEN = Die(color="red", value=7, by="camera", confidence=0.9994)
ONES = tuple(
    SeenToken("white", face, 0.99, (Likely(face, 0.99), Likely(6, share))) for face, share in ((2, 0.01), (5, 0.004))
)


def board(*lines: Any, found: dict[int, KeptThrow] | None = None, setup: Setup = SETUP) -> Board:  # noqa: ANN401 - lines
    """A table at which these were played, and of some of which pictures are kept."""
    made = Board(begin(setup), more={"throws": throws(found or {}, GameKey.of(NUMBER, setup))})
    made.play(*lines)
    return made


def path(line: int, what: str = "review") -> str:
    """Where it is asked for."""
    return f"/api/games/{NUMBER}/lines/{line}/{what}"


def test_throw_is_reviewed() -> None:
    """The picture, how sure, the three likeliest other values, and the clause with its sentence."""
    review = board(blue(5), SEEN, found={3: kept(SEVEN)}).json(path(3))
    missed = [each["line"] for each in review.pop("missed")]
    assert {"type": "press", "button": "strike"} in missed
    assert {
        "game": NUMBER, "line": 3, "type": "die", "told": "Reds swing 7. A hit to zone 7, left field!", "by": "camera",
        "recorded": None,
        "value": 7, "read": 7, "sure": 99.9, "asked": False, "counts": True,
        "others": [{"value": each.value, "likelihood": each.likelihood} for each in SEVEN.likely[1:]],
        "clause": {"name": "D19", "said": "A swing higher than the pitch is a hit to the zone of that number."},
        "besides": [],
        "picture": path(3, "picture"), "clip": path(3, "clip"),
    } == review  # fmt: skip


def test_review_names_the_helmet() -> None:
    """D16: a 7 that is hit to zone 8 reads like a mistake, unless the play and the review name the helmet."""
    review = board(blue(4), SEEN, setup=structs.replace(SETUP, rules="diamante-major")).json(f"{path(3)}?lang=es")
    assert "Swing de Reds: 7. Con el casco + vale 8." in review["told"]
    clause = "El casco + cambia cada tirada al bat y de corredor: este 7 vale 8."
    assert ("D19", [{"name": "D16", "said": clause}]) == (review["clause"]["name"], review["besides"])


def test_review_is_in_the_asked_language() -> None:
    """The clause too."""
    review = board(blue(5), SEEN).json(f"{path(3)}?lang=es")
    assert review["clause"]["said"].startswith("Un swing mayor")


def test_picture_and_clip_are_there() -> None:
    """A JPEG and an animated WebP, which no browser stores; of a line without them a sentence."""
    table = board(blue(5), SEEN, found={3: kept(SEVEN)})
    for what, kind in (("picture", "JPEG"), ("clip", "WEBP")):
        answer, body = table.get(path(3, what))
        assert (200, f"image/{kind.lower()}", "no-store") == (
            answer.status, answer.content_type, answer.headers["Cache-Control"],
        )  # fmt: skip
        assert kind == Image.open(BytesIO(body)).format
        answer, body = table.get(path(2, what))
        assert (404, True) == (answer.status, b"No picture is kept" in body)


@pytest.mark.parametrize(
    "where", [path(1), path(99), path(1, "picture"), "/api/games/999/lines/2/review", "/api/games/999/best"]
)
def test_review_of_a_missing_line_is_not_found(where: str) -> None:
    """The game line is no play, and the other addresses name no line or no game."""
    answer, body = board(blue(5)).get(where)
    assert 404 == answer.status
    assert b'{"error":"' == body[:10]


def test_review_without_a_picture_has_the_clause() -> None:
    """A line that was pressed or entered by hand has one, and one that the rules refused has none."""
    table = board(Press(button="strike", by="web"), Chip(face="hit"))
    pressed, refused = table.json(path(2)), table.json(path(3))
    assert ("web", None, None, "D54", True) == (
        pressed["by"], pressed["value"], pressed["sure"], pressed["clause"]["name"], pressed["counts"],
    )  # fmt: skip
    assert (None, False, []) == (refused["clause"], refused["counts"], refused["others"])


def test_review_of_a_throw_that_was_asked_about() -> None:
    """The camera was not sure, and players answered what it shows."""
    unsure = structs.replace(SEVEN, value=None)
    review = board(blue(5), structs.replace(SEEN, value=4, by="button"), found={3: kept(unsure)}).json(path(3))
    assert (True, None, [7, 1, 2]) == (review["asked"], review["read"], [each["value"] for each in review["others"]])


def test_review_never_has_a_certain_reading() -> None:
    """A camera that is all but sure has 99.9 %, even if its picture is gone."""
    assert 99.9 == board(blue(5), structs.replace(SEEN, confidence=0.9999)).json(path(3))["sure"]


def test_amended_line_counts_as_it_was_put_right() -> None:
    """What the camera read and what was recorded stay; a line that was taken back no longer counts."""
    table = board(blue(5), SEEN, Amend(line=3, value=3), found={3: kept(SEVEN)})
    review = table.json(path(3))
    assert ("Reds swing 3. Strike one.", "Reds swing 7.") == (review["told"], review["recorded"][:13])
    assert (3, 7, [7, 1, 4], "D17") == (
        review["value"], review["read"], [each["value"] for each in review["others"]], review["clause"]["name"],
    )  # fmt: skip
    skipped = board(blue(5), SEEN, Amend(line=3, as_=Press(button="strike")), found={3: kept(SEVEN)}).json(path(3))
    assert (None, []) == (skipped["value"], skipped["others"])
    table.play(Press(button="undo"), Press(button="undo"))
    assert (7, False) == (table.json(path(3))["value"], table.json(path(3))["counts"])


def test_review_lists_what_was_lawful_before_the_line() -> None:
    """Calls, answers and buttons that were lawful at that moment, whatever is lawful now."""
    major = structs.replace(SETUP, rules="diamante-major")
    table = board(blue(5), red(7), setup=major)
    assert {"type": "call", "call": "bunt"} in [each["line"] for each in table.json(path(3))["missed"]]
    assert "call" not in [each["line"]["type"] for each in table.json(path(2))["missed"]]


def test_roll_may_have_been_another_by_one_die() -> None:
    """The likeliest first, in the order of the line."""
    setup = structs.replace(SETUP, rules="two-dice")
    review = board(Roll(values=(2, 5), by="camera"), found={2: KeptThrow(ONES, b"x")}, setup=setup).json(path(2))
    assert [[6, 5], [2, 6]] == [each["value"] for each in review["others"]]
    assert ("chart", [2, 5], None) == (review["clause"]["name"], review["read"], review["clip"])


def test_pictures_of_another_game_of_that_number_are_not_shown() -> None:
    """As after another journal was put in place."""
    table = board(blue(5), SEEN, found={3: kept(SEVEN)})
    table.history = begin(structs.replace(SETUP, at="2026-02-01T12:00:00Z"))
    table.play(blue(5), SEEN)
    assert (404, None) == (table.get(path(3, "picture"))[0].status, table.json(path(3))["picture"])


def test_game_of_the_journal_is_reviewed(tmp_path: Path) -> None:
    """As the one in play is."""
    setup = structs.replace(SETUP, at="2026-01-01T12:00:00Z")
    with Journal.create(tmp_path / "games.sqlite") as journal:
        journal.add([setup, blue(5), SEEN])
    open_journal = partial(Journal.open_readonly, tmp_path / "games.sqlite")
    more = {"journal": open_journal, "throws": throws({3: kept(SEVEN)}, GameKey.of(1, setup))}
    table = Board(None, more=more)
    assert "/api/games/1/lines/3/picture" == table.json("/api/games/1/lines/3/review")["picture"]
    assert 200 == table.get("/api/games/1/lines/3/clip")[0].status


def golden(name: str) -> tuple[Setup, list[Any]]:
    """A whole game."""
    setup, *lines = (decode(raw) for raw in (GOLDEN / f"{name}.jsonl").read_bytes().splitlines())
    assert isinstance(setup, Setup)
    return setup, [line for line in lines if not isinstance(line, Expect | Setup)]


@pytest.mark.untraced
def test_best_moments_of_a_game() -> None:
    """Home runs and the like in the order of the game, with pictures where they are kept."""
    setup, lines = golden("whole-diamante-major")
    moments = board(*lines, setup=setup).json(f"/api/games/{NUMBER}/best")
    assert moments
    assert {*(each["kind"] for each in moments)} <= {"walk-off", "grand-slam", "triple-play", "home-run", "double-play"}
    assert sorted(each["line"] for each in moments) == [each["line"] for each in moments]
    assert {None} == {each["clip"] for each in moments}
    first = moments[0]["line"]
    seen = board(*lines, found={first: kept(SEVEN)}, setup=setup).json(f"/api/games/{NUMBER}/best?lang=es")
    assert path(first, "clip") == seen[0]["clip"]


def test_what_was_taken_back_is_no_moment() -> None:
    """Nor what was put right since; what was made a home run is one."""
    homer = (blue(5), red(10), red(10))
    assert ["home-run"] == [each["kind"] for each in board(*homer).json(f"/api/games/{NUMBER}/best")]
    assert [] == board(*homer, Press(button="undo")).json(f"/api/games/{NUMBER}/best")
    assert [] == board(*homer, Amend(line=4, value=3)).json(f"/api/games/{NUMBER}/best")
    mended = board(blue(5), red(10), red(3), Amend(line=4, value=10)).json(f"/api/games/{NUMBER}/best")
    assert [(4, "home-run", "Home run")] == [(each["line"], each["kind"], each["title"]) for each in mended]
