"""Watching: the state now, the stream of events, past games and their pictures."""
