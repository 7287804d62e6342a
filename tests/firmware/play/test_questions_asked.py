"""What the reader is not sure of: play waits, a player answers, and nothing is scored out of its order."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from support.hang import GIVE_UP_S
from support.stadium import Evening, Sights, die, lines, play, unsure, unsure_chip

from firmware.devices.health import absent
from firmware.devices.protocols import Frame, Gesture
from firmware.play.state.shown import Shown
from scoreboard import display
from scoreboard.rules.events import Die
from vision.readings import Reading
from vision.tracking.events import Lifted, MarkersLost, Report


def test_swing_before_an_unsure_pitch_counts_after_its_answer(journal: Path) -> None:
    """The batter need not throw again because the reader was in doubt about the other die."""
    answered = lambda shown: "ok" if shown.asked else None  # noqa: E731
    evening = play(journal, [(*die("red", 9), *unsure("blue", 10, 1, 7))], answered, settled=False)
    assert [("blue", 10), ("red", 9)] == dice(journal)
    assert [("blue", False), ("red", True)] == [
        (s.line.color, s.waited) for s in evening.shown if isinstance(s.line, Die)
    ]


LATER = (MarkersLost("Uncover marker 3."),)
"""What is told while the table is asked: OK is pressed then."""
SEEN: dict[str, tuple[list[tuple[Reading | Report, ...]], list[tuple[str, int]]]] = {
    "a swing that was thrown away no longer lies there as it was seen": (
        [(*die("red", 9), *unsure("blue", 10, 1, 7)), die("white", 2), LATER], [("blue", 10)],
    ),
    "nor does one that was lifted": (
        [(*die("red", 9), *unsure("blue", 10, 1, 7)), (Lifted("red", None, (0, 0, 40, 40)),), LATER], [("blue", 10)],
    ),
    "a swing at a pitch that is asked about is no chase (D15)": (
        [die("blue", 10), unsure("blue", 3, 1), die("red", 9), LATER], [("blue", 10), ("blue", 3), ("red", 9)],
    ),
    "a chase is a strike whatever it shows (D15), and the next pitch counts after it": (
        [die("blue", 10), unsure("red", 3, 1), die("blue", 4), LATER], [("blue", 10), ("red", 3), ("blue", 4)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("sights", "expected"), SEEN.values(), ids=SEEN)
def test_what_is_seen_while_the_table_is_asked_counts_after_the_answer(
    journal: Path, sights: list[tuple[Reading | Report, ...]], expected: list[tuple[str, int]]
) -> None:
    """Nothing is scored until a player has said what the die shows; then each in its order, if it lies there still."""
    play(journal, sights, lambda shown: "ok" if shown.asked and shown.kind == "note" else None, settled=False)
    assert expected == dice(journal)


def dice(journal: Path) -> list[tuple[str, int]]:
    """The dice of the record."""
    return [(line.color, line.value) for line in lines(journal) if isinstance(line, Die)]


def test_swing_from_before_a_camera_loss_does_not_wait(journal: Path) -> None:
    """Whether it was picked up and thrown again meanwhile was not seen."""
    evening = Evening()
    camera = evening.health.reporter("camera")

    def lose_it(shown: Shown) -> Gesture | None:
        if shown.asked is None:
            return None
        camera(absent("the camera is gone; plug it in", "NO CAMERA"))
        return "ok"

    play(journal, [(*die("red", 9), *unsure("blue", 10, 1))], lose_it, settled=False, evening=evening)
    assert ["blue"] == [color for color, _ in dice(journal)]


def test_second_ok_answers_no_further_question(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one nobody can have read yet: it is put again, and answered by a later press."""
    evening, scored, frame = Evening(), threading.Event(), Sights.frame

    def press_twice(shown: Shown) -> Gesture | None:
        if isinstance(shown.line, Die) and shown.line.color == "red":
            scored.set()
        if shown.asked is None:
            return None
        evening.pressed.press("ok")
        return "ok"

    def frame_until_scored(sights: Sights) -> Frame | None:
        return frame(sights) if sights.taken == 0 or scored.wait(GIVE_UP_S) else None

    monkeypatch.setattr(Sights, "frame", frame_until_scored)
    play(
        journal,
        [(*unsure("red", 9, 4), *unsure("blue", 10, 1, 7))],
        press_twice,
        evening=evening,
        settled=False,
        tick_s=0.0005,
    )
    assert [("blue", 10), ("red", 9)] == dice(journal)
    assert ["blue", "red", "red"] == [
        shown.asked.what for shown in evening.shown if shown.kind == "question" and shown.asked
    ]


