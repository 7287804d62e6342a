"""A Bluetooth service as BlueZ is on the bus, as far as who scans can tell: one adapter, and one die that is heard.

The library takes D-Bus's types out of the annotations, and its names from those of the methods.
"""

# ruff: noqa: ANN201, D102, F722, F821, N802
# mypy: ignore-errors

import asyncio
import sys

from dbus_fast import BusType, PropertyAccess, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_property, method
from support.pixels import D10, NEW, ROLLED

from firmware.devices.smart_dice.advertisement import DIE_SERVICES, INFORMATION, MADE, NUMBERED

ADAPTER, DEVICE = "/org/bluez/hci0", "/org/bluez/hci0/dev_00_11_22_33_44_55"
FACES = (7, 3)
EVERY_S = 0.05


class Adapter(ServiceInterface):
    """org.bluez.Adapter1."""

    def __init__(self, *, powered: bool) -> None:
        super().__init__("org.bluez.Adapter1")
        self.scans, self._powered = asyncio.Event(), powered

    @dbus_property(access=PropertyAccess.READ)
    def Powered(self) -> "b":
        return self._powered

    @dbus_property(access=PropertyAccess.READ)
    def Address(self) -> "s":
        return "00:00:00:00:00:01"

    @dbus_property(access=PropertyAccess.READ)
    def Roles(self) -> "as":
        return ["central"]

    @dbus_property(access=PropertyAccess.READ)
    def Discovering(self) -> "b":
        return self.scans.is_set()

    @method()
    def SetDiscoveryFilter(self, filters: "a{sv}"):
        assert not filters or filters["DuplicateData"].value is True  # none at the end of a scan

    @method()
    def StartDiscovery(self):
        self.scans.set()

    @method()
    def StopDiscovery(self):
        self.scans.clear()


class Device(ServiceInterface):
    """org.bluez.Device1: the die."""

    def __init__(self) -> None:
        super().__init__("org.bluez.Device1")
        self.face = FACES[0]

    @dbus_property(access=PropertyAccess.READ)
    def Address(self) -> "s":
        return "00:11:22:33:44:55"

    @dbus_property(access=PropertyAccess.READ)
    def Alias(self) -> "s":
        return "Lucky"

    @dbus_property(access=PropertyAccess.READ)
    def Name(self) -> "s":
        return "Lucky"

    @dbus_property(access=PropertyAccess.READ)
    def Adapter(self) -> "o":
        return ADAPTER

    @dbus_property(access=PropertyAccess.READ)
    def RSSI(self) -> "n":
        return -50

    @dbus_property(access=PropertyAccess.READ)
    def UUIDs(self) -> "as":
        return [DIE_SERVICES[0], INFORMATION]

    @dbus_property(access=PropertyAccess.READ)
    def ManufacturerData(self) -> "a{qv}":
        return {0xFFFF: Variant("ay", MADE.pack(10, D10 << 4, ROLLED, self.face, 80))}

    @dbus_property(access=PropertyAccess.READ)
    def ServiceData(self) -> "a{sv}":
        return {INFORMATION: Variant("ay", NUMBERED.pack(0x1A2B3C4D, NEW))}


async def serve(*, powered: bool) -> None:
    """Be there until the end of the program."""
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    adapter, device = Adapter(powered=powered), Device()
    bus.export(ADAPTER, adapter)
    bus.export(DEVICE, device)
    await bus.request_name("org.bluez")
    print("ready", flush=True)  # noqa: T201 - to who started it
    while True:
        await adapter.scans.wait()
        device.face = FACES[1] if device.face == FACES[0] else FACES[0]
        device.emit_properties_changed({"ManufacturerData": device.ManufacturerData, "RSSI": -50})
        await asyncio.sleep(EVERY_S)


if __name__ == "__main__":
    asyncio.run(serve(powered=sys.argv[1] == "on"))
