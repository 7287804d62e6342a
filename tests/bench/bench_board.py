"""How long a look at the board takes beside one read of the dice, and what it holds. Run by ``make bench``.

Everything runs on one core, and its processor time is told, which other programs change little. Each is also told as a
share of one Gaussian blur of the picture in the same run, so that figures of two machines can be set beside each other;
nothing is claimed of a Raspberry Pi.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import cv2

from firmware.simulated.world.stadium import SimulatedStadium
from vision import DiceReader
from vision.board.board_reader import look_at
from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.geometry.registration import Board
from vision.geometry.stadium import STADIUM

REPEATS = 15
BAR_MS, BAR_MIB = 20, 20
"""Of a look at a still, beyond what a read costs."""
COLORS = (PieceColor("red"), PieceColor("blue"))
MEMORY = """
import cv2
from firmware.simulated.world.stadium import SimulatedStadium
from vision.board.board_reader import look_at
from vision.board.marked_places import of_field
from vision.board.piece_colors import PieceColor
from vision.geometry.registration import Board
from vision.geometry.stadium import STADIUM
def held():
    with open("/proc/self/status") as file:
        return max(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024
seen = Board().register(SimulatedStadium(1).still(1.0))
still = SimulatedStadium(1).still(1.0)
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")  # the most that was held is counted from here on
before = held()
for _ in range(20):
    look_at(still, seen, of_field(STADIUM), (PieceColor("red"), PieceColor("blue")))
print(held() - before)
"""
"""What a process of its own holds at most beyond what it held before it looked, MiB."""


def least(work: Callable[[], object]) -> float:
    """The shortest of a few times, ms of the processor."""
    times = []
    for _ in range(REPEATS):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times) * 1000


def main() -> None:
    """Print the times and the memory."""
    cv2.setNumThreads(1)
    still, places, reader = SimulatedStadium(1).still(1.0), of_field(STADIUM), DiceReader()
    registration = Board().register(still)
    look_at(still, registration, places, COLORS)
    look = least(lambda: look_at(still, registration, places, COLORS))
    first_look = least(lambda: look_at(still, Board().register(still), places, COLORS))
    read, blur = least(lambda: reader.read(still)), least(lambda: cv2.GaussianBlur(still, (0, 0), 5))
    register = least(lambda: Board().register(still))
    print(f"A look at the board in {still.shape[1]} x {still.shape[0]}, on one core (OpenCV {cv2.__version__})")
    print(f"look {look:.1f} ms = {look / blur:.2f} Gaussian blurs (sigma 5) = {look / read:.3f} reads; bar {BAR_MS} ms")
    print(f"look where the board must be found first {first_look:.1f} ms, of which {register:.1f} ms to find it")
    added = float(subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True).stdout)
    print(f"memory added by looks {added:.0f} MiB; bar {BAR_MIB} MiB")


if __name__ == "__main__":
    sys.exit(main())
