"""Playing from a phone: lines, answers, new games, secret choices."""