def test_next_answer_is_offered_with_the_asked_dies_picture(journal: Path) -> None:
    """Whatever has come to rest or been told meanwhile: the picture is shown, and learned from."""
    pitch = unsure("blue", 3, 1)
    sights = [pitch, die("red", 9), (MarkersLost("Uncover marker 3."),)]
    hand = lambda shown: "next" if shown.asked and shown.kind == "note" else None  # noqa: E731
    asked = [shown for shown in play(journal, sights, hand, settled=False).shown if shown.kind == "question"]
    assert [(3, 0, pitch), (1, 0, pitch)] == [
        (s.asked.offered, int(s.frame[0, 0, 0]), s.readings) for s in asked if s.asked and s.frame is not None
    ]


def test_unseen_has_own_picture(journal: Path) -> None:
    """Not with the throw before it."""
    hand = lambda shown: {1: "next", 2: "ok"}[int(shown.asked.offered)] if shown.asked else None  # noqa: E731
    shown = [s for s in play(journal, [die("blue", 3), ()], hand).shown if s.kind == "question"]
    assert [(1, 1), (2, 1)] == [(s.asked.offered, s.frame[0, 0, 0]) for s in shown if s.asked and s.frame is not None]


def test_rethrow_is_sure(journal: Path) -> None:
    """What it shows now is sure."""
    play(journal, [unsure("blue", 3, 1), die("red", 9) + die("blue", 4)], settled=False)
    assert [("blue", 4), ("red", 9)] == dice(journal)


def test_unsure_reading_is_asked_about_and_not_scored(journal: Path) -> None:
    """Play waits with a question that offers the likeliest value."""
    evening = play(journal, [unsure("blue", 6, 9, 8)], hand=lambda shown: "undo" if shown.asked else None)
    question = next(shown.asked for shown in evening.shown if shown.asked)
    assert ((6, 9, 8), []) == (question.choices[:3], lines(journal))


def test_the_next_picture_waits_for_the_answer(journal: Path) -> None:
    """While a question is open the camera's next throw is not taken."""
    taken = []
    evening = Evening()

    def hand(shown: Shown) -> Gesture | None:
        if shown.asked is None:
            return None
        taken.append(evening.camera.taken)
        return "ok" if len(taken) == 3 else "next"

    play(journal, [unsure("blue", 6, 9, 8), die("red", 1)], hand, evening=evening)
    assert ([1, 1, 1], 2) == (taken, evening.camera.taken)


def test_next_offers_every_value_and_ok_enters_it_by_hand(journal: Path) -> None:
    """The true value can always be entered, however wrong the reader was."""
    hand = lambda shown: None if shown.asked is None else "ok" if shown.asked.offered == 4 else "next"  # noqa: E731
    play(journal, [unsure("blue", 6, 9, 8)], hand)
    (entered,) = lines(journal)
    assert (4, "button", True) == (entered.value, entered.by, isinstance(entered, Die))


def test_a_question_can_be_scored_by_hand_instead(journal: Path) -> None:
    """Any other button that the law allows scores the play and closes the question."""
    evening = play(journal, [unsure("blue", 6, 9, 8)], hand=lambda shown: "strike" if shown.asked else None)
    assert (1, None) == (evening.shown[-1].game.strikes, evening.shown[-1].asked)


def test_a_refused_press_leaves_the_question_open(journal: Path) -> None:
    """A button that means nothing now does not lose the question."""
    gestures: list[Gesture] = ["ball", "ok"]
    hand = lambda shown: gestures.pop(0) if shown.asked and gestures else None  # noqa: E731
    evening = play(journal, [die("blue", 3), die("red", 9), unsure_chip("hit", "out")], hand)
    assert ("run", []) == (evening.shown[-1].game.phase, gestures)


def test_a_still_in_which_nothing_can_be_seen_is_asked_about(journal: Path) -> None:
    """Where every picture is a throw, one that shows nothing is a throw that was not read."""
    evening = play(journal, [()], hand=lambda shown: "ok" if shown.asked else None)
    assert ("blue", 1) == (next(shown.asked for shown in evening.shown if shown.asked).what, len(lines(journal)))


def test_unseen_play_is_pressed_and_the_picture_then_counts(journal: Path) -> None:
    """A still of a running throw while the toss is awaited: RUN says HIT, and the throw is scored after it."""
    stills = [die("blue", 3), die("red", 9), die("white", 6)]
    evening = play(journal, stills, hand=lambda shown: "run" if shown.asked else None)
    assert ((6,), "pitch") == (evening.shown[-1].game.runners, evening.shown[-1].game.phase)


def test_throw_scored_by_hand_is_not_read_again(journal: Path) -> None:
    """STRIKE in answer to an unsure pitch is that pitch; its picture does not make another."""
    evening = play(journal, [unsure("blue", 6, 9, 8)], hand=lambda shown: "strike" if shown.asked else None)
    assert (1, 1) == (len(lines(journal)), sum(shown.kind == "question" for shown in evening.shown))


def test_undo_lets_a_picture_go_that_shows_no_awaited_throw(journal: Path) -> None:
    """A still of something else is skipped by UNDO, and the next one is taken."""
    evening = play(journal, [die("white", 6), die("blue", 3)], hand=lambda shown: "undo" if shown.asked else None)
    assert ("swing", 1) == (evening.shown[-1].game.phase, len(lines(journal)))


