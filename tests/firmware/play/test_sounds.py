"""Sounds: what deserves one, what it sounds like, and a card that may be missing."""

from __future__ import annotations

import io
import subprocess
import wave
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Any, get_args

import numpy as np
import pytest
from support.stadium import SETUP, ToldClock, chip, die, play, presses, unsure

from firmware.devices.alsa import AlsaSpeaker
from firmware.devices.protocols import Speaker
from firmware.devices.supervisor import PAUSES_S, SupervisedSpeaker
from firmware.devices.tones import RATE, tune
from firmware.errors import DeviceError
from firmware.notice import Notice
from firmware.play.shown import Sounds
from scoreboard.commentary import Sound, sound
from scoreboard.language import ENGLISH
from scoreboard.rules import apply, start
from scoreboard.rules.events import Chip, Die, Press

SOUNDS = get_args(Sound)
GAME = start(SETUP)
TO_THIRD_OUT = [
    *[Press(button="out")] * 2,
    *(Die(color="blue", value=3), Die(color="red", value=7), Chip(face="hit"), Die(color="white", value=3)),
]


@pytest.mark.parametrize(
    ("lines", "heard"),
    [
        ([Die(color="blue", value=3)], None),
        ([Press(button="homerun")], "homerun"),
        ([Press(button="out")], "out"),
        ([Press(button="run")], "hit"),
        ([Die(color="blue", value=3), Die(color="red", value=8), Chip(face="hit")], "hit"),
        ([Die(color="blue", value=3), Die(color="red", value=8), Chip(face="out")], "out"),
        ([Press(button="strike")] * 3, "out"),
        ([Press(button="strike")], None),
        ([*TO_THIRD_OUT, Die(color="blue", value=8)], "out"),
        ([*TO_THIRD_OUT, Die(color="blue", value=8), Press(button="next")], None),
    ],
)
def test_what_deserves_a_sound_has_one(lines: list[Any], heard: Sound | None) -> None:
    """A hit, an out and a home run do; a pitch, a strike and an out taken back do not."""
    before = after = GAME
    for line in lines:
        before, after = after, apply(after, line)
    assert heard == sound(before, lines[-1], after)


def samples(file: bytes) -> np.ndarray[Any, np.dtype[np.int16]]:
    """The samples of a WAV file."""
    with wave.open(io.BytesIO(file)) as reader:
        assert (1, 2, RATE) == reader.getparams()[:3]
        return np.frombuffer(reader.readframes(reader.getnframes()), "<i2")


@pytest.mark.parametrize("name", SOUNDS)
def test_a_tune_is_short_loud_enough_and_never_clips(name: Sound) -> None:
    """At full volume it fills four fifths of the range, begins and ends in silence, and is over in two seconds."""
    heard = samples(tune(name, 100)).astype(int)
    assert 0.75 * 32767 < np.abs(heard).max() < 0.85 * 32767
    assert (0, 0, True) == (heard[0], heard[-1], len(heard) < 2 * RATE)


def test_the_volume_turns_it_down_and_nought_is_silence() -> None:
    """Half the volume is a quarter of the swing, which sounds about half as loud."""
    full, half, nothing = (np.abs(samples(tune("hit", volume)).astype(int)).max() for volume in (100, 50, 0))
    assert (full / 4 == pytest.approx(half, rel=0.01), nothing) == (True, 0)


def test_no_two_sounds_are_alike() -> None:
    """With one's eyes closed one knows a hit from an out."""
    assert len(SOUNDS) == len({tune(name, 50) for name in SOUNDS})


class Aplay:
    """ALSA's player, or what it does when there is no card."""

    def __init__(self, outcome: Exception | tuple[int, bytes] = (0, b"")) -> None:
        self.outcome = outcome
        self.commands: list[list[str]] = []
        self.files: list[bytes] = []

    def __call__(self, command: list[str], **options: Any) -> subprocess.CompletedProcess[bytes]:  # noqa: ANN401 - as run
        """Play, or fail."""
        self.commands.append(command)
        self.files.append(options["input"])
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return subprocess.CompletedProcess(command, self.outcome[0], b"", self.outcome[1])


