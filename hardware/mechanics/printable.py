"""Whether a model can be printed as it lies: closed, on the bed, within the printer, and without support."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import trimesh

STEEPEST = 45.0
"""Degrees off the vertical to which a printer builds out without support."""
SLACK = 1.0
"""Degrees by which a round hole's corners may miss that."""
LEAST_HELD = 100.0
"""Area that must lie on the bed, mm², for a print to stay on it."""
LEVEL = 0.01
"""Height, mm, up to which a face lies on the bed."""
SMALL = 1.0
"""Area, mm², that needs no support."""


def faults_of(file: Path, bed: float, tallest: float) -> Iterator[str]:
    """What is wrong with the model of a file: each fault in a few words; none if it can be printed.

    Args:
        file: an STL file, in mm, z up.
        bed: width and depth of the printer, mm.
        tallest: its height, mm.
    """
    if not file.exists():
        yield "it is empty"
        return
    mesh = trimesh.load_mesh(file)
    if not mesh.is_watertight or not mesh.is_winding_consistent or mesh.volume <= 0:
        yield "it is not closed"
        return
    faces = np.arange(len(mesh.faces))
    bodies = trimesh.graph.connected_components(mesh.face_adjacency, nodes=faces, min_len=1, engine="networkx")
    if len(bodies) != 1:
        yield f"it is in {len(bodies)} pieces"
    if np.any(mesh.extents[:2] > bed) or mesh.extents[2] > tallest:
        yield f"it is {' by '.join(f'{side:.1f}' for side in mesh.extents)} mm, larger than the printer"
    if abs(mesh.bounds[0][2]) > LEVEL:
        yield f"its lowest point is at {mesh.bounds[0][2]:.2f} mm, and not on the bed"
    held, hanging = _held(mesh), _hanging(mesh)
    if held < LEAST_HELD:
        yield f"only {held:.0f} mm² of it lie on the bed"
    if hanging > SMALL:
        yield f"{hanging:.0f} mm² hang over by more than {STEEPEST:.0f} degrees"
    if any(_hanging(turned) < hanging - SMALL for turned in _turned(mesh)):
        yield "another way up less of it would hang over"


def overlap_of(file: Path) -> float:
    """Volume of a model of what two things share, mm³; 0 if they only touch, or if OpenSCAD wrote no file at all."""
    if not file.exists():
        return 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(abs(trimesh.load_mesh(file).volume))


def _held(mesh: trimesh.Trimesh) -> float:
    """Area that lies on the bed, mm²."""
    on_bed = mesh.triangles[:, :, 2].max(axis=1) < mesh.bounds[0][2] + LEVEL
    return float(mesh.area_faces[on_bed].sum())


def _hanging(mesh: trimesh.Trimesh) -> float:
    """Area that faces down too flatly, above the bed, mm²."""
    down = mesh.face_normals[:, 2] < -np.sin(np.radians(STEEPEST + SLACK))
    above = mesh.triangles[:, :, 2].max(axis=1) > mesh.bounds[0][2] + LEVEL
    return float(mesh.area_faces[down & above].sum())


def _turned(mesh: trimesh.Trimesh) -> Iterator[trimesh.Trimesh]:
    """The model on its five other sides."""
    for axis, angle in (((1, 0, 0), 90), ((1, 0, 0), 180), ((1, 0, 0), 270), ((0, 1, 0), 90), ((0, 1, 0), 270)):
        turned = mesh.copy()
        turned.apply_transform(trimesh.transformations.rotation_matrix(np.radians(angle), axis))
        yield turned
