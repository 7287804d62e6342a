"""Where things are: the printed stadium, the camera over it, and the shape and numbering of a die."""
