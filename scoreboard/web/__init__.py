"""The web pages: the game and the condition of the appliance, for people and for programs."""

from scoreboard.web.app import make_app
from scoreboard.web.changes import NotNowError, OvertakenError, PlayChanges, Played, Position
from scoreboard.web.guard import ChangeError, Guard
from scoreboard.web.joining import Joining
from scoreboard.web.live import Live, OpenQuestion
from scoreboard.web.metrics import Histogram, Metric, MetricSample
from scoreboard.web.pairing import Pairing, PairingCode
from scoreboard.web.phones import PairedPhones, PhoneBook, no_phones
from scoreboard.web.playing import Playing
from scoreboard.web.refusals import HEADERS, as_refusal, refusal
from scoreboard.web.routes import Answer, Parameter, Route
from scoreboard.web.view import Condition, Device, PageData, Status

__all__ = [
    "HEADERS",
    "Answer",
    "ChangeError",
    "Condition",
    "Device",
    "Guard",
    "Histogram",
    "Joining",
    "Live",
    "Metric",
    "MetricSample",
    "NotNowError",
    "OpenQuestion",
    "OvertakenError",
    "PageData",
    "PairedPhones",
    "Pairing",
    "PairingCode",
    "Parameter",
    "PhoneBook",
    "PlayChanges",
    "Played",
    "Playing",
    "Position",
    "Route",
    "Status",
    "as_refusal",
    "make_app",
    "no_phones",
    "refusal",
]
