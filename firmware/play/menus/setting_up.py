"""Menus about the next game: which one, how long, whose teams, who is Home, partners, helmets and the rest.

Rule kept here: the first item begins the game as it was chosen last, so that OK, pressed again and again, plays. What
is chosen leads back to the list, and nothing begins before OK on its first item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from msgspec import UNSET, structs

from firmware.config.teams import Offers
from firmware.play.menus.games import after_asking
from firmware.play.menus.house_menu import house_rules
from firmware.play.menus.new_games import (
    FAMILIES,
    MOST_INNINGS,
    can_be_played,
    first_of,
    house_of,
    innings_of,
    played,
    switched,
)
from firmware.play.menus.opponents import whom_to_play
from firmware.play.menus.screen import (
    BeginThrowOff,
    ChooseOpponent,
    Item,
    NewGame,
    Outcome,
    Screen,
    from_now_on,
    item,
    values,
)
from firmware.storage.next_game import NextGame
from scoreboard.message import Words, message
from scoreboard.opponent import decides_in
from scoreboard.rules import find_rule_set, has_ten_sided_dice, name_of_game, set_up, start
from scoreboard.rules.deck import Deck, house_deck
from scoreboard.rules.events import MOST_PARTNERS, PARK, PlayedGame, SeriesGame, Setup, Side, Team
from scoreboard.rules.history import History
from scoreboard.rules.house_rules import HELMETS, MAJOR, Helmet

SERIES = (3, 5, 7)
"""Games of a series at the most."""
MOST_LETTERS = 40
"""Of a name in a record."""
SIGNS: dict[Helmet, str] = {"+": "plus", "": "plain", "-": "minus"}


@dataclass(frozen=True, slots=True)
class SettingUp:
    """A game that is being chosen.

    Attributes:
        history: of the game in play, which is asked about before it is left.
        configured: what holds for its rule set unless something else is chosen.
        rulings: how the house plays that, where it is otherwise than the law.
        offers: what may be chosen.
        game: as it is chosen so far.
    """

    history: History
    configured: NextGame
    offers: Offers
    game: NextGame
    rulings: Mapping[str, object] = field(default_factory=dict)

    @property
    def setup(self) -> Setup:
        """Its first line."""
        return self.game.setup

    def screen(self, index: int = 0) -> Screen:
        """What there is to choose; the first item begins it."""
        return Screen(tuple(self._items()), index, name="new game")

    def _items(self) -> Iterator[Item]:
        setup = self.setup
        yield item(message("new.play", rules=name_of_game(setup)), self.begin)
        yield item(message("new.game", rules=name_of_game(setup)), self._families)
        yield item(message("new.innings", nth=innings_of(setup)), self._innings)
        for side in ("away", "home"):
            team = self._team(side)
            # one of: new.away, new.home
            yield item(message(f"new.{side}", team=self._named(team)), partial(self._teams, side), team.color)
        if self.game.throws_off:
            yield item(message("new.throws-off"), self._who_is_home)
        else:
            yield item(message("new.who-is-home", team=self._named(setup.home)), self._who_is_home)
        yield item(message("menu.more"), lambda: Screen(tuple(self._more()), name="more of a new game"))

    def _more(self) -> Iterator[Item]:
        """What only some games have, or only some families want."""
        setup, rules = self.setup, find_rule_set(self.setup.rules)
        if has_ten_sided_dice(setup.rules):
            yield item(message("new.partners"), lambda: self._of_a_team("new.partners-of", self._partners))
        if rules.house.lineup:
            yield item(message("new.helmets"), lambda: self._of_a_team("new.helmets-of", self._helmets))
        if decides_in(setup.rules) and can_be_played(setup):
            yield item(message("choice.opponent"), self._opponents)
        if rules.options:
            yield item(message("new.options"), self._options)
        if rules.has_deck:
            yield item(message("new.first", nth=first_of(setup)), self._first)
            yield item(message("new.deck"), self._decks)
        yield item(message("new.house"), self._house)
        yield item(message("new.series"), self._series)
        yield item(message("new.as-configured"), lambda: replace(self, game=self.configured).screen())

    def begin(self) -> Outcome:
        """What begins it; a game in play is asked about first."""
        begin = BeginThrowOff if self.game.throws_off and has_ten_sided_dice(self.setup.rules) else NewGame
        return after_asking(self.history, begin(self.game))

    def _with(self, **changes: Any) -> Screen:  # noqa: ANN401 - keys of a set-up
        """With these keys of its first line."""
        return self._of(structs.replace(self.game, setup=structs.replace(self.setup, **changes)))

    def _of(self, game: NextGame) -> Screen:
        return replace(self, game=game).screen()

    def _team(self, side: str) -> Team:
        team: Team = getattr(self.setup, side)
        return team

    def _named(self, team: Team) -> Words:
        return self.offers.called(team.name)

    # -- which game

    def _families(self) -> Screen:
        own = (self.setup.park,) if self.setup.park and self.setup.park not in self.offers.parks else ()
        families: dict[str, tuple[PlayedGame, ...]] = {**FAMILIES, PARK: (*own, *self.offers.parks)}

        def family(name: str) -> Item:
            games = families[name]
            is_one = len(games) == 1 and name != PARK
            then = partial(self._played, games[0]) if is_one else partial(self._games, games)
            return item(message("new.family", family=name), then)

        now = next(name for name, games in families.items() if self.setup.game in games)
        return Screen(tuple(family(name) for name in from_now_on(tuple(families), now) if families[name]))

    def _games(self, games: tuple[PlayedGame, ...]) -> Screen:
        def one(game: PlayedGame) -> Item:
            words = name_of_game(set_up(game, self.setup))
            return item(message("new.rules", rules=words), partial(self._played, game))

        return Screen(tuple(map(one, from_now_on(games, self.setup.game))))

    def _played(self, game: PlayedGame) -> Screen:
        """That game, as it is usual or as the configuration has it."""
        if game == self.setup.game:
            return self.screen()
        return self._of(played(self.game, game, self.configured))

    def _innings(self) -> Screen:
        most = max(MOST_INNINGS, innings_of(self.setup))
        every = from_now_on(range(1, most + 1), innings_of(self.setup))
        return values("set.innings", ((nth, partial(self._with, innings=nth)) for nth in every))

    # -- the teams

    def _teams(self, side: Side) -> Screen:
        team, other = self._team(side), self._other(side)
        others = [each for each in self.offers.teams if each.name not in {team.name, other.name}]
        items = [
            item(message("new.team", team=self._named(each)), partial(self._join, side, each), each.color)
            for each in (team, *others)
        ]
        color = item(message("new.color", team=self._named(team)), partial(self._colors, side, team))
        return Screen((items[0], color, *items[1:]))

    def _other(self, side: Side) -> Team:
        return self._team("home" if side == "away" else "away")

    def _join(self, side: Side, team: Team) -> Screen:
        """That team; of its colour, if the other has not the same."""
        if team.color == self._other(side).color:
            return self._colors(side, team)
        return self._with(**{side: team})

    def _colors(self, side: Side, team: Team) -> Screen:
        free = [color for color in self.offers.colors if color != self._other(side).color]
        return Screen(tuple(map(partial(self._color, side, team), from_now_on(free, team.color))))

    def _color(self, side: Side, team: Team, color: str) -> Item:
        then = partial(self._with, **{side: structs.replace(team, color=color)})
        return item(message("new.die", color=color), then, color)

    def _who_is_home(self) -> Screen:
        def stays() -> Screen:
            return self._of(structs.replace(self.game, throws_off=False))

        def turns() -> Screen:
            return self._of(structs.replace(self.game.turned(), throws_off=False))

        home, away = self.setup.home, self.setup.away
        items = [
            item(message("new.is-home", team=self._named(home)), stays, home.color),
            item(message("new.is-home", team=self._named(away)), turns, away.color),
        ]
        if has_ten_sided_dice(self.setup.rules):
            throw = item(message("new.throw-for-home"), lambda: self._of(structs.replace(self.game, throws_off=True)))
            items.insert(0 if self.game.throws_off else len(items), throw)
        return Screen(tuple(items))

    def _of_a_team(self, key: str, then: Callable[[Side], Outcome]) -> Screen:
        def of(side: Side) -> Item:
            team = self._team(side)
            return item(message(key, team=self._named(team)), partial(then, side), team.color)

        return Screen((of("away"), of("home")))

    def _partners(self, side: Side) -> Screen:
        """Nobody in particular, or who is up first."""
        team = self._team(side)
        now = team.players[0] if team.players else None
        every = from_now_on((None, *self._players(team)), now)
        return Screen(tuple(self._first_player(side, name) for name in every))

    def _first_player(self, side: Side, name: str | None) -> Item:
        if name is None:
            return item(message("new.no-names"), partial(self._play_for, side))
        return item(message("new.player", player=name), partial(self._partner_of, side, (name,)))

    def _partner_of(self, side: Side, chosen: tuple[str, ...]) -> Screen:
        """Who plays with these, if anybody: as it was, if they were the first before."""
        team, number = self._team(side), len(chosen)
        before = team.players or ()
        others = (*(name for name in self._players(team) if name not in chosen), None)
        is_as_before = before[:number] == chosen
        now = next(iter(before[number:]), None) if is_as_before else others[0] if number == 1 else None
        every = from_now_on(others, now)
        return Screen(tuple(self._partner(side, chosen, name) for name in every))

    def _partner(self, side: Side, chosen: tuple[str, ...], name: str | None) -> Item:
        """One more; after four there is no room (H6)."""
        if name is None:
            words = message("new.alone", player=chosen[0]) if len(chosen) == 1 else message("new.no-more")
            return item(words, partial(self._play_for, side, *chosen))
        more = (*chosen, name)
        if len(more) == MOST_PARTNERS:
            return item(message("new.and", player=name), partial(self._play_for, side, *more))
        return item(message("new.and", player=name), partial(self._partner_of, side, more))

    def _players(self, team: Team) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*(team.players or ()), *self.offers.players)))

    def _play_for(self, side: Side, *players: str) -> Screen:
        return self._with(**{side: structs.replace(self._team(side), players=players or UNSET)})

    def _helmets(self, side: Side, chosen: tuple[Helmet, ...] = ()) -> Screen:
        """Which of the three helmets each of the four wears, who bats first in front (D5)."""
        team = self._team(side)
        if len(chosen) == HELMETS:
            return self._with(**{side: structs.replace(team, lineup=chosen)})
        lineup: tuple[Helmet, ...] = team.lineup or MAJOR.lineup
        now = lineup[len(chosen)]

        def wears(helmet: Helmet) -> Item:
            # one of: helmet.+, helmet.-
            words = message("new.helmet", nth=len(chosen) + 1, helmet=message(f"helmet.{SIGNS[helmet]}"))
            return item(words, partial(self._helmets, side, (*chosen, helmet)), team.color)

        return Screen(tuple(map(wears, from_now_on(tuple(SIGNS), now))))

    def _opponents(self) -> Screen:
        """For which side the box decides, and how well."""

        def chosen(outcome: Outcome) -> Outcome:
            if isinstance(outcome, ChooseOpponent):
                return self._of(structs.replace(self.game, opponent=outcome.opponent))
            return _each(outcome, chosen) if isinstance(outcome, Screen) else outcome

        return _each(whom_to_play(start(self.setup), self.offers.called), chosen)

    # -- what only some games have

    def _options(self) -> Screen:
        """How it may be played otherwise; what does not go with the rest is not offered."""
        now = self.setup.options or ()
        items = []
        for option in find_rule_set(self.setup.rules).options:
            setup = switched(self.setup, option)
            if can_be_played(setup):
                key = "new.without" if option in now else "new.with"
                then = partial(self._with, options=setup.options, innings=UNSET)
                items.append(item(message(key, option=option), then))
        return Screen(tuple(items))

    def _house(self) -> Screen:
        """By which rules of the house."""
        setup = self.setup
        teams = {side: self._named(self._team(side)) for side in ("away", "home")}
        house = house_of(setup, self.configured.setup, self.rulings)
        return house_rules(setup, house, teams, lambda rulings: self._with(house=rulings))

    def _series(self) -> Screen:
        """Whether it is the first game of a series, of how many at the most (H8); it is called by both teams."""
        setup = self.setup
        name = f"{setup.away.name} - {setup.home.name}"[:MOST_LETTERS].strip()

        def best_of(games: int) -> Item:
            series = SeriesGame(name=name, game=1, best_of=games)
            return item(message("new.best-of", nth=games), partial(self._with, series=series))

        single = item(message("new.no-series"), partial(self._with, series=UNSET))
        every = (single, *map(best_of, SERIES))
        return Screen(every if setup.series is UNSET else (*every[1:], single))

    def _first(self) -> Screen:
        now = first_of(self.setup)
        every = from_now_on(range(1, max(MOST_INNINGS, now) + 1), now)
        return values("new.begins-with", ((nth, partial(self._with, first=nth)) for nth in every))

    def _decks(self) -> Screen:
        def deck(each: Deck) -> Item:
            return item(message("new.deck-of", deck=each.name), partial(self._with, deck=each))

        return Screen(tuple(map(deck, from_now_on(self.offers.decks, self.setup.deck or house_deck()))))


def _each(screen: Screen, chosen: Callable[[Outcome], Outcome]) -> Screen:
    """The screen, of which each choice comes to something else."""

    def with_outcome(each: Item) -> Item:
        return replace(each, then=lambda: chosen(each.then()))

    return replace(screen, items=tuple(map(with_outcome, screen.items)))
