"""What the labels of a render say is what a ruler and a protractor would find in the scene; no Blender needed."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from vision.geometry.d10 import NUMBERINGS
from vision.training.render import clutter, lettering, printed_boards, scene
from vision.training.render.camera import RenderCamera, frame_all, look_at
from vision.training.render.cubes import draw_cubes
from vision.training.render.enrolment import PICTURES_PER_DIE, enrolment_scene
from vision.training.render.labels import hidden, scene_labels
from vision.training.render.legibility import contrast
from vision.training.render.lettering import LetteringStyle
from vision.training.render.meshes import DieMesh, cube, cut_ball, d10, dodecahedron, icosahedron, octahedron, rounded
from vision.training.render.paints import (
    CUBE_FAMILIES,
    ENROLMENT_FAMILIES,
    MIN_INK_DIFFERENCE,
    PATTERNED_FAMILIES,
    RANDOM_PATTERN_FAMILIES,
    TEST_FAMILIES,
    TRAIN_FAMILIES,
    difference,
    draw_paint,
)
from vision.training.render.scene import TOKEN_MM, TRAIN_GROUNDS, GroundSurface, PlacedThing, Scene, draw_scene, lay_out
from vision.training.render.tokens import DieModel, Thing, resting_die

Vectors = npt.NDArray[np.float64]
STYLE = LetteringStyle(Path("none"), share=0.6, condense=1.0, weight=0.0, slant=0.0, mark="bar")
DICE = {
    "d6": cube(8, [0] * 6),
    "d8": octahedron(8, [0] * 8),
    "d10": d10(8, 1.0, 0.64),
    "d12": dodecahedron(8, [0] * 12),
    "d20": icosahedron(8, [0] * 20),
    "ball": cut_ball(8, 1.3, [0, 1, 2, 3, 0, 1]),
}


@pytest.fixture(autouse=True)
def one_glyph(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letter every face with an L, which no turn or mirror leaves alike, so that no font is needed."""
    letter = np.zeros((60, 40), np.float32)
    letter[:, :12] = letter[-12:] = 1
    monkeypatch.setattr(lettering, "glyph", lambda _path, _text: letter)
    monkeypatch.setattr(lettering, "pick", lambda _rng, *, test: Path(f"{test}"))


def overhead(height: float, focal: float) -> RenderCamera:
    """A camera straight above the origin, not turned, picture 200 pixels square."""
    position, axes = look_at(0.0, -np.pi / 2, height, np.zeros(3))
    return RenderCamera(position, axes, focal, (100.0, 100.0), (200, 200))


def tilted(degrees: float, azimuth: float = -np.pi / 2) -> RenderCamera:
    """A camera half a metre off that looks at the origin."""
    position, axes = look_at(np.radians(degrees), azimuth, 500.0, np.zeros(3))
    return RenderCamera(position, axes, 1000.0, (100.0, 100.0), (200, 200))


def d10_model(numbering: tuple[int, ...] = NUMBERINGS["common"], name: str = "one") -> DieModel:
    """A plain white d10."""
    paint = draw_paint(np.random.default_rng(1), ("plain",))
    return DieModel("d10", name, DICE["d10"], tuple(map(str, numbering)), STYLE, paint, "standard", 0.05)


def placed(face: int = 3, at: tuple[float, float] = (0.0, 0.0), turn: float = 0.0) -> PlacedThing:
    """A d10 at rest."""
    return PlacedThing(resting_die(d10_model(), face, turn, scale=3.0), at)


def scene_of(*tokens: PlacedThing, camera: RenderCamera) -> Scene:
    """A scene with nothing chosen by chance."""
    ground = GroundSurface("felt", ((0, 0, 0), (0, 0, 0)), 1.0, 0.0, 0.5, 0)
    return Scene(7, tokens, ground, (), ((1, 1, 1), (1, 1, 1), 1.0), camera, 0.0, 0.0)


# --- the camera ---


