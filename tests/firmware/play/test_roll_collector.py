"""Six-sided dice: gathered until they make a roll, asked about when unsure, and never counted twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from msgspec import structs
from support.english import on_panel
from support.hang import GIVE_UP_S
from support.stadium import SETUP, Evening, Sights, play
from support.watch import START, Frame, read, rolling, table

from firmware.devices.health import absent
from firmware.devices.protocols import Gesture
from firmware.notice import notice
from firmware.play.state.question import EVERY_SIDE, Asked, Verdict, answer
from firmware.play.state.shown import Shown
from firmware.play.table.roll_collector import PartialRoll, RollCollector
from firmware.play.table.wording import message_about
from scoreboard.language import ENGLISH
from scoreboard.rules import apply, start
from scoreboard.rules.events import Call, Die, Roll, RulesName
from scoreboard.rules.parks import Park
from scoreboard.rules.state import DICE, Game
from vision.geometry.tilt import TiltField
from vision.readings import DieReading, Reading
from vision.tracking.events import Cocked, Lifted, Report, Thrown, Waiting
from vision.tracking.tracker import ThrowTracker
from vision.types import Box, Point


def game(rules: RulesName = "two-dice") -> Game:
    """A game of that kind, its first throw due."""
    return start(structs.replace(SETUP, rules=rules))


def thrown(color: str, value: int | None, *likely: int, place: Point | None = (0.0, 0.0)) -> Thrown:
    """A six-sided die that has come to rest; with ``likely`` values where the reader is not sure."""
    shares = tuple((each, 0.3) for each in likely)
    return Thrown(DieReading("d6", color, value, 0.9, shares, Box(len(color) * 50, value or 0, 40, 40)), place)


def gone(die: Thrown) -> Lifted:
    """That die is lifted."""
    assert isinstance(die.reading, DieReading)
    return Lifted(die.reading.color, die.place, die.reading.box)


def seen(*looks: tuple[Report, ...], rules: RulesName = "two-dice", settled: bool = False) -> list[Verdict | None]:
    """What each look comes to."""
    judge = RollCollector({}, settled=settled)
    return [judge.see(look, game(rules)) for look in looks]


def test_question_about_a_small_die_has_its_size_as_the_reason(tmp_path: Path) -> None:
    """Dice smaller than the settings say are asked about with every throw, and nobody would know why."""
    small, usual = replace(thrown("red", None, 3), small=True), thrown("blue", None, 4)
    why = "It looks smaller than die_mm says, or part of it is hidden."
    for name, first, second, asked in (("a", small, usual, True), ("b", usual, thrown("red", 3), False)):
        evening = play(tmp_path / name, [(first,), (second,)], setup=game().setup, settled=False)
        assert asked is any(why in sentence for sentence in evening.sentences)


def test_dice_that_come_to_rest_together_are_a_roll() -> None:
    """Two dice read for sure are one event, as sure as both are."""
    assert [Roll(values=(3, 5), by="camera", confidence=0.81)] == seen((thrown("white", 3), thrown("red", 5)))


RED_AND_BLUE = Park(name="attic", dice=("red", "blue"), table={"6-x": "double", "else": "out"})
TWENTY = Park(name="attic", dice=1, sides=20, table={"20": "double", "else": "out"})
EVERY_TWENTY = tuple(range(1, 21))


def own(park: Park, *looks: tuple[Report, ...]) -> tuple[RollCollector, Game, list[Verdict | None]]:
    """A collector in that game of an owner's own, and what each look comes to."""
    judge, begun = RollCollector({}, settled=False), start(structs.replace(SETUP, rules="park", park=park))
    return judge, begun, [judge.see(look, begun) for look in looks]


@pytest.mark.parametrize(
    "looks", [((thrown("blue", 5), thrown("red", 6)),), ((thrown("blue", 5),), (thrown("red", 6),))]
)
def test_dice_that_colours_tell_apart_count_in_their_order(looks: tuple[tuple[Report, ...], ...]) -> None:
    """Whichever comes to rest first."""
    _, _, verdicts = own(RED_AND_BLUE, *looks)
    assert Roll(values=(6, 5), by="camera", confidence=0.81) == verdicts[-1]


