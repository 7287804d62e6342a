"""The pages for people who play and build: no link, path or command in them leads nowhere, and no page is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import build_site
import pytest

HOUSE = Path(__file__).parents[2]
README = HOUSE / "README.md"
ROOMS = ("docs", "firmware", "hardware", "packaging", "scoreboard", "systemd", "tests", "vision", "examples")
PAGES = [
    README,
    HOUSE / "CONTRIBUTING.md",
    HOUSE / "vision/model/CARD.md",
    *HOUSE.glob("docs/**/*.md"),
    *HOUSE.glob("hardware/**/*.md"),
]
LINK = re.compile(r"\]\(([^)#]*)(?:#([^)]*))?\)|<img src=\"([^\"]*)\"")
SPAN = re.compile(r"`([^`\s]+)`")
PATH = re.compile(rf"(?:{'|'.join(ROOMS)})/[\w./*-]*|[\w/-]+\.py")
"""What a span of code must look like to be a path of ours: it begins in a room, or is a Python file."""
ROOTED = re.compile(rf"(?<![\w:(/.-])(?:{'|'.join(ROOMS)})/[\w/.-]*\.\w+")
"""The same anywhere in a text, such as in a command."""
COMMAND = re.compile(r"python -m ((?:firmware|scoreboard|vision)[\w.]*)")
DOCUMENT = re.compile(r"docs/[\w/.-]+\.(?:md|png|jpg)|vision/model/[\w.]+\.(?:md|toml)")


def linked(page: Path) -> set[tuple[Path, str]]:
    """The files that a page links to, each with the place in it, if one is named."""
    links = [(file or image, place) for file, place, image in LINK.findall(page.read_text(encoding="utf-8"))]
    ours = [(file, place) for file, place in links if not file.startswith("http")]
    return {((page.parent / file).resolve() if file else page, place) for file, place in ours}


def places(page: Path) -> set[str]:
    """What may stand after a # in a link to that page, as GitHub makes it of headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def files() -> tuple[str, ...]:
    """Every file and folder in the rooms, as a path from the top, each after a slash."""
    found = (path for room in ROOMS for path in (HOUSE / room).rglob("*") if "__pycache__" not in path.parts)
    return tuple(f"/{path.relative_to(HOUSE)}" for path in found)


def astray(text: str) -> Iterator[str]:
    """The paths in spans of code, and the modules in commands, that are not there.

    A path may leave out the folders before it, where the text has named them.
    """
    for span in SPAN.findall(text):
        if PATH.fullmatch(span) and not _is_there(span):
            yield span
    yield from (path for path in ROOTED.findall(SPAN.sub("", text)) if not (HOUSE / path).exists())
    for module in COMMAND.findall(text):
        path = module.replace(".", "/")
        if not (HOUSE / f"{path}.py").exists() and not (HOUSE / path / "__main__.py").exists():
            yield module


def _is_there(span: str) -> bool:
    if span.startswith(ROOMS) and any(HOUSE.glob(span)):
        return True
    return any(file.endswith(f"/{span.rstrip('/')}") for file in files())


def test_every_link_leads_somewhere() -> None:
    """To a file that is there, and a heading that is in it."""
    links = {link for page in PAGES for link in linked(page)}
    assert not [(file, place) for file, place in links if not file.exists() or (place and place not in places(file))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(HOUSE)))
def test_pages_name_what_exists(page: Path) -> None:
    """Files move, and pages are forgotten."""
    assert not list(astray(page.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "planted",
    [
        "`vision/nowhere.py`",
        "`nowhere.py`",
        "`docs/nowhere/`",
        "`reader/history.py`",
        "see vision/nowhere.csv.",
        "python -m vision.nowhere",
    ],
)
def test_planted_path_is_found(planted: str) -> None:
    """The guard finds a path that is not there."""
    assert 1 == len(list(astray(f"It stands in {planted}, see `scoreboard/rules/` and `history.py`.")))


def test_every_document_that_code_names_is_there() -> None:
    """Messages and docstrings send people to pages."""
    sources = [HOUSE / file[1:] for file in files() if file.endswith((".py", ".toml", ".md", ".1"))]
    sources += [HOUSE / "Makefile", HOUSE / "CHANGELOG.md", *PAGES]
    named = {document for source in sources for document in DOCUMENT.findall(source.read_text(encoding="utf-8"))}
    old = {"docs/why.md"}  # read in the history, by `git show`
    assert not [document for document in sorted(named - old) if not (HOUSE / document).exists()]


def test_every_page_can_be_reached_from_the_readme() -> None:
    """The links lead to every page, such as that of the sheet by which the camera finds its place."""
    reached, new = set[Path](), {README}
    while new:
        reached |= new
        new = {file for page in new for file, _ in linked(page) if file.suffix == ".md"} - reached
    assert not set(PAGES) - reached


def test_every_page_has_its_place_on_the_site() -> None:
    """The site names each page once, in its order, and none that is not there; of decisions one page lists all."""
    order = (HOUSE / "packaging/site/mkdocs.yml").read_text(encoding="utf-8")
    named = re.findall(r"([\w/-]+\.md)$", order, re.MULTILINE)
    there = {build_site.on_site(page) for page in build_site.pages() if not page.endswith(".es.md")}
    assert sorted(named) == sorted(page for page in there if not page.startswith("decisions/0"))
