"""How long the voice speaks of a throw and of a correction, over the golden games. Run by ``make bench``.

Each sentence is spoken by espeak-ng in the voice and at the speed of the box, and counted until its last sound. The
call is what is said at once; the rest follows unless something new happens. Bars, of `plays`, which is said unless
somebody chose otherwise: no throw's call above 3 s, and no correction's above 4 s.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from support.broadcast import golden_broadcast, heard

from firmware.devices.sound.espeak import Espeak
from firmware.devices.sound.synthesis import RATE
from scoreboard.commentary import DETAILS, Detail
from scoreboard.language import language, languages
from scoreboard.message import message

THROW_S, CORRECTION_S = 3.0, 4.0
LOUD = 200
"""A sample as loud as this, of 32,767, is heard."""


@cache
def seconds(text: str, voice: str) -> float:
    """Until the last sound of it."""
    sounds = np.flatnonzero(np.abs(Espeak().spoken(text, voice).astype(np.int32)) > LOUD) if text else np.zeros(0)
    return float(sounds[-1] / RATE) if sounds.size else 0.0


def main() -> int:
    """Print the figures; 1 if a bar is missed."""
    if shutil.which("espeak-ng") is None:
        print("voice: espeak-ng is not installed, so nothing is spoken here")
        return 0
    return max(int(measured(code, detail)) for code in languages() for detail in DETAILS)


def measured(code: str, detail: Detail) -> bool:
    """Print the figures of a language and a level; whether a bar is missed."""
    voice, lines = language(code).say(message("voice")), golden_broadcast(detail)
    calls = [heard(each.parts.call, code, detail) for each in lines]
    wholes = [
        " ".join((call, heard(each.parts.rest, code, detail))).strip() for call, each in zip(calls, lines, strict=True)
    ]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(lambda text: seconds(text, voice), sorted({*calls, *wholes})))
    is_missed = False
    for kind, is_correction, most in (("throw", False, THROW_S), ("correction", True, CORRECTION_S)):
        chosen = [place for place, each in enumerate(lines) if each.is_correction == is_correction]
        call, whole = ([seconds(texts[place], voice) for place in chosen] for texts in (calls, wholes))
        print(f"voice {code}, {detail}, {len(chosen)} x {kind}: the call {figures(call, most)}")
        print(f"    with the rest {figures(whole, most)}")
        is_missed |= detail == "plays" and max(call) > most
    return is_missed


def figures(times: Sequence[float], most: float) -> str:
    """The figures of these seconds."""
    above = sum(each > most for each in times) / len(times)
    return (
        f"{np.mean(times):.2f} s, p95 {np.percentile(times, 95):.2f}, longest {max(times):.2f}, "
        f"{above:.1%} above {most:g} s"
    )


if __name__ == "__main__":
    sys.exit(main())
