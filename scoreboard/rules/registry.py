"""Which games are played here.

Rule kept here: a game is a `RuleSet` value in `RULE_SETS`, found by its name in the record. Adding one is adding a row;
a game that shares another's law composes its own from it (``{**LAW, ("swing", Call): …}``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import UNSET, Struct, convert
from msgspec.structs import replace

from scoreboard.message import SPARE_LANGUAGE, Message, OwnWords, Words, message
from scoreboard.rules import baseball, diamante, four_dice, rallybird, table
from scoreboard.rules.baseball import closed_finish
from scoreboard.rules.deck import house_deck
from scoreboard.rules.errors import BadSetupError, Refused, UnknownRulesError
from scoreboard.rules.events import PARK, USUAL_SIDES, Call, Die, Event, PlayedGame, Roll, Set, Setup
from scoreboard.rules.house_rules import AMATEUR, MAJOR, TABLE, HouseRules, Rulings, ruled, ruled_otherwise
from scoreboard.rules.last_inning import LAST_INNING, called_all_the_same, say_last_inning
from scoreboard.rules.options import FourDiceOptions, Option, RallyBirdOptions, innings_by_option
from scoreboard.rules.parks import TABLE_GAMES, Park
from scoreboard.rules.parks.park import MOST_DICE
from scoreboard.rules.state import DICE, DiamantePlay, Game, Law, Outcome, SignPlay


class RuleSet(Struct, frozen=True, kw_only=True):
    """A game as the record names it.

    Attributes:
        title: for people.
        innings: how many it has unless the set-up says otherwise.
        house: how it is played unless the house says otherwise.
        check: raises `BadSetupError` when these teams cannot play it.
        law: in which phase which line means what.
        not_now: why a line that is in no row of its phase is refused, by the message that says so.
        read_out: completes a state with what it awaits, offers and says.
        counts: balls and strikes are counted.
        options: how it may be played otherwise, and how many innings it then has.
        begin: what the first half-inning begins with, the game's own part of the state included.
        first: the number of the first inning.
        has_deck: it is played with one, and may begin with any inning.
    """

    title: Message
    innings: int
    house: HouseRules
    law: Law
    not_now: Mapping[type[Event], str]
    read_out: Outcome
    check: Callable[[Setup], object] = lambda _: None
    counts: bool = True
    options: Mapping[Option, int] = MappingProxyType({})
    begin: Outcome = lambda game: game
    first: int = 1
    has_deck: bool = False


def _diamante(name: str, house: HouseRules) -> RuleSet:
    return RuleSet(
        # one of: game.diamante-amateur, game.diamante-major, game.dice-baseball, game.one-die, game.park
        # one of: game.three-dice, game.two-dice
        title=message(f"game.{name}"),
        innings=3,
        house=house,
        check=diamante.check,
        law=diamante.LAW,
        not_now=diamante.NOT_NOW,
        read_out=diamante.read_out,
        begin=lambda game: replace(game, play=DiamantePlay()),
    )


def _table_game(name: str) -> RuleSet:
    return RuleSet(
        title=message(f"game.{name}"),
        innings=9,
        house=TABLE,
        law=table.LAW,
        not_now=table.NOT_NOW,
        read_out=table.read_out,
        counts=False,
    )


RULE_SETS: Mapping[str, RuleSet] = {
    "diamante-amateur": _diamante("diamante-amateur", AMATEUR),
    "diamante-major": _diamante("diamante-major", MAJOR),
    **{name: _table_game(name) for name in TABLE_GAMES},
    "four-dice": RuleSet(
        title=message("game.four-dice"),
        innings=9,
        house=TABLE,
        law=four_dice.LAW,
        not_now=four_dice.NOT_NOW,
        read_out=four_dice.read_out,
        begin=lambda game: replace(game, play=SignPlay()),
        options=innings_by_option(FourDiceOptions),
    ),
    "rallybird": RuleSet(
        title=message("game.rallybird"),
        innings=3,
        house=TABLE,
        check=rallybird.check,
        law=rallybird.LAW,
        not_now=rallybird.NOT_NOW,
        read_out=rallybird.read_out,
        counts=False,
        begin=rallybird.begin,
        first=7,
        options=innings_by_option(RallyBirdOptions),
        has_deck=True,
    ),
}


OWN_GAME: Final = _table_game(PARK)
"""Any game that a maker's own file says; what it does not share with the others is in its `Setup.park`."""
NAMED_BY_RECORDS: Final[Mapping[str, RuleSet]] = {**RULE_SETS, PARK: OWN_GAME}


def find_rule_set(name: str) -> RuleSet:
    """The game of that name.

    Raises:
        UnknownRulesError: there is none.
    """
    rules = NAMED_BY_RECORDS.get(name)
    if rules is not None:
        return rules
    raise UnknownRulesError("setup.no-such-game", name=repr(name), games=tuple(sorted(RULE_SETS)))


