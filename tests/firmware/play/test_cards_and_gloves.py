"""RallyBird at the table: cards and gloves told by NEXT and OK, or picked on the panel in secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from support.finger import at_the_box
from support.menus import choose, panels
from support.rallybird import LAID, PLAIN, at_bat, committed, on, rally
from support.rules import SETUP
from support.stadium import FixedClock, lines, play, presses

from firmware.play.menus.coaching import ON_THE_PANEL, of_cards, pick
from firmware.play.menus.main_menu import TOP, main_menu
from firmware.play.menus.screen import DealCards, PickCard, Record, Screen
from firmware.play.menus.throws import what_counts_now
from firmware.play.state.secret_card import SecretCard, drawn
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH
from scoreboard.rules import apply, start
from scoreboard.rules.deck import house_deck
from scoreboard.rules.events import Call, Roll
from scoreboard.rules.history import begin, judge
from scoreboard.session import Session

pytestmark = pytest.mark.usefixtures("quick_reader", "same_card")
GAME = structs.replace(SETUP, rules="rallybird", innings=1, deck=PLAIN)
USUAL = "A4 B5 C6 D7 E8 F3?"


def calls(journal: Path) -> list[tuple[str, object]]:
    """What was called, and by what."""
    return [(line.call, line.by) for line in lines(journal) if isinstance(line, Call)]


@pytest.mark.untraced
async def test_a_whole_game_by_nine_buttons_and_panel(journal: Path) -> None:
    """At a table with the box's cards: three outs, a glove that turns, and a home run that wins."""
    async with at_the_box(journal, GAME) as finger:
        await finger.say("PAIR?")
        await finger.say(USUAL)
        await finger.enter("dice", 6, 6)
        await finger.say("TURN B?")
        for _ in range(3):
            await finger.say("HOMER?")
            await finger.say("A4 B4 C6 D7 E8 F3?")
            await finger.enter("dice", 1, 1)
        await finger.say("HOMER?")
        await finger.say(USUAL)
        await finger.enter("dice", 6, 6)
    game = finger.game
    assert (True, "home", 0, 1, 7) == (game.over, game.winner, game.away, game.home, game.inning)
    assert {"button"} == {by for _, by in calls(journal)}


async def test_a_card_is_picked_in_secret(journal: Path) -> None:
    """Without the box's cards: one is set aside by chance, and the choice is committed before the gloves lie."""
    async with at_the_box(journal, GAME) as finger:
        await finger.say("PICK SECRETLY?")
        await finger.take("BLUES LOOK AWAY?", "HOMER?")
        await finger.say(USUAL)
        await finger.enter("dice", 6, 6)
    game = finger.game
    assert 1 == game.away
    (aside, chance), (commit, picked), (gloves, laid), (card, shown) = calls(journal)
    assert ("box", "button", "button", "box") == (chance, picked, laid, shown)
    assert aside.startswith("aside ")
    assert gloves == "gloves A=4/3 B=5/4 C=6/5 D=7/6 E=8/7 F=3/2"
    name, _, salt = card.removeprefix("card ").partition(" ")
    assert ("Homer", committed(name, salt)) == (name, f"call:{commit.replace(' ', '_')}")


async def test_a_card_that_was_shown_can_be_taken_back(journal: Path) -> None:
    """UNDO takes the showing back, and then the gloves; laid again, the card is shown again."""
    async with at_the_box(journal, GAME) as finger:
        await finger.say("PICK SECRETLY?")
        await finger.take("BLUES LOOK AWAY?", "HOMER?")
        await finger.say(USUAL)
        await finger.press("undo")
        await finger.press("undo")
        await finger.say(USUAL)
        await finger.enter("dice", 6, 6)
    assert 1 == finger.game.away
    names = [call.partition(" ")[0] for call, _ in calls(journal)]
    assert ["aside", "commit", "gloves", "card", "gloves", "card"] == names


async def test_gloves_are_moved_zone_by_zone(journal: Path) -> None:
    """NEXT walks the gloves that are left for each zone, and OK lays one."""
    async with at_the_box(journal, GAME) as finger:
        await finger.say("HOMER?")
        await finger.say("MOVE GLOVES?")
        await finger.take("A: 9?", "B: 4?", "C: 5?", "D: 6?", "E: 7?", "F: 8?")
        await finger.enter("dice", 6, 6)
    game = finger.game
    assert 1 == game.away
    assert ("gloves A=9/1 B=4/3 C=5/4 D=6/5 E=7/6 F=8/7", "button") == calls(journal)[1]


def test_what_is_picked_is_on_the_panel_alone(journal: Path) -> None:
    """The sentences for the terminal do not tell one card from another."""
    evening = play(journal, hand=presses("next", "ok", "ok", "next", "next", "ok"), setup=GAME)
    picked = [text for text in evening.sentences if ENGLISH(ON_THE_PANEL) in text]
    assert (3, 1) == (len(picked), len(set(picked)))
    assert "Reds have chosen a card in secret." in evening.sentences


# -- screens


def walk(words: str = "", options: tuple[str, ...] = ()) -> Screen:
    """What NEXT opens."""
    screen = what_counts_now(rally(words, options=options))
    assert screen is not None
    return screen


def test_what_next_offers() -> None:
    """To pick in secret first, then each card to be told, then the gloves; once cards are told, the gloves first."""
    first = panels(walk())
    assert ["PICK SECRETLY?", "SINGLE?", USUAL, "MOVE GLOVES?"] == [*first[:2], *first[-2:]]
    assert [USUAL, "MOVE GLOVES?"] == panels(walk("call:card_Pair"))
    assert ["TURN A?", "TURN B?"] == panels(walk(at_bat("Pair", "66")))
    assert "WALK HIM?" in panels(walk(options=("intentional-walk",)))
    assert what_counts_now(rally(f"call:card_Pair {LAID}")) is None


