"""What runs beside the game: systemd, log, metrics, pages, maintenance of the journal."""
