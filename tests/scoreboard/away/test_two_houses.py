"""Two houses, one game: whatever the wire does, both journals end equal, and nobody plays for the other."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from support.games import setup
from support.houses import SALT, HouseInMemory, TwoHouses, marks, played, two_houses
from support.lab import examples

from scoreboard.away.house_letters import HouseLetter, Stated, digest_of, is_same
from scoreboard.record import encode
from scoreboard.rules import RULE_SETS, Refused, allows
from scoreboard.rules.events import Amend, Call, Chip, Die, End, Hold, Move, Press, Roll, Set
from scoreboard.rules.history import Entry

RULES = tuple(RULE_SETS)
DIAMANTE, SIGNS, CARDS = setup("diamante-amateur", 3), setup("four-dice", 3), setup("rallybird", 3)
PITCH, SWING = Die(color="blue", value=5), Die(color="red", value=7)
PAIR = Roll(values=(1, 1, 3, 5))


def _checked(houses: TwoHouses) -> None:
    """Both records are equal, and every line that was said is there once, or its house was told that it is not."""
    keeper, guest = houses.both
    assert keeper.paper.record == guest.paper.record
    recorded = marks(keeper.paper.lines)
    assert len(recorded) == len(set(recorded))
    lost = set(marks([each.line for house in houses.both for each in house.paper.lost]))
    assert not set(recorded) & lost
    assert keeper.marks | guest.marks == set(recorded) | lost
    assert keeper.part.kept.stop is guest.part.kept.stop is None


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(25))
def test_every_tenth_message_lost_repeated_or_late(rules: str, seed: int) -> None:
    """With every tenth message lost, repeated or late both journals end equal, and none is wrong."""
    houses = played(setup(rules, 3), seed, percent=10)
    _checked(houses)
    assert sum(sum(wire.faults.values()) for wire in houses.wires.values()) > 0


@pytest.mark.parametrize("rules", ["diamante-major", "four-dice", "rallybird"])
@pytest.mark.parametrize("seed", range(20))
def test_power_cuts(rules: str, seed: int) -> None:
    """A house that loses its power at any moment goes on where it was, on a wire where a third goes wrong."""
    _checked(played(setup(rules, 3), seed + 100, percent=33, crashes=0.05))


@settings(max_examples=examples(100))
@given(st.randoms(use_true_random=False), st.sampled_from((DIAMANTE, SIGNS, CARDS)), st.integers(0, 60))
def test_any_order_of_letters(lots: Random, begun: object, percent: int) -> None:
    """Whatever arrives when, the guest's record begins the keeper's, and is equal once letters come through."""
    houses = two_houses(begun, lots.choice(("away", "home")), percent, lots)  # type: ignore[arg-type] # a game line
    sent: dict[HouseInMemory, list[bytes]] = {each: [] for each in houses.both}
    for _ in range(120):
        house, other = lots.sample(houses.both, 2)
        house.play(lots)
        sent[other].append(house.letter())
        if lots.randrange(100) >= percent and sent[house]:
            house.receive(lots.choice(sent[house]))  # any of all that were ever sent, again and again
        assert houses.keeper.paper.record.startswith(houses.guest.paper.record)
    houses.exchange(100)
    assert houses.keeper.paper.record == houses.guest.paper.record
    assert [each.part.kept.stop for each in houses.both] == [None, None]


# -- whose line it is


@pytest.mark.parametrize("line", [SWING, Chip(face="hit"), Call(call="steal")])
def test_nobody_throws_for_the_other(line: Entry) -> None:
    """What is the other house's to throw or say is refused here, and nothing waits."""
    houses = two_houses(DIAMANTE, "home")  # who pitches
    with pytest.raises(Refused) as refused:
        houses.keeper.say(line)
    assert refused.value.message.key == "houses.not-yours"
    assert not houses.keeper.part.is_waiting


