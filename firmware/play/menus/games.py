"""Menus about whole games: a new one, one taken up again, and the end of this one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from firmware.play.menus.new_games import endings
from firmware.play.menus.screen import Item, KeepOld, Outcome, Record, ResumeGame, Screen, item
from scoreboard.journal.listing import Listing
from scoreboard.journal.summary import Summary
from scoreboard.message import Message, message
from scoreboard.rules import apply
from scoreboard.rules.events import Call, End
from scoreboard.rules.history import History
from scoreboard.rules.last_inning import LAST_INNING
from scoreboard.rules.state import Game

STAY = item(message("menu.play-on"), lambda: None)
"""The safe answer, shown first: OK pressed twice changes nothing."""


def after_asking(history: History, outcome: Outcome) -> Outcome:
    """The outcome, which leaves the game in play: that is asked about in two plain questions."""
    if history.game.over or history.number == 1:  # nothing was played that could be lost
        return outcome
    return Screen((item(message("menu.begin-new"), lambda: outcome), item(message("menu.keep-old"), KeepOld)))


def other_games(others: Sequence[Listing]) -> Screen:
    """The games that can be taken up again, the newest first."""
    return Screen(tuple(_taken_up(*each) for each in known(others)))


def known(others: Sequence[Listing]) -> tuple[tuple[int, Summary], ...]:
    """Those that have a summary to be shown by."""
    return tuple((each.game, each.summary) for each in others if each.summary is not None)


def _taken_up(number: int, game: Summary) -> Item:
    (away, home), (aways, homes) = game.teams, game.score
    words = message("menu.game", nth=number, away=away, aways=aways, home=home, homes=homes, inning=game.inning)
    return item(words, lambda: ResumeGame(number))


def how_it_ends(game: Game) -> Screen:
    """The game ends now: a team gives up, or it is called as it stands."""
    return Screen((STAY, *(_ending(game, words, end) for words, end in endings(game))))


def last_inning(game: Game) -> Screen:
    """The inning in play is the last one, or the one just finished was: then the game may be over with it (H5)."""
    line = Call(call=LAST_INNING, by="button")
    words = message("menu.last-inning-over" if apply(game, line).over else "menu.last-inning")
    return Screen((item(words, lambda: Record(line)), STAY))


def _ending(game: Game, words: Message, end: End) -> Item:
    color = game.team(end.winner).color if end.why == "forfeit" and end.winner is not None else ""
    return item(words, lambda: Record(structs.replace(end, by="button")), color)
