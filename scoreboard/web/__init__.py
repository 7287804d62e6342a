"""The web pages: the game and the condition of the appliance, for people and for programs.

The drawers, from the ground up; each imports itself and what stands before it:

- ``http``: routes and their description, guests, languages, refusals, the guard before every change.
- ``state``: what is shown of a game and of the appliance, as values.
- ``pages``: the documents for browsers, their words and their static files.
- ``watch``: the stream, the state and past games, for whoever only looks.
- ``play``: changes of the game in play.
- ``phones``: pairing, and the book of the phones that are paired.
- ``owner``: settings, jobs, networks and news, for the owner's phone.

``app`` puts them together. ``static/`` has the scripts and style sheets of the pages.
"""

from scoreboard.web.app import PHONE_OF, make_app
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guard import ChangeError, Guard
from scoreboard.web.http.routes import Route
from scoreboard.web.state.live import Live, OpenQuestion
from scoreboard.web.state.view import PageData
from scoreboard.web.watch.stream import EVENT_STREAM
from scoreboard.web.watch.watchers import Limits

__all__ = [
    "EVENT_STREAM",
    "PHONE_OF",
    "ChangeError",
    "Guard",
    "Limits",
    "Live",
    "OpenQuestion",
    "PageData",
    "Route",
    "language_of",
    "make_app",
]