def test_a_point_lands_where_similar_triangles_put_it() -> None:
    """Ten millimetres aside at half a metre and a focal length of 1000 pixels are twenty pixels."""
    pixels = overhead(500, 1000).project(np.array([(10, 0, 0), (0, 10, 0), (0, 0, 250)]))
    assert [[120, 100], [100, 80], [100, 100]] == pixels.round(9).tolist()


def test_overhead_scale_is_the_same_both_ways() -> None:
    """A camera overhead that is not turned hands out [[s, 0], [0, s]], s being height over focal length."""
    assert np.allclose(np.eye(2) * 0.48, overhead(500, 1000).above(np.array((30, -20, 20.0))), atol=1e-5)


@pytest.mark.parametrize("degrees", [0, 20, 45])
@pytest.mark.parametrize("azimuth", [-1.5, 0.3, 2.0])
def test_above_turns_pixels_into_level_millimetres(degrees: float, azimuth: float) -> None:
    """Whatever the camera's angle, a short level step comes out as its own millimetres, y down."""
    camera, start = tilted(degrees, azimuth), np.array((12.0, -7.0, 16.0))
    here, there = camera.project(start + np.array(((0, 0, 0), (0.3, 0.2, 0))))
    assert np.allclose((0.3, -0.2), camera.above(start) @ (there - here), atol=2e-3)


def test_tilt_is_the_angle_off_the_vertical() -> None:
    """A camera that leans thirty degrees sees the point it looks at under thirty degrees."""
    assert np.isclose(30, np.degrees(tilted(30).tilt(np.zeros(3))))


def test_away_points_up_in_the_picture() -> None:
    """What lies farther off is higher in the picture."""
    assert np.allclose((0, -1), tilted(30).away(np.zeros(3)), atol=1e-6)


def test_framed_picture_holds_all_points() -> None:
    """No token is cut by the picture's edge."""
    points = np.random.default_rng(2).uniform(-80, 80, (50, 3))
    position, axes = look_at(0.5, 1.0, 600.0, np.zeros(3), roll=0.2)
    camera = frame_all(position, axes, points, scale=2.0, margin=9)
    pixels = camera.project(points)
    assert pixels.min() > 8.99
    assert (np.array(camera.size) - pixels.max(axis=0) > 8.99).all()


# --- dice ---


@pytest.mark.parametrize("kind", DICE)
def test_a_rounded_die_is_closed(kind: str) -> None:
    """Every edge of the surface is shared by two polygons that run along it opposite ways."""
    mesh = rounded(DICE[kind], 0.6)
    _, joined = np.unique(np.round(mesh.points, 6) + 0.0, axis=0, return_inverse=True)
    rings = [joined.ravel()[list(polygon)].tolist() for polygon in mesh.polygons]
    edges = Counter(pair for ring in rings for pair in pairwise((*ring, ring[0])))
    assert all(count == 1 == edges[b, a] for (a, b), count in edges.items())


@pytest.mark.parametrize("kind", DICE)
def test_rounding_takes_from_edges_and_leaves_the_faces(kind: str) -> None:
    """The rounded die lies within the sharp one and still touches all its faces, so that it rests as high."""
    die = DICE[kind]
    heights = rounded(die, 0.6).points @ np.array([frame.normal for frame in die.frames]).T
    assert np.allclose(die.inradius, heights.max(axis=0))


@pytest.mark.parametrize("kind", DICE)
def test_a_rounded_die_faces_outward(kind: str) -> None:
    """No polygon is inside out, so that none renders black."""
    mesh = rounded(DICE[kind], 0.6)
    for polygon in mesh.polygons:
        first, second, third = mesh.points[list(polygon[:3])]
        assert np.cross(second - first, third - first) @ first > 0


def test_a_die_turned_from_a_ball_has_six_round_flats() -> None:
    """Its flats are as far from the middle as a cube's faces, all else lies on the ball."""
    die = DICE["ball"]
    far = np.linalg.norm(rounded(die, 0.6).points, axis=1)
    assert np.allclose(8 * 1.3, far)
    for face in range(6):
        assert np.allclose(8 * np.sqrt(1.3**2 - 1), np.linalg.norm(die.outline(face), axis=1))


