"""The moments whose pictures are golden, and the script that draws those pictures anew.

After a change that is meant to change the face:

    python tests/golden/pictures/redraw.py [FOLDER]

draws every picture into this folder as it is on the panel (one pixel a light), and with FOLDER also one sheet that
shows them all as lights. Look at the sheet before you commit: a golden picture is a claim that it looks right.
"""

from __future__ import annotations

import sys
from functools import reduce
from pathlib import Path

from msgspec.structs import replace
from PIL import Image

from scoreboard.display import Question, draw, led_picture, message_picture, monochrome
from scoreboard.rules import apply, start
from scoreboard.rules.events import Call, Chip, Die, Event, RulesName, Set, Setup, Team
from scoreboard.rules.state import Dugouts, Game, Runner, SignPlay

HIGH = (64, 32)
HERE = Path(__file__).parent


def reds_at_blues(away: str = "Reds", home: str = "Blues", colors: tuple[str, str] = ("red", "blue")) -> Game:
    """A game that is about to begin."""
    left, right = Team(name=away, color=colors[0]), Team(name=home, color=colors[1])
    return start(Setup(rules="diamante-amateur", innings=3, away=left, home=right))


def at(game: Game | None = None, runners: tuple[int, ...] = (), **state: object) -> Game:
    """A game at the moment that ``state`` says, helmets on ``runners``."""
    men = tuple(Runner(place=place) for place in runners)
    return replace(game or reds_at_blues(), men=men, **state)


def played(*events: Event) -> Game:
    """A game after ``events``."""
    return reduce(apply, events, reds_at_blues())


def partners(rules: RulesName = "diamante-amateur", **state: object) -> Game:
    """A game of two against two."""
    left = Team(name="Reds", color="red", players=("Ana", "Leonardo"))
    right = Team(name="Blue Jays", color="blue", players=("Mia", "Tom"))
    return at(start(Setup(rules=rules, innings=3, away=left, home=right)), **state)


def helmets(runners: tuple[int, ...] = (), **state: object) -> Game:
    """A game of helmets, +, plain, plain and - in each dugout."""
    left, right = Team(name="Reds", color="red"), Team(name="Blues", color="blue")
    return at(start(Setup(rules="diamante-major", innings=3, away=left, home=right)), runners, **state)


def four_dice(*calls: str, **state: object) -> Game:
    """A game of four dice in which these signs were called."""
    left, right = Team(name="Reds", color="red"), Team(name="Blues", color="blue")
    game = start(Setup(rules="four-dice", away=left, home=right))
    return at(reduce(apply, (Call(call=call) for call in calls), game), (18, 6), **state)


def rally(*calls: str) -> Game:
    """A game of RallyBird with a runner on second and one out, after these calls."""
    left, right = Team(name="Reds", color="red"), Team(name="Blues", color="blue")
    begun = apply(start(Setup(rules="rallybird", away=left, home=right)), Set(away=2, home=1, outs=1, runners=(12,)))
    return reduce(apply, (Call(call=call) for call in calls), begun)


CARD, GLOVES = "card Deep left", "gloves A=5/4 B=6/4 C=5/4 D=5/3 E=4/3 F=3/5"
HIT = (Die(color="blue", value=3), Die(color="red", value=7), Chip(face="hit"))
"""A hit to zone 7."""
RUN = (*HIT, Die(color="white", value=9))
"""The batter may stop at first or go on to place 9."""
THROW = (*HIT, Die(color="white", value=4), Die(color="blue", value=9))
"""The batter is short of first, and the fielder throws to a base of his choice."""


