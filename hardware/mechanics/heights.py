"""How high each camera of `hardware/parts.toml` hangs, as the table that `hardware/README.md` shows.

python hardware/mechanics/heights.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from parts import Part, parts

from vision.geometry.camera_mount import best_mount, height_range, mounted_view
from vision.geometry.registration import lens_of_view

HEAD = ("camera", "picture", "best height", "also good", "a die", "a marker's cell", "farthest corner")


def table() -> str:
    """The table in Markdown: a row for each camera, in the order of the parts."""
    rows = [HEAD, ("---",) * len(HEAD), *map(_row, cameras())]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def cameras() -> Iterator[Part]:
    """The parts that are cameras."""
    return (part for part in parts().parts.values() if "still_px" in part.figures)


def _row(camera: Part) -> tuple[str, ...]:
    width, height = (int(value) for value in camera.numbers("still_px"))
    lens = lens_of_view((width, height), camera.numbers("view_deg")[0])
    mount, heights = best_mount(lens), height_range(lens)
    picture = f"{width} by {height}"
    if mount is None or heights is None:
        return camera.name, picture, "none", "", "", "", ""
    view = mounted_view(lens, mount)
    lowest, highest = heights
    return (
        camera.name,
        picture,
        f"**{mount.height:.0f} mm**",
        f"{lowest:.0f} to {highest:.0f} mm" if lowest < highest else "no other",
        f"{view.die_px:.0f} pixels",
        f"{view.cell_px:.0f} pixels",
        f"{view.slant:.0f}°",
    )


if __name__ == "__main__":
    sys.stdout.write(table())
