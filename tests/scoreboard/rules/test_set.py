"""Corrections stated outright (`set`), as the record defines them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.rules import SETUP, helmets, major, play, table, why
from support.said import due, turned_down

from scoreboard.rules import RULE_SETS, Game, Refused, apply, start
from scoreboard.rules.events import End, RulesName


def test_what_is_named_is_so_and_the_rest_stays() -> None:
    """A correction changes the fields it names and no other."""
    before = play("set:runners=12+6,balls=2,away=3,outs=1 blue7")
    after = play("set:strikes=0,home=4", before)
    assert (2, 0, 1, 3, 4, (12, 6), "top", 1) == (
        after.balls,
        after.strikes,
        after.outs,
        after.away,
        after.home,
        after.runners,
        after.half,
        after.inning,
    )


def test_half_decides_the_batter() -> None:
    """With the half put right, the other side's dice are due."""
    game = play("set:half=bottom,inning=2")
    assert ("red", "home", "away", 2) == (game.awaits, game.batting, game.fielding, game.inning)


def test_runners_are_put_right_between_plays() -> None:
    """Runners stand where they are said to, most advanced first, before the next pitch only."""
    assert (18, 9) == play("set:runners=9+18").runners
    for words in ("blue3", "blue3 red10", "blue3 red8", "blue3 red8 hit", "blue3 red8 hit white3"):
        assert "between plays" in why(play(words), "set:runners=6")


def test_numbers_are_put_right_at_any_time() -> None:
    """In the middle of a play the count, the outs and the score may be corrected; the play goes on."""
    game = play("blue3 red8 hit white3 set:outs=2,home=5")
    assert ("throw", 2, 5, (3,)) == (game.phase, game.outs, game.home, game.runners)
    assert "bottom" == play("blue8 ball:1B", game).half


def test_a_correction_makes_the_last_answer_final() -> None:
    """It is an accepted line like another, so the move before it stands (D32)."""
    assert "No runner has just thrown" in why(play("blue3 red8 hit white9 set:outs=1"), "to:6")


def test_a_correction_ends_no_game_by_itself() -> None:
    """Home put ahead in its last half plays on: the scorer may not be finished; its next run ends the game (D8)."""
    game = play("set:inning=3,half=bottom,home=2")
    assert ("pitch", None) == (game.phase, game.winner)
    assert "pitch" == play("press:out", game).phase
    assert "home" == play("press:run", game).winner


def test_after_the_end_a_correction_is_refused() -> None:
    """The board of a finished game is final until its end is undone."""
    assert "UNDO" in why(play("set:inning=3,half=bottom press:homerun"), "set:home=3")


def test_man_set_on_a_step_runs_with_the_next_hit() -> None:
    """A runner set between bases stays there until the next hit, and then must run (D27)."""
    game = play("set:runners=9 blue3 red8 hit")
    assert "step 9" in due(game)
    assert (9,) == play("set:runners=9 press:out").runners


def test_a_walk_goes_by_a_man_corrected_onto_a_step() -> None:
    """The chain moves though a runner stands between its bases, and running order follows the places (D12)."""
    assert (12, 9, 6) == play("set:runners=9+6,balls=3 blue1").runners


def test_as_many_innings_are_agreed_as_are_being_played() -> None:
    """The length of a game may be put right while it lasts, not below the inning that is played, or said to be."""
    game = play("set:inning=4,half=bottom,innings=5,home=2 press:run")
    assert (5, "pitch") == (game.innings, game.phase)
    assert "over" == play("press:run", play("set:innings=4", game)).phase
    assert "Inning 4 is being played: agree on 4 innings or more." == why(game, "set:innings=3")
    assert "Inning 6 is being played" in why(game, "set:inning=6,innings=5")
    assert 3 == play("set:inning=3,innings=3", game).innings


def test_hits_and_names_are_put_right_team_by_team() -> None:
    """What is not named of them stays as well, and whoever speaks of a team uses its new name."""
    game = play("press:homerun set:hits=home:2,names=away:Crows")
    assert (1, 2) == (game.hits.away, game.hits.home)
    assert ("Crows", "Blues", "Reds") == (game.team("away").name, game.team("home").name, game.setup.away.name)
    assert "Jays: pitch with the blue die." == due(play("set:names=home:Jays", game))
    assert "Crows" == play("set:names=home:Jays", game).team("away").name


SIGNS = "+ . - ."
"""Helmets that are distinguished: 0 is the + one, 2 the - one, 1 and 3 are plain."""


def who(game: Game) -> tuple[tuple[tuple[int, int], ...], int, tuple[int, ...]]:
    """Each man's place and helmet, who bats, and who waits."""
    return tuple((man.place, man.helmet) for man in game.men), game.at_bat, game.bench


def test_the_men_on_base_are_named_by_their_helmets() -> None:
    """In the order of the places; who was on the path and is not named now goes to the end of the dugout."""
    game = major("set:runners=6+18,helmets=2+3", SIGNS)
    assert (((18, 3), (6, 2)), 0, (1,)) == who(game)
    assert (((12, 1),), 0, (3, 2)) == who(play("set:runners=12,helmets=1", game))
    assert ((), 0, (1, 3, 2)) == who(play("set:runners=", major("set:runners=6+18,helmets=2+3", SIGNS)))


