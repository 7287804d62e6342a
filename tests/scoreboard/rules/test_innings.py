"""Half-innings, extra innings, the end, and partners: D7 to D9, D11, D53."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.law import claims, holds
from support.rules import SETUP, SINGLE, play, why

from scoreboard.rules import Game, start
from scoreboard.rules.state import Up

LAW = """
D7: three outs change sides: the runners are cleared, the count, the bases and the ball reset, and the other side bats.
    set:runners=12+6,balls=2,outs=2 blue2 red8 caught | inning=1 half=bottom outs=0 runners= balls=0 ball=Z1 awaits=red
D7: six outs are an inning: after both halves the next inning begins with Away at bat.
    press:out press:out press:out press:out press:out press:out | inning=2 half=top awaits=blue
D7: no runner moves after the third out: those still due in the turn do not run.
    set:runners=18,outs=2 blue2 red10 red2 hit white6 | half=bottom away=0 outs=0
D8: the last half is not played if home leads: Home ahead after the top of the last inning has won.
    set:inning=3,home=1,outs=2 press:out | phase=over winner=home inning=3 half=top outs=3 runners= awaits=None
D8: home taking the lead in its last half wins at once: a walk-off: the runners and the outs stay as they stood.
    set:inning=3,half=bottom,runners=18+12,outs=1 red2 blue8 hit white6 | phase=over winner=home runners=12 outs=1
D8: home tie does not end it: it takes the lead, not a tie.
    set:inning=3,half=bottom,away=1 press:run | phase=pitch home=1 winner=None
D8: early home lead does not end it: only the last inning can end that way.
    set:inning=2,half=bottom press:homerun | phase=pitch
D8: away scoring does not end the game: the side at bat in the top half never wins on a run.
    set:inning=3 press:homerun | phase=pitch
D8: away leading after the last inning wins: the bottom of the last played out, the side ahead has won.
    set:inning=3,half=bottom,away=1 press:out press:out press:out | phase=over winner=away inning=3 half=bottom outs=3
    ... | due: The game is over: Reds win 1 to 0!
D9: a tie goes to extra innings: the inning goes on counting, and the first in line stands on second base.
    set:inning=3,half=bottom,away=2,home=2 press:out press:out press:out | inning=4 half=top runners=12 phase=pitch
    ... | over=False
D9: extra innings start with a man on second: the home half likewise, whatever Away has scored.
    set:inning=3,half=bottom,away=2,home=2 press:out press:out press:out press:run press:out press:out press:out
    ... | half=bottom runners=12 away=3
D9: home lead in extras wins: at once, in the bottom half.
    set:inning=3,half=bottom,away=2,home=2 press:out press:out press:out press:out press:out press:out press:run
    ... | phase=over winner=home home=3
D9: away wins in extras: Away leads after Home has had its turn.
    set:inning=3,half=bottom,away=2,home=2 press:out press:out press:out press:run
    ... press:out press:out press:out press:out press:out press:out | phase=over winner=away inning=4
D9: tied extra inning: another follows, as many as it takes.
    set:inning=3,half=bottom,away=2,home=2 press:out press:out press:out press:out
    ... press:out press:out press:out press:out press:out | inning=5 half=top runners=12
D11: home before the third out, though that falls later in the same play, by a force at that.
    set:runners=18+12+6,outs=2 blue2 red8 hit white6 white3 white3 white3 blue8 ball:1B | away=1 half=bottom
D8: a correction never ends a game, nor does a walk that brings no runner home; the next run does.
    set:inning=3,half=bottom,home=1,balls=3 red1 | over=False runners=6
    ... press:run | over=True
D8: a house may play a half that has begun to its third out: the walk-off is a ruling.
    [; walk_off=false] set:inning=3 press:out press:out press:out press:homerun | phase=pitch half=bottom home=1
    ... press:out press:out press:out | winner=home
D8: it is not begun where Home leads, in such a house either.
    [; walk_off=false] set:inning=3,home=1 press:out press:out press:out | over=True half=top winner=home
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


