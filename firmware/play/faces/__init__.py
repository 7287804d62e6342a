"""What shows and speaks the game: panels, moments, the terminal, the voice."""
