"""Before a game: calibration, doctor, teaching, factory reset."""
