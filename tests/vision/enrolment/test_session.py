"""A lesson: it asks for one face after another, keeps good pictures and says what is wrong with others."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from support.shipped import SEEDS
from support.stills import draw_throw
from support.teach import picture, portrayed, reader, taught

from firmware.setup.teaching_session import prompted, trouble
from firmware.simulated.world.stadium import SimulatedStadium
from scoreboard.language import ENGLISH
from vision.enrolled.matcher import VALUES
from vision.enrolment.capture import Unusable
from vision.enrolment.session import NUDGE, Doubtful, EnrolmentSession, Kept
from vision.reader import DiceReader
from vision.recognition.classifiers import TokenClassifier
from vision.recognition.pose import PoseVotes, TopFacePose
from vision.recognition.scores import TokenOutputs
from vision.types import Frame


def lesson(*faces: int) -> EnrolmentSession:
    """A lesson on the red die from pictures at rest."""
    return EnrolmentSession(reader(), "red", faces=faces or None, settled=True)


def worded(session: EnrolmentSession, outcome: Unusable | Doubtful, words: str) -> tuple[str, bool]:
    """The words on the panel, and whether the sentence has these words."""
    return ENGLISH(trouble(session, outcome), "panel"), words in ENGLISH(trouble(session, outcome))


def blurred(frame: Frame) -> Frame:
    """Out of focus."""
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), 3.5), np.uint8)


@pytest.mark.untraced
def test_it_asks_for_every_face_once() -> None:
    """One to ten, each kept from one picture, and then it is over."""
    taught_now = lesson()
    asked = []
    while taught_now.asked is not None:
        asked.append(taught_now.asked)
        assert Kept(taught_now.asked) == taught_now.see(picture("red", taught_now.asked))
    assert (list(VALUES), (10, 10)) == (asked, taught_now.progress)
    assert "10 of 10 faces are known" in ENGLISH(prompted(taught_now))


def test_the_panel_shows_die_and_face() -> None:
    """Colour and number, short enough for 64 pixels; the sentence says what to do."""
    prompt = prompted(lesson(4))
    assert ("red 4", True) == (ENGLISH(prompt, "panel"), ENGLISH(prompt).startswith("Put red 4 up"))


def test_it_goes_on_where_it_ended() -> None:
    """For a die that was kept only what is missing is asked for."""
    assert 2 == EnrolmentSession(reader(), "red", taught("red", 1, 3)).asked
    again = EnrolmentSession(reader(), "red", taught("red", 1, 3), faces=[3])
    assert 3 == again.asked


@pytest.mark.parametrize(
    ("frame", "panel", "outcomes"),
    [
        (np.full((240, 320, 3), (50, 90, 40), np.uint8), "NO DIE", "cannot find a die"),
        (
            draw_throw(np.random.default_rng(2), [("red", 4), ("blue", 3)], die_px=90),
            "ONLY ONE DIE",
            "Leave only the red",
        ),
        (picture("red", 4)[:, : 320 // 2 + 8], "MIDDLE", "edge of the picture"),
        (blurred(picture("red", 4)), "BLURRED", "focus"),
    ],
)
def test_a_picture_that_cannot_be_used_says_why(frame: Frame, panel: str, outcomes: str) -> None:
    """In plain words and on the panel; nothing is kept, and the same face is asked for still."""
    now = lesson(4)
    outcome = now.see(frame)
    assert isinstance(outcome, Unusable)
    assert (panel, True, 4, 0) == (*worded(now, outcome, outcomes), now.asked, now.progress[0])


def test_a_face_that_looks_like_another_is_doubted() -> None:
    """The label could be wrong, so it is not kept without the owner's word."""
    now = lesson(4)
    outcome = now.see(picture("red", 7))
    assert isinstance(outcome, Doubtful)
    assert (Doubtful("another-face", 7), ("4?", True)) == (outcome, worded(now, outcome, "That looks like a 7."))
    assert (4, 0) == (now.asked, now.progress[0])


