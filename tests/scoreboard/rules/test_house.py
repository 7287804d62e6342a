"""The rules of the house, H1 to H8, clause by clause."""

from __future__ import annotations

import json

import pytest
from msgspec import ValidationError
from msgspec.structs import replace
from support.law import claims, holds
from support.rallybird import on, rally
from support.rules import BLUES, REDS, SETUP, play, why

from scoreboard.record import decode, replay
from scoreboard.rules import RULE_SETS, Game, HouseRules, start
from scoreboard.rules.events import SeriesGame, Setup
from scoreboard.rules.house_rules import Rulings

LAW = """
H1: so far ahead when a bottom half ends, either side has won.
    [; mercy=2 mercy_from=1] set:away=2 press:out press:out press:out press:out press:out press:out
    ... | over=True winner=away inning=1 half=bottom outs=3
H1: a run less, and it goes on.
    [; mercy=3 mercy_from=1] set:away=2 press:out press:out press:out press:out press:out press:out
    ... | over=False inning=2
H1: when a top half ends, only Home has won by it.
    [; mercy=2 mercy_from=1] set:away=2 press:out press:out press:out | over=False half=bottom
    [; mercy=2 mercy_from=1] set:home=2 press:out press:out press:out | over=True winner=home half=top outs=3
H1: in a bottom half at once with the run that makes it, whatever is played of walk-offs; all runs of it count.
    [; mercy=2 mercy_from=1 walk_off=false] press:out press:out press:out press:homerun | over=False home=1
    ... set:runners=18+6 press:homerun | over=True winner=home home=4 half=bottom outs=0
H1: a correction ends nothing; the next run is judged on it.
    [; mercy=2 mercy_from=1] press:out press:out press:out set:home=5 | over=False
    ... press:run | over=True home=6
H1: it holds from the fifth inning, or from the last if fewer are played.
    [; mercy=1] set:inning=2,half=bottom,home=1,outs=2 press:out | over=False inning=3
    [; mercy=1] set:inning=3,home=1,outs=2 press:out | over=True winner=home
    [one-die; mercy=1] set:inning=4,home=9 press:out press:out press:out | over=False
    [one-die; mercy=1] set:inning=5,home=9 press:out press:out press:out | over=True
H1: a correction of how many are played counts for that, and so does the last inning said.
    [one-die; mercy=1] set:innings=4 set:inning=4,home=9 press:out press:out press:out | over=True
H1: innings are counted as they are played: the 7th of RallyBird is the first.
    [one-die; mercy=1 mercy_from=2] set:home=9 press:out press:out press:out | over=False
    ... press:out press:out press:out | over=False inning=2
    ... press:out press:out press:out | over=True
H2: a half-inning ends with so many runs, and further runs of the throw do not count.
    [; cap=2] set:runners=18+12+6 press:homerun | away=2 half=bottom outs=0 runners= hits.away=1
H2: the same of a walk; what may be chased is closed with it.
    [; cap=1] set:runners=18+12+6,balls=3 blue1 | away=1 half=bottom chase=False
    [; cap=2] set:runners=18+12+6,balls=3 blue1 | away=1 half=top chase=True
H2: counted are the runs on the board since the half began, corrections too; a correction itself ends nothing.
    [; cap=3 away_start=5] press:homerun | away=6 half=top
    ... set:away=7 press:homerun | away=8 half=bottom
    [; cap=3] set:away=4 | half=top
    ... press:homerun | away=4 half=bottom
H2: it does not hold in the last inning, nor in extra innings, unless the house says so.
    [; cap=1] set:inning=3 press:homerun | away=1 half=top
    [; cap=1 cap_last=true] set:inning=3 press:homerun | away=1 half=bottom
    [; cap=1] set:inning=4 press:homerun | away=1 half=top
    [; cap=1 cap_last=true] set:inning=4 press:homerun | away=1 half=bottom
H2: it ends as with a third out: those on base go to the dugout in order, the batter last.
    [+..-; cap=1] set:runners=18+6,helmets=2+1,at_bat=0,dugout=3 blue2 red8 hit white6
    ... | half=bottom dugouts.away=3+2+1+0
H2, D45: the batter who has not run yet has his hit where such a run ends the half-inning.
    [; cap=1] set:runners=18 blue2 red8 hit white6 | half=bottom hits.away=1
H2: another answer to the throw takes it back.
    [; cap=1] set:runners=12 blue2 red8 hit white10 | away=0 runners=18
    [; cap=1] set:runners=13 blue2 red8 hit white10 | away=0
    [; cap=1] set:runners=15 blue2 red8 hit white9 | half=bottom away=1
    ... to:18 | half=top away=0 runners=18
H2: where it ends the last half-inning, the outs stand as they stood.
    [; cap=1 cap_last=true] set:inning=3,half=bottom,away=5,outs=1 press:homerun | over=True winner=away outs=1 home=1
H2: mercy looks at what is left of the runs.
    [; cap=2 mercy=3 mercy_from=1] set:half=bottom,runners=18+12+6 press:homerun | over=False home=2 inning=2
H2: in the game of three dice, in that of two and in that of one.
    [three-dice; cap=2] roll:112 | away=2 half=bottom
    [three-dice; cap=2] roll:111 | away=2 half=bottom
    [one-die; cap=2] roll:3 roll:3 | away=1 half=top
    ... roll:4 | away=2 half=bottom runners=
    [two-dice; cap=1] roll:66 | away=1 half=bottom
H2: of Four-Dice Baseball, no sign is left for the other side, and no pitch is counted after it.
    [four-dice; cap=1] set:runners=18 call:bunt press:run | half=bottom signs.sign_on=
    [four-dice; cap=1] set:runners=18,strikes=2 call:hit-and-run roll:1122 | half=bottom away=1 outs=0
H3: a game that is level after so many extra innings is over, and nobody has won.
    [; tie_after=0] set:inning=3,half=bottom,outs=2 press:out | over=True winner=None outs=3
    [; tie_after=1] set:inning=3,half=bottom,outs=2 press:out | over=False inning=4
    ... press:out press:out press:out press:out press:out press:out | over=True winner=None inning=4
H3: one who leads then has won.
    [; tie_after=0] set:inning=3,half=bottom,outs=2,away=1 press:out | over=True winner=away
H3: it is said so.
    [; tie_after=0] set:inning=3,half=bottom,outs=2,away=4,home=4 press:out | due: It is a tie, 4 to 4
H4: the runner comes from the so manieth extra inning on.
    [; extra_runner_from=2] set:inning=3,half=bottom,outs=2 press:out | inning=4 runners=
    ... press:out press:out press:out press:out press:out press:out | inning=5 runners=12
H4: any game but that of three dice may have him.
    [one-die; extra_runner=true] set:inning=9,half=bottom,outs=2 press:out | inning=10 runners=12
    [four-dice; extra_runner=true] set:inning=9,half=bottom,outs=2 press:out | inning=10 runners=12
    [three-dice; extra_runner=true] set:inning=9,half=bottom roll:222 | inning=10 runners=
H4: without him it does nothing.
    [; extra_runner=false extra_runner_from=1] set:inning=3,half=bottom,outs=2 press:out | inning=4 runners=
H5: the inning in play is the last one.
    call:last_inning | innings=1 over=False inning=1
    ... press:out press:out press:out press:homerun | over=True winner=home inning=1
H5: said between two innings, the one just finished was, and the game shows it.
    set:away=1,half=bottom,outs=2 press:out call:last_inning
    ... | over=True winner=away inning=1 half=bottom outs=3 innings=1 runners=
    [; cap=1 walk_off=false] set:half=bottom,outs=1,home=2 press:homerun | inning=2
    ... call:last_inning | over=True winner=home inning=1 outs=1
H5: between lasts until the next inning's first throw, press or call; a correction leaves it.
    set:away=1,half=bottom,outs=2 press:out blue7 call:last_inning | over=False innings=2
    set:away=1,half=bottom,outs=2 press:out press:batter call:last_inning | over=False innings=2
    set:away=1,half=bottom,outs=2 press:out set:away=0,home=2 call:last_inning | over=True winner=home home=2
H5: if Home lead in the bottom half in which it is said, the game is over with it; or after it.
    set:half=bottom,home=1 red7 call:last_inning | over=True winner=home half=bottom outs=0 innings=1
    [; walk_off=false] set:half=bottom,home=1 call:last_inning | over=False innings=1
    ... press:out press:out press:out | over=True winner=home
H5: it only shortens.
    set:inning=3 call:last_inning ! last inning already
    set:inning=4 call:last_inning ! last inning already
    set:inning=3,half=bottom,outs=2 press:out call:last_inning ! last inning already
    call:last_inning call:last_inning ! last inning already
H5: level then, what begins is the first extra inning, its runner put on second.
    set:half=bottom,outs=2 press:out call:last_inning | over=False inning=2 innings=1 runners=12 half=top
    [; tie_after=0] set:half=bottom,outs=2 press:out call:last_inning | over=True winner=None inning=1
    [; extra_runner_from=2] set:half=bottom,outs=2 press:out call:last_inning | inning=2 runners=
    [one-die] set:half=bottom,outs=2 press:out call:last_inning | inning=2 runners=
H5, D9: he who was to bat stands there, and the next one bats.
    [+-..] set:outs=2 press:out press:out press:out press:out call:last_inning
    ... | runners=12 men.0.helmet=1 at_bat=2
H5: it closes no window: a ball may still be chased, and a throw be answered otherwise.
    blue1 call:last_inning | chase=True
    ... red3 | strikes=1 balls=0 innings=1
    set:runners=13 blue2 red8 hit white10 call:last_inning to:18 | runners=18 innings=1
    [+..-] set:runners=6 blue7 call:last_inning call:steal | phase=run innings=1
H5: what is answered otherwise then is judged with it.
    set:half=bottom,home=1,runners=15 red2 blue8 hit white9 | over=False home=2
    ... call:last_inning | over=True
    ... to:18 | over=True home=1 runners=18
    set:half=bottom,runners=15 red2 blue8 hit white9 call:last_inning | over=True home=1
    ... to:18 | over=False home=0 runners=18 innings=1
H5: it is in no list of calls, and BATTER still changes nothing after it.
    call:last_inning | calls= fresh=True
H5: in every game.
    [one-die] call:last_inning | innings=1
    [three-dice] roll:222 call:last_inning | over=False innings=1
    [three-dice] roll:222 roll:211 call:last_inning | over=True winner=home
    [four-dice] call:bunt call:last_inning | innings=1 signs.sign_on=bunt
H7: the runs stand on the board before the first throw.
    [; away_start=2 home_start=3] press:ball | away=2 home=3
"""


