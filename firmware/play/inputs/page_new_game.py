"""What the menu offers of a new game, for the page: the same teams, games and rules of the house, in its language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from msgspec import UNSET, structs

from firmware.play.menus.new_games import (
    FAMILIES,
    HOUSE_VALUES,
    MOST_INNINGS,
    STRENGTHS,
    endings,
    first_of,
    innings_of,
    played,
)
from firmware.play.state.game_plans import GamePlans
from firmware.storage.next_game import NextGame
from scoreboard.commentary import scoreline
from scoreboard.language import Language
from scoreboard.message import Message, OwnWords, Words, message
from scoreboard.opponent import Opponent, Strength, decides_in, policy
from scoreboard.rules import find_rule_set, has_ten_sided_dice, name_of_game, ruled
from scoreboard.rules.deck import Deck, house_deck
from scoreboard.rules.events import PlayedGame, RulesName, Setup
from scoreboard.rules.history import History
from scoreboard.rules.state import Game
from scoreboard.web.play.new_game import (
    BoxSide,
    ColorChoice,
    EndChoice,
    GameChoice,
    NewGameChoices,
    NumberChoice,
    OptionChoice,
    RulesChoice,
    RulingChoice,
    StrengthChoice,
)

BASEBALL: Final = (
    "mercy", "mercy_from", "cap", "cap_last", "tie_after", "extra_runner", "extra_runner_from", "minutes",
    "away_start", "home_start", "walk_off",
)  # fmt: skip
"""Rulings of every game."""
ONLY_WITH: Final[Mapping[str, str]] = {
    "mercy_from": "mercy", "cap_last": "cap", "extra_runner_from": "extra_runner",
}  # fmt: skip
"""Those that do nothing without another."""
OF_RUNNERS: Final = frozenset({"extra_runner", "extra_runner_from"})
"""Of no use in a game in which nobody stands on a base."""
AMATEUR: Final = (
    *BASEBALL, "stranded_must_run", "passing_is_out", "back_anywhere", "keep_running_after_throw",
)  # fmt: skip
MAJOR: Final = (
    *AMATEUR, "bunt", "steal", "tag_up", "tag", "extra_throws", "plus", "minus", "tag_stops_on_bases",
    "steal_after_foul", "steal_after_walk", "steal_keeps_batter", "unmet_batter_leads", "third_out_batter_last",
    "minus_ten_is_hit",
)  # fmt: skip
RULINGS: Final[Mapping[RulesName, tuple[str, ...]]] = {"diamante-amateur": AMATEUR, "diamante-major": MAJOR}
"""Those that are of use in a game; `BASEBALL` in all others."""
BOUNDS: Final[Mapping[str, tuple[int, int]]] = {"plus": (0, 9), "minus": (-9, 0)}
"""Of those that are numbers."""


class Chosen(NamedTuple):
    """What is known when a game is chosen.

    Attributes:
        plans: of the table.
        opponent: the side that the box plays now.
        coming: the next game, with its number in a series.
        stands: how that series stands, in words; empty where it is none.
        history: of the game on the board.
        number: of that game, in the journal.
    """

    plans: GamePlans
    opponent: Opponent
    coming: NextGame
    stands: str
    history: History
    number: int

    @property
    def is_first(self) -> bool:
        """Whether nothing was played yet on this scoreboard."""
        return self.number == self.history.number == 1

    @property
    def expect(self) -> str:
        """Where play is, as `expect` says it."""
        return f"{self.number}-{self.history.number}"


def new_game_choices(chosen: Chosen, speaks: Language) -> NewGameChoices:
    """All that there is to choose now, worded in that language; teams are called as the table's language has it."""
    plans, history = chosen.plans, chosen.history
    offers, named = plans.offers, plans.named
    usual, game = structs.replace(chosen.coming, setup=named(chosen.coming.setup)), history.game
    teams = tuple(named(structs.replace(usual.setup, away=team)).away for team in offers.teams)
    is_played = not game.over and history.number > 1
    return NewGameChoices(
        usual=_choice(message("new.play", rules=name_of_game(usual.setup)), usual, speaks),
        is_first=chosen.is_first,
        rules=tuple(_rules(plans, each, speaks) for each in _games(plans, usual)),
        teams=teams,
        colors=tuple(ColorChoice(color, speaks.say(message("new.color-name", color=color))) for color in offers.colors),
        players=offers.players,
        most_innings=MOST_INNINGS,
        in_play=speaks.say(_stands(game)) if is_played else None,
        ends=() if game.over else tuple(EndChoice(speaks.say(words), line) for words, line in endings(game)),
        again=_again(_once_more(chosen), speaks) if game.over else (),
        series=_series(chosen, speaks),
        expect=chosen.expect,
    )


def _once_more(chosen: Chosen) -> NextGame:
    """The same game again: the next of its series, as long as nobody has won that (H8)."""
    setup, coming = chosen.history.setup, chosen.coming.setup.series
    goes_on = setup.series is not UNSET and coming is not UNSET and coming.name == setup.series.name
    return NextGame(structs.replace(setup, series=coming if goes_on else UNSET), chosen.opponent)


def _series(chosen: Chosen, speaks: Language) -> str | None:
    """``Attic Cup, game 2 of 5. Reds 1, Blues 0``; None where the next game is of no series."""
    series = chosen.coming.setup.series
    if series is UNSET:
        return None
    stands = message(
        "new.series-stands", name=series.name, nth=series.game, most=series.best_of, standing=chosen.stands
    )
    return speaks.say(stands)


