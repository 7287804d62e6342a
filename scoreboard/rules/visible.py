"""Which texts can be seen: what people write is printed on a terminal, and read on a panel and a page."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f]*\Z"
"""No control characters: what a record says is printed on a terminal."""
INVISIBLE = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\u2800\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""What cannot be seen, or what turns the text around it: controls, zero widths, fillers, directions, tags."""
VISIBLE = (
    r"\w!-~\xa1-\xac\xae-\xbf\xd7\xf7\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2100-\u2bff\u3001-\u3029\u3030-\u303f"
    r"\uff01-\uffef\U0001f000-\U0001fbff"
)
"""Letters, digits, signs and pictures; neither blanks nor what only stands on a letter."""
PICTURE = r"\u2190-\u2bff\U0001f000-\U0001faff"
"""Signs and pictures of which an emoji is made."""
JOINT = rf"(?:(?<=[{PICTURE}])|(?<=[{PICTURE}]\ufe0f))\u200d(?=[{PICTURE}])"
"""What joins two pictures to one, such as a family; anywhere else it is invisible."""
FLAG = r"(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
"""What makes the flag of a country's part, such as Scotland, of a black one."""
BOUND = r"\u0620-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17b3\u17b6-\u17ff"
"""Letters of Arabic, Persian, Urdu, and of the scripts of India, Sri Lanka, Burma and Cambodia."""
SPELLED = rf"(?<=[{BOUND}])[\u200c\u200d](?=[{BOUND}])"
"""What keeps two such letters apart or joins them: a name may be spelled with it, as Sri Lanka is in Sinhala."""
ACCENT = r"\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
"""What stands above, below or through any letter."""
HEAP = rf"[{ACCENT}]{{4}}|[^{VISIBLE}{INVISIBLE}\s]{{7}}"
"""More marks on a letter than a language writes, three accents or, in Burmese, six signs: they would cover the
line above."""
SEEN = rf"^(?!.*(?:{HEAP}))(?=[^{INVISIBLE}]*[{VISIBLE}])(?:[^{INVISIBLE}]|{JOINT}|{SPELLED}|{FLAG})*\Z"
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=SEEN)]
"""What a person or a thing is called: it is read on a panel, so there is something to see in it."""