@claims(LAW)
def test_the_rules_of_the_house(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


def test_innings_of_rallybird_are_counted_from_the_first() -> None:
    """H1: the 7th is the first one played; H5: the number in the state is of innings played."""
    house = HouseRules(extra_runner=False, mercy=1, mercy_from=2)
    game = replace(rally("set:home=3"), house=house)
    first = play("press:out press:out press:out", game)
    assert (False, 7) == (first.over, first.inning)
    second = play("press:out press:out press:out press:out press:out press:out", first)
    assert (True, 8, "top") == (second.over, second.inning, second.half)
    assert 1 == play("call:last_inning", rally()).innings


def test_a_roll_again_leaves_the_last_inning_standing() -> None:
    """H5, R8: the RallyBird throws the dice again in a game of which this inning is still the last."""
    at = rally("set:inning=9,half=bottom,away=1,outs=2", options=("rallybird",), innings=9)
    ended = on("call:card_Homer GLOVES roll:11 call:last_inning", at)
    assert (True, "away", 3, 9, ("rallybird",)) == (ended.over, ended.winner, ended.innings, ended.inning, ended.calls)
    again = on("call:rallybird", ended)
    assert (False, 3, "pitch", 2) == (again.over, again.innings, again.phase, again.outs)
    assert (True, "away", 9) == ((out := on("roll:11", again)).over, out.winner, out.inning)


@pytest.mark.parametrize("players", [("Ana",), ("Ana", "Leo"), ("Ana", "Leo", "Tom"), ("Ana", "Leo", "Tom", "Eva")])
def test_one_to_four_partners_take_turns(players: tuple[str, ...]) -> None:
    """H6, D53: the next in order bats with every new batter, and pitches after a hit or a walk."""
    game = start(replace(SETUP, away=replace(REDS, players=players), home=replace(BLUES, players=players)))
    bats = [name for game in _outs(game, 2) for name in [game.player("away")]]
    assert [players[turn % len(players)] for turn in range(3)] == bats
    walked = play("press:homerun press:homerun press:homerun press:homerun press:out", game)
    assert players[4 % len(players)] == walked.player("home")
    changed = play("press:out press:out", walked)
    assert (players[(4 + 1) % len(players)], players[(6 + 1) % len(players)]) == (
        changed.player("home"), changed.player("away"),
    )  # fmt: skip


def _outs(game: Game, count: int) -> list[Game]:
    """The game, and after each of so many outs."""
    games = [game]
    for _ in range(count):
        games.append(play("press:out", games[-1]))
    return games


def test_who_threw_the_last_pitch_of_a_full_half_has_finished_it() -> None:
    """H2, H6: the pitcher who gave up the last run is followed by one, however it came in."""
    players = ("Ana", "Leo", "Tom")
    setup = replace(SETUP, away=replace(REDS, players=players), home=replace(BLUES, players=players))
    game = play("press:homerun", start(replace(setup, house=Rulings(cap=1))))
    assert ("bottom", "Leo", "Leo") == (game.half, game.player("home"), game.player("away"))


def test_every_game_takes_every_rule_of_the_house() -> None:
    """All of them together, in each game, from its first line to an end."""
    rulings = Rulings(mercy=9, mercy_from=2, cap=3, cap_last=True, tie_after=1, extra_runner=True, away_start=1)
    for name in RULE_SETS:
        game = start(replace(SETUP, rules=name, house=rulings))  # type: ignore[arg-type] # its name
        for _ in range(200):
            game = game if game.over else play("press:out", game)
        assert (True, "away") == (game.over, game.winner), name


def test_what_it_says_of_innings_once_they_are_others() -> None:
    """A state line has the number of innings once it is another than the game line's."""
    lines = ['{"type":"game","rules":"one-die","away":{"name":"A","color":"red"},"home":{"name":"B","color":"blue"}}']
    lines += [
        '{"type":"press","button":"out"}',
        '{"type":"call","call":"last inning"}',
        '{"type":"press","button":"undo"}',
    ]
    states = [step.state for step in replay(enumerate(map(decode, map(str.encode, lines)), start=1))]
    assert [None, None, 1, None] == [state.get("innings") for state in states]


def test_a_series_is_in_the_game_line() -> None:
    """H8: with its name, which game of it this is, and how many there are at the most; no law of play."""
    line = {"type": "game", "rules": "one-die", "away": {"name": "A", "color": "red"}}
    line |= {"home": {"name": "B", "color": "blue"}, "series": {"name": "Attic Cup", "game": 2, "best_of": 5}}
    setup = decode(json.dumps(line).encode())
    assert isinstance(setup, Setup)
    assert SeriesGame(name="Attic Cup", game=2, best_of=5) == setup.series
    assert replace(start(setup), setup=SETUP) == replace(start(replace(setup, series=SETUP.series)), setup=SETUP)
    for wrong in ({"game": 6}, {"game": 0}, {"best_of": 100}, {"name": ""}):
        with pytest.raises((ValueError, ValidationError), match="series"):
            decode(json.dumps(line | {"series": {**line["series"], **wrong}}).encode())  # type: ignore[dict-item] # it is one


def test_last_inning_cannot_be_called_when_the_game_is_over() -> None:
    """H5: nothing can be called then."""
    assert "Nothing can be called now" in why(
        play("call:last_inning press:out press:out press:out set:home=1 press:run"), "call:last_inning"
    )
