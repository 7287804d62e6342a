"""The sheets of every size: the moments of `support.faces`, a row each, all pages side by side, one pixel a light.

After a change that is meant to change the face:

    python tests/golden/pictures/sheets.py

draws them anew into the folder `sheets`, and `make panels` as lights into docs/panels. Look at those before you commit.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))

from support.faces import sheet

from scoreboard.display import LAYOUTS

SHEETS = Path(__file__).parent / "sheets"


def main() -> None:
    """Draw every sheet anew."""
    SHEETS.mkdir(exist_ok=True)
    for width, height in LAYOUTS:
        sheet((width, height)).save(SHEETS / f"{width}x{height}.png", optimize=True)


if __name__ == "__main__":
    main()
