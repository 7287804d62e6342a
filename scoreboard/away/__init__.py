"""Two houses, one game: who says which line, and how both journals become and stay the same."""