def test_a_throw_out_of_turn_decides_nothing_for_the_other() -> None:
    """A white die does not stand for the fielders' hold: their house says itself that it holds (D39)."""
    houses = two_houses(DIAMANTE, "home")
    white = Die(color="white", value=1)
    for house, line in (
        (houses.keeper, PITCH),
        (houses.guest, SWING),
        (houses.guest, Chip(face="hit")),
        (houses.guest, Die(color="white", value=9)),
        (houses.guest, Move(to=9)),
        (houses.keeper, Die(color="blue", value=8)),
        (houses.guest, white),
    ):
        house.say(line)
        houses.exchange()
    assert allows(houses.guest.paper.history.game, white)
    with pytest.raises(Refused):
        houses.guest.say(white)
    houses.keeper.say(Hold())
    houses.exchange()
    houses.guest.say(white)
    houses.exchange()
    _checked(houses)


def test_gloves_lie_after_the_card_is_chosen() -> None:
    """Gloves that were laid before the other house has committed itself to a card would be seen first."""
    houses = two_houses(CARDS, "home")
    with pytest.raises(Refused):
        houses.keeper.say(Call(call="gloves A1 B2"))


@pytest.mark.parametrize(
    "line", [Press(button="undo"), Set(outs=1), Amend(line=2, value=3), End(why="called", winner=None)]
)
@pytest.mark.parametrize("role", ["keeper", "guest"])
def test_what_corrects_takes_both(line: Entry, role: str) -> None:
    """A correction waits until the other house agrees, and play with it; then both have it."""
    houses = two_houses(DIAMANTE, "home")
    houses.keeper.say(PITCH)
    houses.exchange()
    asks, asked = houses.both if role == "keeper" else houses.both[::-1]
    asks.say(line)
    houses.exchange()
    houses.guest.say(SWING)
    houses.exchange()
    assert [len(each.paper.lines) for each in houses.both] == [1, 1]
    assert asked.part.asked is not None
    asked.part.answer(asked.part.asked.number, agrees=True)
    houses.exchange()
    assert any(is_same(structs.replace(line, confidence=each.confidence), each) for each in asked.paper.lines)
    _checked(houses)


@pytest.mark.parametrize("role", ["keeper", "guest"])
def test_a_correction_that_is_declined(role: str) -> None:
    """Where the other house does not agree nothing changes, the asking house is told, and play goes on."""
    houses = two_houses(DIAMANTE, "home")
    houses.keeper.say(PITCH)
    houses.exchange()
    asks, asked = houses.both if role == "keeper" else houses.both[::-1]
    asks.say(Amend(line=2, value=3))
    houses.exchange()
    asked.part.answer(asked.part.asked.number, agrees=False)  # type: ignore[union-attr] # it is asked
    houses.exchange()
    assert [each.why.key for each in asks.paper.lost] == ["houses.declined"]
    houses.guest.say(SWING)
    houses.exchange()
    assert len(houses.keeper.paper.lines) == 2
    _checked(houses)


@pytest.mark.parametrize("role", ["keeper", "guest"])
def test_a_correction_that_is_withdrawn(role: str) -> None:
    """Who has asked may think better of it, and play goes on."""
    houses = two_houses(DIAMANTE, "home")
    asks = getattr(houses, role)
    asks.say(Set(outs=1))
    houses.exchange()
    asks.part.withdraw()
    houses.exchange()
    houses.keeper.say(PITCH)
    houses.exchange()
    assert len(houses.guest.paper.lines) == 1
    _checked(houses)


def test_play_waits_for_an_answer() -> None:
    """While the guest's correction waits for an answer the keeper writes nothing, not its own throw either."""
    houses = two_houses(DIAMANTE, "home")
    houses.guest.say(Set(outs=1))
    houses.exchange()
    houses.keeper.say(PITCH)
    houses.exchange()
    assert not houses.keeper.paper.lines
    assert houses.keeper.part.asked is not None
    houses.keeper.part.answer(houses.keeper.part.asked.number, agrees=True)
    houses.exchange()
    assert [type(each) for each in houses.guest.paper.lines] == [Set, Die]
    _checked(houses)


