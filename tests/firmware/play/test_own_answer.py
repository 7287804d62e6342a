"""A change is answered by what it made, whoever begins a game right behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.phones import Table, playing
from support.scoring import SETUP
from support.stadium import unsure

from firmware.play.inputs.page_requests import PageRequest
from scoreboard.rules.four_dice import SIGNS

BLUE = {"type": "die", "color": "blue", "value": 3}
FOUR_DICE = {
    "type": "game", "rules": "four-dice", "away": {"name": "Bees", "color": "red"},
    "home": {"name": "Cats", "color": "blue"},
}  # fmt: skip


SIGN = SIGNS[0]


def followed(table: Table) -> list[int]:
    """Have another game begun right behind the next request of a phone, before that is answered; its numbers.

    Both lie in the queue, so the loop does the second before the handler of the first goes on.
    """
    page, post, begun = table.app.page, table.app.page._post, list[int]()

    def begin() -> None:
        table.scorer.begin_once(SETUP, {})
        begun.append(table.session.number)

    def both(request: PageRequest) -> None:
        page._post = post
        post(request)
        post(PageRequest(begin))

    page._post = both
    return begun


CHANGES: dict[str, tuple[str, dict[str, Any], int, int]] = {
    "line": ("/api/lines", BLUE, 1, 2),
    "line, only asked": ("/api/lines?dry=1", BLUE, 1, 2),
    "correction, only asked": ("/api/lines?dry=1", {"type": "set", "outs": 2}, 1, 2),
    "game": ("/api/games?end=1", FOUR_DICE, 2, 1),
    "game, only asked": ("/api/games?end=1&dry=1", FOUR_DICE, 1, 1),
}


@pytest.mark.parametrize("name", CHANGES)
async def test_answer_is_what_the_change_made(table: Table, name: str) -> None:
    """The number of the game and of the line are those of the change, not of the game that has begun since."""
    path, body, game, number = CHANGES[name]
    phone = await table.paired()
    begun = followed(table)
    code, answer = await phone.ask(path, body)
    assert (200, game, number) == (code, answer["game"], answer["number"]), answer
    assert [table.session.number] == begun
    if "only asked" in name:
        assert "1-1" == answer["expect"]


async def test_resumed_game_is_answered(table: Table) -> None:
    """An earlier game that was gone on with, though another one begins right behind it."""
    phone = await table.paired()
    assert 200 == (await phone.ask("/api/lines", BLUE))[0]
    assert 200 == (await phone.ask("/api/games?end=1", FOUR_DICE))[0]
    followed(table)
    code, answer = await phone.ask("/api/games/1/resume?end=1", {})
    assert (200, 1, 2) == (code, answer["game"], answer["number"])


async def test_answered_question_is_answered(journal: Path) -> None:
    """The answer to a question, likewise."""
    async with playing(journal, [unsure("blue", 6, 9, 8)], patient=True) as table:
        phone = await table.paired()
        while table.app.seen().asked is None:
            await table.turn()
        followed(table)
        code, answer = await phone.ask("/api/answer", {"value": 6})
        assert (200, 1, 2) == (code, answer["game"], answer["number"])


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/secret/sides", {"side": "away", "take": False}),
        ("/api/secret", {"side": "away", "choice": SIGN}),
        ("/api/secret", {"side": "away", "choice": None}),
    ],
)
async def test_secret_is_answered_as_it_was_chosen(table: Table, path: str, body: dict[str, Any]) -> None:
    """The hand of the game in which it was chosen, not of the next one, in which nobody has a side yet."""
    phone = await table.paired()
    assert 200 == (await phone.ask("/api/games?end=1", FOUR_DICE))[0]
    assert 200 == (await phone.ask("/api/secret/sides", {"side": "away"}))[0]
    followed(table)
    code, answer = await phone.ask(path, body)
    assert (200, 2) == (code, answer["game"]), answer
    assert [] == [hand["side"] for hand in answer["hands"] if hand["side"] != "away"]
    if path == "/api/secret":
        assert [body["choice"]] == [hand["chosen"] for hand in answer["hands"]]
