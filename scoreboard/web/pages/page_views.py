"""The views of the page, each registered once: its address, its script, its style and its place in the head.

Routes, preloads, the words that are sent, the head's links and an owner's tabs all follow from this table, and the
script gets of it what it needs as data. A new view is a row here, a script that exports ``show(main, { game })`` as
``static/watch/games.js`` does, and the words that it says as ``t("name")``: ``page.ui.name`` in ``page.po`` of every
catalogue, for a view in the head ``page.nav.`` and its name, for an owner's tab ``page.ui.owner-`` and its name. Tests
ask every row for all of that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal


@dataclass(frozen=True, slots=True)
class View:
    """A page for people.

    Attributes:
        name: what styles and scripts call it; if it is in the head, ``page.nav.`` and the name is its link's key.
        address: where it is; ``{number}`` stands for that of a game.
        purpose: what it is for, in the description for programs.
        script: what shows it; the views of the game as it is played have none beside `pages/main.js`.
        style: its own style sheet, if any.
        written: what the server writes into the page for a browser without a script.
        in_head: whether the head of every page leads to it.
        parent: the view in the head that it belongs to; empty if that is itself.
        is_owners: whether it is for owners, whose views are tabs of one another.
    """

    name: str
    address: str
    purpose: str
    script: str = ""
    style: str = ""
    written: Literal["score", "privacy"] = "score"
    in_head: bool = False
    parent: str = ""
    is_owners: bool = False

    @property
    def scripts(self) -> tuple[str, ...]:
        """Those that its page begins with."""
        return ("pages/main.js", self.script) if self.script else ("pages/main.js",)


def _owners(name: str, address: str, purpose: str, script: str, *, in_head: bool = False) -> View:
    """A view for owners: they share a style, and belong to the settings."""
    return View(
        name,
        address,
        purpose,
        script,
        style="owner/owner.css",
        in_head=in_head,
        parent="" if in_head else "settings",
        is_owners=True,
    )


VIEWS: Final[tuple[View, ...]] = (
    View("live", "/", "The game, live.", style="play/dock.css", in_head=True),
    View("games", "/games", "Past games.", "watch/games.js", in_head=True),
    View("replay", "/games/{number}", "A game, replayed.", "watch/replay.js", "watch/replay.css", parent="games"),
    View("season", "/season", "The season.", "watch/season.js", "watch/season.css", parent="games"),
    View("tv", "/tv", "The game, live, for a TV.", in_head=True),
    View("new", "/new", "Begins a game.", "play/new_game.js", "play/new_game.css"),
    View("houses", "/houses", "Plays with another house.", "play/houses.js", "play/houses.css"),
    View("pair", "/pair", "Pairs a phone.", "phones/pair.js"),
    View("privacy", "/privacy", "What is kept, and how to erase it.", "pages/privacy.js", written="privacy"),
    _owners("settings", "/settings", "The settings.", "owner/settings.js", in_head=True),
    _owners("phones", "/settings/phones", "The phones.", "owner/phone_list.js"),
    _owners("care", "/settings/care", "The care of the box.", "owner/care.js"),
)
HEAD: Final = tuple(view for view in VIEWS if view.in_head)
"""The views that the head of every page leads to."""
OWNERS: Final = {view.name: view.address for view in VIEWS if view.is_owners}
"""Where each view for owners is."""
