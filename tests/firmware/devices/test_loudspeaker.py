"""The speaker's threads: nobody waits for them, an old sentence is dropped, and what fails is said once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from queue import SimpleQueue
from typing import Any

import numpy as np
import pytest
from support.hang import GIVE_UP_S
from support.stadium import ManualClock

from firmware.devices.sound.loudspeaker import WAITING, Loudspeaker
from firmware.devices.sound.mixer import BLOCK, Mixer
from firmware.devices.sound.repertoire import Samples, samples
from firmware.devices.supervisor import PAUSES_S
from firmware.errors import DeviceError
from firmware.notice import Notice
from scoreboard.language import ENGLISH
from scoreboard.message import Words

EN = "en-us"


class Ear:
    """A card that keeps what was played, as fast as it comes; it may be missing, or break."""

    def __init__(self) -> None:
        self.blocks: list[Samples] = []
        self.missing = self.breaks = self.closed = False
        self.rested = SimpleQueue[int]()

    def opened(self) -> Ear:
        """Itself, unless it is missing."""
        if self.missing:
            raise DeviceError("the sound card is missing")
        return self

    def write(self, block: Samples) -> None:
        """Keep it."""
        if self.breaks:
            raise DeviceError("the sound card is broken")
        self.blocks.append(block)

    def rest(self) -> None:
        """Say how much has been heard."""
        self.rested.put(len(self.blocks))

    def close(self) -> None:
        """Remember that."""
        self.closed = True

    def heard_after(self, blocks: int) -> int:
        """How many blocks were heard once more than so many were, and silence came."""
        while (heard := self.rested.get(timeout=GIVE_UP_S)) <= blocks:
            pass
        return heard


class StepwiseVoice:
    """A voice that speaks when the test lets it; a sentence is as many blocks long as it has letters."""

    def __init__(self) -> None:
        self.begun, self.go_on = SimpleQueue[tuple[str, str]](), SimpleQueue[Exception | None]()

    def spoken(self, text: str, voice: str) -> Samples:
        """Wait until the test lets it speak."""
        self.begun.put((text, voice))
        if (error := self.go_on.get(timeout=GIVE_UP_S)) is not None:
            raise error
        return np.full(len(text) * BLOCK, 1000, np.int16)

    def speaks(self, error: Exception | None = None) -> str:
        """Let the sentence that it has begun come, or fail; returns it."""
        text, _ = self.begun.get(timeout=GIVE_UP_S)
        self.go_on.put(error)
        return text


@contextmanager
def speaker(
    ear: Ear,
    voice: StepwiseVoice | None = None,
    report: Callable[[Notice | None], None] = lambda _: None,
    **options: Any,  # noqa: ANN401 - as the speaker has them
) -> Iterator[Loudspeaker]:
    """A loudspeaker, closed in the end."""
    loud = Loudspeaker(ear.opened, report, ManualClock(step=PAUSES_S[-1]), Mixer(), voice, **options)
    try:
        yield loud
    finally:
        if voice is not None:
            voice.go_on.put(None)
        loud.close()


def test_sounds_are_heard_at_once() -> None:
    """Two sounds are as long as the longer one, and then the card is left to others."""
    ear = Ear()
    with speaker(ear) as loud:
        loud.play("crack", "organ")
        assert -(-samples("organ").size // BLOCK) == ear.heard_after(0)
    assert ear.closed


def test_an_old_sentence_is_dropped_when_another_cuts_in() -> None:
    """Those that wait, and the one that is just being made."""
    ear, voice = Ear(), StepwiseVoice()
    with speaker(ear, voice) as loud:
        loud.say("old one", EN)
        loud.say("older than the next", EN, wait=True)
        assert ("old one", EN) == voice.begun.get(timeout=GIVE_UP_S)
        loud.say("new", EN)
        voice.go_on.put(None)
        assert "new" == voice.speaks()
        assert len("new") == ear.heard_after(0)


def test_a_sentence_may_wait_for_those_before_it() -> None:
    """A note does not cut off the call of the play."""
    ear, voice = Ear(), StepwiseVoice()
    with speaker(ear, voice) as loud:
        loud.say("play", EN)
        loud.say("note", EN, wait=True)
        assert ["play", "note"] == [voice.speaks(), voice.speaks()]
        while ear.rested.get(timeout=GIVE_UP_S) < len("playnote"):
            pass


def test_sentences_do_not_pile_up() -> None:
    """Of too many that wait the oldest is left out."""
    voice = StepwiseVoice()
    with speaker(Ear(), voice) as loud:
        loud.say("first", EN)
        assert "first" == voice.speaks()
        loud.say("busy", EN, wait=True)
        assert ("busy", EN) == voice.begun.get(timeout=GIVE_UP_S)
        for number in range(WAITING + 2):
            loud.say(f"note {number}", EN, wait=True)
        voice.go_on.put(None)
        assert [f"note {number}" for number in range(2, WAITING + 2)] == [voice.speaks() for _ in range(WAITING)]


def test_nobody_waits_for_a_voice_that_hangs() -> None:
    """Sounds go on, and whoever speaks returns at once."""
    ear, voice = Ear(), StepwiseVoice()
    with speaker(ear, voice) as loud:
        for _ in range(100):
            loud.say("never comes", EN)
            loud.play("pop")
        assert ear.heard_after(0)


def test_calls_are_blown_only_where_no_voice_speaks() -> None:
    """Once the voice has failed the umpire has his whistle; one warning, and another when it fails after it worked."""
    warnings = list[Words]()
    ear, voice = Ear(), StepwiseVoice()
    with speaker(ear, voice, warn=warnings.append) as loud:
        loud.play("out", "pop")
        before = ear.heard_after(0)
        assert -(-samples("pop").size // BLOCK) == before
        for text in ("one", "two"):
            loud.say(text, EN)
            voice.speaks(DeviceError("no voice"))
        loud.say("three", EN)
        voice.begun.get(timeout=GIVE_UP_S)  # so the second has failed by now
        loud.play("out", "pop")
        assert before + -(-samples("out").size // BLOCK) == ear.heard_after(before)
        assert ["No voice. The game goes on without a voice."] == list(map(ENGLISH, warnings))
        voice.go_on.put(None)
        loud.say("four", EN)
        voice.speaks(DeviceError("no voice"))
        loud.say("five", EN)
        voice.begun.get(timeout=GIVE_UP_S)
        assert 2 == len(warnings)


@pytest.mark.usefixtures("as_at_a_table")
def test_a_voice_that_fails_as_nobody_foresaw_is_asked_again() -> None:
    """Its thread goes on, and so does what the umpire blows meanwhile."""
    ear, voice = Ear(), StepwiseVoice()
    with speaker(ear, voice) as loud:
        loud.say("one", EN)
        voice.speaks(ZeroDivisionError())
        loud.say("two", EN)
        assert "two" == voice.speaks()
        assert len("two") == ear.heard_after(0)


def test_a_voice_that_fails_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that hangs, or writes without end, is not started for every sentence."""
    clock, voice, done, take = ManualClock(), StepwiseVoice(), SimpleQueue[None](), Loudspeaker._next_sentence

    def next_sentence(loud: Loudspeaker) -> tuple[int, tuple[str, str]] | None:
        done.put(None)
        return take(loud)

    monkeypatch.setattr(Loudspeaker, "_next_sentence", next_sentence)
    with closing(Loudspeaker(Ear().opened, lambda _: None, clock, Mixer(), voice)) as loud:
        loud.say("one", EN)
        voice.speaks(DeviceError("no voice"))
        loud.say("two", EN, wait=True)
        for _ in ("at first", "after one", "after two"):  # which is passed over
            done.get(timeout=GIVE_UP_S)
        clock.time += PAUSES_S[-1]
        loud.say("three", EN, wait=True)
        assert "three" == voice.speaks()


