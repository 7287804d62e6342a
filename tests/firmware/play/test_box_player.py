"""The box at the table: it decides for one side, tells so on panel and terminal, and what is taken back stays back."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import UNSET, structs
from support.stadium import SETUP, Evening, FixedClock, Hand, chip, die, lines, play

from firmware.play.state.shown import Shown
from scoreboard.display import message_picture
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.opponent import Opponent, Strength
from scoreboard.rules.events import Ball, Call, Chip, Die, Move, Press, Set, Skip
from scoreboard.rules.state import FIRST, Game
from scoreboard.session import Session

AWAY, HOME = Opponent("away", "fair"), Opponent("home", "fair")
HIT = (die("blue", 3), die("red", 9), chip("hit"))
"""Away hits a ball to zone 9, and its batter runs."""
SAYS = "The box chose for "


def choices(evening: Evening) -> list[str]:
    """The sentences that say what the box chose."""
    return [sentence for sentence in evening.sentences if sentence.startswith(SAYS)]


def of_box(journal: Path) -> list[object]:
    """The lines that are the box's, as they were recorded."""
    return [line for line in lines(journal) if getattr(line, "by", None) == "box"]


def panels(evening: Evening) -> tuple[list[bytes], Hand]:
    """What the panel showed whenever the box told of a choice, and the hand that watches it."""
    lit: list[bytes] = []

    def watch(shown: Shown) -> None:
        if shown.words.startswith(SAYS):
            lit.append(evening.panel.picture.tobytes())

    return lit, watch  # type: ignore[return-value] # it presses nothing


def test_the_box_says_where_its_runner_goes(journal: Path) -> None:
    """As a line of the box's, a sentence and words on the panel; before the throw it says that he runs."""
    evening = Evening()
    lit, watch = panels(evening)
    play(journal, [*HIT, die("white", 7)], watch, opponent=AWAY, evening=evening)
    assert [6] == [line.to for line in of_box(journal) if isinstance(line, Move)]
    assert [f"{SAYS}Reds: he stops on first."] == choices(evening)
    assert [message_picture("BOX: GETS 1ST").tobytes()] == lit


def test_the_box_says_where_its_fielders_throw(journal: Path) -> None:
    """The throw is answered for them, and the runner's is not: he is a person's."""
    evening = play(journal, [*HIT, die("white", 3), die("blue", 9)], opponent=HOME)
    assert [f"{SAYS}Blues: out at first."] == choices(evening)
    assert [Ball] == [type(line) for line in of_box(journal)]


def careful(game: Game) -> float:
    """What moments are worth to somebody who thinks that a runner between bases costs a run."""
    return -1.0 if any(place % FIRST for place in game.runners) else 0.0


def test_the_box_tells_that_a_runner_stays(journal: Path) -> None:
    """D27: with a man on second the strong box skips him before anybody throws, if that is worth more."""
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        session.new_game(SETUP)
        session.submit(Set(runners=(12,)))
    evening = Evening()
    lit, watch = panels(evening)
    play(journal, HIT, watch, opponent=Opponent("away", "strong"), worth=careful, evening=evening)
    assert [f"{SAYS}Reds: he stays."] == choices(evening)
    assert [message_picture("BOX: HE STAYS").tobytes()] == lit
    assert [Skip] == [type(line) for line in of_box(journal)]


def test_the_box_tells_that_a_runner_runs(journal: Path) -> None:
    """Also where it says nothing in the record: the die is for him."""
    with Session(ResilientJournal.open(journal), FixedClock()) as session:
        session.new_game(SETUP)
        session.submit(Set(runners=(12,)))
    evening = play(journal, HIT, opponent=AWAY)
    assert ([f"{SAYS}Reds: the runner runs."], []) == (choices(evening), of_box(journal))


def test_undo_takes_the_throw_and_the_boxs_answer(journal: Path) -> None:
    """One press; and the box speaks again only after the next throw."""
    pressed: list[bool] = []

    def hand(shown: Shown) -> str | None:
        if shown.words.startswith(SAYS) and not pressed:
            pressed.append(True)
            return "undo"
        return None

    sights = [*HIT, die("white", 7)]
    evening = play(journal, sights, hand, opponent=AWAY)  # type: ignore[arg-type] # a gesture
    *_, thrown, answered, undone, undone_too = lines(journal)
    assert [Die, Move, Press, Press] == [type(line) for line in (thrown, answered, undone, undone_too)]
    assert ("button", "box") == (undone.by, undone_too.by)  # type: ignore[attr-defined] # both are presses
    assert ("run", 1) == (evening.shown[-1].game.phase, len(choices(evening)))