@pytest.mark.parametrize("thing", ["red", "chip"])
@pytest.mark.parametrize("seed", SEEDS)
def test_anything_but_a_d10_needs_the_owners_ok(thing: str, seed: int) -> None:
    """A die with pips, and the chip: the classifiers know what they are, whatever was asked for."""
    stadium = SimulatedStadium(seed, numbering="pips")
    place = (60.0, -60.0)
    end = stadium.toss(0.5, "hit", near=place) if thing == "chip" else stadium.throw(0.5, "red", 5, near=place)
    lies = stadium.where(thing, end + 0.6)
    assert lies is not None
    x, y = (round(float(part)) for part in stadium.pixels(lies.place[None], end + 0.6)[0])
    frame = np.full((300, 300, 3), 110, np.uint8)
    frame[100:200, 100:200] = stadium.still(end + 0.6)[y - 50 : y + 50, x - 50 : x + 50]
    assert isinstance(lesson(5).see(frame), Doubtful)


def test_the_owners_word_counts() -> None:
    """OK keeps what was doubted; a second OK has nothing to keep."""
    now = lesson(4, 5)
    now.see(picture("red", 7))
    assert (Kept(4), None, 5) == (now.accept(), now.accept(), now.asked)


def test_a_doubt_ends_with_the_next_picture() -> None:
    """OK never keeps a picture other than the one that was asked about last."""
    now = lesson(4, 5)
    now.see(picture("red", 7))
    assert Kept(4) == now.see(picture("red", 4))
    assert (None, 5) == (now.accept(), now.asked)


def test_another_die_is_doubted() -> None:
    """After a few faces its colour is known, and a blue one does not pass for it."""
    now = lesson(1, 2, 3, 4)
    for value in (1, 2, 3):
        now.see(picture("red", value))
    outcome = now.see(picture("blue", 4))
    assert isinstance(outcome, Doubtful)
    assert ENGLISH(trouble(now, outcome)).startswith("That does not look like the red die.")


def test_unnamed_face_is_not_taken_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A 6 shown for the 9 is looked at as a 9 would stand, and is the 6 of before all the same."""
    monkeypatch.setattr("vision.enrolment.session.read_die", lambda *_, **__: SimpleNamespace(value=None))
    now = lesson(6, 9)
    assert Kept(6) == now.see(picture("red", 6))
    outcome = now.see(picture("red", 6, 2))
    assert isinstance(outcome, Doubtful)
    assert ENGLISH(trouble(now, outcome)).startswith("That looks like the 6 that you showed before.")


@pytest.mark.parametrize("faces", [(3, 4, 7), (2, 3, 4), (1, 6, 9)])
def test_face_is_known_by_texture_without_networks(faces: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else tells a face of camouflage from one that was never shown; how it lies is seen without the paint."""
    monkeypatch.setattr("vision.enrolment.session.read_die", lambda *_, **__: SimpleNamespace(value=None))
    monkeypatch.setattr("vision.enrolment.session.SAME_FACE", 2.0)
    plain, classify = dict[bytes, Frame](), DiceReader.classify
    monkeypatch.setattr(
        DiceReader, "classify", lambda self, frame, **how: classify(self, plain[frame.tobytes()], **how)
    )

    def drowned(value: int, turn: float = 0.0) -> Frame:
        frame = about(picture("red", value), turn)
        painted = about(camouflaged(picture("red", value), value), turn)
        plain[painted.tobytes()] = frame
        return painted

    now = lesson(*faces, 10)
    assert [Kept(face) for face in faces] == [now.see(drowned(face)) for face in faces]
    outcome = now.see(drowned(faces[0], turn=140.0))
    assert isinstance(outcome, Doubtful)
    assert ENGLISH(trouble(now, outcome)).startswith(f"That looks like the {faces[0]} that you showed before.")


def camouflaged(frame: Frame, value: int) -> Frame:
    """The red die in patches of two colours, as this face has them."""
    spots = np.random.default_rng(value).standard_normal((15, 15)).astype(np.float32)
    paint = cv2.resize(spots, frame.shape[1::-1], interpolation=cv2.INTER_CUBIC)[..., None] > 0
    red = np.asarray(frame[..., 2] > 30.0 + frame[..., 1], np.uint8)
    die = cv2.morphologyEx(red, cv2.MORPH_CLOSE, np.ones((9, 9)))[..., None] > 0
    painted = 0.85 * np.where(paint, (40, 150, 230), (110, 50, 60)) + 0.15 * frame
    return np.asarray(np.where(die, painted, frame), np.uint8)


