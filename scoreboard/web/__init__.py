"""The web pages: the game and the condition of the appliance, for people and for programs."""

from scoreboard.web.app import make_app
from scoreboard.web.changes import NotNowError, OvertakenError, PlayChanges, Position, Standing
from scoreboard.web.guard import ChangeError, Guard
from scoreboard.web.job_routes import JobAccess, JobFound, JobName, JobPress, JobRequest, JobRoutes, JobState, JobView
from scoreboard.web.kept_throws import GameKey, KeptThrow, KeptThrows, Likely, SeenToken
from scoreboard.web.live import Live, OpenQuestion
from scoreboard.web.made_rarely import MadeRarely
from scoreboard.web.metrics import Histogram, Metric, MetricSample
from scoreboard.web.pairing import Pairing, PairingCode
from scoreboard.web.pairing_routes import PairingRoutes
from scoreboard.web.phones import PairedPhones, PhoneBook, no_phones
from scoreboard.web.play_routes import PlayRoutes
from scoreboard.web.refusals import HEADERS, as_refusal, refusal
from scoreboard.web.review_routes import PictureRoutes
from scoreboard.web.routes import Answer, Parameter, Route
from scoreboard.web.setting_routes import (
    Setting,
    SettingRoutes,
    Settings,
    SettingsAccess,
    UnwrittenError,
    WrongSettingError,
)
from scoreboard.web.stream import EVENT_STREAM
from scoreboard.web.view import Condition, Device, PageData, Status, no_journal
from scoreboard.web.watchers import Limits

__all__ = [
    "EVENT_STREAM",
    "HEADERS",
    "Answer",
    "ChangeError",
    "Condition",
    "Device",
    "GameKey",
    "Guard",
    "Histogram",
    "JobAccess",
    "JobFound",
    "JobName",
    "JobPress",
    "JobRequest",
    "JobRoutes",
    "JobState",
    "JobView",
    "KeptThrow",
    "KeptThrows",
    "Likely",
    "Limits",
    "Live",
    "MadeRarely",
    "Metric",
    "MetricSample",
    "NotNowError",
    "OpenQuestion",
    "OvertakenError",
    "PageData",
    "PairedPhones",
    "Pairing",
    "PairingCode",
    "PairingRoutes",
    "Parameter",
    "PhoneBook",
    "PictureRoutes",
    "PlayChanges",
    "PlayRoutes",
    "Position",
    "Route",
    "SeenToken",
    "Setting",
    "SettingRoutes",
    "Settings",
    "SettingsAccess",
    "Standing",
    "Status",
    "UnwrittenError",
    "WrongSettingError",
    "as_refusal",
    "make_app",
    "no_journal",
    "no_phones",
    "refusal",
]