@pytest.mark.usefixtures("as_at_a_table")
def test_sounds_go_on_after_one_that_cannot_be_mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours costs what sounds just then."""
    ear, failed = Ear(), SimpleQueue[bool]()
    mixed = Mixer.block

    def block(mixer: Mixer) -> Samples | None:
        if mixer._sounds and failed.empty():
            failed.put(True)
            raise ValueError
        return mixed(mixer)

    monkeypatch.setattr(Mixer, "block", block)
    with speaker(ear) as loud:
        loud.play("organ")
        assert failed.get(timeout=GIVE_UP_S)
        failed.put(True)
        loud.play("pop")
        assert -(-samples("pop").size // BLOCK) == ear.heard_after(0)


def test_missing_card_is_reported_and_found_again() -> None:
    """On its own thread: nobody waits for it, it is reported once, and plays again when it is back."""
    ear, reports = Ear(), SimpleQueue[Notice | None]()
    ear.missing = True
    with speaker(ear, report=reports.put) as loud:
        lost = reports.get(timeout=GIVE_UP_S)
        assert lost is not None
        ear.missing = False
        loud.play("pop")
        while reports.get(timeout=GIVE_UP_S) is not None:
            pass
        loud.play("pop")
        assert ("NO SOUND", True) == (ENGLISH(lost.panel, "panel"), ear.heard_after(0) > 0)


def test_a_card_that_breaks_is_given_back() -> None:
    """What was to be heard is dropped, not played late."""
    ear, reports = Ear(), SimpleQueue[Notice | None]()
    ear.breaks = True
    with speaker(ear, report=reports.put) as loud:
        loud.play("organ")
        assert reports.get(timeout=GIVE_UP_S) is not None
        ear.breaks = False
        loud.play("pop")
        assert ear.heard_after(0) <= -(-samples("pop").size // BLOCK)
        assert ear.closed


@pytest.mark.parametrize("voice", [None, StepwiseVoice()])
def test_closing_ends_the_threads(voice: StepwiseVoice | None) -> None:
    """No thread outlives the speaker; closing twice is harmless, and then nothing is heard."""
    before = set(threading.enumerate())
    with speaker(Ear(), voice) as loud:
        loud.play("homerun")
        assert set(threading.enumerate()) - before
    loud.close()
    loud.say("late", EN)
    loud.play("pop")
    assert set() == set(threading.enumerate()) - before


def test_tune_is_heard_until_it_is_ended() -> None:
    """Its samples are fetched by the speaker's thread; another takes its place; none where it is turned down."""
    ear, loud = Ear(), np.full(20 * BLOCK, 8000, np.int16)
    fetched_by: list[str] = []

    def tune() -> Samples:
        fetched_by.append(threading.current_thread().name)
        return loud

    with speaker(ear) as playing:
        playing.accompany(tune)
        heard = ear.heard_after(0)
        assert 20 == heard
        assert ["speaker"] == fetched_by
        playing.accompany(lambda: None)
        playing.accompany(None)
        playing.play("crack")
        assert ear.heard_after(heard) - heard < 20
    with closing(Loudspeaker(ear.opened, lambda _: None, ManualClock(), Mixer(0))) as silent:
        silent.accompany(tune)
    assert ["speaker"] == fetched_by


