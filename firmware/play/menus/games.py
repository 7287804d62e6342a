"""Menus about whole games: a new one, one taken up again, and the end of this one."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.play.menus.screen import Item, NewGame, Outcome, Record, ResumeGame, Screen
from scoreboard.journal.listing import Listing
from scoreboard.journal.summary import Summary
from scoreboard.rules.events import End, Side
from scoreboard.rules.history import History
from scoreboard.rules.state import Game

KEPT = "This game is kept and can be taken up again."
STAY = Item("PLAY ON?", "Play on with this game.", lambda: None)
"""The safe answer, shown first: whoever presses OK twice changes nothing."""


def new_game(history: History) -> Outcome:
    """A new game; one in play is asked about first."""
    return after_asking(history, NewGame())


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
    """Those that have a summary to be told by."""
    return tuple((each.game, each.summary) for each in others if each.summary is not None)


def _taken_up(number: int, game: Summary) -> Item:
    (away, home), (aways, homes) = game.teams, game.score
    said = f"Game {number}: {away} {aways}, {home} {homes}, inning {game.inning}."
    return Item(f"GAME {number} {aways}-{homes}?", said, lambda: ResumeGame(number))


def how_it_ends(game: Game) -> Screen:
    """The game ends now, if anybody says so: who gives up, or that it is called, and who has won then."""
    sides: tuple[Side, ...] = ("away", "home")
    given_up = tuple(_wins(game, side) for side in sides)
    called = Item("CALLED?", "The game is called: it ends as it stands.", lambda: Record(_called(game)))
    return Screen((STAY, *given_up, called))


def _wins(game: Game, side: Side) -> Item:
    team = game.team(side)
    said = f"{team.name} win: the others give up."
    return Item(f"{team.name} WIN?", said, lambda: Record(End(why="forfeit", winner=side, by="button")), team.color)


def _called(game: Game) -> End:
    """As it stands: whoever leads has won, and of a tie nobody."""
    if game.away == game.home:
        return End(why="called", winner=None, by="button")
    return End(why="called", winner="away" if game.away > game.home else "home", by="button")
