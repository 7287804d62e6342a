"""The web pages: the game and the condition of the appliance, for people and for programs."""

from scoreboard.web.app import PHONE_OF, make_app
from scoreboard.web.autopilot_routes import AutopilotRoutes
from scoreboard.web.changes import GameAsked, NotNowError, OvertakenError, PlayChanges, Position, Standing
from scoreboard.web.disk_words import not_kept
from scoreboard.web.erase_routes import EraseRoutes
from scoreboard.web.guard import ChangeError, Guard
from scoreboard.web.guests import guest_of
from scoreboard.web.hand_routes import HandChanges, HandRoutes, OwnSides
from scoreboard.web.hands import Seats
from scoreboard.web.home_wifi_routes import HomeWifiAccess, HomeWifiView, WifiFound, WifiState
from scoreboard.web.job_routes import JobRoutes
from scoreboard.web.job_types import (
    JobAccess,
    JobDie,
    JobFound,
    JobName,
    JobOffer,
    JobPress,
    JobRequest,
    JobState,
    JobView,
)
from scoreboard.web.live import Live, OpenQuestion
from scoreboard.web.look import language_of
from scoreboard.web.made_rarely import MadeRarely
from scoreboard.web.metrics import Histogram, Metric, MetricSample
from scoreboard.web.network_routes import NetworkAccess, NetworkRoutes, NetworkView, OwnWifi
from scoreboard.web.new_game import (
    BoxSide,
    Choices,
    ColorChoice,
    EndChoice,
    GameChoice,
    NewGameChoices,
    NewGameRoutes,
    OptionChoice,
    RulesChoice,
    RulingChoice,
    StrengthChoice,
)
from scoreboard.web.news_routes import NewsAccess, NewsPart, NewsRoutes, NewsView
from scoreboard.web.pairing import Moves, Pairing, PairingCode
from scoreboard.web.pairing_routes import PairingRoutes
from scoreboard.web.phones import COOKIE, PairedPhones, Phone, PhoneBook, no_phones
from scoreboard.web.play_routes import PlayRoutes
from scoreboard.web.refusals import HEADERS, as_refusal, refusal
from scoreboard.web.review_routes import PictureRoutes
from scoreboard.web.routes import Answer, Parameter, Route
from scoreboard.web.setting_routes import (
    ChangedMeanwhileError,
    SettingRoutes,
    SettingsAccess,
    UnwrittenError,
    WrongSettingError,
    tag_of,
)
from scoreboard.web.setting_words import COLOR, Level, Setting, Settings, title_of
from scoreboard.web.stream import EVENT_STREAM
from scoreboard.web.view import Condition, Device, PageData, Status, no_journal
from scoreboard.web.watchers import Limits

__all__ = [
    "COLOR",
    "COOKIE",
    "EVENT_STREAM",
    "HEADERS",
    "PHONE_OF",
    "Answer",
    "AutopilotRoutes",
    "BoxSide",
    "ChangeError",
    "ChangedMeanwhileError",
    "Choices",
    "ColorChoice",
    "Condition",
    "Device",
    "EndChoice",
    "EraseRoutes",
    "GameAsked",
    "GameChoice",
    "Guard",
    "HandChanges",
    "HandRoutes",
    "Histogram",
    "HomeWifiAccess",
    "HomeWifiView",
    "JobAccess",
    "JobDie",
    "JobFound",
    "JobName",
    "JobOffer",
    "JobPress",
    "JobRequest",
    "JobRoutes",
    "JobState",
    "JobView",
    "Level",
    "Limits",
    "Live",
    "MadeRarely",
    "Metric",
    "MetricSample",
    "Moves",
    "NetworkAccess",
    "NetworkRoutes",
    "NetworkView",
    "NewGameChoices",
    "NewGameRoutes",
    "NewsAccess",
    "NewsPart",
    "NewsRoutes",
    "NewsView",
    "NotNowError",
    "OpenQuestion",
    "OptionChoice",
    "OvertakenError",
    "OwnSides",
    "OwnWifi",
    "PageData",
    "PairedPhones",
    "Pairing",
    "PairingCode",
    "PairingRoutes",
    "Parameter",
    "Phone",
    "PhoneBook",
    "PictureRoutes",
    "PlayChanges",
    "PlayRoutes",
    "Position",
    "Route",
    "RulesChoice",
    "RulingChoice",
    "Seats",
    "Setting",
    "SettingRoutes",
    "Settings",
    "SettingsAccess",
    "Standing",
    "Status",
    "StrengthChoice",
    "UnwrittenError",
    "WifiFound",
    "WifiState",
    "WrongSettingError",
    "as_refusal",
    "guest_of",
    "language_of",
    "make_app",
    "no_journal",
    "no_phones",
    "not_kept",
    "refusal",
    "tag_of",
    "title_of",
]
