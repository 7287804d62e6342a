"""The speaker: takes what is wanted, and works it off on two threads of its own.

One makes the sounds and plays them, and may have no card; the other has sentences spoken. Rules kept here: nobody waits
for either, and what waits is bounded. A sentence is dropped as soon as another one cuts in. Neither thread ends by what
fails: a card is opened again after a pause, and a voice asked again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Condition, Thread
from typing import TYPE_CHECKING, TypeAlias, get_args

from firmware.devices.health import HealthReporter
from firmware.devices.sound.mixer import Mixer
from firmware.devices.sound.repertoire import CROWD, Samples, samples
from firmware.devices.supervisor import Supervised, pauses
from firmware.errors import DeviceError
from scoreboard.commentary import CALLS, Sound
from scoreboard.face_guard import Face
from scoreboard.message import Words, message

if TYPE_CHECKING:
    from firmware.devices.protocols import Clock, SoundCard
    from firmware.devices.sound.espeak import Espeak

Tune: TypeAlias = Callable[[], Samples | None]
"""What gives the samples of a tune, from a disk."""
WANTED, WAITING = 8, 4
"""Sounds and sentences that may wait; of more the oldest is left out."""


class Loudspeaker(Supervised["SoundCard"]):
    """A sound card with a voice, or without one; satisfies `firmware.devices.protocols.Speaker`.

    Args, beyond those of `Supervised`:
        mixer: adds what sounds at once.
        voice: speaks; None for silence.
        warn: called when the voice fails, and not again before it has worked.
    """

    def __init__(
        self,
        opener: Callable[[], SoundCard],
        report: HealthReporter,
        clock: Clock,
        mixer: Mixer,
        voice: Espeak | None = None,
        warn: Callable[[Words], None] = lambda _: None,
    ) -> None:
        super().__init__(opener, report, "sound", clock)
        self._mixer, self._voice, self._warn = mixer, voice, warn
        self._changed = Condition()
        self._closed, self._speaks = False, voice is not None
        self._sounds, self._speech = Face("sound"), Face("voice")
        self._voice_pauses, self._voice_due = pauses(), clock.monotonic()
        self._wanted: deque[Sound] = deque(maxlen=WANTED)
        self._sentences: deque[tuple[str, str]] = deque(maxlen=WAITING)
        self._spoken: deque[Samples] = deque()
        self._tunes: deque[Tune | None] = deque(maxlen=1)
        self._turn, self._cut = 0, False
        self._threads = [Thread(target=self._work, name="speaker", daemon=True)]
        if voice is not None:
            self._threads.append(Thread(target=self._talk, args=(voice,), name="voice", daemon=True))
        for thread in self._threads:
            thread.start()

    def play(self, *sounds: Sound) -> None:
        """Let these sound soon, all at once; without a card not at all, nor an umpire's call where a voice speaks."""
        if self._is_silent:
            return
        with self._changed:
            self._wanted.extend(each for each in sounds if not (self._speaks and each in CALLS))
            self._changed.notify_all()

    def say(self, text: str, voice: str, *, wait: bool = False) -> None:
        """Speak this soon: instead of all that is being spoken, or after it."""
        with self._changed:
            if not wait:
                self._turn += 1
                self._cut = True
                self._sentences.clear()
                self._spoken.clear()
            if text and not self._lost and not self._is_silent:
                self._sentences.append((text, voice))
            self._changed.notify_all()

    def accompany(self, tune: Tune | None) -> None:
        """Play that tune beneath all else, in the place of the one before; see `Speaker.accompany`."""
        with self._changed:
            self._tunes.append(None if self._is_silent else tune)
            self._changed.notify_all()

    def close(self) -> None:
        """Stop at once and release the card."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()
        self._release()

    @property
    def _is_silent(self) -> bool:
        """Turned down to nothing; the menu may turn it up again."""
        return not self._mixer.volume.now

    # -- the card's thread

    def _work(self) -> None:
        """Open the card, again and again if need be, and play what is wanted; without a card that is dropped.

        While it is turned down to nothing no card is touched.
        """
        if not self._is_silent:
            self.open()
        for each in get_args(Sound):
            samples(each)
        while not self._closed:
            with self._sounds:
                self._work_on()
                continue
            self._mixer.clear()
            self._rest(None)

    def _work_on(self) -> None:
        self._take()
        is_silent = self._is_silent
        card = None if is_silent else self.open()
        if card is None:
            self._mixer.clear()
            self._rest(None if is_silent else self._pause_s)
        else:
            self._play(card)

    def _take(self) -> None:
        with self._changed:
            sounds, spoken, cut = tuple(self._wanted), tuple(self._spoken), self._cut
            tunes = tuple(self._tunes)
            self._wanted.clear()
            self._spoken.clear()
            self._tunes.clear()
            self._cut = False
        if cut:
            self._mixer.hush()
        for tune in tunes:
            self._mixer.accompany(None if tune is None else tune())
        for sound in sounds:
            self._mixer.add(samples(sound), crowd=sound in CROWD)
        for each in spoken:
            self._mixer.speak(each)

    def _play(self, card: SoundCard) -> None:
        """Play the next block; where there is none, rest until something is wanted."""
        try:
            block = self._mixer.block()
            if block is not None:
                card.write(block)
            else:
                card.rest()
        except DeviceError as error:
            self._lose(error)
            self._mixer.clear()
            return
        self._works()
        if block is None:
            self._rest(None)

    def _rest(self, seconds: float | None) -> None:
        """Wait until something is wanted, for so many seconds at most."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._wanted or self._spoken or self._tunes, seconds)
            if self._lost:
                self._wanted.clear()
                self._spoken.clear()
                self._tunes.clear()

    # -- the voice's thread

    def _talk(self, voice: Espeak) -> None:
        while (sentence := self._next_sentence()) is not None:
            turn, text = sentence
            if self._clock.monotonic() < self._voice_due:
                continue
            with self._speech:
                try:
                    self._hand_over(turn, voice.spoken(*text))
                except DeviceError as error:
                    self._mute(error)
                continue
            self._speaks = False
            self._voice_due = self._clock.monotonic() + next(self._voice_pauses)

    def _hand_over(self, turn: int, spoken: Samples) -> None:
        """Let what was spoken be heard, unless another sentence has cut in."""
        with self._changed:
            self._speaks, self._voice_pauses = True, pauses()
            if turn == self._turn:
                self._spoken.append(spoken)
            self._changed.notify_all()

    def _next_sentence(self) -> tuple[int, tuple[str, str]] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._sentences)
            return None if self._closed else (self._turn, self._sentences.popleft())

    def _mute(self, error: DeviceError) -> None:
        """The voice failed: said once, and the calls are blown again; it is asked again after a pause."""
        self._voice_due = self._clock.monotonic() + next(self._voice_pauses)
        if self._speaks:
            self._speaks = False
            self._warn(message("voice.lost", why=error.words))