def pictures() -> dict[str, Image.Image]:
    """Every golden picture by its name, drawn now."""
    over = at(inning=3, half="bottom", away=3, home=4, phase="over", awaits=None, winner="home", runners=(12,))
    extra = at(inning=5, half="bottom", away=10, home=8, runners=(12,))
    accents = reds_at_blues("Águilas del Ñandú", "Éclairs", ("green", "orange"))
    alike = reds_at_blues("Reds", "Rebels", ("red", "purple"))
    unknown = reds_at_blues("東京", "大阪", ("yellow", "teal"))
    return {
        "start": draw(at()),
        "sign-take": draw(four_dice("take", strikes=1)),
        "sign-hit-and-run": draw(four_dice("hit-and-run", balls=2, inning=4, half="bottom")),
        "high-sign-steal": draw(four_dice("steal", balls=3, strikes=2, outs=2), HIGH),
        "low-high-steal": draw(four_dice(phase="low-high", play=SignPlay(low_high="steal"))),
        "low-high-board": draw(four_dice(phase="low-high", play=SignPlay(low_high="steal")), tick=6),
        "high-low-high-appeal": draw(four_dice(phase="low-high", play=SignPlay(low_high="appeal")), HIGH),
        "mid-inning": draw(at(inning=2, half="bottom", away=3, home=5, balls=2, strikes=1, outs=1, runners=(12, 6))),
        "full-count": draw(at(inning=3, away=1, home=2, balls=3, strikes=2, outs=2, runners=(18,))),
        "bases-full": draw(at(inning=2, away=7, home=6, outs=1, runners=(18, 12, 6))),
        "between-bases": draw(at(inning=2, away=1, home=2, runners=(20, 9, 3), phase="throw", ball="2B")),
        "beside-bases": draw(at(runners=(13, 7, 1), phase="throw", ball="1B")),
        "ball-at-home": draw(at(runners=(17, 11), phase="throw", ball="HP")),
        "extra-innings": draw(extra),
        "two-digits": draw(at(away=12, home=34)),
        "three-digits": draw(at(away=100, home=999)),
        "eleventh-of-twelve": draw(at(replace(reds_at_blues(), innings=12), inning=11)),
        "accents": draw(accents),
        "same-initial": draw(alike),
        "unknown-letters": draw(unknown),
        "three-words": draw(reds_at_blues("New Mexico Wolves", "Blue Jays", ("magenta", "cyan"))),
        "running-choice": draw(played(*RUN)),
        "running-choice-blink": draw(played(*RUN), tick=1),
        "throwing-choice": draw(played(*THROW)),
        "throwing-choice-blink": draw(played(*THROW), tick=1),
        "walk-off": draw(over),
        "walk-off-later": draw(over, tick=2),
        "away-wins": draw(at(inning=3, half="bottom", outs=3, away=11, home=9, phase="over", winner="away"), tick=1),
        "question": draw(at(), question=Question("red", 6)),
        "question-blink": draw(at(), question=Question("red", 6), tick=1),
        "question-ten": draw(at(), question=Question("magenta", 10)),
        "question-chip": draw(at(), question=Question("chip", "out")),
        "question-nothing-offered": draw(at(), question=Question("white")),
        "question-long-name": draw(at(), question=Question("turquoise", 10)),
        "message-one-line": message_picture("No camera"),
        "message-two-lines": message_picture("Plug the camera in"),
        "message-moved-up": message_picture("The card is full: free some room", tick=3),
        "play-ball": message_picture("Play ball!"),
        "asks-bunt": message_picture("Bunt?", ok=True),
        "asks-run": message_picture("Run 3B?", ok=True),
        "asks-run-blink": message_picture("Run 3B?", ok=True, tick=1),
        "asks-keep-running": message_picture("Keep running?", ok=True),
        "asks-about-a-line": message_picture("Line 12 blue 7?", ok=True, color="blue"),
        "asks-ok": message_picture("On 1st next:run on", ok=True),
        "tells-about-a-line": message_picture("Line 12 red 7", color="red"),
        "up-partners": draw(partners(runners=(12,), outs=1), tick=6),
        "up-helmet-plus": draw(helmets(), tick=6),
        "up-helmet-plain": draw(helmets((6,), at_bat=1, dugouts=Dugouts(away=(2, 3))), tick=6),
        "up-helmet-minus": draw(
            helmets((18, 6), half="bottom", home=12, at_bat=3, dugouts=Dugouts(home=(0,)), balls=3), tick=6
        ),
        "rallybird-card": draw(rally()),
        "rallybird-card-blink": draw(rally(), tick=1),
        "rallybird-gloves": draw(rally(CARD)),
        "rallybird-roll": draw(rally(CARD, GLOVES)),
        "rallybird-asks-gloves": message_picture("A5 B6 C5 D5 E4 F3?", ok=True),
        "high-rallybird-card": draw(rally(), HIGH),
        "high-rallybird-gloves": draw(rally(CARD), HIGH),
        "high-rallybird-roll": draw(rally("card Deep centre", GLOVES), HIGH),
        "high-start": draw(at(), HIGH),
        "high-mid-inning": draw(
            at(inning=2, half="bottom", away=3, home=12, balls=2, strikes=1, runners=(12, 6)), HIGH
        ),
        "high-full": draw(at(inning=3, away=100, home=9, balls=3, strikes=2, outs=2, runners=(18, 12, 6)), HIGH),
        "high-between-bases": draw(at(inning=7, home=1, runners=(20, 9, 1), phase="throw", ball="2B"), HIGH),
        "high-over": draw(over, HIGH, tick=1),
        "high-question": draw(at(), HIGH, question=Question("magenta", 10)),
        "high-message": message_picture("The card is full", HIGH),
        "high-partners": draw(partners(runners=(12,), outs=1), HIGH, tick=6),
        "high-helmets": draw(helmets(), HIGH),
        "high-helmets-at-bat": draw(
            helmets((20, 6), half="bottom", home=12, at_bat=3, dugouts=Dugouts(home=(0,)), balls=3), HIGH, tick=6
        ),
        "high-partners-with-helmets": draw(partners("diamante-major", away=100), HIGH, tick=18),
        "high-asks-run": message_picture("Run 3B?", HIGH, ok=True),
        "high-asks-about-a-line": message_picture("Line 12 blue 7?", HIGH, ok=True, color="blue"),
    }


def sheet(drawn: dict[str, Image.Image], across: int = 2, pitch: int = 9) -> Image.Image:
    """All pictures as lights, each with what a panel of one colour shows below it."""
    tiles = [above_one_colour(picture, pitch) for picture in drawn.values()]
    rows = [tiles[first : first + across] for first in range(0, len(tiles), across)]
    heights = [max(tile.height for tile in row) for row in rows]
    whole = Image.new("RGB", (across * max(tile.width for tile in tiles), sum(heights)))
    for number, row in enumerate(rows):
        for column, tile in enumerate(row):
            whole.paste(tile, (column * tile.width, sum(heights[:number])))
    return whole


def above_one_colour(picture: Image.Image, pitch: int) -> Image.Image:
    """A picture as a colour panel shows it, above what a MAX7219 chain shows of it."""
    upper, lower = led_picture(picture, pitch), led_picture(monochrome(picture), pitch)
    both = Image.new("RGB", (upper.width + pitch, 2 * upper.height + pitch), (60, 60, 60))
    both.paste(upper, (0, 0))
    both.paste(lower, (0, upper.height))
    return both


def main() -> None:
    """Draw everything anew."""
    for name, picture in pictures().items():
        picture.save(HERE / f"{name}.png")
    for folder in sys.argv[1:]:
        sheet(pictures()).save(Path(folder) / "sheet.png")


if __name__ == "__main__":
    main()
