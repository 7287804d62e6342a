"""What is kept besides the journal: packed games, backups, taught dice, recordings."""
