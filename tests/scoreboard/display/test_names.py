"""Long names, shortened so that who knows one knows it again."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.faces import teams

from scoreboard.display import PanelScene
from scoreboard.display.fonts import HIGH, LARGE, SMALL, TINY, Font
from scoreboard.display.names import short_name, short_team, shown_player, shown_team, written_name
from scoreboard.rules.events import Side

FONTS = (HIGH, LARGE, SMALL, TINY)
SIZE = (37, 14)
SIDES: tuple[Side, Side] = ("away", "home")


@pytest.mark.parametrize(
    ("name", "lines", "font"),
    [
        ("Reds", ["REDS"], HIGH),
        ("Blue Jays", ["BLUE JAYS"], SMALL),
        ("Sultanes de Monterrey", ["SULTANES", "MONTERREY"], TINY),
        ("Tecolotes de los Dos Laredos", ["TECOLOTES"], SMALL),
        ("Diablos Rojos del México", ["DIABLOS", "ROJOS"], SMALL),
        ("Alpha Bravo Charlie Delta", ["A. B. C.", "DELTA"], SMALL),
        ("Tigers-of-the-Northern-Highlands", ["TIGERS-OF-"], TINY),
        ("Тигры", ["TIGRY"], HIGH),
        ("🦁 Lions", ["LIONS"], HIGH),
        ("大阪 Tigers", ["TIGERS"], HIGH),
        ("👨\u200d👩\u200d👧", ["👨"], HIGH),
        ("Smith Smithson & Co.", ["SMITH", "SMITHSON"], SMALL),
    ],
)
def test_whole_words_go_before_letters_do(name: str, lines: list[str], font: Font) -> None:
    """Fonts step down and lines are broken first; then small words go, then all but what tells most."""
    assert tuple(map(font.write, lines)) == written_name(name, SIZE, FONTS)


@given(name=st.text(min_size=1, max_size=40), width=st.integers(11, 60), height=st.integers(5, 20))
def test_any_name_fits(name: str, width: int, height: int) -> None:
    """Whatever it is, it stays in its box, with a dark row between its lines."""
    lines = written_name(name, (width, height), (SMALL, TINY))
    assert all(len(row) <= width for line in lines for row in line)
    assert sum(map(len, lines)) + len(lines) - 1 <= height


ALIKE = [
    ("Reds", "REDS", ("AWAY", "HOME")),
    ("Reds", "Rods", ("REDS", "RODS")),
    ("東京", "大阪", ("AWAY", "HOME")),
    ("東京", "Away", ("A", "AWA")),
    ("東京 Tigers", "大阪 Tigers", ("AWAY", "HOME")),
    ("Donaudampfschifffahrt", "Donaudampfschiffsfahrt", ("AWAY", "HOME")),
    ("Zalgo", "Z\u0335\u0336\u0337algo", ("AWAY", "HOME")),
    ("Águilas", "Aguilas", ("AWAY", "HOME")),
    ("0", "O", ("AWAY", "HOME")),
    ("Gigantes del Norte", "Gigantes del Sur", ("GDN", "GDS")),
]


def test_no_room_for_a_letter_is_no_fault() -> None:
    """A panel that narrow shows none, and goes on."""
    assert "" == short_team(PanelScene(teams("Reds", "Blues")), "away", 1, SMALL)


@pytest.mark.parametrize(("away", "home", "shown"), ALIKE)
def test_teams_with_one_short_name_are_distinct(away: str, home: str, shown: tuple[str, str]) -> None:
    """They have their letters, or else Away and Home; never colour alone."""
    scene = PanelScene(teams(away, home))
    assert shown == (short_team(scene, "away", 37, SMALL), short_team(scene, "home", 37, SMALL))


@example(away="0", home="O", width=11)
@given(away=st.text(min_size=1, max_size=40), home=st.text(min_size=1, max_size=40), width=st.integers(11, 40))
def test_two_teams_are_never_written_alike(away: str, home: str, width: int) -> None:
    """Whatever they are called, and however narrow it is."""
    scene = PanelScene(teams(away, home))
    left, right = (shown_team(scene, side, lambda name: written_name(name, (width, 7), FONTS)) for side in SIDES)
    assert left != right
    assert all(len(row) <= width for line in left + right for row in line)


@pytest.mark.parametrize(
    ("players", "shown"),
    [
        (("Guadalupe Ana", "Guadalupe Eva"), ["G. ANA", "G. EVA"]),
        (("Maximilianito", "Maximilianita"), ["MAO", "MAA"]),
        (("東", "Ana"), ["1", "ANA"]),
        (("Ana", "ANA"), ["1", "2"]),
        (("🦁 Ana", "🐯 Eva"), ["ANA", "EVA"]),
    ],
)
def test_partners_with_one_short_name_are_distinct(players: tuple[str, str], shown: list[str]) -> None:
    """They have their letters, or their numbers where letters are the same."""
    written = [shown_player(each, players, lambda name: short_name(name, 37, SMALL)) for each in players]
    assert shown == written
