"""Makes what `hardware/` describes: wiring drawings, models to print, sheets of paper. `make hardware` runs it.

    python hardware/make.py [--only NAME] [--check]

A product is a script. It is run with one argument, the folder that it writes to: ``build/hardware/NAME``. A product
that keeps files in the repository names a folder for them in `PRODUCTS`. Beside them stands ``NAME.sha256``, in the
format of sha256sum: the sums of all that the product is made of and of all that it keeps. `make test` compares these
sums, so a change of a pin or a part that nobody drew again is an error there. That needs no drawing program. To have
what is kept drawn again all the same, delete the sums.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
BUILD = Path("build/hardware")


class Product(NamedTuple):
    """Something that a script makes.

    Attributes:
        name: as ``--only`` takes it.
        script: the program, from the top of the repository.
        programs: each program that it calls, and the Debian package that has it.
        made_of: patterns of the files that it is made of; the script itself need not be named.
        kept_in: the folder of the repository with what is committed; empty: nothing is.
        kept: patterns of the files to commit, in what the script wrote.
    """

    name: str
    script: str
    programs: Mapping[str, str]
    made_of: Sequence[str] = ()
    kept_in: str = ""
    kept: Sequence[str] = ()

    @property
    def sums_file(self) -> Path:
        """The file with the sums, from the top of the repository."""
        return Path(self.kept_in) / f"{self.name}.sha256"

    def sums(self, root: Path = ROOT) -> str:
        """The sums of all that it is made of and of all that it keeps, in the format of sha256sum."""
        patterns = (self.script, *self.made_of, *(f"{self.kept_in}/{pattern}" for pattern in self.kept))
        files = sorted({file for pattern in patterns for file in root.glob(pattern) if file.is_file()})
        return "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.relative_to(root)}\n" for file in files)

    def is_fresh(self, root: Path = ROOT) -> bool:
        """Whether what is committed was made of what is there now."""
        file = root / self.sums_file
        return file.exists() and file.read_text(encoding="utf-8") == self.sums(root)


PRODUCTS: tuple[Product, ...] = (
    Product("tables", "hardware/tables.py", {}),
    Product(
        "wiring",
        "hardware/wiring/draw.py",
        {"dot": "graphviz"},
        # Of parts.toml it shows names and marks alone, which a test reads in the drawings.
        made_of=("hardware/pinout.toml", "hardware/netlist.py", "hardware/wiring/*.py"),
        kept_in="hardware/drawings",
        kept=("*.svg",),
    ),
    Product(
        "mechanics",
        "hardware/mechanics/models.py",
        {"openscad": "openscad", "xvfb-run": "xvfb", "xauth": "xauth"},
        made_of=("hardware/mechanics/*.scad",),  # parameters.scad, too, which a test holds to parts and field
        kept_in="hardware/mechanics",
        kept=("step-*.png", "parameters.scad"),
    ),
    Product(
        "sheets",
        "hardware/sheets/all_sheets.py",
        {},
        kept_in="hardware/sheets",
        kept=("markers-*.pdf", "card-*.pdf", "labels-*.pdf", "stickers-*.pdf"),
    ),
)


def missing(products: Sequence[Product]) -> Iterator[tuple[str, str]]:
    """Each program that is not installed, and its Debian package."""
    for program, package in sorted({pair for each in products for pair in each.programs.items()}):
        if shutil.which(program) is None:
            yield program, package


def make(product: Product) -> None:
    """Run its script, and keep what is to be committed, where that is not made of what is there already.

    Another release's programs draw the same things with other bytes; for them alone nothing is to be committed.

    Raises:
        subprocess.CalledProcessError: if the script fails.
    """
    folder = ROOT / BUILD / product.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run([sys.executable, ROOT / product.script, folder], check=True, cwd=ROOT)
    if product.kept_in and not product.is_fresh(ROOT):
        for pattern in product.kept:
            for old in (ROOT / product.kept_in).glob(pattern):
                old.unlink()
            (ROOT / product.kept_in).mkdir(exist_ok=True)
            for new in folder.glob(pattern):
                shutil.copyfile(new, ROOT / product.kept_in / new.name)
        (ROOT / product.sums_file).write_text(product.sums(ROOT), encoding="utf-8")
    print(f"{product.name}: {BUILD / product.name}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Make all products, or one; returns the exit status."""
    parser = argparse.ArgumentParser(description="Make the drawings, models and sheets of hardware/.")
    names = [product.name for product in PRODUCTS]
    parser.add_argument("--only", choices=names, help="make this one alone")
    parser.add_argument("--check", action="store_true", help="only see whether the programs that it needs are there")
    wanted = parser.parse_args(arguments)
    chosen = [product for product in PRODUCTS if wanted.only in (None, product.name)]
    if lacking := list(missing(chosen)):
        programs = ", ".join(program for program, _ in lacking)
        packages = " ".join(sorted({package for _, package in lacking}))
        print(f"Programs are missing: {programs}. Type: sudo apt install {packages}", file=sys.stderr)
        return 2
    for product in () if wanted.check else chosen:
        try:
            make(product)
        except subprocess.CalledProcessError as error:
            print(f"{product.script} failed with exit status {error.returncode}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