def test_after_a_power_cut_the_card_is_picked_again() -> None:
    """R10: what was chosen is in memory alone; the record has its hash, and the gloves are laid again."""
    assert ["PICK SECRETLY?"] == panels(walk(f"{committed('Pair')} {LAID}"))
    assert DealCards() == choose(walk(f"{committed('Pair')} {LAID}"), "PICK SECRETLY?")
    assert () == drawn(rally(f"{committed('Pair')} {LAID}"))
    assert () == of_cards(start(SETUP))


def test_the_hand_on_the_panel() -> None:
    """R2, R9: the cards that may be played, and at the end those set aside, which the offence may look at."""
    screen = pick(rally("call:aside_Homer"))
    assert ["BLUES LOOK AWAY?"] == panels(screen)
    cards = screen.taken()
    assert ("SINGLE?", "NOT HOMER") == (panels(cards)[0], panels(cards)[-1])
    assert "HOMER?" not in panels(cards)
    assert PickCard("Pair") == choose(cards, "Pair?")
    assert panels(cards) == panels(choose(cards, "NOT Homer"))


def laid(game_words: str, *wanted: str) -> str:
    """The call that a walk through the zones comes to."""
    record = choose(walk(game_words), "MOVE GLOVES?", *wanted)
    assert isinstance(record, Record)
    assert isinstance(record.line, Call)
    assert apply(rally(game_words), record.line).phase in {"pitch", "card"}
    return record.line.call


def test_the_other_glove_with_the_icon_stays_away() -> None:
    """R3: once one of the two lies, the other is not offered."""
    first = choose(walk("call:card_Pair"), "MOVE GLOVES?", "A: 9?")
    assert "B: 3?" not in panels(first)
    assert laid("call:card_Pair", "A: 9?", "B: 4?", "C: 5?", "D: 6?", "E: 7?", "F: 8?").startswith("gloves A=9/1 B=4/3")


LOST = f"{at_bat('Single', '66')} {at_bat('Homer', '66')} {at_bat('Pair', '66')}"
"""The red glove on A is lost; B shows 5, and so does C with its red side up."""


def test_gloves_with_one_number_have_names_of_their_own() -> None:
    """R3, R5: both numbers, white side first; and a zone can stay empty."""
    first = choose(walk(f"{LOST} call:card_Pair"), "MOVE GLOVES?")
    assert ["A: 5/4?", "A: 6/5R?", "A: 7?", "A: 8?", "A: 3?", "A: NONE?"] == panels(first)
    call = laid(f"{LOST} call:card_Pair", "A: NONE?", "B: 6/5r?", "C: 5?", "D: 7?", "E: 8?", "F: 3?")
    assert "gloves B=6/5r C=5/4 D=7/6 E=8/7 F=3/2" == call


def test_no_die_is_entered_before_card_and_gloves(journal: Path) -> None:
    """NEXT held says what is due instead of asking for a die that nobody throws."""
    sentences = play(journal, hand=presses("by-hand"), setup=GAME).sentences
    assert any(text.startswith("Nothing is thrown yet. Reds: choose a card in secret.") for text in sentences)


def test_a_missed_line_before_a_card_is_no_die() -> None:
    """FIX THROWS? adds what may be said there, and no coloured die or chip."""
    history = begin(GAME)
    for line in (Call(call="card Pair"), Call(call="gloves A=4 B=5 C=6 D=7 E=8 F=3"), Roll(values=(6, 6))):
        history = judge(history, line).history
    menu = main_menu({TOP: ("fix throws",)}, history)
    added = choose(menu, "fix throws?", "PAIR?", "ADD BEFORE?")
    assert not [panel for panel in panels(added) if "DIE" in panel or panel == "CHIP"]
    assert "HOMER?" in panels(added)
    dice = choose(menu, "fix throws?", "6 6?", "ADD BEFORE?")
    assert "DICE" in panels(dice)


def test_secret_is_shown_once_and_only_for_its_hash() -> None:
    """R10: not before the gloves lie, not in another game, not after another choice."""
    secret, game = SecretCard(), rally()
    commit = secret.choose("Pair")
    assert None is secret.due(game)
    chosen = apply(game, commit)
    assert None is secret.due(chosen)
    lie = on(LAID, chosen)
    shown = secret.due(lie)
    assert shown is not None
    assert ("pitch", "box") == (apply(lie, shown).phase, shown.by)
    assert None is secret.due(apply(lie, shown))
    assert None is secret.due(on(f"{committed('Pair')} {LAID}", game))
    assert None is SecretCard().due(lie)
    assert secret.choose("Pair") != commit


def test_chance_draws_as_many_as_are_due() -> None:
    """R2, R8: for a half-inning, and four after an intentional walk."""
    for options, number in (((), 1), (("aside-3-2",), 3), (("aside-4",), 4)):
        lines_drawn = drawn(rally(options=options))
        assert (number, {"box"}) == (len(lines_drawn), {line.by for line in lines_drawn})
    walked = rally("call:intentional-walk", options=("intentional-walk",))
    assert 4 == len(set(drawn(walked)))


def test_a_game_begins_with_its_set(journal: Path) -> None:
    """Which is said, and stands in the game line; the house set says that it is ours."""
    setup = structs.replace(SETUP, rules="rallybird")
    evening = play(journal, hand=presses(), setup=setup)
    assert "Play ball! Cards and gloves: House set (ours)." in evening.sentences
    with Session(Journal.open_readonly(journal), FixedClock()) as session:
        assert house_deck() == session.history.setup.deck
