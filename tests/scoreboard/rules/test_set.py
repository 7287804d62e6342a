"""Corrections stated outright (`set`), as the record defines them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.english import due, turned_down
from support.law import claims, holds
from support.rules import SETUP, play, table, why

from scoreboard.rules import RULE_SETS, Game, Refused, apply, start
from scoreboard.rules.events import End, RulesName

LAW = """
What is named is so and the rest stays: a correction changes the fields it names and no other.
    set:runners=12+6,balls=2,away=3,outs=1 blue7 set:strikes=0,home=4 | balls=2 strikes=0 outs=1 away=3 home=4
    ... | runners=12+6 half=top inning=1
Half decides the batter: with the half put right, the other side's dice are due.
    set:half=bottom,inning=2 | awaits=red batting=home fielding=away inning=2
In the middle of a play the count, the outs and the score may be corrected; the play goes on.
    blue3 red8 hit white3 set:outs=2,home=5 | phase=throw outs=2 home=5 runners=3
    ... blue8 ball:1B | half=bottom
A correction makes the last answer final: it is an accepted line like another, so the move before it stands (D32).
    blue3 red8 hit white9 set:outs=1 to:6 ! No runner has just thrown
Home put ahead in its last half plays on: the scorer may not be finished; its next run ends the game (D8).
    set:inning=3,half=bottom,home=2 | phase=pitch winner=None
    ... press:out | phase=pitch
    set:inning=3,half=bottom,home=2 press:run | winner=home
After the end a correction is refused: the board of a finished game is final until its end is undone.
    set:inning=3,half=bottom press:homerun set:home=3 ! UNDO
A runner set between bases stays there until the next hit, and then must run (D27).
    set:runners=9 blue3 red8 hit | due: 3 steps short of second base
    set:runners=9 press:out | runners=9
The chain moves though a runner stands between its bases, and running order follows the places (D12).
    set:runners=9+6,balls=3 blue1 | runners=12+9+6
The length of a game may be put right while it lasts, not below the inning that is played, or said to be.
    set:inning=4,half=bottom,innings=5,home=2 press:run | innings=5 phase=pitch
    ... set:innings=4 press:run | phase=over
    set:inning=4,half=bottom,innings=5,home=2 press:run
    ... set:innings=3 ! = Inning 4 is being played: agree on 4 innings or more.
    ... set:inning=6,innings=5 ! Inning 6 is being played
    ... set:inning=3,innings=3 | innings=3
In the order of the places; who was on the path and is not named now goes to the end of the dugout.
    [+.-.] set:runners=6+18,helmets=2+3 | runners=18+6 men.0.helmet=3 men.1.helmet=2 at_bat=0 bench=1
    ... set:runners=12,helmets=1 | runners=12 men.0.helmet=1 at_bat=0 bench=3+2
    [+.-.] set:runners=6+18,helmets=2+3 set:runners= | at_bat=0 bench=1+3+2
Batter set on base is followed by the next: he bats who is next in line of those who are left.
    [+.-.] set:runners=6,helmets=0 | runners=6 men.0.helmet=0 at_bat=1 bench=2+3
    [+.-.] set:runners=18+12+6,helmets=2+1+0 | runners=18+12+6 men.0.helmet=2 men.1.helmet=1
    ... | men.2.helmet=0 at_bat=3 bench=
The dugout is put in order: a helmet that is not named follows in its order.
    [+.-.] set:dugout=3 | at_bat=0 bench=3+1+2
    [+.-.] set:dugout=2+3 | at_bat=0 bench=2+3+1
    [+.-.] set:runners=6,helmets=1,at_bat=3,dugout=2+0 | runners=6 men.0.helmet=1 at_bat=3 bench=2+0
The other half has helmets of its own: with the half put right in the same line, the helmets named are the other team's.
    [+.-.] set:half=bottom,runners=6,helmets=3,at_bat=2 | runners=6 men.0.helmet=3 at_bat=2 bench=0+1 batting=home
    ... | dugouts.away=0+1+2+3
A helmet is in one place: what would put one in two is refused, with what to say instead.
    [+.-.] set:runners=6,helmets=2 set:at_bat=2 ! That helmet is on the path: say with `runners` and `helmets`
    ... set:dugout=2 ! neither at bat nor on the path
    [+.-.] set:dugout=0 ! neither at bat nor on the path
    [+.-.] blue2 red8 hit set:at_bat=2 ! You can change who bats only while he stands at the plate.
    ... set:runners=6,helmets=2 ! between plays
The count is the plate appearance's, and each batter takes it over, in the middle of a pitch too.
    [+.-.] set:balls=2 blue3 set:at_bat=2 | phase=swing balls=2 batter=-
Corrected batter keeps the order: he who was thought to bat is the next one.
    [+.-.] set:at_bat=2 | lineup=-:+.. at_bat=2 bench=0+1+3 runners=
    ... set:at_bat=2 | at_bat=2 bench=0+1+3 runners=
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


def test_runners_are_put_right_between_plays() -> None:
    """Runners stand where they are said to, most advanced first, before the next pitch only."""
    assert (18, 9) == play("set:runners=9+18").runners
    for words in ("blue3", "blue3 red10", "blue3 red8", "blue3 red8 hit", "blue3 red8 hit white3"):
        assert "between plays" in why(play(words), "set:runners=6")


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


@pytest.mark.parametrize("fields", ["at_bat=1", "dugout=1", "runners=6,helmets=1"])
def test_where_helmets_do_not_differ_they_are_not_named(fields: str) -> None:
    """In Amateur and in the table games there is nothing to put right about them (D52)."""
    for game in (play(), table("two-dice")):
        assert "Helmets do not differ in this game" in why(game, f"set:{fields}")


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
