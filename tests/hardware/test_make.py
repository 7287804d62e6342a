"""`make hardware`: what is committed of it was made of what is committed now, and what lacks is named first."""

from __future__ import annotations

from pathlib import Path

import make
import pytest
from make import PRODUCTS, Product

pytestmark = pytest.mark.once


def test_what_is_committed_was_made_of_what_is_there() -> None:
    """After a change of a part, a pin or a script somebody ran `make hardware`."""
    stale = [product.name for product in PRODUCTS if product.kept_in and not product.is_fresh()]
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


def test_what_is_kept_changes_only_with_what_it_is_made_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Another release of a drawing program draws with other bytes, and that is no reason to commit them."""
    monkeypatch.setattr(make, "ROOT", tmp_path)
    product = Product("plan", "draw.py", {}, made_of=("pins.toml",), kept_in="kept", kept=("*.svg",))
    (tmp_path / "pins.toml").write_text("one", encoding="utf-8")
    drawing = "import sys; from pathlib import Path; drawn = Path('count'); drawn.open('a').write('x');"
    drawing += "Path(sys.argv[1], 'a.svg').write_text(drawn.read_text())"
    (tmp_path / "draw.py").write_text(drawing, encoding="utf-8")
    kept = []
    for pins in ("one", "one", "two"):
        (tmp_path / "pins.toml").write_text(pins, encoding="utf-8")
        make.make(product)
        kept.append((tmp_path / "kept/a.svg").read_text(encoding="utf-8"))
    assert ["x", "x", "xxx"] == kept


def test_missing_programs_are_named_with_the_line_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is made."""
    product = Product("plan", "draw.py", {"no-such-plotter": "plotter-tools"})
    monkeypatch.setattr(make, "PRODUCTS", (product,))
    assert 2 == make.main([])
    assert "no-such-plotter" in (output := capsys.readouterr().err)
    assert output.endswith("Type: sudo apt install plotter-tools\n")


def test_a_check_makes_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It runs before the environment is set up, by whatever Python there is."""
    monkeypatch.setattr(make, "PRODUCTS", (Product("plan", "no-such-script.py", {"sh": "dash"}),))
    assert 0 == make.main(["--check"])
    assert ("", "") == capsys.readouterr()
    assert 1 == make.main([])
