"""RallyBird in words: what was played, what may be said, and which set it is played with."""

from __future__ import annotations

import pytest
from support.english import on_panel, play_by_play
from support.rallybird import LAID, PLAIN, at_bat, committed, on, rally
from support.rules import SETUP, read

from scoreboard.commentary import deck_message, line_name, prompt, sounds
from scoreboard.display import message_picture
from scoreboard.language import ENGLISH
from scoreboard.rules import Game, start
from scoreboard.rules.deck import house_deck
from scoreboard.rules.events import Call

OUT = at_bat("Homer", "11")
MOVED_UP = "A sacrifice: the batter is out, the runners move up."


def sentences(words: str, options: tuple[str, ...] = ()) -> str:
    """The play by play of the last of these lines."""
    return sentences_from(rally(options=options), words)


def sentences_from(game: Game, words: str) -> str:
    """The same from that state on."""
    *before, last = words.replace("GLOVES", LAID).split()
    met = on(" ".join(before), game)
    line = read(last)
    return play_by_play(met, line, on(last, met))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("set:runners=6 call:card_Steal_2B", "Reds play Steal 2B."),
        (LAID, "Blues lay their gloves: A 4, B 5, C 6, D 7, E 8, F 3."),
        (committed("Pair"), "Reds have chosen a card in secret."),
        (f"{committed('Pair')} {LAID} call:card_Pair_salt", "Reds play Pair."),
        ("call:aside_Homer", "Reds set a card aside."),
        (at_bat("Pair", "66"), "Reds roll 6 6. More than the gloves' 9. A single!"),
        (f"{at_bat('Pair', '66')} call:flip_B", "The glove on B turns its red side up."),
        (at_bat("Single", "11"), "Reds roll 1 1. Less than the gloves' 4. A fly ball, caught! One out."),
        (at_bat("Single", "22"), "Reds roll 2 2. As much as the gloves' 4. A fly ball, caught! One out."),
        (
            at_bat("Homer", "66"),
            "Reds roll 6 6. More than the gloves' 6. HOME RUN! The glove on C turns its red side up. One run scores!",
        ),
        (
            f"set:runners=6 {at_bat('Ground', '11')}",
            "Reds roll 1 1. Less than the gloves' 3. A ground ball to the infield! Double play! Two outs.",
        ),
    ],
)
def test_sentences_of_a_rallybird_play(words: str, expected: str) -> None:
    """The calls, what they came to, and what became of the gloves; a card set aside is a secret (R9)."""
    assert expected == sentences(words)


@pytest.mark.parametrize(
    ("words", "ending"),
    [
        (at_bat("Double", "66"), "A double! The glove on C turns its red side up."),
        (at_bat("Take", "66"), "A walk."),
        (at_bat("Take", "11"), "Struck out! One out."),
        (f"set:runners=6 {at_bat('Steal 2B', '66')}", "A stolen base! The glove on A turns its red side up."),
        (f"set:runners=6 {at_bat('Steal 2B', '13')}", "Nobody moves."),
        (f"set:runners=6 {at_bat('Steal 2B', '11')}", "Caught stealing! One out."),
        (f"set:runners=6,outs=2 {at_bat('Steal 2B', '11')}", "Caught stealing! Three outs. Blues come to bat."),
        (
            f"set:runners=18 {at_bat('Squeeze', '44')}",
            f"{MOVED_UP} The glove on E turns its red side up. One run scores! One out.",
        ),
        (f"set:runners=18 {at_bat('Squeeze', '11')}", "A ground out. One out."),
        (f"set:runners=18,outs=2 {at_bat('Fly', '34')}", "A fly ball, caught! Three outs. Blues come to bat."),
        (
            f"set:runners=18 {at_bat('Fly', '34')}",
            f"{MOVED_UP} The glove on D turns its red side up. One run scores! One out.",
        ),
        (
            f"set:runners=6 {at_bat('Ground', '12')}",
            "A ground ball: the batter is safe, the runner is out. The glove on F turns its red side up. One out.",
        ),
        (
            f"set:runners=6,outs=1 {at_bat('Ground', '11')}",
            "A ground out: the runners move up. The glove on F turns its red side up. Two outs.",
        ),
    ],
)
def test_each_outcome_has_its_phrase(words: str, ending: str) -> None:
    """None says more than happened."""
    assert sentences(words).endswith(f". {ending}")


def test_sentences_of_rallybird_options() -> None:
    """R8: an intentional walk, the cards shown after it, and the RallyBird, which takes an out back."""
    assert "Blues walk the batter on purpose." == sentences("call:intentional-walk", ("intentional-walk",))
    shown = sentences("call:intentional-walk call:aside_Homer", ("intentional-walk",))
    assert "Homer is shown, and out of play for this batter." == shown
    game = on("set:inning=9,home=1", rally(options=("rallybird",)))
    assert "The RallyBird! Reds roll again. Nobody out." == sentences_from(game, f"{OUT} call:rallybird")


