"""How high each camera of `hardware/parts.toml` hangs: the rows of a table of `hardware/README.md`."""

from __future__ import annotations

from collections.abc import Iterator

from parts import Part, parts

from vision.geometry.camera_mount import best_mount, height_range, mounted_view
from vision.geometry.registration import lens_of_view

HEAD = ("camera", "picture", "best height", "also good", "a die", "a marker's cell", "farthest corner")


def rows() -> Iterator[tuple[str, ...]]:
    """The table's head, and a row for each camera in the order of the parts."""
    yield HEAD
    yield from map(_row, cameras())


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
