"""Photoreal renders of dice and of what lies beside them, with every label projected from the scene.

Run ``python -m vision.training.render train --out DIR --count N``. Only ``blender`` imports Blender, and only when a
picture is rendered: everything that decides what a picture shows and what is true of it is numpy alone, so that the
labels can be checked where there is no Blender. Nothing here is imported at run time.
"""
