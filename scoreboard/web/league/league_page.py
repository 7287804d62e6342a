"""The pages of a league for people: the frame of a stadium's page, around views of its own."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from string import Template
from typing import Final

from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.web.pages.page import HEADER, TOP, AskedView, languages_offered, themes_offered
from scoreboard.web.pages.page_views import View
from scoreboard.web.pages.page_words import page_words
from scoreboard.web.pages.static_files import preloaded

SCRIPT: Final = "league/league.js"
VIEWS: Final[tuple[View, ...]] = (
    View("wall", "/", "All games under way.", "league/wall.js", in_head=True),
    View("table", "/standings", "Standings, fixtures, and what does not count.", "league/standings.js", in_head=True),
    View("played", "/games", "All games that count, and their box scores.", "league/played.js", in_head=True),
    View("keep", "/keep", "What the league's keepers may change.", "league/keep.js", in_head=True),
)
"""The views, as `page_views` has those of a stadium."""

PAGE: Final = Template(f"""{TOP}\
<link rel="stylesheet" href="/static/watch/season.css">
<link rel="stylesheet" href="/static/league/league.css">
$files
<script type="module" src="/static/{SCRIPT}"></script>
</head>
<body class="league $view" data-view="$view" data-view-script="/static/$script" data-words="$words">
{HEADER}<h1>$title</h1>
<noscript><p>$needs_script</p></noscript>
</section>
</main>
<footer>$choices<span>Stadium Scoreboard</span></footer>
</body>
</html>
""")


def league_page(asked: AskedView, name: str) -> str:
    """The page as HTML; ``name`` is the league's."""
    speaks, view = asked.language, asked.view
    return PAGE.substitute(
        language=speaks.code,
        theme=asked.theme,
        title=escape(name),
        files=preloaded(SCRIPT, view.script),
        view=view.name,
        script=view.script,
        words=escape(page_words(speaks, SCRIPT, view.script)),
        views=escape(speaks.say(message("page.nav.views"))),
        links="".join(_links(speaks, view)),
        needs_script=escape(speaks.say(message("page.needs-script"))),
        choices="".join([*languages_offered(asked), *themes_offered(asked)]),
    )


def _links(speaks: Language, shown: View) -> Iterable[str]:
    for view in VIEWS:
        here = ' aria-current="page"' if view is shown else ""
        # one of: league.nav.keep, league.nav.played, league.nav.table, league.nav.wall
        yield f'<a href="{view.address}"{here}>{escape(speaks.say(message(f"league.nav.{view.name}")))}</a>'
