"""Path-traced renders of dice and of what lies beside them, with every label projected from the scene.

Run ``python -m vision.training.render train --out DIR --count N``. Theory of operation:

1. `sets` has a recipe for each set. The number of a scene and the seed of its set give the scene's own seed.
2. `scene` draws a scene from a seed: things (`tokens`, `clutter`), their places, ground, `lamps` and camera (`camera`).
   Dice have a mesh (`meshes`), print on an atlas (`lettering`, `typefaces`) and a material (`paints`). `enrolment`
   draws the scenes in which one die shows each of its faces, `cubes` those of six-sided dice and print.
3. `blender` renders the scene with Cycles to linear light; `shaders`, `random_patterns` and `grounds` make its
   materials with `shader_graph`, and `printed_boards` draws the boards. `film` exposes the light to a picture.
4. `labels` projects the truth of each token, and how much of it others hide. `legibility` measures the contrast of each
   numeral in the finished picture; a token that cannot be read is labelled as illegible.

A line of ``labels.jsonl`` is written after its picture, in the order of the scenes, so that an interrupted set goes on.
Families of typefaces and materials are split into those to train on and those of the test, which no network has seen.

Only `blender`, `shaders`, `random_patterns`, `grounds` and `shader_graph` need Blender, and only when a picture is
rendered: labels can be checked without it. Nothing here is imported at run time.
"""
