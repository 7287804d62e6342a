"""What the owner's files beside the configuration add: designs of panels, moments, teams, games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from firmware.config.faces import owners_face, owners_moments
from firmware.config.parks import owners_parks
from firmware.config.schema import Config
from firmware.config.teams import owners_offers
from firmware.notice import Notice
from scoreboard.display.moments import PanelMoments


class OwnersExtras:
    """All of it; the command line's file may name another place.

    Attributes:
        layouts: of panels by their size.
        moments: what plays are celebrated with; None for nothing.
        offers: what a new game may be made of.
        faults: what is wrong with the files.
    """

    def __init__(self, config: Config, file: Path | None, *, has_moments: bool) -> None:
        self._file, self._has_moments = file, has_moments
        self.layouts, bad_designs = owners_face(config.panel, file)
        self.moments, bad_moments = self.celebrations(config)
        offers, bad_teams = owners_offers(config, file)
        parks, bad_parks = owners_parks(file)
        self.offers = replace(offers, parks=parks)
        self.faults: Sequence[Notice] = (*bad_designs, *bad_moments, *bad_teams, *bad_parks)

    def celebrations(self, config: Config) -> tuple[PanelMoments | None, Sequence[Notice]]:
        """What plays are celebrated with by that configuration, and what is wrong with it."""
        return owners_moments(config.panel, self._file) if self._has_moments else (None, ())
