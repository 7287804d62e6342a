"""Toss dice and chips in MuJoCo and keep how they flew: ``python tests/lab/record_tosses.py``.

The stadium at play needs no physics engine: it replays these tosses, turned so that the wanted face comes up. Needs
the extra ``recording``. Lengths are SI here, as MuJoCo likes them, and millimetres in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

import mujoco  # type: ignore[import-not-found,unused-ignore] # a developer's extra
import numpy as np
import numpy.typing as npt

from firmware.simulated.rendering.bodies import Cube
from firmware.simulated.world.tosses import FILE, FRAMES_A_SECOND, HUNDREDTHS, RECORDED_RADIUS, UNIT, Kind
from vision.geometry.d10 import D10
from vision.geometry.sizes import CHIP_THICKNESS
from vision.geometry.stadium import SIDE

Vectors: TypeAlias = npt.NDArray[np.float64]
Start: TypeAlias = tuple[Vectors, Vectors, Vectors]
"""Place, velocity and spin that a toss begins with."""
Simulation: TypeAlias = Any
"""MuJoCo ships no types."""

HALF = SIDE / 2000
STEP = 0.0005
LONGEST_S = 4.0
STILL_STEPS = 60
STILL = np.array((0.003,) * 3 + (0.3,) * 3)
"""Slower than this, m/s and rad/s, a thing lies."""
LEVEL = 0.9995
"""Least cosine between a flat thing's axis and the vertical."""
REACH = 0.19
"""How far from the middle a toss may come to rest and still be well inside."""
COUNTS = {"die": 320, "chip": 80, "stray": 40, "cube": 120}

WORLD = """<mujoco><option timestep="{step}" integrator="implicitfast" cone="elliptic"/>
<asset><mesh name="d10" vertex="{vertices}"/></asset>
<worldbody><geom type="plane" size="1 1 0.01" friction="0.5 0.005 0.0001" solref="0.004 0.2"/>
{walls}
<body name="thing"><freejoint/>{thing}</body></worldbody></mujoco>"""
WALL = '<geom type="box" pos="{x} {y} {half}" size="{wide} {deep} {half}" solref="0.004 0.3"/>'
DIE = '<geom type="mesh" mesh="d10" density="1200" friction="0.4 0.003 0.0002" solref="0.003 0.2"/>'
CUBE = '<geom type="box" size="0.008 0.008 0.008" density="1200" friction="0.4 0.003 0.0002" solref="0.003 0.2"/>'
CHIP = '<geom type="cylinder" size="0.0125 {half}" density="1200" friction="0.4 0.003 0.0002" solref="0.003 0.3"/>'


def world(thing: str, wall_height: float) -> Simulation:
    """A walled field with one thing in it."""
    edge, half = HALF + 0.01, wall_height / 2
    sides = ((edge, 0, 0.01, edge), (-edge, 0, 0.01, edge), (0, edge, edge, 0.01), (0, -edge, edge, 0.01))
    walls = "".join(WALL.format(x=x, y=y, wide=wide, deep=deep, half=half) for x, y, wide, deep in sides)
    corners = D10().vertices * RECORDED_RADIUS / 1000
    vertices = " ".join(f"{value:.7f}" for value in corners.ravel())
    return mujoco.MjModel.from_xml_string(WORLD.format(step=STEP, vertices=vertices, walls=walls, thing=thing))


def fly(model: Simulation, start: Start, rng: np.random.Generator) -> Vectors | None:
    """One toss until it lies still: rows of x, y, z and a quaternion; None when it never does."""
    state = mujoco.MjData(model)
    turn = rng.standard_normal(4)
    state.qpos[:] = [*start[0], *(turn / np.linalg.norm(turn))]
    state.qvel[:] = [*start[1], *start[2]]
    mujoco.mj_forward(model, state)
    rows, still, every = [], 0, round(1 / FRAMES_A_SECOND / STEP)
    for step in range(round(LONGEST_S / STEP)):
        if step % every == 0:
            rows.append(np.concatenate((1000 * state.geom_xpos[-1], _turned(model, state))))
        mujoco.mj_step(model, state)
        still = still + 1 if (np.abs(state.qvel) < STILL).all() else 0
        if still > STILL_STEPS:
            return np.array(rows)
    return None


