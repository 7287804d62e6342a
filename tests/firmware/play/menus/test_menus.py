"""The menu and its corrections: what each screen offers, and the line of the record that OK comes to."""

from __future__ import annotations

import pytest
from msgspec import structs
from support.english import on_panel
from support.menus import choose, offered, panels
from support.scoring import HIT, SETUP, UNDO, blue, played, record, red, white

from firmware.config.teams import Offers
from firmware.play.menus.confirming import confirm
from firmware.play.menus.main_menu import BY_HAND_CHOICES, Around, main_menu
from firmware.play.menus.screen import (
    BeginThrowOff,
    Confirmed,
    KeepOld,
    NewGame,
    Nothing,
    Outcome,
    Record,
    Rename,
    ResumeGame,
    RunAction,
    Screen,
)
from firmware.storage.next_game import NextGame
from scoreboard import display
from scoreboard.journal.listing import Listing
from scoreboard.journal.summary import Summary
from scoreboard.language import ENGLISH
from scoreboard.rules.events import Amend, Call, Chip, Die, End, HitsSet, Press, Roll, Set
from scoreboard.rules.history import Entry, History

MAJOR = structs.replace(SETUP, rules="diamante-major")
TWO_DICE = structs.replace(SETUP, rules="two-dice")
FOUR_DICE = structs.replace(SETUP, rules="four-dice")


ANOTHER = Listing(
    3,
    imported=False,
    summary=Summary(40, None, ("Reds", "Blues"), (2, 1), 4, "top", over=False, rules="one-die"),
)


def menu(history: History, *others: Listing) -> Screen:
    """The main menu of a game that stands so."""
    return main_menu(BY_HAND_CHOICES, history, Around(others))


def line(outcome: Outcome) -> Entry:
    """The line that OK records."""
    assert isinstance(outcome, Record)
    return structs.replace(outcome.line, by="button")


def test_what_is_of_no_use_now_is_not_offered() -> None:
    """Before the first throw there is none to put right, and without another game none to take up."""
    assert {"FIX THROWS?", "OTHER GAME?"}.isdisjoint(offered(menu(played())))
    after = menu(played(blue(1)), ANOTHER)
    assert {"FIX THROWS?", "OTHER GAME?"} <= offered(after)


def test_nothing_is_offered_that_leads_to_an_empty_screen() -> None:
    """Slips of the hand, and lines that were struck out, are no throws; a game without a summary has no name."""
    slips = played(Press(button="ball"), Press(button="ok"), Call(call="bunt"), setup=TWO_DICE)
    assert "FIX THROWS?" not in offered(menu(slips))
    missed = Amend(line=2, add=Die(color="blue", value=3))
    struck = played(blue(1), missed, Amend(line=2, as_=None))
    assert "FIX THROWS?" not in offered(menu(struck))
    assert "OTHER GAME?" not in offered(menu(played(), Listing(3, imported=False)))


def test_a_new_game_asks_before_it_leaves_one_in_play() -> None:
    """In two plain questions; before anything was played nobody is asked."""
    asked, as_before = choose(menu(played(blue(1))), "new game?", "PLAY BALL?"), NewGame(NextGame(SETUP))
    assert ["BEGIN NEW?", "KEEP OLD?"] == panels(asked)
    assert (KeepOld(), as_before) == (choose(asked, "KEEP OLD?"), choose(asked, "BEGIN NEW?"))
    assert as_before == choose(menu(played()), "new game?", "PLAY BALL?")


def test_undo_goes_back_a_screen_then_leaves() -> None:
    """Who took a wrong turn need not begin again."""
    top = menu(played(blue(1)))
    below = choose(top, "fix?", "fix score?", "OUTS")
    above = []
    while isinstance(below, Screen):
        above.append(below.above)
        below = below.above
    assert [False, False, False, True] == [each is None for each in above]