@pytest.mark.parametrize("other", [thrown("green", 6), thrown("blue", 6), thrown("red", None, 6, 5)])
def test_of_other_colours_or_an_unsure_die_each_is_asked_by_its_colour(other: Thrown) -> None:
    """Nobody would know which die was meant: what is answered stands in the order of the colours."""
    _, _, (asked,) = own(RED_AND_BLUE, (thrown("blue", 5), other))
    assert isinstance(asked, Asked)
    assert ("red", (("blue", EVERY_SIDE),)) == (asked.what, asked.later)
    second = replace(asked, index=EVERY_SIDE.index(6)).answered()
    assert isinstance(second, Asked)
    assert Roll(values=(6, 1), by="button") == second.answered()


def test_dice_of_other_sides_are_entered_by_hand() -> None:
    """Six-sided ones that lie there are none of the game's."""
    judge, begun, verdicts = own(TWENTY, (thrown("red", 5),))
    asked = judge.by_hand(begun)
    assert ([None], DICE, EVERY_TWENTY) == (verdicts, asked and asked.what, asked and asked.choices)
    assert asked is not None
    assert Roll(values=(20,), sides=20, by="button") == replace(asked, index=19).answered()


def test_a_die_that_is_slow_to_rest_is_waited_for() -> None:
    """One die of two is no roll; the second makes it one, whenever it comes."""
    first, second, third = seen((thrown("white", 3),), (), (thrown("red", 5),))
    assert (None, None) == (first, second)
    assert Roll(values=(3, 5), by="camera", confidence=0.81) == third


def test_two_of_one_color_add_up() -> None:
    """Two white dice are two dice."""
    pair = thrown("white", 3), thrown("white", 3, place=(60.0, 0.0))
    assert isinstance(seen(pair)[0], Roll)


def test_a_die_that_is_lifted_no_longer_counts() -> None:
    """Of two white dice of three the one is taken back that was lifted, told by where it came to rest."""
    here, there = thrown("white", 1, place=(-50.0, 0.0)), thrown("white", 6, place=(50.0, 0.0))
    again, last = thrown("white", 4, place=(0.0, 80.0)), thrown("red", 2)
    verdicts = seen((here, there), (gone(there),), (again,), (last,), rules="three-dice")
    assert [None, None, None, Roll(values=(1, 4, 2), by="camera", confidence=0.729)] == verdicts


def test_a_die_of_the_last_roll_takes_none_of_this_one_along() -> None:
    """Two white dice, lifted and thrown one after the other: the second had been scored before."""
    old, new, last = thrown("white", 5), thrown("white", 2), thrown("white", 6)
    assert [None, None, Roll(values=(2, 6), by="camera", confidence=0.81)] == seen((new,), (gone(old),), (last,))


def test_rethrown_die_takes_its_own_place() -> None:
    """A die that was knocked before the last one came counts as it lies now."""
    verdicts = seen(
        (thrown("white", 3),), (thrown("red", 5),), (thrown("white", 1), thrown("blue", 2)), rules="three-dice"
    )
    assert [None, None, Roll(values=(5, 1, 2), by="camera", confidence=0.729)] == verdicts


def test_of_too_many_dice_none_counts_until_one_is_taken_away() -> None:
    """Three dice thrown at once are no roll of two; the two that stay are."""
    three = thrown("white", 3), thrown("red", 5), thrown("red", 6, place=(90.0, 0.0))
    judge = RollCollector({}, settled=False)
    assert None is judge.see(three, game())
    message = judge.surplus(game())
    assert message is not None
    assert "3 dice were thrown and 2 count. Take 1 away." == ENGLISH(message.sentence)
    assert Roll(values=(3, 5), by="camera", confidence=0.81) == judge.see((gone(three[2]),), game())
    assert None is judge.surplus(game())


def test_the_rest_of_a_roll_is_asked_for_by_how_many_there_are() -> None:
    """A die that the reader overlooks would be waited for in silence."""
    judge = RollCollector({}, settled=False)
    assert None is judge.missing(game("three-dice"))
    judge.see((thrown("white", 3),), game("three-dice"))
    assert judge.missing(game("three-dice")) == notice("notice.some-missing", due=3, seen=1, count=2)
    judge.see((thrown("red", 3),), game("three-dice"))
    message = judge.missing(game("three-dice"))
    assert message is not None
    assert "3 dice count, and 2 can be seen. Throw the other die again." == ENGLISH(message.sentence)
    assert "1 MORE DIE" == on_panel(message.panel)
    judge.see((thrown("orange", 4),), game("three-dice"))
    assert None is judge.missing(game("three-dice"))


