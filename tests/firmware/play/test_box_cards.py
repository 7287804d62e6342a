"""RallyBird alone against the box: it chooses in secret, lays without a look, and waits where a person speaks first."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec import structs
from support.english import on_panel
from support.finger import at_the_box
from support.lab import in_the_lab
from support.menus import panels
from support.rallybird import LAID, PLAIN, at_bat, committed, rally
from support.rules import SETUP
from support.stadium import FixedClock, lines

from firmware.play.inputs.box_player import shown_card
from firmware.play.menus.throws import what_counts_now
from firmware.play.state.shown import Shown
from scoreboard.commentary import prompt
from scoreboard.display import message_picture
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.opponent import Opponent, Strength
from scoreboard.rules import sayable
from scoreboard.rules.events import Call, Event, Press, Roll, Set, Setup, Side
from scoreboard.rules.state import Game
from scoreboard.session import Session

pytestmark = pytest.mark.usefixtures("quick_reader")
GAME = structs.replace(SETUP, rules="rallybird", innings=1, deck=PLAIN)
AWAY, HOME = Opponent("away"), Opponent("home")
USUAL = "A4 B5 C6 D7 E8 F3?"
SAYS = "The box chose for "


@pytest.fixture(autouse=True)
def _same_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance that is the same each time."""
    lots = Random(1)  # noqa: S311 - lots for a test
    for module in ("state.secret_card", "inputs.box_player"):
        monkeypatch.setattr(f"firmware.play.{module}.SystemRandom", lambda: lots)


def calls(journal: Path) -> list[str]:
    """The record in short: whose lines, and the first word of each call."""
    return [f"{line.by} {_word(line)}" for line in lines(journal)]  # type: ignore[attr-defined] # each has it


def _word(line: object) -> str:
    match line:
        case Call(call=call):
            return call.partition(" ")[0]
        case Press(button=button):
            return button
        case _:
            return type(line).__name__.lower()


async def test_the_box_bats(journal: Path) -> None:
    """It sets a card aside, commits to another, and shows it once a person's gloves lie; panel and terminal say so."""
    shown: list[Shown] = []
    async with at_the_box(journal, GAME, opponent=AWAY, observers=[shown.append]) as finger:
        assert finger.sees(message_picture("BOX: CARD CHOSEN"))
        await finger.say(USUAL)
        name = shown[-1].game.cards.card.name  # type: ignore[union-attr] # it has been shown
        assert finger.sees(message_picture(f"BOX: {name}"))
        assert f"{SAYS}Reds: the card is {name}." == shown[-1].words
        await finger.enter("dice", 1, 1)
    assert ["box aside", "box commit", "button gloves", "box card", "button roll"] == calls(journal)[:5]
    _, commit, _, card, *_ = (line.call for line in lines(journal) if isinstance(line, Call))
    name, _, salt = card.removeprefix("card ").rpartition(" ")
    assert f"call:{commit.replace(' ', '_')}" == committed(name, salt)
    before = [each.words for each in shown if each.game.cards and each.game.cards.card is None]
    assert f"{SAYS}Reds: its card, in secret." in before
    assert not any(name in text for text in before[:4])


async def test_a_card_is_picked_against_the_box(journal: Path) -> None:
    """On the panel: nobody has to look away, the box lays its gloves after the choice, and the card is shown."""
    shown: list[Shown] = []
    async with at_the_box(journal, GAME, opponent=HOME, observers=[shown.append]) as finger:
        assert finger.sees(message_picture("NEXT: CARD"))
        await finger.say("PICK SECRETLY?")
        await finger.take("HOMER?")
    game = finger.game
    assert ["box aside", "button commit", "box gloves", "box card"] == calls(journal)
    assert "Homer" == game.cards.card.name  # type: ignore[union-attr] # it has been shown
    assert shown[-1].words.startswith(f"{SAYS}Blues: the gloves lie like this: A ")


async def test_a_card_lies_on_the_table(journal: Path) -> None:
    """With real cards: one lies face down, the box lays its gloves, then the card is entered. UNDO takes them back."""
    async with at_the_box(journal, GAME, opponent=HOME) as finger:
        await finger.say("CARD LIES?")
        await finger.press("undo")
        await finger.say("CARD LIES?")
        await finger.say("PAIR?")
        await finger.enter("dice", 1, 1)
        await finger.say("CARD LIES?")
        await finger.press("undo")
    laid, entered = ["box gloves", "button undo"], ["box gloves", "button card", "button roll"]
    assert [*laid, *entered, *laid] == calls(journal)


async def test_card_may_be_entered_first(journal: Path) -> None:
    """Then the box lays its gloves at once; UNDO takes both back, and the box waits for another."""
    async with at_the_box(journal, GAME, opponent=HOME) as finger:
        await finger.say("PAIR?")
        await finger.press("undo")
        await finger.say("HOMER?")
        await finger.enter("dice", 1, 1)
    undone = ["button card", "box gloves", "button undo", "box undo"]
    assert [*undone, "button card", "box gloves", "button roll"] == calls(journal)


