"""What joins a home's Wi-Fi as root, forgets it, and looks which are in reach; the sibling of `access_point`.

It is started by stadium-join-wifi.service, stadium-forget-wifi.service and stadium-look-for-wifi.service. Rules kept
here: a Wi-Fi is tried from memory and written on the card only when it has let us in, so that a cut of the power at any
instant leaves the card with what worked last; and what fails leaves the network as it was. Systemd ends an attempt when
the stadium is asked, at its buttons or elsewhere, to be a Wi-Fi itself: then nothing is put back.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware.errors import NetworkError, StadiumError
from firmware.files.atomic import write_whole
from firmware.network import access_point
from firmware.network.access_point import OwnPlaces
from firmware.network.home_wifi import (
    BAD_REQUEST,
    CONNECTION,
    FORGOTTEN,
    INTERRUPTED,
    JOINED,
    JOINING,
    LIST,
    NOT_IN_REACH,
    OUTCOME,
    TRIAL,
    TURNED_AWAY,
    HomeWifi,
    asked_for,
    fault_of,
    in_reach,
    outcome_line,
)
from firmware.network.networkmanager import Run, keep_rules_of, nmcli
from firmware.network.privileged_requests import FOLDER, remove, taken

KEPT: Final = Path(f"/etc/NetworkManager/system-connections/{CONNECTION}.nmconnection")
TRIED: Final = Path(f"/run/NetworkManager/system-connections/{TRIAL}.nmconnection")
"""NetworkManager's files: on the card, and in memory."""
WIRELESS: Final = "802-11-wireless"


@dataclass(frozen=True)
class Places:
    """Where everything is; a test has others.

    Attributes:
        requests: the folder of requests.
        kept: the Wi-Fi that has let us in.
        tried: the one that is tried.
        outcome: what came of it.
        own: those of the stadium's own Wi-Fi.
    """

    requests: Path = FOLDER
    kept: Path = KEPT
    tried: Path = TRIED
    outcome: Path = OUTCOME
    own: OwnPlaces = field(default_factory=OwnPlaces)


def main(arguments: Sequence[str]) -> None:
    """Do what the one word in ``arguments`` says, and exit 1 if that fails."""
    acts: dict[str, Callable[[], None]] = {"join": join, "forget": forget, "look": look}
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("It was interrupted."))
    try:
        acts[arguments[0]]()
    except StadiumError as error:
        sys.exit(f"The home's Wi-Fi: {error}")


def join(
    run: Run = nmcli,
    places: Places | None = None,
    askers: AbstractSet[int] | None = None,
    keep_rules: Callable[[str], None] = keep_rules_of,
) -> None:
    """Join the Wi-Fi that the request names; on failure all is as it was, and an error says why not."""
    places = places or Places()
    try:
        home = asked_for(taken("join-wifi", places.requests, askers))
        if home is None:
            raise NetworkError("the request is none that the scoreboard makes")
    except StadiumError:
        _tell(places, BAD_REQUEST)
        raise
    _tell(places, JOINING, home.name)
    try:
        _Attempt(home, run, places, keep_rules).make()
    except SystemExit:
        _tell(places, INTERRUPTED, home.name)
        raise
    except OSError as error:  # of NetworkManager, or of the card
        why = str(error) if isinstance(error, NetworkError) else error.strerror or "the card cannot be written"
        _tell(places, fault_of(why), home.name)
        raise NetworkError(why) from error
    _tell(places, JOINED, home.name)


def forget(run: Run = nmcli, places: Places | None = None) -> None:
    """Delete the home's Wi-Fi with its key, whether NetworkManager answers or not."""
    places = places or Places()
    remove("forget-wifi", places.requests)
    if places.kept.exists():
        with suppress(NetworkError):
            run(("connection", "delete", CONNECTION))
        places.kept.unlink(missing_ok=True)
    _tell(places, FORGOTTEN)


def look(run: Run = nmcli, places: Places | None = None) -> None:
    """Have the radio look which networks are in reach; one that is busy, or is a Wi-Fi itself, need not."""
    remove("look-for-wifi", (places or Places()).requests)
    with suppress(NetworkError):
        run(("device", "wifi", "rescan"))


@dataclass(frozen=True)
class _Attempt:
    """One attempt to join."""

    home: HomeWifi
    run: Run
    places: Places
    keep_rules: Callable[[str], None]

    def make(self) -> None:
        """Try it from memory, then keep it; OSError if it does not let us in, with everything put back."""
        was_on, before = self._is_own_on(), self._in_use()
        try:
            self._try()
            self._keep()
        except OSError:
            self._end_trial()
            self._put_back(before, was_on=was_on)
            raise
        except SystemExit:
            self._end_trial()
            raise
        self._end_trial()
        if was_on:
            self._own_goes()

    def _try(self) -> None:
        write_whole(self.places.tried, self.home.profile(trial=True).encode(), access_point.SECRET)
        self.run(("radio", "wifi", "on"))
        if self.home.country:
            self.keep_rules(self.home.country)
        self.run(("connection", "load", str(self.places.tried)))
        try:
            self.run(("connection", "up", TRIAL))
        except NetworkError as error:
            if fault_of(str(error)) == NOT_IN_REACH and self._is_in_reach():
                raise NetworkError(TURNED_AWAY) from error
            raise

    def _is_in_reach(self) -> bool:
        """Whether the radio hears it: of WPA3 with a wrong password NetworkManager says, too, that it was not found."""
        with suppress(NetworkError):
            return any(self.home.name == each.ssid.encode() for each in in_reach(self.run((*LIST, "no"))))
        return False

    def _keep(self) -> None:
        """Write it on the card and change over; the one that was kept before comes back if that fails."""
        kept = self.places.kept
        before = kept.read_bytes() if kept.exists() else None
        try:
            write_whole(kept, self.home.profile(trial=False).encode(), access_point.SECRET)
            self.run(("connection", "load", str(kept)))
            self.run(("connection", "up", CONNECTION))
        except BaseException:
            if before is None:
                self._delete(CONNECTION, kept)
            else:
                write_whole(kept, before, access_point.SECRET)
                with suppress(NetworkError):
                    self.run(("connection", "load", str(kept)))
            raise

    def _put_back(self, before: str, *, was_on: bool) -> None:
        """Be the Wi-Fi again that it was, or be in the one that it was in; if that fails, so it is."""
        with suppress(NetworkError):
            if was_on:
                access_point.turn_on(self.run, self.places.own, listens=False)
            elif before:
                self.run(("connection", "up", "uuid", before))

    def _own_goes(self) -> None:
        with suppress(NetworkError):  # it is off: the radio is in the home's
            access_point.turn_off(self.run, self.places.own)

    def _end_trial(self) -> None:
        self._delete(TRIAL, self.places.tried)

    def _delete(self, connection: str, file: Path) -> None:
        with suppress(NetworkError):
            self.run(("connection", "delete", connection))
        file.unlink(missing_ok=True)

    def _is_own_on(self) -> bool:
        with suppress(OSError):
            return self.places.own.outcome.read_text(encoding="utf-8").strip() == "on"
        return False

    def _in_use(self) -> str:
        """The UUID of the Wi-Fi that the computer is in; empty if it is in none."""
        with suppress(NetworkError):
            shown = self.run(("--terse", "--fields", "UUID,TYPE", "connection", "show", "--active")).splitlines()
            return next((line.partition(":")[0] for line in shown if line.endswith(f":{WIRELESS}")), "")
        return ""


def _tell(places: Places, outcome: str, name: bytes = b"") -> None:
    write_whole(places.outcome, outcome_line(outcome, name), access_point.OPEN)
