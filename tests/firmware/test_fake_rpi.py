"""Where only an RPi.GPIO-shaped module is present, the code imports and says clearly what is missing.

That is all fake-rpi is good for here: its inputs are random and it knows no edges, so no button can be tried on it.
"""

from __future__ import annotations

import subprocess
import sys

PRELUDE = """
import sys, fake_rpi
for name in ("lgpio", "picamera2"):
    sys.modules[name] = None
sys.modules["RPi"], sys.modules["RPi.GPIO"] = fake_rpi.RPi, fake_rpi.RPi.GPIO
sys.modules["picamera"] = fake_rpi.picamera
from firmware import pi
from firmware.errors import DeviceError
try:
    {ask}
except DeviceError as error:
    print(error)
"""


def answer(ask: str) -> str:
    """What is said when ``ask`` is asked of a machine with the fake modules, in an interpreter of its own."""
    command = [sys.executable, "-c", PRELUDE.replace("{ask}", ask)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]


def test_buttons_name_the_library_they_need() -> None:
    """An RPi.GPIO is not fallen back to in silence: the buttons say that they need lgpio."""
    need = "the buttons need lgpio: sudo apt install python3-lgpio; without a Pi: --buttons keys"
    assert need == answer("pi.pin_factory('gpio')")


def test_the_camera_names_the_library_it_needs() -> None:
    """Nor is the old picamera: the camera says that it needs picamera2."""
    assert "the Pi's camera needs picamera2: sudo apt install python3-picamera2" == answer("pi.PiCamera()")