def start(setup: Setup, house: HouseRules | None = None) -> Game:
    """The game that this set-up begins.

    Args:
        setup: the record's first line.
        house: how this house plays in full; as the record's first line says, if None.

    Raises:
        UnknownRulesError: there is no such game.
        BadSetupError: these two teams cannot play it, two of one colour for instance, or not with those options.
    """
    rules = find_rule_set(setup.rules)
    _check_keys(rules, setup)
    rules.check(setup)
    innings = min((rules.options[option] for option in setup.options or ()), default=usual_innings(setup))
    opened = baseball.opening(setup, house or ruled(rules.house, setup.house), innings, rules.first)
    return rules.read_out(rules.begin(opened))


def set_up(game: PlayedGame, setup: Setup) -> Setup:
    """The same set-up for that game."""
    if isinstance(game, Park):
        return replace(setup, rules=PARK, park=game)
    return replace(setup, rules=game, park=UNSET)


def usual_innings(setup: Setup) -> int:
    """How many that game has, unless its options or its line say otherwise."""
    return find_rule_set(setup.rules).innings if setup.park is UNSET else setup.park.innings


def _check_keys(rules: RuleSet, setup: Setup) -> None:
    """A game line says nothing that its game does not know."""
    unknown = next((option for option in setup.options or () if option not in rules.options), None)
    if unknown is not None:
        key = "setup.no-such-option" if rules.options else "setup.no-options"
        raise BadSetupError(key, title=rules.title, unknown=unknown, known=tuple(rules.options))
    for key in ("first", "deck"):
        if getattr(setup, key) is not UNSET and not rules.has_deck:
            raise BadSetupError("setup.without", title=rules.title, key=key)


def ruled_setup(setup: Setup, rulings: Mapping[str, object]) -> Setup:
    """The same game line, whole by itself: in what the house plays otherwise than the law, and the deck.

    Args:
        setup: the game line; what it says itself holds where ``rulings`` say nothing.
        rulings: by the names of `HouseRules`.

    Raises:
        UnknownRulesError: there is no such game.
        BadSetupError: there is no such ruling, or it cannot be so.
    """
    rules = find_rule_set(setup.rules)
    otherwise = ruled_otherwise(rules.house, ruled(ruled(rules.house, setup.house), rulings))
    deck = house_deck() if rules.has_deck and setup.deck is UNSET else setup.deck
    return replace(setup, house=convert(otherwise, Rulings) if otherwise else UNSET, deck=deck)


def apply(game: Game, event: Event) -> Game:
    """The game after that event. Pure, and total: every event is either lawful or refused.

    Raises:
        Refused: the law does not allow it now; nothing has changed.
    """
    rules = NAMED_BY_RECORDS[game.setup.rules]
    if isinstance(event, Call) and event.call == LAST_INNING:
        return rules.read_out(say_last_inning(game))
    lawful = rules.law.get((game.phase, type(event)))
    if lawful is None:
        raise Refused(rules.not_now[type(event)], due=game.due)
    after = lawful(game if isinstance(event, Set) else closed_finish(game), event)
    return rules.read_out(called_all_the_same(after) if after.called_since else after)


def has_ten_sided_dice(rules: str) -> bool:
    """Whether each team has a die of its own, so that the game has a throw-off (D3, D6)."""
    return ("pitch", Die) in find_rule_set(rules).law


def allows(game: Game, event: Event) -> bool:
    """Whether the law allows that event now."""
    try:
        apply(game, event)
    except Refused:
        return False
    return True


def dice_due(game: Game) -> int:
    """How many dice make the roll that the game awaits; 0 if it awaits none. The law is asked, not repeated."""
    counts = range(1, MOST_DICE + 1) if game.awaits == DICE else ()
    return next((count for count in counts if allows(game, roll_of(game.setup, (1,) * count))), 0)


def sides_of(setup: Setup) -> int:
    """How many sides a die of a roll has in that game."""
    return USUAL_SIDES if setup.chart is None else setup.chart.park.sides


def colors_of(setup: Setup) -> tuple[str, ...]:
    """Of the dice of a roll, in the order of its values; nothing where it does not matter which shows what."""
    return () if setup.chart is None else setup.chart.colors


def roll_of(setup: Setup, values: tuple[int, ...], **others: Any) -> Roll:  # noqa: ANN401 - what any line may say
    """The roll of that game's dice that shows this; ``others`` of its fields say how it is known."""
    sides = sides_of(setup)
    return Roll(values=values, sides=UNSET if sides == USUAL_SIDES else sides, **others)


def title_named(name: str) -> Words:
    """What a game is called by its name in a list: a maker's own, of which no more is known, by that."""
    return RULE_SETS[name].title if name in RULE_SETS else name


def name_of_game(setup: Setup) -> Words:
    """What that game is called in a sentence, and on a panel: its name in the record, or a maker's words for it."""
    return setup.rules if setup.park is UNSET else title_of(setup)


def title_of(setup: Setup) -> Message:
    """What that game is called."""
    return find_rule_set(setup.rules).title if setup.park is UNSET else title_of_park(setup.park)


def title_of_park(park: Park) -> Message:
    """What a maker calls that game."""
    title = park.title or {SPARE_LANGUAGE: park.name}
    return Message("game.park", own=OwnWords(tuple(title.items()), tuple(park.panel.items())))
