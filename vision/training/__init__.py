"""Training of the networks in ``vision/model``: from rendered and drawn pictures; no photo is used.

Theory of operation. ``model/training.toml`` lists the runs (`runs`), and ``python -m vision.training`` does them.

1. Render (`render`). Scenes of dice on a table, path-traced in Blender, with every label projected from the geometry.
   Each set of scenes has a recipe and a seed, and is kept in a cache. Every tenth scene is held out for calibration.
2. Draw (`data`). Sprites of dice are drawn in perspective, in any number; batches paste them on textures. Most of a
   batch comes from renders, the rest from sprites.
3. Mine hard negatives (`data.hard_negatives`). The shipped detector is run on the rendered scenes. What it finds where
   no token is becomes a view labelled as nothing.
4. Cut views (`data`). Each network gets crops as the reader cuts them: whole tokens at any angle, upright numerals,
   tiles for the detector. Framing, tilt and light vary as much as the reader's errors do.
5. Fit (`networks`). Small residual networks, trained with AdamW and a one-cycle schedule, quantized to 8 and 4 bits
   while they learn. With ``--guided`` each learns from a larger network, too (distillation).
6. Calibrate (`calibrate`). Weights, temperature and thresholds are fitted on the held-out scenes and written beside the
   networks, with the networks' SHA-256.

Seeds fix every step, so one seed gives one result on one machine. `cross_validate` measures what photos of real dice
would add. Nothing in this package is imported at run time.
"""