THREE_OUTS = "press:out press:out press:out"


def tied() -> Game:
    """The first half of the first extra inning."""
    return play(f"set:inning=3,half=bottom,away=2,home=2 {THREE_OUTS}")


def test_nothing_can_be_played_after_the_end() -> None:
    """D8: the board stays as it is, and each line is refused with the result."""
    game = play("set:inning=3,half=bottom press:homerun")
    for word in ("red3", "hit", "skip", "hold", "call:keep-running", "press:ball", "press:ok", "set:home=0", "to:3"):
        assert "The game is over: Blues win 1 to 0!" in why(game, word)


def partners() -> Game:
    """Ana and Leo at Mia and Noa."""
    away = replace(SETUP.away, players=("Ana", "Leo"))
    return start(replace(SETUP, away=away, home=replace(SETUP.home, players=("Mia", "Noa"))))


@pytest.mark.parametrize(
    ("words", "bats", "pitches"),
    [
        ("", "Ana", "Mia"),
        ("press:out", "Leo", "Mia"),
        (SINGLE, "Leo", "Noa"),
        ("set:balls=3 blue1", "Leo", "Noa"),
        ("set:balls=3 blue1 red5", "Ana", "Mia"),
        ("press:homerun press:out", "Ana", "Noa"),
        ("blue2 red8 hit white5 blue8 ball:1B", "Leo", "Mia"),
        ("blue7 press:batter", "Leo", "Mia"),
        ("press:batter press:batter", "Ana", "Mia"),
        ("press:ball press:batter", "Leo", "Mia"),
        ("press:run press:batter", "Leo", "Mia"),
        ("set:outs=1 press:batter", "Leo", "Mia"),
        (THREE_OUTS, "Noa", "Leo"),
        (f"press:out {THREE_OUTS[10:]}", "Noa", "Leo"),
    ],
)
def test_partners_take_turns(words: str, bats: str, pitches: str) -> None:
    """D53: the batter alternates with every new batter, the pitcher after a hit or a walk; then roles cross over."""
    assert Up(bats=bats, pitches=pitches) == play(words, partners()).up


def test_who_finished_batting_has_his_partner_pitch() -> None:
    """D53: the half ended by the second of two batters, the first pitches next, and the pitcher's partner bats."""
    game = play("set:outs=1 press:out press:out", partners())
    assert Up(bats="Noa", pitches="Ana") == game.up


def test_a_lone_player_is_always_up() -> None:
    """D53: a team of one needs no turns, and a team that names nobody shows nobody."""
    alone = start(replace(SETUP, away=replace(SETUP.away, players=("Ana",))))
    assert Up(bats="Ana", pitches=None) == play("press:out", alone).up
    assert None is play().up


def test_partners_take_turns_in_the_bottom_half_too() -> None:
    """D53: Home's batters alternate, and Away's pitchers after a hit."""
    bottom = play(THREE_OUTS, partners())
    assert Up(bats="Mia", pitches="Leo") == play("press:out", bottom).up
    assert Up(bats="Mia", pitches="Ana") == play("press:homerun", bottom).up


def test_partners_go_on_taking_turns() -> None:
    """D53: one after the other for as long as it takes."""
    bottom = play(THREE_OUTS, partners())
    ups = [play("press:homerun " * hits, replace(bottom, innings=99)).up for hits in range(5)]
    assert [
        Up(bats=bats, pitches=pitches) for bats, pitches in zip(["Noa", "Mia"] * 2, ["Leo", "Ana"] * 2, strict=True)
    ] == ups[:4]
    assert ups[0] == ups[4]


def test_a_pitcher_is_shown_where_only_the_fielders_take_turns() -> None:
    """D53: the team at bat names nobody, and the one in the field does."""
    game = start(replace(SETUP, home=replace(SETUP.home, players=("Mia", "Noa"))))
    assert Up(bats=None, pitches="Mia") == game.up
