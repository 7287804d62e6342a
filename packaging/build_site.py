#!/usr/bin/env python3
"""Build the guides as a site, in build/site: `make docs`. With --check it only sees whether the programs are there.

The pages are written for a reader of the repository. They lie in `docs`, `hardware` and a few other places, and link to
files of the sources. This program lays them out in build/site-source as MkDocs wants them, with every file that they
link to, and has MkDocs build the site there. `packaging/site/mkdocs.yml` has the order of the pages.

Rule kept here: a built page fetches nothing from elsewhere and has no script of its own within it, so a strict
Content-Security-Policy lets it be.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from posixpath import normpath, relpath

ROOT = Path(__file__).resolve().parents[1]
CONFIGURATION = ROOT / "packaging/site/mkdocs.yml"
STYLE = ROOT / "packaging/site/site.css"
SOURCE, SITE = ROOT / "build/site-source", ROOT / "build/site"
PAGES = ("docs/**/*.md", "hardware/**/*.md", "vision/model/CARD.md", "systemd/README.md", "*.md")
"""Where pages lie."""
LEFT_OUT = {"CHANGELOG.md"}
"""What is no guide."""
RARE = ("docs/decisions/", "docs/vision/", "docs/record.md", "docs/architecture.md")
"""What a search finds last: people who play seek none of it."""
OTHERWISE = {
    "README.md": "project.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "docs/README.md": "index.md",
    "docs/README.es.md": "index.es.md",
}
"""Pages that are called otherwise on the site; all others lose their ``docs/``."""
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")
IMAGE = re.compile(r'<img src="([^"]*)"(?: width="([^"]*)")?(?: alt="([^"]*)")?>')
DRAWING = re.compile(r"(?<!\[)!\[([^\]]*)\]\(([^)\s]+\.svg)\)")
"""A drawing, which may be too small to be read on a phone."""
MERMAID = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ITEM = re.compile(r"(?:[-*]|\d+\.) +")
INLINE = re.compile(r"<script(?P<marks>[^>]*)>(?P<body>.+?)</script>", re.DOTALL)
FETCHED = re.compile(
    r'<(?:script|img|iframe|source)\b[^>]*\bsrc="((?:https?:)?//[^"]*)"|<link\b[^>]*\brel="stylesheet"[^>]*\bhref="((?:https?:)?//[^"]*)"'
)
"""What a page has a browser fetch from elsewhere."""
NO_ADDRESSES = b'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'
"""The theme's script asks each folder for its list of addresses, before it leads from one language to the other."""
UNUSED = ("**/*.map", "sitemap.xml*", "assets/javascripts/lunr/*.js", "assets/javascripts/lunr/min/*.js")
"""What the theme brings and no page of ours reads."""
USED = {"lunr.es.min.js", "lunr.multi.min.js", "lunr.stemmer.support.min.js"}
"""What it reads of that."""


PROGRAMS = {"dot": "graphviz"}
"""Each program that is called here, and the Debian package that has it."""


class SiteError(Exception):
    """The site cannot be built; the words say why."""


def main() -> None:
    """Build the site and print where it is."""
    parser = argparse.ArgumentParser(prog="make docs", description="Build the guides as a site.")
    parser.add_argument("--check", action="store_true", help="only see whether the programs that it needs are there")
    only_checks = parser.parse_args().check
    try:
        check_programs()
        if only_checks:
            return
        lay_out(SOURCE)
        build(SITE)
    except SiteError as error:
        sys.exit(str(error))
    size = sum(file.stat().st_size for file in SITE.rglob("*") if file.is_file())
    sys.stdout.write(f"{SITE.relative_to(ROOT)}/index.html ({size / 1e6:.1f} MB)\n")


def check_programs() -> None:
    """See that the programs are there.

    Raises:
        SiteError: one is not; the words have the line to type.
    """
    if missing := sorted({package for program, package in PROGRAMS.items() if shutil.which(program) is None}):
        raise SiteError(f"make docs needs: sudo apt install {' '.join(missing)}")


# -- what MkDocs is given


def pages() -> list[str]:
    """Every page for people, as a path from the top of the repository."""
    found = {path.relative_to(ROOT).as_posix() for pattern in PAGES for path in ROOT.glob(pattern)}
    return sorted(found - LEFT_OUT)


def on_site(path: str) -> str:
    """What a file of the repository is called on the site."""
    return OTHERWISE.get(path, path.removeprefix("docs/"))


def lay_out(source: Path) -> None:
    """Write every page, and every file that a page links to, into the folder ``source``; it is emptied before."""
    shutil.rmtree(source, ignore_errors=True)
    linked = set[str]()
    for path in pages():
        text, files = as_page((ROOT / path).read_text(encoding="utf-8"), path, source)
        linked |= files
        _put(source / on_site(path), text.encode())
    for path in sorted(linked - set(pages())):
        if not (ROOT / path).is_file():
            raise SiteError(f"a page links to {path}, which is no file")
        _put(source / on_site(path), (ROOT / path).read_bytes())
    _put(source / STYLE.name, STYLE.read_bytes())