def _turned(model: Simulation, state: Simulation) -> Vectors:
    """How the thing is turned, as a quaternion; MuJoCo turns a mesh to its own axes, which is undone here."""
    geom, turned = np.zeros(4), np.zeros(4)
    mujoco.mju_mat2Quat(geom, state.geom_xmat[-1])
    if not model.nmesh or model.geom_type[-1] != mujoco.mjtGeom.mjGEOM_MESH:
        return geom
    undo = model.mesh_quat[0] * (1, -1, -1, -1)
    mujoco.mju_mulQuat(turned, geom, undo)
    return turned


def inward(rng: np.random.Generator) -> Start:
    """Out of a hand over the edge of the field, towards its middle."""
    angle = rng.uniform(0, 2 * np.pi)
    edge = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.12, 0.19)
    aim = rng.uniform(-0.12, 0.12, 2) - edge
    speed = rng.uniform(0.4, 1.1) * aim / np.linalg.norm(aim)
    return np.array([*edge, rng.uniform(0.06, 0.1)]), np.array([*speed, rng.uniform(-0.6, 0.3)]), _spin(rng, 35)


def upward(rng: np.random.Generator) -> Start:
    """Flipped up, as one tosses a coin."""
    place, velocity, _ = inward(rng)
    return place * (0.7, 0.7, 1), velocity * (0.5, 0.5, 0) + (0, 0, rng.uniform(0.6, 1.0)), _spin(rng, 30)


def outward(rng: np.random.Generator) -> Start:
    """Too hard, over the low wall at the left or the right."""
    side = rng.choice([-1, 1])
    place = np.array([side * 0.17, rng.uniform(-0.13, 0.13), 0.09])
    return place, np.array([side * rng.uniform(0.3, 0.6), rng.uniform(-0.2, 0.2), 0.2]), _spin(rng, 30)


def _spin(rng: np.random.Generator, most: float) -> Vectors:
    return np.asarray(rng.uniform(-most, most, 3))


def lies_flat(track: Vectors, axes: Vectors) -> bool:
    """Whether one of the thing's flat sides looks straight up at the end."""
    turn = np.zeros(9)
    mujoco.mju_quat2Mat(turn, track[-1, 3:])
    return float((axes @ turn.reshape(3, 3).T)[:, 2].max()) > LEVEL


def tosses(thing: str, wall: float, start: Callable[[np.random.Generator], Start], seed: int) -> Iterator[Vectors]:
    """Tosses that end flat, one after another for ever."""
    model, rng = world(thing, wall), np.random.default_rng(seed)
    axes = {DIE: D10().normals, CUBE: Cube().normals}.get(thing, np.array([(0, 0, 1), (0, 0, -1.0)]))
    while True:
        track = fly(model, start(rng), rng)
        if track is not None and lies_flat(track, axes):
            yield track


def inside(track: Vectors) -> bool:
    """Whether a toss ended well inside the field."""
    return bool(np.abs(track[-1, :2]).max() < 1000 * REACH)


def outside(track: Vectors) -> bool:
    """Whether a toss ended beside the field, and still before the camera."""
    x, y = np.abs(track[-1, :2])
    return bool(250 < x < 330 and y < 180)  # mm


def pack(tracks: Mapping[Kind, Sequence[Vectors]]) -> dict[str, npt.NDArray[np.int16]]:
    """Recorded rows of x, y, z (mm) and a quaternion as small integers: all tracks on end, and how long each is."""
    packed: dict[str, npt.NDArray[np.int16]] = {}
    for kind, tosses in tracks.items():
        rows = np.vstack(tosses)
        whole = np.hstack((rows[:, :3] * HUNDREDTHS, rows[:, 3:] * UNIT))
        packed[kind] = np.rint(whole).astype(np.int16)
        packed[f"{kind}_lengths"] = np.array([len(toss) for toss in tosses], np.int16)
    return packed


def main() -> None:
    """Record them all and write the file that the stadium plays."""
    chip = CHIP.format(half=CHIP_THICKNESS / 2000)
    found: dict[Kind, Iterator[Vectors]] = {
        "die": filter(inside, tosses(DIE, 0.2, inward, 1)),
        "chip": filter(inside, tosses(chip, 0.2, upward, 2)),
        "cube": filter(inside, tosses(CUBE, 0.2, inward, 4)),
        "stray": filter(outside, tosses(DIE, 0.006, outward, 3)),
    }
    kept = {kind: list(islice(found[kind], COUNTS[kind])) for kind in found}
    np.savez_compressed(FILE, allow_pickle=False, **pack(kept))


if __name__ == "__main__":
    main()