def test_undo_is_of_the_line_that_was_last() -> None:
    """UNDO that another line has overtaken takes nothing back."""
    houses = two_houses(DIAMANTE, "home")
    houses.guest.say(Set(outs=1))
    houses.exchange()
    houses.keeper.part.answer(1, agrees=True)
    houses.exchange()
    houses.guest.say(Press(button="undo"))
    houses.keeper.say(PITCH)
    houses.exchange()
    assert [each.why.key for each in houses.guest.paper.lost] == ["houses.overtaken"]
    _checked(houses)


def test_declined_play_is_not_offered_again_after_power_loss() -> None:
    """A house that loses its power right after a decline does not offer the same play again."""
    houses = two_houses(DIAMANTE, "home")
    houses.guest.say(Set(outs=1))
    houses.exchange()
    houses.keeper.part.answer(1, agrees=False)
    houses.guest.receive(houses.keeper.letter())
    houses.guest.crash()
    assert not houses.guest.part.is_waiting


# -- what was chosen in secret


@pytest.mark.parametrize("role", ["keeper", "guest"])
def test_a_sign_is_hashed_until_the_dice_lie(role: str) -> None:
    """Nothing that goes over tells a sign before the other house has thrown; then it stands before the throw."""
    bats = "away" if role == "keeper" else "home"
    houses = two_houses(SIGNS, "away" if role == "keeper" else "home")
    signer, roller = houses.both if role == "keeper" else houses.both[::-1]
    assert (signer.side, bats) == ("away", bats)
    signer.part.pledge(f"bunt {SALT}")
    houses.exchange()
    assert b"bunt" not in signer.letter() + roller.letter()
    roller.say(PAIR)
    houses.exchange()
    assert [getattr(each, "call", "roll") for each in roller.paper.lines] == ["bunt", "roll"]
    _checked(houses)


@pytest.mark.parametrize("role", ["keeper", "guest"])
def test_a_sign_that_came_too_late_is_off(role: str) -> None:
    """A pledge that the throwing house had not heard of does not count, whichever house keeps the game."""
    houses = two_houses(SIGNS, "away" if role == "keeper" else "home")
    signer, roller = houses.both if role == "keeper" else houses.both[::-1]
    roller.say(PAIR)
    signer.part.pledge(f"bunt {SALT}")
    houses.exchange()
    assert [type(each) for each in signer.paper.lines] == [Roll]
    _checked(houses)


@pytest.mark.parametrize("role", ["keeper", "guest"])
def test_a_pledge_is_not_taken_back_once_the_dice_are_seen(role: str) -> None:
    """Who takes a pledge back after the throw that names it has it opened all the same."""
    houses = two_houses(SIGNS, "away" if role == "keeper" else "home")
    signer, roller = houses.both if role == "keeper" else houses.both[::-1]
    signer.part.pledge(f"bunt {SALT}")
    houses.exchange(1)
    roller.receive(signer.letter())
    roller.say(PAIR)
    signer.part.pledge(None)
    houses.exchange()
    assert [getattr(each, "call", "roll") for each in signer.paper.lines] == ["bunt", "roll"]
    _checked(houses)


def test_a_sign_opens_beside_a_correction() -> None:
    """A guest that opens its sign while its own UNDO is under way has both, as the keeper wrote them."""
    houses = two_houses(SIGNS, "home")
    houses.keeper.say(PAIR)
    houses.exchange()
    houses.guest.part.pledge(f"bunt {SALT}")
    houses.exchange()
    houses.guest.say(Press(button="undo"))
    undo = houses.guest.letter()
    houses.keeper.say(PAIR)
    houses.guest.receive(houses.keeper.letter())
    houses.keeper.receive(undo)
    asked = houses.keeper.part.asked
    assert asked is not None
    houses.keeper.part.answer(asked.number, agrees=True)
    houses.exchange()
    assert [getattr(each, "button", "") for each in houses.guest.paper.lines][1] == "undo"
    _checked(houses)


