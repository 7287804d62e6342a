"""What is known of the table besides the game: the question, the throw-off, secret choices, the options."""
