"""A scene as Blender renders it: one array of light for every pixel. The only module here that needs Blender to run."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

os.environ.setdefault("OPENCV_IO_ENABLE_OPENEXR", "1")  # cv2 asks for it when it is imported

import bpy
import cv2
import numpy as np
import numpy.typing as npt
from mathutils import Matrix, Vector

from vision.training.render.camera import RenderCamera
from vision.training.render.grounds import ground_material
from vision.training.render.lamps import SceneLamp
from vision.training.render.scene import PlacedThing, Scene
from vision.training.render.shader_graph import linear
from vision.training.render.shaders import paint_material

Light = npt.NDArray[np.float32]
SENSOR_MM = 36.0
"""Millimetres across; Blender asks for one, and only its ratio to the focal length counts."""
TABLE_HALF_SIDE_MM = 4000.0
"""Millimetres from the middle to the table's edge."""
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108  # a folder of our own is made in it
"""Where light is handed over without touching a disk."""


def render(scene: Scene, *, samples: int, threads: int = 1) -> Light:
    """The light that reaches each pixel, BGR, linear, shape (height, width, 3)."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    _engine(samples, threads)
    for place, token in enumerate(scene.placed):
        _add_token(token, place)
    _add_ground(scene)
    for lamp in scene.lamps:
        _add_lamp(lamp)
    _add_sky(scene)
    _add_camera(scene.camera, scene.defocus)
    return _shoot()


def _engine(samples: int, threads: int) -> None:
    stage = bpy.context.scene
    stage.render.engine = "CYCLES"
    stage.render.threads_mode, stage.render.threads = "FIXED", threads
    settings: dict[str, object] = {
        "samples": samples, "use_denoising": True, "denoising_input_passes": "RGB_ALBEDO_NORMAL",
        "denoising_prefilter": "NONE", "denoising_quality": "FAST", "use_adaptive_sampling": False, "max_bounces": 8,
        "diffuse_bounces": 1, "glossy_bounces": 2, "transmission_bounces": 7, "transparent_max_bounces": 4,
        "caustics_reflective": False, "caustics_refractive": False, "sample_clamp_indirect": 2.0,
        "sample_clamp_direct": 12.0, "blur_glossy": 0.6, "use_light_tree": False, "seed": 1,
    }  # fmt: skip
    for name, value in settings.items():
        setattr(stage.cycles, name, value)
    stage.view_settings.view_transform = "Raw"
    stage.render.image_settings.file_format = "OPEN_EXR"
    stage.render.image_settings.color_depth = "16"
    stage.render.image_settings.exr_codec = "NONE"


def _link(name: str, data: object) -> object:
    item = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(item)
    return item


def _add_token(token: PlacedThing, place: int) -> None:
    thing = token.thing
    mesh = bpy.data.meshes.new(f"token{place}")
    mesh.from_pydata(thing.mesh.points.tolist(), [], [list(polygon) for polygon in thing.mesh.polygons])
    mesh.polygons.foreach_set("use_smooth", np.ones(len(mesh.polygons), bool))
    atlas = _print(mesh, token, place) if thing.atlas is not None else None
    if thing.mesh.normals is not None:
        mesh.normals_split_custom_set_from_vertices(thing.mesh.normals.tolist())
    else:
        mesh.set_sharp_from_angle(angle=0.6)
    mesh.materials.append(paint_material(thing, atlas))
    item = _link(mesh.name, mesh)
    item.location = (*token.place, 0)  # type: ignore[attr-defined]


def _print(mesh: object, token: PlacedThing, place: int) -> object:
    layer = mesh.uv_layers.new()  # type: ignore[attr-defined]
    corners = np.full((len(mesh.loops), 2), 0.001)  # type: ignore[attr-defined]
    start = 0
    for printed in token.thing.uvs:
        corners[start : start + len(printed)] = printed
        start += len(printed)
    layer.data.foreach_set("uv", corners.ravel())
    return image(f"print{place}", token.thing.atlas)


def image(name: str, grey: npt.NDArray[np.uint8] | None) -> object:
    """Blender's image of a grey or BGR array."""
    sheet = np.asarray(grey)[::-1]
    pixels = np.ones((*sheet.shape[:2], 4), np.float32)
    pixels[..., :3] = (sheet[..., ::-1] if sheet.ndim == 3 else sheet[..., None]) / np.float32(255)
    made = bpy.data.images.new(name, sheet.shape[1], sheet.shape[0], alpha=False)
    made.colorspace_settings.name = "sRGB" if sheet.ndim == 3 else "Non-Color"
    made.pixels.foreach_set(pixels.ravel())
    made.update()
    return made