def as_page(text: str, path: str, source: Path) -> tuple[str, set[str]]:
    """A page as MkDocs reads it, and the files that it links to, as paths from the top of the repository.

    Drawings go into the folder ``source`` as pictures beside the page.
    """
    files = set[str]()
    here = os.path.dirname(on_site(path))  # noqa: PTH120 - of a name that is not on this disk

    def moved(found: re.Match[str]) -> str:
        target = normpath(f"{Path(path).parent.as_posix()}/{found[1]}")
        files.add(target)
        return relpath(on_site(target), here or ".")

    def drawn(found: re.Match[str]) -> str:
        picture = as_svg(found[1])
        name = f"drawings/{sha256(picture).hexdigest()[:12]}.svg"
        _put(source / name, picture)
        return f"![drawing]({relpath(name, here or '.')})"

    text = IMAGE.sub(lambda found: f"![{found[3] or ''}]({found[1]}){{ width={found[2] or '100%'} }}", text)
    text = LINK.sub(moved, text)
    rare = "---\nsearch: {boost: 0.2}\n---\n" if path.startswith(RARE) else ""
    text = DRAWING.sub(r"[![\1](\2)](\2)", MERMAID.sub(drawn, text))  # a tap shows it large
    return rare + indented(text), files


def indented(text: str) -> str:
    """The same text with four spaces where it goes on within an item of a list, as Python-Markdown counts them."""
    lines, width = [], 0
    for line in text.split("\n"):
        item = ITEM.match(line)
        if item is not None:
            width = len(item[0])
        elif line and not line.startswith(" " * max(width, 1)):
            width = 0
        lines.append(line if item is not None or not width or not line else f"    {line[width:]}")
    return "\n".join(lines)


def as_svg(drawing: str) -> bytes:
    """A drawing in Mermaid as a picture by Graphviz; of Mermaid it reads what our pages use."""
    lines = [f"  {line}" for line in map(as_arrows, drawing.strip().split("\n")[1:])]
    dot = "\n".join([
        "digraph {", '  rankdir=LR; fontname="sans-serif"; bgcolor="transparent"',
        '  node [shape=box style=rounded fontname="sans-serif"]; edge [fontname="sans-serif" fontsize=11]', *lines, "}",
    ])  # fmt: skip
    return subprocess.run(["dot", "-Tsvg"], input=dot.encode(), check=True, stdout=subprocess.PIPE).stdout  # noqa: S607


def as_arrows(line: str) -> str:
    """A line of Mermaid, such as ``a[camera] -->|readings| b`` or ``pitch --> swing: call``, in Graphviz's words."""
    chain, _, last = line.strip().partition(": ")
    words = re.split(r"\s*-->(?:\|([^|]*)\|)?\s*", chain)
    names, labels = words[::2], [word or last for word in words[1::2]]
    known, nodes = [], []
    for name in names:
        found = re.fullmatch(r"([\w-]+)(?:\[(.*)\])?", name)
        known.append(found[1] if found else ("start" if name == names[0] else "end"))
        if found and found[2]:
            nodes.append(f'"{found[1]}" [label="{found[2]}"];')
        elif not found:
            nodes.append(f'"{known[-1]}" [label="" shape=circle style=filled fillcolor=black width=0.15];')
    arrows = [
        f'"{before}" -> "{after}" [label="{wrapped(label)}"];'
        for before, after, label in zip(known, known[1:], labels, strict=False)
    ]
    return " ".join([*nodes, *arrows])


def wrapped(label: str) -> str:
    """What an arrow says, one thing a line."""
    return label.replace(", ", r"\n")


# -- what comes of it


def build(site: Path) -> None:
    """Have MkDocs build the site, and take out what a strict policy forbids or no page reads."""
    shutil.rmtree(site, ignore_errors=True)
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(CONFIGURATION)]
    if subprocess.run(command, check=False, cwd=ROOT).returncode:  # noqa: S603 - our own words only
        raise SiteError("MkDocs has not built the site; its words are above")
    for file in (file for pattern in UNUSED for file in site.glob(pattern)):
        if file.name not in USED:
            file.unlink()
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if elsewhere := FETCHED.search(text):
            raise SiteError(f"{page.relative_to(site)} fetches {elsewhere[1] or elsewhere[2]}: bring the file along")
        page.write_text(without_inline_scripts(text, page.relative_to(site), site), encoding="utf-8")
    for folder in {page.parent for page in site.rglob("*.html")}:
        _put(folder / "sitemap.xml", NO_ADDRESSES)


def without_inline_scripts(text: str, page: Path, site: Path) -> str:
    """A built page with its scripts as files beside the others: no policy need allow scripts within a page."""

    def moved(found: re.Match[str]) -> str:
        if "src=" in found["marks"] or "application/json" in found["marks"]:
            return found[0]
        name = f"assets/javascripts/{sha256(found['body'].encode()).hexdigest()[:12]}.js"
        _put(site / name, found["body"].encode())
        return f'<script src="{relpath(name, page.parent.as_posix())}"></script>'

    return INLINE.sub(moved, text)


def _put(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


if __name__ == "__main__":
    main()