def test_dropped_picture_is_not_judged_after_a_button(journal: Path) -> None:
    """STRIKE after UNDO is what happened next, and that picture is not asked about again."""

    def hand(shown: Shown) -> Gesture | None:
        if shown.asked is not None:
            return "undo"
        return "strike" if shown.words == "Throw the blue die again." else None

    evening = play(journal, [die("white", 6)], hand)
    assert (1, 1) == (len(lines(journal)), sum(shown.kind == "question" for shown in evening.shown))


def test_new_game_has_no_old_question(journal: Path) -> None:
    """Its answer would be scored in this one."""

    def hand(shown: Shown) -> Gesture | None:
        if shown.kind == "question":
            return "menu"
        if shown.words.startswith("Menu: "):
            return "ok" if shown.words.startswith(("Menu: game", "Menu: new game", "Menu: Play ball!")) else "next"
        return "strike" if shown.asked is not None else None

    begun = [shown for shown in play(journal, [unsure("blue", 6, 9, 8)], hand).shown if shown.words == "Play ball!"]
    assert [None, None] == [shown.asked for shown in begun]


def test_unsure_reading_without_buttons_is_only_reported(journal: Path) -> None:
    """No answer can be given, so nothing is scored, the panel says what to do, and the next throw is looked at."""
    evening, pictures = Evening(), list[bytes]()

    def look(shown: Shown) -> None:
        if shown.words.endswith("Throw it again."):
            pictures.append(evening.panel.picture.tobytes())

    play(journal, [unsure("blue", 6, 9, 8), die("blue", 3)], look, buttons=False, evening=evening)
    assert (1, "swing") == (len(lines(journal)), evening.shown[-1].game.phase)
    assert [display.message_picture("THROW AGAIN").tobytes()] == pictures


def test_without_buttons_that_work_nothing_is_asked(journal: Path) -> None:
    """A question without an answer is not put; the die is thrown again."""
    evening = Evening()
    evening.health.reporter("buttons")(absent("cannot open the Pi's pins", "NO BUTTONS"))
    play(journal, [unsure("blue", 6, 9, 8), die("blue", 3)], evening=evening)
    assert any("Throw it again" in sentence for sentence in evening.sentences)
    assert not any(s.asked for s in evening.shown)


@pytest.mark.parametrize("fail", [False, True], ids=["none", "failed"])
def test_without_buttons_a_paired_phone_is_asked(journal: Path, *, fail: bool) -> None:
    """Whoever can answer is asked, and told where; the throw repeated is an answer, too."""
    evening = Evening()
    if fail:
        evening.health.reporter("buttons")(absent("cannot open the Pi's pins", "NO BUTTONS"))
    sights = [unsure("blue", 6, 9, 8), (MarkersLost("Uncover marker 3."),), die("blue", 3)]
    play(journal, sights, settled=False, buttons=fail, evening=evening, has_phones=lambda: True)
    asked = [
        (shown.asked.offered, "paired phone" in shown.words) for shown in evening.shown if shown.kind == "question"
    ]
    assert ([(6, True)], [("blue", 3)]) == (asked, [(line.color, line.value) for line in lines(journal)])
    assert not any("Throw it again" in sentence for sentence in evening.sentences)


@pytest.mark.parametrize("who", ["phone", "buttons"])
def test_question_that_nobody_can_answer_any_more_is_closed(journal: Path, who: str) -> None:
    """The table is told to throw again, and the camera looks on: it waits for no answer that never comes."""
    evening, phones = Evening(), [who]

    def lose_them(shown: Shown) -> None:
        if shown.asked is not None and who in phones:
            phones.clear()
            evening.health.reporter("buttons")(absent("cannot open the Pi's pins", "NO BUTTONS"))

    sights = [unsure("blue", 6, 9, 8), die("blue", 3)]
    has_phones = lambda: "phone" in phones  # noqa: E731
    play(journal, sights, lose_them, buttons=who == "buttons", evening=evening, has_phones=has_phones, tick_s=0.001)
    last = evening.shown[-1]
    assert (["blue"], None) == ([line.color for line in lines(journal)], last.asked)
    assert any("Throw it again" in sentence for sentence in evening.sentences)


def test_waiting_for_an_answer_is_no_latency(journal: Path) -> None:
    """How long a player thinks is no time of the reader's."""

    def answer_late(shown: Shown) -> Gesture | None:
        if shown.asked is None:
            return None
        loop, clock = asyncio.get_running_loop(), asyncio.get_running_loop().time
        loop.time = lambda: clock() + GIVE_UP_S / 2  # type: ignore[method-assign]
        return "ok"

    evening = play(journal, [(*die("red", 9), *unsure("blue", 10, 1, 7))], answer_late, settled=False)
    assert [True] == [shown.took < GIVE_UP_S / 2 for shown in evening.shown if shown.took is not None]