@pytest.mark.parametrize("kind", DICE)
def test_faces_lie_in_their_frames(kind: str) -> None:
    """Every face's corners lie in its numeral's plane, counter-clockwise around the numeral."""
    die: DieMesh = DICE[kind]
    for face, frame in enumerate(die.frames):
        ring = die.outline(face)
        assert np.allclose(0, (die.corners[list(die.faces[face])] - frame.origin) @ frame.normal)
        (x, y), (next_x, next_y) = ring.T, np.roll(ring, -1, axis=0).T
        assert (x * next_y - y * next_x > 0).all()


@pytest.mark.parametrize("face", range(10))
def test_a_resting_d10_stands_on_the_table(face: int) -> None:
    """The face up is level at twice the in-sphere's radius, the lowest point touches the table, its digit is told."""
    thing = placed(face).thing
    assert np.isclose(0, thing.mesh.points[:, 2].min())
    assert thing.top is not None
    assert np.allclose(16, thing.top.outline[:, 2])
    assert NUMBERINGS["common"][face] == thing.value


@pytest.mark.parametrize("turn", [0.0, 1.0, 4.0])
def test_print_is_neither_mirrored_nor_turned(turn: float) -> None:
    """Where the atlas puts the L's head and foot, the world has them: head along up, foot to its right."""
    thing = placed(3, turn=turn).thing
    assert thing.top is not None
    assert thing.atlas is not None
    corners = thing.top.outline
    places = np.column_stack((thing.uvs[3], np.ones(len(corners))))
    to_world, *_ = np.linalg.lstsq(places, corners, rcond=None)
    rows, columns = np.nonzero(thing.atlas > 200)
    uvs = np.column_stack((columns + 0.5, rows + 0.5)) / thing.atlas.shape[::-1] * (1, -1) + (0, 1)
    low, high = thing.uvs[3].min(axis=0), thing.uvs[3].max(axis=0)
    uvs = uvs[((uvs > low) & (uvs < high)).all(axis=1)]
    arms = np.column_stack((uvs, np.ones(len(uvs)))) @ to_world - thing.top.middle
    right = np.array((thing.top.up[1], -thing.top.up[0], 0))
    along, across = arms @ thing.top.up, arms @ right
    assert across[along > 0].mean() < across[along < along.min() + 0.5].mean()
    assert np.isclose(thing.top.height, np.ptp(along), atol=0.5)


def test_the_pattern_belongs_to_the_die() -> None:
    """A resting die tells how it was turned, so that its speckles stay with its faces."""
    thing, die = placed(3, turn=1.2).thing, DICE["d10"]
    mesh = rounded(die, 0.05 * die.inradius)
    assert np.allclose(mesh.points @ thing.spin.T + np.array((0, 0, thing.lift)), thing.mesh.points)


# --- labels ---


def test_a_box_is_the_silhouettes() -> None:
    """The box is what the die's own points span in the picture."""
    token, camera = placed(at=(5.0, -9.0), turn=0.7), tilted(35)
    (label,) = scene_labels(scene_of(token, camera=camera))
    pixels = camera.project(token.thing.mesh.points + token.offset)
    assert np.allclose([*pixels.min(axis=0), *pixels.max(axis=0)], label["box"], atol=0.051)


def test_up_and_middle_are_the_numerals() -> None:
    """Straight from above, a die turned by a right angle shows its numeral's head to the left, over its middle."""
    token, camera = placed(turn=np.pi / 2), overhead(500, 1000)
    (label,) = scene_labels(scene_of(token, camera=camera))
    assert token.thing.top is not None
    assert np.allclose((-1, 0), label["up"], atol=1e-6)
    assert np.allclose(camera.project(token.thing.top.middle[None])[0], label["middle"], atol=0.006)
    assert np.isclose(token.thing.top.height * 1000 / (500 - 16), label["height"], atol=0.01)