def test_ten_sided_dice_and_the_chip_are_no_part_of_a_roll() -> None:
    """What this game is not played with may lie where it likes; and a six-sided die is nothing in the stadium game."""
    d10 = Thrown(DieReading("d10", "red", 5, 0.9, (), Box(0, 0, 40, 40)), None)
    assert [None] == seen((thrown("white", 3), d10))
    assert None is RollCollector({}, settled=False).see((thrown("blue", 3),), start(SETUP))


def test_an_unsure_die_is_asked_about_by_its_colour() -> None:
    """The likeliest comes first, every side can be reached, and the answer makes the whole roll."""
    asked = seen((thrown("white", 3), thrown("red", None, 6, 5)))[0]
    assert isinstance(asked, Asked)
    assert ("red", (6, 5), set(EVERY_SIDE)) == (asked.what, asked.choices[:2], set(asked.choices))
    assert Roll(values=(3, 6), by="button") == answer(asked, "ok")


def test_two_unsure_dice_are_asked_about_one_after_the_other() -> None:
    """The roll is made only when the last of them is answered."""
    first = seen((thrown("white", None, 2, 3), thrown("red", None, 6, 5)))[0]
    assert isinstance(first, Asked)
    second = answer(first, "ok")
    assert isinstance(second, Asked)
    assert ("white", "red") == (first.what, second.what)
    assert Roll(values=(2, 5), by="button") == answer(second.next(), "ok")


def test_what_lies_beside_an_unsure_die_is_of_its_roll() -> None:
    """It is no throw that came too early, to be judged once the question is answered."""
    judge, look = RollCollector({}, settled=False), (thrown("white", 3), thrown("red", None, 6, 5))
    asked = judge.see(look, game())
    assert isinstance(asked, Asked)
    assert () == judge.others(look, asked)


def test_what_is_not_new_is_not_asked_again() -> None:
    """A look at nothing new, while a question is open, changes nothing."""
    first, second = seen((thrown("white", 3), thrown("red", None, 6, 5)), ())
    assert (True, None) == (isinstance(first, Asked), second)


def test_a_photograph_is_one_whole_roll() -> None:
    """Where every picture is a throw, nothing of the last one counts in this one."""
    assert [None, None] == seen((thrown("white", 3),), (thrown("red", 5),), settled=True)


def test_what_a_photograph_lacks_can_be_entered() -> None:
    """A die that could not be seen is asked for beside the one that could."""
    judge = RollCollector({}, settled=True)
    judge.see((thrown("white", 3),), game())
    asked = judge.unseen(game())
    assert (DICE, (3,), ()) == (asked.what, asked.rolled, asked.later)
    assert Roll(values=(3, 1), by="button") == answer(asked, "ok")


def test_the_owners_name_for_a_colour_is_what_is_asked_by() -> None:
    """A die that the reader calls cream is asked about as the white one."""
    asked = RollCollector({"cream": "white"}, settled=False).see((thrown("cream", None, 6, 5),), game("one-die"))
    assert isinstance(asked, Asked)
    assert "white" == asked.what


def test_question_by_the_owners_color_falls_with_its_die() -> None:
    """The reader calls it cream still; and a die of another colour, which lay there from before, does not matter."""
    judge, asked = RollCollector({"cream": "white"}, settled=False), Asked("white", (6, 5))
    dice = (thrown("red", 2), thrown("cream", 2))
    assert [False, True] == [judge.lifts(gone(die), asked, start(SETUP)) for die in dice]


def test_question_stands_when_another_like_die_is_lifted() -> None:
    """The other team takes its own white dice up, which lay there from before: those of the roll lie there still."""
    judge, unsure = RollCollector({}, settled=False), thrown("white", None, 6, 5)
    asked = judge.see((unsure,), game("one-die"))
    assert isinstance(asked, Asked)
    lifted, answers = (gone(thrown("white", 4)), gone(unsure)), list[bool]()
    for report in lifted:
        judge.see((report,), game("one-die"))
        answers.append(judge.lifts(report, asked, game("one-die")))
    assert [False, True] == answers