@pytest.mark.parametrize("strength", ["strong", "fair", "easy"])
def test_nobody_is_decided_for_unless_asked(journal: Path, strength: Strength) -> None:
    """As it is shipped, people decide for both."""
    evening = play(journal, [*HIT, die("white", 7)], opponent=Opponent(None, strength))
    assert ([], []) == (choices(evening), of_box(journal))
    assert Chip in map(type, lines(journal))


def wishing(*wishes: str) -> Hand:
    """A hand that does one wish after another.

    A wish is a gesture, or ``=TEXT``: NEXT until a sentence begins so, and then OK. Once the box has told of a choice
    the menu is left by "stop".
    """
    left = [*wishes]

    def hand(shown: Shown) -> str | None:
        if shown.words.startswith(SAYS):
            left.extend(["menu", "=Menu: stop."])
        if not left:
            return None
        if not left[0].startswith("="):
            return left.pop(0)
        if not shown.words.startswith(left[0][1:]):
            return "next"
        left.pop(0)
        return "ok"

    return hand  # type: ignore[return-value] # gestures


def test_the_menu_names_the_side_and_the_strength(journal: Path) -> None:
    """OPPONENT? leads to the side, then to the strength; the box decides from the next moment on."""
    chosen = ("menu", "=Menu: game.", "=Menu: opponent.", "=Menu: The box decides for Reds.", "=Menu: fair")
    dice = ("blue die 3", "red die 9", "chip hit", "white die 7")
    entered = [wish for each in dice for wish in ("by-hand", f"=Is the {each}?")]
    evening = play(journal, hand=wishing(*chosen, *entered))
    assert "The box decides for Reds (fair). Throw the dice for both sides." in evening.sentences
    assert [Move] == [type(line) for line in of_box(journal)]


def test_where_nobody_decides_there_is_no_box(journal: Path) -> None:
    """The menu offers no opponent: in a table game the dice decide."""
    sentences = play(journal, hand=walk_menu(), setup=structs.replace(SETUP, rules="two-dice")).sentences
    assert not any(each.startswith("Menu: opponent.") for each in sentences)
    assert any(each.startswith("Menu: end game.") for each in sentences)


def test_the_menu_says_how_the_box_plays_this_game(journal: Path) -> None:
    """In Four-Dice Baseball the fair box puts no sign on, and the strong one tells each that it puts on."""
    evening = Evening()
    lit, watch = panels(evening)
    chosen = ("menu", "=Menu: game.", "=Menu: opponent.", "=Menu: The box decides for Reds.", "=Menu: strong")
    wishes = wishing(*chosen)

    def hand(shown: Shown) -> str | None:
        watch(shown)
        return wishes(shown)

    four = structs.replace(SETUP, rules="four-dice")
    play(journal, hand=hand, setup=four, evening=evening)  # type: ignore[arg-type] # a gesture
    assert [f"{SAYS}Reds: a take."] == choices(evening)
    assert [message_picture("BOX: TAKE").tobytes()] == lit
    assert [Call(call="take", by="box")] == [structs.replace(line, at=UNSET) for line in of_box(journal)]  # type: ignore[type-var]
    assert any(
        sentence.startswith("Menu: strong. Gives the sign that wins most often") for sentence in evening.sentences
    )


def walk_menu() -> Hand:
    """Hands that walk the whole menu round, and then stop."""
    seen: list[str] = []

    def hand(shown: Shown) -> str | None:
        if not seen or not shown.words.startswith("Menu:"):
            seen.append(shown.words)
            return "menu" if len(seen) == 1 else None
        seen.append(shown.words)
        if shown.words.startswith("Menu: game.") and len(seen) < 12:
            return "ok"
        if shown.words.startswith("Menu: new game.") and len(seen) > 8:
            return "undo"
        if shown.words.startswith("Menu: stop.") and len(seen) > 12:
            return "ok"
        return "next"

    return hand  # type: ignore[return-value] # gestures
