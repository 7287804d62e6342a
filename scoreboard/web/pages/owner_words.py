"""The words of the owner's pages: they are sent with these and with no other page."""

from __future__ import annotations

from typing import Final

JOBS: Final = ("doctor", "calibrate", "teach", "backup", "restore", "update", "restart")
OWNER_WORDS: Final = (
    *("owner-parts", "owner-settings", "owner-phones", "owner-care", "owners-only", "owner-unpaired", "owner-pair"),
    *("no-answer", "save", "saved", "saved-later", "drop-changes", "changes", "some-changes", "search"),
    *("some-found", "most-used", "expert", "usual", "reset", "needs-restart", "left-open", "on", "off"),
    *("look-there", "changed-elsewhere", "restart-now", "restarting", "restarted", "setting-part"),
    # phones
    *("phones-why", "add-phone", "add-1", "add-2", "add-3", "add-owner", "this-phone", "phone-role", "phone-scorer"),
    *("phone-owner", "paired-since", "seen-last", "forget", "forget-phone", "forget-why", "forget-mine", "forgotten"),
    # care
    *(f"{kind}-{job}" for job in JOBS for kind in ("job", "why", "begin")),
    *("job-now", "progress", "live-picture", "live-key", "job-picture", "job-gone", "fetch-file", "version", "updated"),
    *("severity-red", "severity-amber", "severity-skipped", "severity-green"),
    *("teach-dice", "faces-known", "other-die-name", "which-dice", "which-file", "backup-file", "restore-sure"),
    *("network", "why-network", "page-at", "own-name", "own-password", "own-on", "own-off", "own-comes", "own-goes"),
    *("home-wifi", "home-kept", "home-none", "home-now", "home-which", "home-nothing", "home-earlier", "home-other"),
    *("home-name", "home-name-how", "home-password", "home-show", "home-locked", "home-open", "home-impossible"),
    *(
        "home-signal",
        "home-lost",
        "home-join",
        "home-joining",
        "home-about",
        "home-forget",
        "home-forget-why",
        "home-look",
    ),
    *("news-since", "news-in", "news-offered", "news-none"),
    *("kept", "why-kept", "programs", "why-programs", "programs-health", "programs-metrics", "programs-api"),
)
"""What their script says, by the name that it uses."""
