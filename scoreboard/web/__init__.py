"""The web pages: the game and the condition of the appliance, for people and for programs."""

from scoreboard.web.app import make_app
from scoreboard.web.live import Live, OpenQuestion
from scoreboard.web.metrics import Histogram, Metric, MetricSample
from scoreboard.web.refusals import HEADERS, as_refusal, refusal
from scoreboard.web.routes import Answer, Parameter, Route
from scoreboard.web.view import Condition, Device, PageData, Status

__all__ = [
    "HEADERS",
    "Answer",
    "Condition",
    "Device",
    "Histogram",
    "Live",
    "Metric",
    "MetricSample",
    "OpenQuestion",
    "PageData",
    "Parameter",
    "Route",
    "Status",
    "as_refusal",
    "make_app",
    "refusal",
]
