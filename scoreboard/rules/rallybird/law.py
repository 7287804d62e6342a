"""The law of RallyBird: in which phase which line means what.

Rule kept here: the phase follows from what is dealt (`_phase`). An at-bat has a card, gloves on the zones and a roll;
card and gloves may be told in either order, and a card that was chosen in secret is shown once the gloves lie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from scoreboard.rules.baseball import ONLY_SIX_SIDED, WITHOUT_COUNT, closed, walk
from scoreboard.rules.corrections import correct_on_bases, end
from scoreboard.rules.deck import Zone
from scoreboard.rules.errors import BadSetupError, Refused
from scoreboard.rules.events import Call, End, Event, Press, Roll, Set, Setup
from scoreboard.rules.rallybird import cards, gloves
from scoreboard.rules.rallybird.cards import may_reroll, unrolled
from scoreboard.rules.rallybird.results import compared, play_out, result_of, tested_sum, tested_zones
from scoreboard.rules.state import CardPlay, Game, Law, Phase

DICE = 2
PLAYING: tuple[Phase, ...] = ("card", "gloves", "pitch")


def check(setup: Setup) -> None:
    """Any two teams can play.

    Raises:
        BadSetupError: two numbers of cards to set aside are chosen.
    """
    if setup.rallybird.aside_3_2 and setup.rallybird.aside_4:
        raise BadSetupError("setup.set-aside")


def begin(game: Game) -> Game:
    """The offence has all cards in hand and the defence all gloves (R2, R3)."""
    return replace(game, phase="card", play=CardPlay(gloves=gloves.new_gloves(cards.deck_of(game))))


def call(game: Game, event: Call) -> Game:
    """Something said aloud: a card, the gloves, and what the options allow.

    Raises:
        Refused: it cannot be said now.
    """
    word, _, rest = event.call.partition(" ")
    meaning = CALLS.get((game.phase, word))
    if meaning is None or (word in ALONE and rest):
        raise Refused("refused.call", call=event.call, due=game.due)
    return meaning(game, rest)


def roll(game: Game, event: Roll) -> Game:
    """Two dice against the gloves that the card tests (R4).

    Raises:
        Refused: the game is not thrown with as many dice.
    """
    seen, dealt = len(event.values), _dealt(game)
    if seen != DICE or dealt.card is None:
        raise Refused("refused.dice-count", count=seen, due=game.due)
    met, card = closed(game), dealt.card
    comparison = compared(sum(event.values), tested_sum(met, cards.deck_of(met), card, dealt.gloves))
    after, moved = play_out(met, card, result_of(met, card, comparison))
    again = replace(met, play=replace(dealt, rerolls=True))
    dealt = replace(dealt, spent=(*dealt.spent, met.batting)) if dealt.rerolls and not moved else dealt
    worn = _worn(dealt, tested_zones(met, card)) if moved and card.kind != "take" else dealt
    done = _next_at_bat(met, after, worn)
    rolled = replace(met, play=dealt)
    return replace(done, play=replace(_dealt(done), unrolled=again)) if may_reroll(rolled) else done


def press(game: Game, event: Press) -> Game:
    """What that button means: the last row of D54; no glove changes by it.

    Raises:
        Refused: nothing, in a game without a count or a choice.
    """
    if event.button not in WITHOUT_COUNT:
        raise Refused("refused.button-unused", button=event.button, due=game.due)
    met = closed(game)
    after = WITHOUT_COUNT[event.button](met)
    if after.fresh and after != met:
        return _next_at_bat(met, after, _dealt(met))
    return after if after.over else replace(after, phase=met.phase)


def put_right(game: Game, event: Set) -> Game:
    """A correction: men stand on bases here, and another half-inning begins with all cards and gloves."""
    after = correct_on_bases(game, event)
    return after if after.half == game.half else _ready(after, _new_half(after, _dealt(game)))


def _aside(game: Game, rest: str) -> Game:
    return _ready(game, cards.aside(game, _dealt(game), rest))


def _commit(game: Game, rest: str) -> Game:
    return _begun_at_bat(game, cards.commit(game, _dealt(game), rest))


def _show(game: Game, rest: str) -> Game:
    return _begun_at_bat(game, cards.show(game, _dealt(game), rest))


def _lay(game: Game, rest: str) -> Game:
    dealt = _dealt(game)
    if dealt.choose:
        raise Refused("refused.gloves-later", due=game.due)
    return _begun_at_bat(game, replace(dealt, gloves=gloves.lay(game, dealt.gloves, rest), placed=True))


def _change(game: Game, rest: str, *, red: bool) -> Game:
    """The defence says which of its gloves changes (R5): a white one turns, a red one is lost."""
    dealt = _dealt(game)
    meant = next((glove for glove in dealt.gloves if glove.zone in dealt.choose and glove.zone == rest), None)
    if meant is None or meant.zone is None or meant.red != red:
        raise Refused("refused.glove-change", due=game.due)
    return _ready(game, replace(dealt, gloves=gloves.changed(dealt.gloves, meant.zone), choose=()))


def _walk_on_purpose(game: Game, _rest: str) -> Game:
    """The batter is on first, and four cards will be out of play (R8)."""
    dealt = _dealt(game)
    if not game.setup.rallybird.intentional_walk or dealt.commit or dealt.placed:
        raise Refused("refused.no-walk", due=game.due)
    met = closed(game)
    return _next_at_bat(met, walk(met), dealt, walked=True)


def _reroll(game: Game, _rest: str) -> Game:
    """The RallyBird: the dice are rolled again as if they had not been (R8)."""
    before = unrolled(game)
    if before is None:
        raise Refused("refused.no-rallybird", due=game.due)
    return before


def _dealt(game: Game) -> CardPlay:
    """What is dealt, with nothing left open."""
    return (game.cards or CardPlay(gloves=())).closed()


def _begun_at_bat(game: Game, dealt: CardPlay) -> Game:
    """Something has happened to this batter, and no at-bat can be taken back."""
    return _ready(replace(game, fresh=False), dealt)


def _ready(game: Game, dealt: CardPlay) -> Game:
    return replace(game, play=dealt, phase="over" if game.over else _phase(dealt))


def _phase(dealt: CardPlay) -> Phase:
    """What is told next."""
    if dealt.choose:
        return "gloves"
    if dealt.placed:
        return "pitch" if dealt.card else "card"
    return "gloves" if dealt.card or dealt.commit else "card"


def _worn(dealt: CardPlay, zones: tuple[Zone, ...]) -> CardPlay:
    """One of the gloves that failed changes; of several the defence chooses (R5)."""
    failed = gloves.to_change(dealt.gloves, zones)
    if len(failed) == 1:
        return replace(dealt, gloves=gloves.changed(dealt.gloves, failed[0]))
    return replace(dealt, choose=failed)


def _next_at_bat(before: Game, after: Game, dealt: CardPlay, *, walked: bool = False) -> Game:
    """The cards are in hand again; at the end of a half-inning all gloves, too (R2, R3)."""
    if after.over:
        return replace(after, play=replace(dealt, choose=()))
    if after.half != before.half:
        return _ready(after, _new_half(after, dealt))
    again = CardPlay(
        gloves=dealt.gloves, aside=dealt.aside, begun=True, walked=walked, choose=dealt.choose, spent=dealt.spent
    )
    return _ready(after, again)


def _new_half(game: Game, dealt: CardPlay) -> CardPlay:
    return CardPlay(gloves=gloves.new_gloves(cards.deck_of(game)), spent=dealt.spent)


CALLS: Mapping[tuple[Phase, str], Callable[[Game, str], Game]] = {
    ("card", "aside"): _aside,
    ("card", "commit"): _commit,
    ("card", "card"): _show,
    ("card", "gloves"): _lay,
    ("card", "intentional-walk"): _walk_on_purpose,
    ("gloves", "gloves"): _lay,
    ("gloves", "flip"): lambda game, rest: _change(game, rest, red=False),
    ("gloves", "lose"): lambda game, rest: _change(game, rest, red=True),
    **{(phase, "rallybird"): _reroll for phase in (*PLAYING, "over")},
}
"""In which phase which first word of a call means what."""
ALONE = frozenset({"intentional-walk", "rallybird"})
"""Words that nothing follows."""

LAW: Law = {
    ("pitch", Roll): roll,
    **{(phase, Call): call for phase in (*PLAYING, "over")},
    **{(phase, Press): press for phase in PLAYING},
    **{(phase, Set): put_right for phase in PLAYING},
    **{(phase, End): end for phase in PLAYING},
}
"""In which phase which line means what."""

NOT_NOW: Mapping[type[Event], str] = ONLY_SIX_SIDED
"""Why a line that is in no row of its phase is refused, by the message that says so; it says what to do instead."""
