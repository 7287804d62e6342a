"""A new game is chosen by button: OK alone begins as last time, and whatever is chosen leads back to the list."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import UNSET, structs
from support.menus import choose, panels
from support.parks import example_park
from support.rallybird import PLAIN
from support.scoring import SETUP, blue, played

from firmware.config.schema import shipped
from firmware.config.teams import Offers, shipped_offers
from firmware.play.menus.main_menu import BY_HAND_CHOICES, Around, main_menu
from firmware.play.menus.screen import BeginThrowOff, NewGame, Outcome, Screen
from firmware.storage.next_game import NextGame
from scoreboard.opponent import Opponent
from scoreboard.rules import RULE_SETS, start
from scoreboard.rules.deck import house_deck
from scoreboard.rules.events import Setup
from scoreboard.rules.house_rules import Rulings

OFFERS = Offers(shipped_offers(shipped()).teams, ("Ana", "Leo"), (PLAIN, house_deck()))


def new_game(setup: Setup = SETUP, **around: object) -> Outcome:
    """The list of a new game, where that one was chosen last."""
    usual = Around(offers=OFFERS, configured=NextGame(SETUP), chosen=NextGame(setup), **around)  # type: ignore[arg-type]
    return choose(main_menu(BY_HAND_CHOICES, played(), usual), "new game?")


def begun(screen: Outcome, *walk: str) -> NextGame:
    """The game that begins after those were taken."""
    outcome = choose(screen, *walk, "PLAY BALL?")
    assert isinstance(outcome, NewGame | BeginThrowOff)
    assert outcome.game is not None
    return outcome.game


def test_a_game_of_the_owners_own_is_in_the_menu() -> None:
    """Under a family of its own, by its own words; and it begins as its file says."""
    own = replace(OFFERS, parks=(example_park(),))
    usual = Around(offers=own, configured=NextGame(SETUP), chosen=NextGame(SETUP))
    screen = choose(main_menu(BY_HAND_CHOICES, played(), usual), "new game?")
    game = begun(choose(screen, "GAME: AMATEUR", "YOUR GAMES?", "ATTIC?"))
    assert ("park", example_park(), UNSET) == (game.setup.rules, game.setup.park, game.setup.innings)
    assert "YOUR GAMES?" not in panels(choose(new_game(), "GAME: AMATEUR"))


def test_a_game_whose_file_is_gone_is_still_that_game() -> None:
    """As long as it is what was chosen last."""
    screen = new_game(structs.replace(SETUP, rules="park", park=example_park()))
    assert "GAME: ATTIC" in panels(screen)
    assert ["ATTIC?"] == panels(choose(screen, "GAME: ATTIC", "YOUR GAMES?"))


def test_ok_alone_begins_as_last_time() -> None:
    """The first item plays."""
    assert "PLAY BALL?" == panels(new_game())[0]
    assert NextGame(SETUP) == begun(new_game())


MAJOR = ("GAME: AMATEUR", "STADIUM?", "MAJOR?")


@pytest.mark.parametrize(
    ("walk", "chosen"),
    [
        (("INNINGS: 3", "INNINGS 7?"), {"innings": 7}),
        (MAJOR, {"rules": "diamante-major", "innings": UNSET}),
        (("GAME: AMATEUR", "1 2 3 DICE?", "TWO DICE?"), {"rules": "two-dice", "innings": UNSET}),
        (("GAME: AMATEUR", "FOUR DICE?"), {"rules": "four-dice", "innings": UNSET}),
        (("GAME: AMATEUR", "FOUR DICE?", "MORE", "OPTIONS", "QUICK?"),
         {"rules": "four-dice", "innings": UNSET, "options": ("quick",)}),
        (("GAME: AMATEUR", "RALLYBIRD?", "MORE", "FROM INNING 7", "FROM INNING 1?"),
         {"rules": "rallybird", "innings": UNSET, "first": 1}),
        (("GAME: AMATEUR", "RALLYBIRD?", "MORE", "CARDS", f"{PLAIN.name}?"),
         {"rules": "rallybird", "innings": UNSET, "deck": PLAIN}),
        (("WHO IS HOME", "REDS HOME?"), {"away": SETUP.home, "home": SETUP.away}),
        (("AWAY: REDS", "COLOR", "GREEN?"), {"away": structs.replace(SETUP.away, color="green")}),
        (("AWAY: REDS", "TIGERS?"), {"away": structs.replace(SETUP.away, name="Tigers", color="orange")}),
        (("MORE", "PARTNERS", "REDS", "ANA?", "AND LEO?", "NO MORE?"),
         {"away": structs.replace(SETUP.away, players=("Ana", "Leo"))}),
        (("MORE", "HOUSE RULES", "MERCY", "10 AHEAD?"), {"house": Rulings(mercy=10)}),
        (("MORE", "HOUSE RULES", "MERCY", "10 AHEAD?", "MORE", "HOUSE RULES", "MERCY", "NO MERCY?"),
         {"house": Rulings()}),
        (("MORE", "HOUSE RULES", "MOST RUNS", "5 RUNS?"), {"house": Rulings(cap=5)}),
        (("MORE", "HOUSE RULES", "TIES", "TIE STAYS?"), {"house": Rulings(tie_after=0)}),
        (("MORE", "HOUSE RULES", "TIES", "2 MORE?"), {"house": Rulings(tie_after=2)}),
        (("MORE", "HOUSE RULES", "EXTRA RUNNER", "FROM EXTRA 2?"), {"house": Rulings(extra_runner_from=2)}),
        (("MORE", "HOUSE RULES", "EXTRA RUNNER", "NO RUNNER?"), {"house": Rulings(extra_runner=False)}),
        (("MORE", "HOUSE RULES", "HEAD START", "BLUES", "START AT 3?"), {"house": Rulings(home_start=3)}),
        (("MORE", "HOUSE RULES", "CLOCK", "60 MINUTES?"), {"house": Rulings(minutes=60)}),
        (("MORE", "PARTNERS", "BLUES", "LEO?", "ALONE?"), {"home": structs.replace(SETUP.home, players=("Leo",))}),
        ((*MAJOR, "MORE", "HELMETS", "BLUES", "1: -?", "2: PLAIN?", "3: PLAIN?", "4: +?"),
         {"rules": "diamante-major", "innings": UNSET, "home": structs.replace(SETUP.home, lineup=("-", "", "", "+"))}),
        (("INNINGS: 3", "INNINGS 7?", "MORE", "START OVER?"), {}),
    ],
    ids=lambda value: value[-1] if isinstance(value, tuple) else "",
)  # fmt: skip
def test_what_can_be_chosen(walk: tuple[str, ...], chosen: dict[str, object]) -> None:
    """By NEXT and OK alone; nothing else changes."""
    found = begun(new_game(), *walk)
    assert structs.replace(SETUP, **chosen) == found.setup
    start(found.setup)


def test_four_may_play_for_a_team() -> None:
    """H6: they are asked for one after the other, as they were before; after the fourth there is no room."""
    four = structs.replace(SETUP.away, players=("Ana", "Leo", "Mia", "Tom"))
    walk = choose(new_game(structs.replace(SETUP, away=four)), "MORE", "PARTNERS", "REDS", "ANA?", "AND LEO?")
    assert ["AND MIA?", "AND TOM?", "NO MORE?"] == panels(walk)
    assert four == begun(walk, "AND MIA?", "AND TOM?").setup.away
    assert ("Ana", "Leo", "Mia") == begun(walk, "AND MIA?", "NO MORE?").setup.away.players


def test_two_teams_have_two_colours() -> None:
    """A team whose colour the other has chooses another first."""
    reds = structs.replace(SETUP, home=structs.replace(SETUP.home, color="orange"))
    colors = choose(new_game(reds), "AWAY: REDS", "TIGERS?")
    assert "ORANGE?" not in panels(colors)
    away = begun(colors, "GREEN?").setup.away
    assert ("Tigers", "green") == (away.name, away.color)


def test_the_white_die_says_who_is_home() -> None:
    """Where each team has a die of its own; in other games somebody says so."""
    thrown = choose(new_game(), "WHO IS HOME", "THROW FOR IT?", "PLAY BALL?")
    assert BeginThrowOff(NextGame(SETUP, throws_off=True)) == thrown
    dice = choose(new_game(), "WHO IS HOME", "THROW FOR IT?", "GAME: AMATEUR", "FOUR DICE?")
    assert "THROW FOR IT?" not in panels(choose(dice, "WHO IS HOME"))
    assert not begun(dice).throws_off


def test_the_box_may_be_the_opponent() -> None:
    """Its side goes with its team, and a game in which nobody decides has none."""
    box = choose(new_game(), "MORE", "OPPONENT?", "BOX BLUES?", "FAIR?")
    assert Opponent("home", "fair") == begun(box).opponent
    assert Opponent("away", "fair") == begun(box, "WHO IS HOME", "REDS HOME?").opponent
    assert begun(box, "GAME: AMATEUR", "1 2 3 DICE?", "ONE DIE?").opponent.side is None


def test_undo_leads_out_however_much_was_chosen() -> None:
    """One UNDO from the list back to the menu."""
    screen = choose(new_game(), "INNINGS: 3", "INNINGS 7?", "WHO IS HOME", "REDS HOME?")
    assert isinstance(screen, Screen)
    assert screen.above is not None
    assert "NEW GAME?" in panels(screen.above)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_list_is_too_long(rules: str) -> None:
    """Seven at most, in every game."""
    screen = new_game(structs.replace(SETUP, rules=rules))
    assert (True, True) == (len(panels(screen)) <= 7, len(panels(choose(screen, "MORE"))) <= 7)


def test_a_game_in_play_is_asked_about() -> None:
    """Before it is left, and only once the new one is to begin."""
    around = Around(offers=OFFERS, configured=NextGame(SETUP))
    screen = choose(main_menu(BY_HAND_CHOICES, played(blue(3)), around), "new game?", "PLAY BALL?")
    assert ["BEGIN NEW?", "KEEP OLD?"] == panels(screen)
