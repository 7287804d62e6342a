"""The box alone: nine buttons and a panel set up and play a whole game in Spanish, and put right what went wrong.

No camera, no terminal, no page. What is pressed next is decided by the LEDs, and what they showed is searched for
English.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.finger import SIZE, Finger, at_the_box
from support.overheard import Listener, in_english
from support.scoring import SETUP, played
from support.stadium import lines

from firmware.config.schema import shipped
from firmware.config.teams import Offers, shipped_offers
from firmware.storage.next_game import NextGame
from scoreboard import display
from scoreboard.language import ENGLISH, language
from scoreboard.message import Words
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import Amend, Call, Set
from scoreboard.stats.box_score import box_score

pytestmark = pytest.mark.usefixtures("quick_reader")

NAMES = ("ana", "leo", "mia", "amateur", "rallybird", "color")
"""And words that both languages have."""


def offers() -> Offers:
    """The shipped teams, and the owner's family."""
    return Offers(shipped_offers(shipped()).teams, ("Ana", "Leo", "Mia"))


async def set_up(finger: Finger) -> None:
    """Major League as long as it is, two teams of the list, partners and helmets; the white die says who is Home."""
    await finger.menu("juego nuevo?", "JUEGO: AMATEUR", "ESTADIO?", "GRANDES LIGAS?")
    await finger.take("VISITA: ROJOS", "TIGRES?", "LOCAL: AZULES", "PANTERAS?", "LOCAL: PANTERAS", "COLOR", "azul?")
    await finger.take("QUIÉN ES LOCAL", "CON DADO?")
    await finger.take("MÁS", "QUIÉN JUEGA", "TIGRES", "ANA?", "CON LEO?", "NADIE MÁS?")
    await finger.take("MÁS", "QUIÉN JUEGA", "PANTERAS", "MIA?", "A SOLAS?")
    await finger.take("MÁS", "CASCOS", "PANTERAS", "1: LISO?", "2: +?", "3: LISO?", "4: -?")
    await finger.take("PLEIBOL?")
    await finger.enter("white", 9)
    await finger.enter("white", 4)


async def top_of_the_first(finger: Finger) -> None:
    """A bunt, a steal, a helmet that stands elsewhere, a fair ball, a tag-up that scores, and a double play."""
    await finger.enter("orange", 5)
    await finger.say("toque?")
    await finger.enter("blue", 3)
    await finger.enter("white", 9)
    await finger.enter("orange", 1)
    await finger.say("robo?")
    await finger.enter("white", 6)
    await finger.fix("corregir pizarra?", "BASES", "1B VACÍA?", "2B VACÍA?", "3B OCUPADA?", changes="EN: 3B OK?")

    await finger.enter("orange", 2)
    await finger.enter("blue", 8)  # by a + helmet
    await finger.enter("chip", "hit")
    await finger.enter("white", 4)  # the man on third base stays
    await finger.press("next")
    await finger.press("ok")
    await finger.enter("orange", 3)
    await finger.enter("white", 5)

    await finger.enter("orange", 2)
    await finger.enter("blue", 8)
    await finger.enter("chip", "out")
    await finger.say("pisa y corre?")
    await finger.enter("white", 6)
    await finger.press("ok")
    await finger.say("se queda?")

    await finger.enter("orange", 2)
    await finger.enter("blue", 8)  # by a - helmet
    await finger.enter("chip", "hit")
    await finger.enter("white", 2)
    await finger.press("ok")
    await finger.enter("white", 3)
    await finger.press("ok")
    await finger.enter("orange", 10)
    await finger.enter("orange", 10)


async def bottom_of_the_first(finger: Finger) -> None:
    """A wrong inning is put right, and a ball that was a strike six throws ago; a home run, and three are caught."""
    await finger.fix("corregir pizarra?", "ENTRADA", "ENTRADA 2?", changes="ENTRADA 1 > 2 OK?")
    await finger.fix("corregir pizarra?", "ENTRADA", "ENTRADA 1?", changes="ENTRADA 2 > 1 OK?")
    await finger.enter("blue", 2)
    await finger.enter("orange", 7)
    await finger.enter("chip", "hit")
    await finger.enter("white", 9)

    for misread in (1, 7, 1, 3):
        await finger.enter("blue", misread)
    await finger.enter("orange", 3)
    await finger.enter("blue", 1)
    await finger.enter("blue", 3)
    await finger.menu("corregir tiradas?")
    for _ in range(6):
        await finger.press("next")
    await finger.take("azul 1?", "CAMBIAR?", "azul 7?", "CUENTA 3-2 > 2-2 OK?")
    await finger.enter("orange", 10)
    await finger.enter("orange", 10)
    await caught(finger, "blue", "orange")


