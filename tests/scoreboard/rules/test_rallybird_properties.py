"""What holds in every at-bat of RallyBird: whichever card, wherever the runners stand, whatever the deck."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace
from support.games import drawn, setup
from support.lab import examples
from support.rallybird import CARDS, PLAIN, rally
from support.scoring import UNDO, record

from scoreboard.rules import RULE_SETS, Game, apply, start
from scoreboard.rules.deck import ZONES, Card, Deck, Result, house_deck
from scoreboard.rules.events import Call, Event, Roll, Set
from scoreboard.rules.history import begin
from scoreboard.rules.rallybird import hand, laid_out
from scoreboard.rules.state import Glove

OPTIONS = tuple(RULE_SETS["rallybird"].options)
BASES = [tuple(sorted(men, reverse=True)) for number in range(4) for men in combinations((6, 12, 18), number)]
SITUATIONS = list(product(BASES, range(3)))
"""Every eight ways to stand on base, with every number of outs."""
ROLLS = [Roll(values=(min(total - 1, 6), max(1, total - 6))) for total in range(2, 13)]
"""One of each sum."""


def everybody_is_somewhere(before: Game, after: Game) -> bool:
    """Who was on base or at bat is on base, home, out, or still at bat; after a third out nobody is, or scored."""
    scored = after.away + after.home - before.away - before.home
    if after.half != before.half or (after.over and after.outs == 3):
        return scored == 0 and not after.men
    still_at_bat = before.cards is not None and before.cards.card is not None and before.cards.card.kind == "steal"
    gone = after.outs - before.outs
    return len(before.men) + 1 == len(after.men) + scored + gone + still_at_bat


@pytest.mark.parametrize("deck", [house_deck(), PLAIN], ids=lambda deck: deck.name)
@pytest.mark.untraced
def test_every_card_in_every_situation(deck: Deck) -> None:
    """R4, R6, R7: no runner is lost, doubled or passed, and there are never more than three outs."""
    lie = next(call for call in rally(deck=deck).calls if call.startswith("gloves"))
    for men, outs in SITUATIONS:
        placed = apply(apply(rally(deck=deck), Set(runners=men, outs=outs)), Call(call=lie))
        for card in hand(placed):
            pitched = apply(placed, Call(call=f"card {card.name}"))
            for roll in ROLLS:
                after = apply(pitched, roll)
                assert everybody_is_somewhere(pitched, after), (card.name, men, outs, roll.values)
                assert len(set(after.runners)) == len(after.runners)
                assert after.outs in range(3)


def test_a_hand_is_never_empty() -> None:
    """R2, R8: with four cards set aside and four shown there is one to play, in every situation."""
    for men, outs in SITUATIONS:
        game = rally(options=("aside-4", "intentional-walk"))
        for name in [card.name for card in CARDS if card.kind not in {"steal", "take"}][:4]:
            game = apply(game, Call(call=f"aside {name}"))
        game = apply(apply(game, Call(call="intentional-walk")), Set(runners=men, outs=outs))
        for name in [card.name for card in CARDS if card.kind not in {"steal", "take"}][4:8]:
            game = apply(game, Call(call=f"aside {name}"))
        assert hand(game)


results = st.builds(
    Result,
    batter=st.sampled_from(("out", "caught", "first", "second", "third", "home")),
    runners=st.integers(0, 3),
    first=st.sampled_from((UNSET, "out", "second", "third", "home")),
    second=st.sampled_from((UNSET, "out", "third", "home")),
    third=st.sampled_from((UNSET, "out", "home")),
)
steals = st.builds(
    Result,
    batter=st.just("waits"),
    first=st.sampled_from((UNSET, "out", "second", "third", "home")),
    second=st.sampled_from((UNSET, "out", "third", "home")),
    third=st.sampled_from((UNSET, "out", "home")),
)
zones = st.lists(st.sampled_from(ZONES), min_size=1, max_size=3).map(tuple)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Gloves and board as in the house set, and cards of which nobody has thought."""

    def card(number: int) -> Card:
        kind = "steal" if number > 9 else draw(st.sampled_from(("ground", "air", "bunt")))
        greater, equal, less = (draw(steals if kind == "steal" else results) for _ in range(3))
        tests = draw(zones)
        return Card(name=f"Card {number}", kind=kind, tests=tests, greater=greater, equal=equal, less=less)

    return replace(house_deck(), name="Any", cards=tuple(card(number) for number in range(12)))


def kept(before: Game, line: Event, after: Game) -> None:
    """What every line keeps to; the RallyBird takes a roll back, and what it did to the gloves."""
    was, now = before.cards, after.cards
    assert was is not None
    assert now is not None
    laid = [glove.zone for glove in now.gloves if glove.zone]
    assert len(set(laid)) == len(laid)
    assert len(now.gloves) <= 7
    assert after.outs in range(4 if after.over else 3)
    assert not after.over or after.winner or after.ended
    if after.half == before.half and not after.over and line != Call(call="rallybird"):
        assert any(glove.red for glove in now.gloves) or not any(glove.red for glove in was.gloves)  # the last red one
        assert _worn(now.gloves) >= _worn(was.gloves)
    if after.phase == "card" and not now.commit:
        assert after.calls
    assert (after.phase == "pitch") == (after.awaits == "dice")


def _worn(gloves: tuple[Glove, ...]) -> int:
    """How far they have worn out: one for each red glove, two for each that is lost."""
    return sum(glove.red for glove in gloves) + 2 * max(0, 6 - len(gloves))


@settings(max_examples=examples(30))
@given(decks(), st.integers(0, 10_000), st.sampled_from([(), OPTIONS[:2] + OPTIONS[3:], OPTIONS[2:]]))
@pytest.mark.untraced
def test_no_deck_breaks_a_game(deck: Deck, seed: int, options: tuple[str, ...]) -> None:
    """Any cards, drawn by lot: nobody is lost at a roll, gloves wear out one at a time, and someone can always act."""
    lots = Random(seed)  # noqa: S311 - lots for a test
    game = start(replace(setup("rallybird", 1), deck=deck, options=options or UNSET, first=9))
    for _ in range(120):
        line: Event = drawn(game, lots)
        after = apply(game, line)
        kept(game, line, after)
        if isinstance(line, Roll):
            assert everybody_is_somewhere(game, after)
        game = after
        if game.over:
            break


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_undo_is_exact(seed: int) -> None:
    """UNDO after any line gives back the state before it, cards and gloves included."""
    lots = Random(seed)  # noqa: S311 - lots for a test
    history = begin(setup("rallybird", 1))
    for _ in range(40):
        if history.game.over:
            break
        later = record(history, drawn(history.game, lots))
        assert history.game == record(later, UNDO).game
        history = later


def test_gloves_are_written_as_they_are_read() -> None:
    """R3: what is offered is accepted, and lies then as it was written."""
    game = rally("call:card_Pair")
    (call,) = game.calls
    dealt = apply(game, Call(call=call)).cards
    assert call == f"gloves {laid_out(dealt.gloves if dealt else ())}"
