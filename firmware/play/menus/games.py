"""Menus about whole games: a new one, one taken up again, and the end of this one."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.play.menus.screen import Item, Outcome, Record, ResumeGame, Screen
from scoreboard.journal.listing import Listing
from scoreboard.journal.summary import Summary
from scoreboard.rules.events import End, Side
from scoreboard.rules.history import History
from scoreboard.rules.state import Game

KEPT = "This game is kept and can be taken up again."
STAY = Item("PLAY ON?", "Play on with this game.", lambda: None)
"""The safe answer, shown first: OK pressed twice changes nothing."""


def after_asking(history: History, outcome: Outcome) -> Outcome:
    """The outcome, which leaves the game in play: that is asked about first, and the safe answer is shown first."""
    if history.game.over or history.number == 1:  # nothing was played that could be lost
        return outcome
    leave = Item("LEAVE IT?", f"Leave this game. {KEPT}", lambda: outcome)
    return Screen((STAY, leave))


def other_games(others: Sequence[Listing]) -> Screen:
    """The games that can be taken up again, the newest first."""
    return Screen(tuple(_taken_up(*each) for each in known(others)))


def known(others: Sequence[Listing]) -> tuple[tuple[int, Summary], ...]:
    """Those that have a summary to be shown by."""
    return tuple((each.game, each.summary) for each in others if each.summary is not None)


def _taken_up(number: int, game: Summary) -> Item:
    (away, home), (aways, homes) = game.teams, game.score
    said = f"Game {number}: {away} {aways}, {home} {homes}, inning {game.inning}."
    return Item(f"GAME {number} {aways}-{homes}?", said, lambda: ResumeGame(number))


def how_it_ends(game: Game) -> Screen:
    """The game ends now: a team gives up, or it is called as it stands."""
    leads: Side = "away" if game.away > game.home else "home"
    end = End(why="called", winner=None if game.away == game.home else leads, by="button")
    called = Item("CALLED?", "The game is called: it ends as it stands.", lambda: Record(end))
    return Screen((STAY, _wins(game, "away"), _wins(game, "home"), called))


def _wins(game: Game, side: Side) -> Item:
    team = game.team(side)
    said = f"{team.name} win: the others give up."
    return Item(f"{team.name} WIN?", said, lambda: Record(End(why="forfeit", winner=side, by="button")), team.color)