def test_lost_glove_has_a_sentence() -> None:
    """R5: it is lost by itself, or the defence chose it."""
    red = f"{at_bat('Single', '66')} call:card_Homer call:gloves_A=4/3r_B=5/4_C=6_D=7_E=8_F=3 roll:66"
    lie = "call:gloves_A=4/3r_B=5/4_C=6/5r_D=7_E=8_F=3"
    assert "The glove on A is lost." in sentences(f"{red} call:card_Pair {lie} roll:66")
    other = lie.replace("B=5/4", "B=6/5r").replace("C=6/5r", "C=5/4")
    assert "The glove on B is lost." == sentences(f"{red} call:card_Pair {other} roll:66 call:lose_B")


CALLS = {
    "card Steal 2B": ("STEAL 2B", "the card is Steal 2B", "Is the card Steal 2B? OK: it is."),
    "gloves A=4 B=5/3r": (
        "A4 B3",
        "the gloves lie like this: A 4, B 3",
        "Do the gloves lie like this: A 4, B 3? OK: they do.",
    ),
    "flip A": ("TURN A", "the glove on A turns", "Does the glove on A turn its red side up? OK: it does."),
    "lose A": ("LOSE A", "the glove on A is lost", "Is the glove on A lost? OK: it is."),
    "aside Pair": ("SET ASIDE", "a card is set aside", "Is Pair set aside? OK: it is."),
    "commit 0": ("CARD CHOSEN", "a card is chosen in secret", "Is a card chosen in secret? OK: it is."),
    "intentional-walk": (
        "WALK HIM",
        "the batter is walked on purpose",
        "Is the batter walked on purpose? OK: he goes to first base.",
    ),
    "rallybird": (
        "RALLYBIRD",
        "the RallyBird has the dice rolled again",
        "Does the RallyBird roll again? OK: the dice are rolled again.",
    ),
}


@pytest.mark.parametrize("call", CALLS)
def test_each_call_has_its_words(call: str) -> None:
    """For the panel, within a sentence, and as a question (D56)."""
    line, (panel, name, question) = Call(call=call), CALLS[call]
    named, asked = line_name(line), prompt(line)
    assert (panel, name) == (on_panel(named), ENGLISH(named))
    assert (f"{panel}?", question) == (on_panel(asked), ENGLISH(asked))


def test_the_salt_of_a_secret_choice_is_not_read() -> None:
    """R10: the card is named that was chosen, without what hid it."""
    game, line = on(f"{committed('Pair')} {LAID}", rally()), Call(call="card Pair salt")
    assert "the card is Pair" == ENGLISH(line_name(line, game))
    assert "the card is Pair" == ENGLISH(line_name(Call(call="card Pair"), rally()))


@pytest.mark.parametrize("card", [card.name for card in house_deck().cards])
def test_every_card_fits_the_panel(card: str) -> None:
    """All letters of a question stand on 64 by 16 at once: nothing scrolls."""
    pictures = {message_picture(f"{card}?", ok=True, tick=tick).tobytes() for tick in range(0, 12, 2)}
    assert 1 == len(pictures)


def test_the_gloves_fit_the_panel() -> None:
    """Six zones with their numbers, at once."""
    words = on_panel(prompt(Call(call="gloves A=5/4 B=6/4 C=5/4 D=5/3 E=4/3 F=3/5")))
    assert 1 == len({message_picture(words, ok=True, tick=tick).tobytes() for tick in range(0, 12, 2)})


def test_message_names_the_set_of_cards() -> None:
    """The message of the house set names it as ours."""
    assert "Cards and gloves: Test set." == ENGLISH(deck_message(rally()))
    assert "Cards and gloves: House set (ours)." == ENGLISH(deck_message(rally(deck=house_deck())))
    assert "" == ENGLISH(deck_message(start(SETUP)))
    assert PLAIN.name != house_deck().name


def test_what_is_heard() -> None:
    """A hit, an out and a home run as in every game; a stolen base without a crack."""
    for words, expected in (
        (at_bat("Pair", "66"), ("crack", "safe", "murmur")),
        (f"set:runners=6 {at_bat('Steal 2B', '66')}", ("safe", "murmur")),
        (at_bat("Homer", "66"), ("crack", "homerun", "groan")),
        (OUT, ("crack", "out", "cheer")),
        ("call:card_Pair", ()),
    ):
        *before, last = words.replace("GLOVES", LAID).split()
        met = on(" ".join(before), rally())
        assert expected == sounds(met, read(last), on(last, met))