def test_a_label_says_what_the_format_promises() -> None:
    """Training, tests and teaching find every key they were promised."""
    (label,) = scene_labels(scene_of(placed(), camera=tilted(20)))
    promised = (
        "kind value box size middle up height above tilt away numbering underlined ink body font die touches hidden"
    )
    assert set(promised.split()) == set(label)


def test_what_stands_before_a_die_hides_it() -> None:
    """A tall thing on the camera's side hides part of the top face; the same thing behind it hides nothing."""
    post = clutter.pawn(np.random.default_rng(3), test=False, paint=d10_model().paint, scale=1.0)
    tall = np.array(post.planes[1])
    tall[-1] = 60.0
    normals = post.planes[0]
    token = placed()
    found = []
    for side in (-18.0, 18.0):
        block = PlacedThing(_with_planes(post, normals, tall), (0.0, side))
        found.append(hidden(scene_of(token, block, camera=tilted(45)), 0))
    assert found[0] > 0.5
    assert 0.0 == found[1]


def _with_planes(thing: Thing, normals: Vectors, offsets: Vectors) -> Thing:
    fields = {name: getattr(thing, name) for name in thing.__dataclass_fields__}
    return Thing(**{**fields, "planes": (normals, offsets)})


# --- whole scenes ---


def test_nothing_stands_in_anything() -> None:
    """However crowded, no two tokens' outlines overlap, and those said to touch come within a fifth of a millimetre."""
    rng = np.random.default_rng(4)
    tokens = lay_out(
        rng, [resting_die(d10_model(), face, rng.uniform(0, 6), scale=1.0) for face in [*range(10), *range(10)]]
    )
    gaps = np.full((20, 20), np.inf)
    for one in range(20):
        for other in range(one):
            first, second = (tokens[each].thing.mesh.points[:, :2] + tokens[each].place for each in (one, other))
            gaps[one, other] = gaps[other, one] = scene._gap(_hull(first), _hull(second))
    assert gaps.min() > -1e-6
    assert all(gap < 0.2 for gap, token in zip(gaps.min(axis=1), tokens, strict=True) if token.touches)
    assert any(token.touches for token in tokens)


def _hull(points: Vectors) -> Vectors:
    return np.asarray(scene.cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)


@pytest.mark.parametrize("seed", [3, 11])
def test_tokens_are_whole_large_and_tilted_as_promised(seed: int) -> None:
    """Whatever the seed, no token is cut off, no die to be read is under 32 pixels, none is seen beyond 45 degrees."""
    drawn = draw_scene(seed, test=True)
    for label in scene_labels(drawn):
        left, top, right, bottom = label["box"]  # type: ignore[misc]
        assert min(left, top) > 0
        assert right < drawn.camera.size[0]
        assert bottom < drawn.camera.size[1]
        assert float(label["tilt"]) < 0.82  # type: ignore[arg-type]
        assert label["kind"] not in {"d10", "d6", "pips"} or float(label["size"]) >= 32  # type: ignore[arg-type]


