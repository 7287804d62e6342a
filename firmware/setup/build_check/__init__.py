"""A freshly built stadium looked over, part by part, with a person at it: the work of `stadium check-build`.

A module a check, which registers itself in `part_check.CHECKS`, in this order: `lit_corner` (the panel),
`pressed_buttons`, `heard_notes` (the sound), `bare_field` (markers, camera, lamp), `strong_supply`. `build_session`
goes through them, and `build_report` writes down what was found. Faces are `at_terminal`, `at_the_table`, `on_page`.
"""

from firmware.setup.build_check import lit_corner, pressed_buttons, heard_notes, bare_field, strong_supply  # noqa: I001 - their order

__all__ = ["bare_field", "heard_notes", "lit_corner", "pressed_buttons", "strong_supply"]
