"""The picture of a throw that two houses do not agree about: it goes to the other house, so that both see the same.

Rules kept here: of a game with another house nothing else leaves the box, and it is the small picture that everybody
who looks at this page sees already, of the one line that is asked about, for as long as it is. What comes is no
friend's word: it is bounded before it is looked at, must be signed, and is drawn anew before a browser gets it. A
picture that fails costs itself alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image

from scoreboard.away.sealed_letter import MOST_SEALED, ThrowPicture, unsealed
from scoreboard.kept_throws import GameKey, KeptThrows
from scoreboard.web.play.away_routes import PictureStands

SIDE, QUALITY = 320, 80
"""Pixels of the longer side of what goes over, and per cent of the JPEG."""
MOST_PIXELS: Final = 1 << 22
"""Of a picture that is looked at: more than a throw of ours has."""
MOST_LOOKS: Final = 20
"""How often a picture is looked for, half seconds apart."""
MOST_BYTES: Final = 18 << 10
"""Of what goes over, so that a letter with it is no larger than a broker takes as a rule."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """What is disputed.

    Attributes:
        key: of the game in this journal.
        game: what both houses call it.
        line: the number of the line.
        head: of the record, after the newest line.
    """

    key: GameKey
    game: str
    line: int
    head: str


class DisputePicture:
    """The picture of one throw at a time.

    Args:
        throws: the pictures of this house.

    Attributes:
        letter: what is told of it to the other house; None while nothing is disputed.
        jpeg: to be shown; empty for none.
        stands: whether there is one, or why not.
    """

    def __init__(self, throws: KeptThrows) -> None:
        self._find = throws.find
        self._dispute: Dispute | None = None
        self._came: tuple[bytes, str, str] | None = None
        self.letter: ThrowPicture | None = None
        self.jpeg, self._looks = b"", 0
        self.stands: PictureStands = "none"

    def turn_to(self, dispute: Dispute | None) -> None:
        """From now on that is disputed, or nothing any more."""
        if dispute == self._dispute:
            return
        self._dispute, self.letter, self.jpeg, self._looks = dispute, None, b"", 0
        self.stands = "none"
        if dispute is not None:
            self.stands = "awaited"
            self._look_here(dispute)
            self._look()

    def look_again(self) -> None:
        """Half a second has passed: look once more, for a picture is written a moment after its throw has counted."""
        if self._dispute is not None and not self.jpeg and self._looks < MOST_LOOKS:
            self._look_here(self._dispute)

    def _look_here(self, dispute: Dispute) -> None:
        """Look for a picture of this house; it is a small file, and both tables wait for an answer."""
        self._looks += 1
        kept = self._find(dispute.key, dispute.line)
        self.jpeg = b"" if kept is None else small_jpeg(kept.picture)
        self.letter = ThrowPicture(dispute.game, dispute.line, dispute.head, self.jpeg)
        if self.jpeg:
            self.stands = "here"

    def take(self, payload: bytes, topic: str, peer: str) -> None:
        """The other house, which has that key, would show one; it may come before what it is about is known."""
        self._came = (payload[: MOST_SEALED + 1], topic, peer) if payload else None
        self._look()

    def _look(self) -> None:
        """Look at what came, if it is waited for."""
        if self._dispute is None or self.jpeg or self._came is None:
            return
        payload, topic, peer = self._came
        if len(payload) > MOST_SEALED:
            self.stands = "too-large"
            return
        came = unsealed(payload, topic)
        if came is None or came.key != peer or not isinstance(came.letter, ThrowPicture):
            self.stands = "forged"
            return
        self._show(self._dispute, came.letter)

    def _show(self, dispute: Dispute, shown: ThrowPicture) -> None:
        if (shown.game, shown.line, shown.head) != (dispute.game, dispute.line, dispute.head):
            return  # it is about an earlier one
        self.jpeg = small_jpeg(shown.jpeg)
        self.stands = "here" if self.jpeg else "damaged" if shown.jpeg else "missing"


def small_jpeg(jpeg: bytes) -> bytes:
    """The picture drawn anew, small; empty where it is none, or larger than any of ours."""
    try:
        with Image.open(BytesIO(jpeg), formats=("JPEG",)) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return b""
            picture.draft("RGB", (SIDE, SIDE))  # it need not be unpacked whole
            drawn = picture.convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return b""
    drawn.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    alone = Image.new("RGB", drawn.size)
    alone.paste(drawn)
    file = BytesIO()
    alone.save(file, "JPEG", quality=QUALITY)
    made = file.getvalue()
    return made if len(made) <= MOST_BYTES else b""
