"""What a check of a build has come to, as one HTML file that can be photographed, printed or sent.

Everything is in the file, its style and its pictures too; it fetches nothing, and holds no name, no password and no
address. First stands what is to be done, worst first, each with the guide that tells how; below what is well.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.metadata import version
from pathlib import Path
from string import Template
from typing import Final

from firmware.devices.protocols import SystemClock
from firmware.files.atomic import write_whole
from firmware.notice import ORDER, Notice, worst
from firmware.service.metrics import DISTRIBUTION
from scoreboard.language import Language, capitalised
from scoreboard.message import Message, Words, message
from scoreboard.web.pages.guide_address import HOST, guide_address

FILE: Final = "build-check.html"
"""What it is called."""
SIGNS: Final[Mapping[str, str]] = {"green": "✓", "skipped": "-", "amber": "!", "red": "✗"}
PAGE: Final = Template("""<!doctype html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
body { font: 16px/1.45 system-ui, sans-serif; max-width: 40rem; margin: 1rem auto; padding: 0 1rem; color: #17231c;
  background: #fff; }
h1 { font-size: 1.5rem; margin: 0; } .of { color: #51605a; margin: .2rem 0 1rem; }
.worst { font-weight: 700; padding: .6rem .8rem; border-radius: .5rem; }
ul { list-style: none; padding: 0; margin: 1rem 0; } li { display: grid; grid-template-columns: 1.8rem 1fr;
  padding: .5rem 0; border-top: 1px solid #d9ddd6; } li > b { font-size: 1.2rem; line-height: 1.2; }
li p { margin: 0; } .do { font-weight: 650; margin-top: .2rem; } .guide { color: #51605a; }
.red > b { color: #b3261e; } .amber > b { color: #8a5a00; } .green > b { color: #1c6b3a; }
.skipped > b { color: #6b746f; }
.worst.red { background: #f9dedc; } .worst.amber { background: #fbeac5; } .worst.green { background: #d5efdd; }
.worst.skipped { background: #e8ebe8; } img { max-width: 100%; border-radius: .5rem; }
</style>
</head>
<body>
<h1>$title</h1>
<p class="of">$of</p>
<p class="worst $severity">$summary</p>
<ul>
$items
</ul>
$pictures
</body>
</html>
""")


def by_severity(findings: Iterable[Notice]) -> Sequence[Notice]:
    """The worst first; among their like in the order in which they were found."""
    return sorted(findings, key=lambda found: -ORDER.index(found.severity))


def of_stadium() -> Message:
    """Which version was looked over, and on which day."""
    return message("build.of", version=version(DISTRIBUTION), day=SystemClock().now()[:10])


def summary(findings: Iterable[Notice]) -> Message:
    """The whole in a sentence."""
    # one of: build.summary.amber, build.summary.green, build.summary.red, build.summary.skipped
    return message(f"build.summary.{worst(findings)}")


def written(
    findings: Sequence[Notice], guides: Mapping[str, str], of: Words, language: Language, pictures: Sequence[bytes] = ()
) -> str:
    """The file.

    Args:
        findings: all of them.
        guides: where to read on, by what a finding is about; each by its file in the repository.
        of: which stadium it is, and when.
        language: of the file.
        pictures: as PNG.
    """
    say = language.say
    return PAGE.substitute(
        language=language.code,
        title=escape(say(message("build.title"))),
        of=escape(say(of)),
        severity=worst(findings),
        summary=escape(say(summary(findings))),
        items="\n".join(_item(found, guides.get(found.about, ""), language) for found in by_severity(findings)),
        pictures="\n".join(f'<img alt="" src="data:image/png;base64,{b64encode(each).decode()}">' for each in pictures),
    )


def keep(text: str, file: Path) -> Path:
    """Write it; OSError if the disk does not take it."""
    write_whole(file, text.encode())
    return file


def _item(found: Notice, guide: str, language: Language) -> str:
    about, sentence = language.say(message(f"about.{found.about}")), language.say(found.sentence)
    parts = [f"<p><strong>{escape(about)}</strong>: {escape(sentence)}</p>"]
    if found.severity in ("amber", "red"):
        parts.append(f'<p class="do">{escape(capitalised(language.say(found.remedy)))}</p>')
        if guide:
            address = HOST + guide_address(guide, language.code)
            words = escape(language.say(message("build.guide", guide=address)))
            linked = words.replace(escape(address), f'<a href="{escape(address)}">{escape(address)}</a>')
            parts.append(f'<p class="guide">{linked}</p>')
    return f'<li class="{found.severity}"><b>{SIGNS[found.severity]}</b><div>{"".join(parts)}</div></li>'
