"""A newer scoreboard is installed, tried, and taken back by itself if it does not play as the one before did."""