def test_a_tune_is_quieter_beneath_a_voice() -> None:
    """As the crowd is; alone it has its full loudness."""
    mixer = Mixer()
    mixer.accompany(np.full(4 * BLOCK, 8000, np.int16))
    alone = mixer.block()
    mixer.speak(np.zeros(2 * BLOCK, np.int16))
    mixer.block()
    beneath = mixer.block()
    assert alone is not None
    assert beneath is not None
    assert (8000, 2400) == (int(alone[-1]), int(beneath[-1]))
    mixer.accompany(None)
    mixer.hush()
    assert None is mixer.block()


@pytest.mark.usefixtures("as_at_a_table")
def test_a_tune_that_cannot_be_fetched_costs_itself() -> None:
    """A fault of ours in it costs what sounds just then; without a card it is dropped."""
    ear, failed = Ear(), SimpleQueue[bool]()

    def lost_tune() -> Samples:
        failed.put(True)
        raise ValueError

    with speaker(ear) as playing:
        playing.accompany(lost_tune)
        assert failed.get(timeout=GIVE_UP_S)
        playing.play("pop")
        assert -(-samples("pop").size // BLOCK) == ear.heard_after(0)
    gone = Ear()
    gone.missing = True
    with speaker(gone) as silent:
        silent.accompany(lambda: np.ones(5, np.int16))
    assert [] == gone.blocks