def test_a_throw_names_no_pledge_that_is_younger() -> None:
    """A sign that is pledged after a throw went over is off, also where that throw is offered anew."""
    houses = two_houses(SIGNS, "away")
    houses.keeper.say(Set(outs=1))
    houses.exchange()
    houses.guest.part.answer(1, agrees=True)
    houses.guest.say(PAIR)
    houses.keeper.receive(houses.guest.letter())
    houses.keeper.part.pledge(f"bunt {SALT}")
    houses.exchange()
    assert [type(each) for each in houses.keeper.paper.lines] == [Set, Roll]
    _checked(houses)


def test_an_old_pledge_opens_nothing() -> None:
    """A throw that names what was pledged for an earlier one is not taken, and nothing is opened."""
    houses = two_houses(SIGNS, "away")
    houses.keeper.part.pledge(f"bunt {SALT}")
    houses.guest.say(PAIR)
    houses.exchange()
    houses.guest.say(PAIR)
    letter = houses.guest.part.letter()
    named = structs.replace(letter.offer, pledge=digest_of(f"bunt {SALT}"))  # type: ignore[type-var] # an offer
    houses.keeper.part.receive(structs.replace(letter, offer=named))
    assert [type(each) for each in houses.keeper.paper.lines] == [Roll]


def test_a_secret_opens_over_a_power_cut() -> None:
    """A keeper that loses its power between writing a sign and sending it can still show that it had pledged it."""
    houses = two_houses(SIGNS, "away")
    houses.keeper.part.pledge(f"bunt {SALT}")
    houses.exchange()
    houses.guest.say(PAIR)
    houses.keeper.receive(houses.guest.letter())
    houses.keeper.crash()
    houses.exchange()
    assert len(houses.guest.paper.lines) == 2
    _checked(houses)


def test_sign_between_two_houses_must_be_pledged() -> None:
    """Between two houses no sign is said aloud: the other would hear it before it throws."""
    houses = two_houses(SIGNS, "away")
    with pytest.raises(Refused) as refused:
        houses.keeper.say(Call(call="bunt"))
    assert refused.value.message.key == "houses.pledge-it"


# -- a house that cheats, or has another record


def _forged(houses: TwoHouses, *lines: Stated) -> None:
    """The keeper's program was changed: it writes these lines, and sends them."""
    letter = houses.keeper.part.letter()
    base = houses.guest.part.count
    forged = {"base": base, "base_head": houses.guest.part.record.head(base), "lines": lines}
    houses.guest.part.receive(structs.replace(letter, **forged, count=base + len(lines), head="0" * 64))


def _stated(line: Entry, opens: str = "") -> Stated:
    return Stated(encode(line).decode(), opens)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (SWING, "own-name"),
        (Press(button="undo"), "not-agreed"),
        (Set(home=9), "not-agreed"),
        (Die(color="white", value=5), "out-of-turn"),
        (Die(color="blue", value=5), "differs"),
    ],
)
def test_a_keeper_that_cheats_is_named(line: Entry, why: str) -> None:
    """A keeper that throws for the guest, corrects by itself or plays out of turn is stopped there, with the reason."""
    houses = two_houses(DIAMANTE, "home")
    if why == "own-name":
        houses.keeper.say(PITCH)
        houses.exchange()
    written = len(houses.guest.paper.lines)
    _forged(houses, _stated(line))
    stop = houses.guest.part.kept.stop
    assert stop is not None
    assert (stop.why, stop.line) == (why, written + 2)
    assert len(houses.guest.paper.lines) == written + (why == "differs")
    houses.keeper.part.receive(houses.guest.part.letter())
    assert houses.keeper.part.kept.stop is not None
    assert houses.keeper.part.kept.stop.why == "told"


@pytest.mark.parametrize(
    "lines",
    [
        (_stated(PAIR),),
        (_stated(Call(call="steal"), f"steal {SALT}"), _stated(PAIR)),
        (_stated(Call(call="bunt")), _stated(PAIR)),
        (_stated(Call(call="steal"), f"bunt {SALT}"), _stated(PAIR)),
    ],
)
def test_a_keeper_that_changes_its_secret_is_named(lines: tuple[Stated, ...]) -> None:
    """A sign that is withheld, or another than was pledged, is found when it should be opened."""
    houses = two_houses(SIGNS, "away")
    houses.keeper.part.pledge(f"bunt {SALT}")
    houses.exchange()
    houses.guest.part.say(PAIR)
    _forged(houses, *lines)
    assert houses.guest.part.kept.stop is not None
    assert houses.guest.part.kept.stop.why == "secret"
    assert not houses.guest.paper.lines