def about(frame: Frame, turn: float) -> Frame:
    """The picture turned about its middle by so many degrees."""
    matrix = cv2.getRotationMatrix2D((frame.shape[1] / 2, frame.shape[0] / 2), turn, 1.0)
    return np.asarray(cv2.warpAffine(frame, matrix, frame.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_numeral_stands_by_label_where_views_disagree(quarter: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of them point astray and half aright; the upright classifiers see the value asked for in one way alone."""
    frame = picture("red", 4)
    (outputs,) = reader().classify(frame)
    torn = astray(outputs, quarter, (0, 2), monkeypatch)
    kept = portrayed(reader(), frame, torn, 4)
    assert abs(off(torn.pose.angle, outputs.pose.angle)) > 1
    assert abs(off(kept.angle, outputs.pose.angle)) < 0.3


def test_a_die_whose_views_disagree_is_seen_all_round() -> None:
    """Where all four views have the numeral's place wrong, one of twelve has it right."""
    frame = picture("red", 4)
    (outputs,) = reader().classify(frame)
    aside = lying(outputs, replace(outputs.pose, centre=(0.0, 0.0), consistency=0.0))
    kept, right = (portrayed(reader(), frame, one, 4) for one in (aside, outputs))
    assert np.hypot(*np.subtract(kept.centre, right.centre)) < 0.2 * right.height


@pytest.mark.parametrize(("shown", "misread"), [(7, 1), (1, 7), (5, 2), (9, 6)])
def test_where_the_views_agree_a_numeral_stands_as_they_say(shown: int, misread: int) -> None:
    """What is misread looks more like what it is if it is turned a little, and would not be known again so."""
    frame = picture("red", misread)
    (outputs,) = reader().classify(frame)
    kept = portrayed(reader(), frame, outputs, shown)
    assert abs(off(kept.angle, outputs.pose.angle)) < 0.01


@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_a_face_that_cannot_be_read_stands_as_the_views_say(quarter: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is to be seen nothing speaks for another way."""
    (outputs,) = reader().classify(picture("red", 4))
    turned = astray(outputs, quarter, (0, 1, 2, 3), monkeypatch)
    kept = portrayed(reader(), np.full((240, 320, 3), (40, 40, 160), np.uint8), turned, 4)
    assert abs(off(kept.angle, turned.pose.angle)) < 0.3


def lying(outputs: TokenOutputs, pose: TopFacePose) -> TokenOutputs:
    """The same token in another pose."""
    return replace(outputs, token=replace(outputs.token, pose=pose))


def astray(
    outputs: TokenOutputs, quarter: int, views: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> TokenOutputs:
    """The same token, turned by so many quarters as these of four views have it, which are all that vote."""
    pose = outputs.pose
    angles = np.array([pose.angle - quarter * pi / 2 if view in views else pose.angle for view in range(4)])
    ups = pose.height * np.column_stack((np.sin(angles), -np.cos(angles)))
    votes = PoseVotes(ups, np.tile(pose.centre, (4, 1)))
    monkeypatch.setattr(TokenClassifier, "sweep", lambda *_: (outputs.scores, votes))
    consistency = float(np.hypot(*(ups / pose.height).mean(axis=0)))
    return lying(outputs, replace(pose.turned(-quarter * pi / 2), consistency=consistency))


def off(one: float, other: float) -> float:
    """By how much two directions differ, in radians."""
    return float((one - other + pi) % (2 * pi) - pi)


def test_redo_asks_for_the_face_before() -> None:
    """A slip is put right: its new picture takes the old one's place."""
    now = lesson(4, 5)
    now.see(picture("red", 4))
    now.redo()
    assert 4 == now.asked
    now.see(picture("red", 4, 2))
    assert (5, 1) == (now.asked, len(now.die.samples))


def test_redo_of_a_doubted_face_asks_for_it_again() -> None:
    """It was not kept, so there is nothing before it to go back to."""
    now = lesson(3, 4)
    now.see(picture("red", 3))
    now.see(picture("red", 7))
    now.redo()
    assert (4, None) == (now.asked, now.accept())


def test_a_face_can_be_left_out() -> None:
    """The rest goes on, and at the end it is said what is known."""
    now = lesson(4, 5)
    now.skip()
    now.see(picture("red", 5))
    assert (None, (5,)) == (now.asked, now.die.shown)


def test_waiting_owner_learns_what_to_do() -> None:
    """A die that lay there from the start was not seen to be laid down: that is said, once."""
    now, lying = EnrolmentSession(reader(), "red", faces=[4]), picture("red", 4)
    outcomes = [outcome for outcome in (now.see(lying) for _ in range(2 * NUDGE + 10)) if outcome is not None]
    assert [Unusable("not-laid")] == [each for each in outcomes if isinstance(each, Unusable)]
    assert 1 == len(outcomes)
