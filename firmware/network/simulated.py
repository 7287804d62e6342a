"""A simulated network: does at once what it is asked, and says so."""

from __future__ import annotations

from firmware.devices.protocols import ADDRESS, AccessPoint, NetworkStatus

OWN = AccessPoint(ssid="Stadium-742", password="4827193560")  # noqa: S106 - of no real Wi-Fi


class SimulatedNetwork:
    """A stadium without real Wi-Fi, that fails with ``fault``; satisfies `firmware.devices.protocols.Network`."""

    def __init__(self, name: str = "stadium.local", fault: str = "") -> None:
        self._name, self._fault = name, fault
        self._outcome = "off"

    def status(self) -> NetworkStatus:
        """How it stands."""
        host = ADDRESS if self._outcome == "on" else self._name
        return NetworkStatus(page=f"http://{host}", own=OWN, outcome=self._outcome, installed=True)

    def access_point(self, *, on: bool) -> None:
        """Come up, or go down."""
        self._outcome = (self._fault or "on") if on else "off"
