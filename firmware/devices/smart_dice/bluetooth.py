"""Hears smart dice by Bluetooth, as BlueZ has it: an active scan, and no connection to anything.

Rule kept here: whatever Bluetooth does, it costs the dice's word and nothing else. It is on a thread of its own, which
tries again after a pause; and after a silence it begins anew, for a scan ends without a word where its adapter goes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from firmware.devices.health import impaired
from firmware.devices.smart_dice.advertisement import DIE_SERVICES, PixelHeard, read_advertisement
from firmware.devices.supervisor import pauses
from firmware.notice import Notice
from scoreboard.message import message

if TYPE_CHECKING:
    from bleak import BleakScanner
    from bleak.backends.device import BLEDevice
    from bleak.backends.scanner import AdvertisementData

SILENT_S: Final = 30.0
"""Seconds without a die after which the scan is begun anew."""
LOOKS_S: Final = 0.25
"""How often it is looked whether the scan is to end."""
LAST_S: Final = 3.0
"""Seconds that the end of the program waits for the end of the scan."""
Hear = Callable[[PixelHeard], None]


class BluetoothRadio:
    """A radio that is always on.

    Args:
        hear: called with each advertisement of a die, on the radio's thread.
        tell: called with what is wrong, and with None when it works.
        silent_s: see `SILENT_S`.
    """

    def __init__(self, hear: Hear, tell: Callable[[Notice | None], None], silent_s: float = SILENT_S) -> None:
        self._hear, self._tell, self._silent_s = hear, tell, silent_s
        self._closed = Event()
        self._thread = Thread(target=self._run, name="smart dice", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Receive no more."""
        self._closed.set()
        self._thread.join(LAST_S)

    def _run(self) -> None:
        try:
            asyncio.run(self._listen())  # in one loop, for the library keeps what it has of each for ever
        except ImportError:
            self._tell(impaired(message("pixels.no-library"), message("lost.pixels")))

    async def _listen(self) -> None:
        waits = pauses()
        while not self._closed.is_set():
            try:
                await self._scan()
                waits = pauses()
            except ImportError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever BlueZ, D-Bus or the library raise
                self._tell(no_bluetooth(error))
                began, pause_s = time.monotonic(), next(waits)
                await self._wait_while(lambda: time.monotonic() - began < pause_s)  # noqa: B023 - it is over by then

    async def _scan(self) -> None:
        """Scan until it is closed, or nothing was heard for long."""
        heard = time.monotonic()

        def hear(die: PixelHeard) -> None:
            nonlocal heard
            heard = time.monotonic()
            self._hear(die)

        async with scanner(hear):
            self._tell(None)
            await self._wait_while(lambda: time.monotonic() - heard < self._silent_s)

    async def _wait_while(self, goes_on: Callable[[], bool]) -> None:
        """Wait while that is so, and it is not closed."""
        while goes_on() and not self._closed.is_set():  # noqa: ASYNC110 - it is closed by another thread
            await asyncio.sleep(LOOKS_S)


def heard_within(seconds: float) -> list[PixelHeard]:
    """The dice that are heard within so many seconds, by name; what each said last.

    Raises:
        ImportError: there is no library for Bluetooth.
        Exception: whatever BlueZ, D-Bus or the library raise; `no_bluetooth` words it.
    """
    found: dict[str, PixelHeard] = {}

    async def listen() -> None:
        async with scanner(lambda die: found.update({die.number: die})):
            await asyncio.sleep(seconds)

    asyncio.run(listen())
    return sorted(found.values(), key=lambda die: (die.name, die.number))


def no_bluetooth(error: Exception) -> Notice:
    """What is told of a scan that cannot be made."""
    why = next(iter(str(error).splitlines()), "") or type(error).__name__
    return impaired(message("pixels.no-bluetooth", why=why), message("lost.pixels"))


def scanner(hear: Hear) -> BleakScanner:
    """A scan for dice, to be entered; ImportError where there is no library for it."""
    from bleak import BleakScanner

    def received(device: BLEDevice, data: AdvertisementData) -> None:
        name = data.local_name or device.name
        die = read_advertisement(name, data.service_uuids, data.manufacturer_data, data.service_data)
        if die is not None:
            hear(die)

    # A die that lies still says the same again and again, and each time is wanted.
    return BleakScanner(received, list(DIE_SERVICES), bluez={"filters": {"DuplicateData": True}})