@pytest.mark.parametrize(
    ("walk", "change"),
    [
        (("OUTS", "OUTS 2?"), Set(outs=2)),
        (("COUNT", "BALLS 3?", "STRIKES 2?"), Set(balls=3, strikes=2)),
        (("Reds RUNS", "Reds 4?"), Set(away=4)),
        (("Blues RUNS", "Blues 1?"), Set(home=1)),
        (("INNING", "INNING 2?"), Set(inning=2)),
        (("MORE", "WHO BATS", "Blues BAT?"), Set(half="bottom")),
        (("MORE", "HOW LONG", "INNINGS 5?"), Set(innings=5)),
        (("MORE", "Reds HITS", "HITS 2?"), Set(hits=HitsSet(away=2))),
        (("RUNNERS", "1B RUNNER?", "2B EMPTY?", "3B RUNNER?"), Set(runners=(18, 6))),
        (("RUNNERS", "1B EMPTY?", "2B EMPTY?", "3B EMPTY?"), Set(runners=())),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_each_number_of_the_score_can_be_stated(walk: tuple[str, ...], change: Set) -> None:
    """By NEXT and OK alone; what is recorded is one `set`."""
    outcome = choose(menu(played()), "fix score?", *walk)
    assert structs.replace(change, by="button") == line(outcome)


def test_a_number_begins_with_what_holds_now() -> None:
    """Who opens a screen by mistake and presses OK changes nothing; NEXT counts up and then round."""
    outs = choose(menu(played(Set(outs=1))), "fix score?", "OUTS")
    assert ["OUTS 1?", "OUTS 2?", "OUTS 0?"] == panels(outs)
    runs = panels(choose(menu(played(Set(away=2))), "fix score?", "Reds RUNS"))
    assert ["REDS 2?", "REDS 3?", "REDS 11?", "REDS 0?"] == [*runs[:2], *runs[9:11]]


def test_runners_are_put_right_between_plays_only() -> None:
    """The law takes no runners in the middle of a play, so they are not offered there."""
    assert "RUNNERS" not in panels(choose(menu(played(blue(3))), "fix score?"))


def test_helmets_are_put_right_one_after_the_other() -> None:
    """Major League: who is on which base, and who bats; nobody is asked twice about one helmet (D49)."""
    game = played(Set(runners=(12,)), setup=MAJOR)
    first = choose(menu(game), "fix score?", "MORE", "HELMETS")
    (now,) = game.game.men
    chosen = next(panel for panel in panels(first) if not panel.startswith(f"2B {now.helmet + 1}"))
    second = choose(first, chosen)
    assert chosen.removeprefix("2B") not in {panel.removeprefix("BAT") for panel in panels(second)}
    last = choose(second, panels(second)[0])
    change = line(last if isinstance(last, Record) else choose(last, panels(last)[0]))  # those who wait may differ
    assert isinstance(change, Set)
    assert ((12,), 1, 2) == (change.runners, len(change.helmets or ()), len(change.dugout or ()))
    assert "HELMETS" not in panels(choose(menu(played()), "fix score?", "MORE"))


def test_a_game_without_a_count_has_none_to_put_right() -> None:
    """One, two and three dice know outs, runs and runners."""
    every = {*panels(fix := choose(menu(played(setup=TWO_DICE)), "fix score?")), *panels(choose(fix, "MORE"))}
    assert ({"COUNT", "REDS HITS"} & every, "OUTS" in every) == (set(), True)


def test_four_dice_have_a_count_and_no_throw_off() -> None:
    """They count balls, strikes and hits, and no team has a die of its own."""
    game = played(setup=FOUR_DICE)
    assert {"COUNT", "OUTS"} <= set(panels(choose(menu(game), "fix score?")))
    assert {"REDS HITS"} <= set(panels(choose(menu(game), "fix score?", "MORE")))
    assert "THROW OFF?" not in offered(menu(game))


def test_a_sign_that_was_missed_is_added_before_its_roll() -> None:
    """Beside the dice, whatever could be said then is offered."""
    game = played(Roll(values=(1, 2, 3, 4)), setup=FOUR_DICE)
    added = line(choose(menu(game), "fix throws?", "1 2 3 4?", "ADD BEFORE?", "HIT AND RUN?"))
    assert Amend(line=2, add=Call(call="hit-and-run"), by="button") == added


THROWN = (blue(3), red(7), HIT, white(4))


def test_last_throws() -> None:
    """From the newest back, each with what it showed."""
    assert ["WHITE 4?", "HIT?", "RED 7?", "BLUE 3?"] == panels(choose(menu(played(*THROWN)), "fix throws?"))


@pytest.mark.parametrize(
    ("walk", "change"),
    [
        (("WHITE 4?", "CHANGE IT?", "white 5?"), Amend(line=5, value=5)),
        (("HIT?", "CHANGE IT?", "out?"), Amend(line=4, face="out")),
        (("WHITE 4?", "REMOVE IT?"), Amend(line=5, as_=None)),
        (("BLUE 3?", "ADD BEFORE?", "blue DIE", "blue 1?"), Amend(line=2, add=Die(color="blue", value=1, by="button"))),
        (("HIT?", "ADD BEFORE?", "CHIP", "hit?"), None),
    ],
    ids=["change", "chip", "strike", "add", "add-unfit"],
)
def test_a_throw_is_changed_struck_out_or_added(walk: tuple[str, ...], change: Amend | None) -> None:
    """By NEXT and OK alone; what is recorded is one `amend`."""
    outcome = choose(menu(played(*THROWN)), "fix throws?", *walk)
    if change is not None:
        assert structs.replace(change, by="button") == line(outcome)


def test_unfit_lines_are_shown_before_ok() -> None:
    """A pitch that was a called strike leaves swing, toss and run without a place: all are told first."""
    history = played(*THROWN)
    reported = confirm(history, line(choose(menu(history), "fix throws?", "BLUE 3?", "CHANGE IT?", "blue 7?")))
    assert ["COUNT 0-0 > 0-1 BASES EMPTY THEN: BLUE 3 LINES GO?"] == panels(reported)
    assert isinstance(reported, Screen)
    assert "line 3 (the red die shows 7); line 4 (the chip says HIT); line 5 (the white die" in ENGLISH(
        reported.shown.sentence
    )
    assert Confirmed(Amend(line=2, value=7, by="button"), history) == choose(reported, *panels(reported))


def test_fitting_change_needs_no_yes() -> None:
    """A change that fits is made without asking again."""
    assert isinstance(choose(menu(played(*THROWN)), "fix throws?", "RED 7?", "CHANGE IT?", "red 8?"), Record)


def test_what_was_undone_is_not_among_them() -> None:
    """It does not count, and to put it right would change nothing."""
    assert ["BLUE 4?", "BLUE 1?"] == panels(choose(menu(played(blue(1), blue(3), UNDO, blue(4))), "fix throws?"))


def test_missed_call_can_be_added() -> None:
    """Before the swing somebody called a bunt, and nobody entered it."""
    history = played(blue(3), red(2), setup=MAJOR)  # by a + helmet
    outcome = choose(menu(history), "fix throws?", "RED 2?", "ADD BEFORE?", "BUNT?")
    assert Amend(line=3, add=Call(call="bunt"), by="button") == line(outcome)
    assert "run" == record(history, line(outcome)).game.phase


def test_a_roll_is_changed_die_by_die() -> None:
    """As many dice as the game is thrown with."""
    history = played(Roll(values=(2, 5)), setup=TWO_DICE)
    outcome = choose(menu(history), "fix throws?", "2 5?", "CHANGE IT?", "DIE 1: 3?", "DIE 2: 5?")
    assert Amend(line=2, values=(3, 5), by="button") == line(outcome)


def test_a_throw_that_did_not_count_is_shown_as_such() -> None:
    """A chip tossed too early is among the throws, since what came before may have been misread."""
    history = played(blue(3), Chip(face="hit"))
    shown = choose(menu(history), "fix throws?")
    assert isinstance(shown, Screen)
    assert ("HIT?", True) == (on_panel(shown.shown.panel), ENGLISH(shown.shown.sentence).endswith("It did not count."))


def test_last_inning_is_called_by_button() -> None:
    """H5: where it shortens the game; the panel shows before that it ends the game, and PLAY ON records nothing."""
    line = Call(call="last inning", by="button")
    asked = choose(menu(played()), "last inning?")
    assert ["LAST INNING?", "PLAY ON?"] == panels(asked)
    assert Record(line) == choose(asked, "LAST INNING?")
    ahead = menu(played(Set(half="bottom", home=1)))
    assert Record(line) == choose(ahead, "last inning?", "GAME OVER?")
    assert "last inning?" not in panels(choose(menu(played(Set(inning=3))), "game?"))


def test_a_game_is_given_up_or_called() -> None:
    """The others win then; a called one ends as it stands."""
    ends = choose(menu(played(Set(away=2))), "end game?")
    assert ("PLAY ON?", None) == (panels(ends)[0], choose(ends, "PLAY ON?"))
    assert End(why="forfeit", winner="home", by="button") == line(choose(ends, "Blues WIN?"))
    assert End(why="called", winner="away", by="button") == line(choose(ends, "CALLED?"))
    tied = choose(menu(played()), "end game?")
    assert End(why="called", winner=None, by="button") == line(choose(tied, "CALLED?"))


def test_game_is_resumed_by_number() -> None:
    """The panel shows how it stands, too."""
    history = played(blue(1))
    assert ResumeGame(3) == choose(menu(history, ANOTHER), "other game?", "GAME 3 2-1?")


def test_throw_off_needs_dice_of_two_teams() -> None:
    """It leaves the game in play, and so asks first."""
    assert BeginThrowOff() == choose(menu(played(blue(1))), "throw off?", "BEGIN NEW?")
    assert "THROW OFF?" not in offered(menu(played(setup=TWO_DICE)))


def all_below(screen: Outcome, known: dict[str, str]) -> dict[str, str]:
    """What every screen below offers on the panel, each but once, and in which colour."""
    if isinstance(screen, Screen):
        for item in screen.items:
            if (panel := on_panel(item.panel)) not in known:
                known[panel] = item.color
                all_below(None if panel == "HELP?" else item.then(), known)  # which is read, and not chosen from
    return known


@pytest.mark.untraced
@pytest.mark.newest
def test_every_item_stands_whole_on_the_small_panel() -> None:
    """Whatever the teams are called: nobody waits for a line to come up before he can choose."""
    away, home = (
        structs.replace(team, name=name) for team, name in ((SETUP.away, "Mushrooms"), (SETUP.home, "Grandpas"))
    )
    setup = structs.replace(MAJOR, away=away, home=home)
    items = all_below(menu(played(*THROWN, blue(8), setup=setup), ANOTHER), {})
    items |= all_below(menu(played(Roll(values=(2, 5)), setup=TWO_DICE)), {})
    moves = [
        panel
        for panel, color in items.items()
        if len(
            {
                display.message_picture(panel, (64, 16), tick=tick, ok=True, color=color or None).tobytes()
                for tick in (0, 4, 8)
            }
        )
        > 1
    ]
    assert ([], True) == (moves, len(items) > 100)


def test_the_rest_is_no_business_of_the_game() -> None:
    """Joining the page, or pairing its owner, is done elsewhere."""
    assert RunAction("join") == choose(menu(played()), "phone?", "join?")
    assert RunAction("new owner") == choose(menu(played()), "phone?", "new owner?")


@pytest.mark.parametrize(
    ("walk", "runners"),
    [
        (("2B RUNNER?", "2B - 3B?", "STEP 2 OF 5?"), (14, 6)),
        (("1B RUNNER?", "HP - 1B?", "STEP 3 OF 5?"), (12, 3)),
        (("ANOTHER?", "3B - HP?", "STEP 2 OF 5?"), (20, 12, 6)),
    ],
)
def test_a_runner_may_stand_between_two_bases(walk: tuple[str, ...], runners: tuple[int, ...]) -> None:
    """One who is on a base, or one who is not shown (D1); the others stay."""
    history = played(Set(runners=(12, 6)))
    change = line(choose(menu(history), "fix score?", "MORE", "BETWEEN BASES", *walk))
    assert Set(runners=runners, by="button") == change
    assert runners == record(history, change).game.runners


def test_only_a_game_with_steps_has_runners_between_bases() -> None:
    """In the table games they stand on bases."""
    assert "BETWEEN BASES" not in panels(choose(menu(played(setup=TWO_DICE)), "fix score?", "MORE"))


def test_a_team_is_called_by_another_name_of_the_list() -> None:
    """Never by the other team's; the table's language words it."""
    offers = Offers((SETUP.away, SETUP.home, structs.replace(SETUP.home, name="Wolves")))
    top = main_menu(BY_HAND_CHOICES, played(), Around(offers=offers))
    names = choose(top, "fix score?", "MORE", "NAMES", "REDS")
    assert ["REDS?", "WOLVES?"] == panels(names)
    assert Rename("away", "Wolves") == choose(names, "WOLVES?")


def test_a_correction_that_changes_nothing_is_none() -> None:
    """It is not recorded; what the law refuses is handed on, so that it says why."""
    history = played(Set(outs=1))
    assert Nothing() == confirm(history, Set(outs=1))
    assert Confirmed(Set(runners=(6,)), later := played(blue(3))) == confirm(later, Set(runners=(6,)))


def test_the_dugout_is_put_right_where_its_helmets_differ() -> None:
    """Who waits first is asked after the batter."""
    screen = choose(menu(played(setup=MAJOR)), "fix score?", "MORE", "HELMETS")
    change = line(choose(screen, "BAT 2?", "NEXT 4-?", "NEXT 1+?"))
    assert (1, (3, 0, 2)) == (change.at_bat, change.dugout)  # type: ignore[union-attr] # a `set`
