"""Where things are: the printed stadium, the camera over it, and the shape and numbering of a die.

`stadium` lays out the print in millimetres, `registration` finds it in a picture by its markers, with a lens that
`lens_calibration` estimates; `tilt` is what the camera's tilt does to a small part of a picture, `camera_mount` where a
camera must hang. `d10` has the shape of a ten-sided die, `numbering` the order of its digits, `sizes` how large
dice and chip are.
"""
