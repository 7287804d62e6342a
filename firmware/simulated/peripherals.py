"""Simulated buttons, a panel without LEDs, a speaker without a card, and the plugs that they have.

Rule kept here: they fail as the real ones do, with a `DeviceError` out of the call that touches them; a speaker, which
is never waited for, reports it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from firmware.devices.health import HealthReporter, Part, lost
from firmware.devices.protocols import Gesture, StuckListener, check_size
from firmware.errors import DeviceError
from scoreboard.commentary import Sound
from scoreboard.display import led_picture
from scoreboard.errors import why_and_remedy
from scoreboard.language import ENGLISH
from scoreboard.message import message

KEPT = 100
"""Sounds and sentences that a simulated speaker keeps."""


def check_plug(part: Part, *, pulled: bool) -> None:
    """Raise a DeviceError if the plug of that device is pulled."""
    if pulled:
        raise DeviceError(message("simulated.unplugged", part=part))


class SimulatedButtons:
    """Nine buttons that a program presses; satisfies `firmware.devices.protocols.Buttons` and `Holdable`.

    Attributes:
        down: those that are held down now.
    """

    def __init__(self) -> None:
        self.down: frozenset[str] = frozenset()
        self._on_gesture: Callable[[Gesture], None] | None = None
        self._on_stuck: StuckListener = lambda _: None
        self._stuck: frozenset[str] = frozenset()

    def held(self) -> frozenset[str]:
        """The buttons that are down now."""
        return self.down

    def listen(self, on_gesture: Callable[[Gesture], None], on_stuck: StuckListener = lambda _: None) -> None:
        """Call ``on_gesture`` for every `press`, and ``on_stuck`` for every `stick`, from the caller's thread."""
        self._on_gesture, self._on_stuck = on_gesture, on_stuck

    def press(self, gesture: Gesture) -> None:
        """Press a button; ``redo`` and ``menu`` are held ones. Without a listener, or stuck, nothing happens."""
        if self._on_gesture is not None and gesture not in self._stuck:
            self._on_gesture(gesture)

    def stick(self, *names: str) -> None:
        """Hold these buttons down for so long that they are ignored; without a name, release all of them."""
        self._stuck = frozenset(names)
        self._on_stuck(self._stuck)

    def close(self) -> None:
        """Report no more gestures."""
        self._on_gesture = None


class SimulatedPanel:
    """A panel that keeps the last picture; satisfies `firmware.devices.protocols.Panel`.

    Args:
        size: width and height in pixels.
        png_dir: where each new picture is saved as it would look, ``0001.png`` and so on; nowhere when None.

    Attributes:
        picture: what was last shown, dark at first.
        frames: how many pictures were shown.
    """

    def __init__(self, size: tuple[int, int] = (64, 16), png_dir: Path | None = None) -> None:
        self.size = size
        self._png_dir = png_dir
        self._saved, self._pulled = 0, False
        self.frames = 0
        self.picture = Image.new("RGB", size)

    def show(self, picture: Image.Image) -> None:
        """Keep ``picture``, and save it if it differs from the one before; see `Panel.show`."""
        check_plug("panel", pulled=self._pulled)
        check_size(picture, self.size)
        changed = self.frames == 0 or picture.convert("RGB").tobytes() != self.picture.tobytes()
        self.picture = picture.convert("RGB")
        self.frames += 1
        if changed and self._png_dir is not None:
            self._save(self._png_dir)

    def opened(self) -> SimulatedPanel:
        """The panel itself, opened again after `close`; a DeviceError while it is unplugged."""
        check_plug("panel", pulled=self._pulled)
        return self

    def unplug(self) -> None:
        """Pull the panel's plug."""
        self._pulled = True

    def plug_in(self) -> None:
        """Put it back; the next picture is shown."""
        self._pulled = False

    def close(self) -> None:
        """Put the lights out; closing twice is harmless."""
        self.picture = Image.new("RGB", self.size)

    def _save(self, folder: Path) -> None:
        self._saved += 1
        try:
            folder.mkdir(parents=True, exist_ok=True)
            led_picture(self.picture).save(folder / f"{self._saved:04}.png")
        except OSError as error:
            raise DeviceError(
                f"cannot save the panel's pictures in {folder}: {ENGLISH(why_and_remedy(error))}"
            ) from error


class SimulatedSpeaker:
    """A speaker that keeps what was played and spoken; satisfies `firmware.devices.protocols.Speaker`.

    Args:
        report: called when it is unplugged, and when it is back.

    Attributes:
        played: the last sounds.
        spoken: the last sentences, each with its voice, and whether it waited for those before it.
        listener: called with each sentence.
        tunes: the last that were played beneath all else, None where one ended.
    """

    def __init__(self, report: HealthReporter = lambda _: None) -> None:
        self._report, self._pulled = report, False
        self.played: deque[Sound] = deque(maxlen=KEPT)
        self.spoken: deque[tuple[str, str, bool]] = deque(maxlen=KEPT)
        self.listener: Callable[[str], None] = lambda _: None
        self.tunes: deque[NDArray[np.int16] | None] = deque(maxlen=KEPT)

    def play(self, *sounds: Sound) -> None:
        """Keep them."""
        if not self._pulled:
            self.played.extend(sounds)

    def say(self, text: str, voice: str, *, wait: bool = False) -> None:
        """Keep it, unless there is nothing to hear."""
        if text and not self._pulled:
            self.spoken.append((text, voice, wait))
            self.listener(text)

    def accompany(self, tune: Callable[[], NDArray[np.int16] | None] | None) -> None:
        """Keep it; None where one ends."""
        if not self._pulled:
            self.tunes.append(None if tune is None else tune())

    def unplug(self) -> None:
        """Pull its plug: nothing is heard."""
        self._pulled = True
        self._report(lost("sound", message("simulated.unplugged", part="sound")))

    def plug_in(self) -> None:
        """Put it back."""
        self._pulled = False
        self._report(None)

    def close(self) -> None:
        """Be silent."""
