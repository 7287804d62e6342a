"""aplay and espeak-ng: how they are asked, and what is done when they are missing, fail or hang."""

from __future__ import annotations

import os
import select
import shutil
from pathlib import Path

import numpy as np
import pytest
from support.hang import GIVE_UP_S
from support.loud import Programs, wav

from firmware.devices.sound.alsa import AlsaCard
from firmware.devices.sound.espeak import Espeak, heard
from firmware.devices.sound.mixer import BLOCK
from firmware.devices.sound.programs import last_line
from firmware.devices.sound.synthesis import RATE
from firmware.errors import DeviceError
from firmware.text import LONGEST
from scoreboard.language import language
from scoreboard.message import message

BLOCKS = np.arange(3 * BLOCK, dtype=np.int16)
LONELY = "sleep 600 & echo $! > {file}; sleep 600"
"""A program that hangs with a child."""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """Whatever a test installs, and nothing else."""
    return Programs(tmp_path, monkeypatch)


def has_ended(number: int) -> bool:
    """Whether there is no such process any more, once the kernel has ended it."""
    try:
        process = os.pidfd_open(number)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], GIVE_UP_S)[0])
    finally:
        os.close(process)


def write_much(card: AlsaCard) -> None:
    """More than any pipe holds."""
    for _ in range(100):
        card.write(BLOCKS)


# -- the card


def test_a_card_is_tried_with_silence_and_then_plays_what_it_is_given(programs: Programs) -> None:
    """Whether there is a card is found out without a sound; blocks come in order, and none is lost."""
    programs.install_aplay()
    card = AlsaCard("plughw:1", GIVE_UP_S)
    assert (0, BLOCK) == (np.abs(programs.heard).max(), programs.heard.size)
    for block in np.split(BLOCKS, 3):
        card.write(block)
    card.rest()
    card.rest()
    card.close()
    assert np.array_equal(BLOCKS, programs.heard[BLOCK:])


def test_closing_a_card_ends_what_plays(programs: Programs) -> None:
    """At once, and twice is harmless."""
    programs.install_aplay()
    card = AlsaCard("default", GIVE_UP_S)
    card.write(BLOCKS)
    card.close()
    card.close()
    assert programs.heard.size <= BLOCK + BLOCKS.size


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (None, r"^the sound needs aplay: sudo apt install alsa-utils$"),
        ("", r"^the sound cannot be played: aplay does not start"),
        ("sleep 600", r"^the sound card default hangs; check the speaker's plug"),
        (
            "echo 'ALSA lib: cannot find card' >&2; echo 'aplay: open error: No such device' >&2; exit 1",
            r"^the sound card default plays nothing \(aplay: open error: No such device\); check the speaker's plug",
        ),
        ("exit 1", r"\(no reason given\)"),
        ("kill -9 $$", r"\(no reason given\)"),
    ],
)
def test_a_card_that_is_not_there_says_what_to_do(programs: Programs, script: str | None, expected: str) -> None:
    """No player, one that does not start, no card, a card that hangs: one line each."""
    if script is not None:
        programs.install_aplay(script)
    patience_s = 0.0 if script == "sleep 600" else GIVE_UP_S
    with pytest.raises(DeviceError, match=expected):
        AlsaCard("default", patience_s)


@pytest.mark.parametrize("output", ["x" * 1_000_000, "\x1b[2J\u202e" + "y" * 1_000_000])
@pytest.mark.untraced
def test_last_line_of_a_program_is_short_and_moves_no_cursor(output: str) -> None:
    """A line of megabytes reaches neither the log nor a page, and a sign that turns or clears is spelt out."""
    line = last_line(output.encode())
    assert isinstance(line, str)
    assert (len(line), line.isprintable()) == (LONGEST, True)


def test_a_card_that_hangs_in_the_middle_is_noticed(programs: Programs) -> None:
    """The player takes nothing more: the pipe is small, and nobody waits longer than agreed."""
    programs.install_aplay()
    card = AlsaCard("default", GIVE_UP_S)
    programs.install_aplay("exec sleep 600")
    card._patience_s = 0.0
    with pytest.raises(DeviceError, match="hangs"):
        write_much(card)


def test_a_player_that_ends_in_the_middle_is_noticed(programs: Programs) -> None:
    """As when a USB card is pulled: the next block, or the rest, says so."""
    programs.install_aplay()
    card = AlsaCard("default", GIVE_UP_S)
    programs.install_aplay("echo 'aplay: pcm_write:2145: write error: No such device' >&2; exit 1")
    with pytest.raises(DeviceError, match="No such device"):
        write_much(card)
    programs.install_aplay("cat > /dev/null; echo 'aplay: pcm_write:2145: write error: No such device' >&2; exit 1")
    card.write(BLOCKS)
    with pytest.raises(DeviceError, match="No such device"):
        card.rest()


# -- the voice


@pytest.mark.parametrize("text", ["Blues, pitch.", "-w /tmp/x", "$(reboot); `rm` 'x' \"y\" | <b>&", "Año: ¡jonrón!"])
def test_a_sentence_is_text_and_nothing_else(programs: Programs, text: str) -> None:
    """Neither a leading dash nor a shell's signs mean anything; it goes by standard input, as it is."""
    programs.install_espeak()
    spoken = Espeak(GIVE_UP_S).spoken(text, "es-419")
    assert ([f"es-419 {text}"], 100 * len(text)) == (programs.spoken, spoken.size)