def _add_ground(scene: Scene) -> None:
    mesh = bpy.data.meshes.new("ground")
    mesh.from_pydata(
        [
            (-TABLE_HALF_SIDE_MM, -TABLE_HALF_SIDE_MM, 0),
            (TABLE_HALF_SIDE_MM, -TABLE_HALF_SIDE_MM, 0),
            (TABLE_HALF_SIDE_MM, TABLE_HALF_SIDE_MM, 0),
            (-TABLE_HALF_SIDE_MM, TABLE_HALF_SIDE_MM, 0),
        ],
        [],
        [(0, 1, 2, 3)],
    )
    mesh.materials.append(ground_material(scene, image))
    _link("ground", mesh)


def _add_lamp(lamp: SceneLamp) -> None:
    light = bpy.data.lights.new("lamp", "AREA")
    light.shape = "RECTANGLE"
    light.size, light.size_y = lamp.size
    away = Vector(lamp.position).length
    light.energy = lamp.power * 4 * np.pi * away**2
    light.color = linear(lamp.color)[:3]
    item = _link("lamp", light)
    item.location = lamp.position  # type: ignore[attr-defined]
    aim = Vector(lamp.target) - Vector(lamp.position)
    item.rotation_euler = aim.to_track_quat("-Z", "Y").to_euler()  # type: ignore[attr-defined]
    if lamp.shade:
        _add_shade(lamp)


def _add_shade(lamp: SceneLamp) -> None:
    """A board in the lamp's way that the camera does not see."""
    mesh = bpy.data.meshes.new("shade")
    mesh.from_pydata([(-45, -70, 0), (45, -70, 0), (45, 70, 0), (-45, 70, 0)], [], [(0, 1, 2, 3)])
    item = _link("shade", mesh)
    item.location = lamp.shade  # type: ignore[attr-defined]
    item.visible_camera = item.visible_glossy = item.visible_transmission = False  # type: ignore[attr-defined]


def _add_sky(scene: Scene) -> None:
    """Light from all around: brighter above, darker toward the horizon, so that polish has something to mirror."""
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 64  # it is smooth
    tree = world.node_tree
    split = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(tree.nodes.new("ShaderNodeTexCoord").outputs["Generated"], split.inputs[0])
    mix = tree.nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    tree.links.new(split.outputs["Z"], mix.inputs[0])
    high, low, strength = scene.sky
    mix.inputs[6].default_value, mix.inputs[7].default_value = linear(low), linear(high)
    tree.links.new(mix.outputs[2], tree.nodes["Background"].inputs[0])
    tree.nodes["Background"].inputs[1].default_value = strength


def _add_camera(camera: RenderCamera, defocus: float) -> None:
    lens = bpy.data.cameras.new("eye")
    wide, tall = camera.size
    lens.sensor_fit, lens.sensor_width = "HORIZONTAL", SENSOR_MM
    lens.lens = camera.focal * SENSOR_MM / wide
    lens.shift_x = (wide / 2 - camera.centre[0]) / wide
    lens.shift_y = (camera.centre[1] - tall / 2) / wide
    lens.clip_start, lens.clip_end = 5.0, 4 * TABLE_HALF_SIDE_MM
    if defocus:
        _blur(lens, camera, defocus)
    item = _link("eye", lens)
    right, down, forward = camera.axes
    turn = np.column_stack((right, -down, -forward))
    item.matrix_world = Matrix.Translation(camera.position.tolist()) @ Matrix(turn.tolist()).to_4x4()  # type: ignore[attr-defined]
    stage = bpy.context.scene
    stage.camera = item
    stage.render.resolution_x, stage.render.resolution_y, stage.render.resolution_percentage = wide, tall, 100


def _blur(lens: object, camera: RenderCamera, defocus: float) -> None:
    """Open the aperture so far that a point a tenth nearer than the focus blurs over ``defocus`` pixels."""
    distance = float(np.linalg.norm(camera.position))
    lens.dof.use_dof = True  # type: ignore[attr-defined]
    lens.dof.focus_distance = distance  # type: ignore[attr-defined]
    opening = defocus * distance / camera.focal * 9
    lens.dof.aperture_fstop = lens.lens / 1000 * 1000 / max(opening, 1e-3)  # type: ignore[attr-defined]


def _shoot() -> Light:
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY if SHARED_MEMORY.is_dir() else None) as folder:
        file = Path(folder) / "light.exr"
        bpy.context.scene.render.filepath = str(file)
        bpy.ops.render.render(write_still=True)
        return np.asarray(cv2.imread(str(file), cv2.IMREAD_UNCHANGED), np.float32)[..., :3]