def test_a_seed_fixes_its_scene() -> None:
    """The same seed draws the same labels, another seed others."""
    first, again, other = (scene_labels(draw_scene(seed, test=False)) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_in_company_most_are_no_d10s() -> None:
    """Scenes of d6s, chips and all that the other sets have few of; some d6s are round, with other pips."""
    drawn = [draw_scene(seed, test=False, mixed=True) for seed in range(4)]
    kinds = Counter(token.thing.kind for each in drawn for token in each.placed)
    assert 3 * kinds["d10"] < kinds["d6"] + kinds["pips"] + kinds["chip"]
    corners = {len(token.thing.top.outline) for each in drawn for token in each.placed if token.thing.kind == "pips"}  # type: ignore[union-attr]
    assert {4, 32} == corners


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print on flat things without a font, too."""
    monkeypatch.setattr(clutter, "glyph", lambda _path, _text: np.ones((60, 40), np.float32))
    monkeypatch.setattr(clutter, "pick", lambda _rng, *, test: Path(f"{test}"))


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("test", [False, True])
def test_cubes_lie_beside_what_is_taken_for_them(test: bool) -> None:
    """Most are six-sided, from 26 pixels, many of one make; symbols and print beside them are told no value."""
    drawn = [draw_cubes(seed, test=test) for seed in range(5)]
    labels = [label for one in drawn for label in scene_labels(one)]
    kinds = Counter(str(label["kind"]) for label in labels)
    assert kinds["pips"] + kinds["d6"] > 0.4 * kinds.total()
    assert min(kinds["symbols"], kinds["print"]) > 0.06 * kinds.total()
    assert {None} == {label["value"] for label in labels if label["kind"] in {"symbols", "print"}}
    assert min(float(label["size"]) for label in labels if label["kind"] in {"pips", "d6"}) >= 26  # type: ignore[arg-type]
    assert {str(label["font"]) for label in labels} <= {f"{test}", ""}


def test_squares_of_a_word_game_are_as_large_as_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board as good as square, of 9 to 18 squares a side, in the millimetres of the sheet; and no test has one."""
    monkeypatch.setattr(printed_boards, "glyph", lambda _path, _text: np.ones((60, 40), np.float32))
    monkeypatch.setattr(printed_boards, "pick", lambda _rng, *, test: Path(f"{test}"))
    sheet = printed_boards.squares_board(np.random.default_rng(3), 600)
    assert (600, 600, 3) == sheet.shape
    rims = (np.ptp(sheet.astype(int), axis=0).max(axis=1) == 0).astype(int)
    step = printed_boards.SHEET_MM / (np.diff(rims) == 1).sum()
    assert 20 < step < 55
    assert not set(scene.CUBE_GROUNDS) - set(TRAIN_GROUNDS) & set(scene.TEST_GROUNDS)


def test_no_test_cube_is_made_of_what_training_cubes_are() -> None:
    """Bare metal of training is smooth, that of the tests brushed."""
    assert not set(CUBE_FAMILIES) & set(TEST_FAMILIES + ENROLMENT_FAMILIES)


def test_a_logo_in_place_of_the_six_has_no_value() -> None:
    """The same die tells its five, and nothing of its logo."""
    paint = draw_paint(np.random.default_rng(1), ("plain",))
    texts = ("1", "2", "3", "4", "5", "logo 8")
    die = DieModel("pips", "", DICE["d6"], texts, replace(STYLE, pips=0.2), paint, "standard", 0.05)
    seen = [(thing.kind, thing.value) for thing in (resting_die(die, face, 0.0, scale=3.0) for face in (4, 5))]
    assert [("pips", 5), ("symbols", None)] == seen


def test_cluttered_board_holds_its_print_and_distractors() -> None:
    """Rows of spots, of which a usual token covers one about, and chips as often as d6s are rare elsewhere."""
    drawn = [draw_scene(seed, test=False, cluttered_print=True) for seed in range(6)]
    kinds = Counter(placed.thing.kind for one in drawn for placed in one.placed)
    assert {"marked"} == {one.ground.family for one in drawn}
    assert 0.3 < kinds["d10"] / kinds.total() < 0.6
    assert min(kinds["d6"], kinds["pips"], kinds["chip"]) > 0.04 * kinds.total()


def test_printed_spots_are_as_large_as_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """From half a die to a chip, in the millimetres of the sheet; drawn over a board that is otherwise like any."""
    monkeypatch.setattr(printed_boards, "glyph", lambda _path, _text: np.ones((60, 40), np.float32))
    monkeypatch.setattr(printed_boards, "pick", lambda _rng, *, test: Path(f"{test}"))
    millimetres = 2 * np.array(printed_boards.SPOT_HALF_SIDE) * printed_boards.SHEET_MM
    assert 10 < millimetres[0] < TOKEN_MM < millimetres[1] < 40
    plain, cluttered_print = (
        make(np.random.default_rng(2), 600) for make in (printed_boards.board, printed_boards.cluttered_board)
    )
    assert 0.1 < (plain != cluttered_print).any(axis=2).mean() < 0.8


def test_pips_may_be_left_out_of_a_disc() -> None:
    """A disc of ink with a hole in its middle for one pip."""
    square = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * 8.0
    style = replace(STYLE, pips=0.15, apart=0.4, disc=0.8)
    inked = lettering.print_pips(style, 1, square, 100).mask
    plain = lettering.print_pips(replace(style, disc=0.0), 1, square, 100).mask
    assert (0.0, 1.0, 0.0) == (inked[50, 50], inked[50, 70], inked[50, 97])
    assert (1.0, 0.0, 0.0) == (plain[50, 50], plain[50, 70], plain[50, 97])


def test_train_and_test_share_no_body() -> None:
    """No test die is made of what a training die is made of."""
    assert not set(TRAIN_FAMILIES + PATTERNED_FAMILIES + RANDOM_PATTERN_FAMILIES) & set(
        TEST_FAMILIES + ENROLMENT_FAMILIES
    )


def test_random_bodies_share_nothing_with_the_tests() -> None:
    """Neither waves, cells of a colour each, light let through or in, metal nor the noise that granite is cut from."""
    medley = Path(scene.__file__).with_name("random_patterns.py").read_text(encoding="utf-8")
    assert not re.findall(r'TexWave|Transmission|Subsurface|Metallic|"Color"|\.(?:noise|waves|cells)\(', medley)


def test_validation_dice_are_none_of_the_tests() -> None:
    """Neither their bodies nor their typefaces nor what they lie on; all ten faces of each are there."""
    for which in range(6):
        drawn, tested = (enrolment_scene(PICTURES_PER_DIE * which, test=test) for test in (False, True))
        things = [token.thing for token in drawn.placed]
        assert not {thing.paint.family for thing in things} & set(TEST_FAMILIES + ENROLMENT_FAMILIES)
        assert {tested.placed[0].thing.paint.family} <= set(ENROLMENT_FAMILIES)
        assert [{"False"}, {"True"}] == [
            {token.thing.labels["font"] for token in each.placed} for each in (drawn, tested)
        ]
        assert drawn.ground.family in TRAIN_GROUNDS
        assert set(range(10)) == {thing.value for thing in things}


@pytest.mark.parametrize(
    "family", sorted({*CUBE_FAMILIES, *PATTERNED_FAMILIES, *RANDOM_PATTERN_FAMILIES, *TEST_FAMILIES})
)
def test_no_body_drowns_its_ink(family: str) -> None:
    """Whatever a die is made of, its print is told from every colour of it; only what is clear lets light through."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        paint = draw_paint(rng, (family,))
        assert min(difference(paint.ink, color) for color in paint.colors) >= MIN_INK_DIFFERENCE
        assert (paint.clear > 0) == (family in {"translucent", "smoke", "frosted"})


# --- what can be read ---


def _printed(ink: int, body: int) -> float:
    """Contrast measured on a picture painted by hand: ``ink`` where the L is, ``body`` elsewhere."""
    token, camera = placed(), overhead(500, 3000)
    top = token.thing.top
    assert top is not None
    picture = np.full((200, 200, 3), body, np.uint8)
    rows, columns = np.mgrid[0:200, 0:200] + 0.5
    rays = np.stack((columns - 100, rows - 100, np.full_like(rows, camera.focal)), axis=-1) @ camera.axes
    world = camera.position + rays * ((16 - 500) / rays[..., 2:])
    arms = world - top.middle
    right = np.array((top.up[1], -top.up[0], 0))
    side = top.mask.shape[0]
    column, row = (
        np.clip((share / (2 * top.reach) + 0.5) * side, 0, side - 1).astype(int)
        for share in (arms @ right, -(arms @ top.up))
    )
    picture[top.mask[row, column] > 0.5] = ink
    found = contrast(picture, token, camera)
    assert found is not None
    assert found.legible == (abs(ink - body) > 40)
    return found.ink


def test_contrast_is_lightness_between_ink_and_body() -> None:
    """Black on white is the whole scale; ink like the body is nothing, and counts as illegible."""
    assert np.isclose(100, _printed(0, 255), atol=0.5)
    assert 0 == _printed(128, 128)
