"""Where lines come from besides the camera: buttons, phones, the box as a player, simulated players."""