def test_a_guest_that_changes_its_secret_is_named() -> None:
    """A guest that opens another sign than it pledged is stopped by the keeper, before the throw counts."""
    houses = two_houses(SIGNS, "home")
    pledged = f"bunt {SALT}"
    houses.guest.part.pledge(pledged)
    houses.exchange()
    houses.keeper.say(PAIR)
    other = f"steal {SALT}"
    houses.guest.part.kept = structs.replace(houses.guest.part.kept, secrets={digest_of(pledged): other})
    houses.exchange()
    assert houses.keeper.part.kept.stop is not None
    assert houses.keeper.part.kept.stop.why == "secret"
    assert not houses.keeper.paper.lines


@pytest.mark.parametrize(
    "line", ['{"type":"die","color":"blue","value":7}', '{"type":"set","home":9}', "no line", '{"type":"expect"}']
)
def test_a_guest_that_cheats_gets_nothing_written(line: str) -> None:
    """What a guest offers that is not its own, takes both, or is no line, is not written before it may be."""
    houses = two_houses(DIAMANTE, "home")
    houses.guest.part.say(Set(outs=1))
    letter = houses.guest.part.letter()
    assert letter.offer is not None
    houses.keeper.part.receive(structs.replace(letter, offer=structs.replace(letter.offer, stated=Stated(line))))
    assert not houses.keeper.paper.lines


def test_records_that_differ_stop_both_with_a_way_out() -> None:
    """A journal that is another one stops the game on both, and both know how far it is common."""
    houses = two_houses(DIAMANTE, "home")
    for line in (Die(color="blue", value=1), Die(color="blue", value=7)):
        houses.keeper.say(line)
    houses.exchange()
    houses.guest.paper.history = two_houses(DIAMANTE).guest.paper.history
    houses.guest.paper.write(Die(color="blue", value=1))
    first = houses.keeper.paper.lines[0]
    houses.guest.paper.write(Die(color="blue", value=10))
    assert first == structs.replace(Die(color="blue", value=1), confidence=first.confidence)
    houses.guest.crash()
    houses.exchange()
    assert [each.part.kept.stop is not None for each in houses.both] == [True, True]
    assert [each.part.common for each in houses.both] == [1, 1]


@pytest.mark.parametrize("role", ["keeper", "guest"])
def test_a_house_that_lost_lines_stops(role: str) -> None:
    """A house whose card was put back to an earlier day does not write other lines under the same numbers."""
    houses = two_houses(DIAMANTE, "home")
    loses: HouseInMemory = getattr(houses, role)
    before = loses.paper.history
    houses.keeper.say(PITCH)
    houses.exchange()
    loses.paper.history = before
    loses.crash()
    houses.exchange()
    assert all(each.part.kept.stop for each in houses.both)
    assert [each.part.common for each in houses.both] == [1, 1]


def test_an_older_letter_is_laid_aside() -> None:
    """A letter from before a withdrawal does not bring back what was withdrawn."""
    houses = two_houses(DIAMANTE, "home")
    houses.guest.say(Set(outs=1))
    old = houses.guest.letter()
    houses.keeper.receive(old)
    houses.guest.part.withdraw()
    houses.keeper.receive(houses.guest.letter())
    houses.keeper.receive(old)
    assert houses.keeper.part.asked is None


def test_another_games_letter_is_laid_aside() -> None:
    """A letter of another game changes nothing."""
    houses = two_houses(DIAMANTE, "home")
    letter = structs.replace(houses.guest.part.letter(), game="another", head="0" * 64)
    houses.keeper.part.receive(letter)
    assert houses.keeper.part.other is None
    assert isinstance(letter, HouseLetter)
