"""A voice says a play as a broadcaster does: shortly, and nothing twice, in every golden game and every language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from support.broadcast import Announced, estimated_seconds, golden_broadcast, heard, sentences

from scoreboard.commentary import Detail
from scoreboard.language import languages

SHORT: tuple[Detail, ...] = ("calls", "plays")
"""How much an umpire says, and a broadcaster; who cannot look hears more."""
THROW_S, CORRECTION_S, UNSURE_S = 3.0, 4.0, 0.2
"""Seconds that a call may take, and by how much they are estimated wrongly."""
SCORE = frozenset({"voice.lead-now", "voice.one-run", "voice.runs", "play.win", "play.end"})


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("detail", SHORT)
@pytest.mark.untraced
def test_call_is_over_before_the_next_throw(code: str, detail: Detail) -> None:
    """Of a throw after three seconds, of a correction after four."""
    too_long = dict[str, float]()
    for each in golden_broadcast(detail):
        text = heard(each.parts.call, code, detail)
        most = CORRECTION_S if each.is_correction else THROW_S
        if (seconds := estimated_seconds(text)) > most + UNSURE_S:
            too_long[text] = seconds
    assert too_long == {}


def repeated(each: Announced, detail: Detail) -> Iterator[str]:
    """What is said twice of a line: a sentence, the score, a team."""
    keys = Counter(sentence.key for sentence in sentences((each.parts.call, each.parts.rest)))
    yield from (key for key, times in keys.items() if times > 1)
    if len(SCORE & keys.keys()) > 1:
        yield "the score"
    text = heard((each.parts.call, each.parts.rest), "en", detail)
    teams = (each.step.after.game.team(side).name for side in ("away", "home"))
    yield from (team for team in teams if len(re.findall(rf"\b{re.escape(team)}\b", text)) > 1)


@pytest.mark.parametrize("detail", SHORT)
@pytest.mark.untraced
def test_call_of_a_line_has_no_repetition(detail: Detail) -> None:
    """No sentence stands twice, no team's name either, and the score has one form."""
    twice = [(each.step.line, again) for each in golden_broadcast(detail) for again in repeated(each, detail)]
    assert twice == []


@pytest.mark.untraced
def test_unchanged_prompt_is_not_repeated() -> None:
    """A line that leaves the prompt as it was, such as OK to what a throw did, does not repeat it."""
    again = [
        each.step.line
        for each in golden_broadcast("plays")
        if each.step.before.game.due == each.step.after.game.due
        and not each.is_correction
        and each.step.after.game.due in sentences((each.parts.call, each.parts.rest))
    ]
    assert again == []


@pytest.mark.untraced
def test_score_and_outs_are_called_when_they_change() -> None:
    """They are called at the change of sides too."""
    for each in golden_broadcast("plays"):
        before, after = each.step.before.game, each.step.after.game
        keys = {sentence.key for sentence in sentences((each.parts.call, each.parts.rest))}
        has_scored = (before.away, before.home) != (after.away, after.home)
        has_turned = (before.inning, before.half) != (after.inning, after.half)
        assert has_scored or has_turned or after.over or not SCORE & keys, each.step.line
        assert before.outs != after.outs or has_turned or after.over or "play.outs" not in keys, each.step.line


@pytest.mark.untraced
def test_what_can_wait_follows_the_call() -> None:
    """Who bats now, how the game ended, and who is on base, are no part of it."""
    waits = {"play.top", "play.bottom", "play.win", "play.end", "voice.on-base", "voice.bases-loaded", "up.players"}
    for each in golden_broadcast("plays"):
        assert not waits & {sentence.key for sentence in sentences(each.parts.call)}, each.step.line
