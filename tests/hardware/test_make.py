"""`make hardware`: what is committed of it was made of what is committed now, and what lacks is named first."""

from __future__ import annotations

from pathlib import Path

import make
import pytest
from make import PRODUCTS, Product

pytestmark = pytest.mark.once


def test_what_is_committed_was_made_of_what_is_there() -> None:
    """After a change of a part, a pin or a script somebody ran `make hardware`."""
    kept = [product for product in PRODUCTS if product.kept_in]
    stale = [product.name for product in kept if (make.ROOT / product.sums_file).read_text("utf-8") != product.sums()]
    assert [] == stale, "run: make hardware"


def test_a_change_of_an_input_or_of_a_drawing_shows(tmp_path: Path) -> None:
    """The sums hold both."""
    product = Product("plan", "draw.py", {}, made_of=("*.toml",), kept_in="kept", kept=("*.svg",))
    (tmp_path / "kept").mkdir()
    seen = set()
    for file in ("draw.py", "parts.toml", "kept/a.svg", "kept/b.svg", "parts.toml"):
        with (tmp_path / file).open("a", encoding="utf-8") as opened:
            opened.write("more")
        seen.add(product.sums(tmp_path))
    assert 5 == len(seen)


def test_missing_programs_are_named_with_the_line_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is made."""
    product = Product("plan", "draw.py", {"no-such-plotter": "plotter-tools"})
    monkeypatch.setattr(make, "PRODUCTS", (product,))
    assert 2 == make.main([])
    assert "no-such-plotter" in (told := capsys.readouterr().err)
    assert told.endswith("Type: sudo apt install plotter-tools\n")


def test_a_check_makes_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It runs before the environment is set up, by whatever Python there is."""
    monkeypatch.setattr(make, "PRODUCTS", (Product("plan", "no-such-script.py", {"sh": "dash"}),))
    assert 0 == make.main(["--check"])
    assert ("", "") == capsys.readouterr()
    assert 1 == make.main([])