def test_a_card_is_tried_with_silence_and_then_plays() -> None:
    """Whether there is a card is found out without a sound."""
    aplay = Aplay()
    speaker: Speaker = AlsaSpeaker("plughw:1", 70, aplay)
    speaker.play("out")
    speaker.close()
    assert [["aplay", "--quiet", "--device", "plughw:1", "-"]] * 2 == aplay.commands
    silence, heard = aplay.files
    assert (0, tune("out", 70)) == (np.abs(samples(silence)).max(), heard)


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (FileNotFoundError(2, "no such file"), r"^the sound needs aplay: sudo apt install alsa-utils$"),
        (subprocess.TimeoutExpired("aplay", 5), r"^the sound card default hangs; check the speaker's plug"),
        (
            (
                1,
                b"ALSA lib confmisc.c:855: cannot find card '0'\naplay: main:831: audio open error: No such device\n\n",
            ),
            r"^the sound card default plays nothing \(aplay: .* No such device\); check the speaker's plug",
        ),
        ((1, b""), r"\(no reason given\)"),
    ],
)
def test_a_card_that_is_not_there_says_what_to_do(outcome: Exception | tuple[int, bytes], expected: str) -> None:
    """No player, no card, a card that hangs: one line each."""
    with pytest.raises(DeviceError, match=expected):
        AlsaSpeaker("default", 50, Aplay(outcome))


class Card:
    """A speaker without a card: it keeps what it was told to play."""

    def __init__(self) -> None:
        self.played: list[Sound] = []
        self.missing = False

    def opened(self) -> Card:
        """Itself, unless it is missing."""
        if self.missing:
            raise DeviceError("the sound card is missing")
        return self

    def play(self, sound: Sound) -> None:
        """Keep it."""
        self.played.append(sound)

    def close(self) -> None:
        """Be silent."""


def heard_at(journal: Path, sights: list[Any], hand: Callable[..., Any] = lambda _: None) -> list[Sound]:
    """What is heard of a game."""
    speaker = Card()
    listening = Sounds(speaker)
    for shown in play(journal, sights, hand).shown:
        listening(shown)
    return speaker.played


def test_a_game_is_heard(tmp_path: Path) -> None:
    """A ball that is caught is an out; nothing else of that play makes a sound."""
    assert ["out"] == heard_at(tmp_path / "games.sqlite", [die("blue", 3), die("red", 8), chip("out")])


def test_a_question_is_heard_once(tmp_path: Path) -> None:
    """Walking through its answers is silent."""
    answers = iter(["next", "next", "ok"])
    hand = lambda shown: next(answers) if shown.asked else None  # noqa: E731
    assert ["ask"] == heard_at(tmp_path / "games.sqlite", [unsure("blue", 6, 9, 8)], hand)


def test_a_resumed_game_is_silent(tmp_path: Path) -> None:
    """What was played before the plug was pulled is not heard again."""
    play(tmp_path / "games.sqlite", hand=presses("homerun"))
    assert [] == heard_at(tmp_path / "games.sqlite", [], presses())


def test_a_missing_card_is_silent_and_said_and_found_again() -> None:
    """On its own thread: nobody waits for it, it is told once, and plays again when it is back."""
    card, reports = Card(), SimpleQueue[Notice | None]()
    card.missing = True
    speaker = SupervisedSpeaker(card.opened, reports.put, ToldClock(step=PAUSES_S[-1]))
    lost = reports.get(timeout=10)
    assert lost is not None
    card.missing = False
    speaker.play("hit")
    while reports.get(timeout=10) is not None:
        pass
    speaker.play("out")
    speaker.close()
    speaker.close()
    assert ("NO SOUND", True) == (ENGLISH(lost.panel, "panel"), set(card.played) <= {"hit", "out"})


def test_sounds_do_not_pile_up_behind_a_slow_card() -> None:
    """What is heard is about what has just come to pass: one may wait, and the next is left out."""
    begun, go_on = SimpleQueue[Sound](), SimpleQueue[None]()

    class Slow(Card):
        def play(self, sound: Sound) -> None:
            begun.put(sound)
            go_on.get(timeout=10)

    speaker, heard = SupervisedSpeaker(Slow().opened, lambda _: None, ToldClock()), list[Sound]()
    evening: list[list[Sound]] = [["out"], ["hit", "ask"], ["homerun"]]
    for wanted in evening:
        for each in wanted:
            speaker.play(each)
        if heard:
            go_on.put(None)
        heard.append(begun.get(timeout=10))
    go_on.put(None)
    speaker.close()
    assert ["out", "hit", "homerun"] == heard


def test_closing_ends_the_thread() -> None:
    """No thread outlives the speaker."""
    card, reports = Card(), SimpleQueue[Notice | None]()
    speaker = SupervisedSpeaker(card.opened, reports.put, ToldClock())
    speaker.play("homerun")
    speaker.close()
    assert not speaker._playing.is_alive()
