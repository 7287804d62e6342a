"""What runs beside the game: systemd, log, metrics, pages, upkeep of the journal."""