def test_a_voice_of_another_rate_is_set_right(programs: Programs) -> None:
    """A second is a second, whatever the voice was made with."""
    programs.install_espeak(rate=16000)
    assert round(100 * 5 * RATE / 16000) == Espeak(GIVE_UP_S).spoken("Strik", "en-us").size
    assert 1000 == heard(wav(np.full(500, 1000, np.int16), RATE // 2))[3]


def test_a_text_without_anything_to_say_is_silence(programs: Programs) -> None:
    """espeak-ng writes no file then."""
    programs.install_espeak()
    assert 0 == Espeak(GIVE_UP_S).spoken(" ", "en-us").size


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (None, r"^the voice needs espeak-ng: sudo apt install espeak-ng$"),
        ("", r"^the voice cannot speak: espeak-ng does not start"),
        ("sleep 600", r"^the voice hangs"),
        ("exit 1", r"^the voice en-us says nothing \(no reason given\)$"),
        (
            "cat > /dev/null; echo 'Error: no voice.' >&2; exit 1",
            r"^the voice en-us says nothing \(Error: no voice.\)$",
        ),
        ("cat > /dev/null", r"^the voice en-us says nothing \(no reason given\)$"),
        ("head -c 44100 /dev/zero", "^the voice makes no sound that can be played"),
        ("echo Ball one.", "^the voice makes no sound that can be played"),
        ("exec cat /dev/zero", "^the voice makes no sound that can be played"),
        ("exec cat /dev/zero >&2", "^the voice makes no sound that can be played"),
    ],
)
def test_a_voice_that_fails_says_what_to_do(programs: Programs, script: str | None, expected: str) -> None:
    """Missing, broken or hung."""
    if script is not None:
        programs.install_espeak(script)
    with pytest.raises(DeviceError, match=expected):
        Espeak(0.0 if script == "sleep 600" else GIVE_UP_S).spoken("Ball one.", "en-us")


@pytest.mark.parametrize(
    "change", [(22, b"\2\0"), (24, b"\0\0\0\0"), (24, b"\xff\xff\xff\xff"), (34, b"\x08\0"), (8, b"AVI "), (0, b"RIFX")]
)
def test_only_a_sound_of_the_kind_that_is_played_is_heard(change: tuple[int, bytes]) -> None:
    """Neither stereo, nor a rate that no voice has, nor other samples, nor another file."""
    at, other = change
    file = wav(np.full(500, 1000, np.int16), RATE)
    with pytest.raises(DeviceError, match="makes no sound"):
        heard(file[:at] + other + file[at + len(other) :])


def test_a_voice_that_drips_is_not_waited_for(programs: Programs) -> None:
    """A byte now and then is no reason to wait any longer."""
    programs.install_espeak("while :; do printf x; sleep 0.01; done")
    with pytest.raises(DeviceError, match="hangs"):
        Espeak(0.1).spoken("Ball one.", "en-us")


def test_a_long_text_reaches_a_voice_that_reads_late(programs: Programs) -> None:
    """More than a pipe holds."""
    programs.install_espeak()
    text = "ñ" * 35_000
    assert 100 * len(text) == Espeak(GIVE_UP_S).spoken(text, "en-us").size


def test_an_unknown_voice_is_refused(programs: Programs) -> None:
    """As espeak-ng says it."""
    programs.install_espeak()
    with pytest.raises(DeviceError, match=r"voice xx says nothing .*does not exist"):
        Espeak(GIVE_UP_S).spoken("Ball one.", "xx")


def test_a_hung_program_is_ended_with_its_children(programs: Programs, tmp_path: Path) -> None:
    """Its whole group: a script's child, too."""
    child = tmp_path / "child"
    programs.install_espeak(LONELY.format(file=child))
    for patience_s in (0.1, 1.0, 10.0):  # a busy machine takes its time to start it
        with pytest.raises(DeviceError, match="hangs"):
            Espeak(patience_s).spoken("Ball one.", "en-us")
        if child.exists() and child.read_text(encoding="utf-8"):
            break
    assert has_ended(int(child.read_text(encoding="utf-8")))


REAL = shutil.which("espeak-ng")


@pytest.fixture
def real() -> Espeak:
    """espeak-ng itself."""
    if REAL is None:
        pytest.skip("espeak-ng is not installed here")
    return Espeak(GIVE_UP_S)


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_real_voice_speaks_each_language(real: Espeak, code: str) -> None:
    """Its voice exists; a sentence lasts some seconds, is loud and not clipped; a longer one lasts longer."""
    speaks = language(code)
    voice = speaks.say(message("voice"))
    short, long = (real.spoken(speaks.say(message(f"outs-counted.{count}")) * count, voice) for count in (1, 3))
    assert 0.4 * RATE < short.size < 3 * RATE
    assert 1.5 * short.size < long.size
    assert 3000 < np.abs(short).max() < 32767