def test_withdrawn_die_is_asked_about_only_after_a_throw() -> None:
    """UNDO said so; that the other one is knocked onto another face meanwhile changes nothing about it."""
    judge, sure = RollCollector({}, settled=False), thrown("white", 3)
    asked = judge.see((sure, thrown("red", None, 6, 5)), game())
    assert isinstance(asked, Asked)
    judge.withdraw(asked)
    assert None is judge.see((replace(thrown("white", 5), before=sure.reading.box),), game())
    assert Roll(values=(5, 2), by="camera", confidence=0.81) == judge.see((thrown("red", 2),), game())


@pytest.mark.parametrize(
    ("report", "sentence"),
    [
        (Cocked("green", None), "The die leans. Throw it again."),
        (Waiting("touching", ("red", "white")), "The die touches something. Move them apart."),
    ],
)
def test_die_of_any_color_may_be_due(report: Report, sentence: str) -> None:
    """In these games any die is due, so the sentence is for whoever can do something about it."""
    message = message_about(report, game(), {})
    assert message is not None
    assert sentence == ENGLISH(message.sentence)
    assert None is message_about(Cocked("chip", None), game(), {})


# -- on a table that is watched


def pips(frame: Frame, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:
    """A reader that takes every die of a drawn table for a six-sided one."""
    readings = read(frame, tilt_field=tilt_field)
    return tuple(replace(each, kind="d6") for each in readings if isinstance(each, DieReading))


def judged(frames: list[Frame], rules: RulesName) -> list[Verdict]:
    """What a watched table comes to, in a game that is never scored."""
    tracker, judge = ThrowTracker(pips), RollCollector({}, settled=False)
    verdicts = [judge.see(tracker.update(frame), game(rules)) for frame in frames]
    return [verdict for verdict in verdicts if verdict is not None]


FIRST, SECOND, THIRD = ("white", 3, (300, 200)), ("white", 5, (420, 120)), ("red", 2, (200, 90))


def test_three_dice_thrown_one_after_the_other_are_one_roll() -> None:
    """Without any markers: two white dice and a red one, each still before the next is thrown."""
    frames = [table()] * START
    frames += [*rolling(FIRST), *[table(FIRST)] * 12, *rolling(SECOND, FIRST), *[table(FIRST, SECOND)] * 12]
    frames += [*rolling(THIRD, FIRST, SECOND), *[table(FIRST, SECOND, THIRD)] * 12]
    assert [Roll(values=(3, 5, 2), by="camera", confidence=0.9703)] == judged(frames, "three-dice")


def test_dice_that_lie_there_from_the_last_roll_are_no_roll() -> None:
    """What lay there when the game began counts only once it has been thrown."""
    frames = [table(FIRST, SECOND)] * 40
    assert [] == judged(frames, "two-dice")


def test_knocked_or_rethrown_die_counts_once() -> None:
    """The tracker says which die it was before; of two alike that one goes, and a single die is no roll of two."""
    first = Thrown(thrown("white", 3).reading, (0.0, 0.0))
    again = replace(thrown("white", 5), before=first.reading.box)
    assert [None, None] == seen((first,), (again,))
    one, two = boxed(1, 0), boxed(2, 100)
    knocked = replace(boxed(5, 130), before=two.reading.box)
    roll = seen((one,), (two,), (boxed(6, 300), knocked), rules="three-dice")[-1]
    assert isinstance(roll, Roll)
    assert [1, 5, 6] == sorted(roll.values)


def boxed(value: int, x: int) -> Thrown:
    """A white die that lies there."""
    return Thrown(DieReading("d6", "white", value, 0.9, (), Box(x, 0, 40, 40)), (float(x), 0.0))


def test_a_die_that_tips_over_by_itself_is_one_die() -> None:
    """Watched, and read by eyes: a die that shows another face without having been lifted is no second one."""
    flicked = ("white", 5, (FIRST[2][0] + 14, FIRST[2][1] + 8))
    frames = [*[table()] * START, *rolling(FIRST), *[table(FIRST)] * 30, *[table(flicked)] * 30]
    assert [] == judged(frames, "two-dice")


# -- in the appliance


def evening(journal: Path, looks: list[tuple[Report, ...]], hand: dict[int, Gesture] | None = None) -> Evening:
    """A game of two dice, seen through a live camera; ``hand`` presses at the n-th thing that is shown."""
    count = iter(range(1000))

    def press(_: Shown) -> Gesture | None:
        return (hand or {}).get(next(count))

    return play(journal, looks, press, settled=False, setup=structs.replace(SETUP, rules="two-dice"))


def test_a_game_of_two_dice_is_played_by_camera(tmp_path: Path) -> None:
    """Two rolls seen are two plays scored, and the panel shows the game they make."""
    looks: list[tuple[Report, ...]] = [
        (thrown("white", 1), thrown("red", 1)),
        (gone(thrown("white", 1)), gone(thrown("red", 1))),
        (thrown("white", 6),),
        (thrown("red", 6),),
    ]
    last = evening(tmp_path / "games.sqlite", looks).shown[-1].game
    expected = game()
    for values in ((1, 1), (6, 6)):
        expected = apply(expected, Roll(values=values))
    assert (expected.away, 2) == (last.away, last.away)


def test_an_unsure_die_waits_for_a_hand(tmp_path: Path) -> None:
    """Nothing is scored before OK; UNDO asks for that die again, and the one that was sure still counts."""
    looks: list[tuple[Report, ...]] = [
        (thrown("white", 1), thrown("red", None, 2, 1)),
        (gone(thrown("red", None)),),
        (thrown("red", 1),),
    ]
    shown = evening(tmp_path / "games.sqlite", looks, {1: "undo"}).shown
    assert "Is the red die 2?" == shown[1].words[:17]
    again = [each.words for each in shown if "again" in each.words and each.asked is None]
    assert ["Throw the red die again."] == again
    assert Roll(values=(1, 1), by="camera", confidence=0.81) == structs.replace(_roll(shown), at=Roll(values=()).at)


def _roll(shown: list[Shown]) -> Roll:
    """The one roll that was scored."""
    return next(each.line for each in shown if isinstance(each.line, Roll))


def test_a_die_is_no_event_in_these_games(tmp_path: Path) -> None:
    """Ten-sided dice on the table change nothing."""
    d10 = Thrown(DieReading("d10", "red", 5, 0.9, (), Box(0, 0, 40, 40)), None)
    shown = evening(tmp_path / "games.sqlite", [(d10,)]).shown
    assert not [each for each in shown if isinstance(each.line, Die)]


def test_undo_asks_for_one_die_and_keeps_the_other_doubt(tmp_path: Path) -> None:
    """Two unsure dice: the one that UNDO was about is thrown again, and then the other is asked about again."""
    looks: list[tuple[Report, ...]] = [
        (thrown("white", None, 2, 1), thrown("red", None, 4, 3)),
        (gone(thrown("white", None)),),
        (thrown("white", 5),),
    ]
    sentences = evening(tmp_path / "games.sqlite", looks, {1: "undo"}).sentences
    assert "Throw the white die again." in sentences
    assert sentences[-1].startswith("Is the red die 4?")


def test_a_die_is_withdrawn_by_its_name_and_no_more_than_one() -> None:
    """The one that is asked about in its turn: of two white dice, after the first was answered, the second."""
    red, one, two = thrown("red", None, 4, 3), thrown("white", None, 2, 1), thrown("white", None, 5, 6)
    roll = PartialRoll((thrown("green", 1), red, one, two))
    second, third = ("white", (2, 1)), ("white", (5, 6))
    for asked, gone in (
        (Asked("red", (4, 3), rolled=(1,), later=(second, third)), red),
        (Asked("white", (2, 1), rolled=(1, 4), later=(third,)), one),
        (Asked("white", (5, 6), rolled=(1, 4, 2)), two),
    ):
        assert tuple(die for die in roll.dice if die is not gone) == roll.without(asked, {}).dice
    blue = Asked("blue", (4, 3), rolled=(), later=(third,))
    assert (two,) == PartialRoll((red, two)).without(blue, {"red": "blue"}).dice
    assert roll == roll.without(Asked(DICE, (1, 2), rolled=()), {})


def test_a_question_falls_with_any_die_of_its_roll(tmp_path: Path) -> None:
    """OK must not score dice that no longer lie as they were asked about."""
    looks: list[tuple[Report, ...]] = [
        (thrown("white", 1), thrown("black", None, 6, 4)),
        (gone(thrown("white", 1)),),
        (thrown("white", 3),),
    ]
    shown = evening(tmp_path / "a.sqlite", looks).shown
    assert [None, "black", None, "black"] == [each.asked and each.asked.what for each in shown]
    looks[1:] = [(thrown("green", 2),)]
    shown = evening(tmp_path / "b.sqlite", looks).shown
    assert (None, True) == (shown[-1].asked, shown[-1].words.startswith("3 dice were thrown"))


def test_roll_excludes_dice_from_before_a_camera_loss(tmp_path: Path) -> None:
    """Whether they lie there still was not seen, so both are thrown again."""
    party = Evening()
    camera = party.health.reporter("camera")

    def lose_it(shown: Shown) -> None:
        if shown.words.startswith("The die leans"):
            camera(absent("no camera", "NO CAMERA"))
            camera(None)

    looks: list[tuple[Report, ...]] = [(thrown("white", 1),), (Cocked("red", None),), (thrown("white", 6),)]
    two_dice = structs.replace(SETUP, rules="two-dice")
    play(tmp_path / "games.sqlite", looks, lose_it, settled=False, setup=two_dice, evening=party)
    assert "The camera is back." in party.sentences
    assert not [shown.line for shown in party.shown if shown.line is not None]


def test_waiting_for_an_overlooked_die_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first die lies there, and no other comes to rest: how many are to be thrown again is said, once a while."""
    message, next_frame = Event(), Sights.frame

    def frame(camera: Sights) -> Frame | None:
        if camera.taken == 1:
            message.wait(GIVE_UP_S / 10)
        return next_frame(camera)

    def listen(shown: Shown) -> None:
        if shown.words.startswith("2 dice count, and 1 can be seen."):
            message.set()

    monkeypatch.setattr(Sights, "frame", frame)
    two_dice = structs.replace(SETUP, rules="two-dice")
    looks = [(thrown("white", 3),), (thrown("red", 4),)]
    party = play(tmp_path / "games.sqlite", looks, listen, settled=False, setup=two_dice, tick_s=0.0005)
    assert (True, (3, 4)) == (message.is_set(), _roll(party.shown).values)


def test_a_question_about_a_roll_falls_with_the_camera(tmp_path: Path) -> None:
    """The die that was sure is forgotten, so to throw the other again would make no roll: all are thrown again."""
    party = Evening()
    camera = party.health.reporter("camera")

    def lose_it(shown: Shown) -> Gesture | None:
        if shown.kind == "question":
            camera(absent("no camera", "NO CAMERA"))
        return "undo" if shown.words == "no camera" else None

    looks: list[tuple[Report, ...]] = [(thrown("white", 3), thrown("red", None, 6, 5)), ()]
    two_dice = structs.replace(SETUP, rules="two-dice")
    play(tmp_path / "games.sqlite", looks, lose_it, settled=False, setup=two_dice, evening=party)
    assert "Throw all dice again." in party.sentences
    assert None is party.shown[-1].asked


@pytest.mark.parametrize("third", [(3,), (None, 3, 4)])
def test_photo_of_too_many_dice_is_not_scored(tmp_path: Path, third: tuple[int | None, ...]) -> None:
    """Where every picture is a throw, sure or not."""
    dice = (thrown("white", 1), thrown("red", 2), thrown("blue", third[0], *(each for each in third[1:] if each)))
    two_dice = structs.replace(SETUP, rules="two-dice")
    shown = play(tmp_path / "games.sqlite", [dice], settled=True, setup=two_dice).shown
    assert (None, "3 dice were thrown and 2 count. Take 1 away.") == (shown[-1].asked, shown[-1].words)


@pytest.mark.parametrize(("question", "counts"), [("Do you take", True), ("Did a die fall", False)])
def test_dice_at_rest_when_a_sign_is_given_count(tmp_path: Path, question: str, counts: bool) -> None:
    """A sign that is given while dice still fly moves no dice: those at rest count. After a balk none does."""
    first, rest = thrown("red", 3), tuple(thrown(color, 4) for color in ("blue", "white", "yellow"))
    answers = iter([question])

    def hand(shown: Shown) -> Gesture | None:
        if shown.words.startswith(question):
            return "ok" if next(answers, None) else None
        return "next" if "leans" in shown.words or shown.words.endswith("UNDO leaves.") else None

    sights = [(first, Cocked("grey", None)), *[()] * 20, rest]
    evening = play(tmp_path / "games.sqlite", sights, hand, setup=game("four-dice").setup, settled=False)
    rolls = [line.values for shown in evening.shown if isinstance(line := shown.line, Roll)]
    assert [(3, 4, 4, 4)] * counts == rolls
    assert any(isinstance(shown.line, Call) for shown in evening.shown)
