"""The requests of phones on their way to the loop, where the loop does not come to them."""

from __future__ import annotations

import asyncio
from unittest.mock import MagicMock, Mock

import pytest

from firmware.play.inputs.page_requests import PageRequest, PageRequests
from scoreboard.rules.events import Press
from scoreboard.web.http.guard import ChangeError

BRIEF_S = 0.01


async def test_a_request_that_has_no_turn_is_answered_and_never_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The phone is told that nothing has changed, and that stays so when the loop comes to it after all."""
    monkeypatch.setattr("firmware.play.inputs.page_requests.TURN_S", BRIEF_S)
    page, posted = MagicMock(), list[PageRequest]()
    requests = PageRequests(page, MagicMock(), posted.append)
    requests.open()
    with pytest.raises(ChangeError, match=r"page\.no-turn") as refused:
        await requests.record_line(Press(button="out"), None, dry_run=False)
    for request in posted:
        request.carry_out()
    assert 503 == refused.value.status
    assert not page.line.called


@pytest.mark.usefixtures("as_at_a_table")
async def test_an_answer_that_cannot_be_made_ends_no_game() -> None:
    """What was asked for is done; only whoever asked is not told."""
    done, answer = list[str](), asyncio.get_running_loop().create_future()
    request = PageRequest(lambda: done.append("strike"), Mock(side_effect=LookupError("no catalogue has it")), answer)
    request.carry_out()
    request.reply()
    with pytest.raises(ChangeError) as refused:
        await answer
    assert 500 == refused.value.status
    assert ["strike"] == done
