"""What the next games are to be: as configured, as chosen last, and whom the menu and the page offer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from msgspec import UNSET, structs

from firmware.play.state.options import Options
from scoreboard.opponent import Opponent
from scoreboard.rules.events import Setup


class GamePlans:
    """Begins as the ``options`` say; the menu, the page and the settings change it while games are played.

    Attributes:
        configured: a new game as the configuration has it.
        rulings: in what the house plays such a game otherwise.
        next: a new game as it was chosen last.
        offers: what a new game may be made of.
    """

    def __init__(self, options: Options) -> None:
        self._language = options.language
        self.configured, self.rulings, self.next = options.configured, options.rulings, options.next_game
        self.offers = options.offers
        self.add_names(self.next.named)

    def named(self, setup: Setup) -> Setup:
        """The set-up with the teams as they are called in the language that is spoken."""
        return self._language.named(setup, self.offers.called)

    def add_names(self, names: Iterable[str]) -> None:
        """Call teams of these names from now on as somebody wrote them."""
        self.offers = replace(self.offers, named=self.offers.named.union(names))

    def rulings_of(self, setup: Setup) -> Mapping[str, object]:
        """How the house plays that game; nothing where the set-up says so itself, or it is another game."""
        is_houses = setup.house is UNSET and setup.game == self.configured.setup.game
        return self.rulings if is_houses else {}

    def configure(self, setup: Setup, rulings: Mapping[str, object]) -> None:
        """Plan every game like this from now on; where the set-up is as before, what was chosen since holds."""
        before, self.rulings = self.configured.setup, rulings
        self.configured = structs.replace(self.configured, setup=setup)
        if setup != before:
            self.next = self.configured

    def play_against(self, opponent: Opponent, *, by_default: bool = False) -> None:
        """Have the box decide for that side in the next game; ``by_default``: in every game as configured, too."""
        self.next = structs.replace(self.next, opponent=opponent)
        if by_default:
            self.configured = structs.replace(self.configured, opponent=opponent)