def _stands(game: Game) -> Message:
    """``Reds 2, Blues 1 · Bottom of 3``."""
    return message("new.in-play", score=scoreline(game), half=message(f"page.ui.{game.half}", inning=game.inning))


def _choice(words: Message, game: NextGame, speaks: Language) -> GameChoice:
    """A game that may begin: its line says neither when it was chosen nor by what."""
    line = structs.replace(game.setup, at=UNSET, by=UNSET, confidence=UNSET)
    side: BoxSide = game.opponent.side or "none"
    strength = game.opponent.strength
    return GameChoice(said=speaks.say(words), line=line, box=side, strength=strength, throws_off=game.throws_off)


def _again(same: NextGame, speaks: Language) -> tuple[GameChoice, GameChoice]:
    """The same once more; and with the other team at home, where the box goes with its team."""
    turned = same.turned()
    return (
        _choice(message("new.again", team=same.setup.home.name), same, speaks),
        _choice(message("new.swapped", team=turned.setup.home.name), turned, speaks),
    )


def _games(plans: GamePlans, usual: NextGame) -> Iterator[PlayedGame]:
    """All that there are, the owner's own last; and the one that is chosen, though its file may be gone."""
    every: tuple[PlayedGame, ...] = (*(name for family in FAMILIES.values() for name in family), *plans.offers.parks)
    yield from every
    if usual.setup.game not in every:
        yield usual.setup.game


def _rules(plans: GamePlans, game: PlayedGame, speaks: Language) -> RulesChoice:
    """That game, as it is usual or as the configuration has it."""
    setup = played(plans.configured, game, plans.configured).setup
    name, park = setup.rules, setup.park or None
    rules = find_rule_set(name)
    about = OwnWords(tuple(park.about.items())) if park and park.about else None
    return RulesChoice(
        name=setup.game_name,
        park=park,
        said=speaks.say(message("new.rules-name", rules=name_of_game(setup))),
        # one of: new.about.diamante-amateur, new.about.diamante-major, new.about.dice-baseball, new.about.four-dice
        # one of: new.about.one-die, new.about.park, new.about.rallybird, new.about.three-dice, new.about.two-dice
        about=speaks.say(Message(f"new.about.{name}", own=about)),
        innings=innings_of(setup),
        chosen=setup.options or (),
        options=tuple(
            OptionChoice(each, speaks.say(message("new.option", option=each)), innings)
            for each, innings in rules.options.items()
        ),
        first=first_of(setup) if rules.has_deck else None,
        decks=_decks(setup, plans.offers.decks) if rules.has_deck else (),
        lineup=rules.house.lineup or None,
        throws_off=has_ten_sided_dice(name),
        box=tuple(_strength(name, strength, speaks) for strength in STRENGTHS) if decides_in(name) else (),
        house=tuple(_rulings(plans, setup, speaks)),
    )


def _decks(setup: Setup, offered: tuple[Deck, ...]) -> tuple[Deck, ...]:
    """All that there are, the usual one first."""
    usual = setup.deck or house_deck()
    return (usual, *(deck for deck in offered if deck != usual))


def _strength(name: RulesName, strength: Strength, speaks: Language) -> StrengthChoice:
    words = speaks.say(message("new.strength", strength=strength))
    return StrengthChoice(strength, words, speaks.say(policy(name, strength)))


def _rulings(plans: GamePlans, setup: Setup, speaks: Language) -> Iterator[RulingChoice]:
    """The rules of the house that are of use in that game, as the house plays them."""
    own = find_rule_set(setup.rules).house
    house = ruled(own, plans.rulings) if setup.game == plans.configured.setup.game else own
    for ruling in RULINGS.get(setup.rules, BASEBALL):
        if ruling in OF_RUNNERS and not setup.has_runners:
            continue
        # one of: ruling.* and a field of scoreboard.rules.house_rules.HouseRules
        words, value = speaks.say(message(f"ruling.{ruling}")), getattr(house, ruling)
        choices = tuple(_numbers(ruling, value, speaks)) if ruling in HOUSE_VALUES else None
        least, most = BOUNDS.get(ruling, (None, None))
        yield RulingChoice(ruling, words, value, least, most, choices, ONLY_WITH.get(ruling))


def _numbers(ruling: str, now: int | None, speaks: Language) -> Iterator[NumberChoice]:
    """Those that are offered, and the one that holds now."""
    offered = HOUSE_VALUES[ruling]
    for number in offered if now in offered else (*offered, now):
        yield NumberChoice(number, speaks.say(_number_words(ruling, number)))


def _number_words(ruling: str, number: int | None) -> Words:
    """``10 runs ahead``, ``Never``; of runs that a side starts with the number alone."""
    if ruling in {"away_start", "home_start"}:
        return str(number)
    which = ruling if number else f"{ruling}-{'none' if number is None else number}"
    # one of: ruling-choice.cap, ruling-choice.extra_runner_from, ruling-choice.mercy, ruling-choice.mercy_from
    # one of: ruling-choice.minutes, ruling-choice.tie_after, ruling-choice.cap-none, ruling-choice.mercy-none
    # one of: ruling-choice.mercy_from-none, ruling-choice.minutes-none, ruling-choice.tie_after-0
    # one of: ruling-choice.tie_after-none
    return message(f"ruling-choice.{which}", count=number or 0, nth=number or 0)
