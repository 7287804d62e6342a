"""The game at the table: readings and presses in, lines of the record and pictures out."""
