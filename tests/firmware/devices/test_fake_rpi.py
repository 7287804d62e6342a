"""Where only an RPi.GPIO-shaped module is present, the program starts and says clearly what it cannot do.

That is all fake-rpi is good for here: its inputs are random and it knows no edges, so no button can be tried on it.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

PRELUDE = """
import sys, fake_rpi
for name in ("lgpio", "picamera2"):
    sys.modules[name] = None
sys.modules["RPi"], sys.modules["RPi.GPIO"] = fake_rpi.RPi, fake_rpi.RPi.GPIO
sys.modules["picamera"] = fake_rpi.picamera
"""
ASK = """
from firmware.devices import gpio_buttons, pi_camera
from firmware.errors import DeviceError
try:
    {ask}
except DeviceError as error:
    print(error)
"""
START = """
from firmware.cli.main import main
main(["run", "--panel", "simulated", "--headless", "--journal", sys.argv[1]])
"""
BUTTONS = "he buttons need lgpio: sudo apt install python3-lgpio; without a Pi: --buttons keys"
CAMERA = "he Pi's camera needs picamera2: sudo apt install python3-picamera2"


def answer(ask: str) -> str:
    """What is said when ``ask`` is asked of a machine with the fake modules, in an interpreter of its own."""
    command = [sys.executable, "-c", PRELUDE + ASK.replace("{ask}", ask)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]


def test_buttons_name_the_library_they_need() -> None:
    """An RPi.GPIO is not fallen back to in silence: the buttons say that they need lgpio."""
    assert f"t{BUTTONS}" == answer("gpio_buttons.pin_factory('gpio')")


def test_the_camera_names_the_library_it_needs() -> None:
    """Nor is the old picamera: the camera says that it needs picamera2."""
    assert f"t{CAMERA}" == answer("pi_camera.PiCamera()")


def test_the_program_starts_and_says_what_it_cannot_do(tmp_path: Path) -> None:
    """With a panel to show the score on, it begins a game, names both libraries, and ends as it should."""
    command = [sys.executable, "-c", PRELUDE + START, str(tmp_path / "games.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as started:
        assert started.stdout is not None
        lines = (line.strip() for line in started.stdout if "fake" not in line)  # it announces itself
        printed = [next(lines)[4:] for _ in range(3)]
        started.send_signal(signal.SIGINT)
        printed.extend(lines)
    assert ["Play ball!", f"T{BUTTONS}.", f"T{CAMERA}."] == printed[:3]
    assert ("Stopped. The game is kept and goes on next time.", 0) == (printed[3], started.returncode)


def test_missing_devices_end_a_game_in_one_line(tmp_path: Path) -> None:
    """Not even a panel: the line names all that is missing, and the exit code says that it is no fault of ours."""
    start = START.replace('"--panel", "simulated", ', "")
    command = [sys.executable, "-c", PRELUDE + start, str(tmp_path / "games.sqlite")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (2, 1) == (ended.returncode, len(ended.stderr.splitlines()))
    assert (True, True, True) == tuple(each in ended.stderr for each in (BUTTONS, CAMERA, "panel"))
