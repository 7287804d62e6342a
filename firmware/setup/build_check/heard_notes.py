"""The sound: two notes are played, and a person says whether they were heard."""

from __future__ import annotations

from typing import ClassVar

from firmware.errors import DeviceError
from firmware.notice import finding
from firmware.setup.build_check.part_check import Answer, BuildCheck, Offered
from scoreboard.message import Words, message


class HeardNotes(BuildCheck):
    """OK: they were heard; NEXT: they were not; UNDO plays them once more."""

    guides: ClassVar = {"sound": "docs/sound.md"}
    _is_played = False

    @property
    def words(self) -> Words:
        """Whether they were heard."""
        return message("build.sound.ask")

    @property
    def offered(self) -> tuple[Offered, ...]:
        """Yes, no, once more."""
        return (
            Offered("ok", message("build.sound.heard")),
            Offered("next", message("build.sound.silent")),
            Offered("undo", message("build.sound.once-more")),
        )

    def advance(self, now: float) -> None:  # noqa: ARG002 - it waits as long as somebody listens
        """Play them, once."""
        if self.bench.play is None:
            self.findings = (finding("skipped", message("doctor.sound.none"), about="sound"),)
        elif not self._is_played:
            self._is_played = True
            self._play()

    def answer(self, given: Answer, now: float) -> None:  # noqa: ARG002 - likewise
        """They were heard, or not."""
        if given == "undo":
            self._play()
        elif given == "ok":
            self.findings = (finding("green", message("build.sound.well"), about="sound"),)
        else:
            ill = message("build.sound.unheard")
            self.findings = (finding("amber", ill, message("build.sound.unheard.remedy"), about="sound"),)

    def _play(self) -> None:
        try:
            if self.bench.play is not None:
                self.bench.play()
        except DeviceError as error:
            self.findings = (finding("amber", message("build.sound.unplayed"), error.words, about="sound"),)
