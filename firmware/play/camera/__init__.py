"""The camera of a game: its thread, and the camera lent for a while."""