async def test_undo_takes_the_roll_and_the_next_card(journal: Path) -> None:
    """What the box said after it goes with it; at the beginning, where nothing is left, NEXT lets the box go on."""
    shown: list[Shown] = []
    async with at_the_box(journal, GAME, opponent=AWAY, observers=[shown.append]) as finger:
        await finger.press("undo")
        await finger.say("BOX GOES ON?")
        await finger.say(USUAL)
        await finger.enter("dice", 1, 1)
        await finger.press("undo")
        await finger.enter("dice", 1, 1)
    assert not any(each.kind == "refused" for each in shown)
    begun, at_bats = calls(journal)[:4], calls(journal)[4:]
    assert ["box aside", "box commit", "button undo", "box undo"] == begun
    first, again = ["box aside", "box commit", "button gloves", "box card", "button roll"], "button roll"
    assert [*first, "box commit", "button undo", "box undo", again, "box commit"] == at_bats


async def test_a_person_may_walk_the_boxs_batter(journal: Path) -> None:
    """R8: the box waits before it chooses; its cards come after what a person may say."""
    walks = structs.replace(GAME, options=("intentional-walk",))
    async with at_the_box(journal, walks, opponent=AWAY) as finger:
        assert finger.sees(message_picture("PRESS NEXT"))
        await finger.say("WALK HIM?")
        await finger.say("BOX GOES ON?")
    game = finger.game
    aside = ["box aside"]
    assert [*aside, "button intentional-walk", *4 * aside, "box commit"] == calls(journal)
    assert (6,) == game.runners
    items = panels(what_counts_now(game_in_walks(), "away"))
    assert ["BOX GOES ON?", "WALK HIM?"] == items[:2]


def game_in_walks() -> Game:
    """A card is due, and so far nobody is walked."""
    return rally("call:aside_Homer", options=("intentional-walk",))


BEHIND = (
    Set(inning=9, home=3),
    Call(call="card Pair"),
    Call(call="gloves A=4 B=5 C=6 D=7 E=8 F=3"),
    Roll(values=(6, 6)),
)
"""Away are behind in the ninth, and one of two gloves is to change."""


async def test_the_box_waits_while_the_dice_may_be_rolled_again(journal: Path) -> None:
    """R8: its glove does not change before a person has let it, for then the RallyBird is gone."""
    begun(journal, structs.replace(GAME, options=("rallybird",), innings=3), *BEHIND)
    async with at_the_box(journal, GAME, opponent=HOME) as finger:
        assert finger.sees(message_picture("PRESS NEXT"))
        await finger.say("RALLYBIRD?")
        await finger.enter("dice", 6, 6)
        await finger.say("BOX GOES ON?")
    assert ["button rallybird", "button roll", "box flip"] == calls(journal)[-3:]


def begun(journal: Path, setup: Setup, *events: Event) -> None:
    """A game that goes on after those events."""
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        session.new_game(setup)
        for line in events:
            session.submit(line)


async def test_the_box_rolls_again(journal: Path) -> None:
    """R8: the strong box, which is behind in the ninth and out, has its dice rolled again, and says so."""
    out = (*BEHIND[:3], Roll(values=(1, 1)))
    begun(journal, structs.replace(GAME, options=("rallybird",), innings=3), *out)
    async with at_the_box(journal, GAME, opponent=AWAY) as finger:
        assert finger.sees(message_picture("BOX: RALLYBIRD"))
        await finger.enter("dice", 6, 6)
    assert ["box rallybird", "button roll"] == calls(journal)[4:6]


async def test_after_a_power_cut_the_box_chooses_again(journal: Path) -> None:
    """R10: its card was in memory alone; once the gloves lie it commits to another, and they are laid again."""
    begun(journal, GAME, Call(call="aside Homer", by="box"), Call(call=f"commit {64 * 'a'}", by="box"))
    async with at_the_box(journal, GAME, opponent=AWAY) as finger:
        await finger.say(USUAL)
        await finger.say(USUAL)
    assert ["button gloves", "box commit", "button gloves", "box card"] == calls(journal)[2:]


@pytest.mark.once
@pytest.mark.parametrize("strength", ["strong", *in_the_lab(("fair", "easy"))])
@pytest.mark.parametrize("side", ["away", "home"])
@pytest.mark.untraced
async def test_a_game_against_the_box_goes_on_to_its_end(journal: Path, side: Side, strength: Strength) -> None:
    """By the buttons alone, the dice of both sides thrown by lot."""
    shown: list[Shown] = []
    lots = Random(f"{side} {strength}")  # noqa: S311 - lots for a test
    async with at_the_box(journal, GAME, opponent=Opponent(side, strength), observers=[shown.append]) as finger:
        while not (game := shown[-1].game).over:
            if game.awaits:
                await finger.enter("dice", lots.randint(1, 6), lots.randint(1, 6))
            elif game.phase == "card":
                await finger.say("PICK SECRETLY?")
                await finger.press("ok")
            else:
                await finger.say(on_panel(prompt(sayable(game)[0])))
    assert any(each.words.startswith(SAYS) for each in shown)
    assert {"box", "button"} == {line.by for line in lines(journal)}  # type: ignore[attr-defined] # each has it


def test_only_the_boxs_own_card_is_its_choice() -> None:
    """A card that a person chose in secret is not, though the scoreboard shows it, too."""
    game = rally(f"call:card_Pair {LAID}")
    shows = Call(call="card Pair", by="box")
    assert shown_card(game, "away", shows) is not None
    assert None is shown_card(game, "home", shows)
    assert None is shown_card(game, "away", structs.replace(shows, by="button"))
    assert None is shown_card(rally(at_bat("Pair", "11")), "away", shows)
