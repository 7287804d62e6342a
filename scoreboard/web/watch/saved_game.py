"""A past game for people elsewhere: all that a replay shows of it, in one HTML file.

Rule kept here: it is told as the record reads now, like a replay on the page, with what was put right since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from scoreboard.commentary.chances import plays_and_corrections
from scoreboard.commentary.story import story
from scoreboard.language import Language
from scoreboard.record import State, steps_of
from scoreboard.rules.events import Expect
from scoreboard.rules.history import History
from scoreboard.stats.box_score import box_score
from scoreboard.web.pages.saved_page import as_address, saved_page
from scoreboard.web.watch.corrected_plays import corrected_play_by_play
from scoreboard.web.watch.games import state_with_play
from scoreboard.web.watch.win_chances import game_chances

NOT_SHOWN = frozenset({"options", "calls", "chase", "phase", "unfit"})
"""Keys of a state that no replay shows."""
NOT_SHOWN_OF_LINE = frozenset({"at", "confidence"})
"""Likewise of its line, as `cause`."""
NO_NUMBER = 0
"""A game in a file has none: its number is that of a journal elsewhere."""


def saved_game(history: History, language: Language, pictures: Mapping[int, bytes] | None = None) -> bytes:
    """The game as an HTML file, with the ``pictures`` of its throws (JPEG) by their lines."""
    plays = corrected_play_by_play(tuple(steps_of(history)))
    states = (state_with_play(play, language) for play in plays if not isinstance(play.line, Expect))
    chances = game_chances(NO_NUMBER, tuple(plays_and_corrections(history)), history, language)
    data = {
        "setup": history.setup,
        "states": tuple(_changes(states)),
        "box": box_score(history),
        "chances": msgspec.to_builtins(chances) | {"game": None} if chances.plays or chances.without else None,
        "story": story(NO_NUMBER, steps_of(history), language),
        "pictures": {line: as_address("image/jpeg", each) for line, each in (pictures or {}).items()},
    }
    return saved_page(history.game, data, language)


def _changes(states: Iterable[State]) -> Iterator[State]:
    """Of each state what is otherwise than before it, null where it is gone: the file is half as large."""
    before: State = {}
    for state in states:
        shown = _without(state, NOT_SHOWN) | {"cause": _without(msgspec.to_builtins(state["cause"]), NOT_SHOWN_OF_LINE)}
        yield {key: shown.get(key) for key in {**before, **shown} if shown.get(key) != before.get(key)}
        before = shown


def _without(keys: State, left_out: frozenset[str]) -> State:
    return {key: value for key, value in keys.items() if key not in left_out}