def test_batter_set_on_base_is_followed_by_the_next() -> None:
    """He bats who is next in line of those who are left."""
    assert (((6, 0),), 1, (2, 3)) == who(major("set:runners=6,helmets=0", SIGNS))
    assert (((18, 2), (12, 1), (6, 0)), 3, ()) == who(major("set:runners=18+12+6,helmets=2+1+0", SIGNS))


def test_corrected_batter_keeps_the_order() -> None:
    """He who was thought to bat is the next one."""
    game = major("set:at_bat=2", SIGNS)
    assert ("- | + . .", ((), 2, (0, 1, 3))) == (helmets(game), who(game))
    assert who(game) == who(play("set:at_bat=2", game))


def test_the_dugout_is_put_in_order() -> None:
    """A helmet that is not named follows in its order."""
    assert ((), 0, (3, 1, 2)) == who(major("set:dugout=3", SIGNS))
    assert ((), 0, (2, 3, 1)) == who(major("set:dugout=2+3", SIGNS))
    assert (((6, 1),), 3, (2, 0)) == who(major("set:runners=6,helmets=1,at_bat=3,dugout=2+0", SIGNS))


def test_the_other_half_has_helmets_of_its_own() -> None:
    """With the half put right in the same line, the helmets named are the other team's."""
    game = major("set:half=bottom,runners=6,helmets=3,at_bat=2", SIGNS)
    assert (((6, 3),), 2, (0, 1), "home") == (*who(game), game.batting)
    assert (0, 1, 2, 3) == game.dugouts.away


@pytest.mark.parametrize(
    ("words", "correction", "reason"),
    [
        ("set:runners=6,helmets=2", "set:at_bat=2", "That helmet is on the path: say with `runners` and `helmets`"),
        ("set:runners=6,helmets=2", "set:dugout=2", "neither at bat nor on the path"),
        ("", "set:dugout=0", "neither at bat nor on the path"),
        ("blue2 red8 hit", "set:at_bat=2", "Who bats can be put right while he stands at the plate."),
        ("blue2 red8 hit", "set:runners=6,helmets=2", "between plays"),
    ],
)
def test_a_helmet_is_in_one_place(words: str, correction: str, reason: str) -> None:
    """What would put one in two is refused, with what to say instead."""
    assert reason in why(major(words, SIGNS), correction)


@pytest.mark.parametrize("said", ["at_bat=1", "dugout=1", "runners=6,helmets=1"])
def test_where_helmets_do_not_differ_they_are_not_named(said: str) -> None:
    """In Amateur and in the table games there is nothing to put right about them (D52)."""
    for game in (play(), table("two-dice")):
        assert "Helmets do not differ in this game" in why(game, f"set:{said}")


def test_a_batter_put_right_goes_on_with_the_count() -> None:
    """The count is the plate appearance's, and each batter takes it over, in the middle of a pitch too."""
    game = major("set:balls=2 blue3 set:at_bat=2", SIGNS)
    assert ("swing", 2, "-") == (game.phase, game.balls, game.batter)


FORFEIT = End(why="forfeit", winner="home")
CALLED = End(why="called", winner=None)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_game_can_be_put_right_and_ended(rules: RulesName) -> None:
    """Names, score and length are corrected in all of them, and any may be given up or called."""
    game = play("set:names=home:Jays,away=5,hits=away:7,innings=4", start(replace(SETUP, rules=rules)))
    assert (5, 7, 4) == (game.away, game.hits.away, game.innings)
    over = apply(game, FORFEIT)
    assert (True, "home", None, ()) == (over.over, over.winner, over.awaits, over.calls)
    assert "The game is over: Jays win by forfeit!" == due(over)
    assert ("The game was called at 5 to 0: nobody wins.", True, None) == (
        due(apply(game, CALLED)),
        apply(game, CALLED).over,
        apply(game, CALLED).winner,
    )
    assert "The game was called: Reds win!" == due(apply(game, End(why="called", winner="away")))


@pytest.mark.parametrize(
    "words", ["blue1", "blue3", "blue3 red10", "blue3 red8", "blue3 red8 hit", "blue3 red8 hit white9"]
)
def test_a_game_ends_in_any_phase_with_nothing_left_open(words: str) -> None:
    """No chase, no other answer and no call outlives it, and men stay where they stood."""
    game = play(f"set:runners=12 {words}")
    over = apply(game, FORFEIT)
    assert (False, (), None, game.runners) == (over.chase, over.options, over.diamante.choice, over.runners)


def test_a_game_ends_once() -> None:
    """After it has ended, by itself or before its time, it cannot be ended again."""
    for over in (apply(play(), CALLED), play("set:inning=3,half=bottom press:homerun")):
        with turned_down(Refused, "A game ends once"):
            apply(over, FORFEIT)