async def second_inning(finger: Finger) -> None:
    """A strikeout on called strikes; then without dice, by the buttons, a walk, a strikeout and two outs."""
    for _ in range(3):
        await finger.enter("orange", 7)
    await caught(finger, "orange", "blue", times=2)
    for button in (*("ball",) * 4, *("strike",) * 3, "out", "out"):
        await finger.press(button)


async def third_inning(finger: Finger) -> None:
    """Away ties, by HOMERUN; Home's last at bat is a home run by the die, which ends the game there and then."""
    await finger.press("homerun")
    await caught(finger, "orange", "blue")
    await finger.enter("blue", 2)
    await finger.enter("orange", 10)
    await finger.enter("orange", 10)


async def caught(finger: Finger, pitcher: str, batter: str, times: int = 3) -> None:
    """So many flies that are caught."""
    for _ in range(times):
        await finger.enter(pitcher, 2)
        await finger.enter(batter, 8)
        await finger.enter("chip", "out")


async def whole_game(finger: Finger) -> None:
    """From the set-up to the last out."""
    await set_up(finger)
    await top_of_the_first(finger)
    await bottom_of_the_first(finger)
    await second_inning(finger)
    await third_inning(finger)
    SEEN.update(finger.seen)


SEEN: set[bytes] = set()
"""What the LEDs showed."""


def drawn(text: str) -> set[bytes]:
    """The text as the LEDs may show it first, asked or told, in a team's colour or none."""
    pictures = (
        display.message_picture(text, SIZE, ok=ok, color=color) for ok in (True, False) for color in (None, "red")
    )
    return {display.monochrome(picture).tobytes() for picture in pictures}


def worded(words: Words, heard: str) -> bool:
    """Whether English has other words for it than were heard."""
    return ENGLISH(words, "panel").upper() != heard.upper()


@pytest.mark.once
@pytest.mark.untraced
async def test_a_whole_game_by_the_box_alone_in_spanish(tmp_path: Path) -> None:
    """Set up, thrown off, played with every call, put right three times, and won; and no English on the LEDs."""
    SEEN.clear()
    spanish, chosen = Listener(language("es")), list[NextGame]()
    options = {"offers": offers(), "keep_next": chosen.append}
    async with at_the_box(tmp_path / "games.sqlite", SETUP, speaks=spanish, **options) as finger:
        await whole_game(finger)
    game = finger.game
    assert (True, "home", 2, 3) == (game.over, game.winner, game.away, game.home)
    away, home = game.setup.away, game.setup.home
    assert ("Panteras", "blue", ("Mia",)) == (away.name, away.color, away.players)
    assert ("Tigres", "orange", ("Ana", "Leo")) == (home.name, home.color, home.players)
    assert (("", "+", "", "-"), RULE_SETS["diamante-major"].innings) == (away.lineup, game.inning)
    # What was said and put right.
    recorded = lines(tmp_path / "games.sqlite")
    assert ["bunt", "steal", "tag-up"] == [line.call for line in recorded if isinstance(line, Call)]
    assert [(18,), 2, 1] == [line.runners or line.inning for line in recorded if isinstance(line, Set)]
    assert [7] == [line.value for line in recorded if isinstance(line, Amend)]
    # The next game is such a one again, with the teams called as they are in any language.
    assert [("Panthers", "Tigers")] == [(each.setup.away.name, each.setup.home.name) for each in chosen]
    box = box_score(played(*recorded, setup=game.setup))
    assert {"SB": 1, "SAC": 1, "DP": 1, "HR": 1}.items() <= box.away.scorebook.items()
    assert {"HR": 2, "BB": 1, "K": 1}.items() <= box.home.scorebook.items()
    assert all(partner.stats["pa"] for partner in box.home.players)
    # Nothing was said in English, and nothing that the LEDs showed is what English would have said.
    assert in_english(spanish.heard, NAMES) == []
    on_panel = {words: text for (words, length), text in spanish.heard.items() if length == "panel" and text.strip()}
    others = [words for words, text in on_panel.items() if worded(words, text)]
    assert [ENGLISH(words, "panel") for words in others if drawn(ENGLISH(words, "panel")) & SEEN] == []
    shown = [words for words, text in on_panel.items() if drawn(text) & SEEN]
    assert (True, True) == (len(others) > 60, len(shown) > 50), (len(others), len(shown))
