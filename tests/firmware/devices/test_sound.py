"""Sounds from arithmetic, mixed: what they are like, and that no sum of them leaves the range."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from firmware.devices.sound.mixer import AT_ONCE, BLOCK, DUCKED, LOUDEST, Mixer, limited
from firmware.devices.sound.repertoire import CROWD, MOST, REPERTOIRE, Samples, samples
from firmware.devices.sound.synthesis import RATE, crowd, pitch, tune
from scoreboard.commentary import CALLS, Sound

SOUNDS: tuple[Sound, ...] = get_args(Sound)
QUARTER = np.full(RATE, MOST // 4, np.int16)
"""A second at a quarter of the range."""


def all_of(mixer: Mixer) -> Samples:
    """Every block that is still to come."""
    blocks: list[Samples] = []
    while (block := mixer.block()) is not None:
        blocks.append(block)
    return np.concatenate(blocks)


def centre(sound: Samples) -> float:
    """Where its spectrum has its middle, in hertz."""
    power = np.abs(np.fft.rfft(sound.astype(float))) ** 2
    return float((power * np.fft.rfftfreq(sound.size, 1 / RATE)).sum() / power.sum())


def test_every_sound_is_made() -> None:
    """The repertoire has what the commentary asks for, and nothing else."""
    assert set(SOUNDS) == REPERTOIRE.keys()
    assert {*CALLS, *CROWD} <= set(SOUNDS)


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_short_and_as_loud_as_it_says(name: Sound) -> None:
    """It is over in four seconds, has its loudness at its peak, and ends softly."""
    made = samples(name).astype(int)
    assert REPERTOIRE[name][0] == pytest.approx(np.abs(made).max() / MOST, abs=0.001)
    assert (True, True) == (0.1 * RATE < made.size < 4 * RATE, abs(made[-1]) < 0.02 * MOST)


def test_a_sound_is_the_same_each_time() -> None:
    """Noise, too, is made by arithmetic."""
    assert np.array_equal(crowd(200, 900, ((0, 0), (1, 1))), crowd(200, 900, ((0, 0), (1, 1))))
    assert samples("crack") is samples("crack")


def test_no_two_sounds_are_alike() -> None:
    """With one's eyes closed one knows a hit from an out."""
    assert len(SOUNDS) == len({samples(name).tobytes() for name in SOUNDS})


def test_the_bat_is_bright_and_the_glove_is_dull() -> None:
    """A crack is high, a pop is low, and a groan is lower than a cheer."""
    assert centre(samples("crack")) > 4 * centre(samples("pop"))
    assert centre(samples("cheer")) > 2 * centre(samples("groan"))


@pytest.mark.parametrize(
    ("name", "hertz"), [("A4", 440), ("A5", 880), ("C4", 261.63), ("Eb4", 311.13), ("F#4", 369.99)]
)
def test_notes_have_their_pitch(name: str, hertz: float) -> None:
    """Equal temperament from the A at 440 Hz."""
    assert hertz == pytest.approx(pitch(name), abs=0.01)


def test_a_tune_is_as_long_as_its_beats() -> None:
    """A rest is silent and counts."""
    made = tune("A4:2 - A4", 0.1)
    assert (round(0.4 * RATE), 0.0) == (made.size, np.abs(made[round(0.2 * RATE) : round(0.3 * RATE)]).max())


# -- the mixer


def test_silence_needs_no_blocks() -> None:
    """Nothing is sent to a card while nothing sounds."""
    assert Mixer().block() is None


def test_what_sounds_at_once_is_added() -> None:
    """Two sounds and a voice, each to its end."""
    mixer = Mixer()
    mixer.add(QUARTER)
    mixer.add(QUARTER[:BLOCK])
    mixer.speak(QUARTER[:BLOCK])
    heard = all_of(mixer).astype(int)
    assert heard[0] == pytest.approx(3 * QUARTER[0], abs=400)  # just above the knee
    assert (QUARTER[0], 0) == pytest.approx((heard[BLOCK], heard[-1]), abs=2)


def test_a_voice_says_one_sentence_after_the_other_until_it_is_hushed() -> None:
    """Sentences never overlap, and hushing leaves the sounds alone."""
    mixer = Mixer()
    mixer.speak(QUARTER[:BLOCK])
    mixer.speak(QUARTER[:BLOCK])
    assert [QUARTER[0]] * 2 * BLOCK == all_of(mixer).tolist()
    mixer.speak(QUARTER)
    mixer.add(QUARTER[: 2 * BLOCK])
    mixer.block()
    mixer.hush()
    assert BLOCK == all_of(mixer).size


def test_a_louder_event_ducks_the_crowd() -> None:
    """The crowd sinks beneath a call within a block, and comes back by itself."""
    mixer = Mixer()
    mixer.add(QUARTER, crowd=True)
    mixer.block()
    mixer.speak(np.zeros(BLOCK, np.int16))
    heard = all_of(mixer).astype(int)
    assert QUARTER[0] * DUCKED == pytest.approx(heard[BLOCK - 1], abs=2)
    assert heard[BLOCK - 1] < heard[2 * BLOCK - 1] < QUARTER[0] / 2
    assert QUARTER[0] == pytest.approx(heard[15 * BLOCK], abs=2)


def test_no_sum_leaves_the_range() -> None:
    """Everything at once, at the highest volume, is limited and never wraps."""
    mixer = Mixer()
    for _ in range(AT_ONCE - 3):
        mixer.add(np.full(BLOCK, -MOST, np.int16))
    mixer.speak(np.full(BLOCK, -MOST, np.int16))
    assert -MOST <= int(all_of(mixer).min()) < -0.95 * MOST
    ramp = np.linspace(-9, 9, 99)
    assert (True, True) == (bool((np.diff(limited(ramp)) >= 0).all()), np.abs(limited(ramp)).max() <= 1)


def test_number_of_sounds_at_once_is_limited() -> None:
    """One more ends the oldest: a quick table overloads nothing."""
    mixer = Mixer()
    mixer.add(QUARTER)
    for _ in range(AT_ONCE):
        mixer.add(np.zeros(BLOCK, np.int16))
    assert 0 == np.abs(all_of(mixer)).max()


def test_the_volume_turns_it_down_and_nought_is_silence() -> None:
    """Half the volume is a quarter of the swing, which sounds about half as loud."""
    swings = []
    for volume in (LOUDEST, LOUDEST // 2, 0):
        mixer = Mixer(volume)
        mixer.add(QUARTER[:BLOCK])
        swings.append(int(all_of(mixer)[0]))
    assert (QUARTER[0], QUARTER[0] / 4, 0) == pytest.approx(tuple(swings), abs=1)


def test_clearing_is_silence() -> None:
    """Without a card nothing is kept for later."""
    mixer = Mixer()
    mixer.add(QUARTER)
    mixer.speak(QUARTER)
    mixer.clear()
    assert mixer.block() is None
