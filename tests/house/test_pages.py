"""The pages for people who play and build: nobody is sent astray, and none is hidden."""

from __future__ import annotations

import re
from pathlib import Path

HOUSE = Path(__file__).parents[2]
README = HOUSE / "README.md"
PAGES = [README, HOUSE / "CONTRIBUTING.md", *HOUSE.glob("docs/*.md"), *HOUSE.glob("hardware/**/*.md")]
LINK = re.compile(r"\]\(([^)#]*)(?:#([^)]*))?\)")


def linked(page: Path) -> set[tuple[Path, str]]:
    """The files that a page links to, each with the place in it, if one is named."""
    links = LINK.findall(page.read_text(encoding="utf-8"))
    ours = [(file, place) for file, place in links if not file.startswith("http")]
    return {((page.parent / file).resolve() if file else page, place) for file, place in ours}


def places(page: Path) -> set[str]:
    """What may stand after a # in a link to that page, as GitHub makes it of headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_leads_somewhere() -> None:
    """To a file that is there, and a heading that is in it."""
    links = {link for page in PAGES for link in linked(page)}
    assert not [(file, place) for file, place in links if not file.exists() or (place and place not in places(file))]


def test_every_page_can_be_reached_from_the_readme() -> None:
    """Whoever follows the links misses none, such as that of the sheet which tells the camera where it is."""
    reached, new = set[Path](), {README}
    while new:
        reached |= new
        new = {file for page in new for file, _ in linked(page) if file.suffix == ".md"} - reached
    assert not set(PAGES) - reached
